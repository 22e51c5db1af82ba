"""What the questions see: graded answers, and per claim what was retrieved and said (method.md section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from memassay.metrics.metric import Detail, Metric, absent, average, share
from memassay.metrics.reading import Reading
from memassay.types import YES, QuestionEvidence, Score

_NOT_ASKED = "no question was asked"
_NO_RETRIEVAL = "what was retrieved is not in the evidence"
_NO_WORDS = "how much was handed over is not in the evidence"


def questions(reading: Reading) -> Sequence[QuestionEvidence]:
    """The unit's questions; none where nothing was asked."""
    return reading.evidence.questions or ()


def asked_claims(reading: Reading) -> tuple[str, ...]:
    """Claims of the last state that some question asks about; all of them where the questions do not say."""
    final = reading.states[-1].claims
    if any(question.expected is None for question in questions(reading)):
        return final
    asked = {claim for question in questions(reading) for claim in question.expected or ()}
    return tuple(claim for claim in final if claim in asked)


def best_in_answers(reading: Reading, claim: str) -> float:
    """The claim's best score over the answers."""
    return max((question.claims_answer.get(claim, 0.0) for question in questions(reading)), default=0.0)


def in_answer(reading: Reading, claim: str) -> bool:
    """Whether some answer says the claim."""
    return best_in_answers(reading, claim) == YES


def in_retrieved(reading: Reading, claim: str) -> bool:
    """Whether, for some question, the claim's supporting fact was retrieved or the retrieved facts hold the claim."""
    verdict = reading.verdicts[-1].get(claim)
    support = verdict.fact_id if verdict is not None and verdict.supported else None
    return any(
        question.claims_retrieved.get(claim) == YES or (support is not None and support in (question.retrieved or ()))
        for question in questions(reading)
    )


def extrinsic(reading: Reading) -> Score:
    """E: mean graded score over questions."""
    values = [question.score for question in questions(reading) if question.score is not None]
    return average("ext.extrinsic", values, _NOT_ASKED)


def extrinsic_strict(reading: Reading) -> Score:
    """E with PARTIAL counted 0."""
    values = [float(question.score == YES) for question in questions(reading) if question.score is not None]
    return average("ext.extrinsic_strict", values, _NOT_ASKED)


def extrinsic_by_claim(reading: Reading) -> Score:
    """Mean over the claims asked about of their best score in the answers."""
    if not questions(reading):
        return absent("ext.extrinsic_by_claim", "undefined", _NOT_ASKED)
    values = [best_in_answers(reading, claim) for claim in asked_claims(reading)]
    return average("ext.extrinsic_by_claim", values, "no final claim is asked about")


def whole_store_rate(reading: Reading) -> Score:
    """Share of questions at which k covers the whole store, so that retrieval cannot fail: there C2 is blind."""
    sizes = [
        (len(question.retrieved), question.store_size)
        for question in questions(reading)
        if question.retrieved is not None and question.store_size is not None
    ]
    if not sizes:
        return absent("ext.whole_store_rate", "not observable", _NO_RETRIEVAL)
    return share("ext.whole_store_rate", [got >= size for got, size in sizes], _NOT_ASKED)


def answer_words(reading: Reading) -> Score:
    """Mean words handed to the answerer for a question."""
    values = [float(question.words) for question in questions(reading) if question.words is not None]
    if not values:
        return absent("ext.answer_words", "not observable", _NO_WORDS)
    return average("ext.answer_words", values, _NOT_ASKED)


def _retrieved(reading: Reading) -> dict[str, bool] | None:
    if not questions(reading) or not reading.observable.retrieval:
        return None
    return {claim: in_retrieved(reading, claim) for claim in reading.states[-1].claims}


def _answered(reading: Reading) -> dict[str, bool] | None:
    if not questions(reading):
        return None
    return {claim: in_answer(reading, claim) for claim in reading.states[-1].claims}


METRICS = (
    Metric(
        "ext.extrinsic",
        extrinsic,
        "the extrinsic score E: mean graded answer over questions",
        section="4",
        no_value=_NOT_ASKED,
    ),
    Metric(
        "ext.extrinsic_strict",
        extrinsic_strict,
        "the extrinsic score with PARTIAL counted 0",
        section="4",
        no_value=_NOT_ASKED,
    ),
    Metric(
        "ext.extrinsic_by_claim",
        extrinsic_by_claim,
        "mean over the final claims asked about of their best score in the answers",
        section="4",
        no_value=f"{_NOT_ASKED}, or none asks about a final claim",
    ),
    Metric(
        "ext.whole_store_rate",
        whole_store_rate,
        "share of questions for which the whole store was retrieved",
        "neither",
        section="4",
        no_value=_NO_RETRIEVAL,
    ),
    Metric(
        "ext.answer_words",
        answer_words,
        "mean over questions of the words handed to the answerer",
        "lower",
        section="5b",
        no_value=_NO_WORDS,
    ),
)
DETAILS = (
    Detail(
        "ext.in_retrieved",
        _retrieved,
        "whether each final claim was retrieved",
        section="4",
        no_value=f"{_NOT_ASKED}, or retrieval cannot be seen",
    ),
    Detail("ext.in_answer", _answered, "whether some answer says each final claim", section="4", no_value=_NOT_ASKED),
)
