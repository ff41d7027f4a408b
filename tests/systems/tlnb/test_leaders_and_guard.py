"""The fate and the place of leaders (T5.11 to T5.20), and La Garde (T11.3)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.cards.effects import capacity
from hexwar.systems.tlnb.rules.combat.combat import attack
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.combat.results import pay
from hexwar.systems.tlnb.rules.combat.retreat import Blame, retreat
from hexwar.systems.tlnb.rules.command.command import (
    NameOfficers,
    Naming,
    commanders_of,
    initiative,
    is_in_command,
    led_by,
    next_commander,
    officers_in_reach,
    unchecked_stacks,
)
from hexwar.systems.tlnb.rules.command.leaders import (
    LeadersStay,
    is_napoleon,
    leaders_fate,
    leaders_segment,
    officer_rating,
)
from hexwar.systems.tlnb.rules.losses.losses import eliminate
from hexwar.systems.tlnb.rules.losses.recovery import officers_of
from hexwar.systems.tlnb.state import Blow, Command, Losses, Step, TlnbState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Answers, play, position, units

LONG = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 4)
BASES = ("french:0101", "allied:0707")


# -- capture (T5.11, T5.20)


@pytest.mark.rule("T5.11", "T5.20")
@each("place gets_away", ("1102", True), ("1202", False))
def test_a_leader_without_friends_within_10_plain_hexes_is_captured(
    place: str, *, gets_away: bool
) -> None:
    state = position(LONG, "FL leader 0102", f"F1 infantry 4-3 {place}", roads=["0102 0202 0302"])

    async def flow(table: Table[TlnbState]) -> None:
        await leaders_fate(table, Hex("0102"), FRENCH)

    played = play(state, flow, [2])
    assert bool(played.of("LeaderDisplaced")) is gets_away
    assert bool(played.of("LeaderCaptured")) is not gets_away


@pytest.mark.rule("T5.11")
@each("name dice captured", ("Napoléon", [1, 2], True), ("Napoléon", [1, 3], False))
def test_napoleon_is_known_by_his_name_in_every_battle(
    name: str, dice: list[int], *, captured: bool
) -> None:
    state = position(LONG, f"FN overall 0102 of:FH name:{name}", "F1 infantry 4-3 0302")
    assert is_napoleon(state, LeaderId("FN"))

    async def flow(table: Table[TlnbState]) -> None:
        await leaders_fate(table, Hex("0102"), FRENCH)

    assert bool(play(state, flow, dice).of("LeaderCaptured")) is captured


@pytest.mark.rule("T5.20")
def test_a_leader_is_dealt_with_before_the_advance() -> None:
    state = position(
        OPEN,
        "F1 infantry 9-3 0303",
        "F2 infantry 9-3 0403",
        "A1 infantry 3-3 0304",
        "AL leader 0304",
        bases=BASES,
    )

    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F1 F2"), Hex("0304")))

    played = play(state, flow, [1, 1])  # 6:1: De; then the leader's die
    story = played.found.story
    assert story.index("LeaderCaptured") < story.index("AdvanceMade")


# -- successors (T5.12)


def captured(*lines: str) -> TlnbState:
    state = position(
        LONG,
        "FL leader due rating:4 of:FR",
        "F1 infantry 4-3 0502 of:FR",
        "A1 infantry 4-3 1604",
        *lines,
        step=Step.LEADERS,
        length=9,
    )
    leader = state.leaders[LeaderId("FL")]
    state.put_leader(replace(leader, hex=None, box=Box.CAPTURED))
    state.losses = Losses(captured={LeaderId("FL"): 1})
    return state


@pytest.mark.rule("T5.12")
def test_a_captured_officer_is_replaced_with_initiative_1_lower_when_a_4_begins() -> None:
    played = play(captured(), leaders_segment, [], {"MoveLeader": [None]})
    assert played.state.leaders[LeaderId("FL")].hex == "0502"
    assert officer_rating(played.state, LeaderId("FL")) == 3
    enemy = captured()
    enemy.player = 1
    assert not play(enemy, leaders_segment, [], {"MoveLeader": [None]}).of("LeaderReplaced")


@pytest.mark.rule("T5.12")
def test_a_captured_commander_is_not_replaced_and_a_successor_does_not_command() -> None:
    state = captured("FM leader 0502 rating:3 of:FZ", "F2 infantry 4-3 0502 of:FZ")
    state.battle = replace(state.battle, commanders={LeaderId("FL"): 1})
    after = play(state, leaders_segment, [], {"MoveLeader": [None]}).state
    assert after.leaders[LeaderId("FL")].hex == "0502"
    assert list(commanders_of(after, FRENCH)) == []
    alone = captured()
    alone.battle = replace(alone.battle, commanders={LeaderId("FL"): 1}, officers={})
    assert not play(alone, leaders_segment, [], {"MoveLeader": [None]}).of("LeaderReplaced")


# -- who commands (T5.13 to T5.16)


def staff() -> TlnbState:
    state = position(
        LONG,
        "FC overall 0102 rating:2 of:FH",
        "FW wing 0202 rating:1 of:FW",
        "FL leader 0302 rating:3 of:F2",
        "F1 infantry 4-3 0302 of:F2",
        "FM leader 0402 rating:3 of:F3",
        "F2 infantry 4-3 0402 of:F3",
        "A1 infantry 4-3 1604",
        step=Step.COMMAND,
        command="",
        length=9,
    )
    state.command = Command()
    reach = {
        LeaderId("FC"): (FormationId("F2"), FormationId("F3")),
        LeaderId("FW"): (FormationId("F3"),),
    }
    state.battle = replace(state.battle, reach=reach)
    return state


@pytest.mark.rule("T5.13")
def test_a_commander_names_those_of_his_list_and_nobody_is_named_twice() -> None:
    state = staff()
    assert officers_in_reach(state, LeaderId("FW")) == ("FM",)
    state.command = Command(officers=frozenset({LeaderId("FM")}))
    asked = NameOfficers(FRENCH, LeaderId("FW"))
    assert asked.options(state) == [Naming()]
    refusal = asked.refusal(state, Naming((LeaderId("FM"),)))
    assert refusal is not None
    assert refusal.rule == "T5.5"


@pytest.mark.rule("T5.14")
def test_every_commander_on_the_map_and_awake_names_for_himself() -> None:
    state = staff()
    assert set(commanders_of(state, FRENCH)) == {"FC", "FW"}
    assert next_commander(state, FRENCH) == "FC"
    state.command = Command(asleep=frozenset({LeaderId("FC")}))
    assert set(commanders_of(state, FRENCH)) == {"FW"}
    state.put_leader(replace(state.leaders[LeaderId("FW")], hex=None, box=Box.CAPTURED))
    assert not list(commanders_of(state, FRENCH))


@pytest.mark.rule("T5.15")
def test_command_holds_for_the_player_turn_wherever_the_officer_goes() -> None:
    state = staff()
    state.command = Command(units=frozenset(units("F1")), is_settled=True)
    state.put_leader(replace(state.leaders[LeaderId("FL")], hex=Hex("1604")))
    state.forget()
    assert is_in_command(state, UnitId("F1"))
    assert not is_in_command(state, UnitId("F2"))
    assert led_by(state, LeaderId("FL")) == frozenset()


# -- leaders in retreat and advance (T5.18)


def stack() -> TlnbState:
    return position(
        OPEN, "F1 infantry 4-3 0304", "FL leader 0304", "A1 infantry 4-3 0404", bases=BASES
    )


@pytest.mark.rule("T5.18")
@each("goes", True, False)
def test_leaders_go_along_in_retreat_or_stay_as_their_owner_says(*, goes: bool) -> None:
    async def flow(table: Table[TlnbState]) -> None:
        await retreat(table, Hex("0304"), units("F1"), 1, Blame((Hex("0404"),)))

    played = play(stack(), flow, [], {LeadersStay: [goes]})
    hex_ = played.state.leaders[LeaderId("FL")].hex
    assert (hex_ == played.state.units[UnitId("F1")].hex) is goes
    assert (hex_ == "0304") is not goes
    assert LeadersStay(FRENCH, (LeaderId("FL"),), (Hex("0304"), Hex("0303"))).options(stack()) == (
        True,
        False,
    )


@pytest.mark.rule("T5.18")
def test_a_leader_who_stays_rolls_when_an_enemy_enters() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("A1 A2"), Hex("0304")))

    state = position(
        OPEN,
        "F1 infantry 4-3 0304",
        "FL leader 0304",
        "A1 infantry 8-3 0404",
        "A2 infantry 8-3 0305",
        side=ALLIED,
        bases=BASES,
    )
    answers: Answers = {LeadersStay: [False], "Advance": [units("A1")]}
    played = play(state, flow, [4, 1], answers)  # 4:1, Dr2; then the leader's die
    assert played.of("LeaderCaptured")
    stays: Answers = {LeadersStay: [False], "Advance": [()]}
    assert not play(state, flow, [4], stays).of("LeaderCaptured")


@pytest.mark.rule("T5.18")
def test_leaders_go_along_in_an_advance_that_leaves_their_hex() -> None:
    async def flow(table: Table[TlnbState]) -> None:
        await attack(table, Blow(units("F1"), Hex("0404")))

    state = position(
        OPEN, "F1 infantry 9-3 0304", "FL leader 0304", "A1 infantry 3-3 0404", bases=BASES
    )
    played = play(state, flow, [3], {LeadersStay: [True]})
    assert played.state.leaders[LeaderId("FL")].hex == "0404"


# -- formations without an officer (T5.19)


@pytest.mark.rule("T5.19")
def test_a_formation_without_an_officer_is_named_by_stacks_or_rolls_and_does_not_recover() -> None:
    state = position(
        LONG,
        "FC overall 0102 rating:2 of:FH",
        "F1 infantry 4-3 0302 of:F2",
        "F2 infantry 4-3 uar of:F2",
        "A1 infantry 4-3 1604",
        step=Step.COMMAND,
        command="",
    )
    state.command = Command()
    assert unchecked_stacks(state, FRENCH) == (units("F1"),)
    asked = NameOfficers(FRENCH, LeaderId("FC"))
    assert asked.refusal(state, Naming(stacks=units("F1"))) is None
    assert officers_of(state, FRENCH) == ()
    assert capacity(state, LeaderId("FC")) == 2


# -- La Garde (T11.3)


def guard(*lines: str) -> TlnbState:
    return position(
        OPEN, "F1 infantry 4-4 0304 old_guard", "A1 infantry 4-3 0404", *lines, bases=BASES
    )


@pytest.mark.rule("T11.3")
def test_the_guard_demoralized_does_not_help_the_die() -> None:
    state = guard()
    assert odds_of(state, units("F1"), Hex("0404")).die_modifier == -1
    state.spirit = replace(state.spirit, demoralized=frozenset({FormationId("FI")}))
    state.forget()
    assert odds_of(state, units("F1"), Hex("0404")).die_modifier == 0


async def _lose_guard(table: Table[TlnbState]) -> None:
    eliminate(table, UnitId("F1"))


async def _drive_guard(table: Table[TlnbState]) -> None:
    await retreat(table, Hex("0304"), units("F1"), 1, Blame((Hex("0404"),)))


@pytest.mark.rule("T11.3")
@each("how", _lose_guard, _drive_guard)
def test_an_old_guard_that_goes_dismays_friends_within_3_hexes_and_scores_2_vp(
    how: Callable[[Table[TlnbState]], Coroutine[Any, Any, None]],
) -> None:
    state = guard("F2 infantry 4-3 0302", "F3 infantry 4-3 0701", "F4 infantry 4-1 0204")
    played = play(state, how)
    gone = played.of("GuardGaveWay")
    assert [(set(e.units), e.vp) for e in gone] == [({"F2", "F4"}, 2)]
    after = played.state
    assert initiative(after, units("F2")) == 2
    assert initiative(after, units("F4")) == 1, "1 at least"
    assert initiative(after, units("F3")) == 3
    assert after.losses.guard_vp == {ALLIED: 2}


@pytest.mark.rule("T11.3")
@each("count dismayed", (1, True), (2, True), (3, True), (4, False))
def test_dismay_lasts_to_the_end_of_the_next_own_player_turn(count: int, *, dismayed: bool) -> None:
    after = play(guard("F2 infantry 4-3 0302"), _lose_guard).state  # in the French Player-Turn, 1
    after.turn, after.player = (count + 1) // 2, (count + 1) % 2
    after.forget()
    assert initiative(after, units("F2")) == (2 if dismayed else 3)


@pytest.mark.rule("T11.3")
def test_the_guard_scores_once_a_day() -> None:
    state = guard("F2 infantry 4-4 0302 old_guard")
    first = play(state, _lose_guard).state

    async def second(table: Table[TlnbState]) -> None:
        eliminate(table, UnitId("F2"))

    assert [e.vp for e in play(first, second).of("GuardGaveWay")] == [0]
    state.losses = replace(state.losses, guard_day={ALLIED: 28}, guard_vp={ALLIED: 2})
    assert play(state, _lose_guard).state.losses.guard_vp == {ALLIED: 4}


@pytest.mark.rule("T11.3")
def test_units_of_its_own_stack_are_dismayed_too() -> None:
    state = guard("F2 infantry 4-3 0304")
    assert [e.units for e in play(state, _lose_guard).of("GuardGaveWay")] == [units("F2")]


@pytest.mark.rule("T11.3", "T11.91")
def test_the_guard_pays_an_exchange_only_when_nobody_else_is_left() -> None:
    state = guard("F2 infantry 2-3 0304")

    async def flow(table: Table[TlnbState]) -> None:
        await pay(table, units("F1 F2"), 2)

    after = play(state, flow).state
    assert after.units[UnitId("F2")].hex is None
    assert not after.units[UnitId("F1")].reduced

    async def more(table: Table[TlnbState]) -> None:
        await pay(table, units("F1 F2"), 3)

    owed = play(state, more).state
    assert owed.units[UnitId("F2")].hex is None
    assert owed.units[UnitId("F1")].reduced
