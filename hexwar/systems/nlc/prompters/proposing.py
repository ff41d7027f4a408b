"""A proposal on the board: ghosts that can be taken up, sent elsewhere, struck out and accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, TypeVar

from hexwar.engine import Manner, Refusal
from hexwar.hexes import Hex
from hexwar.messages import count, listed, mark, say
from hexwar.shell.prompter import Button, Gesture, Offer, PieceId, Response
from hexwar.systems.nlc.preview import journeys
from hexwar.systems.nlc.prompters.common import NlcPrompter
from hexwar.systems.nlc.prompters.desk import Desk, amended, gesture_of, ghost_of
from hexwar.systems.nlc.prompters.marching import March
from hexwar.systems.nlc.prompters.trips import Trip
from hexwar.systems.nlc.proposals.follow import propose_follow, propose_followers
from hexwar.systems.nlc.proposals.march import propose_march
from hexwar.systems.nlc.proposals.plan import (
    Move,
    Plan,
    carry_out,
    foes_of,
    march_of,
    rest_words,
    ride_of,
)
from hexwar.systems.nlc.rules.arrivals.arrivals import entry_hexes
from hexwar.systems.nlc.rules.movement.routes import choices
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Ghost, Overlays, Reach, overlays_of
from hexwar.table.reports import PathQuote, points
from hexwar.table.words import hex_name, piece_name, unit_name


class Word(StrEnum):
    """What the buttons and keys of a proposal write."""

    PROPOSE = "propose"
    ACCEPT = "accept"
    ACCEPT_ALL = "accept-and-end"  # the activation too
    GIVE_UP = "give-up"


_NOBODY = Refusal(mark("Nobody has a better place to go to: all of them stand well."), "N5.4")
_NO_GHOST = Refusal(mark("Take a ghost first, then click where it shall go."), "N5.4")


# -- a ghost in the hand


class Handle:
    """One move of a proposal, and where else it could lead when the moves before it are made."""

    def __init__(self, view: GameState, plan: Plan, move: Move) -> None:
        self.view, self.plan, self.move, self._asked = view, plan, move, plan.asked
        self._state = view.copy()
        for other in plan.moves:
            if other is move:
                break
            carry_out(self._state, other)

    @cached_property
    def _marches(self) -> tuple[March, ...]:
        """For each way to begin the move of units, where it may lead."""
        units, state = self.move.units, self._state
        entries = entry_hexes(state, units[0]) if self.move.enters else (None,)
        return tuple(March(state, units, entry) for entry in entries)

    @cached_property
    def ends(self) -> Mapping[Hex, Move]:
        """Each hex where the move may end."""
        if not self.move.units:
            rides = journeys(self._state, self.move.pieces[0])
            return {h: ride_of(self._state, self._asked, ride) for h, ride in rides.items()}
        found: dict[Hex, Move] = {}
        for march in reversed(self._marches):
            for hex_, end in march.ends(road=self.move.column).items():
                route = replace(end.route, leaders=self._leaders(end.route.leaders))
                found[hex_] = march_of(self._state, march.units, route, march.entry)
        return found

    def _leaders(self, along: tuple[LeaderId, ...]) -> tuple[LeaderId, ...]:
        """Of those who may go along the ones who do so now."""
        return tuple(leader for leader in along if leader in self.move.pieces)

    @cached_property
    def reach(self) -> Reach:
        """The overlay of all ends."""
        by_road = frozenset(hex_ for hex_, move in self.ends.items() if move.column)
        return Reach({h: move.left for h, move in self.ends.items()}, frozenset(), by_road)

    def foes(self, move: Move) -> tuple[UnitId, ...]:
        """The enemy cavalry that may meet the move."""
        return foes_of(self._state, move)

    def duty(self, move: Move) -> str:
        """Whether the move does all that its order asks; nothing where it asks nothing (N27.4)."""
        if not move.units:
            return ""
        courses = choices(self._state, move.units, move.path[0] if move.enters else None)
        if undone := courses.undone(move.route):
            return say("Nobody could do all: {duty}", duty=undone[0].sentence)
        return say("Its order is kept.") if courses.duties else ""

    def quote(self, move: Move) -> PathQuote | None:
        """What the way of the move costs, hex by hex."""
        if not move.units:
            return Trip(self._state, move.pieces[0]).quote(move.path)
        entry = move.path[0] if move.enters else None
        march = next((m for m in self._marches if m.entry == entry), None)
        return None if march is None else march.cost(move.route)

    def to(self, hex_: Hex) -> Move | Refusal:
        """The move that leads to a hex instead, or why there is none."""
        if hex_ in self.ends:
            return self.ends[hex_]
        if self.move.units:
            return self._marches[0].why_not(hex_)
        words = mark("{who} cannot end in {hex}.")
        who = piece_name(self._state, self.move.pieces[0])
        return Refusal(say(words, who=who, hex=hex_name(self._state, hex_)), "N14.51")


# -- what the player does with it


@dataclass
class Proposing:
    """The ghosts of one question, with the one that is in the hand."""

    view: GameState
    desk: Desk
    handle: Handle | None = None
    over: Hex | None = None
    _known: dict[int, Handle] = field(default_factory=dict)

    @property
    def plan(self) -> Plan | None:
        """What is proposed."""
        return self.desk.plan

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that are proposed."""
        return () if self.desk.plan is None else self.desk.moves

    @property
    def hexes(self) -> frozenset[Hex]:
        """Where ghosts are."""
        return frozenset(move.end for move in self.moves)

    def lay(self, plan: Plan, *, alone: bool = False) -> Response:
        """Put a proposal on the board, with those who follow a march if it is not `alone`."""
        is_whole = isinstance(plan.asked, ActivateUnit) and not alone
        after = propose_followers(self.view, plan) if is_whole else None
        why = self.why_none(plan, after)
        if why is None:
            self.desk.lay(self.view, plan, after)
            self.handle = None
        return why

    def why_none(self, plan: Plan, after: Plan | None = None) -> Refusal | None:
        """Why a proposal moves nobody; None where it does."""
        if plan.moves or (after is not None and after.moves):
            return None
        why = rest_words(self.view, plan.rests)
        return Refusal(f"{say(_NOBODY.sentence)} {why}", _NOBODY.rule) if why else _NOBODY

    def renew(self) -> None:
        """Think again, as the table now is: what no longer works is dropped or goes elsewhere."""
        plan = self.plan
        if plan is not None:
            self._set(amended(self.view, plan, plan.moves), self.desk.after)

    def _set(self, plan: Plan, after: Plan | None) -> None:
        """Change what is proposed; those who follow go where they did, if that still works."""
        self.handle = None
        if after is not None and isinstance(plan.asked, ActivateUnit):
            after = propose_followers(self.view, plan, kept=after.moves, only=())
        if plan.moves or (after is not None and after.moves):
            self.desk.lay(self.view, plan, after)
        else:
            self.desk.clear()

    def back(self) -> bool:
        """Lay the ghost down again; without one give the whole proposal up."""
        if self.handle is not None:
            self.handle = None
            return True
        had = self.plan is not None
        self.desk.clear()
        return had

    def take(self, hex_: Hex) -> bool:
        """Take up the ghost of a hex, or the next of its ghosts; False where there is none."""
        here = self._at(hex_)
        if not here:
            return False
        now = None if self.handle is None else self.handle.move
        at = next((place for place, move in enumerate(here) if move is now), -1)
        self.handle = self._handle(here[(at + 1) % len(here)])
        return True

    def _at(self, hex_: Hex) -> tuple[Move, ...]:
        """The moves that end in a hex."""
        return tuple(move for move in self.moves if move.end == hex_)

    def _handle(self, move: Move) -> Handle:
        plan, after = self.desk.plan, self.desk.after
        assert plan is not None
        if after is None or any(one is move for one in plan.moves):
            return Handle(self.view, plan, move)
        state = self.view.copy()
        for one in plan.moves:
            carry_out(state, one)
        return Handle(state, after, move)

    def send(self, hex_: Hex) -> Response:
        """Send the ghost in the hand elsewhere; the others stay as they are."""
        handle = self.handle
        if self.plan is None or handle is None:
            return _NO_GHOST
        there = handle.to(hex_)
        if isinstance(there, Refusal):
            return there
        mine = handle.plan.moves
        place = next(at for at, move in enumerate(mine) if move is handle.move)
        others = [move for move in mine if move is not handle.move]
        for at in dict.fromkeys((place, len(others))):  # last of all there may be more room
            moves = (*others[:at], there, *others[at:])
            made = amended(handle.view, handle.plan, moves)
            if all(any(_is_same(move, other) for other in made.moves) for move in moves):
                self._change(handle.plan, made)
                return None
        words = mark("There is no room in {hex} when the others have moved as proposed.")
        return Refusal(say(words, hex=hex_name(self.view, hex_)), "N6.1")

    def _change(self, old: Plan, made: Plan) -> None:
        """Put another march, or other ways to follow it, in the place of the old."""
        plan, after = self.desk.plan, self.desk.after
        assert plan is not None
        self._set(*((made, after) if old is plan else (plan, made)))

    def strike(self, hex_: Hex) -> bool:
        """Strike out the ghost in the hand, else one of a hex: that one stays."""
        here = self._at(hex_)
        if not here:
            return False
        now = None if self.handle is None else self.handle.move
        gone = next((move for move in here if move is now), here[-1])
        of = self._handle(gone)
        left = tuple(move for move in of.plan.moves if move is not gone)
        self._change(of.plan, amended(of.view, of.plan, left))
        return True

    def accept(self, *, ends: bool = False) -> Gesture:
        """Carry the proposal out: its first move, which the others follow; and end it all."""
        self.handle = None
        self.desk.run(self.view, ends=ends)
        return self.go_on()

    def go_on(self) -> Gesture:
        """The next move of a proposal that is being carried out."""
        move = self.desk.next()
        return () if move is None else gesture_of(move)

    # -- what is shown

    @property
    def picked(self) -> tuple[PieceId, ...]:
        """Who is in the hand."""
        return () if self.handle is None else self.handle.move.pieces

    def ghosts(self) -> tuple[Ghost, ...]:
        """The ghosts; the one in the hand stands where the pointer would send it."""
        held = None if self.handle is None else self.handle.move
        return tuple(
            ghost_of(self._aimed(move) if move is held else move, place, is_held=move is held)
            for place, move in enumerate(self.moves, start=1)
        )

    def _aimed(self, move: Move) -> Move:
        if self.handle is None or self.over is None:
            return move
        return self.handle.ends.get(self.over, move)

    def overlays(self) -> Overlays:
        """The ghosts, and where the one in the hand could go."""
        handle = self.handle
        if handle is None:
            return Overlays(ghosts=self.ghosts())
        return Overlays(
            selection=frozenset({handle.move.path[0]}),
            chosen=frozenset(handle.move.pieces),
            reach=handle.reach,
            path=handle.quote(self._aimed(handle.move)),
            ghosts=self.ghosts(),
        )

    def buttons(self) -> tuple[Button, ...]:
        """To accept what is proposed, and to give it up.

        Where leaders and trains alone would go, they do so at the end.
        """
        waits = self.plan is not None and not self.plan.moves
        tip = say("Make these moves one after another (Space); each can be taken back")
        accept = Button("accept", say("Accept"), tip, word=Word.ACCEPT, manner=Manner.MAIN)
        tip = say("Make these moves, then end the activation if nothing else can be done (Shift+A)")
        manner = Manner.MAIN if waits else Manner.PLAIN
        all_ = Button("accept-all", say("Accept and end"), tip, word=Word.ACCEPT_ALL, manner=manner)
        words = say("Give it up"), say("Take the ghosts away; nobody moves (Esc)")
        give_up = Button("give-up", *words, word=Word.GIVE_UP)
        return (all_, give_up) if waits else (accept, all_, give_up)

    def hint(self) -> str:
        """What is proposed and what a click does; who is left out and why."""
        if self.handle is not None:
            return self._held_words(self._aimed(self.handle.move))
        n, plan = len(self.moves), self.plan
        words = count(
            "{n} move is proposed: Space makes it. Drag a ghost elsewhere; a right click strikes"
            " it out.",
            "{n} moves are proposed: Space makes them. Drag a ghost elsewhere; a right click"
            " strikes it out.",
            n,
        )
        rests = "" if plan is None else rest_words(self.view, plan.rests)
        told = f"{words} {rests[:1].upper()}{rests[1:]}." if rests else words
        bold = len([move for move in self.moves if move.foes])
        if not bold:
            return told
        risk = count("{n} may meet enemy cavalry (!).", "{n} may meet enemy cavalry (!).", bold)
        return f"{told} {risk}"

    def _held_words(self, move: Move) -> str:
        who = ", ".join(piece_name(self.view, piece) for piece in move.pieces)
        if self.over is not None and self.handle is not None and self.over not in self.handle.ends:
            why = self.handle.to(self.over)
            if self.over != self.handle.move.end and isinstance(why, Refusal):
                return say("Out of reach: {reason}", reason=why.sentence)
        words = mark("{who} to {hex}: {mp} MP, {left} left.")
        if move.column:
            words = mark("{who} by road to {hex}: {mp} MP, {left} left.")
        where, mp = hex_name(self.view, move.end), points(move.spent)
        duty = "" if self.handle is None else self.handle.duty(move)
        cost = say(words, who=who, hex=where, mp=mp, left=points(move.left))
        told = " ".join(filter(None, (cost, duty, say("Click where it shall go instead."))))
        found = () if self.handle is None else self.handle.foes(move)
        if not found:
            return told
        foes = listed(unit_name(self.view, unit) for unit in found)
        return say("{words} {foes} may charge them there.", words=told, foes=foes)


