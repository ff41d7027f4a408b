"""What the player turn tells in passing: formations that break, supply, who leaves the map."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextDocumentFragment

from hexwar.engine import Event
from hexwar.shell.playback import Beat
from hexwar.systems.tlnb.events.movement import UnitExited
from hexwar.systems.tlnb.events.turn import (
    FormationDemoralized,
    FormationRecovered,
    PlayerTurnBegan,
    SupplyChanged,
)
from hexwar.systems.tlnb.panels.command import command_html
from hexwar.systems.tlnb.panels.news import News
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, position, units

pytestmark = pytest.mark.usefixtures("qapp")

FI, AI = FormationId("FI"), FormationId("AI")


class Table(QObject):
    """The French look at what is shown to them."""

    told = Signal(object)

    def __init__(self, view: TlnbState) -> None:
        super().__init__()
        self.view = view
        self.heard: list[str] = []
        self.news = News(self)
        self.news.announced.connect(self.heard.append)

    def can_see(self, event: Event) -> bool:
        """Whether the French may know of an event."""
        return event.is_known_to(FRENCH)

    def is_persons_now(self, side: str) -> bool:
        """The French are the player's."""
        return side == FRENCH

    def happens(self, *events: Event) -> str:
        """The line of news after some events, without links."""
        self.told.emit(Beat(events))
        last = self.heard[-1] if self.heard else ""
        return QTextDocumentFragment.fromHtml(last).toPlainText()


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table(position(OPEN, "F1 infantry 5-3 0101", "A1 infantry 5-3 0707"))
    yield made
    made.news.close()
    told = len(made.heard)
    made.happens(FormationDemoralized(FI, 8, 6))
    assert len(made.heard) == told


@pytest.mark.rule("T15.1", "T15.4")
def test_formations_that_break_are_told_each_and_the_last_word_on_each(table: Table) -> None:
    name = table.view.battle.formations[AI].name
    words = table.happens(FormationDemoralized(FI, 7, 6), FormationDemoralized(AI, 5, 5))
    assert words.count("is demoralized") == 2
    assert "7 SP lost, its level is 6" in words
    assert "formation:FI" in table.heard[-1]
    words = table.happens(FormationRecovered(FI, 5, 6))
    assert words.startswith(f"{name} is demoralized")
    assert words.endswith("has recovered: 5 SP lost, its level is 6.")
    assert (
        table.happens(PlayerTurnBegan(2, ALLIED, "day"), FormationRecovered(AI, 4, 5)).count("SP")
        == 1
    )


@pytest.mark.rule("T19.2")
def test_supply_that_goes_and_comes_is_told(table: Table) -> None:
    assert table.happens(SupplyChanged(units("F1"), is_in=False)) == "Out of supply: F1."
    words = table.happens(SupplyChanged(units("A1"), is_in=True))
    assert words == "Out of supply: F1. In supply again: A1."


@pytest.mark.rule("T7.9")
def test_who_leaves_the_map_is_told_of_the_enemy_alone(table: Table) -> None:
    assert table.happens(UnitExited(units("F1"), is_supplied=True)) == ""
    assert table.happens(UnitExited(units("A1"), is_supplied=True)).startswith("A1 left the map")


@pytest.mark.rule("T15.1")
def test_the_command_panel_has_a_broken_formation_stand_out() -> None:
    state = position(OPEN, "F1 infantry 5-3 0101", formations={"FI": {"demoralization_sp": 3}})
    assert "<b>demoralized" not in command_html(state, FRENCH)
    FormationDemoralized(FI, 3, 3).apply(state)
    assert "<b>demoralized: 0 of 3 SP lost</b>" in command_html(state, FRENCH)
