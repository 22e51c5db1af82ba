"""A corpus from a name or a folder, and everything that can be wrong with a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from corpora.conftest import FILLER, document, head_of, state, trajectory, write_corpus
from memassay.corpora import load, names
from memassay.errors import InputError, UnknownName

TWO = [state(0, ["A is red"]), state(1, ["A is red", "B is blue"], changeReason="more")]


def problems(folder: str = "c") -> list[str]:
    with pytest.raises(InputError) as caught:
        load(f"./{folder}")
    return str(caught.value).split("\n")


def noise(name: str, **changes: Any) -> str:
    head = {"trajectory": name, "noise": True, "timestamp": "2025-01-20", "author": "Bo Lind"}
    return document(head | {"document_type": "email"} | changes)


def rewrite(path: str, **changes: Any) -> None:
    """Change keys of a document's front matter; None deletes one."""
    _, head, text = Path(path).read_text(encoding="utf-8").split("---\n", 2)
    changed = {key: value for key, value in (json.loads(head) | changes).items() if value is not None}
    Path(path).write_text(document(changed, text.strip()), encoding="utf-8")


def test_a_folder_becomes_streams_in_the_order_of_its_files(at_home: Path) -> None:
    file = trajectory(
        TWO, noise=[{"timestamp": "2025-01-20", "author": "Bo Lind", "documentType": "email", "after": 0}]
    )
    write_corpus(at_home / "c", file)
    Path("c/documents/t-one/01-state.md").rename("c/documents/t-one/02-state.md")
    Path("c/documents/t-one/01-noise.md").write_text(noise("t-one"), encoding="utf-8")
    corpus = load("c")
    assert corpus.id == "c"
    assert [(step.position, step.state, step.noise) for step in corpus.streams["t-one"].steps] == [
        (0, 0, False),
        (1, None, True),
        (2, 1, False),
    ]
    assert corpus.trajectories == (corpus.streams["t-one"].trajectory,)
    assert corpus.files["t-one"].path == "trajectories/t-one.json"
    assert sorted(file.path for file in corpus.documents.values())[1] == "documents/t-one/01-noise.md"
    assert set(corpus.provenance) == {step.document.id for step in corpus.streams["t-one"].steps}


def test_a_state_takes_what_it_leaves_out_from_its_document(at_home: Path) -> None:
    bare = [state(0, ["A is red"], author=None, authorRole=None, documentType=None)]
    write_corpus(at_home / "c", trajectory(bare))
    only = load("c").trajectories[0].states[0]
    assert (only.author, only.author_role, only.document_type) == ("Ada Quist", "engineer", "email")


def test_hidden_files_and_a_readme_are_passed_over(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO))
    for place in ("trajectories", "documents", "documents/t-one"):
        Path("c", place, ".hidden").touch()
        Path("c", place, "README.md").touch()
    assert len(load("c").documents) == 2


def test_an_unknown_name_gets_the_nearest_known_one() -> None:
    with pytest.raises(UnknownName, match=r"unknown corpus .* 'feb3'; did you mean 'feb30'"):
        load("feb3")
    assert names() == ["feb30"]


def test_a_path_that_is_no_folder_is_told(at_home: Path) -> None:
    with pytest.raises(InputError, match="no/such: is not a folder"):
        load("no/such")


def test_a_folder_without_documents_says_what_is_wanted(at_home: Path) -> None:
    Path("c/trajectories").mkdir(parents=True)
    assert problems() == [
        (
            "c/documents: is missing: a corpus has this folder with documents/<trajectory id>/<order>-state.md "
            "for each state"
        )
    ]


def test_a_folder_without_trajectory_files_says_so(at_home: Path) -> None:
    Path("c/trajectories").mkdir(parents=True)
    Path("c/documents").mkdir()
    assert problems() == ["c/trajectories: holds no trajectory file"]


def test_states_and_documents_must_match_one_to_one(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory([*TWO, state(2, ["C is green"], action="supersede")]))
    rewrite("c/documents/t-one/01-state.md", state=0, timestamp="2025-01-15")
    rewrite("c/documents/t-one/02-state.md", state=5)
    assert problems() == [
        "c/documents/t-one/01-state.md:/state: state 0 already has a document: c/documents/t-one/00-state.md",
        "c/documents/t-one/02-state.md:/state: there is no state 5; the last one is 2",
        "c/trajectories/t-one.json:/states/1: has no document",
        "c/trajectories/t-one.json:/states/2: has no document",
    ]


def test_a_document_of_an_unknown_trajectory_is_told(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO))
    Path("c/documents/t-ona").mkdir()
    Path("c/documents/t-ona/00-state.md").write_text(document(head_of("t-ona", TWO[0])), encoding="utf-8")
    assert problems() == ["c/documents/t-ona/00-state.md:/trajectory: unknown 't-ona'; did you mean 't-one'?"]


