"""Words as a search compares them."""

from __future__ import annotations

import unicodedata


def plain(words: str) -> str:
    """Words in small letters without accents: what a player types need not mind them.

    >>> plain("Étoges")
    'etoges'
    """
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
