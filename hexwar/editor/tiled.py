"""Terrain from and to Tiled, the editor of tile maps: TMX, which is XML, and TMJ, the same as JSON.

A map goes out as two layers, terrain and levels, and its places as points. It comes in by what
the tiles say of themselves (`terrain` and `level`), so that a picture of one's own may stand for
ours. Hexside by hexside Tiled knows nothing: slopes follow the levels, and the rest stays as it is.

Tiled counts columns from 0, and its `staggerindex` names those that lie lower: our even ones are
its odd ones.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import struct
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPolygonF

from hexwar.editor import sheet
from hexwar.editor.document import Json, put
from hexwar.engine.budget import Budget, OverBudget, inflated, read_bytes, weigh
from hexwar.hexes import MAX_COLUMNS, MAX_ROWS, Hex, Layout, Low, hex_id
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError, quoted
from hexwar.scenario.schema import TERRAIN_LETTERS
from hexwar.widgets.brushwork import kept
from hexwar.widgets.fonts import SANS, font
from hexwar.widgets.mapart.palette import Season, inks_of

TMX, TMJ = ".tmx", ".tmj"
"""How the names of Tiled's maps end."""

BUDGET: Final = Budget(size=4 << 20, values=120_000, depth=16, text=1 << 20)
"""Of a file of Tiled's: two layers of 9,801 hexes and a thousand places have ample room."""

WIDE, HIGH, SIDE = 64, 56, 32
"""Of a hex in Tiled, pixels: width, height, and its upper side. Ours is 55.4 high."""

MOST_PLACES: Final = 1000
LEVELS: Final = 10
TERRAIN, ELEVATION, PLACES = "terrain", "elevation", "places"
"""What the layers are called."""

_VERSION: Final = "1.10"
_FLIPS: Final = 0xF0000000  # of a tile's number: how it is turned
_LETTERS: Final = {str(terrain): letter for letter, terrain in TERRAIN_LETTERS.items()}
_DEPTH: Final = 12


# -- out


def tiles_of(path: Path) -> Path:
    """Where the picture of the tiles lies that a map in Tiled shows: beside it."""
    return path.with_name(f"{path.stem}-tiles.png")


def written(map_: Json, path: Path) -> str:
    """A map as a file of Tiled's: XML, or JSON where the path ends so."""
    tree = _tree(map_, tiles_of(path).name)
    if path.suffix.lower() == TMJ:
        return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"
    return "\n".join(('<?xml version="1.0" encoding="UTF-8"?>', *_xml(tree), ""))


def _tree(map_: Json, picture: str) -> Json:
    """A map in the words of Tiled's JSON."""
    grid, rows = sheet.grid_of(map_), range(1, sheet.grid_of(map_).rows + 1)
    numbers = {letter: at + 1 for at, letter in enumerate(TERRAIN_LETTERS)}
    first = len(numbers) + 1  # of the levels
    hexes = [hex_id(column, row) for row in rows for column in range(1, grid.columns + 1)]
    terrain = [numbers.get(sheet.letter_at(map_, hex_), 1) for hex_ in hexes]
    levels = [_level(map_, hex_) for hex_ in hexes]
    told = map_.get("grid")
    more = {key: v for key, v in told.items() if key not in _OWN} if isinstance(told, dict) else {}
    places = list(_points(map_))
    return {
        "type": "map",
        "version": _VERSION,
        "tiledversion": f"{_VERSION}.2",
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "width": grid.columns,
        "height": grid.rows,
        "tilewidth": WIDE,
        "tileheight": HIGH,
        "infinite": False,
        "hexsidelength": SIDE,
        "staggeraxis": "x",
        "staggerindex": "odd" if grid.low is Low.EVEN else "even",
        "nextlayerid": 4,
        "nextobjectid": len(places) + 1,
        "properties": _properties({"name": map_.get("name", ""), **more}),
        "tilesets": [_tileset(picture)],
        "layers": [
            _layer(1, TERRAIN, grid.columns, grid.rows, terrain),
            _layer(2, ELEVATION, grid.columns, grid.rows, [n and first + n for n in levels]),
            {"id": 3, "name": PLACES, "type": "objectgroup", "draworder": "topdown"}
            | {"x": 0, "y": 0, "opacity": 1, "visible": True, "objects": places},
        ],
    }


