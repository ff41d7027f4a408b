"""Scenarios that somebody has broken on purpose: a refusal is plain words with file and place."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

from hexwar import resources
from hexwar.app.games import new_game
from hexwar.engine import SeededChance
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.validate import validate
from tests.scenario.small import FILES, SECTIONS, Small
from tests.systems.nlc.cases import each
from tests.words_of_python import words_of_python

MOST = 500
"""Characters of a sentence that is still read."""

WRONG: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 10**14, 10**400, 1.5, float("nan"), float("inf"), "", " ", "0000"),
    *("\x1b[2J", "\u202e", "\ud800", "../../x.json", "/dev/zero", "x" * 5000, "{x}", "<b>", "%s"),
    *([], {}, [[]], [{}], [None], ["a"] * 300, {"a": 1}, {"": {}}, {"__class__": "x"}),
)


def spots(raw: Any, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The places of all values."""
    is_list = isinstance(raw, list)
    inner = raw.items() if isinstance(raw, dict) else enumerate(raw) if is_list else ()
    return [place, *(found for key, item in inner for found in spots(item, (*place, key)))]


def broken(raw: Any, dice: random.Random) -> Any:
    """A copy of a file with one thing in it wrong."""
    made = copy.deepcopy(raw)
    *way, last = dice.choice(spots(made)[1:])
    above: Any = made
    for key in way:
        above = above[key]
    how = dice.randrange(6)
    if how == 0:
        del above[last]
    elif how == 1 and isinstance(above, list) and isinstance(last, int):
        above.append(copy.deepcopy(above[last]))
    elif how == 2 and isinstance(above, dict):
        above[dice.choice(("\x1b", "a" * 3000, "", "id", "kind"))] = above.pop(last)
    elif how == 3:
        other: Any = made
        for key in dice.choice(spots(made)[1:]):
            other = other[key]
        above[last] = copy.deepcopy(other)
    else:
        above[last] = dice.choice(WRONG)
    return made


def garbled(text: bytes, dice: random.Random) -> bytes:
    """The bytes of a file with a few of them wrong."""
    at = dice.randrange(len(text))
    how = dice.randrange(5)
    if how == 0:
        return text[:at]
    if how == 1:
        return text[:at] + bytes([dice.randrange(256)]) + text[at + 1 :]
    if how == 2:
        tail = (b"\0", b"\xff", b'"', b"[" * 200, b"\\", b"1e999", b"9" * 99)
        return text[:at] + dice.choice(tail)
    if how == 3:
        return text.decode().encode(dice.choice(("utf-16", "utf-32", "utf-8-sig")))
    return text[:at] + text[at // 2 : at] + text[at:]


@each("seed", *range(20))
def test_a_broken_scenario_is_refused_in_plain_words(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    small = Small(tmp_path)
    small.change("scenario", "special_rules", [])
    path = small.write()
    whole = {file: (tmp_path / name).read_bytes() for file, name in FILES.items()}
    for _ in range(20):
        file = dice.choice(list(FILES))
        text = json.dumps(broken(small.raw[file], dice)).encode(errors="surrogatepass")
        text = garbled(whole[file], dice) if dice.random() < 0.3 else text
        (tmp_path / FILES[file]).write_bytes(text)
        for finding in validate([path], SECTIONS, resources.scenarios()):
            _judge(str(finding), tmp_path)
        try:
            session = new_game(str(path), SeededChance(1))
        except ScenarioError as fault:
            _judge(str(fault), tmp_path)
        else:
            assert session.pending is not None
        (tmp_path / FILES[file]).write_bytes(whole[file])


def _judge(told: str, folder: Path) -> None:
    assert told.startswith(folder.as_posix()), told
    assert words_of_python(told.removeprefix(folder.as_posix())) == [], told
    assert len(told) < MOST + len(folder.as_posix()), told
    assert told.isprintable(), told
