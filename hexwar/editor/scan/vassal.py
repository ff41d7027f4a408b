"""The map of a VASSAL module: its picture, and the grid that says where the hexes are.

A module is a zip file of strangers. What it says of itself is weighed before it is unpacked, no
name in it is used as a path, and its build file may neither define nor include anything.
"""

from __future__ import annotations

import lzma
import math
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import IO, Final
from xml.parsers import expat

from hexwar.editor.align import Alignment, Pin
from hexwar.editor.scan.laid import is_sound
from hexwar.editor.scan.source import DAMAGED, ENDS_EARLY, FILE, PictureError
from hexwar.engine.budget import OverBudget, open_plain
from hexwar.engine.files import reason
from hexwar.hexes import MAX_COLUMNS, MAX_ROWS, Grid, Layout, Low, hex_id
from hexwar.messages import mark

ENDING: Final = ".vmod"

BUILD_FILES: Final = ("buildFile.xml", "buildFile")

_INDEX: Final = 16 << 20  # bytes of the list of what is in it
_ENTRIES: Final = 50_000
_BUILD: Final = 32 << 20  # bytes of the build file
_PICTURE: Final = 512 << 20  # bytes of a picture in it
_RATIO: Final = 200  # how much smaller packed: text is at most 30 times, a picture hardly
_DEEP: Final = 100
_ELEMENTS: Final = 500_000
_BOARDS: Final = 1_000
_NEAREST: Final = math.sqrt(3) / 2

_ACROSS: Final = 4
"""Pins along each side of the sheet: the grid is straight, so 16 do."""


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A grid of a module, with VASSAL's own words; its numbering too.

    It counts from 0 along x and y; an odd column lies half a hex lower.
    """

    x0: float = 0.0
    y0: float = 32.0
    dx: float = _NEAREST * 64.0
    dy: float = 64.0
    sideways: bool = False
    first: str = "H"
    h_off: int = 0
    v_off: int = 0
    h_descend: bool = False
    v_descend: bool = False
    stagger: bool = True
    h_type: str = "N"
    v_type: str = "N"

    def point(self, column: int, row: int) -> tuple[float, float]:
        """The centre of a hex in the picture."""
        x = self.x0 + self.dx * column
        y = self.y0 + self.dy * (row + (0.5 if column % 2 else 0.0))
        return (y, x) if self.sideways else (x, y)

    def number(self, column: int, row: int, wide: int, high: int) -> tuple[int, int]:
        """The numbers of a hex, the horizontal one first, in a picture of a size."""
        across = math.floor(wide / self.dy + 0.5)  # VASSAL has the sizes crosswise here
        down = math.floor(high / self.dx + 0.5)
        falls = self.h_descend if self.sideways else self.v_descend
        odd = column % 2
        if self.sideways:
            column = down - column if self.v_descend else column
            row = across - row if self.h_descend else row
        else:
            column = across - column if self.h_descend else column
            row = down - row if self.v_descend else row
        if self.stagger and odd:
            row += -1 if falls else 1
        return column + self.h_off, row + self.v_off


@dataclass(frozen=True, slots=True)
class Board:
    """A map of a module: what it is called, its picture, and its grid of hexes if it has one."""

    name: str
    image: str
    grid: HexGrid | None = None


# -- the zip file


_FAULTS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    RuntimeError,  # also of a compression that zipfile does not know
    ValueError,
    EOFError,
)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The zip file of a module, whose list is weighed before it is read.

    Raises:
        PictureError: It cannot be used.
    """
    try:
        with open_plain(path) as file:
            _weigh_index(file)
            with zipfile.ZipFile(file) as packed:
                yield packed
    except OverBudget as fault:
        raise PictureError("{why}", why=fault) from fault
    except OSError as fault:
        raise PictureError("{why}", why=reason(fault)) from fault
    except _FAULTS as fault:
        raise PictureError(DAMAGED) from fault


def _weigh_index(file: BufferedReader) -> None:
    size = os.fstat(file.fileno()).st_size
    if size > FILE:
        raise PictureError("it is larger than 2 GiB")
    file.seek(max(0, size - (64 << 10) - 22))
    tail = file.read()
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < 22:
        raise PictureError("it is no VASSAL module")
    entries, index = struct.unpack("<10xHI6x", tail[at : at + 22])
    if entries > _ENTRIES or index > _INDEX:
        raise PictureError("there is more in it than in any VASSAL module")
    file.seek(0)


def _weighed(packed: zipfile.ZipFile, name: str, most: int) -> zipfile.ZipInfo:
    """A file of a module, if it may be unpacked."""
    try:
        found = packed.getinfo(name)
    except KeyError as fault:
        raise PictureError("{name} is not in it", name=name) from fault
    if found.flag_bits & 1:
        raise PictureError("it is locked by a password")
    if found.file_size > most or found.file_size > _RATIO * max(1024, found.compress_size):
        raise PictureError("{name} in it is too large", name=name)
    return found


