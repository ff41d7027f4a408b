"""The window round a game: files, autosave, computer players, real dice, dialogs, sizes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLabel,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from hexwar.engine import CHANCE, ManualChance, Roll, SeededChance, Session, save, write_file
from hexwar.kit import Player
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.shell.notices import HexDialog, Notice, PanelDialog
from hexwar.shell.preferences import Pace, Preferences
from hexwar.shell.preferences_dialog import PreferencesDialog
from hexwar.shell.saves import autosaves, latest
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.actions import DrawChit
from hexwar.systems.nlc.state import GameState
from hexwar.widgets import theme as themes
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.panels.confirm import ConfirmDialog
from hexwar.widgets.panels.dice import ChitDialog, DieDialog
from hexwar.widgets.panels.end_sheet import EndSheet
from hexwar.widgets.panels.new_game import NewGameDialog
from hexwar.widgets.panels.rulebook_view import RulebookView
from hexwar.widgets.panels.stack_panel import StackPanel
from tests.shell.hand import Hand, Key, Modifier, Shelf, brienne, free_game, services

AGAINST_RANDOM = {"player.french": "person", "player.allied": "random"}
RANDOM_ONLY = {"player.french": "random", "player.allied": "random"}


def words_of(widget: Any) -> str:
    """Everything that labels and buttons of a dialog say."""
    labels = [label.text() for label in widget.findChildren(QLabel)]
    return "\n".join([*labels, *(b.text() for b in widget.findChildren(QPushButton))])


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


def test_save_and_load(hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand.open(brienne())
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
    before = hand.game
    hand.key(Key.Key_O, Modifier.ControlModifier)
    hand.until(lambda: hand.window.game is not before and hand.window.game is not None)
    assert hand.session.digest() == later
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert hand.session.digest() == digest
    assert [action.text() for action in hand.window.menus.recent.actions()] == [kept.name]


def test_cancel_in_the_file_dialogs_does_nothing(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.open(brienne())
    game = hand.game
    choose_file(monkeypatch, None)

    hand.key(Key.Key_S, Modifier.ControlModifier | Modifier.ShiftModifier)
    hand.key(Key.Key_O, Modifier.ControlModifier)
    hand.qtbot.wait(50)

    assert hand.window.game is game
    assert game.path is None


@pytest.mark.parametrize("text", ["", "{", '{"layout": 99}', "\udcff"])
def test_a_broken_save_is_one_sentence(hand: Hand, tmp_path: Path, text: str) -> None:
    hand.open(brienne())
    game = hand.game
    path = tmp_path / "broken.hexwar"
    path.write_bytes(text.encode(errors="surrogateescape"))

    hand.window.files.open(path)
    hand.until(lambda: hand.window.dialogs.dialog is not None)

    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert dialog.text.text()
    assert "Traceback" not in dialog.text.text()
    hand.key(Key.Key_Escape, on=dialog)
    assert hand.window.game is game


def test_a_save_that_cannot_be_written_is_one_sentence(hand: Hand, tmp_path: Path) -> None:
    hand.open(brienne())
    blocked = tmp_path / "file"
    blocked.write_text("no folder")

    hand.window.files.save(hand.session, blocked / "game.hexwar")
    hand.until(lambda: hand.window.dialogs.dialog is not None)

    assert hand.game.path is None


def test_the_log_is_written_to_a_file(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.open(brienne())
    hand.window.docks.show_dock("log")
    path = tmp_path / "log.txt"
    choose_file(monkeypatch, path)

    hand.window.panes.log.log.exportAsked.emit("txt")
    assert "V Cavalry Corps (Milhaud)" in path.read_text("utf-8")

    choose_file(monkeypatch, tmp_path)
    hand.window.panes.log.log.exportAsked.emit("txt")
    assert isinstance(hand.window.dialogs.dialog, Notice)


# -- the autosave


def test_an_activation_is_kept_and_offered_at_the_next_start(
    hand: Hand, qtbot: QtBot, tmp_path: Path, shelf: Shelf
) -> None:
    hand.open(brienne())
    hand.click("1704")
    hand.click("1705")
    assert latest(tmp_path / "saves") is None
    hand.game.controller.end_activation()
    hand.until(lambda: latest(tmp_path / "saves") is not None)
    hand.click("0913")
    digest = hand.session.digest()
    hand.window.close()

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
    assert [found.path for found in autosaves(tmp_path / "saves")] == [again.game.autosave]
    again.close()


def test_a_game_that_was_only_looked_at_leaves_no_file(hand: Hand, tmp_path: Path) -> None:
    hand.open(brienne())
    hand.window.close()

    assert not (tmp_path / "saves").exists()


def test_a_game_that_has_ended_is_not_offered(hand: Hand, tmp_path: Path) -> None:
    hand.open(nearly_over())
    play_out(hand)
    hand.window.close()

    assert len(autosaves(tmp_path / "saves")) == 1
    assert latest(tmp_path / "saves") is None


def test_a_folder_that_cannot_be_written_is_told_once(hand: Hand, tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")
    hand.open(brienne())
    hand.game.controller.end_activation()
    hand.until(lambda: hand.window.dialogs.dialog is not None)

    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert "autosave" in dialog.text.text()
    dialog.reject()
    hand.game.controller.end_activation()
    hand.qtbot.wait(100)
    assert hand.window.dialogs.dialog is None


# -- the end


def test_the_end_of_the_game_shows_its_sheet(hand: Hand) -> None:
    hand.open(nearly_over())
    play_out(hand)

    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, PanelDialog)
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


def test_the_sheet_of_the_end_leads_to_a_new_game(hand: Hand) -> None:
    hand.open(nearly_over())
    play_out(hand)
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, PanelDialog)
    assert isinstance(dialog.panel, EndSheet)

    dialog.panel.new_game.click()

    assert isinstance(hand.window.dialogs.dialog, NewGameDialog)


# -- beginning


def choose(dialog: NewGameDialog, title: str) -> None:
    """Choose a battle by its title."""
    titles = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    dialog.list.setCurrentRow(titles.index(title))


def test_the_start_screen_begins_a_game(hand: Hand) -> None:
    assert hand.window.game is None
    assert not hand.window.start.go_on.isVisible()
    assert not hand.window.panes.prompt.isVisible()
    hand.window.start.begin.click()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    choose(dialog, "Brienne")
    dialog.seed.setText("1")
    dialog.options["weather"].setCurrentIndex(1)
    dialog.start.click()
    hand.until(lambda: hand.window.game is not None)

    assert hand.game.session.chance.seed == "1"
    assert hand.game.session.state.battle.options["weather"] == "historical"
    assert hand.game.session.state.sky.weather == "mud"
    assert hand.game.seats.humans == ("french", "allied")
    assert hand.game.session.state.battle.options["cups"] == "two"
    assert hand.window.panes.prompt.isVisible()


@pytest.mark.rule("N12.93")
@pytest.mark.parametrize("is_open", [False, True])
def test_open_orders_need_no_handover(hand: Hand, is_open: bool) -> None:
    hand.window.start.begin.click()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    choose(dialog, "Brienne")
    dialog.open_orders.setChecked(is_open)
    dialog.start.click()
    hand.until(lambda: hand.window.game is not None)

    assert hand.window.handover.screen.isVisible() is not is_open
    assert len(hand.game.controller.viewer.pads) == (2 if is_open else 0)


def test_the_smallest_battle_comes_first_until_one_was_played(hand: Hand, shelf: Shelf) -> None:
    hand.window.start.begin.click()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    assert dialog.choice.scenario == "first-steps"
    choose(dialog, "Hold the bridge")
    dialog.start.click()
    hand.until(lambda: hand.window.game is not None)
    assert shelf.played() == {"hold-the-bridge": "2026-11-21"}

    hand.window.dialogs.ask_new()
    again = hand.window.dialogs.dialog
    assert isinstance(again, NewGameDialog)
    assert again.choice.scenario == "hold-the-bridge"
    row = again.list.currentIndex()
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Hold the bridge, 18 March 1814 · 6 turns, French: 9 units, 23 SP, "
        "Coalition: 11 units, 34 SP, Played 21 November 2026"
    )


def test_opening_a_save_is_no_beginning(hand: Hand, shelf: Shelf, tmp_path: Path) -> None:
    path = tmp_path / "kept.hexwar"
    write_file(path, save(brienne()))
    hand.window.files.open(path)
    hand.until(lambda: hand.window.game is not None)

    assert shelf.played() == {}


def test_escape_begins_nothing(hand: Hand) -> None:
    hand.key(Key.Key_N, Modifier.ControlModifier, on=hand.window)
    dialog = hand.window.dialogs.dialog
    assert dialog is not None
    hand.key(Key.Key_Escape, on=dialog)
    hand.qtbot.wait(50)

    assert hand.window.game is None


def test_keys_of_a_game_do_nothing_without_one(hand: Hand) -> None:
    for key in (Key.Key_E, Key.Key_N, Key.Key_R, Key.Key_P, Key.Key_F1, Key.Key_Space):
        hand.key(key, on=hand.window)
    hand.key(Key.Key_S, Modifier.ControlModifier, on=hand.window)

    assert hand.window.game is None
    assert hand.window.dialogs.dialog is None


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


def test_a_computer_player_cannot_break_the_rules(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NLC, "players", {"random": Player(Cheat, "cheats")})
    hand.open(brienne(options=RANDOM_ONLY))
    hand.until(lambda: hand.session.state.turn > 1)

    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert "broke a rule" in dialog.text.text()
    hand.window.close()


def test_pause_holds_a_computer_player(hand: Hand) -> None:
    hand.open(brienne(options=AGAINST_RANDOM))
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


def test_closing_while_a_computer_thinks_leaves_nothing_running(hand: Hand) -> None:
    hand.open(brienne(options=RANDOM_ONLY))
    hand.until(lambda: len(hand.session.journal) > 30)

    hand.window.close()

    assert hand.window.game is None


def test_who_plays_stands_in_the_save(hand: Hand) -> None:
    hand.open(brienne(options=AGAINST_RANDOM))

    hand.window.menus["about-game"].trigger()

    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert "Coalition: computer (random)" in dialog.text.text()
    assert "player.allied" in save(hand.session)


# -- real dice


def test_real_dice_and_chits_are_typed_in(hand: Hand) -> None:
    hand.open(brienne(chance=ManualChance()))
    assert isinstance(hand.pending, Roll)
    assert hand.pending.side == CHANCE
    die = hand.window.findChild(DieDialog)
    assert die is not None
    assert "initial action, French" in words_of(die)

    hand.key(Key.Key_Escape, on=die)
    assert isinstance(hand.pending, Roll)
    assert list(hand.buttons) == ["1", "2", "3", "4", "5", "6"]
    for shown in "4166":  # Blücher has 3 and no enemy here: a tie, and nobody coordinates
        assert isinstance(hand.pending, Roll)
        hand.press(shown)
    assert "whose chit is drawn" in hand.sentence
    hand.press("5")
    assert isinstance(hand.pending, DrawChit)
    chits = [box for box in hand.window.findChildren(ChitDialog) if box.isVisible()]
    assert len(chits) == 1
    assert chits[0].list.count() == 3
    chits[0].choose()

    assert isinstance(hand.pending, ActivateUnit)
    assert hand.session.state.chits.drawn == (chits[0].formation,)
    assert hand.session.chance.seed is None


def test_a_die_of_the_dialog_is_rolled_by_its_key(hand: Hand) -> None:
    hand.open(brienne(chance=ManualChance()))
    die = hand.window.findChild(DieDialog)
    assert die is not None

    hand.key(Key.Key_2, on=die)

    assert hand.session.journal[-1].answer == 2
    assert isinstance(hand.pending, Roll)
    assert hand.pending.purpose == "initial action, Coalition"


# -- preferences and sizes


def test_preferences_are_applied_at_once_and_taken_back(hand: Hand, shelf: Shelf) -> None:
    hand.open(brienne())
    hand.key(Key.Key_Comma, Modifier.ControlModifier)
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, PreferencesDialog)

    dialog.theme.setCurrentIndex(1)
    dialog.counters.setCurrentIndex(1)
    assert hand.window.look.theme.name == "dark"
    assert hand.board.board.theme.name == "dark"
    assert hand.window.preferences.counters is CounterStyle.NATO

    hand.key(Key.Key_Escape, on=dialog)
    assert hand.window.look.theme.name == "light"
    assert shelf.kept == Preferences(pace=Pace.OFF)


def test_preferences_are_kept_when_done(hand: Hand, shelf: Shelf) -> None:
    hand.open(brienne())
    hand.window.dialogs.ask_preferences()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, PreferencesDialog)
    dialog.pace.setCurrentIndex(3)
    dialog.results.setChecked(False)

    dialog.done_button.click()

    assert shelf.kept == Preferences(pace=Pace.FAST, shows_results=False)


@pytest.mark.parametrize(
    ("size", "scale"), [((1366, 768), 1.0), ((1366, 768), 1.5), ((1920, 1080), 2.0)]
)
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
    found = choices([*many, end], left=["Piré may still move"])
    shown, more = fitting(found, lambda words: 8.0 * len(words), 900, 1.0)

    assert [c.id for c in shown if c.id not in ("more", "end", "end-activation")] + [
        c.id for c in more
    ] == [str(n) for n in range(12)]
    assert [c.id for c in shown][-3:] == ["more", "end", "end-activation"]
    assert [c.shortcut for c in found[:10]] == [*"123456789", ""]
    assert "Piré may still move" in found[-1].tooltip
    assert "(Shift+E)" in found[-1].tooltip


def test_the_layout_is_kept_and_brought_back(
    hand: Hand, qtbot: QtBot, tmp_path: Path, shelf: Shelf
) -> None:
    hand.open(brienne())
    hand.window.docks.docks["army"].close()
    hand.window.close()
    assert all(shelf.layout())

    again = MainWindow(services(tmp_path, shelf))
    qtbot.addWidget(again)
    again.show()
    Hand(again, qtbot).open(brienne())
    assert not again.docks.docks["army"].isVisible()
    again.menus["reset-panels"].trigger()
    assert again.docks.docks["army"].toggleViewAction().isChecked()
    again.close()


def test_docks_float(hand: Hand) -> None:
    hand.open(brienne())
    dock = hand.window.docks.docks["log"]

    dock.setFloating(True)
    hand.qtbot.wait(20)
    assert dock.isFloating()
    hand.window.close()


# -- small dialogs


@pytest.mark.parametrize(
    ("entered", "shown"),
    [
        ("0913", "0913"),
        ("maizières (1803)", "1803"),
        ("MAIZIERES", "1803"),
        ("maizière", "1803"),
        ("Crespy", "1811"),
    ],
)
def test_a_hex_can_be_gone_to(hand: Hand, entered: str, shown: str) -> None:
    hand.open(brienne())
    hand.key(Key.Key_G)
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, HexDialog)
    dialog.line.setText(entered)

    dialog.go.click()

    field = hand.board.board.battlefield
    assert hand.game.table.hex is not None
    assert entered[:4].casefold() in field.name_of(hand.game.table.hex).casefold() or (
        hand.game.table.hex == shown
    )


def test_a_hex_that_is_not_there_is_said(hand: Hand) -> None:
    hand.open(brienne())
    hand.key(Key.Key_G)
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, HexDialog)
    dialog.line.setText("Atlantis")

    dialog.go.click()

    assert dialog.isVisible()
    assert "no such hex" in dialog.refusal.text()
    hand.key(Key.Key_Escape, on=dialog)
    assert hand.game.table.hex is None


def test_the_briefing_of_the_battle_can_be_read(hand: Hand) -> None:
    hand.open(brienne())

    hand.window.menus["briefing"].trigger()

    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert dialog.windowTitle() == "Brienne, 29 January 1814"
    assert "French: Take Brienne and its castle" in dialog.text.text()


@pytest.mark.parametrize("action", ["briefing", "new"])
def test_a_rule_that_a_dialog_names_can_be_read_over_it(hand: Hand, action: str) -> None:
    hand.open(brienne())
    hand.window.menus[action].trigger()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice | NewGameDialog)

    dialog.linkActivated.emit("rule:N22.2")

    book = dialog.findChild(RulebookView)
    assert book is not None
    assert book.isVisible()
    assert book.chapter == "n22-victory"
    hand.key(Key.Key_Escape, on=book.window())
    assert dialog.isVisible()


@pytest.mark.parametrize(
    "action", ["keys", "about", "about-game", "briefing", "preferences", "go-to", "new"]
)
def test_escape_closes_every_dialog_and_changes_nothing(hand: Hand, action: str) -> None:
    hand.open(brienne())
    game, digest, liked = hand.game, hand.session.digest(), hand.window.preferences

    hand.window.menus[action].trigger()
    dialog = hand.window.dialogs.dialog
    assert dialog is not None
    assert words_of(dialog)
    hand.key(Key.Key_Escape, on=dialog)
    hand.qtbot.wait(30)

    assert hand.window.dialogs.dialog is None
    assert (hand.window.game, hand.session.digest()) == (game, digest)
    assert hand.window.preferences == liked


def test_a_dialog_takes_the_place_of_another(hand: Hand) -> None:
    hand.open(brienne())
    hand.key(Key.Key_E, Modifier.ShiftModifier)
    assert isinstance(hand.window.dialogs.dialog, ConfirmDialog)

    hand.window.menus["keys"].trigger()

    assert isinstance(hand.window.dialogs.dialog, Notice)
    assert isinstance(hand.pending, ActivateUnit)


def test_all_keys_are_listed(hand: Hand) -> None:
    from hexwar.shell.notices import keys_html

    specs = hand.window.specs
    listed = re.sub("<[^>]*>", "\n", keys_html(specs))
    for action in specs:
        if action.keys:
            assert ", ".join(action.keys) in listed.replace("&lt;", "<"), action.id


def test_a_notice_of_a_loaded_game_is_told(hand: Hand) -> None:
    session = brienne()
    session.notice = "The rules have changed."

    hand.open(session)

    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert "The rules have changed." in dialog.text.text()
    assert dialog.windowTitle() == "About this game"


def test_another_game_takes_the_place_of_the_first(hand: Hand) -> None:
    hand.open(brienne())
    first = hand.game
    hand.window.panes.panel(StackPanel).subsetChanged.emit(["FR-5C-01"], [])
    assert first.controller.offer.picked

    hand.open(brienne("52"))

    assert hand.game is not first
    assert hand.session.chance.seed == "52"
    hand.window.panes.panel(StackPanel).subsetChanged.emit(["CO-9-02"], [])
    assert hand.game.controller.offer.picked == ("CO-9-02", "CO-9-L")[:1]


def test_events_are_shown_one_after_another_and_can_be_skipped(hand: Hand) -> None:
    hand.window.apply(replace(hand.window.preferences, pace=Pace.SLOW))
    hand.open(brienne())
    hand.click("1704")
    hand.click("1705")
    controller = hand.game.controller
    assert controller.playback.is_running
    assert not controller.is_asking
    assert controller.view.units[next(iter(controller.view.units))] is not None
    assert hand.game.table.hex_of("FR-5C-01") == "1704"

    hand.key(Key.Key_Period)
    assert controller.is_asking
    assert hand.game.table.hex_of("FR-5C-01") == "1705"


def test_a_click_while_something_is_shown_skips_and_chooses_nothing(hand: Hand) -> None:
    hand.window.apply(replace(hand.window.preferences, pace=Pace.SLOW))
    hand.open(brienne())
    hand.click("1704")
    hand.click("1705")
    hand.click("1804")

    assert hand.game.controller.is_asking
    assert hand.game.controller.offer.picked == ()


def test_chance_is_told_in_the_prompt_while_it_is_shown(hand: Hand) -> None:
    hand.window.apply(replace(hand.window.preferences, pace=Pace.SLOW))
    hand.open(brienne())
    hand.game.controller.end_activation()
    hand.until(lambda: "began to act" in hand.sentence)
    assert not hand.game.controller.is_asking
    hand.game.controller.skip()
