"""One open game: its board, its questions, its file and its autosave."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from hexwar.engine import Refusal, Session
from hexwar.shell.asking import Asking
from hexwar.shell.card_show import CardShow
from hexwar.shell.keeper import Keeper, is_autosave, new_name
from hexwar.shell.panes import Panes
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Sheet
from hexwar.shell.real_dice import RealDice
from hexwar.shell.seats import Seats
from hexwar.shell.sheets import CombatWindow
from hexwar.shell.table import Table
from hexwar.systems.nlc.announcing import Announcer
from hexwar.systems.nlc.combats import Fought
from hexwar.systems.nlc.events.combat import AssaultDeclared, BombardmentDeclared, ChargeDeclared
from hexwar.systems.nlc.events.turn import ActivationEnded, GameEnded, SegmentEnded, TurnEnded
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import has_weight, left_in_activation
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.forces import Side
from hexwar.table.story import Story
from hexwar.widgets.panels.look import Look

_MILESTONES = (ActivationEnded, TurnEnded, GameEnded)
"""After these events the game is kept by itself."""

TWICE = Refusal("Leaders or trains could still move: press E again to end for good.", "N4.5")
"""What the key says at its first press, where its answer cannot be taken back."""

_AFTER = (AssaultDeclared, BombardmentDeclared, ChargeDeclared, SegmentEnded)
"""These events do not belong to a combat that was declared before."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The parts of the window that a game uses."""

    panes: Panes
    combat: CombatWindow
    saves: Path
    cache: Path | None
    look: Look


