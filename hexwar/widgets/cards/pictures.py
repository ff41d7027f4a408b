"""The pictures on cards: sky, hills and ground, then soldiers and things from far to near.

assets/art/cards/scenes.toml says what stands where.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from hexwar.cards.records import Card
from hexwar.resources import assets
from hexwar.widgets.brushwork import kept, take_up
from hexwar.widgets.cards.records import Suit
from hexwar.widgets.counters.easel import Detail, Easel, figure, paint_figure, paint_flag
from hexwar.widgets.counters.faces import FigureKind
from hexwar.widgets.drawings import Dyes, drawing

WIDTH, HEIGHT = 172.0, 78.0
_KINDS = {kind.replace(" ", "-"): kind for kind in FigureKind}


@dataclass(frozen=True, slots=True)
class Part:
    """What stands in a picture: a soldier, a gun, a bust or a thing."""

    name: str  # of its drawing
    x: float  # of its middle
    y: float  # of its foot
    size: float  # a man's height; a thing's scale in percent
    is_enemy: bool = False
    is_left: bool = False  # turned to the left

    @property
    def kind(self) -> FigureKind | None:
        """The silhouette of a soldier; none of a thing."""
        return _KINDS.get(self.name)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture; its parts from far to near."""

    light: Dyes  # the colours of its hour
    parts: tuple[Part, ...]


@cache
def scenes() -> Mapping[str, Mapping[str, Scene]]:
    """Pictures of single `cards` by their ids, and of `kinds` of cards."""
    text = (assets() / "art/cards/scenes.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    skies = {
        sky: tuple(zip(("high", "low", "far", "near", "ground"), colours, strict=True))
        for sky, colours in tables["skies"].items()
    }
    return {
        table: {
            name: Scene(skies[sky], tuple(_part(part) for part in parts))
            for name, (sky, *parts) in tables[table].items()
        }
        for table in ("cards", "kinds")
    }


def _part(text: str) -> Part:
    *words, x, y, size = text.split()
    [name] = set(words) - {"enemy", "left"}
    return Part(name, float(x), float(y), float(size), "enemy" in words, "left" in words)


def scene_of(card: Card) -> Scene:
    """The picture of a card; one of its kind where it has none of its own."""
    return scenes()["cards"].get(card.id) or scenes()["kinds"][card.kind]


def paint_picture(painter: QPainter, card: Card, suit: Suit, box: QRectF, unit: float) -> None:
    """Paint the picture of a card into a box; `unit` is device pixels to a unit of a card."""
    scene = scene_of(card)
    with kept(painter):
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.translate(box.topLeft())
        scale = box.width() / WIDTH
        painter.scale(scale, scale)
        drawing("cards/land", scene.light).render(painter, QRectF(0, 0, WIDTH, HEIGHT))
        for part in scene.parts:
            with kept(painter):
                painter.translate(part.x, part.y)
                if part.kind is None:
                    _paint_thing(painter, part, suit)
                else:
                    _paint_man(painter, part, part.kind, suit, unit * scale)


def _paint_man(painter: QPainter, man: Part, kind: FigureKind, suit: Suit, unit: float) -> None:
    shape = figure(kind).viewBoxF()
    width = man.size * shape.width() / shape.height()
    take_up(painter, None, QColor(20, 16, 10, 60))
    painter.drawEllipse(QRectF(-width * 0.5, 0.5 - man.size * 0.055, width, man.size * 0.11))
    if man.is_left:
        painter.scale(-1, 1)
    nation = suit.enemy if man.is_enemy else suit.nation
    paint_figure(painter, kind, nation, QRectF(-width / 2, -man.size, width, man.size), unit)


def _paint_thing(painter: QPainter, thing: Part, suit: Suit) -> None:
    painter.scale(thing.size / 100, thing.size / 100)
    if thing.name == "flag":
        paint_flag(Easel(painter, 1.0, Detail.NORMAL), suit.nation, QRectF(-33, -112, 104, 112))
    else:
        drawn = drawing(f"cards/{thing.name}")
        drawn.render(painter, drawn.viewBoxF())
