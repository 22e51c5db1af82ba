"""Reading a folder of host texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from memassay.errors import InputError
from memassay.forge import read_hosts


def test_hosts_are_the_text_files_of_a_folder(tmp_path: Path):
    (tmp_path / "b.txt").write_text("\n\nOne.\n\nTwo.\n", encoding="utf-8")
    (tmp_path / "a.txt").write_text("One.\r\n\r\nTwo.", encoding="utf-8", newline="")
    (tmp_path / "notes.md").write_text("No host.", encoding="utf-8")
    (tmp_path / ".hidden.txt").write_text("No host.", encoding="utf-8")
    assert {name: host.text for name, host in read_hosts(tmp_path).items()} == {
        "a": "One.\n\nTwo.",
        "b": "One.\n\nTwo.",
    }


def test_a_folder_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(InputError, match="is not a folder of host texts"):
        read_hosts(tmp_path / "nowhere")


def test_a_folder_without_texts_is_told(tmp_path: Path):
    with pytest.raises(InputError, match=r"a host is a file whose name ends in \.txt"):
        read_hosts(tmp_path)


def test_every_bad_host_is_told_at_once(tmp_path: Path):
    (tmp_path / "one.txt").write_text("Only one paragraph.", encoding="utf-8")
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9\n\nbar")
    with pytest.raises(InputError) as caught:
        read_hosts(tmp_path)
    assert [Path(problem.path).name for problem in caught.value.problems] == ["empty.txt", "latin.txt", "one.txt"]
