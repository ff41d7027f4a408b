"""The numbers that a game's rules print, and what a scenario may say of them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from hexwar.messages import mark, say
from hexwar.scenario.errors import quoted
from hexwar.table.numbers import NumbersError, leaves, record_of, with_own

T = TypeVar("T")

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


@dataclass(frozen=True, eq=False)
class RuleNumbers(Generic[T]):
    """The numbers of a game, which its package keeps in `numbers.toml`, a table a chapter."""

    package: str
    record: type[T]  # what they are read into, with a field for each chapter
    limits: Limits
    own_fault: Callable[[str, object], str]
    """What else the game has against a value of the right type within bounds; empty for nothing."""

    @property
    def tables(self) -> Mapping[str, Any]:
        """The whole data file as read, for the rulebook and for the list of known keys."""
        return _tables(self.package)

    @property
    def known(self) -> Mapping[str, type]:
        """Each dotted key that a scenario may override, with the type of its value."""
        return _keys(self.package)

    def fault(self, key: str, value: object) -> str:
        """Why a scenario cannot give a number a value, as a sentence; empty if it can.

        Args:
            key: One of the known ones.
            value: What the scenario says.
        """
        fault = value_fault(key, value, self.known[key], self.limits)
        return fault or self.own_fault(key, value)

    def refusal(self, key: str, value: object) -> str:
        """The same of any key."""
        if key not in self.known:
            return say("the rules have no number of this name")
        return self.fault(key, value)

    def sound(self, own: Mapping[str, object]) -> Mapping[str, object]:
        """A scenario's own numbers without those that the rules refuse."""
        return {k: v for k, v in own.items() if k in self.known and not self.fault(k, v)}

    def with_own(self, own: Mapping[str, object]) -> T:
        """The numbers of a game with a scenario's own; one object for all games without any.

        Raises:
            NumbersError: an unknown key, a value of the wrong type, or one out of bounds.
        """
        if not own:
            plain: T = _plain(self)
            return plain
        for key, value in own.items():
            if key not in self.known:
                raise NumbersError(f"numbers: {key} is no number of the rules")
            fault = self.fault(key, value)
            if fault:
                raise NumbersError(f"numbers: {key}: {fault}")
        return record_of(self.record, with_own(self.tables, own))


# kept by functions of this module, where whoever changes the file finds all that is kept of it


@lru_cache(maxsize=8)
def _tables(package: str) -> Mapping[str, Any]:
    text = resources.files(package).joinpath("numbers.toml").read_text("utf-8")
    return MappingProxyType(tomllib.loads(text))


@lru_cache(maxsize=8)
def _keys(package: str) -> Mapping[str, type]:
    return MappingProxyType({key: type(value) for key, value in leaves(_tables(package))})


@lru_cache(maxsize=8)
def _plain(numbers: RuleNumbers[T]) -> T:
    return record_of(numbers.record, numbers.tables)
