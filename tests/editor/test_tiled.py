"""Terrain to Tiled and back; what is no map of ours is refused in a sentence."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from hexwar.editor import sheet, tiled
from hexwar.editor.document import Json
from hexwar.editor.tiled import TMJ, TMX, Imported, merged, read, tiles_of, written
from hexwar.hexes import Grid, Hex, Low
from hexwar.resources import scenarios
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.schema import TERRAIN_LETTERS
from tests.systems.nlc.cases import each


def brienne() -> Json:
    found: Json = json.loads((scenarios() / "maps" / "brienne.json").read_text("utf-8"))
    return found


def back(map_: Json, path: Path) -> Imported:
    path.write_text(written(map_, path), "utf-8")
    return read(path)


@each("ending", TMX, TMJ)
@pytest.mark.parametrize("name", sorted(p.stem for p in (scenarios() / "maps").glob("*.json")))
def test_every_map_comes_back_as_it_went(name: str, ending: str, tmp_path: Path) -> None:
    map_ = json.loads((scenarios() / "maps" / f"{name}.json").read_text("utf-8"))
    found = back(map_, tmp_path / f"it{ending}")
    assert found.terrain == map_["terrain"]
    assert found.elevation == map_["elevation"]
    assert found.places == map_["places"]
    assert merged(map_, found) == map_
    fresh = merged({}, found)
    for part in ("grid", "terrain", "elevation", "places", "name"):
        assert fresh[part] == map_[part]


@each("low index", (Low.EVEN, "odd"), (Low.ODD, "even"))
def test_tiled_is_told_which_columns_lie_lower(low: Low, index: str, tmp_path: Path) -> None:
    map_ = sheet.painted(sheet.blank("x", Grid(3, 2, low)), {Hex("0201"): "w"})
    root = ET.fromstring(written(map_, tmp_path / "x.tmx"))
    told = {key: root.get(key) for key in ("orientation", "staggeraxis", "staggerindex")}
    assert told == {"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": index}
    assert (root.get("width"), root.get("height"), root.get("infinite")) == ("3", "2", "0")
    data = root.findtext("layer[@name='terrain']/data", "").split(",")
    assert [int(n) for n in data] == [1, 2, 1, 1, 1, 1]
    tree = json.loads(written(map_, tmp_path / "x.tmj"))
    assert tree["staggerindex"] == index
    assert back(map_, tmp_path / "x.tmx").grid["low"] == low


def test_a_place_stands_where_tiled_shows_its_hex(tmp_path: Path) -> None:
    """In pixels of Tiled's: a lower column half a hex further down."""
    place = {"name": "A & <B>", "hex": "0201", "terrain": "clear", "estimate": True}
    map_ = sheet.blank("x", Grid(3, 2)) | {"places": [place]}
    tree = json.loads(written(map_, tmp_path / "x.tmj"))
    (point,) = tree["layers"][2]["objects"]
    assert (point["x"], point["y"]) == (80.0, 56.0)
    assert back(map_, tmp_path / "x.tmx").places == [place]


def test_the_picture_of_the_tiles_lies_beside(tmp_path: Path, qapp: QApplication) -> None:
    path = tmp_path / "x.tmx"
    root = ET.fromstring(written(brienne(), path))
    image = root.find("tileset/image")
    assert image is not None
    assert image.get("source") == tiles_of(path).name
    picture = QImage.fromData(tiled.tile_picture())
    assert [str(picture.width()), str(picture.height())] == [
        image.get("width"),
        image.get("height"),
    ]
    assert qapp is not None


@settings(max_examples=20)
@given(
    columns=st.integers(1, 99),
    rows=st.integers(1, 99),
    low=st.sampled_from(list(Low)),
    seed=st.randoms(use_true_random=False),
    ending=st.sampled_from((TMX, TMJ)),
)
def test_any_sheet_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    columns: int,
    rows: int,
    low: Low,
    seed: Any,
    ending: str,
) -> None:
    grid = Grid(columns, rows, low)
    some = seed.sample(grid.hexes, min(len(grid.hexes), 30))
    map_ = sheet.painted(sheet.blank("x", grid), {h: seed.choice("wmtc.") for h in some})
    map_ = sheet.raised(map_, {h: seed.randrange(10) for h in some})
    map_ |= {
        "places": [
            {"name": f"n{h}", "hex": h, "terrain": str(TERRAIN_LETTERS[sheet.letter_at(map_, h)])}
            for h in some[:5]
        ]
    }
    found = back(map_, tmp_path_factory.mktemp("t") / f"x{ending}")
    assert merged(map_, found) == map_
    assert (found.terrain, found.elevation) == (map_["terrain"], map_["elevation"])
    assert found.places == map_["places"]


def test_slopes_follow_levels_that_have_changed_and_the_rest_stays(tmp_path: Path) -> None:
    map_ = brienne()
    higher = sheet.raised(map_, {Hex("0101"): 3})
    found = back(higher, tmp_path / "x.tmx")
    assert merged(map_, found)["slopes"] == higher["slopes"]
    assert merged(map_, found)["roads"] == map_["roads"]


def spoilt(path: Path, change: Callable[[Json], object]) -> Path:
    tree = json.loads(written(sheet.blank("x", Grid(4, 3)), path))
    change(tree)
    path.write_text(json.dumps(tree), "utf-8")
    return path


