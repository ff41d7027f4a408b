"""What can be laid over the board at will: zones of control, moves, the reach of a stack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.model.events import HqMoved, LeaderMoved, TurnBegan, UnitMoved, UnitRetreated
from hexwar.model.forces import LeaderId, Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.zones import zone
from hexwar.ui.prompters.march import March
from hexwar.widgets.board.overlays.records import Reach, Track


def zones(view: GameState, *sides: Side) -> Mapping[Side, frozenset[Hex]]:
    """The zones of control of some sides."""
    return {side: zone(view, side) for side in sides}


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


def reach_of(view: GameState, hex_: Hex) -> Reach | None:
    """Where the combat units of a hex could go together, without road movement; None for none."""
    units = mobile_units(view, hex_)
    return March(view, units, None).reach(road=False) if units else None


def mobile_units(view: GameState, hex_: Hex) -> tuple[UnitId, ...]:
    """The combat units in a hex."""
    return view.combat_units_in(hex_)
