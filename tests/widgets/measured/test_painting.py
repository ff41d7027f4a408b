"""What a measured table looks like: facing, formation, the ground where it counts, tags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage

from hexwar.table.stands import (
    Aim,
    Arm,
    Arrow,
    Band,
    Block,
    Circle,
    Cloth,
    Contact,
    Edge,
    Form,
    Ghost,
    Grip,
    Handles,
    Hue,
    Leg,
    Marker,
    Marks,
    Note,
    Patch,
    Place,
    Post,
    Ruler,
    Sign,
    Target,
    Zone,
    cloth_of,
)
from hexwar.tabletop.base import Base
from hexwar.tabletop.ground import Ground
from hexwar.tabletop.ground import Piece as GroundPiece
from hexwar.tabletop.pose import Pose
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.measured.bases import Look, Sight, paint_block
from hexwar.widgets.measured.cloth import ClothPainter
from hexwar.widgets.measured.plane import UNIT, Plane
from hexwar.widgets.measured.scene import TableScene, render_table
from hexwar.widgets.measured.tags import Slip, width_of
from hexwar.widgets.theme import theme
from tests.widgets.measured.conftest import BLOCKS, CLOTH, column, line, staff

pytestmark = pytest.mark.usefixtures("qapp")

LIGHT = theme("light")

SQUARE = ((2000, 2000), (3000, 2000), (3000, 3000), (2000, 3000))


def pixels(picture: QImage, box: QRectF) -> list[QColor]:
    """The colours in a box."""
    found = box.toAlignedRect().intersected(picture.rect())
    return [
        picture.pixelColor(x, y)
        for x in range(found.left(), found.right() + 1)
        for y in range(found.top(), found.bottom() + 1)
    ]


def near(picture: QImage, at: QPointF, half: float = 2.0) -> list[QColor]:
    """The colours round a point."""
    return pixels(picture, QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))


def is_cream(colour: QColor) -> bool:
    """Whether it is the light of a front edge."""
    return colour.red() > 235 and colour.green() > 220 and 150 < colour.blue() < 215


@pytest.mark.parametrize("sight", list(Sight))
@pytest.mark.parametrize("bearing", [0, 450, 900, 1800, 2500])
@pytest.mark.parametrize("make", [line, column])
def test_the_front_edge_is_light_and_the_rear_edge_is_not(
    make: Callable[[str, int, int, int], Block], bearing: int, sight: Sight
) -> None:
    block = make("A", 0, 0, bearing)
    scale = 2.0
    picture = paint_block(Look.of(block, sight), bearing, LIGHT, scale)
    base = block.stands[0][1]
    assert isinstance(base, Base)
    depth = 2.0 if make is column else 1.0

    def at(ahead: float) -> QPointF:
        x, y = Pose(0, 0, bearing).at(ahead, 0.6)
        return picture.middle + QPointF(x * UNIT * scale, -y * UNIT * scale)

    assert any(is_cream(colour) for colour in near(picture.image, at(depth - 0.09)))
    assert not any(is_cream(colour) for colour in near(picture.image, at(-depth + 0.09)))


@pytest.mark.parametrize("sight", list(Sight))
def test_only_the_head_of_a_column_has_a_front(sight: Sight) -> None:
    picture = paint_block(Look.of(column("A", 0, 0), sight), 0, LIGHT, 2.0)
    seam = picture.middle + QPointF(0.6 * UNIT * 2, 0)
    assert not any(is_cream(colour) for colour in near(picture.image, seam, 4.0))


def test_a_square_has_a_front_on_either_side() -> None:
    block = column("A", 0, 0)
    head, tail = block.stands
    square = replace(block, form=Form.SQUARE, stands=(head, (tail[0].turned(1800), tail[1])))
    picture = paint_block(Look.of(square, Sight.MIDDLE), 0, LIGHT, 2.0)
    for end in (-1, 1):
        spot = picture.middle + QPointF(0.6 * UNIT * 2, end * (2.0 - 0.09) * UNIT * 2)
        assert any(is_cream(colour) for colour in near(picture.image, spot))


def test_nations_arms_and_formations_look_different() -> None:
    block = line("A", 0, 0)
    looks = [
        block,
        replace(block, coat="russian"),
        replace(block, coat="austrian"),
        replace(block, form=Form.LOOSE),
        replace(block, is_spent=True),
        replace(block, dress="grenadiers"),
        replace(block, arm=Arm.HORSE),
        replace(block, arm=Arm.GUN),
        replace(block, arm=Arm.GUN, is_limbered=True),
        staff("C", 0, 0),
        replace(staff("C", 0, 0), rank=3),
    ]
    pictures = {
        bytes(paint_block(Look.of(look, Sight.MIDDLE), 0, LIGHT, 1.0).image.constBits())
        for look in looks
    }
    assert len(pictures) == len(looks)


def test_what_lies_beside_a_block_does_not_change_its_picture() -> None:
    block = line("A", 100, 100)
    other = replace(block.moved(Pose(900, 900)), name="B", markers=(Marker(Sign.HITS),))
    assert Look.of(block, Sight.NEAR) == Look.of(other, Sight.NEAR)
    weaker = replace(block, strength="2")
    assert Look.of(block, Sight.NEAR) == Look.of(weaker, Sight.NEAR)  # its tag says so
    assert Look.of(block, Sight.FAR) != Look.of(weaker, Sight.FAR)


@pytest.mark.parametrize(
    ("zoom", "sight"),
    [(0.3, Sight.FAR), (0.61, Sight.FAR), (0.62, Sight.MIDDLE), (1.29, Sight.MIDDLE), (4, 2)],
)
def test_three_zooms_show_more_and_more(zoom: float, sight: Sight) -> None:
    assert Sight.at(zoom) is Sight(sight)


# -- the ground


def painted(*patches: Patch, season: Season = Season.SUMMER, scale: float = 1.0) -> QImage:
    """A cloth of 50 x 50 cm without its rim."""
    cloth = Cloth(5000, 5000, patches)
    return ClothPainter(cloth).picture(Plane(cloth).cloth, scale, season, 1.0)


def mean(picture: QImage, x: float, y: float, half: float = 6.0) -> tuple[float, float, float]:
    """The mean colour round a point in cm."""
    found = near(picture, QPointF(x * UNIT, picture.height() - y * UNIT), half)
    count = len(found)
    return (
        sum(colour.red() for colour in found) / count,
        sum(colour.green() for colour in found) / count,
        sum(colour.blue() for colour in found) / count,
    )


def differ(a: tuple[float, float, float], b: tuple[float, float, float]) -> float:
    """How far apart two colours are."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