_OWN: Final = ("columns", "rows", "low")


def _level(map_: Json, hex_: Hex) -> int:
    letter = sheet.letter_at(map_, hex_, ELEVATION)
    return int(letter) if letter in "123456789" else 0


def _layer(id_: int, name: str, width: int, height: int, data: list[int]) -> Json:
    size = {"x": 0, "y": 0, "width": width, "height": height}
    return {"id": id_, "name": name, "type": "tilelayer", **size} | {
        "opacity": 1,
        "visible": True,
        "data": data,
    }


def _tileset(picture: str) -> Json:
    """The tiles: what each says of itself is what comes in again."""
    kinds: list[Json] = [{"terrain": str(terrain)} for terrain in TERRAIN_LETTERS.values()]
    kinds += [{"level": level} for level in range(LEVELS)]
    tiles = [{"id": at, "properties": _properties(told)} for at, told in enumerate(kinds)]
    return {
        "firstgid": 1,
        "name": "hexwar",
        "tilewidth": WIDE,
        "tileheight": HIGH,
        "tilecount": len(tiles),
        "columns": len(tiles),
        "spacing": 0,
        "margin": 0,
        "image": picture,
        "imagewidth": WIDE * len(tiles),
        "imageheight": HIGH,
        "tiles": tiles,
    }


def _properties(values: Mapping[str, Any]) -> list[Json]:
    """Values in Tiled's form: those that are neither text, number nor switch are left out."""
    kinds = {str: "string", bool: "bool", int: "int", float: "float"}
    return [
        {"name": name, "type": kinds[type(value)], "value": value}
        for name, value in sorted(values.items())
        if type(value) in kinds
    ]


def _points(map_: Json) -> Iterator[Json]:
    """The places as points in the middles of their hexes."""
    grid, places = sheet.grid_of(map_), map_.get(PLACES)
    for place in places[:MOST_PLACES] if isinstance(places, list) else ():
        hex_ = place.get("hex") if isinstance(place, dict) else None
        if hex_ not in grid:
            continue
        x, y = Layout(grid, WIDE / 2).centre(Hex(str(hex_)))
        more = {name: value for name, value in place.items() if name not in ("name", "hex")}
        yield {
            "id": int(str(hex_)),
            "name": str(place.get("name", "")),
            "type": "place",
            "x": round(x, 2),
            "y": round(y * HIGH / (WIDE * math.sqrt(3) / 2), 2),
            "width": 0,
            "height": 0,
            "rotation": 0,
            "point": True,
            "visible": True,
            "properties": _properties(more),
        }


def _xml(tree: Json) -> Iterator[str]:
    """A map of Tiled's JSON as TMX."""
    bare = {key: value for key, value in tree.items() if not isinstance(value, list)}
    del bare["type"]
    bare["infinite"] = 0
    yield f"<map{_attributes(bare)}>"
    yield from _xml_properties(tree["properties"], " ")
    for tiles in tree["tilesets"]:
        head = {k: v for k, v in tiles.items() if k not in ("tiles", "image")}
        picture = {"source": tiles["image"], "width": head.pop("imagewidth")}
        picture["height"] = head.pop("imageheight")
        yield f" <tileset{_attributes(head)}>"
        yield f"  <image{_attributes(picture)}/>"
        for tile in tiles["tiles"]:
            yield f'  <tile id="{tile["id"]}">'
            yield from _xml_properties(tile["properties"], "   ")
            yield "  </tile>"
        yield " </tileset>"
    for layer in tree["layers"]:
        yield from _xml_places(layer) if "objects" in layer else _xml_layer(layer)
    yield "</map>"


def _xml_layer(layer: Json) -> Iterator[str]:
    head = {key: layer[key] for key in ("id", "name", "width", "height")}
    yield f" <layer{_attributes(head)}>"
    yield '  <data encoding="csv">'
    data, wide = layer["data"], layer["width"]
    rows = (data[at : at + wide] for at in range(0, len(data), wide))
    yield ",\n".join(",".join(map(str, row)) for row in rows)
    yield "  </data>"
    yield " </layer>"


