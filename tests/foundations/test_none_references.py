"""Calls into Qt must not lose references to None.

Python 3.11 counts them, and ends the process when none is left: PySide6 6.12.0 lost one in each
of these calls, which ended a program within its first painted frames.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QApplication

CALLS = 60
SLACK = 5
"""What else may come and go in the meantime, far less than one reference a call."""

RECT = QRectF(0, 0, 20, 20)
POINT = QPointF(3, 4)
COLOR = QColor(1, 2, 3)


def save_and_restore(painter: QPainter) -> None:
    painter.save()
    painter.restore()


def image() -> QImage:
    return QImage(40, 40, QImage.Format.Format_RGB32)


PAINTER_CALLS: dict[str, Callable[[QPainter], object]] = {
    "drawImage in a rectangle": lambda p: p.drawImage(RECT, image(), RECT),
    "drawImage at a place": lambda p: p.drawImage(0, 0, image()),
    "drawPixmap in a rectangle": lambda p: p.drawPixmap(RECT, QPixmap(20, 20), RECT),
    "drawPixmap in whole pixels": lambda p: p.drawPixmap(QRect(0, 0, 5, 5), QPixmap(20, 20)),
    "drawPixmap at a point": lambda p: p.drawPixmap(POINT, QPixmap(20, 20)),
    "drawPath": lambda p: p.drawPath(QPainterPath(POINT)),
    "strokePath": lambda p: p.strokePath(QPainterPath(POINT), QPen()),
    "fillPath with a colour": lambda p: p.fillPath(QPainterPath(POINT), COLOR),
    "fillPath with a brush": lambda p: p.fillPath(QPainterPath(POINT), QBrush(COLOR)),
    "drawLine": lambda p: p.drawLine(POINT, QPointF(1, 1)),
    "drawLines": lambda p: p.drawLines([QLineF(0, 0, 1, 1)]),
    "drawRect": lambda p: p.drawRect(RECT),
    "fillRect with a brush": lambda p: p.fillRect(RECT, QBrush(COLOR)),
    "fillRect with a colour": lambda p: p.fillRect(RECT, COLOR),
    "drawRoundedRect": lambda p: p.drawRoundedRect(RECT, 2, 2),
    "drawEllipse": lambda p: p.drawEllipse(POINT, 2, 2),
    "drawPolygon of points": lambda p: p.drawPolygon([POINT, QPointF(5, 5)]),
    "drawPolygon": lambda p: p.drawPolygon(QPolygonF([POINT, QPointF(5, 5)])),
    "drawText at a point": lambda p: p.drawText(POINT, "x"),
    "drawText in a rectangle": lambda p: p.drawText(RECT, Qt.AlignmentFlag.AlignCenter, "x"),
    "setPen with a pen": lambda p: p.setPen(QPen()),
    "setPen with a colour": lambda p: p.setPen(COLOR),
    "setPen with none": lambda p: p.setPen(Qt.PenStyle.NoPen),
    "setBrush with a colour": lambda p: p.setBrush(COLOR),
    "setBrush with none": lambda p: p.setBrush(Qt.BrushStyle.NoBrush),
    "setFont": lambda p: p.setFont(QFont()),
    "setOpacity": lambda p: p.setOpacity(1),
    "setRenderHint": lambda p: p.setRenderHint(QPainter.RenderHint.Antialiasing),
    "setClipPath": lambda p: p.setClipPath(QPainterPath(POINT)),
    "setTransform": lambda p: p.setTransform(QTransform()),
    "translate": lambda p: p.translate(0, 0),
    "rotate": lambda p: p.rotate(0),
    "scale": lambda p: p.scale(1, 1),
    "save and restore": save_and_restore,
}

OTHER_CALLS: dict[str, Callable[[], object]] = {
    "QPainterPath.addRect": lambda: QPainterPath().addRect(1, 1, 1, 1),
    "QPainterPath.addText": lambda: QPainterPath().addText(POINT, QFont(), "x"),
    "QPainterPath.addPolygon": lambda: QPainterPath().addPolygon(QPolygonF([POINT])),
    "QPainterPath.lineTo": lambda: QPainterPath().lineTo(1, 1),
    "QPainterPath.quadTo": lambda: QPainterPath().quadTo(POINT, QPointF(0, 1)),
    "QPainterPath.closeSubpath": lambda: QPainterPath().closeSubpath(),
    "QImage.fill with a number": lambda: image().fill(0),
    "QImage.fill with a colour": lambda: image().fill(COLOR),
    "QPen.setDashPattern": lambda: QPen().setDashPattern([1, 2]),
    "QBrush.setTransform": lambda: QBrush().setTransform(QTransform()),
    "QLinearGradient.setColorAt": lambda: QLinearGradient(0, 0, 1, 1).setColorAt(0, COLOR),
    "QFont.setPixelSize": lambda: QFont().setPixelSize(9),
    "QFont.setLetterSpacing": lambda: QFont().setLetterSpacing(
        QFont.SpacingType.AbsoluteSpacing, 0
    ),
}

pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on"
)


@pytest.fixture
def painter(qapp: QApplication) -> Iterator[QPainter]:
    canvas = image()
    painter = QPainter(canvas)
    yield painter
    painter.end()


def references_lost(call: Callable[[], object]) -> int:
    """How many references to None go in CALLS calls, the first few not counted."""
    for _ in range(5):
        call()
    gc.collect()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        call()
    gc.collect()
    return before - sys.getrefcount(None)


@pytest.mark.parametrize("name", PAINTER_CALLS)
def test_painting_loses_no_reference_to_none(name: str, painter: QPainter) -> None:
    call = PAINTER_CALLS[name]

    assert references_lost(lambda: call(painter)) < SLACK


@pytest.mark.parametrize("name", OTHER_CALLS)
def test_pens_paths_and_images_lose_no_reference_to_none(name: str, qapp: QApplication) -> None:
    assert references_lost(OTHER_CALLS[name]) < SLACK
