"""The records of the numbers of combat and morale (N2, N7-N11, N13, N15, N20.8)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Morale:
    """N2.3-N2.46. All but `base`, limits, dice and ratios are modifiers."""

    base: int
    minimum: int
    maximum: int
    always_passes: int
    always_fails: int
    rout_margin: int
    reduced_initiative_loss: int
    russian_defending: int
    leader: int
    artillery_fire: int
    flank: int
    woods: int
    disrupted: int
    shaken_result: int
    old_guard: int
    defending_town: int
    demoralized: int
    exhausted: int
    caught: int
    charged_by_blucher: int
    blucher_reaction: int
    weight_below_even: int
    weight_below_three_halves: int
    weight_overwhelming: int
    even_ratio: float  # attackers' strength to defenders', as the next two
    three_halves_ratio: float
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

    no_leader: int
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
    night: int
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
    clear_distance: int


@dataclass(frozen=True, slots=True)
class Evasion:
    """N10.4, N10.41, hexes."""

    cavalry: int
    artillery: int


@dataclass(frozen=True, slots=True)
class Pursuit:
    """N11.7: hexes, and modifiers of its die."""

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
