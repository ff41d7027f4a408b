"""Twenty combats whose preview is set against dice: assaults, bombardments and charges.

`tests/rules/test_preview_statistics.py` throws a hundred seeded dice at each, `tools/preview_check`
as many as one likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hexwar.engine import CHANCE, Decision, Roll, SeededChance
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.rules.combat.assault import ChooseDefenderTarget, assault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.bombardment import Bombardment, bombard, bombardment_report
from hexwar.systems.nlc.rules.combat.charge import charge
from hexwar.systems.nlc.rules.combat.charge_preview import charge_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.pieces import Segment
from hexwar.table.reports import CombatReport
from tests.systems.nlc.assaults import on, terrain
from tests.systems.nlc.charges import FAR, of
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    units,
)

TARGET = Hex("0403")
A1 = "A1 infantry 5-3 0403"

Question = tuple[str, str | int]
"""What is told of a combat: how it ends, or what a side loses."""


FACES = range(1, 7)
MOST_DICE = 12
"""As many as any of these combats rolls, and more."""


class Dice(SeededChance):
    """Seeded dice that remember what they have shown; the first of an assault is a 1.

    It is that of Attack Confidence, which the preview takes for passed.
    """

    def __init__(self, seed: str, *, daring: bool) -> None:
        super().__init__(seed)
        self.daring = daring
        self.shown: tuple[int, ...] = ()

    def face(self, number: int) -> int:
        """What a die shows, whatever it is for."""
        if self.daring and number == 0:
            return 1
        return FACES[super().answer(number, Roll(CHANCE, ""), FACES)]

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        assert list(options) == list(FACES), decision
        self.shown = (*self.shown, self.face(number))
        return FACES.index(self.shown[-1])


@dataclass(frozen=True)
class Position:
    """Some French units that fight those in 0403, every other choice at its default."""

    lines: tuple[str, ...]
    named: str = "F1"
    rows: str = OPEN
    words: Mapping[str, Any] = field(default_factory=dict)

    segment: ClassVar[Segment]

    def state(self) -> GameState:
        """The table as the fight is declared."""
        words = dict(self.words)
        return position(self.rows, *self.lines, active="FI", segment=self.segment, **words)


@dataclass(frozen=True)
class AssaultCase(Position):
    """An assault; the defender fires at `hit`."""

    hit: str = "0404"
    segment: ClassVar[Segment] = Segment.ASSAULT

    def told(self, state: GameState | None = None) -> dict[Question, float]:
        """What the preview says, if need be of another table."""
        return _told(combat_report(state or self.state(), on(TARGET, self.named), Hex(self.hit)))

    def fought(self, state: GameState, dice: Dice) -> list[Question]:
        """What seeded dice bring about."""
        declared = on(TARGET, self.named)
        answers: Answers = {ChooseDefenderTarget: [Hex(self.hit)]}
        return _seen(play(state, lambda t: assault(t, FRENCH, declared), dice, answers))


@dataclass(frozen=True)
class ChargeCase(Position):
    """A charge along a path; nobody meets it, and infantry tries to form square."""

    path: tuple[Hex, ...] = FAR
    segment: ClassVar[Segment] = Segment.CHARGE

    def told(self, state: GameState | None = None) -> dict[Question, float]:
        """What the preview says, if need be of another table."""
        return _told(charge_report(state or self.state(), of(self.named, self.path)))

    def fought(self, state: GameState, dice: Dice) -> list[Question]:
        """What seeded dice bring about."""
        declared = of(self.named, self.path)
        return _seen(play(state, lambda table: charge(table, declared), dice))


@dataclass(frozen=True)
class BombardmentCase(Position):
    """A bombardment; the firing side names the strongest."""

    segment: ClassVar[Segment] = Segment.BOMBARDMENT

    def told(self, state: GameState | None = None) -> dict[Question, float]:
        """What the preview says, if need be of another table."""
        report = bombardment_report(state or self.state(), Bombardment(TARGET, units(self.named)))
        return {("end", end): chance for end, chance in report.outcomes}

    def fought(self, state: GameState, dice: Dice) -> list[Question]:
        """What seeded dice bring about."""
        declared = Bombardment(TARGET, units(self.named))
        played = play(state, lambda table: bombard(table, FRENCH, declared), dice)
        return [("end", played.result.value)]


Situation = AssaultCase | ChargeCase | BombardmentCase


def _told(report: CombatReport) -> dict[Question, float]:
    told: dict[Question, float] = {("end", end): chance for end, chance in report.outcomes}
    for losses in report.losses:
        told |= {(losses.side, sp): chance for sp, chance in losses.chances}
    return told


def _seen(played: Played[Any]) -> list[Question]:
    sp = {FRENCH: 0, ALLIED: 0}
    for event in played.events:
        if isinstance(event, StepLost | UnitEliminated):
            sp[played.state.side_of(event.unit)] += event.sp
    return [("end", played.result.value), *sp.items()]


GUNS = ("F2 battery 3-3 0404", "F3 light 3-4 0304")
HORSE = "F1 heavy 6-3 0406"

SITUATIONS: dict[str, Situation] = {
    "assault in the open": AssaultCase(("F1 infantry 8-3 0404", A1)),
    "assault on a town": AssaultCase(
        ("F1 infantry 9-3 0404", "F2 infantry 3-3 0404", A1), "F1 F2", terrain("t")
    ),
    "assault on Russians in a chateau": AssaultCase(
        ("F1 infantry 12-4 0404", "A1 infantry 4-3 0403 russian"), rows=terrain("c")
    ),
    "assault into woods over a stream": AssaultCase(
        ("F1 infantry 10-3 0404", A1), rows=terrain("w"), words={"streams": ["0403-0404"]}
    ),
    "assault up a slope": AssaultCase(
        ("F1 infantry 8-3 0404", A1), words={"slopes": ["0404-0403"]}
    ),
    "assault on a flank": AssaultCase(
        ("F1 infantry 5-3 0404", "F2 infantry 4-3 0402", A1), "F1 F2", hit="0402"
    ),
    "assault with all arms": AssaultCase(
        ("F1 infantry 6-3 0404", *GUNS, "A1 infantry 6-3 0403", "A2 battery 3-3 0403"), "F1 F2 F3"
    ),
    "assault on a square": AssaultCase(("F1 infantry 8-3 0404", f"{A1} square")),
    "assault in the rain": AssaultCase(
        ("F1 light 6-3 0404", A1, "A2 light 3-2 0403"), words={"weather": "rain"}
    ),
    "assault at night": AssaultCase(
        ("F1 infantry 8-3 0404", "F2 battery 4-3 0404", A1),
        "F1 F2",
        words={"kind": TurnKind.NIGHT_PM},
    ),
    "bombardment of two brigades": BombardmentCase(
        ("F1 battery 6-3 0405", A1, "A2 infantry 4-2 0403")
    ),
    "bombardment of woods": BombardmentCase(
        ("F1 battery 6-3 0405", "F2 horse 5-3 0305", A1), "F1 F2", terrain("w")
    ),
    "bombardment of a column": BombardmentCase(("F1 battery 9-3 0406", f"{A1} column")),
    "bombardment of the Disrupted": BombardmentCase(("F1 battery 12-3 0405", f"{A1} disrupted")),
    "charge on foot": ChargeCase((HORSE, A1)),
    "charge on Russians": ChargeCase((HORSE, "A1 infantry 5-3 0403 russian")),
    "charge on a square": ChargeCase((HORSE, "F2 light 4-3 0406", f"{A1} square"), "F1 F2"),
    "charge on a town": ChargeCase(
        ("F1 heavy 10-3 0404", A1), rows=terrain("t"), path=hexes("0404 0403")
    ),
    "charge on cavalry": ChargeCase((HORSE, "A1 light 5-3 0403")),
    "charge on guns": ChargeCase((HORSE, "A1 battery 4-3 0403")),
}


def deviations(name: str, throws: int) -> dict[Question, tuple[float, float]]:
    """How often each thing happened in some throws, and the chance that was told."""
    situation = SITUATIONS[name]
    told = situation.told()
    seen = frequencies(name, situation, situation.state(), throws)
    return {key: (seen[key] / throws, told.get(key, 0.0)) for key in {**told, **seen}}


def frequencies(
    name: str, situation: Situation, state: GameState, throws: int
) -> Counter[Question]:
    """How often each thing happened in some throws of seeded dice."""
    seen = Counter[Question]()
    known: dict[tuple[int, ...], list[Question]] = {}
    for number in range(throws):
        dice = Dice(f"{name} {number}", daring=isinstance(situation, AssaultCase))
        found = _known(known, dice)
        if found is None:
            found = situation.fought(state, dice)
            known[dice.shown] = found
        seen.update(found)
    return seen


def _known(known: Mapping[tuple[int, ...], list[Question]], dice: Dice) -> list[Question] | None:
    """What the same dice have brought about before: the rules know no other chance."""
    faces: tuple[int, ...] = ()
    for number in range(MOST_DICE):
        faces = (*faces, dice.face(number))
        if faces in known:
            return known[faces]
    return None
