"""Events cut into beats: what is shown together, and how long it stands before the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import Fact, Walk, display_of
from hexwar.table.forces import LeaderId, UnitId


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
        return tuple(hex_ for event in self.events for hex_ in display_of(event).hexes)


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
    rest, is_rush = (event.rest, event.is_rush) if isinstance(event, Fact) else (0, False)
    for walk in display_of(event).walks:
        path = _whole_path(state, walk)
        if len(path) > 1:
            pieces, way = (walk.pieces, path) if rushes or not is_rush else ((), ())
            return Beat((event,), pieces, way, max(rest, WALK_REST))
    return Beat((event,), rest=rest)


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
