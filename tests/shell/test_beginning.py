"""The dialog that begins a game, over the battles that come with the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment

from hexwar.scenario.library import load_battle
from hexwar.scenario.summaries import Summary, summaries
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battle import TurnCard
from hexwar.widgets.panels.new_game import NewGameDialog
from tests.shell.hand import Hand

BROKEN = Summary("bourg", "", "", 0, {}, {}, problem="scenario.json: turns: this field is missing")


def dialog_over(hand: Hand, scenarios: Sequence[Summary]) -> NewGameDialog:
    """The dialog of a program that has these scenarios."""
    hand.window.services = replace(hand.window.services, scenarios=lambda: scenarios)
    hand.window.dialogs.ask_new()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    return dialog


def told(dialog: NewGameDialog, scenario: str) -> str:
    """What is said under the title of a battle."""
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        if dialog.choice.scenario == scenario:
            return QTextDocumentFragment.fromHtml(dialog.about.text()).toPlainText()
    raise LookupError(scenario)


def test_it_is_told_how_long_a_battle_lasts(hand: Hand) -> None:
    dialog = dialog_over(hand, summaries(FILES_ONLY))
    for scenario, words in (
        ("brienne", "29 January 1814 · 9 turns of one hour"),
        ("three-battles", "10 February 1814 · 68 turns, from 10 to 14 February"),
        ("brienne-la-rothiere", "29 January 1814 · 51 turns, from 29 January to 1 February"),
    ):
        assert told(dialog, scenario) == words
    for summary in summaries(FILES_ONLY):
        is_hourly = all(is_hour for is_hour in hours(load_battle(summary.id, FILES_ONLY).turns))
        assert told(dialog, summary.id).endswith("turns of one hour") is is_hourly, summary.id


def hours(turns: Sequence[TurnCard]) -> Iterator[bool]:
    """Of each turn but the last, whether the next begins an hour later."""
    for number in range(1, len(turns)):
        before, after = turns[number - 1], turns[number]
        yield (after.hour - before.hour) % 24 == 1


def test_a_scenario_that_cannot_be_read_stands_last_and_says_why(hand: Hand) -> None:
    dialog = dialog_over(hand, (BROKEN, *summaries(FILES_ONLY)))
    assert dialog.start.isEnabled()
    last = dialog.list.count() - 1
    dialog.list.setCurrentRow(last)
    assert dialog.title.text() == "bourg"
    assert dialog.problem.text() == BROKEN.problem
    assert not dialog.start.isEnabled()
    row = dialog.list.currentIndex()
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "bourg, Cannot be played"
