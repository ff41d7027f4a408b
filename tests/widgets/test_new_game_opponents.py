"""The new-game dialog says what the computer players do."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from hexwar.systems.nlc.kit import NLC
from hexwar.table.forces import Side
from hexwar.widgets.panels.new_game import NewGameDialog
from hexwar.widgets.panels.scenario_card import ScenarioCard, SideCard
from tests.widgets.skirmish import look

SIDES = (SideCard(Side("french"), "French", 78), SideCard(Side("allied"), "Coalition", 68))
BATTLE = ScenarioCard("brienne", "Brienne", "29 January 1814", 9, SIDES)
ABOUT = {name: player.about for name, player in NLC.players.items()}
NAMES = {player: f"Computer: {player}" for player in NLC.players}


@pytest.fixture
def dialog(qtbot: QtBot) -> NewGameDialog:
    made = NewGameDialog(look(), (BATTLE,), NAMES, about=ABOUT)
    qtbot.addWidget(made)
    return made


def choose(dialog: NewGameDialog, side: int, player: str) -> None:
    box = dialog.sides[side][1]
    box.setCurrentIndex(box.findData(player))


def test_every_computer_player_is_described() -> None:
    assert all(ABOUT.values())


def test_persons_need_no_description(dialog: NewGameDialog) -> None:
    assert dialog.opponents.isHidden()


def test_the_chosen_player_is_described(dialog: NewGameDialog) -> None:
    choose(dialog, 1, "greedy")
    assert f"Computer: greedy {ABOUT['greedy']}." in dialog.opponents.text()
    assert ABOUT["random"] not in dialog.opponents.text()
    assert not dialog.opponents.isHidden()
    choose(dialog, 1, "person")
    assert dialog.opponents.isHidden()


def test_two_of_a_kind_are_described_once(dialog: NewGameDialog) -> None:
    choose(dialog, 0, "greedy")
    choose(dialog, 1, "greedy")
    assert dialog.opponents.text().count(ABOUT["greedy"]) == 1
    choose(dialog, 0, "random")
    assert ABOUT["random"] in dialog.opponents.text()


def test_the_choice_is_taken_into_the_game(dialog: NewGameDialog) -> None:
    choose(dialog, 1, "greedy")
    assert dialog.choice.players == {Side("french"): "person", Side("allied"): "greedy"}
