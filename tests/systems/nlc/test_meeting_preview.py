"""The chances of a reaction charge, against every roll that can be thrown (N10.21)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from hexwar.engine import Decision
from hexwar.systems.nlc.events.combat import ReactionResolved
from hexwar.systems.nlc.rules.combat.charge_preview import meeting_chances
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction, react_to_charge
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.charges import F1, F2, of
from tests.systems.nlc.positions import OPEN, Answers, hexes, play, position, units

TARGET = "A1 infantry 5-3 0403"
MEET = Reaction(units("A2"), hexes("0504 0404"))
STAY = Reaction(units("A2"), hexes("0403"))

CASES: dict[str, tuple[tuple[str, ...], str, Reaction]] = {
    "heavy on light": ((F1, TARGET, "A2 light 4-3 0504"), "F1", MEET),
    "two on one": ((F1, F2, TARGET, "A2 heavy 9-2 0504"), "F1 F2", MEET),
    "a target that stays": ((F1, "A2 light 5-3 0403"), "F1", STAY),
    "last steps": (("F1 light 9/0-2 0406", TARGET, "A2 light 9/0-4 0504"), "F1", MEET),
    "too weak to fire": (
        ("F1 light 1-2 0406", "A2 light 8-3 0403"),
        "F1",
        STAY,
    ),
}


class OutOfDice(Exception):  # noqa: N818
    """The dice thought of do not reach to the end."""


class Dice:
    """Dice thought of beforehand; the first lets the cavalry ride."""

    seed = None

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = [1, *faces]

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        if about(decision) == "die for morale after the charge":
            return options.index(1)
        if not self.faces:
            raise OutOfDice
        return options.index(self.faces.pop(0))


def about(decision: Decision[Any]) -> str:
    return decision.about()


def every_loser(state: GameState, named: str, reaction: Reaction) -> dict[str, float]:
    """Who loses, by throwing all dice that there are."""
    weights: dict[str, Fraction] = {}
    answers: Answers = {ChooseReactionCharge: [reaction]}
    open_ends: list[tuple[int, ...]] = [()]
    while open_ends:
        faces = open_ends.pop()
        try:
            played = play(
                state, lambda table: react_to_charge(table, of(named)), Dice(faces), answers
            )
        except OutOfDice:
            open_ends += [(*faces, face) for face in range(1, 7)]
        else:
            loser = played.of(ReactionResolved)[0].loser
            weights[loser] = weights.get(loser, Fraction()) + Fraction(1, 6 ** len(faces))
    assert sum(weights.values()) == 1
    return {loser: float(chance) for loser, chance in weights.items()}


@pytest.mark.rule("N10.21")
@pytest.mark.parametrize("name", CASES)
def test_the_chances_are_exactly_those_of_the_flow(name: str) -> None:
    lines, named, reaction = CASES[name]
    rows = OPEN if name != "too weak to fire" else WOODED
    state = position(rows, *lines, active="FI")
    shown = dict(meeting_chances(state, of(named), reaction))
    assert shown == pytest.approx(every_loser(state, named, reaction))


WOODED = "\n".join([*OPEN.splitlines()[:2], ".  .  .  w  .  .  .", *OPEN.splitlines()[3:]])


@pytest.mark.rule("N10.21")
def test_a_meeting_by_hand() -> None:
    """4 SP each, column 3-4: 4-6 are M; morale 4 fails a 5 and a 6: each gives way in 1 of 6."""
    state = position(OPEN, "F1 light 4-3 0406", TARGET, "A2 light 4-3 0504", active="FI")
    assert dict(meeting_chances(state, of(), MEET)) == pytest.approx(
        {"both": 1 / 36, "chargers": 5 / 36, "reactors": 5 / 36, "nobody": 25 / 36}
    )
