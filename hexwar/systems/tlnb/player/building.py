"""Attacks for which units move: who, from where, on whom (T32.3, T32.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from hexwar.ground.zones import contact_hexes, enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.draft import Draft
from hexwar.systems.tlnb.player.fights import mean
from hexwar.systems.tlnb.player.levels import Level
from hexwar.systems.tlnb.player.styles import Style
from hexwar.systems.tlnb.rules.combat.outcomes import FACES, ends_of_attack
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.state import Blow
from hexwar.table.forces import UnitId
from hexwar.table.spans import Crossing, crossing

CLOSING: Final = 0.3
"""What it is worth to close a hex by which a target could retreat."""

MEETING: Final = 0.6
"""What it costs to stand next to another enemy hex."""

Placing = tuple[tuple[UnitId, Hex], ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """An attack that could be built."""

    worth: float
    target: Hex
    placing: Placing

    @property
    def blow(self) -> Blow:
        """The attack as it will be declared."""
        return Blow(tuple(sorted(unit for unit, _ in self.placing)), self.target)


def build(
    draft: Draft, style: Style, level: Level, noise: Callable[[], float] = lambda: 0.0
) -> list[Stroke]:
    """Units go where they attack, the best attack first; each takes units from the later ones."""
    found: list[Stroke] = []
    open_: dict[Hex, Stroke] = {}
    for target in _targets(draft):
        open_[target] = _best_on(draft, target, style, level, noise)
    while open_:
        best = max(open_.values(), key=lambda stroke: (stroke.worth, stroke.target))
        if best.worth < style.least:
            return found
        for unit, hex_ in best.placing:
            draft.put(unit, hex_)
        found.append(best)
        del open_[best.target]
        for target in _touched(draft, open_, best):
            open_[target] = _best_on(draft, target, style, level, noise)
    return found


def _touched(draft: Draft, open_: dict[Hex, Stroke], best: Stroke) -> list[Hex]:
    """The targets for which it matters that an attack has been planned."""
    taken = {unit for unit, _ in best.placing}
    distance = draft.outlook.distance
    return [
        target
        for target, stroke in open_.items()
        if not taken.isdisjoint(unit for unit, _ in stroke.placing)
        or distance(target, best.target) <= 3
    ]


def _targets(draft: Draft) -> list[Hex]:
    """The enemy's hexes that anybody can reach."""
    outlook = draft.outlook
    around = outlook.state.battle.battlefield.grid.neighbours
    enemies = enemy_hexes(outlook.state, outlook.side)
    near: set[Hex] = set()
    for unit in draft.fighters():
        hexes = (draft.start(unit), *draft.reach(unit))
        near.update(n for hex_ in hexes for n in around[hex_] if n in enemies)
    return sorted(near)


def _best_on(
    draft: Draft, target: Hex, style: Style, level: Level, noise: Callable[[], float]
) -> Stroke:
    """The best attack that can be built on a hex, and what it promises."""
    spots = _spots(draft, target)
    placing: list[tuple[UnitId, Hex]] = []
    best = Stroke(-99.0, target, ())
    foes = draft.outlook.enemies.get(target, 0)
    for unit in _able(draft, spots)[: level.joins + 3]:
        if len(placing) >= level.joins:
            break
        hex_ = _spot_for(draft, unit, spots, target)
        if hex_ is None:
            continue
        draft.put(unit, hex_)
        placing.append((unit, hex_))
        own = sum(draft.state.sp(u) for u, _ in placing)
        if own >= level.odds * foes * 0.6:
            worth = _promise(draft, placing, target, style) + noise()
            if worth > best.worth:
                best = Stroke(worth, target, tuple(placing))
    for unit, _ in placing:
        draft.lift(unit)
    return best


