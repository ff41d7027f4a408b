"""The pictures of counters: all paint, all differ, and they are sharp and kept."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from statistics import fmean
from typing import Any

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QBitmap, QImage, QPainter, QRegion

from hexwar.table.forces import Arm, Role
from hexwar.widgets.counters.art import CounterArt, Size
from hexwar.widgets.counters.card import BADGES, CounterStyle
from hexwar.widgets.counters.easel import EDGE, Detail, figure, paint_portrait, uniform
from hexwar.widgets.counters.faces import (
    ChitFace,
    CounterFace,
    CountFace,
    Face,
    FigureKind,
    FormationMark,
    LeaderFace,
    State,
    UnderFace,
)
from hexwar.widgets.drawings import drawing
from hexwar.widgets.theme import NAMES, theme

pytestmark = pytest.mark.usefixtures("qapp")

SECOND = FormationMark(2, "II")
DUHESME = CounterFace(
    livery="french",
    nation="french",
    arm=Arm.INFANTRY,
    figure=FigureKind.INFANTRY,
    mark=SECOND,
    name="Duhesme",
    size="XX",
    strength=6,
    initiative=2,
    movement=4,
    steps=2,
)

KINDS = """
french      french       infantry hussar dragoon cuirassier foot_gun horse_gun baggage_train
young_guard french       young_guard
old_guard   french       grenadiers
guard       french       hussar lancer foot_gun horse_gun
russian     russian      infantry hussar lancer cossack dragoon foot_gun horse_gun baggage_train
austrian    austrian     infantry foot_gun
wurttemberg wurttemberg  infantry hussar foot_gun pontoon_train
prussian    prussian     infantry
bavarian    bavarian     hussar
"""
"""The units of the battle of Brienne: livery, nation, silhouettes."""
ARMS = {
    FigureKind.HUSSAR: Arm.LIGHT_CAVALRY,
    FigureKind.LANCER: Arm.LIGHT_CAVALRY,
    FigureKind.COSSACK: Arm.LIGHT_CAVALRY,
    FigureKind.DRAGOON: Arm.HEAVY_CAVALRY,
    FigureKind.CUIRASSIER: Arm.HEAVY_CAVALRY,
    FigureKind.FOOT_GUN: Arm.FOOT_ARTILLERY,
    FigureKind.HORSE_GUN: Arm.HORSE_ARTILLERY,
    FigureKind.BAGGAGE_TRAIN: Arm.BAGGAGE_TRAIN,
    FigureKind.PONTOON_TRAIN: Arm.PONTOON_TRAIN,
}
"""Of silhouettes that are no infantry."""
CHANGES: dict[str, dict[str, object]] = {
    **{state.value: {state.value: True} for state in State},
    "moved": {"moved": True},
    "done": {"done": True},
    "reduced": {"reduced": True},
    "strength": {"strength": 5},
    "initiative": {"initiative": 3},
    "movement": {"movement": 5},
    "one step": {"steps": 1},
    "stripe": {"mark": FormationMark(3, "II")},
    "stripe with a bar": {"mark": FormationMark(14, "II")},
    "formation": {"mark": FormationMark(2, "VI")},
    "name": {"name": "Jamin"},
    "size": {"size": "X"},
}
LEADERS = [
    LeaderFace("french", "french", Role.OVERALL, "Napoléon", "[3]", 8, FormationMark(8, "HQ")),
    LeaderFace("french", "french", Role.WING, "Grouchy", "[3/1]", 8, FormationMark(9, "Cav")),
    LeaderFace("french", "french", Role.CORPS, "Victor", "(2)", 8, SECOND),
    LeaderFace("russian", "russian", Role.CORPS, "Olsufiev", "(2)", 8, SECOND),
    LeaderFace("prussian", "prussian", Role.OVERALL, "Blücher", "[3]", 8, FormationMark(8, "HQ")),
    LeaderFace("french", "french", Role.HQ, "Imperial HQ", "(0)", 5, FormationMark(8, "HQ")),
    LeaderFace("prussian", "prussian", Role.HQ, "Silesia", "(0)", 5, FormationMark(8, "HQ")),
    LeaderFace("austrian", "austrian", Role.HQ, "Bohemia", "(0)", 5, FormationMark(8, "HQ")),
]
CHITS = [
    ChitFace("french", "french", SECOND),
    ChitFace("french", "french", SECOND, spent=True),
    ChitFace("french", "french", FormationMark(3, "YG")),
    ChitFace("russian", "russian", SECOND),
    ChitFace("bavarian", "bavarian", SECOND),
]


@pytest.fixture(params=list(CounterStyle))
def art(request: pytest.FixtureRequest) -> CounterArt:
    return CounterArt(request.param, theme("light"))


@pytest.fixture
def period() -> CounterArt:
    return CounterArt(CounterStyle.PERIOD, theme("light"))


def changed(face: CounterFace, **changes: Any) -> CounterFace:
    """The face with some fields changed, named by text."""
    return replace(face, **changes)


def image(art: CounterArt, face: Face, scale: float = 1.0, dpr: float = 1.0) -> QImage:
    return art.pixmap(face, scale, dpr).toImage()


def brienne() -> list[CounterFace]:
    found = []
    for livery, nation, *names in map(str.split, KINDS.strip().splitlines()):
        for figure_ in (FigureKind[name.upper()] for name in names):
            arm = ARMS.get(figure_, Arm.INFANTRY)
            face = replace(DUHESME, livery=livery, nation=nation, arm=arm, figure=figure_)
            found.append(face)
    return found


def all_differ(art: CounterArt, faces: list[Face], scale: float) -> list[tuple[Face, Face]]:
    """The pairs of faces whose pictures are alike."""
    pictures = [(face, image(art, face, scale)) for face in faces]
    return [(a, b) for (a, p), (b, q) in combinations(pictures, 2) if p == q]


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_every_nation_and_silhouette_has_a_picture(period: CounterArt, scale: float) -> None:
    assert all_differ(period, list(brienne()), scale) == []


def test_every_arm_has_its_own_nato_symbol() -> None:
    nato = CounterArt(CounterStyle.NATO, theme("light"))
    faces = [replace(DUHESME, arm=arm) for arm in Arm]
    faces.append(replace(DUHESME, arm=Arm.LIGHT_CAVALRY, figure=FigureKind.COSSACK))
    faces.append(replace(DUHESME, guard=True))
    assert all_differ(nato, list(faces), 1.0) == []


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_a_unit_is_seen(art: CounterArt, change: str) -> None:
    other = changed(DUHESME, **CHANGES[change])
    is_state = change in [*State, "moved", "done", "reduced"]
    scales = (2.0,) if change == "name" else (0.5, 1.0, 2.0) if is_state else (1.0, 2.0)
    for scale in scales:
        assert image(art, other, scale) != image(art, DUHESME, scale)


def test_the_second_formation_of_a_colour_is_told_apart_and_below_by_its_edge(
    period: CounterArt,
) -> None:
    def faces(place: int) -> list[Face]:
        mark = FormationMark(place, "II")
        return [ChitFace("french", "french", mark), UnderFace("french", place)]

    for one, other in zip(faces(2), faces(14), strict=True):
        assert image(period, one) != image(period, other), one

    plain, other = UnderFace("french", 2), UnderFace("french", 3)
    assert image(period, plain) != image(period, other)
    assert image(period, plain, 0.3) == image(period, other, 0.3)
    assert image(period, plain, 0.3) != image(period, UnderFace("russian", 2), 0.3)


def test_every_state_is_seen_near_and_from_afar_colour_and_strength(art: CounterArt) -> None:
    for face in brienne():
        faces = [face, *(changed(face, **{state.value: True}) for state in State)]
        assert all_differ(art, list(faces), 1.0) == []

    other: dict[str, Any] = {"arm": Arm.FOOT_ARTILLERY, "figure": FigureKind.FOOT_GUN}
    other |= {"mark": FormationMark(5, "VI"), "initiative": 4, "disrupted": True, "column": True}
    busy, plain = changed(DUHESME, **other), image(art, DUHESME, 0.3)
    assert Detail.at(0.3) is Detail.FAR
    assert image(art, busy, 0.3) == plain
    for seen in ({"strength": 5}, {"livery": "russian"}, {"done": True}):
        assert image(art, changed(busy, **seen), 0.3) != plain
    # By the eye, and not by device pixels.
    assert [Detail.at(scale) for scale in (0.44, 0.45, 0.8, 1.25)] == list(Detail)


def test_states_do_not_rest_on_colour_alone(period: CounterArt) -> None:
    faces = [changed(DUHESME, **{state.value: True}) for state in State]
    grey = [image(period, f).convertToFormat(QImage.Format.Format_Grayscale8) for f in faces]
    assert all(a != b for a, b in combinations(grey, 2))
    letters = [BADGES[state].letter for state in State if state is not State.COLUMN]
    assert sorted(letters) == ["C", "D", "E", "Q", "S", "X"]


def test_a_badge_or_a_number_that_changes_moves_no_other(period: CounterArt) -> None:
    plain = image(period, DUHESME)
    busy = image(period, changed(DUHESME, **dict.fromkeys(State, True)))
    foot = round(EDGE * 0.72) + round(Size(1.0, 1.0).inset)
    height = plain.height() - foot
    assert busy.copy(0, foot, busy.width(), height) == plain.copy(0, foot, plain.width(), height)

    two, twelve = (image(period, replace(DUHESME, strength=n), 2.0) for n in (2, 12))
    middle = round(two.width() * 0.42)
    width = two.width() - middle
    assert two.copy(middle, 0, width, two.height()) == twelve.copy(middle, 0, width, two.height())


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_leaders_chits_and_signs_differ(period: CounterArt, scale: float) -> None:
    pictures: list[Face] = [*CHITS, CountFace(5, 9), CountFace(5, 12)]
    if scale >= 1.0:
        pictures.append(CountFace(6, 12))
    if scale >= 1.0:
        pictures += LEADERS
    assert all_differ(period, pictures, scale) == []


def test_at_far_zoom_an_hq_is_no_leader_and_he_keeps_his_rating(period: CounterArt) -> None:
    victor, staff = LEADERS[2], LEADERS[5]
    assert image(period, staff, 0.3) != image(period, victor, 0.3)
    assert image(period, staff, 0.3) != image(period, LEADERS[6], 0.3)
    assert image(period, replace(victor, name="Ney"), 0.3) == image(period, victor, 0.3)
    assert image(period, replace(victor, rating="(4)"), 0.3) != image(period, victor, 0.3)
    for face in LEADERS:  # who moved bears a mark
        assert image(period, replace(face, moved=True)) != image(period, face)


@pytest.mark.parametrize("face", [CHITS[0], CountFace(6)])
def test_far_zoom_leaves_chits_and_numbers_in_place(period: CounterArt, face: Face) -> None:
    assert image(period, face, 0.3).pixelColor(8, 8).alpha() > 200


@pytest.mark.parametrize("scale", [0.3, 0.6, 1.0, 2.0])
def test_who_has_acted_bears_a_mark_in_the_corner_and_is_no_ghost(
    period: CounterArt, scale: float
) -> None:
    """The rest of the counter looks as before: no veil lies over it."""
    plain, done = image(period, DUHESME, scale), image(period, replace(DUHESME, done=True), scale)
    half = round(plain.width() * 0.45)
    for box in (QRect(0, 0, plain.width(), half), QRect(0, 0, half, plain.height())):
        assert done.copy(box) == plain.copy(box)
    assert done != plain


@pytest.mark.parametrize("name", NAMES)
def test_every_theme_paints_every_nation(name: str) -> None:
    art = CounterArt(CounterStyle.PERIOD, theme(name))
    liveries = [replace(DUHESME, livery=key, nation=key) for key in theme(name).liveries]
    assert all_differ(art, list(liveries), 1.0) == []


@pytest.mark.parametrize("kind", FigureKind)
def test_every_silhouette_stands_on_the_ground_within_its_box(kind: FigureKind) -> None:
    paper = QImage(400, 400, QImage.Format.Format_ARGB32)
    paper.fill(0)
    painter = QPainter(paper)
    figure(kind, "french").render(painter, QRectF(100, 100, 200, 200))
    painter.end()
    drawn = QRegion(QBitmap.fromImage(paper.createAlphaMask())).boundingRect()
    assert QRect(92, 92, 216, 216).contains(drawn)
    assert drawn.height() > 180


def test_uniforms_tell_nations_apart_and_an_unknown_one_wears_grey(period: CounterArt) -> None:
    nations = ("french", "russian", "austrian", "bavarian", "other")
    coats = {dict(uniform(nation, FigureKind.INFANTRY))["coat"] for nation in nations}
    assert len(coats) == len(nations)
    stranger = replace(DUHESME, livery="danish", nation="danish")
    assert image(period, stranger) == image(period, replace(DUHESME, livery="other", nation="x"))


def test_a_drawing_is_dyed_in_every_colour_that_it_has() -> None:
    def back(**dyes: str) -> QImage:
        card = drawing("cards/card-back", tuple(dyes.items()))
        painter = QPainter(paper := QImage(40, 56, QImage.Format.Format_ARGB32))
        card.render(painter, QRectF(0, 0, 40, 56))
        painter.end()
        return paper

    dyes = {"paper": "#ffffff", "light": "#cccccc", "deep": "#666666", "dark": "#222222"}
    assert back(**dyes) != back(**{**dyes, "light": "#123456"})
    with pytest.raises(KeyError):
        back(paper="#ffffff")


def _bust(name: str, nation: str) -> QImage:
    paper = QImage(120, 120, QImage.Format.Format_ARGB32)
    paper.fill(0)
    painter = QPainter(paper)
    paint_portrait(painter, name, nation, QRectF(0, 0, 120, 120), 3.0)
    painter.end()
    return paper


def test_generals_have_heads_of_their_own_and_wear_their_nation() -> None:
    """A name that nobody has drawn gets a head too, and always the same."""
    known = [_bust(name, "prussian") for name in ("Blücher", "Yorck", "Kleist", "Prince William")]
    assert all(a != b for a, b in combinations(known, 2))
    nations = ("french", "russian", "prussian", "austrian", "bavarian", "wurttemberg", "other")
    worn = [_bust("Nobody", nation) for nation in nations]
    assert all(a != b for a, b in combinations(worn, 2))
    assert _bust("Nobody", "french") == worn[0]
    strangers = [_bust(f"Stranger {n}", "russian") for n in range(8)]
    assert len([s for i, s in enumerate(strangers) if s not in strangers[:i]]) > 3


def test_the_french_look_to_the_right_and_their_enemies_to_the_left() -> None:
    """The skin of a face lies before the hair at its side."""
    for nation, sign in (("french", 1), ("russian", -1)):
        bust = _bust("Grouchy", nation)
        row = [bust.pixelColor(x, 62) for x in range(bust.width())]
        skin = [x for x, c in enumerate(row) if c.red() > 190 and c.alpha() == 255]
        hair = [x for x, c in enumerate(row) if c.red() < 45 and c.alpha() == 255]
        assert skin
        assert hair
        assert (fmean(skin) - fmean(hair)) * sign > 0
