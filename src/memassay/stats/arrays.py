"""The arrays this room takes in: finite, one-dimensional, of equal length, compared with 1e-9 slack."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memassay.errors import InputError, Problem

Vector = npt.NDArray[np.float64]
Codes = npt.NDArray[np.intp]
Values = Sequence[float] | Vector
Labels = Sequence[str]

SLACK = 1e-9
"""How far over a threshold a value must lie to count as over it (method.md section 5)."""
DIGITS = 9
"""Decimals to which scores and differences are rounded before they are compared (method.md section 5)."""


def refuse(name: str, where: str, message: str) -> InputError:
    """The error for a bad array: `name` of the argument, `where` in it (may be empty), and what is allowed."""
    return InputError(Problem(name, where, message))


def vector(name: str, values: Values) -> Vector:
    """A float vector of shape (n,), rounded to 1e-9.  Raises InputError where a value is not finite."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise refuse(name, "", f"must have one dimension, not {array.ndim}")
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise refuse(name, str(bad[0]), f"must be a finite number, not {array[bad[0]]}; leave undefined values out")
    return np.round(array, DIGITS)


def scores(name: str, values: Values) -> Vector:
    """As `vector`, with every value in 0..1.  Raises InputError otherwise."""
    array = vector(name, values)
    bad = np.flatnonzero((array < 0) | (array > 1))
    if bad.size:
        raise refuse(name, str(bad[0]), f"must be a score from 0 to 1, not {array[bad[0]]}")
    return array


def same_length(**arrays: Sequence[object] | Vector) -> int:
    """The length all of them share.  Raises InputError naming every length where they differ."""
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise refuse(", ".join(lengths), "", f"expected equal lengths; {told}")
    return next(iter(lengths.values()))


def codes(labels: Labels) -> Codes:
    """Labels as whole numbers 0..k-1 in the sorted order of the labels, shape (n,)."""
    return np.unique(np.asarray(labels), return_inverse=True)[1].reshape(-1)
