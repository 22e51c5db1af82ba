"""Just enough English to see that a claim says two things, or does not say of what.

Heuristics made to stay silent in doubt: a word that is a noun as often as a verb (`logs`, `plans`) counts as a
verb only before an article, a number or a name.
"""

from __future__ import annotations

import re

from memassay.corpora.lint.words import vocabulary

_AUXILIARIES = frozenset(
    vocabulary(
        "is are was were has have had does do did will would can could may might must shall should cannot "
        "isn't aren't wasn't weren't hasn't haven't doesn't don't didn't won't can't"
    )
)
_VERBS = frozenset(
    vocabulary(
        "accepts adds adopts agrees allows applies approves authenticates authorises authorizes becomes "
        "begins belongs brings buys cancels carries chooses closes comes confirms connects consists consumes "
        "contains decides deletes delivers denies depends deploys discards encrypts enforces exceeds excludes "
        "expects expires falls feeds follows forwards generates gets gives goes grows handles holds includes "
        "ingests integrates keeps lacks lasts leaves listens loses maintains makes manages migrates operates "
        "opens owes owns pays prefers processes produces provides publishes reaches receives recovers rejects "
        "relies remains removes replaces requires resolves restores retains retires retrains revokes rises "
        "rotates says selects sells sends serves stays subscribes takes trains tells uses validates wants "
        "wins wipes writes"
    )
)
_NOUN_OR_VERB = frozenset(
    vocabulary(
        "alerts answers averages backs blocks builds caches calls changes charges checks costs covers demands "
        "drops ends exports forecasts hosts imports lands limits loads logs measures monitors moves needs "
        "offers plans queries rates reads records releases reports returns rules runs scales scans shares "
        "ships signs starts states stores supports tests transforms triggers upgrades works"
    )
)
_BASES = frozenset(
    re.sub(r"(?<=ch|sh|ss)es$|(?<=o)es$|s$", "", re.sub("ies$", "ys", verb)) for verb in (*_VERBS, "runs", "starts")
)
_PAST = frozenset(
    vocabulary(
        "ran kept held sent paid chose took gave went came made brought left lost won rose fell grew wrote "
        "began became said told met built bought sold found got withdrew"
    )
)
_DETERMINERS = frozenset(
    vocabulary("a an the its their his her our my your this that these those every each all any some no both")
)
_PREPOSITIONS = frozenset(
    vocabulary("at by for from in into of on onto over per since to under until with within without")
)
_SUBORDINATORS = frozenset(
    vocabulary(
        "that which who whom whose where when while whereas if because since after before until unless once "
        "as than although though"
    )
)
_CONJUNCTION = re.compile(r"\s*(?:,\s*)?\b(?:and|but|or|while|whereas|although|though|yet)\b\s*", re.IGNORECASE)
_TRAILING = re.compile(
    r",\s+(?:which|who|whose|where|"
    r"(?!(?:including|excluding|according|depending|during|pending|morning|evening|spring|nothing|everything)\b)[a-z]+ing)\b"
)
_ANYWHERE = vocabulary("it they them he him she we us our ours me my you your this these those")
_PRONOUN = re.compile(r"\b(?:I|" + "|".join(f"[{w[0].upper()}{w[0]}]{w[1:]}" for w in _ANYWHERE) + r")\b(?!-)")
"""Not in capitals: IT and US are names."""
_OPENING_PRONOUN = re.compile(r"^(?:its|their|his|her|that|there|such)\b", re.IGNORECASE)
_BACKWARD = re.compile(
    r"\b(?:the (?:above|former|latter|aforementioned|said)|as (?:above|mentioned|stated|described|before)|"
    r"above-mentioned|aforementioned|see above|ditto|(?:mentioned|described|listed|stated) (?:above|earlier|before))\b",
    re.IGNORECASE,
)
_RELATIVE_TIME = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|recently|(?:last|next|this) "
    r"(?:week|month|quarter|year|night|spring|summer|autumn|winter|\w+day))\b",
    re.IGNORECASE,
)
_ANYONE = frozenset(vocabulary("customer client company organisation organization team project system"))


