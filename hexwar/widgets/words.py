"""Words as a search compares them, and as a screen reader says them."""

from __future__ import annotations

import unicodedata

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QWidget

# -- words as a search compares them


def plain(words: str) -> str:
    """Words in small letters without accents: what a player types need not mind them.

    >>> plain("Étoges")
    'etoges'
    """
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def capital(words: str) -> str:
    """Words with a capital at their head."""
    return words[:1].upper() + words[1:]


# -- what the board says to a screen reader


def speak(widget: QWidget, text: str) -> None:
    """Makes a text the widget's description, and has a screen reader read it out."""
    widget.setAccessibleDescription(text)
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.DescriptionChanged))
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
