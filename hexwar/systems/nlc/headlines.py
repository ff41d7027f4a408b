"""What a combat came to, in a few words in capitals, told by its events alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from hexwar.engine import Event
from hexwar.messages import count, listed, mark, say
from hexwar.systems.nlc.events.combat import (
    AssaultDropped,
    BombardmentResolved,
    ChargeResolved,
    ConfidenceRolled,
    Evaded,
    FireResolved,
    ReactionResolved,
    RetreatedBeforeAssault,
    SquareFormed,
    StalemateReached,
)
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
)
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.table.forces import Side, UnitId


@dataclass(frozen=True, slots=True)
class Sides:
    """Who fights whom."""

    attackers: Collection[UnitId]
    defenders: Collection[UnitId]
    is_charge: bool = False  # they ride, and are called so


_NAMES = (
    (mark("ATTACKER"), mark("DEFENDER")),
    (mark("CHARGERS"), mark("TARGET")),
)
"""How both sides are called: in an assault or a bombardment, and in a charge."""

_MEETINGS = {
    "chargers": mark("CHARGERS GIVE WAY"),
    "reactors": mark("COUNTERCHARGE BEATEN"),
    "both": mark("BOTH GIVE WAY"),
    "nobody": mark("NEITHER GIVES WAY"),
}
"""What a meeting of chargers and reactors comes to (N10.21)."""


def headline(events: Sequence[Event], sides: Sides) -> str:
    """What a combat has come to so far: `ATTACKER REPULSED, 2 HEXES`; empty while that is open.

    The last of its events that decides something tells it; who fell to the last man comes first.

    Args:
        events: Those of the combat, from its declaration on, as far as the reader may know them.
        sides: Who fights whom.
    """
    gone = {event.unit for event in events if isinstance(event, UnitEliminated)}
    if is_fought(events):
        attacker, defender = _called(sides)
        for units, name in ((sides.defenders, defender), (sides.attackers, attacker)):
            if units and gone.issuperset(units):
                return say("{name} ELIMINATED", name=name)
    for event in reversed(events):
        for kind, words in _WORDS.items():
            if isinstance(event, kind):
                found: str = words(event, sides)
                if found:
                    return found
    return _of_guns(events)


def losses(events: Sequence[Event], side_of: Callable[[UnitId], Side]) -> dict[Side, int]:
    """The SP that each side has lost in some events."""
    lost: dict[Side, int] = {}
    for event in events:
        if isinstance(event, StepLost | UnitEliminated):
            side = side_of(event.unit)
            lost[side] = lost.get(side, 0) + event.sp
    return lost


def is_fought(events: Sequence[Event]) -> bool:
    """Whether anybody has fired."""
    return any(isinstance(event, FireResolved | BombardmentResolved) for event in events)


def _called(sides: Sides) -> tuple[str, str]:
    attacker, defender = _NAMES[sides.is_charge]
    return say(attacker), say(defender)


def _far(hexes: int) -> str:
    return count("{n} HEX", "{n} HEXES", hexes)


def _retreat(event: RetreatBegan, sides: Sides) -> str:
    """Who must go, how, and how far (N11.1)."""
    attacker, defender = _called(sides)
    if set(event.units) & set(sides.attackers):
        words = mark("{name} ROUTED, {far}") if event.rout else mark("{name} REPULSED, {far}")
        return say(words, name=attacker, far=_far(event.hexes))
    if set(event.units) & set(sides.defenders):
        words = mark("{name} ROUTED, {far}") if event.rout else mark("{name} RETREATS, {far}")
        return say(words, name=defender, far=_far(event.hexes))
    return ""


def _confidence(event: ConfidenceRolled, _: Sides) -> str:
    if event.passed:
        return ""
    words = mark("NO ASSAULT, AND NO OTHER") if event.is_final else mark("NO ASSAULT IS MADE")
    return say(words)


def _withdrawal(event: RetreatedBeforeAssault, sides: Sides) -> str:
    far = _far(len(event.path) - 1)
    return say("{name} WITHDREW, {far}", name=_called(sides)[1], far=far)


def _charge(event: ChargeResolved, _: Sides) -> str:
    """An end that no retreat tells; the outcome is worded as the sheet has it."""
    return say(event.outcome).upper() if event.outcome in _ENDS else ""


_ENDS = (
    ChargeOutcome.HELD,
    ChargeOutcome.CHARGERS_REPULSED,
    ChargeOutcome.GONE,
    ChargeOutcome.MET,
)

_WORDS: dict[type[Event], Callable[..., str]] = {
    RetreatBegan: _retreat,
    ConfidenceRolled: _confidence,
    RetreatedBeforeAssault: _withdrawal,
    ChargeResolved: _charge,
    AssaultDropped: lambda *_: say("ASSAULT GIVEN UP"),
    StalemateReached: lambda *_: say("STALEMATE"),
    ReactionResolved: lambda event, _: say(_MEETINGS[event.loser]),
    Evaded: lambda *_: say("TARGET GETS AWAY"),
    SquareFormed: lambda *_: say("SQUARE FORMED"),
}
"""What each kind of event says of its combat; empty where it decides nothing."""


def _of_guns(events: Sequence[Event]) -> str:
    """What a bombardment has done to those under fire (N9.6)."""
    fired = next((event for event in events if isinstance(event, BombardmentResolved)), None)
    if fired is None:
        return ""
    done = []
    steps = sum(isinstance(event, StepLost | UnitEliminated) for event in events)
    if steps:
        done.append(count("{n} STEP LOST", "{n} STEPS LOST", steps))
    shaken = sum(isinstance(event, UnitDisrupted) for event in events)
    if shaken:
        done.append(count("{n} UNIT DISRUPTED", "{n} UNITS DISRUPTED", shaken))
    if done:
        return listed(done)
    checks = [event for event in events if isinstance(event, MoraleRolled)]
    return say("THEY HOLD") if checks else say("NO EFFECT") if fired.result == "-" else ""
