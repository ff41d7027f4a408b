"""The pages about the window: where F1 leads that no rule is behind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtGui import QTextDocument

from hexwar import resources

FIRST: Final = "the-start-page"
"""The id of the page that is opened where none is named."""

_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of help."""

    title: str
    html: str


def help_page(id_: str) -> HelpPage:
    """The page of an id, such as `new-game`; of one that there is not, the first."""
    pages = help_pages(resources.help_file())
    return pages.get(id_) or pages[FIRST]


@cache
def help_pages(file: Path) -> Mapping[str, HelpPage]:
    """All pages of a file, by the words of their titles with hyphens between.

    Raises:
        OSError: The file cannot be read.
    """
    parts = re.split(r"^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    pages = {}
    for part in parts:
        title, _, text = part.partition("\n")
        pages["-".join(_WORD.findall(title.lower()))] = HelpPage(title.strip(), _html(text))
    return pages


def _html(markdown: str) -> str:
    document = QTextDocument()
    document.setMarkdown(markdown.strip())
    return document.toHtml()
