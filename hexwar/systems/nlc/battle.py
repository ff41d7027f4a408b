"""A battle of NLC: what it adds to every battle of the series."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hexwar.series.battle import SeriesBattle
from hexwar.table.battle import Battle
from hexwar.table.forces import FormationId

BASIC: Final = "basic"
"""The value of the game option `play` by which the basic game is played (N26.1)."""


def own(battle: Battle) -> NlcBattle:
    """A battle that the section of NLC has built."""
    assert isinstance(battle, NlcBattle)
    return battle


@dataclass(frozen=True, eq=False)
class NlcBattle(SeriesBattle):
    """A battle ready to be set up. Shared by every copy of its state.

    Its options (N3.8): play = full | basic (N26.1), cups = two | cover | common, draw =
    each | beforehand (N26.2), orders = secret |
    open, weather = rolled | historical, arrivals = fixed | varied, cards = none | full |
    restricted | solitaire | events (N23.1), hidden_forces = off | on (N20.2), hidden_movement =
    off | on (N20.1), demoralization = turn_end | at_once (N15.3), vedettes = off | on (N20.3).
    """

    exhausted_at_start: tuple[FormationId, ...] = ()  # by forced marches (N20.84)

    @cached_property
    def has_hidden_forces(self) -> bool:
        """Whether forces out of the enemy's sight may be hidden under a flag (N20.2)."""
        return self.options.get("hidden_forces") == "on"

    @cached_property
    def has_hidden_movement(self) -> bool:
        """Whether troops far from the enemy may move where he does not see them (N20.1)."""
        return self.options.get("hidden_movement") == "on"

    @property
    def draws_beforehand(self) -> bool:
        """Whether the chits of a turn are drawn before the first is played (N26.2)."""
        return self.options.get("draw") == "beforehand"

    @property
    def is_basic(self) -> bool:
        """Whether the basic game is played, without chits and written orders (N26.1)."""
        return self.options.get("play") == BASIC
