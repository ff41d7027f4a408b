"""The buttons of an offer as the prompt line shows them, as many as there is room for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape

from hexwar.engine import Manner
from hexwar.hexes import Hex
from hexwar.shell.actions import BY_ID
from hexwar.shell.prompter import Button
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.panels.prompt_line import Choice

MORE = "more"
"""The id of the button that opens a menu with those that found no room."""

END_ACTIVATION = "end-activation"
"""The id of the button that ends every segment to come; it is also an action."""

_ENDS = ("end", END_ACTIVATION)
_DIGITS = 9
_PADDING = 46.0
"""What a button needs besides its words, pixels at 100 %: its edges and the gap after it."""

_HEX = re.compile(r"\b\d{4}\b")


def choices(buttons: Sequence[Button], *, left: Sequence[str] | None = None) -> list[Choice]:
    """A choice for each button.

    Args:
        buttons: The buttons of an offer. All but those that end a segment get a digit.
        left: What a button that ends the whole activation would leave undone, in sentences; None
            where no such button is to stand behind them.
    """
    found = [
        Choice(
            button.id,
            button.text,
            _with_key(button.tooltip, "end-segment")
            if button.manner is Manner.END
            else button.tooltip,
            _digit(place) if button.manner is not Manner.END else "",
            is_main=button.manner is Manner.MAIN,
        )
        for place, button in enumerate(buttons)
    ]
    if left is not None:
        tooltip = _with_key(_left_words(left), END_ACTIVATION)
        found.append(Choice(END_ACTIVATION, "End activation", tooltip))
    return found


def fitting(
    found: Sequence[Choice], width_of: Callable[[str], float], room: float, scale: float
) -> tuple[list[Choice], list[Choice]]:
    """The choices that there is room for, and those that go into a menu.

    Those that end something always stay; so does the first.
    """
    ends = [choice for choice in found if choice.id in _ENDS]
    others = [choice for choice in found if choice.id not in _ENDS]
    widths = {c.id: width_of(c.text) + _PADDING * scale for c in found}
    if sum(widths.values()) <= room:
        return list(found), []
    room -= sum(widths[c.id] for c in ends) + width_of("More …") + _PADDING * scale
    shown: list[Choice] = []
    while others and (not shown or widths[others[0].id] <= room):
        room -= widths[others[0].id]
        shown.append(others.pop(0))
    if not others:
        return [*shown, *ends], []
    more = Choice(
        MORE, f"{len(others)} more \N{BLACK DOWN-POINTING SMALL TRIANGLE}", "More choices"
    )
    return [*shown, more, *ends], others


def linked(text: str, battlefield: Battlefield) -> str:
    """A sentence as HTML in which the hexes of the map are links."""

    def link(match: re.Match[str]) -> str:
        number = match.group()
        return f'<a href="hex:{number}">{number}</a>' if Hex(number) in battlefield.grid else number

    return _HEX.sub(link, escape(text, quote=False))


def _digit(place: int) -> str:
    return str(place + 1) if place < _DIGITS else ""


def _with_key(words: str, action: str) -> str:
    return f"{words} ({BY_ID[action].keys[0]})"


def _left_words(left: Sequence[str]) -> str:
    if not left:
        return "Nothing is left to do with this formation"
    lines = "\n".join(f"\N{BULLET} {line}" for line in left)
    return f"Do nothing more with this formation. Still possible:\n{lines}\n"
