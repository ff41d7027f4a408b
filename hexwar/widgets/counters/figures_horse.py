"""Silhouettes on horseback: hussar, lancer, Cossack, dragoon and cuirassier."""

from __future__ import annotations

from hexwar.widgets.counters.strokes import Figure, Layer, Tone, brush, disc, line, patch, shape

# A horse at the gallop, facing right; its withers stand 60 units high.
_FAR_LEGS: Layer = (
    brush(
        Tone.FAR_HORSE, (56, -42, 17), (50, -30, 9), (42, -22, 5.6), (35, -11, 3.8), (30, -7, 3.6)
    ),
    brush(Tone.INK, (30, -7, 4.2), (25.6, -5, 4.6)),
    brush(Tone.FAR_HORSE, (96, -43, 14), (111, -37, 7.6), (122, -33, 5), (131, -22, 3.6)),
    brush(Tone.INK, (131, -22, 4), (134.6, -17.6, 4.6)),
)
_TAIL: Layer = (
    brush(Tone.MANE, (43, -55, 5), (35, -57, 7), (24, -52, 8.4), (14, -44, 6), (7, -41, 1)),
)
_HORSE: Layer = (
    brush(Tone.HORSE, (52, -48, 23), (64, -47, 24.5), (80, -46, 25.5), (95, -48, 24)),
    brush(
        Tone.HORSE,
        (51, -44, 20),
        (44, -33, 12),
        (34, -26, 6.4),
        (29, -23, 5.4),
        (18, -15, 3.6),
        (13, -11, 3.8),
    ),
    brush(
        Tone.HORSE,
        (97, -46, 17),
        (106, -34, 8.6),
        (117, -27, 5.8),
        (119, -22, 4.6),
        (117.4, -13, 3.6),
        (114.6, -9, 3.8),
    ),
    brush(Tone.HORSE, (94, -54, 23), (105, -67, 15.5), (114, -78, 11)),
    brush(Tone.HORSE, (113, -79, 11.4), (123, -74, 10), (132, -66, 6.6)),
    brush(Tone.HORSE, (111, -82, 4.4), (110, -90, 1)),
    brush(Tone.INK, (13, -11, 4.2), (8.6, -9.6, 4.8)),
    brush(Tone.INK, (114.6, -9, 4.2), (110.4, -6.6, 4.8)),
    line(Tone.INK, (121.5, -77.4, 1.8), (122.2, -77.0, 1.8)),
    line(Tone.INK, (132.5, -64.6, 1.2), (133.5, -65.2, 1.2)),
)
_MANE: Layer = (
    brush(Tone.MANE, (115, -86, 3), (106, -80, 7.4), (97, -71, 8.6), (89, -62, 5)),
    brush(Tone.MANE, (114, -86, 3.4), (119, -82, 3.6), (121, -79, 1)),
)
_BRIDLE: Layer = (
    line(Tone.INK, (118, -84, 1.3), (122.5, -70.5, 1.3)),
    line(Tone.INK, (127, -78, 1.3), (124.4, -69.6, 1.3)),
    line(Tone.INK, (128, -68.5, 1.2), (112, -64, 1.1), (92, -68, 1.1)),
)
_GIRTH: Layer = (line(Tone.INK, (86, -57, 1.6), (88, -36, 1.6)),)
_GALLOP = (_FAR_LEGS, _TAIL, _HORSE, _BRIDLE, _MANE, _GIRTH)

