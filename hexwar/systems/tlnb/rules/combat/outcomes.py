"""How likely each end of a combat is, before any die is thrown (T10.15, T12.3, T13.5).

A combat is played out on copies of the state by the flows that resolve it: once for each result
that the faces of its die can bring, with every other choice at its default and no cards from
hands. So what blocks a retreat, who advances and who may be captured is in it. Views will do.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hexwar.engine import Decision, Roll, Table
from hexwar.systems.tlnb.events.combat import AdvanceMade, CombatResolved
from hexwar.systems.tlnb.events.losses import StepLost, UnitEliminated
from hexwar.systems.tlnb.rules.cards.tactics import PlayTactics
from hexwar.systems.tlnb.rules.combat import bombardment, charge, combat
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.turn.light import is_night
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.hiding import SEEN

FACES: Final = 6

CALM: Final = 6
"""What every die shows that does not decide how a combat ends: no leader is captured by it."""

SURE: Final = 1
"""The die by which a night attack is made at all (T22.7)."""

Answering = Callable[[Decision[Any], TlnbState], Any]
"""From a question that a combat asks, and the table as it is then, to the answer."""


@dataclass(frozen=True, slots=True)
class End:
    """How a combat may end."""

    result: str  # such as `Dr2`; `-` where nothing happens
    faces: int  # of six that bring it
    lost: tuple[int, int]  # SP of the attackers' side and of the other
    is_won: bool  # whether the hex that was struck is rid of the enemy, who has not gone forward
    state: TlnbState  # the table then, advance made


def by_default(decision: Decision[Any], state: TlnbState) -> Any:
    """No card is brought in; anything else as the rules answer it where nobody chooses."""
    if isinstance(decision, PlayTactics):
        return None
    return decision.fallback(state, decision.options(state))


def ends_of_attack(
    state: TlnbState, blow: Blow, answering: Answering = by_default
) -> tuple[End, ...]:
    """The ends of an attack; of one by night if the units dare it (T22.7).

    A leader who takes part may shift the column (T10.23); then each face is played by itself.
    """
    first = (SURE,) if is_night(state) else ()

    def played(share: tuple[str, int, int]) -> End:
        return _played(
            state, lambda table: combat.attack(table, blow), blow.target, first, share, answering
        )

    results = tuple(face.effect for face in odds_of(state, blow.units, blow.target).faces)
    shares = tuple(_shares(results))
    ends = tuple(played(share) for share in shares)
    if all(end.result == result for end, (result, *_) in zip(ends, shares, strict=True)):
        return ends
    return tuple(played((result, 1, die)) for die, result in enumerate(results, start=1))


def ends_of_shot(
    state: TlnbState, shot: Shot, answering: Answering = by_default
) -> tuple[End, ...]:
    """The ends of a bombardment."""
    results = bombardment.report(state, shot).results
    return tuple(
        _played(
            state, lambda table: bombardment.bombard(table, shot), shot.target, (), one, answering
        )
        for one in _shares(results)
    )


def ends_of_charge(
    state: TlnbState, ride: Ride, answering: Answering = by_default
) -> tuple[End, ...]:
    """The ends of a charge that nobody rides against."""
    results = charge.report(state, ride).results
    return tuple(
        _played(state, lambda table: charge.charge(table, ride), ride.target, (), one, answering)
        for one in _shares(results)
    )


# -- inside


def _shares(results: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Each result, on how many faces it lies, and the first of them."""
    for result in dict.fromkeys(results):
        yield result, results.count(result), results.index(result) + 1


def _played(
    state: TlnbState,
    flow: Callable[[Table[TlnbState]], Coroutine[Any, Any, None]],
    target: Any,
    first: tuple[int, ...],
    share: tuple[str, int, int],
    answering: Answering,
) -> End:
    result, faces, die = share
    table = Table(without_hands(state))
    _run(flow(table), table.state, [*first, die], answering)
    side = state.phasing
    lost = [0, 0]
    for event in table.events:
        if isinstance(event, CombatResolved):
            result = event.effect
        if isinstance(event, StepLost | UnitEliminated):
            lost[table.state.side_of(event.unit) != side] += event.sp
    forward = (event.units for event in table.events if isinstance(event, AdvanceMade))
    is_lost = any(state.side_of(unit) != side for units in forward for unit in units)
    is_empty = not table.state.combat_units_in(target, state.battle.enemy(side))
    return End(result, faces, (lost[0], lost[1]), is_empty and not is_lost, table.state)


def without_hands(state: TlnbState) -> TlnbState:
    """A copy of the table on which nobody holds cards; what is in force stays.

    Whom the side that thinks has hidden lies open there: both go by the same table (T16.9).
    """
    copy = state.copy()
    copy.cards = replace(copy.cards, piles={})
    copy.hiding = SEEN
    copy.forget()
    return copy


def _run(
    flow: Coroutine[Any, Any, None], state: TlnbState, dice: list[int], answering: Answering
) -> None:
    answer: Any = None
    while True:
        try:
            asked = flow.send(answer)
        except StopIteration:
            return
        if isinstance(asked, Roll):
            answer = dice.pop(0) if dice else CALM
        else:
            answer = answering(asked, state)
