"""A battle that is begun: a sheet of clear ground, two sides without forces, six turns."""

from __future__ import annotations

from typing import Any, Final

from hexwar.editor.document import Draft, Json
from hexwar.editor.port import editing_of
from hexwar.editor.sheet import blank
from hexwar.hexes import Grid
from hexwar.kit import Kit
from hexwar.messages import say
from hexwar.scenario.form import Kind, fields_of
from hexwar.scenario.schema import FORMAT, Record

SIZE: Final = Grid(24, 18)
"""The sheet of a battle that is begun."""

_HOURS: Final = (7, 9, 11, 13, 15, 17)
_DATE: Final = "1814-03-25"


def new_battle(kit: Kit[Any], grid: Grid = SIZE) -> Draft:
    """A battle of a game that is begun: its files say what they must, as far as that is known."""
    name = say("New battle")
    sides = {"french": say("French"), "allied": say("Coalition")}
    turns = [
        {"turn": at, "day": 25, "hour": hour, "kind": "day"} for at, hour in enumerate(_HOURS, 1)
    ]
    told: Json = {
        "format": FORMAT,
        "kind": "scenario",
        "id": "new-battle",
        "name": name,
        "system": kit.id,
        "date": _DATE,
        "map": "map.json",
        "forces": "forces.json",
        "first_player": "french",
        "turns": turns,
    }
    schema: type[Record] = kit.form.schema
    scenario = {**told, **_needed(schema, told), **editing_of(kit).begun}
    order = schema.layout()
    scenario = dict(sorted(scenario.items(), key=lambda item: order.index(item[0])))
    forces = {"format": FORMAT, "kind": "forces", "side_names": sides, "formations": []}
    return Draft(blank(name, grid), forces, scenario)


def _needed(record: type[Record], told: Json) -> Json:
    """What a record must tell beside what is told already: of a choice the first."""
    found: Json = {}
    for field in fields_of(record):
        shape = field.shape
        if not field.is_needed or field.name in told:
            continue
        if shape.kind is Kind.CHOICE:
            found[field.name] = shape.choices[0]
        elif shape.kind is Kind.RECORD and shape.record is not None:
            found[field.name] = _needed(shape.record, {})
        elif shape.kind is Kind.LIST:
            found[field.name] = []
    return found
