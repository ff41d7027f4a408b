"""What the orders dock shows: plain records, filled from the rules by whoever owns the dock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.widgets.counters.faces import Face


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A line of the order pad: a formation or a detached division with its order."""

    line: str  # id of the line
    title: str  # the formation
    army: str  # the heading that it stands under; empty where a side has one army only
    leader: str = ""  # his name, or that there is none
    rating: str = ""  # as printed: `[3]/[1]`, `(2)`
    where: str = ""  # where he stands
    hex: Hex | None = None  # of the leader, or of the senior unit without one
    letter: str = ""  # of the type of order in force
    order: str = ""  # the order in force, as a sentence without its stop
    since: str = ""  # since when
    coming: str = ""  # the order on its way, in the same form; empty for none
    due: str = ""  # when it comes, and why then
    roll: str = ""  # the last compliance roll
    doing: str = ""  # how far it has come in its order
    odds: str = ""  # whether the order on its way would be obeyed
    news: str = ""  # what has become of its orders since they were last written
    can: str = ""  # who can order it what it costs, or why nobody can
    life: tuple[str, ...] = ()  # what has become of its orders so far, a sentence each
    depth: int = 0  # 1 below a wing, 1 more for a detached division
    face: Face | None = None  # its chit
    is_free: bool = False  # an order can be written to it now

    @property
    def spoken(self) -> str:
        """The row for a screen reader."""
        parts = (self.title, f"{self.leader} {self.rating}".strip(), self.where, self.order)
        coming = (
            say("on the way: {coming}, {due}", coming=self.coming, due=self.due)
            if self.coming
            else ""
        )
        rest = (self.doing, coming, self.odds, self.news, self.roll, self.can)
        return ". ".join(part for part in (*parts, *rest) if part)

    @property
    def text(self) -> str:
        """All words of the row in lower case, for the filter."""
        return f"{self.army} {self.spoken}".casefold()


class Word(StrEnum):
    """What the page tells of a press; those from VERB on come with what was chosen."""

    THEN = "then"
    BY = "by"
    BACK = "back"
    SEND = "send"
    NONE = "none"
    VERB = "verb"
    LINE = "line"
    BESIDE = "beside"
    WING = "wing"
    NEXT = "next"
    LOCAL = "local"
    DIVISION = "division"
    RECALL = "recall"
    FIRST = "first"
    RALLY = "rally"
    ENDS = "ends"
    GOAL = "goal"


VERB, LINE, BESIDE, WING = (f"{word}:" for word in (Word.VERB, Word.LINE, Word.BESIDE, Word.WING))
"""What stands before a verb, a line of the pad, a formation for an objective, a wing."""


@dataclass(frozen=True, slots=True)
class VerbChoice:
    """A type of order that can be chosen."""

    verb: str
    name: str  # as it is written
    letter: str
    chosen: bool = False
    barred: Refusal | None = None  # why it cannot be


@dataclass(frozen=True, slots=True)
class Choice:
    """A formation, or a wing, that can be chosen."""

    id: str
    name: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Aside:
    """What can be said to a line beside an order."""

    word: str  # what a press tells
    name: str
    tip: str
    chosen: bool = False
    barred: Refusal | None = None  # why it cannot be


@dataclass(frozen=True, slots=True)
class Visit:
    """A side's whole visit to its pad: what stands at the foot of the page."""

    first: tuple[Choice, ...]  # who acts first if the Initial Action is won
    orders_rally: bool  # whether the player chooses the order in which his hexes rally
    done: str  # what the button says that ends the visit


@dataclass(frozen=True, slots=True)
class Courier:
    """How an order would travel."""

    words: str  # from whom, how far, when it is delivered
    rule: str


@dataclass(frozen=True, slots=True)
class Odds:
    """What a die would decide: a column with its shifts, and how likely each result is."""

    title: str  # `Compliance`, `Local Decision`
    rule: str
    base: str  # such as `Victor's rating 2`
    shifts: tuple[tuple[str, int, str], ...]  # (reason, columns to the right, rule)
    column: int
    chances: tuple[tuple[str, float], ...]  # (result, 0 to 1)


@dataclass(frozen=True, slots=True)
class OrderForm:
    """An order that is being written."""

    title: str  # to whom
    giver: str = ""  # from whom, and how many orders he still has
    verbs: tuple[VerbChoice, ...] = ()
    sentence: str = ""  # as far as it is written
    is_open: bool = True  # something is missing in the sentence, or can still be named
    hint: str = ""  # what to click next
    can_go_on: bool = False  # a further step can be added
    can_go_by: bool = False  # a hex can be named that the way leads by
    is_by: bool = False  # the next click names such a hex
    can_go_back: bool = False  # something can be taken back
    formations: tuple[Choice, ...] = ()  # own ones that can be the objective
    wings: tuple[Choice, ...] = ()  # that the recipient can be assigned to
    courier: Courier | None = None
    odds: Odds | None = None
    refusal: Refusal | None = None  # why the order as written is not legal
    send: str = mark("Send the order")  # what the main button says
    can_send: bool = False
    none: str = ""  # what the button says that writes nothing; empty for no button
    asides: tuple[Aside, ...] = ()
    visit: Visit | None = None  # where the form is part of a side's page
