"""Leaders, HQ counters and trains: choose one, then where it goes (N4.5 f, N4.71)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from hexwar.ground.costs import Gait, gait_of, ground_of
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.prompter import Button, Offer, PieceId, Response
from hexwar.systems.nlc.preview import journeys
from hexwar.systems.nlc.prompters.common import NlcPrompter, following
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.supply.trains import movable_trains, train_remarks
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveCommand,
    MoveLeaderOrTrain,
    movable_command,
    movable_leaders,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays, Reach
from hexwar.table.reports import PathQuote, StepCost, points
from hexwar.widgets.board.steps import lengthened

Travelling = MoveLeaderOrTrain | MoveCommand


class Trip:
    """The journeys open to one piece."""

    def __init__(self, view: GameState, piece: PieceId) -> None:
        self.view, self.piece = view, piece
        self.start = start_of(view, piece)

    @cached_property
    def ends(self) -> Mapping[Hex, Journey]:
        """The hexes that it can go to."""
        return journeys(self.view, self.piece)

    @cached_property
    def reach(self) -> Reach:
        """The overlay of all ends."""
        quotes = {hex_: self.quote(journey.hexes) for hex_, journey in self.ends.items()}
        return Reach({h: max(q.allowance - q.halves, 0) for h, q in quotes.items()})

    def quote(self, path: tuple[Hex, ...]) -> PathQuote:
        """What a path costs hex by hex; a step that cannot be made costs nothing here."""
        ground, gait = ground_of(self.view), self._gait
        steps = [ground.step(gait, a, b) or StepCost(b, 0, ()) for a, b in pairwise(path)]
        return PathQuote(path, column=False, steps=tuple(steps), allowance=self._allowance)

    @property
    def _gait(self) -> Gait:
        if self.piece in self.view.leaders:
            return Gait.LEADER
        return gait_of(self.view.card(UnitId(self.piece)).arm)

    @property
    def _allowance(self) -> int:
        if self.piece in self.view.leaders:
            return self.view.battle.leaders[LeaderId(self.piece)].movement * 2
        return allowance(self.view, UnitId(self.piece))


class JourneyPrompter(NlcPrompter[Travelling]):
    """Choose a leader or a train, then where it goes; or end the activation."""

    def begin(self) -> None:
        """Nobody is chosen at first."""
        self._pieces = _pieces(self.view, self.decision)
        self._trip: Trip | None = None

    def offer(self) -> Offer:
        """The pieces that may go, and the reach of the one that is chosen."""
        return Offer(
            self._hint(),
            self._buttons(),
            self._overlays(),
            frozenset(self._pieces),
            () if self._trip is None else (self._trip.piece,),
            sources=frozenset(start_of(self.view, p) for p in self._pieces),
        )

    def _hint(self) -> str:
        path = self._path()
        if self._trip is None:
            return say("Click a leader or train that is marked, then the hex where it goes.")
        if path is None:
            piece = self._trip.piece
            duties = train_remarks(self.view, UnitId(piece)) if piece in self.view.units else ()
            sentences = [
                say("Click the hex where {piece} goes", piece=piece_name(self.view, piece))
            ]
            return "".join(f"{words}. " for words in sentences + [d.words for d in duties]).rstrip()
        quoted = self._trip.quote(path)
        left = points(max(quoted.allowance - quoted.halves, 0))
        return say(
            "To {hex}: {mp} MP, {left} left.",
            hex=self.place(path[-1]),
            mp=points(quoted.halves),
            left=left,
        )

    def _buttons(self) -> tuple[Button, ...]:
        pieces = tuple(
            Button(
                piece,
                piece_name(self.view, piece),
                say(
                    "Choose {piece} in {hex}",
                    piece=piece_name(self.view, piece),
                    hex=self.place(hex_),
                ),
                picks=(piece,),
                hexes=(hex_,),
            )
            for piece in self._pieces
            if (hex_ := start_of(self.view, piece))
        )
        words = say("End activation"), say("Nobody else moves")
        if isinstance(self.decision, MoveCommand):
            words = say("Command stays"), say("Move commander and HQ no more this turn")
        return (*pieces, self.nothing("end", *words))

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
        here = [p for p in self._pieces if start_of(self.view, p) == hex_]
        trip = self._trip
        if trip is not None and hex_ in trip.ends:
            return self.law(trip.ends[hex_])
        if trip is None or (here and not joins):
            if here:
                self._choose(following(here, trip.piece if trip else None, 1))
            return None
        grid = self.view.battle.battlefield.grid
        path = lengthened(grid, (trip.start,), hex_)
        return self.law(Journey(trip.piece, path))

    def _choose(self, piece: PieceId) -> None:
        self._trip = Trip(self.view, piece)
        self.over, self.drawn = None, ()

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the last of some pieces; they go one at a time."""
        movable = [p for p in pieces if p in self._pieces]
        now = None if self._trip is None else self._trip.piece
        fresh = [p for p in movable if p != now] or movable
        if fresh:
            self._choose(fresh[-1])
        else:
            self._trip = None
        return None

    def cycle(self, step: int) -> Hex | None:
        """Choose the next piece that may go."""
        if not self._pieces:
            return None
        now = self._trip.piece if self._trip else None
        self._choose(following(self._pieces, now, step))
        return self._trip.start if self._trip else None

    def back(self) -> bool:
        """Give up the chosen piece."""
        was, self._trip = self._trip, None
        return was is not None

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a path of one's own; it may begin at a piece that is not yet chosen."""
        if path and (self._trip is None or self._trip.start != path[0]):
            here = [p for p in self._pieces if start_of(self.view, p) == path[0]]
            if here:
                self._choose(here[0])
        self.drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Go along a path of one's own."""
        self.draw(path)
        self.drawn = ()
        if self._trip is None or len(path) < 2:
            return None
        return self.law(Journey(self._trip.piece, path))


def _pieces(view: GameState, decision: Travelling) -> list[PieceId]:
    """Who may go, in the order of the army list."""
    if isinstance(decision, MoveCommand):
        return [*movable_command(view, Side(decision.side))]
    formation = decision.formation
    return [*movable_leaders(view, formation), *movable_trains(view, formation)]


def start_of(view: GameState, piece: PieceId) -> Hex:
    """The hex of a piece that is on the map."""
    if piece in view.leaders:
        hex_ = view.leaders[LeaderId(piece)].hex
    else:
        hex_ = view.units[UnitId(piece)].hex
    assert hex_ is not None
    return hex_


def piece_name(view: GameState, piece: PieceId) -> str:
    """The name of a unit or leader."""
    if piece in view.leaders:
        return view.battle.leaders[LeaderId(piece)].name
    return view.card(UnitId(piece)).name
