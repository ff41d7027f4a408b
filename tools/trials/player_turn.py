"""What must hold of every table of the player-turn game, and answers to it that nobody listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hexwar.ai.policy import Dice
from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.movement.dropping import Drop
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, leaders_free
from hexwar.systems.tlnb.rules.movement.stacking import overfull
from hexwar.systems.tlnb.state import Blow, Ride, Shot, Step, TlnbState
from tools.trials.contract import check_damage, check_pieces, check_tails, require

SETTLED = (Step.CARDS, Step.MARCH_ORDERS)
"""Segments in which no hex is overfull: leaders, with whom more may stack, have not moved yet."""


def check_table(state: TlnbState) -> None:
    """Pieces, spans, stacks, fights and cards of a game under way are in order."""
    check_pieces(state)
    check_meetings(state)
    check_tails(state)
    check_spans(state)
    check_fights(state)
    check_piles(state)
    if state.step in SETTLED and not state.over:
        for side in state.battle.sides:
            hex_ = overfull(state, side)
            require(hex_ is None, f"{side} is overstacked in {hex_} in the {state.step.value}")


def check_meetings(state: TlnbState) -> None:
    """No hex has combat units of both sides."""
    for hex_ in state.occupants:
        sides = {state.side_of(u) for u in state.combat_units_in(hex_)}
        require(len(sides) < 2, f"both sides have combat units in {hex_}")


def check_spans(state: TlnbState) -> None:
    """The spans are in order, each destroyed one a damaged one (T7.62, T7.63)."""
    check_damage(state)
    require(state.spans.destroyed <= state.spans.damaged, "a span is destroyed and whole")


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
            yield from _marches(decision, option, state, dice)
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


def _marches(decision: ChoosePath, option: March, state: TlnbState, dice: Dice) -> Iterator[March]:
    yield replace(option, is_column=not option.is_column)
    yield replace(option, path=_bent(option.path, state, dice))
    yield replace(option, path=option.path[: 1 + dice.below(len(option.path))])
    yield replace(option, exits=not option.exits)
    riding = _subset(leaders_free(state, decision.units), dice)
    behind = tuple(Drop(p, _any_of(option.path, dice)) for p in (*decision.units, *riding))
    yield replace(option, leaders=riding, drops=behind)
    between = option.path[1:-1]
    if between and (riding or len(decision.units) > 1):
        able = (*decision.units[1:], *riding)
        some = _subset(able, dice) or able[:1]
        fit = tuple(Drop(piece, _any_of(between, dice)) for piece in some)
        yield replace(option, leaders=riding, drops=fit)


def _subset(items: Sequence[Any], dice: Dice) -> tuple[Any, ...]:
    return tuple(item for item in items if dice.below(2))


def _any_of(path: Sequence[Hex], dice: Dice) -> Hex:
    return path[dice.below(len(path))]


def _any_hex(state: TlnbState, dice: Dice) -> Hex:
    hexes = state.battle.battlefield.grid.hexes
    return hexes[dice.below(len(hexes))]


def _bent(path: Sequence[Hex], state: TlnbState, dice: Dice) -> tuple[Hex, ...]:
    """A path whose last hex is another next to the one before."""
    if len(path) < 2:
        return tuple(path)
    near = state.battle.battlefield.grid.neighbours[path[-2]]
    return (*path[:-1], near[dice.below(len(near))])