# The same horse at a collected trot, its neck arched.
_TROT_FAR_LEGS: Layer = (
    brush(
        Tone.FAR_HORSE, (56, -42, 17), (59, -30, 9), (58, -22, 5.6), (65, -12, 3.8), (67, -8, 3.6)
    ),
    brush(Tone.INK, (67, -8, 4.2), (70.4, -5, 4.6)),
    brush(Tone.FAR_HORSE, (95, -42, 14), (95.4, -28, 7.4), (94.4, -18, 5), (93.4, -6, 3.8)),
    brush(Tone.INK, (93.4, -6, 4.2), (96, -2.6, 4.8)),
)
_TROT_TAIL: Layer = (
    brush(Tone.MANE, (43, -55, 5), (35, -54, 7), (28, -45, 9), (25, -32, 7.4), (27, -22, 1)),
)
_TROT_HORSE: Layer = (
    brush(Tone.HORSE, (52, -48, 24), (64, -47, 25.5), (80, -46, 26.5), (95, -48, 25)),
    brush(
        Tone.HORSE,
        (51, -44, 21),
        (48, -32, 12.6),
        (41, -23, 6.6),
        (42.4, -14, 4.4),
        (43, -6, 4),
    ),
    brush(
        Tone.HORSE, (97, -46, 18), (106, -36, 9.6), (115, -32, 6.4), (111, -22, 4), (109, -18, 3.8)
    ),
    brush(Tone.HORSE, (94, -54, 25), (104, -69, 17), (108, -82, 12)),
    brush(Tone.HORSE, (108, -83, 12), (118, -77, 10.4), (124, -66, 7)),
    brush(Tone.HORSE, (105, -87, 4.4), (105, -95, 1)),
    brush(Tone.INK, (43, -6, 4.4), (46, -2.6, 4.8)),
    brush(Tone.INK, (109, -18, 4.2), (106.4, -14, 4.8)),
    line(Tone.INK, (115.6, -80.6, 1.8), (116.2, -80.2, 1.8)),
)
_TROT_MANE: Layer = (
    brush(Tone.MANE, (108, -91, 3), (99, -86, 7.6), (93, -75, 9), (87, -64, 5)),
    brush(Tone.MANE, (107, -91, 3.4), (112, -87.4, 3.8), (114.6, -84, 1)),
)
_TROT_BRIDLE: Layer = (
    line(Tone.INK, (111, -89, 1.3), (116, -74.5, 1.3)),
    line(Tone.INK, (121.6, -79, 1.3), (117.6, -71, 1.3)),
    line(Tone.INK, (121, -70, 1.2), (106, -64, 1.1), (91, -69, 1.1)),
)
_TROT = (_TROT_FAR_LEGS, _TROT_TAIL, _TROT_HORSE, _TROT_BRIDLE, _TROT_MANE, _GIRTH)

