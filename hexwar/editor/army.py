"""The forces as an editor looks at them: places, sums, the tree of formations, and new ids.

Forces may be a draft with faults: what is missing is taken as empty, what does not fit is let be.
A place is the path that leads there: `("formations", 2, "units", 0)`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from hexwar.editor.document import Json, put
from hexwar.messages import say
from hexwar.scenario.form import Kind, field_of
from hexwar.scenario.schema import (
    FORMAT,
    ForcesFile,
    FormationRecord,
    LeaderRecord,
    OffMapRecord,
    Record,
    UnitRecord,
)

Path = tuple[str | int, ...]

ORDER: Final = tuple(ForcesFile.model_fields)
"""The fields of forces in the order of the file."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A list of records of one form that a spreadsheet shows."""

    field: str  # where it stands in a formation, or in the file
    record: type[Record]
    kind: Kind  # of what its ids are
    is_inner: bool = True  # each formation has one

    @property
    def most(self) -> int:
        """How many records one list may hold."""
        outer = FormationRecord if self.is_inner else ForcesFile
        field = field_of(outer, self.field)
        return (field.shape.longest if field else None) or 0


UNITS: Final = Roll("units", UnitRecord, Kind.UNIT)
LEADERS: Final = Roll("leaders", LeaderRecord, Kind.LEADER)
OFF_MAP: Final = Roll("off_map", OffMapRecord, Kind.FORMATION, is_inner=False)

MOST_FORMATIONS: Final = Roll("formations", FormationRecord, Kind.FORMATION, is_inner=False).most


def blank(sides: Mapping[str, str]) -> Json:
    """Forces without a formation, with the two sides by id and what players read of them."""
    return {"format": FORMAT, "kind": "forces", "side_names": dict(sides), "formations": []}


# -- places


def at(tree: Any, path: Path) -> Any:
    """What stands in a place; None where there is nothing."""
    for step in path:
        try:
            tree = tree[step]
        except (KeyError, IndexError, TypeError):
            return None
    return tree


def put_at(tree: Any, path: Path, value: Any, order: Sequence[str] = ()) -> Any:
    """A tree with another value in a place; all that does not lead there is shared.

    Args:
        tree: An object or list.
        path: The place, which is there but for its last step.
        value: What stands there from now on; None leaves the field out.
        order: The order of the fields of the object in which the last step is.
    """
    if not path:
        return value
    head, *rest = path
    if isinstance(tree, dict) and isinstance(head, str):
        inner = put_at(tree.get(head, {}), tuple(rest), value, order) if rest else value
        return put(tree, {head: inner}, tuple(order) if not rest else ())
    if isinstance(tree, list) and isinstance(head, int) and head < len(tree):
        inner = put_at(tree[head], tuple(rest), value, order) if rest else value
        return [*tree[:head], inner, *tree[head + 1 :]]
    return tree


def text(record: Any, name: str) -> str:
    """A field of a record as a text; empty where it is none."""
    value = record.get(name) if isinstance(record, dict) else None
    return value if isinstance(value, str) else ""


def number(record: Any, name: str) -> int:
    """A field of a record as a number; 0 where it is none."""
    value = record.get(name) if isinstance(record, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def inside(record: Any, name: str) -> list[Any]:
    """A field of a record as a list; empty where it is none."""
    value = record.get(name) if isinstance(record, dict) else None
    return value if isinstance(value, list) else []


def formations(forces: Json) -> tuple[tuple[int, Json], ...]:
    """The formations, each with its place in the list."""
    listed = enumerate(inside(forces, "formations"))
    return tuple((at_, one) for at_, one in listed if isinstance(one, dict))


def formation_at(forces: Json, index: int | None) -> Json | None:
    """A formation by its place in the list."""
    found = None if index is None else at(forces, ("formations", index))
    return found if isinstance(found, dict) else None


def places(forces: Json, roll: Roll, chosen: Collection[int] | None = None) -> tuple[Path, ...]:
    """The places of all records of a roll, or of those of some formations."""
    if not roll.is_inner:
        listed = enumerate(inside(forces, roll.field))
        return tuple((roll.field, i) for i, one in listed if isinstance(one, dict))
    return tuple(
        ("formations", f, roll.field, i)
        for f, one in formations(forces)
        if chosen is None or f in chosen
        for i, inner in enumerate(inside(one, roll.field))
        if isinstance(inner, dict)
    )


def side_names(forces: Json) -> dict[str, str]:
    """The sides by id, with what players read of them."""
    told = forces.get("side_names")
    pairs = told.items() if isinstance(told, dict) else ()
    return {id_: name if isinstance(name, str) and name else id_ for id_, name in pairs}


def formation_names(forces: Json) -> dict[str, str]:
    """The formations by id, those off the map too, with their names."""
    every = (*(one for _, one in formations(forces)), *inside(forces, "off_map"))
    return {text(one, "id"): text(one, "name") for one in every if text(one, "id")}


# -- sums, and the tree of formations


@dataclass(frozen=True, slots=True)
class Sums:
    """What some units come to."""

    units: int = 0
    men: int = 0
    guns: int = 0
    sp: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.units + other.units,
            self.men + other.men,
            self.guns + other.guns,
            self.sp + other.sp,
        )


