"""What a file holds of a game: one JSON object, and the differences that came after it.

The object has a line for each event, mark and answer. How both are packed into the lines of a file
is `gamefile`'s; a game of an earlier layout is the object alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar

from pydantic import (
    ConfigDict,
    FailFast,
    Field,
    NonNegativeInt,
    PositiveInt,
    TypeAdapter,
)
from pydantic_core import from_json, to_json

from hexwar.engine.budget import GAME
from hexwar.engine.chance import MAX_SEED, Chance, chance_from_seed
from hexwar.engine.codec import (
    ABSENT,
    Codec,
    Part,
    Row,
    codec_of,
    see_budget,
    see_whole,
    short,
    validated,
)
from hexwar.engine.decision import Entry
from hexwar.engine.errors import KernelError, SaveError, UnknownError
from hexwar.engine.event import Event
from hexwar.engine.files import MAX_BYTES
from hexwar.engine.gamefile import (
    CLOSED,
    MOST_BODY,
    OVER,
    Chain,
    DamagedError,
    GameFile,
    Head,
    Note,
    first_line,
    is_game_file,
    read,
    read_head,
)
from hexwar.engine.history import Mark
from hexwar.engine.memos import MOST, Memo
from hexwar.engine.saved import SavedGame, SavedMark, Verdict, restored, verdict
from hexwar.engine.seal import PACKED, LockedError, Seal
from hexwar.engine.session import Session
from hexwar.engine.system import Header, S, System, plain_header, see_length
from hexwar.messages import mark, say

PLAIN_LAYOUT: Final = 1
"""Layout of the game as one JSON object; what stands in it is the system's `System.format`."""

