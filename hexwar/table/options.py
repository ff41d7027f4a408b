"""Options of the rules in words, as a player chooses them before a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexwar.messages import mark


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rules that is chosen from a box."""

    name: str
    title: str
    rule: str
    values: Mapping[str, str]  # in words, the usual one first
    advice: str = ""  # when to choose what; shown as a tip


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together, under a heading."""

    title: str
    options: Sequence[Option]


SWITCH: Mapping[str, str] = {"off": mark("Off"), "on": mark("On")}
"""The values of an option that is used or not."""
