"""A free battle as the three files of a scenario have it (M24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexwar.engine.lots import Lots
from hexwar.systems.mininap.battle import Arm, Placed, UnitCard
from hexwar.systems.mininap.free.army import Army, raise_army
from hexwar.systems.mininap.free.deployment import deployment
from hexwar.systems.mininap.free.lists import Lists, TableRow, lists
from hexwar.systems.mininap.section.build import FORMATIONS
from hexwar.table.forces import Side, UnitId
from hexwar.tabletop.ground import Piece
from hexwar.tabletop.landscape import Landscape, landscape

Json = dict[str, Any]

FORMAT: Final = 1

LEAST_SECTOR: Final = 1700
"""Hundredths of a cm of the table's width that a brigade needs to stand in two rows."""

_WORDS: Final = {formation: word for word, formation in FORMATIONS.items()}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a free battle is to be."""

    south: str  # ids of nations
    north: str
    points: int
    seed: int
    table: str = ""  # id of a table; empty: the one that is proposed for so many points
    veterans: bool = False
    setup: str = "placed"  # or "free": the players place their units


@dataclass(frozen=True, slots=True)
class Made:
    """A free battle: the contents of its files."""

    id: str
    scenario: Json
    forces: Json
    table: Json
    armies: tuple[Army, Army]  # south and north


def table_of(wish: Wish) -> str:
    """The id of its table."""
    return wish.table or lists().organisation[wish.points].table


def fits(table: str, points: int) -> bool:
    """Whether armies of so many points have room on a table."""
    known = lists()
    return known.tables[table].recipe.width >= LEAST_SECTOR * known.organisation[points].brigades


def make(wish: Wish) -> Made:
    """The battle; the same wish gives the same battle on every machine."""
    known = lists()
    row, plan = known.tables[table_of(wish)], known.organisation[wish.points]
    laid = landscape(row.recipe, Lots(f"{wish.seed}/{table_of(wish)}"))
    south, north = (
        raise_army(known.nations[n], Side(n), plan, str(wish.seed), has_veterans=wish.veterans)
        for n in (wish.south, wish.north)
    )
    recipe = row.recipe
    size = recipe.width, recipe.height, recipe.zone
    placed = {
        **deployment(south, *size, is_north=False),
        **deployment(north, *size, is_north=True),
    }
    id_ = f"free-{wish.south}-{wish.north}-{wish.points}-{table_of(wish)}-{wish.seed}"
    id_ += "-veterans" * wish.veterans + "-set-up" * (wish.setup == "free")
    told = _told(known, wish, (south, north), laid)
    return Made(
        id=id_,
        scenario=_scenario(wish, id_, row, (south, north), laid, placed, told),
        forces=_forces(wish, (south, north), told),
        table=_table(row, laid, told),
        armies=(south, north),
    )


# -- the three files


def _scenario(
    wish: Wish,
    id_: str,
    row: TableRow,
    armies: tuple[Army, Army],
    laid: Landscape,
    placed: Mapping[UnitId, Placed],
    told: Mapping[str, object],
) -> Json:
    known, sides = lists(), (wish.south, wish.north)
    options = {"setup": "free"} if wish.setup == "free" else {}
    if wish.veterans:
        options["veterans"] = "on"
    return {
        "format": FORMAT,
        "kind": "scenario",
        "id": id_,
        "name": known.words["title"].format_map(told),
        "shelf": "small",
        "system": "mininap",
        "date": known.date,
        "map": "table.json",
        "forces": "forces.json",
        "first_player": wish.south,
        "last_turn": row.turns,
        "options": options,
        "objectives": [*_objectives(laid, sides)],
        "zones": [*_zones(row, sides)],
        "setup": [_standing(unit, place) for unit, place in placed.items()],
        "break_at": {side: _breaks_at(army) for side, army in zip(sides, armies, strict=True)},
        "briefing": _briefing(row, sides, told),
    }


def _objectives(laid: Landscape, sides: tuple[str, str]) -> Iterator[Json]:
    """The middle is nobody's; of twins each side holds its own."""
    vp = lists().objectives
    yield {"piece": laid.middle, "vp": vp.middle}
    for piece, side in zip(_twins(laid), sides, strict=False):
        yield {"piece": piece, "vp": vp.twin, "held": side}


def _twins(laid: Landscape) -> tuple[str, ...]:
    """The pair that counts: villages rather than hills, hills rather than woods."""
    order = ("village", "hill", "wood")
    rank = {piece.id: order.index(piece.kind) for piece in laid.pieces if piece.kind in order}
    pairs = [pair for pair in laid.twins if pair[0] in rank]
    return min(pairs, key=lambda pair: (rank[pair[0]], pair), default=())