# -- the build file


def boards(path: Path) -> Sequence[Board]:
    """The maps of a module that have a picture; those with a grid of hexes come first.

    Raises:
        PictureError: It is no module, or has no such map.
    """
    with _opened(path) as packed:
        names = set(packed.namelist())
        name = next((name for name in BUILD_FILES if name in names), None)
        if name is None:
            raise PictureError("it is no VASSAL module")
        info = _weighed(packed, name, _BUILD)
        with packed.open(info) as file:
            data = file.read(_BUILD + 1)
        if len(data) > _BUILD:
            raise PictureError("{name} in it is too large", name=name)
        found = _Builder().boards(data)
        known = [board for board in found if f"images/{board.image}" in names]
    if not known:
        raise PictureError("no map in it has a picture")
    return sorted(known, key=lambda board: board.grid is None)


@dataclass
class _Builder:
    """Hears the elements of a build file."""

    found: list[Board] = field(default_factory=list)
    _deep: int = 0
    _image: str = ""
    _name: str = ""
    _board_grid: HexGrid | None = None  # the first one of the board
    _grid: Mapping[str, str] | None = None
    _numbers: Mapping[str, str] = field(default_factory=dict)
    _count: int = 0

    def boards(self, data: bytes) -> Sequence[Board]:
        """The maps in a build file.

        Raises:
            PictureError: It cannot be read, or does what no build file does.
        """
        parser, is_whole = expat.ParserCreate(), True
        parser.StartElementHandler, parser.EndElementHandler = self._begin, self._end
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._refuse
        parser.ExternalEntityRefHandler = self._refuse
        try:
            parser.Parse(data, is_whole)
        except expat.ExpatError as fault:
            words = mark("its build file is damaged in line {n}")
            raise PictureError(words, n=fault.lineno) from fault
        return self.found

    def _refuse(self, *_: object) -> int:
        raise PictureError("its build file defines what no build file does")

    def _begin(self, name: str, told: dict[str, str]) -> None:
        self._count += 1
        self._deep += 1
        if self._deep > _DEEP or self._count > _ELEMENTS:
            raise PictureError("its build file is larger than any")
        kind = name.rpartition(".")[2]
        if kind == "Board":
            self._image, self._name = told.get("image", ""), told.get("name", "")
            self._board_grid = None
        elif kind == "HexGrid" and self._image:
            self._grid, self._numbers = told, {}
        elif kind == "HexGridNumbering" and self._grid is not None:
            self._numbers = told

    def _end(self, name: str) -> None:
        self._deep -= 1
        kind = name.rpartition(".")[2]
        if kind == "HexGrid" and self._grid is not None:
            self._board_grid = self._board_grid or _grid_of(self._grid, self._numbers)
            self._grid = None
        elif kind == "Board":
            if self._image and len(self.found) < _BOARDS:
                self.found.append(Board(self._name[:200], self._image, self._board_grid))
            self._image = ""


def _grid_of(told: Mapping[str, str], numbers: Mapping[str, str]) -> HexGrid | None:
    """A grid of its texts; None where they make no sense."""
    usual = HexGrid()
    try:
        dy = float(told.get("dy", usual.dy))
        grid = HexGrid(
            x0=float(told.get("x0", usual.x0)),
            y0=float(told.get("y0", usual.y0)),
            dx=float(told.get("dx", _NEAREST * dy)),
            dy=dy,
            sideways=_is_true(told.get("sideways", "false")),
            first=numbers.get("first", "H"),
            h_off=int(numbers.get("hOff", "0")),
            v_off=int(numbers.get("vOff", "0")),
            h_descend=_is_true(numbers.get("hDescend", "false")),
            v_descend=_is_true(numbers.get("vDescend", "false")),
            stagger=_is_true(numbers.get("stagger", "true")),
            h_type=numbers.get("hType", "N"),
            v_type=numbers.get("vType", "N"),
        )
    except (ValueError, OverflowError):
        return None
    places = (grid.x0, grid.y0, grid.h_off, grid.v_off)
    is_sound = all(map(math.isfinite, (*places, grid.dx, grid.dy)))
    return grid if is_sound and min(grid.dx, grid.dy) >= 4 and max(map(abs, places)) < 1e6 else None


def _is_true(text: str) -> bool:
    return text.strip().lower() == "true"


# -- the picture and its pins


