"""The names on the map: type set as outlines, level or along a curve, where it can be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath, QPen, QTransform

from hexwar.hexes import Hex
from hexwar.table.battlefield import Area, Place, Water, Way
from hexwar.widgets import fonts
from hexwar.widgets.mapart.canvas import (
    Canvas,
    Detail,
    Shelf,
    at_lengths,
    lengths_along,
    normals,
    resampled,
)
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.raster import Floats, Raster
from hexwar.widgets.mapart.settlements import town_groups
from hexwar.widgets.mapart.ways import Course

_MASTER: Final = 64  # pixels; outlines are taken at this size, so that no hinting bends them


_HALO: Final = 0.24  # widths of the halo's pen in heights of the type


@dataclass(frozen=True, slots=True)
class Style:
    """How a name is set."""

    pixels: float  # height of the type
    ink: str  # its name among the inks of a season
    weight: QFont.Weight = QFont.Weight.Normal
    is_italic: bool = False
    spacing: float = 0.0  # between letters, in heights of the type
    halo: str = ""  # likewise; empty for none
    leading: float = 1.08  # from line to line, in heights of the type

    def scaled(self, factor: float) -> Style:
        """The same style larger or smaller."""
        return replace(self, pixels=self.pixels * factor)

    def master(self) -> QFont:
        """The font that outlines are taken from."""
        font = fonts.font(fonts.SERIF, _MASTER, self.weight, self.is_italic)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, self.spacing * _MASTER)
        return font


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name ready to paint."""

    path: QPainterPath
    style: Style
    boxes: Floats  # n x 4 (left, top, right, bottom) that it fills; a box a letter on a curve

    def moved(self, x: float, y: float) -> Lettering:
        """The name so many pixels further right and down."""
        boxes = self.boxes + np.array([x, y, x, y])
        return Lettering(self.path.translated(x, y), self.style, boxes)

    @property
    def bounds(self) -> QRectF:
        """The rectangle that holds it, halo and all."""
        margin = self.style.pixels * _HALO
        return self.path.boundingRect().adjusted(-margin, -margin, margin, margin)

    def paint(self, canvas: Canvas) -> None:
        """Paints the halo, then the letters."""
        if self.style.halo:
            pen = QPen(canvas.inks.of(self.style.halo), self.style.pixels * _HALO)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)  # the quickest
            canvas.painter.strokePath(self.path, pen)
        canvas.painter.fillPath(self.path, canvas.inks.of(self.style.ink))


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a place, and where it may stand."""

    name: Lettering  # round the origin
    spots: Floats  # n x 2, those of the printed map first
    costs: Floats  # n: how ill it stands at each
    best: int  # the spot that it has on the printed map

    @property
    def printed(self) -> Lettering:
        """The name where it stands on the printed map."""
        return self.name.moved(*self.spots[self.best])


@dataclass(frozen=True, slots=True)
class Plan:
    """All names that a scale has room for, in the order they are painted."""

    areas: Sequence[Lettering]
    labels: Sequence[Label]
    rivers: Sequence[Lettering]


def level(text: str, style: Style) -> Lettering:
    """A name of one or more lines round the origin, its capitals centred upright."""
    font = style.master()
    metrics = QFontMetricsF(font)
    lines = text.split("\n")
    master = QPainterPath()
    for i, line in enumerate(lines):
        width = metrics.horizontalAdvance(line) - style.spacing * _MASTER
        foot = metrics.capHeight() / 2 + (i - (len(lines) - 1) / 2) * style.leading * _MASTER
        master.addText(QPointF(-width / 2, foot), font, line)
    factor = style.pixels / _MASTER
    path = QTransform.fromScale(factor, factor).map(master)
    return Lettering(path, style, boxed(path))


def along(text: str, style: Style, curve: Floats) -> Lettering:
    """A name whose letters stand on the middle of a curve, read from its first point on."""
    font = style.master()
    metrics = QFontMetricsF(font)
    factor = style.pixels / _MASTER
    ends = np.array([metrics.horizontalAdvance(text[: i + 1]) for i in range(len(text))]) * factor
    starts = np.concatenate([[0.0], ends[:-1]])
    middles = (starts + ends) / 2 + (lengths_along(curve)[-1] - ends[-1]) / 2
    path, boxes = QPainterPath(), []
    for letter, spot, angle in zip(
        text, at_lengths(curve, middles), _angles(curve, middles), strict=True
    ):
        glyph = QPainterPath()
        half = (metrics.horizontalAdvance(letter) - style.spacing * _MASTER) / 2
        glyph.addText(QPointF(-half, metrics.capHeight() * 0.42), font, letter)
        turn = QTransform.fromTranslate(*spot.tolist()).rotate(angle).scale(factor, factor)
        glyph = turn.map(glyph)
        path.addPath(glyph)
        boxes.append(boxed(glyph))
    return Lettering(path, style, np.concatenate(boxes))


def boxed(path: QPainterPath) -> Floats:
    """The box of a path, 1 x 4."""
    box = path.boundingRect()
    return np.array([[box.left(), box.top(), box.right(), box.bottom()]])


def _angles(curve: Floats, lengths: Floats) -> list[float]:
    """The curve's course at lengths along it, in degrees clockwise from the right."""
    course = at_lengths(curve, lengths + 3) - at_lengths(curve, lengths - 3)
    degrees: list[float] = np.degrees(np.arctan2(course[:, 1], course[:, 0])).tolist()
    return degrees


