"""The offline synthesizer: puts sentences together, takes out what is replaced, and drops what is said better."""

from __future__ import annotations

from memassay.memories.reference.apart import apart
from memassay.memories.reference.classification import ALL, SURE
from memassay.memories.reference.records import FactRecord, ObservationRecord, Part
from memassay.memories.reference.rules import older, rivals, spotted
from memassay.memories.reference.stages import Decision
from memassay.memories.reference.wording import bare
from memassay.models.entailment.contrast import contrast
from memassay.models.protocol import EntailmentModel


class JoiningSynthesizer:
    """Puts the observation behind what is there; a `supersede` takes out what it replaces.

    What is replaced is the decision's part with every other side of its dispute, and whatever else of the same fact
    the decision ends; without a part, the whole fact.
    """

    async def synthesize(
        self, fact: FactRecord, observation: ObservationRecord, decision: Decision
    ) -> tuple[Part, ...]:
        """See `stages.Synthesizer`."""
        if decision.action != "supersede":
            return (*fact.parts, Part.of(observation))
        part = spotted(fact, decision)
        if part is None:
            return (Part.of(observation),)
        ended = {spot.part for spot in decision.ends if spot.fact_id == fact.id}
        gone = {part, *rivals(fact, part), *(one for i, one in enumerate(fact.parts) if i in ended)}
        at = fact.parts.index(part)
        before = tuple(one for one in fact.parts[:at] if one not in gone)
        return (*before, Part.of(observation), *(one for one in fact.parts[at:] if one not in gone))


class MergingSynthesizer:
    """As `JoiningSynthesizer`, and an update that says all that its part says, and more, takes that part's place."""

    def __init__(self, model: EntailmentModel) -> None:
        """`model` says whether the observation entails the part."""
        self._model, self._joining = model, JoiningSynthesizer()

    async def synthesize(
        self, fact: FactRecord, observation: ObservationRecord, decision: Decision
    ) -> tuple[Part, ...]:
        """See `stages.Synthesizer`."""
        part = spotted(fact, decision)
        if decision.action != "update" or part is None or older(observation, fact, part):
            return await self._joining.synthesize(fact, observation, decision)
        if not self._says_all(bare(part.text, part.authors), observation.what):
            return await self._joining.synthesize(fact, observation, decision)
        told = part.vouched(observation)
        better = Part(observation.statement, told.support, told.authors)
        return tuple(better if one is part else one for one in fact.parts)

    def _says_all(self, old: str, new: str) -> bool:
        found = contrast(old, new)
        if found.clash or found.turned or apart(old, new, clash=False):
            return False
        return found.old_covered >= ALL or self._model.classify([(new, old)])[0].probabilities["entail"] >= SURE
