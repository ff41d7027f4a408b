"""A table of 60 x 45 cm with a few blocks, on a view of 640 x 480 that shows all of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.table.forces import Side
from hexwar.table.stands import Arm, Block, Cloth, Form, Patch
from hexwar.tabletop.base import Base, Disc
from hexwar.tabletop.pose import Pose, Vector
from hexwar.widgets.mapart.tiles import TileWorker
from hexwar.widgets.measured.view import MeasuredView
from hexwar.widgets.theme import theme

Button = Qt.MouseButton
Modifier = Qt.KeyboardModifier

FOOT, HORSE = Base(250, 200), Base(250, 400)

CLOTH = Cloth(
    6000,
    4500,
    (Patch("hill", "hill", ((400, 2800), (1900, 2800), (2200, 3500), (300, 3600)), "A hill"),),
)


def line(id_: str, x: int, y: int, bearing: int = 0, side: str = "french") -> Block:
    """Two stands of foot side by side."""
    pose = Pose(x, y, bearing)
    stands = ((pose.moved(0, -1.25), FOOT), (pose.moved(0, 1.25), FOOT))
    return Block(id_, id_, Side(side), pose, stands, coat=side, strength="5", full="6")


def column(id_: str, x: int, y: int, bearing: int = 0, side: str = "french") -> Block:
    """Two stands of foot one behind the other."""
    pose = Pose(x, y, bearing)
    stands = ((pose.moved(1.0), FOOT), (pose.moved(-1.0), FOOT))
    return Block(id_, id_, Side(side), pose, stands, coat=side, form=Form.COLUMN, strength="4")


def staff(id_: str, x: int, y: int) -> Block:
    """A commander."""
    pose = Pose(x, y)
    return Block(id_, id_, Side("french"), pose, ((pose, Disc(250)),), Arm.STAFF, rank=1)


BLOCKS = (
    line("A", 3000, 1000),
    column("B", 2000, 1000),
    staff("C", 1000, 1000),
    line("R", 3000, 3000, 1800, "russian"),
)


@pytest.fixture(autouse=True)
def _bare_cloth(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tile of the cloth is painted: that has tests of its own."""
    monkeypatch.setattr(TileWorker, "want", lambda worker, key: None)
    monkeypatch.setattr(TileWorker, "want_later", lambda worker, task: None)


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[MeasuredView]:
    """The table, all of it in view."""
    made = MeasuredView(CLOTH, theme("light"))
    qtbot.addWidget(made)
    made.resize(640, 480)
    made.show_blocks(BLOCKS)
    made.show()
    qtbot.waitExposed(made)
    made.camera.fit()
    yield made
    made.close_board()


class Mouse:
    """A mouse over a table: it goes to points in cm."""

    def __init__(self, view: MeasuredView) -> None:
        self.view = view

    def _at(self, point: Vector) -> QPoint:
        return self.view.to_view(point).toPoint()

    def click(
        self,
        point: Vector,
        button: Button = Button.LeftButton,
        held: Modifier = Modifier.NoModifier,
    ) -> None:
        """Presses and lets go."""
        QTest.mouseClick(self.view.viewport(), button, held, self._at(point))

    def press(self, point: Vector, button: Button = Button.LeftButton) -> None:
        """Presses."""
        QTest.mousePress(self.view.viewport(), button, Modifier.NoModifier, self._at(point))

    def move(self, point: Vector) -> None:
        """Goes there."""
        QTest.mouseMove(self.view.viewport(), self._at(point))

    def release(self, point: Vector, button: Button = Button.LeftButton) -> None:
        """Lets go."""
        QTest.mouseRelease(self.view.viewport(), button, Modifier.NoModifier, self._at(point))

    def drag(self, a: Vector, b: Vector, button: Button = Button.LeftButton) -> None:
        """Drags from a point to another."""
        self.press(a, button)
        self.move(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
        self.move(b)
        self.release(b, button)


@pytest.fixture
def mouse(view: MeasuredView) -> Mouse:
    """The mouse over it."""
    return Mouse(view)
