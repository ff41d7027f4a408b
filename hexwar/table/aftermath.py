"""What is told of a battle when it is over, or so far: the records of an after-action report.

A system fills them (`Kit.aftermath`) from the events that the readers know of; page, paper and
panels show them, and know no rule. Texts have links; names in them are plain, never markup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import fsum
from typing import Any

from hexwar.messages import count, tell
from hexwar.table.battle import Battle
from hexwar.table.dice import Throw
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.names import turn_words
from hexwar.table.pieces import Outcome
from hexwar.table.reports import ScoreLine
from hexwar.table.spot import Spot
from hexwar.table.state import TableState
from hexwar.table.story import NOBODY
from hexwar.table.why import Why
from hexwar.text import Text, signed

_EVERY, _MAPS = 3, 6  # turns from a map to the next at least; and about so many maps


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph of the story: an activation, or a part of the turn."""

    title: str  # who acts; empty where the sentences stand for themselves
    sentences: tuple[Text, ...]
    side: Side | None = None  # who acts
    whys: tuple[Why, ...] = ()  # why a computer player did it, as far as the readers may know


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn of the story."""

    turn: int  # 0 before the first
    title: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at an instant, as its readers know it."""

    turn: int  # at the end of it; 0 before the first
    title: str
    state: Any = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat from its declaration to its end."""

    turn: int
    kind: str  # such as `assault`, as it is marked for the catalogue
    side: Side  # who attacked
    spot: Spot  # where it was fought
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]  # as far as they are known
    verdict: str  # how it ended, in a few words
    lost: Mapping[Side, int]  # SP
    expected: Mapping[Side, float] | None  # SP, of what `exchanged` counts; None: not known
    exchanged: Mapping[Side, int]  # SP lost where the expectation is known
    event: int  # the place of its declaration

    def swing(self, side: Side) -> int:
        """SP that the enemy lost more than a side."""
        return sum(sp if other != side else -sp for other, sp in self.lost.items())


@dataclass(frozen=True, slots=True)
class Toll:
    """What a formation has lost."""

    formation: FormationId
    name: str
    side: Side
    start: int  # SP with which it came into the battle
    causes: Mapping[str, int]  # SP, by what took them
    back: int  # SP that came back

    @property
    def lost(self) -> int:
        """SP by all causes."""
        return sum(self.causes.values())

    @property
    def left(self) -> int:
        """SP that are left."""
        return self.start - self.lost + self.back


@dataclass(frozen=True, slots=True)
class Obedience:
    """What became of the orders to a formation or division."""

    name: str
    side: Side
    written: int = 0
    arrived: int = 0
    obeyed: int = 0  # by a roll, or at once
    delayed: int = 0  # rolls by which the order waited
    refused: int = 0
    wished: int = 0  # Local Decisions tried
    decided: int = 0  # that changed the order
    bad: int = 0  # Bad Moves


@dataclass(frozen=True, slots=True)
class March:
    """How far a unit has gone."""

    name: str
    formation: str
    side: Side
    hexes: int  # in the whole battle
    longest: int  # in one turn
    turn: int  # that one


@dataclass(frozen=True, slots=True)
class Happening:
    """Something worth a line of its own, such as a card that was played."""

    turn: int
    side: Side | None
    words: Text


@dataclass(frozen=True, slots=True)
class Curve:
    """A number of a side: before the first turn, at the end of each turn; the last is now."""

    side: Side
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A battle told."""

    battle: Battle
    turn: int
    outcome: Outcome | None  # None while it goes on
    readers: tuple[str, ...]  # for whom it is told; an empty name for what both may know
    chapters: tuple[Chapter, ...]
    moments: tuple[Moment, ...]  # before the first turn, at the end of each; the last is now
    vp: tuple[Curve, ...]
    score: tuple[ScoreLine, ...]  # where the points come from
    tolls: tuple[Toll, ...]
    fights: tuple[Fight, ...]
    obedience: tuple[Obedience, ...] | None  # None in a game without written orders
    throws: tuple[Throw, ...]
    cards: tuple[Happening, ...]
    marches: tuple[March, ...]  # the longest first

    def points(self, side: Side) -> int:
        """The VP of a side at the end, or now."""
        if self.outcome is not None and side in dict(self.outcome.vp):
            return dict(self.outcome.vp)[side]
        return next((curve.values[-1] for curve in self.vp if curve.side == side), 0)

    def lost(self, side: Side) -> int:
        """The SP that a side has lost."""
        return sum(toll.lost for toll in self.tolls if toll.side == side)

    def luck(self, side: Side) -> float:
        """SP by which a side did better in its combats than their chances say, of both sides."""
        found = 0.0
        for other in self.battle.sides:
            due, lost = self.fortune(other)
            found += due - lost if other == side else lost - due
        return found

    def fortune(self, side: Side) -> tuple[float, float]:
        """SP that a side should have lost by the chances of its combats, and that it lost there."""
        known = [fight for fight in self.fights if fight.expected is not None]
        due = fsum((fight.expected or {}).get(side, 0.0) for fight in known)
        return due, sum(fight.exchanged.get(side, 0) for fight in known)


def readers_of(state: TableState, side: Side | None) -> tuple[str, ...]:
    """For whom a game is told: for one side; else for both where it is over, or for neither."""
    if side is not None:
        return (side,)
    return state.battle.sides if state.over else (NOBODY,)


def leads(curves: Sequence[Curve], side: Side) -> tuple[int, ...]:
    """By how many VP a side led at each point of the curves."""
    mine = next((c.values for c in curves if c.side == side), ())
    others = [c.values for c in curves if c.side != side]
    return tuple(own - sum(o[at] for o in others) for at, own in enumerate(mine))


def turning_point(told: Aftermath) -> tuple[int, Text] | None:
    """The turn in which the score moved most; None where it never moved."""
    first = told.battle.first_player
    course = pairwise(leads(told.vp, first))
    moves = [(after - before, turn) for turn, (before, after) in enumerate(course, 1)]
    by, turn = max(moves, key=lambda move: (abs(move[0]), -move[1]), default=(0, 0))
    if not by:
        return None
    gainer = first if by > 0 else told.battle.enemy(first)
    lead = leads(told.vp, gainer)
    words = tell(
        "{when}: the {side} gained {vp} on the enemy; the balance went from {before} to {after}.",
        when=turn_words(told.battle, turn),
        side=told.battle.side_names[gainer],
        vp=count("{n} VP", "{n} VP", abs(by)),
        before=signed(lead[turn - 1]),
        after=signed(lead[turn]),
    )
    return turn, words


def shown_moments(told: Aftermath) -> tuple[Moment, ...]:
    """The moments worth a map: the opening, every few turns, the turning point, the end."""
    moments = told.moments
    if not moments:
        return ()
    every = max(_EVERY, -(-len(moments) // _MAPS))
    found = turning_point(told)
    turned = -1 if found is None else found[0]
    last = moments[-1].turn
    picked = [
        moment
        for moment in moments[1:-1]
        if moment.turn == turned or (moment.turn % every == 0 and moment.turn != last)
    ]
    return (moments[0], *picked, *moments[1:][-1:])
