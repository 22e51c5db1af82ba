"""Names, options, and what a user is told when one is wrong."""

from __future__ import annotations

import pytest

from memassay.errors import InputError, UnknownName, UserError
from memassay.memories import MEMORIES
from memassay.registry import Ref, call_with_options


def test_a_reference_reads_name_and_options_and_spells_them_sorted() -> None:
    ref = Ref.parse("faulty:rate=0.3, fault=drop")
    assert (ref.name, dict(ref.options)) == ("faulty", {"rate": "0.3", "fault": "drop"})
    assert str(ref) == "faulty:fault=drop,rate=0.3"


def test_an_option_without_a_value_is_refused_with_the_form_expected() -> None:
    with pytest.raises(InputError, match="must be key=value after the name, not 'drop'"):
        Ref.parse("faulty:drop")


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="unknown memory 'orakle'; did you mean 'oracle'"):
        MEMORIES.load("orakle")


def build(
    context: str, *, rate: float = 0.1, count: int = 1, loud: bool = False, word: str = "a"
) -> tuple[object, ...]:
    return context, rate, count, loud, word


def test_options_are_turned_into_the_types_of_the_factory() -> None:
    ref = Ref.parse("x:rate=0.5,count=3,loud=true,word=b")
    assert call_with_options(build, "c", ref=ref) == ("c", 0.5, 3, True, "b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x:rat=1", "x: unknown option 'rat'; did you mean 'rate'?"),
        ("x:count=many", "x: option count takes a whole number, not 'many'"),
        ("x:loud=yes", "x: option loud takes true or false, not 'yes'"),
    ],
)
def test_a_wrong_option_is_named_with_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        call_with_options(build, "c", ref=Ref.parse(text))
    assert message in str(caught.value)
