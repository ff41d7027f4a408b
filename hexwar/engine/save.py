"""Saved games as text: one JSON object, with a line for each event, mark and answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    PydanticUserError,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import PydanticSerializationError, from_json, to_json

from hexwar.engine.chance import MAX_SEED, Chance, ManualChance, chance_from_seed
from hexwar.engine.decision import Decision, Entry
from hexwar.engine.errors import KernelError, ReplayMismatch, RulesFault, SaveError
from hexwar.engine.event import Event
from hexwar.engine.files import MAX_BYTES
from hexwar.engine.history import History, Mark
from hexwar.engine.session import Session
from hexwar.engine.system import S, System, plain_header
from hexwar.messages import mark, say

LAYOUT = 1
"""Version of the layout of the file itself; what stands in it is the system's `System.format`."""

T = TypeVar("T")


def save(session: Session[Any]) -> str:
    """The game as text for a file.

    Raises:
        SaveError: An event or answer holds a value that its type does not allow.
    """
    system, marks = session.system, session.marks
    codec = codec_of(system)
    events = enumerate(session.events[: marks[-1].events])
    parts = {
        "layout": to_json(LAYOUT),
        "system": to_json(system.id),
        "format": to_json(system.format),
        "revision": to_json(system.revision),
        "seed": to_json(session.chance.seed),
        "floor": to_json(session.floor),
        "header": to_json(dict(session.header)),
        "events": _lines(codec.event_text(event, f"events.{at}") for at, event in events),
        "marks": _lines(to_json((mark.journal, mark.events, mark.digest)) for mark in marks),
        "journal": _entry_lines(codec, session.journal, "journal"),
        "undone": _lines(
            _entry_lines(codec, group, f"undone.{at}") for at, group in enumerate(session.undone)
        ),
    }
    lines = b",\n".join(to_json(key) + b":" + part for key, part in parts.items())
    return f"{{\n{lines.decode()}\n}}\n"


def load(system: System[S], text: str | bytes, chance: Chance | None = None) -> Session[S]:
    """The game that `save` wrote, ready to play on, with everything undoable that was.

    `Session.notice` says what the player should know: that the rules have changed, or that the last
    answers no longer fit them. Without a `chance` the dice go on from the file's seed, or a person
    answers when it has none.

    Raises:
        SaveError: The text is no saved game of this system, or is damaged.
    """
    game = parse(system, text)
    return restored(system, game, chance_from_seed(game.seed) if chance is None else chance)


def verify(system: System[Any], text: str | bytes) -> Verdict:
    """Replay a saved game with the rules and compare the digest at every mark.

    Raises:
        SaveError: The text is no saved game of this system.
    """
    return verdict(system, parse(system, text))


def system_of(text: str | bytes) -> str:
    """The id of the system that a saved game is of.

    Raises:
        SaveError: The text is no saved game.
    """
    return _validated(_HEAD, _bytes(text)).system


def parse(system: System[Any], text: str | bytes) -> SavedGame:
    """Read a saved game without setting it up.

    Raises:
        SaveError: The text is no saved game of this system.
    """
    data = _bytes(text)
    head = _validated(_HEAD, data)
    if head.system != system.id:
        found, wanted = _short(head.system), system.id
        raise SaveError("system: the game is of {a}, not of {b!r}.", a=found, b=wanted)
    if head.layout > LAYOUT or head.format > system.format:
        raise SaveError("format: the game was saved by a newer version of the program.")
    if head.format < system.format:
        data = _migrated(system, head.format, data)
    return _game(codec_of(system), _validated(_FILE, data))


class _Row(BaseModel):
    """An entry of the journal as it stands in the file."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)

    asked: str
    side: str
    answer: Any
    events: NonNegativeInt
    forced: bool = False
    continues: bool = False
    note: str = ""


class _Head(BaseModel):
    """What must be known before the rest can be read."""

    model_config = ConfigDict(strict=True, defer_build=True)

    layout: PositiveInt
    system: str
    format: PositiveInt


class _File(_Head):
    """The whole file, its events and answers not yet decoded."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)

    revision: int
    seed: Annotated[str, Field(max_length=MAX_SEED)] | None
    floor: NonNegativeInt
    header: dict[str, Any]
    events: list[tuple[str, Any]]
    marks: Annotated[list[tuple[NonNegativeInt, NonNegativeInt, str]], Field(min_length=1)]
    journal: list[_Row]
    undone: list[Annotated[list[_Row], Field(min_length=1)]]