def _is_same(move: Move, other: Move) -> bool:
    """Whether two moves lead the same pieces the same way."""
    return (move.pieces, move.path, move.column) == (other.pieces, other.path, other.column)


# -- prompters that propose


D = TypeVar("D", bound=Any)


class ProposingPrompter(NlcPrompter[D], Generic[D]):
    """A prompter of moves that can propose all of them at once."""

    proposing: Proposing

    def _begin(self) -> None:
        self.proposing = Proposing(self.view, Desk())

    def take_desk(self, desk: Desk) -> None:
        """Go on with what lies on the desk, or clear it where it belongs to another question."""
        self.proposing = Proposing(self.view, desk)
        desk.turn_to(self.view, self.decision)
        if not desk.belongs_to(self.view, self.decision):
            if not desk.waits_for(self.view, self.decision):
                desk.clear()
        elif not desk.is_running:
            desk.stop(self.view)
            self.proposing.renew()

    def onward(self) -> Gesture | None:
        """The next move of a proposal that is being carried out; None where it stops."""
        desk = self.proposing.desk
        if not desk.is_running or desk.plan is None:
            return None
        desk.note = desk.halt(self.view)
        if desk.note is None and not desk.plan.moves:
            return self._end_all()
        if desk.note is None and not self._is_open(desk.plan.moves[0]):
            desk.note = Refusal(say("The march stops here. Look at what is left of it."), "N5.4")
        if desk.note is None:
            return self.proposing.go_on() or None
        desk.stop(self.view)
        return None

    def _end_all(self) -> Gesture | None:
        """End the segment when all have moved as proposed, unless something is left to be done."""
        desk, asked = self.proposing.desk, self.decision
        left = left_undone(self.view, asked, known=desk.stays)
        desk.note = asked.refusal(self.view, None)
        if desk.note is None and isinstance(asked, ActivateUnit):
            desk.holds_end = any(one.is_now and one.has_weight for one in left)
        if desk.note is None and not desk.holds_end:
            desk.is_running = desk.after is not None
            return self.give(None)
        desk.stop(self.view)
        return None

    def _is_open(self, move: Move) -> bool:
        """Whether the next move can still be made as it was proposed."""
        value = move.answers[0][1]
        return self.decision.refusal(self.view, value) is None

    def propose(self) -> Response:
        """Lay a proposal on the board; once more gives it up."""
        if self.proposing.plan is not None:
            self.proposing.desk.clear()
            return None
        if isinstance(self.decision, ActivateUnit):
            return self.proposing.lay(propose_march(self.view, self.decision))
        return self.proposing.lay(propose_follow(self.view, self.decision))

    def write(self, word: str) -> Response:
        """The buttons of a proposal."""
        match word:
            case Word.PROPOSE:
                return self.propose()
            case Word.ACCEPT if self.proposing.plan is not None:
                return self.proposing.accept()
            case Word.ACCEPT_ALL:
                if self.proposing.plan is None:
                    return self.propose()
                return self.proposing.accept(ends=True)
            case Word.GIVE_UP:
                self.proposing.desk.clear()
                self.proposing.handle = None
                return None
        return super().write(word)

    def held_back(self) -> None:
        """A move of the proposal was not given: it is proposed as before."""
        self.proposing.desk.stop(self.view)

    def strike(self, hex_: Hex) -> bool:
        """A right click on a ghost: that one stays."""
        return self.proposing.strike(hex_)

    def hover(self, hex_: Hex | None) -> None:
        """Show where the ghost in the hand would go."""
        super().hover(hex_)
        self.proposing.over = hex_

    # -- ghosts under the pointer; for subclasses

    def has_ghost(self, hex_: Hex) -> bool:
        """Whether a click on a hex is about ghosts: one lies there, or one is in the hand."""
        proposing = self.proposing
        return proposing.handle is not None or hex_ in proposing.hexes

    def click_ghosts(self, hex_: Hex, *, joins: bool) -> Response:
        """Take up a ghost, or send the one in the hand elsewhere; `joins`: to the others there."""
        proposing = self.proposing
        is_ghosts = hex_ in proposing.hexes
        if proposing.handle is None or (is_ghosts and not joins):
            proposing.take(hex_)
            return None
        return proposing.send(hex_)

    def drags_ghost(self, path: tuple[Hex, ...]) -> bool:
        """Whether a path that is drawn drags a ghost along; it is taken up by it."""
        proposing = self.proposing
        if not path or path[0] not in proposing.hexes:
            return False
        if proposing.handle is None or proposing.handle.move.end != path[0]:
            proposing.take(path[0])
        proposing.over = path[-1]
        return True

    def drop_ghost(self, path: tuple[Hex, ...]) -> Response:
        """The ghost that was dragged is let go."""
        response = self.proposing.send(path[-1]) if len(path) > 1 else None
        self.proposing.handle = None
        return response

    def with_ghosts(self, offer: Offer) -> Offer:
        """An offer with the ghosts that are on the board."""
        proposing = self.proposing
        if proposing.plan is None:
            return offer
        overlays = replace(overlays_of(offer.overlays), ghosts=proposing.ghosts())
        return replace(offer, overlays=overlays, ghosts=proposing.hexes)
