"""What the staff's order desk sees to: who is done, who decides for himself, who rides alone."""

from __future__ import annotations

import pytest

from hexwar.ai.policy import CounterDice
from hexwar.hexes import Hex
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.command.headquarters import task_ends
from hexwar.systems.nlc.rules.orders.divisions import Detail, Recall
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.staff import garrisons
from hexwar.systems.nlc.staff.appreciation import Appreciation, Kind, Mission
from hexwar.systems.nlc.staff.army import Army, Plan, Tellable
from hexwar.systems.nlc.staff.characters import TEMPERS, character
from hexwar.systems.nlc.staff.orders import Lack, stage_for, steps_for, unsure
from hexwar.systems.nlc.staff.rear import Rear, short_rides
from hexwar.systems.nlc.staff.staffwork import Staffwork, is_done, tellable
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side, UnitId
from tests.systems.nlc.staffs import leader, line, move, order, put, staff

FRENCH = Side("french")


def known_of(state: GameState) -> Appreciation:
    """What the French make of a position."""
    return Appreciation(Outlook(view(state, FRENCH), FRENCH), {})


def work_of(state: GameState, **missions: Mission) -> Staffwork:
    """Their staff, with a plan."""
    known = known_of(state)
    army = Army(known, character(), tellable(known), CounterDice("x"))
    return Staffwork(army, Plan({LineId(one): m for one, m in missions.items()}, 0.0))


def attack(state: GameState, hex_: str) -> Mission:
    """An attack on a hex."""
    return Mission(Kind.ATTACK, state.battle.battlefield.grid.index[Hex(hex_)])


# -- who is done (N12.31)


@pytest.mark.parametrize(
    ("text", "changes", "done"),
    [
        ("FII: reserve 0502", {}, True),
        ("FII: defend 0602", {}, True),  # a hex away
        ("FII: march 1202", {}, False),
        ("FII: march 1202, defend 1202", {}, False),
        ("FII: defend 1202", {}, False),  # it is not there
        ("FII: defend 0502", {"A1": "0902"}, False),  # the enemy is 4 hexes away
        ("FII: defend 0502", {"A1": "1102"}, True),  # and 6
    ],
)
def test_who_is_done(text: str, changes: dict[str, str], done: bool) -> None:
    state = staff(orders=text)
    for unit, hex_ in changes.items():
        state = move(state, unit, hex_)
    assert is_done(known_of(state), line("FII")) is done


def test_who_has_nothing_to_do_costs_something_and_is_free_to_go() -> None:
    state = staff(orders="FII: reserve 0502")
    known = known_of(state)
    for done, cost in ((False, 0.0), (True, 6 * 0.03)):  # II Corps has 6 SP
        told = {line("FII"): Tellable(1, is_young=True, is_done=done)}
        army = Army(known, character(), told, CounterDice("x"))
        assert army._idling(army.present) == pytest.approx(cost)
        index = known.place_of[line("FII")]
        gone = list(army.present)
        gone[index] = gone[index]._replace(then=attack(state, "2602"))
        assert (army._leaving(gone) < 0.5) is done  # 0.35 and 0.6 for a young order
        assert army._idling(gone) == 0.0


# -- how a line comes to where it is to be


@pytest.mark.rule("N12.26")
@pytest.mark.parametrize(
    ("enemy", "goal", "text"),
    [
        ("1502", "0602", "march 0602, defend 0602"),
        ("1502", "1002", "defend 1002"),  # near enough
        ("1202", "0702", "fall back 0702, defend 0702"),
        ("1202", "0902", "defend 0902"),
        ("1202", "1702", "march 1702, defend 1702"),  # on the enemy's side
    ],
)
def test_who_is_at_grips_with_the_enemy_falls_back(enemy: str, goal: str, text: str) -> None:
    state = move(move(staff(), "F2", "1102"), "A1", enemy)
    state = put(state, "FIIL", hex="1102")
    mission = attack(state, goal)._replace(kind=Kind.HOLD)
    assert steps_for(known_of(state), line("FII"), mission) == order(text)


# -- who decides for himself


@pytest.mark.rule("N12.62")
def test_a_leader_goes_a_part_of_a_way_that_is_too_far_for_him() -> None:
    state = staff(orders="FII: reserve 0502")
    known, distance = known_of(state), state.battle.battlefield.grid.distance
    steps = stage_for(known, line("FII"), attack(state, "2602"))
    assert steps is not None
    assert steps[0].target is not None
    assert distance(Hex("0502"), steps[0].target) == 10
    assert distance(steps[0].target, Hex("2602")) == 11
    asked = TryLocalDecision(FRENCH, line("FII"))
    assert asked.refusal(state, steps) is None
    assert asked.refusal(state, order("attack 2602")) is not None


