"""The numbers of the rules, read from `numbers.toml` into typed records, a class a chapter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from hexwar.ground.numbers import GroundNumbers
from hexwar.messages import say
from hexwar.scenario.errors import quoted
from hexwar.scenario.numbers import RuleNumbers
from hexwar.table.battle import Battle
from hexwar.table.battlefield import Terrain

# -- the numbers of arrivals and departures


@dataclass(frozen=True, slots=True)
class Arrivals:
    """N5.61, N5.8, T20.4, T20.5."""

    exit_cost: int  # MP
    notice_hours: int
    ahead: int  # turns
    shifts: tuple[int, ...]  # turns, for each die from 1
    balance: int  # to the die
    alternate_divisor: int


# -- the numbers of the cards


@dataclass(frozen=True, slots=True)
class Cards:
    """N23.3, N23.4, N23.7, T24.3."""

    draws: int  # cards a turn in full play (18.33)
    least_bonus: int  # bonus cards (18.32)
    cover_fire: int  # pips, as the next three
    last_push: int
    ney_own: int
    ney_enemy: int
    area_defense: int  # per cent
    marmont_morale: int
    marmont_bombardment: int  # pips
    marmont_rating: int
    rerolls: int
    fire: int  # MP
    populace_distance: int  # hexes
    column_distance: int  # hexes
    scattered_hexes: int
    points: tuple[str, ...]  # of the compass, for each die from 1
    points_between: tuple[str, ...]
    replaced_units: int
    delays: tuple[int, ...]  # turns, for each die from 1
    alternate_divisor: int
    emperor_rating: int
    order_shift: int  # columns
    decision_shift: int  # columns
    sound_distance: int  # hexes
    zone_cost: int  # MP


# -- the records of the numbers of combat and morale (N2, N7-N11, N13, N15, N20.8)


@dataclass(frozen=True, slots=True)
class Morale:
    """N2.3-N2.46. All but `base`, limits, dice and ratios are modifiers."""

    base: int
    bonus_limit: int
    minimum: int
    maximum: int
    always_passes: int
    always_fails: int
    rout_margin: int
    reduced_initiative_loss: int
    russian_defending: int
    british_defending: int
    british_nations: tuple[str, ...]  # of formations
    leader: int
    artillery_fire: int
    flank: int
    woods: int
    disrupted: int
    shaken_result: int
    defending_town: int
    demoralized: int
    exhausted: int
    caught: int
    charged_by_blucher: int
    blucher_reaction: int
    weight_below_even: int
    weight_below_favourable: int
    weight_overwhelming: int
    even_ratio: float  # attackers' strength to defenders', as the next two
    favourable_ratio: float
    overwhelming_ratio: float


@dataclass(frozen=True, slots=True)
class Assault:
    """N8.5, per cent."""

    town: int
    stream: int
    crest: int
    slope_up: int
    woods: int
    marsh: int
    chateau: int
    bridge: int
    improved_position: int
    disrupted: int
    road_column: int
    out_of_woods: int
    artillery_alone: int
    behind_square: int
    cavalry_on_infantry: int
    old_guard: int
    night_artillery: int
    rain_infantry: int
    rain_cavalry: int
    snowstorm_infantry: int
    mud_artillery: int
    leader_bonus: int


@dataclass(frozen=True, slots=True)
class Fire:
    """N8.8, N8.81: the Fire Table, a row for each modified die from `lowest_die` up."""

    columns: tuple[int, ...]
    lowest_die: int
    highest_die: int
    combined_arms: int
    at_square: int
    from_square: int
    table: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Retreat:
    """N11.1-N11.4, hexes and steps."""

    foot: int
    mounted: int
    attacker: int
    rout_extra: int
    rout_step_losses: int
    enemy_zone_step_losses: int
    zone_limit: int
    unwalked_step_losses: int


@dataclass(frozen=True, slots=True)
class Disrupted:
    """N11.81."""

    movement_divisor: int


@dataclass(frozen=True, slots=True)
class Rally:
    """N13.1, N17.2: modifiers, and hexes."""

    adjacent_modifier: int
    reserve_distance: int
    night_modifier: int


@dataclass(frozen=True, slots=True)
class Recovery:
    """N13.2."""

    returns_die: int


@dataclass(frozen=True, slots=True)
class Confidence:
    """N8.31, N8.32, N8.10: what is added to the leader's value, and the limits of its die."""

    attack: int
    probe_or_support: int
    other: int
    two_to_one: int
    three_halves: int
    even: int
    below_even: int
    half: int
    commander_near: int
    blucher: int
    shaken_target: int
    strong_target: int
    disrupted: int
    demoralized: int
    second_round: int
    always_passes: int
    always_fails: int
    stop_margin: int


