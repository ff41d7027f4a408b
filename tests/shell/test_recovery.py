"""Games that are kept by themselves: all are offered, the damaged are mended, none is deleted."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.app.games import load_game, new_game
from hexwar.engine import SaveError, SeededChance, Session, read_file, save
from hexwar.engine.gamefile import Note
from hexwar.engine.journal import Journal
from hexwar.engine.save import Record, document
from hexwar.engine.seal import PACKED, LockedError
from hexwar.shell import recovery
from hexwar.shell.claims import Claim
from hexwar.shell.kept_list import KeptList
from hexwar.shell.main_window import MainWindow
from hexwar.shell.notices import Notice
from hexwar.shell.recovery import DAMAGED, KeptGame, Stop, kept_games, latest, opened, tidy
from tests.shell.hand import Shelf, brienne, services
from tests.systems.nlc.cases import each

NOTE = Note("Brienne", 1, "Piré moved.", "2026-05-31T20:15:00")


def kept(folder: Path, number: int = 1, answers: int = 3, *, closes: bool = True) -> Path:
    """A game that was kept answer by answer."""
    path = folder / f"autosave-brienne-{number}.hexwar"
    session, journal = brienne(), Journal(path)
    journal.keep(Record.of(session), NOTE)
    for _ in range(answers):
        session.answer(session.options[0])
        journal.keep(Record.of(session), NOTE)
    if closes:
        journal.close()
    else:
        journal.drop()
    return path


def flip(path: Path, line: int) -> None:
    """Change one byte in a line, counted from 1."""
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = lines[line - 1][:-3] + b"#" + lines[line - 1][-2:]
    path.write_bytes(b"\n".join(lines))


def given(session: Session[Any]) -> int:
    return len(session.journal) - len(brienne().journal)


# -- what is listed


def test_each_game_says_why_it_stopped(tmp_path: Path) -> None:
    left, stopped = kept(tmp_path, 1), kept(tmp_path, 2, closes=False)
    played, damaged = kept(tmp_path, 3, closes=False), kept(tmp_path, 4)
    damaged.write_bytes(damaged.read_bytes()[:60] + b"\n")
    claim = Claim(played)
    assert claim.take()
    stops = {game.path: game.stop for game in kept_games(tmp_path)}
    assert stops == {
        left: Stop.LEFT,
        stopped: Stop.STOPPED,
        played: Stop.PLAYED,
        damaged: Stop.DAMAGED,
    }
    claim.release()


def test_a_finished_game_whose_program_was_killed_is_none_to_continue(
    tmp_path: Path, qtbot: QtBot
) -> None:
    session = new_game("first-steps", SeededChance("1"))
    path = tmp_path / "saves" / "autosave-first-steps-1.hexwar"
    journal = Journal(path)
    journal.keep(Record.of(session), NOTE)
    while session.pending is not None:
        session.answer(session.options[-1])
    journal.keep(Record.of(session), NOTE)
    journal.drop()  # nobody closes it
    (found,) = kept_games(tmp_path / "saves")
    assert found.stop is Stop.OVER
    assert latest(tmp_path / "saves") is None
    again = MainWindow(services(tmp_path, Shelf()))
    qtbot.addWidget(again)
    assert again.start.go_on.isHidden()
    assert "Finished games (1)" in again.start.others.lines.text()
    again.close()


def test_a_half_written_line_tells_nothing(tmp_path: Path) -> None:
    path = kept(tmp_path, closes=False)
    path.write_bytes(path.read_bytes() + b"0123 {half")
    (found,) = kept_games(tmp_path)
    assert (found.title, found.words, found.stop) == ("Brienne", "Piré moved.", Stop.STOPPED)


def test_a_locked_game_is_shown_as_locked_and_opens_with_its_passwords_only(tmp_path: Path) -> None:
    path = tmp_path / "autosave-brienne-1.hexwar"
    path.write_text(save(brienne(), NOTE, PACKED.locked("french", "secret")))
    (found,) = kept_games(tmp_path)
    assert found.is_locked
    with pytest.raises(LockedError):
        opened(path, load_game, tmp_path)
    flip(path, 3)
    with pytest.raises(LockedError):
        opened(path, load_game, tmp_path)
    assert path.exists()


@each("text", "", "[]", "{", "[" * 5000, json.dumps({"title": 7, "over": 1}))
def test_a_game_of_the_first_layout_is_listed_whatever_stands_beside_it(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "autosave-brienne-1.hexwar"
    path.write_bytes(document(Record.of(brienne())))
    path.with_suffix(".json").write_text(text)
    (found,) = kept_games(tmp_path)
    assert (found.words, found.stop) == ("", Stop.LEFT)
    about = {"title": "Brienne", "note": "Turn 1.", "over": False}
    path.with_suffix(".json").write_text(json.dumps(about))
    (found,) = kept_games(tmp_path)
    assert (found.title, found.words) == ("Brienne", "Turn 1.")
    assert opened(path, load_game, tmp_path).session.digest() == brienne().digest()


def test_no_game_is_deleted_however_many_there_are(tmp_path: Path) -> None:
    paths = {kept(tmp_path, n, 0) for n in range(12)}
    tidy(tmp_path)
    assert {game.path for game in kept_games(tmp_path)} == paths
    assert latest(tmp_path) is not None


# -- damaged ones


@each("line", 3, 4, 5)
def test_a_damaged_game_goes_on_from_what_is_good_and_its_file_is_set_aside(
    tmp_path: Path, line: int
) -> None:
    path = kept(tmp_path)
    flip(path, line)
    bad = path.read_bytes()
    found = opened(path, load_game, tmp_path)
    assert given(found.session) == line - 3
    assert found.path == path
    assert "damaged" in found.news
    aside = tmp_path / DAMAGED / path.name
    assert str(aside) in found.news
    assert aside.read_bytes() == bad
    assert given(load_game(read_file(path))) == line - 3  # offered again, and whole
    assert [game.path for game in kept_games(tmp_path)] == [path]


def test_a_game_whose_file_has_vanished_goes_on_from_the_copy_beside_it(tmp_path: Path) -> None:
    path = kept(tmp_path)
    path.rename(path.with_name(f"{path.name}.bak"))
    (game,) = kept_games(tmp_path)
    assert (game.path, game.title, game.stop) == (path, "Brienne", Stop.LEFT)
    assert game.words == "Piré moved. From the copy before the last."
    found = opened(path, load_game, tmp_path)
    assert (given(found.session), found.path) == (3, path)
    assert "the copy before the last is opened" in found.news
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert opened(path, load_game, tmp_path).news == ""


def test_of_two_good_files_that_with_more_answers_is_taken(tmp_path: Path) -> None:
    path = kept(tmp_path)
    os.rename(path, f"{path}.bak")
    os.rename(kept(tmp_path, 1, 1), path)
    flip(path, 2)
    found = opened(path, load_game, tmp_path)
    assert given(found.session) == 3
    assert "file of before" in found.news
    assert given(load_game(read_file(path))) == 3


def test_a_second_damaged_file_does_not_replace_the_first(tmp_path: Path) -> None:
    for _ in range(2):
        path = kept(tmp_path)
        flip(path, 4)
        opened(path, load_game, tmp_path)
    assert len(list((tmp_path / DAMAGED).iterdir())) == 2


def test_a_file_without_anything_good_is_told_and_not_offered_again(tmp_path: Path) -> None:
    path = tmp_path / "autosave-brienne-1.hexwar"
    path.write_bytes(b"\0\1\2")
    with pytest.raises(SaveError, match="moved to"):
        opened(path, load_game, tmp_path)
    assert kept_games(tmp_path) == []
    assert (tmp_path / DAMAGED / path.name).read_bytes() == b"\0\1\2"


def test_a_file_of_the_players_own_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    path = tmp_path / "mine" / "game.hexwar"
    os.rename(kept(tmp_path), path)
    flip(path, 5)
    bad = path.read_bytes()
    found = opened(path, load_game, tmp_path)
    assert (given(found.session), found.path) == (2, None)
    assert "under another name" in found.news
    assert path.read_bytes() == bad


def test_a_file_of_a_newer_program_is_no_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "autosave-brienne-1.hexwar"
    kept(tmp_path)
    os.rename(path, f"{path}.bak")
    for text in (
        '{"layout":2,"system":"nlc","format":99}\n',
        '{"layout":99,"system":"nlc","format":1}',
    ):
        path.write_text(text)
        with pytest.raises(SaveError):
            opened(path, load_game, tmp_path)
        assert path.exists()
        assert not (tmp_path / DAMAGED).exists()


# -- the start page


@pytest.fixture
def again(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> MainWindow:
    """A window that starts with some games to continue."""
    for n in range(6):
        path = kept(tmp_path / "saves", n, closes=n != 5)
        os.utime(path, (n * 1_000, n * 1_000))
    made = MainWindow(services(tmp_path, Shelf()))
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    return made


def test_the_start_page_lists_all_games_and_a_click_continues_one(
    again: MainWindow, qtbot: QtBot
) -> None:
    start, folder = again.start, again.services.saves
    assert "the program was stopped" in start.last_note.text()
    lines = start.others.lines
    assert lines.text().count("Piré moved.") == 3
    lines.linkActivated.emit("more:")
    assert lines.text().count("Piré moved.") == 5
    lines.linkActivated.emit("open:1")
    qtbot.waitUntil(lambda: again.game is not None, timeout=10_000)
    assert again.game is not None
    assert again.game.diary.path == folder / "autosave-brienne-3.hexwar"
    assert again.dialogs.dialog is None
    again.close()


def test_the_player_puts_a_game_into_the_trash(
    again: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trash = tmp_path / "trash"
    trash.mkdir()

    def move(path: Path) -> bool:
        os.rename(path, trash / path.name)
        return True

    monkeypatch.setattr(recovery, "_trash", move)
    again.start.others.lines.linkActivated.emit("remove:0")
    assert [one.name for one in trash.iterdir()] == ["autosave-brienne-4.hexwar"]
    again.start.remove.click()
    assert len(list(trash.iterdir())) == 2
    monkeypatch.setattr(recovery, "_trash", lambda _: False)
    again.start.remove.click()
    saves = tmp_path / "saves"
    assert [one.name for one in (saves / DAMAGED).iterdir()] == ["autosave-brienne-3.hexwar"]
    assert len(kept_games(saves)) == 3
    claim = Claim(saves / "autosave-brienne-2.hexwar")
    assert claim.take()
    again.start.remove.click()
    assert isinstance(again.dialogs.dialog, Notice)
    assert len(kept_games(saves)) == 3
    claim.release()
    again.close()


def test_a_damaged_game_opens_by_a_click_and_says_so(
    again: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "saves" / "autosave-brienne-5.hexwar"
    flip(path, 4)
    again.show_start()
    qtbot.waitUntil(lambda: "the file is damaged" in again.start.last_note.text())
    again.start.go_on.click()
    qtbot.waitUntil(lambda: again.game is not None, timeout=10_000)
    dialog = again.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert "damaged" in dialog.text.text()
    assert again.game is not None
    assert again.game.diary.path == path
    again.close()


def test_a_file_of_which_nothing_can_be_read_is_not_the_game_to_continue(tmp_path: Path) -> None:
    ruined = kept(tmp_path, 1)
    ruined.write_bytes(ruined.read_bytes()[:300])
    assert [game.stop for game in kept_games(tmp_path)] == [Stop.DAMAGED]
    assert latest(tmp_path) == kept_games(tmp_path)[0]  # so that it can be put away
    good = kept(tmp_path, 2)
    os.utime(good, (1, 1))
    first = latest(tmp_path)
    assert first is not None
    assert first.path == good


def test_the_list_of_games_is_as_high_as_its_lines_at_any_width(qtbot: QtBot) -> None:
    words = "Turn 1: 12:00, day. 7th Division (Talyzin) moved from 1628 by 1627 to 1626: 2 MP."
    game = KeptGame(Path("a"), "Brienne", words, datetime(2026, 1, 2), Stop.LEFT)
    made = KeptList()
    qtbot.addWidget(made)
    made.resize(600, 60)
    made.show()
    made.show_games([game])
    wide = made.lines.minimumHeight()
    made.resize(150, 60)
    assert made.lines.minimumHeight() > wide
    made.resize(600, 60)
    assert made.lines.minimumHeight() == wide


def test_what_cannot_be_opened_is_named(again: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "Our battle.hexwar"
    path.write_text("rubbish\n" * 20)
    with qtbot.waitSignal(again.files.failed, timeout=10_000) as told:
        again.files.open(path)
    assert told.args == ["Our battle.hexwar: this is no saved game, or not the whole of one."]
    again.close()


@pytest.mark.skipif(os.name != "posix", reason="there are no such files elsewhere")
def test_what_is_no_plain_file_among_the_kept_games_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = tmp_path / "autosave-old-1.hexwar"
    path.write_text('{\n"layout":1\n}\n')
    os.mkfifo(path.with_suffix(".json"))
    os.mkfifo(tmp_path / "autosave-pipe-1.hexwar")
    (tmp_path / "autosave-folder-1.hexwar").mkdir()
    assert [game.path for game in kept_games(tmp_path)] == [path]
    path.with_suffix(".json").unlink()
    path.with_suffix(".json").write_text("[" * 5_000)
    assert [game.title for game in kept_games(tmp_path)] == ["A game"]
    path.with_suffix(".json").write_text('{"title": "Brienne", "note": "turn 3"}')
    assert [(game.title, game.words) for game in kept_games(tmp_path)] == [("Brienne", "turn 3")]