def test_no_part_of_a_way_where_all_is_near_or_it_is_being_gone() -> None:
    near = staff(orders="FII: reserve 0502")
    assert stage_for(known_of(near), line("FII"), attack(near, "1502")) is None
    under_way = staff(orders="FII: march 1502")
    assert stage_for(known_of(under_way), line("FII"), attack(under_way, "2602")) is None


@pytest.mark.rule("N12.5")
@pytest.mark.parametrize(
    ("text", "lacking", "share"),
    [
        ("FI: reserve 0302", "FI", 0.0),  # 3, near the OC and in Reserve: column 5
        ("FI: defend 0302", "FI", 1 / 6),  # column 4: delayed by a 6
        ("FII: defend 0502", "FII", 3 / 6),  # a 2: column 2
        ("FII: defend 0502", "FI FII", 3 / 6),
    ],
)
def test_a_leader_need_not_dare_what_a_paper_brings(text: str, lacking: str, share: float) -> None:
    state = staff(orders=text)
    work = work_of(state)
    lacks = [Lack(1.0, line(one), order("attack 1202")) for one in lacking.split()]
    assert unsure(work, lacks, lacks[-1]) == pytest.approx(share)


@pytest.mark.rule("N12.12")
def test_a_leader_dares_what_no_paper_is_left_for() -> None:
    state = staff("FOC overall 0102 of:FHQ rating:1")
    lacks = [Lack(1.0, line(one), order("attack 1202")) for one in ("FI", "FII")]
    assert unsure(work_of(state), lacks, lacks[1]) == 1.0


# -- wing commanders


@pytest.mark.rule("N14.53")
def test_who_must_ride_on_need_not_ride_far() -> None:
    state = staff(orders="FW: march 2002; FHQ: march 2002", wings="FII")
    outlook = Outlook(view(state, FRENCH), FRENCH)
    rear = Rear(outlook, Ledger(outlook.state, FRENCH, TEMPERS["steady"]))
    ends = {ride.hexes[-1] for ride in short_rides(rear, "FWL")}
    assert Hex("0502") in ends  # where II Corps is
    assert {outlook.distance(Hex("0402"), end) for end in ends} == {1, 2}
    assert max(outlook.distance(Hex("0402"), end) for end in task_ends(state, leader("FWL"))) > 2
    assert short_rides(rear, "FIIL") == []
    assert task_ends(state, leader("FQ"))
    assert short_rides(rear, "FQ") == []  # couriers ride from there


# -- garrisons


def kept(orders: str = "") -> GameState:
    """I Corps at a hex of 5 VP, a weak enemy four hexes away, and 8 VP to be had behind him.

    II Corps cannot be told anything.
    """
    vp = {Hex("0302"): 5, Hex("1002"): 8}
    held = {Hex("0302"): FRENCH, Hex("1002"): Side("allied")}
    small, weak = "F3 infantry 3-3 0302 division:1", "A1 infantry 4-3 0702"
    told = f"FII: reserve 0502 fixed; {orders}".strip("; ")
    return staff(small, weak, orders=told, vp_hexes=vp, control=held)


def plan_of(state: GameState) -> Staffwork:
    """Their staff, with the plan that it makes."""
    known = known_of(state)
    army = Army(known, character(), tellable(known), CounterDice("x"))
    return Staffwork(army, army.plan())


@pytest.mark.rule("N12.13")
def test_a_division_keeps_a_place_so_that_its_corps_can_go() -> None:
    work = plan_of(kept())
    found = list(garrisons.garrisons(work))
    assert [one.units for one in found] == [(UnitId("F3"),)]  # F1 is more than 4 in 10 of their SP
    assert garrisons.answer_of(work) == Detail((UnitId("F3"),), order("defend 0302"))


@pytest.mark.rule("N12.92")
def test_a_garrison_is_called_back_when_nobody_can_come_there() -> None:
    orders = "FI: attack 1002; FI/1: defend 0302"
    assert garrisons.answer_of(plan_of(kept(orders))) is None
    gone = move(kept(orders), "A1", "2902")
    assert garrisons.answer_of(plan_of(gone)) == Recall(line("FI/1"))
