"""Blücher: his charges, his presence near an attack, his duty to stay near it (N7.6, N7.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.leaders import LeaderMoved
from hexwar.systems.nlc.events.orders import CommanderTied
from hexwar.systems.nlc.events.turn import CommandMoved
from hexwar.systems.nlc.preview import journeys
from hexwar.systems.nlc.rules.command.blucher import (
    attacking_hexes,
    blucher_of,
    commands_near,
    leads_charge,
    tie_commander,
    tie_of,
)
from hexwar.systems.nlc.rules.losses.morale import Circumstances, morale_report
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, command_moves
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import LeaderId, Side
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, play, position, units

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


@pytest.mark.rule("N7.6")
def test_he_is_the_leader_with_his_special_rule_on_the_map() -> None:
    lines = (at("0103"), "A1 infantry 3-3 0103", "A8 leader 0103", "F1 infantry 3-3 3903")
    assert (blucher_of(strip(*lines), ALLIED), blucher_of(strip(*lines), FRENCH)) == (B, None)
    away = strip(at("due"), *lines[1:])
    assert blucher_of(away, ALLIED) is None
    assert not commands_near(away, ALLIED, Hex("0103"))
    assert not leads_charge(away, units("A1"))


@pytest.mark.rule("N7.6", "N8.31")
@pytest.mark.parametrize(("hex_", "is_near"), [("1103", True), ("1203", False)])
def test_his_command_range_is_ten_hexes(hex_: str, *, is_near: bool) -> None:
    state = strip(at("0103"), "A1 infantry 3-3 0103", "F1 infantry 3-3 3903")
    assert commands_near(state, ALLIED, Hex(hex_)) is is_near
    assert not commands_near(state, FRENCH, Hex(hex_))


@pytest.mark.rule("N7.6", "N12.18")
def test_it_is_counted_from_his_hq_while_he_is_near_it() -> None:
    lines = ("A7 hq 0303 of:AHQ", "A1 infantry 3-3 0103", "F1 infantry 3-3 3903")
    with_hq = strip(at("0103"), *lines)
    assert commands_near(with_hq, ALLIED, Hex("1303"))
    assert not commands_near(with_hq, ALLIED, Hex("1403"))


@pytest.mark.rule("N7.6", "N2.32")
@pytest.mark.parametrize(
    ("line", "leads"),
    [
        ("A1 light 3-3 1103", True),
        ("A1 light 3-3 1203", False),  # out of his range
        ("A1 light 3-3 1103 of:AX", False),  # of another army
        ("A1 light 3-3 due", False),
        ("F2 light 3-3 1103 of:FX", False),
    ],
)
def test_he_leads_cavalry_under_him_and_in_range(line: str, *, leads: bool) -> None:
    more = (line, "A2 infantry 3-3 0103", "AY infantry 1-1 0101 of:AX", "F1 infantry 3-3 3903")
    state = strip(at("0103"), *more)
    assert leads_charge(state, units(line.split(maxsplit=1)[0])) is leads


@pytest.mark.rule("N7.6", "N12.11")
def test_formations_that_he_may_order_are_his() -> None:
    formations = {"AHQ": {"army": "silesia", "may_order": ("AX",)}, "AI": {"army": "silesia"}}
    lines = ("A1 light 3-3 0203 of:AX", "A2 light 3-3 0303", "F1 infantry 3-3 3903")
    state = strip(at("0103"), *lines, formations=formations)
    assert leads_charge(state, units("A1"))
    assert not leads_charge(state, units("A2"))


@pytest.mark.rule("N7.6", "N2.32")
def test_a_square_against_his_cavalry_checks_at_minus_one() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404", "A1 light 3-3 0402")
    plain = morale_report(state, units("F1"), Circumstances(defending=True)).value
    driven = morale_report(
        state, units("F1"), Circumstances(defending=True, against_blucher=True)
    ).value
    assert (plain, driven) == (4, 3)


# -- the duty (N7.8)


ATTACK, DEFEND = "AI: attack 3903", "AI: defend 0103"
FRENCHMAN = "F1 infantry 3-3 4001"


def tied(*lines: str, orders: str = ATTACK, is_tied: bool = True, **more: Any) -> GameState:
    """Turn End; the French have moved their commander."""
    state = strip(*lines, FRENCHMAN, orders=orders, **more)
    state.pad = replace(state.pad, tied=(B,) if is_tied else ())
    state.commanded = (FRENCH,)
    return state


def ties(state: GameState, side: Side = ALLIED) -> list[CommanderTied]:
    async def test(at_: Any) -> None:
        tie_commander(at_, side)

    return play(state, test).of(CommanderTied)


@pytest.mark.rule("N7.6")
def test_he_is_tied_when_a_unit_that_attacks_is_in_range() -> None:
    state = tied(at("0103"), "A1 infantry 3-3 1103", is_tied=False)
    assert ties(state) == [CommanderTied(ALLIED, B, is_tied=True)]
    assert ties(state, FRENCH) == []


@pytest.mark.rule("N7.6")
@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        ((at("0103"), "A1 infantry 3-3 1203"), ATTACK),  # out of range
        ((at("0103"), "A1 infantry 3-3 0203"), DEFEND),
        ((at("0103"), "A1 infantry 3-3 0203"), "AI: probe 3903"),
        ((at("0103"), "A1 infantry 3-3 0203 of:AX"), "AX: attack 3903"),
        ((at("0103"), "A1 infantry 3-3 due", "AU train 0203"), ATTACK),
        ((at("due"), "A1 infantry 3-3 0203"), ATTACK),
    ],
)
def test_else_he_is_not(lines: tuple[str, ...], orders: str) -> None:
    assert ties(tied(*lines, "AT train 0101", orders=orders, is_tied=False)) == []


@pytest.mark.rule("N7.6")
def test_he_is_free_when_no_attack_order_is_left() -> None:
    lines = (at("0103"), "A1 infantry 3-3 0203")
    assert ties(tied(*lines, orders=DEFEND)) == [CommanderTied(ALLIED, B, is_tied=False)]
    assert ties(tied(*lines)) == []


@pytest.mark.rule("N7.6", "N3.4")
def test_the_enemy_is_not_told() -> None:
    event = CommanderTied(ALLIED, B, is_tied=True)
    assert (event.is_known_to(ALLIED), event.is_known_to(FRENCH)) == (True, False)
    state = tied(at("0103"), "A1 infantry 3-3 0203")
    assert (view(state, ALLIED).pad.tied, view(state, FRENCH).pad.tied) == ((B,), ())


def journey(path: str) -> Journey:
    return Journey("A9", hexes(path))


def law(state: GameState, answer: Journey | None) -> str | None:
    refusal = MoveCommand(ALLIED).refusal(state, answer)
    return None if refusal is None else refusal.rule


def listed(state: GameState) -> list[str]:
    """Where Blücher is offered to ride; `stay` for the end of the moves."""
    return [
        "stay" if answer is None else answer.hexes[-1]
        for answer in MoveCommand(ALLIED).options(state)
        if answer is None or answer.piece == "A9"
    ]


NEAR = (at("0303"), "A1 infantry 3-3 1203")
"""An attacker nine hexes east of him."""


@pytest.mark.rule("N7.8")
def test_in_range_he_may_stay_but_not_ride_out_of_it() -> None:
    state = tied(*NEAR)
    assert law(state, None) is None
    assert law(state, journey("0303 0203")) is None  # ten hexes
    assert law(state, journey("0303 0203 0103")) == "N7.8"
    refusal = MoveCommand(ALLIED).refusal(state, journey("0303 0203 0103"))
    assert refusal is not None
    assert refusal.sentence == "A9 must stay in range of a unit that attacks."


@pytest.mark.rule("N7.8")
def test_rides_out_of_range_are_not_offered() -> None:
    state = tied(*NEAR, "A3 infantry 1-1 0103 of:AII", "A4 infantry 1-1 0203 of:AII")
    assert listed(state) == ["0203", "stay"]
    assert listed(tied(*NEAR, "A3 infantry 1-1 0103 of:AII", is_tied=False)) == ["0103", "stay"]


@pytest.mark.rule("N7.8")
def test_the_map_shows_the_rides_that_are_legal() -> None:
    state = tied(*NEAR)
    shown = journeys(state, "A9")
    assert "0203" in shown
    assert "0103" not in shown
    assert "0103" in journeys(tied(*NEAR, is_tied=False), "A9")


@pytest.mark.rule("N7.8")
def test_one_that_attacks_in_range_is_enough() -> None:
    state = tied(at("0303"), "A1 infantry 3-3 1303", "A2 infantry 3-3 0303")
    assert law(state, journey("0303 0203 0103")) is None


FAR = (at("0103"), "A1 infantry 3-3 2003", "A8 leader 2003")
"""An attacker nineteen hexes east; he has eight MP."""


@pytest.mark.rule("N7.8")
def test_out_of_range_of_all_he_must_ride_toward_the_nearest_as_far_as_he_may() -> None:
    state = tied(*FAR)
    assert law(state, None) == "N7.8"
    tie = tie_of(state, B)
    assert tie is not None
    assert tie.nearest == "0901"  # every hex of column 09 is as near
    assert listed(state) == ["0901"]
    ahead = "0103 0203 0303 0403 0503 0603 0703 0803 0903"
    assert law(state, journey(ahead)) is None
    refusal = MoveCommand(ALLIED).refusal(state, journey("0103 0203"))
    assert refusal is not None
    assert refusal.rule == "N7.8"
    assert refusal.sentence == "A9 must ride toward those who attack, as far as he may."


@pytest.mark.rule("N7.8")
def test_any_end_in_range_of_one_will_do() -> None:
    state = tied(at("0103"), "A1 infantry 3-3 1503", "A8 leader 1503")
    assert law(state, journey("0103 0203 0303 0403 0503")) is None  # ten hexes from 1503
    assert law(state, journey("0103 0203 0303 0403")) == "N7.8"


@pytest.mark.rule("N7.8")
def test_he_is_asked_so_in_turn_end_and_then_is_free_to_stay() -> None:
    state = tied(*FAR)
    ahead = journey("0103 0203 0303 0403 0503 0603 0703 0803 0903")
    moved = play(state, command_moves, answers={MoveCommand: [ahead]})
    assert moved.events == [LeaderMoved(B, ahead.hexes)]
    ended = play(moved.state, command_moves, answers={MoveCommand: [None]})
    assert ended.events == [CommandMoved(ALLIED)]


@pytest.mark.rule("N7.8")
@pytest.mark.parametrize(
    "changes",
    [
        {"is_tied": False},
        {"orders": DEFEND},
    ],
)
def test_untied_or_without_an_attack_he_goes_where_he_likes(changes: dict[str, Any]) -> None:
    state = tied(*FAR, **changes)
    assert law(state, None) is None
    assert law(state, journey("0103 0203")) is None


@pytest.mark.rule("N7.8")
def test_who_can_get_no_nearer_may_stay() -> None:
    walls = [f"010{n}-020{m}" for n in range(1, 6) for m in (n - 1, n) if m]
    state = tied(*FAR, rivers=walls)
    assert law(state, None) is None


@pytest.mark.rule("N7.6", "N7.8")
def test_turn_end_sees_first_whether_he_is_tied() -> None:
    state = tied(*NEAR, is_tied=False)
    played = play(state, command_moves, answers={MoveCommand: [None]})
    assert played.events == [CommanderTied(ALLIED, B, is_tied=True), CommandMoved(ALLIED)]
    assert played.state.pad.tied == (B,)


@pytest.mark.rule("N7.8", "N12.92")
def test_a_detached_division_that_attacks_counts() -> None:
    lines = (at("0103"), "A1 infantry 3-3 0203", "A2 infantry 3-3 0303 division:1st")
    state = tied(*lines, orders="AI: defend 0103; AI/1st: attack 3903")
    assert attacking_hexes(state, B) == ("0303",)
