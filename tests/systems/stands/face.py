"""The game without hexes as the window shows it, with a board of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QMouseEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView

from hexwar.engine import Decision
from hexwar.kit import Kit
from hexwar.messages import say
from hexwar.shell.board import Meant
from hexwar.shell.face import Face
from hexwar.shell.lenses import Glance
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Acting, Offer, PieceId, Prompter, Questions, Response
from hexwar.shell.table import Setting, Table
from hexwar.table.forces import UnitId
from hexwar.table.laid import Laid
from hexwar.table.spot import Spot
from hexwar.widgets.board.camera import Camera
from tests.systems.stands.rules import HEIGHT, WIDTH, Marks, MoveStand, Stands, To, point

UNIT = 10  # hundredths of a cm to a scene unit
REACH = 15.0  # scene units from the middle of a stand to its edge
Modifier = Qt.KeyboardModifier
Button = Qt.MouseButton


class MovePrompter(Prompter[MoveStand, Spot]):
    """A stand, then a place."""

    picked = ""

    def offer(self) -> Offer:
        side = self.decision.side
        mine = frozenset(p for p, c in self.view.battle.cards.items() if c.side == side)
        laid = Marks(rings=mine & self.view.spots.keys(), picked=self.picked)
        hint = say("Click where it goes.") if self.picked else say("Click a stand.")
        return Offer(hint, self.buttons, laid, mine, (UnitId(self.picked),) * bool(self.picked))

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        self.picked = pieces[-1] if pieces else ""
        return None

    def click(self, spot: Spot, *, joins: bool = False, adds: bool = False) -> Response:
        return self.law(To(UnitId(self.picked), spot)) if self.picked else None

    def back(self) -> bool:
        was, self.picked = self.picked, ""
        return bool(was)


class StandsQuestions(Questions):
    def prompter(
        self, view: Any, decision: Decision[Any], options: Sequence[Any]
    ) -> Prompter[Any, Any]:
        if isinstance(decision, MoveStand):
            only_end = [option for option in options if option is None]
            return MovePrompter(view, decision, only_end)
        return super().prompter(view, decision, options)

    def acting(self, view: Stands) -> Acting:
        return Acting(view.side)


class Board(QGraphicsView):
    """Discs on a cloth."""

    clicked = Signal(QPointF, Modifier, Button)

    def __init__(self) -> None:
        super().__init__()
        self.sheet = QRectF(0, 0, WIDTH / UNIT, HEIGHT / UNIT)
        self.setScene(QGraphicsScene(self.sheet))
        self.camera = Camera(self, self.sheet)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.camera.to_scene(event.position())
        self.clicked.emit(at, event.modifiers(), event.button())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.camera.resize()


class StandsTable(Table):
    board: Board

    def make_board(self, setting: Setting) -> tuple[Board, Camera]:
        board = Board()
        self.walks: list[tuple[Spot, ...]] = []
        return board, board.camera

    def connect_board(self) -> None:
        self.board.clicked.connect(self._click)

    def dress(self, preferences: Preferences) -> None:
        """It has one look."""

    def _click(self, at: QPointF, modifiers: Modifier, button: Button) -> None:
        spots = self.controller.view.spots
        near = {piece: (scene_of(spot) - at).manhattanLength() for piece, spot in spots.items()}
        piece = min(near, key=lambda one: near[one], default="")
        if piece and near[piece] <= REACH:
            self.click_piece(piece, modifiers)
        else:
            self.click_spot(f"{round(at.x() * UNIT)},{round(at.y() * UNIT)}", modifiers, button)

    def show_view(self, view: Stands) -> None:
        self.lay()

    def lay_over(self, laid: Laid, glance: Glance[Any]) -> None:
        scene, view = self.board.scene(), glance.view
        marks = laid if isinstance(laid, Marks) else Marks()
        scene.clear()
        for piece, spot in view.spots.items():
            colour = QColor(str(view.battle.cards[piece].side))
            pen = QPen(colour, 6 if piece == marks.picked else 3 if piece in marks.rings else 1)
            scene.addEllipse(box_of(spot), pen, QBrush(colour.lighter(150)))
        for spot in marks.crosses:
            scene.addRect(box_of(spot), QPen(Qt.GlobalColor.black, 2))

    def meant(self, laid: Laid) -> Meant:
        marks = laid if isinstance(laid, Marks) else Marks()
        ready = tuple(spot for p in marks.rings if (spot := self.spot_of(p)) is not None)
        chosen = tuple(spot for p in [marks.picked] if (spot := self.spot_of(p)) is not None)
        return Meant(ready=ready, chosen=chosen, targets=marks.crosses)

    def spot_of(self, piece: str) -> Spot | None:
        spot: Spot | None = self.controller.view.spot_of(piece)
        return spot

    def knows(self, spot: Spot) -> bool:
        x, comma, y = spot.partition(",")
        return bool(comma) and x.isdecimal() and y.isdecimal()

    def area(self, spots: Collection[Spot]) -> QRectF:
        box = QRectF()
        for spot in self.known(spots):
            box |= box_of(spot)
        return box

    def standing(self) -> Sequence[QRectF]:
        return [box_of(spot) for spot in self.controller.view.spots.values()]

    def walk(self, pieces: Sequence[str], path: tuple[Spot, ...], done: Callable[[], None]) -> None:
        self.walks.append(path)
        done()

    def hurry(self) -> None:
        """Nobody is under way for long."""


def scene_of(spot: Spot) -> QPointF:
    x, y = point(spot)
    return QPointF(x / UNIT, y / UNIT)


def box_of(spot: Spot) -> QRectF:
    box = QRectF(0, 0, 2 * REACH, 2 * REACH)
    box.moveCenter(scene_of(spot))
    return box


class StandsFace(Face):
    def __init__(self, kit: Kit[Stands]) -> None:
        super().__init__(kit)
        self.questions = StandsQuestions(kit)

    def table(self, setting: Setting) -> StandsTable:
        return StandsTable(setting, self.questions, self.words)
