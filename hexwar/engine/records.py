"""States of records: one copy, one view and one digest for all, driven by what the fields tell.

A state is a dataclass of dicts, plain values and frozen records that are replaced whole. A field
tells in its metadata who may see it: both (`OPEN`), whoever its record says (`CHAPTER`), each as a
rule says (`secret`); or that it is worked out from others (`INDEX`, `FLEETING`), or printed and
never changed (`PRINTED`). One that tells nothing is hidden: a view has its default instead.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping, Set
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol, TypeVar, get_type_hints

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

Rule = Callable[[Any, Any], Any]
"""From the value of a secret field and a reader to what that reader sees."""

PRINTED: Final = {"is_hashed": False, "is_printed": True}
"""Of a field that is the same throughout a game: what a save's header tells."""
INDEX: Final = {"is_hashed": False}
"""Of a field that the state's own methods keep true to the others."""
FLEETING: Final = {"is_hashed": False, "is_fleeting": True}
"""Of a field that begins empty in every copy."""


OPEN: Final = {"is_open": True}
"""Of a field that both sides may see, with all that is in it."""
CHAPTER: Final = {"is_chapter": True}
"""Of a field that holds a record whose own fields tell who may see them."""

MOST_KEPT: Final = 64
"""Records as readers saw them last."""


def secret(shown: Rule) -> dict[str, Any]:
    """The metadata of a field that not everybody may see.

    Args:
        shown: From its value and a reader to what that reader sees instead; the value itself
            where nothing of it is hidden from him.
    """
    return {"shown": shown}


def without(mapping: Mapping[K, V], *keys: K) -> dict[K, V]:
    """A mapping without some keys, whether they are there or not."""
    return {key: value for key, value in mapping.items() if key not in keys}


def changed(record: T, /, **changes: Any) -> T:
    """A frozen record with some other fields: what `dataclasses.replace` does, in half the time.

    Of records with two fields or more, which are all arguments, in their order.
    """
    kind = type(record)
    read, places = _SHAPES.get(kind) or _shape(kind)
    values = list(read(record))
    for name, value in changes.items():
        values[places[name]] = value
    return kind(*values)


_Shape = tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]]
"""What reads all fields of a record, and where each of them is."""

_SHAPES: Final[dict[type, _Shape]] = {}


def _shape(kind: type) -> _Shape:
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else []
    shape = _SHAPES[kind] = attrgetter(*names), {name: at for at, name in enumerate(names)}
    return shape


def copied(state: T) -> T:
    """An independent state: its dicts are its own, the frozen records are shared."""
    kind = type(state)
    plan, twin = _plan_of(kind), kind.__new__(kind)
    for name in plan.shared:
        setattr(twin, name, getattr(state, name))
    for name in plan.dicts:
        setattr(twin, name, getattr(state, name).copy())
    for name in plan.fleeting:
        setattr(twin, name, {})
    return twin


class Reader(Protocol):
    """Who looks at a state; what he is beyond that is between a system and its fields."""

    @property
    def key(self) -> Hashable:
        """Readers of the same key see the same of a record."""
        ...


def seen_by(state: T, reader: Reader) -> T:
    """A state of the same class as a reader may know it; records without secrets are shared.

    Raises:
        TypeError: A field tells nobody who may see it, and has no default to show instead.
    """
    seen, plan = copied(state), _plan_of(type(state))
    for name, made in plan.hidden:
        setattr(seen, name, made())
    for name, rule in plan.secrets:
        value = getattr(state, name)
        shown = rule(value, reader)
        if shown is not value:
            setattr(seen, name, shown)
    key = reader.key
    for name in plan.chapters:
        value = getattr(state, name)
        shown = _covered(value, reader, key)
        if shown is not value:
            setattr(seen, name, shown)
    return seen


def _covered(record: Any, reader: Reader, key: Hashable) -> Any:
    """A record with its secret fields as a reader sees them; itself where none is hidden.

    What was shown last is kept: from one question to the next most chapters are the same.
    """
    place = (type(record), key)
    last = _SHOWN.get(place)
    if last is None or last[0] is not record:
        if len(_SHOWN) > MOST_KEPT:
            _SHOWN.clear()
        last = _SHOWN[place] = (record, _covered_anew(record, reader))
    return last[1]


def _covered_anew(record: Any, reader: Reader) -> Any:
    plan = _plan_of(type(record))
    changes = {
        name: shown
        for name, rule in plan.secrets
        if (shown := rule(value := getattr(record, name), reader)) is not value
    }
    changes |= {name: made() for name, made in plan.hidden}
    return replace(record, **changes) if changes else record


