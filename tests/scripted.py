"""What only tests ask of the kernel: dice that fall as written, and a look at what saves hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwar.engine import ChanceError, Decision, System
from hexwar.engine.codec import answer_type, codec_of


class ScriptedChance:
    """Chance whose answers are written out beforehand.

    The first question that it is asked gets the first value; by number from there on, so the
    script also serves a fork and survives an undo.
    """

    seed = None

    def __init__(self, script: Sequence[Any]) -> None:
        self._script = tuple(script)
        self._first: int | None = None

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        """Index of the option that the script names.

        Raises:
            ChanceError: The script has run out, or its value is not an option.
        """
        if self._first is None:
            self._first = number
        place = number - self._first
        if not 0 <= place < len(self._script):
            raise ChanceError(f"The script of {len(self._script)} answers has none for {decision}.")
        value = self._script[place]
        if value not in options:
            raise ChanceError(
                f"Answer {place} of the script, {value!r}, is no option of {decision}."
            )
        return options.index(value)


def check_codec(system: System[Any]) -> None:
    """Build what reads and writes every event and decision of a system."""
    codec = codec_of(system)
    for event in system.events:
        codec.adapter(event, event.__name__)
    for decision in system.decisions:
        codec.adapter(answer_type(decision), decision.__name__)
