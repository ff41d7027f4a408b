"""The staffs as a window offers them: three levels, each in three tempers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from hexwar.kit import Player
from hexwar.messages import mark
from hexwar.systems.nlc.staff.characters import Character, character
from hexwar.systems.nlc.staff.player import Staff

LEVELS: Final = {
    "easy": (
        mark("a hasty staff"),
        mark("plans for its army, but misjudges much: for a first battle"),
    ),
    "normal": (
        mark("a careful staff"),
        mark("plans with your reply in mind, plays its activations through, misjudges at times"),
    ),
    "hard": (
        mark("a masterly staff"),
        mark("weighs more plans and replies, and misjudges nothing that can be reckoned"),
    ),
}
"""The name of each level, and what it does."""

TEMPERS: Final = {
    "steady": (mark("steady"), mark("it weighs gain and loss alike")),
    "bold": (mark("bold"), mark("it attacks at worse odds, and bears losses for what it wants")),
    "cautious": (mark("cautious"), mark("it spares its men, and attacks where it is sure")),
}
"""Each temper in a word, and what it means."""


def staffs() -> Mapping[str, Player]:
    """The players by id; who is steady bears the id of its level."""
    found: dict[str, Player] = {}
    for level, (name, about) in LEVELS.items():
        for temper, (word, minded) in TEMPERS.items():
            id_ = level if temper == "steady" else f"{level}-{temper}"
            make = partial(_staff, character(level, temper))
            found[id_] = Player(make, about, name, level, word, minded, foresees=True)
    return found


def _staff(who: Character) -> Staff:
    return Staff(who)
