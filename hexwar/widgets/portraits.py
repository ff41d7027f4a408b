"""Pictures of leaders on the screen: read once for each size, and as sharp as the screen is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QPainter, QPainterPath, QPen

from hexwar.scenario.pictures import Picture, PictureFault, read_picture
from hexwar.widgets.brushwork import PictureStore, kept, rounded, take_up
from hexwar.widgets.panels.look import Look

_BUDGET: Final = 16 << 20  # bytes of pictures that are kept
_ROUND: Final = 3  # of the corners of the frame, pixels at 100 %

_Key = tuple[Path, int, int, int, int]  # and when it was changed, its bytes, and the room
_STORE: Final[PictureStore[_Key, QImage]] = PictureStore(_BUDGET)


def image_of(picture: Picture, room: QSize) -> QImage:
    """A picture as large as a room holds it whole, in pixels; a null image where it is damaged."""
    buffer = QBuffer()
    buffer.setData(QByteArray(picture.data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(picture.form.encode()))
    try:
        size = QSize(picture.wide, picture.high)
        if reader.size() != size:
            return QImage()
        reader.setAutoTransform(True)  # a camera may have been held upright
        turned = reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
        wanted = room.transposed() if turned else room
        scaled = size.scaled(wanted, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(scaled.expandedTo(QSize(1, 1)))
        return reader.read()
    finally:
        del reader  # it looks at the buffer to its end


def portrait(path: Path, room: QSize) -> QImage:
    """The picture in a file as large as a room holds it, in pixels; a null image for none."""
    try:
        told = path.stat()
        key = path, told.st_mtime_ns, told.st_size, room.width(), room.height()
        image = _STORE.get(key)
        if image is None:
            image = image_of(read_picture(path), room)
            _STORE.put(key, image)
    except (OSError, PictureFault):
        return QImage()
    return image


def paint_portrait(
    painter: QPainter, look: Look, path: Path, room: QRectF, share: float = 0.5
) -> QRectF:
    """Paint a picture into a room with a frame; where it stands.

    Of the room that is left beside it a share is at its left: with 1 it stands at the right.

    A picture that cannot be shown leaves all as it is, and takes no room.
    """
    ratio = painter.device().devicePixelRatioF()
    image = portrait(path, (room.size() * ratio).toSize())
    if image.isNull():
        return QRectF()
    size = QSizeF(image.size()) / ratio
    free = room.width() - size.width()
    left = round((room.left() + free * share) * ratio) / ratio  # on whole pixels of the screen
    top = round((room.center().y() - size.height() / 2) * ratio) / ratio
    box = QRectF(left, top, size.width(), size.height())
    with kept(painter):
        edge: QPainterPath = rounded(box, look.px(_ROUND))
        painter.setClipPath(edge)
        painter.drawImage(box, image)
        painter.setClipping(False)
        take_up(painter, QPen(look.colour("line"), look.px(1)))
        painter.drawPath(edge)
    return box
