"""How events and answers stand in files: as JSON, by the types of their fields."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Final, TypeVar, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    NonNegativeInt,
    PydanticUserError,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import PydanticSerializationError, to_json

from hexwar.engine.budget import GAME, Budget, OverBudget, weigh
from hexwar.engine.decision import Decision, Entry
from hexwar.engine.errors import SaveError
from hexwar.engine.event import Event
from hexwar.engine.faults import because, place_of, sentence_of
from hexwar.engine.system import System
from hexwar.messages import mark, say

T = TypeVar("T")


LONGEST: Final = 64 << 10
"""The longest event or answer, as JSON in characters: a hundred times as long as any there was."""

ABSENT: Final[Any] = None
"""Stands for what a stranger's object lacks, until `see_whole` has looked at it."""


class Part(BaseModel):
    """An object of a stranger's file. `see_whole` says whether it has what belongs there.

    pydantic could say so: with a fault for each name that does not belong there, and a copy of the
    object for each that it lacks. Of an object with 500,000 names that costs seconds.
    """

    model_config = ConfigDict(strict=True, extra="allow", defer_build=True)

    needed: ClassVar[frozenset[str]] = frozenset()
    """Names that it may not lack."""


class Row(Part):
    """An entry of the journal as it stands in the file."""

    needed: ClassVar[frozenset[str]] = frozenset({"asked", "side", "answer", "events"})

    asked: str = ABSENT
    side: str = ABSENT
    answer: Any = ABSENT
    events: NonNegativeInt = ABSENT
    forced: bool = False
    continues: bool = False
    note: str = ""


class Codec:
    """Reads and writes the events and answers of one system, by the types of their fields."""

    def __init__(self, system: System[Any]) -> None:
        self._events = {kind.__name__: kind for kind in system.events}
        self._decisions = {kind.__name__: kind for kind in system.decisions}
        self._adapters: dict[Any, TypeAdapter[Any]] = {}
        self._answers: dict[str, TypeAdapter[Any]] = {}

    def event_text(self, event: Event, place: str) -> bytes:
        """One event as JSON: its class name and its fields."""
        name = type(event).__name__
        data = _dumped(self.adapter(type(event), name), event, place)
        return b"".join((b'["', name.encode(), b'",', data, b"]"))

    def event(self, name: str, raw: Any, place: str) -> Event:
        """The event that stands at `place` of the file."""
        kind = self._events.get(name)
        if kind is None:
            what = short(name)
            raise SaveError("{place}: the rules know no event {what}.", place=place, what=what)
        event: Event = _decoded(self.adapter(kind, name), raw, place)
        return event

    def entry_text(self, entry: Entry, place: str) -> bytes:
        """One answer of the journal as JSON; what is usual is left out."""
        answer = _dumped(self.answer_adapter(entry.asked, place), entry.answer, f"{place}.answer")
        head = (to_json(entry.asked), to_json(entry.side), answer, entry.events)
        text = b'{"asked":%b,"side":%b,"answer":%b,"events":%d' % head
        if entry.forced:
            text += b',"forced":true'
        if entry.continues:
            text += b',"continues":true'
        if entry.note:
            text += b',"note":' + to_json(entry.note)
        return text + b"}"

    def entry(self, row: Row, place: str) -> Entry:
        """The answer that stands at `place` of the file."""
        see_whole(row, place)
        adapter = self.answer_adapter(row.asked, place)
        return Entry(**{**dict(row), "answer": _decoded(adapter, row.answer, f"{place}.answer")})

    def text(self, kind: Any, value: Any, place: str) -> bytes:
        """A value as JSON by the type `kind`, without what has its default.

        Raises:
            SaveError: It is not of this type, or the type cannot stand in JSON; names the place.
        """
        return _dumped(self.adapter(kind, place), value, place, exclude_defaults=True)

    def value(self, kind: Any, data: bytes, place: str) -> Any:
        """What `text` has written.

        Raises:
            SaveError: The data are nothing of the type `kind`; names the place.
        """
        try:
            return self.adapter(kind, place).validate_json(data, strict=True)
        except ValidationError as fault:
            raise SaveError(_first_fault(fault, place)) from fault

    def adapter(self, kind: Any, name: str) -> TypeAdapter[Any]:
        """What reads and writes values of the type `kind`."""
        if kind not in self._adapters:
            try:
                self._adapters[kind] = TypeAdapter(kind)
            except (PydanticUserError, NameError) as fault:
                words = mark("{name} cannot stand in a file: {why}")
                raise SaveError(words, name=name, why=_first_line(fault)) from fault
        return self._adapters[kind]

    def answer_adapter(self, asked: str, place: str) -> TypeAdapter[Any]:
        """What reads and writes answers to the decisions of a class."""
        adapter = self._answers.get(asked)
        if adapter is None:
            kind = self.decision_kind(asked, f"{place}.asked")
            adapter = self._answers[asked] = self.adapter(answer_type(kind), asked)
        return adapter

    def decision_kind(self, asked: str, place: str) -> type[Decision[Any]]:
        """The class of decisions that is named at `place`.

        Raises:
            SaveError: The rules know none of this name.
        """
        kind = self._decisions.get(asked)
        if kind is None:
            what = short(asked)
            raise SaveError("{at}: the rules know no decision {what}.", at=place, what=what)
        return kind


