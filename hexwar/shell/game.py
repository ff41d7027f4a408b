"""One open game: its board, its questions, and the files that it is kept in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from hexwar.engine import Refusal, Session
from hexwar.messages import say
from hexwar.shell.advice import Advice
from hexwar.shell.asking import Asking
from hexwar.shell.claims import Claim
from hexwar.shell.endings import Endings
from hexwar.shell.engine import Engine
from hexwar.shell.face import Face, Follower, Place, RealDice
from hexwar.shell.following import Following
from hexwar.shell.hearing import Hearing
from hexwar.shell.helping import WhatNow
from hexwar.shell.journal import Diary
from hexwar.shell.keyed import KeyToMarks
from hexwar.shell.panes import Panes
from hexwar.shell.preferences import Preferences
from hexwar.shell.recovery import is_autosave, new_name
from hexwar.shell.seats import Seats
from hexwar.shell.sitting import IN_LESSON, lend
from hexwar.shell.table import Setting, Table
from hexwar.table.forces import Side
from hexwar.widgets.panels.framed import Places
from hexwar.widgets.panels.look import Look

F = TypeVar("F", bound=Follower)


@dataclass(frozen=True, slots=True)
class Frame:
    """The parts of the window that a game uses."""

    face: Face
    panes: Panes
    saves: Path
    cache: Path | None
    look: Look
    window: QWidget
    places: Places
    clock: Callable[[], float] = monotonic
    thinking: Sequence[str] = ()
    """How the computer players' own process is started; empty: they think in a thread."""


class Shown(QObject):
    """What stands on a board of the window: a game, or a recorded one, with who follows it."""

    hinted = Signal(str)
    """What a click or a key does now."""
    announced = Signal(str)
    """What is new, as HTML; empty when that is no news any more."""
    linkActivated = Signal(str)
    """An address to follow."""

    table: Table
    widget: QWidget
    """What stands in the middle of the window: the board with all that goes with it."""
    followers: Sequence[Follower]
    """What follows the game beside the board and the docks."""

    def __init__(self, session: Session[Any], frame: Frame, parent: QObject) -> None:
        """Take a session up; a subclass makes the table, then calls `_take_up`."""
        super().__init__(parent)
        self.session = session
        self._frame = frame
        sides = session.state.battle.sides
        self.seats = Seats.from_header(session.header, sides, frame.face.kit.players)

    def _take_up(self, followers: Sequence[Follower]) -> None:
        """Let some follow, and pass on what they and the table say."""
        self.followers = followers
        self.table.looked.connect(self._frame.panes.look_at)
        self.table.ruleAsked.connect(lambda rule: self.linkActivated.emit(f"rule:{rule}"))
        for follower in followers:
            follower.setParent(self)
            follower.announced.connect(self.announced)
            follower.linkActivated.connect(self.linkActivated)

    def start(self) -> None:
        """Show the table in the docks too."""
        self._frame.panes.follow(self.table.controller)

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""
        for follower in self.followers:
            follower.apply(preferences, look)
        self.table.apply(preferences)

    def close(self) -> None:
        """Leave the table."""
        self.table.controller.stop()
        for follower in self.followers:
            follower.close()
        self._frame.panes.follow(None)
        self.table.stop()

    def follower(self, kind: type[F]) -> F:
        """The follower of a class.

        Raises:
            LookupError: There is none.
        """
        for follower in self.followers:
            if isinstance(follower, kind):
                return follower
        raise LookupError(kind.__name__)

    def show_last(self) -> None:
        """Show again the last combat, or whatever the game shows of that kind."""
        if not any(follower.show_last() for follower in self.followers):
            nothing = Refusal(say("There is nothing to show again."), "")
            self.table.controller.refused.emit(nothing)

    def show_event(self, at: int) -> bool:
        """Show again what was shown of an event: a combat, a card; False where that is nothing."""
        return any(follower.show_event(at) for follower in self.followers)


