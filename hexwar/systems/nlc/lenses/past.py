"""The lens of what is past: the moves of the last turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.engine import Event
from hexwar.systems.nlc.events.leaders import HqMoved, LeaderMoved
from hexwar.systems.nlc.events.losses import UnitRetreated
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.overlays import Track


def last_moves(view: GameState, events: Sequence[Event]) -> tuple[Track, ...]:
    """The moves and retreats of the last turn in which anybody moved."""
    found: list[Track] = []
    for event in reversed(events):
        if isinstance(event, TurnBegan) and found:
            break
        found += _tracks(view, event)
    return tuple(dict.fromkeys(reversed(found)))


def _tracks(view: GameState, event: Event) -> Iterator[Track]:
    match event:
        case UnitMoved(units=units, path=path) if len(path) > 1:
            yield Track(view.side_of(units[0]), path)
        case UnitRetreated(unit=unit, path=path):
            yield Track(view.side_of(unit), path)
        case LeaderMoved(leader=leader, path=path) if len(path) > 1:
            yield Track(_side(view, leader), path)
        case HqMoved(hq=hq, path=path):
            yield Track(_side(view, hq), path)


def _side(view: GameState, leader: LeaderId) -> Side:
    return view.battle.leaders[leader].side