def width_of(text: str, style: Style) -> float:
    """How many pixels wide a line of text is."""
    advance = QFontMetricsF(style.master()).horizontalAdvance(text)
    return advance * style.pixels / _MASTER


# -- names where they can be read


_GROWTH: Final = {Detail.FAR: 4.6, Detail.MID: 3.0, Detail.NEAR: 1.62, Detail.CLOSE: 1.0}
"""How much larger names are set for smaller scales."""

_CITY: Final = Style(18.0, "place_ink", weight=QFont.Weight.Bold, spacing=0.09, halo="halo")
_TOWN: Final = Style(15.5, "place_ink", weight=QFont.Weight.DemiBold, halo="halo")
_VILLAGE: Final = Style(14.0, "place_ink", halo="halo")
_FARM: Final = Style(12.5, "place_ink", is_italic=True, halo="halo")
_RIVER: Final = Style(15.0, "river_ink", is_italic=True, spacing=0.22, halo="halo")
_STREAM: Final = Style(11.5, "river_ink", is_italic=True, spacing=0.12, halo="halo")
_AREAS: Final = {
    "woods": Style(14.0, "woods_ink", is_italic=True, spacing=0.14, leading=1.3, halo="woods_halo"),
    "marsh": Style(11.0, "marsh_ink", is_italic=True, spacing=0.06, halo="halo"),
    "height": Style(
        10.5,
        "height_ink",
        weight=QFont.Weight.DemiBold,
        spacing=0.2,
        leading=1.45,
        halo="halo",
    ),
}
_ROUND_A_PLACE: Final = np.array(
    [
        (0.0, 0.0, 0, 1), (0.15, 0.0, 0, -1), (0.5, 0.25, 0, 1), (0.5, -0.25, 0, 1),
        (0.6, 0.25, 0, -1), (0.6, -0.25, 0, -1), (0.9, 0.5, 26, 0), (0.9, -0.5, -26, 0),
        (1.0, 0.45, 0, 1), (1.0, -0.45, 0, 1), (1.1, 0.45, 0, -1), (1.1, -0.45, 0, -1),
    ]
)  # fmt: skip
"""Each choice: its cost, and how many widths, pixels to the right and lines down it stands."""


_FARTHER: Final = np.array(
    [
        (1.3, 0.0, 0, 0.8), (1.3, 0.0, 0, -0.8),
        (1.6, 0.5, 30, 1), (1.6, -0.5, -30, 1), (1.6, 0.5, 30, -1), (1.6, -0.5, -30, -1),
        (1.8, 0.0, 0, 1.85), (1.8, 0.0, 0, -1.85), (2.0, 0.5, 52, 0), (2.0, -0.5, -52, 0),
        (2.3, 0.5, 60, 1.85), (2.3, -0.5, -60, 1.85), (2.3, 0.5, 60, -1.85),
        (2.3, -0.5, -60, -1.85),
        (2.6, 0.5, 104, 0), (2.6, -0.5, -104, 0), (2.6, 0.5, 84, 1), (2.6, -0.5, -84, 1),
        (2.6, 0.5, 84, -1), (2.6, -0.5, -84, -1), (2.8, 0.0, 0, 2.8), (2.8, 0.0, 0, -2.8),
    ]
)  # fmt: skip
"""Choices for a name that counters drive from its place on the printed map."""


def printed(name: str) -> str:
    """A name as it stands on the map: without a remark in brackets, its dashes long."""
    return name.split(" (", maxsplit=1)[0].strip().replace(" - ", " – ")


