"""The computer players as a window offers them: three levels (T32.9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from hexwar.kit import Player
from hexwar.messages import mark
from hexwar.systems.tlnb.player import Tactician
from hexwar.systems.tlnb.player.levels import LEVELS

NAMES: Final = {
    "easy": (
        mark("a hasty staff"),
        mark("attacks only at good odds, and misjudges much: for a first battle"),
    ),
    "normal": (
        mark("a careful staff"),
        mark("plans each Player-Turn and reckons every fight, misjudges at times"),
    ),
    "hard": (
        mark("a masterly staff"),
        mark("plans each Player-Turn with your reply in mind, and misjudges nothing"),
    ),
}
"""The name of each level, and what it does."""


def levels() -> Mapping[str, Player]:
    """The players by id."""
    return {
        id_: Player(partial(Tactician, LEVELS[id_]), about, name, id_)
        for id_, (name, about) in NAMES.items()
    }
