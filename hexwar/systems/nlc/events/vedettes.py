"""Vedettes that are attacked by themselves (N20.31)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import MOVEMENT, Display, Fact, Scene
from hexwar.table.forces import UnitId
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class VedettesAttacked(Fact, rule="N20.31", topic=MOVEMENT, rest=300, is_open=True):
    """Cavalry or vedettes went for enemy vedettes next to them (N20.31)."""

    units: tuple[UnitId, ...]
    target: Hex

    def sentence(self, scene: Scene) -> Text:
        """Piré attacked the vedettes in 0913."""
        return self.told(scene, mark("{units} attacked the vedettes in {target}."))

    def display(self) -> Display:
        """The eye is led to both."""
        return Display(units=self.units, spots=(self.target,))

    def apply(self, state: GameState) -> None:
        """They have fought in this activation."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], assaulted=True))
