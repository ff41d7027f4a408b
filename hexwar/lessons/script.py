"""A lesson as a file tells it: steps to read and to do, dice, and what the enemy answers.

A file is TOML, one lesson each, in assets/lessons. What a player is to do is said in terms of the
game, by the class of a decision and its answer, so that other buttons change no lesson.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from hexwar.engine import Decision
from hexwar.messages import say
from hexwar.resources import assets

LARGEST: Final = 200_000
"""The largest file that is read, bytes."""

KINDS: Final = ("hex", "spot", "piece", "answer", "words", "sheet", "action", "panel", "row")
"""What a target can name: a hex, a place on any board, that of a piece, the button that gives the
answer that is wanted, a button by its first words, a button of a sheet by its words, a button or
an entry of the menus by its id, a panel by its id, a row of a panel by its first words."""


PART: Final = "~"
"""Before words that need only stand somewhere in a text."""


class LessonError(Exception):
    """A lesson's file is wrong; the sentence names the file and the place."""


# -- what stands in a file


@dataclass(frozen=True, slots=True)
class Pattern:
    """An answer to a kind of decision, as far as it matters."""

    asks: str  # the class of the decision
    where: Mapping[str, Any] = field(default_factory=dict)  # what its fields must hold
    answer: Any = None  # what the answer must hold; without it any answer will do
    passes: bool = False  # the answer is to do nothing, or no
    give: Any = None  # the answer as a save would have it, where it is not among those listed

    def asked_by(self, decision: Decision[Any] | None) -> bool:
        """Whether it is an answer to a decision."""
        return (
            decision is not None
            and self.asks == type(decision).__name__
            and fits(self.where, plain(decision))
        )

    def fits(self, answer: Any) -> bool:
        """Whether an answer is one of those that are meant."""
        if self.passes:
            return answer is None or answer is False
        return self.answer is None or fits(self.answer, plain(answer))


