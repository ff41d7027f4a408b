"""Reads a JSON file of a stranger: bounded, complete in what it reports, and never with a crash."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from hexwar.engine.budget import SCENARIO, OverBudget, read_bytes, weigh
from hexwar.messages import mark, say
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen

MAX_DEPTH: Final = 16
"""How deep the parts of a file may stand that are read at all."""

MAX_DIGITS: Final = 15

_SPACES: Final = str.maketrans("", "", "\u00a0\u202f")
"""Spaces that hold words together, as in French print; Python calls them not printable."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Unfit:
    """Stands for a number that JSON or this program does not know."""

    text: str


class _Object(dict[str, Any]):
    """An object that remembers the keys which its text holds more than once."""

    repeated: tuple[str, ...] = ()


def read_object(path: Path, pen: Pen) -> Json | None:
    """The object that a JSON file holds, or None where there is none to read.

    What is wrong is written with the pen. A value that cannot be used stands as None in the
    answer, so that the rest can still be checked.
    """
    data = _read_bytes(path, pen)
    return None if data is None else object_in(data, pen)


def object_in(data: bytes, pen: Pen) -> Json | None:
    """The same of the bytes of a file, if they cost no more than a file may."""
    try:
        weigh(data, SCENARIO)
    except OverBudget as fault:
        pen.error((), "{fault}", fault=fault)
        return None
    text = _decode(data, pen)
    raw = None if text is None else _parse(text, pen)
    if raw is None:
        return None
    if not isinstance(raw, dict):
        pen.error((), "the file should hold an object, not {raw}", raw=quoted(raw))
        return None
    clean: Json = _clean(raw, (), pen)
    return clean


def content_hash(raw: object) -> str:
    """The SHA-256 of what a file says, whatever its line ends, indents and order of keys."""
    text = json.dumps(raw, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _read_bytes(path: Path, pen: Pen) -> bytes | None:
    try:
        return read_bytes(path, SCENARIO.size)
    except OverBudget as fault:
        pen.error((), "{fault}", fault=fault)
    except FileNotFoundError:
        pen.error((), "there is no such file")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or say("its name cannot be one")
        pen.error((), "the file cannot be read: {why}", why=why)
    return None


def _decode(data: bytes, pen: Pen) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        pen.error((), "line {line}: this is no UTF-8 text", line=line)
        return None


def _parse(text: str, pen: Pen) -> Any:
    try:
        read = partial(json.loads, object_pairs_hook=_object, parse_constant=_Unfit)
        return read(text, parse_int=_whole, parse_float=_real)
    except json.JSONDecodeError as error:
        where = say("line {error.lineno}, column {error.colno}", error=error)
        pen.error((), "{where}: this is no JSON: {why}", where=where, why=_why_no_json(error.msg))
    except RecursionError:
        pen.error((), "lists and objects are nested too deeply")
    return None


_NO_JSON: Final = {
    "Expecting ',' delimiter": mark("a comma or the end should stand here"),
    "Expecting ':' delimiter": mark("a colon should stand here"),
    "Expecting property name": mark("a name in double quotes should stand here"),
    "Extra data": mark("something stands behind the end"),
    "Illegal trailing comma": mark("nothing follows this comma"),
    "Invalid \\": mark("no such character follows a backslash"),
    "Invalid control": mark("a control character stands here"),
    "Unterminated string": mark("the text that begins here has no end"),
}
"""What the beginnings of what Python's parser says mean to who wrote the file."""


def _why_no_json(told: str) -> str:
    found = (why for head, why in _NO_JSON.items() if told.startswith(head))
    return say(next(found, mark("a value should stand here")))


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object(pairs)
    if len(made) != len(pairs):
        times = Counter(key for key, _ in pairs)
        made.repeated = tuple(key for key, count in times.items() if count > 1)
    return made


def _whole(text: str) -> int | _Unfit:
    return int(text) if len(text) <= MAX_DIGITS else _Unfit(text)


def _real(text: str) -> float | _Unfit:
    value = float(text)
    return value if math.isfinite(value) else _Unfit(text)


def _clean(value: Any, place: Place, pen: Pen) -> Any:
    """The value in plain dicts and lists, unusable parts as None."""
    if isinstance(value, _Unfit):
        pen.error(place, "{text} is no number that can be used", text=quoted(value.text))
        return None
    if isinstance(value, str):
        return value if _is_text(value, place, pen) else None
    if not isinstance(value, (dict, list)):
        return value
    if len(place) >= MAX_DEPTH:
        pen.error(place, "lists and objects are nested too deeply")
        return None
    if isinstance(value, list):
        return [_clean(item, (*place, i), pen) for i, item in enumerate(value)]
    return _clean_object(value, place, pen)


def _clean_object(value: Json, place: Place, pen: Pen) -> Json:
    for key in getattr(value, "repeated", ()):
        pen.error(place, "the key {key} stands here more than once", key=quoted(key))
    kept = [key for key in value if _is_text(key, place, pen)]
    return {key: _clean(value[key], (*place, key), pen) for key in kept}


def _is_text(text: str, place: Place, pen: Pen) -> bool:
    if text.isprintable() or text.translate(_SPACES).isprintable():
        return True
    pen.error(place, "{text} holds a character that cannot be shown", text=quoted(text))
    return False
