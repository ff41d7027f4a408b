"""A picture under the hexes: photographed askew, on paper that is not flat."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from hexwar.editor.align import Alignment, Pin
from hexwar.hexes import Grid, Hex, Layout, Point

LAYOUT = Layout(Grid(35, 38))
WIDE, HIGH = LAYOUT.size

Warp = Callable[[Point], Point]


def askew(point: Point) -> Point:
    """A photograph: turned by 2 degrees, larger, seen from below."""
    x, y = point[0] / WIDE, point[1] / HIGH
    depth = 1 + 0.08 * x + 0.12 * y
    turn = math.radians(2)
    u, v = math.cos(turn) * x - math.sin(turn) * y, math.sin(turn) * x + math.cos(turn) * y
    return 300 + 4000 * u / depth, 200 + 5200 * v / depth


def creased(point: Point) -> Point:
    """The same of paper that bulges: by up to 14 pixels."""
    x, y = askew(point)
    a, b = point[0] / WIDE, point[1] / HIGH
    return x + 14 * math.sin(math.pi * a) * math.sin(math.pi * b), y - 9 * math.cos(math.pi * a) * b


def pinned(warp: Warp, *hexes: str) -> Alignment:
    """An alignment by pins in some hexes, put exactly where they are seen."""
    pins = [Pin(Hex(h), *warp(LAYOUT.centre(Hex(h)))) for h in hexes]
    return Alignment(LAYOUT, pins)


def worst(found: Alignment, warp: Warp) -> float:
    """By how many pixels the hex that fits least is off, of those without a pin."""
    free = [h for h in LAYOUT.grid.hexes if h not in {pin.hex for pin in found.pins}]
    centres = [LAYOUT.centre(hex_) for hex_ in free]
    off = found.to_picture(centres) - np.array([warp(centre) for centre in centres])
    return float(np.hypot(off[:, 0], off[:, 1]).max())


CORNERS = ("0101", "3501", "0138", "3538")
TWELVE = tuple(
    f"{column}{row}" for column in ("01", "18", "35") for row in ("01", "13", "26", "38")
)


def test_four_corners_are_enough_for_a_flat_sheet_seen_askew() -> None:
    found = pinned(askew, *CORNERS)
    assert worst(found, askew) < 1e-6
    assert worst(found, creased) > 5


def test_twelve_pins_follow_paper_that_is_not_flat() -> None:
    found = pinned(creased, *TWELVE)
    assert worst(found, creased) <= 2.0


def test_a_pin_that_was_set_wrong_is_the_worst() -> None:
    pins = [Pin(Hex(h), *askew(LAYOUT.centre(Hex(h)))) for h in TWELVE]
    pins[4] = Pin(pins[4].hex, pins[4].x + 40, pins[4].y)
    found = Alignment(LAYOUT, pins)
    assert found.worst[0] == pins[4]
    assert found.worst[1] == pytest.approx(40, abs=8)
    assert pinned(askew, *TWELVE).worst[1] < 1e-3


def test_the_way_back_ends_where_it_began() -> None:
    found = pinned(creased, *TWELVE)
    points = [LAYOUT.centre(Hex(h)) for h in ("0505", "1719", "3030")]
    there = found.to_picture(points)
    back = found.to_sheet([(float(x), float(y)) for x, y in there])
    assert np.abs(back - np.array(points)).max() < 1e-3


def test_two_and_three_pins_do_what_they_can() -> None:
    two = pinned(askew, "0101", "3538")
    assert worst(two, askew) < 500
    assert two.residuals == (0.0, 0.0)
    three = pinned(askew, "0101", "3501", "0138")
    assert worst(three, askew) < 500
    with pytest.raises(ValueError, match="line"):
        pinned(askew, "0101", "0110", "0120")
    with pytest.raises(ValueError, match="two pins"):
        pinned(askew, "0101")
