"""The cloth of a table and all that lies on it, painted at any scale."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from hexwar.table.stands import Cloth
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.measured.plane import Plane


class ClothPainter:
    """Paints a cloth. The same cloth is always the same picture."""

    def __init__(self, cloth: Cloth) -> None:
        self._cloth, self._plane = cloth, Plane(cloth)

    @property
    def bounds(self) -> QRectF:
        """The cloth and the wood round it."""
        return self._plane.sheet

    @property
    def fingerprint(self) -> str:
        """Nothing is kept on disk: it is painted quickly."""
        return ""

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, season: Season, ratio: float
    ) -> None:
        """Paints a part, scene units, at so many device pixels to each."""
        painter.fillRect(rect, QColor("#5b4028"))
        painter.fillRect(self._plane.cloth, QColor("#9aa869"))
        for patch in reversed(self._cloth.patches):
            ring = self._plane.area([(x / 100, y / 100) for x, y in patch.ring])
            painter.fillPath(
                ring,
                QColor(
                    {
                        "hill": "#b5a369",
                        "wood": "#5d7a45",
                        "village": "#b07a66",
                        "stream": "#6d9cc0",
                    }.get(patch.kind, "#999999")
                ),
            )

    def picture(self, rect: QRectF, scale: float, season: Season, ratio: float) -> QImage:
        """A part as a picture."""
        image = QImage(
            max(round(rect.width() * scale), 1),
            max(round(rect.height() * scale), 1),
            QImage.Format.Format_RGB32,
        )
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.translate(-rect.topLeft())
        self.paint(painter, rect, scale, season, ratio)
        painter.end()
        return image

    def underpainting(self, season: Season) -> QImage:
        """The whole in small."""
        return self.picture(self.bounds, 0.1, season, 1.0)
