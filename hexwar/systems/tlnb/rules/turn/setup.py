"""Setting up a battle (T34)."""

from __future__ import annotations

from hexwar.cards.records import CardsInPlay
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.rules.cards.segment import piles_at_start
from hexwar.systems.tlnb.rules.command.marches import marches_at_start
from hexwar.systems.tlnb.rules.movement.law import LAW
from hexwar.systems.tlnb.rules.supply.supply import unsupplied_now
from hexwar.systems.tlnb.state import Holding, Marches, Schedule, Supply, TlnbState
from hexwar.table.forces import LeaderCard, Presence, UnitCard
from hexwar.table.pieces import Box, Leader, Unit
from hexwar.table.spans import Spans
from hexwar.table.state import Sky


def set_up(battle: TlnbBattle) -> TlnbState:
    """The state before the first turn: pieces in their set-up hexes, March Orders, control."""
    state = TlnbState(
        battle=battle,
        law=LAW,
        units={id_: Unit(id_, box=Box.RESERVE) for id_ in battle.units},
        leaders={id_: Leader(id_, box=Box.RESERVE) for id_ in battle.leaders},
        spans=Spans(damaged=battle.damaged_spans),
        positions=battle.improved_positions,
        sky=Sky(battle.weather_start),
        schedule=Schedule(battle.arrivals),
        holding=Holding({**battle.supply_sources, **battle.control}),
        last_turn=_last_turn(battle),
        cards=CardsInPlay(piles_at_start(battle)),
    )
    due = {unit for arrival in battle.arrivals for unit in arrival.units}
    for card in battle.units.values():
        state.put_unit(_unit(battle, card, is_due=card.id in due))
    for leader in battle.leaders.values():
        state.put_leader(_leader(battle, leader))
    for hex_ in state.holding.control:
        units = state.combat_units_in(hex_, state.holding.control[hex_])
        if units:
            best = max(units, key=lambda u: (state.sp(u), u))
            state.holding = state.holding.of(hex_, state.side_of(best), best)
    begun, waiting = marches_at_start(state)
    state.marches = Marches(begun, waiting=tuple(waiting))
    state.supply = Supply(unsupplied_now(state))
    return state


def _last_turn(battle: TlnbBattle) -> int:
    """The last turn of the game, unless a card makes it a second day (T2.12)."""
    return battle.usual_turns or len(battle.turns)


def _unit(battle: TlnbBattle, card: UnitCard, *, is_due: bool) -> Unit:
    is_reduced = card.id in battle.reduced_at_start
    if (hex_ := battle.unit_hexes.get(card.id)) is not None:
        return Unit(card.id, hex=hex_, reduced=is_reduced)
    if card.is_vedette:
        return Unit(card.id, box=Box.WITH_UNIT)
    return Unit(card.id, box=Box.DUE if is_due else Box.RESERVE, reduced=is_reduced)


def _leader(battle: TlnbBattle, card: LeaderCard) -> Leader:
    if (hex_ := battle.leader_hexes.get(card.id)) is not None:
        return Leader(card.id, hex=hex_)
    presence = battle.formations[card.formation].presence
    is_due = presence in (Presence.START, Presence.REINFORCEMENT)
    return Leader(card.id, box=Box.DUE if is_due else Box.RESERVE)
