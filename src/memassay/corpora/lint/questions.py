"""What the expected answers are made of."""

from __future__ import annotations

from collections.abc import Iterator

from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.finding import Finding


def expected_answers(corpus: Corpus) -> Iterator[Finding]:
    """Expected answers are claims of the last state, so that a judge by identity can judge them too."""
    for file in corpus.files.values():
        final = file.trajectory.states[-1].claims
        for question in file.trajectory.questions:
            for part in question.expected:
                if part not in final:
                    message = f"is no claim of the last state, word for word: {part!r}"
                    pointer = f"/expectedAnswers/{question.index}"
                    yield Finding("expected-answers", "warning", file.path, pointer, message)


def answers_given(corpus: Corpus) -> Iterator[Finding]:
    """Several questions have an answer each (method.md section 4): all final claims cannot answer every one."""
    for file in corpus.files.values():
        final, questions = file.trajectory.states[-1].claims, file.trajectory.questions
        if len(questions) > 1 and all(question.expected == final for question in questions):
            message = f"{len(questions)} questions all expect every final claim; write expectedAnswers"
            yield Finding("answers-given", "error", file.path, "/expectedAnswers", message)
