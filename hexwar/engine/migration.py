"""Saved games brought up to the present layout and format, and what that changes in them.

The game itself stays as it was: its revision, its floor, its marks and the hash of its scenario.
Only how it is written changes. So the new file opens just as the old one does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hexwar.engine.errors import SaveError
from hexwar.engine.gamefile import (
    CLOSED,
    LAYOUT,
    Chain,
    DamagedError,
    Head,
    Note,
    first_line,
    is_game_file,
    read,
)
from hexwar.engine.save import PLAIN_LAYOUT, joined, laid_out, parse, present, raw_document
from hexwar.engine.seal import PACKED, Seal
from hexwar.engine.system import System

_LISTS: Final = ("events", "journal", "undone", "marks")


@dataclass(frozen=True, slots=True)
class Difference:
    """One row of a game, or one field of its header, that is written otherwise than before.

    Names of kinds and fields only: what stands in them may be a side's secret.
    """

    place: str  # such as `events.12`
    kind: str  # the class of the event or of the question, as it was called before
    line: str  # the difference in words


@dataclass(frozen=True, slots=True)
class Migration:
    """What must change for a saved game to be of the present layout and format."""

    layout: int  # that of the file
    format: int  # that of the file
    revision: int  # of the rules that played it; stays
    present_format: int
    differences: tuple[Difference, ...]
    text: str
    """The whole new file; empty where nothing changes."""

    @property
    def is_needed(self) -> bool:
        """Whether the file is not of the present layout and format."""
        return bool(self.text)

    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """How many rows are written otherwise: by list, then by kind."""
        found: dict[str, Counter[str]] = {}
        for one in self.differences:
            found.setdefault(one.place.partition(".")[0], Counter())[one.kind] += 1
        return found


def migration(
    system: System[Any], text: str, note: Note | None = None, seal: Seal = PACKED
) -> Migration:
    """What brings a saved game up to the present layout and format.

    The new file has been read back, and holds the same events, answers and marks.

    Args:
        system: The game's system.
        text: The file.
        note: Where the game stands, for a file that does not say so itself.
        seal: The passwords of its sides; the new file is locked by the same.

    Raises:
        LockedError: A side has set a password, and `seal` was not made with it.
        SaveError: It is no saved game of this system, is damaged, or cannot be brought up to date.
    """
    saved = parse(system, text, seal)
    layout, told, is_open, data = _document(text, note or Note(), seal)
    before = raw_document(data)
    found: int = before["format"]
    if layout == LAYOUT and found == system.format:
        return Migration(layout, found, saved.revision, system.format, (), "")
    after = before if found == system.format else raw_document(present(system, data))
    line = first_line(Head(system.id, system.format, saved.seal.locks))
    chain = Chain.of(line)
    new = line + chain.line(replace(told, end=""), laid_out(after), saved.seal)
    if not is_open:
        new += chain.line(replace(told, end=told.end or CLOSED), b"", saved.seal)
    if parse(system, new, seal) != saved:
        raise SaveError("The game would not be the same in the present format.")
    told_of = tuple(differences(before, after))
    return Migration(layout, found, saved.revision, system.format, told_of, new)


def _document(text: str, note: Note, seal: Seal) -> tuple[int, Note, bool, bytes]:
    """Layout of a file, where the game stands, whether the file goes on, and its document."""
    if not is_game_file(text):
        return PLAIN_LAYOUT, note, False, text.encode(errors="surrogatepass")
    file = read(text)
    if file.damage:
        raise DamagedError(file)
    return LAYOUT, file.note, not file.is_closed, joined(file, seal)


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    """What is written otherwise in the later of two documents of one game."""
    for name in _LISTS:
        yield from _rows(name, _flat(before.get(name)), _flat(after.get(name)))
    yield from _fields("header", before.get("header"), after.get("header"))
    rest = {*_LISTS, "header", "format"}
    kept = [{k: v for k, v in one.items() if k not in rest} for one in (before, after)]
    yield from _fields("game", *kept)


def _rows(name: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Difference]:
    """Rows that stand at the same place; where there are more or fewer, from both ends inwards."""
    start, end = 0, 0
    shorter = min(len(before), len(after))
    if len(before) != len(after):
        while start < shorter and before[start] == after[start]:
            start += 1
        while end < shorter - start and before[-1 - end] == after[-1 - end]:
            end += 1
    for at in range(start, max(len(before), len(after)) - end):
        old = before[at] if at < len(before) - end else None
        new = after[at] if at < len(after) - end else None
        if old != new:
            kind = _kind(new if old is None else old)
            yield Difference(f"{name}.{at}", kind, f"{_form(old)} -> {_form(new)}")


def _fields(name: str, before: Any, after: Any) -> Iterator[Difference]:
    old, new = ({} if not isinstance(one, dict) else one for one in (before, after))
    for key in sorted({*old, *new}, key=str):
        if old.get(key) != new.get(key):
            line = f"{key if key in old else '-'} -> {key if key in new else '-'}"
            yield Difference(f"{name}.{key}", str(key), line)


def _flat(rows: Any) -> list[Any]:
    """The rows of a list; those that were taken back stand in groups."""
    flat: list[Any] = []
    for row in rows if isinstance(rows, list) else ():
        is_group = isinstance(row, list) and row and isinstance(row[0], dict)
        flat.extend(row if is_group else [row])
    return flat


def _kind(row: Any) -> str:
    name: Any = None
    if isinstance(row, dict):
        name = row.get("asked")
    elif isinstance(row, list) and row:
        name = row[0]
    return name[:60] if isinstance(name, str) else "-"


def _form(row: Any) -> str:
    """The kind of a row with the names of its fields, such as ``BoatMoored(side, pier)``."""
    if row is None:
        return "-"
    told = row[-1] if isinstance(row, list) and row else row
    if isinstance(row, dict):
        told = row.get("answer")
    names = ", ".join(str(key)[:40] for key in told) if isinstance(told, dict) else ""
    return f"{_kind(row)}({names})"
