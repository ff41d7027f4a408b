"""Tools that paint hexes: terrain and levels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from hexwar.editor import shapes
from hexwar.editor.document import Json
from hexwar.editor.sheet import GROUND, letter_at, level_at, painted, raised
from hexwar.editor.tools.tool import Bench, Hint, Option, Spot, Tool
from hexwar.hexes import Hex, Point
from hexwar.messages import mark

FORMS: Final = {
    "brush": mark("Brush"),
    "line": mark("Line"),
    "rectangle": mark("Rectangle"),
    "lasso": mark("Lasso"),
    "fill": mark("Fill"),
}
"""How hexes are taken, by the words of the option."""

TERRAIN: Final = {
    ".": mark("Clear"),
    "w": mark("Woods"),
    "m": mark("Marsh"),
    "t": mark("Town"),
    "c": mark("Chateau"),
}
"""What the letters of terrain are called."""

WIDEST: Final = 7

_FORM: Final = Option("form", mark("Shape"), FORMS)
_SIZE: Final = Option("size", mark("Size"), low=1, high=WIDEST, tip=mark("[ and ] change it"))


class PaintTool(Tool, ABC):
    """Takes hexes by brush, line, rectangle, lasso or fill, and paints them.

    With Shift held a press draws a line from where the last stroke ended. Ctrl paints the opposite.
    """

    def __init__(self, bench: Bench) -> None:
        """Stand ready."""
        super().__init__(bench)
        self.form, self.size = "brush", 1
        self._seen: list[Hex] = []  # the hexes of this stroke, as the pointer met them
        self._outline: list[Point] = []
        self._last: Hex | None = None  # where the last stroke ended
        self._base: Json = {}  # the map as it was before this stroke
        self._is_opposite = False

    # -- what is painted

    @abstractmethod
    def painted(self, map_: Json, hexes: Sequence[Hex]) -> Json:
        """The map with some hexes painted."""

    @abstractmethod
    def look(self, map_: Json, hex_: Hex) -> object:
        """What a fill goes by."""

    # -- the pointer

    def press(self, spot: Spot) -> None:
        """Begin a stroke; a fill is done at once."""
        if spot.hex is None and self.form != "lasso":
            return
        self.begin()
        self._base, self._is_opposite = self.map, spot.ctrl
        self._outline = [spot.point]
        if spot.hex is None:
            return
        start = self._last if spot.shift and self._last in self.bench.grid else None
        self._seen = [spot.hex] if start is None else [start, spot.hex]
        if self.form == "fill":
            within = self.bench.selection or None
            found = shapes.alike(
                self.bench.grid, spot.hex, lambda hex_: self.look(self.map, hex_), within
            )
            self.do(self.painted(self.map, self._chosen(found)))
            self._seen = []
        else:
            self._go()

    def move(self, spot: Spot) -> None:
        """Go on with it."""
        self._outline.append(spot.point)
        if spot.hex is not None and self._seen and spot.hex != self._seen[-1]:
            self._seen.append(spot.hex)
            self._go()
        elif self.form == "lasso":
            self.show(Hint(outline=tuple(self._outline)))

    def release(self, spot: Spot) -> None:  # noqa: ARG002
        """End it: a line, rectangle or lasso is painted now."""
        found = self._taken()
        if self.form in ("line", "rectangle", "lasso") and found:
            self.do(self.painted(self.map, self._chosen(found)))
        if self._seen:
            self._last = self._seen[-1]
        self._seen, self._outline = [], []
        self.show(Hint())

    def hover(self, spot: Spot) -> None:
        """Show which hexes would be painted."""
        if spot.hex is None:
            self.show(Hint())
            return
        size = self.size if self.form == "brush" else 1
        found = set(shapes.brush(self.bench.grid, spot.hex, size))
        if spot.shift and self._last is not None and self._last in self.bench.grid:
            found.update(shapes.stroke(self.bench.grid, (self._last, spot.hex), size))
        self.show(Hint(frozenset(found), takes_away=spot.ctrl))

    def cancel(self) -> bool:
        """Give the stroke up: what it has painted goes."""
        was = bool(self._seen)
        if was:
            self.do(self._base)
        self._seen, self._outline = [], []
        return super().cancel() or was

    def _go(self) -> None:
        found = self._taken()
        if self.form == "brush":
            self.do(self.painted(self.map, self._chosen(found)))
            self.show(Hint(frozenset(shapes.brush(self.bench.grid, self._seen[-1], self.size))))
        else:
            outline = tuple(self._outline) if self.form == "lasso" else ()
            self.show(Hint(frozenset(found), outline=outline))

    def _taken(self) -> Sequence[Hex]:
        """The hexes of the stroke so far."""
        grid, seen = self.bench.grid, self._seen
        if self.form == "lasso":
            return shapes.lasso(self.layout, self._outline)
        if not seen:
            return ()
        if self.form == "line":
            return shapes.stroke(grid, (seen[0], seen[-1]), self.size)
        if self.form == "rectangle":
            return shapes.rectangle(grid, seen[0], seen[-1])
        return shapes.stroke(grid, seen, self.size)

    def _chosen(self, hexes: Sequence[Hex]) -> Sequence[Hex]:
        """Those that are chosen, where any are: a selection bounds what is painted."""
        chosen = self.bench.selection
        return [hex_ for hex_ in hexes if hex_ in chosen] if chosen else hexes


class TerrainTool(PaintTool):
    """Paints terrain."""

    id: ClassVar[str] = "terrain"
    title: ClassVar[str] = mark("Terrain")
    tip: ClassVar[str] = mark(
        "Drag to paint. Ctrl paints clear ground, Shift a line from the last hex; the right button"
        " takes the terrain under the pointer."
    )
    shortcut: ClassVar[str] = "B"
    fields: ClassVar[tuple[str, ...]] = ("terrain",)
    options: ClassVar[Sequence[Option]] = (
        Option("letter", mark("Terrain"), TERRAIN),
        _FORM,
        _SIZE,
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready with woods."""
        super().__init__(bench)
        self.letter = "w"

    def painted(self, map_: Json, hexes: Sequence[Hex]) -> Json:
        """The map with that terrain in some hexes."""
        return painted(map_, dict.fromkeys(hexes, GROUND if self._is_opposite else self.letter))

    def look(self, map_: Json, hex_: Hex) -> object:
        """Its terrain."""
        return letter_at(map_, hex_)

    def pick(self, spot: Spot) -> None:
        """The terrain that lies there."""
        if spot.hex is not None:
            letter = letter_at(self.map, spot.hex)
            self.set("letter", letter if letter in TERRAIN else GROUND)


class LevelTool(PaintTool):
    """Paints levels; slopes follow."""

    id: ClassVar[str] = "levels"
    title: ClassVar[str] = mark("Levels")
    tip: ClassVar[str] = mark(
        "Drag to raise or lower the ground to a level; slopes follow by themselves. Ctrl paints one"
        " level less, the right button takes the level under the pointer."
    )
    shortcut: ClassVar[str] = "L"
    fields: ClassVar[tuple[str, ...]] = ("elevation", "slopes", "crests")
    options: ClassVar[Sequence[Option]] = (
        Option("level", mark("Level"), low=0, high=9),
        _FORM,
        _SIZE,
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready with the first level."""
        super().__init__(bench)
        self.level = 1

    def painted(self, map_: Json, hexes: Sequence[Hex]) -> Json:
        """The map with that level in some hexes."""
        level = max(self.level - self._is_opposite, 0)
        return raised(map_, {h: level for h in hexes if level_at(map_, h) != level})

    def look(self, map_: Json, hex_: Hex) -> object:
        """Its level."""
        return level_at(map_, hex_)

    def pick(self, spot: Spot) -> None:
        """The level that lies there."""
        if spot.hex is not None:
            self.set("level", level_at(self.map, spot.hex))
