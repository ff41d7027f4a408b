"""Ghosts on the board: seen through, numbered, told from counters, and gone with the proposal."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hexwar.hexes import Hex
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Ghost, Overlays
from hexwar.widgets.board.geometry import hex_rect
from hexwar.widgets.board.ghosts import GhostItem
from hexwar.widgets.board.view import BoardView
from tests.widgets.board.conftest import pixels

WAY = (Hex("0505"), Hex("0605"), Hex("0606"))
GHOST = Ghost((UnitId("F1"),), WAY, place=1, left=3)


def items(view: BoardView) -> list[GhostItem]:
    return [item for item in view.board.items() if isinstance(item, GhostItem)]


def look(view: BoardView, *ghosts: Ghost) -> npt.NDArray[np.uint32]:
    """The pixels of the hex where the way ends, by which the proposal lies on the board."""
    view.board.show_overlays(Overlays(ghosts=ghosts))
    box = view.mapFromScene(hex_rect(view.board.sheet, WAY[-1])).boundingRect()
    return pixels(view.grab(box).toImage())


def test_a_ghost_lies_at_the_end_of_its_way_until_the_proposal_is_gone(view: BoardView) -> None:
    bare = look(view)
    laid = look(view, GHOST)
    assert (laid != bare).any()
    (item,) = items(view)
    assert view.board.hex_at(item.pos()) == WAY[-1]
    assert (look(view) == bare).all()
    assert items(view) == []


def test_a_ghost_is_told_by_number_road_risk_and_hand(view: BoardView) -> None:
    looks = [
        look(view, GHOST),
        look(view, Ghost(GHOST.pieces, WAY, place=2, left=3)),
        look(view, Ghost(GHOST.pieces, WAY, place=1, left=0)),
        look(view, Ghost(GHOST.pieces, WAY, place=1, left=3, by_road=True)),
        look(view, Ghost(GHOST.pieces, WAY, place=1, left=3, is_held=True)),
        look(view, Ghost(GHOST.pieces, WAY, place=1, left=3, is_bold=True)),
    ]
    assert len({shown.tobytes() for shown in looks}) == len(looks)


def test_a_ghost_is_no_counter(view: BoardView) -> None:
    look(view, GHOST)
    assert view.board.stacks.in_hex(WAY[-1]) == ()


def test_ghosts_of_one_hex_share_it_and_follow_the_size_of_counters(view: BoardView) -> None:
    look(view, GHOST, Ghost((UnitId("F2"),), WAY, place=2, left=1))
    (item,) = items(view)
    view.board.set_counter_size(1.4)
    assert item.scale() == 1.4
    view.board.show_counters(on=False)
    assert not item.isVisible()
    view.board.show_counters(on=True)
    assert item.isVisible()
