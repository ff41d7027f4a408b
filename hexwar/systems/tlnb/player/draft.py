"""A table in thought on which units are put where a plan wants them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hexwar.ground.costs import gait_of
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.aims import places
from hexwar.systems.tlnb.player.outlook import Outlook, march_costs
from hexwar.systems.tlnb.player.styles import Style
from hexwar.systems.tlnb.rules.combat.outcomes import without_hands
from hexwar.systems.tlnb.rules.movement.marching import open_ends
from hexwar.systems.tlnb.rules.movement.reach import End, may_move
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId, UnitId

CALM: Final = 1
"""Hexes to the enemy up to which nobody marches by road; farther off it is weighed."""

FAR: Final = 120
"""Half MP to an aim to which no way is known."""


@dataclass(slots=True)
class Draft:
    """The table, whose units are moved without a rule being asked again."""

    state: TlnbState
    outlook: Outlook
    aims: Mapping[FormationId, Hex]
    placed: dict[UnitId, Hex] = field(default_factory=dict)
    ways: dict[UnitId, Mapping[Hex, End]] = field(default_factory=dict)  # shared by its copies
    values: Mapping[Hex, float] = field(default_factory=dict)  # of the hexes that count, as aims

    def put(self, unit: UnitId, hex_: Hex, *, is_column: bool = False) -> None:
        """A unit stands in a hex."""
        self.placed[unit] = hex_
        self._set(unit, hex_, is_column=is_column)

    def lift(self, unit: UnitId) -> None:
        """It stands where it began."""
        self.placed.pop(unit, None)
        self._set(unit, self.start(unit), is_column=False)

    def _set(self, unit: UnitId, hex_: Hex, *, is_column: bool) -> None:
        record = self.state.units[unit]
        if record.hex != hex_ or record.column != is_column:
            self.state.put_unit(replace(record, hex=hex_, column=is_column, tail=None))

    def start(self, unit: UnitId) -> Hex:
        """Where a unit began."""
        hex_ = self.outlook.state.units[unit].hex
        assert hex_ is not None
        return hex_

    def fighters(self) -> list[UnitId]:
        """The combat units of the side on the map."""
        state, side = self.outlook.state, self.outlook.side
        return [u.id for u in state.on_map(side) if state.card(u.id).is_combat_unit]

    def reach(self, unit: UnitId) -> Mapping[Hex, End]:
        """Where a unit can go from where it began, while everyone stands where he began."""
        if unit not in self.ways:
            state = self.outlook.state
            is_free = may_move(state, unit)
            self.ways[unit] = open_ends(state, (unit,), column=False) if is_free else {}
        return self.ways[unit]

    def goals(self, unit: UnitId) -> Mapping[Hex, bool]:
        """Where a unit can end with all that is planned so far, and whether by Road March only.

        Nobody marches by road near the enemy; where he stands is none of them.
        """
        if not may_move(self.outlook.state, unit):
            return {}
        state, outlook = self.state, self.outlook
        plain = open_ends(state, (unit,), column=False)
        fit = {h: False for h in plain if room_in(state, h, (unit,))}
        if not state.card(unit).is_combat_unit:
            return fit
        column = open_ends(state, (unit,), column=True)
        calm = (h for h in column if h not in plain and outlook.enemy_distance(h) > CALM)
        return {**fit, **dict.fromkeys(calm, True)}

    def spoils(self, unit: UnitId, hex_: Hex) -> float:
        """VP of the trains that a unit takes by a move to a hex, if no other has (T19.6)."""
        outlook = self.outlook
        if hex_ not in outlook.spoil_hexes or hex_ == self.start(unit):
            return 0.0
        others = {h for u, h in self.placed.items() if u != unit and h != self.start(u)}
        found = (near for near in outlook.spoils.values() if hex_ in near)
        vp = outlook.state.numbers.victory.baggage_train
        return float(vp * sum(others.isdisjoint(near) for near in found))

    def way_left(self, unit: UnitId, hex_: Hex) -> int:
        """Half MP from a hex to a unit's aim."""
        state = self.outlook.state
        aim = self.aims.get(state.formation_of(unit).id)
        if aim is None:
            return 0
        costs = march_costs(state, aim, gait_of(state.card(unit).arm))
        return min(costs.get(state.battle.battlefield.grid.index[hex_], FAR), FAR)

    def pull(self, unit: UnitId, style: Style) -> float:
        """What each half MP nearer to its aim is worth to a unit, VP.

        It is more the less time is left to win a hex that counts.
        """
        outlook = self.outlook
        aim = self.aims.get(outlook.state.formation_of(unit).id)
        if aim is None:
            return 0.0
        if outlook.is_ours(aim) or aim not in outlook.prizes:
            return style.away
        vp = self.values.get(aim, 0.0)
        left = max(_HOUR * sum(outlook.hours), self.way_left(unit, self.start(unit)), 1)
        return style.away + style.haste * vp / left


_HOUR: Final = 7
"""Half MP that a unit makes in a turn on its way, about."""


def draft_of(outlook: Outlook, aims: Mapping[FormationId, Hex]) -> Draft:
    """A draft on which nobody has moved."""
    return Draft(without_hands(outlook.state), outlook, aims, values=places(outlook))


def again(draft: Draft) -> Draft:
    """Another draft of the same table."""
    outlook = draft.outlook
    return Draft(
        without_hands(outlook.state), outlook, draft.aims, ways=draft.ways, values=draft.values
    )
