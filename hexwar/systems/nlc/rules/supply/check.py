"""Supply is checked: whose train feeds whom, who is out of supply from now on (N16.1, N16.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from hexwar.engine import Refusal, Table, refuse
from hexwar.messages import mark
from hexwar.systems.nlc.events.supply import SupplyChanged, TrainAssigned
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.movement.hidden_ground import without_lifted
from hexwar.systems.nlc.rules.supply.lines import applicants, needs_supply, side_supply
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId

LISTED = 100
"""How many choices are listed at most; the law accepts the others too."""

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class AssignTrain(Question[Units], rule="N16.3"):
    """N16.3: which units of formations without a train live on the train of another one."""

    kinds = ("assign", "pass")
    train: UnitId
    units: Units  # that it could feed, near ones first; more than it has room for

    def options(self, state: GameState) -> Sequence[Units]:
        """As many units as the train feeds, the nearest first."""
        return list(islice(combinations(self.units, self._room(state)), LISTED))

    def refusal(self, state: GameState, answer: Units) -> Refusal | None:
        """Any of the units, each once, as many as the train feeds."""
        room = self._room(state)
        is_each_once = len(set(answer)) == len(answer) == room
        if is_each_once and all(unit in self.units for unit in answer):
            return None
        return refuse(self.rule, "Name {room} of the units that the train can feed.", room=room)

    def _room(self, state: GameState) -> int:
        return numbers_of(state.battle).trace.units_for_each_train

    def sentence(self, view: GameState) -> str:
        """How many of whom live on which train."""
        words = mark(
            "{who} must choose which {room} of {n} units live on {train}, because their formations"
            " have no train on the map."
        )
        return self.told(view, words, room=self._room(view), n=len(self.units))


# -- the flow


async def check_all_supply(table: Table[GameState]) -> None:
    """N16.1: on a weather turn the supply of both sides is checked, the first player's first."""
    for side in table.state.battle.sides:
        await check_supply(table, side)


async def check_supply(table: Table[GameState], side: Side) -> None:
    """N16.1, N16.5: a side's units are in supply or out of it until they are checked again.

    Enemies who move hidden are off the map and cut no line (N20.11).
    """
    if not needs_supply(table.state, side):
        return
    await _assign_trains(table, side)
    lost, found = changes(without_lifted(table.state, side), side)
    if lost or found:
        table.emit(SupplyChanged(side, lost, found))


def changes(state: GameState, side: Side) -> tuple[Units, Units]:
    """The units on the map that a check would find out of supply, and back in it."""
    now, before = side_supply(state, side), state.supply.unsupplied
    lost = tuple(unit for unit, is_in in now.items() if not is_in and unit not in before)
    return lost, tuple(unit for unit, is_in in now.items() if is_in and unit in before)


async def _assign_trains(table: Table[GameState], side: Side) -> None:
    """N16.3: train by train its side says whom it feeds, where more need it than it has room for.

    A unit that one train feeds does not ask the next one.
    """
    fed: set[UnitId] = set()
    room = numbers_of(table.state.battle).trace.units_for_each_train
    for train, units in applicants(table.state, side).items():
        chosen = tuple(unit for unit in units if unit not in fed)
        if len(chosen) > room:
            chosen = await AssignTrain(side, train, chosen)
        hosts = table.state.supply.trains_of
        if chosen != tuple(unit for unit, host in hosts.items() if host == train):
            table.emit(TrainAssigned(chosen, train))
        fed.update(chosen)


def supply_at_start(state: GameState) -> frozenset[UnitId]:
    """N24.1: the units out of supply when a battle begins, by one check without choices."""
    return frozenset(
        unit
        for side in state.battle.sides
        if needs_supply(state, side)
        for unit in changes(state, side)[0]
    )