KINDS = ("wood", "village", "marsh", "field", "orchard", "water", "bridge", "ford", "redoubt")


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_of_ground_is_painted_where_it_counts(kind: str) -> None:
    bare, laid = painted(), painted(Patch("p", kind, SQUARE))
    changed = [
        (x, y)
        for x in range(0, 800, 4)
        for y in range(0, 800, 4)
        if bare.pixelColor(x, y) != laid.pixelColor(x, y)
    ]
    inside = [(x, y) for x, y in changed if 320 <= x <= 480 and 320 <= y <= 480]
    assert len(inside) > 0.1 * len(changed)
    beyond = [(x, y) for x, y in changed if not (300 <= x <= 510 and 300 <= y <= 520)]
    assert not beyond  # but shadows, which fall to the lower right


def test_a_hill_is_light_towards_the_upper_left_and_dark_on_the_other_side() -> None:
    bare, hill = painted(), painted(Patch("h", "hill", SQUARE))
    west, east = mean(hill, 20.7, 25), mean(hill, 29.5, 25)
    assert sum(west) > sum(mean(bare, 20.7, 25))
    assert sum(east) < sum(mean(bare, 29.5, 25)) - 60


@pytest.mark.parametrize("kind", ["road", "stream", "wall", "hedge", "fence", "ridge"])
def test_lines_are_painted_along_their_points(kind: str) -> None:
    patch = Patch("l", kind, ((1000, 2500), (4000, 2500)), is_line=True)
    bare, laid = painted(), painted(patch)
    assert differ(mean(bare, 25, 25, 2), mean(laid, 25, 25, 2)) > 5
    assert differ(mean(bare, 25, 30), mean(laid, 25, 30)) < 1


def test_a_bridge_lies_across_the_water() -> None:
    water = Patch("s", "stream", ((0, 2400), (5000, 2400), (5000, 2600), (0, 2600)))
    bridge = Patch("b", "bridge", ((2300, 2300), (2700, 2300), (2700, 2700), (2300, 2700)))
    picture = painted(bridge, water)
    red, _, blue = mean(picture, 25, 25, 3)
    assert red > blue  # a road, not water
    red, _, blue = mean(picture, 10, 25, 3)
    assert blue > red


def test_each_season_has_a_look_of_its_own() -> None:
    tones = {tuple(map(round, mean(painted(season=season), 10, 10))) for season in Season}
    assert len(tones) >= 8
    snow, night = painted(season=Season.SNOW), painted(season=Season.SUMMER_NIGHT)
    assert sum(mean(snow, 10, 10)) > 600
    assert sum(mean(night, 10, 10)) < 0.6 * sum(mean(painted(), 10, 10))


def test_the_same_cloth_is_the_same_picture() -> None:
    patches = (
        Patch("w", "wood", SQUARE, "Wood"),
        Patch("v", "village", ((0, 0), (900, 0), (500, 900))),
    )
    first, second = painted(*patches), painted(*patches)
    assert first == second


