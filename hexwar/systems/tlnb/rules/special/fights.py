"""What special rules add to attacks, charges, bombardments and the weather die (T34.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.tlnb.events.special import LeaderUnderFire, SpecialRuleActed
from hexwar.systems.tlnb.rules.special.great_charge import all_ride_along, die_of
from hexwar.systems.tlnb.rules.special.leading import bearers
from hexwar.systems.tlnb.rules.special.registry import (
    AMMUNITION,
    BLUCHER,
    DUST,
    MURAT,
    NAPOLEON,
    NEY,
    SMOKE,
)
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, LeaderId, Side, UnitId

COLUMNS, DIE = mark("columns"), mark("to the die")


@dataclass(frozen=True, slots=True)
class Acting:
    """What a special rule adds: columns for the attacker, or to a die."""

    id: str
    by: int


def tell(table: Table[TlnbState], acting: Iterable[Acting], what: str) -> None:
    """The log says which special rules act."""
    for act in acting:
        table.emit(SpecialRuleActed(act.id, act.by, what))


# -- attacks (T10.15, T10.23)


def columns_in(state: TlnbState, units: Sequence[UnitId], target: Hex) -> Iterator[Acting]:
    """The columns that leaders who lead in this attack are worth to the attacker."""
    column, side = state.numbers.special.leader_column, state.side_of(units[0])
    for leader, led in state.special.led.items():
        if led == (state.count, target):
            card = state.battle.leaders[leader]
            id_ = NAPOLEON if NAPOLEON in card.special else NEY
            yield Acting(id_, column if card.side == side else -column)


def leaders_for(
    state: TlnbState, side: Side, units: Sequence[UnitId], target: Hex
) -> Iterator[LeaderId]:
    """The leaders of a side who could lead in an attack now, once a Player-Turn (T10.23).

    Napoléon leads infantry in his hex, of attackers or defenders; Ney attackers in his.
    """
    is_attacker = side == state.side_of(units[0])
    own = units if is_attacker else state.combat_units_in(target, side)
    for id_ in (NAPOLEON, NEY):
        for leader in bearers(state, id_, side):
            led, hex_ = state.special.led.get(leader), state.leaders[leader].hex
            here = [u for u in own if state.units[u].hex == hex_]
            if id_ == NAPOLEON:
                here = [u for u in here if state.card(u).arm is Arm.INFANTRY]
            is_free = led is None or led[0] != state.count
            is_awake = leader not in state.command.asleep
            if here and is_free and is_awake and (is_attacker or id_ == NAPOLEON):
                yield leader


def attack_die(state: TlnbState, units: Sequence[UnitId]) -> Iterator[Acting]:
    """What the presence of a leader adds to the die of an attack."""
    rule = state.battle.special.get(SMOKE)
    if rule is not None and any(_stacked(state, x, units) for x in _smoked(state)):
        yield Acting(SMOKE, rule.number("die"))


def _smoked(state: TlnbState) -> Iterator[LeaderId]:
    """The commanders whom the smoke takes up."""
    rule = state.battle.special.get(SMOKE)
    for leader in state.battle.commanders if rule is not None else ():
        if rule is not None and state.battle.leaders[leader].formation in rule.formations:
            yield leader


def _stacked(state: TlnbState, leader: LeaderId, units: Sequence[UnitId]) -> bool:
    hex_, side = state.leaders[leader].hex, state.battle.leaders[leader].side
    return hex_ is not None and any(
        state.units[u].hex == hex_ and state.side_of(u) == side for u in units
    )


def see_smoke(table: Table[TlnbState], units: Sequence[UnitId], target: Hex) -> None:
    """T34.6: who attacks or is attacked with such a leader is remembered."""
    state = table.state
    fighting = (*units, *state.combat_units_in(target))
    for leader in _smoked(state):
        if _stacked(state, leader, fighting) and state.special.fought.get(leader) != state.count:
            table.emit(LeaderUnderFire(leader))


# -- charges and guns (T12.4, T13.6)


def charge_die(state: TlnbState, units: Sequence[UnitId], start: Hex) -> Iterator[Acting]:
    """What leaders add to the die of a charge from a hex."""
    side = state.side_of(units[0])
    if all_ride_along(state, units, start):
        yield Acting(MURAT, die_of(state))
    numbers, distance = state.numbers.special, state.battle.battlefield.grid.distance
    hexes = (state.leaders[x].hex for x in bearers(state, BLUCHER, side))
    if any(hex_ is not None and distance(hex_, start) <= numbers.charge_range for hex_ in hexes):
        yield Acting(BLUCHER, numbers.charge_die)


def gun_die(state: TlnbState, units: Sequence[UnitId]) -> Iterator[Acting]:
    """What want of ammunition takes off a bombardment, if any of its batteries is short."""
    rule = state.battle.special.get(AMMUNITION)
    if rule is None or state.turn < rule.number("from_turn"):
        return
    if any(state.formation_of(u).id in rule.formations for u in units):
        yield Acting(AMMUNITION, rule.number("drm"))


# -- the weather die (T3.4)


def weather_die(state: TlnbState) -> Iterator[Acting]:
    """What is added to the weather die on a turn, where the scenario's list has nothing."""
    rule = state.battle.special.get(DUST)
    if rule is not None and state.turn in rule.turns and state.turn not in state.battle.weather_die:
        yield Acting(DUST, rule.number("die"))
