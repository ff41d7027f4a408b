"""One sentence for every event: the table that the log, its filter and its exports read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from hexwar.engine import Event
from hexwar.systems.nlc import events as e
from hexwar.table.fact import Scene
from hexwar.text import Text
from hexwar.widgets.log.telling import (
    arrivals,
    bombardment,
    card_deeds,
    cards,
    charge,
    chits,
    fire,
    leaders,
    losses,
    movement,
    orders,
    spans,
    spirit,
    supply,
    trains,
    turn,
    weather,
)


class Kind(StrEnum):
    """What an event is about: the classes that the log's filter offers."""

    DICE = "Dice"  # that no other event shows
    CHITS = "Chits"
    CARDS = "Cards"
    ORDERS = "Orders"
    MOVEMENT = "Movement"
    COMBAT = "Combat"
    LOSSES = "Morale and losses"
    LEADERS = "Leaders"
    VICTORY = "Victory"
    WEATHER = "Weather and days"
    MARKERS = "Markers"  # what a player does with markers and need not read


@dataclass(frozen=True, slots=True)
class Telling:
    """How the events of a class are told."""

    kind: Kind
    tell: Callable[[Any, Scene], Text]  # takes an event of that class


_CARD_TELLINGS: Mapping[type[Event], Telling] = {
    e.CardDrawn: Telling(Kind.CARDS, cards.card_drawn),
    e.CardPlayed: Telling(Kind.CARDS, cards.card_played),
    e.CardHeld: Telling(Kind.CARDS, cards.card_held),
    e.CardLaidDown: Telling(Kind.CARDS, cards.card_laid_down),
    e.CardDiscarded: Telling(Kind.CARDS, cards.card_discarded),
    e.CardReturned: Telling(Kind.CARDS, cards.card_returned),
    e.CardRevealed: Telling(Kind.CARDS, cards.card_revealed),
    e.CardScored: Telling(Kind.CARDS, cards.card_scored),
    e.CardEventRolled: Telling(Kind.CARDS, cards.card_event_rolled),
    e.DeckShuffled: Telling(Kind.CARDS, cards.deck_shuffled),
    e.FateRolled: Telling(Kind.CARDS, cards.fate_rolled),
    e.DieRerolled: Telling(Kind.CARDS, cards.die_rerolled),
    e.EffectBegan: Telling(Kind.CARDS, cards.effect_began),
    e.EffectChanged: Telling(Kind.CARDS, cards.effect_changed),
    e.EffectEnded: Telling(Kind.CARDS, cards.effect_ended),
    e.TacticsPlayed: Telling(Kind.MARKERS, card_deeds.tactics_played),
    e.NeyDieChosen: Telling(Kind.COMBAT, card_deeds.ney_die_chosen),
    e.CheckWaived: Telling(Kind.COMBAT, card_deeds.check_waived),
    e.PursuitCancelled: Telling(Kind.COMBAT, card_deeds.pursuit_cancelled),
    e.RetreatCancelled: Telling(Kind.LOSSES, card_deeds.retreat_cancelled),
    e.CaptureCancelled: Telling(Kind.LEADERS, card_deeds.capture_cancelled),
    e.UnitsRecovered: Telling(Kind.LOSSES, card_deeds.units_recovered),
    e.ArrivalChanged: Telling(Kind.MOVEMENT, card_deeds.arrival_changed),
    e.DirectionRolled: Telling(Kind.MOVEMENT, card_deeds.direction_rolled),
    e.UnitRedeployed: Telling(Kind.MOVEMENT, card_deeds.unit_redeployed),
    e.LeaderRedeployed: Telling(Kind.MOVEMENT, card_deeds.leader_redeployed),
    e.UnitReplaced: Telling(Kind.LOSSES, card_deeds.unit_replaced),
    e.PopulaceActed: Telling(Kind.MOVEMENT, card_deeds.populace_acted),
    e.OrderReaimed: Telling(Kind.ORDERS, card_deeds.order_reaimed),
}