def _spots(draft: Draft, target: Hex) -> list[Hex]:
    """The hexes from which a hex can be attacked."""
    field, spans = draft.state.battle.battlefield, draft.state.spans
    held = enemy_hexes(draft.state, draft.outlook.side)
    near = [h for h in field.grid.neighbours[target] if h not in held]
    return [h for h in near if crossing(field, spans, h, target) is not Crossing.RIVER]


def _able(draft: Draft, spots: Sequence[Hex]) -> list[UnitId]:
    """Who can attack from some hexes, foot and horse before guns, the strongest first."""
    state = draft.state
    found: list[UnitId] = []
    for unit in draft.fighters():
        if unit in draft.placed or unit in state.marks.returned:
            continue
        reach = draft.reach(unit)
        if draft.start(unit) in spots or any(spot in reach for spot in spots):
            found.append(unit)
    is_gun = {unit: state.card(unit).arm.is_artillery for unit in found}
    return sorted(found, key=lambda u: (is_gun[u], -state.sp(u), u))


def _spot_for(draft: Draft, unit: UnitId, spots: Sequence[Hex], target: Hex) -> Hex | None:
    """The hex from which a unit attacks: where it helps to surround, and meets nobody else."""
    state, start, reach = draft.state, draft.start(unit), draft.reach(unit)
    best, most = None, -99.0
    for spot in spots:
        if spot != start and (spot not in reach or not room_in(state, spot, (unit,))):
            continue
        worth = CLOSING * _closes(draft, spot, target) - MEETING * _others(draft, spot, target)
        worth += 0.1 * (spot == start)
        if worth > most:
            best, most = spot, worth
    return best


def _closes(draft: Draft, spot: Hex, target: Hex) -> int:
    """How many hexes around a target a unit would close that are open to it."""
    state, around = draft.state, draft.state.battle.battlefield.grid.neighbours
    closed = enemy_zone(state, draft.outlook.enemy)
    ring = (h for h in around[target] if h not in closed)
    return sum(h == spot or h in around[spot] for h in ring)


def _others(draft: Draft, spot: Hex, target: Hex) -> int:
    """How many enemy hexes but the target have a hex in their zone."""
    held = enemy_hexes(draft.state, draft.outlook.side)
    return sum(n != target and n in held for n in contact_hexes(draft.state, spot))


def _promise(
    draft: Draft, placing: Sequence[tuple[UnitId, Hex]], target: Hex, style: Style
) -> float:
    """What an attack is worth with the duties, dangers and detours that the moves bring."""
    state, outlook = draft.state, draft.outlook
    ends = ends_of_attack(state, Blow(tuple(sorted(unit for unit, _ in placing)), target))
    worth = mean(state, outlook.side, ends)
    gone = sum(end.faces for end in ends if end.is_won) / FACES
    hexes = {hex_ for _, hex_ in placing}
    held = enemy_hexes(state, outlook.side)
    others = {n for h in hexes for n in contact_hexes(state, h) if n in held and n != target}
    worth -= style.induced * len(others)
    for hex_ in sorted(hexes):
        own = sum(state.sp(u) for u in state.combat_units_in(hex_, outlook.side))
        near = outlook.enemies_within(hex_, 2) - gone * outlook.enemies.get(target, 0)
        worth -= style.exposed * max(near - own, 0.0)
    worth += max(draft.spoils(unit, hex_) for unit, hex_ in placing)
    return worth - sum(_detour(draft, unit, hex_, target, style) for unit, hex_ in placing)


def _detour(draft: Draft, unit: UnitId, hex_: Hex, target: Hex, style: Style) -> float:
    """What a unit loses that could come nearer to its aim instead, VP.

    Who strikes an enemy on the way there is as near as he will be when that one is gone.
    """
    hexes = (draft.start(unit), *draft.reach(unit))
    could = min(draft.way_left(unit, h) for h in hexes)
    left = min(draft.way_left(unit, hex_), draft.way_left(unit, target))
    return draft.pull(unit, style) * max(left - could, 0)
