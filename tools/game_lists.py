#!/usr/bin/env python3
"""Writes the lists of every question and event of a game into the rulebook: T29, T30, M29, M30.

    tools/game_lists.py [--check]

They are made of the classes themselves: their rules, their topics, and the first sentence that each
says of itself. With --check nothing is written: the status is 1 where a page is not what would be.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hexwar import resources
from hexwar.engine import Decision, Event
from hexwar.messages import say
from hexwar.systems.mininap.events import EVENTS as MINI_EVENTS
from hexwar.systems.mininap.system import DECISIONS as MINI_DECISIONS
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.events import EVENTS
from hexwar.systems.tlnb.system import DECISIONS
from hexwar.table.fact import Fact


@dataclass(frozen=True)
class Lists:
    """What a game asks and tells."""

    letter: str  # of its rules
    chapters: tuple[int, int]  # of decisions and of events
    name: str
    decisions: Sequence[type[Decision[Any]]]
    events: Sequence[type[Event]]
    cites: Mapping[str, str] = field(default_factory=dict)  # rules by which shared classes go

    def page(self, which: int, name: str) -> str:
        """The name of a file."""
        return f"{self.letter.lower()}{self.chapters[which]}-{name}.md"


GAMES: Final = (
    Lists("T", (29, 30), "the player-turn game", DECISIONS, EVENTS, TlnbBattle.cites),
    Lists("M", (29, 30), "Mini-Nap 2", MINI_DECISIONS, MINI_EVENTS),
)

_ID: Final = re.compile(r"[MT]\d+(?:\.\d+)?")
_NUMBERS: Final = re.compile(r"^(?:[MT]?\d+(?:\.\d+)?(?:, | to )?)+: ")
"""The rules with which the docstring of a question begins; those of cards are the card's own."""

DECISIONS_HEAD: Final = """\
# {letter}{chapter} List of decisions

Every question that {game} may ask, with the rules behind it. Both sides may watch
how an open one is answered. Chance answers the die.

| Decision | Rules | What is asked | Open |
|---|---|---|---|
"""

EVENTS_HEAD: Final = """\
# {letter}{chapter} List of events

Everything that can happen on the table of {game}, under the heads of its log, with
the rules behind it.

| Event | Topic | Rules | What has happened |
|---|---|---|---|
"""


def pages() -> Mapping[str, str]:
    """All pages by the names of their files."""
    found: dict[str, str] = {}
    for game in GAMES:
        decisions = sorted(game.decisions, key=lambda kind: _decision_rank(game, kind))
        facts = [kind for kind in game.events if issubclass(kind, Fact)]
        events = sorted(facts, key=lambda kind: _event_rank(game, kind))
        told = {"letter": game.letter, "game": game.name}
        first = DECISIONS_HEAD.format(chapter=game.chapters[0], **told)
        second = EVENTS_HEAD.format(chapter=game.chapters[1], **told)
        found[game.page(0, "decisions")] = first + "".join(_decision(game, k) for k in decisions)
        found[game.page(1, "events")] = second + "".join(_event(game, kind) for kind in events)
    return found


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def _told(kind: type[Any]) -> str:
    """The first line that a class says of itself."""
    return (kind.__doc__ or "").strip().splitlines()[0]


def _decision(game: Lists, kind: type[Decision[Any]]) -> str:
    told = _told(kind)
    head = _NUMBERS.match(told)
    text = told[head.end() :] if head else told
    rules = _rules(game, kind, head.group() if head else "")
    asked = text[:1].upper() + text[1:].partition("; None")[0].rstrip(".") + "."
    return _row(kind.__name__, ", ".join(rules), asked, "yes" if kind.is_open else "")


def _event(game: Lists, kind: type[Fact]) -> str:
    told = _told(kind)
    text = re.sub(r" \([MNT]?\d[^)]*\)(?=\.$)", "", told)
    return _row(kind.__name__, say(kind.topic.title), ", ".join(_rules(game, kind, told)), text)


def _rules(game: Lists, kind: type[Any], text: str) -> Sequence[str]:
    """The rule of a class, as this game numbers it, and the further ones that a text names."""
    own = game.cites.get(kind.rule, kind.rule)
    return tuple(dict.fromkeys((*([own] if own else []), *_ID.findall(text))))


def _rank(game: Lists, kind: type[Any]) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", next(iter(_rules(game, kind, "")), "")))


def _decision_rank(game: Lists, kind: type[Decision[Any]]) -> tuple[tuple[int, ...], str]:
    return _rank(game, kind), kind.__name__


def _event_rank(game: Lists, kind: type[Fact]) -> tuple[int, tuple[int, ...], str]:
    return kind.topic.rank, _rank(game, kind), kind.__name__


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or tell which are out of date."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true")
    is_check = parser.parse_args(arguments).check
    folder, stale = resources.rulebook(), []
    for name, text in pages().items():
        path = Path(folder) / name
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if not is_check:
                path.write_text(text, encoding="utf-8")
    print("\n".join(f"{name}: {'out of date' if is_check else 'written'}." for name in stale))
    return int(is_check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
