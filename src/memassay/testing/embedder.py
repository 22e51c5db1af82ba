"""A fake embedder for tests: a bag of hashed words, the same on every machine, no model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memassay.models.minilm import TokenVectors
    from memassay.models.protocol import Vectors


class HashEmbedder:
    """Texts to unit vectors by the words in them: each word adds +1 or -1 at a place that its hash names.

    Texts with the same words have cosine 1, texts without a common word about 0.  A text without words is a
    unit vector too (the first axis).
    """

    name = "hash"

    def __init__(self, dimensions: int = 256, *, question_gate: float = 0.2) -> None:
        """`dimensions` is the length of a vector, at least 1."""
        self.dimensions, self.question_gate = dimensions, question_gate

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimensions), float32."""
        import numpy as np  # noqa: PLC0415 - importing memassay.testing stays light

        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.casefold()):
                digest = hashlib.sha256(word.encode()).digest()
                place = int.from_bytes(digest[:8], "big") % self.dimensions
                vectors[row, place] += 1 if digest[8] % 2 else -1
            if not vectors[row].any():
                vectors[row, 0] = 1
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The words of each text and their unit vectors, for what compares word by word."""
        from memassay.models.minilm import TokenVectors  # noqa: PLC0415 - as above
        from memassay.models.text import words  # noqa: PLC0415 - as above

        found = [words(text) for text in texts]
        return [
            TokenVectors(
                tuple(word.text for word in row),
                tuple((word.start, word.end) for word in row),
                self.encode([word.text for word in row]),
            )
            for row in found
        ]