@dataclass(frozen=True, slots=True)
class BeforeAssault:
    """N8.2: how far a stack may withdraw, hexes."""

    hexes: int


@dataclass(frozen=True, slots=True)
class Bombardment:
    """N9: hexes, per cent, and the table with a row for each modified die from `lowest_die`."""

    range: int
    far: int
    far_percent: int
    town: int
    woods: int
    marsh: int
    disrupted: int
    dim: tuple[str, ...]  # weather
    dim_percent: int
    barred: tuple[str, ...]  # weather
    loose_target: int
    dense_target: int
    dense_sp: int
    morale: int
    movement_divisor: int
    columns: tuple[int, ...]
    lowest_die: int
    highest_die: int
    table: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Charge:
    """N10.1, N10.2, N10.5: hexes and per cent."""

    distance: int
    dim_distance: int
    movement_divisor: int
    barred: tuple[str, ...]  # weather
    town: int
    slope_up: int
    stream: int
    marsh: int
    woods: int
    snow: int
    snowy: tuple[str, ...]  # weather
    rain_on_infantry: int
    caught: int
    at_square: int
    heavy_on_light: int
    met: int
    halted: int
    halted_target: int
    caught_fire: int
    leader_bonus: int
    reaction_radius: int
    advance_radius: int


@dataclass(frozen=True, slots=True)
class Square:
    """N10.3: modifiers, and hexes."""

    close: int
    column: int
    rain: int
    assaulted: int
    disrupted: int
    flank: int
    clear_distance: int


@dataclass(frozen=True, slots=True)
class Evasion:
    """N10.4, N10.41, hexes."""

    cavalry: int
    artillery: int


@dataclass(frozen=True, slots=True)
class Pursuit:
    """N11.7: hexes, and modifiers of its die."""

    reach: int
    distance: int
    least_die: int
    routed: int
    no_cavalry: int
    rough: int
    fewer: int


@dataclass(frozen=True, slots=True)
class Guard:
    """N7.4, hexes."""

    dismay_distance: int
    commit_distance: int


@dataclass(frozen=True, slots=True)
class Demoralization:
    """N15.1: per cent and SP."""

    percent: int
    least: int
    least_sp_for_vp: int
    unsupplied_percent: int


@dataclass(frozen=True, slots=True)
class Exhaustion:
    """N20.8: per cent, a margin, dice and hours."""

    movement_percent: int
    straggler_margin: int
    hard_hours: int
    hard_die: int
    rest_hours: int


@dataclass(frozen=True, slots=True)
class HiddenMovement:
    """N20.1, N25.5: hexes, SP, and the table with a row for each die from 1."""

    lift_distance: int
    closed_distance: int
    notice_distance: int
    columns: tuple[int, ...]  # hexes to the nearest enemy, from the least of each
    table: tuple[tuple[str, ...], ...]
    watched: int  # to the die, as `large`, `covered` and `night`
    watch_distance: int
    large: int
    large_sp: int
    covered: int
    covering: tuple[str, ...]  # weather
    night: int


# -- the records of the rules' numbers, a class for each chapter of `numbers.toml`


@dataclass(frozen=True, slots=True)
class Cups:
    """N4.45."""

    default: str  # two, cover or common


