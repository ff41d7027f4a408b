"""Where everyone stands who does not attack, and where trains are safe (T32.6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from hexwar.ground.zones import contact_hexes, enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.draft import Draft
from hexwar.systems.tlnb.player.outlook import Outlook
from hexwar.systems.tlnb.player.results import danger
from hexwar.systems.tlnb.player.styles import Style
from hexwar.systems.tlnb.rules.movement.reach import End, may_move
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.table.forces import UnitId

CROWD: Final = 4.0
"""VP lost by who stays where there are too many."""

REACH: Final = 5
"""Hexes from which an enemy stack may attack in its next Player-Turn."""

BESIDE: Final = 2
"""Hexes within which friends stand by a stack."""

BARE: Final = 0.8
"""VP lost by guns that stand alone near the enemy."""

OUT_OF_HAND: Final = 0.15
"""VP lost for each hex that a unit is out of its officer's range."""

COLUMN: Final = 0.1
"""VP lost in Road March for each enemy SP that may come."""

TAKEN: Final = 1.5
"""What a VP of a hex is worth to who takes it."""

KEPT, HELD = 0.5, 1.2
"""What it is worth to who stays in it though an enemy is near, and though one can attack it."""

Weighing = Callable[[Hex], float]


def settle(draft: Draft, targets: Collection[Hex], style: Style) -> None:
    """Everyone who does not attack goes to where he is worth most, the foremost first."""
    outlook, state = draft.outlook, draft.state
    free = [u for u in draft.fighters() if u not in draft.placed and may_move(outlook.state, u)]

    def front(unit: UnitId) -> tuple[int, UnitId]:
        return outlook.enemy_distance(draft.start(unit)), unit

    for unit in sorted(free, key=front):
        start, goals = draft.start(unit), draft.goals(unit)
        worth = weighing(draft, unit, targets, goals, style)
        crowd = 0.0 if room_in(state, start, (unit,)) else CROWD
        scored = [(worth(hex_) - crowd * (hex_ == start), hex_) for hex_ in (start, *goals)]
        _, goal = min(scored, key=lambda pair: (-pair[0], pair[1] != start, pair[1]))
        draft.put(unit, goal, is_column=goals.get(goal, False))


def weighing(
    draft: Draft,
    unit: UnitId,
    targets: Collection[Hex],
    goals: Mapping[Hex, bool],
    style: Style,
) -> Weighing:
    """From a hex to what it is worth to a unit that ends there."""
    outlook, state, side = draft.outlook, draft.state, draft.outlook.side
    zone, held = enemy_zone(state, side), enemy_hexes(state, side)
    sp, is_gun = state.sp(unit), state.card(unit).arm.is_artillery
    away = draft.pull(unit, style)

    def worth(hex_: Hex) -> float:
        friends = [u for u in state.combat_units_in(hex_, side) if u != unit]
        own = sp + sum(state.sp(u) for u in friends)
        total = -away * draft.way_left(unit, hex_) - _threat(draft, unit, hex_, own, style)
        if hex_ in zone:
            foes = {n for n in contact_hexes(state, hex_) if n in held}
            total -= style.contact * len(foes.difference(targets))
            total -= 0.3 * foes.isdisjoint(targets) + 0.5 * danger(outlook, hex_, own)
        if goals.get(hex_):
            total -= COLUMN * min(outlook.enemies_within(hex_, REACH + 1), 3 * sp)
        if is_gun and not friends and outlook.enemy_distance(hex_) <= REACH:
            total -= BARE
        total += draft.spoils(unit, hex_)
        return total - _apart(draft, unit, hex_) + _prize(outlook, hex_, friends)

    return worth


def _threat(draft: Draft, unit: UnitId, hex_: Hex, own: int, style: Style) -> float:
    """What the enemies who could come may do to a stack of so many SP, VP."""
    near = draft.outlook.enemies_within(hex_, REACH)
    if not near:
        return 0.0
    state, distance = draft.state, draft.outlook.distance
    friends = sum(
        state.sp(record.id)
        for record in state.on_map(draft.outlook.side)
        if record.id != unit
        and record.hex is not None
        and state.card(record.id).is_combat_unit
        and 0 < distance(record.hex, hex_) <= BESIDE
    )
    return style.threat * min(max(0.7 * near - own - friends, 0.0), 2.0 * own)


def _apart(draft: Draft, unit: UnitId, hex_: Hex) -> float:
    """What it costs to be out of the officer's range."""
    state = draft.state
    officer = state.battle.officer_of.get(state.formation_of(unit).id)
    seat = None if officer is None else state.leaders[officer].hex
    if seat is None:
        return 0.0
    limit = state.numbers.command.officer_range
    return OUT_OF_HAND * max(draft.outlook.distance(hex_, seat) - limit, 0)


def _prize(outlook: Outlook, hex_: Hex, friends: Sequence[UnitId]) -> float:
    """What is won in a hex that counts, or held by who stays in one."""
    if hex_ not in outlook.prizes or friends:
        return 0.0
    vp = outlook.prizes[hex_]
    if not outlook.is_ours(hex_):
        return TAKEN * vp
    near = outlook.enemy_distance(hex_)
    return HELD * vp if near <= REACH else KEPT * vp if near <= 2 * REACH else 0.0


# -- trains


SAFE: Final = 12
"""Hexes from the enemy beyond which a train is no safer."""

BEHIND: Final = 9
"""Hexes from its troops up to which a train is near enough to feed them (T19.2)."""


def haven(outlook: Outlook, train: UnitId, ways: Mapping[Hex, End]) -> Hex:
    """Where a train is safe by itself, and not too far from its troops."""
    state = outlook.state
    start = state.units[train].hex
    assert start is not None
    places = outlook.places.get(state.formation_of(train).id, {})
    hexes = list(places.values()) or [*outlook.friends]
    roads = state.battle.battlefield.way_hexes

    def worth(hex_: Hex) -> float:
        enemy = min(outlook.enemy_distance(hex_), SAFE)
        away = min((outlook.distance(hex_, h) for h in hexes), default=0)
        total = enemy - 0.5 * max(away - BEHIND, 0) + (hex_ in roads) - 0.02 * away
        return total + 0.8 * (hex_ == start)

    free = [h for h in ways if not state.units_in(h, outlook.side)]
    return max([start, *free], key=lambda h: (worth(h), h))