_HEAD = TypeAdapter(_Head)
_FILE = TypeAdapter(_File)


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
            what = _short(name)
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

    def entry(self, row: _Row, place: str) -> Entry:
        """The answer that stands at `place` of the file."""
        adapter = self.answer_adapter(row.asked, place)
        return Entry(**{**dict(row), "answer": _decoded(adapter, row.answer, f"{place}.answer")})

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
            kind = self._decisions.get(asked)
            if kind is None:
                at, what = f"{place}.asked", _short(asked)
                raise SaveError("{at}: the rules know no decision {what}.", at=at, what=what)
            adapter = self._answers[asked] = self.adapter(answer_type(kind), asked)
        return adapter


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


def _game(codec: Codec, file: _File) -> SavedGame:
    try:
        header = plain_header(file.header)
    except KernelError as fault:
        raise SaveError("header: {fault}", fault=fault) from fault
    events = [codec.event(*row, f"events.{at}") for at, row in enumerate(file.events)]
    marks = [SavedMark(*row) for row in file.marks]
    journal = _entries(codec, file.journal, "journal")
    undone = [tuple(_entries(codec, group, f"undone.{n}")) for n, group in enumerate(file.undone)]
    seed, floor = file.seed, file.floor
    return SavedGame(file.revision, header, seed, floor, events, marks, journal, undone)


def _entries(codec: Codec, rows: Iterable[_Row], place: str) -> list[Entry]:
    return [codec.entry(row, f"{place}.{at}") for at, row in enumerate(rows)]


def _entry_lines(codec: Codec, entries: Iterable[Entry], place: str) -> bytes:
    return _lines(codec.entry_text(entry, f"{place}.{at}") for at, entry in enumerate(entries))


def _lines(rows: Iterable[bytes]) -> bytes:
    return b"[\n" + b",\n".join(rows) + b"\n]"


def _bytes(text: str | bytes) -> bytes:
    if len(text) > MAX_BYTES:
        raise SaveError("The file is larger than {most} MiB.", most=MAX_BYTES >> 20)
    return text.encode(errors="surrogatepass") if isinstance(text, str) else text


def _migrated(system: System[Any], found: int, data: bytes) -> bytes:
    try:
        raw = system.migrate(found, from_json(data, allow_inf_nan=False))
        return to_json({**raw, "format": system.format})
    except Exception as fault:
        words = mark("format: the game of format {found} cannot be brought up to date.")
        raise SaveError(words, found=found) from fault


def _dumped(adapter: TypeAdapter[Any], value: Any, place: str) -> bytes:
    try:
        return adapter.dump_json(value, warnings="error")
    except (PydanticSerializationError, ValueError) as fault:
        told = {"place": place, "kind": type(value).__name__, "why": _first_line(fault)}
        raise SaveError("{place}: {kind} cannot be written: {why}", **told) from fault


def _decoded(adapter: TypeAdapter[Any], raw: Any, place: str) -> Any:
    """The value of the adapter's type that `raw` stands for; JSON rules, nothing converted."""
    try:
        return adapter.validate_json(to_json(raw), strict=True)
    except ValidationError as fault:
        raise SaveError(_first_fault(fault, place)) from fault
    except Exception as fault:
        raise SaveError(f"{place}: {type(fault).__name__}: {fault}") from fault


def _validated(adapter: TypeAdapter[T], data: bytes) -> T:
    try:
        return adapter.validate_json(data)
    except ValidationError as fault:
        raise SaveError(_first_fault(fault, "")) from fault


def _first_fault(fault: ValidationError, place: str) -> str:
    first = fault.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        words = mark("{what}: this is no saved game, or not the whole of one ({first}).")
        return say(words, what=place or say("file"), first=first["msg"])
    where = ".".join(filter(None, (place, *map(str, first["loc"]))))
    return f"{where or say('file')}: {first['msg']}."


