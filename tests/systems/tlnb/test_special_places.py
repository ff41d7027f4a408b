"""Special rules that bind troops to a place or keep them from the enemy (T34.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.engine import Refusal, Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.special import SpecialRuleLapsed
from hexwar.systems.tlnb.rules.combat.bombardment import gun_refusal
from hexwar.systems.tlnb.rules.combat.combat import combat_segment
from hexwar.systems.tlnb.rules.combat.duties import unit_refusal
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader
from hexwar.systems.tlnb.rules.movement.hidden import cover_forces, is_betrayed
from hexwar.systems.tlnb.rules.movement.reach import ends, quote
from hexwar.systems.tlnb.rules.movement.segment import March, MoveUnits, movable_stacks, walk
from hexwar.systems.tlnb.rules.special.places import release, waiting
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, play, position, units
from tests.systems.tlnb.hands import in_force
from tests.systems.tlnb.specials import ruled

WIDE = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 5)


def waiters(*lines: str, turn: int = 1) -> TlnbState:
    """Bülow's corps in the east waits before turn 3, or until the French are within 4 hexes."""
    state = position(
        WIDE,
        "AB overall 1403 rating:3 of:AH name:Bülow",
        "A1 infantry 4-3 1203 of:A4",
        "A2 train 1503 of:A4",
        "A3 infantry 4-3 1205 of:A9",
        *lines,
        side=ALLIED,
        step=Step.MOVEMENT,
        length=9,
    )
    state.turn = turn
    return ruled(state, "bulow-waits", formations="AH A4", turn=3, hexes=4)


def stuck(state: TlnbState, unit: str) -> str:
    """What is said to who wants to move a unit; empty if it may."""
    found = MoveUnits(ALLIED).refusal(state, units(unit))
    return "" if found is None else found.sentence


SAID = "{name} waits, hidden, before turn 3, unless the enemy comes within 4 hexes."


@pytest.mark.rule("T34.6")
def test_bulow_waits_units_and_leaders_of_his_formations_stay_before_turn_3() -> None:
    state = waiters("F1 infantry 4-3 0703")  # 5 hexes from A1
    assert stuck(state, "A1") == SAID.format(name="A1")
    assert stuck(state, "A2") == SAID.format(name="A2")
    assert not stuck(state, "A3")
    assert movable_stacks(state, ALLIED) == (units("A3"),)
    ride = LeaderMove(LeaderId("AB"), (Hex("1403"), Hex("1404")))
    refusal = MoveLeader(ALLIED).refusal(state, ride)
    assert refusal == Refusal(SAID.format(name="Bülow"), "T34.6")
    assert MoveLeader(ALLIED).options(state) == [None]
    assert waiting(state, FormationId("A9")) is None


@pytest.mark.rule("T34.6")
def test_bulow_waits_no_longer_on_turn_3() -> None:
    assert stuck(waiters("F1 infantry 4-3 0103", turn=2), "A1")
    assert not stuck(waiters("F1 infantry 4-3 0103", turn=3), "A1")


@pytest.mark.rule("T34.6")
@each("hex_ is_free", ("0803", True), ("0703", False), ("1501", True))
def test_bulow_waits_until_a_combat_unit_is_within_4_hexes(hex_: str, is_free: bool) -> None:
    lone = waiters("F1 infantry 4-3 " + hex_)
    assert (stuck(lone, "A1") == "") is is_free
    assert stuck(waiters("F1 train " + hex_), "A1"), "a train frees nobody"


async def _release(table: Table[TlnbState]) -> None:
    release(table)


@pytest.mark.rule("T34.6")
def test_bulow_waits_is_over_for_good_once_the_enemy_was_near() -> None:
    near = play(waiters("F1 infantry 4-3 0803"), _release)
    assert [(e.id, e.reason) for e in near.of(SpecialRuleLapsed)] == [
        ("bulow-waits", "the enemy is near")
    ]
    record = near.state.units[UnitId("F1")]
    near.state.put_unit(replace(record, hex=Hex("0103")))
    near.state.forget()
    assert not stuck(near.state, "A1")
    assert not play(near.state, _release).of(SpecialRuleLapsed)
    assert not play(waiters("F1 infantry 4-3 0703"), _release).of(SpecialRuleLapsed)


