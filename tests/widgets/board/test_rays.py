"""Straight lines drawn with the mouse, and the profile of a line of sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage

from hexwar.ground.sight import line_of_sight
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.table.battlefield import Battlefield
from hexwar.table.reports import SightLine
from hexwar.widgets.board.profile import LETTERS, SightProfile, verdict_words
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.theme import theme
from tests.systems.nlc.positions import board
from tests.widgets.board.conftest import Mouse, Told

Button = Qt.MouseButton
Listen = Callable[[str], Told]


def begin(mouse: Mouse, start: str, end: str, button: Button = Button.RightButton) -> None:
    mouse.press(mouse.at(start), button)
    mouse.move(mouse.at(start, 6, 6))
    mouse.move(mouse.at(end))


def test_a_drag_by_the_right_button_is_a_ray(view: BoardView, mouse: Mouse, told: Listen) -> None:
    drawn, dropped, clicked = told("rayDrawn"), told("rayDropped"), told("hexClicked")
    begin(mouse, "0605", "0806")
    assert drawn[-1] == ("0605", "0806")
    assert dropped == []
    mouse.release(mouse.at("0806"), Button.RightButton)
    assert (len(dropped), clicked) == (1, [])
    del drawn[:]
    view.camera.zoom_to(0.3)
    mouse.drag(QPoint(2, 2), mouse.at("0605"), button=Button.RightButton)
    assert drawn == []  # from beside the sheet


def test_the_left_button_draws_them_when_set(view: BoardView, mouse: Mouse, told: Listen) -> None:
    drawn, path, dropped = told("rayDrawn"), told("dragPath"), told("rayDropped")
    view.sources = [Hex("0605")]
    view.set_sighting(on=True)
    begin(mouse, "0605", "0806", Button.LeftButton)
    assert drawn[-1] == ("0605", "0806")
    assert (path, dropped) == ([], [])
    view.set_sighting(on=False)  # the key is let go
    assert len(dropped) == 1
    del drawn[:]
    mouse.move(mouse.at("0807"))
    mouse.release(mouse.at("0807"))
    begin(mouse, "0605", "0606", Button.LeftButton)
    mouse.release(mouse.at("0606"))
    assert drawn == []
    assert path


# -- the profile

HILLS = """
. . . . . . .
. . . . . . .
. . . . . . .
"""


def line(field: Battlefield, a: str = "0102", b: str = "0702") -> SightLine:
    return line_of_sight(field, Hex(a), Hex(b), PRINTED.with_own({}))


def pictured(profile: SightProfile, of: SightLine) -> QImage:
    profile.show_line(of)
    return profile.grab().toImage()


@pytest.fixture
def profile(view: BoardView) -> SightProfile:
    return SightProfile(theme("light"), 1.0, view)


def test_no_line_no_profile_and_each_of_one_size(profile: SightProfile) -> None:
    assert not profile.isVisible()
    profile.show_line(line(board(HILLS)))
    assert profile.isVisible()
    assert profile.accessibleDescription() == profile.line.reason if profile.line else False
    profile.show_line(None)
    assert not profile.isVisible()

    sizes = {pictured(profile, line(board(HILLS), b=end)).size() for end in ("0202", "0702")}
    assert len({(size.width(), size.height()) for size in sizes}) == 1
    profile.set_look(theme("dark-safe"), 1.5)
    assert profile.width() == pytest.approx(1.5 * sizes.pop().width(), abs=1)


def test_the_verdict_is_told_with_the_range_and_every_obstacle_has_a_letter() -> None:
    woods = board(HILLS.replace(". . . . . . .", ". . . w . . .", 2))
    assert verdict_words(line(woods)) == "Not seen: 6 hexes, 0102 to 0702"
    assert verdict_words(line(woods, b="0202")) == "Spotted: 1 hex, 0102 to 0202"
    assert verdict_words(line(board(HILLS))) == "Seen, not spotted: 6 hexes, 0102 to 0702"
    assert {"woods", "town", "chateau", "slope", "crest"} <= set(LETTERS)
    assert len(set(LETTERS.values())) == len(LETTERS)
    blocked = line(woods).blocked_by
    assert blocked is not None
    assert blocked.kind in LETTERS


def test_each_kind_of_ground_has_a_profile_of_its_own(profile: SightProfile) -> None:
    column = ["0401-0502", "0402-0502", "0402-0503", "0401-0501"]
    fields = [
        board(HILLS),
        *(board(HILLS.replace(". . . .", f". . . {kind}")) for kind in "wtc"),
        board(HILLS, crests=column),
        board(HILLS, elevation=HILLS.replace(". . . .", ". . . 1")),
        board(HILLS, elevation=HILLS.replace(". . . .", ". . . 2")),
    ]
    pictures = [pictured(profile, line(field)) for field in fields]
    assert all(a != b for i, a in enumerate(pictures) for b in pictures[:i])