def test_an_id_used_twice_is_told(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO))
    Path("c/trajectories/z.json").write_text(json.dumps(trajectory(TWO)), encoding="utf-8")
    assert problems() == ["c/trajectories/z.json:/id: 't-one' is the id of c/trajectories/t-one.json too"]


def test_document_and_state_must_agree(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO))
    other = {"timestamp": "2025-02-16", "author": "Bo Lind", "author_role": "cook", "document_type": "status update"}
    rewrite("c/documents/t-one/01-state.md", **other)
    here, there = "c/documents/t-one/01-state.md", "c/trajectories/t-one.json:/states/1"
    assert problems() == [
        f"{here}:/timestamp: is 2025-02-16, but 2025-02-15 at {there}",
        f"{here}:/author: is 'Bo Lind', but 'Ada Quist' at {there}",
        f"{here}:/author_role: is 'cook', but 'engineer' at {there}",
        f"{here}:/document_type: is 'status update', but 'email' at {there}",
    ]


def test_names_of_documents_count_the_stream_without_gaps(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO))
    Path("c/documents/t-one/01-state.md").rename("c/documents/t-one/03-state.md")
    told = "its name must begin with 01-: names count the stream from 00, without gaps or repeats"
    assert problems() == [f"c/documents/t-one/03-state.md: {told}"]


def test_states_come_in_their_order(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO))
    Path("c/documents/t-one/00-state.md").rename("c/documents/t-one/x")
    Path("c/documents/t-one/01-state.md").rename("c/documents/t-one/00-state.md")
    Path("c/documents/t-one/x").rename("c/documents/t-one/01-state.md")
    assert problems() == ["c/documents/t-one/01-state.md:/state: state 0 stands after state 1"]


def test_noise_documents_must_be_those_that_the_trajectory_lists(at_home: Path) -> None:
    listed = {"timestamp": "2025-01-20", "author": "Bo Lind", "documentType": "email"}
    write_corpus(at_home / "c", trajectory(TWO, noise=[listed | {"after": 0}, listed | {"after": 1}]))
    Path("c/documents/t-one/02-noise.md").write_text(noise("t-one", author="Cy Dorn"), encoding="utf-8")
    assert problems() == [
        "c/documents/t-one/02-noise.md:/author: is 'Cy Dorn', but 'Bo Lind' at c/trajectories/t-one.json:/noise/0",
        "c/documents/t-one/02-noise.md: comes after state 1, but c/trajectories/t-one.json:/noise/0/after is 0",
        "c/trajectories/t-one.json:/noise/1: has no document",
    ]


def test_a_noise_document_beyond_the_list_is_told(at_home: Path) -> None:
    listed = {"timestamp": "2025-01-20", "author": "Bo Lind", "documentType": "email", "after": 1}
    write_corpus(at_home / "c", trajectory(TWO, noise=[listed]))
    for order in (2, 3):
        Path(f"c/documents/t-one/0{order}-noise.md").write_text(noise("t-one"), encoding="utf-8")
    told = "is not listed under noise in c/trajectories/t-one.json"
    assert problems() == [f"c/documents/t-one/03-noise.md:/noise: {told}"]


def test_noise_documents_need_no_list(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO))
    Path("c/documents/t-one/02-noise.md").write_text(noise("t-one"), encoding="utf-8")
    assert load("c").streams["t-one"].steps[2].noise


def test_files_that_nobody_reads_are_told(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO))
    Path("c/trajectories/old.txt").touch()
    Path("c/documents/stray.md").touch()
    assert problems() == [
        "c/trajectories/old.txt: is no trajectory file: its name must end in .json, .yaml, .yml",
        "c/documents/stray.md: stands in no trajectory's folder",
    ]


def test_problems_of_all_files_are_told_together_and_cause_no_others(at_home: Path) -> None:
    """A file that cannot be read hides its documents, and a broken document its state: neither is called missing."""
    write_corpus(at_home / "c", trajectory(TWO), trajectory(TWO, id="t-two"), card="name: x\n")
    Path("c/trajectories/t-two.json").write_text('{"id": "t-two",}', encoding="utf-8")
    rewrite("c/documents/t-one/00-state.md", author="", document_type="mail")
    told = problems()
    assert [line.split(": ")[0] for line in told] == [
        "c/trajectories/t-two.json:line 1, column 16",
        "c/documents/t-one/00-state.md:/author",
        "c/documents/t-one/00-state.md:/document_type",
        "c/card.yaml:/version",
        "c/card.yaml:/licence",
        "c/card.yaml:/citation",
        "c/card.yaml:/documents",
        "c/card.yaml:/limits",
    ]


def test_a_text_is_fed_without_the_white_space_around_it(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory(TWO), texts={"t-one/0": f"\n\n {FILLER} \n"})
    assert load("c").streams["t-one"].steps[0].document.text == FILLER
