"""What can be done to the forces: each function takes objects of files and gives new ones.

Where a list would grow longer than a file may hold, it gives a `Refusal` in their place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from hexwar.editor.army import (
    LEADERS,
    MOST_FORMATIONS,
    OFF_MAP,
    ORDER,
    UNITS,
    Line,
    Path,
    Roll,
    at,
    blank,
    formation_at,
    formation_id,
    formations,
    given,
    ids,
    inside,
    leader_id,
    plain,
    put_at,
    side_names,
    slug_of,
    slugs,
    superiors,
    text,
    unit_id,
    way_up,
)
from hexwar.editor.document import Draft, Json, put
from hexwar.editor.mentions import Name, forgotten, renamed
from hexwar.engine import Refusal
from hexwar.messages import mark, say
from hexwar.scenario.form import Kind
from hexwar.scenario.schema import FormationRecord, LeaderRecord, OffMapRecord, Record, UnitRecord

# -- cells


Change = tuple[Path, str, Any]
"""A record by its place, a field of it, and its new value; None leaves it out."""


def changed(
    draft: Draft, schema: type[Record], changes: Sequence[Change]
) -> tuple[Draft, tuple[str, ...]]:
    """The draft with other values in some cells; an id changes wherever it is named.

    Returns:
        The draft, and a sentence for each id that stays because another record has the new one.
    """
    names, plain, refused = _sorted(draft.forces, changes)
    result = renamed(draft, schema, names) if names else draft
    forces = result.forces
    for place, field, value in plain:
        if isinstance(at(forces, place), dict):
            order = tuple(_record_at(place).model_fields)
            forces = put_at(forces, (*place, field), value, order)
    return result.having("forces", forces), refused


def _sorted(
    forces: Json, changes: Sequence[Change]
) -> tuple[dict[Name, str], list[Change], tuple[str, ...]]:
    """The ids that change everywhere, the other changes, and why some ids do not change."""
    known = ids(forces)
    leaving = Counter(text(at(forces, p), "id") for p, field, _ in changes if field == "id")
    coming = Counter(new for _, field, new in changes if field == "id" and isinstance(new, str))
    names: dict[Name, str] = {}
    plain, refused = [], []
    for change in changes:
        place, field, value = change
        old = text(at(forces, place), field)
        if field != "id" or value == old:
            plain.append(change)
        elif not isinstance(value, str):
            refused.append(say("Nothing goes without an id."))
        elif known[value] > leaving[value] or coming[value] > 1:
            refused.append(say("The id {id} is taken.", id=value))
        elif old and known[old] == 1:
            names[kind_at(place), old] = value
        else:
            plain.append(change)
    return names, plain, tuple(refused)


def _record_at(place: Path) -> type[Record]:
    """The form of the record in a place."""
    if place[0] == OFF_MAP.field:
        return OffMapRecord
    if len(place) == 2:
        return FormationRecord
    return UnitRecord if place[2] == UNITS.field else LeaderRecord


def kind_at(place: Path) -> Kind:
    """Of what the id of the record in a place is."""
    kinds = {UnitRecord: Kind.UNIT, LeaderRecord: Kind.LEADER}
    return kinds.get(_record_at(place), Kind.FORMATION)


# -- records come and go


def added(
    forces: Json, roll: Roll, formation: int | None, rows: Sequence[Json], before: int | None = None
) -> tuple[Json, tuple[Path, ...]] | Refusal:
    """The forces with more records in a roll, and their places.

    What they lack of id and lasting name they get; an id that is taken is changed.

    Args:
        forces: The forces.
        roll: Of units, of leaders or of formations off the map.
        formation: Whose, by its place; None for what is no formation's.
        rows: The records.
        before: The place in the list before which they come; at its end if not told.
    """
    owner = formation_at(forces, formation) if roll.is_inner else forces
    if owner is None:
        return Refusal(say("Choose the formation first that they are to belong to."), "")
    old = inside(owner, roll.field)
    if len(old) + len(rows) > roll.most:
        words = mark("There would be too many {what}: at most {most}.")
        return Refusal(say(words, what=say(_ROLLS[roll.field]), most=roll.most), "")
    start = len(old) if before is None else min(before, len(old))
    new = _named(forces, roll, owner, rows)
    whole = [*old[:start], *new, *old[start:]]
    at_: Path = ("formations", formation, roll.field) if formation is not None else (roll.field,)
    at_ = at_ if roll.is_inner else (roll.field,)
    order = tuple(FormationRecord.model_fields) if roll.is_inner else ORDER
    result = put_at(forces, at_, whole, order)
    return result, tuple((*at_, start + i) for i in range(len(new)))


_ROLLS: Final = {
    "units": mark("units"),
    "leaders": mark("leaders"),
    "off_map": mark("formations off the map"),
}


def _named(forces: Json, roll: Roll, owner: Json, rows: Sequence[Json]) -> list[Json]:
    """Records with ids of their own, and lasting names where they have none."""
    taken, lasting, made = set(ids(forces)), set(slugs(forces)), []
    order = tuple(roll.record.model_fields)
    home = text(owner, "id")
    for row in rows:
        id_ = text(row, "id")
        if not id_ or id_ in taken:
            if roll is UNITS:
                id_ = unit_id(home, taken)
            elif roll is LEADERS:
                id_ = leader_id(home, text(row, "role"), taken)
            else:
                id_ = formation_id(forces, text(row, "side"), id_, taken)
        told: Json = {"id": id_}
        if roll is UNITS and (not text(row, "slug") or text(row, "slug") in lasting):
            told["slug"] = slug_of(text(row, "name"), home, lasting)
        whole = put({}, {**row, **told}, order)
        taken.add(id_)
        lasting.add(text(whole, "slug"))
        made.append(whole)
    return made


def added_formation(
    forces: Json, side: str, beside: int | None = None
) -> tuple[Json, int] | Refusal:
    """The forces with a new corps of a side, behind another formation or at the end."""
    listed = inside(forces, "formations")
    if len(listed) >= MOST_FORMATIONS:
        return _too_many()
    near = formation_at(forces, beside)
    own = [text(one, "nation") for _, one in formations(forces) if text(one, "side") == side]
    nation = text(near, "nation") or next((n for n in own if n), "")
    made: Json = {"id": formation_id(forces, side), "name": say("New corps"), "side": side}
    usual = side_names(forces).get(side, "") or say("Nation")
    made |= {"kind": "corps", "nation": nation or usual, "presence": "start"}
    order = tuple(FormationRecord.model_fields)
    made = put(made, {f: text(near, f) or None for f in ("army", "assigned_to")}, order)
    place = len(listed) if beside is None or near is None else beside + 1
    return put(forces, {"formations": [*listed[:place], made, *listed[place:]]}, ORDER), place


def _too_many() -> Refusal:
    words = mark("There would be too many formations: at most {most}.")
    return Refusal(say(words, most=MOST_FORMATIONS), "")


def fresh(forces: Json, formation: Json) -> Json:
    """A formation with ids of its own where the forces have them, its pieces' too."""
    old = text(formation, "id")
    id_ = formation_id(forces, text(formation, "side"), old)
    taken, lasting = {*ids(forces), id_}, set(slugs(forces))
    told: dict[str, Any] = {"id": id_}
    for roll in (LEADERS, UNITS):
        rows = []
        for row in inside(formation, roll.field):
            if isinstance(row, dict):
                was = text(row, "id")
                tail = was.removeprefix(f"{old}-")
                wanted = f"{id_}-{tail}" if old and tail != was else was
                spare = unit_id(id_, taken) if roll is UNITS else leader_id(id_, "", taken)
                new = spare if wanted in taken or not wanted else wanted
                taken.add(new)
                fields = {"id": new}
                if text(row, "slug") in lasting:
                    fields["slug"] = slug_of(text(row, "name"), id_, lasting)
                    lasting.add(fields["slug"])
                row = put(row, fields, tuple(roll.record.model_fields))  # noqa: PLW2901
            rows.append(row)
        if roll.field in formation:
            told[roll.field] = rows
    return put(formation, told, tuple(FormationRecord.model_fields))


