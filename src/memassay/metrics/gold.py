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


def newly_invalidated(states: Sequence[State], i: int) -> tuple[str, ...]:
    """The state's own list, else the claims it drops; without those that C_i holds or still entails."""
    state = states[i]
    if state.invalidated is not None:
        listed = state.invalidated
    else:
        now = set(state.claims)
        listed = tuple(c for c in states[i - 1].claims if c not in now) if i else ()
    exempt = {*state.claims, *state.implied}
    return tuple(claim for claim in listed if claim not in exempt)


def invalidated(states: Sequence[State]) -> list[tuple[str, ...]]:
    """Inv_i for every state (method.md section 1, golden A6): in the order in which claims fell.

    Inv_i = (Inv_{i-1} united with the newly invalidated) without C_i.  A dropped claim that the state lists as
    implied is exempt while it is listed, and no longer.
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


def stretch_start(states: Sequence[State], i: int, claim: str) -> int:
    """k: the first state of the unbroken stretch up to i in which the claim is expected."""
    k = i
    while k and claim in states[k - 1].claims:
        k -= 1
    return k
