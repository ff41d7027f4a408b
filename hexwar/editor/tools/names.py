"""Tools that name things: places, areas, and where roads leave the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from hexwar.editor import shapes
from hexwar.editor.document import Json, put
from hexwar.editor.sheet import ORDER, letter_at
from hexwar.editor.tools.tool import Bench, Hint, Option, Spot, Tool
from hexwar.hexes import Hex, column_row
from hexwar.messages import mark, say
from hexwar.scenario.schema import TERRAIN_LETTERS

NEW: Final = mark("New name")
"""What is called so is still to be named."""


class RecordTool(Tool):
    """Has one record of a list of the map in hand: a click takes it up or makes a new one.

    What is changed in its options is changed in the record; Delete takes it out.
    """

    field: ClassVar[str]  # the list
    told: ClassVar[Mapping[str, str]]  # what an option is called in the record

    def __init__(self, bench: Bench) -> None:
        """Stand ready with empty hands."""
        super().__init__(bench)
        self.at: int | None = None  # the place of the record in its list
        self.name = ""

    @property
    def records(self) -> list[Json]:
        """The list."""
        found = self.map.get(self.field, [])
        return [*found] if isinstance(found, list) else []

    @property
    def record(self) -> Json | None:
        """The record in hand; None where it has gone."""
        records = self.records
        is_there = self.at is not None and self.at < len(records)
        return records[self.at] if is_there and self.at is not None else None

    def take(self, at: int | None) -> None:
        """Take up a record, or none."""
        self.at = at
        self.begin()
        record = self.record
        for option, key in self.told.items() if record is not None else ():
            value = record.get(key) if record is not None else None
            setattr(self, option, value if isinstance(value, str) else "")
        self.show(self.shown())
        self.changed()

    def set(self, name: str, value: object) -> None:
        """Change an option, and so the record in hand."""
        super().set(name, value)
        record, key = self.record, self.told.get(name)
        if record is not None and key is not None and self.at is not None:
            self.keep({**record, key: value or say(NEW)})

    def keep(self, record: Json | None) -> None:
        """Write the record in hand anew, or take it out of its list."""
        records = self.records
        assert self.at is not None, "a record is in hand"
        records[self.at : self.at + 1] = [] if record is None else [record]
        self.do(put(self.map, {self.field: records or None}, ORDER))
        self.show(self.shown())

    def add(self, record: Json) -> None:
        """Put another one at the end of the list, and take it up."""
        self.begin()
        records = [*self.records, record]
        self.do(put(self.map, {self.field: records}, ORDER))
        stroke = self._stroke
        self.take(len(records) - 1)
        self._stroke = stroke  # what it is named next is part of this

    def delete(self) -> bool:
        """Take the record in hand out of the map."""
        if self.record is None:
            return False
        self.begin()
        self.keep(None)
        self.take(None)
        return True

    def cancel(self) -> bool:
        """Put it down."""
        was = self.record is not None
        self.take(None)
        return super().cancel() or was

    def finish(self) -> None:
        """Put it down."""
        self.take(None)

    def shown(self) -> Hint:
        """What is drawn of the record in hand."""
        record = self.record
        return Hint() if record is None else Hint(frozenset(_hexes_of(record)))

    def index_at(self, hex_: Hex) -> int | None:
        """The record that a click in a hex takes up."""
        found = (i for i, one in enumerate(self.records) if hex_ in _hexes_of(one))
        return next(found, None)


def _hexes_of(record: Any) -> list[Hex]:
    """The hexes that a record names; of one with faults those that can be read."""
    if not isinstance(record, dict):
        return []
    hexes = record.get("hexes", [])
    told = [record.get("hex"), *(hexes if isinstance(hexes, list) else ())]
    return [Hex(hex_) for hex_ in told if isinstance(hex_, str)]


class PlaceTool(RecordTool):
    """Names places."""

    id: ClassVar[str] = "place"
    title: ClassVar[str] = mark("Place")
    tip: ClassVar[str] = mark(
        "Click a hex to name it, or a named one to change it. Drag moves the name, Delete takes it "
        "away."
    )
    shortcut: ClassVar[str] = "P"
    field: ClassVar[str] = "places"
    fields: ClassVar[tuple[str, ...]] = ("places",)
    told: ClassVar[Mapping[str, str]] = {"name": "name"}
    options: ClassVar[Sequence[Option]] = (Option("name", mark("Name"), is_text=True),)

    def press(self, spot: Spot) -> None:
        """Take up the place there, or make one."""
        if spot.hex is None:
            return
        at = self.index_at(spot.hex)
        if at is not None:
            self.take(at)
            return
        self.name = ""
        terrain = str(TERRAIN_LETTERS.get(letter_at(self.map, spot.hex), "clear"))
        self.add({"name": say(NEW), "hex": str(spot.hex), "terrain": terrain})

    def move(self, spot: Spot) -> None:
        """Move it along, where no other place is."""
        record = self.record
        if record is None or spot.hex is None or self.index_at(spot.hex) is not None:
            return
        terrain = str(TERRAIN_LETTERS.get(letter_at(self.map, spot.hex), "clear"))
        self.keep({**record, "hex": str(spot.hex), "terrain": terrain})

    def hover(self, spot: Spot) -> None:
        """Show the hex."""
        here = frozenset() if spot.hex is None else frozenset({spot.hex})
        self.show(Hint(self.shown().hexes | here))


class AreaTool(RecordTool):
    """Names woods, marshes and heights."""

    id: ClassVar[str] = "area"
    title: ClassVar[str] = mark("Area")
    tip: ClassVar[str] = mark(
        "Click a named area to take it up, or drag over the hexes of a new one. Drag adds hexes, "
        "Ctrl takes them out; Enter puts it down, Delete takes the name away. Shift begins one "
        "where another is."
    )
    shortcut: ClassVar[str] = "A"
    field: ClassVar[str] = "areas"
    fields: ClassVar[tuple[str, ...]] = ("areas",)
    told: ClassVar[Mapping[str, str]] = {"name": "name", "kind": "kind"}
    options: ClassVar[Sequence[Option]] = (
        Option("name", mark("Name"), is_text=True),
        Option(
            "kind",
            mark("Kind"),
            {"woods": mark("Woods"), "marsh": mark("Marsh"), "height": mark("Height")},
        ),
        Option("size", mark("Size"), low=1, high=4),
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready for woods."""
        super().__init__(bench)
        self.kind, self.size = "woods", 1

    def press(self, spot: Spot) -> None:
        """Take up the area there, go on with the one in hand, or begin one."""
        if spot.hex is None:
            return
        at = self.index_at(spot.hex)
        if self.record is None and at is not None and not spot.shift:
            self.take(at)
        elif self.record is None:
            self.add({"name": self.name.strip() or say(NEW), "kind": self.kind, "hexes": []})
            self._take_in(spot)
        else:
            self.begin()
            self._take_in(spot)

    def move(self, spot: Spot) -> None:
        """Take in more hexes."""
        self._take_in(spot)

    def _take_in(self, spot: Spot) -> None:
        record = self.record
        if record is None or spot.hex is None:
            return
        under = set(shapes.brush(self.bench.grid, spot.hex, self.size))
        known = set(_hexes_of(record))
        found = known - under if spot.ctrl else known | under
        if found and found != known:
            self.keep({**record, "hexes": sorted(found)})


