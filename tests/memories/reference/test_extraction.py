"""The offline extractor on small documents, rule by rule."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.memories.reference.extraction import SentenceExtractor
from memassay.models.text import words
from memassay.types import Document

WEDNESDAY = datetime(2024, 9, 18, 9, tzinfo=UTC)


def document(text: str, author: str = "Ann Ashe") -> Document:
    return Document("d1", WEDNESDAY, author, "clerk", "email", text)


async def extracted(text: str, author: str = "Ann Ashe"):
    return await SentenceExtractor().extract(document(text, author))


async def statements(text: str, author: str = "Ann Ashe") -> list[str]:
    return [one.statement for one in await extracted(text, author) if not one.transient]


async def only(text: str, author: str = "Ann Ashe"):
    (one,) = await extracted(text, author)
    return one


@pytest.mark.anyio
async def test_each_sentence_is_an_observation_of_the_document():
    one, two = await extracted("The depot opens at seven. The lorry burns diesel.")
    assert [one.statement, two.statement] == ["The depot opens at seven.", "The lorry burns diesel."]
    assert (one.document_id, one.author, one.time, one.what) == ("d1", "Ann Ashe", WEDNESDAY, one.statement)
    assert (one.certainty, one.transient, one.id) == ("High", False, "")


@pytest.mark.anyio
async def test_greetings_sign_offs_and_headings_are_no_observations():
    assert await statements("Hi all,\n\n# Status of works\n\nThe depot opens at seven.\n\nBest,\nAnn") == [
        "The depot opens at seven."
    ]


@pytest.mark.anyio
@pytest.mark.parametrize("heading", ["**Packaging suppliers**", "## Packaging suppliers", "Packaging suppliers:"])
async def test_a_bullet_is_given_its_heading(heading):
    text = f"The house met on Monday.\n\n{heading}\n- Paid after 52 days.\n- Status: green"
    assert await statements(text) == [
        "The house met on Monday.",
        "Packaging suppliers: Paid after 52 days.",
        "Packaging suppliers: Status: green",
    ]


@pytest.mark.anyio
async def test_prose_under_a_heading_stands_alone():
    prose = "The packaging suppliers of the house are paid fifty-two days after the goods have come in at the dock."
    assert await statements(f"Payments met.\n\n## Packaging suppliers\n\n{prose}") == [prose]


MINUTES = """\
Attending: Ottoline Grewe, procurement; Casper Hagedorn, controlling.

Ottoline: Fifty-two days. From the date of the invoice.

CASPER: Is that so?

Nobody knew for certain what the ledger says.

