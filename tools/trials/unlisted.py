"""Answers that nobody listed: what a person might also try, legal or not. For the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hexwar.ai.policy import Dice
from hexwar.cards.library import cards
from hexwar.engine import Decision
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player.random_orders import other_order
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import Reaction
from hexwar.systems.nlc.rules.losses.pursuit import Pursuit
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, riders
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.works import Act, Labour, PontoonTask, SpanTask
from hexwar.systems.nlc.rules.orders.divisions import Detail, Recall
from hexwar.systems.nlc.rules.orders.writing import Paper
from hexwar.systems.nlc.rules.turn.consolidation import Journey
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side


def mutants(
    decision: Decision[Any], options: Sequence[Any], state: GameState, dice: Dice
) -> Iterator[Any]:
    """A few answers near the listed ones: other paths, subsets, objectives."""
    for _ in range(3):
        option = options[dice.below(len(options))]
        if isinstance(option, Route) and isinstance(decision, ChoosePath):
            yield from _routes(decision, option, state, dice)
        elif isinstance(option, Journey):
            yield replace(option, hexes=_bent(option.hexes, state, dice))
        elif isinstance(option, Assault | Bombardment):
            yield replace(option, units=_subset(option.units, dice))
            yield replace(option, target=_any_hex(state, dice))
        elif isinstance(option, Charge | Reaction | Pursuit):
            yield replace(option, units=_subset(option.units, dice))
            yield replace(option, path=_bent(option.path, state, dice))
            yield replace(option, path=option.path[: dice.below(len(option.path))])
            if isinstance(option, Charge):
                path = _bent(option.path, state, dice)
                yield replace(option, path=path, target=path[-1])
        elif isinstance(decision, ActivateUnit):
            units = state.units_of(decision.formation)
            yield _subset(units, dice)
            yield Labour(units[dice.below(len(units))])
        elif isinstance(option, SpanTask):
            yield replace(option, act=Act.REPAIR if option.act is Act.DAMAGE else Act.DAMAGE)
            yield replace(option, hexside=_any_hexside(state, dice))
        elif isinstance(option, PontoonTask):
            yield replace(option, hexside=_any_hexside(state, dice))
        elif isinstance(option, Paper):
            yield from _papers(option, state, Side(decision.side), dice)
        elif isinstance(decision, ChooseCard | PlayWindowCard | ChooseReroll):
            yield tuple(cards())[dice.below(len(cards()))]
        elif isinstance(option, Detail | Recall):
            yield other_order(option, state, Side(decision.side), dice)
            yield Recall(_any_line(state, dice))
        elif isinstance(option, tuple):
            yield other_order(option, state, Side(decision.side), dice)
            yield _subset(option, dice)
            yield tuple(reversed(option))


def _routes(decision: ChoosePath, option: Route, state: GameState, dice: Dice) -> Iterator[Route]:
    yield replace(option, column=not option.column)
    yield replace(option, leaders=_subset(riders(state, decision.units), dice))
    if option.hexes:
        yield replace(option, hexes=_bent(option.hexes, state, dice))
        yield replace(option, hexes=option.hexes[: 1 + dice.below(len(option.hexes))])


def _papers(option: Paper, state: GameState, side: Side, dice: Dice) -> Iterator[Paper]:
    yield other_order(option, state, side, dice)
    yield replace(option, line=_any_line(state, dice))
    yield replace(option, steps=option.steps * (1 + dice.below(12)))
    formations = tuple(state.battle.formations)
    yield replace(option, wing=formations[dice.below(len(formations))])


def _any_line(state: GameState, dice: Dice) -> LineId:
    lines = (*state.pad.lines, LineId("nobody"))
    return lines[dice.below(len(lines))]


def _bent(path: tuple[Hex, ...], state: GameState, dice: Dice) -> tuple[Hex, ...]:
    """A path cut somewhere and continued by some neighbours."""
    cut = path[: 1 + dice.below(len(path))]
    neighbours = state.battle.battlefield.grid.neighbours
    for _ in range(1 + dice.below(3)):
        around = neighbours[cut[-1]]
        cut = (*cut, around[dice.below(len(around))])
    return cut


def _subset(items: Sequence[Any], dice: Dice) -> tuple[Any, ...]:
    return tuple(item for item in items if dice.below(2))


def _any_hexside(state: GameState, dice: Dice) -> Hexside:
    hex_ = _any_hex(state, dice)
    around = state.battle.battlefield.grid.neighbours[hex_]
    return hexside(hex_, around[dice.below(len(around))])


def _any_hex(state: GameState, dice: Dice) -> Hex:
    hexes = state.battle.battlefield.grid.hexes
    return hexes[dice.below(len(hexes))]
