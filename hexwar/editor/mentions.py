"""Where the files name a unit, a leader or a formation, and how all these places are changed.

The schema says which fields hold ids, so a field that a game adds is found too. It may have the
objects of other games that read the same scenario (`form.with_guests`). What does not have the form
of the schema is let be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexwar.editor.document import Draft, Json
from hexwar.scenario.form import Kind, Shape, fields_of
from hexwar.scenario.schema import ForcesFile, Record

Name = tuple[Kind, str]
"""An id, and what it is the id of."""

PIECES: Final = frozenset((Kind.UNIT, Kind.LEADER, Kind.FORMATION))

_GONE: Final = object()
"""Stands for what falls away with the id in it."""


def renamed(draft: Draft, schema: type[Record], names: Mapping[Name, str]) -> Draft:
    """The draft with other ids everywhere, where they are given and where they are named.

    All change at once, so two may take each other's.

    Args:
        draft: What is at work.
        schema: The form of its scenario.
        names: The new ids by the old ones.
    """
    return _swapped(draft, schema, dict(names))


def forgotten(draft: Draft, schema: type[Record], names: frozenset[Name]) -> Draft:
    """The draft without ids; what cannot be without one, or has nothing left in it, goes too."""
    return _swapped(draft, schema, dict.fromkeys(names))


def mentions(draft: Draft, schema: type[Record], names: frozenset[Name]) -> Counter[str]:
    """How often ids are named in the fields of the scenario and in formations, by field.

    An object in it counts by its own fields. Where ids are given themselves does not count.
    """
    found: Counter[str] = Counter()
    for name, held in _held(draft.scenario, schema):
        found[name] += sum(one in names for one in held)
    for field in fields_of(ForcesFile):
        held = _names(draft.forces.get(field.name), field.shape, is_id=False)
        found[field.name] += sum(name in names for name in held)
    return +found


def _held(value: Json, record: type[Record]) -> Iterator[tuple[str, Iterator[Name]]]:
    """The fields of a record, and of the objects in it, each with the ids that it holds."""
    for field in fields_of(record):
        one = value.get(field.name)
        if isinstance(one, dict) and field.shape.record is not None:
            yield from _held(one, field.shape.record)
        else:
            yield field.name, _names(one, field.shape)


def _swapped(draft: Draft, schema: type[Record], swap: Mapping[Name, str | None]) -> Draft:
    forces = _record(draft.forces, ForcesFile, swap)
    scenario = _record(draft.scenario, schema, swap)
    changed = draft if forces is _GONE else draft.having("forces", forces)
    return changed if scenario is _GONE else changed.having("scenario", scenario)


def _record(value: Json, record: type[Record], swap: Mapping[Name, str | None]) -> Any:
    """A record with other ids in it; the same object where it has none of them."""
    changed: dict[str, Any] = {}
    emptied = False
    for field in fields_of(record):
        if field.name not in value:
            continue
        new = _value(value[field.name], field.shape, swap)
        if new is value[field.name]:
            continue
        is_empty = new is _GONE or (isinstance(new, list) and not new)
        emptied = emptied or (is_empty and isinstance(value[field.name], list))
        if new is _GONE and field.is_needed:
            return _GONE
        # Where None stands for a list that is left out, an empty one means another thing.
        is_same_left_out = not field.is_needed and (new is _GONE or field.usual is not None)
        changed[field.name] = _GONE if is_empty and is_same_left_out else new
    if not changed:
        return value
    result = {key: changed.get(key, old) for key, old in value.items()}
    result = {key: new for key, new in result.items() if new is not _GONE}
    return _GONE if emptied and _is_spent(result, record) else result


def _is_spent(value: Json, record: type[Record]) -> bool:
    """Whether a record that is about pieces and has no id of its own names none any more."""
    lists = [f for f in fields_of(record) if f.shape.item and f.shape.item.kind in PIECES]
    is_of_pieces = bool(lists) and "id" not in record.model_fields
    return is_of_pieces and not any(value.get(f.name) for f in lists)


def _value(value: Any, shape: Shape, swap: Mapping[Name, str | None]) -> Any:
    if isinstance(value, str):
        name = (shape.kind, value)
        if name not in swap:
            return value
        new = swap[name]
        return _GONE if new is None else new
    if isinstance(value, dict) and shape.record is not None:
        return _record(value, shape.record, swap)
    item = shape.item
    if isinstance(value, list) and item is not None:
        made = [_value(one, item, swap) for one in value]
        is_same = all(new is old for new, old in zip(made, value, strict=True))
        return value if is_same else [new for new in made if new is not _GONE]
    if isinstance(value, dict) and item is not None and shape.key is not None:
        key = shape.key
        pairs = [(_value(k, key, swap), _value(one, item, swap)) for k, one in value.items()]
        olds = value.items()
        if all(k is old and one is was for (k, one), (old, was) in zip(pairs, olds, strict=True)):
            return value
        return {k: one for k, one in pairs if k is not _GONE and one is not _GONE}
    return value


def _names(value: Any, shape: Shape, *, is_id: bool = True) -> Iterator[Name]:
    """The ids in a value; without those by which pieces are called themselves, if so wished."""
    item = shape.item
    if isinstance(value, str):
        yield shape.kind, value
    elif isinstance(value, dict) and shape.record is not None:
        for field in fields_of(shape.record):
            if field.name in value and (is_id or field.name != "id"):
                yield from _names(value[field.name], field.shape, is_id=is_id)
    elif isinstance(value, list) and item is not None:
        for one in value:
            yield from _names(one, item, is_id=is_id)
    elif isinstance(value, dict) and item is not None and shape.key is not None:
        for key, one in value.items():
            yield from _names(key, shape.key)
            yield from _names(one, item, is_id=is_id)
