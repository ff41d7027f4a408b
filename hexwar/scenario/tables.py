"""Makes the ground of a measured table of its file."""

from __future__ import annotations

from hexwar.scenario.build import like
from hexwar.scenario.measured import PieceRecord, TableFile
from hexwar.tabletop.ground import Ground, Piece


def build_ground(table: TableFile) -> Ground:
    """The ground that the file of a table describes."""
    return Ground(table.width, table.depth, tuple(_piece(piece) for piece in table.pieces))


def _piece(piece: PieceRecord) -> Piece:
    ring = tuple((x, y) for x, y in piece.line or piece.ring)
    return like(Piece, piece, ring=ring, is_line=bool(piece.line))
