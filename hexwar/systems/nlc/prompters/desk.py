"""The desk: what is proposed lies on it from one question to the next.

So it does while the moves are made one after another, and when one of them must be thought over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hexwar.engine import Refusal
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Answer, Gesture, PieceId
from hexwar.systems.nlc.proposals.follow import propose_follow
from hexwar.systems.nlc.proposals.march import propose_march
from hexwar.systems.nlc.proposals.plan import Move, Plan, Rest
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, unmoved
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import Ghost
from hexwar.table.words import hex_name, piece_name


@dataclass
class Desk:
    """A proposal that is looked at, or that is being carried out."""

    plan: Plan | None = None
    after: Plan | None = None  # where leaders and trains follow when the activation ends
    turn: int = 0
    is_running: bool = False  # its moves are given one after another
    ends: bool = False  # and then the activation ends, if nothing else can be done
    stays: frozenset[UnitId] = frozenset()  # who is left where he is by what was accepted
    given: Move | None = None  # the last of them
    foes: frozenset[Hex] = frozenset()  # the enemies in sight when it was accepted
    note: Refusal | None = None  # why it has stopped, until that is told
    holds_end: bool = False  # all is made, but the end waits for what is left; until that is told
    side: Side | None = None  # whose moves were accepted last
    under_way: tuple[Ghost, ...] = ()  # of these: who has not gone yet, as far as it is shown

    def clear(self) -> None:
        """Nothing is proposed any more."""
        self.plan = self.after = self.given = None
        self.is_running = self.ends = False

    def lay(self, view: GameState, plan: Plan, after: Plan | None = None) -> None:
        """Look at a proposal, and at what follows it."""
        self.plan, self.after, self.turn = plan, after, view.turn
        self.is_running, self.ends, self.given = False, False, None

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves that are proposed."""
        found = (self.plan, self.after)
        return tuple(move for plan in found if plan is not None for move in plan.moves)

    def turn_to(self, view: GameState, asked: Any) -> None:
        """Another question: those who follow come up when it is their turn."""
        after = self.after
        if after is not None and after.asked == asked and self.turn == view.turn:
            self.plan, self.after, self.given = amended(view, after, after.moves), None, None
            self.foes = enemy_hexes(view, Side(after.asked.side))

    def waits_for(self, view: GameState, asked: Any) -> bool:
        """Whether those who follow wait for the end of the activation that a question is about."""
        after = self.after
        is_now = after is not None and self.turn == view.turn and after.asked.side == asked.side
        return is_now and after is not None and after.asked.ends_for == asked.ends_for

    def belongs_to(self, view: GameState, asked: Any) -> bool:
        """Whether what lies here answers a question."""
        return self.plan is not None and self.plan.asked == asked and self.turn == view.turn

    def run(self, view: GameState, *, ends: bool) -> None:
        """The moves are accepted: they are given from now on; `ends`: then the activation ends."""
        assert self.plan is not None
        self.side = Side(self.plan.asked.side)
        self.foes = enemy_hexes(view, self.side)
        self.is_running, self.given, self.ends = True, None, ends
        goes = self.moves if ends else self.plan.moves
        self.under_way = tuple(ghost_of(move, n) for n, move in enumerate(goes, start=1))
        asked, pieces = self.plan.asked, {piece for move in self.moves for piece in move.pieces}
        idle = unmoved(view, asked.formation) if isinstance(asked, ActivateUnit) else ()
        self.stays = frozenset(unit for unit in idle if unit not in pieces)

    def left(self, view: GameState, side: Side | None) -> tuple[Ghost, ...]:
        """While the moves are shown: the ghosts of those who have not gone yet, for their side."""
        waiting = (g for g in self.under_way if not is_through(view, g.pieces[0]))
        self.under_way = tuple(waiting) if view.turn == self.turn else ()
        return self.under_way if side == self.side else ()

    def next(self) -> Move | None:
        """The next move to give; None where all are given."""
        plan = self.plan
        if plan is not None and not plan.moves and self.ends:
            return None  # leaders and trains alone go: the end is all that there is to say
        if plan is None or not plan.moves:
            self.plan, self.is_running = None, False
            return None
        self.given = plan.moves[0]
        self.plan = replace(plan, moves=plan.moves[1:])
        self.is_running = len(plan.moves) > 1 or self.ends
        return self.given

    def stop(self, view: GameState) -> None:
        """Nothing is given by itself any more; what has not been made is still proposed."""
        given, plan = self.given, self.plan
        self.is_running, self.ends, self.given = False, False, None
        if plan is None or given is None:
            return
        if not any(is_through(view, piece) for piece in given.pieces):
            self.plan = replace(plan, moves=(given, *plan.moves))
        elif not plan.moves:
            self.plan = None  # all are made; who follows waits for the end

    def halt(self, view: GameState) -> Refusal | None:
        """Why the march does not go on by itself, or None: what was true is so no more."""
        assert self.plan is not None
        given = self.given
        for piece in () if given is None else given.pieces:
            if given is not None and place_of(view, piece) != given.end:
                words = mark("The march stops: {who} did not come to {hex}. Look at it again.")
                where = hex_name(view, given.end)
                return Refusal(say(words, who=piece_name(view, piece), hex=where), "N5.4")
        if enemy_hexes(view, Side(self.plan.asked.side)) != self.foes:
            return Refusal(say("The march stops: the enemy has moved. Look at it again."), "N5.4")
        return None


def place_of(view: GameState, piece: PieceId) -> Hex | None:
    """Where a piece stands."""
    if piece in view.leaders:
        return view.leaders[LeaderId(piece)].hex
    return view.units[UnitId(piece)].hex


def is_through(view: GameState, piece: PieceId) -> bool:
    """Whether a piece has moved."""
    if piece in view.leaders:
        return view.leaders[LeaderId(piece)].moved
    return bool(view.units[UnitId(piece)].moved)


# -- what becomes of a proposal


def amended(view: GameState, plan: Plan, moves: tuple[Move, ...]) -> Plan:
    """A proposal with other moves: those that no longer work are thought of anew."""
    if isinstance(plan.asked, ActivateUnit):
        made = propose_march(view, plan.asked, kept=moves, only=())
    else:
        made = propose_follow(view, plan.asked, kept=moves, only=())
    return replace(made, rests=_rests(view, plan, made))


def _rests(view: GameState, plan: Plan, made: Plan) -> tuple[Rest, ...]:
    """Who stays by the old proposal and still does, and those whom the player has left out."""
    goes = {piece for move in made.moves for piece in move.pieces}
    known = {unit for rest in plan.rests for unit in rest.units}
    units = (u for move in plan.moves for u in move.units)
    mine = tuple(u for u in units if u not in goes | known and not view.units[u].moved)
    still = (replace(r, units=tuple(u for u in r.units if u not in goes)) for r in plan.rests)
    found = [rest for rest in still if rest.units]
    return (*found, Rest(mine, say("as you wish"))) if mine else tuple(found)


def gesture_of(move: Move) -> Gesture:
    """The answers of a move as one gesture."""
    return tuple(Answer(kind, value) for kind, value in move.answers)


def ghost_of(move: Move, place: int, *, is_held: bool = False) -> Ghost:
    """A move as a ghost on the board; the place counts from 1."""
    road, is_bold = move.column, bool(move.foes)
    return Ghost(move.pieces, move.path, place, move.left, road, is_held, is_bold)
