"""What a stranger's file may cost: it is read and weighed as bytes before an object is made of it.

Three doors, none of which knows what the file is for:

- `read_bytes` opens nothing but a plain file, never waits and never reads more than the budget;
- `weigh` goes over JSON text once, in a few passes that Python does in C, and refuses what is too
  large, too long, too many or too deep. What passes can be handed to any parser;
- `inflated` unpacks zlib's form and stops where the budget ends.

Each raises `OverBudget`: one sentence, with the line where the text tells of one.

>>> weigh(b'{"a": [1, 2, [3]]}', GAME)
>>> weigh(b'[' * 100 + b']' * 100, GAME)
Traceback (most recent call last):
hexwar.engine.budget.OverBudget: line 1: lists and objects stand more than 24 deep in one another
"""

from __future__ import annotations

import os
import re
import stat
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BufferedReader
from itertools import accumulate
from pathlib import Path
from typing import Final

from hexwar.messages import ToldError, mark, say


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a file may have of each."""

    size: int  # bytes
    values: int  # values in lists and objects, these too
    depth: int  # lists and objects in one another
    text: int  # bytes of one text
    number: int = 25  # characters of one number: any that a computer holds as such
    is_shown: bool = False  # no text holds what a terminal obeys or what turns a line about


GAME: Final = Budget(16 << 20, values=600_000, depth=24, text=64 << 10, is_shown=True)
"""Of a saved game: five times the longest that was ever played, a campaign of 2.9 MB."""

SCENARIO: Final = Budget(size=1 << 20, values=40_000, depth=64, text=16 << 10)
"""Of a scenario, its map or its forces: eight times the largest that there is, 72 kB and 5,400
values. A map of 99 columns and rows with a slope on every third hexside has room in it.
"""

NOTE: Final = Budget(size=64 << 10, values=1_000, depth=8, text=4 << 10)
"""Of what the program notes down for itself beside games: titles, places of windows."""


class OverBudget(ToldError):  # noqa: N818
    """A file that costs more than its kind may, or that is no plain file."""


def open_plain(path: Path) -> BufferedReader:
    """A plain file, open to be read, of whatever length.

    A folder, a device, a pipe or a socket is not opened, nor is one waited for that takes the
    file's place meanwhile.

    Raises:
        OverBudget: It is no plain file.
        OSError: It is not there, or may not be read.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OverBudget("this is no file")
    patient = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = open(os.open(path, os.O_RDONLY | patient), "rb")  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OverBudget("this is no file")
    return file


