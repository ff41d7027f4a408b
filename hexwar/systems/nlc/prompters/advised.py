"""An answer as advice tells it: in words, and drawn on the board."""

from __future__ import annotations

from typing import Any

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, quote_route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.orders.writing import Paper
from hexwar.systems.nlc.rules.turn.consolidation import Journey
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import (
    hex_name,
    line_name,
    order_sentence,
    piece_name,
    unit_names,
)
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Aim, Ghost, Overlays, Target
from hexwar.table.reports import PathQuote


def words_of(view: GameState, decision: Decision[Any], answer: Any) -> str:
    """An answer in a few words; empty where others tell it better."""
    match answer:
        case Route():
            return _route(view, answer)
        case Assault():
            who, where = unit_names(view, answer.units), hex_name(view, answer.target)
            return say("Assault {where} with {who}.", where=where, who=who)
        case Charge():
            who, where = unit_names(view, answer.units), hex_name(view, answer.target)
            return say("Charge {where} with {who}.", where=where, who=who)
        case Bombardment():
            who, where = unit_names(view, answer.units), hex_name(view, answer.target)
            return say("Bombard {where} with {who}.", where=where, who=who)
        case Journey():
            where = hex_name(view, answer.hexes[-1])
            return say("{who} goes to {where}.", who=piece_name(view, answer.piece), where=where)
        case Paper() if answer.steps:
            told = order_sentence(view.battle, answer.steps)
            name = line_name(view.battle, LineId(answer.line))
            return say("Write to {name}: {order}.", name=name, order=told)
        case None if decision.ends_for is not None:
            return say("Do nothing more here.")
        case None:
            return say("No.")
        case tuple() if isinstance(decision, ActivateUnit):
            return say("{who}:", who=unit_names(view, answer))
    return ""


def _route(view: GameState, route: Route) -> str:
    if len(route.hexes) < 2:
        return say("Stay.")
    where = hex_name(view, route.hexes[-1])
    if route.column:
        return say("By road movement to {where}.", where=where)
    return say("To {where}.", where=where)


def drawn(view: GameState, decision: Decision[Any], answer: Any) -> Overlays:
    """What the board shows of an answer: ghosts where counters would go, marks on targets."""
    match answer:
        case Route() if len(answer.hexes) > 1 and isinstance(decision, ChoosePath):
            pieces: tuple[UnitId | LeaderId, ...] = (*decision.units, *answer.leaders)
            quoted = quote_route(view, decision.units, decision.entry, answer)
            left = quoted.allowance - quoted.halves if isinstance(quoted, PathQuote) else 0
            ghost = Ghost(pieces, answer.hexes, 1, left, by_road=answer.column)
            return Overlays(ghosts=(ghost,))
        case Journey() if len(answer.hexes) > 1:
            is_leader = answer.piece in view.leaders
            piece = LeaderId(answer.piece) if is_leader else UnitId(answer.piece)
            return Overlays(ghosts=(Ghost((piece,), answer.hexes, 1, 0),))
        case Assault():
            return Overlays(targets=(_target(view, answer.target, Aim.ASSAULT, answer.units),))
        case Charge():
            way = (*answer.path, answer.target)
            return Overlays(targets=(Target(answer.target, Aim.CHARGE, way=way),))
        case Bombardment():
            return Overlays(targets=(_target(view, answer.target, Aim.BOMBARD, answer.units),))
        case Paper() if answer.steps:
            spots = [step.target for step in answer.steps if step.target is not None]
            return Overlays(targets=tuple(Target(spot) for spot in spots))
    return Overlays()


def _target(view: GameState, hex_: Hex, aim: Aim, units: tuple[UnitId, ...]) -> Target:
    places = dict.fromkeys(view.units[unit].hex for unit in units)
    return Target(hex_, aim, tuple(place for place in places if place is not None))
