"""The numbers of the rules, read from `numbers.toml` into typed records, one a chapter (M35)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hexwar.messages import say
from hexwar.scenario.numbers import RuleNumbers


@dataclass(frozen=True, slots=True)
class Size:
    """A rectangular stand, cm."""

    width: float
    depth: float


@dataclass(frozen=True, slots=True)
class StandNumbers:
    """M2.1."""

    infantry: Size
    cavalry: Size
    artillery: Size
    command: float  # diameter, cm


@dataclass(frozen=True, slots=True)
class CommandNumbers:
    """M5.3: cm."""

    corps: int
    division: int
    brigade: int


@dataclass(frozen=True, slots=True)
class InitiativeNumbers:
    """M8."""

    dice: int


@dataclass(frozen=True, slots=True)
class Test:
    """The highest die that passes, and that of a skirmish line."""

    usual: int
    skirmish_line: int


@dataclass(frozen=True, slots=True)
class Weights:
    """A number for each weight of guns."""

    light: int
    medium: int
    heavy: int


@dataclass(frozen=True, slots=True)
class Band:
    """A range band of the guns: dice by weight (M10.6)."""

    to: float  # cm, the border included
    light: int
    medium: int
    heavy: int


@dataclass(frozen=True, slots=True)
class Between:
    """A stretch of range, cm: over the one and up to the other."""

    over: float
    to: float


@dataclass(frozen=True, slots=True)
class TargetNumbers:
    """M10.4: dice."""

    column: int
    square: int
    cavalry: int
    skirmish_line: int
    suppressed: int


@dataclass(frozen=True, slots=True)
class Opportunity:
    """M25.2: cm."""

    muskets: float
    canister: float


@dataclass(frozen=True, slots=True)
class FireNumbers:
    """M9 and M10."""

    hit: int
    pivot: int  # degrees
    single_stand: str
    falls: int
    muskets: float  # cm
    opportunity: Opportunity
    guns: Weights  # cm
    canister: float  # cm
    bounces: Between
    target: TargetNumbers
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class CombatValues:
    """M12.11."""

    light_infantry: int
    line_infantry: int
    light_cavalry: int
    medium_cavalry: int
    heavy_cavalry: int
    artillery: int
    command: int


@dataclass(frozen=True, slots=True)
class CombatChanges:
    """M12.12."""

    skirmish_line: int
    cavalry_on_skirmish_line: int
    cavalry_on_column: int
    cavalry_on_square: int
    caught: int


@dataclass(frozen=True, slots=True)
class CombatNumbers:
    """M12."""

    outflanking_dice: int
    contact_hits: int
    least: int
    most: int
    values: CombatValues
    changes: CombatChanges


@dataclass(frozen=True, slots=True)
class JoiningNumbers:
    """M12.5 to M12.8."""

    reach: float  # cm
    hold: Test


@dataclass(frozen=True, slots=True)
class LossNumbers:
    """M13."""

    recovered: int
    kept: int
    removed_in_contact: int


@dataclass(frozen=True, slots=True)
class Allowance:
    """M16.2: cm; 0 cannot."""

    move: float
    double: float
    charge: float


@dataclass(frozen=True, slots=True)
class Allowances:
    """M16.2."""

    line: Allowance
    column: Allowance
    skirmish_line: Allowance
    square: Allowance
    aside: Allowance
    light_cavalry: Allowance
    medium_cavalry: Allowance
    heavy_cavalry: Allowance
    prolong: Allowance
    foot_artillery: Allowance
    horse_artillery: Allowance
    command: Allowance


@dataclass(frozen=True, slots=True)
class MovementNumbers:
    """M14 to M16: cm and degrees."""

    double_clear: float
    square_clear: float
    unlimber_foot: float
    unlimber_horse: float
    pivot_cost: float  # of the allowance
    pivot: int
    square_pivot: int
    unlimber_pivot: int
    bend: int
    steps: int
    gap: float
    allowances: Allowances


@dataclass(frozen=True, slots=True)
class ChargeNumbers:
    """M18."""

    turn: int  # degrees
    least_sp: int
    goes: Test
    look: float  # cm


@dataclass(frozen=True, slots=True)
class ReactionNumbers:
    """M19."""

    square_far: int
    square_near: int
    near: float  # cm
    square_skirmish: int
    press_hits: int
    press: int
    press_veteran: int
    square_gap: float  # cm
    counter: Test
    counter_turn: int  # degrees
    counter_share: float
    counter_gap: float  # cm
    evade: int
    edge_gap: float  # cm


@dataclass(frozen=True, slots=True)
class DisengagingNumbers:
    """M20."""

    hold: Test
    clear: float  # cm
    pivot: int  # degrees


@dataclass(frozen=True, slots=True)
class PursuitNumbers:
    """M21."""

    hold: Test
    share: float


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """What a kind of ground does (M22): to those who move as a word, to fire in dice, to CV."""

    kind: str
    infantry: str = "1"
    square: str = "1"
    cavalry: str = "1"
    artillery: str = "1"
    command: str = "1"
    blocks: bool = False
    fire: int = 0
    combat: int = 0


@dataclass(frozen=True, slots=True)
class TerrainNumbers:
    """M22."""

    deep: float  # cm
    wall_near: float  # cm
    bridge_room: float  # cm
    rows: tuple[TerrainRow, ...]

    def row(self, kind: str) -> TerrainRow:
        """What a kind of ground does; open ground does nothing."""
        return next((row for row in self.rows if row.kind == kind), OPEN_GROUND)


OPEN_GROUND = TerrainRow("open")


@dataclass(frozen=True, slots=True)
class CommanderPoints:
    """M24.1: a command stand."""

    brigade: int
    division: int
    corps: int


@dataclass(frozen=True, slots=True)
class PointNumbers:
    """M24.1: for each SP."""

    line_infantry: float
    light_infantry: float
    light_cavalry: float
    medium_cavalry: float
    heavy_cavalry: float
    light_artillery: float
    medium_artillery: float
    heavy_artillery: float
    horse: int
    veteran: float
    command: CommanderPoints


@dataclass(frozen=True, slots=True)
class SetupNumbers:
    """M24.2, M24.3: cm and degrees."""

    zone_small: int
    zone_large: int
    small: int
    bearing: int
    apart: int
    brigade_least: int
    brigade_most: int


@dataclass(frozen=True, slots=True)
class VictoryNumbers:
    """M23: VP."""

    unit_sp: int
    brigade: int
    division: int
    corps: int
    margin: int
    great: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """All of them."""

    stands: StandNumbers
    command: CommandNumbers
    initiative: InitiativeNumbers
    fire: FireNumbers
    combat: CombatNumbers
    joining: JoiningNumbers
    losses: LossNumbers
    movement: MovementNumbers
    charge: ChargeNumbers
    reaction: ReactionNumbers
    disengaging: DisengagingNumbers
    pursuit: PursuitNumbers
    terrain: TerrainNumbers
    points: PointNumbers
    setup: SetupNumbers
    victory: VictoryNumbers


LIMITS: Final = (
    ("stands.", 0.5, 20),
    ("movement.steps", 1, 20),
    ("movement.", 0, 360),
    ("terrain.", -6, 20),
    ("victory.", 0, 100),
    ("", 0, 200),
)
"""The least and the most that a scenario may say of a number."""


def _own_fault(key: str, value: object) -> str:
    """What more the game has against a value."""
    if key == "fire.single_stand" and value not in ("half", "all"):
        return say("the value should be half or all")
    return ""


PRINTED: Final = RuleNumbers(__package__, Numbers, LIMITS, _own_fault)
"""The numbers that the rules print."""