def read_bytes(path: Path, most: int) -> bytes:
    """What a plain file holds, at most so many bytes.

    Raises:
        OverBudget: It is no plain file, or larger.
        OSError: It is not there, or may not be read.
    """
    with open_plain(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(most + 1) if size <= most else b""
    if max(size, len(data)) > most:
        raise _too_large(max(size, len(data)), most)
    return data


def inflated(data: bytes, most: int) -> bytes:
    """What `zlib` packed into `data`, at most so many bytes.

    Raises:
        OverBudget: There is more in it, or it was not packed so.
    """
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(data, most + 1)
    except zlib.error as fault:
        raise OverBudget("what was packed here is damaged") from fault
    if len(found) > most:
        raise _too_large(len(found), most)
    if not unpacker.eof or unpacker.unused_data:
        raise OverBudget("what was packed here is damaged")
    return found


def weigh(data: bytes, budget: Budget) -> None:
    """See that a JSON text keeps to its budget, whatever is written in it.

    Raises:
        OverBudget: It does not, or no parser could read it; the sentence names the line.
    """
    if len(data) > budget.size:
        raise _too_large(len(data), budget.size)
    plain = data.replace(rb"\\", b"__").replace(rb"\"", b"__") if b"\\" in data else data
    pieces = _pieces(plain, budget)
    bare = b" ".join(pieces[::2])  # all but the texts: marks, numbers, words
    _weigh_marks(bare, pieces, budget)
    longest = max(map(len, pieces[1::2]), default=0)
    if longest > budget.text:
        at = next(n for n in range(1, len(pieces), 2) if len(pieces[n]) > budget.text)
        words = mark("{line}: a text is longer than {most} bytes")
        raise OverBudget(words, line=_line(pieces, at), most=budget.text)
    _weigh_numbers(bare, pieces, budget)
    hidden = _HIDDEN.search(plain) if budget.is_shown else None
    if hidden:
        line = say("line {n}", n=1 + plain.count(b"\n", 0, hidden.start()))
        raise OverBudget("{line}: a text holds a character that cannot be shown", line=line)


# -- passes over the text

_OTHER: Final = bytes(code for code in range(256) if code not in b"[]{}")
_TO_SQUARE: Final = bytes.maketrans(b"{}", b"[]")
_TO_TOKENS: Final = bytes(ord(" ") if code in b" \t\r\n,:[]{}" else ord("x") for code in range(256))
_HUGE: Final = re.compile(rb"[0-9][eE][+-]?0*[1-9][0-9][0-9]")

_HIDDEN: Final = re.compile(
    rb"(?i:\\u(?:00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|200[ef]|202[a-e]|206[6-9]))"
    rb"|\x7f|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]"
)
"""Control characters, and those that turn the direction of a line."""


def _pieces(plain: bytes, budget: Budget) -> list[bytes]:
    """The text cut at its quotation marks: each second piece stands between two of them."""
    if plain.count(b'"') > 3 * budget.values + 2:  # no file of ours has so many
        raise _too_many(budget)
    return plain.split(b'"')


def _weigh_marks(bare: bytes, pieces: Sequence[bytes], budget: Budget) -> None:
    """See how many values there are, and how deep they stand."""
    opened = bare.count(b"[") + bare.count(b"{")
    if bare.count(b",") + opened + 1 > budget.values or bare.count(b":") > budget.values:
        raise _too_many(budget)
    marks = bare.translate(_TO_SQUARE, _OTHER)
    rest = marks
    for _ in range(budget.depth):  # each round takes the innermost away
        if b"[]" not in rest:
            break
        rest = rest.replace(b"[]", b"")
    if b"[]" in rest or rest.count(b"[") > budget.depth:
        words = mark("{line}: lists and objects stand more than {most} deep in one another")
        raise OverBudget(words, line=_line_of_depth(pieces, budget.depth), most=budget.depth)
    if rest.count(b"]") > budget.depth:
        raise OverBudget("this is no JSON: more lists and objects end than begin")


def _weigh_numbers(bare: bytes, pieces: Sequence[bytes], budget: Budget) -> None:
    """See that no number, nor what stands in the place of one, is too long or beyond all bounds."""
    if b"x" * (budget.number + 1) in bare.translate(_TO_TOKENS):
        longer = re.compile(rb"[^ \t\r\n,:\[\]{}]{%d}" % (budget.number + 1))
        line, word = _first(longer, pieces)
        if word.strip(b"0123456789+-.eE"):
            raise OverBudget("{line}: this is no JSON", line=line)
        words = mark("{line}: a number is longer than {most} characters")
        raise OverBudget(words, line=line, most=budget.number)
    if _HUGE.search(bare):
        words = mark("{line}: a number is too large to be used")
        raise OverBudget(words, line=_first(_HUGE, pieces)[0])


def _first(form: re.Pattern[bytes], pieces: Sequence[bytes]) -> tuple[str, bytes]:
    """The line of the first place outside of texts that has a form, and what stands there."""
    found = ((n, form.search(pieces[n])) for n in range(0, len(pieces), 2))
    at, match = next((n, match) for n, match in found if match)
    return _line(pieces, at, match.start()), match[0]


def _line(pieces: Sequence[bytes], at: int, place: int = 0) -> str:
    """The line of a place in a piece."""
    before = sum(piece.count(b"\n") for piece in pieces[:at])
    return say("line {n}", n=1 + before + pieces[at].count(b"\n", 0, place))


def _line_of_depth(pieces: Sequence[bytes], most: int) -> str:
    """The line in which something first stands too deep."""
    depth = line = 0
    for n, piece in enumerate(pieces):
        if n % 2 == 0:
            steps = [+1 if code in b"[{" else -1 if code in b"]}" else 0 for code in piece]
            if depth + max(accumulate(steps), default=0) > most:
                heights = accumulate(steps, initial=depth)
                place = next(i for i, height in enumerate(heights) if height > most)
                return say("line {n}", n=line + piece.count(b"\n", 0, place) + 1)
            depth += sum(steps)
        line += piece.count(b"\n")
    return say("line {n}", n=line + 1)


def _too_large(size: int, most: int) -> OverBudget:
    words = mark("the file is too large: {size:.1f} MiB, where {most:g} MiB is the limit")
    return OverBudget(words, size=size / (1 << 20), most=round(most / (1 << 20), 2))


def _too_many(budget: Budget) -> OverBudget:
    words = mark("there are more than {most} values in the file")
    return OverBudget(words, most=budget.values)
