"""Reinforcements: arrivals that dice move, waiting, blocked entries, entry in column (T20)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.records import CardId
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.tlnb.events.cards import AlternateCalled
from hexwar.systems.tlnb.events.movement import ArrivalVaried
from hexwar.systems.tlnb.panels.strip import due_html
from hexwar.systems.tlnb.rules.arrivals.arrivals import (
    due_groups,
    entry_segment,
    free_entries,
    vary_arrivals,
)
from hexwar.systems.tlnb.rules.cards.naming import open_alternates
from hexwar.systems.tlnb.rules.movement.reach import ends
from hexwar.systems.tlnb.rules.turn.weather import weather_segment
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each, ints
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Played, play, position, units
from tests.systems.tlnb.hands import dealt, spare

VARIED = {"arrivals": "varied", "cards": "none"}
F1, F2, F3 = (UnitId(f"F{n}") for n in (1, 2, 3))


def group(who: str, turn: int, entry: str = "0401", shift: int = 0) -> Arrival:
    return Arrival(turn, Hex(entry), units(who), shift=shift)


def varying(*groups: Arrival, turn: int = 1, **more: Any) -> TlnbState:
    """Four corps of one unit each, and an enemy, are due; the option is on."""
    lines = [f"F{n} infantry 5-3 due of:F{'I' * n}" for n in range(1, 5)]
    words: dict[str, Any] = {"flags": VARIED, "step": Step.WEATHER, "length": 10} | more
    state = position(OPEN, *lines, "A1 infantry 4-3 due", arrivals=groups, **words)
    state.turn = turn
    return state


def varied(state: TlnbState, *dice: int) -> Played:
    return play(state, vary_arrivals, dice)


@pytest.mark.rule("T20.4")
@each("die shift", *ints("1 -2, 2 -1, 3 0, 4 0, 5 1, 6 2"))
def test_the_die_says_when_a_group_comes(die: int, shift: int) -> None:
    played = varied(varying(group("F1", 6), turn=4), die)
    (event,) = played.of(ArrivalVaried)
    assert event == ArrivalVaried("F1", die, 0, shift, 6 + shift, Hex("0401"))
    (now,) = played.state.schedule.arrivals
    assert (now.turn, now.shift, now.rolled) == (6 + shift, shift, True)
    played.state.turn = 6 + shift
    assert due_groups(played.state, FRENCH) == (now,)
    played.state.turn -= 1
    assert due_groups(played.state, FRENCH) == ()


@pytest.mark.rule("T20.4")
@each("before modifier", ((1,), -1), ((-2,), 1), ((1, -1), 0), ((1, 1, -1), -1), ((-1, -1, 2), 1))
def test_the_die_is_pulled_against_what_came_often(before: tuple[int, ...], modifier: int) -> None:
    groups = [group(f"F{n}", 3 + s, f"0{n}01", s) for n, s in enumerate(before, 2)]
    groups.append(group("A1", 3, "0701", 1))  # the enemy's do not count
    (event,) = varied(varying(group("F1", 6), *groups, turn=4), 4).of(ArrivalVaried)
    assert event.modifier == modifier
    assert event.shift == {-1: 0, 0: 0, 1: 1}[modifier]


@pytest.mark.rule("T20.4")
@each(
    "first entry die turn",
    (5, "0401", 1, 5),  # due earlier at the same hex: not before it
    (5, "0101", 1, 4),  # at another hex
    (6, "0401", 1, 4),  # due together
    (7, "0401", 1, 4),  # due later
)
def test_a_group_passes_none_due_earlier_at_its_hex(
    first: int, entry: str, die: int, turn: int
) -> None:
    other = replace(group("F2", first, entry), rolled=True)
    state = varying(group("F1", 6), other, turn=4)
    assert varied(state, die).state.schedule.arrivals[0].turn == turn


@pytest.mark.rule("T20.7", "T25.1")
def test_the_die_falls_in_the_first_players_weather_segment_two_turns_ahead() -> None:
    groups = group("F1", 3), group("A1", 3, "0701"), group("F2", 4, "0101")
    both = play(varying(*groups), weather_segment, [5, 2])
    assert [(e.force, e.shift) for e in both.of(ArrivalVaried)] == [("F1", 1), ("A1", -1)]
    assert varied(both.state).of(ArrivalVaried) == []  # once thrown is not thrown again
    assert play(varying(*groups, side=ALLIED), weather_segment).of(ArrivalVaried) == []
    fixed = varying(*groups, flags={"arrivals": "fixed", "cards": "none"})
    assert play(fixed, weather_segment).of(ArrivalVaried) == []


@pytest.mark.rule("T20.7")
def test_groups_of_the_turns_that_the_battle_names_come_as_listed() -> None:
    state = varying(group("F1", 3), group("F2", 3, "0101", shift=1))
    state.battle = replace(state.battle, not_varied_turns=(3,))
    assert [e.force for e in varied(state, 6).of(ArrivalVaried)] == ["F2"]  # listed for turn 2


@pytest.mark.rule("T20.7")
def test_with_cards_arrivals_are_varied_only_where_the_battle_says_so() -> None:
    lines = "F1 infantry 5-3 due", "A1 infantry 4-3 0707"
    words: dict[str, Any] = {"arrivals": (group("F1", 4),), "flags": {"arrivals": "varied"}}
    state = dealt(*lines, decks=("probe", "probe"), **words)
    assert varied(state).of(ArrivalVaried) == []
    state.battle = replace(state.battle, varies_with_cards=True)
    assert [e.shift for e in varied(state, 6).of(ArrivalVaried)] == [2]


@pytest.mark.rule("T20.4")
def test_a_die_moves_a_group_from_where_a_card_has_put_it() -> None:
    """It is told by how much it comes late in all."""
    (event,) = varied(varying(group("F1", 6, shift=2), turn=4), 6).of(ArrivalVaried)
    assert (event.modifier, event.due, event.shift) == (-1, 7, 3)


@pytest.mark.rule("T20.4", "T20.7")
def test_players_read_how_certain_an_arrival_is() -> None:
    state = varying(group("F1", 6), group("F2", 3, "0101"), group("A1", 12, "0701"), turn=2)
    state.schedule = replace(
        state.schedule,
        arrivals=(
            *state.schedule.arrivals[:2],
            replace(state.schedule.arrivals[2], shift=2, rolled=True),
        ),
    )
    page = due_html(state)
    when = state.battle.when(4)
    assert f"not certain: a die is thrown at {when}" in page  # for the group of turn 6
    assert page.count("not certain") == 1  # the die for turn 3 should have fallen
    assert "2 turns late" in page
    assert "After the last turn" in page  # the battle has ten turns
    state.battle = replace(state.battle, not_varied_turns=(6,))
    assert "not certain" not in due_html(state)


# -- entering


ROAD = ["0104 0204 0304"]


def entering(who: str, *lines: str, entry: str = "0104", **more: Any) -> TlnbState:
    words: dict[str, Any] = {"roads": ROAD, "step": Step.ENTRY} | more
    words.setdefault("arrivals", (Arrival(1, Hex(entry), units(who)),))
    return position(OPEN, *lines, **words)


def paid(state: TlnbState, who: str) -> list[int]:
    """The half MP that units have used; -1 for one who waits."""
    return [-1 if state.units[u].hex is None else state.units[u].spent for u in units(who)]


THREE = [f"F{n} infantry 3-3 due" for n in (1, 2, 3)]


@pytest.mark.rule("T20.3")
def test_a_force_may_be_kept_waiting() -> None:
    state = entering("F1", THREE[0])
    done = play(state, entry_segment, answers={"EnterForce": [False]}).state
    assert done.units[F1].box is Box.DUE
    done.turn, done.step = 2, Step.ENTRY
    assert play(done, entry_segment).state.units[F1].hex == "0104"


@pytest.mark.rule("T20.1", "T20.8")
@each("roads trails halves", (ROAD, [], [1, 2, 3]), ([], ROAD, [2, 4, 6]))
def test_each_who_follows_pays_more_by_road_or_trail(
    roads: list[str], trails: list[str], halves: list[int]
) -> None:
    state = entering("F1 F2 F3", *THREE, roads=roads, trails=trails)
    assert paid(play(state, entry_segment).state, "F1 F2 F3") == halves


@pytest.mark.rule("T20.8")
def test_two_forces_at_one_hex_are_one_column() -> None:
    groups = Arrival(1, Hex("0104"), units("F1")), Arrival(1, Hex("0104"), units("F2 F3"))
    state = entering("", *THREE, arrivals=groups)
    assert paid(play(state, entry_segment).state, "F1 F2 F3") == [1, 2, 3]


@pytest.mark.rule("T20.8")
def test_who_cannot_pay_waits_and_enters_first() -> None:
    """Whoever waits from a turn before goes ahead of a force that the list names before his."""
    groups = Arrival(2, Hex("0104"), units("F3")), Arrival(1, Hex("0104"), units("F1 F2"))
    trails: dict[str, Any] = {"roads": [], "trails": ROAD}
    state = entering("", *THREE, arrivals=groups, allowances=(1, 1), **trails)
    first = play(state, entry_segment).state
    assert paid(first, "F1 F2") == [2, -1]
    first.turn, first.step = 2, Step.ENTRY
    second = play(first, entry_segment).state
    assert paid(second, "F2 F3") == [2, -1]


@pytest.mark.rule("T20.6", "T20.8")
def test_leaders_come_with_the_first_unit_and_who_comes_is_in_command() -> None:
    state = entering("F1 F2", *THREE[:2], "FL leader due rating:3", command="")
    done = play(state, entry_segment).state
    assert done.leaders[LeaderId("FL")].hex == "0104"
    assert done.command.units == set(units("F1 F2"))
    alone = entering("F1 F2", *THREE[:2], "FL leader due rating:3", allowances=(0, 0))
    assert play(alone, entry_segment).state.leaders[LeaderId("FL")].box is Box.DUE


@pytest.mark.rule("T20.9")
@each("unit farthest", (F1, "0704"), (F3, "0604"))
def test_who_enters_moves_on_with_what_is_left(unit: UnitId, farthest: str) -> None:
    """4 MP: seven more half MP on a road for the first, five for the third."""
    road = ["0104 0204 0304 0404 0504 0604 0704"]
    state = entering("F1 F2 F3", *THREE, roads=road, allowances=(4, 6))
    done = play(state, entry_segment).state
    done.step = Step.MOVEMENT
    reached = ends(done, (unit,), column=True)
    assert max(hex_ for hex_ in reached if hex_[2:] == "04") == farthest


# -- blocked entries


@pytest.mark.rule("T20.2", "T20.9")
@each(
    "enemy where",
    ("A1 infantry 4-3 0104", ["0101", "0107", "0201", "0207"]),  # he stands there
    ("A1 infantry 4-3 0204", ["0101", "0107", "0201", "0207"]),  # or next to it
    ("A1 light 4-3 0107", ["0104"]),  # three hexes off he bars nothing
    ("AT train 0104", ["0101", "0107", "0201", "0207"]),
    ("AL leader 0105 rating:2", ["0104"]),  # who has no zone bars nothing but his hex
)
def test_an_entry_is_blocked_by_the_enemy_and_his_zone(enemy: str, where: list[str]) -> None:
    roads = [*ROAD, "0101 0201", "0107 0207"]
    state = entering("F1", THREE[0], enemy, roads=roads)
    played = play(state, entry_segment)
    asked = played.questions("ChooseEntryHex")
    assert bool(asked) == (where != ["0104"])
    for question in asked:
        assert question.options(state) == [*where, None]
    assert played.state.units[F1].hex == where[0]


@pytest.mark.rule("T20.2")
def test_only_road_and_trail_hexes_of_the_edge_within_five_serve_a_blocked_force() -> None:
    rows = "\n".join([".  " * 12] * 7)
    roads = ["0104 0204", "0701 0702", "0301 0402", "1001 1002", "0202 0203"]
    blocked = position(
        rows,
        THREE[0],
        "A1 infantry 4-3 0105",
        roads=roads,
        step=Step.ENTRY,
        arrivals=(Arrival(1, Hex("0104"), units("F1")),),
    )
    (due,) = blocked.schedule.arrivals
    assert free_entries(blocked, due) == ("0301",)  # 0701 is six hexes off, 0202 inside
    alone = entering("F1", THREE[0], "A1 infantry 4-3 0105")
    assert play(alone, entry_segment).state.units[F1].box is Box.DUE


# -- alternates


@pytest.mark.rule("T20.10")
def test_alternates_are_called_in_the_order_of_the_open_lists() -> None:
    lines = [f"F{n} infantry 4-3 reserve of:F{n}" for n in (1, 2, 3)]
    lists = (
        spare(FRENCH, 3, "0101", "F3"),
        spare(FRENCH, 1, "0101", "F1", first_turn=4),
        spare(FRENCH, 2, "0101", "F2", last_turn=5),
    )
    state = dealt(*lines, "A1 infantry 4-3 0707", alternates=lists)
    for turn, expected in ((2, "F2"), (4, "F1"), (6, "F1")):
        state.turn = turn
        assert [a.key for a in open_alternates(state, FRENCH)] == [expected]
    state.battle = replace(state.battle, has_cumulative_alternates=True)
    assert [a.key for a in open_alternates(state, FRENCH)] == ["F1", "F3"]


@pytest.mark.rule("T20.5", "T20.10")
def test_who_is_on_the_map_or_due_already_comes_but_once() -> None:
    lines = ["F1 infantry 4-3 0404", "F2 infantry 4-3 due", "F3 infantry 4-3 reserve"]
    groups = (Arrival(7, Hex("0701"), units("F2")),)
    called = spare(FRENCH, 1, "0101", "F1 F2 F3")
    gone = spare(FRENCH, 2, "0101", "F1")
    state = dealt(*lines, "A1 infantry 4-3 0707", alternates=(called, gone), arrivals=groups)

    async def flow(table: Any) -> None:
        table.emit(AlternateCalled("F1", CardId("alternate-reinforcements"), 2, 3, 4))

    after = play(state, flow).state
    (group_,) = after.schedule.arrivals
    assert (group_.turn, group_.entry, group_.units) == (4, "0101", units("F2 F3"))
    assert after.units[F1].hex == "0404"
    assert open_alternates(after, FRENCH) == []
