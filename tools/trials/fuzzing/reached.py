"""What a run of games has come to: decisions, answers, events and cells of tables, and how often.

What was seldom reached weighs more with a player who looks for it. A game weighs by what was known
before it began and by what it finds itself, so that it can be played again just so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from hexwar.cards.library import decks
from hexwar.engine import Decision, Entry, Event
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.numbers import PRINTED

CELLS: Final[Mapping[str, tuple[str, ...]]] = {
    "BombardmentResolved": ("bombardment", "die", "column"),
    "MoraleRolled": ("morale", "value", "die"),
    "ConfidenceRolled": ("confidence", "value", "die"),
    "WeatherRolled": ("weather", "was", "die"),
    "ComplianceRolled": ("compliance", "column", "die"),
    "LocalDecisionRolled": ("local decision", "column", "die"),
    "BadMoveTaken": ("bad move", "die"),
    "PursuitResolved": ("pursuit", "modifiers", "die"),
    "RecoveryRolled": ("recovery", "die"),
    "ForcedMarchRolled": ("forced march", "limit", "die"),
    "ArrivalVaried": ("arrival", "modifier", "die"),
    "AlternateCalled": ("alternate", "die"),
    "HiddenMarchRolled": ("hidden march", "column", "die"),
    "CardPlayed": ("card", "card"),
    "CardEventRolled": ("card event", "table", "d66"),
    "FateRolled": ("fate", "die"),
    "DirectionRolled": ("direction", "die"),
    "FordSought": ("ford", "die"),
    "RetreatBegan": ("retreat", "rout", "hexes"),
    "StepLost": ("step lost", "cause"),
    "UnitEliminated": ("eliminated", "cause"),
    "ChargeResolved": ("charge", "outcome"),
    "ReactionResolved": ("reaction", "loser"),
    "ChargeCountered": ("counter charge", "is_stopped", "die"),
}
"""Events that read a table: its name, and the fields that say which cell."""

WINTER: Final = "weather_winter"

Parts = dict[str, Counter[str]]


def cell_of(event: Event) -> str:
    """The cell of a table that an event was read from, by the faces of the dice; or empty."""
    told = CELLS.get(type(event).__name__)
    if told is None:
        return event.cell
    name, *names = told
    if not all(hasattr(event, field) for field in names):
        return ""  # an event of another game with the same name
    return f"{name} {'/'.join(str(getattr(event, field)) for field in names)}"


def answer_kind(decision: Decision[Any], answer: Any) -> str:
    """What sort of answer it is: its decision, its kind, and the card, order or word in it."""
    word = ""
    steps = getattr(answer, "steps", None)
    if isinstance(answer, tuple):
        steps = answer
    if steps and all(hasattr(step, "verb") for step in steps):
        word = "+".join(sorted({str(step.verb) for step in steps}))
    elif isinstance(answer, Enum):
        word = str(answer.value)
    elif hasattr(answer, "offer"):
        word = str(answer.offer.value)
    elif isinstance(answer, str) and answer in card_ids():
        word = answer
    elif answer is not None and not isinstance(answer, bool | int | str | tuple):
        word = type(answer).__name__
    return " ".join(filter(None, (type(decision).__name__, decision.kind(answer), word)))


def card_ids() -> frozenset[str]:
    """Every card of the decks that NLC plays with."""
    if not _CARDS:
        _CARDS.update(
            str(card) for deck in decks().values() for card, _ in deck.cards if "patrie" in deck.id
        )
    return frozenset(_CARDS)


_CARDS: Final[set[str]] = set()


class Reached:
    """Counts, and the weight of what was seldom reached."""

    def __init__(self, known: Mapping[str, Mapping[str, int]] | None = None) -> None:
        """Begin with what is known, or with nothing."""
        self.parts: Parts = {name: Counter() for name in ("decisions", "kinds", "events", "cells")}
        for name, counts in (known or {}).items():
            self.parts[name].update(counts)

    def add(self, other: Reached) -> None:
        """Count what another has counted."""
        for name, counts in other.parts.items():
            self.parts[name].update(counts)

    def see_answer(self, decision: Decision[Any], answer: Any) -> None:
        """Count a question and how it was answered."""
        self.parts["decisions"][type(decision).__name__] += 1
        self.parts["kinds"][answer_kind(decision, answer)] += 1

    def see_asked(self, entries: Iterable[Entry]) -> None:
        """Count what chance was asked, or whoever had no choice."""
        self.parts["decisions"].update(entry.asked for entry in entries)

    def see_events(self, events: Iterable[Event]) -> None:
        """Count what happened."""
        happened, cells = self.parts["events"], self.parts["cells"]
        for event in events:
            happened[type(event).__name__] += 1
            cell = cell_of(event)
            if cell:
                cells[cell] += 1

    def rarity(self, decision: Decision[Any], answer: Any) -> float:
        """How seldom a question was answered so: from 1, for never, to 0."""
        return 1 / (1 + self.parts["kinds"][answer_kind(decision, answer)])

    def novelty(self, events: Sequence[Event], asked: Decision[Any] | None) -> float:
        """How seldom the rarest of some events, and the question after them, were reached."""
        rarest = [1 / (1 + self.parts["events"][type(event).__name__]) for event in events]
        rarest += [
            1 / (1 + self.parts["cells"][cell]) for event in events if (cell := cell_of(event))
        ]
        if asked is not None:
            rarest.append(1 / (1 + self.parts["decisions"][type(asked).__name__]))
        return max(rarest, default=0.0)

    def to_raw(self) -> dict[str, dict[str, int]]:
        """The counts, to be written."""
        return {name: dict(sorted(counts.items())) for name, counts in self.parts.items()}


# -- what is wanted of NLC


def wanted() -> dict[str, tuple[str, ...]]:
    """Everything that is built and can be counted, by the part of the counts that it stands in."""
    return {
        "decisions": tuple(kind.__name__ for kind in NLC.system.decisions),
        "events": tuple(kind.__name__ for kind in NLC.system.events),
        "cells": tuple(_cells_wanted()),
    }


def _cells_wanted() -> Iterator[str]:
    numbers = PRINTED.with_own({})
    columns = range(1, len(numbers.fire.columns) + 1)
    yield from (f"fire {die}/{column}" for die in range(1, 7) for column in columns)
    yield from (f"morale {value}/{die}" for value in range(1, 6) for die in range(1, 7))
    starts = (row for row in PRINTED.tables[WINTER]["rows"] if row != "start")
    yield from (f"weather {was}/{die}" for was in starts for die in range(1, 7))
    yield from (f"card {card}" for card in sorted(card_ids()))


def missing(reached: Reached) -> dict[str, list[str]]:
    """What is wanted and was never reached."""
    return {
        name: [one for one in all_ if not reached.parts[name][one]]
        for name, all_ in wanted().items()
    }
