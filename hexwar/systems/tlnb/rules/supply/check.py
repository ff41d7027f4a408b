"""Supply is checked: whose train feeds whom, who is out of supply from now on (T19.2, T19.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, Final

from hexwar.engine import Choice, Refusal, Table, refuse
from hexwar.messages import mark
from hexwar.systems.tlnb.events.turn import SupplyChanged, TrainAssigned
from hexwar.systems.tlnb.rules.supply.supply import applicants, unsupplied_now
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side, UnitId
from hexwar.table.question import Question
from hexwar.table.words import unit_list

LISTED: Final = 100
"""How many choices are listed at most; the law accepts the others too."""

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class AssignTrain(Question[Units], rule="T19.3"):
    """T19.3: which units of formations without a train live off the train of another one."""

    words = mark(
        "Which {room} of {n} units live off {train}? Their formations have no train on the map."
    )
    train: UnitId
    units: Units  # that it could feed, near ones first; more than it has room for

    def options(self, state: TlnbState) -> Sequence[Units]:
        """As many units as the train feeds, the nearest first."""
        return list(islice(combinations(self.units, self._room(state)), LISTED))

    def refusal(self, state: TlnbState, answer: Units) -> Refusal | None:
        """Any of the units, each once, as many as the train feeds."""
        room = self._room(state)
        is_each_once = len(set(answer)) == len(answer) == room
        if is_each_once and all(unit in self.units for unit in answer):
            return None
        return refuse(self.rule, "Name {room} of the units that the train can feed.", room=room)

    def _room(self, state: TlnbState) -> int:
        return state.numbers.trace.units_for_each_train

    def sentence(self, view: TlnbState) -> str:
        """It says how many of them the train has room for."""
        room, n = self._room(view), len(self.units)
        return self.told(view, self.words, room=room, n=n)

    def choices(self, view: TlnbState, options: Sequence[Units]) -> Sequence[Choice[Any]]:
        """A button for each choice."""
        return [Choice("+".join(units), unit_list(view, units), "", units) for units in options]


async def check_supply(table: Table[TlnbState], *sides: Side) -> None:
    """T19.2: the units of some sides, else of both, are in supply or out of it from now on.

    Both are asked first, then all are checked at once (T2.11).
    """
    state = table.state
    for side in sides or state.battle.sides:
        await _assign_trains(table, side)
    before, now = state.supply.unsupplied, unsupplied_now(state, *sides)
    here = {u.id for side in sides or state.battle.sides for u in state.on_map(side)}
    back = tuple(u for u in state.units if u in (before - now) & here)
    out = tuple(u for u in state.units if u in now - before)
    for units in told_apart(state, back):
        table.emit(SupplyChanged(units, is_in=True))
    for units in told_apart(state, out):
        table.emit(SupplyChanged(units, is_in=False))


def told_apart(state: TlnbState, units: Units) -> Iterator[Units]:
    """Units as they may be told of together: those that the enemy does not see by sides (T16.9)."""
    unseen = state.hiding.unseen
    if seen := tuple(u for u in units if u not in unseen):
        yield seen
    for side in state.battle.sides if unseen else ():
        if hidden := tuple(u for u in units if u in unseen and state.side_of(u) == side):
            yield hidden


async def _assign_trains(table: Table[TlnbState], side: Side) -> None:
    """T19.3: train by train its side says whom it feeds, where more need it than it has room for.

    A unit that one train feeds does not ask the next one.
    """
    fed: set[UnitId] = set()
    room = table.state.numbers.trace.units_for_each_train
    for train, units in applicants(table.state, side).items():
        chosen = tuple(unit for unit in units if unit not in fed)
        if len(chosen) > room:
            chosen = await AssignTrain(side, train, chosen)
        hosts = table.state.supply.trains_of
        if chosen != tuple(unit for unit, host in hosts.items() if host == train):
            table.emit(TrainAssigned(chosen, train))
        fed.update(chosen)
