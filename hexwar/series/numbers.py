"""What a scenario may say of a number of the rules, for every game of the series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hexwar.messages import mark, say
from hexwar.scenario.errors import quoted

Limits = Sequence[tuple[str, float, float]]
"""Beginnings of keys, with the least and the most that a scenario may say; the first that fits."""


def value_fault(key: str, value: object, kind: type, limits: Limits) -> str:
    """Why a number cannot have a value, by its type and bounds; empty if it can.

    Args:
        key: The dotted key of the number.
        value: What the scenario says.
        kind: The type of what the rules say.
        limits: The bounds.
    """
    shown = quoted(value)
    wanted = (int, float) if kind is float else kind
    if isinstance(value, bool) or not isinstance(value, wanted):
        return say("the value should be {kind}, not {value}", kind=say(_KINDS[kind]), value=shown)
    if isinstance(value, (int, float)):
        least, most = next((low, high) for start, low, high in limits if key.startswith(start))
        if not least <= value <= most:
            told = {"least": least, "most": most, "value": shown}
            return say("the value should lie between {least} and {most}, not be {value}", **told)
    return ""


_KINDS: Mapping[type, str] = MappingProxyType(
    {
        int: mark("a whole number"),
        float: mark("a number"),
        str: mark("a word"),
        list: mark("a table"),
    }
)
