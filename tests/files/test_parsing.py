"""JSON, YAML and front matter: files that cannot be read, places where syntax breaks, keys written twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from memassay import files
from memassay.errors import InputError
from memassay.files import pointer, read_front_matter, read_text, read_tree


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder is the current one, so that messages show short paths."""
    monkeypatch.chdir(tmp_path)


def refused(path: Path, text: str | bytes) -> str:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        read_tree(path)
    return str(caught.value)


@pytest.mark.parametrize("name", files.__all__)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(files, name) is not None


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", '{"a":\n 1,}', "a.json:line 2, column 4: is not valid JSON: Expecting property name enclosed in "),
        ("a.json", '{"a": NaN}', "a.json: is not valid JSON: the number NaN is not allowed"),
        ("a.json", "[" * 100_000, "a.json: is nested too deeply"),
        ("a.yaml", "a: [1\nb: 2", "a.yaml:line 2, column 2: is not valid YAML: while parsing a flow sequence, "),
        ("a.yaml", "a: *gone", "a.yaml:line 1, column 4: is not valid YAML: found undefined alias 'gone'"),
        ("a.yaml", "? [1]\n: 2", "a.yaml:line 1, column 3: is not valid YAML: a key must be plain text"),
        ("a.yaml", "!!python/object:os.system x", "a.yaml:line 1, column 1: is not valid YAML: could not determine"),
        ("a.yaml", "a: 1\nb: \x07", "a.yaml:line 2, column 4: is not valid YAML: the character #x0007 is not allowed"),
        ("a.yaml", "[" * 100_000, "a.yaml: is nested too deeply"),
    ],
)
def test_broken_syntax_is_told_with_its_place(name: str, text: str, message: str) -> None:
    assert refused(Path(name), text).startswith(message)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b'{"a": "\xff"}', "line 1, column 8"),
        ("é\r\nç ".encode() + b"\xff", "line 2, column 3"),
        (b"\xef\xbb\xbfa \xff", "line 1, column 3"),
    ],
)
def test_bytes_that_are_no_text_are_told_with_their_place(text: bytes, place: str) -> None:
    """Columns count characters, not bytes, and a byte-order mark is none of them."""
    assert refused(Path("a.json"), text) == f"a.json:{place}: is not UTF-8 text (byte 0xff)"


def test_a_file_that_cannot_be_read_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("folder").mkdir()
    for name, message in (("none.txt", "no such file"), ("folder", "must be a file, not a folder")):
        with pytest.raises(InputError) as caught:
            read_text(Path(name))
        assert str(caught.value) == f"{name}: {message}"

    def locked(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", locked)
    with pytest.raises(InputError, match=r"^a\.txt: cannot be read: Permission denied$"):
        read_text(Path("a.txt"))


def test_a_byte_order_mark_is_no_text() -> None:
    Path("a.json").write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_tree(Path("a.json")) == ({"a": 1}, [])


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.json", '{"a": 1, "b": [{"c/d": 1, "c/d": 2}], "a": 3}', [("/a", "a"), ("/b/0/c~1d", "c/d")]),
        ("a.yaml", "a: 1\nb:\n  - {c: 1, c: 2}\na: 3\n", [("/a", "a"), ("/b/0/c", "c")]),
        ("a.yaml", "base: &b {p: 1}\nd: {<<: *b, p: 3}\n", []),
    ],
)
def test_every_key_written_twice_is_told(name: str, text: str, found: list[tuple[str, str]]) -> None:
    Path(name).write_text(text, encoding="utf-8")
    _, problems = read_tree(Path(name))
    assert [(problem.pointer, problem.message) for problem in problems] == [
        (place, f"key {key!r} is written twice") for place, key in found
    ]


def test_yaml_gives_the_tree_that_json_gives() -> None:
    Path("a.json").write_text('{"t": "2025-01-15", "x": {"0": ["A"]}, "n": 0.5}', encoding="utf-8")
    Path("a.yml").write_text("t: 2025-01-15\nx:\n  0: [A]\nn: 0.5\n", encoding="utf-8")
    assert read_tree(Path("a.yml")) == read_tree(Path("a.json"))


def test_the_suffix_says_the_syntax_where_the_caller_does_not() -> None:
    for name in ("a.json", "a.JSON", "a.yaml", "a"):
        Path(name).write_text("a: 1", encoding="utf-8")
    for name in ("a.json", "a.JSON"):
        with pytest.raises(InputError, match="not valid JSON"):
            read_tree(Path(name))
    assert read_tree(Path("a.yaml")) == read_tree(Path("a")) == read_tree(Path("a.json"), "YAML") == ({"a": 1}, [])
    with pytest.raises(InputError, match="not valid JSON"):
        read_tree(Path("a"), "JSON")


def test_a_yaml_file_that_holds_itself_is_read_without_end_and_without_fall() -> None:
    Path("a.yaml").write_text("r: &r [*r]\n", encoding="utf-8")
    tree, problems = read_tree(Path("a.yaml"))
    assert tree["r"][0] is tree["r"]
    assert problems == []


def test_front_matter_is_cut_from_the_text() -> None:
    Path("a.md").write_bytes(b"\xef\xbb\xbf---\r\na: 1\r\n---\r\n\r\n  Dear all,\r\n\r\nBye \r\n\r\n")
    cut = read_front_matter(Path("a.md"))
    assert cut.head == {"a": 1}
    assert cut.text == "Dear all,\n\nBye"
    assert cut.first_line == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Dear all", "a.md:line 1: must begin with YAML front matter: a line `---`"),
        ("---\na: 1\nDear all", "a.md:line 1: the front matter is never closed by a second line `---`"),
        ("---\na: 1\nb: ]\n---\nText", "a.md:line 3, column 4: is not valid YAML: while parsing a block node"),
        ("---\na: 1\nb: \x07\n---\nText", "a.md:line 3, column 4: is not valid YAML: the character #x0007"),
    ],
)
def test_bad_front_matter_is_told_with_the_line_of_the_file(text: str, message: str) -> None:
    Path("a.md").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_front_matter(Path("a.md"))
    assert str(caught.value).startswith(message)


def test_a_pointer_escapes_what_json_pointers_reserve() -> None:
    assert pointer("a/b", 0, "c~d") == "/a~1b/0/c~0d"
    assert pointer(2, "a/b~c", under="/states") == "/states/2/a~1b~0c"
    assert pointer() == ""
