"""What each action of the window does, and where its links lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMainWindow

from hexwar.engine import Refusal
from hexwar.messages import say
from hexwar.shell import dialogs
from hexwar.shell.actions import Action
from hexwar.shell.adding import Adding
from hexwar.shell.advice import Advice
from hexwar.shell.briefing import Briefing
from hexwar.shell.dialogs import Dialogs
from hexwar.shell.docks import Docks
from hexwar.shell.following import other_pace
from hexwar.shell.foot import Foot
from hexwar.shell.game import Game
from hexwar.shell.helping import WhatNow, help_under_pointer
from hexwar.shell.keeping import Keeping
from hexwar.shell.keyed import KeyToMarks
from hexwar.shell.menus import Handler, Menus
from hexwar.shell.passwords import Passwords
from hexwar.shell.preferences import Preferences
from hexwar.shell.replay import Replay
from hexwar.shell.reports import PAGE, PAPER, Reports
from hexwar.shell.seat_button import SeatButton
from hexwar.shell.table import BARE, Table
from hexwar.shell.undo_menu import open_undo_menu
from hexwar.shell.undoing import NO_ANSWER

_FULL_SCREEN = Qt.WindowState.WindowFullScreen


class Window(dialogs.Window, Protocol):
    """What the actions are done with."""

    adding: Adding
    briefing: Briefing
    dialogs: Dialogs
    docks: Docks
    foot: Foot
    keeping: Keeping
    menus: Menus
    passwords: Passwords
    replay: Replay | None
    reports: Reports
    seat_button: SeatButton

    @property
    def table(self) -> Table | None:
        """The board that is shown, of a game or of a recorded one."""

    def replay_this(self) -> None:
        """Look back on the game that is open."""


class Commands:
    """Does what actions and links ask, with the game, the recorded game or the board there is."""

    def __init__(self, window: Window, frame: QMainWindow) -> None:
        """Do nothing yet; the frame is the window as Qt knows it."""
        self._window, self._frame = window, frame

    # -- where links lead

    def follow_link(self, address: str) -> None:
        """Go where a link leads: on the board, into a dock, or to a dialog."""
        kind, _, name = address.partition(":")
        is_followed = (
            self._follow_on_board(kind, name)
            or self._follow_in_game(kind, name)
            or self._follow_into_dock(kind, address)
        )
        if not is_followed:
            window = self._window
            dialog = window.face.dialog(address, window.table, window.look, self._frame)
            if dialog is not None:
                window.dialogs.open(dialog)

    def _follow_on_board(self, kind: str, name: str) -> bool:
        """Follow a link that leads to something on the board; whether it does."""
        table = self._window.table
        if table is None:
            return False
        match kind:
            case "hex" | "spot":
                table.show_spot(name)
            case "unit" | "leader":
                table.activate(name)
            case "centre":
                table.centre()
            case _:
                return False
        return True

    def _follow_in_game(self, kind: str, name: str) -> bool:
        """Follow a link that asks something of the game or the window; whether it does."""
        window = self._window
        shown = window.game or window.replay
        if window.replay is not None and kind == "turn" and name.isdecimal():
            window.replay.go_to_turn(int(name))
        elif kind == "replay":
            window.replay_this()
        elif shown is not None and kind == "sheet":
            shown.show_last()
        elif kind == "help":
            window.dialogs.read_help(f"help:{name}")
        elif shown is not None and kind == "event":
            at, _, instead = name.partition(":")
            if not shown.show_event(int(at)) and instead:
                self.follow_link(instead)
        elif kind == "action":
            window.menus[name].trigger()
        elif window.game is not None and kind == "report":
            window.reports.write(window.game, name)
        else:
            return False
        return True

    def _follow_into_dock(self, kind: str, address: str) -> bool:
        """Follow a link that a dock knows; whether one does."""
        dock = self._window.panes.dock_of(kind)
        if dock is None:
            return False
        self._window.docks.show_dock(dock.id)
        dock.reveal(address)
        if self._window.table is not None and kind == "formation":
            self._window.table.show_formation(address.partition(":")[2])
        return True

    def show_rule(self) -> None:
        """Open the rulebook at the rule of what the pointer is on, else of the question."""
        address = help_under_pointer()
        if address:
            self.follow_link(address)
            return
        game = self._window.game
        prompt = None if game is None else game.asking.prompt
        rule = prompt.rule if prompt is not None and prompt.rule else self._window.face.first_rule
        self.follow_link(f"rule:{rule}")

    # -- what is shown, and how fast

    def hold(self, lens: str, *, on: bool) -> None:
        """A key that shows something while it is held has gone down or up."""
        table, menus = self._window.table, self._window.menus
        if table is not None:
            stays = lens == BARE and menus[BARE].isChecked()
            table.hold(lens, on=on or stays)

    def show_switches(self) -> None:
        """Check the switches that are on."""
        table = self._window.table
        if table is not None:
            for switch, is_on in self._window.face.switches(table).items():
                self._window.menus[switch].setChecked(is_on)

    def show_steps(self) -> None:
        """Undo and redo as they now are; what bars undo is named."""
        game = self._window.game
        if game is None:
            return
        menus, barrier = self._window.menus, game.controller.barrier()
        menus.bar("undo", barrier.sentence if barrier else "")
        nothing, can_redo = say(NO_ANSWER.sentence), game.controller.can_redo
        menus.bar("redo", "" if can_redo else nothing)
        menus.bar("redo-all", "" if can_redo else nothing)
        self._window.foot.show_steps(barrier)

    def open_menu_of(self, button: str) -> None:
        """A right click on undo or redo asks how far."""
        if button in ("undo", "redo"):
            self._window.menus["undo-to"].trigger()

    def say_why(self, refusal: Refusal) -> None:
        """Say why a control is greyed, where refused clicks are told of."""
        if self._window.game is not None:
            self._window.game.controller.refused.emit(refusal)

    def show_players(self) -> None:
        """Check whether the computer plays the side of the one who looks."""
        game = self._window.game
        if game is not None:
            is_human = game.seats.is_human(game.controller.viewer.side)
            self._window.menus["lend"].setChecked(not is_human)
            self._window.seat_button.show_player(is_human=is_human)

    def show_pause(self) -> None:
        """Check the pause while it lasts."""
        game = self._window.game
        if game is not None:
            self._window.menus["pause"].setChecked(game.controller.show.is_paused)

    def _pause(self, game: Game) -> None:
        """Hold computer players and the show, or let them go on, what is held by itself too."""
        show = game.controller.show
        show.set_paused(not show.is_paused)

    def _change_pace(self, step: int) -> None:
        """Show everything faster or more slowly, from now on."""
        preferences, table = self._window.preferences, self._window.table
        pace = preferences.pace if table is None else table.controller.show.live.pace
        self._prefer(replace(preferences, pace=other_pace(pace, step)))

    def _stop_after_each(self) -> None:
        stops = self._window.menus["stop-after-each"].isChecked()
        self._prefer(replace(self._window.preferences, pauses=stops))

    def _prefer(self, preferences: Preferences) -> None:
        """Apply and keep what was chosen outside of the dialog."""
        self._window.apply(preferences)
        self._window.services.store.keep(preferences)

    def _open_undo(self, game: Game) -> None:
        """Let the player choose how far to take back, by the words at the foot of the window."""
        corner = self._window.foot.steps.mapToGlobal(QPoint(0, 0))
        open_undo_menu(game.controller, self._frame, corner)

    def _switch_full_screen(self) -> None:
        self._frame.setWindowState(self._frame.windowState() ^ _FULL_SCREEN)

    def edit_scenario(self) -> None:
        """Open the editor of scenarios."""
        edit = self._window.services.edit
        why = say("There is no editor here.") if edit is None else edit()
        if why:
            self._window.dialogs.tell_failure(why)

    # -- what each action does

    def handlers(self) -> Mapping[str, Handler]:
        """The handler of every action, by its id."""
        window = self._window
        docks = {
            f"dock-{name}": partial(window.docks.show_dock, name) for name in window.docks.docks
        }
        known: dict[str, Handler] = {
            **self._of_program(),
            **self._of_play(),
            **self._of_recording(),
            **self._of_view(),
            **docks,
        }
        own = {spec.id: self._own(spec) for spec in window.face.actions if spec.id not in known}
        return {**known, **own}

    def _of_program(self) -> dict[str, Handler]:
        """Games as a whole, files, preferences and help."""
        window, of_game = self._window, self._of_game
        return {
            "new": window.dialogs.ask_new,
            "free-battle": window.dialogs.ask_free,
            "open": window.files.ask_open,
            "add-scenario": window.adding.ask,
            "save": window.keeping.save,
            "save-as": window.keeping.save_as,
            "password": window.passwords.ask_to_set,
            "report": of_game(window.reports.read),
            "report-page": of_game(partial(window.reports.ask, PAGE)),
            "report-pdf": of_game(partial(window.reports.ask, PAPER)),
            "preferences": window.dialogs.ask_preferences,
            "quit": self._frame.close,
            "replay": window.files.ask_replay,
            "replay-this": window.replay_this,
            "edit-scenario": self.edit_scenario,
            "now": of_game(lambda game: game.follower(WhatNow).toggle()),
            "rule": self.show_rule,
            "how": window.dialogs.show_how,
            "keys": window.dialogs.show_keys,
            "briefing": window.briefing.show,
            "about-game": of_game(window.dialogs.show_about_game),
            "about": window.dialogs.show_about,
        }

    def _of_play(self) -> dict[str, Handler]:
        of_game, window = self._of_game, self._window
        return {
            "undo": of_game(lambda game: game.controller.undo()),
            "undo-to": of_game(self._open_undo),
            "advise": of_game(lambda game: game.follower(Advice).ask()),
            "players": of_game(window.dialogs.ask_players),
            "lend": of_game(lambda game: window.passwords.reseat(game, game.lent())),
            "redo-all": of_game(lambda game: game.controller.redo_all()),
            "redo": of_game(lambda game: game.controller.redo()),
            "next": of_game(lambda game: game.table.cycle(1)),
            "previous": of_game(lambda game: game.table.cycle(-1)),
            "confirm": of_game(lambda game: game.endings.confirm()),
            "end-segment": of_game(lambda game: game.endings.end_segment()),
            "end-activation": of_game(lambda game: game.endings.end_activation()),
        }

    def _of_recording(self) -> dict[str, Handler]:
        """What is done with the show of a game, and with a recorded one."""
        of_show, window = self._of_show, self._window
        only = {s.id: of_show(s.id, lambda _: None) for s in window.specs if s.needs_replay}
        deeds: dict[str, Callable[[Game], object]] = {
            "skip": lambda game: game.controller.skip(),
            "play-now": lambda game: game.controller.play_now(),
            "pause": self._pause,
            "step-back": lambda game: game.controller.show.back(),
            "step-on": lambda game: game.controller.show.step(),
            "skip-activation": lambda game: game.controller.show.skip_activation(),
        }
        return {
            **only,
            **{action: of_show(action, deed) for action, deed in deeds.items()},
            "slower": partial(self._change_pace, -1),
            "faster": partial(self._change_pace, 1),
            "stop-after-each": self._stop_after_each,
        }

    def _of_view(self) -> dict[str, Handler]:
        of_table = self._of_table
        return {
            "zoom-in": of_table(lambda table: table.camera.zoom_by(1)),
            "zoom-out": of_table(lambda table: table.camera.zoom_by(-1)),
            "zoom-fit": of_table(lambda table: table.camera.fit()),
            "zoom-full": of_table(lambda table: table.camera.zoom_to(1.0)),
            "centre": of_table(lambda table: table.centre()),
            BARE: partial(self.hold, BARE, on=False),
            "key-to-marks": self._switch_key,
            "go-to": of_table(self._window.dialogs.ask_place),
            "full-screen": self._switch_full_screen,
            "board": of_table(lambda table: table.board.setFocus()),
            "reset-panels": self._window.docks.put_back,
        }

    def _switch_key(self) -> None:
        """Open or close the key to the marks, in a recorded game too."""
        shown = self._window.game or self._window.replay
        if shown is not None:
            shown.follower(KeyToMarks).toggle()

    def _own(self, spec: Action) -> Handler:
        """What an action of the game's own does: a lens, a link, or a deed."""
        if spec.address:
            return partial(self.follow_link, spec.address)

        def deed(table: Table) -> None:
            if spec.id in table.lenses.ids:
                table.switch(spec.id, on=self._window.menus[spec.id].isChecked())
            else:
                self._window.face.act(spec.id, table)
            self.show_switches()

        return self._of_table(deed)

    def _of_game(self, deed: Callable[[Game], object]) -> Handler:
        return lambda: None if self._window.game is None else deed(self._window.game)

    def _of_table(self, deed: Callable[[Table], object]) -> Handler:
        return lambda: None if self._window.table is None else deed(self._window.table)

    def _of_show(self, action: str, deed: Callable[[Game], object]) -> Handler:
        """What an action of the show does in a recorded game, and what in one that is played."""

        def do() -> None:
            if self._window.replay is not None:
                self._window.replay.do(action)
            elif self._window.game is not None:
                deed(self._window.game)

        return do