Casper: The ledger says 40 days."""


@pytest.mark.anyio
async def test_what_a_speaker_says_is_the_speakers_in_full_name():
    found = [(one.author, one.statement) for one in await extracted(MINUTES) if not one.transient]
    assert found == [
        ("Ottoline Grewe", "Ottoline Grewe: Fifty-two days. From the date of the invoice."),
        ("Ann Ashe", "Nobody knew for certain what the ledger says."),
        ("Casper Hagedorn", "Casper Hagedorn: The ledger says 40 days."),
    ]


@pytest.mark.anyio
async def test_what_is_asked_and_who_attended_is_transient():
    gone = [one.what for one in await extracted(MINUTES) if one.transient]
    assert gone == ["Attending: Ottoline Grewe, procurement; Casper Hagedorn, controlling.", "Is that so?"]


@pytest.mark.anyio
async def test_a_label_before_a_colon_is_no_speaker():
    text = "The works went on.\n\nStatus: the roof is done.\n\nStatus: the floor is not."
    assert [one.author for one in await extracted(text)] == ["Ann Ashe"] * 3


@pytest.mark.anyio
async def test_who_speaks_of_oneself_is_named():
    one = await only("I keep the spare key in my desk.")
    assert one.statement == "Ann Ashe: I keep the spare key in my desk."
    assert one.what == "I keep the spare key in my desk."
    assert one.who == ("Ann Ashe",)
    assert (await only("We keep the spare key in the desk.")).statement.startswith("We keep")


@pytest.mark.anyio
async def test_a_sentence_that_leans_on_another_is_put_behind_it():
    assert await statements("The feed loads the scans. It runs at night. The depot opens at seven.") == [
        "The feed loads the scans. It runs at night.",
        "The depot opens at seven.",
    ]
    assert len(await statements("The feed loads the scans.\n\nIt runs at night.")) == 2


@pytest.mark.anyio
async def test_no_more_than_45_words_are_put_together():
    long = "The feed loads " + " ".join(["scans"] * 40) + "."
    assert len(await statements(f"{long} It runs at night for three hours or more.")) == 2


@pytest.mark.anyio
async def test_dates_are_grounded_in_the_documents_day():
    one = await only("The board met last Thursday because the roof leaked.")
    assert one.statement == "The board met last Thursday (2024-09-12) because the roof leaked."
    assert (one.when, one.why) == (("2024-09-12",), "the roof leaked")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("text", "certainty"),
    [
        ("The lorry burns diesel.", "High"),
        ("The depot is considering a new lorry.", "Medium"),
        ("If it rains, the depot stays shut.", "Medium"),
        ("Bo says that the depot is shut.", "Medium"),
        ("Perhaps the depot stays shut.", "Low"),
        ("The lorry has apparently been sold.", "Low"),
    ],
)
async def test_certainty_is_stated_discussed_or_guessed(text, certainty):
    assert (await only(text)).certainty == certainty


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("The board rejected the second offer.", "decision"),
        ("The depot will buy a lorry.", "plan"),
        ("Visitors must sign the book.", "requirement"),
        ("The tank holds 40 kg of salt.", "measure"),
        ("The second pump failed on Monday.", "event"),
        ("Bo would rather have a van.", "opinion"),
        ("The lorry burns diesel.", "state"),
    ],
)
async def test_a_sentence_is_of_a_kind(text, category):
    assert (await only(text)).category == category


@pytest.mark.anyio
async def test_kinds_can_be_given():
    extractor = SentenceExtractor({"fuel": ["diesel", "petrol"]})
    (one,) = await extractor.extract(document("The lorry burns diesel."))
    assert one.category == "fuel"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "text",
    [
        "Could you send me the ledger by Friday?",
        "Please send me the ledger by Friday.",
        "Thanks a lot for the good work on this.",
        "Let's talk about the ledger on Friday.",
        "I am looking forward to the meeting.",
    ],
)
async def test_questions_requests_and_courtesies_are_transient_and_kept(text):
    assert (await only(text)).transient


@pytest.mark.anyio
async def test_names_places_and_figures_are_found():
    one = await only("In Porto, Bo Birk counted 40 crates of the K12 kind with Ann Ashe at the Leeds depot.")
    assert one.who == ("Ann Ashe", "Bo Birk")
    assert one.where == "In Porto"
    assert one.entities == ("Porto", "Bo Birk", "40", "K12", "Ann Ashe", "Leeds")


@pytest.mark.anyio
async def test_figures_keep_their_units_and_a_sentences_first_word_is_no_name():
    one = await only("Scaffolding costs €13,500 and holds for 52 days; they're sure of 3 TB in Hall 3.")
    assert one.entities == ("€13,500", "52 days", "3 TB", "Hall 3")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Packaging comes first, since that was asked.", "that was asked"),
        ("Since the roof leaked, the crew moved.", "the roof leaked"),
        ("The crew moved because, yes, it was wet at 3.5 bar.", "it was wet at 3.5 bar"),
        ("The crew has lived here since March.", ""),
        ("The crew has lived here, since 2019, in huts.", ""),
    ],
)
async def test_since_gives_a_reason_where_it_gives_no_time(text, reason):
    assert (await only(text)).why == reason


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("The crew waits at the Drumlin gatehouse.", "at the Drumlin gatehouse"),
        ("The crew waits in hall B4.", "in hall B4"),
        ("The resolvers in the hall form a cluster.", ""),
        ("The crew rests at Christmas.", ""),
        ("The crew rests in March.", ""),
    ],
)
async def test_a_place_has_a_name(text, place):
    assert (await only(text)).where == place


@pytest.mark.anyio
async def test_a_denial_comes_along_with_what_it_denies():
    assert await statements("They hold that all tills write to one place. It doesn't!") == [
        "They hold that all tills write to one place. It doesn't!"
    ]


@pytest.mark.anyio
async def test_what_is_told_behind_a_request_is_remembered():
    one = await only("Please leave the bucket by the tank. It is the drinking water of the bees.")
    assert not one.transient


@pytest.mark.anyio
async def test_a_heading_at_the_start_of_its_paragraph_is_transient():
    assert [one.transient for one in await extracted("Where it goes. The scans arrive in the store.")] == [True, False]


@pytest.mark.anyio
@pytest.mark.parametrize(
    "text",
    [
        "המשאבה נכשלה ביום שלישי ואיש לא ידע על כך.",
        "泵在星期二坏了，没有人知道。",
        "Насос сломался во вторник, и никто об этом не знал.",
        "THE PUMP FAILED ON TUESDAY AND NOBODY KNEW.",
    ],
)
async def test_a_sentence_of_any_script_or_in_capitals_is_kept(text):
    one = await only(text)
    assert (one.statement, one.transient) == (text, False)


@pytest.mark.anyio
async def test_a_document_of_nothing_has_no_observations():
    for text in ("", " \n\n ", "...", "\N{GRINNING FACE}", "Ok."):
        assert await extracted(text) == []


SENTENCE = st.lists(
    st.sampled_from(["depot", "lorry", "burns", "diesel", "opens", "seven", "Porto", "40", "crates", "guard", "salt"]),
    min_size=3,
)


@given(st.lists(SENTENCE, min_size=1, max_size=6), st.sampled_from([" ", "\n", "\n\n", "\n- "]))
def test_no_word_of_a_document_is_lost(sentences, between):
    """Sentences of three words or more, ended by a full stop, in one paragraph, in lines, in paragraphs, in bullets."""
    import anyio

    text = between.join(f"The {' '.join(one)}." for one in sentences)
    kept = " ".join(one.statement for one in anyio.run(extracted, text))
    assert [word.text for word in words(kept)] == [word.text for word in words(text)]


@given(st.text(max_size=120), st.text(max_size=20))
def test_odd_text_never_raises(text, author):
    import anyio

    for one in anyio.run(extracted, text, author):
        assert one.statement
        assert one.what


@pytest.mark.anyio
@pytest.mark.parametrize(
    "text",
    [
        "Thanks to the new pump, the flow is higher.",
        "Thanks for all of it, the flow is 40 litres a second.",
        "Many thanks for the 40 crates of salt.",
        "I am sorry to say the training budget was cut.",
        "We are looking forward to the opening on 3 May.",
        "Please be informed that the office moves to Leith.",
        "We moved billing to Aurora and are looking forward to lower costs.",
        "The plants are free, thanks to the rhubarb.",
        "Thank you Bo, the pump from Orrin works again.",
        "The next meeting of the board is on Friday.",
        "The board should look into the cost of the pump.",
        "The meeting closed the road to the yard.",
    ],
)
async def test_a_courtesy_word_does_not_take_a_fact_away(text):
    assert not (await only(text)).transient


@pytest.mark.anyio
@pytest.mark.parametrize(
    "text",
    [
        "Dear Gudrun, many thanks and kind regards from all of us.",
        "A very good morning to the whole crew.",
        "Thanks Maria for the good work on this.",
        "We're looking forward to it.",
        "Sorry for the slow reply to this.",
        "I'd love to read the Haldane paper again.",
        "Maybe we ought to investigate the settings.",
        "I'm running five minutes late for our call.",
        "The meeting closed at nine.",
    ],
)
async def test_a_sentence_that_begins_with_a_courtesy_or_a_wish_is_transient(text):
    assert (await only(text)).transient


REPLY = """\
No, it leaves at ten from pier 4.

