"""Formations of another battle's files, copied into the forces at work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hexwar import resources
from hexwar.editor.army import (
    MOST_FORMATIONS,
    ORDER,
    UNITS,
    blank,
    formation_at,
    formation_names,
    formations,
    inside,
    side_names,
    text,
)
from hexwar.editor.document import Json, put
from hexwar.editor.files import Files
from hexwar.editor.muster import fresh
from hexwar.engine import Refusal
from hexwar.messages import mark, say
from hexwar.scenario.files import SCENARIO_FILE
from hexwar.scenario.findings import Pen
from hexwar.scenario.reading import read_object
from hexwar.scenario.schema import FormationRecord, UnitRecord
from hexwar.scenario.summaries import scenario_ids

_UNIT_ORDER: Final = tuple(UnitRecord.model_fields)
_ORDER: Final = tuple(FormationRecord.model_fields)
_OTHERS: Final = ("assigned_to", "division_of")


def shipped() -> tuple[tuple[str, Path], ...]:
    """The battles on maps that come with the program: their ids and the folders of their files."""
    folders = ((id_, resources.scenarios() / id_) for id_ in scenario_ids())
    return tuple((id_, folder) for id_, folder in folders if "turns" in _scenario(folder))


def name_of(folder: Path) -> str:
    """The name of the battle in a folder; the folder's where it tells none."""
    return text(_scenario(folder), "name") or folder.name


def _scenario(folder: Path) -> Json:
    """The scenario in a folder as it is written; nothing where it cannot be read."""
    file = folder / SCENARIO_FILE
    return read_object(file, Pen(file.as_posix(), [])) or {}


def read_forces(path: Path) -> tuple[str, Json] | Refusal:
    """The name of a battle and its forces, by its folder or one of its files; or why not."""
    draft, _, findings = Files.read(path)
    if formations(draft.forces):
        name = text(draft.scenario, "name") or path.stem
        return name, draft.forces
    told = next((finding.sentence for finding in findings if finding.is_error), "")
    words = mark("{name} holds no forces: {why}.") if told else mark("{name} holds no forces.")
    return Refusal(say(words, name=path.name, why=told), "")


def borrowed(
    forces: Json, other: Json, chosen: Sequence[int], sides: Mapping[str, str]
) -> tuple[Json, tuple[int, ...]] | Refusal:
    """The forces with copies of another battle's formations at their end, and their places.

    Ids that are taken are changed, in the copies alone. What a copy says of a formation that is in
    neither battle's copies nor the forces falls away; a corps from which units are attached comes
    along as one off the map. Keys of sources that mean something else here are changed too.

    Args:
        forces: The forces at work.
        other: Those of the other battle.
        chosen: The places of its formations.
        sides: The sides here by those there.
    """
    result = forces or blank({})
    if not side_names(result):
        result = put(result, {"side_names": side_names(other)}, ORDER)
    listed = inside(result, "formations")
    taken = [one for index in chosen if (one := formation_at(other, index)) is not None]
    if len(listed) + len(taken) > MOST_FORMATIONS:
        words = mark("There would be too many formations: at most {most}.")
        return Refusal(say(words, most=MOST_FORMATIONS), "")
    keys, result = _with_sources(result, other, taken)
    new_ids: dict[str, str] = {}
    start = len(listed)
    for formation in taken:
        side = sides.get(text(formation, "side"), text(formation, "side"))
        copy = fresh(result, put(formation, {"side": side}, _ORDER))
        new_ids[text(formation, "id")] = text(copy, "id")
        copy = _with_keys(copy, keys)
        whole = [*inside(result, "formations"), copy]
        result = put(result, {"formations": whole}, ORDER)
    result = _with_off_map(result, other, taken, new_ids, sides)
    return _tied(result, start, new_ids), tuple(range(start, start + len(taken)))


def _with_sources(forces: Json, other: Json, taken: Sequence[Json]) -> tuple[dict[str, str], Json]:
    """The forces with the sources that copies name, and the keys that these have here."""
    here = forces.get("sources")
    known: dict[str, Any] = dict(here) if isinstance(here, dict) else {}
    there = other.get("sources")
    told = there if isinstance(there, dict) else {}
    units = (unit for one in taken for unit in inside(one, UNITS.field))
    keys: dict[str, str] = {}
    for key in dict.fromkeys(text(unit, "source") for unit in units):
        if not key or key not in told:
            continue
        spare = (key, *(f"{key[:12]}-{n}" for n in range(2, 100)))
        fitting = (new for new in spare if new not in known or known[new] == told[key])
        keys[key] = next(fitting, key)
        known.setdefault(keys[key], told[key])
    return keys, put(forces, {"sources": known}, ORDER) if keys else forces


def _with_keys(formation: Json, keys: Mapping[str, str]) -> Json:
    if all(old == new for old, new in keys.items()):
        return formation
    units = [
        put(unit, {"source": keys.get(text(unit, "source"), text(unit, "source")) or None})
        if isinstance(unit, dict)
        else unit
        for unit in inside(formation, UNITS.field)
    ]
    return put(formation, {UNITS.field: units}) if units else formation


def _with_off_map(
    forces: Json,
    other: Json,
    taken: Sequence[Json],
    new_ids: Mapping[str, str],
    sides: Mapping[str, str],
) -> Json:
    """The forces with what copies are attached from, where it is known there and not here."""
    units = [unit for one in taken for unit in inside(one, UNITS.field)]
    wanted = dict.fromkeys(text(unit, "attached_from") for unit in units)
    there = {
        text(one, "id"): one
        for one in (*(one for _, one in formations(other)), *inside(other, "off_map"))
        if isinstance(one, dict)
    }
    here = formation_names(forces)
    new = [
        {"id": id_, "name": text(one, "name"), "side": sides.get(text(one, "side"), "")}
        for id_ in wanted
        if id_ and id_ not in here and id_ not in new_ids and (one := there.get(id_))
    ]
    return put(forces, {"off_map": [*inside(forces, "off_map"), *new]}, ORDER) if new else forces


def _tied(forces: Json, start: int, new_ids: Mapping[str, str]) -> Json:
    """The forces with copies that name one another, and nobody who is not there."""
    known = formation_names(forces)

    def here(id_: str) -> str | None:
        new = new_ids.get(id_, id_)
        return new if new in known else None

    listed = inside(forces, "formations")
    made = listed[:start]
    for formation in listed[start:]:
        fields: dict[str, Any] = {
            name: here(text(formation, name)) for name in _OTHERS if name in formation
        }
        if "may_order" in formation:
            may = (here(id_) for id_ in inside(formation, "may_order") if isinstance(id_, str))
            fields["may_order"] = [id_ for id_ in may if id_] or None
        if "units" in formation:
            fields["units"] = [
                put(unit, {"attached_from": here(text(unit, "attached_from"))}, _UNIT_ORDER)
                if text(unit, "attached_from")
                else unit
                for unit in inside(formation, "units")
            ]
        made.append(put(formation, fields, _ORDER))
    return put(forces, {"formations": made}, ORDER)
