"""The rules that hold whatever the classifier says: the temporal guard, confidence, disputes, and who vouches."""

from __future__ import annotations

from collections.abc import Sequence, Set

from memassay.memories.reference.records import Action, Dispute, FactRecord, ObservationRecord, Part
from memassay.memories.reference.settings import Guard, Settings
from memassay.memories.reference.stages import Decision


def guarded(
    action: Action, fact: FactRecord, observation: ObservationRecord, guard: Guard, part: Part | None = None
) -> Action:
    """What may be done to a part of a fact (None: all of it) by an observation that is perhaps older.

    `downgrade` is the paper's rule: update and supersede become reinforce.  `enrich` lets an update through, since
    detail that arrives late is still detail, and turns what would replace or dispute the newer statement into
    `none`: what was true before is no reason to doubt what is true now.
    """
    if not held_back(observation, fact, guard, part):
        return action
    if guard == "downgrade":
        return "reinforce" if action in ("update", "supersede") else action
    return "none" if action in ("supersede", "conflict") else action


def held_back(observation: ObservationRecord, fact: FactRecord, guard: Guard, part: Part | None = None) -> bool:
    """Whether the temporal guard keeps an observation from taking a part (None: anything) out of a fact.

    `downgrade` has no eye for parts.
    """
    return guard != "off" and older(observation, fact, part if guard == "enrich" else None)


def older(observation: ObservationRecord, fact: FactRecord, part: Part | None = None) -> bool:
    """Whether an observation is from before a part was last said, or what stands against that part in a dispute.

    Without a part: from before the fact was last changed or confirmed.  What is quoted is older than anything.
    """
    if observation.quoted:
        return True
    if part is None:
        return observation.time < fact.updated
    return any(observation.time < fact.said(one) for one in (part, *rivals(fact, part)))


def start(observation: ObservationRecord, decision: Decision, settings: Settings) -> float:
    """The confidence of a statement that is new: the classifier's, else by the observation's certainty."""
    if decision.confidence is not None:
        return decision.confidence
    by_certainty = {"High": settings.high, "Medium": settings.medium, "Low": settings.low}
    return by_certainty[observation.certainty]


def confidence_after(
    kind: Action,
    fact: FactRecord,
    observation: ObservationRecord,
    decision: Decision,
    settings: Settings,
    mine: Set[str] = frozenset(),
) -> float:
    """A fact's confidence after `kind`, 0 to 1, before any cap by an open dispute.

    A reinforcement adds `step` (the paper's 0.1), and `corroboration` more where the author is new to the fact.  It
    adds nothing where one of `mine`, the observations of the same document, has said so before: a document is one
    witness however often it repeats itself, and none of what it quotes.
    """
    if kind == "supersede":
        return start(observation, decision, settings)
    if kind == "update":
        return fact.confidence if decision.confidence is None else decision.confidence
    if kind == "reinforce":
        if observation.quoted or not mine.isdisjoint(_said_before(fact, decision)):
            return fact.confidence
        new = bool(observation.author) and observation.author not in fact.authors
        gain = settings.step + (settings.corroboration if new and decision.action == "reinforce" else 0.0)
        return min(1.0, round(fact.confidence + gain, 6))
    return fact.confidence


def _said_before(fact: FactRecord, decision: Decision) -> tuple[str, ...]:
    """The observations that said what is said again; for one that says something else, all that the fact has heard."""
    if decision.action != "reinforce":
        return fact.linked
    part = spotted(fact, decision)
    return fact.support if part is None else part.support


def rivals(fact: FactRecord, part: Part) -> tuple[Part, ...]:
    """The parts of a fact that stand against this one in an open dispute."""
    return tuple(other for other in fact.parts if any(dispute.between(part, other) for dispute in fact.disputes))


def vouched(
    fact: FactRecord, observation: ObservationRecord, decision: Decision, guard: Guard, mine: Set[str] = frozenset()
) -> tuple[Part, ...]:
    """The parts after a true reinforcement: the one that was said again has one more observation behind it.

    Where the decision names no part, the whole fact was said again.  A dispute that this ends loses its other side,
    unless that is of the same document, whose observations are `mine`.
    """
    part = spotted(fact, decision)
    if part is None:
        return tuple(one.vouched(observation) for one in fact.parts)
    gone = () if held_back(observation, fact, guard, part) else given_up(fact, part, observation, decision)
    stay = [one for one in fact.parts if one not in gone or not mine.isdisjoint(one.support)]
    return tuple(one.vouched(observation) if one is part else one for one in stay)


def spared(
    fact: FactRecord, observation: ObservationRecord, decision: Decision, guard: Guard, mine: Set[str]
) -> tuple[Part, ...]:
    """The parts that a supersede leaves whatever else it ends: what its own document said, and what is newer.

    The part that the decision names is replaced: whether it may be was asked of the guard.
    """
    named = spotted(fact, decision)
    others = [part for part in fact.parts if part is not named]
    return tuple(
        part
        for part in others
        if not mine.isdisjoint(part.support) or held_back(observation, fact, guard, part if named else None)
    )


def given_up(fact: FactRecord, part: Part, observation: ObservationRecord, decision: Decision) -> tuple[Part, ...]:
    """The sides against a part that a reinforcement of it does away with.

    All where the decision resolves; else those that the observation's author stood on, who concedes by it.
    """
    against = rivals(fact, part)
    return against if decision.resolves else tuple(side for side in against if observation.author in side.authors)


def spotted(fact: FactRecord, decision: Decision) -> Part | None:
    """The part that a decision names, or None where it means the fact as a whole."""
    at = decision.spot.part if decision.spot is not None else None
    return None if at is None else fact.parts[at]


def opened(fact: FactRecord, observation: ObservationRecord, decision: Decision) -> Dispute:
    """The dispute that a conflict opens.

    An observation that stands behind several parts does not tell which of them is disputed, and is left out.
    """
    part = spotted(fact, decision)
    if part is None:
        return Dispute(fact.support, observation.id)
    elsewhere = {one for other in fact.parts if other is not part for one in other.support}
    return Dispute(tuple(one for one in part.support if one not in elsewhere) or part.support, observation.id)


def still_open(disputes: Sequence[Dispute], parts: Sequence[Part]) -> tuple[Dispute, ...]:
    """The disputes of which both sides are still in the statement."""
    said = {one for part in parts for one in part.support}
    return tuple(d for d in disputes if d.against in said and any(one in said for one in d.standing))
