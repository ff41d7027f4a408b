"""Divisions with orders of their own: a garrison, so that its corps can go (N12.13, N12.92).

A plan keeps a whole corps at a place that the enemy can come to. A division that stands there can
be told to defend it, at once and without a roll; where the rest of the corps is worth more
elsewhere it is told so. When no enemy can come there any more it is called back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexwar.ai.policy import Reason
from hexwar.messages import say
from hexwar.systems.nlc.orders import LineId, Offer, Verb, Wish
from hexwar.systems.nlc.rules.command.command import is_detached
from hexwar.systems.nlc.rules.orders.divisions import (
    Detail,
    DivisionPaper,
    Group,
    IssueDivisionalOrder,
    Recall,
    details,
    recallable,
)
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.staffwork import Staffwork, staffwork
from hexwar.table.forces import OrderStep, UnitId

SPLIT = 0.8
"""VP that it costs to take a division out of its corps: it fights alone (N4.33)."""

SHARE = 0.4
"""The part of its corps that a garrison is at most."""

LEAST = 2.0
"""SP that a garrison has at least."""

THERE = 2
"""Hexes from a place within which a division can be its garrison."""


class Garrison(NamedTuple):
    """A division that could keep a place, and what the rest of its corps then gains, VP."""

    gain: float
    units: Group
    place: int  # the index among the places


def wish(work: Staffwork) -> Wish | None:
    """That a division be detailed or called back."""
    return None if answer_of(work) is None else Wish(Offer.DIVISION)


def division(question: Desk[IssueDivisionalOrder, DivisionPaper]) -> DivisionPaper:
    """The garrison that frees most, or who has nothing more to keep."""
    work = staffwork(question)
    paper = answer_of(work)
    if isinstance(paper, Detail):
        return question.because(
            paper, Reason(say("It keeps the place, so that the rest of its corps can go."))
        )
    return paper


def answer_of(work: Staffwork) -> DivisionPaper:
    """What to do about divisions now."""
    state, side = work.known.state, work.known.outlook.side
    kept = {index for index, _ in work.army.in_reach}
    for line in recallable(state, side):
        if line in work.known.place_of and not kept & set(work.army.keeps(line)):
            return Recall(line)
    best = max(garrisons(work), default=None)
    if best is None or best.gain < SPLIT:
        return None
    hex_ = work.known.places[best.place].hex
    return Detail(best.units, (OrderStep(Verb.DEFEND, hex_),))


def garrisons(work: Staffwork) -> Iterator[Garrison]:
    """The divisions that could keep alone what their corps is to keep."""
    state, known, army = work.known.state, work.known, work.army
    for units in details(state, known.outlook.side):
        line = state.line_id_of(units[0])
        if is_detached(line) or line not in work.plan.missions or not _is_fit(work, line, units):
            continue
        for index, _ in army.in_reach:
            if index in army.keeps(line) and _is_at(work, units, index):
                yield Garrison(army.freed(work.plan, line, index), units, index)


def _is_fit(work: Staffwork, line: LineId, units: Group) -> bool:
    """Whether a division is strong enough, and leaves enough to its corps."""
    outlook, state = work.known.outlook, work.known.state
    solid = [unit for unit in units if not state.card(unit).arm.is_artillery]
    own, whole = outlook.sum_of(solid), outlook.sum_of(outlook.fighters(line))
    return own >= LEAST and outlook.sum_of(units) <= SHARE * whole


def _is_at(work: Staffwork, units: Group, index: int) -> bool:
    """Whether all of a division are near a place."""
    place, units_ = work.known.places[index].hex, work.known.state.units

    def is_near(unit: UnitId) -> bool:
        hex_ = units_[unit].hex
        return hex_ is not None and work.known.outlook.distance(hex_, place) <= THERE

    return all(map(is_near, units))
