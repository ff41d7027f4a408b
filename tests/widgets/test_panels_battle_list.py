"""The list of battles: pictures, side counts, what narrows it down, what was played."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.app.games import sections
from hexwar.resources import scenarios
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.measured import TableFile
from hexwar.scenario.schema import MapFile
from hexwar.scenario.summaries import summaries
from hexwar.table.forces import Side
from hexwar.widgets.panels.battle_list import BattleList, length_of, lines_of, size_of
from hexwar.widgets.panels.look import wrapped
from hexwar.widgets.panels.new_game import PERSON, NewGameDialog
from hexwar.widgets.panels.scenario_card import ScenarioCard, SideCard
from tests.widgets.board.conftest import pixels
from tests.widgets.skirmish import look, owned

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

RED = QColor(220, 20, 20)


def test_the_wheel_turns_a_few_lines_and_not_whole_rows(qtbot: QtBot) -> None:
    rows = [battle(f"Battle {n}", 5, 3, 3) for n in range(20)]
    shown = owned(qtbot, BattleList(look(), rows))
    shown.resize(300, 400)
    shown.show()
    qtbot.waitExposed(shown)
    bar, row = shown.verticalScrollBar(), shown.sizeHintForRow(1)
    assert bar.maximum() > row
    assert 3 * bar.singleStep() < row


def battle(
    name: str,
    turns: int,
    french: int,
    allied: int,
    picture: Path | None = None,
    played: str = "",
) -> ScenarioCard:
    """A battle with so many units a side, of two SP each."""
    sides = (
        SideCard(Side("french"), "French", 2 * french, french),
        SideCard(Side("allied"), "Coalition", 2 * allied, allied),
    )
    return ScenarioCard(
        name.lower(), name, "29 January 1814", turns, sides, picture=picture, played=played
    )


def painted(tmp_path: Path, width: int, height: int) -> Path:
    """A picture of one colour."""
    picture = QImage(width, height, QImage.Format.Format_RGB32)
    picture.fill(RED)
    path = tmp_path / f"{width}x{height}.png"
    assert picture.save(str(path))
    return path


def reds(shown: BattleList) -> set[tuple[int, int]]:
    """Where a list shows red."""
    ys, xs = np.nonzero(pixels(shown.viewport().grab().toImage()) == RED.rgba())
    return set(zip(xs.tolist(), ys.tolist(), strict=True))


def test_a_long_title_takes_several_lines_and_its_row_more_room(qtbot: QtBot) -> None:
    campaign = "Champaubert - Montmirail - Vauchamps (from 11 February)"
    shown = listed(qtbot, battle("Brienne", 9, 28, 27), battle(campaign, 53, 27, 32))
    short, long = (shown.visualItemRect(shown.item(row)).height() for row in (0, 1))
    assert long > short
    letters = look().serif(15.5)
    assert wrapped(campaign, letters, 10_000, 3) == [campaign]
    cut = wrapped(campaign, letters, 130, 3)
    assert " ".join(cut[:2]) == "Champaubert - Montmirail -"
    assert len(cut) == 3
    assert cut[2].endswith("…")


def listed(qtbot: QtBot, *cards: ScenarioCard, scale: float = 1.0) -> BattleList:
    made = owned(qtbot, BattleList(look(scale), cards))
    made.resize(round(320 * scale), round(400 * scale))
    made.show()
    return made


# -- a row


def test_a_row_tells_when_how_long_and_how_strong_and_where_lengths_and_sizes_begin() -> None:
    assert lines_of(battle("Brienne", 9, 28, 27)) == [
        "Brienne",
        "29 January 1814 · 9 turns",
        "French: 28 units, 56 SP",
        "Coalition: 27 units, 54 SP",
    ]
    assert lines_of(battle("Orme", 5, 6, 6, played="2 May 2026"))[-1] == "Played 2 May 2026"
    broken = ScenarioCard("bourg", "bourg", "", 0, (), problem="scenario.json: no turns")
    assert lines_of(broken) == ["bourg", "Cannot be played"]

    lengths = {turns: length_of(battle("A", turns, 6, 6)) for turns in (8, 9, 12, 13)}
    assert lengths == {8: "short", 9: "medium", 12: "medium", 13: "long"}
    sizes = {units: size_of(battle("A", 5, units, units)) for units in (15, 16, 37, 38)}
    assert sizes == {15: "small", 16: "medium", 37: "medium", 38: "large"}


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_picture_keeps_shape_and_bounds(qtbot: QtBot, tmp_path: Path, scale: float) -> None:
    found = reds(
        listed(qtbot, battle("A", 5, 6, 6, picture=painted(tmp_path, 200, 100)), scale=scale)
    )
    width = 1 + max(x for x, _ in found) - min(x for x, _ in found)
    height = 1 + max(y for _, y in found) - min(y for _, y in found)
    assert 60 * scale <= width <= 92 * scale
    assert width / height == pytest.approx(2, rel=0.1)


def test_a_picture_out_of_bounds_or_broken_is_not_read(qtbot: QtBot, tmp_path: Path) -> None:
    def is_shown(picture: Path) -> bool:
        return bool(reds(listed(qtbot, battle("A", 5, 6, 6, picture=picture))))

    assert not is_shown(painted(tmp_path, 513, 10))
    assert is_shown(painted(tmp_path, 512, 40))
    path = tmp_path / "broken.png"
    for content in (b"", b"no picture", b"\x89PNG\r\n\x1a\n broken"):
        path.write_bytes(content)
        assert not is_shown(path)


# -- narrowing it down


@pytest.fixture
def dialog(qtbot: QtBot) -> NewGameDialog:
    cards = (
        battle("Orme", 5, 6, 6),
        battle("Brienne", 9, 28, 27),
        battle("La Rothière", 9, 37, 57),
        battle("Three battles", 68, 30, 34),
    )
    return owned(qtbot, NewGameDialog(look(), cards, {}, first="brienne"), shown=True)


def shown(dialog: NewGameDialog) -> list[str]:
    rows = range(dialog.list.count())
    return [dialog.list.item(row).text() for row in rows if not dialog.list.isRowHidden(row)]


def test_who_played_last_sits_down_again_but_no_player_that_is_gone(qtbot: QtBot) -> None:
    cards = (battle("Orme", 5, 6, 6),)
    made = owned(qtbot, NewGameDialog(look(), cards, {"bold": "Bold"}))
    french, allied = (side.id for side in cards[0].sides)
    made.seat({french: "bold", allied: "gone"})
    assert made.choice.players == {french: "bold", allied: PERSON}
    made.seat({allied: "bold"})
    assert made.choice.players == {french: PERSON, allied: "bold"}


def test_the_battle_played_last_is_chosen_and_none_that_is_hidden(
    dialog: NewGameDialog, qtbot: QtBot
) -> None:
    assert dialog.choice.scenario == "brienne"
    assert dialog.title.text() == "Brienne"
    made = owned(qtbot, NewGameDialog(look(), (battle("Orme", 5, 6, 6),), {}, first="gone"))
    assert made.choice.scenario == "orme"

    QTest.keyClicks(dialog.filter.words, "waterloo")
    assert shown(dialog) == []
    assert not dialog.start.isEnabled()
    dialog.filter.words.clear()
    assert dialog.start.isEnabled()
    assert dialog.choice.scenario == "brienne"
    QTest.keyClicks(dialog.filter.words, "r")
    dialog.filter.size_.setCurrentIndex(dialog.filter.size_.findData("medium"))
    assert shown(dialog) == ["Brienne", "Three battles"]
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.choice.scenario == "three battles"


def test_words_are_searched_for_and_length_and_size_narrow_together(dialog: NewGameDialog) -> None:
    for typed, found in (
        ("rothiere", ["La Rothière"]),
        ("ROTHIÈRE", ["La Rothière"]),
        ("january orme", ["Orme"]),
        ("1814 three", ["Three battles"]),
        ("  ", ["Orme", "Brienne", "La Rothière", "Three battles"]),
    ):
        dialog.filter.words.clear()
        QTest.keyClicks(dialog.filter.words, typed)
        assert shown(dialog) == found
        assert dialog.choice.scenario in {name.lower() for name in found}

    dialog.filter.length.setCurrentIndex(dialog.filter.length.findData("medium"))
    assert shown(dialog) == ["Brienne", "La Rothière"]
    dialog.filter.size_.setCurrentIndex(dialog.filter.size_.findData("large"))
    assert shown(dialog) == ["La Rothière"]
    assert dialog.choice.scenario == "la rothière"
    assert dialog.title.text() == "La Rothière"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_on_a_small_screen_everything_is_in_sight(qtbot: QtBot, scale: float) -> None:
    made = owned(qtbot, NewGameDialog(look(scale), (battle("Orme", 5, 6, 6),), {}))
    made.resize(1203, 677)  # of a screen of 1280 by 720
    made.show()
    assert made.size() == QSize(1203, 677)
    for part in (made.list, made.filter.words, made.filter.length, made.filter.size_, made.start):
        assert part.visibleRegion().boundingRect() == part.rect()
    assert made.list.width() >= made.list.sizeHintForColumn(0)


MAPS = sorted((scenarios() / "maps").glob("*.json"))
TABLES = sorted((scenarios() / "tables").glob("*.json"))


@pytest.mark.parametrize("path", [*MAPS, *TABLES], ids=lambda path: path.stem)
def test_the_picture_is_small_and_of_the_map_as_it_is(path: Path) -> None:
    """If it is not, tools/make_map_pictures.py paints it anew."""
    picture = path.with_suffix(".png")
    reader = QImageReader(str(picture))
    kind = TableFile if path in TABLES else MapFile
    assert reader.text("Map") == OpenFiles().open(path, kind).sha256
    assert max(reader.size().width(), reader.size().height()) == 256
    assert picture.stat().st_size < 150_000


def test_every_battle_has_a_picture_and_counts_its_units() -> None:
    for summary in summaries(sections()):
        assert summary.picture is not None
        assert summary.picture.is_file()
        assert all(count > 0 for count in summary.units.values())
    counts = {summary.id: dict(summary.units) for summary in summaries(sections())}
    assert counts["proving-ground"] == {"french": 13, "allied": 17}
