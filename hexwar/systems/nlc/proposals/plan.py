"""A proposal as data: moves in the order in which they work, and who stays and why.

Each move is made of answers to the questions of the rules. `carry_out` lets one happen on a copy
of a view, so that the next is judged on the table as it will then be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hexwar.engine import Decision, Refusal, Table
from hexwar.ground.movement import movers, quote
from hexwar.hexes import Hex
from hexwar.messages import count, listed, mark, say
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.preview import reactors
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.command.leaders import move_leader, ridden
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Group, Route, quote_route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex, set_out
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.reports import PathQuote
from hexwar.table.words import unit_name

Ask = ActivateUnit | MoveLeaderOrTrain | MoveCommand
"""The questions that a proposal answers, each move by one gesture."""

Reply = tuple[type[Decision[Any]], Any]
"""An answer to the next question of a class."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move that is proposed: who goes along which hexes, and the answers that make it."""

    pieces: tuple[UnitId | LeaderId, ...]  # units, then the leaders who go along
    path: tuple[Hex, ...]  # from where they stand, or from the hex where they enter
    answers: tuple[Reply, ...]
    spent: int  # half MP
    left: int  # half MP
    column: bool = False
    enters: bool = False
    foes: tuple[UnitId, ...] = ()  # enemy cavalry in sight that may meet it (N10.25)

    @property
    def end(self) -> Hex:
        """Where it ends."""
        return self.path[-1]

    @property
    def route(self) -> Route:
        """The way of units, and how they go."""
        route: Route = self.answers[-1][1]
        return route

    @property
    def units(self) -> Group:
        """The units among the pieces, for a move of units."""
        return self.answers[0][1] if self.answers[0][0] is ActivateUnit else ()


@dataclass(frozen=True, slots=True)
class Rest:
    """Who is left where he is, and why."""

    units: tuple[UnitId, ...]
    why: str  # ends a sentence: "no MP"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is proposed at a question."""

    asked: Ask
    moves: tuple[Move, ...] = ()
    rests: tuple[Rest, ...] = ()

    def without(self, move: Move) -> Plan:
        """The plan without a move."""
        return replace(self, moves=tuple(m for m in self.moves if m is not move))

    def at(self, hex_: Hex) -> tuple[Move, ...]:
        """The moves that end in a hex."""
        return tuple(move for move in self.moves if move.end == hex_)


# -- moves of units, and rides


def march_of(state: GameState, units: Group, route: Route, entry: Hex | None = None) -> Move:
    """The move of some units along a route that the law allows."""
    quoted = quote_route(state, units, entry, route)
    assert isinstance(quoted, PathQuote)
    entering: tuple[Reply, ...] = () if entry is None else ((ChooseEntryHex, entry),)
    return Move(
        pieces=(*units, *route.leaders),
        path=route.hexes,
        answers=((ActivateUnit, units), *entering, (ChoosePath, route)),
        spent=quoted.halves,
        left=max(quoted.allowance - quoted.halves, 0),
        column=route.column,
        enters=entry is not None,
    )


def foes_of(state: GameState, move: Move) -> tuple[UnitId, ...]:
    """The enemy cavalry in sight that may meet a move of units (N10.25)."""
    if not move.units:
        return ()
    return reactors(state, move.units, move.route, move.path[0] if move.enters else None)


def ride_of(state: GameState, asked: Ask, journey: Journey) -> Move:
    """The move of a leader, an HQ counter or a train along a path that the law allows."""
    piece, path = journey.piece, journey.hexes
    if piece in state.leaders:
        leader = LeaderId(piece)
        spent, most = ridden(state, leader, path), state.battle.leaders[leader].movement * 2
        return Move((leader,), path, ((type(asked), journey),), spent, max(most - spent, 0))
    quoted = quote(state, movers(state, (UnitId(piece),)), path, column=False)
    assert isinstance(quoted, PathQuote)
    left = max(quoted.allowance - quoted.halves, 0)
    return Move((UnitId(piece),), path, ((type(asked), journey),), quoted.halves, left)


# -- the law, answer by answer


def refusal_of(state: GameState, asked: Ask, move: Move) -> Refusal | None:
    """Why a move may not be made now, or None: each of its answers is put to its question."""
    for question, value in questions(asked, move):
        if (refusal := question.refusal(state, value)) is not None:
            return refusal
    return None


def questions(asked: Ask, move: Move) -> Iterator[tuple[Question[Any], Any]]:
    """The questions that a move answers, each with its answer."""
    entry = next((value for kind, value in move.answers if kind is ChooseEntryHex), None)
    for kind, value in move.answers:
        if kind is ChooseEntryHex:
            yield ChooseEntryHex(asked.side, move.units[0]), value
        elif kind is ChoosePath:
            yield ChoosePath(asked.side, move.units, entry), value
        else:
            yield asked, value


# -- what a move makes of the table


def carry_out(state: GameState, move: Move) -> None:
    """Let a legal move happen on a copy of a view, as if nothing came in its way."""
    table = Table(state)
    kind, value = move.answers[-1]
    if kind is ChoosePath:
        entry = move.path[0] if move.enters else None
        group, quoted = (
            movers(state, move.units, entry),
            quote_route(state, move.units, entry, value),
        )
        assert isinstance(quoted, PathQuote)
        set_out(table, group, value, quoted)
    elif value.piece in state.leaders:
        move_leader(table, LeaderId(value.piece), value.hexes)
    else:
        table.emit(UnitMoved((UnitId(value.piece),), value.hexes, move.spent, column=False))


# -- in words


def rest_words(view: GameState, rests: Iterable[Rest]) -> str:
    """Who stays and why, in one line: `2 batteries stay: no MP; 7th Brigade stays: Hold`."""
    return "; ".join(_rest(view, rest) for rest in rests)


def _rest(view: GameState, rest: Rest) -> str:
    if len(rest.units) == 1:
        words = mark("{who} stays: {why}")
        return say(words, who=unit_name(view, rest.units[0]), why=rest.why)
    return say("{who} stay: {why}", who=_who(view, rest.units), why=rest.why)


def _who(view: GameState, units: Group) -> str:
    """Two units by name, more of them by number."""
    if len(units) <= 2:
        return listed(unit_name(view, unit) for unit in units)
    if all(view.card(unit).arm.is_artillery for unit in units):
        return count("{n} battery", "{n} batteries", len(units))
    return count("{n} unit", "{n} units", len(units))


def side_of(asked: Ask) -> Side:
    """Who is asked."""
    return Side(asked.side)
