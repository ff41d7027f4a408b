"""Napoleon and Ney in combat: the bonus, the question and the price (N7.5, N7.7, N12.54)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import BonusUsed, FireResolved
from hexwar.systems.nlc.events.orders import ComplianceRolled
from hexwar.systems.nlc.orders import Dispatch, LineId
from hexwar.systems.nlc.rules.command.bonuses import (
    ChooseLeaderBonus,
    bonus_lines,
    deafness_refusal,
    leader_bonuses,
    silence_refusal,
)
from hexwar.systems.nlc.rules.orders.compliance import lines_to_roll
from hexwar.systems.nlc.rules.orders.pad import (
    capacity,
    capacity_refusal,
    orders_left,
    spent_refusal,
)
from hexwar.systems.nlc.rules.orders.phase import obey
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from tests.systems.nlc.assaults import fight
from tests.systems.nlc.chapters import changed
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

F1, F3, A1 = "F1 infantry 8-3 0404", "F3 light 4-3 0404", "A1 infantry 8-3 0403"
NAPOLEON, NEY = "F9 overall 0404 of:FHQ napoleon rating:3", "F8 leader 0404 ney"
N, Y = LeaderId("F9"), LeaderId("F8")
HERE = hexes("0404 0403")


def table(*lines: str, active: str = "FI", **more: Any) -> GameState:
    return position(OPEN, *lines, active=active, **more)


def ask(
    state: GameState,
    *answers: bool,
    side: Side = FRENCH,
    who: Sequence[str] | None = None,
) -> Played[tuple[LeaderId, ...]]:
    """Who leads in an attack of a side from 0404 on 0403."""
    fighters = None if who is None else units(" ".join(who))
    return play(
        state,
        lambda at: leader_bonuses(at, side, HERE, fighters),
        answers={ChooseLeaderBonus: list(answers)} if answers else None,
    )


def percents(state: GameState, leader: LeaderId, name: str, *, attacking: bool) -> list[int]:
    lines = bonus_lines(state, (leader,), unit(name), 25, attacking=attacking)
    return [percent for _, percent, _ in lines]


# -- whom it helps


@pytest.mark.rule("N7.5")
@pytest.mark.parametrize("attacking", [True, False])
def test_napoleon_helps_infantry_with_him_attacking_and_defending(*, attacking: bool) -> None:
    state = table(F1, F3, "F4 battery 3-3 0404", "F5 infantry 3-3 0405", NAPOLEON, A1)
    found = {x: percents(state, N, x, attacking=attacking) for x in ("F1", "F3", "F4", "F5", "A1")}
    assert found == {"F1": [25], "F3": [], "F4": [], "F5": [], "A1": []}


@pytest.mark.rule("N7.5")
def test_ney_helps_any_attackers_with_him() -> None:
    state = table(F1, F3, "F4 battery 3-3 0404", "F5 infantry 3-3 0405", NEY, A1)
    found = {x: percents(state, Y, x, attacking=True) for x in ("F1", "F3", "F4", "F5")}
    assert found == {"F1": [25], "F3": [25], "F4": [25], "F5": []}
    assert percents(state, Y, "F1", attacking=False) == []


@pytest.mark.rule("N7.5")
def test_the_line_names_the_leader_and_the_rule() -> None:
    state = table(F1, NAPOLEON, A1)
    assert list(bonus_lines(state, (N,), unit("F1"), 25, attacking=True)) == [
        ("led by F9", 25, "N7.5")
    ]


@pytest.mark.rule("N7.5")
def test_a_leader_off_the_map_helps_nobody() -> None:
    state = table(F1, NAPOLEON.replace("0404", "due"), A1)
    assert percents(state, N, "F1", attacking=True) == []


# -- the question


@pytest.mark.rule("N7.7")
def test_the_owner_is_asked_and_keeps_it_by_default() -> None:
    played = ask(table(F1, NAPOLEON, A1))
    assert played.asked == [(ChooseLeaderBonus(FRENCH, N, Hex("0404")), False)]
    assert (played.result, played.events) == ((), [])
    question = played.questions(ChooseLeaderBonus)[0]
    assert [question.kind(answer) for answer in (False, True)] == ["pass", "lead"]


@pytest.mark.rule("N7.7")
def test_used_it_is_written_down() -> None:
    played = ask(table(F1, NAPOLEON, A1), True)
    assert played.events == [BonusUsed(N, Hex("0404"))]
    assert played.result == (N,)
    assert played.state.spirit.inspired == {"F9": 1}


@pytest.mark.rule("N7.7")
def test_once_a_turn() -> None:
    used = ask(table(F1, NAPOLEON, A1), True).state
    assert ask(used).asked == []
    used.turn = 2
    assert len(ask(used).asked) == 1


@pytest.mark.rule("N7.7")
@pytest.mark.parametrize(
    "lines",
    [
        (F1, A1, "F9 leader 0404"),  # no such leader
        (F3, A1, NAPOLEON),  # no infantry with him
        (F1, A1, "F9 overall 0405 of:FHQ napoleon"),  # not here
        (F1, A1, "A9 leader 0403 ney"),  # Ney leads attackers only
        (F1, A1, "FT train 0404", "A2 battery 3-3 0403", "A9 overall 0402 of:AHQ napoleon"),
    ],
)
def test_nobody_is_asked_where_it_would_help_nobody(lines: tuple[str, ...]) -> None:
    assert ask(table(*lines)).asked == []


@pytest.mark.rule("N7.7")
def test_units_that_do_not_fight_do_not_count() -> None:
    state = table(F1, F3, NAPOLEON, A1)
    assert ask(state, who=["F3", "A1"]).asked == []
    assert len(ask(state, who=["F1", "A1"]).asked) == 1
    assert len(ask(state, who=["F1", "F3", "A1"]).asked) == 1  # one whom it helps is enough


@pytest.mark.rule("N7.7", "N4.8")
@pytest.mark.parametrize(
    ("active", "side", "order"),
    [("FI", FRENCH, ["F9", "A9"]), ("AI", ALLIED, ["A9", "F9"]), ("FI", ALLIED, ["F9", "A9"])],
)
def test_the_active_side_is_asked_first(active: str, side: Side, order: list[str]) -> None:
    lines = (F1, A1, NAPOLEON, "A9 overall 0403 of:AHQ napoleon")
    played = ask(table(*lines, active=active), side=side)
    assert [question.leader for question in played.questions(ChooseLeaderBonus)] == order


@pytest.mark.rule("N7.7")
def test_two_leaders_of_a_side_may_both_lead() -> None:
    played = ask(table(F1, A1, NAPOLEON, NEY), True, True)
    assert played.result == ("F8", "F9")
    led = bonus_lines(played.state, played.result, unit("F1"), 25, attacking=True)
    assert [percent for _, percent, _ in led] == [25, 25]


# -- in an assault


@pytest.mark.rule("N7.5", "N8.5")
@pytest.mark.parametrize(
    ("leader", "use", "strengths"),
    [
        (NAPOLEON, True, [10, 8]),
        (NAPOLEON, False, [8, 8]),
        (NEY, True, [10, 8]),
        ("A9 overall 0403 of:AHQ napoleon", True, [8, 10]),
    ],
)
def test_the_fire_of_an_assault_rises_by_25_percent(
    leader: str, strengths: list[int], *, use: bool
) -> None:
    played = fight(table(F1, A1, leader), [1, 1], answers={ChooseLeaderBonus: [use]})
    assert [e.strength for e in played.of(FireResolved)] == strengths


@pytest.mark.rule("N7.7", "N8.35")
def test_it_is_asked_after_confidence_and_before_the_dice() -> None:
    played = fight(table(F1, A1, NAPOLEON), [1, 1], answers={ChooseLeaderBonus: [True]})
    story = played.story
    assert story.index("ConfidenceRolled") < story.index("BonusUsed") < story.index("FireResolved")
    failed = fight(table(F1, A1, NAPOLEON), [], confidence=6)
    assert failed.questions(ChooseLeaderBonus) == []


# -- the price


def spent(*lines: str, led: str, turn: int = 2, **more: Any) -> GameState:
    """The turn after a leader led in turn 1."""
    state = position(OPEN, *lines, **more)
    state.turn = turn
    state.spirit = replace(state.spirit, inspired={LeaderId(led): 1})
    return state


@pytest.mark.rule("N7.5")
def test_napoleon_gives_no_orders_in_the_next_turn() -> None:
    lines = (F1, NAPOLEON, "F7 hq 0404 of:FHQ")
    state = spent(*lines, led="F9")
    assert (capacity(state, N), orders_left(state, N)) == (0, 0)
    for refusal in (
        silence_refusal(state, N),
        capacity_refusal(state, N, None),
        spent_refusal(state, N),
    ):
        assert refusal is not None
        assert refusal.rule == "N7.5"
        assert refusal.sentence == "F9 led troops in combat last turn and gives no orders now."


@pytest.mark.rule("N7.5", "N12.12")
@pytest.mark.parametrize("turn", [1, 3])
def test_in_the_same_turn_and_after_the_next_he_does(turn: int) -> None:
    state = spent(F1, NAPOLEON, "F7 hq 0404 of:FHQ", led="F9", turn=turn)
    assert capacity(state, N) == 3
    assert silence_refusal(state, N) is None


@pytest.mark.rule("N7.5", "N12.54")
def test_each_pays_his_own_price() -> None:
    assert silence_refusal(spent(F1, NEY, led="F8"), Y) is None
    assert deafness_refusal(spent(F1, NAPOLEON, led="F9"), N) is None
    assert deafness_refusal(spent(F1, NEY, led="F8"), None) is None


def with_order(state: GameState, line: str = "FI") -> GameState:
    """An order of Napoleon's has reached a line."""
    order = Dispatch(steps("attack 0403"), N, sent=2, due=2)
    state.pad = replace(state.pad, dispatches={**state.pad.dispatches, LineId(line): order})
    return state