@pytest.mark.rule("T34.6")
def test_bulow_waits_no_longer_when_early_arrival_is_played() -> None:
    state = waiters("F1 infantry 4-3 0103")
    assert not stuck(in_force(state, ALLIED, "early-arrival"), "A1")
    assert stuck(in_force(waiters("F1 infantry 4-3 0103"), FRENCH, "early-arrival"), "A1")


@pytest.mark.rule("T34.6", "T16.2")
def test_bulow_waits_hidden_whatever_stands_there() -> None:
    state = waiters("F1 infantry 4-3 0103")
    state.battle = replace(state.battle, options={**state.battle.options, "hidden": "on"})

    async def cover(table: Table[TlnbState]) -> None:
        await cover_forces(table, ALLIED)

    played = play(state, cover, [], {"HideStacks": [None]})
    assert {event.hex for event in played.of("ForceHidden")} == {"1203", "1403", "1503"}
    assert not is_betrayed(played.state)
    late = waiters("F1 infantry 4-3 0103", turn=3)
    late.battle = replace(late.battle, options={**late.battle.options, "hidden": "on"})
    assert not play(late, cover, [], {"HideStacks": [None]}).of("ForceHidden")


# -- the Guard in hand


def guard(*lines: str, turn: int = 6) -> TlnbState:
    """The Old Guard stays within 2 hexes of 0803 to the end of turn 6."""
    state = position(
        WIDE,
        "F1 infantry 3-5 0803 of:FG guard old_guard",
        "F2 infantry 3-3 0804 of:FG",
        "F3 heavy 2-5 0802 of:FG guard",
        *lines,
        step=Step.MOVEMENT,
        length=12,
        allowances=(6, 6),
    )
    state.turn = turn
    return ruled(
        state, "guard-in-hand", formations="FG", at="0803", until_turn=6, radius=2, release=3
    )


@pytest.mark.rule("T34.6")
def test_guard_in_hand_the_old_guard_stays_within_2_hexes() -> None:
    state = guard("A1 infantry 4-3 1203")  # 4 hexes from 0803
    distance = state.battle.battlefield.grid.distance
    far = {distance(Hex("0803"), hex_) for hex_ in ends(state, units("F1"))}
    assert max(far) == 2
    path = tuple(map(Hex, ("0803", "0703", "0603", "0503")))
    refusal = quote(state, units("F1"), path, column=False)
    assert refusal == Refusal(
        "Until the end of turn 6 F1 stays within 2 hexes of 0803, unless the enemy comes within 3"
        " hexes of it.",
        "T34.6",
    )
    for free in ("F2", "F3"):  # infantry that is no Old Guard, and horse of the Guard
        assert max(distance(Hex("0803"), hex_) for hex_ in ends(state, units(free))) > 2


@pytest.mark.rule("T34.6")
def test_guard_in_hand_goes_when_the_enemy_is_within_3_hexes_or_after_turn_6() -> None:
    for state in (guard("A1 infantry 4-3 1103"), guard("A1 infantry 4-3 1203", turn=7)):
        distance = state.battle.battlefield.grid.distance
        assert max(distance(Hex("0803"), hex_) for hex_ in ends(state, units("F1"))) > 2
    assert not play(guard("A1 infantry 4-3 1103"), _release).of(SpecialRuleLapsed)
    assert play(guard("A1 infantry 4-3 1203", turn=7), _release).of(SpecialRuleLapsed)


# -- the Crown Prince


