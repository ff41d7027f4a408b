"""Removing losses, and the pursuit that follows (M13, M21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import CHANCE, Choice, Roll, Table, YesNo
from hexwar.messages import mark, say
from hexwar.systems.mininap.battle import Arm, Formation, Kind
from hexwar.systems.mininap.events import (
    HitsRecovered,
    PursuitHeld,
    PursuitRun,
    PursuitsDue,
    StepBegan,
    UnitRemoved,
)
from hexwar.systems.mininap.rules.ground import free_run
from hexwar.systems.mininap.rules.moving import allowance_of
from hexwar.systems.mininap.rules.shapes import needed
from hexwar.systems.mininap.rules.standing import (
    contacts,
    in_command,
    is_in_contact,
)
from hexwar.systems.mininap.state import Cause, MiniState, Step
from hexwar.table.forces import Side, UnitId
from hexwar.table.question import Question


async def remove_losses(table: Table[MiniState]) -> None:
    """M13.1 to M13.7: markers off, units out, commanders out; then who may pursue."""
    state, numbers = table.state, table.state.numbers.losses
    before = dict(contacts(state))
    free = (unit for unit in state.in_play() if not is_in_contact(state, unit.id))
    rested = tuple(unit.id for unit in free if unit.hits > numbers.kept)
    if rested:
        table.emit(HitsRecovered(rested, numbers.recovered))
    _remove(table, [u.id for u in state.in_play() if state.sp(u.id) <= 0], Cause.COMBAT)
    weak = [
        unit.id
        for unit in state.in_play()
        if state.sp(unit.id) == numbers.removed_in_contact and _is_frail(state, unit.id)
    ]
    _remove(table, weak, Cause.CONTACT)
    for rank in (Kind.BRIGADE, Kind.DIVISION):
        _remove(table, _leaderless(state, rank), Cause.UNITS)
    table.emit(StepBegan(Step.PURSUIT))
    due = _pursuers(state, before)
    if due:
        table.emit(PursuitsDue(due))


def _remove(table: Table[MiniState], units: Iterable[UnitId], cause: Cause) -> None:
    for unit in units:
        table.emit(UnitRemoved(unit, cause, table.state.card(unit).sp))


def _is_frail(state: MiniState, unit: UnitId) -> bool:
    """Whether a unit with its last SP in contact is removed (M13.4)."""
    is_square = state.units[unit].formation is Formation.SQUARE
    exempt = is_square or state.card(unit).is_command or state.is_veteran(unit)
    return not exempt and is_in_contact(state, unit)


def lost_units(state: MiniState, units: Iterable[UnitId]) -> int:
    """How many of some units are lost, commanders not counted (M23.1)."""
    return sum(state.units[u].pose is None and not state.card(u).is_command for u in units)


def is_shaken(state: MiniState, brigade: str) -> bool:
    """Whether a brigade has lost more than half of its units (M13.5, M23.3, R16)."""
    units = state.battle.brigades.get(brigade, ())
    return 2 * lost_units(state, units) > len(units)


def units_of_division(state: MiniState, division: str) -> tuple[UnitId, ...]:
    """The units of all brigades of a division, and those of its own (M13.6)."""
    brigades = state.battle.divisions.get(division, ())
    cards = (card for card in state.battle.units.values() if not card.is_command)
    return tuple(c.id for c in cards if c.brigade in brigades or c.division == division)


def _leaderless(state: MiniState, rank: Kind) -> list[UnitId]:
    """The commanders of a rank in play who have lost more than half of their units."""
    found = []
    for unit in state.in_play():
        card = state.card(unit.id)
        if not card.is_command or card.kind is not rank:
            continue
        if rank is Kind.BRIGADE:
            units = tuple(u for b in card.commands for u in state.battle.brigades.get(b, ()))
        else:
            units = units_of_division(state, card.division)
        if 2 * lost_units(state, units) > len(units):
            found.append(unit.id)
    return found


# -- pursuit: M21


def _pursuers(state: MiniState, before: dict[UnitId, tuple[UnitId, ...]]) -> tuple[UnitId, ...]:
    """The cavalry whose enemies in contact were all removed, the side with the initiative first."""
    sides = [state.initiative, *(s for s in state.battle.sides if s != state.initiative)]
    units = (unit for side in sides if side is not None for unit in state.in_play(side))
    return tuple(
        unit.id
        for unit in units
        if state.card(unit.id).arm is Arm.CAVALRY and unit.bend is None
        if before.get(unit.id) and not is_in_contact(state, unit.id)
    )


@dataclass(frozen=True, slots=True)
class ChoosePursuit(YesNo):
    """M21.2: whether cavalry pursues; out of command it may not be able to hold."""

    rule: ClassVar[str] = "M21.2"
    is_open: ClassVar[bool] = True
    default: ClassVar[bool] = False
    labels: ClassVar[tuple[str, str]] = (mark("Pursue"), mark("Hold"))
    unit: UnitId

    def sentence(self, view: MiniState) -> str:
        """Who, and what holding takes."""
        name = view.card(self.unit).name
        if in_command(view, self.unit):
            return say("{name} has broken its enemies. Does it pursue?", name=name)
        words = mark("{name} has broken its enemies: pursue, or hold by a die of {number} or less?")
        return say(words, name=name, number=hold_number(view, self.unit))


@dataclass(frozen=True, slots=True)
class ChoosePursuer(Question[UnitId], rule="M21.5", is_open=True):
    """M21.5: which of several units is asked next."""

    words = mark("Which unit of {side} may pursue first?")

    def options(self, state: MiniState) -> Sequence[UnitId]:
        """Those of the side."""
        return [unit for unit in state.pursuers if state.side_of(unit) == self.side]

    def choices(self, view: MiniState, options: Sequence[UnitId]) -> Sequence[Choice[UnitId]]:
        """Each by its name."""
        return [Choice(u, view.card(u).name, "", u, pieces=(u,)) for u in options]


def hold_number(state: MiniState, unit: UnitId) -> int:
    """The highest die that holds pursuing cavalry (M21.2)."""
    return needed(state, unit, state.numbers.pursuit.hold)


async def pursue_one(table: Table[MiniState], side: Side) -> None:
    """M21.2 to M21.5: one unit pursues or holds."""
    unit = await ChoosePursuer(side)
    pursues, die = await ChoosePursuit(side, unit), None
    if not pursues and not in_command(table.state, unit):
        die = await Roll(CHANCE, say("holding pursuit"))
        pursues = die > hold_number(table.state, unit)
    if not pursues:
        table.emit(PursuitHeld(unit, die))
        return
    state, record = table.state, table.state.units[unit]
    limit = allowance_of(state, record).charge * state.numbers.pursuit.share
    run = free_run(state, record, limit)
    table.emit(PursuitRun(unit, state.pose(unit).moved(run.length), die))
