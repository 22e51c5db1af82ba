"""JSON, YAML and front matter: where syntax breaks, and keys written twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from memassay.corpora.parsing import parse_file, parse_front_matter, pointer_to
from memassay.errors import InputError


def refused(path: Path, text: str | bytes) -> str:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        parse_file(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", '{"a":\n 1,}', "a.json:line 2, column 4: is not valid JSON: "),
        ("a.json", '{"a": NaN}', "a.json: is not valid JSON: the number NaN is not allowed"),
        ("a.json", "[" * 100_000, "a.json: is nested too deeply"),
        ("a.json", b'{"a": "\xff"}', "a.json: is not UTF-8 text (byte 7)"),
        ("a.yaml", "a: [1\nb: 2", "a.yaml:line 2, column 2: is not valid YAML: while parsing a flow sequence, "),
        ("a.yaml", "a: *gone", "a.yaml:line 1, column 4: is not valid YAML: found undefined alias 'gone'"),
        ("a.yaml", "? [1]\n: 2", "a.yaml:line 1, column 3: is not valid YAML: a key must be plain text"),
        ("a.yaml", "!!python/object:os.system x", "a.yaml:line 1, column 1: is not valid YAML: could not determine"),
        ("a.yaml", "a: \x07", "a.yaml: is not valid YAML: unacceptable character #x0007"),
    ],
)
def test_broken_syntax_is_told_with_its_place(at_home: Path, name: str, text: str | bytes, message: str) -> None:
    assert refused(Path(name), text).startswith(message)


def test_a_missing_file_is_an_input_error(at_home: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.json: cannot be read: No such file"):
        parse_file(Path("gone.json"))


@pytest.mark.parametrize(
    ("name", "text", "pointers"),
    [
        ("a.json", '{"a": 1, "b": [{"c/d": 1, "c/d": 2}], "a": 3}', ["/a", "/b/0/c~1d"]),
        ("a.yaml", "a: 1\nb:\n  - {c: 1, c: 2}\na: 3\n", ["/a", "/b/0/c"]),
        ("a.yaml", "base: &b {p: 1}\nd: {<<: *b, p: 3}\n", []),
    ],
)
def test_every_key_written_twice_is_told(at_home: Path, name: str, text: str, pointers: list[str]) -> None:
    Path(name).write_text(text, encoding="utf-8")
    _, problems = parse_file(Path(name))
    assert [(problem.pointer, problem.message) for problem in problems] == [
        (pointer, "key is written twice") for pointer in pointers
    ]


def test_yaml_gives_the_tree_that_json_gives(at_home: Path) -> None:
    Path("a.json").write_text('{"t": "2025-01-15", "x": {"0": ["A"]}, "n": 0.5}', encoding="utf-8")
    Path("a.yml").write_text("t: 2025-01-15\nx:\n  0: [A]\nn: 0.5\n", encoding="utf-8")
    assert parse_file(Path("a.yml")) == parse_file(Path("a.json"))


def test_a_yaml_file_that_holds_itself_is_read_without_end_and_without_fall(at_home: Path) -> None:
    Path("a.yaml").write_text("r: &r [*r]\n", encoding="utf-8")
    tree, problems = parse_file(Path("a.yaml"))
    assert tree["r"][0] is tree["r"]
    assert problems == []


def test_front_matter_is_cut_from_the_text(at_home: Path) -> None:
    Path("a.md").write_bytes(b"\xef\xbb\xbf---\r\na: 1\r\n---\r\n\r\n  Dear all,\r\n\r\nBye \r\n\r\n")
    cut = parse_front_matter(Path("a.md"))
    assert cut.head == {"a": 1}
    assert cut.text == "Dear all,\n\nBye"
    assert cut.first_line == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Dear all", "a.md:line 1: must begin with YAML front matter: a line `---`"),
        ("---\na: 1\nDear all", "a.md:line 1: the front matter is never closed by a second line `---`"),
        ("---\na: 1\nb: ]\n---\nText", "a.md:line 3, column 4: is not valid YAML: while parsing a block node"),
    ],
)
def test_bad_front_matter_is_told_with_the_line_of_the_file(at_home: Path, text: str, message: str) -> None:
    Path("a.md").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        parse_front_matter(Path("a.md"))
    assert str(caught.value).startswith(message)


def test_a_pointer_escapes_tilde_and_slash() -> None:
    assert pointer_to("/states", 2, "a/b~c") == "/states/2/a~1b~0c"
