"""``hexwar show``: paints a board into a picture, without a screen."""

from __future__ import annotations

import math
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Final

from hexwar.hexes import is_hex_id

LARGEST_SIDE: Final = 16_384
"""The most pixels that a picture may be wide or high: 1 GiB for a square one."""

ZOOM_RANGE: Final = (0.05, 8.0)
"""The least and the greatest zoom; 1.0 is the size at which the board is drawn."""


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: what to paint, where to, and what of it."""
    parser.add_argument(
        "game", metavar="SCENARIO|SAVE", help="a scenario by id or path, or a saved game"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="PICTURE",
        help="the PNG file to write",
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        dest="overlays",
        metavar="NAME",
        help="an overlay to lay on the map; may be given again",
    )
    parser.add_argument(
        "--center",
        type=hex_number,
        metavar="HEX",
        help="the hex in the middle, as 0913; without it the whole map is shown",
    )
    parser.add_argument(
        "--zoom", type=zoom, metavar="FACTOR", help="1 is normal size; without it the map fits"
    )
    parser.add_argument(
        "--size",
        type=size,
        default=(1600, 1000),
        metavar="WxH",
        help="the picture's size in pixels (1600x1000)",
    )


def hex_number(word: str) -> str:
    """Reads a hex number as printed on the map.

    Raises:
        ArgumentTypeError: The word is no hex number.
    """
    if not is_hex_id(word):
        raise ArgumentTypeError(f"a hex number of four digits is needed, as 0913, not {word!r}")
    return word


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
        raise ArgumentTypeError(f"a number from {least:g} to {greatest:g} is needed, not {word!r}")
    return factor


def size(word: str) -> tuple[int, int]:
    """Reads a picture's width and height in pixels, as ``1600x1000``.

    Raises:
        ArgumentTypeError: The word has another form, or a side is 0 or beyond LARGEST_SIDE.
    """
    width, _, height = word.partition("x")
    if not (_is_side(width) and _is_side(height)):
        raise ArgumentTypeError(
            f"WIDTHxHEIGHT up to {LARGEST_SIDE} each is needed, as 1600x1000, not {word!r}"
        )
    return int(width), int(height)


def _is_side(word: str) -> bool:
    few = word.isascii() and word.isdigit() and len(word) <= 5
    return few and 1 <= int(word) <= LARGEST_SIDE
