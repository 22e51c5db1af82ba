"""Whether two sentences alike differ in more than a value."""

from __future__ import annotations

import pytest

from memassay.memories.reference.apart import apart
from memassay.models.entailment.contrast import contrast

TWO_THINGS = [
    ("The harbour office opens at eight on weekdays.", "The harbour office closes at six on weekdays."),
    ("The pool at Leith is 25 metres long.", "The pool at Leith is 10 metres wide."),
    ("The pool at Leith is 25 metres long.", "The pool at Leith is 10 metres wide at the shallow end."),
    ("The contract with Dunlin starts in May 2024.", "The contract with Dunlin ends in May 2026."),
    ("The minimum order at Dunlin is 10 crates.", "The maximum order at Dunlin is 90 crates."),
    ("The import price of salt is 40 euros.", "The export price of salt is 60 euros."),
    ("The north gate of the yard is painted green.", "The south gate of the yard is painted red."),
    ("The yard buys rope from Dunlin.", "The yard sells rope to Dunlin."),
    ("The yard rents its rope from Dunlin.", "The yard stores its rope from Dunlin."),
    ("The yard must buy rope from Dunlin.", "The yard must sell rope to Dunlin."),
    ("The board met on 3 May to approve the budget.", "The board met on 9 May to approve the hiring plan."),
    ("Staff at Leith get 25 days of leave.", "Staff at Leith get 10 days of training."),
    ("Bo Dunn likes tea in the morning.", "Bo Dunn likes coffee in the evening."),
    ("The old pump zorbs green salt.", "The new pump zorbs red salt."),
    ("The test database is backed up on Monday.", "The live database is backed up on Friday."),
]
ANOTHER_VALUE = [
    ("The river gauge at Tolland reads in feet.", "The river gauge at Tolland reads in metres."),
    ("The cheesecake is baked at 150 degrees.", "The cheesecake is baked at 170 degrees."),
    ("The Pell generator burns natural gas.", "The Pell generator burns diesel."),
    ("The fee for a small claim at Dunmere is 80 pounds.", "The fee for a claim at Dunmere was raised to 95 pounds."),
    ("The stand-up of the team is on Monday.", "The stand-up of the team is on Friday."),
    (
        "The bridge is to open again on 14 October 2024.",
        "It is told that the bridge is to open to walkers on 2 May 2024.",
    ),
    ("The savings account at Leith pays 2.1 percent.", "The savings account at Leith was cut to 1.4 percent."),
    (
        "Halina can't have penicillin, she's allergic.",
        "Halina gets an allergic reaction whenever she is given penicillin.",
    ),
    ("The Leith depot is led by Ann Ashe.", "The Leith depot is led by Bo Dunn."),
]


@pytest.mark.parametrize(("old", "new"), TWO_THINGS)
def test_a_verb_a_word_of_the_subject_and_what_a_figure_is_of_are_no_values(old, new):
    for one, other in ((old, new), (new, old)):
        assert apart(one, other, clash=contrast(one, other).clash)


@pytest.mark.parametrize(("old", "new"), ANOTHER_VALUE)
def test_what_stands_behind_the_verb_is_a_value_and_so_are_figures_days_and_names(old, new):
    for one, other in ((old, new), (new, old)):
        assert not apart(one, other, clash=contrast(one, other).clash)


def test_two_wordings_of_the_same_are_not_told_apart_by_their_verbs():
    """One word against another is on purpose; in other words there are more of them on one side."""
    old = "The lead in sample S-40 was measured by Orrin."
    assert apart(old, "The lead in sample S-40 was sold by Orrin.", clash=False, in_step=True)
    assert not apart(old, "The lead in sample S-40, so it is reported, was found by Orrin.", clash=False, in_step=True)