def test_the_rim_has_numbers_only_outside_the_cloth() -> None:
    cloth = Cloth(5000, 5000)
    painter = ClothPainter(cloth)
    whole = painter.picture(painter.bounds, 1.0, Season.SUMMER, 1.0)
    rim = whole.width() / 2 - Plane(cloth).cloth.width() / 2
    assert whole.pixelColor(3, 400).red() > whole.pixelColor(3, 400).green()  # wood
    inner = whole.copy(round(rim), round(rim), 800, 800)
    bare = painted()
    assert differ(mean(inner, 25, 25), mean(bare, 25, 25)) < 2


# -- tags


def scene_of(*blocks: Block) -> TableScene:
    """A table with some blocks."""
    scene = TableScene(CLOTH, LIGHT, is_direct=True)
    scene.show_blocks(blocks)
    return scene


def test_a_tag_lies_behind_its_block() -> None:
    scene = scene_of(line("A", 3000, 2000), line("R", 3000, 3500, 1800, "russian"))
    places = scene.tags.places(1.0)
    own, foe = places["A"][0], places["R"][0]
    assert own.y() > scene.plane.to_scene((30, 19)).y()
    assert foe.y() < scene.plane.to_scene((30, 36)).y()


def test_a_tag_makes_room_for_blocks() -> None:
    behind = column("B", 3000, 1740)
    scene = scene_of(line("A", 3000, 2000), behind)
    at, slip = scene.tags.places(1.0)["A"]
    box = QRectF(0, 0, width_of(slip), 15)
    box.moveCenter(at)
    assert not box.intersects(scene.plane.box(behind))


@pytest.mark.parametrize(
    ("sight", "strength", "full", "name"),
    [(Sight.FAR, "", "", ""), (Sight.MIDDLE, "5", "", ""), (Sight.NEAR, "5", "6", "A")],
)
def test_a_tag_says_more_from_nearer(sight: Sight, strength: str, full: str, name: str) -> None:
    slip = Slip.of(line("A", 0, 0), sight)
    assert (slip.strength, slip.full, slip.name) == (strength, full, name)


def test_every_sign_has_a_shape_of_its_own() -> None:
    def picture(sign: Sign) -> bytes:
        marker = Marker(sign, "X" if sign is Sign.OTHER else "")
        blocks = [replace(line("A", 3000, 2000), markers=(marker,))]
        image = render_table(CLOTH, blocks, theme=LIGHT, size=(200, 100), zoom=1.0, centre=(30, 20))
        return bytes(image.constBits())

    pictures = {picture(sign) for sign in Sign}
    assert len(pictures) == len(Sign)


# -- what is laid over it

POINTS = ((30.0, 20.0), (34.0, 26.0))

LAID = {
    "selected": Marks(selected=frozenset({"A"})),
    "ready": Marks(ready=frozenset({"A"})),
    "pointed": Marks(pointed="A"),
    "handles": Marks(handles=(Handles("A", frozenset(Grip)),)),
    "zone": Marks(zones=(Zone(((30, 20), (34, 20), (34, 26)), text="7 cm"),)),
    "hatched": Marks(zones=(Zone(((30, 20), (34, 20), (34, 26)), Hue.ENEMY, is_hatched=True),)),
    "hole": Marks(
        zones=(Zone(((20, 10), (40, 10), (40, 30)), holes=(((35, 15), (37, 15), (37, 17)),)),)
    ),
    "circle": Marks(circles=(Circle((30, 20), 6, text="corps"),)),
    "band": Marks(bands=(Band(((28, 18), (34, 18), (34, 24)), text="1 cm"),)),
    "leg": Marks(legs=(Leg(POINTS, "7.2 cm"),)),
    "flown": Marks(legs=(Leg(POINTS, is_flown=True),)),
    "ghost": Marks(ghosts=(Ghost(line("A", 3000, 2500), text="5 of 8 cm"),)),
    "pale": Marks(ghosts=(Ghost(line("A", 3000, 2500), is_pale=True),)),
    "fire": Marks(targets=(Target("R", Aim.FIRE, ((30.0, 11.0),), "4 dice"),)),
    "charge": Marks(targets=(Target("R", Aim.CHARGE),)),
    "fight": Marks(targets=(Target("R", Aim.FIGHT),)),
    "aim": Marks(targets=(Target("R", Aim.PLACE),)),
    "arrow": Marks(arrows=(Arrow(POINTS, text="run"),)),
    "broad": Marks(arrows=(Arrow(POINTS, width=5.0),)),
    "contact": Marks(contacts=(Contact((30, 20), (30, 20), "touches"),)),
    "miss": Marks(contacts=(Contact((30, 20), (30, 20.3), "misses by 3 mm", Hue.BAD),)),
    "edge": Marks(edges=(Edge(POINTS, "outflanked"),)),
    "corner": Marks(edges=(Edge(((30, 20),)),)),
    "ruler": Marks(rulers=(Ruler(*POINTS, ticks=(5.0,)),)),
    "place": Marks(places=(Place("3000,2000,300", is_turned=True, text="here"),)),
    "smoke": Marks(smoke=(POINTS,)),
    "note": Marks(notes=(Note((30, 20), "too far", Hue.DOUBT),)),
}


