"""The small values of an evidence file: scores, verdicts, times, claims; each error says what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from memassay.types import Panel, Verdict, fold


def _grade(value: Any, verb: str = "be") -> float | None:
    if isinstance(value, str) and value == "invalid":
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in (0, 0.5, 1):
        raise ValueError(f'must {verb} a score: 0, 0.5, 1 or "invalid"')
    return float(value)


def _counted_grade(value: Any) -> float:
    """An invalid reply is a NO in the denominator (method.md section 2)."""
    return _grade(value) or 0.0


def _question_score(value: Any) -> float | None:
    return None if value is None else _counted_grade(value)


def _verdict(value: Any) -> Verdict:
    if not isinstance(value, list) or len(value) != 2 or not (value[1] is None or isinstance(value[1], str)):
        raise ValueError("must be [score, fact id or null], or a list of those, one for each judge")
    return Verdict(_grade(value[0], "hold"), value[1])


def _panel(value: Any) -> Panel:
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        return tuple(_verdict(item) for item in value)
    return (_verdict(value),)


def _current(value: Any) -> Panel:
    return _panel(value) if isinstance(value, list) else (Verdict(_grade(value)),)


def _claims(value: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(claim, str) and claim.strip() for claim in value):
        raise ValueError("must be a list of claims, none of them empty")
    return [fold(claim) for claim in value]


def _unique_claims(value: Any) -> Any:
    return list(dict.fromkeys(_claims(value)))


def _folded_keys(value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise ValueError("must be a mapping keyed by claim")  # noqa: TRY004 - pydantic reports ValueError only
    folded = {fold(claim): item for claim, item in value.items()}
    if len(folded) < len(value):
        raise ValueError("must be keyed by claims that differ once white space is folded")
    return folded


def _entailment(value: Any) -> Any:
    if not (isinstance(value, list) and len(value) == 3 and all(isinstance(text, str) for text in value[:2])):
        raise ValueError("must be [premise, hypothesis, score]")
    return fold(value[0]), fold(value[1]), _grade(value[2], "hold") or 0.0


def _succession(value: Any) -> Any:
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(name, str) for name in value)):
        raise ValueError("must be [new fact id, retired fact id]")
    return tuple(value)


def _names(value: Any) -> Any:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("must be a fact id or a list of fact ids")
    return names


def _run(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError("must be text or a whole number")  # noqa: TRY004 - pydantic reports ValueError only
    return str(value)


def _count(value: Any) -> int:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not whole or value < 0:
        raise ValueError("must be a whole number from 0 on")
    return int(value)


ClaimsAsListed = Annotated[tuple[str, ...], BeforeValidator(_claims)]
Claims = Annotated[tuple[str, ...], BeforeValidator(_unique_claims)]
PanelField = Annotated[Any, BeforeValidator(_panel)]
CurrentField = Annotated[Any, BeforeValidator(_current)]
Grade = Annotated[float, BeforeValidator(_counted_grade)]
QuestionScore = Annotated[float | None, BeforeValidator(_question_score)]
Entailment = Annotated[tuple[str, str, float], BeforeValidator(_entailment)]
Succession = Annotated[tuple[str, str], BeforeValidator(_succession)]
FactIds = Annotated[tuple[str, ...], BeforeValidator(_names)]
RunName = Annotated[str, BeforeValidator(_run)]
ByClaim = BeforeValidator(_folded_keys)
Share = Annotated[float, Field(ge=0, le=1, strict=True)]
Count = Annotated[int, BeforeValidator(_count)]
