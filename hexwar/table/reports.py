"""What the window shows of a rule: records that the rules fill and widgets draw."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.table.forces import LeaderId, Side, UnitId


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that holds now, with the rule that it comes from."""

    words: str  # a sentence without its stop
    rule: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """One sentence that says who must do what and why."""

    side: Side
    text: str
    rule: str


class StepCost(NamedTuple):
    """What entering one hex costs, and why."""

    hex: Hex
    halves: int  # half MP
    parts: tuple[tuple[str, int], ...]  # (reason, half MP), such as ("woods", 4)

    @property
    def text(self) -> str:
        """The sum in words: `2 woods + 1 stream = 3`."""
        parts = " + ".join(f"{points(h)} {reason}" for reason, h in self.parts if h)
        return f"{parts} = {points(self.halves)}" if len(self.parts) > 1 else parts or "0"


@dataclass(frozen=True, slots=True)
class PathQuote:
    """A path and its price."""

    hexes: tuple[Hex, ...]  # from the start hex, or the entry hex of an arrival
    column: bool  # road movement
    steps: tuple[StepCost, ...]
    allowance: int  # half MP

    @property
    def halves(self) -> int:
        """The whole price in half MP."""
        return sum(step.halves for step in self.steps)


@dataclass(frozen=True, slots=True)
class FireLine:
    """One unit's share of a fire strength."""

    unit: UnitId
    sp: int
    percents: tuple[tuple[str, int, str], ...]  # (reason, per cent, rule id)
    strength: float  # SP after the percentages


@dataclass(frozen=True, slots=True)
class FireReport:
    """One side's fire in a combat (N8.4-N8.8)."""

    side: Side
    lines: tuple[FireLine, ...]
    strength: int  # SP, rounded once
    column: int | None  # of the Fire Table, from 0; None when it cannot fire
    modifiers: tuple[tuple[str, int, str], ...]  # to the die: (reason, pips, rule id)


@dataclass(frozen=True, slots=True)
class MoraleReport:
    """What a stack tests with (N2.3-N2.46)."""

    hex: Hex
    unit: UnitId  # the unit whose morale is used
    base: int  # initiative + 1
    modifiers: tuple[tuple[str, int, str], ...]
    value: int  # limited to 1-5

    @property
    def total(self) -> int:
        """The sum before its limits (N2.43)."""
        return self.base + sum(pips for _, pips, _ in self.modifiers)


@dataclass(frozen=True, slots=True)
class ConfidenceReport:
    """The Attack Confidence of some attackers (N8.31)."""

    lines: tuple[tuple[str, int, str], ...]  # (reason, pips, rule id), the leader's value first
    value: int  # the highest die that succeeds, before N8.32
    chance: float  # that they go on, 0 to 1
    must_roll: bool  # they may not drop the assault (N8.33)


@dataclass(frozen=True, slots=True)
class LossReport:
    """The SP that one side may lose in a combat."""

    side: Side
    chances: tuple[tuple[int, float], ...]  # SP, from the least on, and its chance, 0 to 1


class CombatKind(StrEnum):
    """What kind of combat a report is about."""

    ASSAULT = mark("assault")
    CHARGE = mark("charge")
    REACTION = mark("reaction charge")


@dataclass(frozen=True, slots=True)
class CombatReport:
    """An assault or a charge laid open, before the dice and after."""

    target: Hex
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    hit_hex: Hex  # the attacking hex that the defender fires at
    flank: bool
    attack: FireReport
    defence: FireReport
    morale_defender: MoraleReport
    morale_attacker: MoraleReport | None
    outcomes: tuple[tuple[str, float], ...]  # what may happen and its chance, 0 to 1
    dice: tuple[tuple[str, int], ...] = ()  # after the fact: what each die showed
    leaders: tuple[LeaderId, ...] = ()  # with either side
    kind: CombatKind = CombatKind.ASSAULT
    confidence: ConfidenceReport | None = None  # of an assault that has not been rolled for
    square: MoraleReport | None = None  # of infantry that may form square (N10.3)
    path: tuple[Hex, ...] = ()  # of a charge, from the start hex to the target
    assumed: tuple[str, ...] = ()  # what `outcomes` takes for granted, a sentence each
    losses: tuple[LossReport, ...] = ()  # of the attackers, then of the defenders


@dataclass(frozen=True, slots=True)
class BombardmentReport:
    """A bombardment laid open, before the die and after (N9)."""

    target: Hex
    units: tuple[UnitId, ...]  # the guns
    defenders: tuple[UnitId, ...]
    range: int  # hexes, of the farthest of them
    fire: FireReport
    morale: MoraleReport  # of the stack, were it to check
    outcomes: tuple[tuple[str, float], ...]  # what may happen and its chance, 0 to 1
    assumed: tuple[str, ...] = ()  # as in a combat
    dice: tuple[tuple[str, int], ...] = ()  # after the fact, as in a combat


def limit_words(total: int, value: int) -> str:
    """Which limit of N2.3 made a morale of a sum; empty where none did.

    >>> limit_words(6, 5), limit_words(-1, 1), limit_words(4, 4)
    ('at most 5', 'at least 1', '')
    """
    words = mark("at most {value}") if total > value else mark("at least {value}")
    return "" if total == value else say(words, value=value)


def points(halves: int) -> str:
    """Half MP as a player writes them: 3 halves are `1 1/2`."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
