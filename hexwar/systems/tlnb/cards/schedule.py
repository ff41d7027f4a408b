"""Cards that change when, where and whether forces come (18.7); several on one force (18.73)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.cards.events import CardScored
from hexwar.cards.readings import numbers
from hexwar.cards.records import CardId
from hexwar.engine import Decision, Table
from hexwar.messages import say
from hexwar.systems.tlnb.cards.draws import throw
from hexwar.systems.tlnb.cards.events import ForceChanged, ForceEntered, StepBegan
from hexwar.systems.tlnb.cards.records import Change, Force, Step, StormState
from hexwar.systems.tlnb.cards.targets import Subjects
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class KeepForceWaiting(Decision[bool]):
    """Whether a force that is due waits another turn off the map; a card may delay it further."""

    rule: ClassVar[str] = "T24.2"
    force: str

    def options(self, state: StormState) -> Sequence[bool]:  # noqa: ARG002
        """It enters, or it waits."""
        return (False, True)

    def kind(self, answer: bool) -> str:
        """`stay` for waiting."""
        return "stay" if answer else "enter"

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which force."""
        return say("The {side} side may keep {force} waiting.", side=self.side, force=self.force)


async def cancel(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force never comes; what the card that called it counted is void (18.35)."""
    force = table.state.force(subjects[0])
    _change(table, force, Change(id_, side, table.state.turn, entry=force.entry))
    if force.is_alternate:
        _make_void(table, force.history[0])


async def hasten(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """The next force comes this turn."""
    now = table.state.turn
    force = table.state.force(subjects[0])
    _change(table, force, Change(id_, side, now, turn=now, entry=force.entry))


async def divert(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force comes by another road."""
    force = table.state.force(subjects[0])
    now = table.state.turn
    _change(table, force, Change(id_, side, now, turn=force.turn, entry=subjects[1]))


async def delay(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force comes later, and so do all parts of its formation that follow it (24.97)."""
    state = table.state
    force = state.force(subjects[0])
    die = await throw(table, side, f"delay of {force.id}")
    turns = numbers().delays[die - 1]
    for part in state.forces:
        if part == force or _follows(part, force):
            later = (part.turn or 0) + turns
            _change(table, part, Change(id_, side, state.turn, die, later, part.entry))


async def call(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """The next alternate group comes, after as many turns as a die says (18.72)."""
    group = table.state.force(subjects[0])
    die = await throw(table, side, f"arrival of {group.id}")
    now = table.state.turn
    due = now + numbers().delays[die - 1]
    _change(table, group, Change(id_, side, now, die, due, group.entry))


async def entry_segment(table: Table[StormState]) -> None:
    """Forces that are due come onto the map, unless their player keeps them waiting."""
    state = table.state
    due = [f for f in state.forces if f.side == state.phasing and f.is_due]
    for force in due:
        if force.turn is not None and force.turn <= state.turn:
            await _enter(table, force)
    table.emit(StepBegan(state.turn, state.player, Step.COMBAT))


async def _enter(table: Table[StormState], force: Force) -> None:
    if await KeepForceWaiting(force.side, force.id):
        now = table.state.turn
        _change(table, force, Change(None, force.side, now, turn=now + 1, entry=force.entry))
    else:
        table.emit(ForceEntered(force.id))


def _change(table: Table[StormState], force: Force, change: Change) -> None:
    table.emit(ForceChanged(force.id, change))


def _make_void(table: Table[StormState], call_up: Change) -> None:
    """18.35, 18.73: the card that called a group counts nothing."""
    played = (call_up.side, call_up.card, call_up.at)
    for score in table.state.cards.scores:
        if (score.side, score.card, score.turn) == played:
            table.emit(CardScored(score, is_void=True))
            return


def _follows(part: Force, force: Force) -> bool:
    """Whether a force is a later part of the formation of another."""
    same = (part.side, part.formation) == (force.side, force.formation)
    return same and part.is_due and (part.turn or 0) > (force.turn or 0)
