"""What stands between the forms and the draft: places in a file, names, and who writes there.

Whatever is asked for may be missing or of a wrong kind: a draft need not be valid.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QObject, Signal

from hexwar.editor.desk import Desk
from hexwar.editor.document import Json, Part, put
from hexwar.editor.port import Editing, editing_of
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.form import Field, Kind, Shape, field_of, fields_of
from hexwar.scenario.schema import KINDS, Record
from hexwar.widgets.words import capital

Path: TypeAlias = tuple[str | int, ...]
"""The fields and places that lead to a value of a file."""

# -- places of a file


def at(tree: Any, path: Sequence[str | int]) -> Any:
    """What stands in a place; None where there is nothing."""
    for step in path:
        if isinstance(tree, dict) and isinstance(step, str):
            tree = tree.get(step)
        elif isinstance(tree, list) and isinstance(step, int) and 0 <= step < len(tree):
            tree = tree[step]
        else:
            return None
    return tree


def records_of(value: Any) -> list[Json]:
    """The objects of a list; none where it is no list, and what is no object is left out."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def texts_of(value: Any) -> list[str]:
    """The texts of a list, likewise."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def written(tree: Json, record: type[Record] | None, path: Sequence[str | int], value: Any) -> Json:
    """An object with another value in a place of it; all that lies beside the way is shared.

    Args:
        tree: The object, which stays as it is.
        record: Its schema, by which new fields take their places; None knows of none.
        path: Where the value goes. An item behind the last one of a list is a new one.
        value: What stands there then; None leaves it out, and with it a field that it empties and
            that says as little as one that is left out.
    """
    made: Json = _written(tree, record, None, tuple(path), value) or {}
    return made


def _written(
    value: Any, record: type[Record] | None, shape: Shape | None, path: Path, new: Any
) -> Any:
    if not path:
        return new
    step, *rest = path
    item = None if shape is None else shape.item
    if isinstance(step, int):
        items = list(value) if isinstance(value, list) else []
        old = items[step] if step < len(items) else None
        inner = _written(old, None if item is None else item.record, item, tuple(rest), new)
        items[step : step + 1] = [] if inner is None else [inner]
        return items
    fields = value if isinstance(value, dict) else {}
    told = None if record is None else field_of(record, step)
    inside = item if told is None else told.shape
    inner = _written(
        fields.get(step), None if inside is None else inside.record, inside, tuple(rest), new
    )
    if rest and inner in ([], {}) and told is not None and _says_nothing(told):
        inner = None
    return put(fields, {step: inner}, () if record is None else record.layout())


def _says_nothing(told: Field) -> bool:
    """Whether an empty list, table or object says the same as a field that is left out."""
    is_empty = isinstance(told.usual, Record) or told.usual in ((), {})
    return is_empty and not told.is_needed


def moved(items: Sequence[Any], source: int, target: int) -> list[Any]:
    """A list with one of its items in another place."""
    made = list(items)
    made.insert(target, made.pop(source))
    return made


# -- what is shown of values


MOST_SHOWN: Final = 200
"""Characters that are shown of a value of a wrong kind."""


def shown(value: Any) -> str:
    """A value as it stands in the file, cut where it is long; a text without its quotes."""
    if isinstance(value, str):
        return printable(value)
    try:
        words = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        words = "…"
    words = printable(words)
    return words if len(words) <= MOST_SHOWN else f"{words[:MOST_SHOWN]}…"


def printable(words: str) -> str:
    """Words without halves of letters, which Qt cannot take."""
    return words.encode("utf-8", "replace").decode("utf-8")


def refusal_in(told: Field, parent: Any) -> str:
    """Why the file may not hold what stands in a field of an object; empty where it may."""
    fields = parent if isinstance(parent, dict) else {}
    if told.name in fields:
        return told.refusal(fields[told.name])
    return say("this field is missing") if told.is_needed else ""


def own_refusal(shape: Shape, value: Any) -> str:
    """Why a list or table is at fault itself, if none of what is in it is."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if shape.item is not None and any(shape.item.refusal(item) for item in items):
        return ""
    return shape.refusal(value)


# -- what fields are called

