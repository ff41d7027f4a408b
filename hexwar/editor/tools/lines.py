"""Tools that follow hexsides or run from hex to hex: water, slopes, roads and what spans water."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Final

from hexwar.editor.document import Json
from hexwar.editor.sheet import sided
from hexwar.editor.tools.tool import Bench, Hint, Option, Spot, Tool
from hexwar.editor.ways import (
    along,
    bare_crossings,
    best_road,
    dried,
    flowed,
    is_spur,
    laid,
    spanned,
    text_of,
    torn_up,
    waters,
)
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.messages import mark, say
from hexwar.scenario.schema import hexside_of

_ESTIMATE: Final = Option(
    "estimate",
    mark("Estimate"),
    is_switch=True,
    tip=mark("What is drawn next is marked so: where it ran is not known for sure"),
)
_ERASE: Final = Option("erases", mark("Take away"), is_switch=True, tip=mark("Or hold Ctrl"))


def _more(estimate: bool) -> Json:
    return {"estimate": True} if estimate else {}


class WaterTool(Tool):
    """Lays water along hexsides, in the order of the stream."""

    id: ClassVar[str] = "water"
    title: ClassVar[str] = mark("Water")
    tip: ClassVar[str] = mark(
        "Click hexside after hexside from the spring downwards, or drag: the water keeps to the "
        "edges between. Enter or a double click ends it, Ctrl takes water away."
    )
    shortcut: ClassVar[str] = "W"
    fields: ClassVar[tuple[str, ...]] = ("rivers", "spans", "fords")
    options: ClassVar[Sequence[Option]] = (
        Option("kind", mark("Kind"), {"river": mark("River"), "stream": mark("Stream")}),
        Option("name", mark("Name"), is_text=True),
        _ESTIMATE,
        _ERASE,
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready with a stream."""
        super().__init__(bench)
        self.kind, self.name = "stream", ""
        self.erases = self.estimate = False
        self._course: list[Hexside] = []  # as it was led
        self._laid: set[Hexside] = set()  # of which this had no water before
        self._is_erasing = False

    @property
    def _end(self) -> Hexside | None:
        """Where the water ends; what undo has taken back is no more of it."""
        wet = waters(self.map)
        while self._course and self._course[-1] not in wet:
            self._course.pop()
        return self._course[-1] if self._course else None

    def press(self, spot: Spot) -> None:
        """Lay the water from where it ends to this hexside, or take it away here."""
        if spot.side is None:
            return
        self._is_erasing = self.erases or spot.ctrl
        self.begin()
        self._reach(spot.side)

    def move(self, spot: Spot) -> None:
        """Lead it on."""
        if spot.side is not None and spot.side != self._end:
            self._reach(spot.side)

    def release(self, spot: Spot) -> None:  # noqa: ARG002
        """Of what is taken away nothing goes on."""
        if self._is_erasing:
            self._is_erasing = False
            self._forget()

    def hover(self, spot: Spot) -> None:
        """Show the hexsides that a click would lay."""
        if spot.side is None:
            self.show(Hint())
        elif spot.ctrl or self.erases:
            self.show(Hint(sides=(spot.side,), takes_away=True))
        else:
            self.show(Hint(sides=self._way_to(spot.side)))

    def finish(self) -> None:
        """The water ends here."""
        self._forget()
        self.show(Hint())

    def cancel(self) -> bool:
        """The next click begins a new water."""
        was = self._end is not None
        self._forget()
        return super().cancel() or was

    def pick(self, spot: Spot) -> None:
        """The kind and name of the water here; it can be led on from its mouth."""
        index = None if spot.side is None else waters(self.map).get(spot.side)
        if index is not None:
            river = self.map["rivers"][index]
            self.set("kind", str(river.get("kind", self.kind)))
            self.set("name", str(river.get("name", "")))
            self.set("estimate", river.get("estimate") is True)

    def _forget(self) -> None:
        self._course, self._laid = [], set()

    def _way_to(self, side: Hexside) -> tuple[Hexside, ...]:
        end = self._end
        return (side,) if end is None else along(self.bench.grid, end, side)

    def _reach(self, side: Hexside) -> None:
        if self._is_erasing:
            self.do(dried(self.map, {side}), say("Take water away"))
        elif side in self._course:  # led back
            keep = self._course.index(side) + 1
            self.do(dried(self.map, self._laid & {*self._course[keep:]}))
            del self._course[keep:]
        else:
            self._lead(side)
        self.show(Hint(sides=(side,), takes_away=self._is_erasing))

    def _lead(self, side: Hexside) -> None:
        """Lay it on to a hexside; what it turns off from before its end is no spur of it."""
        way, map_ = self._way_to(side), self.map
        last, onward = self._course[-2:], way[1:2]
        if is_spur(self.bench.grid, (*last, *onward)) and last[1] in self._laid:
            map_, way = dried(map_, {self._course.pop()}), way[1:]
        elif last:
            way = way[1:]
        self._laid |= {*way} - waters(map_).keys()
        self._course += way
        self.do(flowed(map_, way, self.kind, self.name.strip(), _more(self.estimate)))


