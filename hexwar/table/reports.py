"""What the window shows of a rule: records that the rules fill and widgets draw."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.table.battlefield import Terrain
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
    reaction: MoraleReport | None = None  # of cavalry that is to react (N10.2)
    replies: tuple[Remark, ...] = ()  # what the other side may do first


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
    replies: tuple[Remark, ...] = ()  # as in a combat


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


@dataclass(frozen=True, slots=True)
class ScoreReason:
    """One thing that a line of the score rests on, or why the line counts nothing."""

    subject: str  # who or what, as a player says it; empty where the words are a whole sentence
    words: str  # what is to be said of the subject
    address: str = ""  # of the subject: `unit:FR-2-01`, `leader:ID`, `formation:ID`, `hex:0913`
    rule: str = ""
    counts: bool = True  # whether it earns points, or bars them
    parts: tuple[ScoreReason, ...] = ()  # what it is made of

    @property
    def sentence(self) -> str:
        """Subject and words."""
        return f"{self.subject} {self.words}" if self.subject else self.words


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One entry of the score of a side (N22)."""

    side: Side
    points: int  # VP; 0 for what would count, but does not
    reason: str  # in a few words
    address: str = ""  # what it is about, as in a reason
    rule: str = "N22"
    reasons: tuple[ScoreReason, ...] = ()


# -- a line of sight as it is shown: what it crosses, what hides what, and why (N19.2)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What blocks a line."""

    kind: str  # woods, town, chateau, slope, crest, edge of the map, or both ways round
    hexes: tuple[Hex, ...]  # the hex, or the two of a hexside; of a tie all; none at the map's edge
    rule: str
    ways: tuple[Obstacle, ...] = ()  # of a tie: what blocks the one way and what the other


@dataclass(frozen=True, slots=True)
class SightHex:
    """A hex that a line crosses or passes."""

    hex: Hex
    terrain: Terrain
    level: int
    obstacle: Obstacle | None  # its terrain, where that blocks; never of the two ends


@dataclass(frozen=True, slots=True)
class SightSide:
    """A hexside that a line crosses."""

    hexes: tuple[Hex, Hex]  # as the line crosses it
    slope: int | None  # the level of its upper hex, or None where there is no slope
    is_crest: bool
    obstacle: Obstacle | None


@dataclass(frozen=True, slots=True)
class SightWay:
    """One way to the next hex of a line: a hexside, a hex, a hexside, and so on."""

    hexes: tuple[SightHex, ...]  # between the two
    sides: tuple[SightSide, ...]
    obstacle: Obstacle | None  # the first on the way


@dataclass(frozen=True, slots=True)
class SightStep:
    """One hex of a line, and how the line comes there from the one before.

    There are no ways to the viewer's hex, one over a hexside, and two past a corner or along a
    hexside, where the line is blocked only if both are.
    """

    hex: SightHex
    ways: tuple[SightWay, ...]
    obstacle: Obstacle | None  # the first on the way here or, last, this hex

    @property
    def is_tie(self) -> bool:
        """Whether there are two ways round."""
        return len(self.ways) == 2

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes of the ways, and the hex itself."""
        passed = (hex_.hex for way in self.ways for hex_ in way.hexes)
        return (*passed, self.hex.hex)


@dataclass(frozen=True, slots=True)
class SightLine:
    """The line of sight from a hex to another, with the reason of the verdict."""

    a: Hex  # the viewer's
    b: Hex
    distance: int  # hexes
    limit: int  # hexes, how far one sees by light and weather
    eye: int  # the level of the higher end: what stands above it hides
    visible: bool
    spotted: bool  # visible, and near enough or from height (N19.21)
    steps: tuple[SightStep, ...]  # from a to b
    blocked_by: Obstacle | None  # the first from a, also where the range is too long
    rule: str
    reason: str  # one sentence

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex that the line crosses or passes, in order."""
        return tuple(hex_ for step in self.steps for hex_ in step.hexes)


# -- traces as they are shown: how far, by which way, from which point of supply, and why


@dataclass(frozen=True, slots=True)
class Trace:
    """A command trace from a hex to a hex, or why there is none (N12.4)."""

    is_in: bool  # there is one, within the limit that was asked for
    halves: int | None  # half hexes, beyond the limit too; None where no trace leads
    path: tuple[Hex, ...]  # from the first hex to the last; empty where no trace leads
    reason: str  # one sentence
    rule: str
    blocked_at: tuple[Hex, ...] = ()  # the hex, or the two of the hexside, that is in the way


class PointKind(StrEnum):
    """What gives supply (N16.2, N16.3)."""

    SOURCE = mark("supply source")
    TRAIN = mark("baggage train")  # the formation's own
    ENTRY = mark("entry hex of the baggage train")  # which is still to come
    BORROWED = mark("baggage train of another formation")


@dataclass(frozen=True, slots=True)
class SupplyPoint:
    """A hex that gives supply to a formation."""

    hex: Hex
    kind: PointKind
    train: UnitId | None = None  # every kind but a source


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """Whether a unit, or a hex, is in supply: the line that is traced, or why there is none."""

    in_supply: bool
    line: tuple[Hex, ...]  # from the hex to the point; of a march column from its supplied unit
    road: tuple[Hex, ...]  # from the train to its source, along roads and trails
    point: SupplyPoint | None
    distance: int | None  # hexes of the line
    reason: str  # one sentence
    rule: str
    blocked_at: tuple[Hex, ...] = ()  # the hex, or the two of the hexside, that cuts the line


@dataclass(frozen=True, slots=True)
class Undone:
    """Something that a player could still do before he ends a segment, or an activation."""

    words: str  # a sentence without its stop
    address: str = ""  # where one sees it: `unit:ID`, `leader:ID`, `hex:0913`
    is_now: bool = True  # whether it belongs to this segment, and not to a later one
    has_weight: bool = True  # whether the player is asked first before it is left undone