ALL_LINES: Final = replace(GAME, size=MOST_BODY + (1 << 20), values=2 * GAME.values)
"""What the lines of a file may cost together: what was undone stands in them more than once."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """What a file holds of a session, as it was at one instant; shares all that never changes."""

    system: System[S]
    header: Header
    seed: str | None
    floor: int
    dealt: int | None
    journal: Sequence[Entry]
    events: Sequence[Event]  # up to the last mark
    marks: Sequence[Mark[S]]
    undone: Sequence[tuple[Entry, ...]]
    seal: Seal = PACKED
    memos: Sequence[Memo] = ()

    @classmethod
    def of(cls, session: Session[S]) -> Record[S]:
        """That of a session now. Costs a copy of its lists; the rest can be done in a thread."""
        marks = tuple(session.marks)
        return cls(
            session.system,
            session.header,
            session.chance.seed,
            session.floor,
            session.dealt,
            tuple(session.journal),
            tuple(session.events[: marks[-1].events]),
            marks,
            tuple(session.undone),
            session.seal,
            session.memos.rows,
        )

    @property
    def head(self) -> Head:
        """What everybody may know of its file."""
        return Head(self.system.id, self.system.format, self.seal.locks)


def save(session: Session[Any], note: Note | None = None, seal: Seal | None = None) -> str:
    """The game as text for a file.

    Args:
        session: The game.
        note: Where it stands, as everybody may know it.
        seal: Other passwords of its sides than those of the session.

    Raises:
        SaveError: An event or answer holds a value that its type does not allow.
    """
    record, told = Record.of(session), note or Note()
    if seal is not None:
        record = replace(record, seal=seal)
    end = CLOSED if session.pending is not None else OVER
    text, chain = opened(record, told)
    return text + chain.line(replace(told, end=end), b"", record.seal)


def opened(record: Record[Any], note: Note) -> tuple[str, Chain]:
    """The game as text for a file that goes on, and what makes its next lines.

    Raises:
        SaveError: An event or answer holds a value that its type does not allow.
    """
    text = first_line(record.head)
    chain = Chain.of(text)
    return text + chain.line(note, document(record), record.seal), chain


def document(record: Record[Any]) -> bytes:
    """The game as one JSON object, with a line for each event, mark and answer.

    Raises:
        SaveError: An event or answer holds a value that its type does not allow.
    """
    system = record.system
    parts = {
        "layout": to_json(PLAIN_LAYOUT),
        "system": to_json(system.id),
        "format": to_json(system.format),
        "revision": to_json(system.revision),
        "seed": to_json(record.seed),
        "floor": to_json(record.floor),
        "dealt": to_json(record.dealt),
        "header": to_json(dict(record.header)),
        **_told(codec_of(system), record, 0, 0, 0),
        "undone": _groups(codec_of(system), record.undone),
    }
    if record.memos:
        parts["memos"] = _memo_lines(record.memos)
    return _object(parts)


def difference(before: Record[Any], after: Record[Any]) -> bytes:
    """What a file that holds `before` needs to hold `after`, as a JSON object.

    What was undone is cut off; what came since follows. Empty where nothing has changed.

    Raises:
        SaveError: An event or answer holds a value that its type does not allow.
    """
    kept = (
        _shared(before.journal, after.journal),
        _shared(before.events, after.events),
        _shared(before.marks, after.marks),
    )
    codec, parts = codec_of(after.system), {}
    if kept != (len(before.journal), len(before.events), len(before.marks)):
        parts["cut"] = to_json(kept)
    told = _told(codec, after, *kept)
    parts |= {name: rows for name, rows in told.items() if rows != _NO_ROWS}
    if before.undone != after.undone:
        parts["undone"] = _groups(codec, after.undone)
    same = _shared(before.memos, after.memos)
    if same != len(before.memos):
        parts["memos_cut"] = to_json(same)
    if same != len(after.memos):
        parts["memos"] = _memo_lines(after.memos[same:])
    return _object(parts) if parts else b""


def _told(
    codec: Codec, record: Record[Any], journal: int, events: int, marks: int
) -> dict[str, bytes]:
    """What there is of a record from some places on."""
    told = enumerate(record.events[events:], events)
    return {
        "events": _lines(codec.event_text(event, f"events.{at}") for at, event in told),
        "marks": _lines(
            to_json((mark.journal, mark.events, mark.digest)) for mark in record.marks[marks:]
        ),
        "journal": _entry_lines(codec, record.journal[journal:], "journal"),
    }


def _shared(before: Sequence[object], after: Sequence[object]) -> int:
    """How many things two lists have in common at their beginnings.

    Lists of a game only grow, or go back and grow again with new things: where one thing is the
    same, all before it are.
    """
    at = min(len(before), len(after))
    while at and before[at - 1] is not after[at - 1]:
        at -= 1
    return at


def load(
    system: System[S], text: str | bytes, chance: Chance | None = None, seal: Seal = PACKED
) -> Session[S]:
    """The game that `save` wrote, ready to play on, with everything undoable that was.

    `Session.notice` says what the player should know: that the rules have changed, that the last
    answers no longer fit them, or that the file was not closed. Without a `chance` the dice go on
    from the file's seed, or a person answers when it has none.

    Raises:
        LockedError: A side has set a password, and `seal` was not made with it.
        SaveError: The text is no saved game of this system, or is damaged.
    """
    game = parse(system, text, seal)
    return restored(system, game, chance_from_seed(game.seed) if chance is None else chance)


def verify(system: System[Any], text: str | bytes, seal: Seal = PACKED) -> Verdict:
    """Replay a saved game with the rules and compare the digest at every mark.

    Raises:
        LockedError: A side has set a password, and `seal` was not made with it.
        SaveError: The text is no saved game of this system.
    """
    return verdict(system, parse(system, text, seal))


def system_of(text: str | bytes) -> str:
    """The id of the system that a saved game is of.

    Raises:
        SaveError: The text is no saved game.
    """
    return head_of(text).system


def head_of(text: str | bytes) -> Head:
    """What everybody may know of a saved game of any layout.

    Raises:
        SaveError: The text is no saved game.
    """
    plain = _text(text)
    if is_game_file(plain):
        return read_head(plain.partition("\n")[0])
    data = _bytes(plain)
    see_budget(data)
    head = _head(data)
    return Head(head.system, head.format)


def parse(system: System[Any], text: str | bytes, seal: Seal = PACKED) -> SavedGame:
    """Read a saved game without setting it up.

    Raises:
        LockedError: A side has set a password, and `seal` was not made with it.
        SaveError: The text is no saved game of this system, or is damaged.
    """
    plain = _text(text)
    if not is_game_file(plain):
        return parse_document(system, _bytes(plain))
    file = read(plain)
    if file.damage:
        raise DamagedError(file)
    return parse_file(system, file, seal)


def parse_file(system: System[Any], file: GameFile, seal: Seal) -> SavedGame:
    """What the good lines of a game file hold.

    Raises:
        LockedError: A side has set a password, and `seal` was not made with it.
        SaveError: It is no game of this system, or its lines do not fit one another.
    """
    game = parse_document(system, joined(file, seal))
    own = seal if file.head.locks else PACKED
    return replace(game, is_open=not file.is_closed, seal=own)


def joined(file: GameFile, seal: Seal) -> bytes:
    """One document that says what the good lines of a game file say together.

    Raises:
        LockedError: A side has set a password, and `seal` was not made with it.
        SaveError: There is no such line, or the lines do not fit one another.
    """
    if file.head.locks and dict(seal.locks) != dict(file.head.locks):
        raise LockedError(file.head.locks)
    bodies = file.bodies(seal if file.head.locks else PACKED)
    if not bodies:
        raise SaveError("file: this is no saved game, or not the whole of one (line {n}).", n=2)
    return bodies[0] if len(bodies) == 1 else _joined(bodies)


def _joined(bodies: Sequence[bytes]) -> bytes:
    """One document that says what a document and the differences after it say."""
    see_budget(b"\n".join(bodies), budget=ALL_LINES)
    whole = _raw(bodies[0], 2)
    for number, body in enumerate(bodies[1:], start=3):
        place = say("line {n}", n=number)
        change = validated(_CHANGE, body, place)
        see_whole(change, place)
        if change.cut is not None:
            for name, length in zip(("journal", "events", "marks"), change.cut, strict=True):
                del whole[name][length:]
        for name in ("journal", "events", "marks"):
            whole[name] += getattr(change, name)
        if change.undone is not None:
            whole["undone"] = change.undone
        if change.memos_cut is not None:
            del whole["memos"][change.memos_cut :]
        whole["memos"] += change.memos
    return to_json(whole)


def _raw(body: bytes, number: int) -> dict[str, Any]:
    """The first body of a file, of which only the lists are looked at."""
    lists = ("journal", "events", "marks", "undone", "memos")
    try:
        raw = from_json(body, allow_inf_nan=False)
    except ValueError:
        raw = None
    if isinstance(raw, dict):
        raw.setdefault("memos", [])
    if not isinstance(raw, dict) or not all(isinstance(raw.get(name), list) for name in lists):
        raise SaveError("line {n}: this is no game.", n=number)
    return raw


def parse_document(system: System[Any], data: bytes) -> SavedGame:
    """Read a game that is one JSON object.

    Raises:
        SaveError: It is none of this system.
    """
    see_budget(data)
    now = present(system, data)
    if now is not data:
        see_budget(now)
    file = validated(_FILE, now)
    see_whole(file)
    return _game(codec_of(system), file)


def present(system: System[Any], data: bytes) -> bytes:
    """A game that is one JSON object, in the present format of its system; its costs were seen.

    Raises:
        SaveError: It is of another system or of a newer format, or cannot be brought up to date.
    """
    head = _head(data)
    if head.system != system.id:
        found, wanted = short(head.system), system.id
        raise SaveError("system: the game is of {a}, not of {b!r}.", a=found, b=wanted)
    if head.layout > PLAIN_LAYOUT or head.format > system.format:
        raise UnknownError("format: the game was saved by a newer version of the program.")
    return data if head.format == system.format else _migrated(system, head.format, data)


def raw_document(data: bytes) -> dict[str, Any]:
    """The JSON object of a game that was read before, nothing of it decoded."""
    raw: dict[str, Any] = from_json(data, allow_inf_nan=False)
    return raw


def laid_out(raw: Mapping[str, Any]) -> bytes:
    """A game out of a file as `document` would write it, with a line for each row."""
    parts = {name: to_json(value) for name, value in raw.items()}
    for name in ("events", "marks", "journal"):
        parts[name] = _lines(map(to_json, raw[name]))
    parts["undone"] = _lines(_lines(map(to_json, group)) for group in raw["undone"])
    return _object(parts)


class _Plain(Part):
    """What must be known before the rest can be read."""

    model_config = ConfigDict(extra="ignore")
    needed: ClassVar[frozenset[str]] = frozenset({"layout", "system", "format"})

    layout: PositiveInt = ABSENT
    system: str = ABSENT
    format: PositiveInt = ABSENT


MOST_ROWS: Final = 60_000
"""Events, marks or answers of one game: four times as many as the longest that was ever played."""

_MANY: Final = Field(max_length=MOST_ROWS)


_Answers = Annotated[list[Row], _MANY, FailFast()]
_Word = Annotated[str, Field(max_length=80)]
_MemoRow = tuple[NonNegativeInt, _Word, _Word, Annotated[str, Field(max_length=MOST)]]


class _File(_Plain):
    """The whole file, its events and answers not yet decoded."""

    model_config = ConfigDict(extra="allow")
    needed: ClassVar[frozenset[str]] = frozenset(
        {"revision", "seed", "floor", "header", "events", "marks", "journal", "undone"}
    )

    revision: int = ABSENT
    seed: Annotated[str, Field(max_length=MAX_SEED)] | None = ABSENT
    floor: NonNegativeInt = ABSENT
    header: dict[str, Any] = ABSENT
    events: Annotated[list[tuple[str, Any]], _MANY, FailFast()] = ABSENT
    marks: Annotated[
        list[tuple[NonNegativeInt, NonNegativeInt, str]],
        Field(min_length=1, max_length=MOST_ROWS),
        FailFast(),
    ] = ABSENT
    journal: _Answers = ABSENT
    undone: Annotated[list[Annotated[_Answers, Field(min_length=1)]], _MANY, FailFast()] = ABSENT
    dealt: NonNegativeInt | None = None
    memos: Annotated[list[_MemoRow], _MANY, FailFast()] = Field(default_factory=list)


class _Change(Part):
    """What came after what a file held before."""

    cut: tuple[NonNegativeInt, NonNegativeInt, NonNegativeInt] | None = None
    """How much is kept of journal, events and marks."""
    journal: list[Any] = Field(default_factory=list)
    events: list[Any] = Field(default_factory=list)
    marks: list[Any] = Field(default_factory=list)
    undone: list[Any] | None = None
    memos_cut: NonNegativeInt | None = None
    memos: list[Any] = Field(default_factory=list)


_HEAD = TypeAdapter(_Plain)
_FILE = TypeAdapter(_File)
_CHANGE = TypeAdapter(_Change)


def _head(data: bytes) -> _Plain:
    head = validated(_HEAD, data)
    see_whole(head)
    return head


def _game(codec: Codec, file: _File) -> SavedGame:
    try:
        see_length(len(to_json(file.header)))  # quicker than `plain_header`, and never more
        header = plain_header(file.header)
    except KernelError as fault:
        raise SaveError("header: {fault}", fault=fault) from fault
    events = [codec.event(*row, f"events.{at}") for at, row in enumerate(file.events)]
    marks = [SavedMark(*row) for row in file.marks]
    journal = _entries(codec, file.journal, "journal")
    undone = [tuple(_entries(codec, group, f"undone.{n}")) for n, group in enumerate(file.undone)]
    game = SavedGame(
        file.revision, header, file.seed, file.floor, events, marks, journal, undone, file.dealt
    )
    return replace(game, memos=tuple(Memo(*row) for row in file.memos))


def _entries(codec: Codec, rows: Iterable[Row], place: str) -> list[Entry]:
    return [codec.entry(row, f"{place}.{at}") for at, row in enumerate(rows)]


def _entry_lines(codec: Codec, entries: Iterable[Entry], place: str) -> bytes:
    return _lines(codec.entry_text(entry, f"{place}.{at}") for at, entry in enumerate(entries))


def _groups(codec: Codec, groups: Iterable[Sequence[Entry]]) -> bytes:
    """Answers taken back, a list for each undo."""
    return _lines(_entry_lines(codec, group, f"undone.{at}") for at, group in enumerate(groups))


def _memo_lines(memos: Iterable[Memo]) -> bytes:
    return _lines(to_json((memo.entry, memo.side, memo.topic, memo.text)) for memo in memos)


def _lines(rows: Iterable[bytes]) -> bytes:
    return b"[\n" + b",\n".join(rows) + b"\n]"


_NO_ROWS: Final = _lines(())


def _object(parts: Mapping[str, bytes]) -> bytes:
    """A JSON object of parts that are JSON already, a line for each."""
    lines = b",\n".join(to_json(key) + b":" + part for key, part in parts.items())
    return b"{\n" + lines + b"\n}\n"


def _text(text: str | bytes) -> str:
    """A stranger's file as text, if it is not too large."""
    if len(text) > MAX_BYTES:
        raise SaveError("The file is larger than {most} MiB.", most=MAX_BYTES >> 20)
    return text if isinstance(text, str) else text.decode(errors="surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _migrated(system: System[Any], found: int, data: bytes) -> bytes:
    try:
        raw = system.migrate(found, from_json(data, allow_inf_nan=False))
        return to_json({**raw, "format": system.format})
    except Exception as fault:
        words = mark("format: the game of format {found} cannot be brought up to date.")
        raise SaveError(words, found=found) from fault
