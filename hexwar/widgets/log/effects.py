"""What changes on the board by an event.

Which counters walk, which change their face, which hexes and strips of the window must be drawn
anew: the board asks nothing else about events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Any

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc import events as e
from hexwar.table.forces import LeaderId, UnitId


class Strip(Enum):
    """A part of the window beside the board."""

    TURN = auto()  # turn track and phase ribbon
    CHITS = auto()  # cups, drawn chits, who acts
    SCORE = auto()  # VP of both sides, and the end
    BOXES = auto()  # UAR, PEU and the rest
    CARDS = auto()  # hands, piles, what is in force


@dataclass(frozen=True, slots=True)
class Walk:
    """Pieces that go together along hexes."""

    path: tuple[Hex, ...]  # ends where they stand; empty: off the map
    units: tuple[UnitId, ...] = ()
    leaders: tuple[LeaderId, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """Units, then leaders."""
        return (*self.units, *self.leaders)


@dataclass(frozen=True, slots=True)
class Effect:
    """What must be drawn anew."""

    walks: tuple[Walk, ...] = ()
    units: tuple[UnitId, ...] = ()  # counters that stay and show another face
    hexes: tuple[Hex, ...] = ()  # to which the eye is led, and whose marks may change
    strips: frozenset[Strip] = frozenset()
    every_leader: bool = False  # all leaders' counters show another face


_NOTHING = Effect()


def _strips(*strips: Strip) -> Callable[[Any], Effect]:
    effect = Effect(strips=frozenset(strips))
    return lambda _: effect


def _nothing(_: Event) -> Effect:
    return _NOTHING


def _turn_ended(_: e.TurnEnded) -> Effect:
    return Effect(strips=frozenset({Strip.TURN}), every_leader=True)


def _hex_controlled(event: e.HexControlled) -> Effect:
    return Effect(hexes=(event.hex,), strips=frozenset({Strip.SCORE}))


def _flags_cleared(event: e.FlagsCleared) -> Effect:
    return Effect(units=event.units)


def _marked(event: e.CommandMarked) -> Effect:
    return Effect(units=event.out)


def _moved(event: e.UnitMoved) -> Effect:
    return Effect(walks=(Walk(event.path, event.units),))


def _entered(event: e.UnitEntered) -> Effect:
    return Effect(walks=(Walk((event.hex,), (event.unit,)),), strips=frozenset({Strip.BOXES}))


def _several(event: e.UnitStopped | e.ArrivalDelayed) -> Effect:
    return Effect(units=event.units)


def _one(event: e.ColumnFormed | e.ColumnLeft | e.UnitDisrupted | e.UnitRallied) -> Effect:
    return Effect(units=(event.unit,))


def _overstack_cured(event: e.OverstackCured) -> Effect:
    if event.hex is not None:
        return Effect(walks=(Walk((event.hex,), (event.unit,)),))
    return _off_map(event.unit)


def _off_map(*units: UnitId) -> Effect:
    strips = frozenset({Strip.BOXES, Strip.SCORE})
    return Effect(walks=(Walk((), units),), strips=strips)


def _worked(event: e.SpanDamaged | e.SpanRepaired | e.SpanRepairFailed) -> Effect:
    return Effect(units=(event.unit,), hexes=event.span)


def _pontoon(event: e.PontoonDeployed | e.PontoonTakenUp) -> Effect:
    return Effect(units=(event.train,), hexes=event.span)


def _supply_changed(event: e.SupplyChanged) -> Effect:
    return Effect(units=(*event.out, *event.back))


def _train_assigned(event: e.TrainAssigned) -> Effect:
    return Effect(units=(event.train, *event.units))


def _activation_ended(event: e.ActivationEnded) -> Effect:
    return Effect(units=event.rested, strips=frozenset({Strip.CHITS, Strip.TURN}))


def _unit_exited(event: e.UnitExited) -> Effect:
    return _off_map(event.unit)


def _leader_exited(event: e.LeaderExited) -> Effect:
    return Effect(walks=(Walk((), leaders=(event.leader,)),), strips=frozenset({Strip.BOXES}))


def _train_lost(event: e.TrainDestroyed | e.TrainCaptured) -> Effect:
    return _off_map(event.train)


def _assault_declared(event: e.AssaultDeclared) -> Effect:
    return Effect(units=event.units, hexes=(event.target,))


def _fire_resolved(event: e.FireResolved) -> Effect:
    return Effect(hexes=(event.target,))


def _at_hex(
    event: e.StalemateReached
    | e.MoraleRolled
    | e.RetreatBegan
    | e.PositionBuilt
    | e.PositionFailed,
) -> Effect:
    return Effect(hexes=(event.hex,))


def _confidence(event: e.ConfidenceRolled) -> Effect:
    return Effect(units=event.units, hexes=(event.target,))


def _at_target(event: e.AssaultDropped | e.AssaultRepeated | e.BombardmentResolved) -> Effect:
    return Effect(hexes=(event.target,))


def _bombarded(event: e.BombardmentDeclared) -> Effect:
    return Effect(units=event.units, hexes=(event.target,))


def _charged(event: e.ChargeDeclared | e.ChargeResolved) -> Effect:
    return Effect(units=event.units, hexes=(event.target,))


def _reacts(event: e.ReactionDeclared) -> Effect:
    return Effect(units=event.units, hexes=(event.path[0], event.target))


def _met(event: e.ReactionResolved) -> Effect:
    return Effect(units=(*event.chargers, *event.reactors))


def _rode(
    event: e.RetreatedBeforeAssault | e.Evaded | e.PursuitMade,
) -> Effect:
    return Effect(walks=(Walk(event.path, event.units),))


def _square(event: e.SquareFormed | e.SquareRemoved) -> Effect:
    return Effect(units=event.units)


def _pursuit_resolved(event: e.PursuitResolved) -> Effect:
    return Effect(units=(*event.fugitives, *event.units))


def _at_his_hex(event: e.BonusUsed | e.GuardDismayed) -> Effect:
    return Effect(hexes=(event.hex,))


def _returned(event: e.UnitReturned) -> Effect:
    strips = frozenset({Strip.BOXES, Strip.SCORE})
    return Effect(walks=(Walk((event.hex,), (event.unit,)),), strips=strips)


def _boxed(event: e.UnitLostForGood | e.StepRegained) -> Effect:
    return Effect(units=(event.unit,), strips=frozenset({Strip.BOXES, Strip.SCORE}))


def _advance_made(event: e.AdvanceMade) -> Effect:
    return Effect(walks=(Walk((event.hex,), event.units),))


def _retreated(event: e.UnitRetreated) -> Effect:
    return Effect(walks=(Walk(event.path, (event.unit,)),))


def _displaced(event: e.FriendDisplaced) -> Effect:
    return Effect(walks=(Walk((event.hex,), (event.unit,)),))


def _step_lost(event: e.StepLost) -> Effect:
    return Effect(units=(event.unit,), strips=frozenset({Strip.BOXES, Strip.SCORE}))


def _eliminated(event: e.UnitEliminated) -> Effect:
    return _off_map(event.unit)


def _leader_moved(event: e.LeaderMoved) -> Effect:
    return Effect(walks=(Walk(event.path, leaders=(event.leader,)),))


def _hq_moved(event: e.HqMoved) -> Effect:
    return Effect(walks=(Walk(event.path, leaders=(event.hq,)),))


def _leader_placed(event: e.LeaderEntered | e.LeaderDisplaced) -> Effect:
    walk = Walk((event.hex,), leaders=(event.leader,))
    return Effect(walks=(walk,), strips=frozenset({Strip.BOXES}))


def _leader_replaced(event: e.LeaderReplaced) -> Effect:
    walk = Walk((event.hex,), leaders=(event.leader,))
    return Effect(walks=(walk,), strips=frozenset({Strip.BOXES, Strip.SCORE}))


def _leader_captured(event: e.LeaderCaptured) -> Effect:
    strips = frozenset({Strip.BOXES, Strip.SCORE})
    return Effect(walks=(Walk((), leaders=(event.leader,)),), strips=strips)


def _redeployed(event: e.UnitRedeployed) -> Effect:
    return Effect(walks=(Walk((event.hex,), (event.unit,)),))


def _leader_redeployed(event: e.LeaderRedeployed) -> Effect:
    return Effect(walks=(Walk((event.hex,), leaders=(event.leader,)),))


def _replaced(event: e.UnitReplaced) -> Effect:
    return Effect(units=(event.unit,), strips=frozenset({Strip.SCORE}))


def _recovered(event: e.UnitsRecovered) -> Effect:
    return Effect(units=event.units, strips=frozenset({Strip.BOXES, Strip.SCORE}))


def _populace(event: e.PopulaceActed) -> Effect:
    return Effect(hexes=event.span)


def _stood(event: e.RetreatCancelled) -> Effect:
    return Effect(units=event.units, hexes=(event.hex,))


def _aimed(event: e.NeyDieChosen) -> Effect:
    return Effect(hexes=(event.target,))


def _held_back(event: e.CheckWaived | e.PursuitCancelled | e.DirectionRolled) -> Effect:
    return Effect(units=event.units)


_cards = _strips(Strip.CARDS)
_CARD_EFFECTS: Mapping[type[Event], Callable[[Any], Effect]] = {
    e.CardDrawn: _cards,
    e.CardPlayed: _cards,
    e.CardHeld: _cards,
    e.CardLaidDown: _cards,
    e.CardDiscarded: _cards,
    e.CardReturned: _cards,
    e.CardRevealed: _strips(Strip.CARDS, Strip.SCORE),
    e.CardScored: _strips(Strip.CARDS, Strip.SCORE),
    e.CardEventRolled: _cards,
    e.DeckShuffled: _cards,
    e.FateRolled: _nothing,
    e.DieRerolled: _nothing,
    e.EffectBegan: _cards,
    e.EffectChanged: _cards,
    e.EffectEnded: _cards,
    e.TacticsPlayed: _nothing,
    e.NeyDieChosen: _aimed,
    e.CheckWaived: _held_back,
    e.PursuitCancelled: _held_back,
    e.RetreatCancelled: _stood,
    e.CaptureCancelled: _strips(Strip.BOXES),
    e.UnitsRecovered: _recovered,
    e.ArrivalChanged: _strips(Strip.TURN, Strip.BOXES),
    e.DirectionRolled: _held_back,
    e.UnitRedeployed: _redeployed,
    e.LeaderRedeployed: _leader_redeployed,
    e.UnitReplaced: _replaced,
    e.PopulaceActed: _populace,
    e.OrderReaimed: _nothing,
}

EFFECTS: Mapping[type[Event], Callable[[Any], Effect]] = MappingProxyType(
    {
        e.TurnBegan: _strips(Strip.TURN, Strip.CHITS),
        e.PhaseBegan: _strips(Strip.TURN, Strip.CHITS),
        e.TurnEnded: _turn_ended,
        e.GameEnded: _strips(Strip.TURN, Strip.SCORE),
        e.DieRolled: _nothing,
        e.HexControlled: _hex_controlled,
        e.HexPassed: _strips(Strip.SCORE),
        e.VpScored: _strips(Strip.SCORE),
        e.WeatherRolled: _strips(Strip.TURN),
        e.DayBegan: _strips(Strip.TURN),
        e.RallyEnded: _strips(Strip.TURN),
        e.CommandMoved: _strips(Strip.TURN),
        e.InitialRolled: _nothing,
        e.InitialGranted: _nothing,
        e.CoordinationRolled: _nothing,
        e.CupChosen: _strips(Strip.CHITS),
        e.ChitPlaced: _strips(Strip.CHITS),
        e.ChitDrawn: _strips(Strip.CHITS),
        e.ChitDiscarded: _strips(Strip.CHITS),
        e.ActivationBegan: _strips(Strip.CHITS, Strip.TURN),
        e.SegmentEnded: _strips(Strip.TURN),
        e.ActivationEnded: _activation_ended,
        e.FlagsCleared: _flags_cleared,
        e.WritingBegan: _nothing,
        e.PadClosed: _nothing,
        e.OrderDispatched: _nothing,
        e.OrderDelivered: _nothing,
        e.ComplianceRolled: _nothing,
        e.OrderInForce: _nothing,
        e.OrderLost: _nothing,
        e.OrderDropped: _nothing,
        e.CommanderTied: _nothing,
        e.OrderStepChanged: _nothing,
        e.LocalDecisionWanted: _nothing,
        e.LocalDecisionRolled: _nothing,
        e.BadMoveTaken: _nothing,
        e.DivisionDetached: _nothing,
        e.DivisionRejoined: _nothing,
        e.FormationAssigned: _nothing,
        e.DutyWaived: _nothing,
        e.CommandMarked: _marked,
        e.UnitMoved: _moved,
        e.UnitEntered: _entered,
        e.UnitStopped: _several,
        e.ColumnFormed: _one,
        e.ColumnLeft: _one,
        e.ArrivalDelayed: _several,
        e.ArrivalVaried: _strips(Strip.TURN, Strip.BOXES),
        e.AlternateCalled: _strips(Strip.TURN, Strip.BOXES),
        e.UnitExited: _unit_exited,
        e.LeaderExited: _leader_exited,
        e.RetreatAllowed: _nothing,
        e.OverstackCured: _overstack_cured,
        e.SpanDamaged: _worked,
        e.SpanRepaired: _worked,
        e.SpanRepairFailed: _worked,
        e.PontoonDeployed: _pontoon,
        e.PontoonTakenUp: _pontoon,
        e.PositionBuilt: _at_hex,
        e.PositionFailed: _at_hex,
        e.SupplyChanged: _supply_changed,
        e.TrainAssigned: _train_assigned,
        e.TrainDestroyed: _train_lost,
        e.TrainCaptured: _train_lost,
        e.AssaultDeclared: _assault_declared,
        e.ConfidenceRolled: _confidence,
        e.AssaultDropped: _at_target,
        e.AssaultRepeated: _at_target,
        e.RetreatedBeforeAssault: _rode,
        e.BonusUsed: _at_his_hex,
        e.FireResolved: _fire_resolved,
        e.StalemateReached: _at_hex,
        e.AdvanceMade: _advance_made,
        e.BombardmentDeclared: _bombarded,
        e.BombardmentResolved: _at_target,
        e.ChargeDeclared: _charged,
        e.ReactionDeclared: _reacts,
        e.ReactionResolved: _met,
        e.Evaded: _rode,
        e.SquareFormed: _square,
        e.SquareRemoved: _square,
        e.ChargeResolved: _charged,
        e.PursuitMade: _rode,
        e.PursuitResolved: _pursuit_resolved,
        e.MoraleRolled: _at_hex,
        e.UnitDisrupted: _one,
        e.UnitRallied: _one,
        e.RetreatBegan: _at_hex,
        e.UnitRetreated: _retreated,
        e.FriendDisplaced: _displaced,
        e.StepLost: _step_lost,
        e.UnitEliminated: _eliminated,
        e.FormationDemoralized: _strips(Strip.SCORE),
        e.FormationRecovered: _strips(Strip.SCORE),
        e.FormationExhausted: _nothing,
        e.ExhaustionEnded: _nothing,
        e.RestCounted: _nothing,
        e.ForcedMarchDeclared: _nothing,
        e.ForcedMarchRolled: _nothing,
        e.GuardDismayed: _at_his_hex,
        e.RecoveryRolled: _nothing,
        e.UnitReturned: _returned,
        e.UnitLostForGood: _boxed,
        e.StepRegained: _boxed,
        e.LeaderMoved: _leader_moved,
        e.LeaderEntered: _leader_placed,
        e.LeaderCaptured: _leader_captured,
        e.LeaderDisplaced: _leader_placed,
        e.HqMoved: _hq_moved,
        e.LeaderReplaced: _leader_replaced,
        **_CARD_EFFECTS,
    }
)
"""What each class of `EVENTS` changes on the board."""


def effect_of(event: Event) -> Effect:
    """What an event changes on the board.

    Raises:
        KeyError: an event of a class that is not in `EFFECTS`.
    """
    return EFFECTS[type(event)](event)
