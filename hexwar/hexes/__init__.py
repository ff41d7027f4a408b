"""Integer geometry of a hex map: ids, directions, distance, lines, hexsides and pixels.

A map is a sheet of flat-top hexes in columns that run north to south. A hex has the id
``CCRR``: two digits of column, two of row, both from 01, as printed on the maps of
"The Library of Napoleonic Battles". Every other column lies half a hex further south.
"""

from hexwar.hexes.grid import Direction, Grid, Low
from hexwar.hexes.ids import Hex, Hexside, column_row, hex_id, hexside, is_hex_id
from hexwar.hexes.layout import Layout

__all__ = [
    "Direction",
    "Grid",
    "Hex",
    "Hexside",
    "Layout",
    "Low",
    "column_row",
    "hex_id",
    "hexside",
    "is_hex_id",
]
