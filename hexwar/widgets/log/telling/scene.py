"""What a sentence may know besides its event."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.hexes import Hex
from hexwar.text import Text, text
from hexwar.widgets.log.names import Names

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Scene:
    """Where an event happens."""

    names: Names
    place: Hex | None = None  # where its piece stood before the event

    @property
    def there(self) -> Text:
        """` in Brienne-le-Château (0913)`; empty for a piece that stood nowhere."""
        return text("") if self.place is None else " in " + self.names.hex(self.place)


def signed(number: int) -> str:
    """A number with its sign: `+1`, `−2`, `+0`."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def counted(number: int, noun: str) -> str:
    """`1 hex`, `2 hexes`, `3 units`."""
    plural = f"{noun}es" if noun.endswith("x") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def sum_of(pips: Text, modifiers: int, total: int) -> Text:
    """A die with what is added to it: `4 + 1 = 5`; the die alone where nothing is."""
    if not modifiers:
        return pips
    sign = "+" if modifiers > 0 else MINUS
    return pips + f" {sign} {abs(modifiers)} = {total}".replace("= -", f"= {MINUS}")
