"""Setting up a battle (N24.1)."""

from __future__ import annotations

from dataclasses import replace

from hexwar.cards.records import CardsInPlay
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.orders import Line, LineId, Verb
from hexwar.systems.nlc.rules.arrivals.arrivals import schedule
from hexwar.systems.nlc.rules.cards.ways import piles_at_start
from hexwar.systems.nlc.rules.command.command import senior_unit
from hexwar.systems.nlc.rules.movement.law import LAW
from hexwar.systems.nlc.rules.orders.divisions import free_line
from hexwar.systems.nlc.rules.orders.forms import filled
from hexwar.systems.nlc.rules.supply.check import supply_at_start
from hexwar.systems.nlc.state import Chits, GameState, Holding, Pad, Schedule, Spirit
from hexwar.table.forces import (
    Arm,
    FormationCard,
    LeaderCard,
    OrderStep,
    Presence,
    UnitCard,
)
from hexwar.table.pieces import Box, Leader, Unit
from hexwar.table.spans import Spans
from hexwar.table.state import Sky


def set_up(battle: NlcBattle) -> GameState:
    """The state before the first turn: pieces in their set-up hexes, orders, control (N24.3)."""
    state = GameState(
        battle=battle,
        law=LAW,
        units={unit.id: Unit(unit.id, box=Box.RESERVE) for unit in battle.units.values()},
        leaders={card.id: Leader(card.id, box=Box.RESERVE) for card in battle.leaders.values()},
        spans=Spans(damaged=battle.damaged_spans),
        positions=battle.improved_positions,
        pad=Pad(
            lines={LineId(f.id): Line(()) for f in battle.formations.values()},
            wings={f.id: f.assigned_to for f in battle.formations.values() if f.assigned_to},
        ),
        chits=Chits(cups=dict.fromkeys(battle.sides, ())),
        schedule=Schedule(battle.arrivals),
        spirit=Spirit(exhausted=battle.exhausted_at_start),  # N20.84
        cards=CardsInPlay(piles_at_start(battle)),
        sky=Sky(weather_at_start(battle)),
        holding=Holding({**battle.control, **battle.supply_sources, **battle.control}),
    )
    for card in battle.units.values():
        state.put_unit(_unit(state, card))
    for leader in battle.leaders.values():
        state.put_leader(_leader(battle, leader))
    control = state.holding.control.items()
    seniors = {hex_: senior_unit(state, state.combat_units_in(hex_, s)) for hex_, s in control}
    last_in = {hex_: unit for hex_, unit in seniors.items() if unit is not None}  # N22.2
    state.holding = replace(state.holding, last_in=last_in)
    _write_pad(state)
    state.supply = replace(state.supply, unsupplied=supply_at_start(state))
    return state


def weather_at_start(battle: NlcBattle) -> str:
    """The weather that the scenario names; the recorded one if players chose so (N18.2, N3.8)."""
    recorded = battle.weather_historical
    is_fixed = battle.options.get("weather") == "historical"
    return recorded if is_fixed and recorded is not None else battle.weather_start


def _write_pad(state: GameState) -> None:
    """N12.16: every formation holds its at-start order, detached divisions and trains theirs.

    In the basic game all defend where they are until they act, and nobody is detached (N26.1).
    """
    if state.battle.is_basic:
        for formation in state.battle.formations.values():
            line = LineId(formation.id)
            here = filled(state, line, (OrderStep(Verb.DEFEND),))
            held = Line(_at_entry(state, formation, here))
            state.pad = replace(state.pad.with_line(line, held), wings=state.pad.wings)
        return
    for formation in state.battle.formations.values():
        for number, (units, steps) in enumerate(formation.divisional_orders, start=1):
            line = LineId(f"{formation.id}/{number}")
            state.pad = state.pad.with_division(line, Line(steps, units=units))
            held = Line(filled(state, line, steps), units=units)
            state.pad = state.pad.with_line(line, held)
    for card in state.battle.units.values():
        if card.arm is Arm.PONTOON_TRAIN and card.id not in state.pad.detached:
            # Without an order of the scenario's it defends where it is, or enters (N16.4).
            arrival = schedule(state).get(card.id)
            place = state.units[card.id].hex or (None if arrival is None else arrival.entry)
            held = Line((OrderStep(Verb.DEFEND, place),), units=(card.id,))
            state.pad = state.pad.with_division(free_line(state, card.formation), held)
    for formation in state.battle.formations.values():
        line, wing = LineId(formation.id), formation.assigned_to
        passed_on = state.battle.formations[wing].start_order if wing is not None else ()  # N12.15
        own = formation.start_order or passed_on or (OrderStep(Verb.DEFEND),)
        held = Line(_at_entry(state, formation, filled(state, line, own)))
        state.pad = state.pad.with_line(line, held)


def _at_entry(
    state: GameState, formation: FormationCard, steps: tuple[OrderStep, ...]
) -> tuple[OrderStep, ...]:
    """A formation that is still to come defends where it enters, if nothing else is said."""
    arrivals = schedule(state)
    entry = next((arrivals[u].entry for u in formation.units if u in arrivals), None)
    called = (a.entry for a in state.battle.alternates if formation.id in a.formations)
    entry = next(called, None) if entry is None else entry
    return tuple(
        step if step.target or step.target_formation else replace(step, target=entry)
        for step in steps
    )


def _unit(state: GameState, card: UnitCard) -> Unit:
    battle = state.battle
    if (hex_ := battle.unit_hexes.get(card.id)) is not None:
        return Unit(card.id, hex=hex_, reduced=card.id in battle.reduced_at_start)
    if card.is_vedette:
        return Unit(card.id, box=Box.WITH_UNIT)
    box = Box.DUE if card.id in schedule(state) else Box.RESERVE
    return Unit(card.id, box=box, reduced=card.id in battle.reduced_at_start)


def _leader(battle: NlcBattle, card: LeaderCard) -> Leader:
    if (hex_ := battle.leader_hexes.get(card.id)) is not None:
        return Leader(card.id, hex=hex_)
    formation = battle.formations[card.formation]
    called = formation.presence in (Presence.START, Presence.REINFORCEMENT)
    return Leader(card.id, box=Box.DUE if called else Box.RESERVE)
