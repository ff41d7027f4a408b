"""Who plays each side: a person, or a computer player by name. Fixed when a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.ai.players import PLAYERS
from hexwar.table.forces import Side
from hexwar.widgets.panels.new_game import PERSON

HUMAN = PERSON
"""The name of a person among the players."""

_KEY = "player."


@dataclass(frozen=True, slots=True)
class Seats:
    """The player of each side."""

    players: Mapping[Side, str]

    @classmethod
    def from_header(cls, header: Mapping[str, Any], sides: Sequence[Side]) -> Seats:
        """The seats that a save's header states.

        A person sits where it says nothing, or names a computer player that is not known here.
        """
        options = header.get("options")
        stated = options if isinstance(options, dict) else {}
        named = {side: str(stated.get(f"{_KEY}{side}", HUMAN)) for side in sides}
        return cls({side: name if name in PLAYERS else HUMAN for side, name in named.items()})

    def options(self) -> dict[str, str]:
        """The options by which a header states them."""
        return {f"{_KEY}{side}": player for side, player in self.players.items()}

    def is_human(self, side: str) -> bool:
        """Whether a person plays a side."""
        return self.players.get(Side(side), HUMAN) == HUMAN

    @property
    def humans(self) -> tuple[Side, ...]:
        """The sides that persons play."""
        return tuple(side for side in self.players if self.is_human(side))

    def words(self, names: Mapping[Side, str]) -> str:
        """Who plays, in words: `French: person, Coalition: computer (random)`."""
        return ", ".join(
            f"{names.get(side, side)}: {'person' if self.is_human(side) else f'computer ({name})'}"
            for side, name in self.players.items()
        )
