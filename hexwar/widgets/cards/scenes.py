"""What the picture on each card shows: the hour of its sky, its soldiers, and its things.

A picture is 172 units wide and 78 high; x grows to the right and y downwards, and the near ground
lies at y = 68.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from hexwar.cards.records import Card, CardKind
from hexwar.widgets.counters.faces import FigureKind as Kind

WIDTH, HEIGHT = 172.0, 78.0
GROUND = 68.0
"""Where the near ones stand."""


class Sky(StrEnum):
    """The light of a picture."""

    DAWN = "dawn"
    DAY = "day"
    DUSK = "dusk"
    NIGHT = "night"
    STORM = "storm"


class Thing(StrEnum):
    """What stands in a picture beside soldiers."""

    SUN = "sun"
    MOON = "moon"
    ROAD = "road"
    RIVER = "river"
    BRIDGE = "bridge"
    BROKEN_BRIDGE = "broken bridge"
    TOWN = "town"
    FIRE = "fire"
    SMOKE = "smoke"
    SHOT = "shot"  # a ball in flight
    TENTS = "tents"
    LETTER = "letter"
    SPYGLASS = "spyglass"
    DIE = "die"
    SABRES = "sabres"
    WALL = "wall"
    SIGNPOST = "signpost"
    TREES = "trees"
    ADVANCE = "advance"  # an arrow of a plan, forward
    ROUND = "round"  # an arrow that goes round
    BACK = "back"
    STRAY = "stray"  # arrows to all sides
    FLAG = "flag"
    BARRED = "barred"  # a line through it
    RAIN = "rain"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Man:
    """A soldier, a gun or a bust that stands in a picture."""

    kind: Kind
    x: float  # of its middle
    size: float  # its height
    is_enemy: bool = False
    is_left: bool = False  # turned to the left
    y: float = GROUND


@dataclass(frozen=True, slots=True)
class Prop:
    """A thing that stands in a picture."""

    thing: Thing
    x: float = WIDTH / 2
    y: float = GROUND
    size: float = 30.0
    is_left: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture; its parts from far to near."""

    sky: Sky
    parts: tuple[Man | Prop, ...]


def scene_of(card: Card) -> Scene:
    """The picture of a card; one of its kind where it has none of its own."""
    return SCENES.get(card.id) or _BY_KIND[card.kind]


_COLUMN = (
    Prop(Thing.ROAD, 86, 68, 60),
    Man(Kind.INFANTRY, 66, 22, y=60),
    Man(Kind.INFANTRY, 126, 34),
)
_HORSE = (Man(Kind.HUSSAR, 62, 40), Man(Kind.HUSSAR, 122, 46))
_LAST_PUSH = Scene(
    Sky.DUSK,
    (Prop(Thing.SMOKE, 128, 50, 40), Man(Kind.GRENADIERS, 54, 46), Prop(Thing.FLAG, 112, 68, 56)),
)
_DELAY = Scene(
    Sky.STORM,
    (Prop(Thing.SIGNPOST, 44, 68, 48), Prop(Thing.CLOCK, 126, 36, 40), Prop(Thing.RAIN)),
)
_ARRIVE = Scene(
    Sky.DAWN,
    (Prop(Thing.SUN, 132, 44, 30), *_COLUMN[:1], Man(Kind.INFANTRY, 78, 38)),
)
_TURNING = Scene(
    Sky.DAY,
    (Man(Kind.INFANTRY, 128, 22, is_enemy=True, is_left=True, y=56), Prop(Thing.ROUND, 92, 58, 92)),
)
_ACROSS = Scene(
    Sky.DAY, (Prop(Thing.RIVER), Prop(Thing.BRIDGE, 86, 66, 84), Man(Kind.CUIRASSIER, 84, 40, y=54))
)
_CUT_THROUGH = Scene(
    Sky.DUSK,
    (
        Man(Kind.INFANTRY, 34, 26, is_enemy=True, y=62),
        Man(Kind.INFANTRY, 142, 26, is_enemy=True, is_left=True, y=62),
        Prop(Thing.BACK, 90, 70, 70),
    ),
)
_COMMANDER = Scene(Sky.DAWN, (Prop(Thing.FLAG, 124, 70, 60), Man(Kind.GENERAL, 68, 70, y=78)))
_UNTRAINED = Scene(
    Sky.DAY,
    (Man(Kind.DRAGOON, 60, 40, is_enemy=True), Prop(Thing.BARRED, 60, 48, 46), Prop(Thing.WALL)),
)

_BY_KIND: Mapping[CardKind, Scene] = MappingProxyType(
    {
        CardKind.MODE: Scene(Sky.DAWN, (Prop(Thing.TENTS, 60, 68, 40), Prop(Thing.SUN, 130, 46))),
        CardKind.MARCH: Scene(Sky.DAY, _COLUMN),
        CardKind.GAME: Scene(Sky.DAY, (Prop(Thing.LETTER, 86, 60, 54),)),
        CardKind.STATUS: Scene(Sky.DAY, (Prop(Thing.WALL), Man(Kind.INFANTRY, 86, 40))),
        CardKind.ARRIVAL: _ARRIVE,
        CardKind.TACTICS: Scene(Sky.DUSK, (Prop(Thing.SABRES, 86, 70, 62),)),
        CardKind.LEADER: _COMMANDER,
    }
)