@dataclass(frozen=True, slots=True)
class Target:
    """What glows: one of `KINDS`, and which."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """One card of a lesson: something to read, or something to do."""

    id: str
    title: str
    text: str  # what to do and where
    why: str = ""
    rule: str = ""
    targets: tuple[Target, ...] = ()  # clicked one after another
    expect: tuple[Pattern, ...] = ()  # answers that do it; none: it is only read
    at: Mapping[str, str] = field(default_factory=dict)  # pieces that stand in places do it too
    event: str = ""  # an event of this class does it too
    instead: str = ""  # said to who clicks elsewhere
    dice: tuple[Pattern, ...] = ()  # what chance answers meanwhile, each once

    @property
    def is_read(self) -> bool:
        """Whether there is nothing to do but to read it."""
        return not (self.expect or self.at or self.event)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A whole lesson."""

    id: str
    place: int  # in the order of lessons, from 1
    title: str
    about: str
    minutes: int
    scenario: str  # an id, or a folder beside the file
    side: str
    seed: str
    achieved: str  # said at the end
    steps: tuple[Step, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    enemy: tuple[Pattern, ...] = ()  # what the enemy answers; greedy the rest
    quiet: tuple[Pattern, ...] = ()  # what is answered for the learner without a word
    dice: tuple[Pattern, ...] = ()  # what chance answers throughout
    then: str = ""  # the id of a battle to which its end leads
    game: str = ""  # the id of the game whose rules it teaches; empty: the first of all


# -- patterns


def plain(value: Any) -> Any:
    """A value as a file would have it: tables, lists, words and numbers."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple | list | frozenset):
        return [plain(one) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    return value


def fits(pattern: Any, value: Any) -> bool:
    """Whether a plain value is as a pattern says.

    A table asks for its own keys only; its key `to` for the last of the hexes of a way. Words
    after a `~` need only stand somewhere in the value.

    >>> fits({"to": "0705"}, {"hexes": ["0505", "0604", "0705"], "column": False})
    True
    >>> fits({"to": "0604", "column": True}, {"hexes": ["0505", "0604"], "column": False})
    False
    """
    if isinstance(pattern, Mapping):
        return isinstance(value, Mapping) and all(
            fits(wanted, _named(value, key)) for key, wanted in pattern.items()
        )
    if isinstance(pattern, list) and any(isinstance(one, Mapping) for one in pattern):
        pairs = zip(pattern, value, strict=False) if isinstance(value, list) else ()
        return len(pattern) == len(value) and all(fits(*pair) for pair in pairs)
    if isinstance(pattern, list):
        return isinstance(value, list) and sorted(map(str, pattern)) == sorted(map(str, value))
    if isinstance(pattern, str) and pattern.startswith(PART):
        return pattern.removeprefix(PART) in str(value)
    return bool(pattern == value)


def _named(value: Mapping[str, Any], key: str) -> Any:
    if key != "to":
        return value.get(key)
    way = value.get("hexes") or value.get("path") or [""]
    return way[-1]


# -- reading


def lessons(folder: Path | None = None) -> tuple[Lesson, ...]:
    """All lessons, in order; those of the program are read once.

    Raises:
        LessonError: A file is wrong.
    """
    return _own(assets() / "lessons") if folder is None else _read_all(folder)


@lru_cache(maxsize=1)
def _own(home: Path) -> tuple[Lesson, ...]:
    return _read_all(home)


def _read_all(home: Path) -> tuple[Lesson, ...]:
    found = [read(path) for path in sorted(home.glob("*.toml"))]
    return tuple(sorted(found, key=lambda lesson: lesson.place))


def read(path: Path) -> Lesson:
    """A lesson from its file.

    Raises:
        LessonError: The file is wrong.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise LessonError(say("{file}: it is too large.", file=path.name))
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise LessonError(say("{file}: {fault}.", file=path.name, fault=fault)) from fault
    lesson = _Reader(path.name, "").lesson(path.stem, told)
    own = path.parent / lesson.scenario
    return replace(lesson, scenario=str(own)) if own.is_dir() else lesson


_PATTERN: Final = {"asks": str, "where": dict, "answer": object, "passes": bool, "give": object}
_STEP: Final = {
    "id": str,
    "title": str,
    "text": str,
    "why": str,
    "rule": str,
    "targets": list,
    "expect": list,
    "at": dict,
    "event": str,
    "instead": str,
    "dice": list,
}
_LESSON: Final = {
    "place": int,
    "title": str,
    "about": str,
    "minutes": int,
    "scenario": str,
    "side": str,
    "seed": str,
    "achieved": str,
    "steps": list,
    "options": dict,
    "enemy": list,
    "quiet": list,
    "dice": list,
    "then": str,
    "game": str,
}


_REPLIES: Final = ("enemy", "quiet", "dice")
_OPEN: Final = ("options", "then", "game", *_REPLIES)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads a part of a file, and knows where that part stands."""

    file: str
    place: str

    def lesson(self, id_: str, told: Mapping[str, Any]) -> Lesson:
        found = self.table(told, _LESSON, [name for name in _LESSON if name not in _OPEN])
        lists = {name: self.patterns(name, found.get(name, [])) for name in _REPLIES}
        steps = self.listed("steps", found["steps"], _Reader.step)
        ids = [step.id for step in steps]
        if not steps or len(set(ids)) < len(ids):
            self.fail("steps", say("there must be steps, each with an id of its own"))
        return Lesson(**{**found, **lists, "id": id_, "steps": steps})

    def step(self, told: Mapping[str, Any]) -> Step:
        found = self.table(told, _STEP, ("id", "title", "text"))
        lists = {name: self.patterns(name, found.get(name, [])) for name in ("expect", "dice")}
        targets = self.listed("targets", found.get("targets", []), _Reader.target)
        return Step(**{**found, **lists, "targets": targets})

    def target(self, told: Mapping[str, Any]) -> Target:
        if not isinstance(told, dict) or len(told) != 1 or next(iter(told)) not in KINDS:
            self.fail("", say("a target names one of {kinds}", kinds=", ".join(KINDS)))
        kind, name = next(iter(told.items()))
        return Target(kind, str(name))

    def patterns(self, name: str, told: Sequence[Any]) -> tuple[Pattern, ...]:
        return self.listed(
            name, told, lambda at, one: Pattern(**at.table(one, _PATTERN, ("asks",)))
        )

    def listed(
        self, name: str, told: Sequence[Any], read_one: Callable[[_Reader, Any], Any]
    ) -> tuple[Any, ...]:
        places = (f"{self.place}{name}.{at}." for at in range(len(told)))
        return tuple(
            read_one(_Reader(self.file, place), one)
            for place, one in zip(places, told, strict=True)
        )

    def table(self, told: Any, kinds: Mapping[str, Any], needed: Sequence[str]) -> dict[str, Any]:
        if not isinstance(told, dict):
            self.fail("", say("should be a table"))
        for name, value in told.items():
            if name not in kinds:
                self.fail(name, say("is not known"))
            if not isinstance(value, kinds[name]):
                self.fail(name, say("should be of the kind {kind}", kind=kinds[name].__name__))
        for name in needed:
            if name not in told:
                self.fail(name, say("is missing"))
        return dict(told)

    def fail(self, name: str, why: str) -> None:
        place = f"{self.place}{name}".rstrip(".")
        raise LessonError(say("{file}: {place}: {why}.", file=self.file, place=place, why=why))
