"""Blücher, Napoleon, Ney and the Guard (N7.4-N7.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import BonusUsed
from hexwar.systems.nlc.events.leaders import LeaderMoved
from hexwar.systems.nlc.events.losses import GuardDismayed, UnitDisrupted
from hexwar.systems.nlc.events.orders import CommanderTied
from hexwar.systems.nlc.events.turn import CommandMoved
from hexwar.systems.nlc.orders import Dispatch, LineId
from hexwar.systems.nlc.preview import journeys
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import bombard
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.fire import attack_report, defence_report
from hexwar.systems.nlc.rules.command import blucher, bonuses
from hexwar.systems.nlc.rules.command.guard import dismay, dismayed_hexes, may_commit
from hexwar.systems.nlc.rules.losses.morale import Circumstances, morale_report
from hexwar.systems.nlc.rules.orders import pad
from hexwar.systems.nlc.rules.orders.compliance import lines_to_roll
from hexwar.systems.nlc.rules.orders.phase import obey
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, command_moves
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, Side
from tests.systems.nlc.assaults import face, fight, on
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.chapters import changed
from tests.systems.nlc.charges import ride
from tests.systems.nlc.orders import steps
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

# -- blücher: his charges, his presence near an attack, his duty to stay near it (N7.6, N7.8)


STRIP = "\n".join([". " * 40] * 5)
"""Forty columns of clear hexes: along a row a column is a hex."""

B = LeaderId("A9")
AHQ = {"AHQ": {"army": "silesia"}, "AI": {"army": "silesia"}}


def strip(*lines: str, **more: Any) -> GameState:
    """Blücher on a long strip; AI is of his army."""
    more.setdefault("formations", AHQ)
    return position(STRIP, *lines, **more)


def at(hex_: str) -> str:
    return f"A9 overall {hex_} of:AHQ blucher"


# -- who he is and whom he drives on


THEIRS, FOE = "A1 infantry 3-3 0103", "F1 infantry 3-3 3903"
HIS_BY_ORDER = {"AHQ": {"army": "silesia", "may_order": ("AX",)}, "AI": {"army": "silesia"}}
ATTACK, DEFEND = "AI: attack 3903", "AI: defend 0103"
FRENCHMAN = "F1 infantry 3-3 4001"
NEXT = "A1 infantry 3-3 0203"

NEAR = (at("0303"), "A1 infantry 3-3 1203")
"""An attacker nine hexes east of him."""

FAR = (at("0103"), "A1 infantry 3-3 2003", "A8 leader 2003")
"""An attacker nineteen hexes east; he has eight MP."""

AHEAD = "0103 0203 0303 0403 0503 0603 0703 0803 0903"
WALLS = [f"010{n}-020{m}" for n in range(1, 6) for m in (n - 1, n) if m]


@pytest.mark.rule("N7.6", "N2.32", "N7.8", "N12.92")
def test_who_he_is_and_that_turn_end_sees_first_whether_he_is_tied() -> None:
    lines = (at("0103"), THEIRS, "A8 leader 0103", FOE)
    assert [blucher.blucher_of(strip(*lines), side) for side in (ALLIED, FRENCH)] == [B, None]
    away = strip(at("due"), *lines[1:])
    assert blucher.blucher_of(away, ALLIED) is None
    assert not blucher.commands_near(away, ALLIED, Hex("0103"))
    assert not blucher.leads_charge(away, units("A1"))
    state = position(OPEN, "F1 infantry 5-3 0404", "A1 light 3-3 0402")
    for is_driven, value in ((False, 4), (True, 3)):
        met = Circumstances(defending=True, against_blucher=is_driven)
        assert morale_report(state, units("F1"), met).value == value
    state = tied(*NEAR, is_tied=False)
    played = play(state, command_moves, answers={"MoveCommand": [None]})
    assert played.events == [CommanderTied(ALLIED, B, is_tied=True), CommandMoved(ALLIED)]
    assert played.state.pad.tied == (B,)
    parts = (at("0103"), "A1 infantry 3-3 0203", "A2 infantry 3-3 0303 division:1st")
    state = tied(*parts, orders="AI: defend 0103; AI/1st: attack 3903")
    assert blucher.attacking_hexes(state, B) == ("0303",)


@pytest.mark.rule("N7.6", "N8.31", "N12.18")
@each(
    "hq hex_ is_near",
    ((), "1103", True),
    ((), "1203", False),
    (("A7 hq 0303 of:AHQ",), "1303", True),  # counted from his HQ while he is near it
    (("A7 hq 0303 of:AHQ",), "1403", False),
)
def test_his_command_range_is_ten_hexes(hq: tuple[str, ...], hex_: str, is_near: bool) -> None:
    state = strip(at("0103"), *hq, THEIRS, FOE)
    assert blucher.commands_near(state, ALLIED, Hex(hex_)) is is_near
    assert not blucher.commands_near(state, FRENCH, Hex(hex_))


@pytest.mark.rule("N7.6", "N2.32", "N12.11")
@each(
    "line formations leads",
    ("A1 light 3-3 1103", AHQ, True),
    ("A1 light 3-3 1203", AHQ, False),  # out of his range
    ("A1 light 3-3 1103 of:AX", AHQ, False),  # of another army
    ("A1 light 3-3 due", AHQ, False),
    ("F2 light 3-3 1103 of:FX", AHQ, False),
    ("A1 light 3-3 0203 of:AX", HIS_BY_ORDER, True),  # one that he may order
    ("A1 light 3-3 0303", HIS_BY_ORDER, False),
)
def test_he_leads_cavalry_under_him_and_in_range(
    line: str, formations: dict[str, Any], leads: bool
) -> None:
    more = ("A2 infantry 3-3 0103", "AY infantry 1-1 0101 of:AX", FOE)
    state = strip(at("0103"), line, *more, formations=formations)
    assert blucher.leads_charge(state, units(line.split(maxsplit=1)[0])) is leads


def tied(*lines: str, orders: str = ATTACK, is_tied: bool = True, **more: Any) -> GameState:
    """Turn End; the French have moved their commander."""
    state = strip(*lines, FRENCHMAN, orders=orders, **more)
    state.pad = replace(state.pad, tied=(B,) if is_tied else ())
    state.commanded = (FRENCH,)
    return state


def ties(state: GameState, side: Side = ALLIED) -> list[CommanderTied]:
    async def test(at_: Any) -> None:
        blucher.tie_commander(at_, side)

    return play(state, test).of("CommanderTied")


@pytest.mark.rule("N7.6", "N3.4")
def test_he_is_tied_while_a_unit_that_attacks_is_in_range_unknown_to_the_enemy() -> None:
    for lines, orders, is_tied in (
        ((at("0103"), "A1 infantry 3-3 1103"), ATTACK, True),
        ((at("0103"), "A1 infantry 3-3 1203"), ATTACK, False),  # out of range
        ((at("0103"), NEXT), DEFEND, False),
        ((at("0103"), NEXT), "AI: probe 3903", False),
        ((at("0103"), f"{NEXT} of:AX"), "AX: attack 3903", False),
        ((at("0103"), "A1 infantry 3-3 due", "AU train 0203"), ATTACK, False),
        ((at("due"), NEXT), ATTACK, False),
    ):
        state = tied(*lines, "AT train 0101", orders=orders, is_tied=False)
        assert ties(state) == [CommanderTied(ALLIED, B, is_tied=True)] * is_tied
        assert ties(state, FRENCH) == []
    lines = (at("0103"), NEXT)
    event = CommanderTied(ALLIED, B, is_tied=False)
    assert ties(tied(*lines, orders=DEFEND)) == [event]
    assert ties(tied(*lines)) == []
    assert (event.is_known_to(ALLIED), event.is_known_to(FRENCH)) == (True, False)
    state = tied(*lines)
    assert (view(state, ALLIED).pad.tied, view(state, FRENCH).pad.tied) == ((B,), ())


def refusal_of(state: GameState, path: str = "") -> Refusal | None:
    """Why Blücher may not ride along a path, or not end the moves."""
    return MoveCommand(ALLIED).refusal(state, Journey("A9", hexes(path)) if path else None)


def listed(state: GameState) -> list[str]:
    """Where Blücher is offered to ride; `stay` for the end of the moves."""
    return [
        "stay" if answer is None else answer.hexes[-1]
        for answer in MoveCommand(ALLIED).options(state)
        if answer is None or answer.piece == "A9"
    ]


@pytest.mark.rule("N7.8")
def test_out_of_range_of_all_he_must_ride_toward_the_nearest_as_far_as_he_may() -> None:
    state = tied(*FAR)
    assert rule_of(refusal_of(state)) == "N7.8"
    tie = blucher.tie_of(state, B)
    assert tie is not None
    assert tie.nearest == "0901"  # every hex of column 09 is as near
    assert listed(state) == ["0901"]
    assert refusal_of(state, AHEAD) is None
    assert refusal_of(state, "0103 0203") == Refusal(
        "A9 must ride toward those who attack, as far as he may.", "N7.8"
    )
    # Any end in range of one will do.
    state = tied(at("0103"), "A1 infantry 3-3 1503", "A8 leader 1503")
    assert refusal_of(state, "0103 0203 0303 0403 0503") is None  # ten hexes from 1503
    assert rule_of(refusal_of(state, "0103 0203 0303 0403")) == "N7.8"
    ahead = Journey("A9", hexes(AHEAD))
    moved = play(tied(*FAR), command_moves, answers={"MoveCommand": [ahead]})
    assert moved.events == [LeaderMoved(B, ahead.hexes)]
    ended = play(moved.state, command_moves, answers={"MoveCommand": [None]})
    assert ended.events == [CommandMoved(ALLIED)]


@pytest.mark.rule("N7.8")
def test_untied_or_in_range_he_may_stay_but_not_ride_out_of_it() -> None:
    for changes in ({"is_tied": False}, {"orders": DEFEND}, {"rivers": WALLS}):
        state = tied(*FAR, **changes)
        assert refusal_of(state) is None
        if "rivers" not in changes:
            assert refusal_of(state, "0103 0203") is None
    state = tied(*NEAR)
    assert refusal_of(state) is None
    assert refusal_of(state, "0303 0203") is None  # ten hexes
    refusal = refusal_of(state, "0303 0203 0103")
    assert rule_of(refusal) == "N7.8"
    assert refusal == Refusal("A9 must stay in range of a unit that attacks.", "N7.8")
    # One that attacks in range is enough.
    two = tied(at("0303"), "A1 infantry 3-3 1303", "A2 infantry 3-3 0303")
    assert refusal_of(two, "0303 0203 0103") is None
    state = tied(*NEAR, "A3 infantry 1-1 0103 of:AII", "A4 infantry 1-1 0203 of:AII")
    assert listed(state) == ["0203", "stay"]
    assert listed(tied(*NEAR, "A3 infantry 1-1 0103 of:AII", is_tied=False)) == ["0103", "stay"]
    assert {"0103", "0203"} & set(journeys(tied(*NEAR), "A9")) == {"0203"}
    assert "0103" in journeys(tied(*NEAR, is_tied=False), "A9")


# -- la Garde: its bonus, who may send it in, and what its giving way does (N7.4)


OG = "F1 infantry 6-4 0404 old_guard guard"
A1 = "A1 infantry 5-3 0403"
MORTIER = "F-Mortier leader 0407"
WIDE = "\n".join([".  " * 9] * 9)
TWO = ("F2 infantry 4-3 0406", "F3 infantry 4-3 0405")


def table(*lines: str, rows: str = OPEN, active: str = "FI", **more: Any) -> GameState:
    return position(rows, *lines, active=active, **more)


def shock(state: GameState, *dice: int, who: str = "F1") -> Played[None]:
    """Units fail a check."""
    return play(state, lambda at: dismay(at, units(who)), dice)


@pytest.mark.rule("N7.4a", "N2.32", "N8.5")
def test_the_old_guard_has_50_percent_more_in_assault_and_no_row_of_morale() -> None:
    for word in ("old_guard", "guard"):
        state = table(f"F1 infantry 6-2 0404 {word}")
        assert morale_report(state, units("F1"), Circumstances()).value == 3
    state = table("F1 infantry 8-3 0404 old_guard", MORTIER, A1)
    assert attack_report(state, face(state)).strength == 12
    held = table("F1 infantry 6-3 0404", "A1 infantry 8-3 0403 old_guard")
    assert defence_report(held, face(held)).strength == 12


@pytest.mark.rule("N7.4c")
@each(
    "line leader is_free",
    (OG, "F9 overall 0408 of:FHQ napoleon", True),  # four hexes away
    (OG, "F9 overall 0409 of:FHQ napoleon", False),
    (OG, "F9 overall 0405 of:FHQ", False),  # an OC, but not Napoleon
    (OG, "F9 leader 0408", True),  # its own commander
    (OG, "F9 leader 0409", False),
    (OG, "F9 leader 0405 of:FII", False),  # another corps' commander
    (OG, "F9 hq 0405 of:FI", False),
    (OG, "F9 leader due", False),
    (OG, "A9 overall 0405 of:AHQ napoleon", False),
    ("F1 infantry 6-4 0404", "F9 leader due", True),  # nobody else waits for them
    ("F1 infantry 6-4 0404 guard", "F9 leader due", True),
    (OG.replace("0404", "due"), "F9 leader due", True),  # there is nothing to commit
)
def test_napoleon_or_the_guard_commander_must_be_within_four_hexes(
    line: str, leader: str, is_free: bool
) -> None:
    sentence = "F1 attacks only with Napoleon or the Guard commander within 4 hexes."
    refusal = may_commit(table(line, A1, leader, rows=WIDE), unit("F1"))
    assert refusal == (None if is_free else Refusal(sentence, "N7.4"))


@pytest.mark.rule("N7.4c", "N8.35", "N7.4b", "N8.9")
def test_an_assault_with_the_old_guard_needs_them_and_dismays_before_its_retreat() -> None:
    lines = (OG, "F2 infantry 5-3 0404", A1, "F9 leader 0101 of:FII")
    question = DeclareAssault(FRENCH, FormationId("FI"))
    assert rule_of(question.refusal(table(*lines), on("0403", "F1 F2"))) == "N7.4"
    assert question.refusal(table(*lines), on("0403", "F2")) is None
    assert question.refusal(table(*lines, MORTIER), on("0403", "F1 F2")) is None
    lines = ("F1 infantry 6-2 0404 old_guard", "F2 infantry 4-3 0405", MORTIER, A1)
    state = table(*lines)
    # attack 8 SP, 1: nothing; defence 5 SP, 6: M1; morale 2 + 1 + 1 - 1, a 5 fails; F2 fails
    played = fight(state, [1, 6, 5, 6])
    story = played.story
    assert story.index("GuardDismayed") < story.index("RetreatBegan")
    assert played.of(UnitDisrupted)[0].unit == "F2"


SPREAD = (
    "F2 infantry 4-3 0405",
    "F3 light 3-2 0401",
    "F4 infantry 3-3 0408 of:FII",  # four hexes away
    "F5 battery 2-3 0107 of:FII",  # four hexes away
    "F6 infantry 2-3 0604 of:FII",
)


@pytest.mark.rule("N7.4b", "N2.45")
def test_every_stack_of_its_side_within_three_hexes_checks_at_once_and_as_one() -> None:
    state = table(OG, A1, *SPREAD, rows=WIDE)
    played = shock(state, 4, 5, 6)
    assert played.of(GuardDismayed) == [GuardDismayed(unit("F1"), Hex("0404"))]
    checks = [(e.units, e.hex, e.purpose, e.passed) for e in played.of("MoraleRolled")]
    assert checks == [
        (units("F3"), "0401", "guard", False),
        (units("F2"), "0405", "guard", False),
        (units("F6"), "0604", "guard", False),
    ]
    assert [e.unit for e in played.of(UnitDisrupted)] == ["F3", "F2", "F6"]
    assert played.state.spirit.dismayed == 1
    state = table(OG, A1, "F2 infantry 4-2 0405", "F3 infantry 4-2 0504")
    played = shock(state, 3, 6)
    assert played.story == ["GuardDismayed", "MoraleRolled", "MoraleRolled", "UnitDisrupted"]
    assert played.of("MoraleRolled")[1].margin == 3
    state = table(OG, "F2 infantry 4-2 0405", "F3 battery 2-5 0405 disrupted", "FT train 0405")
    played = shock(state, 4)
    assert played.of("MoraleRolled")[0].units == units("F2 F3")
    assert played.of(UnitDisrupted) == [UnitDisrupted(unit("F2"))]


WOODED = OPEN.splitlines()
WOODED[4] = ".  .  .  w  .  .  ."


@pytest.mark.rule("N7.4b", "N17.1", "N18")
@each(
    "lines words found",
    (("F2 infantry 4-3 0406", "F3 infantry 4-3 0402"), {"rows": "\n".join(WOODED)}, ["0402"]),
    (TWO, {"kind": TurnKind.NIGHT_PM}, ["0405"]),
    (TWO, {"weather": "fog"}, ["0405"]),
    (("A2 infantry 4-3 0402",), {}, []),
    (("FT train 0405",), {}, []),
    (("F3 infantry 4-3 0304 disrupted",), {}, []),
)
def test_stacks_in_order_that_see_it_check(
    lines: tuple[str, ...], words: dict[str, Any], found: list[str]
) -> None:
    assert list(dismayed_hexes(table(OG, *lines, **words), FRENCH, Hex("0404"))) == found


@pytest.mark.rule("N7.4b", "N9.6")
def test_it_happens_once_a_turn_and_one_of_the_old_guard_that_fails_is_needed_and_enough() -> None:
    state = table(OG, "F2 infantry 4-3 0405", "F7 infantry 4-4 0504 old_guard")
    later = shock(state, 1, 1).state
    assert shock(later, who="F7").events == []
    later.turn = 2
    assert shock(later, 1, 1, who="F7").of("GuardDismayed")
    for line in ("F1 infantry 6-4 0404 guard", "F1 infantry 6-4 uar old_guard"):
        assert shock(table(line, "F2 infantry 4-3 0405")).events == []
    state = table("F0 infantry 9-2 0404", OG, "F2 infantry 4-3 0405")
    (event,) = shock(state, 1, who="F0 F1").of(GuardDismayed)
    assert event == GuardDismayed(unit("F1"), Hex("0404"))
    lines = ("F1 infantry 6-2 0404 old_guard", "F2 infantry 4-3 0405", "A1 battery 11-3 0402")
    guns = Bombardment(Hex("0404"), units("A1"))
    state = position(OPEN, *lines, active="AI")
    played = play(state, lambda at: bombard(at, ALLIED, guns), [3, 6])
    assert played.of(UnitDisrupted) == [UnitDisrupted(unit("F1"))]
    assert played.of("GuardDismayed") == []


@pytest.mark.rule("N7.4b", "N8.9", "N10.6", "N10.61")
@each(
    "how lines dice checks",
    (  # 12 SP, 5: M1; initiative 3 + 1, M1 -1
        fight,
        ("F1 infantry 12-3 0404", f"{A1} old_guard", "A2 infantry 4-3 0401"),
        [5, 1, 5, 1],
        "retreat A1, guard A2",
    ),
    (  # 21 SP, 5: a step; 8 SP, 6: a step; it has won, but fails afterwards
        fight,
        ("F1 infantry 12-2 0404 old_guard", TWO[1], MORTIER, "A1 infantry 8/0-3 0403"),
        [5, 6, 6, 1],
        "advance F1, guard F3",
    ),
    (  # 6 SP at a quarter are 2, 5: M
        ride,
        ("F1 heavy 6-3 0406", f"{A1} old_guard square", "A2 infantry 4-3 0401"),
        [5, 1, 6, 1, 1],
        "retreat A1, guard A2",
    ),
    (  # 8 SP, 4 and 1 for the square: M1; initiative 2 + 1, shaken -1
        ride,
        ("F1 heavy 6-2 0406 old_guard", "F3 infantry 4-3 0407", "A1 infantry 8-3 0403 square"),
        [1, 4, 5, 1],
        "retreat F1, guard F3",
    ),
)
def test_old_guard_that_fails_dismays_however_it_came_to_it(
    how: Any, lines: tuple[str, ...], dice: list[int], checks: str
) -> None:
    played = how(table(*lines), dice)
    assert played.of("GuardDismayed")
    found = [f"{event.purpose} {' '.join(event.units)}" for event in played.of("MoraleRolled")]
    assert ", ".join(found[:2]) == checks


# -- napoleon and Ney in combat: the bonus, the question and the price (N7.5, N7.7, N12.54)


F1, F3, A1_OF_BONUSES = "F1 infantry 8-3 0404", "F3 light 4-3 0404", "A1 infantry 8-3 0403"
NAPOLEON, NEY = "F9 overall 0404 of:FHQ napoleon rating:3", "F8 leader 0404 ney"
N, Y = LeaderId("F9"), LeaderId("F8")
HERE = hexes("0404 0403")
LED = (F1, NEY, NAPOLEON, "F7 hq 0404 of:FHQ")


def ask(
    state: GameState, *answers: bool, side: Side = FRENCH, who: str = ""
) -> Played[tuple[LeaderId, ...]]:
    """Who leads in an attack of a side from 0404 on 0403."""
    fighters = units(who) or None
    given: Answers = {"ChooseLeaderBonus": answers} if answers else {}
    return play(state, lambda at: bonuses.leader_bonuses(at, side, HERE, fighters), answers=given)


def percents(state: GameState, leader: LeaderId, name: str, *, attacking: bool) -> list[int]:
    lines = bonuses.bonus_lines(state, (leader,), unit(name), 25, attacking=attacking)
    return [percent for _, percent, _ in lines]


@pytest.mark.rule("N7.5", "N8.5")
def test_whom_a_leader_helps_by_25_percent_of_fire() -> None:
    for line, leader, attacking, helped in (
        (NAPOLEON, N, True, ["F1"]),  # infantry with him
        (NAPOLEON, N, False, ["F1"]),
        (NAPOLEON.replace("0404", "due"), N, True, []),
        (NEY, Y, True, ["F1", "F3", "F4"]),  # any attackers with him
        (NEY, Y, False, []),
    ):
        state = table(F1, F3, "F4 battery 3-3 0404", "F5 infantry 3-3 0405", line, A1_OF_BONUSES)
        found = {x: percents(state, leader, x, attacking=attacking) for x in state.units}
        assert {x: each for x, each in found.items() if each} == {x: [25] for x in helped}
        if helped:
            lines = bonuses.bonus_lines(state, (leader,), unit("F1"), 25, attacking=attacking)
            assert list(lines) == [(f"led by {leader}", 25, "N7.5")]
    for led, use, strengths in (
        (NAPOLEON, True, [10, 8]),
        (NAPOLEON, False, [8, 8]),
        (NEY, True, [10, 8]),
        ("A9 overall 0403 of:AHQ napoleon", True, [8, 10]),
    ):
        state = table(F1, A1_OF_BONUSES, led)
        played = fight(state, [1, 1], answers={"ChooseLeaderBonus": [use]})
        assert [e.strength for e in played.of("FireResolved")] == strengths


@pytest.mark.rule("N7.7", "N8.35")
def test_the_owner_is_asked_once_a_turn_for_those_who_fight_and_keeps_it_by_default() -> None:
    state, question = (
        table(F1, NAPOLEON, A1_OF_BONUSES),
        bonuses.ChooseLeaderBonus(FRENCH, N, HERE[0]),
    )
    played = ask(state)
    assert played.asked == [(question, False)]
    assert (played.result, played.events) == ((), [])
    assert [question.kind(answer) for answer in (False, True)] == ["pass", "lead"]
    used = ask(state, True)
    assert used.events == [BonusUsed(N, Hex("0404"))]
    assert used.result == (N,)
    assert used.state.spirit.inspired == {"F9": 1}
    assert ask(used.state).asked == []
    used.state.turn = 2
    assert len(ask(used.state).asked) == 1
    state = table(F1, F3, NAPOLEON, A1_OF_BONUSES)
    for who, asked in (("F3 A1", 0), ("F1 A1", 1), ("F1 F3 A1", 1)):  # one whom it helps is enough
        assert len(ask(state, who=who).asked) == asked
    played = ask(table(F1, A1_OF_BONUSES, NAPOLEON, NEY), True, True)
    assert played.result == ("F8", "F9")
    led = bonuses.bonus_lines(played.state, played.result, unit("F1"), 25, attacking=True)
    assert [percent for _, percent, _ in led] == [25, 25]
    state = table(F1, A1_OF_BONUSES, NAPOLEON)
    story = fight(state, [1, 1], answers={"ChooseLeaderBonus": [True]}).story
    assert story.index("ConfidenceRolled") < story.index("BonusUsed") < story.index("FireResolved")
    assert fight(state, [], confidence=6).questions("ChooseLeaderBonus") == []


@pytest.mark.rule("N7.7", "N4.8")
def test_the_active_side_is_asked_first_and_nobody_where_it_would_help_nobody() -> None:
    for lines in (
        (F1, "F9 leader 0404"),  # no such leader
        (F3, NAPOLEON),  # no infantry with him
        (F1, "F9 overall 0405 of:FHQ napoleon"),  # not here
        (F1, "A9 leader 0403 ney"),  # Ney leads attackers only
        (F1, "FT train 0404", "A2 battery 3-3 0403", "A9 overall 0402 of:AHQ napoleon"),
    ):
        assert ask(table(*lines, A1_OF_BONUSES)).asked == []
    for active, side, order in (
        ("FI", FRENCH, ["F9", "A9"]),
        ("AI", ALLIED, ["A9", "F9"]),
        ("FI", ALLIED, ["F9", "A9"]),
    ):
        lines = (F1, A1_OF_BONUSES, NAPOLEON, "A9 overall 0403 of:AHQ napoleon")
        played = ask(table(*lines, active=active), side=side)
        assert [
            question.leader for question in played.questions(bonuses.ChooseLeaderBonus)
        ] == order


def spent(*lines: str, led: str, turn: int = 2, **more: Any) -> GameState:
    """The turn after a leader led in turn 1."""
    state = position(OPEN, *lines, **more)
    state.turn = turn
    state.spirit = replace(state.spirit, inspired={LeaderId(led): 1})
    return state


@pytest.mark.rule("N7.5", "N12.12", "N12.54")
def test_napoleon_gives_no_orders_in_the_next_turn_and_each_pays_his_own_price() -> None:
    lines = (F1, NAPOLEON, "F7 hq 0404 of:FHQ")
    state = spent(*lines, led="F9")
    assert (pad.capacity(state, N), pad.orders_left(state, N)) == (0, 0)
    silent = Refusal("F9 led troops in combat last turn and gives no orders now.", "N7.5")
    assert bonuses.silence_refusal(state, N) == pad.capacity_refusal(state, N, None) == silent
    assert pad.spent_refusal(state, N) == silent
    for turn in (1, 3):  # in the same turn and after the next he does
        state = spent(*lines, led="F9", turn=turn)
        assert pad.capacity(state, N) == 3
        assert bonuses.silence_refusal(state, N) is None
    assert bonuses.silence_refusal(spent(F1, NEY, led="F8"), Y) is None
    assert bonuses.deafness_refusal(spent(F1, NAPOLEON, led="F9"), N) is None
    assert bonuses.deafness_refusal(spent(F1, NEY, led="F8"), None) is None


def with_order(state: GameState, line: str = "FI") -> GameState:
    """An order of Napoleon's has reached a line."""
    order = Dispatch(steps("attack 0403"), N, sent=2, due=2)
    state.pad = replace(state.pad, dispatches={**state.pad.dispatches, LineId(line): order})
    return state


@pytest.mark.rule("N12.54", "N12.55")
def test_ney_checks_no_compliance_in_the_next_turn_and_others_do() -> None:
    state = with_order(spent(*LED, led="F8", orders="FI: defend 0404"))
    assert lines_to_roll(state) == ()
    sentence = "F8 led troops in combat last turn: his order waits."
    assert bonuses.deafness_refusal(state, Y) == Refusal(sentence, "N12.54")
    played = play(state, obey)
    assert played.events == []
    assert played.state.pad.dispatches[LineId("FI")].waited == 0
    # It is rolled for a turn later: rating 2, Napoleon within 2 hexes, column 3, no shift.
    state.spirit = replace(state.spirit, inspired={Y: 0})
    played = play(state, obey, [6])
    assert [(e.line, e.column) for e in played.of("ComplianceRolled")] == [("FI", 3)]
    state = spent(*LED, "F2 infantry 3-3 0405 of:FII", led="F8", orders="FII: defend 0405")
    assert lines_to_roll(with_order(state, "FII")) == ("FII",)
    calm = changed(state, inspired={})
    assert lines_to_roll(with_order(calm)) == ("FI", "FII")
