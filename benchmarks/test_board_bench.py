"""How smoothly the board of Brienne pans and zooms at 1920 x 1080, every counter on the map.

Bar: the 95th percentile of the frames at 16 ms or less on a machine that does nothing else; it
stands in `extra_info`, with the program's own share of the processor beside it, which tells a slow
board from a busy machine. The share counts all threads, as Qt fills large areas with several. A
frame is the change and everything that Qt does about it. The tiles are there, as after a first look
round; `test_first_look` is the other case.

A step of a zoom is a notch of the wheel. The board is painted in haste for it, with hard edges, and
finely once, when the zoom has ended (`hexwar/widgets/board/haste.py`): `test_zoom_ends` is the cost
of that, which no step waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from time import perf_counter, process_time, sleep

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture

from hexwar.hexes import Hex
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.panels.markers import markers_of
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays, Reach
from hexwar.widgets.board.scene import render_board
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.theme import theme

BUSY = Hex("0913")
STEPS = 13  # of the wheel, from the whole map to 400 %
AT = QPointF(700, 400)  # where the pointer is

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def state() -> GameState:
    return set_up(load_battle("brienne", FILES_ONLY))


@pytest.fixture
def view(state: GameState) -> Iterator[BoardView]:
    board = BoardView(state.battle.battlefield, theme("light"))
    board.resize(1920, 1080)
    board.show()
    board.show_state(state, markers_of(state))
    yield board
    board.close()


def settle(view: BoardView) -> None:
    """Waits until the map is painted wherever the view looks."""
    QApplication.processEvents()
    while not view.board.map.is_settled:
        sleep(0.005)  # leaves the processor to the thread that paints, as Qt's waiting would not
        QApplication.processEvents()
    QApplication.processEvents()


def to_and_fro(number: int, length: int) -> int:
    """1 for so many steps, then -1 for as many."""
    return 1 if number // length % 2 == 0 else -1


def measure(benchmark: BenchmarkFixture, step: Callable[[], object]) -> None:
    walls: list[float] = []
    shares: list[float] = []

    def frame() -> None:
        wall, share = perf_counter(), process_time()
        step()
        QApplication.processEvents()
        walls.append(perf_counter() - wall)
        shares.append(process_time() - share)

    benchmark(frame)
    for name, times in (("wall", walls), ("own", shares)):
        times.sort()
        benchmark.extra_info[f"{name}_p95_ms"] = round(times[int(len(times) * 0.95)] * 1000, 2)
        benchmark.extra_info[f"{name}_max_ms"] = round(times[-1] * 1000, 2)


def panning(view: BoardView) -> Callable[[], None]:
    numbers = count()

    def pan() -> None:
        sign = to_and_fro(next(numbers), 20)
        view.camera.pan_by(24 * sign, 14 * sign)

    return pan


def zooming(view: BoardView) -> Callable[[], None]:
    numbers, spot = count(), QPointF(view.viewport().mapToGlobal(AT.toPoint()))
    button, modifier = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase, is_turned = Qt.ScrollPhase.NoScrollPhase, False

    def zoom() -> None:
        turn = QPoint(0, 120 * to_and_fro(next(numbers), STEPS))
        notch = QWheelEvent(AT, spot, QPoint(), turn, button, modifier, phase, is_turned)
        QApplication.sendEvent(view.viewport(), notch)

    return zoom


def look_round(view: BoardView) -> None:
    """From the whole map to 400 % and back, so that all tiles are there."""
    view.camera.fit()
    for number in range(2 * STEPS):
        view.camera.zoom_by(to_and_fro(number, STEPS), AT)
        settle(view)


def everything(state: GameState) -> Overlays:
    """Both sides' zones, and the reach of a stack: more than is shown at one time."""
    grid = state.battle.battlefield.grid
    zones: dict[Side, frozenset[Hex]] = {
        side: frozenset(n for u in state.on_map(side) if u.hex for n in grid.neighbours[u.hex])
        for side in state.battle.sides
    }
    reach = Reach({hex_: 12 - grid.distance(BUSY, hex_) for hex_ in grid.within(BUSY, 9)})
    return Overlays(selection=frozenset({BUSY}), reach=reach, zones=zones)


def laid_over(view: BoardView, state: GameState, laid: str) -> None:
    """Nothing, the reach of a stack, or everything."""
    overlays = everything(state)
    if laid == "reach":
        view.board.show_overlays(Overlays(reach=overlays.reach))
    elif laid == "overlays":
        view.board.show_overlays(overlays)


@pytest.mark.parametrize("laid", ["bare", "reach", "overlays"])
@pytest.mark.parametrize("zoom", [0.5, 0.84, 1.0, 2.0, 4.0])
def test_pan(
    benchmark: BenchmarkFixture, view: BoardView, state: GameState, zoom: float, laid: str
) -> None:
    laid_over(view, state, laid)
    view.camera.zoom_to(zoom)
    view.camera.centre_on(QPointF(*view.board.sheet.centre(BUSY)))
    pan = panning(view)
    for _ in range(40):
        pan()
        QApplication.processEvents()
    settle(view)
    measure(benchmark, pan)


@pytest.mark.parametrize("laid", ["bare", "reach", "overlays"])
def test_zoom(benchmark: BenchmarkFixture, view: BoardView, state: GameState, laid: str) -> None:
    laid_over(view, state, laid)
    look_round(view)
    measure(benchmark, zooming(view))


@pytest.mark.parametrize("laid", ["bare", "reach", "overlays"])
def test_zoom_ends(
    benchmark: BenchmarkFixture, view: BoardView, state: GameState, laid: str
) -> None:
    """The whole view painted finely at another zoom: once for each zoom, however many its steps."""
    laid_over(view, state, laid)
    look_round(view)
    numbers = count()
    measure(benchmark, lambda: view.camera.zoom_by(to_and_fro(next(numbers), STEPS), AT))


@pytest.mark.parametrize("weather", ["fog", "snowstorm"])
def test_zoom_in_weather(
    benchmark: BenchmarkFixture, view: BoardView, state: GameState, weather: str
) -> None:
    """With what lies over the land: it may cost a frame no more than a millisecond or two."""
    clouded = state.copy()
    clouded.sky = replace(clouded.sky, weather=weather)
    view.show_state(clouded, markers_of(clouded))
    test_zoom(benchmark, view, state, "bare")


def test_first_look(benchmark: BenchmarkFixture, view: BoardView) -> None:
    """Zooming in where no tile is there yet. Bar: no frame over 100 ms."""
    view.camera.fit()
    measure(benchmark, zooming(view))


def test_move_one_counter(benchmark: BenchmarkFixture, view: BoardView, state: GameState) -> None:
    """From one state to the next, as after each event. It must not be felt."""
    view.camera.zoom_to(1.0)
    view.camera.centre_on(QPointF(*view.board.sheet.centre(BUSY)))
    settle(view)
    unit = next(unit for unit in state.on_map() if unit.hex == BUSY)
    moved = state.copy()
    moved.put_unit(replace(unit, hex=Hex("1014")))
    numbers = count()

    def show() -> None:
        shown = (state, moved)[next(numbers) % 2]
        view.show_state(shown, markers_of(shown))

    measure(benchmark, show)


def test_picture(benchmark: BenchmarkFixture, state: GameState) -> None:
    """A picture of the whole map without a window."""
    field = state.battle.battlefield
    benchmark(
        render_board, field, state, markers_of(state), size=(1200, 1500), theme=theme("light")
    )
