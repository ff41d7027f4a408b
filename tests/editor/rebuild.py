"""Draws a map that comes with hexwar again, from a blank sheet, with the editor's own tools."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hexwar.editor.document import Json, put
from hexwar.editor.sheet import ORDER, blank, letter_at, level_at
from hexwar.editor.tools.ground import LevelTool, TerrainTool
from hexwar.editor.tools.lines import RoadTool, SideTool, SpanTool, WaterTool
from hexwar.editor.tools.names import AreaTool, ExitTool, PlaceTool
from hexwar.editor.tools.tool import Spot, Tool
from hexwar.hexes import Grid, Hex, Layout, Low
from hexwar.scenario.schema import hexes_of, hexside_of
from tests.editor.test_tools import Bench


class Draughtsman:
    """Drives the tools as a hand would, by where the pointer is."""

    def __init__(self, model: Json) -> None:
        told = model["grid"]
        grid = Grid(told["columns"], told["rows"], Low(told.get("low", "even")))
        self.model, self.layout = model, Layout(grid)
        self.bench = Bench(blank(model["name"], grid))

    @property
    def map(self) -> Json:
        return self.bench.map

    def at(self, hex_: str) -> Spot:
        return Spot(*self.layout.centre(Hex(hex_)), Hex(hex_))

    def on(self, text: str) -> Spot:
        """In the second hex of a hexside, beside the first."""
        a, b = hexes_of(text)
        (ax, ay), (bx, by) = self.layout.centre(a), self.layout.centre(b)
        return Spot(0.45 * ax + 0.55 * bx, 0.45 * ay + 0.55 * by, b, hexside_of(text))

    def click(self, tool: Tool, spot: Spot) -> None:
        tool.press(spot)
        tool.release(spot)

    def drag(self, tool: Tool, spots: Iterator[Spot] | list[Spot]) -> None:
        first, *others = spots
        tool.press(first)
        for spot in others:
            tool.move(spot)
        tool.release(others[-1] if others else first)

    def draw(self) -> Json:
        """All of it, one layer after the other."""
        self.ground()
        self.waters()
        self.roads()
        self.spans()
        self.names()
        self.told()
        return self.map

    def ground(self) -> None:
        terrain, levels, sides = (one(self.bench) for one in (TerrainTool, LevelTool, SideTool))
        for hex_ in self.layout.grid.hexes:
            letter, level = letter_at(self.model, hex_), level_at(self.model, hex_)
            if letter != ".":
                terrain.set("letter", letter)
                self.click(terrain, self.at(hex_))
            if level:
                levels.set("level", level)
                self.click(levels, self.at(hex_))
        assert self.map["slopes"] == self.model["slopes"], "slopes follow the levels by themselves"
        sides.set("kind", "crests")
        for text in self.model.get("crests", ()):
            self.click(sides, self.on(text))

    def waters(self) -> None:
        tool = WaterTool(self.bench)
        for river in self.model.get("rivers", ()):
            tool.set("kind", river["kind"])
            tool.set("name", river["name"])
            before = len(self.map.get("rivers", ()))
            for text in river["hexsides"]:
                self.click(tool, self.on(text))
            tool.finish()
            assert len(self.map["rivers"]) == before + 1, river["name"]

    def roads(self) -> None:
        tool = RoadTool(self.bench)
        for road in self.model.get("roads", ()):
            tool.set("kind", road["kind"])
            tool.set("name", road["name"])
            self.drag(tool, [self.at(hex_) for hex_ in road["hexes"]])
            tool.finish()

    def spans(self) -> None:
        tool, sides = SpanTool(self.bench), SideTool(self.bench)
        for span in self.model.get("spans", ()):
            tool.set("name", span["name"])
            self.click(tool, self.on(span["hexside"]))
        sides.set("kind", "fords")
        for text in self.model.get("fords", ()):
            self.click(sides, self.on(text))

    def names(self) -> None:
        places, areas, exits = (one(self.bench) for one in (PlaceTool, AreaTool, ExitTool))
        for place in self.model.get("places", ()):
            self.click(places, self.at(place["hex"]))
            places.set("name", place["name"])
        for area in self.model.get("areas", ()):
            areas.finish()
            areas.set("kind", area["kind"])
            spots = [self.at(hex_) for hex_ in area["hexes"]]
            self.drag(areas, [replace(spots[0], shift=True), *spots])
            areas.set("name", area["name"])
        for leave in self.model.get("exits", ()):
            self.click(exits, self.at(leave["hex"]))
            exits.set("name", leave["name"])
            exits.set("edge", leave["edge"])

    def told(self) -> None:
        """What is typed into the lists: fields that no tool sets."""
        fields: dict[str, Any] = {"grid": {**self.map["grid"], **self.model["grid"]}}
        for name in ("rivers", "roads", "spans", "places", "areas", "exits"):
            rows = zip(self.map.get(name, ()), self.model.get(name, ()), strict=True)
            typed = []
            for drawn, model in rows:
                more = {key: value for key, value in model.items() if key not in drawn}
                typed.append({key: {**drawn, **more}[key] for key in model})
            fields[name] = typed or None
        for name in ("estimates", "sources", "notes"):
            fields[name] = self.model.get(name)
        self.bench.do_map("lists", put(self.map, fields, ORDER))
