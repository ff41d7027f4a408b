"""Blunders that a player may be warned of before he gives an answer, in any game with a map."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hexwar.hexes import Hex
from hexwar.messages import mark


class Peril(StrEnum):
    """What may go wrong; each can be switched off."""

    TRAIN = "train"
    COMMANDER = "commander"
    GAP = "gap"
    ODDS = "odds"
    PLACE = "place"


PERILS = {
    Peril.TRAIN: mark("a train in reach"),
    Peril.COMMANDER: mark("a commander in reach"),
    Peril.GAP: mark("a gap"),
    Peril.ODDS: mark("a forced attack"),
    Peril.PLACE: mark("an empty victory hex"),
}
"""Each kind in words, as the rest of `Warn me of`."""


@dataclass(frozen=True, slots=True)
class Warning:
    """What an answer that is about to be given would risk."""

    peril: Peril
    sentence: str
    rule: str = ""
    hexes: tuple[Hex, ...] = ()  # what it is about, marked on the board