_WORDS: Final[Mapping[str, str]] = {
    "id": mark("Id"),
    "vp": mark("VP"),
    "sp": mark("SP"),
    "reduced_sp": mark("Reduced SP"),
    "demoralization_sp": mark("SP lost when demoralized"),
    "date": mark("Date of the first turn"),
    "turns": mark("Turns"),
    "first_player": mark("First player"),
    "control": mark("Held at the start"),
    "victory": mark("Victory hexes"),
    "victory.hexes": mark("Victory hexes"),
    "turns.kind": mark("Light"),
    "turns.kind.night_pm": mark("Night, before midnight"),
    "turns.kind.night_am": mark("Night, after midnight"),
    "numbers": mark("Numbers of the rules"),
    "estimates": mark("Fields that are estimates"),
    "shelf": mark("Shelf"),
    "shelf.learn": mark("Learning"),
    "shelf.small": mark("Small battles"),
    "shelf.battle": mark("Battles"),
    "shelf.campaign": mark("Campaigns"),
    "system": mark("Game"),
    "map": mark("File of the map"),
    "forces": mark("File of the forces"),
    "briefing.forces": mark("Forces"),
    "briefing.victory": mark("Victory"),
    "briefing.aims": mark("What each side must do"),
    "briefing.special": mark("What is special"),
    "briefing.history": mark("How it ended"),
    "briefing.difficulty": mark("How hard it is"),
    "briefing.minutes": mark("Minutes of play"),
    "briefing.hints": mark("Three hints"),
    "briefing.estimates": mark("What is estimated"),
    "briefing.par": mark("Par"),
    "briefing.par.vp": mark("VP ahead"),
    "briefing.par.player": mark("Computer player"),
    "briefing.par.won": mark("Won"),
    "briefing.par.drawn": mark("Drawn"),
    "briefing.par.spread": mark("Spread"),
}
"""What fields of every game are called, where it is not their name with spaces."""


class Words:
    """What players call the fields of a scenario, and their values."""

    def __init__(self, own: Mapping[str, str]) -> None:
        """Know the words of a game, which go before those of all games."""
        self._own = own

    def field(self, name: str) -> str:
        """A field by its dotted name, such as `weather.start`."""
        last = name.rpartition(".")[2]
        return self._found(name, last) or capital(say(last.replace("_", " ")))

    def value(self, name: str, value: str) -> str:
        """A value of a field that may have a few."""
        last = name.rpartition(".")[2]
        found = self._found(f"{name}.{value}", f"{last}.{value}")
        return found or capital(say(value.replace("_", " ")))

    def unsaid(self, name: str) -> str:
        """What it means that a field with a few values is left out."""
        return self._found(f"{name}.") or "\N{EM DASH}"

    def _found(self, *names: str) -> str:
        for table in (self._own, _WORDS):
            for name in names:
                if name in table:
                    return say(table[name])
        return ""


# -- who is who


@dataclass(frozen=True)
class Pieces:
    """The names of sides, formations, units and leaders, and of places of the map."""

    sides: Mapping[str, str] = field(default_factory=dict)
    formations: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    leaders: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    formation_of: Mapping[str, str] = field(default_factory=dict)
    """The formation of each unit and leader."""
    side_of: Mapping[str, str] = field(default_factory=dict)
    """The side of each formation, unit and leader."""

    def of(self, kind: Kind) -> Mapping[str, str]:
        """The names of one kind, by their ids."""
        kinds = {
            Kind.SIDE: self.sides,
            Kind.FORMATION: self.formations,
            Kind.UNIT: self.units,
            Kind.LEADER: self.leaders,
        }
        return kinds.get(kind, {})

    def name(self, kind: Kind, id_: str) -> str:
        """What somebody is called; one that nobody knows by his id."""
        return self.of(kind).get(id_) or printable(id_)

    def apart(self, kind: Kind, id_: str) -> str:
        """The same with the formation behind it, by which those of one name are told apart."""
        formation = self.formations.get(self.formation_of.get(id_, ""), "")
        name = self.name(kind, id_)
        return f"{name} \N{MIDDLE DOT} {formation}" if formation else name

    def place(self, hex_: str) -> str:
        """A hex with the name of its place, where it has one."""
        name = self.places.get(hex_)
        return f"{printable(hex_)} {name}" if name else printable(hex_)