def _xml_places(layer: Json) -> Iterator[str]:
    yield f" <objectgroup{_attributes({key: layer[key] for key in ('id', 'name')})}>"
    for place in layer["objects"]:
        head = {key: place[key] for key in ("id", "name", "type", "x", "y")}
        yield f"  <object{_attributes(head)}>"
        yield from _xml_properties(place["properties"], "   ")
        yield "   <point/>"
        yield "  </object>"
    yield " </objectgroup>"


def _xml_properties(properties: Sequence[Json], indent: str) -> Iterator[str]:
    if properties:
        yield f"{indent}<properties>"
        for one in properties:
            yield f"{indent} <property{_attributes(one)}/>"
        yield f"{indent}</properties>"


def _attributes(values: Mapping[str, Any]) -> str:
    return "".join(f" {name}={quoteattr(_text_of(value))}" for name, value in values.items())


def _text_of(value: object) -> str:
    """A value as XML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def tile_picture() -> bytes:
    """The picture of the tiles, PNG: terrains in their colours, then levels as numbers."""
    inks = inks_of(Season.SUMMER)
    ground = (inks.ground[0], inks.woods_far, inks.water, QColor("#9c3f2c"), QColor("#6b4a2c"))
    tiles = len(TERRAIN_LETTERS) + LEVELS
    image = QImage(WIDE * tiles, HIGH, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font(SANS, 22))
    for at in range(tiles):
        _paint_tile(painter, at, ground)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def _paint_tile(painter: QPainter, at: int, ground: Sequence[QColor]) -> None:
    left, level = at * WIDE, at - len(TERRAIN_LETTERS)
    edge, half = (WIDE - SIDE) / 2, HIGH / 2
    points = ((0, half), (edge, 0), (WIDE - edge, 0), (WIDE, half), (WIDE - edge, HIGH))
    hexagon = QPolygonF([QPointF(left + x, y) for x, y in (*points, (edge, HIGH))])
    with kept(painter):
        painter.setPen(QColor(60, 50, 40, 120))
        shade = QColor(90, 60, 20, 14 * max(level, 0))
        painter.setBrush(ground[at % len(ground)] if level < 0 else shade)
        painter.drawPolygon(hexagon)
        if level >= 0:
            painter.setPen(QColor("#2b2017"))
            painter.drawText(QRectF(left, 0, WIDE, HIGH), Qt.AlignmentFlag.AlignCenter, str(level))


# -- in


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file of Tiled's says of a map."""

    grid: Json
    terrain: list[str]
    elevation: list[str]
    places: list[Json] = field(default_factory=list)
    name: str = ""


def read(path: Path) -> Imported:
    """What a file of Tiled's says.

    Raises:
        ScenarioError: It cannot be read, is no map of hexes such as ours, or too large.
    """
    try:
        data = read_bytes(path, BUDGET.size)
        text = data.decode("utf-8-sig")
    except OverBudget as fault:
        raise ScenarioError(str(fault), path) from fault
    except UnicodeDecodeError as fault:
        raise ScenarioError(say("this is no UTF-8 text"), path) from fault
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or say("its name cannot be one")
        raise ScenarioError(say("the file cannot be read: {why}", why=why), path) from fault
    try:
        is_xml = text.lstrip().startswith("<")
        return _imported(_from_xml(text) if is_xml else _from_json(text))
    except ScenarioError as fault:
        raise ScenarioError(fault.sentence, path, fault.place) from fault


