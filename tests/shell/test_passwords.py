"""Passwords in the window: a side sets, changes or takes away its own; a locked game asks."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QWidget

from hexwar.app.games import load_game
from hexwar.app.main import main
from hexwar.app.opening import Opened
from hexwar.app.window import show_opened
from hexwar.engine import ManualChance, SeededChance, read_file, save
from hexwar.engine.save import head_of
from hexwar.engine.seal import PACKED, LockedError, unlocked
from hexwar.shell.notices import Notice
from hexwar.shell.passwords import PROTECTS, WARNING, PasswordDialog, UnlockDialog
from hexwar.shell.prompter import Answer
from hexwar.shell.replay import Replay
from hexwar.table.forces import Side
from hexwar.widgets.panels.parts import HELP
from tests.shell.hand import Hand, brienne, new_brienne, until_activation
from tests.shell.test_handover import SECRET, sit_down

D = TypeVar("D", bound=QDialog)

BOTH = PACKED.locked("french", "Ney", "French").locked("allied", "Blücher", "Coalition")
ALONE = {"player.allied": "random"}


def opened(hand: Hand, kind: type[D]) -> D:
    """The dialog that stands open."""
    hand.until(lambda: isinstance(hand.window.dialogs.dialog, kind))
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, kind)
    return dialog


def asked(hand: Hand, side: str = "french") -> PasswordDialog:
    """The dialog that sets a password, at a side."""
    hand.window.menus["password"].trigger()
    dialog = opened(hand, PasswordDialog)
    names = list(hand.session.state.battle.sides)
    if dialog.sides.isVisibleTo(dialog):
        dialog.sides.setCurrentIndex(names.index(Side(side)))
    return dialog


def is_whole(words: QWidget) -> bool:
    """Whether a part has the height that its words need."""
    return words.height() >= max(
        words.heightForWidth(words.width()), words.minimumSizeHint().height()
    )


def test_no_word_of_the_dialog_is_cut_off(hand: Hand) -> None:
    hand.open(new_brienne())
    set_password(hand, "Ney")
    for side in ("allied", "french"):
        dialog = asked(hand, side)
        dialog.resize(dialog.width(), 1)
        hand.qtbot.wait(50)
        assert all(map(is_whole, (dialog.protects, dialog.warning, dialog.new, dialog.go)))
        hand.window.dialogs.close()


def set_password(hand: Hand, new: str, before: str = "", side: str = "french") -> None:
    """Set or change a password by mouse and keyboard."""
    dialog = asked(hand, side)
    dialog.before.setText(before)
    dialog.new.setText(new)
    dialog.again.setText(new)
    dialog.go.click()
    hand.until(lambda: hand.window.dialogs.dialog is None)


def locks_of(path: Path) -> set[str]:
    return set(head_of(read_file(path)).locks)


def kept(hand: Hand) -> Path:
    """The file that the program keeps of the game, when all of it is on the disk."""
    hand.until(lambda: not hand.game.diary.is_behind)
    return hand.game.diary.path


def test_a_password_locks_the_journal_the_save_and_what_lay_beside_them(
    hand: Hand, tmp_path: Path
) -> None:
    path = tmp_path / "game.hexwar"
    for _ in range(2):
        path.write_text(save(brienne()), "utf-8")
    path.with_name("game.hexwar.bak").write_text(save(brienne()), "utf-8")
    hand.open(load_game(read_file(path)), path)
    set_password(hand, "Ney")
    hand.until(lambda: locks_of(path) == {"french"})
    assert locks_of(kept(hand)) == {"french"}
    hand.until(lambda: not path.with_name("game.hexwar.bak").exists())
    with pytest.raises(LockedError):
        load_game(read_file(path))
    seal = unlocked(head_of(read_file(path)).locks, {"french": "Ney"})
    assert load_game(read_file(path), seal=seal).digest() == hand.session.digest()
    hand.session.answer(hand.session.options[0])
    hand.game.diary.keep()
    assert locks_of(kept(hand)) == {"french"}
    assert len(load_game(read_file(kept(hand)), seal=seal).journal) == len(hand.session.journal)


def test_what_is_played_on_elsewhere_stays_locked(hand: Hand, tmp_path: Path) -> None:
    hand.open(brienne())
    set_password(hand, "Ney")
    assert "locked by a password (French)" in hand.window.statusBar().currentMessage()
    other = tmp_path / "other.hexwar"
    hand.window.files.save(hand.session, other)
    hand.until(other.exists)
    hand.until(lambda: hand.game.path == other)
    assert locks_of(other) == {"french"}
    text = hand.window.save_text()
    assert text is not None
    assert set(head_of(text).locks) == {"french"}
    hand.window.replay_this()
    replay = hand.window.replay
    assert isinstance(replay, Replay)
    assert set(replay.session.seal.locks) == {"french"}


def test_the_warning_and_what_is_protected_stand_in_plain_sight(hand: Hand) -> None:
    dialog = asked(hand.open(brienne()))
    assert WARNING in dialog.warning.text()
    assert dialog.protects.text() == PROTECTS
    for part in (dialog.warning, dialog.protects, dialog.new, dialog.again):
        assert part.isVisible()
    assert not dialog.before.isVisible()
    assert dialog.windowTitle() == "Password of the French"
    assert dialog.property(HELP) == "help:saved-games"
    assert all(
        line.echoMode() is QLineEdit.EchoMode.Password for line in dialog.findChildren(QLineEdit)
    )


def test_two_that_differ_and_none_are_refused(hand: Hand) -> None:
    dialog = asked(hand.open(brienne()))
    dialog.go.click()
    assert dialog.refusal.text() == "Please type a password."
    dialog.new.setText("Ney")
    dialog.again.setText("Nay")
    dialog.go.click()
    assert dialog.refusal.text() == "The two are not the same. Please type them again."
    assert (dialog.new.text(), dialog.again.text()) == ("", "")
    dialog.cancel.click()
    assert hand.session.seal == PACKED


def test_who_changes_it_or_takes_it_away_must_know_it(hand: Hand) -> None:
    hand.open(brienne())
    set_password(hand, "Ney")
    set_password(hand, "Blücher", side="allied")
    assert locks_of(kept(hand)) == {"french", "allied"}
    dialog = asked(hand)
    for wrong in ("", "Soult"):
        dialog.before.setText(wrong)
        dialog.remove.click()
        hand.until(dialog.body.isEnabled)
        assert dialog.refusal.text() == "This is not the password of the French. Please try again."
        assert dialog.before.text() == ""
    dialog.cancel.click()
    set_password(hand, "Soult", before="Ney")
    unlocked(hand.session.seal.locks, {"french": "Soult", "allied": "Blücher"})
    for side, word in (("french", "Soult"), ("allied", "Blücher")):
        dialog = asked(hand, side)
        dialog.before.setText(word)
        dialog.remove.click()
        hand.until(lambda: hand.window.dialogs.dialog is None)
    assert hand.session.seal == PACKED
    assert locks_of(kept(hand)) == set()


def test_one_player_is_asked_for_his_own_side_only(hand: Hand) -> None:
    dialog = asked(hand.open(new_brienne(options=ALONE)))
    assert not dialog.sides.isVisible()
    assert dialog.side == "french"
    dialog.cancel.click()
    hand.open(brienne(options={**ALONE, "player.french": "random"}))
    hand.window.menus["password"].trigger()
    assert "No person plays here" in opened(hand, Notice).text.text()


def told(dialog: QWidget) -> str:
    return " ".join(part.text() for part in dialog.findChildren(QLabel) if part.isVisible())


def test_nobody_binds_the_other_side_with_its_first_password(hand: Hand) -> None:
    only = "Only who sits at the machine as the {} sets its first password."
    hand.open(new_brienne(options=SECRET))
    sit_down(hand)
    dialog = asked(hand)
    assert (dialog.side, dialog.sides.isVisible()) == ("french", False)
    assert only.format("Coalition") in told(dialog)
    dialog.cancel.click()
    set_password(hand, "Ney")
    while not hand.window.handover.isVisible():
        hand.game.controller.give((Answer(type(hand.pending), hand.session.options[0]),))
    sit_down(hand)
    assert hand.pending.side == "allied"
    dialog = asked(hand, "allied")
    assert only.format("French") not in told(dialog)
    assert dialog.sides.isVisible()  # who changes the other's must know it
    dialog.sides.setCurrentIndex(0)
    assert dialog.before.isVisible()
    dialog.cancel.click()
    set_password(hand, "Blücher", side="allied")
    assert set(hand.session.seal.locks) == {"french", "allied"}


def test_while_the_pads_are_closed_both_are_told_who_may(hand: Hand) -> None:
    hand.open(until_activation(new_brienne(options=SECRET)))
    assert hand.game.controller.viewer.pads == ()
    hand.window.menus["password"].trigger()
    words = opened(hand, Notice).text.text()
    for name in ("French", "Coalition"):
        assert f"as the {name} sets its first password." in words
    hand.open(new_brienne(chance=ManualChance(), options={**SECRET, "weather": "rolled"}))
    assert not hand.window.handover.isVisible()
    assert hand.game.controller.viewer.pads == ()
    assert asked(hand).sides.count() == 2  # nobody has answered yet


def locked_game(tmp_path: Path) -> Path:
    path = tmp_path / "locked.hexwar"
    path.write_text(save(brienne(), seal=BOTH), "utf-8")
    return path


def give(hand: Hand, dialog: UnlockDialog, word: str) -> None:
    """Type a password and press Enter."""
    dialog.line.setText(word)
    hand.key(Qt.Key.Key_Return, on=dialog.line)
    hand.until(dialog.body.isEnabled)


@pytest.mark.parametrize("way", ["open", "replay"])
def test_a_locked_game_asks_each_side_by_its_name(hand: Hand, tmp_path: Path, way: str) -> None:
    path, window = locked_game(tmp_path), hand.window
    getattr(window.files, way)(path)
    dialog = opened(hand, UnlockDialog)
    assert dialog.windowTitle() == "locked.hexwar is locked"
    assert dialog.sentence.text() == "The password of the Coalition (1 of 2)"
    give(hand, dialog, "")
    assert dialog.refusal.text() == "Please type the password."
    give(hand, dialog, "Ney")
    assert dialog.refusal.text() == "This is not the password of the Coalition. Please try again."
    give(hand, dialog, "Blücher")
    assert dialog.sentence.text() == "The password of the French (2 of 2)"
    assert (dialog.refusal.text(), dialog.line.text()) == ("", "")
    dialog.line.setText("Ney")
    hand.key(Qt.Key.Key_Return, on=dialog.line)
    hand.until(lambda: window.game is not None or window.replay is not None)
    shown: Any = window.game or window.replay
    assert (window.replay is None) == (way == "open")
    assert shown.session.seal.locks == BOTH.locks
    assert shown.session.digest() == brienne().digest()


@pytest.mark.parametrize("command", ["play", "replay"])
def test_a_locked_game_that_was_named_outside_asks_in_the_window(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def run(named: Opened, *_: object, replays: bool = False) -> int:
        show_opened(hand.window, named, replays=replays)
        return 0

    path = locked_game(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr("hexwar.app.window.run", run)
    assert main([command, str(path)]) == 0
    give(hand, opened(hand, UnlockDialog), "Blücher")
    dialog = opened(hand, UnlockDialog)
    dialog.line.setText("Ney")
    hand.key(Qt.Key.Key_Return, on=dialog.line)
    hand.until(lambda: hand.window.game is not None or hand.window.replay is not None)
    assert (hand.window.replay is None) == (command == "play")


def test_who_gives_up_keeps_the_game_that_is_open(hand: Hand, tmp_path: Path) -> None:
    hand.open(brienne())
    game, path = hand.game, locked_game(tmp_path)
    before = path.read_bytes()
    hand.window.files.open(path)
    opened(hand, UnlockDialog).cancel.click()
    assert hand.window.game is game
    assert hand.window.dialogs.dialog is None
    assert path.read_bytes() == before


def test_a_locked_game_with_a_damaged_end_opens_as_far_as_it_is_good(
    hand: Hand, tmp_path: Path
) -> None:
    path = locked_game(tmp_path)
    path.write_text(path.read_text("utf-8").replace("closed", "clothed"), "utf-8")
    hand.window.files.open(path)
    dialog = opened(hand, UnlockDialog)
    give(hand, dialog, "Blücher")
    dialog.line.setText("Ney")
    hand.key(Qt.Key.Key_Return, on=dialog.line)
    hand.until(lambda: hand.window.game is not None)
    assert "damaged" in opened(hand, Notice).text.text()
    assert hand.session.seal.locks == BOTH.locks


def test_dice_are_not_told_by_a_locked_file(tmp_path: Path) -> None:
    session = new_brienne(chance=SeededChance("a seed to hide"))
    session.seal = BOTH
    assert "a seed to hide" not in save(session)