On Monday 16 September Ann wrote:
> The ferry leaves at nine. I row it.
>
> Cy Falk <cy@falk.example> wrote:
>> It broke yesterday.
> It was mended."""


@pytest.mark.anyio
async def test_quoted_mail_is_of_who_wrote_it_and_its_dates_are_not_counted_from_the_reply():
    found = [(one.author, one.what, one.quoted, one.when) for one in await extracted(REPLY, "Bo Dunn")]
    assert found == [
        ("Bo Dunn", "No, it leaves at ten from pier 4.", False, ()),
        ("Ann", "The ferry leaves at nine. I row it.", True, ()),
        ("Cy Falk", "It broke yesterday.", True, ()),
        ("Ann", "It was mended.", True, ()),
    ]


@pytest.mark.anyio
async def test_a_quotation_of_nobody_knows_whom_has_no_author():
    one, two = await extracted("> The ferry leaves at nine.\n\nThe ferry leaves at ten.", "Bo Dunn")
    assert (one.author, one.quoted, one.statement) == ("", True, "The ferry leaves at nine.")
    assert (two.author, two.quoted) == ("Bo Dunn", False)


@pytest.mark.anyio
async def test_the_writer_of_a_quotation_has_the_fullest_name_of_the_document():
    (_, one) = await extracted("Ann Ashe and I met.\n\nAnn wrote:\n> The ferry leaves at nine.", "Bo Dunn")
    assert (one.author, one.statement) == ("Ann Ashe", "Ann Ashe: The ferry leaves at nine.")
