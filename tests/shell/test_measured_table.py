"""The measured table in the shell: clicks and drags become answers, answers are walked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.engine import Decision, SeededChance, Session, System
from hexwar.kit import Kit
from hexwar.shell.main_window import look_of
from hexwar.shell.measured_table import MeasuredTable, MeasuredWords
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Pace, Preferences
from hexwar.shell.prompter import Offer, Prompter, Questions, Response
from hexwar.shell.seats import HUMAN, Seats
from hexwar.shell.table import Setting
from hexwar.systems.mininap.battle import Formation
from hexwar.systems.mininap.events import ChargeHalted, ContactMade, ShotRolled, UnitMoved
from hexwar.systems.mininap.rules.acting import ActWithUnit
from hexwar.systems.mininap.rules.moving import Action, Orders, Step, StepKind
from hexwar.systems.mininap.rules.shapes import stands
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.mininap.system import mini_nap
from hexwar.table.battle import Battle
from hexwar.table.fact import Fact, display_of
from hexwar.table.forces import UnitId
from hexwar.table.spot import Spot
from hexwar.table.stands import (
    Block,
    Circle,
    Cloth,
    Edge,
    Ghost,
    Handles,
    Hue,
    Leg,
    Marker,
    Marks,
    Patch,
    Post,
    Ruling,
    Sign,
    Target,
    Wish,
    Zone,
)
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.spots import spot_of_pose
from tests.systems.mininap.positions import FRENCH, RUSSIAN, position

Key = Qt.Key
Modifier = Qt.KeyboardModifier

START = (
    "F1 I line 5 col 30 20 0 F-1",
    "F2 I line 5 line 40 20 0 F-1",
    "FB G brigade 2 skir 35 17 0 F-1",
    "R1 I line 5 line 30 45 180 R-1",
    "RB G brigade 2 skir 30 48 180 R-1",
)


def start() -> MiniState:
    """Two French units and a Russian one, the French to move."""
    return position(*START)


class TestKit(Kit[MiniState]):
    """The game without its files."""

    __test__ = False
    id = "mininap"
    title = "Mini-Nap 2"

    @cached_property
    def system(self) -> System[MiniState]:
        return replace(mini_nap(lambda _: start().battle), start=lambda _: start())

    def set_up(self, battle: Battle) -> MiniState:
        return start()

    def face(self) -> object:
        return None


class Drag(Prompter[Decision[Any], Spot]):
    """A piece is dragged straight ahead, as far as 4 cm."""

    unit = UnitId("F1")
    picked: tuple[str, ...] = ()
    clicked: tuple[Spot, ...] = ()
    hovered: tuple[Spot | None, ...] = ()

    def offer(self) -> Offer:
        """All can be chosen, and F1 is dragged."""
        handles = (Handles("F1"),)
        marks = Marks(ready=frozenset({"F1", "F2"}), selected=frozenset({"F1"}), handles=handles)
        return Offer("", overlays=marks, pickable=frozenset(self.view.units), picked=(self.unit,))

    def judge(self, wish: Wish) -> Ruling:
        """Straight ahead, and no farther."""
        length = min(max(wish.pose.y - 2000, 0), 400)
        unit = self.view.units[self.unit]
        ghost = block_of(self.view, unit.id).moved(Pose(3000, 2000 + length))
        is_legal = ghost.pose == wish.pose
        return Ruling(ghost, is_legal, f"{length / 100} cm", "" if is_legal else "too far")

    def let_go(self, wish: Wish) -> Response:
        """It goes at once."""
        ruling = self.judge(wish)
        assert ruling.block is not None
        step = Step(StepKind.FORWARD, ruling.block.pose.y - 2000)
        return self.law(Orders(self.unit, Action.MANOEUVRE, (step,)))

    def pick(self, pieces: Sequence[Any]) -> Response:
        """It is kept for the test."""
        Drag.picked = tuple(pieces)
        return None

    def click(self, spot: Spot, *, joins: bool = False, adds: bool = False) -> Response:
        """Likewise."""
        Drag.clicked = (*self.clicked, spot)
        return None

    def hover(self, spot: Spot | None) -> None:
        """Likewise."""
        Drag.hovered = (*self.hovered, spot)

    def cycle(self, step: int) -> Spot | None:
        """Always the second unit."""
        return spot_of_pose(self.view.pose(UnitId("F2")))


class Draggable(Questions):
    """The manoeuvre is asked by dragging."""

    def prompter(
        self, view: Any, decision: Decision[Any], options: Sequence[Any]
    ) -> Prompter[Any, Any]:
        made = Drag if isinstance(decision, ActWithUnit) else Prompter
        return made(view, decision, options)


def block_of(view: MiniState, unit: UnitId) -> Block:
    """A unit as it stands."""
    record, card = view.units[unit], view.card(unit)
    assert record.pose is not None
    return Block(unit, card.name, card.side, record.pose, stands(view, record), coat=card.side)


class Words(MeasuredWords):
    """What the table says of them."""

    ticks = (7.0,)

    def cloth(self, state: Any) -> Cloth:
        ring = ((6000, 3000), (7000, 3000), (7000, 4000), (6000, 4000))
        patch = Patch("farm", "village", ring, "Grenaux")
        return Cloth(state.battle.ground.width, state.battle.ground.height, (patch,))

    def blocks(self, view: Any) -> Sequence[Block]:
        return [block_of(view, unit.id) for unit in view.in_play()]


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[MeasuredTable]:
    """The table before the question who moves, all of it in view."""
    kit = TestKit()
    session = Session.begin(kit.system, {"scenario": "test"}, SeededChance("1"))
    seats = Seats({FRENCH: HUMAN, RUSSIAN: HUMAN})
    setting = Setting(session, seats, Preferences(pace=Pace.OFF))
    made = MeasuredTable(setting, Draggable(kit), Words())
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    qtbot.waitExposed(made)
    made.controller.start()
    made.controller.guard.lift()
    made.camera.fit()
    yield made
    made.stop()


def point(table: MeasuredTable, x: float, y: float) -> Any:
    """A point of the viewport, of one in cm."""
    return table.board.to_view((x, y)).toPoint()


def test_a_drag_is_judged_and_what_it_ends_in_is_done(table: MeasuredTable) -> None:
    view, port = table.board, table.board.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Modifier.NoModifier, point(table, 30, 20))
    QTest.mouseMove(port, point(table, 30, 23))
    QTest.mouseMove(port, point(table, 30, 28))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, Modifier.NoModifier, point(table, 30, 28))
    assert table.controller.session.state.units[UnitId("F1")].pose == Pose(3000, 2400)
    assert view.board.blocks["F1"].pose == Pose(3000, 2400)


def test_a_click_on_a_block_picks_it_whosever_it_is(table: MeasuredTable) -> None:
    QTest.mouseClick(table.board.viewport(), Qt.MouseButton.LeftButton, pos=point(table, 30, 45))
    assert Drag.picked == ("R1",)
    assert table.spot == "3000,4500,1800"


def test_a_click_on_the_cloth_is_a_spot(table: MeasuredTable) -> None:
    QTest.mouseClick(table.board.viewport(), Qt.MouseButton.LeftButton, pos=point(table, 90, 60))
    x, y = Drag.clicked[-1].split(",")
    assert abs(int(x) - 9000) < 20
    assert abs(int(y) - 6000) < 20


def test_another_block_under_the_pointer_is_heard_of_at_once(
    table: MeasuredTable, qtbot: QtBot
) -> None:
    Drag.hovered = ()
    QTest.mouseMove(table.board.viewport(), point(table, 90, 60))
    qtbot.waitUntil(lambda: bool(Drag.hovered))
    QTest.mouseMove(table.board.viewport(), point(table, 30, 45))
    assert table.over is not None
    assert table.over.startswith("30")


def test_marks_lie_on_the_table_and_mean_places(table: MeasuredTable) -> None:
    marks = table.board.board.over.marks
    assert marks.ready == {"F1", "F2"}
    block = table.board.board.blocks["F2"]
    laid = replace(marks, ghosts=(Ghost(block),), legs=(Leg(((40.0, 20.0), (44.0, 24.0))),))
    meant = table.meant(laid)
    assert meant.ready == ("3000,2000,0", "4000,2000,0")
    assert meant.chosen == ("3000,2000,0",)
    assert meant.ways == ("4000,2000,0", "4400,2400")


def test_tab_leads_the_cursor_to_who_can_act(table: MeasuredTable) -> None:
    QTest.keyClick(table.board, Key.Key_Tab)
    assert table.board.cursor_.piece == "F2"
    assert table.cursor_spot == "4000,2000,0"
    assert table.spot == "4000,2000,0"


def test_the_whole_move_by_keys(table: MeasuredTable) -> None:
    board = table.board
    board.put_cursor("F1")
    assert board.can_take_up
    QTest.keyClick(board, Key.Key_Space)
    for _ in range(3):
        QTest.keyClick(board, Key.Key_Up)
    QTest.keyClick(board, Key.Key_Return)
    assert table.controller.session.state.units[UnitId("F1")].pose == Pose(3000, 2300)


def test_a_block_walks_along_poses(table: MeasuredTable, qtbot: QtBot) -> None:
    done: list[bool] = []
    table.board.board.walks.speed = 50.0
    table.walk(["F2"], ("4000,2000,0", "4000,2500,900"), lambda: done.append(True))
    qtbot.waitUntil(lambda: bool(done))
    assert table.board.board.blocks["F2"].pose == Pose(4000, 2500, 900)


def test_who_hurries_has_it_there_at_once(table: MeasuredTable) -> None:
    done: list[bool] = []
    table.board.board.walks.speed = 1.0
    table.walk(["F2"], ("4000,2000,0", "4000,3000,0"), lambda: done.append(True))
    assert not done
    table.hurry()
    assert done
    assert table.spot_of("F2") == "4000,3000,0"


@pytest.mark.parametrize(
    ("words", "spot"),
    [("grenaux", "6500,3500"), ("45 30", "4500,3000"), ("12.5; 8", "1250,800"), ("zz", None)],
)
def test_a_place_is_found_by_name_or_by_its_cm(
    table: MeasuredTable, words: str, spot: Spot | None
) -> None:
    assert table.place_names() == ["Grenaux"]
    assert table.spot_named(words) == spot


def test_only_points_of_the_cloth_are_known(table: MeasuredTable) -> None:
    assert table.knows("12000,8000")
    assert not table.knows("12001,10")
    assert not table.knows("0913")
    assert table.area(["0913"]).isNull()


def test_the_small_table_shows_all_blocks(table: MeasuredTable, qtbot: QtBot) -> None:
    small = table.small_board()
    qtbot.addWidget(small)
    small.resize(240, 160)
    small.show()
    picture = small.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(240) for y in range(160)}
    assert len(colours) > 3


def test_the_key_explains_what_is_shown_and_nothing_else(table: MeasuredTable) -> None:
    key = table.key_card(look_of(Preferences()))
    assert key.words == ["Can act now", "Chosen", "Drag these to wheel, to turn, to bend it"]
    table.board.show_blocks(
        [
            replace(block, is_led=True, markers=(Marker(Sign.FIRED, words="has fired"),))
            for block in table.words.blocks(table.view)
        ],
        [Post((65.0, 35.0), "russian", "6 VP")],
    )
    ring = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0))
    table.board.show_marks(
        Marks(
            zones=(Zone(ring, Hue.ENEMY),),
            circles=(Circle((5.0, 5.0), 3.0),),
            edges=(Edge(ring[:1]),),
            targets=(Target("R1"),),
        )
    )
    assert key.words == [
        "Has fired",
        "A light line round it: in command",
        "Who holds a place, and what it is worth",
        "May be chosen: click it",
        "How far the enemy reaches",
        "How far a commander reaches",
        "An edge or a corner that is outflanked",
    ]
    key.toggle()
    assert not key.grab().isNull()


@pytest.mark.parametrize(
    ("event", "path"),
    [
        (
            UnitMoved(
                UnitId("F1"),
                (Pose(3000, 2000), Pose(3000, 2200), Pose(3000, 2200, 300)),
                Pose(3000, 2200, 300),
                Formation.COLUMN,
            ),
            ("3000,2000,0", "3000,2200,0", "3000,2200,300"),
        ),
        (ChargeHalted(UnitId("F1"), Pose(3000, 2400)), ("3000,2400,0",)),
        (ContactMade(UnitId("F1"), Pose(3000, 2500), (UnitId("R1"),)), ("3000,2500,0",)),
    ],
)
def test_who_moves_is_seen_to_go(event: Fact, path: tuple[Spot, ...]) -> None:
    (walk,) = display_of(event).walks
    assert walk.pieces == ("F1",)
    assert walk.path == path


def test_a_shot_is_pointed_out_while_it_is_told(table: MeasuredTable) -> None:
    scene = table.board.board
    scene.walks.speed = 1.0
    shot = ShotRolled(UnitId("F1"), UnitId("R1"), (1, 0, 0, 0, 0, 2), 1)
    table.controller.show.begun.emit(Beat((shot,), rest=700))
    marks = scene.over.marks
    assert marks.selected >= {"F1", "R1"}
    assert marks.arrows[0].points == ((30.0, 20.0), (30.0, 45.0))
    assert marks.smoke[0][0][1] == 22.0  # before the front of the one who fired
    table.controller.show.finished.emit()
    assert not scene.over.marks.smoke


def test_what_is_shown_at_once_is_not_pointed_out(table: MeasuredTable) -> None:
    shot = ShotRolled(UnitId("F1"), UnitId("R1"), (1, 0, 0, 0, 0, 2), 1)
    table.controller.show.begun.emit(Beat((shot,), rest=700))
    assert not table.board.board.over.marks.smoke
