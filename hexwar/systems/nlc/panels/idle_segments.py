"""Which segments of an activation come to nothing, and why (N4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwar.ground.zones import is_in_contact
from hexwar.messages import say
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment, Unit

_SEGMENTS = tuple(Segment)


def idle_segments(view: GameState) -> Mapping[Segment, str]:
    """The segments of the activation in which nobody does anything, each with the reason.

    Those to come are named only where no move can change it; those that are over, where nobody
    did anything and nobody could. It is told from what lies on the map, for either side's eyes.
    """
    acting = view.activation
    if acting is None:
        return {}
    now = _SEGMENTS.index(acting.segment)
    return {
        segment: why
        for segment, why in _reasons(view)
        if segment is not acting.segment
        and (_SEGMENTS.index(segment) < now or segment in _LACKING)
        and why
    }


_LACKING = (Segment.BOMBARDMENT, Segment.CHARGE)
"""For these an arm is needed that no move can bring."""


def _reasons(view: GameState) -> Iterator[tuple[Segment, str]]:
    """Each segment with why it is idle; an empty reason where it is not."""
    acting = view.activation
    assert acting is not None
    on_map = [
        record
        for unit in units_of_body(view, acting.formation)
        if (record := view.units[unit]).hex is not None and view.card(unit).is_combat_unit
    ]
    near = any(is_in_contact(view, one.id) for one in on_map)
    now = _SEGMENTS.index(acting.segment)
    if not on_map:
        nobody = say("No unit of those who act is on the map")
        yield from ((s, nobody) for s in _SEGMENTS[1:-1])
        return
    guns = [one for one in on_map if view.card(one.id).arm.is_artillery]
    horse = [one for one in on_map if view.card(one.id).arm.is_cavalry]
    yield (
        Segment.BOMBARDMENT,
        _why(
            guns,
            [one for one in guns if one.bombarded],
            say("None of those who act is artillery"),
            say("No guns of those who act bombarded"),
            is_over=now > _SEGMENTS.index(Segment.BOMBARDMENT),
        ),
    )
    yield (
        Segment.CHARGE,
        _why(
            horse,
            [one for one in horse if one.charged],
            say("None of those who act is cavalry"),
            say("No cavalry of those who act charged"),
            is_over=now > _SEGMENTS.index(Segment.CHARGE),
        ),
    )
    yield (
        Segment.ASSAULT,
        _why(
            on_map,
            [one for one in on_map if one.assaulted],
            "",
            say("Nobody assaulted")
            if near
            else say("None of those who act stands next to the enemy"),
            is_over=now > _SEGMENTS.index(Segment.ASSAULT),
        ),
    )


def _why(able: list[Unit], did: list[Unit], lacking: str, idle: str, *, is_over: bool) -> str:
    """Why a segment comes to nothing; empty where somebody acts in it, or still may."""
    if not able:
        return lacking
    return idle if is_over and not did else ""
