"""The log as a book: entries in turns and sections, derived from the list of events alone.

It can be written as text and HTML to read, and as CSV to reckon with.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

from hexwar.engine import Event
from hexwar.messages import capital, say, tell
from hexwar.table.fact import Fact, Heading, Scene, Topic, display_of, told
from hexwar.table.forces import FormationId, Side
from hexwar.table.hearsay import Hearsay
from hexwar.table.names import Names, turn_words
from hexwar.table.spot import Spot
from hexwar.text import Text, text


@dataclass(frozen=True, slots=True)
class Section:
    """What belongs together: an activation with its draw, or a phase."""

    first: int  # index of its first entry
    turn: int  # 0 before the first
    title: str = ""  # of the part of the turn; empty before the first
    formation: FormationId | None = None  # who acts
    side: Side | None = None  # whose activation it is
    closed: bool = False  # what follows opens another


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in its place."""

    index: int  # from 0
    event: Fact
    section: int  # index of its section
    place: Spot | None  # where its piece stood before it
    topic: Topic
    rule: str  # by its number in the game's book; empty for none


NOBODY = ""
"""A reader of no side: he learns what both sides may know."""


class Story:
    """Entries of a game, kept in step with its events; sentences are made when first read.

    There is an entry for every event, secret ones too: whoever shows entries asks `is_told`.
    """

    def __init__(self, names: Names, readers: Sequence[str] = (NOBODY,)) -> None:
        """Begin a story for the sides that read it, or `NOBODY` for what both may know."""
        self.names, battle = names, names.battle
        self.readers = tuple(readers)
        self.entries: list[Entry] = []
        self.sections: list[Section] = []
        self._texts: list[Text | None] = []
        self._hearsay = Hearsay(battle)
        self._where: dict[str, Spot | None] = dict(battle.first_spots().items())
        self._moves: list[tuple[tuple[str, Spot | None], ...]] = []  # where pieces stood, by entry

    def follow(self, events: Sequence[Event]) -> int:
        """Tell these events from now on; how many entries stayed, after which all are new."""
        stayed = min(len(events), len(self.entries))
        while stayed and self.entries[stayed - 1].event is not events[stayed - 1]:
            stayed -= 1
        stayed = self._cut(stayed)
        for event in events[stayed:]:
            self._add(event)
        self._hearsay.follow(events)
        return stayed

    def is_told(self, index: int) -> bool:
        """Whether the readers may know of an entry (N3.4)."""
        event = self.entries[index].event
        return any(self._hearsay.knows(event, reader) for reader in self.readers)

    @property
    def told(self) -> list[int]:
        """The entries that the readers may know of."""
        return [index for index in range(len(self.entries)) if self.is_told(index)]

    def text(self, index: int) -> Text:
        """The sentence of an entry, without its rule."""
        words = self._texts[index]
        if words is None:
            entry = self.entries[index]
            words = self._texts[index] = told(entry.event, Scene(self.names, entry.place))
        return words

    def section_of(self, index: int) -> Section:
        """The section of an entry."""
        return self.sections[self.entries[index].section]

    def turn_title(self, turn: int) -> str:
        """The heading of a turn."""
        return turn_words(self.names.battle, turn) if turn else say("Before the battle")

    def title(self, section: Section) -> Text:
        """The heading of a section: who acts, or the phase; of a side's own, with the side."""
        if section.formation is not None:
            return capital(self.names.formation(section.formation))
        if section.side is not None:
            side = self.names.side(section.side)
            return tell("{side}: {title}", side=side, title=section.title)
        return text(section.title or say("Set-up"))

    def _cut(self, stayed: int) -> int:
        """Take entries off, back to the beginning of the section that the cut goes through."""
        if stayed < len(self.entries):
            stayed = self.section_of(stayed).first
        for moves in reversed(self._moves[stayed:]):
            self._where.update(moves)
        del self.entries[stayed:], self._texts[stayed:], self._moves[stayed:]
        while self.sections and self.sections[-1].first >= stayed:
            self.sections.pop()
        return stayed

    def _add(self, event: Event) -> None:
        if not isinstance(event, Fact):
            raise TypeError(f"{type(event).__name__} has no sentence.")
        self._enter_section(event)
        shown = display_of(event)
        moved = [(p, w.path[-1] if w.path else None) for w in shown.walks for p in w.pieces]
        pieces = [p for p, _ in moved] or list(shown.units)
        place = self._where.get(pieces[0]) if pieces else None
        self._moves.append(tuple((p, self._where.get(p)) for p, _ in moved))
        self._where.update(moved)
        section = len(self.sections) - 1
        rule = self.names.battle.cited(event.rule)
        self.entries.append(Entry(len(self.entries), event, section, place, event.log_topic, rule))
        self._texts.append(None)

    def _enter_section(self, event: Fact) -> None:
        """Open the section that an event begins, and note on the open one what it tells of it."""
        here = self.sections[-1] if self.sections else None
        heading = event.heading()
        if here is None or here.closed or (heading and self._opens(heading, here)):
            turn, title = (0, "") if here is None else (here.turn, here.title)
            goes_on = here is not None and heading is not None and heading.goes_on
            side = here.side if here is not None and goes_on else None
            here = Section(len(self.entries), turn, title, side=side)
            self.sections.append(here)
        if heading is not None:
            self.sections[-1] = replace(
                here,
                turn=here.turn if heading.turn is None else heading.turn,
                title=heading.title or here.title,
                formation=heading.formation or here.formation,
                side=heading.side or here.side,
                closed=heading.closes,
            )

    def _opens(self, heading: Heading, here: Section) -> bool:
        """Whether a section begins: not with what is led to, but with another who acts."""
        if heading.formation is not None and here.formation is not None:
            return True
        before = self.entries[-1].event.heading()
        return heading.opens and not (before is not None and before.leads)


# -- the log as a file: what its readers may know, and not how much else there is

COLUMNS = (
    *("number", "turn", "time", "part", "side", "kind"),
    *("event", "rule", "hexes", "units", "dice", "text"),
)
"""The columns of the CSV; hexes, units and dice are lists with spaces between."""


def to_text(story: Story) -> str:
    """The log to read: a heading for each turn and activation, a line for each event."""
    lines = [story.names.battle.name, ""]
    for heading, section, entries in _parts(story):
        lines += ["", heading, "=" * len(heading)] if heading else []
        lines += ["", story.title(section).plain]
        lines += [f"  {story.text(i).plain} [{story.entries[i].rule}]" for i in entries]
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


EXPORTS: Mapping[str, Callable[[Story], str]] = {"txt": to_text, "csv": to_csv, "html": to_html}
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
    die = '<b class="die">{}</b>'
    words = "".join((die if run.is_die else "{}").format(escape(run.text)) for run in told.runs)
    return f'<li>{words} <span class="rule">{escape(story.entries[index].rule)}</span></li>'


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
        entry.rule,
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
