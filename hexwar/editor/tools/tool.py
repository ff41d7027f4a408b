"""What every tool is: told of the pointer in places of the map, it takes steps on the desk.

A tool knows no Qt. It is told a `Spot` for each press, move and release, shows what it would do as
a `Hint`, and lists its few choices as `Option`s, of which the window makes a panel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from hexwar.editor.document import Draft, Json
from hexwar.hexes import Grid, Hex, Hexside, Layout, Point
from hexwar.messages import mark, say


class Bench(Protocol):
    """What a tool works at: the desk, as far as it needs it."""

    @property
    def draft(self) -> Draft:
        """What is at work."""

    @property
    def grid(self) -> Grid:
        """Its hexes."""

    @property
    def selection(self) -> frozenset[Hex]:
        """The hexes that are chosen."""

    def do_map(self, words: str, map_: Json, stroke: object = None) -> bool:
        """Take a step that changes the map."""

    def select(self, hexes: Sequence[Hex] | frozenset[Hex]) -> None:
        """Choose hexes."""

    def say(self, sentence: str) -> None:
        """Tell the user something at the foot of the window."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the pointer is, and which keys are held."""

    x: float  # pixels of the sheet at 100 %
    y: float
    hex: Hex | None  # None beside the sheet
    side: Hexside | None = None  # the nearest hexside of that hex
    shift: bool = False
    ctrl: bool = False

    @property
    def point(self) -> Point:
        """The place on the sheet."""
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Hint:
    """What a tool would do here, to be drawn over the map."""

    hexes: frozenset[Hex] = frozenset()
    sides: tuple[Hexside, ...] = ()
    way: tuple[Hex, ...] = ()  # a line from centre to centre
    outline: tuple[Point, ...] = ()
    queries: tuple[Hexside, ...] = ()  # hexsides that want an answer
    takes_away: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a tool has: which of its attributes, and what that may be."""

    name: str
    words: str  # marked
    values: Mapping[str, str] = field(default_factory=dict)  # and what each is called, marked
    low: int = 0
    high: int = 0  # a number, where it is more than `low`
    is_text: bool = False
    is_switch: bool = False
    tip: str = ""  # marked


class Tool:
    """A tool. Between press and release it is in a stroke, and its steps are one."""

    id: ClassVar[str]
    title: ClassVar[str]  # marked
    tip: ClassVar[str]  # marked: how it is used, in one sentence or two
    shortcut: ClassVar[str]
    fields: ClassVar[tuple[str, ...]] = ()
    """The fields of the map that it changes: a locked layer bars it."""
    options: ClassVar[Sequence[Option]] = ()

    def __init__(self, bench: Bench) -> None:
        """Stand ready."""
        self.bench = bench
        self.hint = Hint()
        self.watchers: list[Callable[[], None]] = []
        """Who is told when the hint or an option has changed."""
        self._stroke: object = None

    # -- for the window

    def press(self, spot: Spot) -> None:
        """The left button goes down."""

    def move(self, spot: Spot) -> None:
        """The pointer moves with the button down."""

    def hover(self, spot: Spot) -> None:
        """The pointer moves without it."""

    def release(self, spot: Spot) -> None:
        """The button goes up."""

    def finish(self) -> None:
        """Enter, or a double click: what was begun is complete."""

    def cancel(self) -> bool:
        """Esc: what was begun is given up; whether there was anything."""
        was = self.hint != Hint()
        self.show(Hint())
        return was

    def delete(self) -> bool:
        """Delete: what the tool has in hand is taken away; whether there was anything."""
        return False

    def pick(self, spot: Spot) -> None:
        """The right button: take the choices from what lies there."""

    def set(self, name: str, value: object) -> None:
        """Change an option."""
        if getattr(self, name) != value:
            setattr(self, name, value)
            self.changed()

    # -- for the tools

    @property
    def map(self) -> Json:
        """The map at work."""
        return self.bench.draft.map

    @property
    def layout(self) -> Layout:
        """Where its hexes lie."""
        return Layout(self.bench.grid)

    def show(self, hint: Hint) -> None:
        """Show what would be done."""
        if hint != self.hint:
            self.hint = hint
            self.changed()

    def changed(self) -> None:
        """Tell those who watch."""
        for watcher in tuple(self.watchers):
            watcher()

    def begin(self) -> None:
        """From now on steps are one, until the next stroke begins."""
        self._stroke = object()

    def do(self, map_: Json, words: str = "") -> bool:
        """Take a step of this stroke."""
        return self.bench.do_map(words or say(self.title), map_, self._stroke)


def side_at(layout: Layout, hex_: Hex, point: Point) -> Hexside | None:
    """The hexside of a hex that a point is nearest to, by the neighbour whose centre is nearest."""
    near = layout.grid.neighbours[hex_]
    if not near:
        return None

    def away(other: Hex) -> float:
        x, y = layout.centre(other)
        return (x - point[0]) ** 2 + (y - point[1]) ** 2

    other = min(near, key=away)
    return (hex_, other) if hex_ < other else (other, hex_)


LAYERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "cover": (mark("Terrain"), ("terrain",)),
    "relief": (mark("Heights"), ("elevation", "slopes", "crests")),
    "water": (mark("Water"), ("rivers", "fords")),
    "ways": (mark("Roads and bridges"), ("roads", "spans")),
    "grid": (mark("Grid and numbers"), ()),
    "names": (mark("Names"), ("places", "areas", "exits")),
}
"""The layers of a map by the names of their drawing: what they are called, and their fields."""