def merged(map_: Json, found: Imported) -> Json:
    """A map with terrain, levels and places of another; the rest stays, slopes follow the levels.

    Where the sheet has another size, what does not lie on it is for the checks to tell.
    """
    places = found.places if found.places or PLACES in map_ else None
    fields: dict[str, Any] = {"terrain": found.terrain, "places": places}
    told = map_.get("grid")
    grid = {**(told if isinstance(told, dict) else {}), **found.grid}
    if not map_:
        map_ = sheet.blank(found.name, sheet.grid_of({"grid": grid}))
    before = put(map_, {**fields, "grid": grid}, sheet.ORDER)
    if sheet.grid_of(map_) != sheet.grid_of(before) or "elevation" not in map_:
        flat = [sheet.HEIGHT * len(row) for row in found.elevation]
        before = put(before, {"elevation": flat, "slopes": []}, sheet.ORDER)
    levels = {
        hex_id(column, row): int(letter) if letter != sheet.HEIGHT else 0
        for row, line in enumerate(found.elevation, 1)
        for column, letter in enumerate(line, 1)
    }
    now = {hex_: level for hex_, level in levels.items() if _level(before, hex_) != level}
    after = sheet.raised(before, now) if now else before
    return put(after, {"elevation": found.elevation}, sheet.ORDER)


# -- its two forms, read into the words of its JSON


def _from_json(text: str) -> Json:
    try:
        weigh(text.encode(), BUDGET)
        raw = json.loads(text)
    except OverBudget as fault:
        raise ScenarioError(str(fault)) from fault
    except (ValueError, RecursionError) as fault:
        raise ScenarioError(say("this is neither a TMX nor a TMJ file of Tiled")) from fault
    if not isinstance(raw, dict):
        raise ScenarioError(say("this is neither a TMX nor a TMJ file of Tiled"))
    return raw


