"""The briefing of a battle as a page to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from hexwar.table.briefing import Briefing, Difficulty
from hexwar.table.forces import Side
from hexwar.widgets.panels.parts import rule_link

_DIFFICULTY: Mapping[Difficulty, str] = {
    Difficulty.EASY: "easy to play",
    Difficulty.FAIR: "neither easy nor hard to play",
    Difficulty.HARD: "hard to play",
}

_MINUTES = 60

_RULE = re.compile(r"\b[NT]\d{1,2}(?:\.\d{1,3}[a-z]?)?\b")


def briefing_html(briefing: Briefing, side_names: Mapping[Side, str]) -> str:
    """The page as HTML: what stands in the file is shown as text, whatever it holds."""
    return "".join(_parts(briefing, side_names))


def _parts(briefing: Briefing, side_names: Mapping[Side, str]) -> Iterator[str]:
    yield _part("Situation", [briefing.situation])
    yield _part("Forces", [briefing.forces])
    yield _list("Aims", [_of_side(side_names, *aim) for aim in briefing.aims.items()])
    yield _list("What is special", briefing.special)
    yield _part("Victory", [briefing.victory])
    yield _part("How it ended", [briefing.history])
    hard = [
        _of_side(side_names, side, _DIFFICULTY[level])
        for side, level in briefing.difficulty.items()
    ]
    yield _part("The game", [f"{duration(briefing.minutes)} for two players.", *hard])
    yield _list("Sources", briefing.sources)
    yield _part("Estimates", [briefing.estimates])


def duration(minutes: int) -> str:
    """A playing time as one speaks of it.

    >>> duration(45), duration(60), duration(150)
    ('About 45 minutes', 'About 1 hour', 'About 2 1/2 hours')
    """
    if minutes < _MINUTES:
        return f"About {minutes} minutes"
    halves = round(2 * minutes / _MINUTES)
    half = " 1/2" if halves % 2 else ""
    return f"About {halves // 2}{half} hour{'' if halves == 2 else 's'}"


def _of_side(side_names: Mapping[Side, str], side: Side, words: str) -> str:
    return f"{side_names.get(side, side)}: {words}"


def _part(title: str, paragraphs: Sequence[str]) -> str:
    """A heading with paragraphs; nothing where there are none."""
    told = [f"<p>{_linked(paragraph)}</p>" for paragraph in paragraphs if paragraph]
    return f"<h3>{title}</h3>{''.join(told)}" if told else ""


def _list(title: str, items: Sequence[str]) -> str:
    told = [f"<li>{_linked(item)}</li>" for item in items if item]
    return f"<h3>{title}</h3><ul>{''.join(told)}</ul>" if told else ""


def _linked(words: str) -> str:
    """Words as HTML, the rules that they name as links."""
    return _RULE.sub(lambda found: rule_link(found[0]), escape(words))
