"""The words that no refusal may hold."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = re.compile(
    r"\b(\w*Error\b(?!:? of)|Traceback|NoneType|None\b|dict\b|tuple\b|str\b|int\b|float\b|bool\b"
    r"|<class|object at 0x\w+|Input should|Field required|Extra inputs|Value error|pydantic"
    r"|\w+\.py\b|lambda|self\.|__\w+__|valid (?:string|integer|number|boolean|dictionary|tuple)"
    r"|Expecting|delimiter|codec|errno|Errno|subscriptable|iterable|unhashable|KeyError)"
)


def words_of_python(sentence: str) -> list[str]:
    """The words of Python's and of its libraries in a sentence; those quoted from a file aside."""
    own = re.sub(r'"(?:[^"\\]|\\.)*"', '""', sentence)
    return [found[0] for found in _WORDS.finditer(own)]
