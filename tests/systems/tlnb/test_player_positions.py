"""The computer player where the right act is plain (T32.2-T32.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.ai.policy import CounterDice, Look
from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.player import Tactician
from hexwar.systems.tlnb.player.draft import draft_of
from hexwar.systems.tlnb.player.movement import MEMORY
from hexwar.systems.tlnb.player.outlook import Outlook
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack
from hexwar.systems.tlnb.rules.combat.duties import list_duties
from hexwar.systems.tlnb.rules.combat.retreat import RetreatStack
from hexwar.systems.tlnb.rules.command.command import NameOfficers
from hexwar.systems.tlnb.rules.command.marches import CancelMarchOrder, GiveMarchOrder
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, MoveUnits
from hexwar.systems.tlnb.state import Blow, Command, Step, TlnbState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, play, position, units
from tests.systems.tlnb.players import answer, player

BASE = ["french:0101", "allied:0707"]
FREE = {"mandatory": "off"}
LINE = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 6)


def plan(state: TlnbState) -> dict[str, str]:
    """Where the plan of a Player-Turn wants each unit."""
    who = player()
    answer(state, MoveUnits(FRENCH), who)
    return dict(who.memory()[MEMORY]["goals"])


def reason(who: Tactician, asked: Decision[Any], given: Any, state: TlnbState) -> str:
    found = who.reason(asked, given, state)
    assert found is not None
    return found.sentence


# -- fights


@pytest.mark.rule("T32.3")
def test_it_takes_a_sure_win_and_says_why() -> None:
    lines = ("F1 infantry 6-3 0304", "F2 infantry 6-3 0403", "A1 infantry 3-3 0404")
    state = position(OPEN, *lines, bases=BASE, flags=FREE)
    who, asked = player(), DeclareAttack(FRENCH)
    given = answer(state, asked, who)
    assert given.target == Hex("0404")
    told = reason(who, asked, given, state)
    assert "on 0404: 6 of 6 faces win the hex" in told


@pytest.mark.rule("T32.3")
def test_it_attacks_nobody_at_one_to_three_unless_it_must() -> None:
    lines = ("F1 infantry 2-3 0304", "A1 infantry 6-3 0404")
    state = position(OPEN, *lines, bases=BASE, flags=FREE)
    who, asked = player(), DeclareAttack(FRENCH)
    assert answer(state, asked, who) is None
    assert "No attack promises enough" in reason(who, asked, None, state)
    forced = position(OPEN, *lines, bases=BASE)
    state = play(forced, _duties).state
    assert answer(state, asked) == Blow(units("F1"), Hex("0404"))


async def _duties(table: Any) -> None:
    list_duties(table)


@pytest.mark.rule("T32.4")
def test_duties_go_to_those_who_do_best_by_them() -> None:
    """A1 is weak, A2 strong: one must attack A2, and the strong one is not wasted on it."""
    lines = ("F1 infantry 8-4 0404", "F2 infantry 1-3 0404", "A1 infantry 4-3 0403")
    state = position(OPEN, *lines, "A2 infantry 9-3 0405", bases=BASE)
    state = play(state, _duties).state
    first = answer(state, DeclareAttack(FRENCH))
    assert first in (Blow(units("F1"), Hex("0403")), Blow(units("F2"), Hex("0405")))


@pytest.mark.rule("T32.6", "T11.52")
def test_it_retreats_to_friends_and_not_beside_the_enemy() -> None:
    lines = ("A1 infantry 5-3 0404", "A2 infantry 4-3 0505", "F1 infantry 6-3 0403")
    state = position(OPEN, *lines, "F2 infantry 3-3 0205", bases=BASE)
    asked = RetreatStack(ALLIED, units("A1"), 1, (Hex("0403"),))
    given = answer(state, asked)
    assert given.path[-1] in ("0505", "0405")


# -- movement


def moving(*lines: str, rows: str = LINE, **more: Any) -> TlnbState:
    bases = ["french:0101", "allied:1606"]
    return position(rows, *lines, step=Step.MOVEMENT, bases=bases, **more)


@pytest.mark.rule("T32.6")
def test_a_train_rides_out_of_the_reach_of_cavalry() -> None:
    state = moving("F1 infantry 5-3 0303", "F2 train 0703", "A1 light 4-4 1003")
    goal = plan(state)["F2"]
    distance = state.battle.battlefield.grid.distance
    assert distance(Hex(goal), Hex("1003")) >= 7


@pytest.mark.rule("T32.6")
def test_a_hex_that_counts_is_not_left_empty_before_the_enemy() -> None:
    home, far = Hex("0503"), Hex("1503")
    prizes: dict[str, Any] = {
        "vp_hexes": {home: 10, far: 2},
        "control": {home: FRENCH, far: ALLIED},
    }
    state = moving("F1 infantry 5-3 0503", "A1 infantry 5-3 0803", **prizes)
    assert plan(state)["F1"] == "0503"


@pytest.mark.rule("T32.2")
def test_an_empty_hex_of_the_enemy_that_counts_is_taken() -> None:
    prize = Hex("0603")
    more: dict[str, Any] = {"vp_hexes": {prize: 10}, "control": {prize: ALLIED}}
    state = moving("F1 infantry 5-3 0303", "A1 infantry 3-3 1503", **more)
    assert plan(state)["F1"] == "0603"


@pytest.mark.rule("T32.3", "T11.52")
def test_it_moves_up_to_surround_who_is_alone() -> None:
    troops = [f"F{n} infantry 5-3 {h}" for n, h in ((1, "0502"), (2, "0503"), (3, "0504"))]
    state = moving(*troops, "F4 light 3-4 0505", "A1 infantry 4-3 0803", vp_hexes={})
    distance = state.battle.battlefield.grid.distance
    near = [unit for unit, hex_ in plan(state).items() if distance(Hex(hex_), Hex("0803")) == 1]
    assert len(near) >= 3


# -- command


@pytest.mark.rule("T32.2", "T5.5")
def test_the_officer_with_the_army_and_the_way_to_go_is_named() -> None:
    state = position(
        LINE,
        "FC overall 0302 rating:1 of:FH",
        "FR leader 0502 rating:2 of:FR1",
        "F1 infantry 6-3 0502 of:FR1",
        "F2 infantry 6-3 0503 of:FR1",
        "FP leader 0102 rating:2 of:FP1",
        "F3 infantry 1-3 0102 of:FP1",
        "A1 infantry 5-3 1503",
        step=Step.COMMAND,
        command="",
        bases=["french:0101", "allied:1606"],
        vp_hexes={Hex("1203"): 10},
        control={Hex("1203"): ALLIED},
    )
    state.command = Command()
    asked = NameOfficers(FRENCH, LeaderId("FC"))
    who = player()
    given = answer(state, asked, who)
    assert given.officers == ("FR",)
    assert "gain" in reason(who, asked, given, state)


@pytest.mark.rule("T32.2", "T5.5")
def test_who_can_go_into_a_hex_that_counts_is_named_before_a_bigger_corps() -> None:
    """The corps of FP has nothing to win but its way; the lone battalion of FR takes 10 VP."""
    state = position(
        LINE,
        "FC overall 0302 rating:1 of:FH",
        "FR leader 0502 rating:2 of:FR1",
        "F1 infantry 2-3 0502 of:FR1",
        "FP leader 0202 rating:2 of:FP1",
        "F2 infantry 6-3 0202 of:FP1",
        "F3 infantry 5-3 0203 of:FP1",
        "A1 infantry 5-3 1503",
        step=Step.COMMAND,
        command="",
        bases=["french:0101", "allied:1606"],
        vp_hexes={Hex("0702"): 10},
        control={Hex("0702"): ALLIED},
    )
    state.command = Command()
    assert answer(state, NameOfficers(FRENCH, LeaderId("FC"))).officers == ("FR",)


# -- the campaign


def campaign(*lines: str, **more: Any) -> TlnbState:
    """A hex of 10 VP that the enemy holds, his source far behind it."""
    prize = Hex("0803")
    held: dict[str, Any] = {"vp_hexes": {prize: 10}, "control": {prize: ALLIED}}
    return moving(*lines, **held, **more)


def aimed(state: TlnbState) -> dict[str, str]:
    """The aims of formations."""
    who = player()
    answer(state, MoveUnits(FRENCH), who)
    return dict(who.memory()["aims"]["hexes"])


@pytest.mark.rule("T32.2", "T32.3")
def test_two_corps_converge_on_a_hex_that_one_unit_holds() -> None:
    """Neither is sent to the source of 10 VP that nobody guards at the other end of the map."""
    lines = ["F1 infantry 4-3 0502 of:FR1", "F2 infantry 4-3 0504 of:FR2"]
    state = campaign(*lines, "A1 infantry 4-3 0803")
    assert aimed(state) == {"FR1": "0803", "FR2": "0803"}
    distance = state.battle.battlefield.grid.distance
    assert {u: distance(Hex(h), Hex("0803")) for u, h in plan(state).items()} == {"F1": 1, "F2": 1}


@pytest.mark.rule("T32.3", "T19.6")
def test_a_train_that_nobody_guards_is_taken() -> None:
    """From any hex next to it; where its foot stands with it nobody goes near."""
    state = moving("F1 light 3-4 0503", "A1 train 0903", "A2 infantry 9-4 1503")
    distance = state.battle.battlefield.grid.distance
    assert distance(Hex(plan(state)["F1"]), Hex("0903")) <= 1
    state = moving("F1 light 3-4 0503", "A1 train 0903", "A2 infantry 9-4 0903")
    assert distance(Hex(plan(state)["F1"]), Hex("0903")) > 1


@pytest.mark.rule("T32.3", "T19.6")
def test_a_train_counts_for_the_first_who_comes_to_it() -> None:
    """What it counts (23.1: 5 VP) is nothing to a second unit, nor to who stands still."""
    state = moving("F1 light 3-4 0902", "F2 light 3-4 0504", "A1 train 0903", "A2 light 9-4 1503")
    draft = draft_of(Outlook(state, FRENCH), {})
    one, other = units("F1 F2")
    assert (draft.spoils(one, Hex("0902")), draft.spoils(other, Hex("0904"))) == (0, 5)
    draft.put(other, Hex("0904"))
    assert draft.spoils(one, Hex("0903")) == 0


def marching(prizes: dict[str, int], **more: Any) -> TlnbState:
    """A corps at the west end of a road, in A-3; hexes of the enemy that count."""
    vp = {Hex(hex_): n for hex_, n in prizes.items()}
    return position(
        LINE,
        "FC overall 0203 rating:2 of:FH",
        "FL leader 0203 rating:2 of:FI",
        "F1 infantry 4-3 0203 of:FI",
        "A1 infantry 4-3 1606",
        step=Step.MARCH_ORDERS,
        bases=["french:0103", "allied:1606"],
        roads=[" ".join(f"{n:02}03" for n in range(1, 17))],
        length=9,
        vp_hexes=vp,
        control=dict.fromkeys(vp, ALLIED),
        **more,
    )


@pytest.mark.rule("T32.2", "T7.54")
def test_a_march_order_leads_to_the_aim_and_is_taken_back_when_that_is_elsewhere() -> None:
    far, formation = Hex("1203"), FormationId("FI")
    given = answer(marching({"1203": 10}), GiveMarchOrder(FRENCH))
    assert (given.formation, given.goal) == (formation, far)
    route = tuple(Hex(f"{n:02}03") for n in range(2, 13))
    for near, cancelled in (({}, None), ({"0206": 20}, formation)):
        state = marching({"1203": 10, **near})
        orders = {formation: MarchOrder(formation, route, far)}
        state.marches = replace(state.marches, orders=orders)
        assert answer(state, CancelMarchOrder(FRENCH)) == cancelled, near


@pytest.mark.rule("T32.2", "T7.54")
def test_a_march_by_a_long_way_round_is_taken_back() -> None:
    """The same goal by a road that goes back and forth before it gets there."""
    formation = FormationId("FI")
    state = marching({"1203": 10})
    back = tuple(Hex(f"{n:02}03") for n in (2, 3, 4, 5, 6, 5, 4, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    state.marches = replace(
        state.marches, orders={formation: MarchOrder(formation, back, Hex("1203"))}
    )
    assert answer(state, CancelMarchOrder(FRENCH)) == formation


@pytest.mark.rule("T22.6")
def test_little_of_a_march_is_made_by_night() -> None:
    """Two day turns and two of the night; the last of the day is now."""
    state = moving("F1 infantry 5-3 0503", "A1 infantry 5-3 1503")
    kinds = (TurnKind.DAY, TurnKind.DAY, TurnKind.NIGHT_PM, TurnKind.NIGHT_AM)
    turns = tuple(TurnCard(n, 29, 11 + n, kind) for n, kind in enumerate(kinds, start=1))
    state.battle = replace(state.battle, turns=turns)
    state.turn, state.last_turn = 2, 4
    day, *nights = Outlook(state, FRENCH).hours
    assert day == 1
    assert len(nights) == 2
    assert all(0 < night < 0.5 for night in nights)


@pytest.mark.rule("T32.3")
def test_who_is_nearest_to_his_aim_joins_the_attack_on_it() -> None:
    """He does not step round the enemy for a hex that is nearer to the aim by the map."""
    lines = ["F1 infantry 4-3 0603", "F2 infantry 4-3 0604", "F3 infantry 3-3 0602"]
    state = campaign(*lines, "A1 infantry 4-3 0803")
    distance = state.battle.battlefield.grid.distance
    assert all(distance(Hex(h), Hex("0803")) == 1 for h in plan(state).values())


# -- the same again


def test_a_plan_is_made_once_in_a_player_turn() -> None:
    state = moving("F1 infantry 5-3 0303", "F2 infantry 5-3 0304", "A1 infantry 3-3 1503")
    who = player()
    first = answer(state, MoveUnits(FRENCH), who)
    kept = who.memory()
    other = player()
    other.recall(kept)
    options = list(MoveUnits(FRENCH).options(state))
    again = other.answer(MoveUnits(FRENCH), options, Look(lambda: state), CounterDice("other"))
    assert (again, other.memory()) == (first, kept)


def test_who_must_march_and_cannot_get_near_his_goal_takes_a_way_that_is_listed() -> None:
    """Under a March Order staying is not among the answers (T7.58)."""
    state = moving("F1 infantry 5-3 0503", "A1 infantry 5-3 0703")
    asked, only = ChoosePath(FRENCH, units("F1")), March((Hex("0503"), Hex("0603")))
    given = player().answer(asked, [only, only], Look(lambda: state), CounterDice("a seed"))
    assert given.path == only.path


@pytest.mark.rule("T32.9")
def test_who_is_behind_presses_on_and_who_is_ahead_weighs_several_plans() -> None:
    """A hex of 5 VP makes the difference."""
    lines = ("F1 infantry 5-3 0101", "A1 infantry 5-3 0707")
    for owner, is_weighed in ((ALLIED, False), (FRENCH, True)):
        state = position(
            OPEN,
            *lines,
            bases=BASE,
            flags=FREE,
            step=Step.MOVEMENT,
            vp_hexes={Hex("0404"): 5},
            control={Hex("0404"): owner},
        )
        who = player()
        answer(state, MoveUnits(FRENCH), who)
        assert bool(who.memory()[MEMORY]["plans"]) == is_weighed, owner
