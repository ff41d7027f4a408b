"""The map at work: the game's own board, with a tool at the pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from hexwar.editor.desk import Desk
from hexwar.editor.document import Json
from hexwar.editor.ground import touched
from hexwar.editor.tools.tool import Hint, Spot, Tool, side_at
from hexwar.hexes import Hex, Hexside, Layout
from hexwar.messages import say
from hexwar.widgets.board.geometry import centre, hex_polygon, hexes_rect, middle_of, outline
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.brushwork import kept
from hexwar.widgets.fonts import SANS, font
from hexwar.widgets.panels.look import Look

HINT_Z: Final = 80.0
"""Above all that lies on the board."""

_AROUND: Final = 40.0  # pixels round a hint that its pens need
_STILL_KEYS: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class HintItem(QGraphicsItem):
    """Draws what a tool would do, and what is chosen."""

    def __init__(self, layout: Layout, look: Look) -> None:
        super().__init__()
        self._layout, self._look = layout, look
        self.hint, self.chosen = Hint(), frozenset[Hex]()
        self.proposals: dict[Hex, QColor] = {}
        """Hexes that wait for an answer, each with its colour."""
        self._box = QRectF()
        self.setZValue(HINT_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_hint(self, hint: Hint, chosen: frozenset[Hex]) -> None:
        """Draw this from now on."""
        if (hint, chosen) != (self.hint, self.chosen):
            self.prepareGeometryChange()
            self.hint, self.chosen = hint, chosen
            self._box = self._bounds()
            self.update()

    def show_proposals(self, proposals: dict[Hex, QColor]) -> None:
        """Draw hexes that wait for an answer."""
        self.prepareGeometryChange()
        self.proposals = proposals
        self._box = self._bounds()
        self.update()

    def boundingRect(self) -> QRectF:
        """What is drawn in."""
        return self._box

    def _bounds(self) -> QRectF:
        hint = self.hint
        sides = {hex_ for side in (*hint.sides, *hint.queries) for hex_ in side}
        every = {*hint.hexes, *sides, *hint.way, *self.chosen, *self.proposals}
        grid = self._layout.grid
        box = hexes_rect(self._layout, [hex_ for hex_ in every if hex_ in grid], _AROUND)
        if hint.outline:
            shape = QPolygonF([QPointF(*point) for point in hint.outline])
            box |= shape.boundingRect().adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
        return box

    def paint(
        self, painter: QPainter, _: QStyleOptionGraphicsItem, __: QWidget | None = None
    ) -> None:
        """Chosen hexes first, then the hint."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        grid, hint = self._layout.grid, self.hint
        for hex_, colour in self.proposals.items():
            if hex_ in grid:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour)
                painter.drawPolygon(hex_polygon(self._layout, hex_, 0.92))
        chosen = [hex_ for hex_ in self.chosen if hex_ in grid]
        if chosen:
            self._draw_outline(painter, chosen, self._ink("selection"), 3.0, dashed=True)
        ink = self._ink("danger" if hint.takes_away else "accent")
        hexes = [hex_ for hex_ in hint.hexes if hex_ in grid]
        if hexes:
            fill = QColor(ink)
            fill.setAlpha(70)
            self._draw_outline(painter, hexes, ink, 2.5, fill)
        for side in hint.sides:
            self._draw_side(painter, side, ink)
        self._draw_lines(painter, ink)
        for side in hint.queries:
            self._draw_query(painter, side)

    def _ink(self, name: str) -> QColor:
        window = self._look.theme.window
        return QColor(getattr(window, _INKS[name]))

    def _draw_outline(
        self,
        painter: QPainter,
        hexes: list[Hex],
        ink: QColor,
        width: float,
        fill: QColor | None = None,
        *,
        dashed: bool = False,
    ) -> None:
        shape = outline(self._layout, hexes)
        for pen_ink, wide in ((QColor(255, 253, 245, 200), width + 2), (ink, width)):
            pen = QPen(pen_ink, wide)
            pen.setCosmetic(True)
            if dashed and pen_ink is ink:
                pen.setDashPattern([3, 2])
            painter.setPen(pen)
            painter.setBrush(fill if fill is not None and pen_ink is ink else Qt.BrushStyle.NoBrush)
            painter.drawPath(shape)

    def _draw_side(self, painter: QPainter, side: Hexside, ink: QColor) -> None:
        grid = self._layout.grid
        direction = grid.direction(*side) if all(hex_ in grid for hex_ in side) else None
        if direction is None:
            return
        a, b = self._layout.side(side[0], direction)
        for pen_ink, wide in ((QColor(255, 253, 245, 220), 11.0), (ink, 7.0)):
            painter.setPen(QPen(pen_ink, wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(*a), QPointF(*b))

    def _draw_lines(self, painter: QPainter, ink: QColor) -> None:
        way = [centre(self._layout, hex_) for hex_ in self.hint.way if hex_ in self._layout.grid]
        lines = [way] if len(way) > 1 else []
        lines += [[QPointF(*point) for point in self.hint.outline]] if self.hint.outline else []
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for line in lines:
            for pen_ink, wide in ((QColor(255, 253, 245, 220), 6.0), (ink, 3.0)):
                pen = QPen(pen_ink, wide)
                pen.setCosmetic(True)
                painter.setPen(pen)
                painter.drawPolyline(line)
        if len(way) == 1:
            painter.setBrush(ink)
            painter.drawEllipse(way[0], 6.0, 6.0)

    def _draw_query(self, painter: QPainter, side: Hexside) -> None:
        grid = self._layout.grid
        if not all(hex_ in grid for hex_ in side):
            return
        at = middle_of(self._layout, side)
        with kept(painter):
            painter.setPen(QPen(QColor("#241a10"), 1.5))
            painter.setBrush(QColor("#fdf6e4"))
            painter.translate(at)
            larger = max(1.0, min(1.0 / painter.worldTransform().m11(), _AROUND / 12))
            painter.scale(larger, larger)  # from afar it is seen as well
            painter.drawEllipse(QPointF(0, 0), 11.0, 11.0)
            painter.setFont(font(SANS, 16))
            painter.drawText(QRectF(-11, -11, 22, 22), _CENTRED, "?")


_CENTRED: Final = Qt.AlignmentFlag.AlignCenter
_INKS: Final = {"selection": "ink", "danger": "accent", "accent": "focus"}


class EditorBoard(BoardView):
    """The board of the map page: the left button and Enter are the tool's.

    The middle button pans, and the left one with the space bar held. The right one takes the
    tool's choices from the map. All else is as on the board of the game.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk.battlefield, desk.look.theme, cache=desk.cache, parent=parent)
        self.desk = desk
        self.tool: Tool | None = None
        self.takes: Callable[[QPointF, Hex | None], bool] = lambda *_: False
        """Takes a click before the tool does; whether it has taken it."""
        self._map: Json = desk.draft.map
        self._pressed = False
        self._grips = False  # the space bar is held
        self.marks = HintItem(self.board.sheet, desk.look)
        self.board.addItem(self.marks)
        self.fans_on_click = False

    @property
    def scene_(self) -> QGraphicsScene:
        """The scene, for who lays something on it."""
        return self.board

    # -- what is shown

    def show_map(self, map_: Json) -> bool:
        """Show a map that differs; False where it wants another sheet, and so another board."""
        hexes = touched(self._map, map_)
        if hexes is None:
            return False
        self._map = map_
        if hexes:
            field = self.desk.battlefield
            self.board.battlefield = field
            self.describe = field.name_of
            self.board.map.redraw(field, hexes)
        return True

    def use(self, tool: Tool) -> None:
        """Take a tool to hand; the one before gives up what it has begun."""
        self.lay_down()
        self.tool = tool
        tool.watchers.append(self._refresh)
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self._refresh()

    def lay_down(self) -> None:
        """Have no tool to hand; what it has begun is complete."""
        tool, self.tool = self.tool, None
        if tool is not None:
            if self._refresh in tool.watchers:
                tool.watchers.remove(self._refresh)
            tool.finish()

    def close_board(self) -> None:
        """The tool goes to another board."""
        self.lay_down()
        super().close_board()

    def _refresh(self) -> None:
        hint = Hint() if self.tool is None else self.tool.hint
        self.marks.show_hint(hint, self.desk.selection)

    def refresh(self) -> None:
        """Draw the hint and what is chosen again."""
        self._refresh()

    # -- the pointer

    def spot(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> Spot:
        """What a point of the viewport means."""
        point = self.camera.to_scene(at)
        return self._spot(point, modifiers)

    def _spot(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> Spot:
        hex_, place = self.board.hex_at(point), (point.x(), point.y())
        return Spot(
            *place,
            hex_,
            None if hex_ is None else side_at(self.board.sheet, hex_, place),
            bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
            bool(modifiers & Qt.KeyboardModifier.ControlModifier),
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The left button is the tool's, the right one picks."""
        spot = self.spot(event.position(), event.modifiers())
        if self.tool is None or self._grips:
            super().mousePressEvent(event)
        elif event.button() is Qt.MouseButton.LeftButton:
            event.accept()
            if not self.takes(QPointF(*spot.point), spot.hex):
                self._pressed = True
                self.tool.press(spot)
        elif event.button() is Qt.MouseButton.RightButton:
            self.tool.pick(spot)
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell the tool; the edges of the view scroll while it is in a stroke."""
        super().mouseMoveEvent(event)
        if self.tool is None or self._grips:
            return
        spot = self.spot(event.position(), event.modifiers())
        if self._pressed and event.buttons() & Qt.MouseButton.LeftButton:
            self.tool.move(spot)
        elif not event.buttons():
            self.tool.hover(spot)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End of the stroke."""
        if self._pressed and event.button() is Qt.MouseButton.LeftButton:
            self._pressed = False
            if self.tool is not None:
                self.tool.release(self.spot(event.position(), event.modifiers()))
            event.accept()
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """What was begun is complete."""
        if self.tool is not None and event.button() is Qt.MouseButton.LeftButton:
            self.tool.finish()
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Off the board nothing is proposed."""
        if event.type() is QEvent.Type.Leave and self.tool is not None and not self._pressed:
            self.tool.hover(Spot(0.0, 0.0, None))
        return super().viewportEvent(event)

    # -- the keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space grips the sheet, Enter is a click at the hex cursor or completes, Esc gives up."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._grips = True
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
            event.accept()
        elif event.key() in _STILL_KEYS and self.tool is not None:
            self._enter(event)
        elif event.key() == Qt.Key.Key_Escape and self.tool is not None and self.tool.cancel():
            self._pressed = False
            event.accept()
        elif event.key() == Qt.Key.Key_Delete and self.tool is not None and self.tool.delete():
            event.accept()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The sheet is let go."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._grips = False
            self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        super().keyReleaseEvent(event)

    def _enter(self, event: QKeyEvent) -> None:
        hex_ = self.cursor_.hex
        if self.tool is None:
            return
        if hex_ is None or self.board.pile.cursor.shown is None:
            self.tool.finish()
        else:
            spot = self._spot(centre(self.board.sheet, hex_), event.modifiers())
            self.tool.press(spot)
            self.tool.release(spot)
            self.desk.say(say("{tool} at {hex}", tool=say(self.tool.title), hex=hex_))
        event.accept()
