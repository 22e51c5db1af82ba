"""Building the documents of a corpus from passages and hosts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from forge.conftest import PASSAGE, paragraphs, passage_file, transcript
from memassay.corpora import load
from memassay.corpora.loading import BUILT_IN
from memassay.errors import InputError, UserError
from memassay.forge import build, read_hosts, read_passages


def test_each_passage_goes_into_its_own_host_at_its_own_place(corpus: Path):
    built = build(corpus)
    assert (built.folder, built.documents, built.hosts) == (corpus, 3, 2)
    file = load(corpus).documents[next(iter(load(corpus).streams["t-one"].steps)).document.id]
    text = file.document.text
    assert text.split("\n\n")[1:3] == PASSAGE.split("\n\n")
    start, end = file.provenance.injected_span or (0, 0)
    assert text[start:end] == PASSAGE
    assert file.provenance.host == "choir"
    assert file.provenance.review.status == "accepted"
    assert len(file.noise_claims) == 4


def test_building_writes_the_cards_hash_and_building_twice_changes_nothing(corpus: Path):
    build(corpus)
    first = {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()}
    build(corpus)
    assert {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()} == first
    card = load(corpus).card
    assert card is not None
    assert card.sha256 == load(corpus).sha256


def _other_hosts(tmp_path: Path, number: int = 3) -> Path:
    folder = tmp_path / "old-mail"
    folder.mkdir()
    for at in range(number):
        text = transcript(5 + at) if at == 1 else paragraphs(5 + at)
        (folder / f"mail-{at}.txt").write_text(text, encoding="utf-8")
    return folder


def test_other_hosts_give_a_corpus_of_its_own_and_leave_the_first_alone(corpus: Path, tmp_path: Path):
    build(corpus)
    before = {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()}
    built = build(corpus, hosts=_other_hosts(tmp_path), out=tmp_path / "out")
    assert {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()} == before
    made = load(tmp_path / "out")
    assert (built.documents, built.hosts) == (3, 3)
    assert {origin.host for origin in made.provenance.values()} == {"mail-0", "mail-1", "mail-2"}
    for file in made.documents.values():
        start, end = file.provenance.injected_span or (0, 0)
        assert " ".join(file.document.text[start:end].split()).endswith(" ".join(PASSAGE.split()))
        assert file.provenance.review.status == "unreviewed"
        assert file.noise_claims == ()
    assert made.card is not None
    assert made.card.name == "Pumps, on other hosts"
    assert made.card.sha256 == made.sha256


def test_a_copy_says_how_to_make_it_again_and_a_copy_of_it_says_no_more(corpus: Path, tmp_path: Path):
    build(corpus)
    hosts = _other_hosts(tmp_path)
    build(corpus, hosts=hosts, out=tmp_path / "one", seed=7)
    build(tmp_path / "one", hosts=hosts, out=tmp_path / "two", seed=7)
    made, again = load(tmp_path / "one"), load(tmp_path / "two")
    assert {origin.seed for origin in made.provenance.values()} == {7}
    assert made.card == again.card
    assert made.card is not None
    assert made.card.documents.startswith("In this copy 3 documents were rebuilt on 3 other host texts (seed 7);")
    assert made.card.documents.endswith("The corpus that it was made from says: By hand.")
    assert made.card.licence == "CC0; the host texts have their own"


def test_building_tells_how_many_documents_changed(corpus: Path):
    assert build(corpus).changed == 3
    assert build(corpus).changed == 0
    path = corpus / "documents" / "t-one" / "01-state.md"
    path.write_text(path.read_text(encoding="utf-8") + "An edit in the wrong place.", encoding="utf-8")
    assert build(corpus).changed == 1


@pytest.mark.parametrize(
    ("name", "changes", "told"),
    [
        ("ghost/00-state.md", {"trajectory": "ghost"}, "unknown 'ghost'"),
        ("t-one/03-state.md", {"state": 3}, "there is no state 3; the last one is 2"),
        ("t-one/intro.md", {}, "must be called <order>-state.md"),
        ("t-one/03-state.md", {"noise": True}, "must name the state"),
        ("03-state.md", {}, "stands in no trajectory's folder"),
    ],
)
def test_a_passage_that_belongs_nowhere_is_told_before_anything_is_written(
    corpus: Path, name: str, changes: dict[str, object], told: str
):
    path = corpus / "passages" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(passage_file(**changes), encoding="utf-8")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=told):
        build(corpus)
    assert list((corpus / "documents").rglob("*.md")) == []


def test_what_is_nobodys_business_is_passed_over(corpus: Path):
    for name in ("._00-state.md", "README.md"):
        (corpus / "passages" / "t-one" / name).write_text("not a passage", encoding="utf-8")
    assert build(corpus).documents == 3


def test_the_seed_settles_hosts_and_places(corpus: Path, tmp_path: Path):
    build(corpus)
    hosts = _other_hosts(tmp_path)

    def hashed(name: str, seed: int) -> str:
        build(corpus, hosts=hosts, out=tmp_path / name, seed=seed)
        return load(tmp_path / name).sha256

    assert hashed("a", 1) == hashed("b", 1)
    assert len({hashed("c", seed=2), hashed("d", seed=3), hashed("e", seed=4)}) > 1


def test_a_folder_that_holds_something_is_not_written_over(corpus: Path, tmp_path: Path):
    build(corpus)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("precious", encoding="utf-8")
    with pytest.raises(UserError, match="already exists"):
        build(corpus, hosts=_other_hosts(tmp_path), out=tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("inside", ["", "documents/new", "new"])
def test_a_corpus_is_not_copied_into_itself(corpus: Path, tmp_path: Path, inside: str):
    build(corpus)
    with pytest.raises(UserError, match="lies inside"):
        build(corpus, hosts=_other_hosts(tmp_path), out=corpus / inside)


def test_what_cannot_be_written_is_told(corpus: Path, tmp_path: Path):
    """A file where a folder should be cannot be written into, whoever asks."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    build(corpus)
    with pytest.raises(UserError, match="cannot be copied to"):
        build(corpus, hosts=_other_hosts(tmp_path), out=blocked / "out")
    shutil.rmtree(corpus / "documents")
    (corpus / "documents").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        build(corpus)


