"""One open game: its board, its questions, its file and its autosave."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from hexwar.engine import Refusal, Session
from hexwar.messages import say
from hexwar.shell.asking import Asking
from hexwar.shell.face import Face, Follower, Place, RealDice
from hexwar.shell.following import Following
from hexwar.shell.hearing import Hearing
from hexwar.shell.helping import WhatNow
from hexwar.shell.panes import Panes
from hexwar.shell.preferences import Preferences
from hexwar.shell.saves import Autosaver, is_autosave, new_name
from hexwar.shell.seats import Seats
from hexwar.shell.table import Table
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


class Game(QObject):
    """Ties a session to the window for as long as it is open."""

    ended = Signal()
    """The game is over and has been shown."""
    hinted = Signal(str)
    """What a click does now."""
    announced = Signal(str)
    """What is new, as HTML; empty when that is no news any more."""
    linkActivated = Signal(str)
    """An address to follow."""
    confirmAsked = Signal(list)
    """An activation shall end: what is still possible, in sentences."""
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
        super().__init__(parent)
        self.session = session
        face = frame.face
        battle = session.state.battle
        self.seats = Seats.from_header(session.header, battle.sides, face.kit.players)
        self.table = Table(
            session, self.seats, face.questions, face.words, preferences, frame.cache
        )
        self.controller = self.table.controller
        self.asking = Asking(frame.panes.prompt, self.controller, self.end_activation, self)
        place = Place(self.table, frame.look, preferences, frame.window, frame.places)
        self.followers = (
            RealDice(place),
            Following(place),
            WhatNow(place),
            Hearing(place),
            *face.followers(place),
        )
        """What follows the game beside the board and the docks."""
        self._frame = frame
        self._kept = len(session.events)
        self._is_forgotten = False
        self._warned: object = None  # the question for which a second press of the key is needed
        is_kept = path is not None and is_autosave(path, frame.saves)
        self.path = None if is_kept else path
        """The player's file of the game; None for a new game or an autosave."""
        self.autosave = path if path and is_kept else frame.saves / new_name(session)
        """Where the game is kept by itself."""
        self._autosaver = Autosaver(self.autosave, self)
        self._connect()

    def _connect(self) -> None:
        controller, frame = self.controller, self._frame
        controller.answered.connect(self._keep_if_due)
        controller.ended.connect(self.ended)
        controller.thinker.overslept.connect(self.failed)
        self._autosaver.failed.connect(self.failed)
        self.asking.hinted.connect(self.hinted)
        self.table.looked.connect(frame.panes.look_at)
        self.table.ruleAsked.connect(lambda rule: self.linkActivated.emit(f"rule:{rule}"))
        for follower in self.followers:
            follower.setParent(self)
            follower.announced.connect(self.announced)
            follower.linkActivated.connect(self.linkActivated)

    def follower(self, kind: type[F]) -> F:
        """The follower of a class.

        Raises:
            LookupError: There is none.
        """
        for follower in self.followers:
            if isinstance(follower, kind):
                return follower
        raise LookupError(kind.__name__)

    def start(self) -> None:
        """Show the table and put the first question."""
        self._frame.panes.follow(self.controller)
        self.controller.start()

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""
        for follower in self.followers:
            follower.apply(preferences, look)
        self.table.apply(preferences)
        self.asking.renew()

    def forget(self) -> None:
        """Keep nothing of the game by itself: it is a lesson."""
        self._is_forgotten = True

    def close(self) -> None:
        """Leave the table, and keep the game if anything has been done in it."""
        self.controller.stop()
        if len(self.session.events) != self._kept:
            self._keep()
        self._autosaver.finish()
        for follower in self.followers:
            follower.close()
        self._frame.panes.follow(None)
        self.asking.leave()
        self.table.stop()

    # -- ending segments and activations

    def end_segment(self) -> None:
        """End the segment; by key, where that cannot be taken back, only at the second press."""
        pending = self.session.pending
        warning = None if pending is None else self.controller.questions.warning(pending)
        if warning is not None and self.controller.is_asking and self._warned is not pending:
            self._warned = pending
            self.controller.refused.emit(warning)
        else:
            self.controller.end_segment()

    def end_activation(self) -> None:
        """End the activation; troops that could still act are named first."""
        pending, asks = self.session.pending, self.controller.questions
        if pending is None or not self.controller.can_end_activation:
            self.controller.end_activation()
        elif (refusal := self.session.refusal(None)) is not None:
            self.controller.refused.emit(refusal)  # do not ask for a yes that is of no use
        elif asks.has_weight(self.controller.view, pending):
            self.confirmAsked.emit(asks.left(self.controller.view, pending))
        else:
            self.controller.end_activation()

    def show_last(self) -> None:
        """Show again the last combat, or whatever the game shows of that kind."""
        if not any(follower.show_last() for follower in self.followers):
            self.controller.refused.emit(Refusal(say("There is nothing to show again."), ""))

    # -- the autosave

    def _keep_if_due(self) -> None:
        new = self.session.events[self._kept :]
        milestones = self._frame.face.milestones
        if len(self.session.events) < self._kept or any(isinstance(e, milestones) for e in new):
            self._keep()

    def _keep(self) -> None:
        self._kept = len(self.session.events)
        if self._is_forgotten:
            return
        self._autosaver.keep(self.session, self.asking.note())
