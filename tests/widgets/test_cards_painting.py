"""Cards as they are painted: every one has its picture, and room for all that is printed on it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from hexwar.cards.library import cards
from hexwar.cards.records import CardId, CardKind
from hexwar.resources import assets
from hexwar.widgets.cards import painting
from hexwar.widgets.cards.hand import fan
from hexwar.widgets.cards.pictures import HEIGHT as PICTURE_HEIGHT
from hexwar.widgets.cards.pictures import WIDTH as PICTURE_WIDTH
from hexwar.widgets.cards.pictures import scene_of, scenes
from hexwar.widgets.cards.records import Suit
from hexwar.widgets.drawings import drawing
from hexwar.widgets.theme import theme
from tests.widgets.skirmish import FRENCH, look
from tests.widgets.test_counters_theme import contrast

BLUE = Suit(FRENCH, "French", "#3d69ab", "french", "russian")


def painted(face: painting.Face, width: int = 200, theme: str = "light") -> QImage:
    image = QImage(width + 40, round(width * painting.RATIO) + 40, QImage.Format.Format_ARGB32)
    image.fill(QColor("#446644"))
    painter = QPainter(image)
    painting.paint_card(
        painter, look(1.0, theme), face, QRectF(20, 20, width, width * painting.RATIO)
    )
    painter.end()
    return image


@pytest.mark.parametrize("id_", list(cards()))
def test_all_that_is_printed_has_room_and_pictures_stay_in_their_frame(
    qtbot: QtBot, id_: CardId
) -> None:
    needed, room = painting.room_for(cards()[id_])
    assert needed <= room

    for part in scene_of(cards()[id_]).parts:
        assert 0 < part.x < PICTURE_WIDTH
        assert 0 < part.y <= PICTURE_HEIGHT
        if part.kind is not None:
            assert part.size <= part.y
            assert part.y >= 34


def test_no_two_cards_look_alike(qtbot: QtBot) -> None:
    seen: dict[bytes, CardId] = {}
    for id_, card in cards().items():
        image = painted(painting.Face(card, BLUE))
        bits = bytes(image.constBits())
        assert bits not in seen, (id_, seen.get(bits))
        seen[bits] = id_


def test_every_card_has_a_picture_and_every_thing_is_drawn_and_in_some() -> None:
    assert set(scenes()["cards"]) == set(cards())
    assert set(scenes()["kinds"]) == set(CardKind)
    every = [scene for table in scenes().values() for scene in table.values()]
    used = {part.name for scene in every for part in scene.parts if part.kind is None}
    drawn = {path.stem for path in (assets() / "art/cards").glob("*.svg")} - {"card-back", "land"}
    assert used == drawn | {"flag"}
    assert all(drawing(f"cards/{name}").isValid() for name in drawn)


@pytest.mark.rule("N23.2")
def test_cards_face_down_are_alike_and_what_can_be_played_glows(qtbot: QtBot) -> None:
    assert painted(painting.Face(None, BLUE)) == painted(painting.Face(None, BLUE, is_barred=True))
    assert painted(painting.Face(None, BLUE)) != painted(
        painting.Face(cards()[CardId("fire")], BLUE)
    )

    card = cards()[CardId("probe")]
    plain = painted(painting.Face(card, BLUE))
    ready = painted(painting.Face(card, BLUE, is_ready=True))
    barred = painted(painting.Face(card, BLUE, is_barred=True))
    assert ready.pixelColor(16, 100) != plain.pixelColor(16, 100)  # beside the card
    assert barred.pixelColor(28, 200).lightness() < plain.pixelColor(28, 200).lightness()
    green = Suit(FRENCH, "Coalition", "#3d69ab", "russian", "french")
    assert painted(painting.Face(card, green)) != plain  # soldiers wear the coats of its side


@pytest.mark.parametrize("name", ["light", "dark"])
def test_print_can_be_read(name: str) -> None:
    assert set(painting.KIND_WORDS) == set(CardKind)
    stock, tints = painting.stock_of(theme(name)), [painting.kind_tint(kind) for kind in CardKind]
    for paper in (stock.paper, stock.worn):
        for ink in (stock.ink, stock.faint, stock.good, stock.bad):
            assert contrast(paper, ink) >= 4.5
        assert all(contrast(paper, tint.field) >= 4.5 for tint in tints)
    assert all(contrast(tint.field, tint.ink) >= 4.5 for tint in tints)
    for ink in (stock.on_cloth, stock.quiet_on_cloth):
        assert contrast(stock.cloth, ink) >= 4.5


def test_a_star_has_five_points_and_an_empty_hand_lies_nowhere() -> None:
    points = painting.star(QPointF(0, 0), 10)
    far = [p for p in points.toList() if QPointF.dotProduct(p, p) > 99]
    assert (points.size(), len(far)) == (10, 5)
    assert fan(0, QRectF(0, 0, 300, 200), 104) == ()


@pytest.mark.parametrize("count", range(1, 12))
def test_a_fan_is_even_and_stays_in_its_room(count: int) -> None:
    room = QRectF(10, 20, 340, 200)
    lying = fan(count, room, 104)
    assert len(lying) == count
    assert all(
        at.box.height() == pytest.approx(104 * painting.HEIGHT / painting.WIDTH) for at in lying
    )
    steps = [b.box.left() - a.box.left() for a, b in pairwise(lying)]
    assert all(step == pytest.approx(steps[0]) for step in steps)
    assert lying[0].box.left() >= 10 - 1e-9
    assert lying[-1].box.right() <= 350 + 1e-9
    assert sum(at.tilt for at in lying) == pytest.approx(0)
    assert [at.tilt for at in lying] == sorted(at.tilt for at in lying)