def sums_of(units: Iterable[Any]) -> Sums:
    """The sums of units; trains count as units too."""
    total = Sums()
    for unit in units:
        if isinstance(unit, dict):
            total += Sums(1, number(unit, "men"), number(unit, "guns"), number(unit, "sp"))
    return total


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the tree: a side, an army of it or a formation, with what is under it."""

    title: str
    sums: Sums
    lines: tuple[Line, ...]
    formation: int | None = None  # its place in the list
    side: str = ""
    army: str = ""


def outline(forces: Json) -> tuple[Line, ...]:
    """The tree: sides, their armies, wings and corps, divisions; in the order of the file.

    A formation stands under its wing, else its corps, else its army, else its side. One of a side
    that is not known has a line of its side's id.
    """
    above = superiors(forces)
    known = formations(forces)
    sides = dict.fromkeys([*side_names(forces), *(text(one, "side") for _, one in known)])
    names = side_names(forces)
    found = []
    for side in sides:
        tops = [i for i, one in known if text(one, "side") == side and above[i] is None]
        lines = _by_army(forces, tops, above)
        title = names.get(side, side) or say("Without a side")
        found.append(Line(title, _total(lines), lines, side=side))
    return tuple(found)


def _by_army(
    forces: Json, tops: Sequence[int], above: Mapping[int, int | None]
) -> tuple[Line, ...]:
    """The lines of formations under nobody, those of an army gathered under its line."""
    listed = inside(forces, "formations")
    armies = dict.fromkeys(text(listed[i], "army") for i in tops)
    found: list[Line] = []
    for army in armies:
        lines = tuple(_line(forces, i, above) for i in tops if text(listed[i], "army") == army)
        if army and len(armies) > 1:
            title = say("Army: {name}", name=army.replace("_", " ").title())
            side = text(listed[lines[0].formation or 0], "side")
            found.append(Line(title, _total(lines), lines, side=side, army=army))
        else:
            found += lines
    return tuple(found)


def _line(forces: Json, index: int, above: Mapping[int, int | None]) -> Line:
    formation = inside(forces, "formations")[index]
    lines = tuple(_line(forces, i, above) for i, over in above.items() if over == index)
    title = text(formation, "name") or text(formation, "id") or say("Without a name")
    sums = sums_of(inside(formation, "units")) + _total(lines)
    return Line(title, sums, lines, index, text(formation, "side"), text(formation, "army"))


def _total(lines: Iterable[Line]) -> Sums:
    total = Sums()
    for line in lines:
        total += line.sums
    return total


def formations_of(line: Line) -> tuple[int, ...]:
    """The places of the formation of a line and of all under it."""
    own = () if line.formation is None else (line.formation,)
    return (*own, *(index for inner in line.lines for index in formations_of(inner)))


def superiors(forces: Json) -> dict[int, int | None]:
    """Under which formation of its side each stands, by their places; nobody in a circle."""
    known = formations(forces)
    by_id = {(text(one, "side"), text(one, "id")): i for i, one in reversed(known)}
    above: dict[int, int | None] = {}
    for i, one in known:
        told = (
            by_id.get((text(one, "side"), text(one, f))) for f in ("assigned_to", "division_of")
        )
        above[i] = next((over for over in told if over is not None and over != i), None)
    for i in tuple(above):
        if _is_round(above, i):
            above[i] = None
    return above


def _is_round(above: Mapping[int, int | None], index: int) -> bool:
    """Whether the way up from a formation never ends."""
    way, over = {index}, above[index]
    while over is not None and over not in way:
        way.add(over)
        over = above[over]
    return over is not None


def way_up(forces: Json, index: int) -> list[int]:
    """A formation and those above it."""
    above, way = superiors(forces), [index]
    while (over := above.get(way[-1])) is not None:
        way.append(over)
    return way


# -- ids


def ids(forces: Json) -> Counter[str]:
    """How often each id is given: units, leaders and formations share them."""
    return Counter(id_ for _, id_ in given(forces))


def given(forces: Json) -> Iterator[tuple[Path, str]]:
    """The records that have ids, each by its place."""
    for i, one in formations(forces):
        yield ("formations", i), text(one, "id")
    for roll in (LEADERS, UNITS, OFF_MAP):
        for place in places(forces, roll):
            yield place, text(at(forces, place), "id")


def slugs(forces: Json) -> frozenset[str]:
    """The lasting names that units have."""
    return frozenset(text(at(forces, place), "slug") for place in places(forces, UNITS))


def unit_id(formation: str, taken: Iterable[str]) -> str:
    """A new id for a unit of a formation.

    >>> unit_id("FR-2", {"FR-2-01", "FR-2-04"})
    'FR-2-05'
    """
    head, known = formation or "U", set(taken)
    numbers = [int(id_[len(head) + 1 :]) for id_ in known if _is_numbered(id_, head)]
    first = max(numbers, default=0) + 1
    return next(id_ for n in count(first) if (id_ := f"{head}-{n:02d}") not in known)


def _is_numbered(id_: str, head: str) -> bool:
    return re.fullmatch(rf"{re.escape(head)}-\d{{1,6}}", id_, re.ASCII) is not None


def leader_id(formation: str, role: str, taken: Iterable[str]) -> str:
    """A new id for a leader of a formation, or for its HQ counter.

    >>> leader_id("FR-2", "corps", {"FR-2-L"}), leader_id("FR-HQ", "hq", ())
    ('FR-2-L2', 'FR-HQ-HQ')
    """
    tail, known = "HQ" if role == "hq" else "L", set(taken)
    first = f"{formation or 'F'}-{tail}"
    others = (f"{first}{n}" for n in count(2))
    return first if first not in known else next(id_ for id_ in others if id_ not in known)


def formation_id(forces: Json, side: str, wanted: str = "", taken: Iterable[str] = ()) -> str:
    """A new id for a formation of a side: as wished if nobody has it, else with a number."""
    known = {*ids(forces), *taken}
    if wanted and wanted not in known:
        return wanted
    head = f"{wanted}-" if wanted else f"{id_head(forces, side)}-"
    return next(id_ for n in count(2 if wanted else 1) if (id_ := f"{head}{n}") not in known)


def id_head(forces: Json, side: str) -> str:
    """What the ids of a side's formations begin with, such as `FR`."""
    own = [text(one, "id") for _, one in formations(forces) if text(one, "side") == side]
    heads = Counter(id_.partition("-")[0] for id_ in own if "-" in id_)
    letters = re.sub(r"[^A-Z]", "", plain(side).upper())
    return heads.most_common(1)[0][0] if heads else letters[:2] or "F"


def slug_of(name: str, formation: str, taken: Iterable[str]) -> str:
    """A new lasting name for a unit: its formation's, and the most telling word of its own.

    >>> slug_of("3rd Division (Duhesme)", "FR-2", ())
    'fr-2-duhesme'
    """
    inner = re.search(r"\(([^)]*)\)", name)
    told = inner[1] if inner and inner[1].strip() else name
    words = re.findall(r"[a-z0-9]+", plain(told).casefold())
    head = "-".join(re.findall(r"[a-z0-9]+", plain(formation).casefold()))
    base = "-".join(part for part in (head, *words[:3]) if part)[:56].strip("-") or "unit"
    known = set(taken)
    if base not in known:
        return base
    return next(slug for n in count(2) if (slug := f"{base}-{n}") not in known)


def plain(words: str) -> str:
    """Words without accents."""
    letters = unicodedata.normalize("NFKD", words)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
