"""Demoralization of formations: what they can bear, and their losses turn by turn.

Rules: N15.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hexwar.engine import Event, Table
from hexwar.messages import mark
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.arrivals import UnitExited
from hexwar.systems.nlc.events.losses import (
    FormationDemoralized,
    FormationRecovered,
    StepLost,
    StepRegained,
    UnitEliminated,
    UnitReturned,
)
from hexwar.systems.nlc.events.movement import OverstackCured
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, FormationKind, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.telling import LossCount, LossCurve

# -- demoralization of formations: what they can bear, and when it is too much (N15)


LOST = (Box.UAR, Box.RECOVERED, Box.PEU)
"""The boxes whose units count as lost with their full printed SP (N15.6)."""

OUT_OF_SUPPLY = mark("out of supply")
"""The word of `weariness` for units out of supply (N15.5)."""


# -- a look into the state


def is_demoralized(state: GameState, formation: FormationId) -> bool:
    """Whether a formation is demoralized (N15.2)."""
    return formation in state.spirit.demoralized


def is_exhausted(state: GameState, formation: FormationId) -> bool:
    """Whether a formation is exhausted by forced marches (N20.83)."""
    return formation in state.spirit.exhausted


def is_unsupplied(state: GameState, units: Iterable[UnitId]) -> bool:
    """Whether at least half of some combat units on the map are out of supply (N15.5, house rule).

    A unit stays what the last check found it to be (N16.5).
    """
    if not state.supply.unsupplied:
        return False
    on_map = [u for u in units if state.units[u].hex is not None and state.card(u).is_combat_unit]
    out = sum(unit in state.supply.unsupplied for unit in on_map)
    share = numbers_of(state.battle).demoralization.unsupplied_percent
    return out > 0 and 100 * out >= share * len(on_map)


def weariness(
    state: GameState, formation: FormationId, units: Iterable[UnitId] | None = None
) -> str | None:
    """Why a formation suffers the effects of N15.2, in words; None for one that does not.

    Being out of supply and exhaustion work as demoralization does, and add nothing to it (N15.5,
    N20.83). Supply is asked for some units, by default for all that act with it.
    """
    if formation in state.spirit.demoralized:
        return "demoralized"
    if is_unsupplied(state, state.units_of(formation) if units is None else units):
        return OUT_OF_SUPPLY
    return "exhausted" if formation in state.spirit.exhausted else None


# -- what a formation has lost, and what it can bear


def counted_for(state: GameState, unit: UnitId) -> FormationId:
    """The formation that a unit's losses and spirit belong to.

    An attached unit counts for its own corps, but for its host where that corps is not in play
    (N12.8).
    """
    card = state.battle.units[unit]
    own = card.attached_from
    return own if own is not None and _is_in_play(state, own) else card.formation


def _is_in_play(state: GameState, formation: FormationId) -> bool:
    """Whether a formation of the battle has units that are, were or will be on the map."""
    card = state.battle.formations.get(formation)
    return card is not None and any(state.units[u].box is not Box.RESERVE for u in card.units)


def members(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The combat units in play that count for a formation, in the order of battle (N12.8)."""
    return tuple(
        unit
        for unit in _named(state.battle, formation)
        if state.units[unit].box is not Box.RESERVE and counted_for(state, unit) == formation
    )


@lru_cache(maxsize=256)
def _named(battle: NlcBattle, formation: FormationId) -> tuple[UnitId, ...]:
    """The combat units that are printed as a formation's own, or as attached from it."""
    return tuple(
        card.id
        for card in battle.units.values()
        if card.is_combat_unit and formation in (card.formation, card.attached_from)
    )


def start_sp(state: GameState, formation: FormationId) -> int:
    """The SP with which a formation begins, on whatever turns its units arrive (N15.6)."""
    reduced = state.battle.reduced_at_start
    cards = ((unit in reduced, state.card(unit)) for unit in members(state, formation))
    return sum(card.reduced_sp if is_reduced else card.sp for is_reduced, card in cards)


