"""Control `verbatim`: every document whole; its fact states what it says (D_j), noise that its own text is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memassay.memories.controls.gold import FULL, Control, Moment, control_factory
from memassay.types import Fact, whole_text


def hold(moment: Moment) -> Sequence[Fact]:
    """The store so far and the document's text."""
    said = moment.said if moment.state is not None else (whole_text(moment.document),)
    fact = moment.stating(said, moment.new_id())
    support = tuple(observation.id for observation in moment.taught)
    return [*moment.facts, replace(fact, statement=moment.document.text, support=support)]


FACTORY = control_factory(
    "verbatim",
    "control: each document whole as one fact",
    Control(hold, replace(FULL, design="add-only"), noise=True),
)
