"""A second game system, for the kernel's tests: two sides moor boats at the piers of a harbour.

Each turn the side on turn takes a pier, or passes; it may moor boldly, which the other side may
block, and which the dice decide. Some piers hide rocks. Every fourth turn a token is drawn that
says how the tide turns. The side with more boats wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any, ClassVar, Self

from hexwar.engine import CHANCE, Decision, Event, Flow, KernelError, Refusal, Roll, System, Table

SIDES = ("red", "blue")


class Manner(StrEnum):
    SAFE = "safe"
    BOLD = "bold"


@dataclass(frozen=True, slots=True)
class Tow:
    """A boat towed along piers, and by how many ropes."""

    piers: tuple[int, ...]
    ropes: int = 1


@dataclass(slots=True)
class Harbour:
    piers: int
    turns: int
    rocks: tuple[int, ...]
    turn: int = 0
    tide: bool = False
    boats: dict[int, str] = field(default_factory=dict)
    blocks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 2))
    cup: tuple[str, ...] = ("ebb", "flood", "calm")
    told: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return self.turn >= self.turns

    @property
    def side(self) -> str:
        return SIDES[self.turn % 2]

    @property
    def free(self) -> list[int]:
        return [pier for pier in range(self.piers) if pier not in self.boats]

    def forget(self) -> None:
        """Nothing is worked out and kept."""

    def copy(self) -> Self:
        return type(self)(
            self.piers,
            self.turns,
            self.rocks,
            self.turn,
            self.tide,
            self.boats.copy(),
            self.blocks.copy(),
            self.cup,
            self.told,
        )


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


# Decisions


@dataclass(frozen=True, slots=True)
class ChoosePier(Decision[int | None]):
    rule: ClassVar[str] = "H1"

    def options(self, state: Harbour) -> Sequence[int | None]:
        return [*state.free, None]


@dataclass(frozen=True, slots=True)
class ChooseManner(Decision[Manner]):
    rule: ClassVar[str] = "H2"
    continues: ClassVar[bool] = True

    pier: int

    def options(self, state: Harbour) -> Sequence[Manner]:
        return list(Manner) if state.blocks[self.side] else [Manner.SAFE]

    def kind(self, answer: Manner) -> str:
        return answer.value


@dataclass(frozen=True, slots=True)
class MayBlock(Decision[bool]):
    """The interrupt: asked of the other side in the midst of a mooring."""

    rule: ClassVar[str] = "H3"

    def options(self, state: Harbour) -> Sequence[bool]:
        return [False, True] if state.blocks[self.side] else [False]


@dataclass(frozen=True, slots=True)
class ChooseTow(Decision[Tow | None]):
    """Lists the tow to each free pier; the law allows every chain of free piers."""

    rule: ClassVar[str] = "H4"

    def options(self, state: Harbour) -> Sequence[Tow | None]:
        return [*(Tow((pier,)) for pier in state.free), None]

    def is_forced(self, state: Harbour, options: Sequence[Tow | None]) -> bool:
        return not state.free

    def refusal(self, state: Harbour, answer: Tow | None) -> Refusal | None:
        if answer is None or set(answer.piers) <= set(state.free):
            return None
        return Refusal("A boat is towed along free piers only.", self.rule)


@dataclass(frozen=True, slots=True)
class DrawToken(Decision[str]):
    def options(self, state: Harbour) -> Sequence[str]:
        return state.cup


# Events


@dataclass(frozen=True, slots=True)
class BoatMoored(Event):
    side: str
    pier: int

    def apply(self, state: Harbour) -> None:
        if not 0 <= self.pier < state.piers:
            raise KeyError(self.pier)
        state.boats[self.pier] = self.side


@dataclass(frozen=True, slots=True)
class MooringBlocked(Event):
    side: str

    def apply(self, state: Harbour) -> None:
        state.blocks[self.side] -= 1


@dataclass(frozen=True, slots=True)
class RockFound(Event):
    reveals: ClassVar[bool] = True

    pier: int

    def apply(self, state: Harbour) -> None:
        state.boats.pop(self.pier)
        state.told += (f"rock {self.pier}",)


@dataclass(frozen=True, slots=True)
class BoatTowed(Event):
    tow: Tow

    def apply(self, state: Harbour) -> None:
        state.told += (f"towed {self.tow.piers} {self.tow.ropes}",)


@dataclass(frozen=True, slots=True)
class TideTurned(Event):
    token: str

    def apply(self, state: Harbour) -> None:
        state.cup = tuple(token for token in state.cup if token != self.token)
        state.told += (self.token,)
        state.tide = False


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    def apply(self, state: Harbour) -> None:
        state.turn += 1
        state.tide = state.turn % 4 == 0 and bool(state.cup)


# Flows


def sequence(table: Table[Harbour]) -> Flow:
    state = table.state
    if state.tide:
        return tide(table)
    return tow(table) if state.turn % 5 == 4 else mooring(table)


async def tide(table: Table[Harbour]) -> None:
    table.emit(TideTurned(await DrawToken(CHANCE)))


async def tow(table: Table[Harbour]) -> None:
    plan = await ChooseTow(table.state.side)
    if plan is not None:
        table.emit(BoatTowed(plan))
    table.emit(TurnEnded())


async def mooring(table: Table[Harbour]) -> None:
    side = table.state.side
    pier = await ChoosePier(side)
    if pier is not None:
        manner = await ChooseManner(side, pier)
        if manner is Manner.SAFE or await duel(table, side):
            moor(table, side, pier)
    table.emit(TurnEnded())


async def duel(table: Table[Harbour], side: str) -> bool:
    if await MayBlock(other(side)):
        table.emit(MooringBlocked(other(side)))
        return await Roll(CHANCE, "a blocked mooring") > 3
    return await Roll(CHANCE, "an open mooring", 10) > 2


def moor(table: Table[Harbour], side: str, pier: int) -> None:
    table.emit(BoatMoored(side, pier))
    if pier in table.state.rocks:
        table.emit(RockFound(pier))


# The system


def start(header: Mapping[str, Any]) -> Harbour:
    if header["piers"] > 100:
        raise KernelError("A harbour has at most 100 piers.")
    return Harbour(header["piers"], header["turns"], tuple(header["rocks"]))


def digest(state: Harbour) -> str:
    return sha256(repr(state).encode()).hexdigest()


SYSTEM = System(
    id="harbour",
    revision=3,
    start=start,
    sequence=sequence,
    events=(BoatMoored, MooringBlocked, RockFound, BoatTowed, TideTurned, TurnEnded),
    decisions=(ChoosePier, ChooseManner, MayBlock, ChooseTow, DrawToken, Roll),
    digest=digest,
)
HEADER = {"piers": 6, "turns": 14, "rocks": [2]}
