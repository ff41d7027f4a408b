"""Leaders, HQ counters and trains: choose one, then where it goes (N4.5 f, N4.71)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from hexwar.engine import Manner
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.prompter import Button, Offer, PieceId, Response
from hexwar.systems.nlc.prompters.common import following
from hexwar.systems.nlc.prompters.proposing import ProposingPrompter, Word
from hexwar.systems.nlc.prompters.trips import Trip, start_of
from hexwar.systems.nlc.proposals.follow import goers
from hexwar.systems.nlc.rules.supply.trains import movable_trains, train_remarks
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveCommand,
    MoveLeaderOrTrain,
    movable_command,
    movable_leaders,
)
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.reports import points
from hexwar.table.words import piece_name
from hexwar.widgets.board.steps import lengthened

Travelling = MoveLeaderOrTrain | MoveCommand


class JourneyPrompter(ProposingPrompter[Travelling]):
    """Choose a leader or a train, then where it goes; or end the activation.

    Or have it proposed where all of them follow.
    """

    def _begin(self) -> None:
        super()._begin()
        self._trip: Trip | None = None
        asked = self.decision
        if isinstance(asked, MoveCommand):
            self._pieces: list[PieceId] = [*movable_command(self.view, self.side)]
        else:
            leaders = movable_leaders(self.view, asked.formation)
            self._pieces = [*leaders, *movable_trains(self.view, asked.formation)]

    def offer(self) -> Offer:
        """The pieces that may go, and the reach of the one that is chosen; the ghosts."""
        return self.with_ghosts(self._offer())

    def _offer(self) -> Offer:
        sources = frozenset(start_of(self.view, p) for p in self._pieces)
        if self._trip is None and self.proposing.plan is not None:
            return Offer(
                self.proposing.hint(),
                (*self.proposing.buttons(), self._end()),
                self.proposing.overlays(),
                frozenset(self._pieces),
                self.proposing.picked,
                sources=sources | self.proposing.hexes,
            )
        return Offer(
            self._hint(),
            self._buttons(),
            self._overlays(),
            frozenset(self._pieces),
            () if self._trip is None else (self._trip.piece,),
            sources=sources,
            is_idle=self._trip is None and not self._has_goers and self._may_stay,
        )

    def _hint(self) -> str:
        path = self._path()
        if not self._pieces:
            return say("Nobody is left to choose: press {end}.", end=self._end().text)
        if self._trip is None:
            return say("Click a leader or train that is marked, then the hex where it goes.")
        if path is None:
            piece = self._trip.piece
            duties = train_remarks(self.view, UnitId(piece)) if piece in self.view.units else ()
            first = say("Click the hex where {piece} goes", piece=piece_name(self.view, piece))
            return " ".join(f"{words}." for words in (first, *(d.words for d in duties)))
        quoted, words = self._trip.quote(path), mark("To {hex}: {mp} MP, {left} left.")
        left = points(max(quoted.allowance - quoted.halves, 0))
        return say(words, hex=self.place(path[-1]), mp=points(quoted.halves), left=left)

    def _buttons(self) -> tuple[Button, ...]:
        tip = say("Propose where all of them go, as ghosts that you can alter and accept (A)")
        follow = Button("propose", say("Follow"), tip, word=Word.PROPOSE, manner=Manner.MAIN)
        pieces = [self._button(piece) for piece in self._pieces]
        has_goers = self._trip is None and self._has_goers
        return (*([follow] if has_goers else ()), *pieces, self._end())

    @cached_property
    def _has_goers(self) -> bool:
        """Whether any of those who may move has a better place to go to."""
        return bool(self._pieces) and bool(goers(self.view, self.decision))

    @property
    def _may_stay(self) -> bool:
        """Whether nobody has orders to go (N14.53)."""
        return self.decision.refusal(self.view, None) is None

    def _end(self) -> Button:
        words = say("End activation"), say("Nobody else moves")
        if isinstance(self.decision, MoveCommand):
            words = say("Command stays"), say("Move commander and HQ no more this turn")
        return self.nothing("end", *words)

    def _button(self, piece: PieceId) -> Button:
        name, hex_ = piece_name(self.view, piece), start_of(self.view, piece)
        tip = say("Choose {piece} in {hex}", piece=name, hex=self.place(hex_))
        return Button(piece, name, tip, picks=(piece,), spots=(hex_,))

    def _overlays(self) -> Overlays:
        if self._trip is None:
            return Overlays(ready=frozenset(start_of(self.view, p) for p in self._pieces))
        path = self._path()
        return Overlays(
            selection=frozenset({self._trip.start}),
            chosen=frozenset({self._trip.piece}),
            reach=self._trip.reach,
            path=None if path is None else self._trip.quote(path),
        )

    def _path(self) -> tuple[Hex, ...] | None:
        if len(self.drawn) > 1:
            return self.drawn
        if self._trip is None or self.over is None or self.over not in self._trip.ends:
            return None
        return self._trip.ends[self.over].hexes

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Choose a piece of the hex, then another one there; or go to the hex."""
        if self._trip is None and self.has_ghost(hex_):
            return self.click_ghosts(hex_, joins=joins)
        here, trip = self._here(hex_), self._trip
        if trip is not None and hex_ in trip.ends:
            return self.law(trip.ends[hex_])
        if here and (trip is None or not joins):
            self._choose(following(here, trip.piece if trip else None, 1))
        elif trip is not None:
            path = lengthened(self.view.battle.battlefield.grid, (trip.start,), hex_)
            return self.law(Journey(trip.piece, path))
        return None

    def _here(self, hex_: Hex) -> list[PieceId]:
        return [p for p in self._pieces if start_of(self.view, p) == hex_]

    def _choose(self, piece: PieceId) -> None:
        self._trip = Trip(self.view, piece)
        self.over, self.drawn = None, ()

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the last of some pieces; they go one at a time."""
        now, movable = self._now, [p for p in pieces if p in self._pieces]
        fresh = [p for p in movable if p != now] or movable
        self._trip = None
        if fresh:
            self._choose(fresh[-1])
        return None

    @property
    def _now(self) -> PieceId | None:
        return self._trip.piece if self._trip else None

    def cycle(self, step: int) -> Hex | None:
        """Choose the next piece that may go."""
        if self._pieces:
            self._choose(following(self._pieces, self._now, step))
        return self._trip.start if self._trip else None

    def back(self) -> bool:
        """Give up the chosen piece."""
        was, self._trip = self._trip, None
        return was is not None or self.proposing.back()

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a path of one's own; it may begin at a piece not yet chosen, or at a ghost."""
        if self.drags_ghost(path):
            self._trip = None
            return
        here = self._here(path[0]) if path else []
        if here and (self._trip is None or self._trip.start != path[0]):
            self._choose(here[0])
        self.drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Go along a path of one's own, or send a ghost to its end."""
        if self.drags_ghost(path):
            return self.drop_ghost(path)
        self.draw(path)
        self.drawn = ()
        if self._trip is None or len(path) < 2:
            return None
        return self.law(Journey(self._trip.piece, path))
