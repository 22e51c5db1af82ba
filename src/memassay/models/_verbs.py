"""Where one clause ends and the next begins, told from a list of common verbs: a statement is cut only where sure."""

from __future__ import annotations

import re

from memassay.models._words import plain, words_of

Cut = tuple[int, int, bool]
"""Where the left clause ends, where the right one starts, and whether the right one shares the left one's subject."""

_JOINER = re.compile(
    r"[;]|(?:,\s*)?\b(?:and|but|while|whereas|although|though|so|yet)\b(?!\s+(?:that|far|as)\b)", re.IGNORECASE
)
_LIMB = re.compile(r"[;,]|\b(?:and|but|while|whereas)\b")
_TOKEN = re.compile(r"[\w’'.-]*\w")


def _past(stem: str) -> str:
    if stem.endswith("e"):
        return f"{stem}d"
    if stem.endswith("y") and stem[-2] not in "aeou":
        return f"{stem[:-1]}ied"
    return f"{stem}ed"


def _third(stem: str) -> str:
    if stem.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{stem}es"
    if stem.endswith("y") and stem[-2] not in "aeou":
        return f"{stem[:-1]}ies"
    return f"{stem}s"


_AUXILIARY, _IRREGULAR, _VERBS = words_of("auxiliary"), words_of("irregular_past"), words_of("verbs")
_LEADS, _ADVERBS, _SUBORDINATE = words_of("subject_leads"), words_of("adverbs"), words_of("subordinators")
_NOUNISH = words_of("often_nouns")
_BASE = _VERBS - _IRREGULAR
_PAST = (frozenset(map(_past, _VERBS)) | words_of("doubled_past") | _IRREGULAR) - words_of("not_verbs")
_FORMS = _PAST | frozenset(map(_third, _VERBS))


def subject_end(statement: str, start: int, end: int, following: str = "") -> int:
    """Where the subject of the clause `statement[start:end]` ends: before its first finite verb, or at `start`.

    An auxiliary before a participle is kept with the subject where the clause `following` starts with a participle.
    """
    tokens = list(_TOKEN.finditer(statement, start, end))
    said = [plain(token.group()) for token in tokens]
    at = _verb_at(said)
    if not at:
        return start
    after = [plain(word) for word in _TOKEN.findall(following)]
    if said[at] in _AUXILIARY and _participle(said[at + 1 : at + 2]) and _participle(after):
        return tokens[at].end()
    while at and said[at - 1] in _ADVERBS:
        at -= 1
    return tokens[at].start() if at else start


def has_verb(statement: str) -> bool:
    """Whether a finite verb is recognised."""
    return _verb_at([plain(word) for word in _TOKEN.findall(statement)]) is not None


def clause_cuts(statement: str, start: int, end: int) -> list[Cut]:
    """The places where `statement[start:end]` falls into clauses, in order."""
    cuts: list[Cut] = []
    position = start
    for joiner in _JOINER.finditer(statement, start, end):
        left = _TOKEN.findall(statement, position, joiner.start())
        right = _TOKEN.findall(statement, joiner.end(), _limb_end(statement, joiner.end(), end))
        if not left or not right:
            continue
        kind = _kind(right)
        if joiner.group() == ";" or _sure(kind, left):
            cuts.append((joiner.start(), joiner.end(), kind == "shares"))
            position = joiner.end()
    return cuts


def _finite(word: str, before: str, *, sure: bool) -> bool:
    """Whether a word is a finite verb; `sure` leaves out forms that are as often nouns ("costs", "plans")."""
    if word in _BASE:
        return before in ("they", "we", "you", "i") or (before[-1:] == "s" and before[-2:-1] != "'")
    return word in _AUXILIARY or (word in _FORMS and not (sure and word in _NOUNISH))


def _verb_at(said: list[str]) -> int | None:
    """The position of the first finite verb in a run of words, None without one; a noun may not stand there."""
    for i, word in enumerate(said):
        before = said[i - 1] if i else ""
        if _finite(word, before, sure=not i or before in _LEADS):
            return i
    return None


def _participle(said: list[str]) -> bool:
    rest = [word for word in said if word not in _ADVERBS][:1]
    return bool(rest) and rest[0] in _PAST


def _sure(kind: str, left: list[str]) -> bool:
    """Whether to cut: both sides need a verb, and whose subject is shared must not hang on a subordinate clause."""
    said = [plain(word) for word in left]
    verb = _verb_at(said)
    if verb is None or not kind:
        return False
    return kind == "own" or not _SUBORDINATE.intersection(said[verb + 1 :])


def _limb_end(statement: str, start: int, end: int) -> int:
    """Where the part after a joiner ends, at the latest: the next comma, semicolon or joiner."""
    stop = _LIMB.search(statement, start + 1, end)
    return stop.start() if stop else end


def _kind(right: list[str]) -> str:
    """`shares`: the right side starts with a verb and shares the subject; `own`: it has its own; empty: no clause."""
    said = [plain(word) for word in right]
    skip = 0
    while skip < len(said) and said[skip] in _ADVERBS:
        skip += 1
    rest = said[skip:]
    if not rest:
        return ""
    if _finite(rest[0], "", sure=False):
        return "shares"
    named = rest[0] in _LEADS or right[skip][0].isupper()
    own = any(_finite(rest[i], rest[i - 1], sure=not named) for i in range(1, min(len(rest), 9)))
    return "own" if own else ""
