"""The fields of a record as an editor asks for them: what each may hold, and what is said of it.

All of it is read off the schema, so a field that a game adds has its place in the editor at once.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property, lru_cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import TypeAdapter, ValidationError, create_model
from pydantic.fields import FieldInfo

from hexwar.scenario import schema
from hexwar.scenario.salvage import sentence_of
from hexwar.scenario.schema import Record


class Kind(StrEnum):
    """What a value is."""

    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"
    FLAG = "flag"
    HEX = "hex"
    HEXSIDE = "hexside"
    UNIT = "unit"  # the id of one
    LEADER = "leader"
    FORMATION = "formation"
    SIDE = "side"
    RECORD = "record"
    LIST = "list"
    TABLE = "table"  # values by keys
    OTHER = "other"


_KNOWN: Final[Mapping[Any, Kind]] = {
    schema.HexId: Kind.HEX,
    schema.HexsideId: Kind.HEXSIDE,
    schema.UnitIdText: Kind.UNIT,
    schema.LeaderIdText: Kind.LEADER,
    schema.FormationIdText: Kind.FORMATION,
    schema.SideId: Kind.SIDE,
}

_PLAIN: Final[Mapping[Any, Kind]] = {str: Kind.TEXT, int: Kind.NUMBER, bool: Kind.FLAG}


@dataclass(frozen=True)
class Shape:
    """What a value may be: a field, an item of a list, or a key or value of a table."""

    kind: Kind
    hint: Any  # its annotation
    choices: tuple[str, ...] = ()
    is_open: bool = False  # None is a value too: nothing is told
    record: type[Record] | None = None
    item: Shape | None = None  # of a list or table
    key: Shape | None = None  # of a table
    low: float | None = None
    high: float | None = None
    longest: int | None = None  # characters, or items

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.hint)

    def refusal(self, value: object) -> str:
        """Why the file may not hold a value; empty where it may."""
        try:
            self._adapter.validate_python(value)
        except ValidationError as fault:
            return sentence_of(fault.errors(include_url=False)[0])
        return ""


@dataclass(frozen=True)
class Field:
    """A field of a record."""

    name: str
    shape: Shape
    about: str  # one line about it, without its stop; may be empty
    is_needed: bool
    usual: Any = None  # what counts where it is left out

    def refusal(self, value: object) -> str:
        """Why the file may not hold a value here; empty where it may."""
        return self.shape.refusal(value)


def with_guests(schema: type[Record], guests: Mapping[str, type[Record]]) -> type[Record]:
    """The form of a scenario with the objects that other games keep in it, by their names."""
    return _with_guests(schema, tuple(sorted(guests.items(), key=lambda pair: pair[0])))


@lru_cache(maxsize=32)
def _with_guests(
    schema: type[Record], guests: tuple[tuple[str, type[Record]], ...]
) -> type[Record]:
    own = schema.model_fields
    fields: dict[str, Any] = {n: (record | None, None) for n, record in guests if n not in own}
    return create_model(schema.__name__, __base__=schema, **fields) if fields else schema


@lru_cache(maxsize=256)
def fields_of(record: type[Record]) -> tuple[Field, ...]:
    """The fields of a record, in their order."""
    return tuple(_field(name, info) for name, info in record.model_fields.items())


def field_of(record: type[Record], name: str) -> Field | None:
    """A field by its name; None where the record has none such."""
    return next((field for field in fields_of(record) if field.name == name), None)


def _field(name: str, info: FieldInfo) -> Field:
    hint: Any = info.annotation
    if info.metadata:
        hint = Annotated[(hint, *info.metadata)]
    usual = None if info.is_required() else info.get_default(call_default_factory=True)
    return Field(name, shape_of(hint), info.description or "", info.is_required(), usual)


def shape_of(hint: Any) -> Shape:
    """What an annotation allows."""
    known = _known(hint)
    bare, bounds = _bare(hint)
    is_open = False
    if get_origin(bare) in (Union, types.UnionType):
        inner = [part for part in get_args(bare) if part is not type(None)]
        is_open = len(inner) < len(get_args(bare))
        if len(inner) == 1:
            known = known or _known(inner[0])
            bare, more = _bare(inner[0])
            bounds = {**more, **bounds}
    return _shape(bare, bounds, known, hint, is_open=is_open)


def _known(hint: Any) -> Kind | None:
    """The kind of an id, told by the pattern and the type that the schema gives it."""
    for told, kind in _KNOWN.items():
        if hint == told:
            return kind
    if get_origin(hint) is Annotated:  # with more about it than its type
        origin, notes = get_args(hint)[0], set(map(repr, get_args(hint)[1:]))
        for told, kind in _KNOWN.items():
            first, *its = get_args(told)
            if origin == first and set(map(repr, its)) <= notes:
                return kind
    return None


def _bare(hint: Any) -> tuple[Any, dict[str, Any]]:
    """An annotation without what is noted of it, and the bounds among these notes."""
    bounds: dict[str, Any] = {}
    while get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        for note in notes:
            inner = note.metadata if isinstance(note, FieldInfo) else [note]
            for one in inner:
                for name in ("ge", "le", "max_length", "min_length"):
                    value = getattr(one, name, None)
                    if value is not None:
                        bounds.setdefault(name, value)
    return hint, bounds


def _shape(
    bare: Any, bounds: dict[str, Any], known: Kind | None, hint: Any, *, is_open: bool
) -> Shape:
    told: dict[str, Any] = {
        "hint": hint,
        "is_open": is_open,
        "low": bounds.get("ge"),
        "high": bounds.get("le"),
        "longest": bounds.get("max_length"),
    }
    if known is not None:
        return Shape(known, **told)
    origin = get_origin(bare)
    if origin is Literal:
        return Shape(Kind.CHOICE, choices=tuple(map(str, get_args(bare))), **told)
    if origin is tuple:
        return Shape(Kind.LIST, item=shape_of(get_args(bare)[0]), **told)
    if origin is dict:
        key, value = get_args(bare)
        return Shape(Kind.TABLE, key=shape_of(key), item=shape_of(value), **told)
    if isinstance(bare, type) and issubclass(bare, Record):
        return Shape(Kind.RECORD, record=bare, **told)
    if isinstance(bare, type) and issubclass(bare, Enum):
        return Shape(Kind.CHOICE, choices=tuple(str(one.value) for one in bare), **told)
    while hasattr(bare, "__supertype__"):
        bare = bare.__supertype__
    return Shape(_PLAIN.get(bare, Kind.OTHER), **told)