class SideTool(Tool):
    """Sets slopes, crests and fords by hand."""

    id: ClassVar[str] = "sides"
    title: ClassVar[str] = mark("Hexsides")
    tip: ClassVar[str] = mark(
        "Click or drag along hexsides. A slope climbs into the hex under the pointer; Ctrl takes "
        "away."
    )
    shortcut: ClassVar[str] = "E"
    fields: ClassVar[tuple[str, ...]] = ("slopes", "crests", "fords")
    options: ClassVar[Sequence[Option]] = (
        Option(
            "kind",
            mark("Kind"),
            {"slopes": mark("Slope"), "crests": mark("Crest"), "fords": mark("Ford")},
        ),
        _ERASE,
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready with slopes."""
        super().__init__(bench)
        self.kind, self.erases = "slopes", False

    def press(self, spot: Spot) -> None:
        """Begin a stroke."""
        self.begin()
        self._set(spot)

    def move(self, spot: Spot) -> None:
        """Go on."""
        self._set(spot)

    def hover(self, spot: Spot) -> None:
        """Show the hexside."""
        sides = () if spot.side is None else (spot.side,)
        self.show(Hint(sides=sides, takes_away=spot.ctrl or self.erases))

    def _set(self, spot: Spot) -> None:
        if spot.side is None or spot.hex is None:
            return
        is_on = not (spot.ctrl or self.erases)
        text = text_of(spot.side)
        if self.kind == "slopes" and is_on:
            low = spot.side[0] if spot.side[1] == spot.hex else spot.side[1]
            text = f"{low}-{spot.hex}"
        self.do(sided(self.map, self.kind, [text], is_on=is_on))
        self.show(Hint(sides=(spot.side,), takes_away=not is_on))


class RoadTool(Tool):
    """Lays roads and trails, by the best path or hex by hex."""

    id: ClassVar[str] = "road"
    title: ClassVar[str] = mark("Road")
    tip: ClassVar[str] = mark(
        "Click from place to place: the road finds the best path. Drag to lead it hex by hex. Enter"
        " or a double click ends it, Ctrl takes road away."
    )
    shortcut: ClassVar[str] = "R"
    fields: ClassVar[tuple[str, ...]] = ("roads", "spans")
    options: ClassVar[Sequence[Option]] = (
        Option("kind", mark("Kind"), {"road": mark("Road"), "trail": mark("Trail")}),
        Option("name", mark("Name"), is_text=True),
        _ESTIMATE,
        _ERASE,
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready with a road."""
        super().__init__(bench)
        self.kind, self.name = "road", ""
        self.erases = self.estimate = False
        self._ends: list[Hex] = []  # where it was led, click by click
        self._last: Hex | None = None  # where the pointer was in this drag

    @property
    def _end(self) -> Hex | None:
        """Where the road ends; what undo has taken back is no more of it."""
        ends, grid = self._ends, self.bench.grid
        if len(ends) > 1:
            made = {hex_ for road in self.map.get("roads", ()) for hex_ in road.get("hexes", ())}
            while len(ends) > 1 and ends[-1] not in made:
                ends.pop()
        return ends[-1] if ends and ends[-1] in grid else None

    def press(self, spot: Spot) -> None:
        """Lead the road here, or begin it."""
        if spot.hex is None:
            return
        self._last = spot.hex
        self.begin()
        if spot.ctrl or self.erases:
            return
        end = self._end
        if end is not None and end != spot.hex:
            self._lay(best_road(self.map, end, spot.hex) or (end, spot.hex))
        self._ends.append(spot.hex)
        self.show(Hint(way=(spot.hex,)))

    def move(self, spot: Spot) -> None:
        """Lead it hex by hex, or take it away."""
        if spot.hex is None or self._last is None or spot.hex == self._last:
            return
        if spot.hex not in self.bench.grid.neighbours[self._last]:
            path = best_road(self.map, self._last, spot.hex)
        else:
            path = (self._last, spot.hex)
        if spot.ctrl or self.erases:
            sides = {hexside(a, b) for a, b in pairwise(path)}
            self.do(torn_up(self.map, sides), say("Take road away"))
        else:
            self._lay(path)
            self._ends.append(spot.hex)
        self._last = spot.hex

    def release(self, spot: Spot) -> None:  # noqa: ARG002
        """The drag is over; the road may go on by clicks."""
        self._last = None

    def hover(self, spot: Spot) -> None:
        """Show the path that a click would lay."""
        if spot.hex is None:
            self.show(Hint())
        elif spot.ctrl or self.erases:
            self.show(Hint(frozenset({spot.hex}), takes_away=True))
        elif (end := self._end) is None:
            self.show(Hint(frozenset({spot.hex})))
        else:
            self.show(Hint(way=best_road(self.map, end, spot.hex)))

    def finish(self) -> None:
        """The road ends here."""
        self._ends = []
        self.show(Hint())

    def cancel(self) -> bool:
        """The next click begins a new road."""
        was, self._ends = self._end is not None, []
        return super().cancel() or was

    def pick(self, spot: Spot) -> None:
        """The kind and name of the road here."""
        for road in self.map.get("roads", ()):
            if spot.hex in road.get("hexes", ()):
                self.set("kind", str(road.get("kind", self.kind)))
                self.set("name", str(road.get("name", "")))
                self.set("estimate", road.get("estimate") is True)
                return

    def _lay(self, path: Sequence[Hex]) -> None:
        self.do(laid(self.map, path, self.kind, self.name.strip(), _more(self.estimate)))


class SpanTool(Tool):
    """Builds bridges, trestles and fords where roads meet water."""

    id: ClassVar[str] = "span"
    title: ClassVar[str] = mark("Bridge")
    tip: ClassVar[str] = mark(
        "A question mark stands where a road meets water: a click builds the bridge or trestle. "
        "Another click makes it a ford, a third takes it away."
    )
    shortcut: ClassVar[str] = "S"
    fields: ClassVar[tuple[str, ...]] = ("spans", "fords")
    options: ClassVar[Sequence[Option]] = (
        Option(
            "name", mark("Name"), is_text=True, tip=mark("Of the next one; empty: by its water")
        ),
        _ESTIMATE,
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready."""
        super().__init__(bench)
        self.name, self.estimate = "", False

    def press(self, spot: Spot) -> None:
        """Build, or change what is there."""
        if spot.side is None:
            return
        wet = waters(self.map)
        if spot.side not in wet:
            self.bench.say(say("A bridge wants water: there is none along this hexside."))
            return
        self.begin()
        river = self.map["rivers"][wet[spot.side]]
        self.do(self._next(spot.side, river))
        self.hover(spot)

    def _next(self, side: Hexside, river: Json) -> Json:
        spans = {hexside_of(span["hexside"]) for span in self.map.get("spans", ())}
        fords = {hexside_of(text) for text in self.map.get("fords", ())}
        text = text_of(side)
        if side in spans:
            bare = spanned(self.map, side, None)
            return sided(bare, "fords", [text], is_on=True)
        if side in fords:
            return sided(self.map, "fords", [text], is_on=False)
        kind = "bridge" if river.get("kind") == "river" else "trestle"
        place = say("Bridge at {hex}", hex=side[0])
        if kind == "trestle":
            place = say("Trestle at {hex}", hex=side[0])
        name = self.name.strip() or str(river.get("name") or place)
        return spanned(self.map, side, kind, name, _more(self.estimate))

    def hover(self, spot: Spot) -> None:
        """Show the hexside, and all that wait for a bridge."""
        sides = () if spot.side is None else (spot.side,)
        self.show(Hint(sides=sides, queries=tuple(side for side, _ in bare_crossings(self.map))))
