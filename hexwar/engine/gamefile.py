r"""The lines of a game file: a head, then a line for each part of the game, chained by hash.

A saved game and a journal are the same file. Its first line is a short JSON object that everybody
may read. Each line after it is a part::

    CHECK NOTE BODY

`CHECK` is a hash of this line and of all before it, so one flipped byte anywhere is noticed.
`NOTE` is a JSON object without spaces that everybody may read: where the game stands. `BODY` is
sealed. A part is written whole or not at all: a last line that a kill or a power cut left
half-written is dropped, and all before it is good. A part without a body closes the file.

Example:
    >>> from hexwar.engine.seal import PACKED
    >>> text = first_line(Head("rope", 1))
    >>> chain = Chain.of(text)
    >>> text += chain.line(Note("Tug of war", turn=2), b'{"knot":1}', PACKED)
    >>> text += chain.line(Note("Tug of war", turn=2, end="closed"), b"", PACKED)
    >>> [part.note.turn for part in read(text).parts], read(text).is_closed
    ([2, 2], True)
    >>> read(text.replace('"turn":2', '"turn":3', 1)).damage
    2
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from hashlib import blake2b
from typing import Any, Final, TypeVar

from hexwar.engine.errors import SaveError, UnknownError
from hexwar.engine.seal import Lock, Seal

LAYOUT: Final = 2
"""Version of the layout of the file itself; before it, a game was one plain JSON object."""

START: Final = '{"layout":2,'
"""How a file of this layout begins."""

MOST_BODY: Final = 32 << 20
"""Bytes that the bodies of a file may hold together when they are unpacked."""

_LONGEST_HEAD = 4_000
_LONGEST_NOTE = 2_000
_LONGEST_NAME = 80
_MOST_LOCKS = 8
_CHECK = 16  # bytes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Head:
    """What everybody may know of a game file before it is opened."""

    system: str
    format: int
    locks: Mapping[str, Lock] = field(default_factory=dict)
    """The sides that have set a password."""


@dataclass(frozen=True, slots=True)
class Note:
    """Where a game stands, as everybody may know it: nobody's secrets stand here."""

    title: str = ""
    """The battle's name."""
    turn: int = 0
    words: str = ""
    """What was done last, in a few words."""
    at: str = ""
    """When it was written: local time, such as ``2026-05-31T20:15:00``."""
    end: str = ""
    """Why nothing follows: `closed` by the players, or the game is `over`; else empty.

    After `over` the next line may take the end of the game back.
    """


CLOSED: Final = "closed"
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a game file after the first."""

    note: Note
    body: str  # sealed; empty in the line that closes the file
    place: bytes  # what the body was sealed for


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game file, its bodies still sealed."""

    head: Head
    parts: tuple[Part, ...]  # those that are good
    damage: int = 0
    """The first line that is not as it was written, counted from 1; 0 where all are."""
    is_cut: bool = False
    """Whether the last line was not written whole, as a kill leaves it; it is dropped."""

    @property
    def is_closed(self) -> bool:
        """Whether its last line says that it is the last."""
        return not self.damage and bool(self.parts) and not self.parts[-1].body

    @property
    def note(self) -> Note:
        """Where the game stands at the last good line."""
        return self.parts[-1].note if self.parts else Note()

    def bodies(self, seal: Seal) -> list[bytes]:
        """What is sealed in the good lines, in order.

        Raises:
            SaveError: It is sealed otherwise, or too large.
        """
        left, found = MOST_BODY, []
        for part in self.parts:
            if part.body:
                found.append(seal.show(part.body, part.place, left))
                left -= len(found[-1])
        return found


class DamagedError(SaveError):
    """A line of a game file is not as it was written."""

    def __init__(self, file: GameFile) -> None:
        super().__init__("line {n}: the file is damaged here.", n=file.damage)
        self.file = file
        """What is still good of it."""


