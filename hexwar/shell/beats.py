"""Events cut into beats: what is shown together, and how long it stands before the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc import events as e
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.widgets.log.effects import Walk, effect_of


class Pace(StrEnum):
    """How fast events are shown."""

    OFF = "off"
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"

    @property
    def speed(self) -> float:
        """How many times as fast as usual; 0 shows everything at once."""
        return {Pace.OFF: 0.0, Pace.SLOW: 0.5, Pace.NORMAL: 1.0, Pace.FAST: 2.5}[self]


RESTS: Mapping[type[Event], int] = MappingProxyType(
    {
        e.TurnBegan: 500,
        e.InitialRolled: 900,
        e.InitialGranted: 500,
        e.CoordinationRolled: 700,
        e.LeaderReplaced: 500,
        e.ChitDrawn: 800,
        e.DieRolled: 700,
        e.AssaultDeclared: 600,
        e.ConfidenceRolled: 900,
        e.AssaultDropped: 300,
        e.AssaultRepeated: 500,
        e.BonusUsed: 600,
        e.FireResolved: 900,
        e.BombardmentDeclared: 600,
        e.BombardmentResolved: 900,
        e.ChargeDeclared: 600,
        e.ReactionDeclared: 600,
        e.ReactionResolved: 700,
        e.SquareFormed: 500,
        e.SquareRemoved: 250,
        e.ChargeResolved: 500,
        e.PursuitResolved: 700,
        e.FormationDemoralized: 900,
        e.FormationRecovered: 500,
        e.FormationExhausted: 700,
        e.ExhaustionEnded: 400,
        e.ForcedMarchDeclared: 500,
        e.ForcedMarchRolled: 700,
        e.GuardDismayed: 900,
        e.RecoveryRolled: 700,
        e.UnitReturned: 400,
        e.UnitLostForGood: 500,
        e.StepRegained: 400,
        e.StalemateReached: 500,
        e.MoraleRolled: 900,
        e.UnitDisrupted: 250,
        e.UnitRallied: 400,
        e.StepLost: 500,
        e.UnitEliminated: 700,
        e.SpanDamaged: 600,
        e.SpanRepaired: 400,
        e.SpanRepairFailed: 400,
        e.PontoonDeployed: 500,
        e.PontoonTakenUp: 500,
        e.ArrivalVaried: 700,
        e.AlternateCalled: 900,
        e.UnitExited: 500,
        e.LeaderExited: 400,
        e.RetreatAllowed: 900,
        e.PositionBuilt: 600,
        e.PositionFailed: 400,
        e.WeatherRolled: 900,
        e.DayBegan: 500,
        e.TrainDestroyed: 600,
        e.TrainCaptured: 600,
        e.OverstackCured: 400,
        e.LeaderCaptured: 900,
        e.LeaderDisplaced: 500,
        e.HexControlled: 250,
        e.ComplianceRolled: 700,
        e.LocalDecisionRolled: 700,
        e.BadMoveTaken: 500,
        e.DutyWaived: 400,
        e.CardDrawn: 500,
        e.CardPlayed: 1200,
        e.CardHeld: 500,
        e.CardLaidDown: 900,
        e.CardDiscarded: 400,
        e.CardReturned: 600,
        e.CardRevealed: 900,
        e.CardEventRolled: 900,
        e.FateRolled: 700,
        e.DieRerolled: 700,
        e.NeyDieChosen: 500,
        e.CheckWaived: 500,
        e.PursuitCancelled: 600,
        e.RetreatCancelled: 700,
        e.CaptureCancelled: 700,
        e.UnitsRecovered: 500,
        e.ArrivalChanged: 700,
        e.DirectionRolled: 500,
        e.UnitReplaced: 400,
        e.PopulaceActed: 700,
    }
)
"""How long an event stands at the usual pace, milliseconds; an event that is not here, not at all.

A walk takes the time that its counters need, and a short rest after it.
"""

RUSHES: frozenset[type[Event]] = frozenset(
    {
        e.AdvanceMade,
        e.UnitRetreated,
        e.FriendDisplaced,
        e.RetreatedBeforeAssault,
        e.Evaded,
        e.ChargeDeclared,
        e.ReactionDeclared,
        e.PursuitMade,
    }
)
"""The moves of combat, which a player may have shown at once."""

WALK_REST = 120
"""The rest after a walk at the usual pace, milliseconds."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Events that are shown together."""

    events: tuple[Event, ...]
    pieces: tuple[str, ...] = ()  # who walks
    path: tuple[Hex, ...] = ()  # two hexes or more, or none
    rest: int = 0  # milliseconds at the usual pace

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Where the eye is led."""
        if self.path:
            return self.path
        return tuple(hex_ for event in self.events for hex_ in effect_of(event).hexes)


def first_beat(
    state: GameState,
    events: Sequence[Event],
    can_see: Callable[[Event], bool] = lambda _: True,
    *,
    rushes: bool = True,
) -> Beat:
    """The first beat of some events; as many of them as it holds are shown with it.

    Pieces that go the same way go together, and so do events that nobody need dwell on.

    Args:
        state: The table before the first event.
        events: What has happened since; not empty.
        can_see: Whether the player may know of an event; one that he may not takes no time.
        rushes: Whether the moves of combat are walked.
    """
    beat = _beat(state, events[0], can_see, rushes)
    for event in events[1:]:
        following = _beat(state, event, can_see, rushes)
        if not _go_together(beat, following):
            break
        beat = Beat(
            (*beat.events, event),
            (*beat.pieces, *following.pieces),
            beat.path or following.path,
            max(beat.rest, following.rest),
        )
    return beat


def _beat(state: GameState, event: Event, can_see: Callable[[Event], bool], rushes: bool) -> Beat:
    if not can_see(event):
        return Beat((event,))
    rest = RESTS.get(type(event), 0)
    for walk in (*effect_of(event).walks, *_rides(event)):
        path = _whole_path(state, walk)
        if len(path) > 1:
            walked = rushes or type(event) not in RUSHES
            pieces, way = (walk.pieces, path) if walked else ((), ())
            return Beat((event,), pieces, way, max(rest, WALK_REST))
    return Beat((event,), rest=rest)


def _rides(event: Event) -> Sequence[Walk]:
    """How horse that charges rides up to the enemy and back: its counters stay where they are."""
    match event:
        case e.ChargeDeclared(units=units, path=path):
            return (_there_and_back(units, path[:-1]),)
        case e.ReactionDeclared(units=units, path=path):
            return (_there_and_back(units, path),)
    return ()


def _there_and_back(units: tuple[UnitId, ...], path: tuple[Hex, ...]) -> Walk:
    return Walk((*path, *reversed(path[:-1])), units)


def _whole_path(state: GameState, walk: Walk) -> tuple[Hex, ...]:
    """The path of a walk; where only its end is told, from where the piece stands."""
    if len(walk.path) != 1:
        return walk.path
    start = _hex_of(state, walk.pieces[0])
    return walk.path if start in (None, walk.path[0]) else (start, walk.path[0])


def _hex_of(state: GameState, piece: str) -> Hex | None:
    if piece in state.leaders:
        return state.leaders[LeaderId(piece)].hex
    return state.units[UnitId(piece)].hex


def _go_together(last: Beat, beat: Beat) -> bool:
    if last.path and beat.path:
        return last.path == beat.path and not set(last.pieces) & set(beat.pieces)
    if beat.path:
        return last.rest == 0
    return beat.rest == 0 or (last.rest == 0 and not last.path)
