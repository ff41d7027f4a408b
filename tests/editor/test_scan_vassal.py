"""VASSAL modules: their grid lays their picture; hostile ones are refused in a sentence."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from hexwar.editor.align import Alignment
from hexwar.editor.scan.source import PictureError
from hexwar.editor.scan.vassal import HexGrid, boards, pins_of, sheet_of, take_out
from hexwar.hexes import Grid, Hex, Layout, Low

BUILD = """<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="A battle">
 <VASSAL.build.module.Map mapName="Main Map">
  <VASSAL.build.module.map.BoardPicker>
   <VASSAL.build.module.map.boardPicker.Board image="{image}" name="Map">
    <VASSAL.build.module.map.boardPicker.board.HexGrid dx="90.0" dy="104.0" x0="70" y0="{y0}"
        sideways="false">
     <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" hOff="1"
        vOff="{v_off}" hType="N" vType="N" hDescend="false" vDescend="false" sep=""
        hLeading="1" vLeading="1" stagger="{stagger}"/>
    </VASSAL.build.module.map.boardPicker.board.HexGrid>
   </VASSAL.build.module.map.boardPicker.Board>
  </VASSAL.build.module.map.BoardPicker>
 </VASSAL.build.module.Map>
</VASSAL.build.GameModule>"""


def module(
    path: Path,
    image: str = "map.jpg",
    *,
    stagger: bool = False,
    build: str = BUILD,
    data: bytes = b"picture",
) -> Path:
    told = build.format(image=image, y0=60, v_off=1, stagger=str(stagger).lower())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("buildFile.xml", told)
        packed.writestr(f"images/{image}", data)
    return path


def test_the_grid_of_a_module_pins_its_picture(tmp_path: Path) -> None:
    (board,) = boards(module(tmp_path / "a.vmod"))
    assert (board.name, board.image) == ("Map", "map.jpg")
    wide, high = 70 + 90 * 11 + 60, 60 + 104 * 9
    sheet = sheet_of(board, wide, high)
    assert (sheet.columns, sheet.rows, sheet.low) == (12, 9, Low.EVEN)
    pins = pins_of(board, sheet, wide, high)
    laid = Alignment(Layout(sheet), pins)
    assert laid.worst[1] < 1e-6
    for hex_, x, y in (("0101", 70, 60), ("0201", 160, 112), ("0509", 430, 60 + 8 * 104)):
        found = laid.to_picture([Layout(sheet).centre(Hex(hex_))])[0].tolist()
        assert found == pytest.approx([x, y]), hex_


def test_a_staggered_numbering_puts_even_columns_higher(tmp_path: Path) -> None:
    (board,) = boards(module(tmp_path / "a.vmod", stagger=True))
    assert sheet_of(board, 1200, 1000).low is Low.ODD
    with pytest.raises(PictureError, match="numbered otherwise"):
        pins_of(board, Grid(12, 9, Low.EVEN), 1200, 1000)


def test_a_grid_that_lies_on_its_side_changes_x_and_y() -> None:
    grid = HexGrid(x0=5, y0=7, dx=20, dy=30, sideways=True)
    assert grid.point(1, 2) == (7 + 30 * 2.5, 25)
    assert HexGrid(v_descend=True, stagger=False).number(2, 3, 640, 640)[1] == 12 - 3


def test_a_picture_is_taken_out_under_a_plain_name(tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmod", "../../evil map.jpg", data=b"p" * 5000)
    (board,) = boards(path)
    folder = tmp_path / "deep" / "battle"
    found = take_out(path, board.image, folder)
    assert found.parent == folder
    assert found.read_bytes() == b"p" * 5000
    assert found.name == "a evil map.jpg"
    assert take_out(path, board.image, folder).name == "a evil map 2.jpg"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.vmod", "deep"]


BOARD = "VASSAL.build.module.map.boardPicker.Board"

SEVERAL = f"""<VASSAL.build.GameModule><{BOARD} image="a.jpg" name="Title"/>
 <{BOARD} image="none.jpg" name="Lost"/>
 <{BOARD} image="map.jpg" name="North"><x.HexGrid dx="90" dy="104"/><x.HexGrid dx="50"/></{BOARD}>
 <{BOARD} image="map.jpg" name=""/></VASSAL.build.GameModule>"""


def several(path: Path, data: bytes = b"picture") -> Path:
    """A module with three maps, one of them with a grid."""
    module(path, build=SEVERAL, data=data)
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("images/a.jpg", data)
    return path


def test_all_maps_with_a_picture_are_told_those_with_a_grid_first(tmp_path: Path) -> None:
    found = boards(several(tmp_path / "a.vmod"))
    assert [(board.name, board.image) for board in found] == [
        ("North", "map.jpg"),
        ("Title", "a.jpg"),
        ("", "map.jpg"),
    ]
    assert found[0].grid == HexGrid(dx=90, dy=104)
    assert (found[1].grid, found[2].grid) == (None, None)
    with pytest.raises(PictureError, match="no grid"):
        pins_of(found[1], Grid(5, 5), 100, 100)


def refusal(path: Path) -> str:
    with pytest.raises(PictureError) as fault:
        take_out(path, boards(path)[0].image, path.parent / "out")
    return str(fault.value)


def test_hostile_modules_are_refused_in_a_sentence(tmp_path: Path) -> None:
    laughs = '<!DOCTYPE a [<!ENTITY b "lol">]><a>&b;</a>'
    outer = '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'
    cases = {
        "defines": module(tmp_path / "1.vmod", build=laughs),
        "defines what": module(tmp_path / "2.vmod", build=outer),
        "damaged in line 1": module(tmp_path / "3.vmod", build="<a><b></a>"),
        "larger than any": module(tmp_path / "4.vmod", build="<a>" * 500 + "</a>" * 500),
        "no map in it": module(tmp_path / "5.vmod", build="<a/>"),
        "too large": module(tmp_path / "6.vmod", data=b"\0" * 30_000_000),
    }
    with zipfile.ZipFile(tmp_path / "7.vmod", "w") as packed:
        packed.writestr("other.txt", "nothing")
    cases["no VASSAL module"] = tmp_path / "7.vmod"
    (tmp_path / "8.vmod").write_bytes(b"PK\3\4 nothing")
    cases["it is no VASSAL module"] = tmp_path / "8.vmod"
    data = module(tmp_path / "9.vmod", data=bytes(range(256)) * 40).read_bytes()
    at = data.index(b"images/map.jpg") + 14
    (tmp_path / "9.vmod").write_bytes(data[:at] + b"\xff" * 20 + data[at + 20 :])
    cases["it is damaged"] = tmp_path / "9.vmod"
    many = bytearray(data)
    end = many.rindex(b"PK\5\6")
    many[end + 12 : end + 16] = b"\xff\xff\xff\x7f"
    (tmp_path / "10.vmod").write_bytes(many)
    cases["more in it than"] = tmp_path / "10.vmod"
    for words, path in cases.items():
        assert words in refusal(path), path.name
    assert not list((tmp_path / "out").glob("*")), "nothing is left of what was refused"


def test_every_cut_of_a_module_is_refused(tmp_path: Path) -> None:
    data = module(tmp_path / "a.vmod", data=bytes(range(256)) * 40).read_bytes()
    for cut in range(0, len(data) - 1, 37):
        path = tmp_path / "cut.vmod"
        path.write_bytes(data[:cut])
        assert refusal(path)
