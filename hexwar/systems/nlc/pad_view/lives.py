"""What has become of orders so far: written, sent, delivered, rolled for, obeyed, done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hexwar.engine import Event
from hexwar.messages import mark, say
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.orders import ComplianceRolled, PadEvent
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.fact import Scene, told

_RESULTS = {"C": "obeyed", "D": mark("the order waits"), "X": mark("the order was lost")}


@dataclass(slots=True)
class Life:
    """What is known of the orders of one line."""

    sentences: list[str] = field(default_factory=list)  # with the hour before each
    roll: str = ""  # the last compliance roll


def lives(
    battle: NlcBattle, events: Sequence[Event], can_see: Callable[[Event], bool]
) -> Mapping[LineId, Life]:
    """What a reader may know of orders.

    Args:
        battle: Names pieces and places.
        events: All that has happened.
        can_see: Whether the reader may know of an event (N3.4).
    """
    found: dict[LineId, Life] = defaultdict(Life)
    scene = Scene(NlcNames(battle))
    hour = say("Before the battle")
    for event in events:
        if isinstance(event, TurnBegan):
            hour = battle.when(event.turn)
        elif isinstance(event, PadEvent) and can_see(event):
            line = getattr(event, "line", None)
            if line is not None:
                life = found[line]
                life.sentences.append(f"{hour}: {told(event, scene).plain}")
                if isinstance(event, ComplianceRolled):
                    life.roll = _roll(hour, event)
    return found


def _roll(hour: str, event: ComplianceRolled) -> str:
    result = _RESULTS[event.result]
    return say(
        "Compliance at {hour}: rolled {die} in column {column}, {result}",
        hour=hour,
        die=event.die,
        column=event.column,
        result=result,
    )
