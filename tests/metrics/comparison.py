"""When two reports are the same."""

from __future__ import annotations

from typing import Any


def near(expected: Any, found: Any) -> bool:
    """Equal, numbers to 1e-9; None equals None only, so that 0 never passes for no value."""
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and expected.keys() == found.keys()
            and all(near(value, found[key]) for key, value in expected.items())
        )
    if isinstance(expected, list):
        return isinstance(found, list) and len(expected) == len(found) and all(map(near, expected, found))
    if any(value is None or isinstance(value, bool | str | dict | list) for value in (expected, found)):
        return type(expected) is type(found) and expected == found
    return abs(expected - found) <= 1e-9


def differences(expected: dict[str, Any], found: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What differs, by name: (expected, found); a name that is missing there counts as a difference."""
    missing = object()
    return {
        name: (value, found.get(name)) for name, value in expected.items() if not near(value, found.get(name, missing))
    }