def level_of(state: GameState, formation: FormationId) -> int:
    """The SP that demoralize a formation when they are lost: its Demoralization Level (N15.1)."""
    known = state.battle.formations[formation].demoralization_sp
    if known is not None:
        return known
    rules = numbers_of(state.battle).demoralization
    share = -(-start_sp(state, formation) * rules.percent // 100)
    return max(rules.least, share)


def lost_by(state: GameState, unit: UnitId) -> int:
    """The SP that a unit has lost (N15.6).

    In a box of the lost it counts its full printed SP, and so it does when it left the map out of
    supply (N15.1); reduced, what its full side has more. A unit that begins the battle reduced has
    not lost that.
    """
    record, card = state.units[unit], state.card(unit)
    if record.box in LOST or unit in state.losses.exited_unsupplied:
        return card.sp
    return _reduced(state.battle, unit) if record.reduced else 0


def lost_of(state: GameState, formation: FormationId) -> int:
    """The SP that a formation has lost (N15.1, N15.6)."""
    return sum(lost_by(state, unit) for unit in members(state, formation))


# -- the flow


AT_ONCE = "at_once"
"""The option of formations that break the moment they have lost their level (N15.3)."""


def note_losses(table: Table[GameState], formation: FormationId) -> None:
    """N15.3: a formation has lost SP; with the option it may be demoralized from now on.

    Without the option losses are set against the level in Turn End only.
    """
    if table.state.battle.options.get("demoralization") == AT_ONCE:
        _demoralize(table, formation)


def _demoralize(table: Table[GameState], formation: FormationId) -> None:
    """N15.2: a formation that has lost its level in SP is demoralized from now on."""
    state = table.state
    if formation in state.spirit.demoralized:
        return
    lost, level = lost_of(state, formation), level_of(state, formation)
    if lost >= level:
        table.emit(FormationDemoralized(formation, lost, level))


def review(table: Table[GameState]) -> None:
    """N4.71, N15.3: in Turn End who has lost its level breaks, who is below it again recovers."""
    for formation in levelled(table.state):
        lost, level = lost_of(table.state, formation), level_of(table.state, formation)
        if formation in table.state.spirit.demoralized and lost < level:
            table.emit(FormationRecovered(formation, lost, level))
        _demoralize(table, formation)


# -- the collapse of a side


def levelled(state: GameState, side: Side | None = None) -> tuple[FormationId, ...]:
    """The formations with a level, of one side if asked: those with combat units in play (N15.7).

    Alternates that were not called have none in play.
    """
    return tuple(
        card.id
        for card in state.battle.formations.values()
        if card.has_chit and side in (None, card.side) and members(state, card.id)
    )


def has_collapsed(state: GameState, side: Side) -> bool:
    """Whether all corps of a side are demoralized, due ones too (N15.7)."""
    corps = [f for f in levelled(state, side) if is_corps(state, f)]
    return bool(corps) and all(f in state.spirit.demoralized for f in corps)


def is_corps(state: GameState, formation: FormationId) -> bool:
    """Whether a formation counts where corps do: for VP and for the collapse of a side.

    A division without a commander of its own is none, nor is a formation of few SP (N15.4, N15.7).
    """
    return is_led(state, formation) and not is_small(state, formation)


def is_led(state: GameState, formation: FormationId) -> bool:
    """Whether a formation is a corps, or a division with a commander of its own (N15.4)."""
    card = state.battle.formations[formation]
    return card.kind is not FormationKind.DIVISION or bool(card.leaders)


def is_small(state: GameState, formation: FormationId) -> bool:
    """Whether a formation begins with too few SP to be worth VP (N15.1)."""
    least = numbers_of(state.battle).demoralization.least_sp_for_vp
    return start_sp(state, formation) < least


# -- what each formation lost over the turns of a game, told by its events (N15.6)


def loss_curves(state: GameState, events: Iterable[Event]) -> tuple[LossCurve, ...]:
    """The losses of every formation that ever lost something, in the order of battle.

    The state, or a view, is that after the events, which are all of the game up to then.
    """
    count = LossCount()
    for event in events:
        if isinstance(event, TurnBegan):
            count.turn()
        count.note(_losses_after(state.battle, event))
    return count.curves(state.battle.formations, lambda unit: counted_for(state, unit))


def _losses_after(battle: NlcBattle, event: Event) -> dict[UnitId, int]:
    """What a unit counts as lost after an event, SP; nothing for an event that changes none."""
    match event:
        case (
            UnitEliminated(unit=unit)
            | UnitExited(unit=unit, supplied=False)
            | OverstackCured(unit=unit, hex=None)
        ):
            return {unit: battle.units[unit].sp}
        case StepLost(unit=unit):
            return {unit: _reduced(battle, unit)}
        case UnitReturned(unit=unit):
            card = battle.units[unit]
            is_reduced = card.steps > 1 and card.reduced_sp > 0
            return {unit: _reduced(battle, unit) if is_reduced else 0}
        case StepRegained(unit=unit):
            return {unit: 0}
    return {}


def _reduced(battle: NlcBattle, unit: UnitId) -> int:
    """The SP that a reduced unit has lost: one that begins the battle so has not lost that."""
    card = battle.units[unit]
    return 0 if unit in battle.reduced_at_start else card.sp - card.reduced_sp