@lru_cache(maxsize=8)
def codec_of(system: System[Any]) -> Codec:
    """The codec of `system`, built as far as it has been needed."""
    return Codec(system)


def answer_type(kind: type[Decision[Any]], *arguments: Any) -> Any:
    """The ``T`` of a subclass of ``Decision[T]``; `arguments` stand for its own type variables.

    Raises:
        SaveError: The class does not say.

    Example:
        >>> from hexwar.engine.chance import Roll
        >>> answer_type(Roll)
        <class 'int'>
    """
    if kind is Decision and arguments:
        return arguments[0]
    known = dict(zip(getattr(kind, "__parameters__", ()), arguments, strict=False))
    for base in kind.__dict__.get("__orig_bases__", kind.__bases__):
        origin = get_origin(base) or base
        if isinstance(origin, type) and issubclass(origin, Decision):
            asked = getattr(base, "__parameters__", ())
            full = base[tuple(known[of] for of in asked)] if asked and known else base
            return answer_type(origin, *get_args(full))
    raise SaveError("{name} does not say of which type its answers are.", name=kind.__name__)


def answer_from(system: System[Any], asked: str, raw: Any, place: str) -> Any:
    """The answer to a decision named by its class, out of what a file of a person says of it.

    Raises:
        SaveError: The rules know no such decision, or it is not answered so; names the place.
    """
    codec = codec_of(system)
    return _decoded(codec.answer_adapter(asked, place), raw, place)


def _dumped(
    adapter: TypeAdapter[Any], value: Any, place: str, *, exclude_defaults: bool = False
) -> bytes:
    try:
        return adapter.dump_json(value, warnings="error", exclude_defaults=exclude_defaults)
    except (PydanticSerializationError, ValueError) as fault:
        told = {"place": place, "kind": type(value).__name__, "why": _first_line(fault)}
        raise SaveError("{place}: {kind} cannot be written: {why}", **told) from fault


def _decoded(adapter: TypeAdapter[Any], raw: Any, place: str) -> Any:
    """The value of the adapter's type that `raw` stands for; JSON rules, nothing converted."""
    try:
        data = to_json(raw)
        if len(data) > LONGEST:  # each of its faults would have a copy of it
            raise SaveError("{place}: this is too long.", place=place)
        return adapter.validate_json(data, strict=True)
    except SaveError:
        raise
    except ValidationError as fault:
        raise SaveError(_first_fault(fault, place)) from fault
    except Exception as fault:
        raise SaveError(f"{place}: {because(fault)}.") from fault


def validated(adapter: TypeAdapter[T], data: bytes, place: str = "") -> T:
    """What `data` stands for, by its type; their costs were seen before.

    Raises:
        SaveError: It does not; the sentence begins with `place` and names where in it.
    """
    try:
        return adapter.validate_json(data)
    except ValidationError as fault:
        raise SaveError(_first_fault(fault, place)) from fault


def see_whole(part: Part, place: str = "") -> None:
    """See that an object has all that belongs there, and nothing else.

    Raises:
        SaveError: It has not; the sentence begins with `place`.
    """
    where = f"{place}." if place else ""
    for name in type(part).model_fields:
        if name in part.needed and name not in part.model_fields_set:
            raise SaveError(f"{where}{name}: {sentence_of('missing')}.")
    for name in part.model_extra or ():
        told = name if name.isidentifier() and len(name) < 40 else short(name)
        raise SaveError(f"{where}{told}: {sentence_of('extra_forbidden')}.")


def see_budget(data: bytes, place: str = "", budget: Budget = GAME) -> None:
    """See what a stranger's text costs before it is read.

    Raises:
        SaveError: More than a game may; the sentence begins with `place`.
    """
    try:
        weigh(data, budget)
    except OverBudget as fault:
        raise SaveError(f"{place or say('file')}: {fault}.") from fault


def _first_fault(fault: ValidationError, place: str) -> str:
    first = fault.errors(include_url=False, include_context=False, include_input=False)[0]
    where = place_of(first["loc"], place)
    return f"{where or say('file')}: {sentence_of(first['type'])}."


def _first_line(fault: Exception) -> str:
    return str(fault).partition("\n")[0]


def short(name: str) -> str:
    """A name from a stranger's file, quoted and cut short."""
    return repr(name if len(name) <= 60 else f"{name[:60]}...")
