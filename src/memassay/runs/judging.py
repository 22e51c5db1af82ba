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
from memassay.types import YES, Fact, Verdict, fold

BATCH = 256
"""How many questions are judged between two writes to the store."""


class JudgeStage:
    """Asks a panel.  Identical questions (judge, prompt, hypothesis, premises) are asked once in a run.

    A hypothesis that stands among its premises word for word is entailed without asking.
    """

    def __init__(self, journal: Journal, built: Built) -> None:
        """The panel is `built.judges`."""
        self.journal, self.built = journal, built
        self.similarity = Similarity(built.embedder)
        self._memo: dict[tuple[str, str, Fact, int], Verdict] = {}
        self._premises: dict[tuple[Fact, ...], int] = {}
        self._numbers: dict[int, tuple[tuple[Fact, ...], int]] = {}
        self._wordings: dict[int, dict[str, str]] = {}

    async def run(self, unit: UnitKey) -> None:
        """Ask what is still unanswered of the unit.  Raises JudgeFailure where a judge cannot be reached."""
        record = UnitRecord(self.journal, unit, [card.name for card in self.built.cards])
        view = View(record, self.similarity, identity=self.built.identity)
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
        keys = [(name, request.prompt, request.hypothesis, self._number(request.premises)) for request in requests]
        new = {key: request for key, request in zip(keys, requests, strict=True) if key not in self._memo}
        for key, request in list(new.items()):
            same = self._word_for_word(request, key[-1])
            if same is not None:
                self._memo[key] = Verdict(YES, same, name)
                del new[key]
        given = await judge.judge(list(new.values())) if new else []
        for key, verdict in zip(new, given, strict=True):
            self._memo[key] = replace(verdict, judge=name)
        return [self._memo[key] for key in keys]

    def _word_for_word(self, request: Request, number: int) -> str | None:
        """The premise that is the hypothesis word for word, which no judge need be asked about."""
        if self.built.identity or request.prompt != "entail":
            return None
        if number not in self._wordings:
            self._wordings[number] = {fold(premise.statement): premise.id for premise in reversed(request.premises)}
        return self._wordings[number].get(fold(request.hypothesis.statement))

    def _number(self, premises: tuple[Fact, ...]) -> int:
        """One number for equal premises.  A whole store is hashed once an object, not once a question."""
        known = self._numbers.get(id(premises))
        if known is None or known[0] is not premises:
            known = premises, self._premises.setdefault(premises, len(self._premises))
            self._numbers[id(premises)] = known
        return known[1]
