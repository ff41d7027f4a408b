"""The order pad: what each formation is told to do, and what is on its way (N3.4, N12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NewType

from hexwar.cards.records import CardId
from hexwar.messages import mark
from hexwar.table.forces import FormationId, LeaderId, OrderStep, UnitId

LineId = NewType("LineId", str)
"""A line of the order pad: a formation's id, or `CO-C/1` for a detached division of CO-C."""


@cache
def formation_of_line(line: LineId) -> FormationId:
    """The formation that a line belongs to.

    >>> formation_of_line(LineId("CO-C/1"))
    'CO-C'
    """
    return FormationId(line.partition("/")[0])


class Verb(StrEnum):
    """The types of order (N12.2); an `OrderStep.verb` is one of these words."""

    MARCH = mark("march")
    ATTACK = mark("attack")
    PROBE = mark("probe")
    DEFEND = mark("defend")
    DELAY = mark("delay")
    FALL_BACK = mark("fall back")
    RESERVE = mark("reserve")
    SUPPORT = mark("support")
    GENERAL_RETREAT = mark("general retreat")


class Offer(StrEnum):
    """What a side is asked only if it wishes to be (N12.9)."""

    LOCAL = "local"  # a leader changes his own order (N12.61)
    DIVISION = "division"  # a corps commander details or recalls a division (N12.13)
    FIRST = "first"  # who takes the Initial Action, if it is won (N4.22)
    RALLY = "rally"  # in which order its hexes rally (N13.6)
    FALL_BACK = "fall-back"  # a delaying formation begins to fall back when it acts (N12.32)
    STOP = "stop"  # a Probe that has lost too many steps ends (N12.23)

    @property
    def is_of_order(self) -> bool:
        """Whether it is said of an order, and forgotten with it."""
        return self in (Offer.FALL_BACK, Offer.STOP)


@dataclass(frozen=True, slots=True)
class Wish:
    """A side takes an offer up: it asks for a question, or says beforehand what it wants."""

    offer: Offer
    line: LineId | None = None  # whose leader tries, who acts first; None: the side is asked

    def is_of(self, line: LineId) -> bool:
        """Whether it is said of the order on a line."""
        return self.offer.is_of_order and self.line == line


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the order pad: the order in force (N12.1)."""

    steps: tuple[OrderStep, ...]  # what is left of it; the first one governs
    since: int = 0  # the turn on which it came into force; 0 for one held at the start (N4.26)
    bad_until: int = 0  # a Bad Move: no Local Decision before this turn (N12.65)
    units: tuple[UnitId, ...] = ()  # of a detached division (N12.92); none for a formation
    stepped: int = 0  # the turn on which a later step of it began (N12.3); 0 for the first

    @property
    def began(self) -> int:
        """The turn on which the step that governs now began."""
        return max(self.since, self.stepped)

    @property
    def step(self) -> OrderStep:
        """The step that governs now."""
        return self.steps[0]


@dataclass(frozen=True, slots=True)
class Dispatch:
    """An order that a courier carries, or that waits to be obeyed (N12.4, N12.5)."""

    steps: tuple[OrderStep, ...]
    giver: LeaderId
    sent: int  # the turn on which it was written
    due: int  # the turn on which it is delivered
    waited: int = 0  # turns that it has waited since it was delivered: a column to the right each
    wing: FormationId | None = None  # assigns the recipient to this wing (N12.7)
    cards: tuple[CardId, ...] = ()  # that help it to be obeyed (N12.67)
