"""Turns a raw object into a record, and reports all that does not fit at once.

Where parts are wrong, the smallest part that the record can do without is left out and the rest
is still read, so that the checks behind the schema can speak about it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from hexwar.messages import mark, say
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen, Severity, nearest
from hexwar.scenario.reading import Json
from hexwar.scenario.schema import PATTERNS, TERRAIN_KEY, FileRecord, Record

T = TypeVar("T", bound=FileRecord)


@dataclass(frozen=True, slots=True)
class Salvaged(Generic[T]):
    """A record, as much as could be read, and a pen that knows where its parts stand in the file.

    `lost` holds every text of the parts left out: what refers to one of them is not at fault.
    """

    record: T | None
    pen: Pen
    lost: frozenset[str]


@dataclass(slots=True)
class _Gaps:
    """Which parts were left out: `kept` has the positions that remain of each list."""

    removed: set[Place]
    kept: dict[Place, list[int]]

    def original(self, place: Place) -> Place:
        """The place in the file of a place in what is left of it."""
        made: Place = ()
        for part in place:
            remaining = self.kept.get(made)
            made = (*made, remaining[part] if remaining and isinstance(part, int) else part)
        return made

    def without(self, value: Any, place: Place = ()) -> Any:
        """A copy of a value without the removed parts."""
        if isinstance(value, dict):
            kept = [key for key in value if (*place, key) not in self.removed]
            return {key: self.without(value[key], (*place, key)) for key in kept}
        if not isinstance(value, list):
            return value
        keep = [i for i in range(len(value)) if (*place, i) not in self.removed]
        if len(keep) != len(value):
            self.kept[place] = keep
        return [self.without(value[i], (*place, i)) for i in keep]


def salvage(kind: type[T], raw: Json, pen: Pen) -> Salvaged[T]:
    """The record of a raw object, as far as it can be read; all faults go to the pen."""
    gaps = _Gaps(set(), {})
    record = _read(kind, raw, pen, gaps)
    lost = frozenset(text for place in gaps.removed for text in _texts(_at(raw, place)))
    placed = pen.moved(gaps.original)
    if record is not None:
        _warn_of_unknown(record, (), placed)
    return Salvaged(record, placed, lost)


def _read(kind: type[T], raw: Json, pen: Pen, gaps: _Gaps) -> T | None:
    while True:
        gaps.kept.clear()
        data = gaps.without(raw) if gaps.removed else raw
        try:
            return kind.from_raw(data)
        except ValidationError as error:
            faults = _deepest(error.errors(include_url=False))
        culprits = [_culprit(fault, raw, pen, gaps) for fault in faults]
        if () in culprits or gaps.removed.issuperset(culprits):
            return None
        gaps.removed.update(culprits)


def _deepest(faults: list[ErrorDetails]) -> list[ErrorDetails]:
    """The faults without those of lists that are too short because their items have faults."""
    above = {fault["loc"][:depth] for fault in faults for depth in range(len(fault["loc"]))}
    return [fault for fault in faults if fault["type"] != "too_short" or fault["loc"] not in above]


def _culprit(fault: ErrorDetails, raw: Json, pen: Pen, gaps: _Gaps) -> Place:
    """Reports a fault once; answers with the part to leave out for it."""
    place = gaps.original(tuple(part for part in fault["loc"] if part != "[key]"))
    place = _in_file(place, raw, is_missing=fault["type"] == "missing")
    # A list may be too short only because parts of it do not fit or were left out.
    is_short = fault["type"] == "too_short"
    is_thinned = is_short and len(_at(raw, place)) >= fault["ctx"]["min_length"]
    if not (place in gaps.removed or pen.has_written_of(place) or is_thinned):
        pen.error(place, "" if pen.is_full(Severity.ERROR) else sentence_of(fault))
    culprit = place[:-1] if fault["type"] == "missing" else place
    # One hex less would make another road: a list of plain values falls as a whole.
    while culprit and isinstance(culprit[-1], int) and not isinstance(_at(raw, culprit), dict):
        culprit = culprit[:-1]
    return culprit


def _in_file(place: Place, raw: Any, *, is_missing: bool) -> Place:
    """A place of a fault without what pydantic adds to it: the branch of a choice of types."""
    made: Place = ()
    for part in place:
        if isinstance(raw, dict) and isinstance(part, str) and (part in raw or is_missing):
            raw = raw.get(part)
        elif isinstance(raw, list) and isinstance(part, int) and part < len(raw):
            raw = raw[part]
        else:
            break
        made = (*made, part)
    return made


def _at(raw: Any, place: Place) -> Any:
    for part in place:
        raw = raw[part]
    return raw


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _warn_of_unknown(value: Record | tuple[Any, ...], place: Place, pen: Pen) -> None:
    """Warns of every field that the schema does not know, with the nearest name that it does."""
    if isinstance(value, Record):
        known = type(value).model_fields
        for name in value.unknown:
            pen.warning((*place, name), "this field is not known", name, known)
        parts: Iterable[tuple[str | int, Any]] = ((name, getattr(value, name)) for name in known)
    else:
        parts = enumerate(value)
    for part, item in parts:
        if isinstance(item, (Record, tuple)):
            _warn_of_unknown(item, (*place, part), pen)


_WANTED: Final[Mapping[str, str]] = {
    "string_type": mark("a text"),
    "int_type": mark("a whole number"),
    "float_type": mark("a number"),
    "bool_type": mark("true or false"),
    "tuple_type": mark("a list"),
    "dict_type": mark("an object"),
    "model_type": mark("an object"),
    "model_attributes_type": mark("an object"),
}

_SENTENCES: Final[Mapping[str, str]] = {
    "missing": mark("this field is missing"),
    "greater_than_equal": mark("{value} is too small: at least {ge}"),
    "less_than_equal": mark("{value} is too large: at most {le}"),
    "string_too_long": mark("the text is too long: at most {max_length} characters"),
    "too_long": mark("there are too many: at most {max_length}"),
    "too_short": mark("there are too few: at least {min_length}"),
    "value_error": mark("{value} {error}"),
}
"""What is said of a value; the bounds have the names that the schema gives them."""


def sentence_of(fault: ErrorDetails) -> str:
    """One sentence about a fault that the schema found."""
    kind = fault["type"]
    value = fault.get("input")
    context = fault.get("ctx", {})
    if kind in _WANTED:
        wanted = say(_WANTED[kind])
        return say("this should be {wanted}, not {value}", wanted=wanted, value=quoted(value))
    if kind in ("enum", "literal_error"):
        return _one_of(value, str(context["expected"]))
    if kind == "string_pattern_mismatch":
        return say(PATTERNS[context["pattern"]], value=quoted(value), key=TERRAIN_KEY)
    known = _SENTENCES.get(kind, "{value}: {msg}")
    return say(known, value=quoted(value), msg=fault["msg"], **context)


def _one_of(value: object, expected: str) -> str:
    """`expected` is what pydantic says: 'a', 'b' or 'c'."""
    known = expected.split("'")[1::2]
    wanted = quoted(known[0]) if known else expected
    if len(known) <= 1:
        return say("{value} should be {wanted}", value=quoted(value), wanted=wanted)
    hint = nearest(value, known) if isinstance(value, str) else ""
    words = ", ".join(known)
    return say("{value} is none of {words}{hint}", value=quoted(value), words=words, hint=hint)
