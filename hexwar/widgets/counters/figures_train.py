"""Silhouettes on wheels: foot and horse artillery, baggage and pontoon trains."""

from __future__ import annotations

from hexwar.widgets.counters.figures_horse import GUN_HORSE
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
    wheel,
)

# A field gun on its carriage, muzzle to the right; the axle lies at x = 66.
_FAR_WHEEL: Layer = wheel(Tone.FAR_WOOD, 70, 42, 10)
_CARRIAGE: Layer = (
    shape(Tone.CARRIAGE, "M 76,-33 L 58,-34 L 18,-9 L 8,-2 L 9,0 L 20,-1 L 62,-22 L 76,-24 Z"),
    brush(Tone.CARRIAGE, (11, -3, 5), (4, -6, 2.6)),
)
_BARREL: Layer = (
    brush(
        Tone.BRASS,
        (44, -34.4, 4.4),
        (48, -35, 11),
        (64, -37, 10.4),
        (80, -39.4, 8.6),
        (108, -43.4, 7.0),
    ),
    brush(Tone.BRASS, (107, -43.2, 7.4), (111, -43.8, 8.8)),
    disc(Tone.BRASS, 40.4, -34, 4.6),
    line(Tone.INK, (64.4, -42, 1.0), (63.2, -32, 1.0)),
    line(Tone.INK, (82, -43.6, 1.0), (81, -35.4, 1.0)),
    line(Tone.INK, (51, -40.4, 1.0), (50, -29.8, 1.0)),
)
_NEAR_WHEEL: Layer = wheel(Tone.WOOD, 66, 44, 10)
_GUN = (_FAR_WHEEL, _CARRIAGE, _BARREL, _NEAR_WHEEL)

# A gunner facing right, feet apart; x = 0 is his middle.
_GUNNER_LEGS: Layer = (
    brush(Tone.LEGS, (-2, -42, 10), (-6, -24, 8.2), (-8, -6, 5.6)),
    brush(Tone.BOOTS, (-8, -5, 5.0), (-2.6, -2, 3.4)),
    brush(Tone.LEGS, (2, -42, 10), (6, -24, 8.2), (7.4, -6, 5.6)),
    brush(Tone.BOOTS, (7.4, -5, 5.0), (13, -2, 3.4)),
)
_GUNNER_BODY: Layer = (
    brush(Tone.COAT, (-5, -44, 5), (-7, -36, 5), (-7.4, -30, 2)),
    brush(Tone.COAT, (0.4, -43, 12.5), (0.4, -52, 13), (1, -61, 13.6)),
    brush(Tone.FACING, (2.0, -68, 6.4), (2.2, -70, 6.0)),
    disc(Tone.SKIN, 3.2, -73.6, 8.6),
    line(Tone.BELT, (-3.5, -63, 2.4), (5.2, -45, 2.2)),
)
_GUNNER_SHAKO: Layer = (
    shape(Tone.HAT, "M -1.6,-76.4 L 7.6,-77.2 L 9.4,-88.4 Q 3,-90.2 -3.2,-87.6 Z"),
    brush(Tone.HAT, (7.0, -76.8, 1.8), (10.8, -75.0, 1.0)),
    patch(Tone.FACING, "M -3.0,-86.2 L 9.1,-87 L 9.4,-88.4 Q 3,-90.2 -3.2,-87.6 Z"),
    brush(Tone.FACING, (7.6, -90, 2.4), (7.8, -95, 3.8)),
)
_GUNNER = (_GUNNER_LEGS, _GUNNER_BODY, _GUNNER_SHAKO)
_LINSTOCK: tuple[Layer, ...] = (
    (
        brush(Tone.WOOD, (20, -30, 2.0), (26, -74, 2.0)),
        brush(Tone.FACING, (26, -74, 2), (27, -80, 3.2)),
    ),
    (
        brush(Tone.COAT, (1.6, -60, 6.6), (9, -53, 5.8), (19, -51, 4.6)),
        brush(Tone.FACING, (17.6, -51.2, 4.8), (19.4, -51, 4.6)),
        disc(Tone.SKIN, 22, -50.6, 4.4),
    ),
)
_RAMMER: tuple[Layer, ...] = (
    (
        brush(Tone.WOOD, (-22, -44.6, 2.0), (14, -50, 2.0), (24, -51.4, 2.0)),
        brush(Tone.BELT, (-26, -44, 5), (-19, -45, 5)),
    ),
    (
        brush(Tone.COAT, (1.4, -60, 6.6), (2.4, -51, 6), (-5, -48, 4.6)),
        disc(Tone.SKIN, -8, -47, 4.4),
    ),
)


