"""Throws: of one die, of two, and of a pool whose dice have no order (M1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hexwar.engine import CHANCE, Roll, Table
from hexwar.messages import say
from hexwar.systems.mininap.events import Faces, TestRolled
from hexwar.systems.mininap.rules.questions import ThrowTestAgain
from hexwar.systems.mininap.rules.standing import in_command
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import UnitId


def counted(dice: Sequence[int]) -> Faces:
    """How often each face came.

    >>> counted([6, 1, 1])
    (2, 0, 0, 0, 0, 1)
    """
    found = Counter(dice)
    return found[1], found[2], found[3], found[4], found[5], found[6]


def hits_in(faces: Faces, most: int) -> int:
    """How many dice of a throw are no higher than a number: low is good (M1.3)."""
    return sum(faces[: max(0, most)])


async def throw(dice: int, purpose: str) -> Faces:
    """So many dice at once; none for none (M1.2)."""
    return counted([await Roll(CHANCE, say(purpose)) for _ in range(dice)])


async def passes(
    table: Table[MiniState], unit: UnitId, what: str, needed: int, *, again: bool = True
) -> bool:
    """Whether a unit passes a test on one die; in command it may throw once more (M19.3)."""
    die = await Roll(CHANCE, say(what))
    passed = die <= needed
    table.emit(TestRolled(unit, what, die, needed, passed))
    if passed or not again or not in_command(table.state, unit):
        return passed
    if not await ThrowTestAgain(table.state.side_of(unit), unit, what):
        return False
    return await passes(table, unit, what, needed, again=False)
