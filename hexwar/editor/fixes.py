"""What can be put right by a click: for a problem of a draft, the drafts without it.

A way out is found by what stands in the place of the problem and never by its sentence, which may
be in any language. Where nothing is obvious there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, partial
from itertools import pairwise
from typing import Any, Final

from hexwar.editor import sheet, ways
from hexwar.editor.checks import Problem, value_at
from hexwar.editor.document import Draft, Json, put
from hexwar.hexes import Grid, Hex, Hexside, hexside, is_hex_id
from hexwar.messages import mark, say
from hexwar.scenario.checks.forces import FLAGS
from hexwar.scenario.checks.ground import edges_of
from hexwar.scenario.form import Field, Kind, Shape, field_of
from hexwar.scenario.schema import (
    FORMAT,
    SIDES,
    TERRAIN_LETTERS,
    ForcesFile,
    MapFile,
    Record,
    ScenarioFile,
)

Path = tuple[str | int, ...]

MOST_LETTERS: Final = 100
"""Of a name that others are compared with."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A way out of a problem."""

    words: str  # what it does, for a button and the undo menu
    make: Callable[[], Draft]
    """The draft without the problem; it may be asked for once."""
    kind: str = ""  # ways out of other problems with this word do the same there


@dataclass(frozen=True)
class Place:
    """Where a problem is, and all that can be known there."""

    draft: Draft
    problem: Problem
    schema: type[Record]  # of the scenario
    folder: str = ""  # the name of the folder in which the scenario lies

    @property
    def path(self) -> Path:
        """The steps that lead there."""
        return self.problem.path

    @cached_property
    def tree(self) -> Json:
        """The file."""
        return self.draft.part(self.problem.part)

    @cached_property
    def value(self) -> Any:
        """What stands there; None where nothing does."""
        return value_at(self.tree, self.path)

    @cached_property
    def holder(self) -> Any:
        """The object or list that the place is in."""
        return value_at(self.tree, self.path[:-1])

    @cached_property
    def grid(self) -> Grid | None:
        """The sheet; None where the map does not tell it."""
        try:
            return sheet.grid_of(self.draft.map) if self.draft.map else None
        except (TypeError, ValueError, AttributeError):
            return None

    @cached_property
    def owner(self) -> type[Record] | None:
        """The form of the object whose field this is; None where it is no field."""
        return self._form[0]

    @cached_property
    def field(self) -> Field | None:
        """The field; None where the form knows none of this name."""
        return self._form[1]

    @cached_property
    def shape(self) -> Shape | None:
        """What may stand there, as far as the form knows."""
        return self._form[2]

    @cached_property
    def _form(self) -> tuple[type[Record] | None, Field | None, Shape | None]:
        forms: Mapping[str, type[Record]] = {"map": MapFile, "forces": ForcesFile}
        record: type[Record] | None = forms.get(self.problem.part, self.schema)
        owner: type[Record] | None = None
        field: Field | None = None
        shape: Shape | None = None
        for step in self.path:
            owner = field = None
            if record is not None:
                owner, field = record, field_of(record, str(step))
                shape = None if field is None else field.shape
            elif shape is not None:
                shape = shape.item
            record = None if shape is None else shape.record
        return owner, field, shape

    def is_at(self, *steps: str) -> bool:
        """Whether the path is of these steps; `*` stands for a place in a list."""
        return len(steps) == len(self.path) and all(
            isinstance(found, int) if step == "*" else found == step
            for step, found in zip(steps, self.path, strict=True)
        )

    # -- what is done there

    def having(self, path: Path, value: Any) -> Draft:
        """The draft with another value in a place; None takes it away."""
        tree = changed(self.tree, path, value)
        return self.draft.having(self.problem.part, tree)

    def taken(self, path: Path) -> Draft:
        """The draft without what stands in a place, nor a stack that holds nobody any more."""
        tree = changed(self.tree, path, None)
        if path[0] == "setup" and len(path) > 2:
            stack = value_at(tree, path[:2])
            if not stack.get("units") and not stack.get("leaders"):
                tree = changed(tree, path[:2], None)
        return self.draft.having(self.problem.part, tree)

    def remove(self, path: Path | None = None) -> Fix:
        """The way out that takes something away."""
        path = self.path if path is None else path
        return Fix(say("Remove it"), partial(self.taken, path), "remove")

    def take(self, words: str, value: Any, kind: str) -> Fix:
        """The way out that puts another value there."""
        return Fix(words, partial(self.having, self.path, value), kind)

    @cached_property
    def pieces(self) -> Mapping[Kind, frozenset[str]]:
        """The ids of units, leaders and formations that the forces have."""
        formations = _objects(self.draft.forces.get("formations"))
        found: dict[Kind, set[str]] = {kind: set() for kind in _PIECES}
        for formation in formations:
            found[Kind.FORMATION] |= _ids([formation])
            found[Kind.UNIT] |= _ids(_objects(formation.get("units")))
            found[Kind.LEADER] |= _ids(_objects(formation.get("leaders")))
        return {kind: frozenset(ids) for kind, ids in found.items()}


