"""The judge stage of a unit: every question of every wave to every judge, each asked once and filed at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memassay.judges.protocol import Judge, Request
from memassay.runs.asks import WAVES, Ask, View
from memassay.runs.plan import Built
from memassay.runs.record import UnitRecord
from memassay.runs.similarity import Similarity
from memassay.store import Journal, UnitKey
from memassay.types import Verdict

BATCH = 256
"""How many questions are judged between two writes to the store."""


class JudgeStage:
    """Asks a panel.  Identical questions (judge, prompt, hypothesis, premises) are asked once in a run."""

    def __init__(self, journal: Journal, built: Built) -> None:
        """The panel is `built.judges`."""
        self.journal, self.built = journal, built
        self.similarity = Similarity(built.embedder)
        self._memo: dict[tuple[str, Request], Verdict] = {}

    async def run(self, unit: UnitKey) -> None:
        """Ask what is still unanswered of the unit.  Raises JudgeFailure where a judge cannot be reached."""
        record = UnitRecord(self.journal, unit, [card.name for card in self.built.cards])
        view = View(record, self.similarity, self.built.identity)
        for wave in WAVES:
            asks = {ask.key: ask for ask in wave(view)}
            for judge in self.built.judges:
                await self._ask(unit, record, judge, asks.values())
        self.journal.advance(unit, "judged")

    async def _ask(self, unit: UnitKey, record: UnitRecord, judge: Judge, asks: Iterable[Ask]) -> None:
        name = judge.card().name
        open_asks = [ask for ask in asks if not record.known(name, ask.key)]
        for start in range(0, len(open_asks), BATCH):
            batch = open_asks[start : start + BATCH]
            verdicts = await self._answers(judge, name, [ask.request for ask in batch])
            filed = {ask.key: verdict for ask, verdict in zip(batch, verdicts, strict=True)}
            self.journal.judged(unit, filed)
            record.add(name, filed)

    async def _answers(self, judge: Judge, name: str, requests: Sequence[Request]) -> list[Verdict]:
        new = list(dict.fromkeys(request for request in requests if (name, request) not in self._memo))
        for request, verdict in zip(new, await judge.judge(new) if new else [], strict=True):
            self._memo[name, request] = replace(verdict, judge=name)
        return [self._memo[name, request] for request in requests]
