"""An answer as advice tells it: in words, and drawn on the board."""

from __future__ import annotations

from typing import Any

from hexwar.cards.library import card as printed
from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.systems.nlc.orders import LineId, Offer, Wish
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import Reaction
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, Pursuit
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.rules.movement.exhaustion import Hurry
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, quote_route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.stacks import Displacement
from hexwar.systems.nlc.rules.movement.works import Labour
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.steps import TurnBack
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper
from hexwar.systems.nlc.rules.turn.consolidation import Journey
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import line_name, order_sentence
from hexwar.table.forces import FormationId, LeaderId, OrderStep, UnitId
from hexwar.table.overlays import Aim, Ghost, Overlays, Target
from hexwar.table.reports import PathQuote
from hexwar.table.words import formation_name, hex_name, piece_name, unit_names


def words_of(view: GameState, decision: Decision[Any], answer: Any) -> str:
    """An answer in a few words; empty where its button tells it better."""
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
        case tuple() if isinstance(decision, ActivateUnit):
            return say("{who}:", who=unit_names(view, answer))
    return _work(view, answer) or _wish(view, decision, answer) or _named(view, decision, answer)


def _work(view: GameState, answer: Any) -> str:
    """What is done before, beside or after the marches."""
    match answer:
        case Hurry():
            who = formation_name(view, answer.formation)
            return say("Forced march of {who}.", who=who)
        case Labour():
            return say("{who} works at a span.", who=piece_name(view, answer.unit))
        case TurnBack():
            return say("{who} goes no further.", who=line_name(view.battle, answer.line))
        case Displacement():
            who = piece_name(view, answer.unit)
            if answer.hex is None:
                return say("{who} leaves the map.", who=who)
            return say("{who} goes to {where}.", who=who, where=hex_name(view, answer.hex))
        case Reaction():
            who, where = unit_names(view, answer.units), hex_name(view, answer.path[-1])
            if answer.in_place:
                return say("{who} meets them in {where}.", who=who, where=where)
            return say("{who} rides at {where}.", who=who, where=where)
        case Pursuit():
            who, where = unit_names(view, answer.units), hex_name(view, answer.fugitives)
            return say("{who} pursues those in {where}.", who=who, where=where)
    return ""


_WISHES = {
    Offer.LOCAL: mark("{who} tries a Local Decision."),
    Offer.DIVISION: mark("Give divisional orders."),
    Offer.FIRST: mark("{who} acts first if that is won."),
    Offer.RALLY: mark("Say in which order they rally."),
    Offer.FALL_BACK: mark("{who} begins to fall back when it acts."),
    Offer.STOP: mark("{who} ends its Probe."),
}

_LATER = mark("Choose who acts first when that is won.")


def _wish(view: GameState, decision: Decision[Any], answer: Any) -> str:
    """What is written on the order pad, beside an order of a line that is told before."""
    match answer:
        case Wish():
            who = "" if answer.line is None else line_name(view.battle, answer.line)
            words = _WISHES[answer.offer] if who or answer.offer is not Offer.FIRST else _LATER
            return say(words, who=who)
        case None if isinstance(decision, IssueOrder):
            return say("Write nothing more.")
        case None if isinstance(decision, TryLocalDecision | WriteFreeOrder):
            return say("{who} keeps the order.", who=line_name(view.battle, decision.line))
        case tuple() if answer and all(isinstance(step, OrderStep) for step in answer):
            told = order_sentence(view.battle, answer)
            line = getattr(decision, "line", None)
            if line is None:
                return told
            return say("{who}: {order}.", who=line_name(view.battle, line), order=told)
    return ""


def _named(view: GameState, decision: Decision[Any], answer: Any) -> str:
    """Formations, leaders, units and cards by their names."""
    if isinstance(decision, ChooseCard | PlayWindowCard) and answer is not None:
        return say("Play {title}.", title=printed(answer).title)
    if not (isinstance(answer, tuple) and answer and all(isinstance(one, str) for one in answer)):
        return ""
    if all(one in view.battle.battlefield.grid for one in answer):
        return say("To {where}.", where=hex_name(view, Hex(answer[-1])))
    names = [_name(view, one) for one in answer]
    if not all(names):
        return ""
    if isinstance(decision, ChooseAdvance):
        return say("Advance with {who}.", who=listed(names))
    return listed(names)


def _name(view: GameState, id_: str) -> str:
    if id_ in view.battle.formations:
        return formation_name(view, FormationId(id_))
    return piece_name(view, id_) if id_ in view.units or id_ in view.leaders else ""


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
        case Reaction():
            return Overlays(targets=(Target(answer.path[-1], Aim.CHARGE, way=answer.path),))
        case Pursuit():
            way = (*answer.path, answer.fugitives)
            return Overlays(targets=(Target(answer.fugitives, Aim.CHARGE, way=way),))
        case tuple() if isinstance(decision, ChooseRetreatPath):
            known = view.battle.battlefield.grid
            hexes = tuple(hex_ for hex_ in answer if hex_ in known)
            return Overlays(ghosts=(Ghost(decision.units, hexes, 1, 0),) if hexes else ())
        case Bombardment():
            return Overlays(targets=(_target(view, answer.target, Aim.BOMBARD, answer.units),))
        case Paper() if answer.steps:
            spots = [step.target for step in answer.steps if step.target is not None]
            return Overlays(targets=tuple(Target(spot) for spot in spots))
    return Overlays()


def _target(view: GameState, hex_: Hex, aim: Aim, units: tuple[UnitId, ...]) -> Target:
    places = dict.fromkeys(view.units[unit].hex for unit in units)
    return Target(hex_, aim, tuple(place for place in places if place is not None))
