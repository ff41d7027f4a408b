"""The questions that are answered by a gesture of their own; others have the common prompter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args

from hexwar.engine import Decision
from hexwar.systems.nlc.prompters import (
    cards,
    charging,
    journeys,
    movement,
    retreating,
    shaping,
    striking,
    writing,
)
from hexwar.systems.nlc.prompters.common import NlcPrompter
from hexwar.systems.nlc.state import GameState

_CHAPTERS = (cards, charging, journeys, movement, retreating, shaping, striking, writing)


def _gestures() -> Iterator[tuple[type[Decision[Any]], type[NlcPrompter[Any]]]]:
    """Each prompter of the chapters, with the questions that it names as its own."""
    for chapter in _CHAPTERS:
        for made in vars(chapter).values():
            if isinstance(made, type) and issubclass(made, NlcPrompter):
                for base in vars(made).get("__orig_bases__", ()):
                    for asked in get_args(base):
                        kinds = get_args(asked) or (asked,)
                        yield from ((kind, made) for kind in kinds if isinstance(kind, type))


PROMPTERS: Mapping[type[Decision[Any]], type[NlcPrompter[Any]]] = MappingProxyType(
    dict(_gestures())
)
"""The prompters of gestures: moving, striking, writing, playing cards, shaping an answer."""


def prompter_for(
    view: GameState, decision: Decision[Any], options: Sequence[Any]
) -> NlcPrompter[Any]:
    """The prompter that takes up a question."""
    return PROMPTERS.get(type(decision), NlcPrompter)(view, decision, options)
