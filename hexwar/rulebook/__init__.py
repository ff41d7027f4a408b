"""The rulebook that the player reads: chapters, anchors, numbers, search and HTML.

The chapters are Markdown files, one a chapter. Each rule is a heading that starts with its id. The
numbers in the text are placeholders, filled from the data that the rules themselves use: the book
cannot differ from the game. No Qt here: the window shows what `Rulebook.to_html` returns.
"""

from __future__ import annotations

from hexwar.rulebook.book import Rulebook as Rulebook
from hexwar.rulebook.book import chapter_to_html as chapter_to_html
from hexwar.rulebook.reading import Chapter as Chapter
from hexwar.rulebook.reading import Entry as Entry
from hexwar.rulebook.reading import Part as Part
from hexwar.rulebook.reading import Rule as Rule
from hexwar.rulebook.reading import RulebookError as RulebookError
from hexwar.rulebook.reading import UnknownChapterError as UnknownChapterError
from hexwar.rulebook.reading import UnknownRuleError as UnknownRuleError
from hexwar.rulebook.reading import read_pages as read_pages
from hexwar.rulebook.reading import read_parts as read_parts
from hexwar.rulebook.reading import read_rules as read_rules
