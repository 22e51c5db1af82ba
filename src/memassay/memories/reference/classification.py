"""The offline classifier: an entailment model and rules on words, figures, dates and cues."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from memassay.memories.reference.apart import apart
from memassay.memories.reference.details import of_oneself
from memassay.memories.reference.records import FactRecord, ObservationRecord, Part
from memassay.memories.reference.rules import older
from memassay.memories.reference.stages import Candidate, Decision, Spot
from memassay.memories.reference.wording import bare
from memassay.models.entailment.contrast import Contrast, contrast
from memassay.models.protocol import Entailment, EntailmentModel
from memassay.models.text import sentences

_I = re.compile(r"\bI\b")

Relation = Literal["same", "replaces", "extends", "other"]

FRAME = 0.6
"""Share of each sentence's content words that the other has, from which both fill one frame."""
TOPIC = 0.5
"""Share of the older sentence's content words that the newer one has, from which it says more of the same."""
FEWEST = 2
"""Content words in common without which two sentences have nothing to do with each other."""
CLASH = 1 / 3
"""Share of each sentence's content words that the other has, from which two near sentences with figures or dates that
exclude each other speak of one value."""
ALL = 0.95
"""Share from which a sentence has all of the other's content words."""
SURE, COVERED = 0.8, 0.65
"""An entailment counts where the model is this sure, or where this share of the new sentence's words is in the old."""
NEAR = 0.6
"""Cosine of observation and fact from which the entailment model is asked, and from which detail belongs to a fact."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One part of one candidate, and how the observation stands to it."""

    fact: FactRecord
    part: int
    relation: Relation
    found: Contrast

    @property
    def spot(self) -> Spot:
        """Where it is."""
        return Spot(self.fact.id, self.part)

    @property
    def closeness(self) -> float:
        """How much the two sentences have in common, 0 to 1."""
        return min(self.found.old_covered, self.found.new_covered)


class EntailmentClassifier:
    """Decides by the relation of the observation to each part of each candidate.

    A transient observation does nothing.  What a part says already is `reinforce`.  Another value in the same frame
    is `supersede` where the sentence tells of a change, gives the old value up, comes from an author of the old one
    or is older than the part (the temporal guard then has its say); else two authors state two values: `conflict`.
    More about the same subject is `update`.  Anything else is `create`.  A document never replaces or disputes what
    it said itself.
    """

    def __init__(self, model: EntailmentModel) -> None:
        """`model` says whether a part entails the observation."""
        self._model = model

    async def classify(self, observation: ObservationRecord, candidates: Sequence[Candidate]) -> Decision:
        """See `stages.Classifier`."""
        if observation.transient:
            return Decision("none", reason="nothing to remember")
        hits = sorted(self._hits(observation, candidates), key=lambda hit: -hit.closeness)
        same = _first(hits, "same")
        if same is not None:
            return Decision("reinforce", same.spot, reason="a part says so already")
        other = _first(hits, "replaces")
        if other is not None:
            return _replacing(observation, other, hits)
        more = _first(hits, "extends")
        if more is not None:
            return Decision("update", more.spot, reason="more about the same subject")
        return Decision("create", reason="nothing near says anything of it")

    def _hits(self, observation: ObservationRecord, candidates: Sequence[Candidate]) -> Iterator[Hit]:
        places = [(one, part) for one in candidates for part in range(len(one.fact.parts))]
        said = self._said(observation, places)
        for candidate, part in places:
            there = candidate.fact.parts[part]
            old, found = _nearest(bare(there.text, there.authors), observation.what)
            relation = related(found, said.get((candidate.fact.id, part)), candidate.cosine)
            if _confusable(relation, found) and apart(
                old, observation.what, clash=found.clash, in_step=relation != "replaces"
            ):
                relation = "other"
            own = part in candidate.own
            if (own and relation == "replaces") or _of_two_people(there, observation):
                relation = "other"
            yield Hit(candidate.fact, part, relation, found)

    def _said(
        self, observation: ObservationRecord, places: Sequence[tuple[Candidate, int]]
    ) -> dict[tuple[str, int], Entailment]:
        """What the model says of each part that is near enough to be asked about."""
        near = [(one.fact, part) for one, part in places if one.cosine >= NEAR]
        parts = [fact.parts[part] for fact, part in near]
        pairs = [(bare(part.text, part.authors), observation.what) for part in parts]
        return {(fact.id, part): one for (fact, part), one in zip(near, self._model.classify(pairs), strict=True)}