class Chain:
    """The hash of all lines of a file so far; makes the next one."""

    def __init__(self, check: bytes) -> None:
        self._check = check

    @classmethod
    def of(cls, line: str) -> Chain:
        """That of a file which has only its first line."""
        return cls(_hashed(b"", line.encode(errors="surrogatepass")))

    def line(self, note: Note, body: bytes, seal: Seal) -> str:
        """The next line, with its end; an empty body closes the file."""
        told = {name: value for name, value in asdict(note).items() if value}
        hidden = seal.hide(body, self._check) if body else "-"
        text = f"{_plain(told)} {hidden}\n"
        self._check = _hashed(self._check, text.encode())
        return f"{self._check.hex()} {text}"

    def accept(self, line: str) -> Part | None:
        """What stands in the next line of a file, or None where it is not as it was written."""
        check, _, rest = line.partition(" ")
        found = _hashed(self._check, rest.encode(errors="surrogatepass"))
        if check != found.hex():
            return None
        told, _, body = rest.rstrip("\n").rpartition(" ")
        place, self._check = self._check, found
        try:
            note = _told(Note, _object(told, _LONGEST_NOTE))
        except SaveError:
            return None
        return Part(note, "" if body == "-" else body, place)


def first_line(head: Head) -> str:
    """The first line of a game file, with its end."""
    told = {"layout": LAYOUT, "system": head.system, "format": head.format}
    if head.locks:
        told["locks"] = {
            side: {name: value for name, value in asdict(lock).items() if value}
            for side, lock in head.locks.items()
        }
    return f"{json.dumps(told, separators=(',', ':'))}\n"


def is_game_file(text: str) -> bool:
    """Whether a text begins as a file of this layout does."""
    return text.startswith(START)


def read(text: str) -> GameFile:
    """The lines of a game file, as far as they are good.

    Raises:
        SaveError: Not even its first line is.
    """
    *lines, tail = text.split("\n")
    if not lines:
        raise _no_head()
    head, chain = read_head(lines[0]), Chain.of(f"{lines[0]}\n")
    parts: list[Part] = []
    for number, line in enumerate(lines[1:], start=2):
        part = None if parts and not parts[-1].body else chain.accept(f"{line}\n")
        if part is None:
            return GameFile(head, tuple(parts), damage=number)
        parts.append(part)
    if tail and parts and not parts[-1].body:
        return GameFile(head, tuple(parts), damage=len(lines) + 1)
    return GameFile(head, tuple(parts), is_cut=bool(tail))


def read_head(line: str) -> Head:
    """What the first line of a game file says.

    Raises:
        SaveError: It is none.
    """
    told = _object(line, _LONGEST_HEAD)
    layout = told.pop("layout", None)
    if type(layout) is int and layout > LAYOUT:
        raise UnknownError("format: the game was saved by a newer version of the program.")
    raw = told.pop("locks", {})
    if not isinstance(raw, dict) or not all(isinstance(lock, dict) for lock in raw.values()):
        raise _no_head()
    locks = {side: _told(Lock, lock) for side, lock in raw.items()}
    if len(locks) > _MOST_LOCKS or not all(_is_lock(*entry) for entry in locks.items()):
        raise _no_head()
    if set(told) != {"system", "format"} or layout != LAYOUT:
        raise _no_head()
    return Head(**_checked(Head, told), locks=locks)


def _object(text: str, longest: int) -> dict[str, Any]:
    try:
        told = json.loads(text) if len(text) <= longest else None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise _no_head()
    return told


def _told(kind: type[T], told: Mapping[str, Any]) -> T:
    """A record of texts and whole numbers out of a file."""
    return kind(**_checked(kind, told))


def _checked(kind: type[Any], told: Mapping[str, Any]) -> dict[str, Any]:
    needed = {part.name for part in fields(kind) if part.default is MISSING}
    needed -= {part.name for part in fields(kind) if part.default_factory is not MISSING}
    if not needed <= set(told):
        raise _no_head()
    wanted = {part.name: {"str": str, "int": int}.get(str(part.type)) for part in fields(kind)}
    for name, value in told.items():
        if wanted.get(name) is not type(value):
            raise _no_head()
    return dict(told)


def _is_lock(side: str, lock: Lock) -> bool:
    is_named = all(len(name) <= _LONGEST_NAME and name.isprintable() for name in (side, lock.name))
    is_whole = all(text and len(text) <= 64 and _is_hex(text) for text in (lock.salt, lock.proof))
    return is_named and is_whole


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and all(letter in "0123456789abcdef" for letter in text)


def _no_head() -> SaveError:
    return SaveError("file: this is no saved game, or not the whole of one (line {n}).", n=1)


def _plain(told: Mapping[str, Any]) -> str:
    """JSON without a space outside of its texts; a space within one is written as an escape."""
    text = json.dumps(told, separators=(",", ":"))
    return text.replace(" ", "\\u0020")


def _hashed(before: bytes, line: bytes) -> bytes:
    return blake2b(before + line, digest_size=_CHECK).digest()
