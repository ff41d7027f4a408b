"""Maps, counters and lists for the printer: true to scale, of the size that was told, bounded."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from hexwar.app.games import kit_named
from hexwar.app.main import main
from hexwar.editor import export, export_files, sheet
from hexwar.editor.document import Draft
from hexwar.editor.export import MapPrint, battle_of, battlefield_of, plan_of, write_map
from hexwar.editor.export_counters import (
    CounterPrint,
    _Sheet,
    counters_of,
    plan_words,
    sheets_of,
    write_counters,
)
from hexwar.editor.export_files import MM, PngBands, saved
from hexwar.editor.export_lists import ORDERS, order_of_battle, order_sheets, write_list
from hexwar.editor.files import Files
from hexwar.editor.sharing import _close
from hexwar.engine import SaveError
from hexwar.hexes import Grid, Hex, Layout
from hexwar.resources import scenarios
from hexwar.scenario.errors import ScenarioError
from hexwar.table.battle import MapBattle
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.counters.faces import ChitFace, CounterFace, FlagFace, LeaderFace
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.theme import theme
from tests.systems.nlc.cases import each

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def small() -> Battlefield:
    map_ = sheet.painted(sheet.blank("Small", Grid(5, 4)), {Hex("0202"): "w", Hex("0403"): "m"})
    map_ = sheet.raised(map_, {Hex("0303"): 2})
    map_ |= {"places": [{"name": "Étoges", "hex": "0102", "terrain": "clear"}]}
    return battlefield_of(Draft(map=map_))


@pytest.fixture(scope="module")
def brienne() -> MapBattle:
    draft, _, _ = Files.read(scenarios() / "brienne")
    return battle_of(draft, kit_named("nlc"))


@pytest.fixture(scope="module")
def bridge() -> Battlefield:
    draft, _, _ = Files.read(scenarios() / "hold-the-bridge")
    return battlefield_of(draft)


def write(work: export_files.Work) -> list[float]:
    done = list(work)
    assert done == sorted(done)
    assert done[-1] == pytest.approx(1.0)
    return done


def pages_of(path: Path) -> list[tuple[float, float]]:
    """The sizes of the pages of a PDF, mm."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", path.read_bytes())
    return [(float(w) / 72 * MM, float(h) / 72 * MM) for w, h in boxes]


# -- pictures


@given(
    width=st.integers(1, 40),
    heights=st.lists(st.integers(1, 9), min_size=1, max_size=6),
    seed=st.integers(0, 2**32 - 1),
)
def test_bands_make_the_picture_that_they_are_of(
    tmp_path_factory: pytest.TempPathFactory, width: int, heights: list[int], seed: int
) -> None:
    path = tmp_path_factory.mktemp("png") / "it.png"
    pixels = np.random.default_rng(seed).integers(0, 256, (sum(heights), width, 4), np.uint8)
    pixels[:, :, 3] = 255
    image = QImage(pixels.tobytes(), width, sum(heights), QImage.Format.Format_RGB32)
    with saved(path) as file:
        bands, top = PngBands(file, width, sum(heights), 3780), 0
        for height in heights:
            bands.add(image.copy(0, top, width, height))
            top += height
        bands.end()
    found = QImage(str(path))
    assert found.dotsPerMeterX() == 3780
    assert found.convertToFormat(QImage.Format.Format_RGB32) == image


