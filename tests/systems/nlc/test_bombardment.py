"""Which guns may bombard what, how strongly, and how the segment runs (N9, N7.1)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import BombardmentDeclared, BombardmentResolved
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.rules.combat.bombardment import (
    Bombardment,
    ChooseBombardment,
    bombardment_segment,
    has_target,
)
from hexwar.systems.nlc.rules.combat.bombardment_fire import bombardment_fire
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Played, play, position, unit, units

FI = FormationId("FI")
ASKED = ChooseBombardment(FRENCH, FI)
GUN = "F1 battery 4-3 0405"
A1 = "A1 infantry 5-3 0403"

SEVEN = ".  .  .  .  .  .  .\n"


def ground(letter: str, hex_row: int = 3) -> str:
    """Seven by seven clear hexes, but for a letter in column 04 of a row."""
    return SEVEN * (hex_row - 1) + f".  .  .  {letter}  .  .  .\n" + SEVEN * (7 - hex_row)


def table(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """The Bombardment Segment of FI."""
    return position(rows, *lines, active="FI", segment=Segment.BOMBARDMENT, **more)


def at(target: str, guns: str = "F1") -> Bombardment:
    return Bombardment(Hex(target), units(guns))


def law(state: GameState, answer: Bombardment | None) -> str | None:
    """The rule that forbids an answer."""
    refusal = ASKED.refusal(state, answer)
    return None if refusal is None else refusal.rule


def sentence(state: GameState, answer: Bombardment) -> str:
    refusal = ASKED.refusal(state, answer)
    assert refusal is not None
    return refusal.sentence


def strength(state: GameState, declared: Bombardment) -> int:
    return bombardment_fire(state, declared).strength


# -- who


@pytest.mark.rule("N9.1")
@pytest.mark.parametrize("arm", ["battery", "horse"])
def test_foot_and_horse_artillery_bombard(arm: str) -> None:
    state = table(f"F1 {arm} 4-3 0405", A1)
    assert law(state, at("0403")) is None
    assert ASKED.options(state) == [at("0403"), None]
    assert (ASKED.kind(at("0403")), ASKED.kind(None)) == ("bombard", "end")


@pytest.mark.rule("N9.1")
@pytest.mark.parametrize("line", ["F1 infantry 4-3 0405", "F1 light 4-3 0405", "F1 train 0405"])
def test_nobody_else_does(line: str) -> None:
    state = table(line, A1)
    assert law(state, at("0403")) == "N9.1"
    assert ASKED.options(state) == [None]


@pytest.mark.rule("N9.1", "N4.53")
@pytest.mark.parametrize(
    ("marks", "rule"), [("column", "N4.53"), ("done", "N8.92"), ("moved", None)]
)
def test_what_a_battery_has_done_counts(marks: str, rule: str | None) -> None:
    assert law(table(f"{GUN} {marks}", A1), at("0403")) == rule


@pytest.mark.rule("N9.1")
def test_a_battery_off_the_map_does_not_fire() -> None:
    assert law(table("F1 battery 4-3 due", A1), at("0403")) == "N9.1"


@pytest.mark.rule("N9.1")
def test_a_battery_bombards_one_hex() -> None:
    state = table(GUN, A1, "A2 infantry 5-3 0503")
    played = play(state, bombardment_segment, [1], {ChooseBombardment: [at("0403")]})
    assert law(played.state, at("0503")) == "N9.1"
    assert sentence(played.state, at("0503")) == "F1 has bombarded already."


@pytest.mark.rule("N9.1", "N12.2")
@pytest.mark.parametrize(
    ("order", "is_legal"),
    [
        ("attack 0403", True),
        ("probe 0403", True),
        ("defend 0405", True),
        ("delay 0403", True),
        ("support FII", True),
        ("march 0407", False),
        ("fall back 0407", False),
        ("reserve 0405", False),
        ("general retreat 0407", False),
    ],
)
def test_the_order_must_allow_it(order: str, *, is_legal: bool) -> None:
    state = table(GUN, A1, "F2 infantry 3-3 0707 of:FII", orders=f"FI: {order}")
    assert law(state, at("0403")) == (None if is_legal else "N12.2")
    assert has_target(state, unit("F1")) is is_legal


# -- how far


@pytest.mark.rule("N9.1")
@pytest.mark.parametrize(
    ("hex_", "rule"), [("0404", None), ("0405", None), ("0406", None), ("0407", "N9.1")]
)
def test_the_range_is_three_hexes(hex_: str, rule: str | None) -> None:
    state = table(f"F1 battery 4-3 {hex_}", A1)
    assert law(state, at("0403")) == rule
    assert (at("0403") in ASKED.options(state)) is (rule is None)


@pytest.mark.rule("N9.1", "N9.7")
def test_guns_must_see_their_target() -> None:
    state = table(GUN, A1, rows=ground("w", 4))
    assert law(state, at("0403")) == "N9.7"
    assert ASKED.options(state) == [None]


@pytest.mark.rule("N9.8")
def test_friends_do_not_block() -> None:
    assert law(table("F1 battery 4-3 0406", A1, "F2 light 3-3 0405"), at("0403")) is None


@pytest.mark.rule("N14.4", "N9.8")
def test_guns_out_of_command_fire_at_the_next_hex_only() -> None:
    state = table(GUN, A1, out="F1")
    assert law(state, at("0403")) == "N14.4"
    assert sentence(state, at("0403")) == "F1 reaches no farther than 1 hex now."
    assert law(table("F1 battery 4-3 0404", A1, out="F1"), at("0403")) is None


@pytest.mark.rule("N9.8", "N3.7")
def test_a_battery_in_contact_fires_at_a_hex_in_contact_only() -> None:
    lines = ("F1 battery 4-3 0404", A1, "A2 infantry 4-3 0402")
    assert law(table(*lines), at("0403")) is None
    assert law(table(*lines), at("0402")) == "N9.8"
    # Disrupted, A1 has no zone of control: nobody is in contact
    free = table(lines[0], f"{A1} disrupted", lines[2])
    assert law(free, at("0402")) is None
    assert law(free, at("0403")) is None


@pytest.mark.rule("N9.8", "N3.7")
def test_across_an_unspanned_river_there_is_no_contact() -> None:
    lines = ("F1 battery 4-3 0404", A1, "A2 infantry 4-3 0503")
    state = table(*lines, rivers=["0403-0404"])
    # A2 in 0503 is not next to 0404; A1 is, beyond the river
    assert law(state, at("0503")) is None
    assert law(state, at("0403")) is None


@pytest.mark.rule("N9.8", "N3.7")
def test_in_contact_with_one_a_gun_does_not_fire_over_the_river_at_another() -> None:
    lines = ("F1 battery 4-3 0404", A1, "A2 infantry 4-3 0304")
    state = table(*lines, rivers=["0403-0404"])
    assert (law(state, at("0403")), law(state, at("0304"))) == ("N9.8", None)


# -- movement


@pytest.mark.rule("N9.4", "N7.1")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("F1 battery 4-3-4 0405 spent:4", None),
        ("F1 battery 4-3-4 0405 spent:5", "N9.4"),
        ("F1 battery 4-3-5 0405 spent:5", None),
        ("F1 battery 4-3-5 0405 spent:6", "N9.4"),
        ("F1 horse 4-3-6 0405 spent:12", None),
        ("F1 battery 4-3-4 0405 disrupted spent:2", None),  # half of 4 MP is its MA now
        ("F1 battery 4-3-4 0405 disrupted spent:3", "N9.4"),
    ],
)
def test_foot_artillery_may_have_moved_half_its_ma(line: str, rule: str | None) -> None:
    assert law(table(f"{line} moved", A1), at("0403")) == rule


# -- the target


@pytest.mark.rule("N9.8")
@pytest.mark.parametrize(
    "lines", [(), ("AT train 0403",), ("A-Ols leader 0403",), ("F2 light 3-3 0403",)]
)
def test_a_hex_without_enemy_combat_units_is_no_target(lines: tuple[str, ...]) -> None:
    state = table(GUN, "A1 infantry 3-3 0101", *lines)
    assert law(state, at("0403")) == "N9.8"
    assert ASKED.options(state) == [None]


@pytest.mark.rule("N9.2")
def test_a_chateau_cannot_be_bombarded() -> None:
    state = table("F1 battery 30-3 0405", A1, rows=ground("c"))
    assert law(state, at("0403")) == "N9.2"
    assert ASKED.options(state) == [None]


@pytest.mark.rule("N9.5")
def test_a_hex_is_bombarded_once_in_an_activation() -> None:
    state = table(GUN, "F2 battery 3-3 0404", A1)
    played = play(state, bombardment_segment, [1], {ChooseBombardment: [at("0403")]})
    assert law(played.state, at("0403", "F2")) == "N9.5"
    assert ASKED.options(played.state) == [None]


@pytest.mark.rule("N5.33", "N9.8")
def test_the_tail_of_a_column_is_a_target_too() -> None:
    state = table(GUN, "A1 infantry 9-3 0402 column tail:0403")
    report = bombardment_fire(state, at("0403"))
    assert law(state, at("0403")) is None
    assert report.modifiers == (("target in road column", 1, "N9.6"),)


# -- weather and night


@pytest.mark.rule("N9.3", "N18")
@pytest.mark.parametrize("weather", ["fair", "cloudy", "frost"])
def test_weather_without_effect(weather: str) -> None:
    state = table("F1 battery 4-3 0405", A1, weather=weather)
    assert law(state, at("0403")) is None
    assert strength(state, at("0403")) == 4


@pytest.mark.rule("N9.3", "N18")
@pytest.mark.parametrize("weather", ["rain", "fog", "snow"])
def test_dim_weather_leaves_the_next_hex_at_minus_25(weather: str) -> None:
    assert law(table(GUN, A1, weather=weather), at("0403")) == "N9.3"
    near = table("F1 battery 4-3 0404", A1, weather=weather)
    assert law(near, at("0403")) is None
    report = bombardment_fire(near, at("0403"))
    assert report.lines[0].percents == ((weather, -25, "N9.3"),)
    assert report.strength == 3


@pytest.mark.rule("N9.3", "N18")
@pytest.mark.parametrize("weather", ["mud", "snowstorm"])
def test_foul_weather_bars_it(weather: str) -> None:
    state = table("F1 battery 4-3 0404", A1, weather=weather)
    assert law(state, at("0403")) == "N9.3"
    assert ASKED.options(state) == [None]
    assert not has_target(state, unit("F1"))


@pytest.mark.rule("N9.3", "N17.1")
@pytest.mark.parametrize("kind", [TurnKind.NIGHT_PM, TurnKind.NIGHT_AM])
def test_nobody_bombards_at_night(kind: TurnKind) -> None:
    state = table("F1 battery 4-3 0404", A1, kind=kind)
    assert law(state, at("0403")) == "N17.1"
    assert ASKED.options(state) == [None]


# -- strength


@pytest.mark.rule("N9.2", "N9.4")
@pytest.mark.parametrize(
    ("letter", "start", "marks", "weather", "expected", "percents"),
    [
        (".", "0405", "", "fair", 16, ()),
        (".", "0406", "", "fair", 8, (("3 hexes away", -50),)),
        ("t", "0405", "", "fair", 4, (("town", -75),)),
        ("w", "0405", "", "fair", 8, (("woods", -50),)),
        ("m", "0405", "", "fair", 8, (("marsh", -50),)),
        (".", "0405", "disrupted", "fair", 8, (("Disrupted", -50),)),
        ("t", "0404", "", "rain", 0, (("town", -75), ("rain", -25))),
        ("t", "0406", "", "fair", 0, (("3 hexes away", -50), ("town", -75))),
        ("w", "0406", "", "fair", 0, (("3 hexes away", -50), ("woods", -50))),
        ("w", "0404", "", "fog", 4, (("woods", -50), ("fog", -25))),
        ("m", "0404", "disrupted", "fair", 0, (("marsh", -50), ("Disrupted", -50))),
        (".", "0406", "disrupted", "fair", 0, (("3 hexes away", -50), ("Disrupted", -50))),
        (".", "0404", "disrupted", "snow", 4, (("snow", -25), ("Disrupted", -50))),
    ],
)
def test_the_percentages_add_up(
    letter: str,
    start: str,
    marks: str,
    weather: str,
    expected: int,
    percents: tuple[tuple[str, int], ...],
) -> None:
    state = table(f"F1 battery 16-3 {start} {marks}", A1, rows=ground(letter), weather=weather)
    report = bombardment_fire(state, at("0403"))
    assert report.strength == expected
    assert tuple((reason, percent) for reason, percent, _ in report.lines[0].percents) == percents
    assert law(state, at("0403")) == (None if expected else "N9.8")


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(
    "more",
    [
        {"streams": ["0403-0404"]},
        {"bridges": ["0403-0404"]},
        {"crests": ["0403-0404"]},
        {"positions": ["0403"]},
    ],
)
def test_hexsides_and_positions_take_nothing_away(more: dict[str, Any]) -> None:
    state = table("F1 battery 4-3 0404", A1, **more)
    assert strength(state, at("0403")) == 4


@pytest.mark.rule("N7.4")
def test_the_old_guard_has_its_bonus_in_assault_only() -> None:
    assert strength(table(f"{GUN} old_guard", A1), at("0403")) == 4


@pytest.mark.rule("N9.8", "N8.4")
def test_the_sum_is_rounded_once_half_up() -> None:
    # 3 x 50 % and 2 x 50 % are 2.5
    state = table("F1 battery 3-3 0406", "F2 battery 2-3 0406", A1)
    assert strength(state, at("0403", "F1 F2")) == 3
    assert strength(state, at("0403", "F2")) == 1


@pytest.mark.rule("N9.8")
def test_fire_that_comes_to_nothing_is_no_bombardment() -> None:
    state = table("F1 battery 1-3 0405", A1, rows=ground("t"))
    assert strength(state, at("0403")) == 0
    assert law(state, at("0403")) == "N9.8"
    assert ASKED.options(state) == [None]
    assert not has_target(state, unit("F1"))


# -- together and apart


@pytest.mark.rule("N9.5")
def test_guns_on_one_hex_add_up() -> None:
    state = table(GUN, "F2 battery 3-3 0404", "F3 horse 2-3 0405", A1)
    assert strength(state, at("0403", "F1 F2 F3")) == 9
    assert ASKED.options(state) == [
        at("0403", "F1 F2 F3"),
        at("0403", "F2"),
        at("0403", "F1 F3"),
        None,
    ]


@pytest.mark.rule("N9.1", "N9.5")
def test_any_of_them_may_fire_and_the_others_elsewhere() -> None:
    state = table(GUN, "F2 battery 3-3 0405", A1, "A2 infantry 3-3 0503")
    assert law(state, at("0403", "F2")) is None
    first = segment(state, at("0403", "F2"), dice=(1,))
    second = segment(first.state, at("0503"), dice=(1,))
    assert second.state.activation is not None
    assert second.state.activation.bombarded == ("0403", "0503")


@pytest.mark.rule("N9.1")
@pytest.mark.parametrize("guns", ["", "F1 F1"])
def test_each_gun_is_named_once(guns: str) -> None:
    assert law(table(GUN, A1), at("0403", guns)) == "N9.1"


@pytest.mark.rule("N9.5", "N4.33")
def test_only_guns_of_the_formation_that_acts_bombard() -> None:
    lines = (GUN, "F2 battery 3-3 0405 of:FII", A1)
    assert law(table(*lines), at("0403", "F1 F2")) == "N9.5"
    assert ASKED.options(table(*lines)) == [at("0403"), None]


@pytest.mark.rule("N4.32")
def test_in_a_coordinated_action_formations_bombard_together() -> None:
    state = table(GUN, "F2 battery 3-3 0405 of:FII", A1, also="FII")
    assert law(state, at("0403", "F1 F2")) is None
    assert strength(state, at("0403", "F1 F2")) == 7
    played = play(state, bombardment_segment, [1], {ChooseBombardment: [at("0403", "F1 F2")]})
    assert played.state.assaults.struck == {"FI": ((1, "0403"),), "FII": ((1, "0403"),)}


@pytest.mark.rule("N12.28")
def test_a_supporting_formation_bombards_on_its_own_chit() -> None:
    state = table(GUN, "F2 battery 3-3 0405 of:FII", A1, orders="FI: attack 0403; FII: support FI")
    assert law(state, at("0403", "F1 F2")) == "N9.5"


# -- the segment


def segment(
    state: GameState, *answers: Bombardment | None, dice: tuple[int, ...] = ()
) -> Played[None]:
    return play(state, bombardment_segment, dice, {ChooseBombardment: list(answers)})


@pytest.mark.rule("N4.5")
def test_the_segment_passes_unasked_where_no_gun_has_a_target() -> None:
    played = play(table("F1 infantry 4-3 0404", A1), bombardment_segment)
    assert played.events == [SegmentEnded(Segment.BOMBARDMENT, Segment.CHARGE)]
    assert played.asked == []


@pytest.mark.rule("N4.5", "N4.52")
def test_the_active_side_ends_the_segment_when_it_likes() -> None:
    played = segment(table(GUN, A1), None)
    assert played.events == [SegmentEnded(Segment.BOMBARDMENT, Segment.CHARGE)]
    assert played.questions(ChooseBombardment) == [ASKED]


@pytest.mark.rule("N9.1", "N4.52")
def test_one_bombardment_at_a_time() -> None:
    played = segment(table(GUN, A1), at("0403"), dice=(1,))
    assert played.story == ["BombardmentDeclared", "BombardmentResolved"]
    assert played.events == [
        BombardmentDeclared(units("F1"), Hex("0403")),
        BombardmentResolved(FRENCH, units("F1"), Hex("0403"), 4, 2, 1, 0, "-"),
    ]
    assert [question.about() for question, _ in played.asked if question.side == "chance"] == [
        "die for bombardment of 0403"
    ]


@pytest.mark.rule("N12.33")
def test_a_battery_with_a_target_is_told_from_one_without() -> None:
    state = table(GUN, "F2 battery 3-3 0707", "F3 infantry 3-3 0404", A1)
    assert [has_target(state, u) for u in units("F1 F2 F3")] == [True, False, False]


@pytest.mark.rule("N12.33")
@pytest.mark.parametrize(
    ("enemy", "order", "rule"),
    [
        ("A1 infantry 5-3 0402", "attack 0101", None),
        ("A1 infantry 5-3 0401", "attack 0101", "N12.22"),  # four hexes away
        ("A1 infantry 5-3 0402", "march 0101", "N12.21"),  # it may not bombard
    ],
)
def test_a_battery_with_a_target_need_not_go_on(enemy: str, order: str, rule: str | None) -> None:
    state = position(OPEN, GUN, enemy, active="FI", segment=Segment.MOVEMENT, orders=f"FI: {order}")
    refusal = ChoosePath(FRENCH, units("F1")).refusal(state, Route())
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("N12.33")
def test_a_due_battery_has_no_target() -> None:
    assert not has_target(table("F1 battery 4-3 due", A1), unit("F1"))


@pytest.mark.rule("N9.1")
def test_the_law_reads_a_view_of_either_side() -> None:
    state = table(GUN, A1, orders="FI: attack 0403; AI: defend 0403")
    for side in (FRENCH, ALLIED):
        assert law(view(state, side), at("0403")) is None
        assert strength(view(state, side), at("0403")) == 4
