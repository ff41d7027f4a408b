"""What must hold of every table of the player-turn game, and answers to it that nobody listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hexwar.ai.policy import Dice
from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March
from hexwar.systems.tlnb.rules.movement.stacking import overfull
from hexwar.systems.tlnb.state import Blow, Ride, Shot, Step, TlnbState
from tools.trials.contract import require

SETTLED = (Step.CARDS, Step.MARCH_ORDERS)
"""Segments in which no hex is overfull: leaders, with whom more may stack, have not moved yet."""


def check_table(state: TlnbState) -> None:
    """Pieces, spans, stacks, fights and cards of a game under way are in order."""
    check_pieces(state)
    check_tails(state)
    check_spans(state)
    check_fights(state)
    check_piles(state)
    if state.step in SETTLED and not state.over:
        for side in state.battle.sides:
            hex_ = overfull(state, side)
            require(hex_ is None, f"{side} is overstacked in {hex_} in the {state.step.value}")


def check_pieces(state: TlnbState) -> None:
    """Each piece in one place, no enemies in one hex, strengths within bounds."""
    for unit in state.units.values():
        card = state.card(unit.id)
        require((unit.hex is None) != (unit.box is None), f"{unit.id} is in no place or in two")
        require(not unit.reduced or card.steps > 1, f"{unit.id} has one step and is reduced")
        if unit.hex is not None:
            require(unit.id in state.occupants[unit.hex], f"{unit.id} is not listed in its hex")
    for leader in state.leaders.values():
        require((leader.hex is None) != (leader.box is None), f"{leader.id} is in no place or two")
    listed = sum(len(units) for units in state.occupants.values())
    require(listed == sum(1 for _ in state.on_map()), "a hex lists a unit that is elsewhere")
    for hex_ in state.occupants:
        sides = {state.side_of(u) for u in state.combat_units_in(hex_)}
        require(len(sides) < 2, f"both sides have combat units in {hex_}")


def check_tails(state: TlnbState) -> None:
    """A tail belongs to a unit in Road March and lies next to it (T7.56)."""
    listed = sum(len(units) for units in state.tails.values())
    tails = {unit: unit.tail for unit in state.units.values() if unit.tail is not None}
    require(listed == len(tails), "a hex lists a tail that is elsewhere")
    for unit, tail in tails.items():
        require(unit.column and unit.hex is not None, f"{unit.id} has a tail and is in no column")
        require(unit.id in state.tails.get(tail, ()), f"the tail of {unit.id} is not listed")


def check_spans(state: TlnbState) -> None:
    """Each damaged span is one of the map, each destroyed one a damaged one (T7.62, T7.63)."""
    field, spans = state.battle.battlefield, state.spans
    for side in spans.damaged:
        require(side in field.span_at, f"{side} is damaged, and no span is there")
    require(spans.destroyed <= spans.damaged, "a span is destroyed and whole")
    require(state.positions <= field.grid.index.keys(), "an improved position is off the map")


def check_fights(state: TlnbState) -> None:
    """Who is to fight is on the map, and each is named once."""
    fights = state.fights
    for kind in (fights.shots, fights.rides, fights.blows):
        named = Counter(unit for one in kind for unit in one.units)
        require(all(n == 1 for n in named.values()), f"somebody is to fight twice: {named}")
    for unit in fights.duty_units:
        require(state.card(unit).side == state.phasing, f"{unit} owes an attack in the other turn")


def check_piles(state: TlnbState) -> None:
    """Each card lies in one pile (T24.2)."""
    if state.battle.cards_way != "full":
        return
    for side, piles in state.cards.piles.items():
        stock = state.battle.stocks[side]
        lying = Counter(card for cards in piles.lying.values() for card in cards)
        require(lying == Counter((*stock.main, *stock.mode)), f"the cards of {side} are not whole")


# -- answers that nobody listed


def mutants(
    decision: Decision[Any], options: Sequence[Any], state: TlnbState, dice: Dice
) -> Iterator[Any]:
    """A few answers near the listed ones: other paths, subsets, targets."""
    for _ in range(3):
        option = options[dice.below(len(options))]
        if isinstance(option, March) and isinstance(decision, ChoosePath):
            yield from _marches(option, state, dice)
        elif isinstance(option, Blow | Shot):
            yield replace(option, units=_subset(option.units, dice))
            yield replace(option, target=_any_hex(state, dice))
        elif isinstance(option, Ride):
            yield replace(option, units=_subset(option.units, dice))
            yield replace(option, path=_bent(option.path, state, dice))
            yield replace(option, target=_any_hex(state, dice))
        elif isinstance(option, tuple):
            yield _subset(option, dice)
            yield tuple(reversed(option))


def _marches(option: March, state: TlnbState, dice: Dice) -> Iterator[March]:
    yield replace(option, is_column=not option.is_column)
    yield replace(option, path=_bent(option.path, state, dice))
    yield replace(option, path=option.path[: 1 + dice.below(len(option.path))])
    yield replace(option, exits=not option.exits)


def _subset(items: Sequence[Any], dice: Dice) -> tuple[Any, ...]:
    return tuple(item for item in items if dice.below(2))


def _any_hex(state: TlnbState, dice: Dice) -> Hex:
    hexes = state.battle.battlefield.grid.hexes
    return hexes[dice.below(len(hexes))]


def _bent(path: Sequence[Hex], state: TlnbState, dice: Dice) -> tuple[Hex, ...]:
    """A path whose last hex is another next to the one before."""
    if len(path) < 2:
        return tuple(path)
    near = state.battle.battlefield.grid.neighbours[path[-2]]
    return (*path[:-1], near[dice.below(len(near))])
