#!/usr/bin/env python3
"""Writes T29 and T30 of the rulebook: every question and event of the player-turn game.

    tools/player_turn_lists.py [--check]

They are made of the classes themselves: their rules, their topics, and the first sentence that each
says of itself. With --check nothing is written: the status is 1 where a page is not what would be.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hexwar import resources
from hexwar.engine import Decision
from hexwar.messages import say
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.events import EVENTS
from hexwar.systems.tlnb.system import DECISIONS
from hexwar.table.fact import Fact

_ID: Final = re.compile(r"T\d+(?:\.\d+)?")
_NUMBERS: Final = re.compile(r"^(?:T?\d+\.\d+(?:, )?)+: ")
"""The rules with which the docstring of a question begins; those of cards are the card's own."""

DECISIONS_HEAD: Final = """\
# T29 List of decisions

Every question that the player-turn game may ask, with the rules behind it. Both sides may watch
how an open one is answered. Chance answers the die.

| Decision | Rules | What is asked | Open |
|---|---|---|---|
"""

EVENTS_HEAD: Final = """\
# T30 List of events

Everything that can happen on the table of the player-turn game, under the heads of its log, with
the rules behind it.

| Event | Topic | Rules | What has happened |
|---|---|---|---|
"""


def pages() -> Mapping[str, str]:
    """Both pages by the names of their files."""
    decisions = [_decision(kind) for kind in sorted(DECISIONS, key=_decision_rank)]
    facts = [kind for kind in EVENTS if issubclass(kind, Fact)]
    events = [_event(kind) for kind in sorted(facts, key=_event_rank)]
    return {
        "t29-decisions.md": DECISIONS_HEAD + "".join(decisions),
        "t30-events.md": EVENTS_HEAD + "".join(events),
    }


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def _told(kind: type[Any]) -> str:
    """The first line that a class says of itself."""
    return (kind.__doc__ or "").strip().splitlines()[0]


def _decision(kind: type[Decision[Any]]) -> str:
    told = _told(kind)
    head = _NUMBERS.match(told)
    text = told[head.end() :] if head else told
    rules = _rules(kind, head.group() if head else "")
    asked = text[:1].upper() + text[1:].partition("; None")[0].rstrip(".") + "."
    return _row(kind.__name__, ", ".join(rules), asked, "yes" if kind.is_open else "")


def _event(kind: type[Fact]) -> str:
    told = _told(kind)
    text = re.sub(r" \([NT]?\d[^)]*\)(?=\.$)", "", told)
    return _row(kind.__name__, say(kind.topic.title), ", ".join(_rules(kind, told)), text)


def _rules(kind: type[Any], text: str) -> Sequence[str]:
    """The rule of a class, as this game numbers it, and the further ones that a text names."""
    own = TlnbBattle.cites.get(kind.rule, kind.rule)
    return tuple(dict.fromkeys((*([own] if own else []), *_ID.findall(text))))


def _rank(kind: type[Any]) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", next(iter(_rules(kind, "")), "")))


def _decision_rank(kind: type[Decision[Any]]) -> tuple[tuple[int, ...], str]:
    return _rank(kind), kind.__name__


def _event_rank(kind: type[Fact]) -> tuple[int, tuple[int, ...], str]:
    return kind.topic.rank, _rank(kind), kind.__name__


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
