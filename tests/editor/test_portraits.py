"""Pictures of leaders in the editor: chosen, kept, saved, carried along, and never lost."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from hexwar.app.games import sections
from hexwar.editor import portraits
from hexwar.editor.checks import Checks
from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft
from hexwar.editor.keeping import Keeper
from hexwar.editor.pages.forces import ForcesPage
from hexwar.editor.portraits import EDGE, adopted, folders_of, store_in, taken
from hexwar.editor.sharing import ShareDialog
from hexwar.editor.trying import written
from hexwar.engine import Refusal
from hexwar.scenario.library import load_battle
from hexwar.scenario.pack import contents
from hexwar.scenario.pictures import names_in
from hexwar.scenario.validate import NO_SECTIONS, validate
from tests.editor.desks import desk as desk_of
from tests.editor.desks import desk_with, shipped
from tests.scenario.drawn import chunk, jpeg, png
from tests.systems.nlc.cases import each

pytestmark = pytest.mark.qt_log_ignore("does not support|Quantization table|libpng")

MILHAUD = ("formations", 2, "leaders", 0)


def drawn(path: Path, wide: int = 60, high: int = 80, *, is_clear: bool = False) -> Path:
    """A picture file."""
    form = QImage.Format.Format_ARGB32 if is_clear else QImage.Format.Format_RGB32
    image = QImage(wide, high, form)
    image.fill(QColor(10, 120, 60, 90 if is_clear else 255))
    assert image.save(str(path))
    return path


@pytest.fixture
def ney(tmp_path: Path) -> Path:
    return drawn(tmp_path / "Ney, prince de la Moskowa.png")


def named(desk: Desk) -> Any:
    return desk.draft.forces["formations"][2]["leaders"][0].get("picture")


# -- a file that is chosen


def test_a_small_picture_is_copied_as_it_is(ney: Path, tmp_path: Path) -> None:
    sign = hashlib.sha256(ney.read_bytes()).hexdigest()[:8]
    assert taken(ney, tmp_path / "state") == f"ney-prince-de-la-moskowa-{sign}.png"
    (kept,) = store_in(tmp_path / "state").iterdir()
    assert kept.read_bytes() == ney.read_bytes()
    assert taken(kept, tmp_path / "state") == kept.name  # again: the same name


@each(
    "ending wide high is_clear size kept",
    (".jpg", 3000, 1500, False, (EDGE, 512), ".jpg"),
    (".png", 700, 2100, False, (341, EDGE), ".jpg"),
    (".png", 1100, 1100, True, (EDGE, EDGE), ".png"),
)
def test_a_large_picture_is_scaled_down(
    tmp_path: Path,
    ending: str,
    wide: int,
    high: int,
    is_clear: bool,
    size: tuple[int, int],
    kept: str,
) -> None:
    name = taken(drawn(tmp_path / f"é{ending}", wide, high, is_clear=is_clear), tmp_path / "state")
    assert isinstance(name, str)
    assert name.startswith("e-")
    assert name.endswith(kept)
    image = QImage(str(store_in(tmp_path / "state") / name))
    assert (image.width(), image.height()) == size


@each(
    "data sentence",
    (b"", "it is no PNG or JPEG picture"),
    (b"GIF89a" + b"\0" * 50, "it is no PNG or JPEG picture"),
    (png()[:-10], "it is damaged, its end is missing"),
    (png(said=(60, 80)), "it is damaged"),
    (jpeg(), "it is damaged"),
    (png(said=(15_000, 15_000)), "it has 15000 x 15000 pixels, which is too much"),
    (png(said=(2**30, 4)), "where 20000 x 20000 is the limit"),
)
def test_a_bad_picture_is_refused_in_a_sentence(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(data)
    told = taken(path, tmp_path / "state")
    assert isinstance(told, Refusal)
    assert told.sentence.startswith("bad.png cannot be taken: ")
    assert sentence in told.sentence
    assert not store_in(tmp_path / "state").exists()


def test_none_that_is_not_there_and_no_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.png", tmp_path):
        assert isinstance(taken(path, tmp_path / "state"), Refusal)


def test_a_folder_that_takes_nothing_is_told(ney: Path, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file stands there", "utf-8")
    told = taken(ney, tmp_path / "state")
    assert isinstance(told, Refusal)
    assert "cannot be written" in told.sentence


def test_the_store_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portraits, "MOST_KEPT", 3)
    for edge in range(10, 16):
        path = tmp_path / f"{edge}.png"
        path.write_bytes(png(edge, edge, more=chunk(b"teXt", b"x")))
        taken(path, tmp_path / "state")
    assert len(list(store_in(tmp_path / "state").iterdir())) == 3


# -- the page


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    return desk_of(tmp_path / "state", "brienne")


@pytest.fixture
def page(qtbot: QtBot, desk: Desk) -> Iterator[ForcesPage]:
    made = ForcesPage(desk)
    qtbot.addWidget(made)
    made.resize(1366, 690)
    made.show()
    qtbot.waitExposed(made)
    made.tabs.setCurrentIndex(1)
    made.sheets["leaders"].view.setCurrentIndex(made.sheets["leaders"].model.index(3, 1))
    yield made
    made.close()


def test_a_picture_is_chosen_seen_cleared_and_undone(
    page: ForcesPage, desk: Desk, ney: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = page.portrait
    assert box.isVisible()
    assert box.shown.path is None
    assert not box.clear_button.isEnabled()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(ney), ""))
    box.choose_button.click()
    assert named(desk).startswith("ney-prince")
    assert box.shown.path == store_in(desk.state) / named(desk)
    image = box.shown.grab().toImage()
    assert image.pixelColor(image.rect().center()) == QColor(10, 120, 60)
    assert [step.words for step in desk.document.done] == ["Choose a picture"]
    assert list(desk.draft.forces["formations"][2]["leaders"][0])[-1] == "picture"
    box.clear_button.click()
    assert named(desk) is None
    assert box.shown.path is None
    desk.document.undo()
    assert box.shown.path is not None
    desk.document.undo()
    assert desk.draft.forces == shipped("brienne").forces
    assert not box.clear_button.isEnabled()


def test_who_gives_up_or_chooses_a_bad_file_changes_nothing(
    page: ForcesPage, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.png").write_bytes(b"bad")
    chosen = ["", str(tmp_path / "bad.png")]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (chosen.pop(0), ""))
    page.portrait.choose_button.click()
    assert page.foot.text() == ""
    page.portrait.choose_button.click()
    assert page.foot.text() == "bad.png cannot be taken: it is no PNG or JPEG picture."
    assert not desk.document.done


def test_units_have_none_and_a_missing_one_is_named(page: ForcesPage, desk: Desk) -> None:
    leaders = page.sheets["leaders"]
    index = leaders.model.index(3, leaders.model.columns.index("picture"))
    leaders.model.setData(index, "lost.jpg", Qt.ItemDataRole.EditRole)
    assert named(desk) == "lost.jpg"
    assert page.portrait.shown.words == "lost.jpg is not there"
    problems = Checks(sections(), (store_in(desk.state),)).problems(desk.draft, desk.files)
    assert [(p.part, p.path, p.is_error) for p in problems if "lost" in p.sentence] == [
        ("forces", (*MILHAUD, "picture"), False)
    ]
    page.tabs.setCurrentIndex(0)
    assert not page.portrait.isVisible()


def test_the_card_follows_the_scale(page: ForcesPage, desk: Desk, ney: Path) -> None:
    page.portrait.take(ney)
    page.set_look(desk_of(desk.state, scale=2.0).look)
    page.resize(2732, 1380)
    image = page.portrait.shown.grab().toImage()
    assert image.pixelColor(image.rect().center()) == QColor(10, 120, 60)
    green = sum(
        image.pixelColor(x, image.height() // 2).green() == 120 for x in range(image.width())
    )
    assert green > 150


# -- where the draft goes


def with_picture(desk: Desk, path: Path) -> str:
    """Milhaud has a picture; its name."""
    name = taken(path, desk.state)
    assert isinstance(name, str)
    forces = desk.draft.forces
    formations = list(forces["formations"])
    leader = {**formations[2]["leaders"][0], "picture": name}
    formations[2] = {**formations[2], "leaders": [leader]}
    desk.put("Choose a picture", "forces", {"formations": formations})
    return name


@pytest.fixture
def keeper(desk: Desk) -> Iterator[Keeper]:
    made = Keeper(desk)
    yield made
    made.close()
    made.banner.deleteLater()


def test_a_draft_takes_its_pictures_along_wherever_it_is_saved(
    desk: Desk, keeper: Keeper, ney: Path, tmp_path: Path
) -> None:
    name = with_picture(desk, ney)
    assert not [
        p
        for p in Checks(sections(), folders_of(desk.files, desk.state)).problems(desk.draft)
        if name in p.sentence
    ]
    first, second = tmp_path / "first", tmp_path / "second"
    assert keeper.save_as(first) is None
    assert (first / "assets" / name).read_bytes() == ney.read_bytes()
    assert load_battle(first, sections()).pictures == {"FR-5C-L": first / "assets" / name}
    assert not [f for f in validate([first], NO_SECTIONS) if "picture" in f.sentence]
    (first / "assets" / "note.txt").write_text("mine", "utf-8")
    shutil.rmtree(store_in(desk.state))  # another machine
    assert keeper.save_as(second) is None
    assert sorted(path.name for path in (second / "assets").iterdir()) == [name, "note.txt"]
    other = with_picture(desk, drawn(tmp_path / "other.jpg"))
    assert not (second / "assets" / other).exists()
    assert keeper.save() is None
    assert (second / "assets" / other).exists()
    assert (second / "assets" / name).exists()  # undo may want it


def test_saving_again_writes_no_picture_anew(
    desk: Desk, keeper: Keeper, ney: Path, tmp_path: Path
) -> None:
    name = with_picture(desk, ney)
    assert keeper.save_as(tmp_path / "first") is None
    place = tmp_path / "first" / "assets" / name
    place.write_bytes(png(5, 5))  # made better by hand
    desk.put("Name", "scenario", {"name": "Other"})
    assert keeper.save() is None
    assert place.read_bytes() == png(5, 5)


def test_a_picture_that_cannot_be_written_is_told(
    desk: Desk, keeper: Keeper, ney: Path, tmp_path: Path
) -> None:
    name = with_picture(desk, ney)
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "assets").write_text("a file stands there", "utf-8")
    refusal = keeper.save_as(tmp_path / "first")
    assert refusal is not None
    assert name in refusal.sentence
    assert desk.document.is_changed


def test_a_draft_that_was_never_saved_keeps_its_picture(
    qtbot: QtBot, ney: Path, tmp_path: Path
) -> None:
    first = desk_with(tmp_path / "state", shipped("brienne"))
    keeper = Keeper(first)
    name = with_picture(first, ney)
    keeper.keep_now()
    keeper._writer.wait()
    keeper._is_closed = True  # as a program that is killed
    keeper._release()
    ney.unlink()
    second = desk_with(tmp_path / "state", Draft())
    again = Keeper(second)
    assert again.offer_nameless()
    again.banner.buttons[0].click()
    assert list(names_in(second.draft.forces)) == [name]
    assert again.save_as(tmp_path / "saved") is None
    assert (tmp_path / "saved" / "assets" / name).exists()
    for made in (keeper, again):
        made.close()
        made.banner.deleteLater()


def test_a_trial_and_a_package_have_it(qtbot: QtBot, desk: Desk, ney: Path, tmp_path: Path) -> None:
    name = with_picture(desk, ney)
    place = written(desk.draft, desk.state, folders_of(desk.files, desk.state))
    assert isinstance(place, Path)
    assert (place.parent / "assets" / name).exists()
    dialog = ShareDialog(desk, first="package")
    qtbot.addWidget(dialog)
    assert dialog.plan.text() == "4 files in a package"
    with qtbot.waitSignal(dialog.written, timeout=60_000):
        dialog.write(tmp_path / "it.hexpack")
    found = contents(tmp_path / "it.hexpack", NO_SECTIONS)
    assert f"assets/{name}" in [piece.name for piece in found.pieces]
    assert not [finding for finding in found.findings if "picture" in finding.sentence]


def test_formations_of_another_battle_bring_their_pictures(
    desk: Desk, ney: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "other" / "assets"
    folder.mkdir(parents=True)
    shutil.copy(ney, folder / "ney.png")
    leaders: list[Any] = [{"id": "A-L", "picture": "ney.png"}, {"picture": "none.png"}, 3]
    other = {"formations": [{"id": "A", "leaders": leaders}, {"id": "B", "leaders": leaders}]}
    made = adopted(other, (0,), folder, desk.state)
    (kept,) = store_in(desk.state).iterdir()
    assert made["formations"][0]["leaders"] == [
        {"id": "A-L", "picture": kept.name},
        {"picture": "none.png"},
        3,
    ]
    assert made["formations"][1] is other["formations"][1]
