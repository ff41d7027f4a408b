"""Boxes, calendar and order of battle: where every piece is, when it comes, how to get there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from hexwar.series.battle import Arrival
from hexwar.systems.nlc.panels.army_rows import Levels, army_lines, strengths_of
from hexwar.systems.nlc.panels.boxes_panel import BoxesPanel, CalendarPanel
from hexwar.systems.nlc.panels.describe import shown_unit
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Activation, Box, Segment
from hexwar.widgets.panels.army_panel import LINE, ArmyPanel, Line, Losses
from hexwar.widgets.panels.spots import CounterFlow
from tests.systems.nlc.panels.opening import start
from tests.widgets import skirmish as s
from tests.widgets.skirmish import ALLIED, DUHESME, ENTRY, FRENCH, WAGONS, hosted, look


@pytest.fixture
def state() -> GameState:
    return start()


# -- order of battle


NONE: Levels = {}


@pytest.fixture
def army(qtbot: QtBot, state: GameState) -> ArmyPanel:
    made = s.hosted(qtbot, ArmyPanel(s.look()), 460, 700)
    show(made, state)
    return made


def show(army: ArmyPanel, state: GameState, levels: Levels = NONE) -> None:
    army.show_army(state.battle, army_lines(state, levels))


def line(army: ArmyPanel, address: str) -> Line:
    found: Line = army.model.index_of(address).data(LINE)
    return found


def children(army: ArmyPanel, parent: QModelIndex) -> list[str]:
    count = army.model.rowCount(parent)
    return [army.model.index(row, 0, parent).data(LINE).address for row in range(count)]


def test_the_tree_has_lines_with_strength_place_and_state(
    army: ArmyPanel, state: GameState
) -> None:
    top = QModelIndex()
    assert children(army, top) == ["side:french", "side:allied"]
    french = army.model.index(0, 0, top)
    assert children(army, french) == ["formation:FR-5C", "formation:FR-2"]
    corps = army.model.index(0, 0, french)
    assert children(army, corps) == [
        "leader:FR-5C-L",
        "unit:FR-5C-01",
        "unit:FR-5C-02",
        "unit:FR-5C-03",
    ]
    assert army.model.parent(corps) == french
    assert army.model.parent(french) == top
    assert not army.model.index(7, 0, top).isValid()

    state.put_unit(replace(state.units[s.PIRE], reduced=True, disrupted=True, moved=True))
    state.put_unit(replace(state.units[s.BRICHE], hex=None, box=Box.UAR))
    state.chits = replace(state.chits, acted=(s.CAVALRY,))
    show(army, state)

    pire, briche = line(army, f"unit:{s.PIRE}"), line(army, f"unit:{s.BRICHE}")
    assert (pire.sp, pire.full_sp, pire.where) == (1, 3, "Maizières (0202)")
    assert pire.states == "Disrupted, moved"
    assert (briche.sp, briche.where, briche.hex) == (0, "UAR box", None)
    cavalry = line(army, f"formation:{s.CAVALRY}")
    assert (cavalry.sp, cavalry.full_sp, cavalry.states) == (3, 9, "has acted")
    assert cavalry.where == "2 of 3 units on the map"
    assert line(army, "side:french").where == "2 of 5 units on the map"
    assert cavalry.spoken == (
        "V Cavalry Corps (Milhaud), 3 of 9 SP, 2 of 3 units on the map, has acted"
    )


def test_a_formation_shows_its_losses_and_who_acts_or_is_to_come(
    army: ArmyPanel, state: GameState
) -> None:
    show(army, state, {s.CAVALRY: Losses(2, 4)})
    corps = line(army, f"formation:{s.CAVALRY}")
    assert corps.losses == Losses(2, 4)
    assert (corps.losses.words, corps.losses.share) == ("2 of 4 lost", 0.5)
    assert corps.spoken == (
        "V Cavalry Corps (Milhaud), 9 of 9 SP, 2 of 4 lost before it is demoralized,"
        " 3 of 3 units on the map"
    )
    assert corps.tip() == (
        "3 of 3 units on the map: 9 SP left of 9, those counted that are still to come.<br>"
        "Lost 2 SP; demoralized at 4 SP (N15.2), 2 SP from now."
    )
    assert line(army, f"formation:{s.SECOND}").losses is None
    assert Losses(9, 4).share == Losses(0, 0).share == 1.0  # past its level the bar is full

    state.activation = Activation(s.CAVALRY, s.FRENCH, Segment.MOVEMENT, had_contact=False)
    state.chits = replace(state.chits, acted=(s.CAVALRY,))
    show(army, state)

    assert line(army, f"formation:{s.CAVALRY}").states == "acts now"
    assert line(army, f"formation:{s.SECOND}").where == "due"
    assert line(army, f"leader:{s.VICTOR}").where == "due"


def test_what_weighs_on_a_formation_is_said_first(army: ArmyPanel, state: GameState) -> None:
    state.chits = replace(state.chits, acted=(s.CAVALRY,))
    state.spirit = replace(state.spirit, demoralized=(s.CAVALRY,), exhausted=(s.CAVALRY, s.SECOND))
    show(army, state, {s.CAVALRY: Losses(4, 4)})

    assert line(army, f"formation:{s.CAVALRY}").states == "demoralized, exhausted, has acted"
    assert line(army, f"formation:{s.CAVALRY}").is_bad
    assert line(army, f"formation:{s.CAVALRY}").tip().endswith("demoralized at 4 SP (N15.2).")
    assert line(army, f"formation:{s.SECOND}").states == "exhausted"
    assert line(army, f"unit:{s.PIRE}").states == "demoralized, exhausted"
    assert not line(army, f"formation:{s.NINTH}").is_bad


def test_losses_are_painted_and_lines_follow_the_scale(army: ArmyPanel, state: GameState) -> None:
    pictures = []
    for lost in (0, 2, 4):
        show(army, state, {s.CAVALRY: Losses(lost, 4)})
        pictures.append(army.grab().toImage())
    none, half, full = pictures
    assert none != half != full

    index = army.model.index_of("side:french")
    before = army.tree.visualRect(index).height()
    army.set_look(s.look(2.0, "dark"))
    assert army.tree.visualRect(index).height() == 2 * before
    assert not army.grab().isNull()


def test_what_is_left_of_each_formation_and_what_is_not_in_play(
    state: GameState, army: ArmyPanel
) -> None:
    state.put_unit(replace(state.units[s.PIRE], reduced=True))
    for unit, box in ((s.BRICHE, Box.UAR), (s.UDOM, Box.RESERVE), (s.KORNILOV, Box.RESERVE)):
        state.put_unit(replace(state.units[unit], hex=None, box=box))
    assert [(left.name, left.left, left.full) for left in strengths_of(state)] == [
        ("V Cavalry Corps (Milhaud)", 3, 9),
        ("II Corps (Victor)", 6, 6),
    ]

    for unit in (s.DUHESME, s.WAGONS):
        state.put_unit(replace(state.units[unit], box=Box.RESERVE))
    show(army, state)
    assert line(army, f"formation:{s.SECOND}").where == "not in play"
    assert line(army, "side:french").full_sp == 9


def test_clicks_and_enter_lead_to_the_piece_or_its_hex(army: ArmyPanel) -> None:
    followed: list[str] = []
    army.linkActivated.connect(followed.append)
    for address in (f"formation:{s.CAVALRY}", "side:allied"):
        army.reveal(address)
        QTest.keyClick(army.tree, Qt.Key.Key_Return)
    army.reveal(f"unit:{s.PIRE}")
    box = army.tree.visualRect(army.model.index_of(f"unit:{s.PIRE}"))
    line_, place = QPoint(box.right() - 4, box.center().y()), QPoint(60, -10)
    for point in (line_, box.bottomLeft() + place):
        QTest.mouseClick(army.tree.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert followed == ["formation:FR-5C", "unit:FR-5C-01", "hex:0202"]


def test_what_is_unfolded_stays_so_and_nobody_is_not_revealed(
    army: ArmyPanel, state: GameState
) -> None:
    army.reveal(f"unit:{s.UDOM}")
    state.put_unit(replace(state.units[s.UDOM], disrupted=True))
    show(army, state)

    assert army.tree.currentIndex() == army.model.index_of(f"unit:{s.UDOM}")
    assert army.tree.isExpanded(army.model.index_of("formation:CO-9"))
    show(army, replace(state, battle=s.battle()))
    assert not army.tree.isExpanded(army.model.index_of("formation:CO-9"))
    assert army.tree.isExpanded(army.model.index_of("side:allied"))

    before = army.tree.currentIndex()
    army.reveal("unit:nobody")
    assert army.tree.currentIndex() == before


# -- boxes


def titles(panel: QWidget) -> list[str]:
    labels = panel.findChildren(QLabel)
    return [s.plain(label.text()) for label in labels if label.isVisibleTo(panel)]


def counters(panel: BoxesPanel) -> list[list[str]]:
    flows = [flow for flow in panel.findChildren(CounterFlow) if flow.isVisibleTo(panel)]
    return [[counter.id for counter in flow.counters] for flow in flows]


@pytest.fixture
def boxes(qtbot: QtBot, state: GameState) -> BoxesPanel:
    made = s.hosted(qtbot, BoxesPanel(s.look()), 420, 700)
    made.show_boxes(state, {s.FRENCH: 0, s.ALLIED: 0})
    return made


def test_who_is_due_is_shown_with_turn_and_place_until_he_has_come(
    boxes: BoxesPanel, state: GameState
) -> None:
    assert "Due 17:00 (turn 2) at 0101 · 6 SP" in titles(boxes)
    assert counters(boxes) == [["unit:FR-2-01", "unit:FR-2-02", "leader:FR-2-L"]]
    state.turn = 3
    boxes.show_boxes(state, {})
    assert "Due 17:00 (turn 2, late) at 0101 · 6 SP" in titles(boxes)

    for unit in (s.DUHESME, s.WAGONS):
        state.put_unit(replace(state.units[unit], hex=s.ENTRY, box=None))
    boxes.show_boxes(state, {})
    assert counters(boxes) == []
    state.put_unit(replace(state.units[s.DUHESME], hex=None, box=Box.UAR))
    boxes.show_boxes(state, {})
    assert counters(boxes) == [["unit:FR-2-01"]]


def test_lost_units_lie_in_their_boxes(boxes: BoxesPanel, state: GameState) -> None:
    for unit, box in (
        (s.UDOM, Box.UAR),
        (s.KORNILOV, Box.PEU),
        (s.GUNS, Box.UAR),
        (s.WAGONS, Box.EXITED),
    ):
        state.put_unit(replace(state.units[unit], hex=None, box=box))
    state.put_leader(replace(state.leaders[s.OLSUFIEV], hex=None, box=Box.CAPTURED))
    boxes.show_boxes(state, {s.FRENCH: 2, s.ALLIED: 10})
    assert {
        "lost 2 SP",
        "lost 10 SP",
        "Units awaiting recovery · 5 SP N13.2",
        "Permanently eliminated · 5 SP N11.6",
        "Captured N14.7",
        "Exited N5.61",
    } <= set(titles(boxes))
    assert ["leader:CO-9-L"] in counters(boxes)
    assert ["unit:FR-2-01", "leader:FR-2-L"] in counters(boxes)


@pytest.mark.rule("N15.1")
def test_who_left_out_of_supply_lies_apart(boxes: BoxesPanel, state: GameState) -> None:
    for unit in (s.UDOM, s.KORNILOV):
        state.put_unit(replace(state.units[unit], hex=None, box=Box.EXITED))
    state.losses = replace(state.losses, exited_unsupplied=(s.UDOM,))
    boxes.show_boxes(state, {})
    lost = "Exited out of supply: they count as lost · 5 SP N15.1"
    assert {"Exited · 5 SP N5.61", lost} <= set(titles(boxes))
    assert [f"unit:{s.KORNILOV}"] in counters(boxes)
    assert [f"unit:{s.UDOM}"] in counters(boxes)


@pytest.mark.rule("N15.2", "N16.5")
def test_what_weighs_on_a_formation_is_explained(army: ArmyPanel, state: GameState) -> None:
    state.spirit = replace(state.spirit, demoralized=(s.CAVALRY,))
    state.supply = replace(state.supply, unsupplied=frozenset({s.PIRE}))
    show(army, state, {})
    corps, unit = line(army, f"formation:{s.CAVALRY}"), line(army, f"unit:{s.PIRE}")
    assert corps.states.startswith("demoralized, 1 unit out of supply")
    assert "is demoralized: it has lost" in corps.tip()
    assert "<small>N15.2</small>" in corps.tip()
    assert "Out of supply" in unit.tip()
    assert "out of supply" in unit.states


def test_a_counter_of_a_box_leads_to_the_piece_in_any_look(boxes: BoxesPanel, qtbot: QtBot) -> None:
    flow = next(f for f in boxes.findChildren(CounterFlow) if f.counters)
    with qtbot.waitSignal(boxes.linkActivated) as followed:
        QTest.mouseClick(flow, Qt.MouseButton.LeftButton, pos=flow.spots[1].box.center().toPoint())
    assert followed.args == ["unit:FR-2-02"]

    before = titles(boxes)
    boxes.set_look(s.look(2.0, "dark"))

    assert titles(boxes) == before
    assert not boxes.grab().isNull()


@pytest.mark.parametrize(("width", "columns"), [(60, 1), (160, 3), (900, 7)])
def test_counters_wrap_in_a_width(qtbot: QtBot, state: GameState, width: int, columns: int) -> None:
    flow = s.hosted(qtbot, CounterFlow(s.look()), width, 500)
    assert flow.heightForWidth(width) == flow.minimumSizeHint().height()  # empty: a line
    flow.show_counters([shown_unit(state, unit) for unit in list(state.units)])
    tops = [spot.box.top() for spot in flow.spots]
    assert tops.count(tops[0]) == columns
    assert all(spot.box.right() <= width for spot in flow.spots)
    assert flow.spots[-1].box.bottom() <= flow.heightForWidth(width)


@pytest.fixture
def page(qtbot: QtBot, state: GameState) -> CalendarPanel:
    made = hosted(qtbot, CalendarPanel(look()), 360, 600)
    made.show_calendar(state)
    return made


def lines(panel: CalendarPanel) -> list[str]:
    words = "\n".join(titles(panel)).replace("\u2028", "\n")
    return [line.strip() for line in words.split("\n")]


def test_each_turn_has_its_arrivals_and_a_link_to_their_hex(
    page: CalendarPanel, qtbot: QtBot, state: GameState
) -> None:
    assert lines(page) == ["17:00 turn 2", "■ II Corps, 2 units, 6 SP", "at 0101"]

    label = next(one for one in page.findChildren(QLabel) if "hex:0101" in one.text())
    with qtbot.waitSignal(page.linkActivated) as followed:
        label.linkActivated.emit("hex:0101")
    assert followed.args == ["hex:0101"]

    state.schedule = replace(state.schedule, arrivals=())
    page.show_calendar(state)
    assert lines(page) == ["No reinforcements come in this battle."]


def test_late_forces_are_marked_with_the_reason(page: CalendarPanel, state: GameState) -> None:
    state.schedule = replace(
        state.schedule,
        arrivals=(
            (
                Arrival(3, ENTRY, (DUHESME,), shift=1, rolled=True),
                Arrival(5, ENTRY, (WAGONS,), shift=2, rolled=True, note="the wagons"),
            )
        ),
    )
    page.show_calendar(state)
    assert lines(page) == [
        "18:00 turn 3",
        "■ II Corps, 1 unit, 6 SP",
        "at 0101, 1 turn late",
        "Listed for 17:00, held up by the die or by those before it on its road. T20.4",
        "After the end turn 5",
        "■ II Corps, 1 unit",
        "at 0101, too late for this battle, 2 turns late",
        "Listed for 18:00, held up by the die or by those before it on its road. T20.4",
        "the wagons",
    ]


def test_the_present_turn_and_who_has_come_are_told(page: CalendarPanel, state: GameState) -> None:
    state.turn = 2
    page.show_calendar(state)
    assert lines(page)[0] == "17:00 turn 2 now"
    assert lines(page)[2] == "at 0101, due now"
    for unit in (DUHESME, WAGONS):
        state.put_unit(replace(state.units[unit], hex=ENTRY, box=None))
    page.show_calendar(state)
    assert lines(page) == ["Have come", "17:00 ■ II Corps, 2 units, 6 SP, at 0101"]


def test_an_hour_leads_to_its_card_or_next(
    page: CalendarPanel, state: GameState, qtbot: QtBot
) -> None:
    one = state.schedule.arrivals[0]
    state.schedule = replace(
        state.schedule, arrivals=tuple(replace(one, turn=turn) for turn in range(2, 40, 2))
    )
    page.show_calendar(state)
    bar = page.findChildren(QScrollArea)[0].verticalScrollBar()

    def top(turn: int) -> int:
        page.look_at(turn)
        qtbot.wait(50)
        return bar.value()

    assert top(2) < 20
    assert top(11) == top(12) > top(6) > top(2)
    held = top(12)
    page.look_at(99)
    qtbot.wait(50)
    assert bar.value() == held


def test_it_is_a_page_of_the_boxes_and_follows_the_look(qtbot: QtBot, state: GameState) -> None:
    boxes = hosted(qtbot, BoxesPanel(look()), 360, 600)
    boxes.show_boxes(state, {FRENCH: 0, ALLIED: 0})
    assert [boxes.pages.tabText(n) for n in range(2)] == ["Off the map", "Calendar"]
    boxes.pages.setCurrentIndex(1)
    before = lines(boxes.calendar)
    boxes.set_look(look(2.0, "dark"))
    assert lines(boxes.calendar) == before
    with qtbot.waitSignal(boxes.linkActivated) as followed:
        boxes.calendar.linkActivated.emit("rule:T20.4")
    assert followed.args == ["rule:T20.4"]
