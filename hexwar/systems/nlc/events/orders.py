"""Orders: written, carried, obeyed or not, changed (N12). Each is known to its own side only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.records import CardId
from hexwar.engine import Event
from hexwar.systems.nlc.orders import Dispatch, Line, LineId
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, OrderStep, Side, UnitId
from hexwar.table.pieces import Writing


@dataclass(frozen=True, slots=True)
class PadEvent(Event):
    """Something on a side's order pad; the enemy does not see it (N3.4)."""

    side: Side

    def is_known_to(self, side: str) -> bool:
        """Only to the side whose pad it is."""
        return side == self.side


@dataclass(frozen=True, slots=True)
class WritingBegan(Event):
    """A step of the Orders Phase began (N12.9)."""

    rule: ClassVar[str] = "N12.9"
    step: Writing

    def apply(self, state: GameState) -> None:
        """Nobody is through with it."""
        state.writing, state.served, state.asked = self.step, (), ()


@dataclass(frozen=True, slots=True)
class PadClosed(Event):
    """A side is through with a secret step of the Orders Phase (N4.8)."""

    rule: ClassVar[str] = "N4.8"
    side: Side

    def apply(self, state: GameState) -> None:
        """The other side is asked, or the step is over."""
        state.served = (*state.served, self.side)


@dataclass(frozen=True, slots=True)
class CommanderTied(PadEvent):
    """An OC must stay near those who attack under his orders, or no more (N7.6, N7.8)."""

    rule: ClassVar[str] = "N7.8"
    leader: LeaderId
    is_tied: bool

    def apply(self, state: GameState) -> None:
        """Write it down."""
        rest = tuple(leader for leader in state.tied if leader != self.leader)
        state.tied = (*rest, self.leader) if self.is_tied else rest


@dataclass(frozen=True, slots=True)
class OrderDispatched(PadEvent):
    """An order was written and a courier rides (N12.4); it takes the place of one on its way."""

    rule: ClassVar[str] = "N12.4"
    line: LineId
    steps: tuple[OrderStep, ...]
    giver: LeaderId
    due: int  # the turn of delivery
    wing: FormationId | None = None  # assigns the recipient (N12.7)
    cards: tuple[CardId, ...] = ()  # that help it to be obeyed (N12.67)
    is_extra: bool = False  # by a card: the giver's rating does not count it (N12.12)

    def apply(self, state: GameState) -> None:
        """The giver has given one more."""
        state.dispatches[self.line] = Dispatch(
            self.steps, self.giver, state.turn, self.due, wing=self.wing, cards=self.cards
        )
        if not self.is_extra:
            state.issued[self.giver] = state.issued.get(self.giver, 0) + 1


@dataclass(frozen=True, slots=True)
class OrderDelivered(PadEvent):
    """The recipient holds the order (N12.9)."""

    rule: ClassVar[str] = "N12.9"
    line: LineId

    def apply(self, state: GameState) -> None:
        """He received an order this turn (N12.61)."""
        state.addressed = (*state.addressed, self.line)


@dataclass(frozen=True, slots=True)
class ComplianceRolled(PadEvent):
    """A leader was asked to obey (N12.5)."""

    rule: ClassVar[str] = "N12.5"
    line: LineId
    column: int
    die: int
    result: str  # C, D or X

    def apply(self, state: GameState) -> None:
        """He has rolled this turn; an order not obeyed yet waits (N12.91)."""
        state.complied = (*state.complied, self.line)
        if self.result == "D":
            waiting = state.dispatches[self.line]
            state.dispatches[self.line] = replace(waiting, waited=waiting.waited + 1)


@dataclass(frozen=True, slots=True)
class OrderInForce(PadEvent):
    """A new order governs a line from now on (N12.1)."""

    rule: ClassVar[str] = "N12.1"
    line: LineId
    steps: tuple[OrderStep, ...]
    bad_until: int = 0  # a Bad Move: no Local Decision before this turn (N12.65)

    def apply(self, state: GameState) -> None:
        """What was on its way has come or is void (N12.42); a Bad Move stops no courier."""
        old = state.lines.get(self.line, Line(()))
        state.lines[self.line] = Line(self.steps, state.turn, self.bad_until, old.units)
        if not self.bad_until:
            state.dispatches.pop(self.line, None)


@dataclass(frozen=True, slots=True)
class OrderLost(PadEvent):
    """An order was not obeyed and is void: the old one stays (N12.5)."""

    rule: ClassVar[str] = "N12.5"
    line: LineId

    def apply(self, state: GameState) -> None:
        """Nothing is on its way any more."""
        state.dispatches.pop(self.line, None)


