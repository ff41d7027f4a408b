"""Blocks on their way, and pictures that stand in while they turn or the view is zoomed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from hexwar.table.stands import Ghost, Marks
from hexwar.tabletop.pose import Pose
from hexwar.widgets.measured import bases
from hexwar.widgets.measured import blocks as module
from hexwar.widgets.measured.blocks import pose_on
from hexwar.widgets.measured.view import MeasuredView
from tests.widgets.measured.conftest import BLOCKS, line


class Counted:
    """Counts the pictures of blocks that are painted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        paint = bases.paint_block

        def counted(*args: Any) -> Any:
            self.count += 1
            return paint(*args)

        monkeypatch.setattr(module, "paint_block", counted)


@pytest.mark.parametrize(
    ("at", "pose"),
    [
        (0.0, Pose(0, 0)),
        (50.0, Pose(500, 0, 0)),
        (100.0, Pose(1000, 0, 0)),
        (150.0, Pose(1000, 0, 3400)),  # by the shorter way
        (200.0, Pose(1000, 0, 3200)),
        (999.0, Pose(1000, 0, 3200)),
    ],
)
def test_a_way_is_gone_pose_by_pose(at: float, pose: Pose) -> None:
    way = (Pose(0, 0), Pose(1000, 0), Pose(1000, 0, 3200))
    assert pose_on(way, (0.0, 100.0, 200.0), at) == pose


def test_a_block_goes_its_way_and_says_when_it_is_there(view: MeasuredView, qtbot: QtBot) -> None:
    done: list[bool] = []
    view.board.walks.speed = 40.0
    view.board.walk("A", (Pose(3000, 1000), Pose(3000, 1500)), lambda: done.append(True))
    assert not done
    assert view.board.walks.is_running
    qtbot.waitUntil(lambda: bool(done))
    assert view.board.blocks["A"].pose == Pose(3000, 1500)


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_what_is_not_there_or_at_once_is_done_later_all_the_same(
    view: MeasuredView, qtbot: QtBot, speed: float
) -> None:
    done: list[bool] = []
    view.board.walks.speed = speed
    piece = "A" if not speed else "nobody"
    view.board.walk(piece, (Pose(0, 0), Pose(100, 100)), lambda: done.append(True))
    assert not done
    qtbot.waitUntil(lambda: bool(done))


def test_a_block_that_turns_on_its_way_is_not_painted_anew(
    view: MeasuredView, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.grab()
    counted = Counted(monkeypatch)
    for turn in (100, 200, 300):
        view.board.blocks.put(line("A", 3000, 1000, turn), lifted=True)
        view.grab()
    assert counted.count == 0
    view.board.blocks.put(line("A", 3000, 1000, 300))
    view.grab()
    assert counted.count == 1


def test_a_ghost_that_stands_is_painted_for_the_zoom(
    view: MeasuredView, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    view.show_marks(Marks(ghosts=(Ghost(line("A", 3000, 2000, 300)),)))
    view.grab()
    counted = Counted(monkeypatch)
    view.camera.zoom_to(1.6)
    view.camera.centre_on(view.plane.to_scene((30.0, 20.0)))
    view.grab()
    qtbot.wait(200)
    view.grab()
    assert counted.count > 0
    ghost = view.board._ghosts[0]
    assert ghost._last is not None
    assert ghost._last.scale == 1.6


def test_what_has_not_changed_is_not_painted_anew(
    view: MeasuredView, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.grab()
    counted = Counted(monkeypatch)
    view.show_blocks([replace(block, strength="3") for block in BLOCKS])  # their tags say it
    view.grab()
    # as plain blocks they say it themselves
    assert counted.count == (len(BLOCKS) if view.camera.zoom < 0.62 else 0)


def test_blocks_are_taken_off_and_put_back(view: MeasuredView) -> None:
    view.board.put_blocks_away(on=True)
    assert not view.board.tags.isVisible()
    view.board.put_blocks_away(on=False)
    assert view.board.tags.isVisible()


def test_a_ring_stays_for_a_moment(view: MeasuredView, qtbot: QtBot) -> None:
    view.show_pieces(["A"])
    assert "A" in view.board.over.marks.selected
    view.board.end_emphasis()
    qtbot.wait(1)
    assert "A" not in view.board.over.marks.selected