def duplicated(forces: Json, index: int) -> tuple[Json, int] | Refusal:
    """The forces with a copy of a formation behind it, and its place."""
    formation, listed = formation_at(forces, index), inside(forces, "formations")
    if formation is None:
        return Refusal(say("Choose a formation first."), "")
    if len(listed) >= MOST_FORMATIONS:
        return _too_many()
    copy = fresh(forces, formation)
    whole = [*listed[: index + 1], copy, *listed[index + 1 :]]
    return put(forces, {"formations": whole}, ORDER), index + 1


def names_at(forces: Json, gone: Iterable[Path]) -> frozenset[Name]:
    """The ids that are given nowhere any more once some records are gone."""
    lost: list[tuple[Kind, str]] = []
    heads = set(gone)
    for place, id_ in given(forces):
        if place in heads or place[:2] in heads:
            lost.append((kind_at(place), id_))
    known, leaving = ids(forces), Counter(id_ for _, id_ in lost)
    return frozenset((kind, id_) for kind, id_ in lost if id_ and known[id_] == leaving[id_])


def removed(draft: Draft, schema: type[Record], gone: Iterable[Path]) -> Draft:
    """The draft without some records, and without their ids wherever they are named.

    A formation takes its units and leaders with it.
    """
    paths = set(gone)
    names = names_at(draft.forces, paths)
    without = draft.having("forces", without_at(draft.forces, paths))
    return forgotten(without, schema, names) if names else without


def without_at(forces: Json, gone: Iterable[Path]) -> Json:
    """The forces without the records in some places."""
    lists: dict[Path, set[int]] = {}
    for place in gone:
        if isinstance(place[-1], int):
            lists.setdefault(place[:-1], set()).add(place[-1])
    result = forces
    for path in sorted(lists, key=len, reverse=True):  # formations last: they are counted
        old = at(forces if len(path) > 1 else result, path)
        if isinstance(old, list):
            kept: list[Any] | None = [one for i, one in enumerate(old) if i not in lists[path]]
            result = put_at(result, path, kept or (None if path != ("formations",) else []))
    return result