_LIGHT_CLOTH: Layer = (
    shape(Tone.CLOTH, "M 84,-60 L 60,-60 Q 46,-56 34,-40 Q 50,-38 62,-42 Q 76,-44 86,-44 Z"),
    patch(
        Tone.FACING,
        "M 34,-40 Q 50,-38 62,-42 Q 76,-44 86,-44 L 86,-47 Q 72,-47 60,-45 Q 48,-41.6 37,-43 Z",
    ),
)
_HEAVY_CLOTH: Layer = (
    shape(Tone.CLOTH, "M 84,-60 L 52,-60 L 46,-41 L 66,-39 L 69,-44 L 86,-44 Z"),
    patch(
        Tone.FACING,
        "M 46,-41 L 66,-39 L 69,-44 L 86,-44 L 86,-46.6 L 67.4,-47 L 64.6,-42 L 47,-44 Z",
    ),
)
_LEG: Layer = (
    brush(Tone.LEGS, (69, -65, 12), (80, -57, 10.6), (86, -51, 8)),
    brush(Tone.BOOTS, (86, -52, 8), (83, -42, 6.4), (81.5, -35, 5.4)),
    brush(Tone.BOOTS, (81.5, -34.4, 5), (88, -32.4, 3.6)),
)
_HIGH_BOOT: Layer = (
    brush(Tone.LEGS, (69, -65, 12), (79, -58, 11)),
    brush(Tone.BOOTS, (79, -58, 11), (87, -51.6, 9), (84, -42, 7.2), (82, -35, 6.2)),
    brush(Tone.BOOTS, (82, -34.4, 5.4), (88.5, -32.2, 3.8)),
)
_TRUNK: Layer = (
    brush(Tone.COAT, (67, -64, 13), (69, -73, 12), (73, -83, 13.6)),
    brush(Tone.FACING, (75.4, -89.6, 6.2), (76, -91, 5.8)),
    disc(Tone.SKIN, 77.6, -94.6, 8.6),
)
_REINS_ARM: Layer = (
    brush(Tone.COAT, (74, -82, 6.4), (80, -73, 5.8), (90, -70, 4.8)),
    disc(Tone.SKIN, 92, -69.6, 4),
)
_SWORD_ARM: Layer = (
    brush(Tone.COAT, (73.6, -83.4, 7), (84, -82, 6), (93, -88.4, 4.8)),
    brush(Tone.FACING, (91.6, -87.4, 5), (93.4, -88.8, 4.8)),
    disc(Tone.SKIN, 95.2, -90.2, 4.4),
)
_SABRE: Layer = (
    brush(Tone.STEEL, (95.6, -90.6, 2.2), (108, -95, 2.4), (119, -102, 1.8), (125, -108, 0.6)),
    brush(Tone.BRASS, (94.2, -87.4, 1.6), (97.6, -92.6, 1.8)),
)
_CARRIED_SWORD: Layer = (
    brush(Tone.STEEL, (89.6, -73, 2.8), (96.4, -119, 1.0)),
    brush(Tone.BRASS, (86.4, -75.4, 1.9), (93, -74.4, 1.9)),
)
_CARRYING_ARM: Layer = (
    brush(Tone.COAT, (73, -83.4, 7.4), (77.4, -74, 6.4), (87, -71.4, 5)),
    brush(Tone.FACING, (85, -72, 5.2), (87, -71.4, 5)),
    disc(Tone.SKIN, 89.6, -71, 4.6),
)
_LACE: Layer = (
    line(Tone.BELT, (70, -86, 1.3), (78.6, -84.6, 1.3)),
    line(Tone.BELT, (69, -81.4, 1.3), (78.4, -80, 1.3)),
    line(Tone.BELT, (67.4, -76.6, 1.3), (76.4, -75.4, 1.3)),
    line(Tone.BELT, (65.4, -71.6, 1.3), (74.4, -70.6, 1.3)),
)
_CROSS_BELT: Layer = (
    line(Tone.BELT, (69, -88, 2.4), (75, -70, 2.4)),
    line(Tone.BELT, (61.6, -68.6, 2.2), (74, -68, 2.2)),
)
_PELISSE: Layer = (
    brush(Tone.COAT, (70, -84, 5), (61, -84, 9.6), (52, -79, 11), (44, -74, 6)),
    brush(Tone.BELT, (71, -87, 3), (62, -90, 3.4), (51, -86.4, 3.4), (42, -79, 3)),
)
_SHAKO: Layer = (
    shape(Tone.HAT, "M 72.6,-97.2 L 82,-98.2 L 83.6,-109.6 Q 77,-111.6 70.8,-108.6 Z"),
    brush(Tone.HAT, (81.4, -97.8, 1.8), (85.4, -95.8, 1.0)),
    patch(Tone.BELT, "M 71,-107.2 L 83.4,-108.2 L 83.6,-109.6 Q 77,-111.6 70.8,-108.6 Z"),
    brush(Tone.FACING, (81, -111.4, 2), (80.4, -116, 3.6), (77, -121, 2.6)),
)
_CZAPKA: Layer = (
    shape(Tone.HAT, "M 72.8,-97.2 L 82,-98.2 L 81.6,-102.4 L 73.6,-101.8 Z"),
    shape(Tone.FACING, "M 74,-102 L 81,-102.6 L 86.4,-110.6 L 70.6,-109 Z"),
    brush(Tone.HAT, (81.4, -97.8, 1.8), (85.2, -95.8, 1.0)),
    brush(Tone.BELT, (84, -111.6, 2), (82.4, -116, 3.2), (79, -120, 2.2)),
)
_FUR_CAP: Layer = (
    shape(
        Tone.HAT,
        "M 71.4,-96.4 Q 70,-106 73,-109 L 82.4,-110 Q 85.4,-106 83,-97.8 Q 77,-99.6 71.4,-96.4 Z",
    ),
    brush(Tone.FACING, (75, -109.6, 3.4), (69, -107, 4.4), (66.4, -101, 3)),
)
_BEARD: Layer = (brush(Tone.CREST, (79.6, -91.4, 3.4), (80.4, -87, 4.4), (79, -82.6, 1.4)),)
_HELMET: Layer = (
    brush(Tone.CREST, (74, -106, 4), (66.4, -103, 6.4), (62, -94, 6.8), (58, -84, 3)),
    shape(
        Tone.HELMET,
        "M 72.4,-95.6 Q 70.6,-106.4 78,-107.4 Q 84.6,-106.4 83.6,-97.4 Q 77.6,-99.4 72.4,-95.6 Z",
    ),
    brush(Tone.CREST, (73, -107, 3.4), (79, -111, 4.6), (86, -109.6, 3)),
    brush(Tone.HELMET, (82.4, -98, 1.8), (86.4, -96.4, 1.0)),
    brush(Tone.FACING, (74, -107.6, 2.0), (73, -114, 3.4), (70, -119.6, 2.4)),
)
_CUIRASS: Layer = (
    shape(
        Tone.STEEL,
        "M 66.4,-86.6 Q 72,-91 79,-87 Q 81.4,-79 76,-70.6 Q 69,-72.6 63.4,-70.8 "
        "Q 62.6,-79 66.4,-86.6 Z",
    ),
    line(Tone.BELT, (70.4, -86, 2.2), (69.2, -79, 2.8), (69, -74, 2.0)),
)
_EPAULETTE: Layer = (brush(Tone.FACING, (71.4, -87, 3.6), (76.6, -86.2, 3.8)),)
_LEVELLED_LANCE: Layer = (
    brush(Tone.WOOD, (44, -74, 2.0), (128, -92, 2.0)),
    brush(Tone.STEEL, (128, -92, 2.6), (139, -94.4, 0.6)),
)
_PENNON: Layer = (
    shape(
        Tone.FACING,
        "M 126,-92.6 Q 118,-99 106,-97 L 111,-94.4 L 105,-89.4 Q 116,-88.6 125.6,-91.4 Z",
    ),
    patch(Tone.BELT, "M 126,-92.2 Q 116,-93.6 110,-94 L 105,-89.4 Q 116,-88.6 125.6,-91.4 Z"),
)
_LONG_LANCE: Layer = (
    brush(Tone.WOOD, (30, -71, 2.0), (134, -93.4, 2.0)),
    brush(Tone.STEEL, (134, -93.4, 2.8), (146, -96, 0.6)),
)
_LANCE_ARM: Layer = (
    brush(Tone.COAT, (73, -83.4, 7), (71, -75, 6.2), (79, -79.6, 5)),
    disc(Tone.SKIN, 81.4, -81.4, 4.4),
)
_WHIP_ARM: Layer = (
    brush(Tone.COAT, (73.6, -83.4, 7), (81, -77, 6), (91, -74, 4.8)),
    disc(Tone.SKIN, 93.4, -73.4, 4.4),
)
_COAT_SKIRT: Layer = (brush(Tone.COAT, (66, -64, 11), (57, -58, 8), (50, -52, 3)),)


