"""The computer players as a window offers them, by level."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from hexwar.kit import Player
from hexwar.messages import mark
from hexwar.systems.mininap.player import Marshal
from hexwar.systems.mininap.player.levels import LEVELS

NAMES: Final = {
    "easy": (
        mark("a hasty general"),
        mark("misjudges much, fires and charges singly: for a first battle"),
    ),
    "normal": (
        mark("a careful general"),
        mark("reckons fire and charges exactly, misjudges at times"),
    ),
    "hard": (
        mark("a masterly general"),
        mark("reckons fire, charges and your reactions exactly, and misjudges nothing"),
    ),
}
"""The name of each level, and what it does."""


def levels() -> Mapping[str, Player]:
    """The players by id."""
    return {
        id_: Player(partial(Marshal, LEVELS[id_]), about, name, id_)
        for id_, (name, about) in NAMES.items()
    }
