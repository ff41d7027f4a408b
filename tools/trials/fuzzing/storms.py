"""Courses of the card procedure of The Coming Storm, made up by number (T24.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from hexwar.ai.policy import CounterDice, pick
from hexwar.cards.readings import readings
from hexwar.engine import System
from hexwar.systems.tlnb.cards.records import Combat, Course, Hour, StormState
from hexwar.systems.tlnb.cards.system import storm
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side
from tests.systems.nlc.storms import COALITION, FRENCH, SIDES, course, force, whole_deck

DECK: Final = "coming-storm"

LIGHT: Final = {"d": TurnKind.DAY, "n": TurnKind.NIGHT_PM, "m": TurnKind.NIGHT_AM}

DAYS: Final = ("dddnmdd", "ddnmmd", "dddd", "dnmddnmd")

NAMED: Final = ("I", "II", "Ney", "Yorck")


def course_of(number: int) -> Course:
    """A battle of a few turns, with whole decks, combats and forces due."""
    dice = CounterDice(f"storm/{number}")
    kinds = pick(DAYS, dice)
    days = [1 + kinds[:at].count("m") for at in range(1, len(kinds) + 1)]
    first, *hours = (_hour(day, kind, dice) for day, kind in zip(days, kinds, strict=True))
    forces = [
        force(f"{side}-{n}", None if n == 3 else 2 + dice.below(4), side=side, is_alternate=n == 3)
        for side in SIDES
        for n in range(1, 4)
    ]
    return course(
        *hours,
        first=first,
        french=whole_deck(DECK, 1 + dice.below(3)),
        coalition=whole_deck(DECK, 1 + dice.below(3)),
        forces=forces,
        routes={"2001": ("2101", "2201")},
        is_one_day=dice.below(4) == 0,
    )


def _hour(day: int, kind: str, dice: CounterDice) -> Hour:
    every = readings().values()
    facts = _some(chain.from_iterable((*one.needs, *one.bars) for one in every), dice)
    names: dict[Side, Mapping[str, tuple[str, ...]]] = {
        side: {kind: tuple(_some(NAMED, dice)) for kind in _words(one.names for one in every)}
        for side in SIDES
    }
    combats = {
        side: tuple(_combat(f"{side} {n}", dice) for n in range(dice.below(3))) for side in SIDES
    }
    return Hour(day, LIGHT[kind], frozenset(facts), names, combats)


def _combat(id_: str, dice: CounterDice) -> Combat:
    words = (*chain.from_iterable(one.combat for one in readings().values()), "retreats")
    facts = {side: frozenset(_some(words, dice)) for side in SIDES}
    strength = {side: 1 + dice.below(12) for side in SIDES}
    named = frozenset(_some(NAMED, dice))
    return Combat(id_, facts, strength, is_charge=dice.below(2) == 0, named=named)


def _words(words: Any) -> Iterator[str]:
    return (word for word in sorted(set(words)) if word)


def _some(words: Any, dice: CounterDice) -> list[str]:
    """About half of some words."""
    return [word for word in _words(words) if dice.below(2)]


def system() -> System[StormState]:
    """The procedure; a header names its course by number."""
    return storm(lambda header: course_of(int(header["course"])))


__all__ = ["COALITION", "FRENCH", "course_of", "system"]