def pieces_of(forces: Json, map_: Json) -> Pieces:
    """Who is in the forces, and what the places of the map are called."""
    names: dict[str, dict[str, str]] = {"units": {}, "leaders": {}, "formations": {}}
    formation_of, side_of = dict[str, str](), dict[str, str]()
    for formation in records_of(forces.get("formations")):
        whose, side = formation.get("id"), formation.get("side")
        named = [("formations", formation)]
        for kind in ("units", "leaders"):
            named += [(kind, piece) for piece in records_of(formation.get(kind))]
        for kind, piece in named:
            id_ = piece.get("id")
            if not isinstance(id_, str):
                continue
            names[kind][id_] = _name(piece, id_)
            if isinstance(side, str):
                side_of[id_] = side
            if isinstance(whose, str) and kind != "formations":
                formation_of[id_] = whose
    told = forces.get("side_names")
    sides = told if isinstance(told, dict) else {}
    return Pieces(
        {id_: shown(name) for id_, name in sides.items()},
        names["formations"],
        names["units"],
        names["leaders"],
        _places(map_),
        formation_of,
        side_of,
    )


def _name(piece: Json, id_: str) -> str:
    name = piece.get("name")
    return printable(name) if isinstance(name, str) and name.strip() else printable(id_)


def _places(map_: Json) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for place in chain(records_of(map_.get("exits")), records_of(map_.get("places"))):
        hex_, name = place.get("hex"), place.get("name")
        if isinstance(hex_, str) and isinstance(name, str):
            found[hex_] = printable(name)
    return found


# -- who writes


class Scribe(QObject):
    """Writes into one file of the draft for the forms of a page, and tells them what they ask."""

    pickAsked = Signal(object)
    """A hex of the map is asked for: what is to be called with its id."""

    def __init__(self, desk: Desk, part: Part = "scenario", parent: QObject | None = None) -> None:
        """Write for a desk into one of its files."""
        super().__init__(parent)
        self.desk, self.part = desk, part
        self._known: tuple[Json, Json, Pieces] | None = None
        self._game: tuple[Editing, Mapping[str, Mapping[str, str]]] | None = None

    @property
    def tree(self) -> Json:
        """The file as it is."""
        return self.desk.draft.part(self.part)

    @property
    def kit(self) -> Kit[Any]:
        """The game whose fields it writes: that of the battle."""
        return self.desk.kit

    @property
    def record(self) -> type[Record]:
        """The schema of the file."""
        if self.part != "scenario":
            return KINDS[self.part]
        made: type[Record] = self.kit.form.schema
        return made

    def value(self, path: Sequence[str | int]) -> Any:
        """What stands in a place; None where there is nothing."""
        return at(self.tree, path)

    def write(
        self, path: Sequence[str | int], value: Any, words: str, stroke: object = None
    ) -> bool:
        """Take a step that changes one place; None leaves it out."""
        changed = written(self.tree, self.record, path, value)
        return self.desk.do(capital(words), self.desk.draft.having(self.part, changed), stroke)

    @property
    def pieces(self) -> Pieces:
        """The names of all that can be chosen."""
        draft = self.desk.draft
        known = self._known
        if known is None or known[0] is not draft.forces or known[1] is not draft.map:
            found = pieces_of(draft.forces, draft.map)
            known = self._known = (draft.forces, draft.map, found)
        return known[2]

    @property
    def editing(self) -> Editing:
        """The editor's side of the game."""
        return self._of_game()[0]

    def _of_game(self) -> tuple[Editing, Mapping[str, Mapping[str, str]]]:
        """It, with what fields of text may say."""
        if self._game is None or self._game[0].kit is not self.kit:
            editing = editing_of(self.kit)
            self._game = editing, editing.choices()
        return self._game

    @property
    def words(self) -> Words:
        """What fields are called; a game names those of its scenarios."""
        return Words(self.editing.words if self.part == "scenario" else {})

    def choices(self, name: str) -> Mapping[str, str]:
        """What a field of text may say, by its dotted name; empty where it is free."""
        if name == "system":
            return {kit.id: say(kit.title) for kit in self.desk.kits.values()}
        return self._of_game()[1].get(name, {})


def fields_on(desk: Desk, key: str, own: Sequence[str], taken: Sequence[str]) -> list[Field]:
    """The fields of a scenario that stand on a page, in the order in which they are asked.

    Args:
        desk: Whose game tells where its fields stand.
        key: The key of the page.
        own: What stands there for every game.
        taken: Of the page that has what no other names: what other pages have; else nothing.
    """
    editing = editing_of(desk.kit)
    named = [*own, *editing.fields.get(key, ())]
    schema: type[Record] = desk.kit.form.schema
    every = {told.name: told for told in fields_of(schema)}
    if taken:
        placed = {*taken, *chain.from_iterable(editing.fields.values())}
        named += [name for name in every if name not in placed and name not in named]
    return [every[name] for name in dict.fromkeys(named) if name in every]