class _Bounded(ET.TreeBuilder):
    """Builds a tree of XML that is neither deep nor large."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = self._count = 0

    def start(self, tag: Any, attrs: Any, /) -> Any:
        """An element begins."""
        self._depth, self._count = self._depth + 1, self._count + 1
        if self._depth > _DEPTH or self._count > BUDGET.values:
            raise ScenarioError(say("there is more in the file than a map of hexes has"))
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Any:
        """An element ends."""
        self._depth -= 1
        return super().end(tag)


def _from_xml(text: str) -> Json:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ScenarioError(say("the file declares entities, which are not read"))
    parser = ET.XMLParser(target=_Bounded())
    try:
        parser.feed(text)
        root: ET.Element = parser.close()
    except (ET.ParseError, ValueError) as fault:
        raise ScenarioError(say("this is no XML that can be read")) from fault
    if root.tag != "map":
        raise ScenarioError(say("this is neither a TMX nor a TMJ file of Tiled"))
    tree: Json = {name: _number(value) for name, value in root.attrib.items()}
    tree["infinite"] = root.get("infinite") == "1"
    tree["properties"] = _properties_in(root)
    tree["tilesets"] = [_tileset_in(one) for one in root.findall("tileset")]
    tree["layers"] = list(_layers_in(root, _DEPTH))
    return tree


def _layers_in(root: ET.Element, depth: int) -> Iterator[Json]:
    """The layers of a map, those in groups too."""
    for one in root:
        if one.tag == "group" and depth:
            yield from _layers_in(one, depth - 1)
        elif one.tag == "layer":
            yield {**_head(one), "type": "tilelayer", **_data_in(one)}
        elif one.tag == "objectgroup":
            objects = [
                {**_head(thing), "properties": _properties_in(thing)}
                for thing in one.findall("object")
            ]
            yield {**_head(one), "type": "objectgroup", "objects": objects}


def _data_in(layer: ET.Element) -> Json:
    data = layer.find("data")
    if data is None:
        return {}
    if data.find("chunk") is not None:
        return {"chunks": [0]}
    told = {key: data.get(key, "") for key in ("encoding", "compression")}
    if told["encoding"]:
        return {**told, "data": data.text or ""}
    tiles = [_number(tile.get("gid", "0")) for tile in data.findall("tile")]
    return {"data": tiles}


def _head(one: ET.Element) -> Json:
    return {k: v if k in ("name", "type", "class") else _number(v) for k, v in one.attrib.items()}


def _tileset_in(one: ET.Element) -> Json:
    tiles = [{**_head(tile), "properties": _properties_in(tile)} for tile in one.findall("tile")]
    return {**{name: _number(v) for name, v in one.attrib.items()}, "tiles": tiles}


def _properties_in(one: ET.Element) -> list[Json]:
    return [
        {"name": told.get("name", ""), "value": _value(told)}
        for told in one.findall("properties/property")
    ]


def _value(told: ET.Element) -> str | int | float | bool:
    text = told.get("value", told.text or "")
    kind = told.get("type", "string")
    if kind == "bool":
        return text == "true"
    return _number(text) if kind in ("int", "float") else text


def _number(text: str) -> int | float | str:
    """A number where a text is one."""
    if len(text) > BUDGET.number:
        return text
    for kind in (int, float):
        try:
            found = kind(text)
        except ValueError:
            continue
        if math.isfinite(found):
            return found
    return text


# -- what they say


def _imported(tree: Json) -> Imported:
    """The map that a tree tells of.

    Raises:
        ScenarioError: It is none of ours, or its parts do not fit together.
    """
    columns, rows = _size(tree)
    kinds, levels = _tiles(tree)
    layers = list(_flat(tree, _DEPTH))
    tiled = [layer for layer in layers if layer.get("type") == "tilelayer"]
    heights = {at: str(level) if level else sheet.HEIGHT for at, level in levels.items()}
    # A layer counts for what its tiles say; empty places of the layers above leave what is below.
    terrain, elevation = ([sheet.GROUND] * (columns * rows) for _ in range(2))
    for layer in tiled:
        for at, tile in enumerate(_data(layer, columns * rows)):
            if tile in kinds:
                terrain[at] = kinds[tile]
            elif tile in heights:
                elevation[at] = heights[tile]
            elif tile:
                words = mark("tile {n} does not say what it is by a property terrain or level")
                raise ScenarioError(say(words, n=tile), "", _named(layer))
    low = Low.EVEN if tree.get("staggerindex", "odd") == "odd" else Low.ODD
    told = _told(tree)
    grid: Json = {"columns": columns, "rows": rows, "low": str(low)}
    grid |= {key: told[key] for key in ("metres", "north", "north_degrees") if key in told}
    name, lines = told.get("name"), _lines(terrain, columns)
    named = name if isinstance(name, str) else ""
    places = list(_places(layers, tree, grid, lines))
    return Imported(grid, lines, _lines(elevation, columns), places, named)


def _flat(tree: Json, depth: int) -> Iterator[Json]:
    """The layers, those in groups too."""
    for one in _list(tree, "layers"):
        if isinstance(one, dict):
            yield one
            yield from _flat(one, depth - 1) if depth else ()


def _size(tree: Json) -> tuple[int, int]:
    if tree.get("orientation") != "hexagonal" or tree.get("staggeraxis", "y") != "x":
        words = mark("only maps of hexes in columns are read: hexagonal, stagger axis X")
        raise ScenarioError(say(words), "", "orientation")
    if tree.get("infinite"):
        words = mark("the map is infinite: give it a size in Tiled (Map, Map Properties)")
        raise ScenarioError(say(words), "", "infinite")
    columns, rows = tree.get("width"), tree.get("height")
    if not (_is_count(columns, MAX_COLUMNS) and _is_count(rows, MAX_ROWS)):
        words = mark("a map has 1 to {columns} columns and 1 to {rows} rows")
        raise ScenarioError(say(words, columns=MAX_COLUMNS, rows=MAX_ROWS), "", "width")
    return int(str(columns)), int(str(rows))


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most


def _tiles(tree: Json) -> tuple[Mapping[int, str], Mapping[int, int]]:
    """The letters of terrain by the numbers of tiles, and the levels."""
    kinds: dict[int, str] = {}
    levels: dict[int, int] = {}
    for tileset in _list(tree, "tilesets"):
        raw = tileset if isinstance(tileset, dict) else {}
        first = raw.get("firstgid")
        if "source" in raw:
            words = mark("the tiles lie in another file: embed them in the map (Embed Tileset)")
            raise ScenarioError(say(words), "", "tilesets")
        for tile in _list(raw, "tiles"):
            at = tile.get("id") if isinstance(tile, dict) else None
            if not isinstance(at, int) or not isinstance(first, int):
                continue
            told = _told(tile)
            kind, level = told.get("terrain"), told.get("level")
            if isinstance(kind, str) and kind in _LETTERS:
                kinds[first + at] = _LETTERS[kind]
            elif isinstance(level, int) and 0 <= level < LEVELS:
                levels[first + at] = int(level)
    return kinds, levels


def _data(layer: Json, cells: int) -> Sequence[int]:
    """The numbers of a layer's tiles, row by row, however they were written."""
    if "chunks" in layer:
        raise ScenarioError(say("the map is infinite: give it a size in Tiled"), "", _named(layer))
    data = layer.get("data", [])
    encoding = layer.get("encoding", "")
    if isinstance(data, str) and encoding == "csv":
        found = [part.strip() for part in data.split(",", cells + 1)]
        data = [int(part) if part.isdecimal() and len(part) < 11 else -1 for part in found]
    elif isinstance(data, str) and encoding == "base64":
        data = _unpacked(data, layer, cells)
    is_sound = isinstance(data, list) and len(data) == cells
    if not is_sound or not all(isinstance(n, int) and 0 <= n < 1 << 32 for n in data):
        words = mark("a layer should hold {n} numbers of tiles, as CSV or base64")
        raise ScenarioError(say(words, n=cells), "", _named(layer))
    return [n & ~_FLIPS for n in data]


