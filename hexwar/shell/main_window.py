"""The window: board, strip, prompt line, docks and menus, and the game that they show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from hexwar.engine import Session, save
from hexwar.kit import Kit
from hexwar.messages import say
from hexwar.shell.actions import with_own
from hexwar.shell.adding import Adding, dropped
from hexwar.shell.briefing import Briefing
from hexwar.shell.changing import ChangingHands
from hexwar.shell.claims import Claim
from hexwar.shell.coach import Coach
from hexwar.shell.commands import Commands
from hexwar.shell.dialogs import Dialogs
from hexwar.shell.docks import Docks
from hexwar.shell.endings import End
from hexwar.shell.face import face_of
from hexwar.shell.foot import Foot
from hexwar.shell.game import Frame, Game, Shown
from hexwar.shell.handover import ALLOWED, Handover
from hexwar.shell.helping import HelpKey, WhyNot, unwatched
from hexwar.shell.keeping import Keeping
from hexwar.shell.lock import Lock
from hexwar.shell.menus import HeldKeys, Menus
from hexwar.shell.panes import Panes
from hexwar.shell.passwords import Passwords
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Offer
from hexwar.shell.recovery import kept_games, remove, tidy
from hexwar.shell.replay import FORKED, Replay
from hexwar.shell.reports import Reports
from hexwar.shell.saves import GameFiles, Services
from hexwar.shell.screening import eyes_of
from hexwar.shell.seat_button import SeatButton
from hexwar.shell.seats import Seats, Viewer
from hexwar.shell.start import StartScreen
from hexwar.shell.table import BARE, Table
from hexwar.shell.waiting import Waiting
from hexwar.widgets import theme as themes
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import bare

_USUAL = QSize(1440, 900)
_LEAST = QSize(820, 500)
_FULL_SCREEN = Qt.WindowState.WindowFullScreen


class MainWindow(QMainWindow):
    """Shows one game at a time, or what there is to play."""

    @unwatched()
    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.preferences = services.store.preferences()
        self.look = look_of(self.preferences)
        self.game: Game | None = None
        self.replay: Replay | None = None
        """The recorded game that is looked at instead."""
        self.thinking: Sequence[str] = ()
        """How the computer players' own process is started; empty: they think in a thread."""
        self._before: tuple[Session[Any], Path | None] | None = None  # the game that it covers
        self._held: dict[Path, Claim] = {}  # its files, which nobody else writes meanwhile
        self.start = StartScreen(self.look)
        self.handover = Handover(self, self.look, services.clock)
        self.lock = Lock(self, self.handover, ALLOWED)
        """What hides all but the handover while that is shown."""
        self.files = GameFiles(services, self)
        self.dialogs = Dialogs(self, self)
        self.passwords = Passwords(self, self.dialogs, self)
        self.reports = Reports(services.saves, lambda: self.face, self.lock, self)
        self.adding = Adding(services, self.dialogs, self)
        self.setAcceptDrops(True)
        self.coach = Coach(self, self)
        self.commands = Commands(self, self)
        self.changing = ChangingHands(self, self)
        self.keeping = Keeping(self, self)
        """What is said of files that cannot be written, or are written elsewhere."""
        self._place = QWidget()
        self._inside = bare(self._place)
        self.briefing = Briefing(self, self._place)
        """The page on the battle, in the place of the board."""
        self.opening = Waiting(self.look, self._place, self.files)
        """What a game that opens slowly is told by."""
        self.reporting = Waiting(self.look, self._place, self.reports, is_aside=True)
        """The same for a report."""
        self.foot = Foot(self.statusBar())
        self.hint, self.counsel, self.steps = self.foot.hint, self.foot.counsel, self.foot.steps
        self.setMinimumSize(_LEAST)
        self._dress(next(iter(services.kits.values())))
        self._connect()
        self._restore()
        tidy(services.saves)
        self.show_start()

    # -- how it is made

    def _dress(self, kit: Kit[Any]) -> None:
        """Build what belongs to one game system: strip, docks, menus."""
        self.face = face_of(kit)
        # From the top downwards: a part that is full is dressed again in each place it is put into.
        middle = QWidget(self)
        self.panes = Panes(self.look, self.face, self)
        self.panes.linkActivated.connect(self.follow_link)
        self.panes.dialogMade.connect(self.dialogs.open)
        self.panes.prompt.menuAsked.connect(self.commands.open_menu_of)
        self.panes.log.log.exportAsked.connect(self.dialogs.export_log)
        self._place.setParent(None)
        self.docks = Docks(tuple(self.panes.docks.values()), self.look.scale, middle)
        self.docks.called.connect(self._give_way)
        self.docks.setCentralWidget(self._place)
        for dock in self.docks.docks.values():
            dock.visibilityChanged.connect(partial(self._renew, dock.objectName()))
        bare(middle, self.keeping.banner, self.panes.strip, (self.docks, 1), self.panes.prompt)
        self.setCentralWidget(middle)
        has_whole = bool(self.face.questions.end_words.button)  # more than segments to end
        every = with_own(self.face.actions)
        self.specs = tuple(one for one in every if has_whole or one.id != End.ACTIVATION)
        """Every action, in the order of its menu."""
        self.menus = Menus(self, self.specs, self.commands.handlers())
        for part in (middle, self.menuBar()):
            part.show()  # now, not with the next event: a lock that closes first would miss it
        self.menus["stop-after-each"].setChecked(self.preferences.pauses)
        self.seat_button = SeatButton(self.look, self.menus["lend"], self.menuBar())
        """Hands the side of the one who looks to the computer, or takes it back."""
        held = {spec.held: spec.id for spec in self.specs if spec.held}
        self._keys = HeldKeys(middle, held)
        self._keys.pressed.connect(partial(self.commands.hold, on=True))
        self._keys.released.connect(partial(self.commands.hold, on=False))

    def _connect(self) -> None:
        self.files.opened.connect(self._open)
        self.files.replayed.connect(self.open_replay)
        self.keeping.told.connect(lambda sentence: self.statusBar().showMessage(sentence, 6_000))
        self.keeping.told.connect(self.handover.tell)
        self.files.failed.connect(self.dialogs.tell_failure)
        self.files.unsaved.connect(self.keeping.tell_unsaved)
        self.passwords.told.connect(self.statusBar().showMessage)
        self.files.unsaved.connect(self.handover.tell)
        self.reports.failed.connect(self.dialogs.tell_failure)
        self.reports.told.connect(self.statusBar().showMessage)
        self.foot.linkActivated.connect(self.follow_link)
        WhyNot(self).asked.connect(self.commands.say_why)
        HelpKey(self).asked.connect(self.dialogs.show_help)
        self.start.newAsked.connect(self.dialogs.ask_new)
        self.start.watchAsked.connect(partial(self.dialogs.ask_new, watches=True))
        self.start.openAsked.connect(self.files.ask_open)
        self.start.gameAsked.connect(self.files.open)
        self.start.removeAsked.connect(self._remove)
        self.start.replayAsked.connect(self.files.ask_replay)
        self.start.freeAsked.connect(self.dialogs.ask_free)
        self.start.editAsked.connect(self.commands.edit_scenario)
        self.start.lessonAsked.connect(self.learn)

    def _renew(self, name: str, is_seen: bool) -> None:
        """A dock has come to the front, or gone."""
        dock = self.panes.docks.get(name.removeprefix("dock-"))
        if is_seen and dock is not None:
            dock.renew()

    def _restore(self) -> None:
        geometry, docks = self.services.store.layout()
        if not (geometry and self.restoreGeometry(QByteArray(geometry))):
            room = self.screen().availableGeometry().size()
            self.resize(_USUAL.boundedTo(room * 0.96))
        self.docks.restore_layout(docks)

    # -- games

    @unwatched()
    def open_session(self, session: Session[Any], path: Path | None) -> None:
        """Show a game instead of the one that is open, which is kept."""
        self.close_game()
        self.counsel.hide()
        frame = self._frame_for(session)
        game = self.game = Game(session, path, self.preferences, frame, self)
        game.failed.connect(self.dialogs.tell_failure)
        game.ended.connect(partial(self.dialogs.show_end, game))
        self.changing.follow(game)
        game.controller.stepsChanged.connect(self.commands.show_steps)
        game.controller.offered.connect(self.commands.show_switches)
        game.controller.stepsChanged.connect(self.commands.show_players)
        game.controller.show.changed.connect(self.commands.show_pause)
        game.controller.asked.connect(lambda _, offer: self._show_pad(offer))
        game.controller.asked.connect(lambda *_: self.counsel.show())
        game.controller.waiting.connect(lambda whom: self.counsel.hide() if whom else None)
        game.controller.handoverAsked.connect(lambda _: self.counsel.hide())
        self._stand(game)
        self._begin(game)
        self.note_path(game.path)
        self.keeping.follow(game)
        if news := self.keeping.news(session, path):
            self.dialogs.tell_news(news)

    def _stand(self, shown: Shown) -> None:
        """Put what is opened in the middle, with all that goes with it."""
        shown.hinted.connect(self.hint.set_hint)
        shown.announced.connect(self.hint.set_news)
        shown.linkActivated.connect(self.follow_link)
        shown.table.explained.connect(self.hint.set_reasons)
        shown.table.beside.crowded.connect(self.docks.step_aside)
        for switch in ("pause", BARE):
            self.menus[switch].setChecked(False)
        self.commands.show_switches()
        self.put(shown.widget)
        self.docks.set_map(shown.table.small_board(), say(shown.table.title))
        self._show_parts(has_game=True)

    def _begin(self, shown: Shown) -> None:
        """Show it from its beginning, or from where it was left."""
        shown.start()
        QTimer.singleShot(0, shown.table.open_view)
        if not self.lock.is_closed:
            shown.table.board.setFocus()

    def _open(self, session: Session[Any], path: Path | None) -> None:
        """Show a game that was begun or opened; a new one begins with its briefing."""
        if not self.keeping.may_open(session, path):
            return
        if not self.keeping.may_leave(partial(self._open, session, path)):
            return
        self.open_session(session, path)
        is_new = path is None and FORKED not in session.header
        if is_new and self.game is not None and self.game.seats.humans:
            self.briefing.show_first()

    def _frame_for(self, session: Session[Any]) -> Frame:
        """What a game stands in; the window is dressed for its system."""
        kit = self.services.kits[session.system.id]
        if kit is not self.face.kit:
            self.panes.deleteLater()
            self._dress(kit)
        services = self.services
        return Frame(
            self.face,
            self.panes,
            services.saves,
            services.cache,
            self.look,
            self,
            services.store,
            services.clock,
            self.thinking,
        )

    # -- recorded games

    def open_replay(
        self, session: Session[Any], path: Path | None, sitting: Viewer | None = None
    ) -> None:
        """Look at a recorded game; where two persons still play it, ask who looks.

        Of the game that is open it is known: who looks at it now sees no more of its past.
        """
        battle = session.state.battle
        kit = self.services.kits[session.system.id]
        seats = Seats.from_header(session.header, battle.sides, kit.players)
        eyes = eyes_of(session, seats)
        if len(eyes) == 1 or len(eyes[0].pads) > 1:
            self._show_replay(session, path, eyes[0])
            return
        if sitting is not None:
            self._show_replay(session, path, sitting)
            return
        names = [battle.side_names.get(one.side, one.side) for one in eyes]
        self.dialogs.ask_eyes(names, lambda n: self._show_replay(session, path, eyes[n]))

    def replay_this(self) -> None:
        """Look back on the game that is open."""
        game = self.game
        if game is not None:
            self.open_replay(game.session.fork(), game.path, game.controller.viewer)

    @unwatched()
    def _show_replay(self, session: Session[Any], path: Path | None, eyes: Viewer) -> None:
        if not self.keeping.may_leave(partial(self._show_replay, session, path, eyes)):
            return
        game = self.game
        before = self._before
        if game is not None:
            before = (game.session, game.path or game.diary.path)
        held = set(self._held) if game is None else {game.path, game.diary.path}
        self.close_game()
        self._before = before
        self._held = {file: Claim(file) for file in held if file is not None}
        for claim in self._held.values():
            claim.take()
        frame, store = self._frame_for(session), self.services.store
        replay = self.replay = Replay(session, eyes, self.preferences, frame, store, self)
        replay.left.connect(self.leave_replay)
        replay.forkAsked.connect(self.files.make)
        self._stand(replay)
        self.panes.prompt.hide()
        self.menus.set_enabled(has_game=True, is_replay=True)
        self.steps.write(say("Replay"))
        self.counsel.hide()
        self._begin(replay)
        name = session.state.battle.name if path is None else path.stem
        title = say("Replay of {name}", name=name)
        self.setWindowTitle(" \N{EN DASH} ".join([title, "hexwar"]))

    def leave_replay(self) -> None:
        """Go back to the game that was open before, or to what there is to play."""
        before = self._before
        self.close_game()
        if before is None:
            self.show_start()
        else:
            self.open_session(*before)

    @property
    def table(self) -> Table | None:
        """The board that is shown, of a game or of a recorded one."""
        shown = self.game or self.replay
        return None if shown is None else shown.table

    @unwatched()
    def close_game(self) -> None:
        """Leave the game, or the recorded one; the autosave stays."""
        shown: Shown | None = self.game or self.replay
        self.game = self.replay = self._before = None
        for claim in self._held.values():
            claim.release()
        self._held = {}
        if shown is None:
            return
        self.keeping.follow(None)
        self.changing.end()
        self.reports.leave()
        self.dialogs.close()
        self.coach.leave()
        self.briefing.drop()
        shown.close()
        self.docks.step_aside(on=False)
        self.docks.set_map(None)
        shown.widget.deleteLater()
        shown.deleteLater()

    def show_start(self) -> None:
        """Show what there is to play."""
        self.start.show_games(kept_games(self.services.saves), self.services.store.recent())
        self.start.show_lessons(self.coach.rows())
        self.put(self.start)
        self._show_parts(has_game=False)
        self.hint.forget()
        self.steps.write("")
        self.setWindowTitle("hexwar")

    def _remove(self, path: Path) -> None:
        """Put a game that is kept into the trash."""
        why = remove(path)
        self.show_start()
        if why:
            self.dialogs.tell_failure(why)

    def learn(self, lesson: str) -> None:
        """Begin a lesson, or go on where it was left."""
        if not self.keeping.may_leave(partial(self.learn, lesson)):
            return
        why = self.coach.begin(lesson)
        if why:
            self.dialogs.tell_failure(why)

    def save_text(self) -> str | None:
        """The open game as a file, for a report of a fault; None without one."""
        return None if self.game is None else save(self.game.session)

    def note_path(self, path: Path | None) -> None:
        """A game has got a file: remember it, and say so in the title."""
        store = self.services.store
        if path is not None:
            store.add_recent(path)
        self.menus.show_recent(store.recent(), self.files.open)
        if self.game is not None:
            name = self.game.session.state.battle.name
            parts = [path.stem] if path is not None else []
            self.setWindowTitle(" \N{EN DASH} ".join([*parts, name, "hexwar"]))

    def put(self, widget: QWidget) -> None:
        """Show a widget in the place of the board."""
        while (item := self._inside.takeAt(0)) is not None and (old := item.widget()) is not None:
            old.hide()
        self._inside.addWidget(widget)
        widget.show()

    def _show_parts(self, *, has_game: bool) -> None:
        """Show what goes with a game, or hide it."""
        self.menus.set_enabled(has_game=has_game)
        self.seat_button.setVisible(has_game)
        self.panes.strip.setVisible(has_game)
        self.panes.prompt.setVisible(has_game)
        self.statusBar().setVisible(has_game)
        self.docks.show_docks(shown=has_game)

    def _show_pad(self, offer: Offer) -> None:
        """The dock that a question needs stands in front while it is put."""
        self.docks.put_forward(self.panes.wanted(offer))
        if offer.pad.line and self.game is not None:
            self.game.table.centre()

    # -- what is asked of the window

    def follow_link(self, address: str) -> None:
        """Go where a link leads; nowhere while the machine changes hands."""
        if not self.lock.is_closed:
            self.commands.follow_link(address)

    def _give_way(self) -> None:
        """A panel is opened: what stands beside the board makes way where it must."""
        if self.table is not None:
            self.table.beside.give_way()

    def apply(self, preferences: Preferences) -> None:
        """Show everything as the player likes it from now on."""
        self.preferences = preferences
        self.look = look_of(preferences)
        self.menus["stop-after-each"].setChecked(preferences.pauses)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            themes.apply(app, self.look.theme, self.look.scale)
        self.docks.set_scale(self.look.scale)
        waits = (self.handover, self.opening, self.reporting)
        parts = self.panes, self.start, self.keeping.banner, *waits, self.coach, self.seat_button
        for part in parts:
            part.set_look(self.look)
        self.briefing.renew()
        shown = self.game or self.replay
        if shown is not None:
            shown.apply(preferences, self.look)

    def _docks_to_keep(self) -> bytes:
        """The docks of the usual game; those of other games come as they were made."""
        is_usual = self.face.kit is next(iter(self.services.kits.values()))
        return self.docks.layout_state() if is_usual else self.services.store.layout()[1]

    # -- events of Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives up the last choice, wherever the keyboard is."""
        if self.game is not None and self._gives_up(self.game, event):
            return
        super().keyPressEvent(event)

    def _gives_up(self, game: Game, event: QKeyEvent) -> bool:
        """Whether a key has taken something away; Enter presses the main button instead."""
        if event.key() == Qt.Key.Key_Escape and game.endings.close_sheet():
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            game.endings.confirm()
            return True
        return game.table.gives_up(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A package of a scenario may be dropped."""
        if dropped(event.mimeData()) is not None and not self.lock.is_closed:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Show what a package contains, and add it."""
        path = dropped(event.mimeData())
        if path is not None and not self.lock.is_closed:
            event.acceptProposedAction()
            self.adding.look_at(path)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What stands above and below the board also follows the height."""
        super().resizeEvent(event)
        self.panes.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the game, the layout of the window and nothing else."""
        if not self.keeping.may_leave(self.close):
            event.ignore()
            return
        geometry = bytes(self.saveGeometry().data())
        self.services.store.keep_layout(geometry, self._docks_to_keep())
        self.lock.leave()
        self.close_game()
        self.dialogs.close()
        self.files.wait()
        self.reports.wait()
        self.adding.wait()
        super().closeEvent(event)


def look_of(preferences: Preferences) -> Look:
    """What panels are dressed in."""
    chosen = themes.theme(preferences.theme)
    return Look(chosen, CounterArt(preferences.counters, chosen), preferences.scale)
