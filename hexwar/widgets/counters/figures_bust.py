"""Busts for leaders' medallions, in profile: a general, and the Emperor in his plain hat."""

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

# x = 0 is the middle of the shoulders; the hat's crown stands about 100 units high.
_SHOULDERS: Layer = (
    shape(
        Tone.COAT,
        "M -42,2 Q -44,-20 -30,-28 L -10,-36 L 12,-38 L 26,-30 Q 38,-22 38,2 Z",
    ),
    line(Tone.BELT, (-8, -34, 5), (8, -16, 6), (20, 1, 6)),
    line(Tone.BRASS, (24, -26, 2.2), (28, -14, 2.2), (30, 0, 2.2)),
    disc(Tone.BRASS, 20, -12, 6),
)
_EPAULETTE: Layer = (
    brush(Tone.BRASS, (-36, -22, 9), (-26, -29, 10), (-14, -32, 6)),
    brush(Tone.BRASS, (-39, -19, 3.4), (-40, -8, 2.4)),
    brush(Tone.BRASS, (-35, -18, 3.4), (-35.5, -6, 2.4)),
    brush(Tone.BRASS, (-31, -18, 3.4), (-31, -5, 2.4)),
    brush(Tone.BRASS, (-27, -19, 3.2), (-26.5, -7, 2.2)),
)
_HEAD: Layer = (
    shape(
        Tone.SKIN,
        "M -10,-38 L -12,-54 Q -14,-70 2,-74 L 16,-73 Q 18,-66 18.4,-62 L 24,-53.4 "
        "Q 23,-51 19.4,-50.6 L 20.4,-46.6 L 18.6,-44.6 L 19.4,-41.4 Q 18,-35.6 10,-35 L 4,-33 Z",
    ),
)
_HAIR: Layer = (
    brush(Tone.CREST, (-4, -72, 12), (-9, -62, 11), (-10, -52, 7), (-9, -46, 2)),
    brush(Tone.CREST, (2, -66, 7), (3, -56, 4.6), (4, -51, 1.6)),
    line(Tone.INK, (13.6, -62.6, 1.6), (17.6, -63, 1.4)),
    line(Tone.INK, (14.6, -59.6, 2.0), (16.2, -59.6, 1.8)),
    line(Tone.INK, (15.6, -44.8, 1.2), (19, -45.2, 1.2)),
)
_COLLAR: Layer = (
    brush(Tone.FACING, (-8, -36, 9), (2, -33, 9), (12, -33, 7)),
    line(Tone.BRASS, (-10, -39, 2.2), (1, -36.4, 2.4), (12, -36, 2.2)),
)
_HAT_ALONG: Layer = (
    brush(Tone.BELT, (4, -96, 5), (-3, -103, 8.6), (-16, -105, 7.4), (-26, -100, 2)),
    shape(
        Tone.HAT,
        "M -34,-64 Q -26,-84 -6,-95 Q 8,-101 19,-92 Q 30,-80 38,-60 "
        "Q 24,-71 6,-73 Q -16,-75 -34,-64 Z",
    ),
    patch(
        Tone.BRASS,
        "M -34,-64 Q -16,-75 6,-73 Q 24,-71 38,-60 L 36,-65 "
        "Q 24,-74.6 6,-76.4 Q -14,-78.4 -31,-69 Z",
    ),
    line(Tone.BRASS, (12, -92, 2.4), (17, -80, 2.4)),
    disc(Tone.FACING, 16.6, -80, 6.4),
    disc(Tone.BELT, 16.6, -80, 3.2),
)
_HAT_ATHWART: Layer = (
    shape(
        Tone.HAT,
        "M -30,-66 Q -27,-73 -21,-77 Q -14,-96 4,-97 Q 22,-96 28,-78 Q 33,-73 36,-65 "
        "Q 20,-71 3,-71 Q -15,-71 -30,-66 Z",
    ),
    patch(
        Tone.CREST,
        "M -30,-66 Q -15,-71 3,-71 Q 20,-71 36,-65 Q 33,-73 28,-78 Q 16,-73 3,-73 "
        "Q -10,-73 -21,-77 Q -27,-73 -30,-66 Z",
    ),
    disc(Tone.FACING, 19, -84, 6.4),
    disc(Tone.BELT, 19, -84, 3.6),
    disc(Tone.CLOTH, 19, -84, 1.6),
)


def _bust(hat: Layer) -> Figure:
    layers = (_SHOULDERS, _EPAULETTE, _HEAD, _HAIR, _COLLAR, hat)
    return Figure(84, 108, placed(layers, 44))


GENERAL = _bust(_HAT_ALONG)
EMPEROR = _bust(_HAT_ATHWART)
