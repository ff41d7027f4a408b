"""Questions that more than one chapter asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import YesNo
from hexwar.messages import mark, say
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import UnitId


@dataclass(frozen=True, slots=True)
class ThrowTestAgain(YesNo):
    """M19.3: whether a unit in command that has failed a test throws once more."""

    rule: ClassVar[str] = "M19.3"
    is_open: ClassVar[bool] = True
    labels: ClassVar[tuple[str, str]] = (mark("Throw again"), mark("Let it stand"))
    unit: UnitId
    what: str

    def sentence(self, view: MiniState) -> str:
        """Who failed what."""
        words = mark("{name} failed a test: {what}. In command it may throw again.")
        return say(words, name=view.card(self.unit).name, what=say(self.what))