class Game(QObject):
    """Ties a session to the window for as long as it is open."""

    ended = Signal()
    """The game is over and has been shown."""
    hinted = Signal(str)
    """What a click does now."""
    announced = Signal(str)
    """What is new, as HTML; empty when that is no news any more."""
    confirmAsked = Signal(list)
    """An activation shall end: what is still possible, in sentences; `end_for_good` goes on."""
    failed = Signal(str)
    """Something could not be done, in a sentence."""

    def __init__(
        self,
        session: Session[GameState],
        path: Path | None,
        preferences: Preferences,
        frame: Frame,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.seats = Seats.from_header(session.header, session.state.battle.sides)
        self.table = Table(session, self.seats, preferences, frame.cache)
        self.controller = self.table.controller
        self.asking = Asking(frame.panes.prompt, self.controller, self.end_activation, self)
        self.announcer = Announcer(self.controller, self)
        self._frame = frame
        self._shows_results = preferences.shows_results
        self._kept = len(session.events)
        self._warned: object = None  # the question for which a second press of the key is needed
        self._story = Story(NlcNames(session.state.battle))
        self._is_unread = False  # the sheet of the last combat has not been shown
        self._holds = False  # a computer player waits until a sheet has been read
        self._dice = RealDice(self.controller, frame.look, self.table)
        self.card_show = CardShow(self.controller, frame.look, self.table.board)
        is_kept = path is not None and is_autosave(path, frame.saves)
        self.path = None if is_kept else path
        """The player's file of the game; None for a new game or an autosave."""
        self.autosave = path if path and is_kept else frame.saves / new_name(session)
        """Where the game is kept by itself."""
        self._keeper = Keeper(self.autosave, self)
        self._connect()

    def _connect(self) -> None:
        controller, frame = self.controller, self._frame
        controller.answered.connect(self._keep_if_due)
        controller.sheetAsked.connect(self._show_sheet)
        controller.fought.connect(self._note_fought)
        controller.handoverAsked.connect(self._hide_fought)
        controller.asked.connect(lambda _, __: self._show_fought(holds=False))
        controller.waiting.connect(lambda whom: self._show_fought(holds=bool(whom)))
        controller.ended.connect(self.ended)
        frame.combat.finished.connect(self._go_on)
        controller.thinker.overslept.connect(self.failed)
        self._keeper.failed.connect(self.failed)
        self.asking.hinted.connect(self.hinted)
        self.announcer.told.connect(self.announced)
        self.table.looked.connect(frame.panes.look_at)
        self.table.ruleAsked.connect(lambda rule: frame.panes.linkActivated.emit(f"rule:{rule}"))
        frame.panes.stack.subsetChanged.connect(self.table.choose)
        frame.panes.stack.pieceActivated.connect(self.table.activate)
        frame.combat.decided.connect(controller.give)

    def start(self) -> None:
        """Show the table and put the first question."""
        self._frame.combat.sheet.cut.set_map(self.table.board.board.map)
        self._frame.panes.follow(self.controller)
        self.controller.start()

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Show everything as the player likes it from now on."""
        self._shows_results = preferences.shows_results
        self._dice.look = self.card_show.look = look
        self.table.apply(preferences)
        self.asking.renew()

    def close(self) -> None:
        """Leave the table, and keep the game if anything has been done in it."""
        self.controller.stop()
        self.announcer.stop()
        self._dice.close()
        if len(self.session.events) != self._kept:
            self._keep()
        self._keeper.finish()
        self._frame.combat.reject()
        self._frame.combat.sheet.cut.set_map(None)
        self._frame.panes.stack.subsetChanged.disconnect(self.table.choose)
        self._frame.panes.stack.pieceActivated.disconnect(self.table.activate)
        self._frame.combat.decided.disconnect(self.controller.give)
        self._frame.combat.finished.disconnect(self._go_on)
        self._frame.panes.follow(None)
        self.asking.leave()
        self.table.stop()

    # -- ending segments and activations

    def end_segment(self) -> None:
        """End the segment; by key, where that cannot be taken back, only at the second press."""
        pending = self.session.pending
        is_last = isinstance(pending, MoveLeaderOrTrain | MoveCommand)
        if is_last and self.controller.is_asking and self._warned is not pending:
            self._warned = pending
            self.controller.refused.emit(TWICE)
        else:
            self.controller.end_segment()

    def end_activation(self) -> None:
        """End the activation; troops that could still act are named first."""
        pending, view = self.session.pending, self.controller.view
        if pending is None or not self.controller.can_end_activation:
            self.controller.end_activation()
        elif (refusal := self.session.refusal(None)) is not None:
            self.controller.refused.emit(refusal)  # do not ask for a yes that is of no use
        elif has_weight(view, pending):
            self.confirmAsked.emit(left_in_activation(view, pending))
        else:
            self.controller.end_activation()

    def end_for_good(self) -> None:
        """End the activation, whatever is left."""
        self.controller.end_activation()

    # -- combats

    def show_last_combat(self) -> None:
        """Show the last combat with its dice."""
        fought = self.controller.combats.fought
        if fought is None:
            self.controller.refused.emit(Refusal("No combat has been fought yet.", ""))
        else:
            self._tell(fought)

    def _show_sheet(self, sheet: Sheet) -> None:
        self._frame.combat.ask(self.controller.view, sheet)

    def _note_fought(self, _: Fought) -> None:
        self._is_unread = self._shows_results

    def _hide_fought(self, awaited: Side | None) -> None:
        """The chair changes hands: what its player has looked at is not for the next one."""
        if awaited is not None:
            self._frame.combat.reject()

    def _show_fought(self, *, holds: bool) -> None:
        """Everything has been shown: show the sheet of a combat whose dice have fallen.

        A sheet that waits for a decision goes: another question is put.

        Args:
            holds: Whether a computer player waits until it has been read.
        """
        is_unread, self._is_unread = self._is_unread, False
        fought = self.controller.combats.fought  # as far as he may see it who is asked now
        if self._frame.combat.is_asking:
            self._frame.combat.reject()
        if is_unread and fought is not None:
            self._tell(fought)
            if holds:
                self._holds = True
                self.controller.thinker.set_paused(True)

    def _go_on(self) -> None:
        """The sheet has been read: a computer player that waited for it goes on."""
        if self._holds:
            self._holds = False
            self.controller.thinker.set_paused(self.controller.playback.is_paused)

    def _tell(self, fought: Fought) -> None:
        told = self.controller.playback.told
        self._story.readers = self.controller.eyes.readers
        self._story.follow(self.session.events[:told])
        end = self._end_of(fought, told)
        known = (at for at in range(fought.first + 1, end) if self._story.is_told(at))
        happened = [self._story.text(at).html for at in known]
        self._frame.combat.tell(fought, happened)

    def _end_of(self, fought: Fought, told: int) -> int:
        """The event behind the last of a combat."""
        if fought.end is not None:
            return min(fought.end, told)
        events = self.session.events
        others = (at for at in range(fought.first + 1, told) if isinstance(events[at], _AFTER))
        return next(others, told)

    # -- the autosave

    def _keep_if_due(self) -> None:
        new = self.session.events[self._kept :]
        if len(self.session.events) < self._kept or any(isinstance(e, _MILESTONES) for e in new):
            self._keep()

    def _keep(self) -> None:
        self._kept = len(self.session.events)
        self._keeper.keep(self.session, self.asking.note())
