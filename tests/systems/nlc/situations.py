"""Combats in 0403 whose previews are set against every throw of their dice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from hexwar.engine import Chance
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.assault import ChooseDefenderTarget, assault
from hexwar.systems.nlc.rules.combat.bombardment import bombard, bombardment_report
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment
from hexwar.table.reports import CombatReport
from tests.systems.nlc.assaults import on
from tests.systems.nlc.charges import FAR, TARGET, of, ride
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Played, play, position, units
from tests.systems.nlc.throws import every_throw, sixths, sp_lost

Question = tuple[str, str | int]
"""What is told of a combat: how it ends, or what a side loses."""


@dataclass(frozen=True)
class Situation(ABC):
    """Some French units that fight those in 0403, every other choice at its default."""

    lines: tuple[str, ...]
    named: str = "F1"
    rows: str = OPEN
    words: Mapping[str, Any] = field(default_factory=dict)

    segment: ClassVar[Segment]
    first: ClassVar[tuple[int, ...]] = ()
    """Dice that the preview takes for thrown."""
    ones: ClassVar[tuple[str, ...]] = ()
    """What dice are for that change neither the end nor the losses."""

    def state(self) -> GameState:
        """The table as the fight is declared."""
        words = dict(self.words)
        return position(self.rows, *self.lines, active="FI", segment=self.segment, **words)

    @abstractmethod
    def told(self, state: GameState) -> dict[Question, float]:
        """What the preview says."""

    def comes(self, state: GameState) -> dict[Question, float]:
        """What comes of every throw, with its exact chance."""
        chances: defaultdict[Question, Fraction] = defaultdict(Fraction)
        fought, sides = partial(self.fought, state), (FRENCH, ALLIED)
        throws = every_throw(fought, first=self.first, ones=self.ones, shares=self.shares)
        for played, chance in throws:
            for key in (("end", played.result.value), *((s, sp_lost(played, s)) for s in sides)):
                chances[key] += chance
        return {key: float(chance) for key, chance in chances.items()}

    @abstractmethod
    def fought(self, state: GameState, dice: Chance) -> Played[Any]:
        """The combat with these dice."""

    def shares(self, purpose: str) -> Iterable[tuple[int, Fraction]]:
        """The faces that a die is thrown with, and the chance that each stands for."""
        return sixths(purpose)


@dataclass(frozen=True)
class CombatCase(Situation):
    """An assault or a charge, whose preview is a report with its ends and losses."""

    @abstractmethod
    def report(self, state: GameState) -> CombatReport:
        """The preview."""

    def told(self, state: GameState) -> dict[Question, float]:
        report = self.report(state)
        told: dict[Question, float] = {("end", end): chance for end, chance in report.outcomes}
        for losses in report.losses:
            told |= {(losses.side, sp): chance for sp, chance in losses.chances}
        return told


@dataclass(frozen=True)
class AssaultCase(CombatCase):
    """An assault whose confidence passes; the defender fires at `hit`."""

    hit: str = "0404"
    segment: ClassVar[Segment] = Segment.ASSAULT
    first: ClassVar[tuple[int, ...]] = (1,)

    def report(self, state: GameState) -> CombatReport:
        return combat_report(state, on(TARGET, self.named), Hex(self.hit))

    def fought(self, state: GameState, dice: Chance) -> Played[Any]:
        declared = on(TARGET, self.named)
        answers = {ChooseDefenderTarget: [Hex(self.hit)]}
        return play(state, lambda table: assault(table, FRENCH, declared), dice, answers)


@dataclass(frozen=True)
class ChargeCase(CombatCase):
    """A charge along a path; nobody meets it, and infantry tries to form square."""

    path: tuple[Hex, ...] = FAR
    square: int = 0
    """The highest die that forms square; 0 where there is none to form."""
    segment: ClassVar[Segment] = Segment.CHARGE
    ones: ClassVar[tuple[str, ...]] = ("morale after the charge", "capture")

    def report(self, state: GameState) -> CombatReport:
        return charge_report(state, of(self.named, self.path))

    def fought(self, state: GameState, dice: Chance) -> Played[Any]:
        return ride(state, dice, named=self.named, path=self.path)

    def shares(self, purpose: str) -> Iterable[tuple[int, Fraction]]:
        """Of the faces that form square one stands for all."""
        if purpose != "forming square":
            return sixths(purpose)
        return ((1, Fraction(self.square, 6)), (6, Fraction(6 - self.square, 6)))


@dataclass(frozen=True)
class BombardmentCase(Situation):
    """A bombardment, whose preview tells no losses; the firing side names the strongest."""

    segment: ClassVar[Segment] = Segment.BOMBARDMENT

    def told(self, state: GameState) -> dict[Question, float]:
        report = bombardment_report(state, Bombardment(TARGET, units(self.named)))
        return {("end", end): chance for end, chance in report.outcomes}

    def comes(self, state: GameState) -> dict[Question, float]:
        return {key: chance for key, chance in super().comes(state).items() if key[0] == "end"}

    def fought(self, state: GameState, dice: Chance) -> Played[Any]:
        declared = Bombardment(TARGET, units(self.named))
        return play(state, lambda table: bombard(table, FRENCH, declared), dice)
