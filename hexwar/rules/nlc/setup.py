"""Setting up a battle (N24.1)."""

from __future__ import annotations

from hexwar.model.battle import Battle
from hexwar.model.crossings import Spans
from hexwar.model.forces import LeaderCard, Presence, UnitCard
from hexwar.model.orders import Line, LineId
from hexwar.model.pieces import Box, Leader, Phase, Unit
from hexwar.model.state import GameState
from hexwar.rules.nlc.arrivals import schedule
from hexwar.rules.nlc.simplifications import weather_now


def set_up(battle: Battle) -> GameState:
    """The state before the first turn: pieces in their set-up hexes, orders and control."""
    state = GameState(
        battle=battle,
        units={unit.id: Unit(unit.id, box=Box.RESERVE) for unit in battle.units.values()},
        leaders={card.id: Leader(card.id, box=Box.RESERVE) for card in battle.leaders.values()},
        control=dict(battle.control),
        lines={LineId(f.id): Line(f.start_order) for f in battle.formations.values()},
        phase=Phase.TURN_END,
        cups=dict.fromkeys(battle.sides, ()),
    )
    state.weather = weather_now(state)
    state.put_spans(Spans(damaged=battle.damaged_spans))
    state.put_positions(battle.improved_positions)
    for source, side in battle.supply_sources.items():
        state.control.setdefault(source, side)
    for card in battle.units.values():
        state.put_unit(_unit(battle, card))
    for leader in battle.leaders.values():
        state.put_leader(_leader(battle, leader))
    return state


def _unit(battle: Battle, card: UnitCard) -> Unit:
    hex_ = battle.unit_hexes.get(card.id)
    if hex_ is not None:
        return Unit(card.id, hex=hex_, reduced=card.id in battle.reduced_at_start)
    box = Box.DUE if card.id in schedule(battle) else Box.RESERVE
    return Unit(card.id, box=box, reduced=card.id in battle.reduced_at_start)


def _leader(battle: Battle, card: LeaderCard) -> Leader:
    hex_ = battle.leader_hexes.get(card.id)
    if hex_ is not None:
        return Leader(card.id, hex=hex_)
    formation = battle.formations[card.formation]
    called = formation.presence in (Presence.START, Presence.REINFORCEMENT)
    return Leader(card.id, box=Box.DUE if called else Box.RESERVE)