_COMPASS: Final = {(0, -1): "N", (1, -1): "NE", (1, 0): "E", (1, 1): "SE"}
_COMPASS_BACK: Final = {(0, 1): "S", (-1, 1): "SW", (-1, 0): "W", (-1, -1): "NW"}


class ExitTool(RecordTool):
    """Marks where roads leave the map."""

    id: ClassVar[str] = "exit"
    title: ClassVar[str] = mark("Exit")
    tip: ClassVar[str] = mark(
        "Click a hex at the edge of the map: a road leaves it there. Its name is where it leads; "
        "Delete takes it away."
    )
    shortcut: ClassVar[str] = "X"
    field: ClassVar[str] = "exits"
    fields: ClassVar[tuple[str, ...]] = ("exits",)
    told: ClassVar[Mapping[str, str]] = {"name": "name", "edge": "edge"}
    options: ClassVar[Sequence[Option]] = (
        Option("name", mark("Leads to"), is_text=True),
        Option(
            "edge",
            mark("Edge"),
            {edge: edge for edge in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")},
        ),
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready."""
        super().__init__(bench)
        self.edge = "N"

    def press(self, spot: Spot) -> None:
        """Take up the exit there, or make one."""
        if spot.hex is None:
            return
        at = self.index_at(spot.hex)
        edge = self._edge_at(spot.hex)
        if at is not None:
            self.take(at)
        elif edge is None:
            self.bench.say(
                say("A road leaves the map at its edge: {hex} lies within.", hex=spot.hex)
            )
        else:
            self.name = ""
            self.add({"name": say(NEW), "hex": str(spot.hex), "edge": edge})

    def hover(self, spot: Spot) -> None:
        """Show the hex, if a road may leave there."""
        is_edge = spot.hex is not None and self._edge_at(spot.hex) is not None
        here = frozenset({spot.hex}) if is_edge and spot.hex is not None else frozenset()
        self.show(Hint(self.shown().hexes | here))

    def _edge_at(self, hex_: Hex) -> str | None:
        """The edge of the map that a hex lies at, by compass; None within."""
        grid = self.bench.grid
        column, row = column_row(hex_)
        across = (column == grid.columns) - (column == 1)
        down = (row == grid.rows) - (row == 1)
        told = self.map.get("grid")
        north = told.get("north", "top") if isinstance(told, dict) else "top"
        turns = ("top", "left", "bottom", "right").index(north) if north in _BORDERS else 0
        for _ in range(turns):  # north turned to the top
            across, down = -down, across
        return {**_COMPASS, **_COMPASS_BACK}.get((across, down))


_BORDERS: Final = ("top", "right", "bottom", "left")


class PickTool(Tool):
    """Asks for one hex, for a form of another page."""

    id: ClassVar[str] = "pick"
    title: ClassVar[str] = mark("Pick a hex")
    tip: ClassVar[str] = mark("Click the hex that is wanted. Esc picks none.")
    shortcut: ClassVar[str] = ""

    def __init__(self, bench: Bench, done: Callable[[Hex | None], None]) -> None:
        """Give the hex that is clicked to `done`, or None where it is given up."""
        super().__init__(bench)
        self._done = done

    def press(self, spot: Spot) -> None:
        """The hex is picked."""
        if spot.hex is not None:
            self._done(spot.hex)

    def hover(self, spot: Spot) -> None:
        """Show the hex."""
        self.show(Hint(frozenset() if spot.hex is None else frozenset({spot.hex})))

    def cancel(self) -> bool:
        """None is picked."""
        super().cancel()
        self._done(None)
        return True