def _first_line(fault: Exception) -> str:
    return str(fault).partition("\n")[0]


def _short(name: str) -> str:
    """A name from a stranger's file, quoted and cut short."""
    return repr(name if len(name) <= 60 else f"{name[:60]}...")


def other_rules() -> str:
    """What the player is told of a game that other rules have played."""
    return say(
        "This game was played under another revision of the rules: what was played before can be"
        " seen but not taken back."
    )


class SavedMark(NamedTuple):
    """A mark as a file holds it."""

    journal: int
    events: int
    digest: str


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as a file holds it, its events and answers decoded."""

    revision: int  # revision of the rules that wrote it
    header: dict[str, Any]
    seed: str | None  # seed of the dice; None for dice that a person rolls
    floor: int  # entries of the journal before this one were played under earlier revisions
    events: list[Event]  # events up to the last mark
    marks: list[SavedMark]
    journal: list[Entry]
    undone: list[tuple[Entry, ...]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a replay of a saved game found."""

    ok: bool  # whether the rules give the same events and the same digest at every mark
    sentence: str  # the finding, in one sentence
    answers: int  # entries of the journal that were replayed
    marks: int  # marks that were compared
    mark: int | None = None  # the first mark that differs


def check(saved: SavedGame) -> None:
    """Check that the parts of a saved game fit one another.

    Raises:
        SaveError: They do not.
    """
    first, last = saved.marks[0], saved.marks[-1]
    if (first.journal, first.events) != (0, 0):
        raise SaveError("marks.0: the first mark must stand at the start of the game.")
    for place, (earlier, later) in enumerate(pairwise(saved.marks), start=1):
        steps = (later.journal - earlier.journal, later.events - earlier.events)
        if min(steps) < 0 or max(steps) == 0:
            raise SaveError("marks.{n}: a mark must stand after the mark before it.", n=place)
    if last.events != len(saved.events) or last.journal > len(saved.journal):
        raise SaveError("marks.{n}: the last mark stands past the end.", n=len(saved.marks) - 1)
    if saved.floor not in {mark.journal for mark in saved.marks}:
        raise SaveError("floor: there is no mark at this entry of the journal.")
    _check_journal(saved.journal, saved.marks)


def _check_journal(journal: Sequence[Entry], marks: Sequence[SavedMark]) -> None:
    """Check that answers and marks agree on how many events there had been."""
    for n, (earlier, later) in enumerate(pairwise(journal), start=1):
        if later.events < earlier.events:
            raise SaveError("journal.{n}.events: fewer than at the answer before it.", n=n)
    for n, (entry, events, _) in enumerate(marks):
        before = journal[entry - 1].events if entry else 0
        after = journal[entry].events if entry < len(journal) else events
        if not before <= events <= after:
            raise SaveError("marks.{n}.events: does not fit the answers around it.", n=n)


def restored(system: System[S], saved: SavedGame, chance: Chance) -> Session[S]:
    """The session that `saved` was taken from.

    Answers since the last mark that no longer fit the rules are left out, and
    `Session.notice` says so.

    Raises:
        SaveError: The parts do not fit one another, or the game cannot go on.
    """
    check(saved)
    is_same = saved.revision == system.revision
    history = folded(system, saved)
    place = f"marks.{len(saved.marks) - 1}"
    with _blaming(place):
        digest = history.marks[-1].digest
    if is_same and digest != saved.marks[-1].digest:
        raise SaveError("{place}: the events do not lead to the state that was saved.", place=place)
    at = history.marks[-1].journal
    floor, header = saved.floor if is_same else at, saved.header
    session = Session(system, header, chance, history.copy(), undone=saved.undone, floor=floor)
    try:
        session.resume(saved.journal[at:], is_judged=True)
    except (ReplayMismatch, RulesFault):
        session = _resumed_at_mark(Session(system, header, chance, history, floor=floor))
        session.notice = say(
            "The last answers of this game ({lost}) no longer fit the rules: play goes on before"
            " them.",
            lost=len(saved.journal) - at,
        )
    if not is_same:
        session.notice = f"{other_rules()} {session.notice or ''}".strip()
    return session