LED = (F1, NEY, NAPOLEON, "F7 hq 0404 of:FHQ")


@pytest.mark.rule("N12.54")
def test_ney_checks_no_compliance_in_the_next_turn() -> None:
    state = with_order(spent(*LED, led="F8", orders="FI: defend 0404"))
    assert lines_to_roll(state) == ()
    refusal = deafness_refusal(state, Y)
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == (
        "N12.54",
        "F8 led troops in combat last turn: his order waits.",
    )
    played = play(state, obey)
    assert played.events == []
    assert played.state.pad.dispatches[LineId("FI")].waited == 0


@pytest.mark.rule("N12.54", "N12.55")
def test_the_order_is_rolled_for_a_turn_later_without_a_waiting_bonus() -> None:
    state = with_order(spent(*LED, led="F8", orders="FI: defend 0404"))
    state.spirit = replace(state.spirit, inspired={Y: 0})  # two turns ago
    played = play(state, obey, [6])
    # rating 2, Napoleon within 2 hexes: column 3, no shift for having waited
    assert [(e.line, e.column) for e in played.of(ComplianceRolled)] == [("FI", 3)]


@pytest.mark.rule("N12.54")
def test_others_check_as_ever() -> None:
    state = spent(*LED, "F2 infantry 3-3 0405 of:FII", led="F8", orders="FII: defend 0405")
    assert lines_to_roll(with_order(state, "FII")) == ("FII",)
    calm = changed(state, inspired={})
    assert lines_to_roll(with_order(calm)) == ("FI", "FII")
