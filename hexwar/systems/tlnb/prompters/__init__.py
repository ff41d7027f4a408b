"""How questions are put: those of gestures by a prompter of their own, the others by choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from hexwar.engine import Decision
from hexwar.messages import mark, say
from hexwar.shell.prompter import Acting, EndWords, Prompter, Questions
from hexwar.systems.tlnb.prompters import cards, command, fights, movement, pieces, places
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack
from hexwar.systems.tlnb.rules.combat.duties import is_naming
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.reports import Undone

_CHAPTERS = (cards, command, fights, movement, pieces, places)
"""Each names in `GESTURES` the prompters of its questions."""

GESTURES: Final[Mapping[type[Decision[Any]], Callable[..., Prompter[Any]]]] = MappingProxyType(
    {kind: made for chapter in _CHAPTERS for kind, made in chapter.GESTURES.items()}
)
"""The prompters of gestures by what they answer."""


class TlnbQuestions(Questions):
    """Moves, fights and namings by gestures; every other question by its choices."""

    end_words = EndWords("", "", "", mark("Left undone in this segment"))
    over_rule = "T23.4"

    def prompter(
        self, view: TlnbState, decision: Decision[Any], options: Sequence[Any]
    ) -> Prompter[Any]:
        """The prompter of its class."""
        return GESTURES.get(type(decision), pieces.PlainPrompter)(view, decision, options)

    def acting(self, view: TlnbState) -> Acting:
        """Whose Player-Turn it is."""
        return Acting(view.phasing)

    def left(self, view: TlnbState, decision: Decision[Any]) -> Sequence[Undone]:
        """Duties to attack that are still owed."""
        if not isinstance(decision, DeclareAttack):
            return ()
        words = mark("{name} must be attacked")
        name = view.battle.battlefield.name_of
        named = {blow.target for blow in view.fights.blows} if is_naming(view) else set()
        owed = sorted(view.fights.duty_hexes - named)
        return [Undone(say(words, name=name(hex_)), f"hex:{hex_}") for hex_ in owed]
