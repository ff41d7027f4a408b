"""Silhouettes on foot: files of marching infantry, in shakos and in bearskins."""

from __future__ import annotations

from hexwar.widgets.counters.strokes import (
    Figure,
    Layer,
    Tone,
    brush,
    disc,
    line,
    patch,
    placed,
    shape,
)

# One man, facing right in step; x = 0 is his middle, his shako stands about 88 units high.
_MUSKET: Layer = (
    brush(Tone.WOOD, (9.8, -40, 4.6), (7.2, -49, 3.0), (-4.2, -88, 2.4)),
    brush(Tone.STEEL, (-4.2, -88, 2.0), (-8.6, -104, 0.8)),
)
_FAR_LEG: Layer = (
    brush(Tone.LEGS, (-1, -42, 11), (-4, -24, 8.4), (-10, -8, 5.2)),
    brush(Tone.BOOTS, (-10.5, -6, 5.0), (-11.5, -3, 4.6), (-7.2, -1.8, 3.2)),
)
_NEAR_LEG: Layer = (
    brush(Tone.LEGS, (1, -42, 11.5), (5.5, -24, 9.0), (9.8, -7, 5.6)),
    brush(Tone.BOOTS, (9.8, -5.6, 5.2), (10.2, -3, 5.0), (16, -2.0, 3.2)),
)
_BODY: Layer = (
    brush(Tone.COAT, (-5.5, -44, 5), (-8.5, -34, 5.4), (-9.5, -28, 2.2)),
    brush(Tone.COAT, (0.5, -43, 12.5), (0.4, -52, 13.5), (0.8, -61, 14)),
    brush(Tone.PACK, (-8.6, -50, 8.4), (-8.4, -58, 8.4)),
    brush(Tone.FACING, (2.0, -68, 6.4), (2.2, -70, 6.0)),
    disc(Tone.SKIN, 3.2, -73.6, 8.6),
    line(Tone.BELT, (-3.5, -63, 2.6), (5.2, -45, 2.4)),
    line(Tone.BELT, (-4.6, -44.6, 2.2), (6.0, -44.4, 2.2)),
)
_ROLLED_COAT: Layer = (brush(Tone.BELT, (-12, -63.6, 4.4), (-5, -64, 4.4)),)
_ARM: Layer = (
    brush(Tone.COAT, (1.2, -60.5, 6.8), (-0.5, -50.5, 6.0), (6.6, -45.0, 4.8)),
    brush(Tone.FACING, (5.2, -45.8, 5.0), (6.8, -45.0, 4.8)),
    disc(Tone.SKIN, 8.8, -43.8, 4.2),
)
_SHAKO: Layer = (
    shape(Tone.HAT, "M -1.6,-76.4 L 7.6,-77.2 L 9.4,-88.4 Q 3,-90.2 -3.2,-87.6 Z"),
    brush(Tone.HAT, (7.0, -76.8, 1.8), (10.8, -75.0, 1.0)),
    patch(Tone.BRASS, "M 4.8,-78.6 L 7.6,-78.8 L 8.4,-83.8 L 5.0,-83.6 Z"),
    patch(Tone.BELT, "M -3.0,-86.2 L 9.1,-87 L 9.4,-88.4 Q 3,-90.2 -3.2,-87.6 Z"),
)
_POMPON: Layer = (brush(Tone.FACING, (7.6, -90, 2.4), (7.8, -94, 3.8)),)
_TALL_PLUME: Layer = (brush(Tone.FACING, (7.6, -90, 2.2), (8.2, -97, 3.6), (7.4, -103, 3.2)),)
_BEARSKIN: Layer = (
    shape(
        Tone.HAT,
        "M -3.2,-73 Q -7.2,-85 -3.8,-92.6 Q 2.6,-99 8.6,-93.4 Q 12,-86 9.8,-78.4 "
        "Q 8.8,-76.4 6.2,-77.2 Q 0,-79 -3.2,-73 Z",
    ),
    patch(Tone.BRASS, "M 8.2,-79 Q 10.8,-81 10.4,-85.4 L 7.6,-85.8 Q 6.6,-82 8.2,-79 Z"),
)
_BEARSKIN_PLUME: Layer = (
    brush(Tone.FACING, (-3.4, -90, 2.0), (-4.8, -98, 3.8), (-3.4, -104, 2.4)),
)

_MAN = (_MUSKET, _FAR_LEG, _NEAR_LEG, _ROLLED_COAT, _BODY, _ARM)
_FUSILIER = (*_MAN, _SHAKO, _POMPON)
_VOLTIGEUR = (*_MAN, _SHAKO, _TALL_PLUME)
_GRENADIER = (*_MAN, _BEARSKIN_PLUME, _BEARSKIN)

_PACE = 34.0  # between the men of a file, figure units


def _file(man: tuple[Layer, ...], men: int = 4) -> Figure:
    """Men one behind another, the rearmost drawn first."""
    layers: list[Layer] = []
    for place in range(men):
        layers += placed(man, 16 + _PACE * place)
    return Figure(34 + _PACE * (men - 1), 106, tuple(layers))


INFANTRY = _file(_FUSILIER)
YOUNG_GUARD = _file(_VOLTIGEUR)
GRENADIERS = _file(_GRENADIER)
