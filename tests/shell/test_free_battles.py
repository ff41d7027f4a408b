"""The dialog of a free battle: choices, what they come to, and who plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from hexwar.scenario.making import Field, MadeBattle, Maker, Roster, RosterGroup
from hexwar.shell.free_battle import FreeBattleDialog, Offer
from hexwar.systems.mininap.face import MiniBoard, MiniFace
from hexwar.systems.mininap.kit import MININAP
from hexwar.widgets.measured.plan import plan_of
from hexwar.widgets.panels.new_game import PERSON
from tests.widgets import skirmish as s

SIDES = MappingProxyType({"red": "Reds", "blue": "Blues"})


class Coin(Maker):
    """Makes battles of heads or tails."""

    @property
    def fields(self) -> Sequence[Field]:
        """Which side is up."""
        return (Field("up", "Up", {"heads": "Heads", "tails": "Tails", "edge": "Edge"}, "heads"),)

    def unfit(self, chosen: Mapping[str, str]) -> str:
        """No coin stands."""
        return "No coin stands." if chosen["up"] == "edge" else ""

    def make(self, chosen: Mapping[str, str], seed: int) -> MadeBattle:
        """Two armies of one."""
        rosters = tuple(
            Roster(name, "1 unit", (RosterGroup(f"{chosen['up']} & {seed}", ("a coin",)),))
            for name in SIDES.values()
        )
        return MadeBattle("coin", {"forces.json": {"side_names": dict(SIDES)}}, rosters)


def picture(_battle: MadeBattle, width: int, _ratio: float) -> QImage:
    return QImage(width, width // 2, QImage.Format.Format_RGB32)


@pytest.fixture
def dialog(qtbot: QtBot) -> FreeBattleDialog:
    players = {"random": "Computer: random"}
    made = FreeBattleDialog(s.look(), Offer("Coins", Coin(), players, {}, "random", picture))
    s.owned(qtbot, made, shown=True)
    wait(qtbot, made)
    return made


def wait(qtbot: QtBot, dialog: FreeBattleDialog) -> None:
    qtbot.waitUntil(lambda: dialog.drawn is not None, timeout=60_000)


def test_both_armies_are_shown_and_a_person_plays_the_first(dialog: FreeBattleDialog) -> None:
    assert [name.text() for name in dialog.seat_names] == ["Reds", "Blues"]
    told = f"heads & {dialog.seed.value()}"
    assert all(told in s.plain(roster.text()) for roster in dialog.rosters)
    assert dialog.players == {"red": PERSON, "blue": "random"}
    assert dialog.start.isEnabled()


def test_a_choice_makes_another_battle(qtbot: QtBot, dialog: FreeBattleDialog) -> None:
    dialog.seed.setValue(7)
    dialog.boxes["up"].setCurrentIndex(1)
    assert dialog.drawn is None
    assert not dialog.start.isEnabled()
    wait(qtbot, dialog)
    assert "tails & 7" in s.plain(dialog.rosters[0].text())
    dialog.another.click()
    wait(qtbot, dialog)
    assert "tails" in s.plain(dialog.rosters[0].text())
    assert dialog.seed.value() != 7


def test_what_cannot_be_made_is_said_and_not_begun(qtbot: QtBot, dialog: FreeBattleDialog) -> None:
    dialog.boxes["up"].setCurrentIndex(2)
    assert dialog.refusal.isVisible()
    assert dialog.refusal.text() == "No coin stands."
    assert not dialog.start.isEnabled()
    assert dialog.start.toolTip() == "No coin stands."
    dialog.boxes["up"].setCurrentIndex(0)
    wait(qtbot, dialog)
    assert not dialog.refusal.isVisible()
    assert dialog.start.isEnabled()


@pytest.mark.usefixtures("qtbot")
def test_the_plan_shows_ground_and_blocks() -> None:
    made = MININAP.maker.make({"points": "100"}, 7)
    state, look = MININAP.set_up(MININAP.carried(dict(made.files), ())), s.look()
    plan = MiniFace(MININAP).plan(state, look, 300, 1.0)
    bare = plan_of(MiniBoard().cloth(state), (), look.theme, 300)
    assert plan.width() == bare.width() == 300
    assert plan != bare