def joined_clauses(claim: str) -> str | None:
    """The words by which a claim joins a second proposition to its first, or None.

    `Kafka runs on 3 nodes and the API uses Redis` gives "and"; `runs Kafka and Redis` gives None.
    """
    if ";" in claim.rstrip(" ;"):
        return ";"
    for found in _CONJUNCTION.finditer(claim):
        left, right = _tokens(claim[: found.start()]), _tokens(claim[found.end() :])
        if _is_predicated(_main(left)) and (_begins_with_verb(right) or _is_predicated(_main(right)[1:])):
            return found[0].strip(" ,")
    trailing = _TRAILING.search(claim)
    return trailing[0].strip(" ,") if trailing else None


def reference(claim: str) -> str | None:
    """Why a claim cannot stand by itself (a pronoun, a backward reference, a relative date, no subject), or None."""
    for pattern, what in (
        (_BACKWARD, "refers back by"),
        (_OPENING_PRONOUN, "begins with"),
        (_PRONOUN, "has the pronoun"),
        (_RELATIVE_TIME, "does not tell its date but says"),
    ):
        found = pattern.search(claim)
        if found:
            return f"{what} {found[0]!r}"
    tokens = _tokens(claim)
    if not tokens or _opens_without_subject(tokens):
        return "has no subject"
    return _unnamed_subject(tokens)


def _opens_without_subject(tokens: list[str]) -> bool:
    first, rest = tokens[0].lower(), tokens[1:]
    if first in ("will", "may") and rest and rest[0][:1].isupper():
        return False
    if first in _AUXILIARIES or first in _VERBS:
        return True
    if first in _NOUN_OR_VERB:
        return _opens_object(rest) and not _is_predicated(rest[1:])
    participle = first in _PAST or (first.endswith("ing") and len(first) > 4)
    return (
        participle and not any(token.lower() in _BASES | _NOUN_OR_VERB for token in rest) and not _is_predicated(rest)
    )


def _unnamed_subject(tokens: list[str]) -> str | None:
    at = 1 if tokens[0].lower() in ("the", "our") else 0
    noun = tokens[at].lower() if at < len(tokens) else ""
    owner = re.sub(r"['’]s$", "", noun)
    if owner in _ANYONE and (owner != noun or (at + 1 < len(tokens) and _is_verb(tokens, at + 1))):
        return f"does not name its subject but says {tokens[at]!r}"
    return None


def _tokens(text: str) -> list[str]:
    return re.findall(r"[\w$€£%][\w.,:%/-]*(?:['’]\w+)?", text.rstrip(" ."))


def _main(tokens: list[str]) -> list[str]:
    """The tokens before the first subordinate clause."""
    cut = next((at for at, token in enumerate(tokens) if token.lower() in _SUBORDINATORS), len(tokens))
    return tokens[:cut]


def _is_predicated(tokens: list[str]) -> bool:
    """Whether a finite verb stands among the tokens."""
    return any(_is_verb(tokens, at) for at in range(len(tokens)))


def _is_verb(tokens: list[str], at: int) -> bool:
    word = tokens[at].lower()
    if word in _AUXILIARIES or word in _VERBS or word in _PAST:
        return True
    if word in _NOUN_OR_VERB or word in _BASES:
        return _opens_object(tokens[at + 1 :]) or (at + 1 < len(tokens) and tokens[at + 1].lower() in _PREPOSITIONS)
    before = tokens[at - 1].lower() if at else "the"
    modifier = before in _DETERMINERS | _PREPOSITIONS or re.search(r"['’]s$", before)
    return word.endswith("ed") and not word.endswith("eed") and not modifier


def _begins_with_verb(tokens: list[str]) -> bool:
    """Whether the part after a conjunction is a second predicate of the same subject."""
    if not tokens:
        return False
    word = tokens[0].lower()
    if word in _AUXILIARIES or word in _VERBS or word in _PAST:
        return True
    if word in _NOUN_OR_VERB or word in _BASES:
        return _opens_object(tokens[1:])
    rest = [token.lower() for token in tokens[1:2]]
    return word.endswith("ed") and (not rest or rest[0] in _DETERMINERS | _PREPOSITIONS or rest[0][:1].isdigit())


def _opens_object(tokens: list[str]) -> bool:
    """Whether the tokens go on as after a verb: with an article, a number, a sum, or a name."""
    return bool(tokens) and (tokens[0].lower() in _DETERMINERS or bool(re.match(r"[\dA-Z$€£]", tokens[0])))
