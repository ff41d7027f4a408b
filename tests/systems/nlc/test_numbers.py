"""The numbers of the rules, every one typed from the rulebook, and a scenario's own values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.ground.stacking import has_room
from hexwar.hexes import Hex
from hexwar.scenario.numbers import RuleNumbers
from hexwar.systems.nlc.numbers import PRINTED, numbers_of
from hexwar.table.numbers import NumbersError
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import FRENCH, OPEN, position, units
from tests.systems.nlc.typed_campaign import CAMPAIGN
from tests.systems.nlc.typed_cards import CARDS, PLAIN_OF_CARDS
from tests.systems.nlc.typed_combat import COMBAT, PLAIN_OF_COMBAT
from tests.systems.nlc.typed_tables import (
    BOMBARDMENT,
    COMPLIANCE,
    FIRE,
    HIDDEN,
    LOCAL,
    ORDERS,
    order_row,
    order_traits,
    plain,
    rows,
)

PLAIN = """
N1.2 time: metres_per_hex 480, minutes_per_turn 60
N2.2 unit: steps 2
N2.11 unit: default_movement.infantry 4, default_movement.foot_artillery 4,
    default_movement.horse_artillery 6, default_movement.light_cavalry 6,
    default_movement.heavy_cavalry 6, default_movement.train 4, default_movement.vedette 7,
    default_movement.leader 8, default_movement.hq 5
N20.31 vedette: cost 1, sp 2, hexes 2, free_fire -50
N2.3 morale: base 1, minimum 1, maximum 5
N2.31 morale: reduced_initiative_loss 1
N2.32 morale: russian_defending 1, british_defending 1, leader 1, artillery_fire -1, flank -2,
    woods -2, disrupted -1, shaken_result -1, defending_town 1, weight_below_even 2,
    weight_below_favourable 1, weight_overwhelming -1, even_ratio 1.0, favourable_ratio 1.75,
    overwhelming_ratio 2.5
N2.41 morale: always_passes 1, always_fails 6
N2.41 dice: sides 6
N2.42 morale: rout_margin 4
N2.43 morale: bonus_limit 5
N4.23 initial: recent_turns 3
N4.32 coordination: most 3
N4.45 cups: default two
N5.1 movement: clear.infantry 1, clear.others 1, town.infantry 1, town.others 1,
    chateau.infantry 2, chateau.others 2, woods.infantry 2, woods.others 4, marsh.infantry 2,
    marsh.others 4, slope_up 1, stream 1, bridge 1, damaged_bridge 2, road_march 0.5,
    trail_march 1, road_or_trail 1
N5.2 weather: cost_factor 2
N5.3 movement: free_road_distance 6
N5.3 column: tail_sp 8
N5.31 movement: march_through_friends 1
N5.82 movement: blocked_entry_radius 5
N6.1 stacking: units 2, sp 12, train_sp 12
N8.5 assault: town -25, stream -25, crest -25, slope_up -25, woods -50, marsh -50, chateau -50,
    bridge -50, improved_position -50, disrupted -50, road_column -50, out_of_woods -50,
    artillery_alone -50, cavalry_on_infantry -25, old_guard 50, night_artillery -50
N8.8 fire: lowest_die 0, highest_die 8
N8.81 fire: combined_arms 1
N7.4 guard: dismay_distance 3, commit_distance 4
N7.5 assault: leader_bonus 25
N7.5 charge: leader_bonus 25
N7.6 morale: charged_by_blucher -1, blucher_reaction 1
N9.1 bombardment: range 3
N9.2 bombardment: far 3, far_percent -50, town -75, woods -50, marsh -50
N9.3 bombardment: dim_percent -25
N9.4 bombardment: movement_divisor 2, disrupted -50
N9.6 bombardment: loose_target 1, lowest_die 1, highest_die 7, morale -1, dense_target 1,
    dense_sp 9
