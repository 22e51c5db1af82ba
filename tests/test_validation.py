"""Pydantic's complaints in our words, and files that cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import Field

from memassay.errors import InputError
from memassay.validation import Strict, parse, pointer, read_json, read_text


class Inner(Strict):
    size: int = Field(default=1, gt=0, lt=10)


class Outer(Strict):
    kind: Literal["one", "two"] = "one"
    inner: Inner = Inner()
    either: int | list[str] = 0
    table: dict[int, Inner] = Field(default_factory=dict)
    named: str = Field(default="", alias="isNamed")
    pair: list[int] = Field(default_factory=list, min_length=2)


def complaints(value: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse(Outer, value, "file", ("at",))
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"kind": "tow"}, "/kind: expected one of one, two, got \"tow\"; did you mean 'two'?"),
        ({"kind": "third"}, '/kind: expected one of one, two, got "third"'),
        ({"inner": {"size": 0}}, "/inner/size: expected more than 0, got 0"),
        ({"inner": {"size": 10}}, "/inner/size: expected less than 10, got 10"),
        ({"inner": {"size": 1.5}}, "/inner/size: expected a whole number, got 1.5"),
        ({"inner": {"size": "x" * 90}}, f'/inner/size: expected a whole number, got "{"x" * 56}...'),
        ({"inner": {"sise": 1}}, "/inner/sise: unknown key 'sise'; did you mean 'size'?"),
        ({"inner": 4}, "/inner: expected an object, got 4"),
        ({"table": {"x": {}}}, '/table/x: expected a whole number, got "x"'),
        ({"table": {"1": {"sise": 1}}}, "/table/1/sise: unknown key 'sise'; did you mean 'size'?"),
        ({"pair": [1]}, "/pair: expected at least 2 entries, got [1]"),
        ({"is_named": "x"}, "/is_named: unknown key 'is_named'; did you mean 'isNamed'?"),
    ],
)
def test_a_complaint_says_where_what_and_what_is_allowed(value: Any, message: str) -> None:
    assert complaints(value) == [f"file:/at{message}"]


def test_the_members_of_a_choice_of_types_do_not_show_in_the_place() -> None:
    assert complaints({"either": {}}) == [
        "file:/at/either: expected a whole number, got {}",
        "file:/at/either: expected a list, got {}",
    ]


def test_a_pointer_escapes_what_json_pointers_reserve() -> None:
    assert pointer(["a/b", 0, "c~d"]) == "/a~1b/0/c~0d"
    assert pointer([]) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1,}', ":line 1 column 9: not valid JSON: Expecting property name enclosed in double quotes"),
        ('{"a": NaN}', ": not valid JSON: NaN is not a number of JSON"),
        ('{"a": {"b": 1, "c": 2, "b": 3}}', ": key 'b' is written twice in one object"),
        ("[" * 100_000, ": nested too deeply"),
    ],
)
def test_what_is_not_json_is_told_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "file.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_json(path)
    assert str(caught.value) == f"{path}{message}"


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_json(path) == {"a": 1}


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    bytes_file = tmp_path / "latin.txt"
    bytes_file.write_bytes(b"caf\xe9")
    for path, message in (
        (tmp_path / "none.txt", "no such file"),
        (tmp_path, "is a folder, expected a file"),
        (bytes_file, "not UTF-8 text"),
    ):
        with pytest.raises(InputError, match=message):
            read_text(path)
