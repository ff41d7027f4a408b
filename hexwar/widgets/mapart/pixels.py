"""Pictures from arrays and arrays from pictures; each has memory of its own."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from hexwar.widgets.mapart.noise import Floats

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint32]


def see_through(blue: Floats, green: Floats, red: Floats, alpha: Floats) -> QImage:
    """A picture of colours from 0 to 255 that are premultiplied by their alpha."""
    layers = np.stack(np.broadcast_arrays(blue, green, red, alpha), axis=-1)
    pixels = np.ascontiguousarray(layers.round().astype(np.uint8)).view(np.uint32)[..., 0]
    return _image(pixels, QImage.Format.Format_ARGB32_Premultiplied)


def opaque(pixels: Words) -> QImage:
    """A picture of rows x columns of colours as ``QColor.rgb`` gives them."""
    return _image(np.ascontiguousarray(pixels, dtype=np.uint32), QImage.Format.Format_RGB32)


def words(image: QImage) -> Words:
    """The colours of an opaque picture, rows x columns."""
    rows = np.frombuffer(image.constBits(), dtype=np.uint32)
    return rows.reshape(image.height(), image.width()).copy()


def grey_levels(image: QImage) -> Floats:
    """A grey picture as rows x columns of 0 to 1."""
    rows = np.frombuffer(image.constBits(), dtype=np.uint8)
    rows = rows.reshape(image.height(), image.bytesPerLine())[:, : image.width()]
    return np.asarray(rows / 255.0)


def _image(pixels: Words, form: QImage.Format) -> QImage:
    rows, columns = pixels.shape
    return QImage(pixels.data, columns, rows, columns * 4, form).copy()
