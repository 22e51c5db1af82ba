"""Pydantic's complaints in our words: where, what is wrong, what is allowed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, Field

from memassay.errors import InputError
from memassay.files import Instant, Strict, parse, read_tree, validate


class Inner(Strict):
    size: int = Field(default=1, gt=0, lt=10)


def _even(number: int) -> int:
    if number % 2:
        raise ValueError("must be even")
    return number


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


class Outer(Strict):
    kind: Literal["one", "two"] = "one"
    inner: Inner = Inner()
    inners: tuple[Inner, ...] = Field(default=(), max_length=2)
    either: int | list[str] = 0
    table: dict[int, Inner] = Field(default_factory=dict)
    named: str = Field(default="", alias="isNamed")
    pair: list[int] = Field(default_factory=list, min_length=2)
    some: tuple[int, ...] = Field(default=(), min_length=1)
    share: float = Field(default=0, ge=0, le=1)
    flag: bool = False
    even: Annotated[int, AfterValidator(_even)] = 0
    text: Annotated[str, AfterValidator(_not_blank)] = "x"
    when: Instant | None = None
    short: str = Field(default="", max_length=3)


class Needy(Strict):
    needed: int
    also: str = Field(alias="alsoNeeded")
    below: Outer = Outer()
    more: list[Needy] = Field(default_factory=list)


def complaints(value: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse(Outer, value, "file", ("at",))
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"kind": "tow"}, "/kind: must be one of one, two, not 'tow'; did you mean 'two'?"),
        ({"kind": "third"}, "/kind: must be one of one, two, not 'third'"),
        ({"kind": 3}, "/kind: must be one of one, two, not 3"),
        ({"inner": {"size": 0}}, "/inner/size: must be more than 0, not 0"),
        ({"inner": {"size": 10}}, "/inner/size: must be less than 10, not 10"),
        ({"inner": {"size": 1.5}}, "/inner/size: must be a whole number, not the number 1.5"),
        ({"inner": {"size": "x" * 90}}, f"/inner/size: must be a whole number, not the text '{'x' * 57}...'"),
        ({"inner": {"sise": 1}}, "/inner/sise: unknown key 'sise'; did you mean 'size'?"),
        ({"inner": {"zzz": 1}}, "/inner/zzz: unknown key 'zzz'; known: size"),
        ({"inner": 4}, "/inner: must be a mapping, not the number 4"),
        ({"inners": [{}, {"sise": 1}]}, "/inners/1/sise: unknown key 'sise'; did you mean 'size'?"),
        ({"inners": [{}, {}, {}]}, "/inners: must hold at most 2 entries, not 3"),
        ({"table": {"x": {}}}, "/table/x: must be a whole number, not the text 'x'"),
        ({"table": {"1": {"sise": 1}}}, "/table/1/sise: unknown key 'sise'; did you mean 'size'?"),
        ({"table": []}, "/table: must be a mapping, not a list"),
        ({"isNamed": 7}, "/isNamed: must be text, not the number 7 (put quotes round it)"),
        ({"isNamed": True}, "/isNamed: must be text, not true (put quotes round it)"),
        ({"isNamed": None}, "/isNamed: must be text, not null"),
        ({"named": "x"}, "/named: unknown key 'named'; did you mean 'isNamed'?"),
        ({"a/b": 1}, "/a~1b: unknown key 'a/b'; known: "),
        ({"pair": [1]}, "/pair: must hold at least 2 entries, not 1"),
        ({"pair": {"0": 1}}, "/pair: must be a list, not a mapping"),
        ({"some": []}, "/some: must hold at least 1 entry, not 0"),
        ({"share": 1.5}, "/share: must be at most 1, not 1.5"),
        ({"share": -1}, "/share: must be at least 0, not -1"),
        ({"share": "high"}, "/share: must be a number, not the text 'high'"),
        ({"flag": "some"}, "/flag: must be true or false, not the text 'some'"),
        ({"even": 3}, "/even: must be even, not 3"),
        ({"text": " "}, "/text: must not be empty"),
        ({"short": "long"}, "/short: must have at most 3 characters, not 'long'"),
        (
            {"when": 2025},
            "/when: must be an ISO date or date-time such as 2025-03-20 or 2025-03-20T14:05:00Z, not 2025",
        ),
        ([1, "x"], ": must be a mapping, not a list"),
    ],
)
def test_a_complaint_says_where_what_and_what_is_allowed(value: Any, message: str) -> None:
    [told] = complaints(value)
    assert told.startswith(f"file:/at{message}") if message.endswith(": ") else told == f"file:/at{message}"


def test_a_missing_key_is_named_by_its_name_in_the_file() -> None:
    record, problems = validate(Needy, {"more": [{"needed": 1}]}, "file")
    assert record is None
    assert [str(problem) for problem in problems] == [
        "file:/needed: missing key 'needed'",
        "file:/alsoNeeded: missing key 'alsoNeeded'",
        "file:/more/0/alsoNeeded: missing key 'alsoNeeded'",
    ]


def test_every_problem_is_told_at_once_in_the_order_of_the_keys() -> None:
    assert complaints({"zzz": 1, "share": 2, "inner": {"size": 0}, "kind": "third"}) == [
        "file:/at/kind: must be one of one, two, not 'third'",
        "file:/at/inner/size: must be more than 0, not 0",
        "file:/at/share: must be at most 1, not 2",
        (
            "file:/at/zzz: unknown key 'zzz'; known: either, even, flag, inner, inners, isNamed, kind, pair, share, "
            "short, some, table, text, when"
        ),
    ]


def test_the_members_of_a_choice_of_types_do_not_show_in_the_place() -> None:
    assert complaints({"either": {}}) == [
        "file:/at/either: must be a whole number, not a mapping",
        "file:/at/either: must be a list, not a mapping",
    ]


def test_a_list_with_wrong_entries_is_not_called_too_short_for_them() -> None:
    """Pydantic counts the entries of a tuple that are left after validation."""
    assert complaints({"some": ["x"]}) == ["file:/at/some/0: must be a whole number, not the text 'x'"]


def test_a_tree_that_holds_itself_is_told_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("needed: 1\nalsoNeeded: x\nbelow: {kind: &k [*k]}\nmore: &m [{needed: 1, more: *m}]\n", "utf-8")
    tree, _ = read_tree(path)
    _, problems = validate(Needy, tree, "file")
    told = [f"{problem.pointer}: {problem.message}" for problem in problems]
    assert "/below/kind: must be one of one, two, not a list" in told
    assert "/more/0/more/0: must not hold itself" in told


def test_a_sound_tree_becomes_the_record_without_a_problem() -> None:
    record, problems = validate(Outer, {"isNamed": "x", "pair": [1, 2]}, "file")
    assert record == parse(Outer, {"isNamed": "x", "pair": [1, 2]}, "file")
    assert (record.named, record.pair, problems) == ("x", [1, 2], [])  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        (" 2025-01-20 ", datetime(2025, 1, 20, tzinfo=UTC)),
        ("2025-01-20T09:30+01:00", datetime(2025, 1, 20, 8, 30, tzinfo=UTC)),
        ("2025-01-20 09:30", datetime(2025, 1, 20, 9, 30, tzinfo=UTC)),
    ],
)
def test_an_instant_without_a_zone_is_in_utc(written: str, moment: datetime) -> None:
    found = parse(Outer, {"when": written}, "file").when
    assert found == moment
    assert isinstance(found, datetime)
    assert isinstance(found.utcoffset(), timedelta)