def laid(marks: Marks) -> bytes:
    """A picture of the table with marks."""
    image = render_table(
        CLOTH, BLOCKS, theme=LIGHT, size=(500, 500), zoom=0.9, centre=(30, 20), marks=marks
    )
    return bytes(image.constBits())


@pytest.fixture(scope="module")
def bare(qapp: object) -> bytes:
    """The same without any."""
    return laid(Marks())


@pytest.mark.parametrize("name", list(LAID))
def test_every_mark_is_seen(name: str, bare: bytes) -> None:
    assert laid(LAID[name]) != bare


def test_marks_that_mean_different_things_look_different() -> None:
    pictures = {laid(marks) for marks in LAID.values()}
    assert len(pictures) == len(LAID)
    hues = {laid(Marks(legs=(Leg(POINTS, hue=hue),))) for hue in Hue}
    assert len(hues) == len(Hue)


def test_words_on_slips_do_not_cover_one_another() -> None:
    one = Note((30.0, 20.0), "first words")
    other = Note((30.1, 20.0), "second words")
    both = laid(Marks(notes=(one, other)))
    assert both != laid(Marks(notes=(one,)))
    alone = laid(Marks(notes=(other,)))
    assert both != alone


def test_a_picture_has_a_size_that_can_be_made() -> None:
    with pytest.raises(ValueError, match="cannot be made"):
        render_table(CLOTH, [], theme=LIGHT, size=(0, 10))
    with pytest.raises(ValueError, match="cannot be made"):
        render_table(CLOTH, [], theme=LIGHT, zoom=40.0)


@pytest.mark.parametrize("name", ["light", "dark", "light-safe", "dark-safe"])
def test_it_is_painted_in_every_theme(name: str) -> None:
    image = render_table(CLOTH, BLOCKS, theme=theme(name), size=(200, 160), marks=LAID["handles"])
    assert not image.isNull()


@pytest.mark.parametrize("coat", ["", "french", "russian"])
def test_a_flag_says_who_holds_a_place(coat: str) -> None:
    def picture(*posts: Post) -> bytes:
        image = render_table(
            CLOTH, [], theme=LIGHT, size=(200, 100), zoom=1.0, centre=(30, 20), posts=posts
        )
        return bytes(image.constBits())

    own = picture(Post((30, 20), coat, "6 VP"))
    others = {picture(), *(picture(Post((30, 20), c, "6 VP")) for c in ("austrian", "prussian"))}
    assert own not in others
    assert own != picture(Post((30, 20), coat, "4 VP"))


@pytest.mark.parametrize("kind", ["hill", "village", "bridge", "stream", "road"])
def test_names_are_written_where_there_is_room(kind: str) -> None:
    is_line = kind == "road"
    ring = ((500, 2500), (4500, 2300)) if is_line else SQUARE
    named = Patch("p", kind, ring, "Étoges", is_line=is_line)
    assert painted(named) != painted(replace(named, name=""))
    far = painted(named, scale=0.15)
    assert far == painted(replace(named, name=""), scale=0.15)  # it could not be read


def test_a_ground_becomes_a_cloth() -> None:
    ring = ((0, 0), (900, 0), (900, 900))
    hill = GroundPiece("h", "hill", ring, name="Knoll", level=2)
    wall = GroundPiece("w", "wall", ring[:2], is_line=True, width=80)
    cloth = cloth_of(Ground(6000, 4500, (hill, wall)), "snow")
    assert (cloth.width, cloth.height, cloth.season) == (6000, 4500, "snow")
    assert cloth.patches == (
        Patch("h", "hill", ring, "Knoll", 2),
        Patch("w", "wall", ring[:2], is_line=True, width=80),
    )


@pytest.mark.parametrize("dress", ["", "lancer", "cossack", "dragoon", "cuirassier", "hussar"])
def test_every_sort_of_horse_is_painted(dress: str) -> None:
    horse = replace(line("A", 0, 0), arm=Arm.HORSE, dress=dress)
    pose = horse.pose
    horse = replace(horse, stands=((pose, Base(250, 400)),))
    picture = paint_block(Look.of(horse, Sight.NEAR), 300, LIGHT, 2.0)
    assert len({colour.name() for colour in near(picture.image, picture.middle, 20.0)}) > 40
