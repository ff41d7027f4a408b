"""The dice that events tell of, with whose they were and what he wanted of them."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.cards.events import DieRerolled
from hexwar.cards.setup_facts import DirectionRolled
from hexwar.engine import Event
from hexwar.messages import mark
from hexwar.systems.nlc.events.arrivals import AlternateCalled, ArrivalChanged, ArrivalVaried
from hexwar.systems.nlc.events.cards import CardEventRolled, FateRolled
from hexwar.systems.nlc.events.combat import (
    BombardmentResolved,
    ConfidenceRolled,
    FireResolved,
    PursuitResolved,
)
from hexwar.systems.nlc.events.hidden_movement import HiddenMarchRolled
from hexwar.systems.nlc.events.losses import ForcedMarchRolled, MoraleRolled, RecoveryRolled
from hexwar.systems.nlc.events.movement import FordSought, PositionBuilt, PositionFailed
from hexwar.systems.nlc.events.orders import BadMoveTaken, ComplianceRolled, LocalDecisionRolled
from hexwar.systems.nlc.events.turn import (
    CoordinationRolled,
    CupChosen,
    DieRolled,
    FirstSideRolled,
    InitialRolled,
    WeatherRolled,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.dice import Throw, Wish
from hexwar.table.forces import Side

_CHECKS = {"rally": mark("rally"), "square": mark("square"), "pursuit": mark("pursuit check")}
"""The purposes of morale checks that are counted apart; the others are morale."""

MORALE, FIRE, OTHERS = mark("morale"), mark("fire"), mark("other dice")


def throws_of(state: GameState, event: Event, at: int) -> Iterator[Throw]:
    """Each die that an event tells of; `at` is its place. The state may be a later one.

    A repair of a bridge is told twice, of which one is counted.
    """
    for kind, pips, side, wish in _told(state, event):
        yield Throw(kind, pips, side, wish, event=at)


_Told = tuple[str, int, Side | None, Wish]


def _told(state: GameState, event: Event) -> Iterator[_Told]:
    yield from _in_combat(state, event)
    yield from _in_command(state, event)
    yield from _elsewhere(state, event)


def _in_combat(state: GameState, event: Event) -> Iterator[_Told]:
    match event:
        case FireResolved(side=side, die=die):
            yield FIRE, die, side, Wish.HIGH
        case BombardmentResolved(side=side, die=die):
            yield mark("bombardment"), die, side, Wish.HIGH
        case ConfidenceRolled(units=units, die=die):
            yield mark("Attack Confidence"), die, state.side_of(units[0]), Wish.LOW
        case MoraleRolled(units=units, die=die, purpose=purpose):
            yield _CHECKS.get(purpose, MORALE), die, state.side_of(units[0]), Wish.LOW
        case PursuitResolved(units=units, die=die):
            yield mark("pursuit"), die, state.side_of(units[0]), Wish.HIGH
        case RecoveryRolled(unit=unit, die=die):
            yield mark("recovery"), die, state.side_of(unit), Wish.LOW


def _in_command(state: GameState, event: Event) -> Iterator[_Told]:
    match event:
        case ComplianceRolled(side=side, die=die):
            yield mark("compliance"), die, side, Wish.LOW
        case LocalDecisionRolled(side=side, die=die):
            yield mark("Local Decision"), die, side, Wish.LOW
        case BadMoveTaken(side=side, die=die) if die:
            yield mark("Bad Move"), die, side, Wish.NEITHER
        case InitialRolled(dice=dice) | FirstSideRolled(dice=dice):
            for side, die in dice:
                yield mark("Initial Action"), die, side, Wish.HIGH
        case CoordinationRolled(side=side, die=die):
            yield mark("coordination"), die, side, Wish.LOW
        case ForcedMarchRolled(formation=formation, die=die):
            yield mark("forced march"), die, state.battle.formations[formation].side, Wish.LOW
        case HiddenMarchRolled(side=side, die=die):
            yield mark("hidden movement"), die, side, Wish.NEITHER


def _elsewhere(state: GameState, event: Event) -> Iterator[_Told]:
    match event:
        case WeatherRolled(die=die):
            yield mark("weather"), die, None, Wish.NEITHER
        case CupChosen(die=die):
            yield mark("chits"), die, None, Wish.NEITHER
        case CardEventRolled(d66=d66):
            yield from ((mark("random event"), die, None, Wish.NEITHER) for die in divmod(d66, 10))
        case FordSought(unit=unit, die=die) if die:
            yield OTHERS, die, state.side_of(unit), Wish.LOW
        case PositionBuilt(hex=hex_, die=die) | PositionFailed(hex=hex_, die=die):
            here = state.units_in(hex_)
            yield OTHERS, die, state.side_of(here[0]) if here else None, Wish.LOW
        case FateRolled(side=side, die=die) | AlternateCalled(side=side, die=die):
            yield OTHERS, die, side, Wish.NEITHER
        case DirectionRolled(units=units, die=die):
            yield OTHERS, die, state.side_of(units[0]), Wish.NEITHER
        case ArrivalChanged(side=side, change=change) if change.die is not None:
            yield OTHERS, change.die, side, Wish.NEITHER
        case ArrivalVaried(die=die) | DieRolled(die=die):
            yield OTHERS, die, None, Wish.NEITHER
        case DieRerolled(side=side, die=die):
            yield mark("thrown again by a card"), die, side, Wish.NEITHER