def related(found: Contrast, said: Entailment | None, cosine: float) -> Relation:
    """How a new sentence stands to an older one: their words, what the model said of (older, newer), their cosine."""
    if found.siblings or found.shared < FEWEST:
        return "other"
    if _same(found, said):
        return "same"
    topic = found.old_covered >= TOPIC
    told = found.gives_up or (found.announces and (found.clash or found.turned))
    clash = found.clash and min(found.old_covered, found.new_covered) >= CLASH and cosine >= NEAR and not found.adds
    if clash or (topic and told) or (_one_frame(found) and _another(found)):
        return "replaces"
    return "extends" if topic and cosine >= NEAR else "other"


def _nearest(old: str, new: str) -> tuple[str, Contrast]:
    """That sentence of an older text, or all of it, which the new one has most of, and the contrast with it."""
    texts = [old, *sentences(old)] if old.count(" ") > 1 else [old]
    pairs = [(text, contrast(text, new)) for text in dict.fromkeys(texts)]
    return max(pairs, key=lambda pair: pair[1].old_covered * pair[1].shared)


def _confusable(relation: Relation, found: Contrast) -> bool:
    """Whether two things may be taken for one: but for few words the sentences are alike, or the old one would go."""
    return not found.gives_up and (relation == "replaces" or _one_frame(found))


def _one_frame(found: Contrast) -> bool:
    return found.old_covered >= FRAME and found.new_covered >= FRAME


def _same(found: Contrast, said: Entailment | None) -> bool:
    if found.clash or found.turned or found.announces:
        return False
    if found.new_covered >= ALL or (found.old_covered >= ALL and found.new_covered >= FRAME and not found.detail):
        return True
    if said is None or said.label != "entail":
        return False
    return said.probabilities["entail"] >= SURE or found.new_covered >= COVERED


def _another(found: Contrast) -> bool:
    """Whether two sentences of one frame differ in a value, rather than the new one adding another of its kind."""
    return not found.adds and (found.clash or found.turned or found.swapped or found.announces)


def _replacing(observation: ObservationRecord, hit: Hit, hits: Sequence[Hit]) -> Decision:
    part = hit.fact.parts[hit.part]
    tells = hit.found.announces or hit.found.gives_up
    if tells or _one_author(part, observation) or older(observation, hit.fact, part):
        ends = tuple(other.spot for other in hits if other.relation == "replaces" and other.spot != hit.spot)
        return Decision("supersede", hit.spot, ends, reason="another value, and a sign that it has changed")
    return Decision("conflict", hit.spot, reason="another author states another value")


def _of_two_people(part: Part, observation: ObservationRecord) -> bool:
    """Whether one of the two speaks of itself ("I like ...") and the other of somebody else."""
    if not _one_author(part, observation):
        return of_oneself(part.text) or of_oneself(observation.what)
    return bool(_I.search(part.text)) != bool(_I.search(observation.what))


def _one_author(part: Part, observation: ObservationRecord) -> bool:
    """Whether an author of the part speaks; where nobody is named on either side, nothing tells two apart."""
    return observation.author in part.authors if observation.author else not part.authors


def _first(hits: Sequence[Hit], relation: Relation) -> Hit | None:
    return next((hit for hit in hits if hit.relation == relation), None)
