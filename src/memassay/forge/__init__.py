"""The forge: makes corpora.  So far it joins passages and host texts to long documents (`memassay corpus build`)."""

from __future__ import annotations

from memassay.forge.build import Built, build
from memassay.forge.hosts import Host, read_hosts
from memassay.forge.inject import Joined, join
from memassay.forge.passages import PassageFile, read_passages

__all__ = ["Built", "Host", "Joined", "PassageFile", "build", "join", "read_hosts", "read_passages"]
