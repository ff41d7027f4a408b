"""What this game answers to the rules of the ground (T8, T33)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hexwar.ground.law import Blaze, GroundLaw, ZoneShape
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.cards.effects import blaze_of, traces_freely
from hexwar.systems.tlnb.rules.turn.light import is_night, light
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Battlefield, Terrain
from hexwar.table.forces import Side, UnitCard

_NIGHT: Final = ZoneShape(sleeps=True)


class TlnbLaw(GroundLaw[TlnbState]):
    """Rigid zones: by day they reach over fords, and into no chateau (T8.1, T8.6, T18.35)."""

    def zone_shape(self, state: TlnbState) -> ZoneShape:
        """None at night (T8.1)."""
        return _NIGHT if is_night(state) else _day_zones(state.battle.battlefield)

    def blaze(self, state: TlnbState) -> Blaze:
        """The towns that cards have set on fire (card 16)."""
        return blaze_of(state)

    def opens_zones(self, state: TlnbState, side: Side) -> bool:
        """Whether an Aide de Camp carries command through EZOCs (card 31)."""
        return traces_freely(state, side)

    def reveals(self, card: UnitCard) -> bool:
        """Vedettes reveal as units do (T16.3, T17.8)."""
        return card.is_combat_unit or card.is_vedette

    def light(self, state: TlnbState) -> TurnKind:
        """A dark dawn is as night (T2.2)."""
        return light(state)


@lru_cache(maxsize=8)
def _day_zones(field: Battlefield) -> ZoneShape:
    shuns: frozenset[Hex] = frozenset(
        hex_ for hex_, terrain in field.terrain.items() if terrain is Terrain.CHATEAU
    )
    return ZoneShape(shuns=shuns, fords=True)


LAW: Final = TlnbLaw()
"""The one law of all games."""
