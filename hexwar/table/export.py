"""The log as a file: plain text and HTML to read, CSV to reckon with.

A file tells what the readers of its story may know, and not how much else there is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from html import escape
from types import MappingProxyType

from hexwar.messages import say
from hexwar.table.story import Section, Story

COLUMNS = (
    "number",
    "turn",
    "time",
    "part",
    "side",
    "kind",
    "event",
    "rule",
    "hexes",
    "units",
    "dice",
    "text",
)
"""The columns of the CSV; hexes, units and dice are lists with spaces between."""


def to_text(story: Story) -> str:
    """The log to read: a heading for each turn and activation, a line for each event."""
    lines = [story.names.battle.name, ""]
    for heading, section, entries in _parts(story):
        lines += ["", heading, "=" * len(heading)] if heading else []
        lines += ["", story.title(section).plain]
        lines += [f"  {story.text(i).plain} [{story.entries[i].event.rule}]" for i in entries]
    return "\n".join(lines) + "\n"


def to_html(story: Story) -> str:
    """The log as one page of HTML that needs no other file."""
    title = escape(story.names.battle.name)
    body = [f"<h1>{title}</h1>"]
    for heading, section, entries in _parts(story):
        body += [f"<h2>{escape(heading)}</h2>"] if heading else []
        body += [f"<h3>{escape(story.title(section).plain)}</h3>", "<ul>"]
        body += [_item(story, i) for i in entries]
        body.append("</ul>")
    return _PAGE.format(title=title, body="\n".join(body))


def to_csv(story: Story) -> str:
    """The log as a table, a row for each event, with a row of headings."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(story, i, number) for number, i in enumerate(story.told, 1))
    return file.getvalue()


EXPORTS: Mapping[str, Callable[[Story], str]] = MappingProxyType(
    {"txt": to_text, "csv": to_csv, "html": to_html}
)
"""The ways to write a log, by the suffix of the file."""

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 16px/1.5 serif; max-width: 46em; margin: 2em auto; }}
body {{ background: #f2e9d5; color: #2b2118; }}
h2 {{ border-bottom: 1px solid #c9b791; margin-top: 2em; }} h3 {{ margin-bottom: 0; }}
ul {{ list-style: none; padding-left: 1em; }} .rule {{ color: #675745; font-size: 80%; }}
.die {{ border: 1px solid #675745; border-radius: 3px; padding: 0 .35em; background: #fbf6ea; }}
</style></head><body>
{body}
</body></html>
"""


def _parts(story: Story) -> Iterator[tuple[str, Section, list[int]]]:
    """Each section with its entries; the turn's heading with the first section of the turn."""
    turn = None
    firsts = [*(section.first for section in story.sections), len(story.entries)]
    for section, end in zip(story.sections, firsts[1:], strict=True):
        heading = "" if section.turn == turn else story.turn_title(section.turn)
        turn = section.turn
        yield heading, section, [i for i in range(section.first, end) if story.is_told(i)]


def _item(story: Story, index: int) -> str:
    told = story.text(index)
    words = "".join(
        f'<b class="die">{escape(run.text)}</b>' if run.is_die else escape(run.text)
        for run in told.runs
    )
    return f'<li>{words} <span class="rule">{escape(story.entries[index].event.rule)}</span></li>'


def _row(story: Story, index: int, number: int) -> list[str]:
    entry, section = story.entries[index], story.section_of(index)
    battle, told = story.names.battle, story.text(index)
    in_play = 1 <= section.turn <= len(battle.turns)
    cells = [
        str(number),
        str(section.turn),
        battle.turn(section.turn).time if in_play else "",
        story.title(section).plain,
        "" if section.side is None else story.names.side(section.side),
        say(entry.topic.title),
        type(entry.event).__name__,
        entry.event.rule,
        _ids(told.links, "hex:"),
        _ids(told.links, "unit:"),
        " ".join(told.dice),
        told.plain,
    ]
    return [_harmless(cell) for cell in cells]


def _ids(links: tuple[str, ...], scheme: str) -> str:
    return " ".join(link.removeprefix(scheme) for link in links if link.startswith(scheme))


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: names come from strangers' files."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