def planned(ground: Ground, courses: Sequence[Course], ink: Floats, detail: Detail) -> Plan:
    """All names that a scale has room for; the weightier ones choose their places first."""
    room = Room(ground.raster, ground.frame, ink)
    setter = _Setter(ground, room, detail)
    labels, rivers = list(setter.places()), list(setter.rivers(courses))
    return Plan(list(setter.areas()), labels, rivers)


def plan(ground: Ground, courses: Sequence[Course], ink: Floats, detail: Detail) -> list[Lettering]:
    """The names as they stand on the printed map."""
    found = planned(ground, courses, ink, detail)
    # Places are painted last, over all others.
    return [*found.areas, *(label.printed for label in found.labels), *found.rivers]


class _Setter:
    """Sets the names for one scale."""

    def __init__(self, ground: Ground, room: Room, detail: Detail) -> None:
        self._ground = ground
        self._room = room
        self._detail = detail
        self._growth = _GROWTH[detail]
        self._cities = _cities(ground)

    def _best(self, boxes: Floats, own: Floats, limit: float) -> int | None:
        """The choice that stands best, its place then taken; None if all stand too ill."""
        costs = own + self._room.costs(boxes)
        best = int(costs.argmin())
        if costs[best] > limit:
            return None
        self._room.take(boxes[best])
        return best

    # Places

    def places(self) -> Iterator[Label]:
        ranked = sorted(self._ground.battlefield.places, key=lambda place: -self._rank(place))
        least = {Detail.FAR: 3, Detail.MID: 2}.get(self._detail, 0)
        for place in ranked:
            # A mere crossroads has no name of its own, and is seen without a word.
            is_proper = place.terrain.cover.built or place.name[:1].isupper()
            if self._rank(place) >= least and is_proper:
                yield from self._place(place)

    def _rank(self, place: Place) -> int:
        """3 for a town of several hexes, 2 for a village on a road, 1 for others, 0 for farms."""
        if place.terrain.cover.art != "houses":
            return 0
        if place.hex in self._cities:
            return 3 if place.hex == self._cities[place.hex] else 0
        return 2 if self._ground.battlefield.way_hexes.get(place.hex) is Way.ROAD else 1

    def _place(self, place: Place) -> Iterator[Label]:
        rank = self._rank(place)
        style = (_FARM, _VILLAGE, _TOWN, _CITY)[rank].scaled(self._growth)
        name = level(printed(place.name.upper() if rank == 3 else place.name), style)
        wide = name.boxes[0, 2] - name.boxes[0, 0]
        drop = max(self._ground.layout.row_pitch / 2 + 3.0, 14.0 + style.pixels * 0.7)
        own, widths, aside, lines = np.concatenate([_ROUND_A_PLACE, _FARTHER]).T
        x, y = self._ground.layout.centre(place.hex)
        shifts = np.stack([x + widths * wide + aside, y + lines * drop], axis=1)
        boxes = name.boxes + np.tile(shifts, 2)[:, None, :]
        costs = own + self._room.costs(boxes)
        best = self._best(boxes[: len(_ROUND_A_PLACE)], own[: len(_ROUND_A_PLACE)], 9.0)
        if best is not None:
            yield Label(name, shifts, costs, best)

    # Rivers

    def rivers(self, courses: Sequence[Course]) -> Iterator[Lettering]:
        """The names of rivers along their courses; long ones are named again."""
        if self._detail >= Detail.NEAR:
            for course in courses:
                if not printed(course.river.name):
                    continue
                for part in _reaches(course, 850.0 * self._growth):
                    yield from self._river(course, part)

    def _river(self, course: Course, part: Floats) -> Iterator[Lettering]:
        style = (_RIVER if course.river.water is Water.RIVER else _STREAM).scaled(self._growth)
        text = printed(course.river.name)
        gap = float(course.widths.max()) / 2 + style.pixels * 0.72 + 3.0 * (self._growth - 1)
        curves = _banks(part, width_of(text, style) + 10.0, gap)
        if not len(curves):
            return
        half = style.pixels * 0.45
        boxes = np.concatenate([curves - half, curves + half], axis=2)[:, 1:-1]
        chord = np.abs(curves[:, -1] - curves[:, 0])
        steep = chord[:, 1] / np.maximum(chord.sum(axis=1), 1.0)
        best = self._best(boxes, 0.8 * steep + np.array([_bend(c) for c in curves]), 3.6)
        if best is not None:
            yield along(text, style, curves[best])

    # Woods, marshes and heights

    def areas(self) -> Iterator[Lettering]:
        least = {Detail.NEAR: 10, Detail.CLOSE: 1}.get(self._detail)
        if least is not None:
            areas = [a for a in self._ground.battlefield.areas if len(a.hexes) >= least]
            for area in sorted(areas, key=lambda area: -len(area.hexes)):
                yield from self._area(area)

    def _area(self, area: Area) -> Iterator[Lettering]:
        swell = 0.85 + min(len(area.hexes), 60) / 150  # larger areas bear larger names
        style = _AREAS.get(area.kind, _AREAS["height"]).scaled(self._growth * swell)
        text = printed(area.name)
        text = text.upper() if area.kind == "height" else text
        spots, own = self._area_spots(area)
        names = [level(lines, style) for lines in _broken(text)]
        shifted = [name.boxes + np.tile(spots, 2)[:, None, :] for name in names]
        boxes = np.concatenate(shifted)
        costs = np.concatenate([own + 0.1 * i for i in range(len(names))])
        inside = self._shares_inside(boxes[:, 0], area.hexes)
        best = self._best(boxes, costs + 2.4 * (1 - inside), 2.0)
        if best is not None:
            name, spot = divmod(best, len(spots))
            yield names[name].moved(*spots[spot])

    def _area_spots(self, area: Area) -> tuple[Floats, Floats]:
        """Where an area's name may be centred, and the cost of being far from its middle."""
        centres = self._ground.centres(area.hexes)
        away = centres - centres.mean(axis=0)
        spread = max(float(np.hypot(*away.T).max()), 40.0)
        layout = self._ground.layout
        half = np.array(
            [(0, 0), (0, layout.row_pitch / 2), (layout.column_pitch / 2, layout.row_pitch / 4)]
        )
        spots = (centres[None] + half[:, None]).reshape(-1, 2)
        return spots, np.hypot(*(spots - centres.mean(axis=0)).T) / spread

    def _shares_inside(self, boxes: Floats, hexes: Sequence[Hex]) -> Floats:
        """How much of each box lies over hexes, judged along its upper and lower edges."""
        grid, raster = self._ground.layout.grid, self._ground.raster
        is_inside = np.zeros(len(grid.hexes))
        is_inside[[grid.index[hex_] for hex_ in hexes]] = 1.0
        steps = np.linspace(0, 1, 7)
        x = boxes[:, :1] + (boxes[:, 2:3] - boxes[:, :1]) * steps
        points = [
            np.stack([x, np.broadcast_to(boxes[:, i : i + 1], x.shape)], axis=2) for i in (1, 3)
        ]
        samples = raster.nearest(np.concatenate(points, axis=1).reshape(-1, 2))
        found = is_inside[self._ground.hexes_at[samples]].reshape(len(boxes), -1)
        return np.asarray(found.mean(axis=1))


