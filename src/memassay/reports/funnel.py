"""At which stage missed claims were lost, counted over a system's finished units (method.md section 6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from memassay.metrics.diagnosis.stages import STAGES, Diagnosis, Stage, diagnose
from memassay.metrics.extrinsic.answers import asked_claims, questions
from memassay.metrics.reading import Reading
from memassay.reports.view import RunView

MEANING: dict[Stage, str] = {
    "unjudged": "the judge gave no valid verdict",
    "document": "no document says it: a fault of the corpus",
    "extraction": "never taken out of the documents",
    "synthesis": "taken out, but in no fact",
    "update": "the change was not carried out",
    "conflict": "the contradiction was not marked",
    "storage": "not stored (the system shows no observations, so no closer)",
    "retention": "was held once, then lost",
    "retrieval": "held, but not retrieved for the question",
    "generation": "retrieved, but not in the answer",
}
AT_THE_END: tuple[Stage, ...] = ("retrieval", "generation")


@dataclass(frozen=True, slots=True)
class Lost:
    """Claims lost at one stage: judged NO and judged PARTIAL apart, and the sub-kinds with their counts."""

    stage: Stage
    no: int
    partial: int
    kinds: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Funnel:
    """One system's misses.

    `expected` counts (state, expected claim), `held` those judged YES; `lost` lists the stages that lost any, in the
    order of the way a claim takes; `compensated` counts misses at the last state that an answer gave all the same.
    At the end, `asked` counts the final claims that a question asks about, `stored` those of them that the last
    store holds, `unanswered` the stages that kept these from the answer.
    """

    system: str
    expected: int
    held: int
    lost: tuple[Lost, ...]
    compensated: int
    asked: int
    stored: int
    unanswered: tuple[Lost, ...]

    @property
    def answered(self) -> int:
        """How many of the final claims that are asked about and stored reach an answer."""
        return self.stored - sum(lost.no for lost in self.unanswered)

    @property
    def missed(self) -> int:
        """How many expected claims were not held."""
        return self.expected - self.held


def funnel(view: RunView, system: str) -> Funnel:
    """The system's misses over all its finished trajectories and runs."""
    return view.once(("funnel", system), lambda: _funnel(view, system))


def _funnel(view: RunView, system: str) -> Funnel:
    readings = [view.reading(unit) for unit in view.finished_units(system)]
    found = [item for reading in readings for item in diagnose(reading)]
    verdicts = [verdict.yes for reading in readings for _, _, verdict in reading.expected()]
    ends = [held for reading in readings for held in _ends(reading)]
    return Funnel(
        system=system,
        expected=len(verdicts),
        held=sum(verdicts),
        lost=tuple(_lost(found, stage) for stage in STAGES if stage not in AT_THE_END and _any(found, stage)),
        compensated=sum(item.compensated for item in found),
        asked=len(ends),
        stored=sum(ends),
        unanswered=tuple(_lost(found, stage) for stage in AT_THE_END if _any(found, stage)),
    )


def _ends(reading: Reading) -> list[bool]:
    if not questions(reading):
        return []
    return [reading.verdicts[-1][claim].yes for claim in asked_claims(reading)]


def _any(found: list[Diagnosis], stage: Stage) -> bool:
    return any(item.stage == stage for item in found)


def _lost(found: list[Diagnosis], stage: Stage) -> Lost:
    here = [item for item in found if item.stage == stage]
    kinds = Counter(item.kind for item in here if item.kind)
    partial = sum(item.partial for item in here)
    return Lost(stage, len(here) - partial, partial, tuple(sorted(kinds.items())))
