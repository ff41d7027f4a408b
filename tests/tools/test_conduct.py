"""What a side did: each habit on a small table, where it can be counted by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

from hexwar.app.games import new_match
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import AssaultDeclared, BombardmentDeclared, ChargeDeclared
from hexwar.systems.nlc.events.orders import ComplianceRolled
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.losses.demoralization import lost_by
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.positions import ALLIED, FRENCH, position, units
from tests.systems.nlc.staffs import move, staff
from tests.tools.bouts import bout
from tools.trials.arena.habits import apart, conduct_of, habit_table
from tools.trials.conduct import HABITS, Conduct, conduct
from tools.trials.conduct_nlc import NlcClerk

PLAIN = "\n".join([". . . . . . . . . . . . . . . ."] * 4)


def table(*pieces: str) -> GameState:
    """A plain of 16 columns."""
    return position(PLAIN, *pieces, active="FI")


def seen(state: GameState, *events: Event) -> NlcClerk:
    clerk = NlcClerk(state)
    for event in events:
        clerk.see(event)
    return clerk


def test_troops_far_from_any_enemy_are_idle() -> None:
    state = table(
        "A1 infantry 5-3 0101",
        "F1 infantry 6-3 0601",  # 5 hexes away
        "F2 infantry 4-3 0701",  # 6 hexes away
        "FT train 0801",
    )
    clerk = seen(state)
    clerk.end_turn()
    assert (clerk.found[FRENCH].sp_turns, clerk.found[FRENCH].idle) == (10, 4)
    assert (clerk.found[ALLIED].sp_turns, clerk.found[ALLIED].idle) == (5, 0)


def test_a_commander_and_a_train_are_alone_where_nobody_fights_beside_them() -> None:
    pieces = ("A1 infantry 5-3 0101", "F1 infantry 6-3 0801", "FT train 0802")
    near, guarded, far = (
        table(*pieces, f"FOC overall {hex_} of:FHQ", "F2 infantry 4-3 1401")
        for hex_ in ("0701", "0801", "1601")
    )
    for state, alone in ((near, 1), (guarded, 0), (far, 0)):
        clerk = seen(state)
        clerk.end_turn()
        found = clerk.found[FRENCH]
        assert (found.oc_turns, found.oc_alone) == (1, alone)
        assert (found.train_turns, found.trains_alone) == (1, 1)


def test_assaults_are_counted_with_who_made_them_and_what_they_answer() -> None:
    state = table(
        "F1 infantry 6-3 0201",
        "F2 light 2-3 0201",
        "F3 battery 2-3 0301",
        "A1 light 3-3 0202",
        "A2 infantry 3-3 0302",
    )
    horse, both = units("A1"), units("F1 F2")
    clerk = seen(
        state,
        AssaultDeclared(units("F2"), Hex("0302")),
        ChargeDeclared(horse, Hex("0201"), (Hex("0202"), Hex("0201"))),
        AssaultDeclared(both, Hex("0202")),  # at those who have just charged
        AssaultDeclared(horse, Hex("0301")),  # the guns have done nothing
    )
    french, allied = clerk.found[FRENCH], clerk.found[ALLIED]
    assert (french.assaults, french.assaulting, french.no_infantry, french.returned) == (2, 3, 1, 1)
    assert (allied.assaults, allied.assaulting, allied.no_infantry) == (1, 1, 1)
    assert (french.charges, allied.charges, allied.returned) == (0, 1, 0)


def test_guns_near_the_enemy_are_used_or_not() -> None:
    state = table(
        "F1 battery 2-3 0201",
        "F2 battery 2-3 0401",
        "F3 battery 2-3 0501",
        "F4 battery 2-3 0901",  # out of range
        "A1 infantry 3-3 0202",
    )
    clerk = seen(
        state,
        BombardmentDeclared(units("F2"), Hex("0202")),
        AssaultDeclared(units("F1"), Hex("0202")),
    )
    clerk.end_turn()
    assert (clerk.found[FRENCH].gun_turns, clerk.found[FRENCH].guns_used) == (3, 2)
    clerk.end_turn()  # what was used is counted by the turn
    assert (clerk.found[FRENCH].gun_turns, clerk.found[FRENCH].guns_used) == (6, 2)


def test_guns_near_the_enemy_have_foot_or_horse_with_them_or_not() -> None:
    state = table(
        "F1 battery 2-3 0201",
        "F2 infantry 2-3 0301",
        "F3 battery 2-3 0501",  # two hexes from the foot
        "F4 battery 2-3 0501",
        "F5 battery 2-3 0901",  # out of reach
        "A1 infantry 3-3 0202",
        "A2 battery 3-3 0202",
    )
    clerk = seen(state)
    clerk.end_turn()
    assert (clerk.found[FRENCH].near_guns, clerk.found[FRENCH].bare_guns) == (3, 2)
    assert (clerk.found[ALLIED].near_guns, clerk.found[ALLIED].bare_guns) == (1, 0)


def test_wing_commanders_are_with_their_wing_or_not() -> None:
    for place, alone in (("0602", 0), ("0802", 1)):
        state = staff(f"FWL wing {place} of:FW rating:2", orders="FI: defend 0302", wings="FII")
        clerk = seen(move(state, "F2", "0402"))
        clerk.end_turn()
        assert (clerk.found[FRENCH].wing_turns, clerk.found[FRENCH].wings_alone) == (1, alone)
        assert clerk.found[ALLIED].wing_turns == 0


def test_who_comes_back_to_where_it_was_two_turns_before_has_marched_for_nothing() -> None:
    state = table("F1 infantry 6-3 0201", "F2 infantry 6-3 0301", "A1 infantry 3-3 1001")
    clerk = seen(state)
    for places in (("0201", "0301"), ("0202", "0302"), ("0201", "0303"), ("0201", "0303")):
        for unit, place in zip(units("F1 F2"), places, strict=True):
            state.put_unit(state.units[unit].driven_to(Hex(place)))
        clerk.end_turn()
    assert (clerk.found[FRENCH].moves, clerk.found[FRENCH].back) == (4, 1)


def test_a_corps_is_strewn_by_the_distance_from_its_middle() -> None:
    state = table(
        "F1 infantry 6-3 0201",
        "F2 infantry 4-3 0401",
        "F3 infantry 2-3 0101",
        "A1 infantry 3-3 1001",  # a corps of one has no middle
    )
    clerk = seen(state)
    clerk.end_turn()
    found = clerk.found[FRENCH]
    assert (found.corps_sp, found.strewn) == (12, 4 * 2 + 2 * 1)  # from F1's hex
    assert clerk.found[ALLIED].corps_sp == 0


def test_what_leaders_made_of_their_orders_is_counted_by_side() -> None:
    state = table("F1 infantry 6-3 0201", "A1 infantry 3-3 1001")
    rolls = [ComplianceRolled(FRENCH, LineId("FI"), 2, die, word) for die, word in ((1, "C"),) * 2]
    clerk = seen(state, *rolls, ComplianceRolled(ALLIED, LineId("AI"), 2, 6, "X"))
    assert clerk.found[FRENCH].obedience == Counter(C=2)
    assert clerk.found[ALLIED].obedience == Counter(X=1)


def test_a_game_is_counted_by_its_events_alone() -> None:
    match = new_match("first-steps", {FRENCH: "random", ALLIED: "random"}, "3")
    match.play()
    session, found = match.session, conduct(match.session)
    state = session.state
    both: Conduct = Conduct()
    for side in (FRENCH, ALLIED):
        both.add(found[side])
    names = Counter(type(event).__name__ for event in session.events)
    assert both.games == 2
    assert both.assaults == names["AssaultDeclared"]
    assert both.charges == names["ChargeDeclared"]
    assert both.orders == names["OrderDispatched"]
    assert both.decisions == names["LocalDecisionRolled"]
    assert both.demoralizations == names["FormationDemoralized"]
    assert both.lost == sum(lost_by(state, unit) for unit in state.battle.units)
    assert found[FRENCH].sp_turns <= state.turn * sum(
        card.sp for card in state.battle.units.values() if card.side == FRENCH
    )


def test_a_habit_is_one_count_to_another() -> None:
    found = Conduct(games=4, assaults=5, assaulting=12, sp_turns=200, idle=61)
    figures = {habit.name: habit.told(found) for habit in HABITS}
    assert figures["assaults a game"] == "1.2"
    assert figures["units an assault"] == "2.4"
    assert figures["idle: SP-turns more than 5 hexes from any enemy"] == "30 %"
    assert figures["trains alone within 7 hexes of an enemy"] == "-"
    names = {one.name for one in fields(Conduct)}
    assert {habit.what for habit in HABITS} | {habit.of for habit in HABITS} <= names


def test_a_player_is_judged_by_all_the_sides_that_he_had() -> None:
    games: list[Any] = [
        bout(FRENCH, (9, 5), demoralized=(1, 2)),  # greedy has both
        bout(FRENCH, (9, 5), demoralized=(4, 8), players=("random", "greedy")),
    ]
    greedy, random = conduct_of(games, "greedy"), conduct_of(games, "random")
    assert (greedy.games, greedy.broken) == (3, 11)
    assert (random.games, random.broken) == (1, 4)
    assert {seat: found.broken for seat, found in apart(games, "greedy").items()} == {
        "greedy, brienne, allied": 10,
        "greedy, brienne, french": 1,
    }
    rows = habit_table({"greedy": greedy, "random": random}).splitlines()
    assert rows[0] == "| habit | greedy | random |"
    assert rows[2] == "| games | 3 | 1 |"
    assert len(rows) == 3 + len(HABITS)