def test_a_corpus_without_trajectories_is_told_before_anything_is_copied(corpus: Path, tmp_path: Path):
    shutil.rmtree(corpus / "trajectories")
    with pytest.raises(InputError, match="trajectories: is missing"):
        build(corpus, hosts=_other_hosts(tmp_path), out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_every_problem_of_every_passage_is_told_and_nothing_written(corpus: Path):
    folder = corpus / "passages" / "t-one"
    (folder / "00-state.md").write_text(passage_file(host="chior"), encoding="utf-8")
    (folder / "01-state.md").write_text(passage_file(host="canal", after=4, state=1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        build(corpus)
    told = [f"{problem.pointer}: {problem.message}" for problem in caught.value.problems]
    assert told == [
        "/provenance/host: unknown host 'chior'; did you mean 'choir'?",
        "/after_paragraph: must be from 1 to 3 for the host canal, not 4",
    ]
    assert list((corpus / "documents" / "t-one").iterdir()) == []


def test_a_passage_must_name_host_and_place(corpus: Path):
    path = corpus / "passages" / "t-one" / "00-state.md"
    path.write_text(passage_file(after_paragraph=None, provenance={"generator": "by hand"}), encoding="utf-8")
    with pytest.raises(InputError, match="missing key 'after_paragraph'"):
        read_passages(corpus)
    path.write_text(passage_file(provenance={"generator": "by hand"}), encoding="utf-8")
    with pytest.raises(InputError, match="must name the host text"):
        read_passages(corpus)


def test_a_corpus_without_passages_cannot_be_built(tmp_path: Path):
    with pytest.raises(InputError, match="holds no passage to build from"):
        build(tmp_path)


def test_the_long_documents_of_feb30_are_what_its_passages_and_hosts_give(tmp_path: Path):
    """A host or passage that is edited without building anew would leave the document behind."""
    source = BUILT_IN["feb30"]
    for part in ("trajectories", "passages", "hosts"):
        (tmp_path / part).symlink_to(source / part)
    shutil.copytree(source / "documents", tmp_path / "documents")
    build(tmp_path)
    for path in sorted((tmp_path / "documents").rglob("*.md")):
        assert path.read_bytes() == (source / path.relative_to(tmp_path)).read_bytes(), path.relative_to(tmp_path)


def test_every_long_document_of_feb30_has_a_passage_and_every_host_is_used():
    corpus, source = load("feb30"), BUILT_IN["feb30"]
    long = {
        file.path.removeprefix("documents/")
        for file in corpus.documents.values()
        if file.state is not None and corpus.streams[file.trajectory].trajectory.difficulty == "L3"
    }
    passages = read_passages(source)
    assert {passage.name for passage in passages} == long
    assert sorted(passage.host for passage in passages) == sorted(read_hosts(source / "hosts"))
