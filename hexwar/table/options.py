"""Options of the rules in words, as a player chooses them before a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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


def offered(groups: Sequence[Group], values: Mapping[str, Sequence[str]]) -> tuple[Group, ...]:
    """Groups with only what a game offers: options with a choice, values in the game's order.

    Args:
        groups: All that there are words for.
        values: The values of each option that the game offers.
    """
    found: list[Group] = []
    for group in groups:
        options = [
            replace(one, values={v: one.values.get(v, v) for v in values[one.name]})
            for one in group.options
            if len(values.get(one.name, ())) > 1
        ]
        if options:
            found.append(Group(group.title, tuple(options)))
    return tuple(found)