def _cities(ground: Ground) -> dict[Hex, Hex]:
    """For each hex of a town of several hexes the one that bears its name: most ways meet there."""
    meeting = Counter(a for a, _ in ground.battlefield.ways)
    named = ground.battlefield.place_names
    return {
        hex_: max(group, key=lambda member: (member in named, meeting[member]))
        for group in town_groups(ground)
        if len(group) > 1
        for hex_ in group
    }


def _broken(text: str) -> list[str]:
    """The name on one line, and broken into two and three of like length."""
    words = text.split()
    ways = {text, *(_in_lines(words, count) for count in (2, 3) if len(words) >= count)}
    return sorted(ways, key=lambda way: (way.count("\n"), way))


def _in_lines(words: list[str], count: int) -> str:
    """Words in so many lines, the longest as short as can be."""
    if count == 1:
        return " ".join(words)
    cuts = [
        (" ".join(words[:i]) + "\n" + _in_lines(words[i:], count - 1))
        for i in range(1, len(words) - count + 2)
    ]
    return min(cuts, key=lambda lines: max(map(len, lines.split("\n"))))


def _banks(part: Floats, length: float, gap: float) -> Floats:
    """Curves of a length beside a course, on either bank and read from the left (n x 14 x 2)."""
    smooth = _smoothed(part)
    starts = np.arange(0.0, lengths_along(smooth)[-1] - length, 26.0)
    curves = []
    for start in starts.tolist():
        stretch = at_lengths(smooth, np.linspace(start, start + length, 14))
        stretch = stretch if stretch[-1, 0] >= stretch[0, 0] else stretch[::-1]
        if _bend(stretch) < 1.3:
            curves += [stretch + sign * gap * normals(stretch) for sign in (-1.0, 1.0)]
    return np.array(curves).reshape(-1, 14, 2)


def _reaches(course: Course, length: float) -> list[Floats]:
    """A course in parts of about a length, each to bear the name once."""
    total = lengths_along(course.points)[-1]
    count = max(1, round(total / length))
    return np.array_split(course.points, count)


