"""A picture of the board at an instant of a battle, as reports have it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF
from PySide6.QtGui import QImage, QImageWriter

from hexwar.table.aftermath import Moment

_QUALITY = 88  # of a JPEG


@dataclass(frozen=True, slots=True)
class Picture:
    """A moment painted: at first the ground alone."""

    moment: Moment
    cut: QRectF  # of the scene
    image: QImage

    @property
    def jpeg(self) -> bytes:
        """The picture as a file."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QImageWriter(buffer, QByteArray(b"jpg"))
        writer.setQuality(_QUALITY)
        writer.write(self.image)
        return bytes(data.data())
