"""The question of leaving the map, and the news of who has arrived."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextDocumentFragment
from pytestqt.qtbot import QtBot

from hexwar.cards.records import CardId
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival, ArrivalChange
from hexwar.shell.foot import HintLine
from hexwar.shell.playback import Beat
from hexwar.systems.nlc.announcing import News, due_html, supply_html
from hexwar.systems.nlc.events.arrivals import ArrivalChanged, ArrivalVaried, UnitEntered
from hexwar.systems.nlc.events.orders import DivisionRejoined, OrderStepChanged
from hexwar.systems.nlc.events.supply import SupplyChanged
from hexwar.systems.nlc.events.turn import PhaseBegan, TurnBegan, WeatherRolled
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.arrivals.departures import ExitMap
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import overlays_of
from hexwar.table.pieces import Phase
from tests.shell.questions import answers, refused, take_up
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit, units

HERE = Hex("0101")


def leaving(supplied: bool) -> GameState:
    source = "0101" if supplied else "0707"
    blocks = [f"A{n} infantry 9-3 {hex_}" for n, hex_ in enumerate(["0706", "0606", "0607"], 1)]
    return position(
        OPEN,
        "F1 infantry 5-3 0101",
        "F9 leader 0101",
        *blocks,
        supply_sources=MappingProxyType({Hex(source): FRENCH}),
        orders="FI: march 0101",
    )


@pytest.mark.rule("N5.6", "N5.61")
@each(
    "supplied words",
    (True, "In supply: nothing counts as lost."),
    (False, "F1 is out of supply and would count as lost."),
)
def test_both_answers_are_offered_with_what_supply_says(supplied: bool, words: str) -> None:
    asked = ExitMap(FRENCH, (unit("F1"), LeaderId("F9")), HERE)
    prompter = take_up(leaving(supplied), asked)
    assert asked.sentence(prompter.view) == (
        "The French may let F1 and F9 leave the map in 0101 for good, because the order leads"
        " there."
    )
    assert answers(prompter) == {"Stay on the map*": False, "Leave the map": True}
    assert prompter.offer().hint == f"Who leaves the map does not come back. {words}"
    assert overlays_of(prompter.offer().overlays).chosen == {"F1"}


# -- news


class Table(QObject):
    """As much of a controller as the announcer listens to."""

    told = Signal(object)

    def __init__(self, view: GameState) -> None:
        super().__init__()
        self.view = view
        self.player = FRENCH
        self.heard: list[str] = []

    def happens(self, *events: Event) -> None:
        self.told.emit(Beat(events))

    def can_see(self, event: Event) -> bool:
        """The French look."""
        return event.is_known_to(FRENCH)

    def is_persons_now(self, side: str) -> bool:
        """Whether the player has this side."""
        return side == self.player


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Table]:
    """A position with arrivals, which an announcer listens to."""
    made = Table(coming())
    news = News(made)
    news.announced.connect(made.heard.append)
    yield made
    news.close()
    told = len(made.heard)
    made.happens(PhaseBegan(Phase.ORDERS))
    assert len(made.heard) == told


def coming() -> GameState:
    return position(
        OPEN,
        "F1 infantry 5-3 due",
        *(f"{name} infantry 4-3 due of:FII" for name in units("F2 F3 F4")),
        arrivals=(
            Arrival(1, Hex("0401"), units("F1")),
            Arrival(2, Hex("0401"), units("F2 F3 F4")),
        ),
    )


@pytest.mark.rule("N5.8")
def test_who_is_due_is_named_with_a_link_and_news_come_and_go(table: Table) -> None:
    assert due_html(coming()) == (
        'Due now: <a href="formation:FI">FI Corps</a> at <a href="hex:0401">0401</a>.'
    )
    later = coming()
    later.schedule = replace(later.schedule, arrivals=later.schedule.arrivals[1:])
    assert due_html(later) == ""

    heard = table.heard
    table.happens(PhaseBegan(Phase.ORDERS))
    assert heard.pop().startswith("Due now: ")
    table.player = ALLIED
    for name in units("F1 F2 F3 F4"):
        table.view.put_unit(replace(table.view.units[name], hex=Hex("0401"), box=None))
        table.happens(UnitEntered(name, Hex("0401")))
    assert [words.count("unit:") for words in heard] == [1, 2, 3, 0]
    assert heard[-1] == "On the map: 4 units."
    heard.clear()
    table.happens(ArrivalVaried(1, 5, 0, 1), PhaseBegan(Phase.INITIAL))
    (words,) = heard
    assert "1 turn late" in words


def test_who_brings_his_own_units_is_not_told_of_them(table: Table) -> None:
    table.view.put_unit(replace(table.view.units[UnitId("F1")], hex=Hex("0401"), box=None))
    table.happens(UnitEntered(UnitId("F1"), Hex("0401")))
    assert table.heard == []


@pytest.mark.rule("N23.3")
@each("side heard_of", (FRENCH, 1), (ALLIED, 0))
def test_what_a_card_does_is_news_to_its_side(table: Table, side: Side, heard_of: int) -> None:
    change = ArrivalChange(CardId("delay"), 1, 2, Hex("0401"), shift=1, die=2)
    table.happens(ArrivalChanged(side, "F1", change, is_shown=False))
    assert len(table.heard) == heard_of


@pytest.mark.rule("N18.1")
def test_the_weather_is_told_and_stands_beside_who_is_due(table: Table) -> None:
    table.happens(TurnBegan(1, "day"), WeatherRolled(6, "cloudy", "fog", is_wet=False))
    table.happens(PhaseBegan(Phase.ORDERS))
    table.happens(TurnBegan(2, "day"), PhaseBegan(Phase.ORDERS))
    first, second, third = table.heard
    assert first.startswith("The weather turned from cloudy to fog")
    assert second.startswith(first + " Due now: ")
    assert third.startswith("Due now: ")


@pytest.mark.rule("N12.92")
@each("side heard_of", (FRENCH, 1), (ALLIED, 0))
def test_a_division_whose_own_order_is_done_is_news_to_its_side(
    table: Table, side: Side, heard_of: int
) -> None:
    line = LineId("FI/1")
    table.happens(DivisionRejoined(side, line, "it has arrived"))
    assert len(table.heard) == heard_of
    assert all("(it has arrived) and is under that of its corps again" in w for w in table.heard)
    table.heard.clear()
    table.happens(OrderStepChanged(side, LineId("FI"), (), "it has arrived"))
    assert table.heard == []  # a formation's own steps are no news
    table.happens(OrderStepChanged(side, line, (), "it has arrived"))
    assert len(table.heard) == heard_of


@pytest.mark.rule("N16.1")
@each(
    "out back told",
    ("F1", "", "French supply: F1 is out of supply."),
    ("F1 F2", "F3", "French supply: F1 and F2 are out of supply, F3 is in supply again."),
    ("F1 F2 F3 F4", "", "French supply: 4 units are out of supply."),
    ("", "", ""),
)
def test_who_falls_out_of_supply_is_told(out: str, back: str, told: str) -> None:
    lines = [f"F{n} infantry 5-3 010{n}" for n in (1, 2, 3, 4)]
    changed = SupplyChanged(FRENCH, units(out), units(back))
    html = supply_html(position(OPEN, *lines), changed)
    assert QTextDocumentFragment.fromHtml(html).toPlainText() == told


def test_the_hint_line_says_news_before_the_hint(qtbot: QtBot) -> None:
    line = HintLine()
    qtbot.addWidget(line)
    line.set_hint("Click a unit.")
    line.set_news('Due now: <a href="hex:0401">0401</a>.')
    assert line.text().startswith("Due now: ")
    assert line.text().endswith("Click a unit.")
    line.set_news("")
    assert line.text() == "Click a unit."


@pytest.mark.rule("N12.29")
@each("allowed", False, True)
def test_the_pad_offers_the_general_retreat_once_it_is_allowed(allowed: bool) -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 0303",
        "F8 overall 0303 of:FHQ",
        "F7 hq 0303 of:FHQ",
        orders="FI: march 0404; FHQ: defend 0303",
        exits=MappingProxyType({HERE: FRENCH}),
    )
    state.pad = replace(state.pad, retreating=(FRENCH,) if allowed else ())
    prompter = take_up(state, IssueOrder(FRENCH))
    prompter.write("line:FI")
    refusal = prompter.write(f"verb:{Verb.GENERAL_RETREAT}")
    assert (refusal is None) is allowed
    assert refusal is None or refused(refusal, "N12.29")
