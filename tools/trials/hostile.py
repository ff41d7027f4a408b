"""Saved games that somebody has made to do harm, from a good one.

Each is a name and the bytes of a file. Most are a good game with something else in one place, once
as the plain object of the first layout and once in the lines of the present one.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import product
from typing import Any, Final

from hexwar.app.games import battle_with, new_match
from hexwar.engine import Session
from hexwar.engine.budget import GAME
from hexwar.engine.gamefile import CLOSED, Chain, Note
from hexwar.engine.save import Record, document
from hexwar.engine.seal import PACKED, Seal

Raw = dict[str, Any]

MiB: Final = 1 << 20
HEAD: Final = '{"layout":2,"system":"nlc","format":1}'
WORDS: Final = "\x1b[31mred\x1b[0m <img src=file:///etc/passwd> <b>bold</b> \u202eleft\x07\x00"


def good_game(answers: int = 80) -> Session[Any]:
    """A game under way."""
    sides = battle_with("first-steps").sides
    match = new_match("first-steps", dict.fromkeys(sides, "random"), "29")
    while match.answers < answers:
        match.step()
    match.session.undo() if match.session.can_undo else None
    return match.session


def hostile_saves(session: Session[Any], *, has_large: bool = True) -> Iterator[tuple[str, bytes]]:
    """All of them; those that are large, or unpack to much, take a second to make."""
    good = json.loads(document(Record.of(session)))
    for name, text in (*_changed(good), *_texts(good)):
        yield f"plain: {name}", text
        yield f"lines: {name}", _lined(text)
    yield from ((f"file: {name}", text) for name, text in _files(good))
    if has_large:
        yield from ((f"file: {name}", text) for name, text in _bombs(good))
        yield from ((f"limit: {name}", text) for name, text in _near_limits(good))


# -- one JSON object


def _changed(good: Raw) -> Iterator[tuple[str, bytes]]:
    """A good object with something else in one place."""
    for name, change in _CHANGES.items():
        raw = deepcopy(good)
        change(raw)
        text = re.sub(r'"deep (\d+)"', _brackets, json.dumps(raw))
        yield name, text.encode(errors="surrogatepass")


def _brackets(found: re.Match[str]) -> str:
    levels = int(found[1])
    return "[" * levels + "]" * levels


def _set(path: str, value: Any) -> Callable[[Raw], None]:
    def change(raw: Raw) -> None:
        place: Any = raw
        *way, last = (int(step) if step.lstrip("-").isdigit() else step for step in path.split("."))
        for step in way:
            place = place[step]
        place[last] = value

    return change


def _deep(levels: int) -> str:
    """Stands for so many lists in one another, until the object is written."""
    return f"deep {levels}"


_ENTRY: Final = {"asked": "Roll", "side": "chance", "answer": 1, "events": 0}

_CHANGES: Final[dict[str, Callable[[Raw], None]]] = {
    "revision is a text": _set("revision", "12"),
    "revision is huge": _set("revision", 10**24),
    "revision is a list": _set("revision", []),
    "format 0": _set("format", 0),
    "format true": _set("format", bool(1)),
    "format -1": _set("format", -1),
    "format 99": _set("format", 99),
    "layout is a text": _set("layout", "1"),
    "system is another": _set("system", "chess"),
    "system is a number": _set("system", 7),
    "system is no word": _set("system", WORDS),
    "system is long": _set("system", "x" * MiB),
    "seed is long": _set("seed", "x" * MiB),
    "seed is a number": _set("seed", 5),
    "seed is a list": _set("seed", ["29"]),
    "floor is negative": _set("floor", -1),
    "floor is huge": _set("floor", 10**20),
    "floor fits no mark": _set("floor", 1_000_000),
    "dealt is a text": _set("dealt", "x"),
    "an unknown field": _set("more", 1),
    "header is a list": _set("header", []),
    "header is empty": _set("header", {}),
    "header names no scenario": _set("header.scenario", 5),
    "header names a list": _set("header.scenario", ["brienne"]),
    "header names a file": _set("header.scenario", "/etc/passwd"),
    "header names a folder": _set("header.scenario", "/"),
    "header climbs": _set("header.scenario", "../../../../etc/passwd"),
    "header names a share": _set("header.scenario", r"\\server\share\scenario"),
    "header names a device": _set("header.scenario", "/dev/zero"),
    "header names a device of Windows": _set("header.scenario", "CON"),
    "header names an address": _set("header.scenario", "file:///etc/passwd"),
    "header names nothing": _set("header.scenario", ""),
    "header names a nul": _set("header.scenario", "brienne\x00"),
    "header names a long name": _set("header.scenario", "x" * 100_000),
    "header has markup": _set("header.scenario", WORDS),
    "header is large": _set("header.note", "x" * 2 * MiB),
    "header is deep": _set("header.note", _deep(500)),
    "header's options are a list": _set("header.options", ["orders"]),
    "header's options are unknown": _set("header.options", {"speed": "fast"}),
    "header's options are numbers": _set("header.options", {"orders": 7}),
    "header's options are deep": _set("header.options", {"orders": _deep(100)}),
    "header's players are unknown": _set("header.options", {"player.french": WORDS}),
    "header's players are of no side": _set("header.options", {"player.turk": "random"}),
    "no events": _set("events", None),
    "events are an object": _set("events", {}),
    "an event is a number": _set("events.3", 7),
    "an event is a name": _set("events.3", "TurnBegan"),
    "an event has no fields": _set("events.3", ["TurnEnded"]),
    "an event of another game": _set("events.3", ["BoatMoored", {"side": "red", "pier": 4}]),
    "an event with markup": _set("events.3", [WORDS, {}]),
    "an event with a long name": _set("events.3", ["x" * MiB, {}]),
    "an event of nothing": _set("events.3", []),
    "an event with fields of none": _set("events.3", [None, {}]),
    "an event is deep": _set("events.3", ["TurnEnded", _deep(2_000)]),
    "events are many": _set("events", [["TurnEnded", {}]] * 300_000),
    "events are many numbers": _set("events", [7] * 1_400_000),
    "no marks": _set("marks", []),
    "marks are texts": _set("marks", ["x"]),
    "a mark is short": _set("marks.1", [0, 0]),
    "a mark is negative": _set("marks.1", [-1, -1, ""]),
    "a mark is huge": _set("marks.1", [10**30, 0, ""]),
    "a mark is another state": _set("marks.-1.2", "0" * 64),
    "a mark is past the end": _set("marks.-1.0", 10**6),
    "marks are many": _set("marks", [[0, 0, ""]] * 300_000),
    "a mark has a long digest": _set("marks.-1.2", "x" * MiB),
    "the journal is a text": _set("journal", "x"),
    "an answer is a list": _set("journal.3", []),
    "an answer asks nothing": _set("journal.3.asked", ""),
    "an answer asks something unknown": _set("journal.3.asked", "ChoosePier"),
    "an answer asks markup": _set("journal.3.asked", WORDS),
    "an answer is of a wrong side": _set("journal.3.side", "turk"),
    "an answer is of a side that is a number": _set("journal.3.side", 3),
    "an answer is of a side in markup": _set("journal.3.side", WORDS),
    "an answer is huge": _set("journal.3.answer", 10**24),
    "an answer is deep": _set("journal.3.answer", _deep(2_000)),
    "an answer is an object": _set("journal.3.answer", {"a": {"b": {}}}),
    "an answer is a long text": _set("journal.3.answer", "x" * MiB),
    "an answer has a long note": _set("journal.3.note", "x" * MiB),
    "an answer has a note in markup": _set("journal.3.note", WORDS),
    "an answer has negative events": _set("journal.3.events", -5),
    "an answer has huge events": _set("journal.3.events", 10**18),
    "an answer is forced by a text": _set("journal.3.forced", "yes"),
    "an answer has more": _set("journal.3.more", 1),
    "answers are many": _set("journal", [_ENTRY] * 200_000),
    "undone is a text": _set("undone", "x"),
    "undone is an empty group": _set("undone", [[]]),
    "undone is deep": _set("undone", _deep(1_000)),
    "undone asks something unknown": _set("undone", [[{**_ENTRY, "asked": "ChoosePier"}]]),
    "undone are many groups": _set("undone", [[_ENTRY]] * 100_000),
}


def _texts(good: Raw) -> Iterator[tuple[str, bytes]]:
    """What no program of ours writes."""
    text = json.dumps(good).encode()
    yield "nothing", b""
    yield "a nul", b"\x00" * 100
    yield "no object", b"7"
    yield "null", b"null"
    yield "a list", b"[]"
    yield "cut off", text[: len(text) // 2]
    yield "more after it", text + b"{}"
    yield "deep lists", b"[" * 200_000
    yield "deep objects", b'{"a":' * 200_000
    yield "deep and closed", b"[" * 100_000 + b"]" * 100_000
    yield "a long number", text.replace(b'"floor": 0', b'"floor": ' + b"1" * 100_000)
    yield "a number beyond all", text.replace(b'"floor": 0', b'"floor": 1e400')
    yield "not a number", text.replace(b'"floor": 0', b'"floor": NaN')
    yield "infinite", text.replace(b'"floor": 0', b'"floor": -Infinity')
    yield "a key twice", text.replace(b'{"layout": 1', b'{"layout": 1, "layout": 1, "floor": "x"')
    yield "many keys", b"{" + b",".join(b'"k%d":1' % n for n in range(300_000)) + b"}"
    yield "one long text", b'{"layout":1,"system":"' + b"x" * (12 * MiB) + b'"}'
    yield "many spaces", b'{"layout":1,' + b" " * (12 * MiB) + text[1:]
    yield "half a character", text.replace(b'"29"', b'"\xff\xfe"')
    yield "half a pair", text.replace(b'"29"', b'"\\ud800"')
    yield "escapes", text.replace(b'"29"', b'"' + b"\\u0041" * 200_000 + b'"')


# -- files that keep to the budget, and no more than that

_MOST: Final = GAME.values - 20_000


def _names(count: int, value: str = "1") -> str:
    """An object of so many names."""
    return "{" + ",".join(f'"k{n:x}":{value}' for n in range(count)) + "}"


def _near_limits(good: Raw) -> Iterator[tuple[str, bytes]]:
    """Games with as many values as may be, all in one place."""
    for name, text in _crowded(good):
        yield f"plain {name}", text.encode()
        yield f"lines {name}", _lined(text.encode())
    names, numbers = _names(_MOST).encode(), b",".join([b"7"] * _MOST)
    event, row = b'{"events":[["TurnEnded",%b]]}' % names, b'{"journal":[%b]}' % names
    yield "a line of names", _changes(good, names)
    yield "a line of names for a cut", _changes(good, b'{"cut":%b}' % names)
    for count in (2, 4):
        yield f"{count} lines with an event of names", _changes(good, *[event] * count)
        yield f"{count} lines with an answer of names", _changes(good, *[row] * count)
    yield "25 lines of numbers", _changes(good, *[b'{"journal":[%b]}' % numbers] * 25)
    cut = b'{"cut":[0,0,0],"journal":[%b]}' % numbers
    yield "2 lines of numbers, the second cuts", _changes(good, cut, cut)


def _crowded(good: Raw) -> Iterator[tuple[str, str]]:
    """A game with something long in one place."""
    names = _names(_MOST)
    long = {
        "names": names,
        "numbers": f"[{','.join(['7'] * _MOST)}]",
        "lists": f"[{','.join(['[]'] * (_MOST // 2))}]",
        "texts": f"[{','.join([_LONG] * (GAME.size // len(_LONG) - 2))}]",
        "long names": f"{{{','.join([f'{_LONG}:1'] * (GAME.size // len(_LONG) - 2))}}}",
    }
    for (what, value), (where, path) in product(long.items(), _PLACES.items()):
        raw = {"memos": [[0, "french", "plan", "{}"]], **deepcopy(good)}
        _set(path, "long")(raw)
        yield f"{what} for {where}", json.dumps(raw).replace('"long"', value)
    whole = json.dumps(good)
    yield "nothing but names", names
    yield "names beside nothing", f'{{"layout":1,"system":"nlc","format":1,{names[1:]}'
    yield "names beside a game", f"{whole[:-1]},{names[1:]}"
    yield "names of markup beside a game", f"{whole[:-1]},{names.replace('k', '<b>')[1:]}"
    groups = ",".join([f"[{json.dumps(_ENTRY)}]"] * 59_000)
    yield (
        "undone are 59,000 groups",
        json.dumps({**good, "undone": []}).replace('"undone": []', f'"undone": [{groups}]'),
    )


_LONG: Final = f'"{"x" * (GAME.text - 99)}"'

_PLACES: Final = {
    "the revision": "revision",
    "the seed": "seed",
    "a part of the header": "header.more",
    "the options": "header.options",
    "the events": "events",
    "an event": "events.3",
    "the fields of an event": "events.3.1",
    "the marks": "marks",
    "a mark": "marks.1",
    "the journal": "journal",
    "what computers remember": "memos",
    "a memory of theirs": "memos.0",
    "an entry": "journal.3",
    "an answer": "journal.3.answer",
    "a note": "journal.3.note",
    "what is undone": "undone",
    "a group of it": "undone.0",
    "an undone entry": "undone.0.0",
    "an undone answer": "undone.0.0.answer",
}


# -- lines


def _lined(body: bytes, note: Note | None = None, seal: Seal = PACKED) -> bytes:
    """A file of the present layout, all its checks right."""
    told = note or Note("First steps", 1)
    text = f"{HEAD}\n"
    chain = Chain.of(text)
    lines = chain.line(told, body, seal) if body else ""
    return (text + lines + chain.line(replace(told, end=CLOSED), b"", seal)).encode()


def _changes(good: Raw, *bodies: bytes) -> bytes:
    """A good game, and lines after it."""
    text = f"{HEAD}\n"
    chain, note = Chain.of(text), Note("First steps", 1)
    lines = [chain.line(note, body, PACKED) for body in (json.dumps(good).encode(), *bodies)]
    return (text + "".join(lines) + chain.line(replace(note, end=CLOSED), b"", PACKED)).encode()


def _files(good: Raw) -> Iterator[tuple[str, bytes]]:
    """Lines, heads, notes and bodies that no program of ours writes."""
    whole = json.dumps(good).encode()
    for name, note in _NOTES.items():
        yield f"note {name}", _lined(whole, note)
    for name, body in _BODIES.items():
        yield f"a line with {name}", _changes(good, body)
    for name, head in _HEADS.items():
        yield f"head {name}", head.encode() + b"\n" + _lined(whole).partition(b"\n")[2]
    yield "10,000 lines of one answer", _changes(good, *[b'{"journal":[7]}'] * 10_000)
    yield "10,000 lines of nothing", _changes(good, *[b"{}"] * 10_000)
    yield "10,000 lines that cut all", _changes(good, *[b'{"cut":[0,0,0]}'] * 10_000)
    yield "100,000 empty lines", HEAD.encode() + b"\n" * 100_000
    yield "a body that is no base64", _bare("####")
    yield "a body of nothing packed", _bare(base64.b64encode(b"nothing").decode())
    yield "a long line", _bare("A" * 12 * MiB)


def _bombs(good: Raw) -> Iterator[tuple[str, bytes]]:
    """Short files that unpack to long ones."""
    yield "a bomb", _lined(b"0" * 400 * MiB)
    yield "a bomb in a bomb", _lined(zlib.compress(b"0" * 100 * MiB, 9))
    yield "ten bombs", _changes(good, *[b" " * 30 * MiB + b"{}"] * 10)


def _bare(body: str) -> bytes:
    """A file with a body that was not packed by us, its check right."""
    text = f"{HEAD}\n"
    chain = Chain.of(text)
    line = chain.line(Note("x"), b"x", Written(body))
    return (text + line).encode()


class Written(Seal):
    """Hides everything as one text."""

    def __init__(self, body: str) -> None:
        super().__init__()
        object.__setattr__(self, "_keys", {"": body.encode()})

    def hide(self, plain: bytes, place: bytes) -> str:  # noqa: ARG002
        """That text."""
        return self._keys[""].decode()


_NOTES: Final = {
    "of markup": Note(WORDS, 1, WORDS, WORDS),
    "of 1 MB": Note("x" * MiB),
    "with a huge turn": Note("x", 10**30),
    "with a negative turn": Note("x", -5),
    "that says it is over": Note("x", 1, end="over"),
}

_BODIES: Final = {
    "a text": b'"x"',
    "a number": b"7",
    "no JSON": b"nonsense",
    "an unknown field": b'{"seed":"other"}',
    "a negative cut": b'{"cut":[-1,-1,-1]}',
    "a huge cut": b'{"cut":[1000000,1000000,1000000]}',
    "a cut of huge numbers": b'{"cut":[%d,0,0]}' % 10**24,
    "a cut of two": b'{"cut":[0,0]}',
    "a cut of texts": b'{"cut":["a","b","c"]}',
    "a cut of everything": b'{"cut":[0,0,0]}',
    "a cut through the marks": b'{"cut":[3,1,1]}',
    "undone of numbers": b'{"undone":[7]}',
    "undone that does not fit": b'{"undone":[[{"asked":"Roll","side":"x","answer":9,"events":3}]]}',
    "undone of empty groups": b'{"undone":[[]]}',
    "a journal of texts": b'{"journal":["x"]}',
    "events of another game": b'{"events":[["BoatMoored",{"side":"red","pier":4}]]}',
    "an event past the last mark": b'{"events":[["TurnEnded",{}]]}',
    "deep lists": b'{"journal":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "not a number": b'{"journal":[NaN]}',
    "a long number": b'{"marks":[' + b"1" * 100_000 + b"]}",
    "many answers": b'{"journal":[' + b",".join([b"7"] * 1_400_000) + b"]}",
    "a key twice": b'{"cut":[0,0,0],"cut":[-1,0,0]}',
}

_HEADS: Final = {
    "of no system": '{"layout":2,"format":1}',
    "of an unknown system": '{"layout":2,"system":"chess","format":1}',
    "of a system in markup": json.dumps({"layout": 2, "system": WORDS, "format": 1}),
    "of a huge format": HEAD.replace("1", "1" * 30),
    "of a later layout": '{"layout":3,"system":"nlc","format":1}',
    "of 1 MB": HEAD.replace("nlc", "x" * MiB),
    "with a lock of nothing": HEAD[:-1] + ',"locks":{"french":{}}}',
    "with a lock of numbers": HEAD[:-1] + ',"locks":{"french":{"salt":1}}}',
    "with a lock": (
        '{"layout":2,"system":"nlc","format":1,"locks":{"french":{"salt":"00","proof":"00"}}}'
    ),
    "with a lock in markup": json.dumps(
        {
            "layout": 2,
            "system": "nlc",
            "format": 1,
            "locks": {WORDS: {"salt": "00", "proof": "00", "name": WORDS}},
        }
    ),
    "with 1,000 locks": json.dumps(
        {
            "layout": 2,
            "system": "nlc",
            "format": 1,
            "locks": {str(n): {"salt": "00", "proof": "00"} for n in range(1_000)},
        }
    ),
    "that is deep": '{"layout":2,' + "[" * 90_000,
    "that is cut off": '{"layout":2,',
}

_PYTHON: Final = re.compile(
    r"Error\b|Exception|Traceback|Input should|NoneType|object has no|unexpected keyword|<class"
    r"|positional|pydantic|validation|not subscriptable|\bindices\b|out of range|invalid literal"
)
_LONGEST: Final = 400


def is_plain(sentence: str) -> bool:
    """Whether a refusal is one line for a person: short, nothing of Python, nothing unprintable."""
    return (
        0 < len(sentence) <= _LONGEST
        and sentence.isprintable()
        and not _PYTHON.search(sentence)
        and "process ended" not in sentence
    )
