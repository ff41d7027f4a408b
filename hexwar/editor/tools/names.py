"""Tools that name things: places, areas, and where roads leave the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from hexwar.editor import shapes
from hexwar.editor.document import Json, put
from hexwar.editor.sheet import GROUND, ORDER, letter_at, level_at
from hexwar.editor.tools.tool import Bench, Hint, Option, Spot, Tool
from hexwar.hexes import Hex, column_row
from hexwar.messages import mark, say
from hexwar.scenario.form import fields_of
from hexwar.scenario.schema import TERRAIN_LETTERS, MapFile

NEW: Final = mark("New name")
"""What is called so is still to be named."""

_ESTIMATE: Final = Option(
    "estimate",
    mark("Estimate"),
    is_switch=True,
    tip=mark("Of what is in hand, or is made next: where it was is not known for sure"),
)


class RecordTool(Tool):
    """Has one record of a list of the map in hand: a click takes it up or makes a new one.

    What is changed in its options is changed in the record; Delete takes it out.
    """

    field: ClassVar[str]  # the list
    told: ClassVar[Mapping[str, str]]  # what an option is called in the record
    needed: ClassVar[frozenset[str]] = frozenset({"name", "kind", "edge"})  # never left out of it

    def __init__(self, bench: Bench) -> None:
        """Stand ready with empty hands."""
        super().__init__(bench)
        self.at: int | None = None  # the place of the record in its list
        self.name = ""
        self.estimate = False
        self._makes_estimates = False  # whether the next one is to be one

    @property
    def order(self) -> tuple[str, ...]:
        """The fields of such a record, in the order of the file."""
        item = next(one for one in fields_of(MapFile) if one.name == self.field).shape.item
        record = None if item is None else item.record
        return () if record is None else tuple(record.model_fields)

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
        for option, key in self.told.items():
            value, now = (record or {}).get(key), getattr(self, option)
            values = next((one.values for one in self.options if one.name == option), {})
            if values:
                setattr(self, option, value if value in [*values] else now)
            else:
                setattr(self, option, value if isinstance(value, type(now)) else type(now)())
        if record is None:
            self.estimate = self._makes_estimates
        self.show(self.shown())
        self.changed()

    def set(self, name: str, value: object) -> None:
        """Change an option, and so the record in hand."""
        super().set(name, value)
        if name == "estimate":
            self._makes_estimates = self.estimate
        record, key = self.record, self.told.get(name)
        if record is None or key is None or self.at is None:
            return
        if key in self.needed:
            self.keep({**record, key: value or say(NEW)})
        else:
            self.keep(put(record, {key: value or None}, self.order))

    @property
    def _more(self) -> Json:
        """What a new record says beside what it cannot do without."""
        return {"estimate": True} if self._makes_estimates else {}

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
    told: ClassVar[Mapping[str, str]] = {
        name: name for name in ("name", "source_name", "basis", "estimate")
    }
    options: ClassVar[Sequence[Option]] = (
        Option("name", mark("Name"), is_text=True),
        Option("source_name", mark("In print"), is_text=True, tip=mark("As the source spells it")),
        Option("basis", mark("Found by"), is_text=True, tip=mark("How the hex was found")),
        _ESTIMATE,
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready."""
        super().__init__(bench)
        self.source_name, self.basis = "", ""

    def press(self, spot: Spot) -> None:
        """Take up the place there, or make one."""
        if spot.hex is None:
            return
        at = self.index_at(spot.hex)
        if at is not None:
            self.take(at)
            return
        terrain = str(TERRAIN_LETTERS.get(letter_at(self.map, spot.hex), "clear"))
        self.add({"name": say(NEW), "hex": str(spot.hex), "terrain": terrain, **self._more})

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
        "Ctrl takes them out; with All alike a click takes the whole wood, marsh or height. Enter "
        "puts it down, Delete takes the name away. Shift begins one where another is."
    )
    shortcut: ClassVar[str] = "A"
    field: ClassVar[str] = "areas"
    fields: ClassVar[tuple[str, ...]] = ("areas",)
    told: ClassVar[Mapping[str, str]] = {name: name for name in ("name", "kind", "estimate")}
    options: ClassVar[Sequence[Option]] = (
        Option("name", mark("Name"), is_text=True),
        Option(
            "kind",
            mark("Kind"),
            {"woods": mark("Woods"), "marsh": mark("Marsh"), "height": mark("Height")},
        ),
        Option(
            "form",
            mark("Shape"),
            {"brush": mark("Brush"), "fill": mark("All alike")},
            tip=mark("All alike takes what hangs together; F changes it"),
        ),
        Option("size", mark("Size"), low=1, high=4, tip=mark("Of the brush; [ and ] change it")),
        _ESTIMATE,
    )

    def __init__(self, bench: Bench) -> None:
        """Stand ready for woods."""
        super().__init__(bench)
        self.kind, self.form, self.size = "woods", "brush", 1

    def press(self, spot: Spot) -> None:
        """Take up the area there, go on with the one in hand, or begin one."""
        if spot.hex is None:
            return
        at = self.index_at(spot.hex)
        if self.record is None and at is not None and not spot.shift:
            self.take(at)
            return
        under = self._under(spot.hex)
        if not under:
            self.bench.say(say(_NONE_HERE[self.kind], hex=spot.hex))
        elif self.record is None:
            name = self.name.strip() or say(NEW)
            self.add(put({"name": name, "kind": self.kind, "hexes": []}, self._more, self.order))
            self._take_in(spot)
        else:
            self.begin()
            self._take_in(spot)

    def move(self, spot: Spot) -> None:
        """Take in more hexes."""
        self._take_in(spot)

    def hover(self, spot: Spot) -> None:
        """Show the area in hand, and what a press would add to it or take out."""
        shown = self.shown().hexes
        if spot.hex is None:
            self.show(Hint(shown))
            return
        is_other = self.record is None and self.index_at(spot.hex) is not None and not spot.shift
        under = frozenset(() if is_other else self._under(spot.hex))
        is_out = spot.ctrl and self.record is not None
        self.show(Hint(under & shown if is_out else under | shown, takes_away=is_out))

    def _take_in(self, spot: Spot) -> None:
        record = self.record
        if record is None or spot.hex is None:
            return
        under, known = set(self._under(spot.hex)), set(_hexes_of(record))
        found = known - under if spot.ctrl else known | under
        if found and found != known:
            self.keep({**record, "hexes": sorted(found)})

    def _under(self, hex_: Hex) -> Sequence[Hex]:
        """The hexes that a press takes in: a brush of them, or all alike; none on other ground."""
        if self.form != "fill":
            return shapes.brush(self.bench.grid, hex_, self.size)
        least = max(level_at(self.map, hex_), 1)

        def is_one(other: Hex) -> bool:
            if self.kind == "height":
                return level_at(self.map, other) >= least
            return letter_at(self.map, other) == _LETTERS.get(self.kind, GROUND)

        return shapes.alike(self.bench.grid, hex_, is_one) if is_one(hex_) else ()


_LETTERS: Final = {"woods": "w", "marsh": "m"}
_NONE_HERE: Final = {
    "woods": mark("There are no woods in {hex}: All alike takes what is of the kind of the area."),
    "marsh": mark("There is no marsh in {hex}: All alike takes what is of the kind of the area."),
    "height": mark("{hex} lies at level 0: All alike takes a height with all that is above it."),
}


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