def shifted(forces: Json, rows: Sequence[Path], way: int) -> tuple[Json, tuple[Path, ...]]:
    """The forces with records one place up (-1) or down (1) in their lists, and where they are."""
    result = forces
    moved: dict[Path, Path] = {}
    for place in sorted(rows, key=_number_of, reverse=way > 0):
        listed, index = at(result, place[:-1]), place[-1]
        target = _number_of(place) + way
        is_there = isinstance(listed, list) and 0 <= target < len(listed)
        if not is_there or (*place[:-1], target) in moved.values() or not isinstance(index, int):
            moved[place] = place
            continue
        row = list(listed)
        row[index], row[target] = row[target], row[index]
        result = put_at(result, place[:-1], row)
        moved[place] = (*place[:-1], target)
    return result, tuple(moved[place] for place in rows)


def _number_of(place: Path) -> int:
    return place[-1] if isinstance(place[-1], int) else 0


def moved_rows(
    forces: Json, roll: Roll, rows: Sequence[Path], to: int
) -> tuple[Json, tuple[Path, ...]] | Refusal:
    """The forces with units or leaders in another formation; they keep their ids."""
    coming = [place for place in rows if place[1] != to and isinstance(at(forces, place), dict)]
    target = formation_at(forces, to)
    if target is None or not roll.is_inner:
        return Refusal(say("Choose a formation first."), "")
    old = inside(target, roll.field)
    if len(old) + len(coming) > roll.most:
        words = mark("There would be too many {what}: at most {most}.")
        return Refusal(say(words, what=say(_ROLLS[roll.field]), most=roll.most), "")
    order = tuple(FormationRecord.model_fields)
    whole = [*old, *(at(forces, place) for place in coming)]
    result = put_at(forces, ("formations", to, roll.field), whole, order)
    result = without_at(result, coming)
    return result, tuple(("formations", to, roll.field, len(old) + i) for i in range(len(coming)))


def moved_formation(forces: Json, index: int, way: int) -> tuple[Json, int]:
    """The forces with a formation before (-1) or behind (1) the next one beside it in the tree."""
    above, listed = superiors(forces), inside(forces, "formations")
    formation = formation_at(forces, index)
    if formation is None:
        return forces, index
    key = (text(formation, "side"), above[index], text(formation, "army"))
    beside = [
        i
        for i, one in formations(forces)
        if (text(one, "side"), above[i], text(one, "army")) == key
    ]
    place = beside.index(index) + way
    if not 0 <= place < len(beside):
        return forces, index
    other, row = beside[place], list(listed)
    row[index], row[other] = row[other], row[index]
    return put(forces, {"formations": row}), other


def put_under(forces: Json, index: int, over: Line) -> Json | Refusal:
    """The forces with a formation under another one, or straight under its side or army.

    A wing commands what is under it; what is under a corps is a division of it.
    """
    formation = formation_at(forces, index)
    target = formation_at(forces, over.formation)
    if formation is None:
        return forces
    fields: dict[str, Any] = {"side": over.side or None, "assigned_to": None, "division_of": None}
    if target is None:
        stays = text(formation, "army") if over.side == text(formation, "side") else ""
        fields["army"] = over.army or stays or None
    elif over.formation is not None and index in way_up(forces, over.formation):
        return Refusal(say("A formation cannot stand under itself."), "")
    else:
        is_wing = text(target, "kind") == "wing"
        fields["assigned_to" if is_wing else "division_of"] = text(target, "id")
        fields["army"] = text(target, "army") or None
    order = tuple(FormationRecord.model_fields)
    listed = inside(forces, "formations")
    whole = [*listed[:index], put(formation, fields, order), *listed[index + 1 :]]
    return put(forces, {"formations": whole}, ORDER)


def with_side(
    draft: Draft, schema: type[Record], place: int, id_: str, name: str
) -> Draft | Refusal:
    """The draft with another id and name of a side, first or second, wherever it is named."""
    if not draft.forces:
        draft = draft.having("forces", blank({}))
    told = draft.forces.get("side_names")
    pairs = list(told.items()) if isinstance(told, dict) else []
    id_ = id_ or re.sub(r"[^a-z]+", "_", plain(name).casefold()).strip("_")[:32]
    if place >= len(pairs):
        if not id_ or id_ in dict(pairs):
            return Refusal(say("The id {id} is taken.", id=id_), "") if id_ else draft
        whole = dict([*pairs, (id_, name or id_)])
        return draft.having("forces", put(draft.forces, {"side_names": whole}, ORDER))
    old = pairs[place][0]
    if id_ != old and id_ in dict(pairs):
        return Refusal(say("The id {id} is taken.", id=id_), "")
    result = draft if id_ == old else renamed(draft, schema, {(Kind.SIDE, old): id_})
    held = result.forces.get("side_names")
    names = {**held, id_: name} if isinstance(held, dict) else {id_: name}
    return result.having("forces", put(result.forces, {"side_names": names}, ORDER))
