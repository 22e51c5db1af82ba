"""The documents that the contract checks feed to a system, with the gold that control systems need beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memassay.types import Action, Document, Question, State, Step, Stream, Trajectory

START = datetime(2011, 3, 1, 9, 0, tzinfo=UTC)
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Write:
    """One document of a made stream: who wrote what; `claims` None makes it noise, else it is C_i.

    `said` is D_i (None: the claims that C_i adds); `groups` as in `types.State`.
    """

    text: str
    author: str
    claims: tuple[str, ...] | None = None
    action: Action = "update"
    said: tuple[str, ...] | None = None
    confidence: float = 0.8
    groups: tuple[tuple[int, ...], ...] | None = None


def stream_of(name: str, topic: str, writes: Sequence[Write], question: str = "") -> Stream:
    """A stream of one document a week, from 1 March 2011 on; ids are `<name>-0`, `<name>-1`, ...

    `question`, if any, is the trajectory's one question; its expected statements are the last claims.
    """
    states: list[State] = []
    steps: list[Step] = []
    for position, write in enumerate(writes):
        time = START + position * WEEK
        document = Document(f"{name}-{position}", time, write.author, "clerk", "email", write.text)
        steps.append(Step(position, document, None if write.claims is None else len(states)))
        if write.claims is not None:
            states.append(_state(states, write, write.claims, time))
    last = states[-1].claims if states else ()
    questions = (Question(0, question, last),) if question else ()
    trajectory = Trajectory(
        id=name,
        topic=topic,
        category="C1",
        difficulty="L1",
        domain="transport",
        trajectory_type="linear-evolution",
        customer="",
        states=tuple(states),
        questions=questions,
    )
    return Stream(trajectory, tuple(steps))


def _state(former: Sequence[State], write: Write, claims: tuple[str, ...], time: datetime) -> State:
    before = former[-1].claims if former else ()
    added = tuple(claim for claim in claims if claim not in before)
    return State(
        index=len(former),
        timestamp=time,
        claims=claims,
        doc_claims=added if write.said is None else write.said,
        action=write.action if former else "create",
        confidence=write.confidence,
        author=write.author,
        groups=write.groups,
    )


_BOATS = "The Halden ferry line runs six boats."
_OFFICE = "The Halden ferry office opens at seven in the morning."
_OFFICE_LATER = "The Halden ferry office opens at eight in the morning."
_CAPTAIN = "Captain Ruud Alvers commands the ferry Solveig."
_QUAY = "Ferries from Halden call at the quay of Torp as well."

FERRY = stream_of(
    "ferry",
    "the Halden ferry line",
    (
        Write(f"{_BOATS} {_OFFICE} {_CAPTAIN}", "Ines Falk", (_BOATS, _OFFICE, _CAPTAIN)),
        Write(f"Good news for the far shore. {_QUAY}", "Tomas Berg", (_BOATS, _OFFICE, _CAPTAIN, _QUAY)),
        Write("Somebody painted the walls of the ferry canteen green over the holidays.", "Ola Dahl"),
        Write(
            f"{_BOATS} {_CAPTAIN}",
            "Tomas Berg",
            (_BOATS, _OFFICE, _CAPTAIN, _QUAY),
            "reinforce",
            (_BOATS, _CAPTAIN),
            0.9,
        ),
        Write(_OFFICE_LATER, "Ines Falk", (_BOATS, _CAPTAIN, _QUAY, _OFFICE_LATER), "supersede"),
    ),
    "When does the Halden ferry office open?",
)

_CLOCKS = "The Brixen clock museum owns four hundred clocks."
_CURATOR = "Marta Lindqvist curates the clock museum of Brixen."

MUSEUM = stream_of(
    "museum",
    "the Brixen clock museum",
    (Write(f"{_CLOCKS} {_CURATOR}", "Paolo Unterweger", (_CLOCKS, _CURATOR)),),
    "Who curates the clock museum of Brixen?",
)

_TOWN = (
    "The baker of Aldham sells rye bread on Mondays.",
    "A stone bridge crosses the river Wend below the mill.",
    "School lessons end when the noon bell rings.",
    "Old Mrs Pettifer breeds grey geese behind the chapel.",
    "Firewood is stacked under the roof of the town hall.",
    "The night watch carries two brass lanterns.",
    "Apples from the north orchard are pressed into cider.",
    "Dr Quince sees patients without appointment.",
    "Snow closed the mountain road for eleven days.",
    "The library lends each reader five books.",
    "Young Tobias repairs bicycles beside the station.",
    "Sheep may graze on the common until autumn.",
    "A copper weathercock turns above the brewery.",
    "The post coach changes horses at the Golden Lion.",
    "Salt arrives by barge from the coast.",
    "Every household keeps a bucket for the fire brigade.",
    "Widow Hartnell teaches the violin to beginners.",
    "The quarry delivers slate for new roofs.",
    "Trout are caught above the weir.",
    "Candles cost three pennies a dozen.",
    "The theatre troupe rehearses in a barn.",
    "Father Ambrose tends the roses of the cloister.",
    "Nobody has paid the bridge toll since spring.",
    "A travelling dentist visits twice a year.",
    "The smith forges nails out of scrap iron.",
    "Market stalls must be cleared before dusk.",
    "Two storks nest on the old chimney.",
)

TOWN = stream_of(
    "town",
    "the town of Aldham",
    tuple(Write(" ".join(_TOWN[n - 9 : n]), "Edda Crane", _TOWN[:n]) for n in (9, 18, 27)),
)
