"""The window: board, strip, prompt line, docks and menus, and the game that they show."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QVBoxLayout, QWidget

from hexwar.cards.records import CardId
from hexwar.engine import Session, save
from hexwar.hexes import Hex
from hexwar.shell.actions import ACTIONS
from hexwar.shell.docks import Docks
from hexwar.shell.game import Frame, Game
from hexwar.shell.game_files import GameFiles
from hexwar.shell.handlers import handlers
from hexwar.shell.handover import Handover
from hexwar.shell.hint_line import HintLine
from hexwar.shell.holding import HeldKeys
from hexwar.shell.keeper import latest
from hexwar.shell.looking import LENSES
from hexwar.shell.menus import Menus
from hexwar.shell.panes import Panes
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Offer
from hexwar.shell.questions import Questions
from hexwar.shell.services import Services
from hexwar.shell.sheets import CombatWindow
from hexwar.shell.start import StartScreen
from hexwar.systems.nlc.lenses import Reason
from hexwar.systems.nlc.panels.order_form import LINE
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.widgets import theme as themes
from hexwar.widgets.board.minimap import MiniMap
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.panels.look import Look

_USUAL = QSize(1440, 900)
_LEAST = QSize(820, 560)
_FULL_SCREEN = Qt.WindowState.WindowFullScreen


class MainWindow(QMainWindow):
    """Shows one game at a time, or what there is to play."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.preferences = services.store.preferences()
        self.look = look_of(self.preferences)
        self.game: Game | None = None
        self.panes = Panes(self.look, self)
        self.start = StartScreen(self.look)
        self.combat = CombatWindow(self.look, self)
        self.handover = Handover(self, self.look)
        self.files = GameFiles(services, self)
        self.questions = Questions(self)
        self._wanted = ""  # the dock of what is asked for, orders or cards
        self._covered = ""  # the dock that it stands before meanwhile
        self._build()
        self.menus = Menus(self, handlers(self))
        self._keys = HeldKeys(self, {spec.held: spec.id for spec in ACTIONS if spec.held})
        self._connect()
        self._restore()
        self.show_start()

    # -- how it is made

    def _build(self) -> None:
        panes = self.panes
        panels: dict[str, QWidget] = {
            "stack": panes.stack,
            "orders": panes.orders,
            "cards": panes.cards,
            "army": panes.army,
            "boxes": panes.boxes,
            "victory": panes.victory,
            "log": panes.log,
            "rules": panes.rules,
        }
        self.docks = Docks(panels, self.look.scale, self)
        self._place = QWidget()
        _bare(QVBoxLayout(self._place))
        self.docks.setCentralWidget(self._place)
        middle = QWidget()
        layout = _bare(QVBoxLayout(middle))
        layout.addWidget(panes.strip)
        layout.addWidget(self.docks, 1)
        layout.addWidget(panes.prompt)
        self.setCentralWidget(middle)
        self.hint, self.steps = HintLine(), QLabel()
        self.statusBar().setContentsMargins(8, 0, 8, 0)
        self.statusBar().addWidget(self.hint, 1)
        self.statusBar().addPermanentWidget(self.steps)
        self.setMinimumSize(_LEAST)

    def _connect(self) -> None:
        self.files.opened.connect(self.open_session)
        self.files.saved.connect(self._tell_saved)
        self.files.failed.connect(self.questions.tell_failure)
        self.panes.linkActivated.connect(self.follow_link)
        self.hint.linkActivated.connect(self.follow_link)
        self._keys.pressed.connect(partial(self._hold, on=True))
        self._keys.released.connect(partial(self._hold, on=False))
        self.panes.orders.told.connect(self._write)
        self.panes.cards.taken.connect(self._take_card)
        self.panes.cards.browseAsked.connect(self.questions.show_pile)
        self.panes.log.exportAsked.connect(self.questions.export_log)
        self.combat.linkActivated.connect(self.follow_link)
        self.handover.ready.connect(self._take_chair)
        self.start.newAsked.connect(self.questions.ask_new)
        self.start.openAsked.connect(self.files.ask_open)
        self.start.gameAsked.connect(self.files.open)
        for dock in self.docks.docks.values():
            dock.visibilityChanged.connect(partial(self._renew, dock.widget()))

    def _renew(self, panel: QWidget, is_seen: bool) -> None:
        """A dock has come to the front, or gone."""
        if is_seen:
            self.panes.renew(panel)

    def _restore(self) -> None:
        geometry, docks = self.services.store.layout()
        if not (geometry and self.restoreGeometry(QByteArray(geometry))):
            room = self.screen().availableGeometry().size()
            self.resize(_USUAL.boundedTo(room * 0.96))
        self.docks.restore_layout(docks)

    # -- games

    def open_session(self, session: Session[GameState], path: Path | None) -> None:
        """Show a game instead of the one that is open, which is kept."""
        self.close_game()
        frame = Frame(self.panes, self.combat, self.services.saves, self.services.cache, self.look)
        game = self.game = Game(session, path, self.preferences, frame, self)
        game.hinted.connect(self.hint.set_hint)
        game.announced.connect(self.hint.set_news)
        game.table.explained.connect(self._explain)
        game.confirmAsked.connect(self.questions.confirm_end)
        game.failed.connect(self.questions.tell_failure)
        game.ended.connect(self.questions.show_end)
        game.controller.handoverAsked.connect(self._hand_over)
        game.controller.stepsChanged.connect(self._show_steps)
        game.controller.offered.connect(self._show_switches)
        game.controller.asked.connect(lambda _, offer: self._show_pad(offer))
        self.menus["pause"].setChecked(False)
        for lens in LENSES:
            self.menus[lens].setChecked(game.table.shows(lens))
        self._put(game.table)
        self.docks.set_map(MiniMap(game.table.board))
        self._show_parts(has_game=True)
        game.start()
        QTimer.singleShot(0, game.table.open_view)
        game.table.board.setFocus()
        self._note_path(game.path)
        if session.notice:
            self.questions.tell_news(session.notice)

    def close_game(self) -> None:
        """Leave the game; its autosave stays."""
        game, self.game = self.game, None
        if game is not None:
            self.handover.end()
            self.questions.close()
            game.close()
            self.docks.set_map(None)
            game.table.deleteLater()
            game.deleteLater()

    def show_start(self) -> None:
        """Show what there is to play."""
        self.start.show_games(latest(self.services.saves), self.services.store.recent())
        self._put(self.start)
        self._show_parts(has_game=False)
        self.hint.forget()
        self.steps.clear()
        self.setWindowTitle("hexwar")

    def save(self) -> None:
        """Save the game into its file; without one, ask for its name."""
        game = self.game
        if game is not None and game.path is not None:
            self.files.save(game.session, game.path)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Ask for a name and save the game under it."""
        if self.game is not None:
            self.files.ask_save(self.game.session, self.game.path)

    def save_text(self) -> str | None:
        """The open game as a file, for a report of a fault; None without one."""
        return None if self.game is None else save(self.game.session)

    def _tell_saved(self, path: Path) -> None:
        if self.game is not None:
            self.game.path = path
        self._note_path(path)
        self.statusBar().showMessage(f"Saved as {path}", 6_000)

    def _note_path(self, path: Path | None) -> None:
        """A game has got a file: remember it, and say so in the title."""
        store = self.services.store
        if path is not None:
            store.add_recent(path)
        self.menus.recent.clear()
        for other in store.recent():
            action = self.menus.recent.addAction(other.name)
            action.setToolTip(str(other))
            action.triggered.connect(lambda _=False, p=other: self.files.open(p))
        self.menus.recent.setEnabled(bool(store.recent()))
        if self.game is not None:
            name = self.game.session.state.battle.name
            parts = [path.stem] if path is not None else []
            self.setWindowTitle(" \N{EN DASH} ".join([*parts, name, "hexwar"]))

    def _put(self, widget: QWidget) -> None:
        """Show a widget in the place of the board."""
        layout = self._place.layout()
        assert layout is not None
        while (item := layout.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
        layout.addWidget(widget)
        widget.show()

    def _show_parts(self, *, has_game: bool) -> None:
        """Show what goes with a game, or hide it."""
        self.menus.set_enabled(has_game=has_game)
        self.panes.strip.setVisible(has_game)
        self.panes.prompt.setVisible(has_game)
        self.statusBar().setVisible(has_game)
        self.docks.show_docks(shown=has_game)

    def _show_steps(self) -> None:
        """Undo and redo as they now are; what bars undo is named."""
        game = self.game
        if game is None:
            return
        barrier = game.controller.barrier()
        self.menus.bar("undo", barrier.sentence if barrier else "")
        nothing = "There is no answer to give again."
        self.menus.bar("redo", "" if game.session.can_redo else nothing)
        self.steps.setText(f"No undo: {barrier.sentence}" if barrier else "Ctrl+Z undoes")

    def _show_switches(self) -> None:
        if self.game is not None:
            offer = self.game.controller.offer
            self.menus["road"].setChecked(offer.march.road)

    def _show_pad(self, offer: Offer) -> None:
        """The dock of orders or cards stands in front while they are asked for."""
        writes = offer.pad.form is not None
        self.docks.make_room("orders", wanted=writes)
        wanted = "orders" if writes else "cards" if offer.cards is not None else ""
        if wanted != self._wanted:
            before = self.docks.bring_up(wanted or self._covered) if wanted or self._covered else ""
            self._covered = (self._covered if self._wanted else before) if wanted else ""
            self._wanted = wanted
        if offer.pad.line and self.game is not None:
            self.game.table.centre()

    def _hand_over(self, side: Side | None) -> None:
        """Another player must take the chair, or nobody must."""
        if self.game is not None:
            self.handover.ask(self.game.controller.view, side)

    def _write(self, word: str) -> None:
        """Something was pressed on the order form."""
        if self.game is not None:
            self.game.controller.write(word)
            if word.startswith(LINE):
                self.game.table.centre()

    def _take_card(self, card: str) -> None:
        """A card of the hand was clicked, or lifted."""
        if self.game is not None:
            self.game.controller.take(CardId(card))

    # -- what is asked of the window

    def follow_link(self, address: str) -> None:
        """Go where a link leads: a hex, a piece, a formation, a rule, a side's points, a turn."""
        kind, _, name = address.partition(":")
        game = self.game
        if kind == "rule":
            self.show_rule(name)
        elif kind == "vp":
            self.docks.show_dock("victory")
        elif kind in ("card", "deck"):
            self.questions.show_decks(address)
        elif kind == "turn":
            self.show_calendar()
            self.panes.boxes.calendar.look_at(int(name))
        elif game is not None and kind == "hex":
            game.table.show_hex(Hex(name))
        elif game is not None and kind in ("unit", "leader"):
            game.table.activate(name)
        elif game is not None and kind == "formation":
            self.docks.show_dock("army")
            self.panes.army.reveal(address)
            game.table.show_formation(name)

    def show_rule(self, rule: str) -> None:
        """Open the rulebook at a rule."""
        self.docks.show_dock("rules")
        self.panes.show_rule(rule)

    def show_calendar(self) -> None:
        """Show who comes when."""
        self.panes.boxes.open_calendar()
        self.docks.show_dock("boxes")

    def show_rule_of_question(self) -> None:
        """Open the rulebook at the rule of the question that is put."""
        prompt = None if self.game is None else self.game.asking.prompt
        self.show_rule(prompt.rule if prompt is not None and prompt.rule else "N4")

    def _hold(self, lens: str, *, on: bool) -> None:
        """A key that shows something while it is held has gone down or up."""
        if self.game is not None:
            self.game.table.hold(lens, on=on)

    def _take_chair(self) -> None:
        """The next player has said that he is ready."""
        if self.game is not None:
            self.game.controller.take_chair()
            self.game.table.board.setFocus()

    def _explain(self, reasons: tuple[Reason, ...], stands_alone: bool) -> None:
        self.hint.set_reasons(reasons, stands_alone=stands_alone)

    def switch_road(self) -> None:
        """Switch road movement; the menu shows what the offer then says."""
        if self.game is not None:
            self.game.controller.switch_road()
            self._show_switches()

    def switch_pause(self) -> None:
        """Hold computer players and the show, or let them go on."""
        if self.game is not None:
            self.game.controller.set_paused(self.menus["pause"].isChecked())

    def switch_full_screen(self) -> None:
        """Take the whole screen, or give it back."""
        self.setWindowState(self.windowState() ^ _FULL_SCREEN)

    def apply(self, preferences: Preferences) -> None:
        """Show everything as the player likes it from now on."""
        self.preferences = preferences
        self.look = look_of(preferences)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            themes.apply(app, self.look.theme, self.look.scale)
        self.panes.set_look(self.look)
        self.docks.set_scale(self.look.scale)
        self.start.set_look(self.look)
        self.combat.sheet.set_look(self.look)
        self.handover.set_look(self.look)
        if self.game is not None:
            self.game.apply(preferences, self.look)

    # -- events of Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives up the last choice, wherever the keyboard is."""
        if self.game is not None and self.game.table.gives_up(event):
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The strip above the board also follows the height."""
        super().resizeEvent(event)
        self.panes.strip.arrange()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the game, the layout of the window and nothing else."""
        geometry = bytes(self.saveGeometry().data())
        self.services.store.keep_layout(geometry, self.docks.layout_state())
        self.close_game()
        self.files.wait()
        super().closeEvent(event)


def look_of(preferences: Preferences) -> Look:
    """What panels are dressed in."""
    chosen = themes.theme(preferences.theme)
    return Look(chosen, CounterArt(preferences.counters, chosen), preferences.scale)


def _bare(layout: QVBoxLayout) -> QVBoxLayout:
    """A layout without margins and gaps."""
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout
