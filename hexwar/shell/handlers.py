"""What each action does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from hexwar.shell.docks import TITLES
from hexwar.shell.game import Game
from hexwar.shell.looking import LENSES
from hexwar.shell.menus import Handler

if TYPE_CHECKING:
    from hexwar.shell.main_window import MainWindow


def handlers(window: MainWindow) -> Mapping[str, Handler]:
    """The handler of every action, by its id."""

    def of_game(deed: Callable[[Game], object]) -> Handler:
        return lambda: None if window.game is None else deed(window.game)

    return {
        **_of_window(window),
        **_of_play(of_game),
        **_of_view(of_game),
        **{lens: of_game(_lens(window, lens)) for lens in LENSES},
        "suppose": of_game(lambda game: _suppose(window, game)),
        **{f"dock-{name}": _dock(window, name) for name in TITLES},
    }


def _of_window(window: MainWindow) -> dict[str, Handler]:
    return {
        "new": window.questions.ask_new,
        "open": window.files.ask_open,
        "save": window.save,
        "save-as": window.save_as,
        "preferences": window.questions.ask_preferences,
        "quit": window.close,
        "full-screen": window.switch_full_screen,
        "reset-panels": window.docks.put_back,
        "rule": window.show_rule_of_question,
        "decks": window.questions.show_decks,
        "keys": window.questions.show_keys,
        "briefing": window.questions.show_briefing,
        "about-game": window.questions.show_about_game,
        "about": window.questions.show_about,
        "go-to": window.questions.ask_hex,
        "road": window.switch_road,
        "pause": window.switch_pause,
        "calendar": window.show_calendar,
    }


def _of_play(of_game: Callable[[Callable[[Game], object]], Handler]) -> dict[str, Handler]:
    return {
        "undo": of_game(lambda game: game.controller.undo()),
        "redo": of_game(lambda game: game.controller.redo()),
        "next": of_game(lambda game: game.table.cycle(1)),
        "previous": of_game(lambda game: game.table.cycle(-1)),
        "leave": of_game(lambda game: game.table.leave_here()),
        "confirm": of_game(lambda game: game.controller.confirm()),
        "end-segment": of_game(lambda game: game.end_segment()),
        "end-activation": of_game(lambda game: game.end_activation()),
        "skip": of_game(lambda game: game.controller.skip()),
        "sheet": of_game(lambda game: game.show_last_combat()),
    }


def _of_view(of_game: Callable[[Callable[[Game], object]], Handler]) -> dict[str, Handler]:
    return {
        "zoom-in": of_game(lambda game: game.table.board.camera.zoom_by(1)),
        "zoom-out": of_game(lambda game: game.table.board.camera.zoom_by(-1)),
        "zoom-fit": of_game(lambda game: game.table.board.camera.fit()),
        "zoom-full": of_game(lambda game: game.table.board.camera.zoom_to(1.0)),
        "centre": of_game(lambda game: game.table.centre()),
        "board": of_game(lambda game: game.table.board.setFocus()),
    }


def _lens(window: MainWindow, lens: str) -> Callable[[Game], object]:
    return lambda game: game.table.switch(lens, on=window.menus[lens].isChecked())


def _suppose(window: MainWindow, game: Game) -> None:
    game.table.suppose_here()
    window.menus["supply"].setChecked(True)  # it has switched the lens on


def _dock(window: MainWindow, name: str) -> Handler:
    return lambda: window.docks.show_dock(name)