def take_out(path: Path, image: str, folder: Path) -> Path:
    """Unpack a picture of a module into a folder, under a plain name that is free.

    Raises:
        PictureError: It cannot be unpacked.
    """
    stem = "".join(c if c.isalnum() or c in "-_ " else "-" for c in Path(image).stem).strip()
    ending = "".join(c for c in Path(image).suffix.lower() if c.isalnum())[:5]
    base = f"{path.stem[:60]} {stem[:60]}".strip()
    with _opened(path) as packed:
        info = _weighed(packed, f"images/{image}", _PICTURE)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".tmp", delete=False) as draft:
            try:
                with packed.open(info) as file:
                    _pour(file, draft, info.file_size)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
    names = (f"{base}{f' {n}' if n > 1 else ''}.{ending}" for n in range(1, 1000))
    target = next((folder / name for name in names if not (folder / name).exists()), None)
    if target is None:
        Path(draft.name).unlink(missing_ok=True)
        raise PictureError("too many pictures of its name lie beside the scenario")
    Path(draft.name).replace(target)
    return target


def _pour(file: IO[bytes], draft: IO[bytes], size: int) -> None:
    """Unpack so many bytes and not one more."""
    seen = 0
    while piece := file.read(1 << 20):
        seen += len(piece)
        if seen > size:
            raise PictureError(DAMAGED)
        draft.write(piece)
    if seen < size:
        raise PictureError(ENDS_EARLY)


def _centres(board: Board, wide: int, high: int) -> Mapping[tuple[int, int], tuple[float, float]]:
    """The centres of the hexes in a picture of a size, by the numbers of their column and row."""
    grid = board.grid
    if grid is None:
        raise PictureError("it has no grid of hexes")
    long, short = (high, wide) if grid.sideways else (wide, high)
    columns = range(math.floor(-grid.x0 / grid.dx), math.ceil((long - grid.x0) / grid.dx) + 1)
    rows = range(math.floor(-grid.y0 / grid.dy) - 1, math.ceil((short - grid.y0) / grid.dy) + 1)
    if len(columns) * len(rows) > 100_000:
        raise PictureError("its grid has more hexes than any map")
    letters = grid.h_type != "N", grid.v_type != "N"  # they count from A
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for column in columns:
        for row in rows:
            x, y = grid.point(column, row)
            if 0 <= x < wide and 0 <= y < high:
                first, second = grid.number(column, row, wide, high)
                found[first + letters[0], second + letters[1]] = (x, y)
    return found


def sheet_of(board: Board, wide: int, high: int) -> Grid:
    """A sheet with all hexes of a grid that lie in a picture of a size.

    Raises:
        PictureError: Their numbers are not those of a sheet.
    """
    found = {at: centre for at, centre in _centres(board, wide, high).items() if min(at) >= 1}
    columns = max((column for column, _ in found), default=0)
    rows = max((row for _, row in found), default=0)
    if not (1 < columns <= MAX_COLUMNS and 1 < rows <= MAX_ROWS):
        raise PictureError("its hexes are not numbered as those of a sheet")
    fits = {low: _misfit(found, Grid(columns, rows, low)) for low in Low}
    return Grid(columns, rows, min(fits, key=fits.__getitem__))


def _misfit(found: Mapping[tuple[int, int], tuple[float, float]], grid: Grid) -> float:
    pins = _some(found, grid)
    return math.inf if len(pins) < 4 else Alignment(Layout(grid), pins).worst[1]


def pins_of(board: Board, grid: Grid, wide: int, high: int) -> tuple[Pin, ...]:
    """Pins that lay a picture of a size under a sheet, by the grid of the module.

    Raises:
        PictureError: The hexes of the sheet are numbered otherwise.
    """
    found = _centres(board, wide, high)
    pins, layout = _some(found, grid), Layout(grid)
    try:
        laid = Alignment(layout, pins)
    except ValueError:
        laid = None
    pitch = 0.0 if board.grid is None else board.grid.dy
    if laid is None or laid.worst[1] > 0.2 * pitch or not is_sound(laid, layout):
        words = mark("its hexes are numbered otherwise than those of this sheet: pin it by hand")
        raise PictureError(words)
    return pins


def _some(found: Mapping[tuple[int, int], tuple[float, float]], grid: Grid) -> tuple[Pin, ...]:
    """Pins spread over a sheet, in hexes whose centres lie in the picture."""
    columns = sorted({column for column, _ in found if 1 <= column <= grid.columns})
    rows = sorted({row for _, row in found if 1 <= row <= grid.rows})
    if not columns or not rows:
        return ()
    across, down = _spread(columns), _spread(rows)
    known = ((column, row) for column in across for row in down if (column, row) in found)
    return tuple(Pin(hex_id(*at), *found[at]) for at in known)


def _spread(numbers: Sequence[int]) -> Sequence[int]:
    """Some of many numbers, the same distance apart; the outermost may be cut by the edge."""
    inner = numbers[1:-1] if len(numbers) > 2 * _ACROSS else numbers
    steps = (len(inner) - 1) / (_ACROSS - 1)
    return sorted({inner[round(i * steps)] for i in range(_ACROSS)})
