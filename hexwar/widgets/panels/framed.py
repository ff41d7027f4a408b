"""The frame of a dialog: a bar of our own with its title, which drags it; its place is kept."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QLabel, QToolButton, QWidget

from hexwar.messages import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, plain_label, row

_BAR: Final = 30  # its height, pixels at 100 %


class Places(Protocol):
    """Where dialogs were left, by their names, from the corner of the window that they belong to.

    What has a size of its own is wider than 0.
    """

    def place(self, name: str) -> QRect | None:
        """Where a dialog was left; None where the player has not moved it."""

    def keep_place(self, name: str, place: QRect) -> None:
        """Note where a dialog is left."""


class TitleBar(Panel):
    """The title, and a cross that closes; a drag of it moves the dialog."""

    def __init__(self, look: Look, dialog: QDialog) -> None:
        super().__init__(look, dialog)
        self._dialog = dialog
        self._grip: QPoint | None = None  # from the dialog's corner to the pointer
        self.was_held = False
        """Whether the player has taken hold of the dialog, and may have moved it."""
        self.title: QLabel = plain_label("bar", dialog.windowTitle())
        self.cross = QToolButton()
        self.cross.setText("\N{MULTIPLICATION SIGN}")
        self.cross.setToolTip(say("Close (Esc)"))
        self.cross.setAccessibleName(say("Close"))
        self.cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cross.clicked.connect(dialog.reject)
        dialog.windowTitleChanged.connect(self.title.setText)
        row(8, 8, (self.title, 1), self.cross, on=self)
        self.settle()

    def dress(self) -> None:
        """As high as the title of a panel."""
        colour, ink = self.look.colour("leather").name(), self.look.colour("on_leather").name()
        letters = self.look.serif(15)
        self.title.setFont(letters)
        self.title.setStyleSheet(f"color: {ink}; font-size: {letters.pixelSize()}px;")
        self.cross.setStyleSheet(
            f"QToolButton {{ border: none; background: transparent; color: {ink};"
            f" font-size: {self.look.px(19)}px; padding: 0; }}"
            f"QToolButton:hover {{ background: {ink}; color: {colour}; }}"
        )
        self.cross.setFixedSize(self.look.px(_BAR), self.look.px(_BAR))
        self.setFixedHeight(self.look.px(_BAR))

    def paintEvent(self, _: QPaintEvent) -> None:
        """Leather."""
        QPainter(self).fillRect(self.rect(), self.look.colour("leather"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the dialog; the system moves it, where it can."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        self.was_held = True
        handle = self._dialog.windowHandle()
        if handle is None or not handle.startSystemMove():
            self._grip = event.globalPosition().toPoint() - self._dialog.pos()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it."""
        if self._grip is not None:
            self._dialog.move(event.globalPosition().toPoint() - self._grip)

    def mouseReleaseEvent(self, _: QMouseEvent) -> None:
        """Let it go."""
        self._grip = None


class _Edge(QWidget):
    """A thin line round a dialog, over everything in it."""

    def __init__(self, look: Look, dialog: QDialog) -> None:
        super().__init__(dialog)
        self._colour = look.colour("leather")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _: QPaintEvent) -> None:
        """The line."""
        painter = QPainter(self)
        painter.setPen(self._colour)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class Frame(QObject):
    """Keeps the frame of one dialog, where it stands, and that no word of it is cut off."""

    def __init__(self, look: Look, dialog: QDialog, places: Places) -> None:
        super().__init__(dialog)
        self._dialog, self._places = dialog, places
        self.bar, self._edge = TitleBar(look, dialog), _Edge(look, dialog)
        dialog.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        dialog.setSizeGripEnabled(True)
        layout = dialog.layout()
        assert layout is not None, "a dialog has something in it"
        layout.setMenuBar(self.bar)
        self._name = type(dialog).__name__
        self._first = QRect()  # where it stood when it was shown
        dialog.installEventFilter(self)
        dialog.finished.connect(self._keep)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The line follows the size; the place is found when the dialog is shown."""
        kind = event.type()
        if kind in (QEvent.Type.Show, QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._make_room()
        if kind is QEvent.Type.Resize:
            self._edge.setGeometry(self._dialog.rect())
            self._edge.raise_()
        elif kind is QEvent.Type.Show and self._first.isNull():
            self._put()
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        """Be as high as words need that wrap at this width.

        Qt gives a new window no more than two thirds of the screen, and knows no least height
        that follows from the width.
        """
        layout = self._dialog.layout()
        if layout is None or not layout.hasHeightForWidth():
            return
        needed = layout.totalMinimumHeightForWidth(self._dialog.width())
        most = self._dialog.screen().availableGeometry().height()
        before = self._dialog.geometry()
        self._dialog.setMinimumHeight(min(needed, most))
        if before == self._first:  # the player has not moved it
            self._first = self._dialog.geometry()

    def _put(self) -> None:
        """Put the dialog where it was left, or into the middle of its window, on the screen."""
        box, kept = QRect(QPoint(), self._dialog.size()), self._places.place(self._name)
        window = self._owner()
        if kept is None:
            box.moveCenter(window.center())
        else:
            box.setSize(kept.size().expandedTo(self._dialog.minimumSizeHint()))
            box.moveTopLeft(window.topLeft() + kept.topLeft())
        room = self._dialog.screen().availableGeometry()
        box.setSize(box.size().boundedTo(room.size()))
        box.moveLeft(max(room.left(), min(box.left(), room.right() - box.width() + 1)))
        box.moveTop(max(room.top(), min(box.top(), room.bottom() - box.height() + 1)))
        self._first = box
        self._dialog.setGeometry(box)

    def _owner(self) -> QRect:
        """The window that it stands over; the screen where there is none."""
        parent = self._dialog.parentWidget()
        if parent is None:
            return self._dialog.screen().availableGeometry()
        return parent.window().geometry()

    def _keep(self) -> None:
        """Note where it stands, if the player has moved it or drawn it to another size.

        Where he has not taken hold of it its place is not asked: of a window that is hidden some
        systems tell the corner of the screen.
        """
        box = self._dialog.geometry()
        if not self.bar.was_held:
            box.moveTopLeft(self._first.topLeft())
        if box != self._first and not self._first.isNull():  # it was shown
            self._places.keep_place(self._name, box.translated(-self._owner().topLeft()))
