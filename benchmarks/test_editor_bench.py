"""The editor on a sheet of 99 by 99 hexes, full of woods, waters and roads, at 1920 x 1080.

Bars, on a machine that does nothing else: the 95th percentile of a frame 16 ms or less, a stroke's
answer to the pointer 50 ms at most, the checks after a change 200 ms. Frames stand in `extra_info`
as in `test_board_bench`. A change is drawn at once, and finely once the pointer rests: that runs in
the map's own thread, and `test_a_stroke_becomes_fine` tells how long it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle
from pathlib import Path
from time import perf_counter

import pytest
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.test_board_bench import measure, settle
from benchmarks.test_map_bench import rounds_of
from hexwar.app.games import sections
from hexwar.editor.board import EditorBoard
from hexwar.editor.checks import Checks
from hexwar.editor.clip import copied, pasted
from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft
from hexwar.editor.sheet import grid_of, letter_at, painted, resized
from hexwar.editor.tools.ground import TerrainTool
from hexwar.editor.tools.tool import Spot
from hexwar.hexes import Grid, Hex, Layout
from tests.editor.desks import desk_with, shipped

pytestmark = pytest.mark.usefixtures("qapp")


@lru_cache(maxsize=1)
def large() -> Draft:
    """The map of Montmirail, 45 by 99, and most of it once more beside it."""
    draft = shipped("montmirail")
    small = grid_of(draft.map)
    map_ = resized(draft.map, Grid(99, 99, small.low))
    half = [hex_ for hex_ in small.hexes if int(hex_[2:]) <= 98]
    return draft.having("map", pasted(map_, copied(map_, half, Hex("0150")), Hex("5150")))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_with(tmp_path, large())


@pytest.fixture
def board(desk: Desk) -> Iterator[EditorBoard]:
    made = EditorBoard(desk)
    made.resize(1920, 1080)
    made.use(TerrainTool(desk))
    desk.changed.connect(lambda _, after: made.show_map(after.map))
    made.show()
    settle(made)
    yield made
    made.close_board()
    made.close()


def walk(desk: Desk) -> Iterator[Spot]:
    """To and fro over the sheet, hex after hex."""
    layout = Layout(desk.grid)
    hexes = [hex_ for hex_ in desk.grid.hexes if hex_[:2] in ("48", "49", "50")]
    for hex_ in cycle([*hexes, *reversed(hexes)]):
        yield Spot(*layout.centre(hex_), hex_)


@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
def test_a_frame_of_panning(benchmark: BenchmarkFixture, board: EditorBoard, zoom: float) -> None:
    board.camera.zoom_to(zoom)
    board.camera.centre_on(board.camera.sheet.center())
    steps = cycle([(24, 14)] * 20 + [(-24, -14)] * 20)
    for _ in range(40):  # so that every tile of the walk is there
        board.camera.pan_by(*next(steps))
        settle(board)
    measure(benchmark, lambda: board.camera.pan_by(*next(steps)))


@pytest.mark.parametrize("zoom", [0.5, 1.0])
def test_a_move_of_a_stroke(benchmark: BenchmarkFixture, board: EditorBoard, zoom: float) -> None:
    board.camera.zoom_to(zoom)
    board.camera.centre_on(board.camera.sheet.center())
    settle(board)
    tool, spots = board.tool, walk(board.desk)
    assert tool is not None
    tool.press(next(spots))
    measure(benchmark, lambda: tool.move(next(spots)))
    tool.release(next(spots))


def test_a_stroke_becomes_fine(benchmark: BenchmarkFixture, board: EditorBoard) -> None:
    tool, spots = board.tool, walk(board.desk)
    assert tool is not None
    waits: list[float] = []

    def stroke() -> None:
        tool.press(next(spots))
        for _ in range(6):
            tool.move(next(spots))
            QApplication.processEvents()
        tool.release(next(spots))
        begun = perf_counter()
        settle(board)
        waits.append(perf_counter() - begun)

    rounds_of(benchmark)(stroke, rounds=5)
    benchmark.extra_info["wait_ms"] = round(sorted(waits)[2] * 1000)


@pytest.mark.parametrize("battle", ["brienne", "99 by 99"])
def test_the_checks_after_a_change_of_the_map(benchmark: BenchmarkFixture, battle: str) -> None:
    draft = large() if battle == "99 by 99" else shipped(battle)
    checks = Checks(sections())
    checks.problems(draft, is_thorough=False)
    letters = cycle("wm")
    hex_ = next(h for h in grid_of(draft.map).hexes if letter_at(draft.map, h) == ".")

    def change() -> None:
        changed = draft.having("map", painted(draft.map, {hex_: next(letters)}))
        checks.problems(changed, is_thorough=False)

    benchmark(change)


def test_it_opens(benchmark: BenchmarkFixture, desk: Desk) -> None:
    def open_() -> None:
        made = EditorBoard(desk)
        made.resize(1920, 1080)
        made.show()
        QApplication.processEvents()
        made.close_board()
        made.close()

    rounds_of(benchmark)(open_, rounds=3)