def _smoothed(points: Floats) -> Floats:
    """The general course of a river, without its windings."""
    line = resampled(points, 8.0)
    for _ in range(40):
        line[1:-1] = 0.5 * line[1:-1] + 0.25 * (line[:-2] + line[2:])
    return line


def _bend(curve: Floats) -> float:
    """How much a curve turns on its way, in radians."""
    course = np.diff(curve, axis=0)
    angle = np.unwrap(np.arctan2(course[:, 1], course[:, 0]))
    return float(np.abs(np.diff(angle)).sum())


class Names:
    """The names of a sheet; those for a scale are set when it is first painted.

    Where `has_labels` is false the names of places are left to another, but from afar.
    """

    def __init__(
        self, ground: Ground, courses: Sequence[Course], ink: Floats, *, has_labels: bool
    ) -> None:
        self._sheet = ground, courses, ink
        self._has_labels = has_labels
        self.plans: dict[Detail, Plan] = {}
        """The plans made so far."""
        self._shelves: dict[Detail, Shelf[Lettering]] = {}

    def prepare(self, detail: Detail) -> Plan:
        """The plan of a scale."""
        if detail not in self.plans:
            self.plans[detail] = planned(*self._sheet, detail)
        return self.plans[detail]

    def paint(self, canvas: Canvas) -> None:
        """Paints those in sight."""
        if canvas.detail not in self._shelves:
            self._shelves[canvas.detail] = self._shelf(canvas.detail)
        for name in self._shelves[canvas.detail].within(canvas.rect):
            name.paint(canvas)

    def _shelf(self, detail: Detail) -> Shelf[Lettering]:
        found = self.prepare(detail)
        labels = found.labels if self._has_labels or detail < LABELLED_FROM else ()
        names = [*found.areas, *(label.printed for label in labels), *found.rivers]
        return Shelf([(name.bounds, name) for name in names])


LABELLED_FROM: Final = Detail.MID
"""From here on names of places may be apart from the sheet."""


# -- room for names


_CLASH = 30.0  # cost of lying wholly on other names
_INK = 5.0  # cost of lying wholly on roads, water and houses
_APART = np.array([-6.0, -4.0, 6.0, 4.0])  # pixels by which names keep clear of one another
_OUTSIDE = 40.0  # cost of lying wholly off the map


class Room:
    """Knows what is on the sheet and which names stand already.

    Boxes are arrays whose last axis is left, top, right, bottom in scene pixels.
    """

    def __init__(self, raster: Raster, frame: QRectF, ink: Floats) -> None:
        self._raster = raster
        inner = frame.adjusted(5, 5, -5, -5)
        self._frame = np.array([[inner.left(), inner.top(), inner.right(), inner.bottom()]])
        self._sums = np.pad(ink.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        self._taken: Floats = np.empty((0, 4))

    def costs(self, boxes: Floats) -> Floats:
        """How ill each choice would stand (choices x boxes x 4): 0 is bare ground."""
        area = (boxes[..., 2:] - boxes[..., :2]).prod(axis=-1).sum(axis=1)
        clash = overlaps(boxes, self._taken).sum(axis=(1, 2))
        outside = area - overlaps(boxes, self._frame).sum(axis=(1, 2))
        bad = _INK * self._inked(boxes).sum(axis=1) + _CLASH * clash + _OUTSIDE * outside
        return np.asarray(bad / np.maximum(area, 1.0))

    def take(self, boxes: Floats) -> None:
        """Keeps the place of a name (boxes x 4) from those that come later."""
        self._taken = np.concatenate([self._taken, boxes + _APART])

    def _inked(self, boxes: Floats) -> Floats:
        """The inked area inside each box, square pixels."""
        raster = self._raster
        origin = np.array([raster.left, raster.top] * 2)
        limits = np.array([raster.columns, raster.rows] * 2)
        edges = np.clip(np.rint((boxes - origin) / raster.step), 0, limits).astype(np.int64)
        left, top, right, bottom = np.moveaxis(edges, -1, 0)
        sums = self._sums
        total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return np.asarray(total * raster.step**2)


def overlaps(boxes: Floats, others: Floats) -> Floats:
    """The area that each box shares with each other, square pixels."""
    mine, far, near = boxes[..., None, :], np.minimum, np.maximum
    wide = far(mine[..., 2], others[..., 2]) - near(mine[..., 0], others[..., 0])
    high = far(mine[..., 3], others[..., 3]) - near(mine[..., 1], others[..., 1])
    return np.asarray(near(wide, 0.0) * near(high, 0.0))
