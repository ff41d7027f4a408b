"""Words that several questions share: the dice by which something succeeds."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.losses.morale import Verdict, verdict
from hexwar.systems.nlc.state import GameState
from hexwar.table.reports import MoraleReport


def dice_words(faces: Iterable[int]) -> str:
    """The faces of a die by which something succeeds, which follow one another.

    >>> dice_words([1, 2, 3]), dice_words([6]), dice_words([])
    ('1-3', '6', 'no die')
    """
    found = sorted(faces)
    if not found:
        return "no die"
    return f"{found[0]}-{found[-1]}" if len(found) > 1 else str(found[0])


def passing_words(view: GameState, report: MoraleReport) -> str:
    """The dice by which a stack passes a check of its morale: `1-4` (N2.4)."""
    rules = numbers_of(view.battle).morale
    return dice_words(die for die in FACES if verdict(rules, report.value, die) is Verdict.PASSED)
