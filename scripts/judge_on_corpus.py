"""How the judge `lexical` behaves on the built-in corpus, whose claims are nobody's labelled pairs.

Counts of YES, PARTIAL and NO, the premises being the windows of one document (one and two sentences) or other claims:
  said      claims that a document says (D_i), against that document: YES is right
  single    the same against its single sentences
  later     claims first expected at a later state, against an earlier document: YES is mostly wrong
  others    each claim against all other claims of its trajectory: YES is mostly wrong
First the trajectories of the split `calibration` of the pairs `feb30`, which were looked at while the judge was made,
then the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import anyio

from memassay.corpora import load
from memassay.judges.calibration import built_in, read_pairs
from memassay.judges.lexical import LexicalJudge
from memassay.judges.protocol import Request, claim_hypothesis
from memassay.models.minilm import build
from memassay.models.text import windows
from memassay.types import Fact, Stream

WORDS = {1.0: "YES", 0.5: "PARTIAL", 0.0: "NO"}


def main() -> None:
    """Ask and print."""
    seen = {pair.trajectory for pair in read_pairs(built_in("feb30"), split="calibration")}
    streams = load("feb30").streams
    judge = LexicalJudge(build())
    report(judge, [stream for name, stream in streams.items() if name in seen], "looked at")
    report(judge, [stream for name, stream in streams.items() if name not in seen], "not looked at")


def report(judge: LexicalJudge, streams: list[Stream], what: str) -> None:
    """Ask about some trajectories and print."""
    print(f"{len(streams)} trajectories, {what}")
    for name, ask in (("said", said), ("single", single), ("later", later), ("others", others)):
        requests = [request for stream in streams for request in ask(stream)]
        verdicts = anyio.run(judge.judge, requests)
        counts = Counter(WORDS[verdict.score or 0.0] for verdict in verdicts)
        shares = ", ".join(
            f"{word} {counts[word]} ({counts[word] / max(len(requests), 1):.0%})" for word in WORDS.values()
        )
        print(f"{name:7} {len(requests):5} questions: {shares}")


def said(stream: Stream, size: int = 2) -> Iterator[Request]:
    """The claims of each state's document against its windows of up to `size` sentences."""
    for step in stream.steps:
        if step.state is not None:
            for claim in stream.trajectory.states[step.state].doc_claims:
                yield _request(claim, windows(step.document.text, size))


def single(stream: Stream) -> Iterator[Request]:
    """The same against single sentences."""
    return said(stream, 1)


def later(stream: Stream) -> Iterator[Request]:
    """Claims that no state up to a document's expects, against its windows."""
    states = stream.trajectory.states
    for step in stream.steps:
        if step.state is not None:
            known = {claim for state in states[: step.state + 1] for claim in (*state.claims, *state.doc_claims)}
            coming = dict.fromkeys(claim for state in states[step.state + 1 :] for claim in state.claims)
            yield from (_request(claim, windows(step.document.text)) for claim in coming if claim not in known)


def others(stream: Stream) -> Iterator[Request]:
    """Each claim against the other claims of its trajectory."""
    claims = list(dict.fromkeys(claim for state in stream.trajectory.states for claim in state.claims))
    for claim in claims:
        yield _request(claim, (other for other in claims if other != claim))


def _request(claim: str, premises: Iterable[str]) -> Request:
    facts = tuple(Fact(id=f"{i:04}", statement=text) for i, text in enumerate(premises))
    return Request("entail", claim_hypothesis(claim), facts)


if __name__ == "__main__":
    main()
