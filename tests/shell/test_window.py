"""The window round a game: files, autosave, computer players, real dice, dialogs, sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from hexwar.engine import CHANCE, ManualChance, Roll, SeededChance, Session, save, write_file
from hexwar.kit import Player
from hexwar.scenario.library import load_battle
from hexwar.scenario.summaries import Summary
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.shell.notices import Notice, PanelDialog, PlaceDialog
from hexwar.shell.preferences import Pace, Preferences, PreferencesDialog
from hexwar.shell.recovery import kept_games, latest
from hexwar.shell.seats import HUMAN
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.actions import DrawChit
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard
from hexwar.widgets import theme as themes
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.panels.dice import ChitDialog, DieDialog
from hexwar.widgets.panels.end_sheet import EndSheet
from hexwar.widgets.panels.new_game import NewGameDialog
from hexwar.widgets.panels.rulebook import RulebookView
from hexwar.widgets.panels.stack_panel import StackPanel
from tests.shell.hand import Hand, Key, Modifier, Shelf, brienne, free_game, of_nlc, services
from tests.systems.nlc.cases import each

AGAINST_RANDOM = {"player.french": "person", "player.allied": "random"}
RANDOM_ONLY = {"player.french": "random", "player.allied": "random"}


def words_of(widget: Any) -> str:
    """Everything that labels and buttons of a dialog say."""
    labels = [label.text() for label in widget.findChildren(QLabel)]
    return "\n".join([*labels, *(b.text() for b in widget.findChildren(QPushButton))])


D = TypeVar("D", bound=QDialog)


def opened(hand: Hand, kind: type[D]) -> D:
    """The dialog that stands open."""
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, kind)
    return dialog


def begun(hand: Hand, dialog: NewGameDialog) -> Hand:
    """Begin the game that is chosen."""
    dialog.start.click()
    hand.until(lambda: hand.window.game is not None)
    return hand


def choose_file(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    """What the player chooses in the file dialogs; None for Cancel."""
    answer = lambda *_: ("" if path is None else str(path), "")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)


def nearly_over() -> Session[GameState]:
    """A game in its last turn in which nobody has done anything."""
    session = free_game("brienne", SeededChance("2"))
    while session.state.turn < len(session.state.battle.turns):
        session.answer(None if None in session.options else session.options[-1])
    return session


def play_out(hand: Hand) -> None:
    """End everything until the game is over."""
    controller = hand.game.controller
    for _ in range(2_000):
        if hand.session.pending is None:
            return
        if controller.can_end_activation:
            controller.end_activation()
            continue
        given = [b for b in controller.offer.buttons if b.response is not None]
        controller.press((given or list(controller.offer.buttons))[-1].id)
    pytest.fail("the game does not end")


# -- files


def test_save_and_load(table: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand, game = table, table.game
    choose_file(monkeypatch, None)  # Cancel does nothing
    hand.key(Key.Key_S, Modifier.ControlModifier | Modifier.ShiftModifier)
    hand.key(Key.Key_O, Modifier.ControlModifier)
    hand.qtbot.wait(50)
    assert (hand.window.game, game.path) == (game, None)

    hand.click("1704")
    hand.click("1705")
    digest = hand.session.digest()
    path = tmp_path / "my game"
    choose_file(monkeypatch, path)
    hand.key(Key.Key_S, Modifier.ControlModifier)
    kept = path.with_suffix(".hexwar")
    hand.until(lambda: hand.game.path == kept)
    assert "my game" in hand.window.windowTitle()

    hand.click("1804")
    hand.click("1805")
    hand.key(Key.Key_S, Modifier.ControlModifier)
    later = hand.session.digest()
    hand.until(lambda: kept.read_text("utf-8") == save(hand.session))
    assert later != digest

    choose_file(monkeypatch, kept)
    hand.key(Key.Key_O, Modifier.ControlModifier)
    hand.until(lambda: hand.window.game is not game and hand.window.game is not None)
    assert hand.session.digest() == later
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert hand.session.digest() == digest
    assert [action.text() for action in hand.window.menus.recent.actions()] == [kept.name]


def test_what_cannot_be_read_or_written_is_one_sentence(
    table: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, game = table, table.game
    path = tmp_path / "broken.hexwar"
    for text in ("", "{", '{"layout": 99}', "\udcff"):
        path.write_bytes(text.encode(errors="surrogateescape"))
        hand.window.files.open(path)
        hand.until(lambda: hand.window.dialogs.dialog is not None)
        dialog = opened(hand, Notice)
        assert dialog.text.text()
        assert "Traceback" not in dialog.text.text()
        hand.key(Key.Key_Escape, on=dialog)
        assert hand.window.game is game

    hand.window.files.save(hand.session, path / "game.hexwar")  # in a file, not in a folder
    banner = hand.window.keeping.banner
    hand.until(banner.isVisible)
    assert "Not saved under its name" in banner.line.text()
    assert game.path is None
    choose_file(monkeypatch, tmp_path / "good")
    banner.save_elsewhere.click()
    hand.until(lambda: not banner.isVisible())
    assert game.path == tmp_path / "good.hexwar"


def test_the_log_goes_to_a_file(
    table: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.window.docks.show_dock("log")
    path, log = tmp_path / "log.txt", table.window.panes.log.log
    choose_file(monkeypatch, path)
    log.exportAsked.emit("txt")
    assert "V Cavalry Corps (Milhaud)" in path.read_text("utf-8")

    choose_file(monkeypatch, tmp_path)
    log.exportAsked.emit("txt")
    opened(table, Notice)


# -- the autosave


def test_an_activation_is_kept_and_offered_at_the_next_start(
    table: Hand, qtbot: QtBot, tmp_path: Path, shelf: Shelf
) -> None:
    hand = table
    assert latest(tmp_path / "saves") is None
    hand.click("1704")
    hand.click("1705")
    hand.until(lambda: latest(tmp_path / "saves") is not None)
    hand.game.controller.end_activation()
    hand.click("0913")
    digest = hand.session.digest()
    hand.window.docks.docks["army"].close()
    hand.window.close()
    assert all(shelf.layout())

    again = MainWindow(services(tmp_path, shelf))
    qtbot.addWidget(again)
    again.show()
    start = again.start
    assert start.go_on.isVisible()
    assert "Brienne" in start.last_title.text()
    assert "today at" in start.last_title.text()
    assert "Turn 1" in start.last_note.text()
    start.go_on.click()
    qtbot.waitUntil(lambda: again.game is not None, timeout=10_000)
    assert again.game is not None
    assert again.game.session.digest() == digest
    assert again.game.path is None
    assert [found.path for found in kept_games(tmp_path / "saves")] == [again.game.diary.path]

    army = again.docks.docks["army"]  # which was closed when the window was left
    assert not army.isVisible()
    again.menus["reset-panels"].trigger()
    assert army.toggleViewAction().isChecked()
    again.docks.docks["log"].setFloating(True)
    QApplication.processEvents()
    assert again.docks.docks["log"].isFloating()
    again.close()


def test_a_game_that_was_only_looked_at_leaves_no_file(table: Hand, tmp_path: Path) -> None:
    table.window.close()
    assert not (tmp_path / "saves").exists()


def test_the_end_of_the_game_shows_its_sheet(hand: Hand, tmp_path: Path) -> None:
    hand.open(nearly_over())
    play_out(hand)
    dialog = opened(hand, PanelDialog)
    assert isinstance(dialog.panel, EndSheet)
    outcome = hand.session.state.outcome
    assert outcome is not None
    assert outcome.level in dialog.panel.banner.accessibleName() or outcome.winner is None
    assert hand.sentence.startswith("The game is over.")
    digest = hand.session.digest()
    hand.key(Key.Key_Escape, on=dialog)
    assert hand.window.dialogs.dialog is None
    hand.click("0913")
    hand.key(Key.Key_E)
    assert hand.session.digest() == digest

    hand.window.dialogs.show_end(hand.game)
    dialog = opened(hand, PanelDialog)
    assert isinstance(dialog.panel, EndSheet)
    dialog.panel.new_game.click()
    opened(hand, NewGameDialog)
    hand.window.close()
    assert len(kept_games(tmp_path / "saves")) == 1
    assert latest(tmp_path / "saves") is None  # what has ended is not offered


# -- beginning


def choose(dialog: NewGameDialog, title: str) -> None:
    """Choose a battle by its title."""
    titles = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    dialog.list.setCurrentRow(titles.index(title))


@pytest.mark.rule("N12.93")
def test_the_start_screen_begins_a_game_whose_open_orders_need_no_handover(hand: Hand) -> None:
    for key in (Key.Key_E, Key.Key_N, Key.Key_R, Key.Key_P, Key.Key_F1, Key.Key_Space):
        hand.key(key, on=hand.window)
    hand.key(Key.Key_S, Modifier.ControlModifier, on=hand.window)
    assert hand.window.game is None
    assert hand.window.dialogs.dialog is None

    hand.key(Key.Key_N, Modifier.ControlModifier, on=hand.window)
    hand.key(Key.Key_Escape, on=opened(hand, NewGameDialog))
    hand.qtbot.wait(50)
    assert hand.window.game is None
    assert not hand.window.start.go_on.isVisible()
    assert not hand.window.panes.prompt.isVisible()

    hand.window.start.begin.click()
    dialog = opened(hand, NewGameDialog)
    choose(dialog, "Brienne")
    dialog.seats[1].choose(HUMAN)
    dialog.seed.setText("1")
    dialog.options["weather"].setCurrentIndex(1)
    game = begun(hand, dialog).game
    assert game.session.chance.seed == "1"
    assert game.session.state.battle.options["weather"] == "historical"
    assert game.session.state.sky.weather == "mud"
    assert game.seats.humans == ("french", "allied")
    assert game.session.state.battle.options["cups"] == "two"
    assert hand.window.handover.isVisible()
    assert not hand.window.panes.prompt.isVisible()  # nothing but the handover is
    assert game.controller.viewer.pads == ()

    hand.window.close_game()
    hand.window.start.begin.click()
    dialog = opened(hand, NewGameDialog)
    choose(dialog, "Brienne")
    dialog.options["orders"].setCurrentIndex(1)
    assert len(begun(hand, dialog).game.controller.viewer.pads) == 2
    assert not hand.window.handover.isVisible()


def test_the_smallest_battle_is_first_unless_played(
    hand: Hand, shelf: Shelf, tmp_path: Path
) -> None:
    path = tmp_path / "kept.hexwar"
    write_file(path, save(brienne()))
    hand.window.files.open(path)
    hand.until(lambda: hand.window.game is not None)
    assert shelf.played() == {}  # to open a save is no beginning

    hand.window.dialogs.ask_new()
    dialog, before = opened(hand, NewGameDialog), hand.game
    assert dialog.choice.scenario == "first-steps"
    choose(dialog, "Hold the bridge")
    begun(hand, dialog)
    hand.until(lambda: hand.window.game not in (None, before))
    assert shelf.played() == {"hold-the-bridge": "2026-11-21"}

    hand.window.dialogs.ask_new()
    again = opened(hand, NewGameDialog)
    assert again.choice.scenario == "hold-the-bridge"
    row = again.list.currentIndex()
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Hold the bridge, 18 March 1814 · 6 turns, French: 9 units, 23 SP, "
        "Coalition: 11 units, 34 SP, Played 21 November 2026"
    )


# -- computer players


def test_a_computer_player_answers_and_its_answers_cannot_be_undone(hand: Hand) -> None:
    hand.open(brienne(options=AGAINST_RANDOM))
    assert hand.game.controller.viewer.side == "french"
    turns = 0
    while hand.session.state.turn == 1 and turns < 60:
        turns += 1
        hand.until(lambda: hand.game.controller.is_asking or hand.session.pending is None)
        assert hand.game.controller.viewer.side == "french"
        if hand.combat.isVisible():
            hand.combat.reject()
            continue
        hand.game.controller.end_activation()
        if hand.session.state.turn > 1:
            break
        if hand.game.controller.is_asking and not hand.game.controller.can_end_activation:
            hand.game.controller.press(hand.game.controller.offer.buttons[-1].id)

    answers = [entry for entry in hand.session.journal if entry.side == "allied"]
    assert len(answers) > 20
    assert hand.game.controller.barrier() is not None


class Cheat:
    """A computer player whose every answer is against the law."""

    def answer(self, *_: Any) -> Any:
        return "0101"


def test_no_computer_player_breaks_the_rules(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NLC, "players", {"random": Player(Cheat, "cheats")})
    hand.open(brienne(options=RANDOM_ONLY))
    hand.until(lambda: hand.session.state.turn > 1)
    assert "broke a rule" in opened(hand, Notice).text.text()
    hand.window.close()


def test_pause_holds_a_computer_player_and_the_save_says_who_plays(hand: Hand) -> None:
    hand.open(brienne(options=AGAINST_RANDOM))
    hand.window.menus["about-game"].trigger()
    assert "Coalition: computer (moves at random)" in opened(hand, Notice).text.text()
    assert "player.allied" in hand.session.header["options"]
    hand.window.dialogs.close()

    hand.key(Key.Key_P)
    assert hand.window.menus["pause"].isChecked()
    while hand.pending.side == "french":
        hand.game.controller.end_activation()
    answers = len(hand.session.journal)
    hand.qtbot.wait(150)
    assert len(hand.session.journal) == answers
    assert "Waiting for Coalition" in hand.window.hint.text()

    hand.key(Key.Key_P)
    hand.until(lambda: len(hand.session.journal) > answers)
    hand.window.close()  # while it thinks
    assert hand.window.game is None


def test_real_dice_and_chits_are_typed_in(hand: Hand) -> None:
    hand.open(brienne(chance=ManualChance()))
    assert isinstance(hand.pending, Roll)
    assert hand.pending.side == CHANCE
    die = hand.window.findChild(DieDialog)
    assert die is not None
    assert "initial action, French" in words_of(die)
    hand.key(Key.Key_4, on=die)
    assert hand.session.journal[-1].answer == 4
    assert isinstance(hand.pending, Roll)
    assert hand.pending.purpose == "initial action, Coalition"

    die = next(box for box in hand.window.findChildren(DieDialog) if box.isVisible())
    hand.key(Key.Key_Escape, on=die)
    assert isinstance(hand.pending, Roll)
    assert hand.answers == ["1", "2", "3", "4", "5", "6"]
    for shown in "166":  # Blücher has 3 and no enemy here: a tie, and nobody coordinates
        assert isinstance(hand.pending, Roll)
        hand.press(shown)
    assert "whose chit is drawn" in hand.sentence
    hand.press("5")
    assert isinstance(hand.pending, DrawChit)
    (chits,) = (box for box in hand.window.findChildren(ChitDialog) if box.isVisible())
    assert chits.list.count() == 3
    chits.choose()

    assert isinstance(hand.pending, ActivateUnit)
    assert hand.session.state.chits.drawn == (chits.formation,)
    assert hand.session.chance.seed is None


# -- preferences and sizes


def test_preferences_are_applied_at_once_and_kept_or_taken_back(table: Hand, shelf: Shelf) -> None:
    hand = table
    hand.key(Key.Key_Comma, Modifier.ControlModifier)
    dialog = opened(hand, PreferencesDialog)
    dialog.boxes["theme"].setCurrentIndex(1)
    dialog.boxes["counters"].setCurrentIndex(1)
    assert hand.window.look.theme.name == "dark"
    assert hand.board.board.theme.name == "dark"
    assert hand.window.preferences.counters is CounterStyle.NATO
    hand.key(Key.Key_Escape, on=dialog)
    assert hand.window.look.theme.name == "light"
    assert shelf.kept == Preferences(pace=Pace.OFF, warns=frozenset())

    hand.window.dialogs.ask_preferences()
    dialog = opened(hand, PreferencesDialog)
    dialog.boxes["pace"].setCurrentIndex(3)
    assert hand.board.board.pile.sky.shown.weather == "cloudy"
    for name in ("shows_results", "shows_weather", "shows_rushes"):
        dialog.checks[name].setChecked(False)
    assert hand.board.board.pile.sky.shown.weather == "fair"
    assert not hand.game.controller.playback.shows_rushes
    dialog.done_button.click()
    assert shelf.kept == Preferences(
        pace=Pace.FAST,
        shows_results=False,
        shows_weather=False,
        shows_rushes=False,
        warns=frozenset(),
    )


@each("size scale", ((1366, 768), 1.0), ((1366, 768), 1.5), ((1920, 1080), 2.0))
def test_every_button_is_within_the_window(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    liked = Preferences(pace=Pace.OFF, scale=scale)
    look = look_of(liked)
    themes.apply(qapp, look.theme, look.scale)
    window = MainWindow(services(tmp_path, Shelf(liked)))
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    hand = Hand(window, qtbot).open(brienne())
    hand.click("1803")
    qtbot.wait(50)

    assert (window.width(), window.height()) == size
    visible = [b for b in window.findChildren(QAbstractButton) if _is_seen(b)]
    assert len(visible) > 5
    for made in visible:
        box = QRect(made.mapTo(window, made.rect().topLeft()), made.size())
        assert window.rect().contains(box), made.text()
    assert hand.board.width() > size[0] * 0.4
    assert hand.board.height() > size[1] * 0.25
    window.close()


def _is_seen(widget: QWidget) -> bool:
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def test_long_lists_of_buttons_go_into_a_menu(hand: Hand) -> None:
    from hexwar.engine import Manner
    from hexwar.shell.asking import choices, fitting
    from hexwar.shell.prompter import Button

    many = [Button(str(n), f"A button with words {n}", "tip") for n in range(12)]
    end = Button("end", "End", "tip", manner=Manner.END)
    found = choices([*many, end])
    shown, more = fitting(found, lambda words: 8.0 * len(words), 900, 1.0)

    assert [c.id for c in shown if c.id not in ("more", "end")] + [c.id for c in more] == [
        str(n) for n in range(12)
    ]
    assert [c.id for c in shown][-2:] == ["more", "end"]
    assert [c.shortcut for c in found[:10]] == [*"123456789", ""]
    assert "(E)" in found[-1].tooltip


# -- small dialogs


def test_a_hex_can_be_gone_to(table: Hand) -> None:
    def go(entered: str) -> PlaceDialog:
        table.key(Key.Key_G)
        dialog = opened(table, PlaceDialog)
        dialog.line.setText(entered)
        dialog.go.click()
        return dialog

    dialog = go("Atlantis")
    assert dialog.isVisible()
    assert "no such place" in dialog.refusal.text()
    table.key(Key.Key_Escape, on=dialog)
    assert table.game.table.spot is None

    for entered, shown in (
        ("0913", "0913"),
        ("maizières (1803)", "1803"),
        ("MAIZIERES", "1803"),
        ("maizière", "1803"),
        ("Crespy", "1912"),
    ):
        go(entered)
        assert table.game.table.spot == shown
        table.window.follow_link("hex:2631")


def test_a_rule_that_a_dialog_names_can_be_read_over_it(table: Hand) -> None:
    table.window.menus["new"].trigger()
    dialog = opened(table, NewGameDialog)
    choose(dialog, "Brienne")
    dialog.briefing.click()
    notice = dialog.findChild(Notice)
    assert notice is not None
    assert notice.windowTitle() == "Brienne"
    assert "French: Take Brienne and its castle" in notice.text.text()
    for over in (notice, dialog):
        over.linkActivated.emit("rule:N22.2")
        book = over.findChildren(RulebookView)[-1]
        assert book.isVisible()
        assert book.chapter == "n22-victory"
        table.key(Key.Key_Escape, on=book.window())
        assert over.isVisible()
    assert isinstance(table.pending, ActivateUnit)


def test_escape_closes_every_dialog_and_changes_nothing(table: Hand) -> None:
    window = table.window
    game, digest, liked = table.game, table.session.digest(), window.preferences
    for action in ("keys", "about", "about-game", "preferences", "go-to", "new"):
        window.menus[action].trigger()
        dialog = window.dialogs.dialog
        assert dialog is not None, action
        assert words_of(dialog), action
        table.key(Key.Key_Escape, on=dialog)
        QApplication.processEvents()
        assert window.dialogs.dialog is None, action
        assert (window.game, table.session.digest()) == (game, digest)
        assert window.preferences == liked


def test_all_keys_are_listed(hand: Hand) -> None:
    from hexwar.shell.notices import keys_html

    specs = hand.window.specs
    listed = re.sub("<[^>]*>", "\n", keys_html(specs))
    for action in specs:
        if action.keys:
            assert ", ".join(action.keys) in unescape(listed), action.id


def test_a_notice_of_a_loaded_game_is_told(hand: Hand) -> None:
    session = brienne()
    session.notice = "The rules have changed."
    hand.open(session)
    dialog = opened(hand, Notice)
    assert "The rules have changed." in dialog.text.text()
    assert dialog.windowTitle() == "About this game"


def test_another_game_takes_the_place_of_the_first(table: Hand) -> None:
    hand, first = table, table.game
    hand.window.panes.panel(StackPanel).subsetChanged.emit(["FR-5C-01"], [])
    assert first.controller.offer.picked

    hand.open(brienne("52"))
    assert hand.game is not first
    assert hand.session.chance.seed == "52"
    hand.window.panes.panel(StackPanel).subsetChanged.emit(["CO-9-02"], [])
    assert hand.game.controller.offer.picked == ("CO-9-02",)


def test_events_are_shown_one_after_another_and_can_be_skipped(hand: Hand) -> None:
    hand.window.apply(replace(hand.window.preferences, pace=Pace.SLOW))
    hand.open(brienne())
    controller = hand.game.controller
    hand.click("1704")
    hand.click("1705")
    assert controller.playback.is_running
    assert not controller.is_asking
    assert hand.game.table.spot_of("FR-5C-01") == "1704"
    hand.key(Key.Key_Period)
    assert controller.is_asking
    assert hand.game.table.spot_of("FR-5C-01") == "1705"

    hand.click("1804")
    hand.click("1805")
    assert not controller.is_asking
    hand.click("1803")  # a click skips too, and chooses nothing
    assert controller.is_asking
    assert controller.offer.picked == ()

    controller.end_activation()
    hand.until(lambda: "began to act" in hand.sentence)  # chance is told while it is shown
    assert not controller.is_asking
    controller.skip()


BROKEN = Summary("bourg", "", "", 0, {}, {}, problem="scenario.json: turns: this field is missing")


def dialog_over(hand: Hand, scenarios: Sequence[Summary]) -> NewGameDialog:
    """The dialog of a program that has these scenarios."""
    hand.window.services = replace(hand.window.services, scenarios=lambda: scenarios)
    hand.window.dialogs.ask_new()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    return dialog


def about(dialog: NewGameDialog, scenario: str) -> str:
    """What is said under the title of a battle."""
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        if dialog.choice.scenario == scenario:
            return QTextDocumentFragment.fromHtml(dialog.about.text()).toPlainText()
    raise LookupError(scenario)


def test_it_is_told_how_long_a_battle_lasts(hand: Hand) -> None:
    dialog = dialog_over(hand, of_nlc())
    for scenario, words in (
        ("brienne", "29 January 1814 · 9 turns of one hour"),
        ("three-battles", "10 February 1814 · 68 turns, from 10 to 14 February"),
        ("brienne-la-rothiere", "29 January 1814 · 51 turns, from 29 January to 1 February"),
    ):
        assert about(dialog, scenario) == words
    for summary in of_nlc():
        is_hourly = all(is_hour for is_hour in hours(load_battle(summary.id, FILES_ONLY).turns))
        assert about(dialog, summary.id).endswith("turns of one hour") is is_hourly, summary.id


def hours(turns: Sequence[TurnCard]) -> Iterator[bool]:
    """Of each turn but the last, whether the next begins an hour later."""
    for number in range(1, len(turns)):
        before, after = turns[number - 1], turns[number]
        yield (after.hour - before.hour) % 24 == 1


def test_a_scenario_that_cannot_be_read_stands_last_and_says_why(hand: Hand) -> None:
    dialog = dialog_over(hand, (BROKEN, *of_nlc()))
    assert dialog.start.isEnabled()
    last = dialog.list.count() - 1
    dialog.list.setCurrentRow(last)
    assert dialog.title.text() == "bourg"
    assert dialog.problem.text() == BROKEN.problem
    assert not dialog.start.isEnabled()
    row = dialog.list.currentIndex()
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "bourg, Cannot be played"
