"""Reports from the window, the dock of dice, and what the sheet of the end tells."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hexwar.engine import SeededChance
from hexwar.shell.dice import DiceDock
from hexwar.shell.notices import PanelDialog
from hexwar.shell.reports import Reports, viewer_of
from hexwar.systems.nlc.events.orders import ComplianceRolled
from hexwar.systems.nlc.kit import NLC
from hexwar.table.forces import Side
from hexwar.widgets.aftermath.writing import write_report
from hexwar.widgets.panels.end_sheet import EndSheet
from tests.shell.hand import Hand, brienne, new_brienne
from tests.shell.questions import played
from tests.shell.test_handover import SECRET, sit_down
from tests.shell.test_lock import to_the_next
from tests.widgets.skirmish import hosted, look


def plain(page: str) -> str:
    page = re.sub(r"data:[^\"')]*", "", page)
    return re.sub(r"<[^>]+>", "", page)


def test_the_menu_writes_a_page_of_a_running_game(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = tmp_path / "told.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(goal), ""))
    hand.open(brienne())
    with hand.qtbot.waitSignal(hand.window.reports.written, timeout=30_000):
        hand.window.menus["report-page"].trigger()
    page = plain(goal.read_text())
    assert "The battle goes on" in page
    assert "The story" in page


def test_a_report_is_read_at_once(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    hand.open(brienne())
    with hand.qtbot.waitSignal(hand.window.reports.written, timeout=30_000):
        hand.window.follow_link("report:")
    assert opened == [str(tmp_path / "saves" / "reports" / "brienne.html")]
    assert Path(opened[0]).is_file()
    hand.window.close_game()
    assert Path(opened[0]).is_file()  # neither side has secrets in it


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What a browser is asked to show."""
    paths: list[Path] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: paths.append(Path(url.toLocalFile()))
    )
    return paths


def seated(hand: Hand) -> Hand:
    """A game of two people with secrets; the first sits there."""
    hand.open(new_brienne(options=SECRET))
    sit_down(hand)
    return hand


def read(hand: Hand) -> None:
    with hand.qtbot.waitSignal(hand.window.reports.written, timeout=30_000):
        hand.window.menus["report"].trigger()


def in_folder(path: Path) -> list[Path]:
    return sorted((path / "saves" / "reports").rglob("*"))


@pytest.mark.rule("N3.4")
def test_what_one_side_reads_is_gone_when_the_machine_changes_hands(
    hand: Hand, tmp_path: Path, opened: list[Path]
) -> None:
    seated(hand)
    read(hand)
    read(hand)
    first, again = opened
    assert first == again
    assert "Told as the French know it" in plain(first.read_text())
    to_the_next(hand)
    assert in_folder(tmp_path) == []

    sit_down(hand)
    read(hand)
    assert "Told as the Coalition know it" in plain(opened[-1].read_text())
    hand.window.close_game()
    assert in_folder(tmp_path) == []


@pytest.mark.rule("N3.4")
def test_what_is_still_being_written_at_a_handover_is_neither_opened_nor_left(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[Path]
) -> None:
    begun, go_on = Event(), Event()

    def write(path: Path, *others: Any) -> Path:
        begun.set()
        assert go_on.wait(30)
        path.parent.mkdir(exist_ok=True)  # as if it were just in time
        return write_report(path, *others)

    monkeypatch.setattr("hexwar.shell.reports.write_report", write)
    seated(hand)
    hand.window.menus["report"].trigger()
    hand.until(begun.is_set)
    to_the_next(hand)
    go_on.set()
    hand.window.reports.wait()
    assert in_folder(tmp_path) == []
    assert opened == []
    assert hand.window.handover.isVisible()


@pytest.mark.rule("N3.4")
def test_nothing_is_told_or_opened_while_the_machine_changes_hands(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[Path]
) -> None:
    hand.open(new_brienne(options=SECRET))
    asked: list[str] = []

    def ask(*_: object) -> tuple[str, str]:
        asked.append("name")
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    window = hand.window
    for action in ("report", "report-page", "report-pdf"):
        window.menus[action].trigger()
    for how in ("", "html", "pdf"):
        window.follow_link(f"report:{how}")
        window.reports.write(hand.game, how)
    window.reports.wait()
    assert (asked, opened, in_folder(tmp_path)) == ([], [], [])


def test_what_a_killed_program_left_of_a_side_is_swept_away(hand: Hand, tmp_path: Path) -> None:
    left = tmp_path / "saves" / "reports" / "own-7"
    left.mkdir(parents=True)
    (left / "brienne.html").write_text("the orders of Ney")
    lasting = left.parent / "brienne.html"
    lasting.write_text("the whole story")
    window = hand.window
    again = Reports(tmp_path / "saves", lambda: window.face, window.lock, window)
    assert in_folder(tmp_path) == [lasting]
    again.wait()


