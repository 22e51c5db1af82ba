"""The lint rule that needs a judge, with a judge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from memassay.judges.protocol import JudgeCard, Request
from memassay.runs.leakage import inferable
from memassay.types import NO, YES, Document, Verdict


class Literal:
    """Entails what a premise says word for word."""

    def card(self) -> JudgeCard:
        return JudgeCard("literal", "1", "pair", "of a test")

    async def judge(self, requests: Sequence[Request]) -> list[Verdict]:
        return [
            Verdict(YES if any(r.hypothesis.statement in p.statement for p in r.premises) else NO) for r in requests
        ]


def test_each_pair_of_document_and_claim_is_answered_in_order() -> None:
    early = Document("d1", datetime(2025, 1, 1, tzinfo=UTC), "Ann", "", "email", "The pump is red. It will be painted.")
    late = Document("d2", datetime(2025, 2, 1, tzinfo=UTC), "Ann", "", "email", "The pump is blue now.")
    pairs = [(early, "The pump is red"), (early, "The pump is blue"), (late, "The pump is blue")]
    assert inferable(Literal())(pairs) == [True, False, True]
