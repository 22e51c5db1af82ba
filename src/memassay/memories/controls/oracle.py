"""Control `oracle`: holds at every state exactly what a memory should hold, one fact for each gold group.

A fact changes only where the state changes its group, so that the diff and the log give the state's action and
nothing beside it.  A state without groups is one group.  Confidence alone is freer: at `reinforce`, and wherever
it falls (which is no operation: method.md section 3), every fact takes the state's, so that the store as a whole
has the expected confidence; a rise at another state stays with the facts that the state touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memassay.memories.controls.gold import Control, Moment, control_factory, distinct
from memassay.types import YES, Fact, State, fold

Groups = list[tuple[str, ...]]


def hold(moment: Moment) -> Sequence[Fact]:
    """The store after the moment's document."""
    return advance(moment, gold_groups(moment))


def gold_groups(moment: Moment) -> Groups:
    """The claims of C_i that the control can hear, as the groups that should be one fact each.

    All in one group where the state lists none; a claim that is in no listed group is a group of its own.
    """
    state = _state(moment)
    everything = range(len(state.claims))
    listed = [tuple(everything)] if state.groups is None else [*state.groups, *((p,) for p in everything)]
    groups: Groups = []
    placed: set[str] = set()
    for positions in listed:
        claims = distinct(state.claims[p] for p in positions)
        group = tuple(claim for claim in claims if claim not in placed and moment.hears(claim))
        placed.update(group)
        if group:
            groups.append(group)
    return groups


def advance(moment: Moment, groups: Groups) -> list[Fact]:
    """The store in which each group is one fact: the former fact it overlaps most, else a new one."""
    drafts = _drafts(moment, groups)
    touched = _touched(moment, drafts)
    gone = [fact.id for fact in moment.facts if all(draft.former is not fact for draft in drafts)]
    grouped = {claim for group in groups for claim in group}
    store: list[Fact] = []
    for i, draft in enumerate(drafts):
        if draft.former is None:
            fact = replace(moment.stating((), moment.new_id()), supersedes=tuple(gone))
            gone = []
        else:
            fact = _at_rest(moment, draft.former)
        fact = replace(fact, statement=draft.statement, stated=draft.stated)
        fact = _confirmed(moment, fact, draft, grouped) if i in touched else fact
        store.append(replace(fact, authors=_authors(moment, draft, touched=i in touched)))
    return store


@dataclass(frozen=True, slots=True)
class _Draft:
    """A group on its way to being a fact: claims (former order first), dropped ones still implied, the former fact."""

    claims: tuple[str, ...]
    implied: tuple[str, ...]
    former: Fact | None

    @property
    def statement(self) -> str:
        return "; ".join(self.claims)

    @property
    def stated(self) -> tuple[tuple[str, float], ...]:
        return tuple((claim, YES) for claim in (*self.claims, *self.implied))

    @property
    def changed(self) -> bool:
        return self.former is None or self.former.statement != self.statement


def _drafts(moment: Moment, groups: Groups) -> list[_Draft]:
    implied = distinct(_state(moment).implied)
    current = {claim for group in groups for claim in group}
    former = _match(moment, groups)
    drafts: list[_Draft] = []
    for i, group in enumerate(groups):
        held = [claim for claim, _ in former[i].stated] if i in former else []
        claims = distinct([*(c for c in held if c in group), *group])
        drafts.append(_Draft(claims, tuple(c for c in held if c in implied and c not in current), former.get(i)))
    return drafts


def _match(moment: Moment, groups: Groups) -> dict[int, Fact]:
    """Group position to the former fact it continues: most claims in common first, each fact once."""
    single = _state(moment).groups is None
    common = {
        (i, j): len(set(group) & {claim for claim, _ in fact.stated})
        for i, group in enumerate(groups)
        for j, fact in enumerate(moment.facts)
    }
    matched: dict[int, Fact] = {}
    taken: set[int] = set()
    for i, j in sorted(common, key=lambda pair: (-common[pair], pair)):
        if (common[i, j] or single) and i not in matched and j not in taken:
            matched[i] = moment.facts[j]
            taken.add(j)
    return matched


def _touched(moment: Moment, drafts: Sequence[_Draft]) -> set[int]:
    """The groups the state is about: those it changes; at `reinforce` those its document restates.

    A state that changes nothing and whose document restates nothing (its D_i lies outside C_i) is about all
    groups where it can only confirm or dispute, else about none.
    """
    state = _state(moment)
    changed = {i for i, draft in enumerate(drafts) if draft.changed}
    if changed and state.action != "reinforce":
        return changed
    restated = {i for i, draft in enumerate(drafts) if set(draft.claims) & set(moment.said)}
    if changed or restated:
        return changed | restated
    outside = not set(distinct(state.doc_claims)) & set(distinct(state.claims))
    return set(range(len(drafts))) if outside and state.action in ("reinforce", "conflict") else set()


def _at_rest(moment: Moment, fact: Fact) -> Fact:
    expected = _state(moment).confidence
    falls = fact.confidence is not None and expected < fact.confidence
    return replace(fact, confidence=expected) if falls or _state(moment).action == "reinforce" else fact


def _confirmed(moment: Moment, fact: Fact, draft: _Draft, grouped: set[str]) -> Fact:
    """The fact with this document behind it: its date, its observations of the group or of no group, its dispute."""
    state = _state(moment)
    support = [o.id for o in moment.taught if o.statement in draft.claims or o.statement not in grouped]
    disputed = {"conflict": fact.disputed + 1, "supersede": 0}.get(state.action, fact.disputed)
    return replace(
        fact,
        confidence=state.confidence,
        updated=moment.document.timestamp,
        support=(*fact.support, *support),
        disputed=disputed,
    )


def _authors(moment: Moment, draft: _Draft, *, touched: bool) -> tuple[str, ...]:
    """The names the state expects for any of the claims, else whoever stated one so far."""
    listed = _listed_authors(_state(moment), draft.claims)
    if listed:
        return listed
    if draft.former is not None and not touched:
        return draft.former.authors
    said = (o.author for o in moment.observed if o.author and o.statement in draft.claims)
    return tuple(dict.fromkeys(said))


def _listed_authors(state: State, claims: Iterable[str]) -> tuple[str, ...]:
    positions = [p for p, claim in enumerate(state.claims) if fold(claim) in claims]
    return tuple(dict.fromkeys(name for p in positions for name in state.expected_authors.get(p, ())))


def _state(moment: Moment) -> State:
    assert moment.state is not None, "a rule that keeps no noise is asked about states only"
    return moment.state


FACTORY = control_factory("oracle", "control: holds exactly what a memory should hold", Control(hold))
