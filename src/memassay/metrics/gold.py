"""What the gold expects between two states: claims added, dropped, kept, and those that must no longer be current."""

from __future__ import annotations

from collections.abc import Sequence

from memassay.types import State


def added(states: Sequence[State], i: int) -> tuple[str, ...]:
    """C_i without C_{i-1}, in the order of C_i; all of C_0 at state 0."""
    before = set(states[i - 1].claims) if i else set[str]()
    return tuple(claim for claim in states[i].claims if claim not in before)


def kept(states: Sequence[State], i: int) -> tuple[str, ...]:
    """C_{i-1} and C_i in common, in the order of C_i; nothing at state 0."""
    before = set(states[i - 1].claims) if i else set[str]()
    return tuple(claim for claim in states[i].claims if claim in before)


def invalidated(states: Sequence[State]) -> list[tuple[str, ...]]:
    """Inv_i for every state (method.md section 1, golden A6): in the order in which claims fell.

    Inv_i = (Inv_{i-1} united with the newly invalidated) without C_i; newly invalidated is the state's own list,
    else what it drops.  A claim that the state lists as implied is exempt while it is listed, and no longer.
    """
    standing: dict[str, None] = {}
    result: list[tuple[str, ...]] = []
    for i, state in enumerate(states):
        if state.invalidated is not None:
            standing.update(dict.fromkeys(state.invalidated))
        elif i:
            standing.update(dict.fromkeys(c for c in states[i - 1].claims if c not in state.claims))
        for claim in state.claims:
            standing.pop(claim, None)
        result.append(tuple(claim for claim in standing if claim not in state.implied))
    return result


def newly_invalidated(standing: Sequence[Sequence[str]], i: int) -> tuple[str, ...]:
    """What state i itself invalidates: Inv_i without Inv_{i-1}.  `standing` is Inv for every state."""
    before = set(standing[i - 1]) if i else set[str]()
    return tuple(claim for claim in standing[i] if claim not in before)


def stretch_start(states: Sequence[State], i: int, claim: str) -> int:
    """k: the first state of the unbroken stretch up to i in which the claim is expected."""
    k = i
    while k and claim in states[k - 1].claims:
        k -= 1
    return k
