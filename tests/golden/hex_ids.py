"""Every hex of every map as text: where its centre lies, and its neighbours.

`python tests/golden/hex_ids.py` writes the golden files anew; that is a commit of its own. They
change only with the size of a map: the ids are those of the printed sheets.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hexwar.hexes import Direction, Grid, Hex, Layout
from hexwar.resources import scenarios
from hexwar.scenario.build_map import build_battlefield
from hexwar.scenario.files import Desk
from hexwar.scenario.schema import MapFile

FOLDER = Path(__file__).parent / "hexes"
RADIUS = 32.0
"""Centre to corner in pixels, at 100 %."""

HEAD = "hex        x       y  N    NE   SE   S    SW   NW"
NONE = "----"
"""Stands where the sheet ends."""


def map_ids() -> list[str]:
    """The maps that come with hexwar."""
    return sorted(path.stem for path in (scenarios() / "maps").glob("*.json"))


def grid_of(map_id: str) -> Grid:
    """The sheet of a map."""
    map_ = Desk().open(scenarios() / "maps" / f"{map_id}.json", MapFile).record
    assert map_ is not None
    return build_battlefield(map_).grid


def told(map_id: str) -> str:
    """The whole text about a map."""
    layout = Layout(grid_of(map_id), RADIUS)
    return "\n".join([HEAD, *(_line(layout, hex_) for hex_ in layout.grid.hexes)]) + "\n"


def _line(layout: Layout, hex_: Hex) -> str:
    x, y = layout.centre(hex_)
    around = (layout.grid.neighbour(hex_, direction) or NONE for direction in Direction)
    return f"{hex_}  {x:7.1f} {y:7.1f}  {' '.join(around)}"


def main() -> int:
    for map_id in map_ids():
        (FOLDER / f"{map_id}.txt").write_text(told(map_id), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
