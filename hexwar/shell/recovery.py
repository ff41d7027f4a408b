"""Games that the program has kept by itself: which there are, and how a damaged one is mended."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from time import time
from typing import Any

from PySide6.QtCore import QFile

from hexwar.engine import SaveError, Session, fresh_seed, gamefile, read_file, save, write_file
from hexwar.engine.budget import NOTE, OverBudget, open_plain, read_bytes, weigh
from hexwar.engine.errors import UnknownError
from hexwar.engine.files import MAX_BYTES, clear_drafts, reason
from hexwar.engine.gamefile import OVER, START, DamagedError, Head, Note, is_game_file, read_head
from hexwar.engine.seal import LockedError
from hexwar.messages import mark, say
from hexwar.shell.claims import is_claimed, sweep

SUFFIX = ".hexwar"
"""Of saved games."""

DAMAGED = "damaged"
"""The folder, in that of the games, into which damaged ones are moved."""

_PREFIX = "autosave-"
_BEFORE = ".bak"
_LONGEST_LINE = 64_000  # that is looked through for a note, from the end of a file
_LONGEST_NOTE = 4_000


class Stop(Enum):
    """Why a game stands where it stands."""

    LEFT = mark("left by the players")
    STOPPED = mark("the program was stopped")
    DAMAGED = mark("the file is damaged")
    PLAYED = mark("open in another window")
    OVER = mark("finished")


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that can be continued, or one that is over."""

    path: Path
    title: str  # such as `Brienne`
    words: str  # where the game stands and what was done last
    time: datetime
    stop: Stop
    is_locked: bool = False
    """Whether it opens with passwords only."""

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end."""
        return self.stop is Stop.OVER


# -- which there are


def kept_games(folder: Path) -> list[KeptGame]:
    """The games that are kept in a folder, the latest first."""
    found = []
    for path in folder.glob(f"{_PREFIX}*{SUFFIX}"):
        with suppress(OSError, OverBudget):
            found.append(_kept(path))
    for before in folder.glob(f"{_PREFIX}*{SUFFIX}{_BEFORE}"):
        path = before.with_suffix("")
        if not path.exists():
            with suppress(OSError, OverBudget):
                found.append(_kept(path, before))
    return sorted(found, key=lambda game: game.time, reverse=True)


def damaged(paths: Sequence[Path]) -> frozenset[Path]:
    """Those of some files that are not as they were written; takes a moment for each."""
    return frozenset(path for path in paths if _is_damaged_file(path))


def _is_damaged_file(path: Path) -> bool:
    try:
        text = read_file(path)
        return is_game_file(text) and gamefile.read(text).damage > 0
    except UnknownError:
        return False
    except SaveError:
        return path.exists()


def first_of(games: Sequence[KeptGame]) -> KeptGame | None:
    """The game to continue: the first that has not ended, and of which something can be read."""
    running = [game for game in games if not game.is_over]
    readable = [game for game in running if game.words or game.stop is not Stop.DAMAGED]
    return next(iter(readable or running), None)


def latest(folder: Path) -> KeptGame | None:
    """The game to continue of all that are kept."""
    return first_of(kept_games(folder))


def tidy(folder: Path) -> None:
    """Remove what killed programs have left in a folder: claims, and files half written."""
    sweep(folder)
    clear_drafts(folder, time())


def new_name(session: Session[Any]) -> str:
    """A name of its own for the file of a game that has just been opened."""
    scenario = Path(str(session.header.get("scenario", "game"))).name
    return f"{_PREFIX}{scenario[:60]}-{fresh_seed()}{SUFFIX}"


def is_autosave(path: Path, folder: Path) -> bool:
    """Whether a file is one that the program keeps: who opens it goes on writing it."""
    return path.parent == folder and path.name.startswith(_PREFIX)


def title_of(path: Path, folder: Path) -> str:
    """What players call the game in a file: a kept one by its battle, their own by its name."""
    if is_autosave(path, folder):
        with suppress(OSError):
            return _kept(path).title
    return path.stem


def remove(path: Path) -> str:
    """Put a kept game into the trash, with what stands beside it; why that cannot be, or nothing.

    Where there is no trash it is moved among the damaged ones, so nothing is deleted.
    """
    if is_claimed(path):
        return say("The game is open in another window.")
    for one in (path, path.with_suffix(".json"), path.with_name(f"{path.name}{_BEFORE}")):
        if one.exists() and not _trash(one):
            try:
                _set_aside(one)
            except OSError as fault:
                return say("{path} cannot be moved: {why}.", path=one, why=reason(fault))
    return ""


def _trash(path: Path) -> bool:
    """Put a file into the trash; False where there is none."""
    return QFile(str(path)).moveToTrash()


def _kept(path: Path, before: Path | None = None) -> KeptGame:
    """What a file says openly of its game, without a look at the game itself.

    Args:
        path: The file.
        before: The copy that is left of it, where it has vanished.

    Raises:
        OSError: It cannot be read.
        OverBudget: It is no plain file.
    """
    source = before or path
    status = source.stat()
    written = datetime.fromtimestamp(status.st_mtime)
    with open_plain(source) as file:
        first = file.readline(_LONGEST_NOTE)
        if not first.startswith(START.encode()):
            return _plain(path, source, written)
        file.seek(max(status.st_size - _LONGEST_LINE, 0))
        tail = file.read(_LONGEST_LINE)
        if tail.count(b"\n") < 2 and status.st_size > _LONGEST_LINE:  # a game in one long line
            file.seek(0)
            tail = file.read(MAX_BYTES)
    head, note, is_closed = _head(first), _note(tail), tail.endswith(b" -\n")
    title, words = (note.title, note.words) if note is not None else ("", "")
    if note is None or head is None:
        stop = Stop.DAMAGED
    elif note.end == OVER:
        stop = Stop.OVER
    elif is_claimed(path):
        stop = Stop.PLAYED
    else:
        stop = Stop.LEFT if is_closed else Stop.STOPPED
    if before is not None:
        words = f"{words} {say('From the copy before the last.')}".strip()
    locked = head is not None and bool(head.locks)
    return KeptGame(path, title or say("A game"), words, written, stop, locked)


def _head(line: bytes) -> Head | None:
    try:
        return read_head(line.decode(errors="replace"))
    except SaveError:
        return None


def _note(tail: bytes) -> Note | None:
    """The note of the last whole line; None where it cannot be read."""
    lines = tail.split(b"\n")[:-1]
    parts = lines[-1].split(b" ") if lines else []
    if len(parts) != 3 or len(parts[1]) > _LONGEST_NOTE:
        return None
    try:
        told = json.loads(parts[1])
    except (ValueError, RecursionError):
        return None
    return _told(told) if isinstance(told, dict) else None


def _told(told: Mapping[str, Any]) -> Note:
    texts = {name: str(told.get(name, "")) for name in ("title", "words", "at", "end")}
    turn = told.get("turn", 0)
    return Note(turn=turn if isinstance(turn, int) else 0, **texts)


def _plain(path: Path, source: Path, written: datetime) -> KeptGame:
    """A game of the first layout: what is known of it stands in a file beside it."""
    try:
        data = read_bytes(path.with_suffix(".json"), NOTE.size)
        weigh(data, NOTE)
        about = json.loads(data)
    except (OSError, OverBudget, ValueError, RecursionError):
        about = {}
    about = about if isinstance(about, dict) else {}
    stop = Stop.OVER if about.get("over") is True else Stop.LEFT
    if stop is Stop.LEFT and not _ends_well(source):
        stop = Stop.DAMAGED
    title = str(about.get("title", say("A game")))
    return KeptGame(path, title, str(about.get("note", "")), written, stop)


def _ends_well(path: Path) -> bool:
    with open_plain(path) as file:
        file.seek(max(path.stat().st_size - 8, 0))
        return file.read().rstrip().endswith(b"}")


# -- opening one


@dataclass(frozen=True, slots=True)
class Opened:
    """A game out of a file."""

    session: Session[Any]
    path: Path | None  # where it is; None where its file is damaged and it has none of its own
    news: str = ""
    """What the player should know of how it was opened; empty where all was well."""


Read = Callable[[str], Session[Any]]
"""Reads a game out of the text of a file."""


def opened(path: Path, read: Read, folder: Path) -> Opened:
    """The game in a file; where the file is damaged, as much of it as is good.

    Where a kept one has vanished, the copy that was beside it takes its place.
    A damaged file in the folder of kept games is moved aside, and what is good takes its place.
    One of the player's own stays untouched; the game then has no file until he saves it.

    Raises:
        LockedError: A side has set a password.
        SaveError: It cannot be read, is no game, or nothing in it is good.
        ScenarioError: Its scenario cannot be read.
    """
    before, news = path.with_name(f"{path.name}{_BEFORE}"), ""
    if is_autosave(path, folder) and before.exists() and not path.exists():
        with suppress(OSError):  # reading tells why it cannot be
            os.replace(before, path)
            news = say("The file of this game has vanished; the copy before the last is opened.")
    text = read_file(path)
    try:
        return Opened(read(text), path, news)
    except SaveError as fault:
        if not _is_damaged(text, fault):
            raise
        return _mended(path, text, read, folder, fault)


def _mended(path: Path, text: str, read: Read, folder: Path, fault: SaveError) -> Opened:
    found = max(_good(path, text, read, fault), key=lambda one: one[0], default=None)
    is_ours = is_autosave(path, folder)
    if found is None:
        if is_ours:
            raise SaveError(
                "The file is damaged, and nothing in it is good. It was moved to {path}.",
                path=_set_aside(path),
            ) from fault
        raise fault
    answers, session, is_before = found
    session.notice = None
    news = [
        say("The file of this game is damaged from line {n} on.", n=fault.file.damage)
        if isinstance(fault, DamagedError)
        else say("The file of this game is damaged: {why}", why=str(fault)),
        say("The game goes on from the file of before ({n} answers).", n=answers)
        if is_before
        else say("The game goes on from what is good in it ({n} answers).", n=answers),
    ]
    if not is_ours:
        news.append(say("The file itself stays as it is: save the game under another name."))
        return Opened(session, None, " ".join(news))
    try:
        aside = _set_aside(path)
        write_file(path, save(session, Note(title=session.state.battle.name)))
    except (OSError, SaveError) as why:
        news.append(say("It could not be moved aside: {why}", why=str(why)))
        return Opened(session, None, " ".join(news))
    news.append(say("The damaged file was moved to {path}.", path=aside))
    return Opened(session, path, " ".join(news))


def _good(
    path: Path, text: str, read: Read, fault: SaveError
) -> Iterator[tuple[int, Session[Any], bool]]:
    """What can be opened instead: answers, game, whether it is of the file of before."""
    before = path.with_name(f"{path.name}{_BEFORE}")
    texts: list[tuple[str, bool]] = []
    if isinstance(fault, DamagedError):
        texts.append(("".join(text.splitlines(keepends=True)[: fault.file.damage - 1]), False))
    with suppress(SaveError):
        texts.append((read_file(before), True))
    for good, is_before in texts:
        try:
            session = read(good)
        except LockedError:
            raise
        except SaveError:
            continue
        yield len(session.journal), session, is_before


def _is_damaged(text: str, fault: SaveError) -> bool:
    """Whether a file is not as it was written; of the first layout that is only guessed."""
    if isinstance(fault, LockedError | UnknownError):
        return False
    return isinstance(fault, DamagedError) or not is_game_file(text)


def _set_aside(path: Path) -> Path:
    """Move a file among the damaged ones; where it is now.

    Raises:
        OSError: It cannot be moved.
    """
    folder = path.parent / DAMAGED
    folder.mkdir(exist_ok=True)
    goal, number = folder / path.name, 2
    while goal.exists():
        goal, number = folder / f"{path.stem}-{number}{path.suffix}", number + 1
    os.rename(path, goal)
    return goal