N11.1 retreat: foot 2, mounted 3, attacker 1
N11.14 retreat: unwalked_step_losses 1
N11.2 retreat: rout_extra 1, rout_step_losses 1
N11.4 retreat: enemy_zone_step_losses 1, zone_limit 1
N11.81 disrupted: movement_divisor 2
N12.1 paper: steps 10, via 20
N12.13 dispatch: divisional_orders 1
N12.2 duty: zone_radius 2
N5.61 arrival: exit_cost 1
N5.8 arrival: notice_hours 4
T20.4 arrival: ahead 2, balance 1
T20.5 arrival: alternate_divisor 2
N12.23 duty: probe_distance 3, probe_losses 2
N12.24 duty: defend_radius 4
N12.25 duty: delay_distance 4, outnumbered 1.5
N12.27 duty: reserve_radius 2
N12.28 duty: support_distance 3
N12.31 duty: goal_radius 2
N12.33 duty: movement_divisor 2
N12.34 duty: delay_horizon 10
N12.4 trace: way_step 0.5
N12.41 dispatch: range 10, range_step 10
N12.43 dispatch: headquarters_distance 2, lone_capacity 1
N12.5 compliance: waited 1
N12.51 compliance: reserve 1, near_commander 1, near_distance 2, from_wing 1,
    demoralized_defensive 1, demoralized_offensive -1, in_contact -1
N12.55 compliance: highest_column 5
N12.62 local: radius 10
N12.63 local: highest_column 5
N12.64 local: hit_and_defensive 1, lonely -1, lonely_distance 10, demoralized -1
N12.65 local: bad_move_turns 2, fall_back_hexes 5
N13.1 rally: adjacent_modifier -1
N14.3 leader: command_range 4, wing_range 10, train_ranges 2
N14.5 movement: leader_road 0.5
N14.51 leader: headquarters_escape 2
N14.6 leader: rating_without_commander 1, replacement_turns 2
N14.7 leader: capture_die 2, napoleon_capture_die 1, refuge_distance 10
N14.71 leader: lost_rating 1
N16.2 trace: supply 14
N16.3 trace: units_for_each_train 2
N16.7 trace: march_gap 2
N17.1 sight: adjacent 1
N19.21 sight: farthest 12, spotting 3
N20.2 hiding: dummy_movement 6
N22 victory: sp_per_vp 5, demoralized_formation 4, baggage_train 2, supply_source 4,
    train_exited 4, units_exited 5