def told_fields(kind: type) -> list[tuple[str, Any]]:
    """Names and types of the fields that tell where a game stands, to who knows its header.

    Without what is printed, and what begins anew in every state: that is not compared.
    """
    types = get_type_hints(kind)
    hidden = ("is_printed", "is_fleeting")
    told = (f for f in fields(kind) if f.compare and not any(map(f.metadata.get, hidden)))
    return [(field.name, types[field.name]) for field in told]


def printed_of(state: Any) -> dict[str, Any]:
    """The printed fields of a state."""
    told = (f.name for f in fields(state) if f.metadata.get("is_printed"))
    return {name: getattr(state, name) for name in told}


def digest(state: Any) -> str:
    """A hash of all that matters of a state, the same on every machine."""
    return hashlib.sha256(_record(state).encode()).hexdigest()[:32]


def _text(value: Any) -> str:
    """A value as text; equal values have the same text in every process."""
    if value is None:
        return repr(None)
    if isinstance(value, str):
        return repr(str.__str__(value))
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, tuple | list):
        return f"({','.join(map(_text, value))})"
    if isinstance(value, Mapping):
        return f"{{{','.join(sorted(f'{_text(k)}:{_text(v)}' for k, v in value.items()))}}}"
    if isinstance(value, Set):
        return f"{{{','.join(sorted(map(_text, value)))}}}"
    if isinstance(value, Enum):
        return _text(value.value)
    try:
        return _known_record(value)
    except TypeError:  # it holds a dict, so it cannot be remembered
        return _record(value)


def _record(record: Any) -> str:
    """A record's fields, without those that have their default: a later field changes nothing."""
    parts = (
        f"{name}={_text(value)}"
        for name, default in _plan_of(type(record)).hashed
        if (value := getattr(record, name)) != default
    )
    return f"{type(record).__name__}({','.join(parts)})"


_known_record = lru_cache(maxsize=4096)(_record)
"""Most pieces are as they were at the last digest."""


class _Plan(NamedTuple):
    """What the fields of a class tell."""

    shared: tuple[str, ...]  # that copies have in common
    dicts: tuple[str, ...]  # that are copied
    fleeting: tuple[str, ...]  # that begin empty
    hashed: tuple[tuple[str, Any], ...]  # that matter, with their defaults
    secrets: tuple[tuple[str, Rule], ...]
    hidden: tuple[tuple[str, Callable[[], Any]], ...]  # that nobody sees, with their defaults
    chapters: tuple[str, ...]  # records that tell themselves who may see what


_PLANS: Final[dict[type, _Plan]] = {}

_SHOWN: Final[dict[tuple[type, Hashable], tuple[Any, Any]]] = {}
"""For a kind of record and a reader the record that was covered last, and what was shown."""


def _plan_of(kind: type) -> _Plan:
    plan = _PLANS.get(kind)
    if plan is None:
        plan = _PLANS[kind] = _planned(kind)
    return plan


def _planned(kind: type) -> _Plan:
    told = fields(kind) if is_dataclass(kind) else ()
    fleeting = tuple(f.name for f in told if f.metadata.get("is_fleeting"))
    own = tuple(f.name for f in told if str(f.type).startswith("dict["))
    return _Plan(
        shared=tuple(f.name for f in told if f.name not in own),
        dicts=tuple(name for name in own if name not in fleeting),
        fleeting=fleeting,
        hashed=tuple((f.name, _default(f)) for f in told if f.metadata.get("is_hashed", True)),
        secrets=tuple((f.name, f.metadata["shown"]) for f in told if "shown" in f.metadata),
        hidden=tuple((f.name, _blank(kind, f)) for f in told if not tells_reader(f)),
        chapters=tuple(f.name for f in told if "is_chapter" in f.metadata),
    )


_TELLS: Final = frozenset({"is_open", "is_chapter", "shown", "is_hashed"})


def tells_reader(told: Field[Any]) -> bool:
    """Whether a field tells who may see it, or that it is no more than the others tell."""
    return not _TELLS.isdisjoint(told.metadata)


def _blank(kind: type, told: Field[Any]) -> Callable[[], Any]:
    """What makes the value that a view shows of a field of which nobody is told."""

    def made() -> Any:
        default = _default(told)
        if default is MISSING:
            raise TypeError(f"{kind.__name__}.{told.name} tells nobody who may see it")
        return default

    return made


def _default(told: Field[Any]) -> Any:
    return told.default if told.default_factory is MISSING else told.default_factory()