def swedes(*lines: str, turn: int = 9) -> TlnbState:
    """Swedes who hold back before turn 10; their commander leads the formation AB."""
    state = position(
        WIDE,
        "AC wing 0101 rating:2 of:AB name:Bernadotte",
        "A1 infantry 5-3 0203 of:AS",
        "A2 battery 3-3 0203 of:AS",
        "A3 light 3-3 0302 of:AS",
        "A4 infantry 5-3 0205 of:AP",
        *lines,
        side=ALLIED,
        step=Step.MOVEMENT,
        length=12,
        allowances=(6, 6),
    )
    cards = dict(state.battle.formations)
    cards[FormationId("AS")] = replace(cards[FormationId("AS")], assigned_to=FormationId("AB"))
    state.battle = replace(state.battle, formations=cards)
    state.turn = turn
    return ruled(state, "crown-prince", formations="AS", turn=10, vp_per_sp=2)


HELD = (
    "The Crown Prince holds {name} back: before turn 10 it enters no enemy zone and attacks nobody."
)


@pytest.mark.rule("T34.6")
def test_crown_prince_swedish_foot_and_guns_enter_no_enemy_zone() -> None:
    state = swedes("F1 infantry 4-3 0503")
    zone = {"0402", "0403", "0502", "0504", "0602", "0603"}
    for unit, enters in (("A1", False), ("A2", False), ("A3", True), ("A4", True)):
        assert bool(zone & set(ends(state, units(unit)))) is enters, unit
    path = tuple(map(Hex, ("0203", "0303", "0403")))
    assert quote(state, units("A1"), path, column=False) == Refusal(HELD.format(name="A1"), "T34.6")
    late = swedes("F1 infantry 4-3 0503", turn=10)
    assert zone & set(ends(late, units("A1")))


@pytest.mark.rule("T34.6")
def test_crown_prince_swedish_foot_and_guns_attack_nobody() -> None:
    state = swedes("F1 infantry 4-3 0303")
    state.step = Step.COMBAT
    for unit in ("A1", "A2"):
        refusal = unit_refusal(state, UnitId(unit), Hex("0303"))
        assert refusal == Refusal(HELD.format(name=unit), "T34.6")
    assert unit_refusal(state, UnitId("A3"), Hex("0303")) is None
    refusal = gun_refusal(state, UnitId("A2"), Hex("0303"))
    assert refusal == Refusal(HELD.format(name="A2"), "T34.6")
    late = swedes("F1 infantry 4-3 0303", turn=10)
    assert unit_refusal(late, UnitId("A1"), Hex("0303")) is None


@pytest.mark.rule("T34.6")
def test_crown_prince_held_back_owes_no_attack() -> None:
    state = position(
        WIDE, "A1 infantry 5-3 0203 of:AS", "F1 infantry 4-3 0303", side=ALLIED, length=12
    )
    state = ruled(state, "crown-prince", formations="AS", turn=10, vp_per_sp=2)
    listed = play(state, combat_segment, answers={"DeclareAttack": [None]}).of("DutiesListed")[0]
    assert listed.units == ()


@pytest.mark.rule("T34.6")
def test_crown_prince_goes_forward_when_commander_arrives_is_played_for_him() -> None:
    state = swedes("F1 infantry 4-3 0303")
    state = in_force(state, ALLIED, "commander-arrives-coalition", "AC")
    assert unit_refusal(state, UnitId("A1"), Hex("0303")) is None
    assert [e.id for e in play(state, _release).of(SpecialRuleLapsed)] == ["crown-prince"]
    other = in_force(swedes("F1 infantry 4-3 0303"), ALLIED, "commander-arrives-coalition", "AX")
    assert unit_refusal(other, UnitId("A1"), Hex("0303")) is not None


@pytest.mark.rule("T34.6")
def test_bulow_waits_is_looked_at_after_each_march() -> None:
    state = waiters("F1 infantry 4-3 0703 reduced")
    state.player = state.battle.sides.index(FRENCH)
    state.command = replace(state.command, units=frozenset(units("F1")))

    async def march(table: Table[TlnbState]) -> None:
        await walk(table, units("F1"), March((Hex("0703"), Hex("0802"))))
        release(table)

    assert play(state, march).of(SpecialRuleLapsed)
