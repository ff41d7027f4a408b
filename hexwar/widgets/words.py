"""Words as a search compares them, and as a screen reader says them."""

from __future__ import annotations

import unicodedata

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, Qt
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


# -- what Qt would take for more than words


def literal(words: str) -> str:
    """Words for a tip, where Qt looks for markup of itself: they are shown as they stand.

    Whatever comes from files goes through here, or through `escape` into markup of ours. A joiner
    of no width behind each sign that begins something ends the guess and is not seen.
    """
    if not Qt.mightBeRichText(words):
        return words
    return words.replace("<", "<\N{WORD JOINER}").replace("&", "&\N{WORD JOINER}")


def rich(html: str) -> str:
    """Markup of ours for a tip: who calls this says that every name in it was escaped."""
    return html


def keyless(words: str) -> str:
    """Words for a button, a menu or a tab, where an ampersand would stand for a key.

    >>> keyless("Murat & Ney")
    'Murat && Ney'
    """
    return words.replace("&", "&&")
