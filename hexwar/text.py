"""Sentences as runs of text, some of which are links or dice: one source for view and export."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one manner."""

    text: str
    link: str = ""  # such as `hex:0913`, `unit:FR-2-01`, `rule:N8.5`
    is_die: bool = False  # the pips of a die as thrown


@dataclass(frozen=True, slots=True)
class Text:
    """A text made of runs; `+` joins texts and plain strings.

    >>> (link("Brienne (0913)", "hex:0913") + " is held.").plain
    'Brienne (0913) is held.'
    """

    runs: tuple[Run, ...] = ()

    def __add__(self, other: Text | str) -> Text:
        return Text((*self.runs, *text(other).runs))

    def __radd__(self, other: str) -> Text:
        return text(other) + self

    def __bool__(self) -> bool:
        return any(run.text for run in self.runs)

    @property
    def plain(self) -> str:
        """The words alone."""
        return "".join(run.text for run in self.runs)

    @property
    def html(self) -> str:
        """The words with their links, safe to show whatever the names contain."""
        return "".join(_html(run) for run in self.runs)

    @property
    def links(self) -> tuple[str, ...]:
        """Where the runs lead, each once, in order."""
        return tuple(dict.fromkeys(run.link for run in self.runs if run.link))

    @property
    def dice(self) -> tuple[str, ...]:
        """The dice shown."""
        return tuple(run.text for run in self.runs if run.is_die)


def text(words: Text | str) -> Text:
    """A plain string as a text; a text as it is."""
    if isinstance(words, Text):
        return words
    return Text((Run(words),)) if words else Text()


def link(words: str, address: str) -> Text:
    """Words that lead somewhere."""
    return Text((Run(words, address),))


def die(pips: int) -> Text:
    """A die as it fell."""
    return Text((Run(str(pips), is_die=True),))


def visible(words: str) -> str:
    r"""Words for a terminal: what it would obey or not show stands there as a number.

    >>> visible("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    plain = frozenset("\n\t\u00a0\u202f")
    return "".join(c if c.isprintable() or c in plain else f"\\x{ord(c):02x}" for c in words)


MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """A number with its sign: `+1`, `−2`, `+0`."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def sum_of(pips: Text, modifiers: int, total: int) -> Text:
    """A die with what is added to it: `4 + 1 = 5`; the die alone where nothing is."""
    if not modifiers:
        return pips
    sign = "+" if modifiers > 0 else MINUS
    return pips + f" {sign} {abs(modifiers)} = {total}".replace("= -", f"= {MINUS}")


def _html(run: Run) -> str:
    words = escape(run.text)
    if run.is_die:
        return f'<b class="die">{words}</b>'
    if run.link:
        return f'<a href="{escape(run.link)}">{words}</a>'
    return words
