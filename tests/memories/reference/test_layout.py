"""Headings, lists, labels and signatures, as they come out as observations."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memassay.memories.reference.extraction import SentenceExtractor
from memassay.types import Document

pytestmark = pytest.mark.anyio


async def kept(text: str) -> list[str]:
    document = Document("d1", datetime(2024, 9, 18, tzinfo=UTC), "Ann Ashe", "clerk", "email", text)
    return [one.statement for one in await SentenceExtractor().extract(document) if not one.transient]


FIRST = "The house met on Monday.\n\n"


async def test_a_line_above_a_list_heads_the_list_and_nothing_after_it():
    assert await kept(f"{FIRST}tue\n- new flow is on\n- tickets: two\n\nThe cat is fat") == [
        "The house met on Monday.",
        "tue: new flow is on",
        "tue: tickets: two",
        "The cat is fat",
    ]


async def test_a_shouted_line_heads_the_prose_under_it():
    assert await kept(f"{FIRST}NOT COVERED\nAnything that is not the pump.") == [
        "The house met on Monday.",
        "NOT COVERED: Anything that is not the pump.",
    ]


async def test_the_number_of_a_section_is_no_part_of_its_heading():
    text = f"{FIRST}4. Recommendation\n\n4.1 Plaster to the north wall.\n\n4.2 The fountain is loud."
    assert await kept(text) == [
        "The house met on Monday.",
        "Recommendation: Plaster to the north wall.",
        "The fountain is loud.",
    ]


async def test_a_numbered_list_with_blank_lines_is_no_row_of_headings():
    assert await kept(f"{FIRST}Services:\n\n1. Aurora Light\n\n2. AlloyDB\n\nThe rest is known.") == [
        "The house met on Monday.",
        "Services: Aurora Light",
        "Services: AlloyDB",
        "The rest is known.",
    ]


async def test_a_long_lead_in_is_kept_and_completes_the_fragments_under_it():
    lead = "These services are being weighed by the platform team"
    assert await kept(f"{lead}:\n- Aurora\n- The other one is liked by nobody.") == [
        f"{lead}:",
        f"{lead}: Aurora",
        "The other one is liked by nobody.",
    ]


async def test_a_long_heading_ends_the_section_before_it():
    heading = "## Everything else that came up in the course of the day"
    assert (await kept(f"{FIRST}## Pumps\n- two are new\n\n{heading}\n- the cat is fat"))[-1] == "the cat is fat"


async def test_lines_with_labels_are_apart():
    text = f"{FIRST}Reviewer: Bo Birk, of the far end of the engineering department\nClassification: internal"
    assert (await kept(text))[-1] == "Classification: internal"


async def test_tasks_of_people_are_no_speeches():
    text = "Bo: The pump leaks.\n\nBo: It is old.\n\n**To do**\nBo: buy a pump."
    assert (await kept(text))[-1] == "Bo: buy a pump."


async def test_a_last_bullet_with_a_figure_is_no_signature():
    assert await kept(f"{FIRST}- peak: 50K rps") == ["The house met on Monday.", "peak: 50K rps"]


async def test_a_signature_under_a_section_is_none_of_its_lines():
    assert await kept(f"{FIRST}## Thanks\n- to the crew of the house\n\nA. Ashe") == [
        "The house met on Monday.",
        "Thanks: to the crew of the house",
    ]


async def test_a_sentence_without_a_full_stop_is_kept_alone_and_between_others():
    assert await kept("Ferry moved to pier 4") == ["Ferry moved to pier 4"]
    assert await kept("Ferry moved to pier 4\n\nThe pump was paid.") == ["Ferry moved to pier 4", "The pump was paid."]
    assert await kept("The pump came.\n\nThe ferry leaves at nine\n\nThe pump was paid.") == [
        "The pump came.",
        "The ferry leaves at nine",
        "The pump was paid.",
    ]


@pytest.mark.parametrize(
    "title", ["Ferry prices", "What we pay for", "How the Ferry Works", "TO DO", "Ferries, and what they cost"]
)
async def test_a_title_says_nothing_and_has_something_under_it(title):
    assert await kept(f"{title}\n\nThe pump was paid.") == ["The pump was paid."]
    assert await kept(f"{FIRST}{title}\n\n- two crowns") == ["The house met on Monday.", f"{title}: two crowns"]


async def test_a_title_with_nothing_under_it_is_all_there_is():
    assert await kept("Ferry prices: four crowns") == ["Ferry prices: four crowns"]


async def test_a_turn_ends_its_heading():
    text = f"Present: Bo Birk\n\n{FIRST}## Pumps\n- two are new\nBo: Short as ever.\n- three are old"
    assert await kept(text) == [
        "The house met on Monday.",
        "Pumps: two are new",
        "Bo Birk: Short as ever.",
        "Bo Birk: three are old",
    ]
