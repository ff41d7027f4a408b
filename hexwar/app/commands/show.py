"""``hexwar show``: paints a board into a picture, without a screen."""

from __future__ import annotations

import math
import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexwar.app.commands import UsageError, UserError
from hexwar.hexes import Hex, is_hex_id
from hexwar.messages import mark, say

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from hexwar.app.opening import Opened
    from hexwar.shell.map_lenses import MapWords
    from hexwar.table.forces import Side
    from hexwar.table.overlays import Overlays

LARGEST_SIDE: Final = 16_384
"""The most pixels that a picture may be wide or high: 1 GiB for a square one."""

OVERLAYS: Final = {
    "vp": mark("victory hexes, flags, supply sources and entry hexes"),
    "zones": mark("the zones of control of both sides"),
    "reach:HEX": mark("where the stack in a hex could go"),
}
"""The overlays by name."""

ZOOM_RANGE: Final = (0.05, 8.0)
"""The least and the greatest zoom; 1.0 is the size at which the board is drawn."""


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: what to paint, where to, and what of it."""
    parser.add_argument(
        "game", metavar="SCENARIO|SAVE", help=say("a scenario by id or path, or a saved game")
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="PICTURE",
        help=say("the PNG file to write"),
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        dest="overlays",
        metavar="NAME",
        help=say("an overlay to lay on the map, may be given again: ")
        + "; ".join(f"{name} ({what})" for name, what in OVERLAYS.items()),
    )
    parser.add_argument(
        "--center",
        type=place,
        metavar="HEX|X,Y",
        help=say("what is in the middle: a hex, as 0913, or cm of a table, as 45,30"),
    )
    parser.add_argument(
        "--zoom", type=zoom, metavar="FACTOR", help=say("1 is normal size; without it the map fits")
    )
    parser.add_argument(
        "--size",
        type=size,
        default=(1600, 1000),
        metavar="WxH",
        help=say("the picture's size in pixels (1600x1000)"),
    )


def place(word: str) -> str | tuple[float, float]:
    """Reads a hex number as printed on the map, or a point in cm.

    Raises:
        ArgumentTypeError: The word is neither.
    """
    if is_hex_id(word):
        return word
    x, _, y = word.partition(",")
    try:
        point = float(x), float(y)
    except ValueError:
        point = math.nan, math.nan
    if not all(map(math.isfinite, point)):
        raise ArgumentTypeError(
            say("a hex as 0913 is needed, or cm as 45,30, not {word!r}", word=word)
        )
    return point


def zoom(word: str) -> float:
    """Reads a zoom factor within ZOOM_RANGE.

    Raises:
        ArgumentTypeError: The word is no number, or one out of range.
    """
    least, greatest = ZOOM_RANGE
    try:
        factor = float(word)
    except ValueError:
        factor = math.nan
    if not least <= factor <= greatest:
        raise ArgumentTypeError(
            say(
                "a number from {least:g} to {greatest:g} is needed, not {word!r}",
                least=least,
                greatest=greatest,
                word=word,
            )
        )
    return factor


def size(word: str) -> tuple[int, int]:
    """Reads a picture's width and height in pixels, as ``1600x1000``.

    Raises:
        ArgumentTypeError: The word has another form, or a side is 0 or beyond LARGEST_SIDE.
    """
    width, _, height = word.partition("x")
    if not (_is_side(width) and _is_side(height)):
        raise ArgumentTypeError(
            say(
                "WIDTHxHEIGHT up to {most} each is needed, as 1600x1000, not {word!r}",
                most=LARGEST_SIDE,
                word=word,
            )
        )
    return int(width), int(height)


def run(args: Namespace) -> int:
    """Paints the board into a file."""
    from hexwar.app.opening import on_map, open_named

    opened = open_named(args.game)
    state = opened.state
    if not opened.kit.is_on_map:
        _write(_picture_of_table(opened, args), args.output)
        return 0
    grid = on_map(state.battle).battlefield.grid
    if args.center is not None and args.center not in grid:
        raise UsageError(
            "--center: {center} is not on the map of {name}",
            center=args.center,
            name=state.battle.name,
        )
    _write(_picture(opened, overlays_of(opened, args.overlays), args), args.output)
    return 0


def overlays_of(opened: Opened, names: list[str]) -> Overlays:
    """The overlays of some names.

    Raises:
        UsageError: A name is not among `OVERLAYS`, or its hex holds no stack.
    """
    from hexwar.table.overlays import Overlays

    words = _words_of(opened)
    zones: dict[Side, frozenset[Hex]] = {}
    reach = None
    for name in names:
        kind, _, hex_ = name.partition(":")
        if kind == "reach" and is_hex_id(hex_):
            reach = words.reach(opened.state, Hex(hex_))
            if reach is None:
                raise UsageError("--overlay {name}: no unit stands in {hex}", name=name, hex=hex_)
        elif name == "zones":
            zones = dict(words.zones(opened.state))
        elif name != "vp":
            raise UsageError(
                "--overlay: there is no {name!r}; there are {known}",
                name=name,
                known=", ".join(OVERLAYS),
            )
    return Overlays(zones=zones, reach=reach, shows_sites="vp" in names)


def _words_of(opened: Opened) -> MapWords:
    """What the map of a game says.

    Raises:
        UsageError: It has no map.
    """
    from hexwar.shell.face import face_of
    from hexwar.shell.map_face import MapFace

    face = face_of(opened.kit)
    if not isinstance(face, MapFace):
        raise UsageError("a game of {game} has no map of hexes", game=say(opened.kit.title))
    return face.words


def _picture(opened: Opened, overlays: Overlays, args: Namespace) -> QImage:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from hexwar.app.screen import application
    from hexwar.widgets.board.scene import render_board
    from hexwar.widgets.theme import theme

    application()
    state = opened.state
    try:
        return render_board(
            state.battle.battlefield,
            state,
            _words_of(opened).markers(state),
            size=args.size,
            theme=theme("light"),
            centre=args.center,
            zoom=args.zoom,
            overlays=overlays,
        )
    except ValueError as fault:
        raise UsageError("--size: {fault}", fault=fault) from fault


def _picture_of_table(opened: Opened, args: Namespace) -> QImage:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from hexwar.app.screen import application
    from hexwar.shell.face import face_of
    from hexwar.shell.measured_face import MeasuredFace

    if args.overlays or isinstance(args.center, str):
        raise UsageError(
            "{battle} is not fought on a map of hexes", battle=opened.state.battle.name
        )
    application()
    face = face_of(opened.kit)
    if not isinstance(face, MeasuredFace):
        raise UsageError("a game of {game} has no picture", game=say(opened.kit.title))
    try:
        return face.picture(opened.state, args.size, args.zoom, args.center)
    except ValueError as fault:
        raise UsageError("--size: {fault}", fault=fault) from fault


def _write(picture: QImage, path: Path) -> None:
    """Write a PNG file.

    Raises:
        UserError: It cannot be written.
    """
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QImageWriter

    if not path.parent.is_dir():
        raise UserError(
            "{path} cannot be written: there is no folder {parent}", path=path, parent=path.parent
        )
    writer = QImageWriter(str(path))
    writer.setFormat(QByteArray(b"png"))
    if path.is_dir() or not writer.write(picture):
        raise UserError("{path} cannot be written", path=path)


def _is_side(word: str) -> bool:
    few = word.isascii() and word.isdigit() and len(word) <= 5
    return few and 1 <= int(word) <= LARGEST_SIDE