def _resumed_at_mark(session: Session[S]) -> Session[S]:
    try:
        session.resume()
    except (ReplayMismatch, RulesFault) as fault:
        raise SaveError("The game cannot go on from its last mark: {fault}", fault=fault) from fault
    return session


def folded(system: System[S], saved: SavedGame) -> History[S]:
    """The record up to the last mark, made from the events without running a rule.

    Marks keep the digests that were saved, but for the last, whose digest is computed anew.

    Raises:
        SaveError: The game cannot be set up, or an event cannot be applied.
    """
    with _blaming("header"):
        state = system.start(saved.header)
    marks: list[Mark[S]] = []
    done = entry = luck = 0
    for kept in saved.marks:
        for place in range(done, kept.events):
            with _blaming(f"events.{place}"):
                saved.events[place].happen(state)
        luck += sum(answer.is_luck for answer in saved.journal[entry : kept.journal])
        done, entry = kept.events, kept.journal
        digest = "" if len(marks) == len(saved.marks) - 1 else kept.digest
        with _blaming(f"marks.{len(marks)}"):
            marks.append(Mark(entry, done, luck, state.copy(), system.digest, digest))
    return History(marks, saved.journal[:entry], list(saved.events))


@contextmanager
def _blaming(place: str) -> Iterator[None]:
    """Name `place` of the file when the system breaks down over what stands there."""
    try:
        yield
    except Exception as fault:
        # A system's own errors are sentences; Python's need their name to be understood.
        is_own = type(fault).__module__ != "builtins"
        what = str(fault) if is_own else f"{type(fault).__name__}: {fault}"
        raise SaveError(f"{place}: {what}") from fault


def verdict(system: System[Any], saved: SavedGame) -> Verdict:
    """Replay the whole journal with the rules and compare every mark and every event.

    What was played under earlier revisions (before `SavedGame.floor`) cannot be replayed: the
    comparison begins at the mark there.

    Raises:
        SaveError: The parts do not fit one another.
    """
    check(saved)
    record, _ = folded(system, saved).before(saved.floor)
    base = len(record.marks) - 1
    session = Session(system, saved.header, ManualChance(), record, floor=saved.floor)
    fault: Exception | None = None
    try:
        session.resume(saved.journal[saved.floor :], is_judged=True)
    except (ReplayMismatch, RulesFault) as error:
        fault = error
    mark = _first_difference(system, session, saved, base)
    sentence = _finding(session, saved, mark, fault)
    if sentence and saved.revision != system.revision:
        was, now = saved.revision, system.revision
        other = say(" It was saved under revision {was} of the rules, not {now}.", was=was, now=now)
        sentence += other
    told = sentence or say("The rules give the same game.")
    answers, marks = len(saved.journal) - saved.floor, len(saved.marks) - base
    return Verdict(not sentence, told, answers, marks, mark)


def _first_difference(
    system: System[S], session: Session[S], saved: SavedGame, base: int
) -> int | None:
    """The first mark from `base` on that the replay makes otherwise than the file has it."""
    for place in range(base, min(len(session.marks), len(saved.marks))):
        mark = session.marks[place]
        with _blaming(f"marks.{place}"):
            digest = system.digest(mark.state)
        if SavedMark(mark.journal, mark.events, digest) != saved.marks[place]:
            return place
    return None


def _finding(
    session: Session[Any], saved: SavedGame, mark: int | None, fault: Exception | None
) -> str:
    if mark is not None:
        n, at = mark, saved.marks[mark].journal
        return say("Mark {n}, after {at} answers, is another state than the file says.", n=n, at=at)
    if fault is not None:
        return str(fault)
    if len(session.marks) != len(saved.marks):
        made, kept = len(session.marks), len(saved.marks)
        return say("The rules make {made} marks; the file has {kept}.", made=made, kept=kept)
    if session.events[: len(saved.events)] != saved.events:
        return say("The rules tell other events than the file does.")
    return ""