def _zones(row: TableRow, sides: tuple[str, str]) -> Iterator[Json]:
    width, height, zone = row.recipe.width, row.recipe.height, row.recipe.zone
    for side, low, high in zip(sides, (0, height - zone), (zone, height), strict=True):
        yield {"side": side, "ring": [[0, low], [width, low], [width, high], [0, high]]}


def _standing(unit: UnitId, placed: Placed) -> Json:
    pose = placed.pose
    record: Json = {"unit": unit, "at": [pose.x, pose.y], "bearing": pose.bearing}
    record["formation"] = _WORDS[placed.formation]
    return {**record, "limbered": True} if placed.is_limbered else record


def _breaks_at(army: Army) -> int:
    """More than half of its units (M23.4)."""
    return len(army.units) // 2 + 1


def _forces(wish: Wish, armies: tuple[Army, Army], told: Mapping[str, object]) -> Json:
    known, bodies, units = lists(), list[Json](), list[Json]()
    for army in armies:
        bodies += [{"id": brigade.id, "name": brigade.name} for brigade in army.brigades]
        bodies += [{"id": id_, "name": name} for id_, name in army.divisions]
        units += [_unit(card) for card in army.cards]
    return {
        "format": FORMAT,
        "kind": "forces",
        "side_names": {n: known.nations[n].name for n in (wish.south, wish.north)},
        "system": "mininap",
        "bodies": bodies,
        "units": units,
        "notes": [known.words["source"].format_map(told)],
    }


def _unit(card: UnitCard) -> Json:
    record: Json = {"id": card.id, "name": card.name, "side": card.side}
    record |= {"arm": card.arm.name.lower(), "kind": card.kind.name.lower(), "sp": card.sp}
    record["nation"] = card.nation
    if card.brigade:
        record["brigade"] = card.brigade
    if card.division:
        record["division"] = card.division
    if card.commands:
        record["commands"] = [*card.commands]
    marks = {"horse": card.is_horse, "lancer": card.is_lancer, "veteran": card.is_veteran}
    record |= {name: True for name, is_marked in marks.items() if is_marked}
    if card.is_command:
        return record
    behind = ("guns", 2) if card.arm is Arm.ARTILLERY else ("men", 100)  # M3.1, M3.3
    return {**record, behind[0]: card.sp * behind[1], "estimate": True}


def _table(row: TableRow, laid: Landscape, told: Mapping[str, object]) -> Json:
    return {
        "format": FORMAT,
        "kind": "table",
        "name": lists().words["title"].format_map(told),
        "width": row.recipe.width,
        "depth": row.recipe.height,
        "pieces": [_piece(piece) for piece in laid.pieces],
        "sources": [lists().words["source"].format_map(told)],
    }


def _piece(piece: Piece) -> Json:
    record: Json = {"id": piece.id, "kind": piece.kind}
    if piece.name:
        record["name"] = piece.name
    record["line" if piece.is_line else "ring"] = [[x, y] for x, y in piece.ring]
    if piece.width:
        record["width"] = piece.width
    return record


# -- words


def _told(
    known: Lists, wish: Wish, armies: Sequence[Army], laid: Landscape
) -> Mapping[str, object]:
    """What the names in braces of the words stand for."""
    middle = next(piece for piece in laid.pieces if piece.id == laid.middle)
    name = middle.name or middle.kind
    told: dict[str, object] = {
        "seed": wish.seed,
        "points": wish.points,
        "middle": name[:1].upper() + name[1:],
        "middle_vp": known.objectives.middle,
        "twin_vp": known.objectives.twin,
    }
    for place, army in zip(("south", "north"), armies, strict=True):
        told |= {
            place: army.nation.name,
            f"{place}_units": len(army.units),
            f"{place}_brigades": len(army.brigades),
            f"{place}_sp": army.sp,
            f"{place}_break": _breaks_at(army),
        }
    return told


def _briefing(row: TableRow, sides: Sequence[str], told: Mapping[str, object]) -> Json:
    words = {name: text.format_map(told) for name, text in lists().words.items()}
    return {
        "situation": words["situation"],
        "forces": words["forces"],
        "aims": dict.fromkeys(sides, words["aim"]),
        "special": [words["breaking"]],
        "victory": words["victory"],
        "history": "",
        "difficulty": dict.fromkeys(sides, "fair"),
        "minutes": row.minutes,
        "hints": [*lists().hints],
        "sources": [words["source"]],
        "estimates": words["estimates"],
    }
