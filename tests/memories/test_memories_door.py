"""The room's door: names, making a system from a reference, and a light import."""

from __future__ import annotations

import subprocess
import sys

import pytest

import memassay.memories
from memassay.errors import UnknownName, UserError
from memassay.memories import MEMORIES, MemoryContext, MemoryFactory, build
from memassay.registry import Ref
from memassay.testing import HashEmbedder


def test_every_registered_name_loads_a_factory_of_that_name():
    for name in MEMORIES.names():
        factory = MEMORIES.load(name)
        assert isinstance(factory, MemoryFactory)
        assert factory.name == name


def test_the_built_in_systems_are_registered():
    controls = {"append-claims", "faulty", "frozen", "hoard", "null", "oracle", "overwrite", "vague", "verbatim"}
    systems = {"append", "full-context", "rag", "reference-simple"}
    assert controls | systems <= set(MEMORIES.names())


def test_only_controls_see_the_gold_and_none_of_them_embeds():
    for name in MEMORIES.names():
        factory = MEMORIES.load(name)
        assert factory.gold == (factory.kind == "control")
        assert not (factory.gold and factory.needs_embedder)


def test_everything_public_is_there():
    assert [name for name in memassay.memories.__all__ if not hasattr(memassay.memories, name)] == []


def test_a_reference_is_built_with_its_options():
    system = build("reference-simple:floor=0.9", MemoryContext(embedder=HashEmbedder()))
    assert system.describe().design == "merging"
    assert build(Ref("null", {}), MemoryContext()).describe().design == "merging"


def test_an_unknown_name_says_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'oracle'"):
        build("orakle", MemoryContext())


def test_an_unknown_option_says_what_is_allowed():
    with pytest.raises(UserError, match="unknown option 'flor'; did you mean 'floor'"):
        build("reference-simple:flor=0.9", MemoryContext(embedder=HashEmbedder()))


def test_a_system_that_embeds_is_refused_without_an_embedder():
    with pytest.raises(UserError, match="append: needs an embedder"):
        build("append", MemoryContext())


def test_the_room_loads_no_heavy_library_until_a_system_is_made():
    code = (
        "import sys, memassay.memories, memassay.testing\n"
        "heavy = {'numpy', 'bm25s', 'nupunkt', 'onnxruntime', 'sklearn'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
