#!/usr/bin/env python3
"""Takes pictures of measured tables, to be looked at: the ground, the figures, the marks.

tools/table_gallery.py FOLDER [--only WORD ...]

The tables of the battles as they begin, at three zooms and in each season; every kind of ground;
every nation and arm; every mark. `make_gallery` shows them in the window. Nothing of it is kept in
the repository.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from hexwar.systems.mininap.face import MiniBoard
from hexwar.systems.mininap.kit import MININAP
from hexwar.table.forces import Side
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
    Post,
    Ruler,
    Sign,
    Target,
    Zone,
)
from hexwar.tabletop.base import Base, Disc, Stand
from hexwar.tabletop.pose import Pose, Vector
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.measured.scene import render_table
from hexwar.widgets.theme import NAMES, theme

SIZE = (1366, 768)
BATTLES = ("mininap-small", "mininap-medium")
NATIONS = ("french", "guard", "russian", "prussian", "austrian", "bavarian", "wurttemberg", "saxon")

Plate = tuple[str, QImage]


def battles() -> Iterator[Plate]:
    """Each battle as it begins: the whole table, and from nearer and nearer."""
    words = MiniBoard()
    for name in BATTLES:
        state = MININAP.set_up(MININAP.battle(name))
        cloth, blocks, posts = words.cloth(state), words.blocks(state), words.posts(state)
        yield name, picture(cloth, blocks, posts)
        middle = blocks[0].pose.point
        for zoom in (0.5, 1.0, 2.0, 4.0):
            yield f"{name}-{zoom:g}", picture(cloth, blocks, posts, zoom=zoom, centre=middle)
    for season in Season:
        cloth = replace(words.cloth(state), season=season.value)
        yield f"season-{season.value}", picture(cloth, blocks, posts)
    for look in NAMES:
        yield f"theme-{look}", picture(words.cloth(state), blocks, posts, look=look)


def picture(
    cloth: Cloth,
    blocks: Sequence[Block],
    posts: Sequence[Post] = (),
    *,
    zoom: float | None = None,
    centre: Vector | None = None,
    marks: Marks | None = None,
    look: str = "light",
) -> QImage:
    """A table as a window of a small screen shows it."""
    return render_table(
        cloth,
        blocks,
        theme=theme(look),
        size=SIZE,
        zoom=zoom,
        centre=centre,
        marks=marks,
        posts=posts,
    )


# -- every kind of ground


def _box(x: int, y: int, width: int, height: int) -> tuple[tuple[int, int], ...]:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


GROUND = Cloth(
    6000,
    3400,
    (
        Patch("bridge", "bridge", _box(4750, 1500, 400, 300), "Bridge"),
        Patch(
            "road", "road", ((0, 600), (1200, 900), (2500, 800), (4300, 1700), (6000, 1600)),
            is_line=True,
        ),
        Patch("wall", "wall", ((3500, 2200), (4300, 2250), (4600, 2700)), is_line=True),
        Patch("hedge", "hedge", ((3500, 600), (4400, 500), (4900, 900)), is_line=True),
        Patch("fence", "fence", ((2500, 2800), (3300, 2900)), is_line=True),
        Patch("marsh", "marsh", ((300, 2100), (1200, 2000), (1500, 2700), (500, 2900)), "Marsh"),
        Patch("field", "field", ((1700, 2000), (2400, 1900), (2500, 2600), (1800, 2700)), "Field"),
        Patch("orchard", "orchard", _box(2700, 2000, 600, 700), "Orchard"),
        Patch("town", "village", ((3000, 950), (3900, 1000), (3900, 1500), (3050, 1350)), "Town"),
        Patch("pond", "water", ((5500, 600), (5800, 500), (5900, 1000), (5600, 1100)), "Pond"),
        Patch("wood", "wood", ((5400, 2400), (5900, 2300), (5950, 3200), (5450, 3300)), "Wood"),
        Patch("work", "redoubt", _box(4000, 2700, 300, 200), "Redoubt"),
        Patch(
            "brook", "stream", ((5000, 0), (5100, 800), (4900, 1700), (5300, 2500), (5200, 3400)),
            "Brook", is_line=True, width=120,
        ),
        Patch("hill", "hill", ((200, 1100), (1400, 1050), (1500, 1800), (300, 1900)), "Hill", 2),
    ),
)  # fmt: skip


def ground() -> Iterator[Plate]:
    """Every kind of ground, in each season by day."""
    for season in (Season.SUMMER, Season.AUTUMN, Season.WINTER, Season.SNOW):
        yield f"ground-{season.value}", picture(replace(GROUND, season=season.value), [])
    yield "ground-near", picture(GROUND, [], zoom=3.0, centre=(34.0, 12.0))


# -- every nation and arm

FOOT, HORSE, GUN, STAFF = Base(250, 200), Base(250, 400), Base(300, 300), Disc(250)


def one(id_: str, nation: str, pose: Pose, arm: Arm, form: Form) -> Block:
    """A block of an arm in a formation."""
    bases: dict[Arm, Base | Disc] = {
        Arm.FOOT: FOOT,
        Arm.HORSE: HORSE,
        Arm.GUN: GUN,
        Arm.STAFF: STAFF,
    }
    base = bases[arm]
    stands: tuple[Stand, ...] = ((pose, base),)
    if isinstance(base, Base) and arm is not Arm.GUN:
        deep, wide = base.depth / 200, base.width / 200
        rear = pose.moved(-deep).turned(1800 if form is Form.SQUARE else 0)
        is_deep = form in (Form.COLUMN, Form.SQUARE)
        both = (pose.moved(deep), rear) if is_deep else (pose.moved(0, -wide), pose.moved(0, wide))
        stands = ((both[0], base), (both[1], base))
    block = Block(id_, id_, Side(nation), pose, stands, arm, nation, form=form)
    return replace(block, strength="5", full="6", rank=2)


KINDS = (
    (Arm.FOOT, Form.LINE, ""),
    (Arm.FOOT, Form.COLUMN, "grenadiers"),
    (Arm.FOOT, Form.SQUARE, ""),
    (Arm.FOOT, Form.LOOSE, ""),
    (Arm.HORSE, Form.LINE, "hussar"),
    (Arm.HORSE, Form.LINE, "cuirassier"),
    (Arm.HORSE, Form.COLUMN, "lancer"),
    (Arm.GUN, Form.LINE, ""),
    (Arm.STAFF, Form.LINE, ""),
)


def armies() -> Iterator[Plate]:
    """A row for each nation, a column for each arm and formation; and bearings all round."""
    blocks = [
        replace(one(f"{nation} {n}", nation, Pose(400 + 800 * n, 500 + 950 * row), arm, form),
                dress=dress, is_limbered=row % 2 == 1)
        for row, nation in enumerate(NATIONS)
        for n, (arm, form, dress) in enumerate(KINDS)
    ]  # fmt: skip
    cloth = Cloth(7400, 8000)
    for zoom in (0.6, 1.2, 2.4):
        yield f"nations-{zoom:g}", picture(cloth, blocks, zoom=zoom, centre=(37.0, 20.0))
    turned = [
        one(f"{turn}", "french", Pose(500 + 700 * (turn // 300), 1000, turn), Arm.FOOT, Form.LINE)
        for turn in range(0, 3600, 300)
    ]
    yield "bearings", picture(Cloth(9000, 2000), turned)


# -- every mark


def marks() -> Iterator[Plate]:
    """Markers, a drag, fire, command, contact, a ruler."""
    cloth = Cloth(6000, 4000)
    own = one("1st Line", "french", Pose(2500, 1500), Arm.FOOT, Form.LINE)
    foe = one("Odessa", "russian", Pose(2600, 2700, 1800), Arm.FOOT, Form.COLUMN)
    chief = replace(one("Duval", "french", Pose(3300, 1400), Arm.STAFF, Form.LINE), rank=1)
    signs = [
        replace(
            one(sign.value, "french", Pose(600 + 600 * n, 500), Arm.FOOT, Form.COLUMN),
            markers=(Marker(sign, "x" if sign is Sign.OTHER else ""),),
        )
        for n, sign in enumerate(Sign)
    ]
    blocks = [own, foe, chief, *signs]
    for name, laid in laid_over(own, foe).items():
        yield f"marks-{name}", picture(cloth, blocks, zoom=1.6, centre=(28.0, 18.0), marks=laid)


def laid_over(own: Block, foe: Block) -> dict[str, Marks]:
    """What is laid over a table, a few at a time."""
    ghost = own.moved(Pose(2700, 2100, 150))
    far = own.moved(Pose(2900, 2600, 150))
    front = own.pose.at(1.0)
    return {
        "drag": Marks(
            selected=frozenset({own.id}),
            ready=frozenset({"Duval"}),
            handles=(Handles(own.id, frozenset(Grip), ghost),),
            legs=(Leg((own.pose.point, ghost.pose.point), "6.3 cm"),),
            ghosts=(Ghost(far, Hue.BAD, is_pale=True), Ghost(ghost, text="6.3 of 8 cm")),
            notes=(Note(far.pose.point, "4.2 cm too far", Hue.BAD),),
        ),
        "fire": Marks(
            zones=(
                Zone((own.pose.at(1, -2.4), own.pose.at(1, 2.4), own.pose.at(8, 2.4),
                      own.pose.at(8, -2.4)), text="7 cm"),
                Zone((own.pose.at(5, -2.4), own.pose.at(5, 0), own.pose.at(8, 0),
                      own.pose.at(8, -2.4)), Hue.BAD, is_hatched=True),
            ),
            targets=(Target(foe.id, Aim.FIRE, (front,), "4 dice"),),
        ),
        "command": Marks(
            circles=(Circle((33.0, 14.0), 6.0, text="corps 6 cm", core=1.25),),
            bands=(Band((foe.pose.at(3, -2.2), foe.pose.at(3, 2.2), foe.pose.at(-3, 2.2),
                         foe.pose.at(-3, -2.2)), text="1 cm"),),
        ),
        "charge": Marks(
            arrows=(Arrow((front, own.pose.at(10.0)), text="9.0 cm", width=5.0),),
            contacts=(Contact((26.0, 25.0), (26.0, 24.7), "misses by 3 mm", Hue.BAD),),
            edges=(Edge((foe.pose.at(-2, -1.25), foe.pose.at(-2, 1.25)), "outflanked"),),
        ),
        "ruler": Marks(rulers=(
            Ruler(front, foe.pose.at(2.0), ticks=(7.0, 10.0)),
            Ruler(own.pose.at(0, 2.5), (32.0, 14.4), "5.8 cm", Hue.COMMAND),
        )),
    }  # fmt: skip


PLATES: tuple[Callable[[], Iterator[Plate]], ...] = (battles, ground, armies, marks)


def main() -> int:
    """Paint and keep them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[], help=" ".join(p.__name__ for p in PLATES))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication([])
    for plates in PLATES:
        if not asked.only or plates.__name__ in asked.only:
            for name, image in plates():
                image.save(str(asked.folder / f"{name}.png"))
                print(f"{name}.png", flush=True)
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