def _foot_gun() -> Figure:
    rear = placed((*_GUNNER, *_LINSTOCK), 14)
    front = placed((*_GUNNER, *_RAMMER), 140)
    return Figure(166, 100, (*rear, *placed(_GUN, 10), *front))


# A limbered gun, rolling to the right behind a team; the muzzle looks back.
_LIMBERED: tuple[Layer, ...] = (
    wheel(Tone.FAR_WOOD, 34, 38, 10),
    (
        shape(Tone.CARRIAGE, "M 20,-31 L 40,-31 L 84,-22 L 84,-17 L 40,-21 L 22,-22 Z"),
        brush(Tone.CARRIAGE, (82, -20, 5), (118, -31, 3)),
    ),
    (
        brush(
            Tone.BRASS,
            (54, -34, 4.4),
            (50, -34.6, 10),
            (36, -35.6, 9.6),
            (18, -37, 8),
            (-2, -38.4, 6.6),
        ),
        brush(Tone.BRASS, (-1, -38.4, 7), (-5, -38.6, 8.4)),
        disc(Tone.BRASS, 57, -33.6, 4.4),
        line(Tone.INK, (36, -40.4, 1.0), (36.6, -31, 1.0)),
        line(Tone.INK, (16, -41, 1.0), (16.4, -33.4, 1.0)),
    ),
    wheel(Tone.WOOD, 30, 40, 10),
    wheel(Tone.WOOD, 82, 30, 8),
)


def _horse_gun() -> Figure:
    team = placed(GUN_HORSE.layers, 76, 0.94)
    return Figure(208, 116, (*placed(_LIMBERED, 8), *team))


# A draught horse at a walk, facing right; x = 0 is its rump.
_DRAUGHT_FAR: Layer = (
    brush(Tone.FAR_HORSE, (10, -40, 15), (13, -26, 8), (9, -18, 5.4), (12, -4, 4)),
    brush(Tone.INK, (12, -4, 4.4), (15, -2, 4)),
    brush(Tone.FAR_HORSE, (52, -38, 12), (60, -24, 7), (61, -16, 4.8), (56, -6, 3.8)),
    brush(Tone.INK, (56, -6, 4), (57, -2.6, 4.4)),
)
_DRAUGHT: Layer = (
    brush(Tone.HORSE, (10, -46, 23), (24, -45, 23), (38, -44, 24), (52, -46, 24)),
    brush(Tone.HORSE, (8, -42, 18), (3, -29, 10), (-4, -20, 5.6), (-6, -5, 4)),
    brush(Tone.HORSE, (53, -42, 14), (52, -27, 8), (52, -18, 5.4), (51, -5, 4)),
    brush(Tone.HORSE, (52, -51, 20), (62, -62, 14), (70, -70, 10.4)),
    brush(Tone.HORSE, (69, -72, 10.6), (76, -65, 9.4), (82, -56, 6.4)),
    brush(Tone.HORSE, (67, -75, 4.2), (67.4, -82, 1)),
    brush(Tone.INK, (-6, -5, 4.4), (-3, -2, 4)),
    brush(Tone.INK, (51, -5, 4.4), (54, -2, 4)),
    line(Tone.INK, (75.4, -69, 1.8), (76, -68.6, 1.8)),
)
_DRAUGHT_MANE: Layer = (
    brush(Tone.MANE, (70, -77, 3), (62, -72, 6), (54, -62, 7), (49, -58, 3)),
    brush(Tone.MANE, (2, -55, 4), (-5, -49, 6), (-8, -36, 6), (-8, -26, 1)),
)
_HARNESS: Layer = (
    brush(Tone.BOOTS, (50, -60, 3.2), (60, -47, 3.8), (58, -40, 3.2)),
    line(Tone.INK, (59, -46, 2.0), (30, -42, 2.0), (-10, -36, 2.0)),
    line(Tone.INK, (30, -56.6, 1.8), (31, -34, 1.8)),
    line(Tone.INK, (72, -76, 1.3), (77, -63, 1.3), (70, -60, 1.2)),
)
_DRAUGHT_HORSE = (_DRAUGHT_FAR, _DRAUGHT, _DRAUGHT_MANE, _HARNESS)

