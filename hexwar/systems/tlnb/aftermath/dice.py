"""The dice that events tell of, with whose they were and what he wanted of them."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.cards.events import DieRerolled
from hexwar.engine import Event
from hexwar.messages import mark
from hexwar.systems.tlnb.events.cards import (
    AlternateCalled,
    ChargeCountered,
    DirectionRolled,
    WakeRolled,
)
from hexwar.systems.tlnb.events.combat import (
    AttackFailed,
    BombardmentResolved,
    ChargeResolved,
    CombatResolved,
)
from hexwar.systems.tlnb.events.command import OfficerChecked, UnitsChecked
from hexwar.systems.tlnb.events.losses import RecoveryRolled, StepRegained
from hexwar.systems.tlnb.events.movement import ArrivalVaried, PositionRolled, SpanRepaired
from hexwar.systems.tlnb.events.turn import WeatherRolled
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.dice import Throw, Wish
from hexwar.table.forces import Side

OTHERS = mark("other dice")

_Told = tuple[str, int, Side | None, Wish]


def throws_of(state: TlnbState, event: Event, at: int) -> Iterator[Throw]:
    """Each die that an event tells of; `at` is its place. The state may be a later one."""
    for told in (_in_combat(state, event), _in_command(state, event), _elsewhere(state, event)):
        for kind, pips, side, wish in told:
            yield Throw(kind, pips, side, wish, event=at)


def _in_combat(state: TlnbState, event: Event) -> Iterator[_Told]:
    """Low dice favour the attacker, and high ones guns (T10.10, T12.3, T13.5)."""
    match event:
        case CombatResolved(die=die, side=side):
            yield mark("attack"), die, side, Wish.LOW
        case ChargeResolved(die=die, side=side):
            yield mark("charge"), die, side, Wish.LOW
        case BombardmentResolved(die=die, side=side):
            yield mark("bombardment"), die, side, Wish.HIGH
        case ChargeCountered(units=units, die=die):
            yield mark("counter charge"), die, state.side_of(units[0]), Wish.LOW
        case AttackFailed(die=die, side=side):
            yield mark("night attack"), die, side, Wish.LOW


def _in_command(state: TlnbState, event: Event) -> Iterator[_Told]:
    match event:
        case OfficerChecked(leader=leader, die=die):
            yield mark("initiative"), die, state.battle.leaders[leader].side, Wish.LOW
        case UnitsChecked(units=units, die=die):
            yield mark("initiative"), die, state.side_of(units[0]), Wish.LOW
        case RecoveryRolled(unit=unit, die=die) | StepRegained(unit=unit, die=die):
            yield mark("recovery"), die, state.side_of(unit), Wish.LOW


def _elsewhere(state: TlnbState, event: Event) -> Iterator[_Told]:
    match event:
        case WeatherRolled(die=die):
            yield mark("weather"), die, None, Wish.NEITHER
        case SpanRepaired(unit=unit, die=die):
            yield OTHERS, die, state.side_of(unit), Wish.LOW
        case PositionRolled(hex=hex_, die=die):
            here = state.units_in(hex_)
            yield OTHERS, die, state.side_of(here[0]) if here else None, Wish.LOW
        case DirectionRolled(units=units, die=die):
            yield OTHERS, die, state.side_of(units[0]), Wish.NEITHER
        case AlternateCalled(die=die) | ArrivalVaried(die=die):
            yield OTHERS, die, None, Wish.NEITHER
        case WakeRolled(leader=leader, die=die):
            yield OTHERS, die, state.battle.leaders[leader].side, Wish.LOW
        case DieRerolled(side=side, die=die):
            yield mark("thrown again by a card"), die, side, Wish.NEITHER