@dataclass(frozen=True, slots=True)
class OrderDropped(PadEvent):
    """An order on its way was cancelled by a newer one (N12.42)."""

    rule: ClassVar[str] = "N12.42"
    line: LineId

    def apply(self, state: GameState) -> None:
        """Nothing is on its way any more."""
        state.dispatches.pop(self.line, None)


@dataclass(frozen=True, slots=True)
class OrderStepChanged(PadEvent):
    """A step of an order is done or turned into another (N12.21, N12.3)."""

    rule: ClassVar[str] = "N12.3"
    line: LineId
    steps: tuple[OrderStep, ...]  # what is left
    reason: str

    def apply(self, state: GameState) -> None:
        """The next step governs."""
        line = state.lines[self.line]
        state.lines[self.line] = replace(line, steps=self.steps, stepped=state.turn)


@dataclass(frozen=True, slots=True)
class OrderReaimed(PadEvent):
    """A force that comes by another road has its orders changed to suit it (N23.4)."""

    rule: ClassVar[str] = "N23.4"
    line: LineId
    steps: tuple[OrderStep, ...]

    def apply(self, state: GameState) -> None:
        """The same order with other objectives: it is as old as before."""
        state.lines[self.line] = replace(state.lines[self.line], steps=self.steps)


@dataclass(frozen=True, slots=True)
class LocalDecisionWanted(PadEvent):
    """A leader was asked whether he will change his order himself (N12.62)."""

    rule: ClassVar[str] = "N12.62"
    line: LineId
    steps: tuple[OrderStep, ...]  # what he wants; none: he does not try

    def apply(self, state: GameState) -> None:
        """He has been asked in this step."""
        state.asked = (*state.asked, self.line)
        if self.steps:
            state.wanted[self.line] = self.steps


@dataclass(frozen=True, slots=True)
class LocalDecisionRolled(PadEvent):
    """A leader tried to change his order himself (N12.63)."""

    rule: ClassVar[str] = "N12.63"
    line: LineId
    column: int
    die: int
    result: str  # OK, NE or BM

    def apply(self, state: GameState) -> None:
        """His wish is spent."""
        state.wanted.pop(self.line, None)


@dataclass(frozen=True, slots=True)
class BadMoveTaken(PadEvent):
    """A Local Decision went wrong (N12.65); `OrderInForce` follows."""

    rule: ClassVar[str] = "N12.65"
    line: LineId
    die: int  # 0 where a special rule says what his first one is

    def apply(self, state: GameState) -> None:
        """Nothing moves yet; that he has made one is remembered."""
        if self.line not in state.misled:
            state.misled = (*state.misled, self.line)


@dataclass(frozen=True, slots=True)
class DivisionDetached(PadEvent):
    """A division has an order of its own (N12.13, N12.92)."""

    rule: ClassVar[str] = "N12.92"
    line: LineId
    units: tuple[UnitId, ...]
    steps: tuple[OrderStep, ...]
    giver: LeaderId | None = None  # None at the start of the game

    def apply(self, state: GameState) -> None:
        """It has a line of its own."""
        state.lines[self.line] = Line(self.steps, state.turn, units=self.units)
        for unit in self.units:
            state.detached[unit] = self.line
        if self.giver is not None:
            state.issued[self.giver] = state.issued.get(self.giver, 0) + 1


@dataclass(frozen=True, slots=True)
class DivisionRejoined(PadEvent):
    """A division is under its corps' order again (N12.92)."""

    rule: ClassVar[str] = "N12.92"
    line: LineId

    def apply(self, state: GameState) -> None:
        """Its line is struck out."""
        gone = state.lines.pop(self.line)
        for unit in gone.units:
            state.detached.pop(unit, None)


@dataclass(frozen=True, slots=True)
class FormationAssigned(PadEvent):
    """A formation is under another wing commander, or under none (N12.7)."""

    rule: ClassVar[str] = "N12.7"
    formation: FormationId
    wing: FormationId | None

    def apply(self, state: GameState) -> None:
        """Write the wing."""
        if self.wing is None:
            state.wings.pop(self.formation, None)
        else:
            state.wings[self.formation] = self.wing


@dataclass(frozen=True, slots=True)
class CommandMarked(Event):
    """Units out of command range are marked for this activation (N4.5 a, N14.31)."""

    rule: ClassVar[str] = "N14.31"
    out: tuple[UnitId, ...]

    def apply(self, state: GameState) -> None:
        """They are marked until the activation ends."""
        assert state.activation is not None
        state.activation = replace(state.activation, out_of_command=self.out)


@dataclass(frozen=True, slots=True)
class DutyWaived(PadEvent):
    """A duty of an order that nobody could meet (N27.4)."""

    rule: ClassVar[str] = "N27.4"
    keeps_derived: ClassVar[bool] = True
    formation: FormationId
    duty: str  # the sentence of the duty

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""