def test_a_map_in_bands_is_the_map(
    small: Battlefield, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands on the edge of two bands is whole, but for a dot softened here and there."""
    monkeypatch.setattr(export, "_BAND", 1)
    plan = plan_of(small, tmp_path / "it.png", MapPrint.at(1.0))
    assert len(write(write_map(small, plan))) > 20
    found = QImage(str(plan.path))
    assert (found.width(), found.height()) == (plan.width, plan.height)
    whole = MapPainter(small, Layout(small.grid)).picture(plan.bounds, 1.0)
    one, other = (
        np.frombuffer(i.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint8)
        for i in (found, whole)
    )
    off = np.abs(one.astype(int) - other.astype(int))
    assert off.mean() < 0.5
    assert (off > 24).mean() < 0.005


@each("hex_mm dpi", (16.0, 150), (10.0, 96), (25.0, 72))
def test_a_picture_is_true_to_scale(
    small: Battlefield, tmp_path: Path, hex_mm: float, dpi: int
) -> None:
    plan = plan_of(small, tmp_path / "it.png", MapPrint(hex_mm, dpi))
    rows = plan.bounds.height() / Layout(small.grid).row_pitch  # of the sheet, margins too
    assert plan.size_mm[1] == pytest.approx(rows * hex_mm, abs=MM / dpi)
    write(write_map(small, plan))
    found = QImage(str(plan.path))
    assert found.dotsPerMeterX() == pytest.approx(dpi / MM * 1000, abs=1)
    assert (found.width(), found.height()) == (plan.width, plan.height)


def test_a_picture_at_a_zoom_is_so_many_times_the_board(small: Battlefield, tmp_path: Path) -> None:
    one, two = (plan_of(small, tmp_path / "x.png", MapPrint.at(scale)) for scale in (1.0, 2.0))
    assert one.width == round(one.bounds.width())
    assert two.width == pytest.approx(2 * one.width, abs=1)
    assert one.print_.ratio == 1.0


# -- pages


@each("paper size", ("a4", (210, 297)), ("a3", (297, 420)), ("letter", (215.9, 279.4)))
def test_a_map_is_cut_into_pages_that_overlap(
    bridge: Battlefield, tmp_path: Path, paper: str, size: tuple[float, float]
) -> None:
    plan = plan_of(bridge, tmp_path / "it.pdf", MapPrint(37.0, dpi=72, paper=paper))
    assert plan.columns > 1
    assert len(plan.pages) > plan.columns
    assert sorted(plan.page) == sorted(size)
    over = int(export.OVERLAP * 72 / MM)
    whole = QRectF(0, 0, plan.width, plan.height)
    rows = [plan.pages[at : at + plan.columns] for at in range(0, len(plan.pages), plan.columns)]
    for row in rows:
        assert (row[0].left(), row[-1].right()) == (0, whole.right())
        assert all(a.right() - b.left() == over for a, b in pairwise(row))
    columns = list(zip(*rows, strict=True))
    for column in columns:
        assert (column[0].top(), column[-1].bottom()) == (0, whole.bottom())
        assert all(a.bottom() - b.top() == over for a, b in pairwise(column))
    write(write_map(bridge, plan))
    found = pages_of(plan.path)
    assert len(found) == len(plan.pages)
    assert found[0] == pytest.approx(plan.page, abs=0.4)


def test_one_sheet_is_one_page_as_large_as_the_map(small: Battlefield, tmp_path: Path) -> None:
    plan = plan_of(small, tmp_path / "it.pdf", MapPrint(paper="sheet"))
    write(write_map(small, plan))
    ((wide, high),) = pages_of(plan.path)
    margins = 2 * export.MARGIN
    assert (wide, high) == pytest.approx([side + margins for side in plan.size_mm], abs=0.4)


def test_what_it_comes_to_is_told_before(bridge: Battlefield, tmp_path: Path) -> None:
    field, print_ = bridge, MapPrint(25.0, dpi=72)
    picture = plan_of(field, tmp_path / "x.png", print_)
    words = f"{picture.width} × {picture.height} pixels; printed 36 × 42 cm, the file about "
    assert picture.words.startswith(words)
    pages = plan_of(field, tmp_path / "x.pdf", print_)
    assert pages.words.startswith("4 pages; the whole map is 36 × 42 cm, the file about ")
    for plan in (picture, pages):
        write(write_map(field, plan))
        size = plan.path.stat().st_size / 1e6
        assert size / 2 < plan.megabytes < size * 2


@each(
    "print_ ending words",
    (MapPrint(hex_mm=1), ".pdf", "4 to 80 mm"),
    (MapPrint(hex_mm=100), ".png", "4 to 80 mm"),
    (MapPrint(dpi=10), ".png", "36 to 600"),
    (MapPrint(dpi=10_000), ".pdf", "36 to 600"),
    (MapPrint(hex_mm=80, dpi=600), ".png", "pixels"),
    (MapPrint(hex_mm=80), ".pdf", "400 is the limit"),
    (MapPrint(hex_mm=80, paper="sheet", dpi=72), ".pdf", "5 m long"),
)
def test_what_is_too_large_is_refused_before_it_is_painted(
    tmp_path: Path, print_: MapPrint, ending: str, words: str
) -> None:
    large = battlefield_of(Draft(map=sheet.blank("Large", Grid(99, 99))))
    plan = plan_of(large, tmp_path / f"it{ending}", print_)
    assert plan.refusal is not None
    assert words in plan.refusal.sentence
    with pytest.raises(ScenarioError, match=words):
        next(write_map(large, plan))
    assert not plan.path.exists()


def test_a_sheet_of_any_size_is_painted_in_small_bands() -> None:
    for width in (100, 5_000, 60_000):
        bands = list(export._bands_of(QRectF(0, 0, width, 2_000)))
        assert [b.top() for b in bands[1:]] == [b.bottom() for b in bands[:-1]]
        assert bands[-1].bottom() == 2_000
        assert max(b.width() * b.height() for b in bands) <= 3_000_000


# -- files


def test_what_is_given_up_leaves_what_was_there(small: Battlefield, tmp_path: Path) -> None:
    for name in ("it.png", "it.pdf"):
        path = tmp_path / name
        path.write_text("before", "utf-8")
        work = write_map(small, plan_of(small, path, MapPrint(dpi=72)))
        for _ in range(3):
            next(work)
        _close(work)
        assert path.read_text("utf-8") == "before"
    assert {path.name for path in tmp_path.iterdir()} == {"it.png", "it.pdf"}


def test_what_cannot_be_written_is_told(small: Battlefield, tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "it.png", tmp_path / "none" / "it.pdf"):
        with pytest.raises(SaveError, match="cannot be written"):
            write(write_map(small, plan_of(small, path, MapPrint(dpi=72))))
    with pytest.raises(SaveError, match="cannot be written"):
        write_list(tmp_path, "x", "x")


# -- counters


def test_every_piece_has_a_counter(brienne: MapBattle) -> None:
    found = [c for side in brienne.sides for c in counters_of(brienne, side)]
    fronts = [type(counter.front) for counter in found]
    assert fronts.count(CounterFace) == len(brienne.units)
    assert fronts.count(LeaderFace) == len(brienne.leaders)
    chits = sum(formation.has_chit for formation in brienne.formations.values())
    assert fronts.count(ChitFace) == chits
    for counter in found:
        if isinstance(counter.front, CounterFace) and counter.front.steps == 2:
            assert isinstance(counter.back, CounterFace)
            assert counter.back.reduced
        elif isinstance(counter.front, (CounterFace, LeaderFace)):
            assert isinstance(counter.back, FlagFace)
    bare = [c for side in brienne.sides for c in counters_of(brienne, side, has_chits=False)]
    assert len(bare) == len(found) - chits


def test_the_back_of_a_counter_lies_behind_its_front() -> None:
    """Turned over its long edge, a sheet has left and right exchanged."""
    print_ = CounterPrint(edge=16)
    front, back = (_Sheet(print_, 20, is_back=is_back) for is_back in (False, True))
    width = 210 / MM * 400
    for place in range(20):
        one, other = front.box(place), back.box(place)
        assert one.top() == other.top()
        assert one.left() == pytest.approx(width - other.right())
        assert one.width() == pytest.approx(16 / MM * 400)


@each("paper edge", ("a4", 16.0), ("letter", 12.7), ("a3", 25.0))
def test_counter_sheets_are_printed_on_both_sides(tmp_path: Path, paper: str, edge: float) -> None:
    battle = battle_of(Files.read(scenarios() / "first-steps")[0], kit_named("nlc"))
    print_, path, light = CounterPrint(edge, paper), tmp_path / "it.pdf", theme("light")
    write(write_counters(battle, path, print_, CounterArt(CounterStyle.PERIOD, light)))
    sheets = sheets_of(battle, print_)
    assert len(pages_of(path)) == 2 * len(sheets)
    assert pages_of(path)[0] == pytest.approx(export_files.PAPERS[paper], abs=0.4)
    assert all(len(page) <= print_.columns * print_.rows for _, page in sheets)
    counters = sum(len(page) for _, page in sheets)
    assert plan_words(battle, print_).startswith(f"{counters} counters on {len(sheets)} sheet")


def test_counters_of_no_sensible_size_are_refused(brienne: MapBattle, tmp_path: Path) -> None:
    art = CounterArt(CounterStyle.PERIOD, theme("light"))
    with pytest.raises(ScenarioError, match="8 to 40 mm"):
        next(write_counters(brienne, tmp_path / "it.pdf", CounterPrint(edge=2), art))


# -- lists


def test_the_order_of_battle_tells_all(brienne: MapBattle) -> None:
    html = order_of_battle(brienne, kit_named("nlc"))
    for cards in (brienne.units, brienne.leaders, brienne.formations):
        assert all(card.name in html for card in cards.values())
    assert "units, 78 SP" in html  # those that come by card are not counted
    assert "units, 68 SP" in html
    assert "Arrivals" in html
    assert "<td class='n'>7</td><td class='t'>0401</td>" in html


def test_names_are_no_markup() -> None:
    draft, _, _ = Files.read(scenarios() / "first-steps")
    bad = {**draft.scenario, "name": "<b>&x"}
    battle = battle_of(Draft(draft.map, draft.forces, bad), kit_named("nlc"))
    for html in (order_of_battle(battle, kit_named("nlc")), order_sheets(battle)):
        assert "<b>" not in html
        assert "&lt;b&gt;&amp;x" in html


def test_each_side_has_a_pad_of_its_own(brienne: MapBattle) -> None:
    french, allied = (order_sheets(brienne, (side,)) for side in brienne.sides)
    assert ("Milhaud" in french, "Milhaud" in allied) == (True, False)
    formations = [f for f in brienne.formations.values() if f.has_chit]
    both = order_sheets(brienne)
    assert both.count("<tr>") == len(formations) * (1 + ORDERS)
    assert both.count("page-break-before: always") == 1


@each("paper", "a4", "letter", "a3")
def test_lists_are_printed(brienne: MapBattle, tmp_path: Path, paper: str) -> None:
    write_list(tmp_path / "it.pdf", "x", order_of_battle(brienne, kit_named("nlc")), paper)
    pages = pages_of(tmp_path / "it.pdf")
    assert len(pages) > 1
    assert pages[0] == pytest.approx(export_files.PAPERS[paper], abs=0.4)


# -- drafts


def test_a_draft_without_a_sound_section_is_told_without_arrivals() -> None:
    draft, _, _ = Files.read(scenarios() / "brienne")
    bad = {**draft.scenario, "arrivals": [{"turn": "x"}], "weather": 5, "setup": 7}
    battle = battle_of(Draft(draft.map, draft.forces, bad), kit_named("nlc"))
    assert "Victor" in order_of_battle(battle, kit_named("nlc"))


@each(
    "draft words",
    (Draft(), "not complete"),
    (Draft(map={"terrain": 5}), "not complete"),
    (Draft(scenario={"turns": 5}, forces={"formations": [1]}), "not complete"),
)
def test_a_draft_that_makes_no_battle_is_told(draft: Draft, words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        battle_of(draft, kit_named("nlc"))
    with pytest.raises(ScenarioError, match="no map"):
        battlefield_of(Draft())


# -- the command


def test_the_command_writes_what_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: QApplication
) -> None:
    names = {"map": "m.png", "counters": "c.pdf", "order-of-battle": "o.html", "orders": "p.pdf"}
    names |= {"tiled": "t.tmx", "package": "b.hexpack"}
    words = [w for key, name in names.items() for w in (f"--{key}", str(tmp_path / name))]
    assert main(["export", "first-steps", *words, "--dpi", "72", "--counter-mm", "12.7"]) == 0
    out = capsys.readouterr().out
    for name in names.values():
        assert str(tmp_path / name) in out
    assert {p.name for p in tmp_path.iterdir()} == {*names.values(), "t-tiles.png"}
    assert qapp is not None


@each(
    "words sentence status",
    (["brienne"], "nothing is to be written", 2),
    (["brienne", "--map", "/none/x.png"], "there is no folder", 1),
    (["brienne", "--map", "x.png", "--hex-mm", "x"], "a number is needed", 2),
    (["brienne", "--map", "x.png", "--dpi", "5000"], "36 to 600", 1),
    (["zzz", "--map", "x.png"], "no scenario", 1),
)
def test_the_command_refuses_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[Any],
    sentence: str,
    status: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", *words]) == status
    assert sentence in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
