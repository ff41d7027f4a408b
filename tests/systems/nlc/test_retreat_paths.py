"""Where a retreat may go (N11.1-N11.15, N11.4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseRetreatPath,
    Withdrawal,
    losses_on,
    retreat_length,
    retreat_paths,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units

F1 = "F1 infantry 5-3 0404"
A1 = "A1 infantry 5-3 0403"


def away(state: GameState, length: int = 2, threats: str = "0404", who: str = "A1") -> Withdrawal:
    side = FRENCH if who[0] == "F" else ALLIED
    return Withdrawal(Side(side), units(who), length, hexes(threats))


def ends(state: GameState, group: Withdrawal) -> set[str]:
    return {path[-1] for path in retreat_paths(state, group)}


# -- how far


@pytest.mark.rule("N11.1", "N11.12")
@pytest.mark.parametrize(
    ("lines", "length"),
    [
        (["A1 infantry 5-3 0403"], 2),
        (["A1 battery 5-3 0403"], 2),
        (["A1 light 5-3 0403"], 3),
        (["A1 horse 5-3 0403"], 3),
        (["A1 heavy 5-3 0403", "A2 horse 3-3 0403"], 3),
        (["A1 heavy 5-3 0403", "A2 battery 3-3 0403"], 2),
        (["A1 horse 5-3 0403", "A2 infantry 3-3 0403"], 2),
    ],
)
def test_foot_retreats_two_hexes_and_horse_three(lines: list[str], length: int) -> None:
    state = position(OPEN, *lines)
    names = units(" ".join(line.split(maxsplit=1)[0] for line in lines))
    assert retreat_length(state, names, attacking=False, rout=False) == length
    assert retreat_length(state, names, attacking=False, rout=True) == length + 1
    assert retreat_length(state, names, attacking=True, rout=False) == 1
    assert retreat_length(state, names, attacking=True, rout=True) == 2


# -- which hexes


@pytest.mark.rule("N11.13")
def test_each_step_leads_away_from_the_attackers() -> None:
    state = position(OPEN, F1, A1)
    paths = retreat_paths(state, away(state, 1))
    assert sorted(paths) == [hexes("0403 0303"), hexes("0403 0402"), hexes("0403 0503")]


@pytest.mark.rule("N11.13")
def test_every_path_of_two_hexes_ends_three_from_the_attacker() -> None:
    state = position(OPEN, F1, A1)
    distance = state.battle.battlefield.grid.distance
    paths = retreat_paths(state, away(state))
    assert len(paths) == 7
    assert all(distance(Hex("0404"), path[-1]) == 3 for path in paths)


@pytest.mark.rule("N11.13")
def test_a_flanked_stack_slips_sideways() -> None:
    state = position(OPEN, F1, "F2 infantry 5-3 0402", A1)
    assert ends(state, away(state, 1, "0402 0404")) == {"0303", "0304", "0503", "0504"}


@pytest.mark.rule("N11.13")
def test_only_threats_count_and_not_every_enemy() -> None:
    state = position(OPEN, F1, "F2 infantry 5-3 0402", A1)
    assert "0304" in ends(state, away(state, 1, "0402"))


@pytest.mark.rule("N11.13")
def test_no_hex_with_enemy_combat_units() -> None:
    state = position(OPEN, F1, A1, "F2 infantry 1-3 0303 disrupted")
    assert ends(state, away(state, 1)) == {"0402", "0503"}


@pytest.mark.rule("N11.13", "N6.10")
def test_a_hex_with_an_enemy_train_may_be_entered() -> None:
    state = position(OPEN, F1, A1, "FT train 0402", "F-Ney leader 0303")
    assert ends(state, away(state, 1)) == {"0303", "0402", "0503"}


@pytest.mark.rule("N11.13")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"rivers": ["0402-0403"]}, {"0303", "0503"}),
        ({"bridges": ["0402-0403"]}, {"0303", "0402", "0503"}),
        ({"streams": ["0402-0403"]}, {"0303", "0402", "0503"}),
    ],
)
def test_a_river_bars_the_way_and_a_stream_does_not(
    more: dict[str, Any], expected: set[str]
) -> None:
    state = position(OPEN, F1, A1, **more)
    assert ends(state, away(state, 1)) == expected


@pytest.mark.rule("N11.13")
def test_the_map_edge_ends_the_way() -> None:
    state = position(OPEN, "F1 infantry 5-3 0402", "A1 infantry 5-3 0401")
    assert ends(state, away(state, 1, "0402")) == {"0301", "0501"}


# -- classes


@pytest.mark.rule("N11.13")
def test_a_hex_in_an_enemy_zone_only_if_there_is_no_other() -> None:
    state = position(OPEN, F1, A1, "F2 infantry 5-3 0202")
    assert ends(state, away(state, 1)) == {"0402", "0503"}
    state = position(OPEN, F1, A1, "F2 infantry 5-3 0202", "F3 infantry 5-3 0401")
    assert ends(state, away(state, 1)) == {"0503"}
    everywhere = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0401", "F4 infantry 5-3 0603")
    state = position(OPEN, F1, A1, *everywhere)
    assert ends(state, away(state, 1)) == {"0303", "0402", "0503"}


@pytest.mark.rule("N11.13", "N6.3")
def test_a_disrupted_enemy_has_no_zone() -> None:
    state = position(OPEN, F1, A1, "F2 infantry 5-3 0202 disrupted")
    assert ends(state, away(state, 1)) == {"0303", "0402", "0503"}


@pytest.mark.rule("N6.9")
def test_an_undisrupted_friend_cancels_the_enemy_zone() -> None:
    enemies = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0603", "F4 infantry 5-3 0401")
    state = position(OPEN, F1, A1, *enemies, "A2 infantry 2-3 0402")
    assert ends(state, away(state, 1)) == {"0402"}
    state = position(OPEN, F1, A1, *enemies, "A2 infantry 2-3 0402 disrupted")
    assert ends(state, away(state, 1)) == {"0303", "0402", "0503"}
    # A train does not cancel it; nor can it make room, with enemies all round.
    state = position(OPEN, F1, A1, *enemies, "AT train 0402")
    assert ends(state, away(state, 1)) == {"0303", "0503"}


@pytest.mark.rule("N11.13")
def test_a_full_hex_only_if_there_is_no_free_one() -> None:
    full = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402")
    state = position(OPEN, F1, A1, *full)
    assert ends(state, away(state, 1)) == {"0303", "0503"}
    state = position(OPEN, F1, A1, *full, rivers=["0303-0403", "0403-0503"])
    assert ends(state, away(state, 1)) == {"0402"}


@pytest.mark.rule("N11.13")
def test_a_full_hex_goes_before_an_enemy_zone() -> None:
    lines = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402", "F2 infantry 5-3 0202")
    state = position(OPEN, F1, A1, *lines, rivers=["0403-0503"])
    assert ends(state, away(state, 1)) == {"0402"}


@pytest.mark.rule("N6.2")
def test_a_full_hex_may_be_passed_through() -> None:
    full = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402")
    state = position(OPEN, F1, A1, *full)
    assert hexes("0403 0402 0401") in retreat_paths(state, away(state))


@pytest.mark.rule("N11.41")
def test_a_full_hex_whose_friends_cannot_move_is_no_retreat() -> None:
    lines = ["A2 infantry 6-3 0402", "A3 infantry 6-3 0402"]
    around = ["0401-0402", "0302-0402", "0402-0502", "0303-0402", "0402-0503"]
    state = position(OPEN, F1, A1, *lines, rivers=around)
    assert ends(state, away(state, 1)) == {"0303", "0503"}
    shut = [*around, "0303-0403", "0403-0503"]
    state = position(OPEN, F1, A1, *lines, rivers=shut)
    # 0403 itself and 0404 are all that is left, and A1's own hex is free for A2
    assert ends(state, away(state, 1)) == set()


# -- dead ends


@pytest.mark.rule("N11.14")
def test_a_dead_end_stops_the_retreat() -> None:
    rivers = ["0402-0401", "0402-0302", "0402-0502", "0303-0403", "0403-0503"]
    state = position(OPEN, F1, A1, rivers=[*rivers, "0303-0402", "0402-0503"])
    group = away(state)
    assert retreat_paths(state, group) == [hexes("0403 0402")]
    assert losses_on(state, group, hexes("0403 0402")) == 1


@pytest.mark.rule("N11.14")
def test_no_first_hex_means_no_path() -> None:
    state = position(OPEN, F1, A1, rivers=["0303-0403", "0402-0403", "0403-0503"])
    assert retreat_paths(state, away(state)) == []


@pytest.mark.rule("N11.13")
def test_a_way_that_goes_on_is_offered_before_a_dead_end() -> None:
    rivers = ["0402-0401", "0402-0302", "0402-0502"]
    state = position(OPEN, F1, A1, "AT train 0401", rivers=rivers)
    group = away(state)
    found = retreat_paths(state, group)
    assert hexes("0403 0402") in found
    assert losses_on(state, group, found[0]) == 0


@pytest.mark.rule("N11.4")
def test_each_enemy_zone_on_the_way_costs_a_step() -> None:
    everywhere = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0401", "F4 infantry 5-3 0603")
    state = position(OPEN, F1, A1, *everywhere)
    group = away(state)
    assert losses_on(state, group, hexes("0403 0402 0302")) == 2
    assert losses_on(state, group, hexes("0403 0503 0502")) == 2
    free = position(OPEN, F1, A1)
    assert losses_on(free, group, hexes("0403 0402 0401")) == 0


@pytest.mark.rule("N11.4")
def test_the_hex_that_is_left_costs_nothing() -> None:
    state = position(OPEN, F1, A1)
    assert losses_on(state, away(state, 1), hexes("0403 0402")) == 0


# -- the default


@pytest.mark.rule("N11.13")
def test_the_default_leads_to_the_own_train() -> None:
    state = position(OPEN, F1, A1, "AT train 0201")
    assert retreat_paths(state, away(state))[0][-1] == "0202"
    state = position(OPEN, F1, A1, "AT train 0702")
    assert retreat_paths(state, away(state))[0][-1] == "0602"


@pytest.mark.rule("N11.13")
def test_roads_shorten_the_way_to_the_train() -> None:
    plain = position(OPEN, F1, A1, "AT train 0702")
    assert retreat_paths(plain, away(plain))[0][-1] == "0602"
    paved = position(OPEN, F1, A1, "AT train 0702", roads=["0502 0601 0702"])
    assert retreat_paths(paved, away(paved))[0][-1] == "0502"
    # three hexes of road are longer than one across the fields
    roundabout = position(OPEN, F1, A1, "AT train 0702", roads=["0502 0501 0601 0702"])
    assert retreat_paths(roundabout, away(roundabout))[0][-1] == "0602"


@pytest.mark.rule("N11.13")
def test_the_way_home_may_lead_through_the_corner_of_the_map() -> None:
    lines = ("F1 infantry 5-3 0303", "A1 infantry 5-3 0302", "AT train 0102")
    rivers = ["0102-0201", "0102-0202", "0201-0202"]
    state = position(OPEN, *lines, rivers=rivers, roads=["0301 0302 0202 0103 0102"])
    assert retreat_paths(state, away(state, 1, "0303"))[0][-1] == "0201"


@pytest.mark.rule("N11.13")
def test_a_river_lengthens_the_way_to_the_train() -> None:
    state = position(OPEN, F1, A1, "AT train 0702", rivers=["0602-0702", "0602-0601", "0602-0703"])
    # from 0602 it is now 0603 and 0703 before 0702; from 0502 it is 0601 and 0702
    assert retreat_paths(state, away(state))[0][-1] == "0502"


@pytest.mark.rule("N11.13")
def test_a_train_of_another_formation_does_not_count() -> None:
    state = position(OPEN, F1, A1, "AT train 0201 of:AII", "AU train 0702")
    assert retreat_paths(state, away(state))[0][-1] == "0602"


@pytest.mark.rule("N11.13")
def test_without_a_train_the_default_leads_to_a_supply_source() -> None:
    sources = {Hex("0101"): ALLIED, Hex("0701"): FRENCH}
    state = position(OPEN, F1, A1, supply_sources=sources)
    assert retreat_paths(state, away(state))[0][-1] == "0202"


@pytest.mark.rule("N11.13")
def test_the_nearest_of_several_supply_sources_counts() -> None:
    sources = {Hex("0101"): ALLIED, Hex("0707"): ALLIED}
    state = position(OPEN, F1, A1, supply_sources=sources)
    assert retreat_paths(state, away(state))[0][-1] == "0202"


@pytest.mark.rule("N11.4", "N11.13")
def test_the_default_costs_the_fewest_steps() -> None:
    # The train draws west, where every second hex lies in the zone of F2.
    state = position(OPEN, F1, A1, "AT train 0101", "F2 infantry 5-3 0201")
    group = away(state)
    found = retreat_paths(state, group)
    assert {path[-1]: losses_on(state, group, path) for path in found} == {
        "0401": 0,
        "0502": 0,
        "0602": 0,
        "0202": 1,
        "0302": 1,
    }
    assert found[0][-1] == "0401"


# -- the law


def ask(state: GameState, length: int = 2) -> ChooseRetreatPath:
    group = away(state, length)
    return ChooseRetreatPath(ALLIED, group.units, group.hexes, group.threats)


@pytest.mark.rule("N11.13")
@pytest.mark.parametrize(
    ("path", "rule", "word"),
    [
        ("", "N11.1", "begins"),
        ("0402 0401", "N11.1", "begins"),
        ("0403 0402", "N11.1", "goes on"),
        ("0403 0402 0401 0301", "N11.1", "only 2"),
        ("0403 0401 0301", "N11.13", "no way"),
        ("0403 0404 0405", "N11.13", "Enemy combat units"),
        ("0403 0304 0204", "N11.13", "not farther"),
        ("0403 0303 0302", "N11.13", "outside enemy zones is open"),
    ],
)
def test_what_is_refused_and_why(path: str, rule: str, word: str) -> None:
    state = position(OPEN, F1, A1, "F2 infantry 5-3 0202")
    refusal = ask(state).refusal(state, hexes(path))
    assert refusal is not None
    assert refusal.rule == rule
    assert word in refusal.sentence


@pytest.mark.rule("N11.14")
def test_where_there_is_no_way_every_path_is_refused() -> None:
    state = position(OPEN, F1, A1, rivers=["0303-0403", "0402-0403", "0403-0503"])
    refusal = ask(state).refusal(state, hexes("0403 0402 0401"))
    assert refusal is not None
    assert refusal.sentence == "There is no way for a retreat from 0403 to 0402."


@pytest.mark.rule("N11.13", "N11.41")
def test_refusals_speak_of_room() -> None:
    full = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402")
    state = position(OPEN, F1, A1, *full)
    refusal = ask(state, 1).refusal(state, hexes("0403 0402"))
    assert refusal is not None
    assert (refusal.rule, "with room" in refusal.sentence) == ("N11.13", True)
    around = ["0401-0402", "0302-0402", "0402-0502", "0303-0402", "0402-0503"]
    state = position(OPEN, F1, A1, *full, rivers=around)
    refusal = ask(state, 1).refusal(state, hexes("0403 0402"))
    assert refusal is not None
    assert refusal.rule == "N11.41"


@pytest.mark.rule("N11.13")
def test_paths_beyond_the_listed_ones_are_legal_too() -> None:
    rows = "\n".join([".  .  .  .  .  .  .  .  .  .  ."] * 11)
    lines = ("F1 infantry 5-3 0607", "F2 infantry 5-3 0605", "A1 light 5-3 0606")
    state = position(rows, *lines)
    group = Withdrawal(ALLIED, units("A1"), 4, hexes("0605 0607"))
    every = retreat_paths(state, group)
    decision = ChooseRetreatPath(ALLIED, group.units, 4, group.threats)
    assert (len(every), len(decision.options(state))) == (84, 60)
    assert all(decision.refusal(state, path) is None for path in every)


@pytest.mark.rule("N11.13")
@given(
    places=st.lists(
        st.sampled_from([f"0{c}0{r}" for c in range(1, 8) for r in range(1, 8)]),
        min_size=3,
        max_size=9,
        unique=True,
    ),
    length=st.integers(1, 4),
)
def test_every_offered_path_is_legal_and_leads_away(places: list[str], length: int) -> None:
    mine, *others = [p for p in places if p not in ("0403", "0404")] or ["0707"]
    lines = [f"F{n} infantry 4-3 {hex_}" for n, hex_ in enumerate(others, start=2)]
    state = position(OPEN, F1, A1, f"A2 infantry 8-3 {mine}", *lines)
    group = away(state, length)
    decision = ask(state, length)
    distance = state.battle.battlefield.grid.distance
    for path in decision.options(state):
        assert decision.refusal(state, path) is None
        far = [distance(Hex("0404"), hex_) for hex_ in path]
        assert far == sorted(set(far))
        assert len(set(path)) == len(path) <= group.hexes + 1
        assert not any(state.combat_units_in(hex_, FRENCH) for hex_ in path)