_TILT_WAGON: tuple[Layer, ...] = (
    wheel(Tone.FAR_WOOD, 84, 30, 8),
    (brush(Tone.WOOD, (92, -22, 4), (130, -34, 3)),),
    (
        shape(
            Tone.CANVAS, "M 6,-46 Q 0,-66 8,-84 Q 24,-94 46,-92 Q 74,-92 94,-86 Q 104,-66 96,-46 Z"
        ),
        line(Tone.PACK, (28, -90.6, 1.4), (23, -68, 1.4), (27, -47, 1.4)),
        line(Tone.PACK, (51, -91.4, 1.4), (49, -68, 1.4), (50, -47, 1.4)),
        line(Tone.PACK, (74, -89.8, 1.4), (76, -68, 1.4), (73, -47, 1.4)),
        patch(Tone.PACK, "M 94,-86 Q 104,-66 96,-46 L 91,-46 Q 97,-66 90,-86.6 Z"),
    ),
    (
        shape(Tone.WOOD, "M 2,-47 L 100,-47 L 97,-27 L 8,-27 Z"),
        line(Tone.INK, (5, -37, 1.0), (98, -37, 1.0)),
    ),
    wheel(Tone.FAR_WOOD, 26, 40, 10),
    wheel(Tone.FAR_WOOD, 80, 32, 8),
)
_PONTOON_WAGON: tuple[Layer, ...] = (
    wheel(Tone.FAR_WOOD, 94, 30, 8),
    (
        brush(Tone.WOOD, (12, -33, 4), (108, -33, 4)),
        brush(Tone.WOOD, (100, -28, 4), (130, -34, 3)),
    ),
    (
        brush(Tone.WOOD, (14, -64, 3), (102, -64, 3)),
        brush(Tone.WOOD, (20, -69, 3), (96, -69, 3)),
        brush(Tone.WOOD, (26, -74, 3), (90, -74, 3)),
    ),
    (
        shape(Tone.CARRIAGE, "M -6,-62 L 122,-62 L 108,-36 L 12,-36 Z"),
        patch(Tone.CANVAS, "M -6,-62 L 122,-62 L 120.6,-59 L -4.4,-59 Z"),
        line(Tone.INK, (26, -58, 1.0), (28, -37, 1.0)),
        line(Tone.INK, (58, -58, 1.0), (58, -37, 1.0)),
        line(Tone.INK, (90, -58, 1.0), (88, -37, 1.0)),
    ),
    wheel(Tone.FAR_WOOD, 24, 36, 10),
    wheel(Tone.FAR_WOOD, 92, 30, 8),
)


def _train(wagon: tuple[Layer, ...]) -> Figure:
    return Figure(228, 94, (*placed(_DRAUGHT_HORSE, 142), *placed(wagon, 6)))


FOOT_GUN = _foot_gun()
HORSE_GUN = _horse_gun()
BAGGAGE_TRAIN = _train(_TILT_WAGON)
PONTOON_TRAIN = _train(_PONTOON_WAGON)
