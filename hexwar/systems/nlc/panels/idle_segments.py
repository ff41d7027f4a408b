"""Which segments of an activation come to nothing, and why (N4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwar.ground.zones import is_in_contact
from hexwar.messages import say
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment

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
    """Each segment with why it is idle; an empty reason where somebody acts in it, or still may."""
    acting = view.activation
    assert acting is not None
    on_map = [
        record
        for unit in units_of_body(view, acting.formation)
        if (record := view.units[unit]).hex is not None and view.card(unit).is_combat_unit
    ]
    if not on_map:
        nobody = say("No unit of those who act is on the map")
        yield from ((s, nobody) for s in _SEGMENTS[1:-1])
        return
    for segment, deeds, lacking, idle in (
        (
            Segment.BOMBARDMENT,
            [bool(one.bombarded) for one in on_map if view.card(one.id).arm.is_artillery],
            say("None of those who act is artillery"),
            say("No guns of those who act bombarded"),
        ),
        (
            Segment.CHARGE,
            [one.charged for one in on_map if view.card(one.id).arm.is_cavalry],
            say("None of those who act is cavalry"),
            say("No cavalry of those who act charged"),
        ),
        (
            Segment.ASSAULT,
            [one.assaulted for one in on_map],
            "",
            say("Nobody assaulted")
            if any(is_in_contact(view, one.id) for one in on_map)
            else say("None of those who act stands next to the enemy"),
        ),
    ):
        is_over = _SEGMENTS.index(acting.segment) > _SEGMENTS.index(segment)
        was_idle = idle if is_over and not any(deeds) else ""
        yield segment, was_idle if deeds else lacking