@dataclass(frozen=True, slots=True)
class Position:
    """N21."""

    units: int
    built_die: int


@dataclass(frozen=True, slots=True)
class WeatherTable:
    """T3.2: a row for each weather that may change, a column for each die."""

    rows: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Spans:
    """N5.7: MP of the work, and the highest die that repairs."""

    bridge_work: int
    trestle_work: int
    repair_die: int
    repair_die_in_zone: int
    repair_die_enemy_end: int


@dataclass(frozen=True, slots=True)
class Scouts:
    """T18.34: the highest die that finds a ford."""

    die: int
    wet_die: int  # once the day has been wet


@dataclass(frozen=True, slots=True)
class Pontoon:
    """T18.21."""

    captured_die: int


@dataclass(frozen=True, slots=True)
class Leading:
    """N14.3, N14.7: hexes, and the highest die that means capture."""

    command_range: int
    wing_range: int
    capture_die: int
    napoleon_capture_die: int
    refuge_distance: int
    rating_without_commander: int
    replacement_turns: int
    lost_rating: int
    headquarters_escape: int
    train_ranges: int


@dataclass(frozen=True, slots=True)
class PrintedMovement:
    """N2.11, MP of pieces that bear no number of their own."""

    vedette: int


@dataclass(frozen=True, slots=True)
class UnitNumbers:
    """N2.11."""

    default_movement: PrintedMovement


@dataclass(frozen=True, slots=True)
class Vedettes:
    """N20.31."""

    cost: int
    sp: int
    hexes: int
    free_fire: int