def _gallop(*rider: Layer, width: float = 140) -> Figure:
    return Figure(width, 122, (*_GALLOP, *rider))


def _trot(*rider: Layer) -> Figure:
    return Figure(150, 121, (*_TROT, *rider))


HUSSAR = _gallop(
    _LIGHT_CLOTH, _PELISSE, _REINS_ARM, _TRUNK, _LACE, _LEG, _SHAKO, _SABRE, _SWORD_ARM
)
LANCER = _gallop(
    _LIGHT_CLOTH, _REINS_ARM, _TRUNK, _CROSS_BELT, _LEG, _CZAPKA, _PENNON, _LEVELLED_LANCE,
    _LANCE_ARM,
)  # fmt: skip
COSSACK = _gallop(
    _LIGHT_CLOTH, _REINS_ARM, _COAT_SKIRT, _TRUNK, _CROSS_BELT, _LEG, _BEARD, _FUR_CAP,
    _LONG_LANCE, _LANCE_ARM, width=147,
)  # fmt: skip
DRAGOON = _trot(
    _HEAVY_CLOTH, _REINS_ARM, _TRUNK, _CROSS_BELT, _HIGH_BOOT, _HELMET, _CARRIED_SWORD,
    _CARRYING_ARM, _EPAULETTE,
)  # fmt: skip
CUIRASSIER = _trot(
    _HEAVY_CLOTH, _REINS_ARM, _TRUNK, _CUIRASS, _HIGH_BOOT, _HELMET, _CARRIED_SWORD,
    _CARRYING_ARM, _EPAULETTE,
)  # fmt: skip
GUN_HORSE = _gallop(_HEAVY_CLOTH, _REINS_ARM, _TRUNK, _CROSS_BELT, _HIGH_BOOT, _SHAKO, _WHIP_ARM)
