"""Room beside the board for one widget, on the side away from what it is about."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from hexwar.messages import say
from hexwar.shell.board import Board
from hexwar.table.spot import Spot
from hexwar.widgets.panels.parts import button

_SHARE = 0.5  # of the whole width that the widget takes at most
_BOARD = 480  # the width that the board is to keep, pixels
_EDGE = 12  # between the button that brings it back and the edges of the board, pixels
_MARGIN = 26.0  # kept free round the places, pixels


class Beside(QObject):
    """Lays a widget out at the left or the right of a board, which makes room for it.

    The map stays where it is under the player's eyes, as far as what must be seen lets it. Where a
    panel is opened and there is no room for all three, it folds into a button on the board.
    """

    dismissed = Signal()
    """The player has no more use for what is shown: Esc."""
    crowded = Signal(bool)
    """Whether what stands at the other side of the ground is to make way for what is shown."""

    def __init__(self, ground: Board) -> None:
        """Share the ground of a board between it and what will stand beside it."""
        super().__init__(ground)
        self._ground, self._board = ground, ground.board
        self._row = QHBoxLayout(ground)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self._board, 1)
        self.widget: QWidget | None = None
        """What is shown now."""
        self._crowds = False  # others have made way
        self._gives_way = False  # to a panel that the player has opened
        self.unfold = button(say("Back to the sheet"), parent=ground)
        """Stands on the board while the widget is folded away."""
        self.unfold.setToolTip(say("It has made way for the panel that was opened"))
        self.unfold.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.unfold.clicked.connect(self.come_back)
        self.unfold.hide()
        self._spots: tuple[Spot, ...] = ()
        self._was_inside = True  # the view on the sheet, before something was shown
        ground.installEventFilter(self)

    @property
    def is_left(self) -> bool:
        """Whether the widget stands at the left of the board."""
        return self.widget is not None and self._row.indexOf(self.widget) == 0

    def show(self, widget: QWidget, spots: Iterable[Spot]) -> None:
        """Show a widget away from these places, and bring them into view.

        One that is shown already stays on its side: it stands beside the board, not on it.
        """
        before, self._spots = self._spots, tuple(dict.fromkeys(spots))
        is_new = self.widget is not widget
        if is_new:
            self.clear()
            self._put(widget)
        elif self.is_folded:  # it says something new
            self.come_back()
        if is_new or self._spots != before:
            self.reveal()

    @property
    def is_folded(self) -> bool:
        """Whether the widget has made way for a panel."""
        return not self.unfold.isHidden()

    def give_way(self) -> None:
        """A panel is opened: where the board would be too narrow beside both, it goes before."""
        if self.widget is not None and not self.is_folded:
            self._gives_way = True
            self._crowd(on=False)
            self._fit(self.widget)

    def come_back(self) -> None:
        """Stand beside the board again; others make way where they must."""
        widget = self.widget
        if widget is None or not self.is_folded:
            return
        self._gives_way = False
        self.unfold.hide()
        self._crowd(on=not self._has_room(widget))
        self._give_width(widget)
        widget.show()
        self._row.activate()
        self.reveal()

    def dismiss(self) -> bool:
        """The player wants it gone; False where nothing is shown."""
        if self.widget is None:
            return False
        self.dismissed.emit()
        return True

    def clear(self) -> None:
        """Give the whole ground back to the board."""
        widget = self.widget
        if widget is None:
            return
        had_keys, was_left = widget.isAncestorOf(self._ground.focusWidget() or widget), self.is_left
        seen = self._ground.camera.seen()
        self.widget = None
        self._row.removeWidget(widget)
        widget.hide()
        self.unfold.hide()
        self._gives_way = False
        self._crowd(on=False)
        self._keep(seen.topRight() if was_left else seen.topLeft(), left=not was_left)
        if had_keys:
            self.give_keys()

    def give_keys(self) -> None:
        """Put the keyboard back to the board."""
        self._board.setFocus()

    def reveal(self) -> None:
        """Bring the places that the widget is about into view, from farther off where they must."""
        camera, size = self._ground.camera, self._board.viewport().size()
        box = self._ground.area(self._spots)
        if box.isNull():
            return
        room = max(size.width() - 2 * _MARGIN, 1.0), max(size.height() - 2 * _MARGIN, 1.0)
        fitting = min(room[0] / box.width(), room[1] / box.height())
        if fitting < camera.zoom:
            camera.zoom_to(fitting)
        camera.reveal(box, _MARGIN)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the share of the width when the ground gets another size."""
        if event.type() is QEvent.Type.Resize and self.widget is not None:
            self._fit(self.widget)
        return super().eventFilter(watched, event)

    def _fit(self, widget: QWidget) -> None:
        if self.is_folded and self._has_room(widget):
            self.come_back()
            return
        self._give_width(widget)
        if self._gives_way and not self._has_room(widget):
            self._fold(widget)

    def _fold(self, widget: QWidget) -> None:
        """Leave a button on the board, in the corner where nothing else stands."""
        had_keys = widget.isAncestorOf(self._ground.focusWidget() or self._ground)
        was_left, size = self.is_left, self.unfold.sizeHint()
        seen = self._ground.camera.seen()
        widget.hide()
        self._keep(seen.topRight() if was_left else seen.topLeft(), left=not was_left)
        self.unfold.resize(size)
        self.unfold.move(self._ground.width() - size.width() - _EDGE, _EDGE)
        self.unfold.show()
        self.unfold.raise_()
        if had_keys:
            self.give_keys()

    def _has_room(self, widget: QWidget) -> bool:
        return self._ground.width() - self._width_of(widget) >= _BOARD

    def _put(self, widget: QWidget) -> None:
        board, table = self._board, self._ground
        seen = table.camera.seen()
        self._was_inside = table.camera.is_inside
        boxes = [table.box_of(spot) for spot in table.known(self._spots)]
        middle = sum(box.center().x() for box in boxes) / len(boxes) if boxes else 0.0
        self._crowd(on=not self._has_room(widget))
        # In the place of others that have made way it leaves the map where it is.
        is_left = middle > board.viewport().width() / 2 and not self._crowds
        self.widget = widget
        self._give_width(widget)
        self._row.insertWidget(0 if is_left else 1, widget)
        widget.show()
        self._keep(seen.topRight() if is_left else seen.topLeft(), left=not is_left)

    def _give_width(self, widget: QWidget) -> None:
        widget.setFixedWidth(self._width_of(widget))

    def _width_of(self, widget: QWidget) -> int:
        most = round(self._ground.width() * _SHARE)
        return max(min(widget.sizeHint().width(), most), 1)

    def _crowd(self, *, on: bool) -> None:
        if on != self._crowds:
            self._crowds = on
            self.crowded.emit(on)

    def _keep(self, corner: QPointF, *, left: bool) -> None:
        """Lay out at once, with the same point of the sheet in an upper corner of the board."""
        self._row.activate()
        camera = self._ground.camera
        seen = camera.seen()
        wanted = QRectF(seen)
        if left:
            wanted.moveTopLeft(corner)
        else:
            wanted.moveTopRight(corner)
        if wanted.topLeft() != seen.topLeft():
            middle = wanted.center()
            camera.centre_on(camera.within(middle) if self._was_inside else middle)
