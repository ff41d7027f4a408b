"""The chances of an assault, against every roll that can be thrown (N8.9).

The distribution that the preview shows is compared with the flow itself: exactly, by playing out
every sequence of dice, and by 2,000 games with seeded dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from hexwar.engine import Decision, SeededChance
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.assault import AssaultOutcome, ChooseDefenderTarget, assault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report, has_rolled
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side
from tests.systems.nlc.assaults import face, on
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Answers, Played, play, position, units

WOODS = OPEN.splitlines()
WOODS[2] = ".  .  .  w  .  .  ."
TOWN = OPEN.splitlines()
TOWN[2] = ".  .  .  t  .  .  ."

F1 = "F1 infantry 8-3 0404"
A1 = "A1 infantry 7-3 0403"
GUNS = ("F2 battery 3-3 0404", "F3 light 3-4 0304")

SITUATIONS: dict[str, tuple[tuple[str, ...], str, str, dict[str, Any]]] = {
    "open ground": ((F1, A1), "F1", "0404", {}),
    "much the stronger": (("F1 infantry 12-4 0404", *GUNS, A1), "F1 F2 F3", "0404", {}),
    "much the weaker": (("F1 infantry 2-1 0404", "A1 infantry 12-5 0403"), "F1", "0404", {}),
    "Russians in a town": (
        (F1, *GUNS, f"{A1} russian", "A2 battery 3-3 0403"),
        "F1 F2 F3",
        "0404",
        {"rows": "\n".join(TOWN)},
    ),
    "into woods over a stream": (
        (F1, "F2 infantry 4-3 0404", A1),
        "F1 F2",
        "0404",
        {"rows": "\n".join(WOODS), "streams": ["0403-0404"]},
    ),
    "a flank attack": ((F1, "F2 infantry 6-2 0402", A1), "F1 F2", "0402", {}),
    "nowhere to go": (
        (F1, "A1 infantry 9-1 0403", "A2 battery 2-1 0403"),
        "F1",
        "0404",
        {"rivers": ["0303-0403", "0402-0403", "0403-0503"]},
    ),
    "attackers with a river behind them": (
        ("F1 infantry 7-1 0404", A1),
        "F1",
        "0404",
        {"rivers": ["0305-0404", "0404-0405", "0404-0505"]},
    ),
    "enemy zones all round": (
        (
            "F1 infantry 12-3 0404",
            "A1 infantry 4-2 0403 reduced",
            "F7 infantry 2-2 0202",
            "F8 infantry 2-2 0401",
            "F9 infantry 2-2 0603",
        ),
        "F1",
        "0404",
        {},
    ),
    "single steps": (
        ("F1 light 1/0-4 0404", "F2 heavy 9-4 0304", "A1 horse 5-2 0403", "A2 light 1/0-4 0403"),
        "F1 F2",
        "0404",
        {},
    ),
    "a stack that splits the loss": (
        (
            "F1 infantry 9-3 0404 guard",
            "F2 infantry 3-2 0404",
            "A1 infantry 6-3 0403",
            "A2 infantry 6-2 0403",
        ),
        "F1 F2",
        "0404",
        {},
    ),
    "no fire strength": (
        (F1, "A1 infantry 3-3 0403 disrupted"),
        "F1",
        "0404",
        {"rows": "\n".join(WOODS)},
    ),
    "guns alone at night": (
        (F1, "A1 battery 4-3 0403", "A2 battery 4-3 0403"),
        "F1",
        "0404",
        {"kind": TurnKind.NIGHT_PM},
    ),
    "road column": ((F1, f"{A1} column"), "F1", "0404", {}),
    "friends in the way": (
        (
            F1,
            A1,
            "A2 infantry 6-3 0402",
            "A3 infantry 6-3 0402",
            "A4 infantry 12-3 0302",
        ),
        "F1",
        "0404",
        {"rivers": ["0303-0403", "0403-0503", "0402-0503", "0303-0402", "0402-0502"]},
    ),
    "in the rain": (
        ("F1 infantry 6-3 0404", "F2 light 4-3 0404", "A1 infantry 5-3 0403", "A2 light 3-2 0403"),
        "F1 F2",
        "0404",
        {"weather": "rain"},
    ),
    "a square": ((F1, *GUNS, f"{A1} square", "A2 light 3-3 0403"), "F1 F2 F3", "0304", {}),
    "a corps at the end of its strength": (
        ("F1 infantry 8-2 0404", "F2 infantry 4-2 0304", "A1 infantry 10-2 0403"),
        "F1 F2",
        "0404",
        {"formations": {"FI": {"demoralization_sp": 3}, "AI": {"demoralization_sp": 4}}},
    ),
    "the Old Guard": (
        ("F1 infantry 8-3 0404 old_guard", "A1 infantry 9-2 0403", "F-Drouot leader 0407"),
        "F1",
        "0404",
        {},
    ),
    "with leaders": (
        (F1, A1, "F-Ney leader 0404", "A-Olsufiev leader 0403", "A2 infantry 3-3 0401"),
        "F1",
        "0404",
        {},
    ),
}


def situation(name: str) -> tuple[GameState, str, Hex]:
    lines, attackers, hit, more = SITUATIONS[name]
    options = {"rows": OPEN, **more}
    return position(options.pop("rows"), *lines, active="FI", **options), attackers, Hex(hit)


CONFIDENT = 1
"""The die of Attack Confidence that always passes."""


class OutOfDice(Exception):  # noqa: N818
    """The dice thought of do not reach to the end."""


class Dice:
    """Dice thought of beforehand."""

    seed = None

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = (CONFIDENT, *faces)

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        if number >= len(self.faces):
            raise OutOfDice
        return options.index(self.faces[number])


class Seeded(SeededChance):
    """Seeded dice, but for the first, which lets the attackers go on."""

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        if number == 0:
            return options.index(CONFIDENT)
        return super().answer(number, decision, options)


def fought(
    state: GameState, attackers: str, hit: Hex, dice: Dice | Seeded
) -> Played[AssaultOutcome | None]:
    """One assault on 0403, with every other choice at its default."""
    answers: Answers = {ChooseDefenderTarget: [hit]}
    declared = on("0403", attackers)
    return play(state, lambda table: assault(table, FRENCH, declared), dice, answers)


def resolve(state: GameState, attackers: str, hit: Hex, dice: Dice | Seeded) -> str:
    """How it ends."""
    end = fought(state, attackers, hit, dice).result
    assert end is not None
    return end.value


def sp_left(state: GameState, side: Side) -> int:
    """The SP of a side on the map, as the counters show it."""
    return sum(state.sp(record.id) for record in state.on_map(side))


Ends = dict[tuple[str, int, int], Fraction]
"""Each end, with the SP that the French and the Allies have lost: its exact chance."""


def every_end(state: GameState, attackers: str, hit: Hex) -> Ends:
    """Each end with its exact chance, by throwing all dice that there are."""
    weights: Ends = {}
    start = {side: sp_left(state, side) for side in (FRENCH, ALLIED)}
    open_ends: list[tuple[int, ...]] = [()]
    while open_ends:
        faces = open_ends.pop()
        try:
            played = fought(state, attackers, hit, Dice(faces))
        except OutOfDice:
            open_ends += [(*faces, face) for face in range(1, 7)]
        else:
            assert played.result is not None
            ours, theirs = (start[side] - sp_left(played.state, side) for side in start)
            key = (played.result.value, ours, theirs)
            weights[key] = weights.get(key, Fraction()) + Fraction(1, 6 ** len(faces))
    return weights


def summed(ends: Ends, place: int) -> dict[Any, float]:
    """The chances of one part of the ends."""
    sums: dict[Any, float] = {}
    for key, chance in ends.items():
        sums[key[place]] = sums.get(key[place], 0.0) + float(chance)
    return sums


@pytest.mark.rule("N8.9")
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_chances_are_exactly_those_of_the_flow(name: str) -> None:
    state, attackers, hit = situation(name)
    report = combat_report(state, on("0403", attackers), hit)
    exact = every_end(state, attackers, hit)
    assert dict(report.outcomes) == pytest.approx(summed(exact, 0))
    assert sum(dict(report.outcomes).values()) == pytest.approx(1)
    ours, theirs = report.losses
    assert (ours.side, theirs.side) == (FRENCH, ALLIED)
    assert dict(ours.chances) == pytest.approx(summed(exact, 1))
    assert dict(theirs.chances) == pytest.approx(summed(exact, 2))


@pytest.mark.rule("N8.9")
def test_the_situations_show_every_end() -> None:
    ends = {
        end
        for name in SITUATIONS
        for state, attackers, hit in [situation(name)]
        for end, _ in combat_report(state, on("0403", attackers), hit).outcomes
    }
    assert ends == {
        "defender eliminated",
        "defender routs",
        "defender retreats",
        "stalemate",
        "attacker repulsed",
        "attacker routs",
        "attacker eliminated",
    }


@pytest.mark.rule("N8.9")
@pytest.mark.parametrize("name", ["much the stronger", "a flank attack"])
def test_the_chances_agree_with_2000_seeded_assaults(name: str) -> None:
    state, attackers, hit = situation(name)
    shown = dict(combat_report(state, on("0403", attackers), hit).outcomes)
    ends = Counter(resolve(state, attackers, hit, Seeded(seed)) for seed in range(2000))
    assert set(ends) <= set(shown)
    for end, chance in shown.items():
        four_sigma = 4 * (chance * (1 - chance) / 2000) ** 0.5
        assert abs(ends[end] / 2000 - chance) <= four_sigma


@pytest.mark.rule("N8.6")
def test_the_chances_depend_on_the_hex_fired_at() -> None:
    state, attackers, _ = situation("much the stronger")
    hexes = attacking_hexes(state, units(attackers))
    reports = [combat_report(state, on("0403", attackers), hit) for hit in hexes]
    assert len({report.outcomes for report in reports}) == 2


@pytest.mark.rule("N8.9")
def test_ends_that_cannot_happen_are_not_listed() -> None:
    state, attackers, hit = situation("no fire strength")
    shown = dict(combat_report(state, on("0403", attackers), hit).outcomes)
    assert not any(end.startswith("attacker") for end in shown)
    assert all(chance > 0 for chance in shown.values())


@pytest.mark.rule("N8.92")
def test_nobody_is_asked_to_advance_when_the_defender_stays() -> None:
    state, attackers, _ = situation("open ground")
    declared = on("0403", attackers)
    played = play(state, lambda table: assault(table, FRENCH, declared), [CONFIDENT, 1, 1])
    assert played.questions(ChooseAdvance) == []
    assert played.state.combat_units_in(Hex("0403"), ALLIED) == units("A1")


@pytest.mark.rule("N2.44")
def test_only_the_target_of_the_assault_defends() -> None:
    state = position(OPEN, f"{F1} russian", f"{A1} russian", active="FI")
    report = combat_report(state, on("0403", "F1"), Hex("0404"))
    assert report.morale_attacker is not None
    told = [
        {reason for reason, _, _ in side.modifiers}
        for side in (report.morale_defender, report.morale_attacker)
    ]
    assert ["Russian infantry defending" in reasons for reasons in told] == [True, False]


@pytest.mark.rule("N8.35")
@pytest.mark.parametrize(
    ("marks", "assaulted", "rolled"),
    [
        (("assaulted", "assaulted"), "0403", True),
        (("assaulted", ""), "0403", False),  # one of them has not taken part yet
        (("assaulted", "assaulted"), "0503", False),  # elsewhere
        (("", ""), "", False),
    ],
)
def test_it_is_rolled_for_once_all_of_them_have_begun_it(
    marks: tuple[str, str], assaulted: str, rolled: bool
) -> None:
    lines = (f"{F1} {marks[0]}", f"F2 infantry 4-3 0404 {marks[1]}", A1)
    state = position(OPEN, *lines, active="FI", assaulted=assaulted)
    assert has_rolled(state, face(state, "F1 F2")) is rolled