_PIECES: Final = (Kind.UNIT, Kind.LEADER, Kind.FORMATION)


def _objects(value: Any) -> list[Json]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _ids(records: Sequence[Json]) -> set[str]:
    return {record["id"] for record in records if isinstance(record.get("id"), str)}


def changed(tree: Any, path: Path, value: Any) -> Any:
    """A tree with another value in a place; None takes the field or the item away."""
    if not path:
        return value
    step, *rest = path
    if isinstance(tree, list) and isinstance(step, int):
        if not rest and value is None:
            return [*tree[:step], *tree[step + 1 :]]
        return [*tree[:step], changed(tree[step], tuple(rest), value), *tree[step + 1 :]]
    if isinstance(tree, dict) and isinstance(step, str):
        inner = value if not rest else changed(tree.get(step), tuple(rest), value)
        return put(tree, {step: inner})
    return tree


def fixes_of(
    draft: Draft, problem: Problem, schema: type[Record] = ScenarioFile, folder: str = ""
) -> tuple[Fix, ...]:
    """The ways out of a problem, the most obvious first.

    Args:
        draft: What is at work.
        problem: One of its problems.
        schema: The form of the scenario in its game.
        folder: The name of the folder in which it lies, if it lies in one.
    """
    if not problem.path:
        return ()
    place = Place(draft, problem, schema, folder)
    found: dict[str, Fix] = {}
    for look in _LOOKS:
        try:
            for fix in look(place):
                found.setdefault(fix.words, fix)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError):
            continue  # what stands there has faults of its own, which come first
    return tuple(found.values())


def fixed(draft: Draft, fix: Fix) -> Draft | None:
    """What a way out makes of a draft; None where it leads nowhere after all."""
    try:
        made = fix.make()
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return None
    return None if made.is_same(draft) else made


# -- what any field can have


def _unknown_field(place: Place) -> Iterator[Fix]:
    """A field that the form does not know."""
    name, holder = place.path[-1], place.holder
    if place.owner is None or place.field is not None or not isinstance(holder, dict):
        return
    if name not in holder:
        return
    known = [field for field in place.owner.model_fields if field not in holder]
    for near in get_close_matches(str(name)[:MOST_LETTERS], known, n=1):
        words = say("Rename it to {name}", name=near)
        order = place.owner.layout()
        renamed = put(put(holder, {str(name): None}), {near: holder[name]}, order)
        yield Fix(words, partial(place.having, place.path[:-1], renamed), "rename")
    yield place.remove()


def _missing_field(place: Place) -> Iterator[Fix]:
    """A field that is needed, and what it usually is."""
    name, holder, field = place.path[-1], place.holder, place.field
    if field is None or place.owner is None or not isinstance(holder, dict) or name in holder:
        return
    usual = _usual(place, field)
    if usual is not None and not field.refusal(usual):
        order = place.owner.layout()
        filled = put(holder, {str(name): usual}, order)
        words = say("Fill it in as usual")
        yield Fix(words, partial(place.having, place.path[:-1], filled), "fill")