TELLINGS: Mapping[type[Event], Telling] = MappingProxyType(
    {
        e.TurnBegan: Telling(Kind.MARKERS, turn.turn_began),
        e.PhaseBegan: Telling(Kind.MARKERS, turn.phase_began),
        e.TurnEnded: Telling(Kind.MARKERS, turn.turn_ended),
        e.GameEnded: Telling(Kind.VICTORY, turn.game_ended),
        e.DieRolled: Telling(Kind.DICE, turn.die_rolled),
        e.HexControlled: Telling(Kind.VICTORY, turn.hex_controlled),
        e.HexPassed: Telling(Kind.MARKERS, turn.hex_passed),
        e.VpScored: Telling(Kind.VICTORY, turn.vp_scored),
        e.WeatherRolled: Telling(Kind.WEATHER, weather.weather_rolled),
        e.DayBegan: Telling(Kind.WEATHER, weather.day_began),
        e.RallyEnded: Telling(Kind.MARKERS, turn.rally_ended),
        e.CommandMoved: Telling(Kind.MARKERS, turn.command_moved),
        e.InitialRolled: Telling(Kind.CHITS, chits.initial_rolled),
        e.InitialGranted: Telling(Kind.CHITS, chits.initial_granted),
        e.CoordinationRolled: Telling(Kind.CHITS, chits.coordination_rolled),
        e.CupChosen: Telling(Kind.CHITS, chits.cup_chosen),
        e.ChitPlaced: Telling(Kind.MARKERS, chits.chit_placed),
        e.ChitDrawn: Telling(Kind.CHITS, chits.chit_drawn),
        e.ChitDiscarded: Telling(Kind.CHITS, chits.chit_discarded),
        e.ActivationBegan: Telling(Kind.CHITS, chits.activation_began),
        e.SegmentEnded: Telling(Kind.MARKERS, chits.segment_ended),
        e.ActivationEnded: Telling(Kind.MARKERS, chits.activation_ended),
        e.FlagsCleared: Telling(Kind.MARKERS, chits.flags_cleared),
        e.WritingBegan: Telling(Kind.MARKERS, orders.writing_began),
        e.PadClosed: Telling(Kind.MARKERS, orders.pad_closed),
        e.OrderDispatched: Telling(Kind.ORDERS, orders.order_dispatched),
        e.OrderDelivered: Telling(Kind.ORDERS, orders.order_delivered),
        e.ComplianceRolled: Telling(Kind.ORDERS, orders.compliance_rolled),
        e.OrderInForce: Telling(Kind.ORDERS, orders.order_in_force),
        e.OrderLost: Telling(Kind.ORDERS, orders.order_lost),
        e.OrderDropped: Telling(Kind.ORDERS, orders.order_dropped),
        e.CommanderTied: Telling(Kind.ORDERS, orders.commander_tied),
        e.OrderStepChanged: Telling(Kind.ORDERS, orders.order_step_changed),
        e.LocalDecisionWanted: Telling(Kind.ORDERS, orders.local_decision_wanted),
        e.LocalDecisionRolled: Telling(Kind.ORDERS, orders.local_decision_rolled),
        e.BadMoveTaken: Telling(Kind.ORDERS, orders.bad_move_taken),
        e.DivisionDetached: Telling(Kind.ORDERS, orders.division_detached),
        e.DivisionRejoined: Telling(Kind.ORDERS, orders.division_rejoined),
        e.FormationAssigned: Telling(Kind.ORDERS, orders.formation_assigned),
        e.CommandMarked: Telling(Kind.ORDERS, orders.command_marked),
        e.DutyWaived: Telling(Kind.ORDERS, orders.duty_waived),
        e.UnitMoved: Telling(Kind.MOVEMENT, movement.unit_moved),
        e.UnitEntered: Telling(Kind.MOVEMENT, movement.unit_entered),
        e.UnitStopped: Telling(Kind.MOVEMENT, movement.unit_stopped),
        e.ColumnFormed: Telling(Kind.MOVEMENT, movement.column_formed),
        e.ColumnLeft: Telling(Kind.MOVEMENT, movement.column_left),
        e.ArrivalDelayed: Telling(Kind.MOVEMENT, movement.arrival_delayed),
        e.ArrivalVaried: Telling(Kind.MOVEMENT, arrivals.arrival_varied),
        e.AlternateCalled: Telling(Kind.MOVEMENT, arrivals.alternate_called),
        e.UnitExited: Telling(Kind.MOVEMENT, arrivals.unit_exited),
        e.LeaderExited: Telling(Kind.MOVEMENT, arrivals.leader_exited),
        e.RetreatAllowed: Telling(Kind.ORDERS, arrivals.retreat_allowed),
        e.OverstackCured: Telling(Kind.MOVEMENT, movement.overstack_cured),
        e.SpanDamaged: Telling(Kind.MOVEMENT, spans.span_damaged),
        e.SpanRepaired: Telling(Kind.MOVEMENT, spans.span_repaired),
        e.SpanRepairFailed: Telling(Kind.MOVEMENT, spans.span_repair_failed),
        e.PontoonDeployed: Telling(Kind.MOVEMENT, trains.pontoon_deployed),
        e.PontoonTakenUp: Telling(Kind.MOVEMENT, trains.pontoon_taken_up),
        e.PositionBuilt: Telling(Kind.MOVEMENT, weather.position_built),
        e.PositionFailed: Telling(Kind.MOVEMENT, weather.position_failed),
        e.SupplyChanged: Telling(Kind.LOSSES, supply.supply_changed),
        e.TrainAssigned: Telling(Kind.MOVEMENT, supply.train_assigned),
        e.TrainDestroyed: Telling(Kind.LOSSES, trains.train_destroyed),
        e.TrainCaptured: Telling(Kind.LOSSES, trains.train_captured),
        e.AssaultDeclared: Telling(Kind.COMBAT, fire.assault_declared),
        e.ConfidenceRolled: Telling(Kind.COMBAT, fire.confidence_rolled),
        e.AssaultDropped: Telling(Kind.COMBAT, fire.assault_dropped),
        e.AssaultRepeated: Telling(Kind.COMBAT, fire.assault_repeated),
        e.RetreatedBeforeAssault: Telling(Kind.COMBAT, fire.retreated_before_assault),
        e.BonusUsed: Telling(Kind.COMBAT, fire.bonus_used),
        e.FireResolved: Telling(Kind.COMBAT, fire.fire_resolved),
        e.StalemateReached: Telling(Kind.COMBAT, fire.stalemate_reached),
        e.AdvanceMade: Telling(Kind.COMBAT, fire.advance_made),
        e.BombardmentDeclared: Telling(Kind.COMBAT, bombardment.bombardment_declared),
        e.BombardmentResolved: Telling(Kind.COMBAT, bombardment.bombardment_resolved),
        e.ChargeDeclared: Telling(Kind.COMBAT, charge.charge_declared),
        e.ReactionDeclared: Telling(Kind.COMBAT, charge.reaction_declared),
        e.ReactionResolved: Telling(Kind.COMBAT, charge.reaction_resolved),
        e.Evaded: Telling(Kind.COMBAT, charge.evaded),
        e.SquareFormed: Telling(Kind.COMBAT, charge.square_formed),
        e.SquareRemoved: Telling(Kind.COMBAT, charge.square_removed),
        e.ChargeResolved: Telling(Kind.COMBAT, charge.charge_resolved),
        e.PursuitMade: Telling(Kind.COMBAT, charge.pursuit_made),
        e.PursuitResolved: Telling(Kind.COMBAT, charge.pursuit_resolved),
        e.MoraleRolled: Telling(Kind.LOSSES, losses.morale_rolled),
        e.UnitDisrupted: Telling(Kind.LOSSES, losses.unit_disrupted),
        e.UnitRallied: Telling(Kind.LOSSES, losses.unit_rallied),
        e.RetreatBegan: Telling(Kind.LOSSES, losses.retreat_began),
        e.UnitRetreated: Telling(Kind.LOSSES, losses.unit_retreated),
        e.FriendDisplaced: Telling(Kind.LOSSES, losses.friend_displaced),
        e.StepLost: Telling(Kind.LOSSES, losses.step_lost),
        e.UnitEliminated: Telling(Kind.LOSSES, losses.unit_eliminated),
        e.FormationDemoralized: Telling(Kind.LOSSES, spirit.formation_demoralized),
        e.FormationRecovered: Telling(Kind.LOSSES, spirit.formation_recovered),
        e.FormationExhausted: Telling(Kind.LOSSES, spirit.formation_exhausted),
        e.ExhaustionEnded: Telling(Kind.LOSSES, spirit.exhaustion_ended),
        e.RestCounted: Telling(Kind.MARKERS, spirit.rest_counted),
        e.ForcedMarchDeclared: Telling(Kind.MOVEMENT, spirit.forced_march_declared),
        e.ForcedMarchRolled: Telling(Kind.MOVEMENT, spirit.forced_march_rolled),
        e.GuardDismayed: Telling(Kind.LOSSES, spirit.guard_dismayed),
        e.RecoveryRolled: Telling(Kind.LOSSES, spirit.recovery_rolled),
        e.UnitReturned: Telling(Kind.LOSSES, spirit.unit_returned),
        e.UnitLostForGood: Telling(Kind.LOSSES, spirit.unit_lost_for_good),
        e.StepRegained: Telling(Kind.LOSSES, spirit.step_regained),
        e.LeaderMoved: Telling(Kind.LEADERS, leaders.leader_moved),
        e.LeaderEntered: Telling(Kind.LEADERS, leaders.leader_entered),
        e.LeaderCaptured: Telling(Kind.LEADERS, leaders.leader_captured),
        e.LeaderDisplaced: Telling(Kind.LEADERS, leaders.leader_displaced),
        e.LeaderReplaced: Telling(Kind.LEADERS, leaders.leader_replaced),
        e.HqMoved: Telling(Kind.LEADERS, leaders.hq_moved),
        **_CARD_TELLINGS,
    }
)
"""How each class of `EVENTS` is told."""


def sentence(event: Event, scene: Scene) -> Text:
    """An event in one sentence.

    Raises:
        KeyError: an event of a class that is not in `TELLINGS`.
    """
    return TELLINGS[type(event)].tell(event, scene)


def kind_of(event: Event) -> Kind:
    """What an event is about; that a leader tries nothing need not be read."""
    if isinstance(event, e.LocalDecisionWanted) and not event.steps:
        return Kind.MARKERS
    return TELLINGS[type(event)].kind