def test_a_file_that_cannot_be_written_is_one_sentence(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("/no/such/place.pdf", ""))
    hand.open(brienne())
    with hand.qtbot.waitSignal(hand.window.reports.failed, timeout=30_000) as told:
        hand.window.menus["report-pdf"].trigger()
    assert told.args is not None
    assert "/no/such/place.pdf cannot be written" in told.args[0]


def test_only_the_one_who_looks_is_told_of_a_game_that_goes_on(hand: Hand) -> None:
    session = NLC.new_game("brienne", SeededChance("3"), {"player.allied": "greedy"})
    hand.open(session)
    assert (hand.game.controller.readers, viewer_of(hand.game)) == (("french",), "french")


def test_the_dock_counts_the_dice_that_may_be_known(hand: Hand) -> None:
    match, _ = played("7")
    hand.open(match.session)
    dock = hand.window.panes.docks["dice"]
    assert isinstance(dock, DiceDock)
    assert not dock.dice.tallies, "nobody has looked at it yet"
    hand.window.docks.show_dock("dice")
    dock.renew()
    thrown = [entry for entry in match.session.journal if entry.asked == "Roll"]
    counted = sum(
        sum(int(spot.words.split(": ")[1].split(" ")[0]) for spot in made.spots)
        for made in dock.dice.tallies.values()
    )
    assert counted == len(thrown)
    assert len([row for row in dock.dice.last.rows if row.isVisibleTo(dock.dice)]) == 12
    first = dock.dice.last.rows[0]
    assert first.die.pips == thrown[-1].answer
    with hand.qtbot.waitSignal(dock.dice.linkActivated):
        first.words.linkActivated.emit("hex:0913")


def test_a_secret_die_is_not_counted_for_the_enemy(hand: Hand) -> None:
    match, _ = played("7")
    events = match.session.events
    secret = [e for e in events if isinstance(e, ComplianceRolled) and e.side == "allied"]
    running = NLC.new_game("brienne", SeededChance("3"), {"player.allied": "greedy"})
    hand.open(running)
    dock = hand.window.panes.docks["dice"]
    assert isinstance(dock, DiceDock)
    running.events.extend(events)
    hand.game.controller.playback.told = len(running.events) - 1  # but for the end
    dock.renew()
    kinds = {
        side: {spot.words.split(":")[0] for spot in made.spots}
        for side, made in dock.dice.tallies.items()
    }
    assert secret
    assert "Compliance" in kinds[Side("french")]
    assert "Compliance" not in kinds[Side("allied")]


@pytest.mark.parametrize("size", [(1284, 722), (1804, 1015), (820, 560)])
def test_the_sheet_of_the_end_fills_its_page_and_nothing_is_cut(
    hand: Hand, size: tuple[int, int]
) -> None:
    match, _ = played("7")
    hand.open(match.session)
    hand.window.dialogs.show_end(hand.game)
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, PanelDialog)
    sheet = dialog.panel
    assert isinstance(sheet, EndSheet)
    dialog.resize(*size)
    hand.until(lambda: "…" not in sheet.story.dice.text())
    told = (sheet.story.fights, sheet.story.obeyed, sheet.story.dice)
    hand.until(lambda: all(part.height() >= part.heightForWidth(part.width()) for part in told))
    buttons = [b for b in sheet.findChildren(QPushButton) if b.isVisible()]
    assert all(within(b, sheet) for b in buttons)
    cards = [card for card in sheet.story.parts if card.isVisible()]
    assert len(cards) == 4
    right = max(card.mapTo(sheet, QPoint(card.width(), 0)).x() for card in cards)
    assert right <= sheet.width()
    foot = max(part.mapTo(sheet, QPoint(0, part.height())).y() for part in cards)
    assert foot >= sheet.close_button.y() - sheet.look.px(40)  # no room is left empty
    dialog.reject()


def within(part: QWidget, whole: QWidget) -> bool:
    return whole.rect().contains(QRect(part.mapTo(whole, QPoint(0, 0)), part.size()))


def test_replay_and_what_if_lead_back_into_the_game(hand: Hand) -> None:
    match, _ = played("7")
    for name in ("replay", "what_if"):
        hand.open(match.session)
        hand.window.dialogs.show_end(hand.game)
        dialog = hand.window.dialogs.dialog
        assert isinstance(dialog, PanelDialog)
        sheet = dialog.panel
        assert isinstance(sheet, EndSheet)
        made: QPushButton = getattr(sheet, name)
        assert made.isVisible()
        made.click()
        asked = hand.window.dialogs.dialog
        assert asked is not dialog
        if asked is not None:  # by whose eyes
            asked.findChildren(QPushButton)[0].click()
        hand.until(lambda: hand.window.replay is not None)
        hand.window.leave_replay()


def test_a_button_that_leads_nowhere_is_not_there(qtbot: QtBot) -> None:
    sheet = hosted(qtbot, EndSheet(look()), 900, 600)
    assert not sheet.replay.isVisible()
    sheet.replayAsked.connect(sheet.update)
    sheet.hide()
    sheet.show()
    assert sheet.replay.isVisible()
    assert not sheet.what_if.isVisible()