def _usual(place: Place, field: Field) -> Any:
    told: Mapping[str, Any] = {"format": FORMAT, "kind": place.problem.part}
    if len(place.path) == 1 and field.name in told:
        return told[field.name]
    if place.is_at("turns", "*", "turn"):
        return int(place.path[1]) + 1
    if place.problem.part == "map" and place.is_at(field.name) and place.grid is not None:
        rows = {"terrain": sheet.GROUND, "elevation": sheet.HEIGHT}
        if field.name in rows:
            return [rows[field.name] * place.grid.columns] * place.grid.rows
    plain: Mapping[Kind, Any] = {Kind.LIST: [], Kind.TABLE: {}, Kind.FLAG: False}
    return plain.get(field.shape.kind)


def _choice(place: Place) -> Iterator[Fix]:
    """A word that is none of those that may stand there."""
    shape, value = place.shape, place.value
    if shape is None or shape.kind is not Kind.CHOICE or not isinstance(value, str):
        return
    if value not in shape.choices:
        near = get_close_matches(value[:MOST_LETTERS], shape.choices, n=1)
        for choice in near or shape.choices[: len(shape.choices) == 1]:
            yield place.take(say("Take {value}", value=_told(choice)), choice, "choice")


def _told(word: str) -> str:
    return word.replace("_", " ")


def _bound(place: Place) -> Iterator[Fix]:
    """A number that is too small or too large."""
    shape, value = place.shape, place.value
    if shape is None or shape.kind is not Kind.NUMBER or isinstance(value, bool):
        return
    if not isinstance(value, int):
        return
    low, high = shape.low, shape.high
    bound = low if low is not None and value < low else high
    is_off = (low is not None and value < low) or (high is not None and value > high)
    if is_off and bound is not None:
        yield place.take(say("Take {value}", value=int(bound)), int(bound), "bound")


def _name(place: Place) -> Iterator[Fix]:
    """The id of a piece or side that there is not."""
    shape, value = place.shape, place.value
    if shape is None or not isinstance(value, str):
        return
    known: Collection[str] = ()
    if shape.kind in _PIECES:
        known = place.pieces[shape.kind] | _off_map(place)
    elif shape.kind is Kind.SIDE:
        known = list(place.draft.forces.get("side_names", ()))
    if not known or value in known:
        return
    for near in get_close_matches(value[:MOST_LETTERS], sorted(known), n=2):
        told = _called(place.draft, shape.kind, near)
        yield place.take(say("Take {value}", value=told), near, "name")
    if isinstance(place.path[-1], int):
        yield place.remove()


def _called(draft: Draft, kind: Kind, id_: str) -> str:
    """A side by its name; a piece by its name and its id, for many have the same name."""
    if kind is Kind.SIDE:
        return str(draft.forces["side_names"][id_])
    for formation in _objects(draft.forces.get("formations")):
        inner = [*_objects(formation.get("units")), *_objects(formation.get("leaders"))]
        for record in (formation, *inner):
            if record.get("id") == id_ and record.get("name"):
                return f"{record['name']} ({id_})"
    return id_


def _off_map(place: Place) -> set[str]:
    return _ids(_objects(place.draft.forces.get("off_map")))


def _elsewhere(place: Place) -> Iterator[Fix]:
    """A piece that stands or comes somewhere else too."""
    is_piece = place.shape is not None and place.shape.kind in _PIECES
    if place.path[0] not in _WHERE or not is_piece or not isinstance(place.path[-1], int):
        return
    times = Counter(_placed(place.draft.scenario))
    if times[place.value] > 1:
        words = say("Remove it here, and keep it where it stands first")
        yield Fix(words, partial(place.taken, place.path), "elsewhere")


_WHERE: Final = ("setup", "arrivals", "alternates")


def _placed(scenario: Json) -> Iterator[str]:
    for name in _WHERE:
        for group in _objects(scenario.get(name)):
            for kind in ("units", "leaders", "formations"):
                yield from (id_ for id_ in group.get(kind, ()) if isinstance(id_, str))


def _repeated(place: Place) -> Iterator[Fix]:
    """An item of a list that stands there once before."""
    for depth in (1, 2):
        path = place.path[: len(place.path) - depth + 1]
        items = value_at(place.tree, path[:-1])
        if path and isinstance(path[-1], int) and isinstance(items, list):
            told = items if depth == 1 else [_of(item, place.path[-1]) for item in items]
            item = told[path[-1]]
            if path[0] in _ONCE and item is not None and item in told[: path[-1]]:
                yield place.remove(path)


