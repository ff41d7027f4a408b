"""Vedettes in the Movement Segment: who spreads out, who gathers, who may move (N20.31, T17.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.engine import Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.movement import can_step, is_shunned, movers
from hexwar.ground.stacking import has_room
from hexwar.ground.vedettes import (
    has_vedettes,
    out,
    replaces,
    steps_owed,
    vedettes_of,
    vedettes_under,
    waiting,
)
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.losses.losses import is_on_last_step, take_step
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn.activation import body_of, has_finished, units_of_body
from hexwar.systems.nlc.rules.victory.victory import control_events
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.hiding_facts import ForceHidden
from hexwar.table.pieces import Box
from hexwar.table.vedette_facts import VedettesDeployed, VedettesRejoined

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Deployment:
    """The answer that a unit spreads out in vedettes, or that its vedettes gather (N20.31)."""

    owner: UnitId  # whose vedettes they are
    gathers: bool = False


# -- who may


@kept
def vedettes_of_body(state: GameState, formation: FormationId) -> Units:
    """The vedettes on the map of those who act, in the order of the army list (N20.31)."""
    found = (v for one in body_of(state, formation) for v in vedettes_under(state.battle, one))
    return tuple(v for v in found if state.units[v].hex is not None)


@kept
def screens(state: GameState, formation: FormationId) -> tuple[Units, ...]:
    """The vedettes of those who act that may move now, by hex."""
    by_hex: dict[Hex, list[UnitId]] = {}
    for piece in vedettes_of_body(state, formation):
        hex_, has_moved = state.units[piece].hex, state.units[piece].moved
        if hex_ is None or has_moved:
            continue
        if can_step(state, movers(state, (piece,)), permissions(state, piece)):
            by_hex.setdefault(hex_, []).append(piece)
    return tuple(tuple(stack) for stack in by_hex.values())


def deployments(state: GameState, formation: FormationId) -> Iterator[Deployment]:
    """Who of those who act can spread out now, and whose vedettes can gather."""
    if not has_vedettes(state.battle):
        return
    for unit in units_of_body(state, formation):
        for gathers in (False, True) if vedettes_of(state.battle, unit) else ():
            answer = Deployment(unit, gathers)
            if deployment_refusal(state, formation, answer) is None:
                yield answer


def deployment_refusal(
    state: GameState, formation: FormationId, answer: Deployment
) -> Refusal | None:
    """Why a unit may not spread out, or its vedettes not gather, or None."""
    unit = answer.owner
    if unit not in units_of_body(state, formation):
        return refuse("N4.43", "That unit does not act on this chit.")
    name = state.card(unit).name
    if not vedettes_of(state.battle, unit):
        return refuse("N20.31", "{name} has no vedettes.", name=name)
    if answer.gathers:
        return _gather_refusal(state, unit, name)
    return _deploy_refusal(state, unit, name)


def _deploy_refusal(state: GameState, unit: UnitId, name: str) -> Refusal | None:
    record, pieces = state.units[unit], waiting(state, unit)
    if record.hex is None or unit in state.hiding.lifted:
        return refuse("N20.31", "{name} is not on the map.", name=name)
    if not pieces:
        return refuse("N20.31", "{name} has no more vedettes to send out.", name=name)
    if record.disrupted:
        return refuse("N20.31", "{name} is Disrupted.", name=name)
    if not replaces(state, pieces):
        words = mark("The vedettes of {name} have come back in this activation.")
        was_out = any(state.units[piece].spent for piece in pieces)
        return refuse("N20.31", words, name=name) if was_out else None
    if record.moved or record.spent or has_finished(state, unit):
        return refuse("N20.31", "{name} has moved or worked already.", name=name)
    return None


def _gather_refusal(state: GameState, unit: UnitId, name: str) -> Refusal | None:
    pieces = out(state, unit)
    places = {state.units[piece].hex for piece in pieces}
    if not pieces:
        return refuse("N20.31", "No vedettes of {name} are out.", name=name)
    if state.units[unit].hex is None and state.units[unit].box is not Box.SPREAD:
        return refuse("N20.31", "{name} is no more: its vedettes stay out.", name=name)
    if len(places) > 1:
        return refuse("N20.31", "The vedettes of {name} do not stand together.", name=name)
    cost = 2 * numbers_of(state.battle).vedette.cost
    if any(allowance(state, p) - state.units[p].spent < cost for p in pieces):
        return refuse("N20.31", "The vedettes of {name} have no MP left.", name=name)
    hex_, side = places.pop(), state.side_of(unit)
    assert hex_ is not None
    if state.units[unit].hex is not None:
        words = mark("The vedettes of {name} are not in its hex.")
        return None if state.units[unit].hex == hex_ else refuse("N20.31", words, name=name)
    if not has_room(state, hex_, side, (unit,)):
        return refuse("N6.1", "There is no room for {name} in {hex}.", name=name, hex=hex_)
    if is_shunned(state, side, permissions(state, unit), hex_):
        words = mark("The order does not allow {name} in the enemy zone in {hex}.")
        return refuse("N6.8", words, name=name, hex=hex_)
    return None


# -- the flow


def deploy_or_gather(table: Table[GameState], answer: Deployment) -> None:
    """N20.31: vedettes go out in place of their unit, or the unit returns where they stand."""
    if answer.gathers:
        _gather(table, answer.owner)
        return
    state, unit = table.state, answer.owner
    hex_, pieces = state.units[unit].hex, waiting(state, unit)
    assert hex_ is not None
    cost = 2 * numbers_of(state.battle).vedette.cost
    is_hidden = unit in state.hiding.hidden
    table.emit(VedettesDeployed(unit, pieces, hex_, cost, not replaces(state, pieces)))
    if is_hidden:  # who comes out of a hidden stack is not seen either
        table.emit(ForceHidden(state.side_of(unit), pieces, hex_))


def _gather(table: Table[GameState], unit: UnitId) -> None:
    """T17.9, N22.2: the unit is back, pays for the vedettes that it has lost, and holds its hex."""
    state, pieces = table.state, out(table.state, unit)
    hex_, stays = state.units[pieces[0]].hex, state.units[unit].hex is not None
    assert hex_ is not None
    records = [state.units[piece] for piece in pieces]
    spent = max(record.spent for record in records) + 2 * numbers_of(state.battle).vedette.cost
    owed = 0 if stays else steps_owed(state, unit)
    home = pieces if stays else vedettes_of(state.battle, unit)
    moved = any(record.moved for record in records)
    shaken = any(record.disrupted for record in records)
    is_hidden = not stays and state.hiding.hidden.issuperset(pieces)
    table.emit(VedettesRejoined(unit, home, hex_, spent, moved, shaken, stays))
    if is_hidden:
        table.emit(ForceHidden(state.side_of(unit), (unit,), hex_))
    for _ in range(owed):
        is_last = is_on_last_step(table.state, unit)
        take_step(table, unit, say("lost vedettes"), Box.UAR)
        if is_last:
            return
    for event in () if stays else control_events(table.state, (unit,), (hex_,)):
        table.emit(event)
