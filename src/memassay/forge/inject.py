"""Joining a host and a passage: the host stays as it is, word for word, round the passage."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from memassay.forge.hosts import Host

_MIDDLE = (0.2, 0.8)
"""Part of a host in which a place is chosen."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A text with a passage in it: `text[start:end]` is the passage, the rest is the host."""

    text: str
    start: int
    end: int


def join(host: Host, passage: str, after: int, speaker: str = "") -> Joined:
    """Put the passage after the host's paragraph number `after`, which counts from 1.

    In a transcript the passage becomes one turn of `speaker`.  Raises ValueError where the host has no paragraph that
    follows number `after`.
    """
    if not 1 <= after <= len(host.ends):
        raise ValueError(f"must be from 1 to {len(host.ends)} for the host {host.name}, not {after}")
    place = host.ends[after - 1]
    gap = _gap(host, place) if host.is_transcript else "\n\n"
    said = f"{speaker}: {' '.join(passage.split())}" if host.is_transcript else passage
    before, behind = host.text[:place].rstrip(), host.text[place:].lstrip("\n")
    start = len(before) + len(gap)
    return Joined(f"{before}{gap}{said}{gap}{behind}", start, start + len(said))


def _gap(host: Host, place: int) -> str:
    """What parts the turns of a transcript at a place, so that the passage's turn looks like the others."""
    behind = host.text[place:]
    return "\n" * behind[: len(behind) - len(behind.lstrip())].count("\n")


def places(host: Host) -> range:
    """The paragraphs after which a passage may be put in a host that was not written for it: those in its middle."""
    low, high = (share * len(host.text) for share in _MIDDLE)
    inside = [number for number, end in enumerate(host.ends, start=1) if low <= end <= high]
    nearest = min(range(len(host.ends)), key=lambda at: abs(host.ends[at] - len(host.text) / 2)) + 1
    return range(inside[0], inside[-1] + 1) if inside else range(nearest, nearest + 1)


def chosen(host: Host, key: str) -> int:
    """One of the host's `places`, the same for the same key."""
    allowed = places(host)
    return allowed[int(hashlib.sha256(f"{key}\n{host.name}".encode()).hexdigest(), 16) % len(allowed)]