_ONCE: Final = (
    *("victory", "control", "exits", "improved_positions", "damaged_spans", "slopes", "crests"),
    *("fords", "reduced", "supply_sources", "spans"),
)
"""Lists in which nothing stands twice."""


def _of(item: Any, name: Any) -> Any:
    return item.get(name) if isinstance(item, dict) else None


def _needless(place: Place) -> Iterator[Fix]:
    """An entry that says nothing, or what cannot be."""
    path = place.path
    is_item = isinstance(path[-1], int)
    if is_item and path[0] in ("reduced", "damaged_spans", "improved_positions", "estimates"):
        yield place.remove()
    if path[0] in ("options", "numbers") and len(path) == 2:
        yield place.remove()
    if path[-1] in ("source", "picture") and place.problem.part == "forces":
        yield place.remove()
    if "flags" in path and is_item:
        for near in get_close_matches(str(place.value)[:MOST_LETTERS], FLAGS, n=1):
            yield place.take(say("Take {value}", value=_told(near)), near, "choice")
        yield place.remove()


# -- off the map


def _off_the_map(place: Place) -> Iterator[Fix]:
    """A hex or hexside that the map does not have, in a list that can do without it."""
    value, grid, path = place.value, place.grid, place.path
    if grid is None or not isinstance(value, str) or path[0] in ("setup", "orders"):
        return
    hexes = value.split("-")
    if not all(map(is_hex_id, hexes)) or len(hexes) > 2 or _is_on(grid, hexes):
        return
    depth = next((d for d in range(len(path), 0, -1) if isinstance(path[d - 1], int)), 0)
    if depth:
        yield place.remove(path[:depth])


def _is_on(grid: Grid, hexes: Sequence[str]) -> bool:
    found = [Hex(text) for text in hexes]
    return all(hex_ in grid for hex_ in found) and (
        len(found) == 1 or grid.is_adjacent(found[0], found[1])
    )


# -- the map


def _rows(place: Place) -> Iterator[Fix]:
    """Rows of letters that are not as long or as many as the sheet says."""
    name = place.path[0]
    if place.problem.part != "map" or name not in ("terrain", "elevation") or place.grid is None:
        return
    rows, grid = place.tree[name], place.grid
    if len(place.path) > 2 or [len(row) for row in rows] == [grid.columns] * grid.rows:
        return
    usual = sheet.GROUND if name == "terrain" else sheet.HEIGHT
    fitted = [row[: grid.columns].ljust(grid.columns, usual) for row in rows[: grid.rows]]
    fitted += [usual * grid.columns] * (grid.rows - len(fitted))
    words = say("Cut and fill up the rows to the size of the sheet")
    yield Fix(words, partial(place.having, (name,), fitted), "rows")


def _place(place: Place) -> Iterator[Fix]:
    """A place that is not what the map is there."""
    if place.problem.part != "map" or not place.is_at("places", "*", "terrain"):
        return
    terrain = str(TERRAIN_LETTERS[sheet.letter_at(place.tree, place.holder["hex"])])
    if terrain != place.value:
        words = say("Take {value}, as the map has it", value=_told(terrain))
        yield place.take(words, terrain, "terrain")


def _slope(place: Place) -> Iterator[Fix]:
    """A slope that is missing, or does not climb as the levels do."""
    if place.problem.part != "map" or place.path[0] not in ("slopes", "crests"):
        return
    if place.path == ("slopes",):
        yield from _new_slope(place)
        return
    if not isinstance(place.value, str) or place.path[0] == "crests":
        yield place.remove()
        return
    low, high = place.value.split("-")
    turned = f"{high}-{low}"
    heights = sheet.level_at(place.tree, Hex(low)), sheet.level_at(place.tree, Hex(high))
    if heights[0] > heights[1] and turned not in place.holder:
        yield place.take(say("Turn it round"), turned, "turn")
    if heights[0] >= heights[1] or turned in place.holder:
        yield place.remove()


