"""Where the board is looked at from: zoom about a point, pan, fit; and panning at the edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import (
    QEasingCurve,
    QElapsedTimer,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QGraphicsView

# -- where the board is looked at from: zoom about a point, pan, fit


MAX_ZOOM: Final = 4.0
STEPS_PER_DOUBLING: Final = 4
"""The wheel's ladder: it stops at 25, 50, 100, 200 and 400 % exactly."""

_TABLE: Final = 12.0
"""How far the table reaches on each side of the sheet, in sheets: enough for any window."""

_LEAST_TABLE: Final = 20_000.0
"""How far it reaches at least, in scene units: more than any window shows of a small sheet."""

_ON_THE_STEP: Final = 0.05
"""How near to a step of the ladder, in steps, a zoom counts as standing on it."""


class Camera(QObject):
    """Moves a view over a sheet.

    A zoom of 1 shows one scene unit as one pixel of the screen's logical size. The least zoom
    is that which shows the whole sheet. The centre of the view stays on the sheet when panned.
    """

    moved = Signal()
    """What is seen has changed, by zoom, pan or a new size."""
    handled = Signal()
    """The player has moved or zoomed the map himself."""

    def __init__(self, view: QGraphicsView, sheet: QRectF) -> None:
        super().__init__(view)
        self._view = view
        self.sheet = sheet
        self.zoom = 1.0  # pixels a scene unit
        self.centre = sheet.center()  # the scene point in the middle of the view
        self._is_fitted = True
        self.is_inside = True  # no more is seen beside the sheet than must be
        self._held: tuple[QPointF, QPointF] | None = None  # viewport point, scene point
        _free(view, sheet)

    @property
    def least_zoom(self) -> float:
        """The least zoom: that of the whole sheet, 100 % if the sheet is smaller than the view."""
        return min(self._fitting_zoom(), 1.0)

    def to_scene(self, point: QPointF) -> QPointF:
        """The scene point under a point of the viewport."""
        return self._view.viewportTransform().inverted()[0].map(point)

    def seen(self) -> QRectF:
        """The part of the scene that is in view."""
        corner = self.to_scene(QPointF(0.0, 0.0))
        size = self._size()
        return QRectF(corner, QSizeF(size.width() / self.zoom, size.height() / self.zoom))

    # -- zoom

    @property
    def is_fitted(self) -> bool:
        """Whether the whole sheet fills the view, and does so when the view's size changes."""
        return self._is_fitted

    def fit(self) -> None:
        """Shows the whole sheet, and goes on doing so when the view gets another size."""
        self.handled.emit()
        self._set_zoom(self._fitting_zoom())
        self.centre_on(self.sheet.center())
        self._is_fitted = True

    def zoom_to(self, zoom: float, at: QPointF | None = None) -> None:
        """Zooms within limits; what lies under a viewport point, or its middle, stays there."""
        self.handled.emit()
        at = self._middle() if at is None else at
        held = self._held[1] if self._held and self._held[0] == at else self.to_scene(at)
        viewport = self._view.viewport()
        viewport.setUpdatesEnabled(False)  # all is painted anew: nothing need be shifted first
        self._set_zoom(min(max(zoom, self.least_zoom), MAX_ZOOM))
        self._put(held, at)
        viewport.setUpdatesEnabled(True)
        self.centre = self.to_scene(self._middle())
        self._held = (at, held)
        self._look_round()
        self.moved.emit()

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zooms by steps of the ladder, out if negative; one step out of the least zoom fits.

        Whole steps end on the ladder. A part of a step, as of a touch pad, does not. What lies
        under `at`, or the middle of the viewport, stays there.
        """
        if steps < 0 and self.zoom <= self.least_zoom * 1.001:
            self.fit()
        else:
            self.zoom_to(_stepped(self.zoom, steps), at)

    # -- pan

    def centre_on(self, point: QPointF) -> None:
        """Brings a scene point to the middle of the view."""
        self._leave()
        self.centre = QPointF(point)
        self._put(point, self._middle())
        self._look_round()
        self.moved.emit()

    def within(self, point: QPointF) -> QPointF:
        """The centre nearest to a point from which no more is seen beside the sheet than must."""
        sheet, seen = self.sheet, self._size() / self.zoom
        return QPointF(
            _nearest(point.x(), sheet.left(), sheet.right(), seen.width()),
            _nearest(point.y(), sheet.top(), sheet.bottom(), seen.height()),
        )

    def pan_by(self, dx: float, dy: float) -> None:
        """Moves the view over the sheet by viewport pixels; right and down are positive."""
        self.handled.emit()
        self._leave()
        self.centre = self._on_sheet(self.centre + QPointF(dx, dy) / self.zoom)
        self._put(self.centre, self._middle())
        self._look_round()
        self.moved.emit()

    def reveal(self, box: QRectF, margin: float) -> None:
        """Pans no farther than it takes to show a box so many pixels from the edge."""
        way = self.way_to(box, margin)
        if not way.isNull():
            self.centre_on(self.centre + way)

    def reveal_one(self, boxes: Sequence[QRectF], margin: float) -> None:
        """Shows some boxes unless one of them is seen already; far apart, only the first."""
        seen = self.seen()
        if boxes and not any(seen.contains(box.center()) for box in boxes):
            whole = QRectF()
            for box in boxes:
                whole |= box
            fits = whole.width() <= seen.width() and whole.height() <= seen.height()
            self.reveal(whole if fits else boxes[0], margin)

    def centre_box(self, box: QRectF) -> None:
        """Brings a box to the middle; zooms out if all of it would not be seen."""
        seen = self.seen()
        share = min(seen.width() / box.width(), seen.height() / box.height())
        if share < 1:
            self.zoom_to(self.zoom * share)
        self.centre_on(self.within(box.center()))

    def way_to(self, box: QRectF, margin: float) -> QPointF:
        """How far the centre must move to show a box so many pixels from the edge; least of all.

        At the edge of the sheet the box comes as near to that of the view.
        """
        wanted = box.adjusted(*(m * margin / self.zoom for m in (-1, -1, 1, 1)))
        seen = self.seen()
        way = QPointF(
            _way_into(wanted.left(), wanted.right(), seen.left(), seen.right()),
            _way_into(wanted.top(), wanted.bottom(), seen.top(), seen.bottom()),
        )
        inside = self.within(self.centre + way) - self.centre
        return QPointF(inside.x() if way.x() else 0.0, inside.y() if way.y() else 0.0)

    def resize(self) -> None:
        """Takes note of the view's new size: the centre stays, or the fit, or the sheet's edge."""
        if self._is_fitted:
            self.fit()
        elif self.is_inside:
            self.centre_on(self.within(self.centre))
        else:
            self._held = None
            self._put(self.centre, self._middle())
            self.moved.emit()

    # -- inner

    def _leave(self) -> None:
        self._is_fitted = False
        self._held = None

    def _look_round(self) -> None:
        """See whether the sheet fills the view as far as it can, to a pixel."""
        off = (self.within(self.centre) - self.centre) * self.zoom
        self.is_inside = max(abs(off.x()), abs(off.y())) <= 1.0

    def _set_zoom(self, zoom: float) -> None:
        self._leave()
        if zoom != self.zoom:
            self.zoom = zoom
            self._view.setTransform(QTransform.fromScale(zoom, zoom))

    def _put(self, point: QPointF, at: QPointF) -> None:
        """Scrolls so that a scene point comes to a viewport point, to half a pixel."""
        self._view.horizontalScrollBar().setValue(round(point.x() * self.zoom - at.x()))
        self._view.verticalScrollBar().setValue(round(point.y() * self.zoom - at.y()))

    def _size(self) -> QSizeF:
        return QSizeF(self._view.viewport().size())

    def _middle(self) -> QPointF:
        size = self._size()
        return QPointF(size.width() / 2, size.height() / 2)

    def _fitting_zoom(self) -> float:
        size = self._size()
        zoom = min(size.width() / self.sheet.width(), size.height() / self.sheet.height())
        return min(max(zoom, 1e-3), MAX_ZOOM)

    def _on_sheet(self, point: QPointF) -> QPointF:
        """The point, brought no farther off the sheet than the centre already is."""
        limits = self.sheet | QRectF(self.centre, QSizeF(1e-6, 1e-6))
        return QPointF(
            min(max(point.x(), limits.left()), limits.right()),
            min(max(point.y(), limits.top()), limits.bottom()),
        )


def _free(view: QGraphicsView, sheet: QRectF) -> None:
    """Takes from the view what it would do by itself, and makes room to scroll on every side."""
    view.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
    view.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
    view.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    room = max(max(sheet.width(), sheet.height()) * _TABLE, _LEAST_TABLE)
    view.setSceneRect(sheet.adjusted(-room, -room, room, room))


def _stepped(zoom: float, steps: float) -> float:
    """The zoom some steps up or down the ladder."""
    place = math.log2(zoom) * STEPS_PER_DOUBLING
    if steps != round(steps):
        return zoom * math.exp2(steps / STEPS_PER_DOUBLING)
    edge = math.floor(place + _ON_THE_STEP) if steps > 0 else math.ceil(place - _ON_THE_STEP)
    return math.exp2((edge + steps) / STEPS_PER_DOUBLING)


def _way_into(low: float, high: float, seen_low: float, seen_high: float) -> float:
    """How far a window must shift to hold a span; a span that is too long is centred."""
    if high - low > seen_high - seen_low:
        return (low + high - seen_low - seen_high) / 2
    return min(low - seen_low, 0.0) + max(high - seen_high, 0.0)


def _nearest(value: float, low: float, high: float, size: float) -> float:
    """The middle nearest to a value of a window of a size that leaves a span only if it must."""
    if high - low <= size:
        return (low + high) / 2
    return min(max(value, low + size / 2), high - size / 2)


# -- the map as it is opened


class Opening(QObject):
    """Shows the sheet across the view, whatever the window's size, until the player zooms or pans.

    What else takes room beside the view, as a dock does, leaves the map as large as it is.
    """

    def __init__(self, camera: Camera, view: QGraphicsView) -> None:
        super().__init__(camera)
        self._camera, self._view = camera, view
        self._goes_on = False
        self._middle = camera.centre
        self._later = QTimer(self, singleShot=True, interval=0)  # when all is laid out
        self._later.timeout.connect(self._show_again)
        camera.handled.connect(self._yield)

    def show(self, middle: QPointF) -> None:
        """Show the whole width, with a point as near to the middle as the sheet's edges let it."""
        self._middle = middle
        self._view.window().installEventFilter(self)
        self._camera.zoom_to(self._view.viewport().width() / self._camera.sheet.width())
        self._camera.centre_on(self._camera.within(middle))
        self._goes_on = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the map again when the window gets another size."""
        if event.type() is QEvent.Type.Resize and self._goes_on and watched is self._view.window():
            if not self._later.isActive() and not self._stands:
                self._middle = self._camera.centre  # something else was brought into view since
            self._later.start()
        return super().eventFilter(watched, event)

    @property
    def _stands(self) -> bool:
        """Whether the map is still where it was put."""
        off = (self._camera.within(self._middle) - self._camera.centre) * self._camera.zoom
        return off.manhattanLength() <= 2.0

    def _show_again(self) -> None:
        if self._goes_on:
            self.show(self._middle)

    def _yield(self) -> None:
        self._goes_on = False


# -- the map goes along with what the other side does


GLIDE_MS: Final = 420
"""How long the map takes to where something happens, at the usual pace, milliseconds."""

LEFT_ALONE_MS: Final = 6_000
"""How long the map stays where the player has moved it himself, milliseconds."""

_ROOM: Final = 110.0
"""How far from the edge of the view that is brought which happens, pixels."""


class Chase(QObject):
    """Brings what happens into view by a gentle pan; never zooms, and heeds the player's hand."""

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self._camera = camera
        self.is_on = True
        self.speed = 1.0
        """How many times as fast as usual; 0 goes there at once."""
        self._hand = QElapsedTimer()
        self._glide = QVariantAnimation(self)
        self._glide.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._glide.valueChanged.connect(self._move)
        camera.handled.connect(self._yield)

    @property
    def is_left_alone(self) -> bool:
        """Whether the player has moved the map himself just now."""
        return self._hand.isValid() and not self._hand.hasExpired(LEFT_ALONE_MS)

    def forget_hand(self) -> None:
        """The player wants to be led from now on."""
        self._hand.invalidate()

    def lead(self, whole: QRectF, end: QRectF) -> None:
        """Show a box of the scene; where it finds no room, the end of what happens there."""
        if not self.is_on or self.is_left_alone:
            return
        seen, margin = self._camera.seen(), 2 * _ROOM / self._camera.zoom
        fits = whole.width() + margin <= seen.width() and whole.height() + margin <= seen.height()
        way = self._camera.way_to(whole if fits else end, _ROOM)
        if way.isNull():
            return
        self._glide.stop()
        goal = self._camera.centre + way
        if not self.speed:
            self._camera.centre_on(goal)
            return
        self._glide.setStartValue(QPointF(self._camera.centre))
        self._glide.setEndValue(goal)
        self._glide.setDuration(round(GLIDE_MS / self.speed))
        self._glide.start()

    def stop(self) -> None:
        """Stay where it is."""
        self._glide.stop()

    def _move(self, centre: QPointF) -> None:
        self._camera.centre_on(centre)

    def _yield(self) -> None:
        self._glide.stop()
        self._hand.start()