SCENES: Mapping[str, Scene] = MappingProxyType(
    {
        "road-column": Scene(
            Sky.DAY, (*_COLUMN, Man(Kind.INFANTRY, 26, 15, y=55), Prop(Thing.TREES, 16, 52, 24))
        ),
        "late-start": Scene(
            Sky.NIGHT, (Prop(Thing.MOON, 132, 24, 24), Prop(Thing.TENTS, 74, 68, 46))
        ),
        "artillery-cover-fire": Scene(
            Sky.DAY,
            (Prop(Thing.SMOKE, 134, 48, 40), Man(Kind.FOOT_GUN, 66, 42), Prop(Thing.SHOT, 146, 24)),
        ),
        "replacements": Scene(
            Sky.DAY, (Prop(Thing.TENTS, 36, 62, 30), Man(Kind.YOUNG_GUARD, 106, 44))
        ),
        "early-arrival": Scene(
            Sky.DAWN, (Prop(Thing.SUN, 60, 50, 34), Man(Kind.GENERAL, 122, 66, y=78))
        ),
        "formation-scattered": Scene(
            Sky.STORM, (Man(Kind.INFANTRY, 86, 30, y=58), Prop(Thing.STRAY, 86, 50, 70))
        ),
        "emperor-napoleon": Scene(
            Sky.DUSK,
            (
                Man(Kind.CUIRASSIER, 34, 30, y=60),
                Prop(Thing.FLAG, 126, 68, 58),
                Man(Kind.EMPEROR, 76, 74, y=78),
            ),
        ),
        "bluecher": Scene(
            Sky.DAY,
            (
                Man(Kind.HUSSAR, 34, 34, y=64),
                Prop(Thing.DIE, 142, 60, 26),
                Man(Kind.GENERAL, 92, 72, y=78),
            ),
        ),
        "approach-march": Scene(Sky.DAWN, (*_COLUMN, Prop(Thing.TREES, 22, 54, 28))),
        "general-retreat": Scene(
            Sky.DUSK,
            (Man(Kind.INFANTRY, 118, 32, is_left=True), Man(Kind.BAGGAGE_TRAIN, 46, 26, y=62)),
        ),
        "spies-bring-news": Scene(
            Sky.NIGHT, (Prop(Thing.SPYGLASS, 62, 54, 60), Prop(Thing.LETTER, 128, 62, 42))
        ),
        "general-advance": Scene(
            Sky.DAY, (Man(Kind.INFANTRY, 50, 36), Prop(Thing.ADVANCE, 124, 58, 56))
        ),
        "probe": Scene(
            Sky.DAY,
            (
                Prop(Thing.TREES, 142, 62, 36),
                Man(Kind.INFANTRY, 52, 36),
                Prop(Thing.SMOKE, 108, 44, 18),
            ),
        ),
        "infiltration": Scene(
            Sky.NIGHT,
            (
                Prop(Thing.TREES, 34, 60, 34),
                Prop(Thing.TREES, 136, 60, 38),
                Man(Kind.LANCER, 86, 42),
            ),
        ),
        "marshal-ney": Scene(
            Sky.DUSK, (Prop(Thing.SABRES, 40, 70, 50), Man(Kind.GENERAL, 108, 74, y=78))
        ),
        "another-chance": Scene(
            Sky.DAY, (Prop(Thing.DIE, 64, 62, 34), Prop(Thing.DIE, 112, 56, 40))
        ),
        "sound-of-guns": Scene(
            Sky.DUSK,
            (
                Prop(Thing.SMOKE, 134, 46, 34),
                Prop(Thing.ADVANCE, 112, 64, 40),
                Man(Kind.INFANTRY, 46, 36),
            ),
        ),
        "fire": Scene(Sky.NIGHT, (Prop(Thing.TOWN, 86, 68, 84), Prop(Thing.FIRE, 86, 58, 60))),
        "cavalry-pursuit": Scene(
            Sky.DAY, (Man(Kind.INFANTRY, 144, 24, is_enemy=True, y=60), *_HORSE)
        ),
        "counter-charge": Scene(
            Sky.DAY,
            (Man(Kind.HUSSAR, 46, 46), Man(Kind.LANCER, 128, 44, is_enemy=True, is_left=True)),
        ),
        "mobile-defense": Scene(
            Sky.DAY, (Man(Kind.INFANTRY, 120, 34), Prop(Thing.BACK, 50, 60, 54))
        ),
        "area-defense": Scene(Sky.DAY, (Man(Kind.INFANTRY, 86, 44, y=64), Prop(Thing.WALL))),
        "turning-movement": _TURNING,
        "jaws-of-death": _CUT_THROUGH,
        "battle-ends": Scene(
            Sky.DUSK,
            (
                Prop(Thing.SUN, 86, 56, 40),
                Man(Kind.INFANTRY, 34, 26, is_left=True, y=66),
                Man(Kind.INFANTRY, 140, 26, is_enemy=True, y=66),
            ),
        ),
        "cossacks": Scene(
            Sky.DAY,
            (
                Man(Kind.COSSACK, 78, 50, is_enemy=True),
                Prop(Thing.BARRED, 78, 46, 50),
                Prop(Thing.TREES, 150, 58, 28),
            ),
        ),
        "untrained-enemy-cavalry": _UNTRAINED,
        "last-push": _LAST_PUSH,
        "populace": Scene(
            Sky.DAY,
            (
                Prop(Thing.TOWN, 36, 58, 44),
                Prop(Thing.RIVER),
                Prop(Thing.BROKEN_BRIDGE, 92, 66, 84),
            ),
        ),
        "arrives-early": _ARRIVE,
        "other-route": Scene(
            Sky.DAY, (Prop(Thing.SIGNPOST, 122, 68, 50), Man(Kind.INFANTRY, 54, 34))
        ),
        "delay": _DELAY,
        "forced-march": Scene(
            Sky.NIGHT, (Prop(Thing.MOON, 30, 22, 20), *_COLUMN[:1], Man(Kind.GRENADIERS, 88, 44))
        ),
        "alternate-reinforcements": Scene(
            Sky.DAY,
            (Man(Kind.HORSE_GUN, 44, 30, y=62), Man(Kind.GRENADIERS, 122, 44)),
        ),
        "marshal-marmont": Scene(
            Sky.DAY, (Man(Kind.FOOT_GUN, 44, 34), Man(Kind.GENERAL, 116, 72, y=78))
        ),
        "gneisenau": Scene(
            Sky.DUSK,
            (
                Prop(Thing.LETTER, 38, 62, 44),
                Prop(Thing.DIE, 144, 62, 24),
                Man(Kind.GENERAL, 92, 70, y=78),
            ),
        ),
        "aide-de-camp": Scene(Sky.DAY, (Man(Kind.HUSSAR, 68, 50), Prop(Thing.LETTER, 136, 52, 36))),
        "tcs-turning-movement": _TURNING,
        "point-blank-fire": Scene(
            Sky.DUSK,
            (
                Man(Kind.INFANTRY, 146, 28, is_enemy=True, is_left=True, y=64),
                Prop(Thing.SMOKE, 112, 50, 34),
                Man(Kind.FOOT_GUN, 50, 42),
            ),
        ),
        "heavy-cavalry-at-bridges": _ACROSS,
        "heavy-against-light": Scene(
            Sky.DAY,
            (Man(Kind.CUIRASSIER, 48, 48), Man(Kind.HUSSAR, 130, 38, is_enemy=True, is_left=True)),
        ),
        "cancel-one-force": Scene(
            Sky.STORM,
            (
                Prop(Thing.ROAD, 86, 68, 60),
                Man(Kind.INFANTRY, 90, 36, is_enemy=True),
                Prop(Thing.BARRED, 90, 50, 52),
            ),
        ),
        "heavy-and-combined-arms": Scene(
            Sky.DAY,
            (
                Man(Kind.FOOT_GUN, 32, 26, y=62),
                Man(Kind.INFANTRY, 84, 28, y=62),
                Man(Kind.CUIRASSIER, 132, 48),
            ),
        ),
        "new-chief-of-staff": Scene(
            Sky.DAY, (Prop(Thing.LETTER, 42, 62, 46), Man(Kind.GENERAL, 112, 72, y=78))
        ),
        "commander-arrives-french": _COMMANDER,
        "commander-arrives-coalition": _COMMANDER,
        "second-day": Scene(Sky.DAWN, (Prop(Thing.SUN, 86, 58, 44), Prop(Thing.TENTS, 40, 68, 34))),
        "cut-their-way": _CUT_THROUGH,
        "untrained-enemy-troops": Scene(
            Sky.DAY,
            (Man(Kind.INFANTRY, 86, 40, is_enemy=True), Prop(Thing.STRAY, 86, 48, 60)),
        ),
        "powder-wet": Scene(Sky.STORM, (Man(Kind.INFANTRY, 86, 42), Prop(Thing.RAIN))),
        "scouts-find-ford": Scene(Sky.DAY, (Prop(Thing.RIVER), Man(Kind.LANCER, 84, 46, y=66))),
        "reluctant-yorck": Scene(
            Sky.STORM, (Man(Kind.GENERAL, 60, 72, y=78), Prop(Thing.BARRED, 130, 44, 44))
        ),
        "fow-delay": _DELAY,
        "fow-last-push": _LAST_PUSH,
    }
)
"""The pictures of single cards, by their ids."""