def _new_slope(place: Place) -> Iterator[Fix]:
    grid = place.grid
    if grid is None or len(place.problem.hexes) != 2:
        return
    a, b = place.problem.hexes
    low, high = sorted((a, b), key=lambda hex_: sheet.level_at(place.tree, hex_))
    slopes = sorted({*place.tree.get("slopes", ()), f"{low}-{high}"})
    if grid.is_adjacent(a, b):
        fields: dict[str, Any] = {"slopes": slopes}
        if "crests" in place.tree:
            sides = {hexside(a, b)}
            crests = [text for text in place.tree["crests"] if _side(text) not in sides]
            fields["crests"] = crests
        made = put(place.tree, fields, sheet.ORDER)
        words = say("Put a slope there")
        yield Fix(words, lambda: place.draft.having("map", made), "slope")


def _side(text: str) -> Hexside:
    a, b = text.split("-")
    return hexside(Hex(a), Hex(b))


def _area(place: Place) -> Iterator[Fix]:
    """A hex that is no part of an area, or is one twice."""
    if place.problem.part != "map" or place.path[:1] != ("areas",) or len(place.path) < 3:
        return
    if place.is_at("areas", "*", "hexes", "*"):
        yield Fix(say("Take it out of the area"), partial(place.taken, place.path), "area")
    elif place.is_at("areas", "*", "hexes") and len(set(place.value)) < len(place.value):
        yield place.take(say("Keep each hex once"), list(dict.fromkeys(place.value)), "once")


def _exit(place: Place) -> Iterator[Fix]:
    """An exit at another edge than it says, or at none."""
    if place.problem.part != "map" or place.path[:1] != ("exits",) or place.grid is None:
        return
    record = value_at(place.tree, place.path[:2])
    north = place.tree.get("grid", {}).get("north", "top")
    edges = edges_of(Hex(record["hex"]), place.grid, north if north in SIDES else "top")
    if not edges:
        yield place.remove(place.path[:2])
    elif place.is_at("exits", "*", "edge"):
        edge = next(e for e in ("NE", "SE", "SW", "NW", *sorted(edges)) if set(e) <= edges)
        yield place.take(say("Take {value}", value=edge), edge, "edge")


def _road(place: Place) -> Iterator[Fix]:
    """A road with a gap, or over water without a span."""
    if place.problem.part != "map" or not place.is_at("roads", "*", "hexes", "*"):
        return
    at, grid, hexes = int(place.path[3]), place.grid, place.holder
    if grid is None or at == 0:
        return
    a, b = Hex(hexes[at - 1]), Hex(hexes[at])
    if not (a in grid and b in grid):
        return
    if not grid.is_adjacent(a, b):

        def led() -> Draft:
            way = [str(hex_) for hex_ in ways.best_road(place.tree, a, b)]
            return place.having(place.path[:3], [*hexes[: at - 1], *way, *hexes[at + 1 :]])

        yield Fix(say("Lay the best way between"), led, "way")
        return
    wanted = dict(ways.bare_crossings(place.tree))
    kind = wanted.get(hexside(a, b))
    if kind is not None:
        told = say(_SPANS.get(kind, kind))
        words = say("Put a {kind} there", kind=told)
        name = say("{kind} at {hex}", kind=told.capitalize(), hex=b)
        span = partial(ways.spanned, place.tree, hexside(a, b), kind, name)
        yield Fix(words, lambda: place.draft.having("map", span()), "span")


_SPANS: Final = {"bridge": mark("bridge"), "trestle": mark("trestle")}


def _river(place: Place) -> Iterator[Fix]:
    """A water that breaks off, or goes where another is."""
    if place.problem.part != "map" or not place.is_at("rivers", "*", "hexsides", "*"):
        return
    at, grid, texts = int(place.path[3]), place.grid, place.holder
    if grid is None:
        return
    sides = [_side(text) for text in texts]
    others = [s for i, s in _waters(place.tree) if i < int(place.path[1])]
    if sides[at] in sides[:at] or sides[at] in others:
        yield place.remove()
        return
    if at == 0 or ways.is_chained(grid, sides[at - 1], sides[at]):
        return
    ordered = _in_order(grid, texts)
    if ordered:
        words = say("Put its hexsides into the order of the stream")
        yield Fix(words, partial(place.having, place.path[:3], ordered), "order")
    rivers, i = place.tree["rivers"], int(place.path[1])
    parts = [{**rivers[i], "hexsides": part} for part in (texts[:at], texts[at:])]
    split = [*rivers[:i], *parts, *rivers[i + 1 :]]
    yield Fix(say("Let another water begin here"), partial(place.having, ("rivers",), split))


