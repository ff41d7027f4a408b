"""Level lines of a field: the outline of a wood, the bank of a marsh, a contour line."""

from __future__ import annotations

import numpy as np
from contourpy import LineType, contour_generator

from hexwar.widgets.mapart.noise import Floats
from hexwar.widgets.mapart.raster import Raster


def rings(raster: Raster, field: Floats, level: float) -> list[Floats]:
    """The closed lines (n x 2 pixels) along which a field crosses a level.

    The raster's border counts as low, so that every line closes. Outer rings run one way round,
    the rings of holes the other.
    """
    field = field.copy()
    field[[0, -1], :] = field[:, [0, -1]] = level - 1
    found = contour_generator(raster.x, raster.y, field, line_type=LineType.Separate)
    return [np.asarray(line)[:-1] for line in found.lines(level)]
