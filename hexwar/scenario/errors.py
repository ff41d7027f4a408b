"""Places inside a file, and the error that stops a scenario from being loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, TypeAlias

from hexwar.messages import say

Place: TypeAlias = "tuple[str | int, ...]"
"""Where in a file: keys and list positions from the top, such as ``("roads", 3, "hexes", 0)``."""

QUOTED_LENGTH: Final = 60
"""Characters of a stranger's text that a sentence repeats."""


class ScenarioError(Exception):
    """A scenario, map or forces file that cannot be used; its text is file, place and sentence.

    The file is called as the user named it; place and file may be empty.
    """

    def __init__(self, sentence: str, file: Path | str = "", place: str = "") -> None:
        self.sentence = sentence
        self.file = str(file)
        self.place = place
        super().__init__(": ".join(filter(None, (self.file, place, sentence))))


def place_text(place: Place) -> str:
    """A place as a person writes it.

    >>> place_text(("roads", 3, "hexes", 0)), place_text(("numbers", "morale.base"))
    ('roads[3].hexes[0]', 'numbers["morale.base"]')
    """
    text = ""
    for part in place:
        if isinstance(part, int):
            text += f"[{part}]"
        elif part.isidentifier() and len(part) <= QUOTED_LENGTH:
            text += f".{part}" if text else part
        else:
            text += f"[{quoted(part)}]"
    return text


def quoted(value: object) -> str:
    """A stranger's value as a sentence repeats it: short, in JSON form, safe for a terminal.

    >>> print(quoted("Brienne"), quoted(7), quoted(None))
    "Brienne" 7 null
    """
    if isinstance(value, dict):
        return say("an object")
    if isinstance(value, list):
        return say("a list")
    if isinstance(value, str) and len(value) > QUOTED_LENGTH:
        value = value[: QUOTED_LENGTH - 1] + "…"
    text = json.dumps(value, ensure_ascii=False)
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