@dataclass(frozen=True, slots=True)
class OrderWords:
    """How a type of order is written."""

    to: str = ""  # with an objective
    here: str = ""  # the first step, without one
    there: str = ""  # a later step, without one: the objective of the step before
    beside: str = ""  # with a friendly formation for an objective
    also: str = ""  # after a march to the same objective, where it can be said in one breath


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A row of the table of orders (N12.2); `numbers.toml` tells what each column means."""

    name: str = ""
    letter: str = ""
    arrow: str = ""
    words: OrderWords = OrderWords()
    enter_zone: str = "no"
    leave_zone: str = "no"
    assault: str = "no"
    charge: str = "no"
    react: str = "no"
    bombard: str = "no"
    road: str = "no"
    pull_back: str = "no"
    pursue: str = "no"
    objective: str = "hex"
    goal: str = "objective"
    ends: str = "no"
    confidence: str = "other"
    placeless: bool = False
    for_staff: bool = False
    stoppable: bool = False
    marches: bool = False
    rests: bool = False
    defends: bool = False
    leaves: bool = False
    retires: bool = False
    engages: bool = False
    fights: bool = False
    draws_off: bool = False
    shelters: bool = False
    shuns_contact: bool = False
    by_night: bool = False
    slips: bool = False
    keeps_ground: bool = False
    basic: bool = False
    hides: bool = False

    @property
    def attacks(self) -> bool:
        """Whether its units must try to assault (N8.33)."""
        return self.assault == "must"

    @property
    def supports(self) -> bool:
        """Whether it is for the sake of a friend (N12.28)."""
        return self.goal == "friends"


NO_ORDER = OrderRow()
"""The row of an order that a view does not show: nothing is known of it."""


@dataclass(frozen=True, slots=True)
class PaperSize:
    """N12.1: the most steps of an order, and the most hexes that a step names for its way."""

    steps: int
    via: int


@dataclass(frozen=True, slots=True)
class Duty:
    """N12.21-N12.35: hexes, but for the divisor, the losses in steps and the ratio."""

    movement_divisor: int
    goal_radius: int
    zone_radius: int
    defend_radius: int
    probe_distance: int
    probe_losses: int
    delay_distance: int
    delay_horizon: int
    outnumbered: float
    support_distance: int
    reserve_radius: int


@dataclass(frozen=True, slots=True)
class Dispatching:
    """N12.12-N12.13, N12.4-N12.43: hexes and orders."""

    range: int
    range_step: int
    headquarters_distance: int
    lone_capacity: int
    divisional_orders: int


@dataclass(frozen=True, slots=True)
class Compliance:
    """N12.5, N12.51: the table, a row for each die from 1, and shifts in columns."""

    highest_column: int
    table: tuple[tuple[str, ...], ...]
    reserve: int
    near_commander: int
    near_distance: int  # hexes
    from_wing: int
    demoralized_defensive: int
    demoralized_offensive: int
    in_contact: int
    waited: int


@dataclass(frozen=True, slots=True)
class Local:
    """N12.62-N12.65: the Local Initiative Table, a row for each die from 1, and shifts."""

    highest_column: int
    radius: int  # hexes
    table: tuple[tuple[str, ...], ...]
    hit_and_defensive: int
    lonely: int
    lonely_distance: int  # hexes
    demoralized: int
    bad_move_turns: int
    fall_back_hexes: int


@dataclass(frozen=True, slots=True)
class InitialAction:
    """N4.23, turns."""

    recent_turns: int


@dataclass(frozen=True, slots=True)
class Coordination:
    """N4.32, formations."""

    most: int


@dataclass(frozen=True, slots=True)
class Level:
    """A level of victory from a ratio of points upward (N22.1)."""

    ratio: float
    name: str


@dataclass(frozen=True, slots=True)
class Victory:
    """N22, VP."""

    sp_per_vp: int
    demoralized_formation: int
    baggage_train: int
    supply_source: int
    train_exited: int  # in a General Retreat
    units_exited: int  # for each point in a General Retreat
    draw_percent: int
    least_total: int
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Numbers(GroundNumbers):
    """Every number that the rules of this release use."""

    unit: UnitNumbers
    morale: Morale
    cups: Cups
    position: Position
    weather_winter: WeatherTable
    weather_middle: WeatherTable
    weather_summer: WeatherTable
    spans: Spans
    scouts: Scouts
    pontoon: Pontoon
    assault: Assault
    fire: Fire
    retreat: Retreat
    disrupted: Disrupted
    rally: Rally
    recovery: Recovery
    confidence: Confidence
    withdrawal: BeforeAssault
    bombardment: Bombardment
    charge: Charge
    square: Square
    evasion: Evasion
    pursuit: Pursuit
    guard: Guard
    demoralization: Demoralization
    exhaustion: Exhaustion
    hidden_movement: HiddenMovement
    leader: Leading
    orders: Mapping[str, OrderRow]  # by type, as `Verb` spells it
    duty: Duty
    arrival: Arrivals
    card: Cards
    paper: PaperSize
    dispatch: Dispatching
    compliance: Compliance
    local: Local
    initial: InitialAction
    coordination: Coordination
    victory: Victory
    vedette: Vedettes


# -- the numbers of the rules, read from `numbers.toml` into typed records
#
# A scenario may give its own value for any of them by a dotted key, such as
# ``"morale.rout_margin": 4``.


LIMITS = (
    ("retreat.", 0, 6),  # hexes; every path of that length is looked at
    *((f"movement.{cost}", 0, 100) for cost in ("slope_up", "stream", "bridge", "damaged_bridge")),
    ("movement.", 0.5, 100),  # no step is free
    ("disrupted.movement_divisor", 1, 100),
    ("victory.sp_per_vp", 1, 1000),
    ("victory.units_exited", 1, 1000),
    ("weather.cost_factor", 1, 10),
    ("spans.", 0, 100),
    ("sight.farthest", 1, 12),  # the tables of rays reach so far
    ("sight.", 0, 12),
    ("hiding.", 1, 20),
    ("trace.supply", 0, 100),
    ("trace.way_step", 0.5, 0.5),  # traces are counted in half hexes
    ("trace.", 0, 100),
    ("duty.movement_divisor", 1, 100),
    ("duty.", 0, 100),
    ("arrival.alternate_divisor", 1, 6),
    ("arrival.", 0, 100),
    ("card.alternate_divisor", 1, 100),
    ("card.replaced_units", 0, 3),  # every choice of so many units is listed
    ("card.scattered_hexes", 0, 6),
    ("card.ney_enemy", -10, 10),
    ("card.area_defense", -100, 100),
    ("card.marmont_morale", -5, 5),
    ("card.", 0, 100),
    ("paper.steps", 1, 20),  # an answer of a player is bounded
    ("paper.", 0, 100),
    ("dispatch.range_step", 1, 100),
    ("dispatch.", 0, 100),
    ("compliance.highest_column", 5, 5),  # the tables have a column for each rating
    ("local.highest_column", 5, 5),
    ("coordination.most", 1, 10),
    ("vedette.hexes", 0, 3),
    ("vedette.free_fire", -100, 0),
    ("vedette.", 0, 100),
    ("unit.default_movement.", 1, 100),
    ("withdrawal.", 0, 3),  # every path of that length is looked at
    ("evasion.", 0, 3),
    ("bombardment.movement_divisor", 1, 100),
    ("bombardment.range", 1, 6),
    ("bombardment.lowest_die", 1, 1),  # the table has a row for each die
    ("bombardment.highest_die", 7, 7),
    ("charge.movement_divisor", 1, 100),
    ("charge.distance", 1, 4),  # every path of that length is looked at
    ("charge.dim_distance", 1, 4),
    ("charge.reaction_radius", 0, 6),
    ("charge.advance_radius", 0, 6),
    ("pursuit.distance", 0, 4),
    ("exhaustion.movement_percent", 100, 300),
    ("hidden_movement.", -100, 100),
    ("fire.lowest_die", 0, 0),  # the table has a row for each die
    ("fire.highest_die", 8, 8),
    ("", -1000, 1000),
)
"""Beginnings of keys, with the least and the most that a scenario may say; the first that fits."""


WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "enter_zone": ("no", "yes", "near objective"),
        "leave_zone": ("no", "yes", "to zone", "cavalry"),
        "assault": ("no", "may", "must", "objective", "supported"),
        "charge": ("no", "may", "in zone", "light or lone", "supported"),
        "react": ("no", "yes"),
        "bombard": ("no", "yes"),
        "road": ("no", "yes", "before contact", "to its place"),
        "pull_back": ("no", "yes"),
        "pursue": ("no", "may", "in zone"),
        "objective": ("hex", "hex or friend", "exit"),
        "goal": ("objective", "enemies", "friends"),
        "ends": (
            *("no", "arrival", "arrival or contact", "taken", "taken or empty", "outnumbered"),
        ),
        "confidence": ("other", "attack", "probe or support"),
        **{column.name: ("no", "yes") for column in fields(OrderRow) if column.type == "bool"},
    }
)
"""The words that a column of the table of orders may hold (N12.2)."""


def _own_fault(key: str, value: object) -> str:
    """What else is wrong with a value of the right type."""
    shown = quoted(value)
    chapter, *rest, last = key.split(".")
    if chapter == "orders" and ("words" in rest or last in ("letter", "arrow")):
        return say("the rules alone say how a type of order is written")
    if chapter == "orders" and value not in WORDS.get(last, (value,)):
        words = ", ".join(WORDS[last])
        return say("the value should be one of {words}, not {value}", words=words, value=shown)
    return ""


PRINTED: Final = RuleNumbers(__package__, Numbers, LIMITS, _own_fault)
"""The numbers that the rules print."""


@lru_cache(maxsize=1)
def order_types() -> Mapping[str, OrderRow]:
    """The types of order as the rules print them, by the word that a step of an order says."""
    return PRINTED.with_own({}).orders


def percent_in(rows: Assault | Bombardment | Charge, terrain: Terrain) -> int | None:
    """What a table of fire says of a terrain, which stands there by its name; None if nothing."""
    percent: int | None = getattr(rows, terrain.value, None)
    return percent


@lru_cache(maxsize=16)
def numbers_of(battle: Battle) -> Numbers:
    """The numbers that a battle is played with."""
    return PRINTED.with_own(battle.numbers)