class Game(Shown):
    """Ties a session to the window for as long as it is open."""

    ended = Signal()
    """The game is over and has been shown."""
    failed = Signal(str)
    """Something could not be done, in a sentence."""

    def __init__(
        self,
        session: Session[Any],
        path: Path | None,
        preferences: Preferences,
        frame: Frame,
        parent: QObject,
    ) -> None:
        super().__init__(session, frame, parent)
        face = frame.face
        setting = Setting(session, self.seats, preferences, frame.cache)
        self.table = self.widget = face.table(setting)
        self.controller = self.table.controller
        self.controller.guard.clock = frame.clock
        self.endings = Endings(frame.panes.prompt, self.controller, self)
        """Undo, redo, and the ends of segments and activations."""
        ends = self.endings.end_segment
        self.asking = Asking(frame.panes.prompt, self.controller, ends, self)
        place = Place(self.table, frame.look, preferences, frame.window, frame.places)
        followers = (
            RealDice(place),
            Following(place),
            WhatNow(place),
            Hearing(place),
            KeyToMarks(place),
            Advice(place, frame.thinking),
            *face.followers(place),
        )
        self._take_up(followers)
        is_kept = path is not None and is_autosave(path, frame.saves)
        self.is_lesson = False
        self.path: Path | None = None
        """The player's file of the game; None for one that is only kept by itself."""
        self._claim: Claim | None = None
        kept = path if path and is_kept else frame.saves / new_name(session)
        self.diary = Diary(session, kept, self.asking.note, self)
        """Keeps the game by itself, answer by answer."""
        if is_kept:
            self.diary.claim()
        elif path is not None:
            self.take_file(path)
        self._engage()
        self._connect()

    def _engage(self) -> None:
        """Let computer players think in a process of their own, which starts now."""
        sides, kit = self.session.state.battle.sides, self._frame.face.kit
        if self._frame.thinking and len(self.seats.humans) < len(sides):
            header = self.session.header
            engine = Engine(self._frame.thinking, kit.id, header, kit.system, self)
            self.controller.thinker.engage(engine)

    def _connect(self) -> None:
        controller, frame = self.controller, self._frame
        controller.giving.diary = self.diary
        controller.answered.connect(self.diary.keep)
        controller.reseated.connect(self._engage)
        controller.ended.connect(self.ended)
        controller.thinker.overslept.connect(self.failed)
        controller.thinker.is_held = lambda: self.diary.is_behind
        self.diary.settled.connect(controller.thinker.release)
        self.asking.hinted.connect(self.hinted)
        self.endings.sheet.linkActivated.connect(self.linkActivated)
        frame.panes.prompt.left.connect(self.table.board.setFocus)

    def start(self) -> None:
        """Show the table and put the first question."""
        super().start()
        self.controller.start()

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""
        super().apply(preferences, look)
        self.asking.renew()
        self.endings.sheet.set_look(look)

    def forget(self) -> None:
        """Keep nothing of the game by itself: it is a lesson."""
        self.is_lesson = self.follower(Advice).is_silent = True
        self.diary.forget()

    def reseat(self, players: Mapping[Side, str]) -> None:
        """Let others play from now on, if the machine has not changed hands meanwhile."""
        changed = {side: who for side, who in players.items() if self.seats.players[side] != who}
        if changed and not self.controller.exchange.is_under_way:
            self.controller.reseat(changed)
            self.diary.keep()

    def lent(self) -> Mapping[Side, str]:
        """Who plays when the side of the one who looks goes to the computer, or comes back.

        Nobody where it cannot; why not is told.
        """
        found = IN_LESSON if self.is_lesson else lend(self.controller)
        if isinstance(found, Refusal):
            self.controller.refused.emit(found)
            return {}
        return found

    def take_file(self, path: Path) -> None:
        """The game has a file of the player's from now on, which no other window may write."""
        if self._claim is not None:
            self._claim.release()
        self.path, self._claim = path, Claim(path)
        self._claim.take()

    def close(self) -> None:
        """Leave the table, and keep the game if anything has been done in it."""
        self.controller.stop()
        self.diary.finish()
        if self._claim is not None:
            self._claim.release()
        self.asking.leave()
        self.endings.leave()
        super().close()
