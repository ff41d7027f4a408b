"""Fills the placeholders of the rulebook from the numbers that the rules use.

`{{morale.rout_margin}}` is a value, `{{+morale.flank}}` the same with its sign, `{{weather.wet}}` a
list of words, `{{table fire}}` a whole table, `{{decisions}}` and `{{events}}` the two lists. A
table stands alone on its line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hexwar.rulebook.records import Entry, RulebookError
from hexwar.rulebook.tables import entries_table, table
from hexwar.rulebook.values import Numbers, number

_PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")


def fill(page: str, markdown: str, numbers: Numbers, lists: Mapping[str, Sequence[Entry]]) -> str:
    """Fill every placeholder of one page.

    Args:
        page: Name of the page, for the message of an error.
        markdown: The page.
        numbers: The numbers of the rules.
        lists: `decisions` and `events`.

    Raises:
        RulebookError: A placeholder names nothing that exists; the message says where.
    """
    filled = []
    for place, line in enumerate(markdown.splitlines(), start=1):
        try:
            filled.append(_PLACEHOLDER.sub(lambda m: _value(m.group(1), numbers, lists), line))
        except RulebookError as error:
            raise RulebookError(f"{page}.md, line {place}: {error}") from error
    return "\n".join(filled) + "\n"


def _value(asked: str, numbers: Numbers, lists: Mapping[str, Sequence[Entry]]) -> str:
    asked = asked.strip()
    if asked in lists:
        return entries_table(lists[asked])
    if asked.startswith("table "):
        return table(asked.removeprefix("table ").strip(), numbers)
    return number(asked, numbers)
