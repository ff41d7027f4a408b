"""Opponents of the arena that are no players of the program: yardsticks, which never change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from hexwar.kit import Kit, Player
from tools.opponents.greedy import FrozenGreedy

OPPONENTS: Final[Mapping[str, Mapping[str, Player]]] = MappingProxyType(
    {"nlc": {"greedy-frozen": Player(FrozenGreedy, "plays as greedy did before the staff came")}}
)
"""For each game the opponents that the tools have beside its own players."""


NOBODY: Final[Mapping[str, Player]] = MappingProxyType({})


def guests_of(kit: Kit[Any]) -> Mapping[str, Player]:
    """The opponents that a game has in the tools, beside its own players."""
    return OPPONENTS.get(kit.id, NOBODY)
