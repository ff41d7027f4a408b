"""The rulebook that the player reads: chapters, anchors, numbers, search and HTML.

The chapters are Markdown files, one a chapter. Each rule is a heading that starts with its id. The
numbers in the text are placeholders, filled from the data that the rules themselves use: the book
cannot differ from the game. No Qt here: the window shows what `Rulebook.to_html` returns.
"""

from __future__ import annotations

from hexwar.rulebook.book import Rulebook, chapter_to_html
from hexwar.rulebook.reading import (
    Chapter,
    Entry,
    Rule,
    RulebookError,
    UnknownChapterError,
    UnknownRuleError,
    read_pages,
    read_rules,
)

__all__ = [
    "Chapter",
    "Entry",
    "Rule",
    "Rulebook",
    "RulebookError",
    "UnknownChapterError",
    "UnknownRuleError",
    "chapter_to_html",
    "read_pages",
    "read_rules",
]