# -- the sheet moves on while a path is drawn to the edge of the view


EDGE: Final = 28.0
"""How near to the view's edge the sheet begins to move, in pixels."""

_FRAME_MS: Final = 16
_FASTEST: Final = 14.0
"""Pixels a frame at the very edge."""


class EdgeScroll(QObject):
    """Pans while the pointer stays near the edge, and tells each time it has."""

    def __init__(self, camera: Camera, panned: Callable[[QPointF], None]) -> None:
        super().__init__(camera)
        self._camera, self._panned = camera, panned
        self._at = QPointF()
        self._box = QRectF()
        self._timer = QTimer(self, interval=_FRAME_MS)
        self._timer.timeout.connect(self._go_on)

    def follow(self, at: QPointF, box: QRectF) -> None:
        """The pointer is at a point of the viewport, whose whole is the box."""
        self._at, self._box = at, box
        if self._pull() == (0.0, 0.0):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """The path is drawn."""
        self._timer.stop()

    def _go_on(self) -> None:
        self._camera.pan_by(*self._pull())
        self._panned(self._at)

    def _pull(self) -> tuple[float, float]:
        """Pixels a frame to the right and down."""
        box, at = self._box, self._at
        return (
            _strength(at.x() - box.left(), box.right() - at.x()),
            _strength(at.y() - box.top(), box.bottom() - at.y()),
        )


def _strength(before: float, after: float) -> float:
    """The pull of two edges at distances before and after the pointer."""
    near = min(before, after)
    if near >= EDGE:
        return 0.0
    pull = _FASTEST * min((EDGE - near) / EDGE, 1.0)
    return -pull if before < after else pull