N22.1 victory: draw_percent 10
N22.3 victory: least_total 1
T7.62 spans: bridge_work 2, trestle_work 1
T7.64 spans: repair_die 4, repair_die_in_zone 3, repair_die_enemy_end 2
T18.21 pontoon: captured_die 3
T18.33 ford: cost 2
T18.34 scouts: die 4, wet_die 2
"""
"""Rule, chapter, and the numbers of it by their keys."""

GENERAL: Mapping[str, Mapping[str, Any]] = {
    "N2.32": {"morale.british_nations": ["British", "King's German Legion"]},
    "N5.2": {"weather.doubled": ["mud", "snowstorm"]},
    "N8.8": {
        "fire.columns": [1, 3, 5, 8, 11, 15, 20, 27],
        "fire.table": [row.split() for row in FIRE.strip().splitlines()],
    },
    "N9.3": {
        "bombardment.dim": ["rain", "thunderstorm", "fog", "dust storm", "snow"],
        "bombardment.barred": ["mud", "snowstorm"],
    },
    "N9.6": {"bombardment.columns": [1, 2, 4, 6, 8, 11], "bombardment.table": rows(BOMBARDMENT)},
    "N12.2": {
        **{f"orders.{verb}.{key}": word for verb in ORDERS for key, word in order_row(verb).items()}
    },
    "T20.4": {"arrival.shifts": [-2, -1, 0, 0, 1, 2]},
    "N12.5": {"compliance.table": rows(COMPLIANCE)},
    "N12.63": {"local.table": rows(LOCAL)},
    "N18": {
        "weather.adjacent_only": ["rain", "thunderstorm", "fog", "dust storm", "snow", "snowstorm"]
    },
    "N25.5": {
        "hidden_movement.columns": [0, 4, 7, 10],
        "hidden_movement.table": rows(HIDDEN),
        "hidden_movement.covering": ["fog", "rain", "thunderstorm", "snow", "snowstorm"],
    },
    "N22.1": {
        "victory.levels": [
            {"ratio": 0.0, "name": "marginal"},
            {"ratio": 1.5, "name": "tactical"},
            {"ratio": 2.0, "name": "substantial"},
            {"ratio": 3.0, "name": "strategic"},
            {"ratio": 4.0, "name": "decisive"},
        ]
    },
    "T18.2": {"weather.no_pontoons": ["frost", "snow", "snowstorm"]},
    "T18.31": {"weather.no_fords": ["snowstorm"]},
    "T18.33": {"weather.wet": ["rain", "thunderstorm", "mud"]},
}
"""Rule, dotted key, value."""

TYPED = (
    *(row for text in (PLAIN, PLAIN_OF_COMBAT, PLAIN_OF_CARDS) for row in plain(text)),
    *(row for table in (GENERAL, COMBAT, CAMPAIGN, CARDS) for row in table.items()),
    *order_traits(),
)


def leaves(chapters: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in chapters.items():
        if isinstance(value, Mapping):
            found |= leaves(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


@each("keys", *[pytest.param(keys, marks=pytest.mark.rule(rule), id=rule) for rule, keys in TYPED])
def test_the_numbers_are_those_of_the_rulebook(keys: Mapping[str, Any]) -> None:
    printed = leaves(PRINTED.tables)
    assert {key: printed[key] for key in keys} == keys
    assert {key: type(printed[key]) for key in keys} == {k: type(v) for k, v in keys.items()}


def test_no_number_is_left_untested_and_words_of_orders_are_no_scenario_s() -> None:
    typed = [key for _, keys in TYPED for key in keys]
    as_written = {k for k in PRINTED.known if ".words." in k or k.endswith((".letter", ".arrow"))}
    assert sorted(typed) == sorted(PRINTED.known.keys() - as_written)
    words = "the rules alone say how a type of order is written"
    assert PRINTED.fault("orders.march.words.to", "March to {goal}") == words
    assert PRINTED.fault("orders.march.letter", "X") == words


def test_the_records_hold_what_the_file_says() -> None:
    """What the rules read is the file: a few of each chapter, down to the nested ones."""
    read = PRINTED.with_own({})
    assert (read.morale.flank, read.cups.default) == (-2, "two")
    assert (read.movement.woods.infantry, read.movement.woods.others) == (2, 4)
    assert read.movement.road_march == 0.5
    assert (read.stacking.units, read.stacking.sp, read.stacking.train_sp) == (2, 12, 12)
    assert read.assault.cavalry_on_infantry == -25
    assert read.fire.columns == (1, 3, 5, 8, 11, 15, 20, 27)
    assert read.fire.table[3] == ("-", "M", "M", "M", "M", "M1", "M1", "M1")
    assert (read.retreat.mounted, read.rally.adjacent_modifier) == (3, -1)
    assert (read.disrupted.movement_divisor, read.leader.refuge_distance) == (2, 10)
    assert [(level.ratio, level.name) for level in read.victory.levels][1] == (1.5, "tactical")
    assert read.weather.no_pontoons == ("frost", "snow", "snowstorm")
    assert (read.spans.bridge_work, read.spans.trestle_work) == (2, 1)
    assert (read.ford.cost, read.column.tail_sp, read.pontoon.captured_die) == (2, 8, 3)
    assert (read.sight.farthest, read.trace.supply, read.trace.way_step) == (12, 14, 0.5)
    assert (read.orders["delay"].name, read.orders["delay"].charge) == ("Delay", "light or lone")
    assert (read.duty.outnumbered, read.dispatch.range_step) == (1.5, 10)
    assert read.initial.recent_turns == 3
    assert (read.compliance.table[1][0], read.local.table[5][3]) == ("D", "BM")
    assert (read.leader.replacement_turns, read.coordination.most) == (2, 3)


def test_a_scenario_s_own_values_reach_the_rules_within_their_bounds() -> None:
    own = PRINTED.with_own({"movement.woods.others": 3, "cups.default": "common"})
    assert own.movement.woods.others == 3
    assert own.movement.woods.infantry == 2
    assert own.movement.marsh.others == 4
    assert own.cups.default == "common"
    assert PRINTED.with_own({}).movement.woods.others == 4  # the printed ones are untouched
    lines = ("F1 infantry 7-3 0303", "F2 infantry 7-3 0304")
    plain = position(OPEN, *lines)
    roomy = position(OPEN, *lines, numbers=MappingProxyType({"stacking.sp": 14}))
    assert not has_room(plain, Hex("0303"), FRENCH, units("F2"))
    assert has_room(roomy, Hex("0303"), FRENCH, units("F2"))
    assert numbers_of(roomy.battle) is numbers_of(roomy.battle)
    for key, value in (row.split() for row in BOUNDS.split(",")):
        PRINTED.with_own({key: float(value) if "." in value else int(value)})


@each(
    "key value sentence",
    ("stacking.sp", "many", 'be a whole number, not "many"'),
    ("stacking.sp", 12.5, "be a whole number, not 12.5"),
    ("stacking.sp", True, "be a whole number, not true"),
    ("movement.road_march", "fast", 'be a number, not "fast"'),
    ("movement.road_march", False, "be a number, not false"),
    ("cups.default", 2, "be a word, not 2"),
    ("fire.columns", 8, "be a table, not 8"),
    ("retreat.foot", 7, "lie between 0 and 6, not be 7"),
    ("movement.stream", -1, "lie between 0 and 100, not be -1"),
    ("movement.road_march", float("nan"), "lie between 0.5 and 100, not be NaN"),
    ("victory.sp_per_vp", 0, "lie between 1 and 1000, not be 0"),
    ("disrupted.movement_divisor", 0, "lie between 1 and 100"),
    ("fire.highest_die", 9, "lie between 8 and 8, not be 9"),
    ("sight.farthest", 13, "lie between 1 and 12, not be 13"),
    ("sight.farthest", 0, "lie between 1 and 12, not be 0"),
    ("sight.spotting", 13, "lie between 0 and 12, not be 13"),
    ("trace.way_step", 0.25, "lie between 0.5 and 0.5, not be 0.25"),
    ("trace.supply", 101, "lie between 0 and 100, not be 101"),
    ("spans.bridge_work", -1, "lie between 0 and 100, not be -1"),
    ("weather.cost_factor", 0, "lie between 1 and 10, not be 0"),
    ("weather.wet", "rain", 'be a table, not "rain"'),
    ("duty.movement_divisor", 0, "lie between 1 and 100, not be 0"),
    ("duty.defend_radius", -1, "lie between 0 and 100, not be -1"),
    ("dispatch.range_step", 0, "lie between 1 and 100, not be 0"),
    ("dispatch.range", 101, "lie between 0 and 100, not be 101"),
    ("compliance.highest_column", 6, "lie between 5 and 5, not be 6"),
    ("local.highest_column", 4, "lie between 5 and 5, not be 4"),
    ("coordination.most", 0, "lie between 1 and 10, not be 0"),
    ("orders.march.assault", 1, "be a word, not 1"),
    ("orders.march.react", "perhaps", 'be one of no, yes, not "perhaps"'),
    ("morale.base", 10**9, "lie between -1000 and 1000"),
)
def test_a_value_that_cannot_be_used_is_told_in_a_sentence(
    key: str, value: object, sentence: str
) -> None:
    with pytest.raises(NumbersError) as fault:
        PRINTED.with_own({key: value})
    assert str(fault.value).startswith(f"numbers: {key}: the value should {sentence}")


def test_a_number_that_rules_or_file_do_not_have_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("morale.luck", "morale", ""):
        with pytest.raises(NumbersError) as fault:
            PRINTED.with_own({key: 1})
        assert str(fault.value) == f"numbers: {key} is no number of the rules"
    short = {chapter: dict(rows) for chapter, rows in PRINTED.tables.items()}
    del short["movement"]["woods"]
    monkeypatch.setattr(RuleNumbers, "tables", short)
    with pytest.raises(NumbersError, match=r"^numbers: movement\.woods is missing$"):
        replace(PRINTED).with_own({})


BOUNDS = """
retreat.foot 6, retreat.foot 0, movement.stream 0, movement.stream 100, movement.road_march 1,
morale.base -1000, morale.base 1000, victory.sp_per_vp 1, victory.sp_per_vp 1000,
disrupted.movement_divisor 1, disrupted.movement_divisor 100, fire.lowest_die 0,
fire.highest_die 8, sight.farthest 1, sight.farthest 12, sight.spotting 0, trace.supply 100,
trace.way_step 0.5, weather.cost_factor 10
"""