def _waters(map_: Json) -> Iterator[tuple[int, Hexside]]:
    for i, river in enumerate(map_.get("rivers", ())):
        yield from ((i, _side(text)) for text in river.get("hexsides", ()))


def _in_order(grid: Grid, texts: Sequence[str]) -> list[str]:
    """The hexsides one touching the next, the first that it can be first; empty where none can."""
    for first in texts:
        left, found = [text for text in texts if text != first], [first]
        while left:
            last = _side(found[-1])
            after = next((t for t in left if ways.is_chained(grid, last, _side(t))), None)
            if after is None:
                break
            left.remove(after)
            found.append(after)
        chain = pairwise(map(_side, found))
        if not left and all(ways.is_chained(grid, a, b) for a, b in chain):
            return found
    return []


def _span(place: Place) -> Iterator[Fix]:
    """A span over no water or the wrong one, a ford where none can be."""
    if place.problem.part != "map":
        return
    if place.is_at("spans", "*", "kind"):
        rivers, wet = place.tree["rivers"], ways.waters(place.tree)
        at = wet.get(_side(place.holder["hexside"]))
        kind = None if at is None else ways.OVER.get(rivers[at].get("kind", ""))
        if kind is not None and str(kind) != place.value:
            words = say("Make it a {kind}", kind=say(_SPANS.get(str(kind), str(kind))))
            yield place.take(words, str(kind), "kind")
    elif place.is_at("spans", "*", "hexside"):
        yield place.remove(place.path[:2])
    elif place.is_at("fords", "*"):
        yield place.remove()


# -- the scenario


def _turns(place: Place) -> Iterator[Fix]:
    """Turns that are not numbered from 1 on, and a first one on another day."""
    turns = place.tree.get("turns")
    if place.problem.part != "scenario" or not isinstance(turns, list):
        return
    if place.is_at("turns", "*", "turn"):
        numbered = [{**turn, "turn": i} for i, turn in enumerate(turns, start=1)]
        words = say("Number the turns from 1 on")
        yield Fix(words, partial(place.having, ("turns",), numbered), "number")
    elif place.path == ("turns", 0, "day"):
        day = int(place.tree["date"][-2:])
        yield place.take(say("Take the day of the date, the {day}", day=day), day, "day")


def _held(place: Place) -> Iterator[Fix]:
    """A victory hex that nobody holds, and a held one that is worth nothing."""
    if place.problem.part != "scenario":
        return
    control = place.tree.get("control") or []
    if place.is_at("victory", "hexes", "*", "hex"):
        if any(_of(held, "hex") == place.value for held in control):
            return
        for side, name in place.draft.forces.get("side_names", {}).items():
            order = place.schema.layout()
            held = [*control, {"hex": place.value, "side": side}]
            made = put(place.tree, {"control": held}, order)
            words = say("{side} holds it at the start", side=name)
            yield Fix(words, partial(place.draft.having, "scenario", made), f"held-{side}")
    elif place.is_at("control", "*", "hex"):
        worth = value_at(place.tree, ("victory", "hexes"))
        if place.value not in [_of(one, "hex") for one in worth or ()]:
            yield place.remove(place.path[:2])


def _id(place: Place) -> Iterator[Fix]:
    """A scenario that is not called as its folder."""
    is_id = place.problem.part == "scenario" and place.path == ("id",)
    if not is_id or not place.folder or place.field is None or place.value == place.folder:
        return
    if not place.field.refusal(place.folder):
        words = say("Take the name of the folder, {name}", name=place.folder)
        yield place.take(words, place.folder, "id")


_LOOKS: Final[tuple[Callable[[Place], Iterator[Fix]], ...]] = (
    *(_unknown_field, _missing_field, _choice, _bound, _name, _elsewhere),
    *(_rows, _place, _slope, _area, _exit, _road, _river, _span),
    *(_turns, _held, _id, _repeated, _off_the_map, _needless),
)
