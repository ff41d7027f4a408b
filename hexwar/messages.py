"""The one door for every text that a player reads, in the manner of gettext.

The source is an English sentence with named arguments, so that a catalogue may set them in
another order. `say` makes a plain string and `count` one that hangs on a number; `tell` and
`tell_count` make a `Text`, whose arguments may be links and dice. A word that stands in a table of
constants is marked by `mark` there, and said where it is used: the catalogue may come later.

    xgettext -ksay -ktell -kmark -kcount:1,2 -ktell_count:1,2 -kerror:2 -kwarning:2 -kAction:2
        -krefuse:2 -kSaveError -kUserError -kUsageError

(`error` and `warning` are those of a `Pen`. The tips of actions need a second run, -kAction:3 -j.)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from gettext import NullTranslations
from string import Formatter
from typing import Final

from hexwar.text import Run, Text, text

_ENGLISH: Final = NullTranslations()
_catalogue = _ENGLISH


def install(catalogue: NullTranslations = _ENGLISH) -> None:
    """Speak as this catalogue does from now on; by default the English of the source."""
    global _catalogue  # noqa: PLW0603 - the language is one for the whole program
    _catalogue = catalogue


def mark(message: str) -> str:
    """The message as it is: a word of a table, which `say` or `tell` translates when it is used."""
    return message


def say(message: str, /, **values: object) -> str:
    """A message with its arguments.

    >>> say("{who} may move {what}.", who="Ney", what="a corps")
    'Ney may move a corps.'
    """
    words = _catalogue.gettext(message) if message else ""
    return words.format(**values) if values else words


def count(one: str, many: str, n: int, /, **values: object) -> str:
    """A message that hangs on a number, which is its argument `n`.

    >>> count("{n} hex", "{n} hexes", 2)
    '2 hexes'
    """
    return _catalogue.ngettext(one, many, n).format(n=n, **values)


def tell(message: str, /, **values: object) -> Text:
    """A message as a text, with the links and dice of its arguments.

    >>> tell("{who} moved.", who=Text((Run("Ney", "leader:FR-2"),))).links
    ('leader:FR-2',)
    """
    return _filled(_catalogue.gettext(message), values)


def tell_count(one: str, many: str, n: int, /, **values: object) -> Text:
    """A message that hangs on a number, as a text."""
    return _filled(_catalogue.ngettext(one, many, n), {"n": n, **values})


class ToldError(Exception):
    """Something that went wrong and that a player is told: a message with its arguments."""

    def __init__(self, message: str = "", /, **values: object) -> None:
        super().__init__(say(message, **values))


def joined(texts: Iterable[Text | str], last: str = mark(" and ")) -> Text:
    """A list as it is written: `a`, `a and b`, `a, b and c`.

    >>> joined(["horse", "foot", "guns"]).plain
    'horse, foot and guns'
    """
    items = [text(item) for item in texts]
    result = Text()
    for place, item in enumerate(items):
        between = "" if place == 0 else say(last) if place == len(items) - 1 else say(", ")
        result = result + between + item
    return result


def listed(words: Iterable[str], last: str = mark(" and ")) -> str:
    """`joined` for plain strings."""
    return joined(words, last).plain


def capital(words: Text) -> Text:
    """The text with a capital at its beginning."""
    if not words.runs or not words.runs[0].text:
        return words
    first, *rest = words.runs
    upper = Run(first.text[0].upper() + first.text[1:], first.link, first.is_die)
    return Text((upper, *rest))


def _filled(message: str, values: dict[str, object]) -> Text:
    """The message with its arguments in their places; next to one another, plain runs are one."""
    runs: list[Run] = []
    for words, name, spec in _parts(message):
        value = values[name] if name else ""
        inner = value if isinstance(value, Text) else text(format(value, spec))
        for run in (Run(words), *inner.runs):
            if runs and _is_plain(runs[-1]) and _is_plain(run):
                runs[-1] = Run(runs[-1].text + run.text)
            else:
                runs.append(run)
    return Text(tuple(run for run in runs if run.text))


def _is_plain(run: Run) -> bool:
    return not (run.link or run.is_die)


@cache
def _parts(message: str) -> tuple[tuple[str, str, str], ...]:
    """The message cut into words, each with the name and the format of the argument after it."""
    return tuple(
        (words, name or "", spec or "") for words, name, spec, _ in Formatter().parse(message)
    )
