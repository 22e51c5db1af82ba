"""The rules that hold whatever the classifier says: the temporal guard, confidence, disputes, and who vouches."""

from __future__ import annotations

from collections.abc import Sequence

from memassay.memories.reference.records import Action, Dispute, FactRecord, ObservationRecord, Part
from memassay.memories.reference.settings import Guard, Settings
from memassay.memories.reference.stages import Decision


def guarded(action: Action, fact: FactRecord, observation: ObservationRecord, guard: Guard) -> Action:
    """What may be done to a fact by an observation that is perhaps older than the fact's last update.

    `downgrade` is the paper's rule: update and supersede become reinforce.  `enrich` lets an update through, since
    detail that arrives late is still detail, and turns what would replace or dispute the newer statement into
    `none`: what was true before is no reason to doubt what is true now.
    """
    if not held_back(observation, fact, guard):
        return action
    if guard == "downgrade":
        return "reinforce" if action in ("update", "supersede") else action
    return "none" if action in ("supersede", "conflict") else action


def held_back(observation: ObservationRecord, fact: FactRecord, guard: Guard) -> bool:
    """Whether the temporal guard keeps an observation from taking anything out of a fact: a dispute's side, too."""
    return guard != "off" and older(observation, fact)


def older(observation: ObservationRecord, fact: FactRecord) -> bool:
    """Whether the observation is from before the fact was last changed or confirmed."""
    return observation.time < fact.updated


def start(observation: ObservationRecord, decision: Decision, settings: Settings) -> float:
    """The confidence of a statement that is new: the classifier's, else by the observation's certainty."""
    if decision.confidence is not None:
        return decision.confidence
    by_certainty = {"High": settings.high, "Medium": settings.medium, "Low": settings.low}
    return by_certainty[observation.certainty]


def confidence_after(
    kind: Action, fact: FactRecord, observation: ObservationRecord, decision: Decision, settings: Settings
) -> float:
    """A fact's confidence after `kind`, 0 to 1, before any cap by an open dispute.

    A reinforcement adds `step` (the paper's 0.1), and `corroboration` more where the author is new to the fact.
    """
    if kind == "supersede":
        return start(observation, decision, settings)
    if kind == "update":
        return fact.confidence if decision.confidence is None else decision.confidence
    if kind == "reinforce":
        new = bool(observation.author) and observation.author not in fact.authors
        gain = settings.step + (settings.corroboration if new and decision.action == "reinforce" else 0.0)
        return min(1.0, round(fact.confidence + gain, 6))
    return fact.confidence


def rivals(fact: FactRecord, part: Part) -> tuple[Part, ...]:
    """The parts of a fact that stand against this one in an open dispute."""
    return tuple(other for other in fact.parts if any(dispute.between(part, other) for dispute in fact.disputes))


def vouched(fact: FactRecord, observation: ObservationRecord, decision: Decision, guard: Guard) -> tuple[Part, ...]:
    """The parts after a true reinforcement: the one that was said again has one more observation behind it.

    Where the decision names no part, the whole fact was said again.  A dispute that this ends loses its other side.
    """
    part = spotted(fact, decision)
    if part is None:
        return tuple(one.vouched(observation) for one in fact.parts)
    gone = () if held_back(observation, fact, guard) else given_up(fact, part, observation, decision)
    return tuple(one.vouched(observation) if one is part else one for one in fact.parts if one not in gone)


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