def layer(tree: Json, **fields: Any) -> None:
    tree["layers"][0].update(fields)


def packed(numbers: list[int], pack: Callable[[bytes], bytes] = bytes) -> str:
    return base64.b64encode(pack(struct.pack(f"<{len(numbers)}I", *numbers))).decode()


@each(
    "fields",
    {"encoding": "base64", "data": packed([2] * 12)},
    {"encoding": "base64", "compression": "zlib", "data": packed([2] * 12, zlib.compress)},
    {"encoding": "csv", "data": "2,2,2,2,\n2,2,2,2,\n2,2,2,2\n"},
    {"data": [2 | 0x80000000] * 12},
)
def test_other_ways_to_write_a_layer_are_read(tmp_path: Path, fields: Json) -> None:
    path = spoilt(tmp_path / "x.tmj", lambda tree: layer(tree, **fields))
    assert read(path).terrain == ["wwww"] * 3


def test_the_same_in_xml_and_in_a_group(tmp_path: Path) -> None:
    text = written(sheet.blank("x", Grid(4, 3)), tmp_path / "x.tmx")
    data = packed([2] * 12, zlib.compress)
    head, _, rest = text.partition('<data encoding="csv">')
    _, _, tail = rest.partition("</data>")
    other = f'{head}<data encoding="base64" compression="zlib">\n {data}\n</data>{tail}'
    other = other.replace(" <layer", " <group><layer", 1).replace("</layer>", "</layer></group>", 1)
    (tmp_path / "x.tmx").write_text(other, "utf-8")
    assert read(tmp_path / "x.tmx").terrain == ["wwww"] * 3


@each(
    "change words",
    (lambda t: t.update(orientation="orthogonal"), "hexes in columns"),
    (lambda t: t.update(staggeraxis="y"), "hexes in columns"),
    (lambda t: t.update(infinite=True), "infinite"),
    (lambda t: t.update(width=100), "1 to 99"),
    (lambda t: t.update(height=True), "1 to 99"),
    (lambda t: t.update(height=10**12), "1 to 99"),
    (lambda t: t.update(width=5), "15 numbers"),
    (lambda t: t["tilesets"].append({"firstgid": 20, "source": "x.tsx"}), "embed"),
    (lambda t: layer(t, data=[99] * 12), "tile 99"),
    (lambda t: layer(t, data=["a"] * 12), "12 numbers"),
    (lambda t: layer(t, data=[-1] * 12), "12 numbers"),
    (lambda t: layer(t, chunks=[]), "infinite"),
    (lambda t: layer(t, encoding="csv", data="2," * 50_000), "12 numbers"),
    (lambda t: layer(t, encoding="csv", data="x"), "12 numbers"),
    (lambda t: layer(t, encoding="base64", data="!!"), "damaged"),
    (lambda t: layer(t, encoding="base64", data=packed([2])), "damaged"),
    (
        lambda t: layer(
            t, encoding="base64", compression="gzip", data=packed([2] * 12, gzip.compress)
        ),
        'packed by "gzip": save it as CSV',
    ),
    (
        lambda t: layer(
            t,
            encoding="base64",
            compression="zlib",
            data=base64.b64encode(zlib.compress(bytes(50_000_000))).decode(),
        ),
        "damaged",
    ),
)
def test_what_is_no_map_of_ours_is_refused(
    tmp_path: Path, change: Callable[[Json], object], words: str
) -> None:
    path = spoilt(tmp_path / "x.tmj", change)
    with pytest.raises(ScenarioError, match=words) as raised:
        read(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


BOMB = '<!DOCTYPE m [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><map>&b;</map>'


@each(
    "data words",
    (b"", "neither"),
    (b"[]", "neither"),
    (b"{", "neither"),
    (b"<map", "no XML"),
    (b"<tileset/>", "neither"),
    (b"<map/>", "hexes in columns"),
    (BOMB.encode(), "entities"),
    (b"<map>" + b"<g>" * 10_000 + b"</g>" * 10_000 + b"</map>", "more in the file"),
    (b"<map>" + b"<g/>" * 200_000 + b"</map>", "more in the file"),
    (b"{" + b" " * (5 << 20), "too large"),
    (b'{"a":' + b"[" * 100 + b"]" * 100 + b"}", "deep"),
    ("<map/>".encode("utf-16"), "no UTF-8"),
    (b"\xff\xfe", "no UTF-8"),
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "x.tmx").write_bytes(data)
    with pytest.raises(ScenarioError, match=words):
        read(tmp_path / "x.tmx")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.tmx"):
        with pytest.raises(ScenarioError):
            read(path)


def test_a_draft_with_faults_goes_out_as_well_as_it_can(tmp_path: Path) -> None:
    map_ = {"grid": {"columns": 3, "rows": 2}, "terrain": ["w"], "elevation": ["z?9", 7]}
    map_ |= {"places": ["x", {"name": "off", "hex": "9901"}, {"hex": "0101", "terrain": 5}]}
    found = back(map_ | {"elevation": ["z?9"]}, tmp_path / "x.tmx")
    assert (found.terrain, found.elevation) == (["w..", "..."], ["..9", "..."])