def _unpacked(text: str, layer: Json, cells: int) -> list[int]:
    compression = layer.get("compression", "") or ""
    if compression not in ("", "zlib"):
        words = mark(
            "the layer is packed by {kind}: save it as CSV (Map Properties, Tile Layer Format)"
        )
        raise ScenarioError(say(words, kind=quoted(compression)), "", _named(layer))
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
        data = inflated(data, 4 * cells) if compression else data
    except (binascii.Error, OverBudget, ValueError) as fault:
        raise ScenarioError(say("what was packed here is damaged"), "", _named(layer)) from fault
    if len(data) != 4 * cells:
        raise ScenarioError(say("what was packed here is damaged"), "", _named(layer))
    return list(struct.unpack(f"<{cells}I", data))


def _places(
    layers: Sequence[Json], tree: Json, grid: Json, terrain: Sequence[str]
) -> Iterator[Json]:
    """The places that points stand for; those off the map are left out."""
    sheet_ = sheet.grid_of({"grid": grid})
    layout, found = Layout(sheet_, WIDE / 2), 0
    wide, high = tree.get("tilewidth", WIDE), tree.get("tileheight", HIGH)
    if not (_is_count(wide, 10_000) and _is_count(high, 10_000)):
        return
    for layer in layers:
        for thing in _list(layer, "objects") if layer.get("type") == "objectgroup" else ():
            raw = thing if isinstance(thing, dict) else {}
            x, y, name = raw.get("x"), raw.get("y"), raw.get("name")
            if not (_is_real(x) and _is_real(y) and name) or found >= MOST_PLACES:
                continue
            # Tiled's hexes may have another shape than ours: each way is stretched by itself.
            across = float(str(x)) / int(wide) * WIDE
            down = float(str(y)) / int(high) * layout.row_pitch
            hex_ = layout.hex_at(across, down)
            if hex_ is not None:
                found += 1
                letter = terrain[int(hex_[2:]) - 1][int(hex_[:2]) - 1]
                first = {"name": str(name), "hex": hex_, "terrain": str(TERRAIN_LETTERS[letter])}
                told = {key: value for key, value in _told(raw).items() if key not in first}
                yield {**first, **told}


def _is_real(value: object) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and abs(float(str(value))) < 1e6


def _told(raw: Json) -> dict[str, Any]:
    """The properties of a thing by their names."""
    return {
        one["name"]: one["value"]
        for one in _list(raw, "properties")
        if isinstance(one, dict) and isinstance(one.get("name"), str) and "value" in one
    }


def _list(raw: Json, name: str) -> list[Any]:
    found = raw.get(name)
    return found if isinstance(found, list) else []


def _lines(cells: Sequence[str], columns: int) -> list[str]:
    return ["".join(cells[at : at + columns]) for at in range(0, len(cells), columns)]


def _named(layer: Json) -> str:
    """A layer by its name, as the place of a sentence."""
    name = layer.get("name")
    return quoted(name) if isinstance(name, str) and name else "layers"
