"""Cards by which orders are written: 8, 10, 21, 28 and 31 (N12.12, N12.51, N12.67, N23.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import CardPlayed, EffectEnded
from hexwar.cards.records import CardId, Pile
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardLaidDown
from hexwar.systems.nlc.events.orders import (
    ComplianceRolled,
    OrderDispatched,
    OrderDropped,
    OrderInForce,
)
from hexwar.systems.nlc.rules.cards.effects import end_due
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, PlayWindowCard
from hexwar.systems.nlc.rules.command.command import is_in_range
from hexwar.systems.nlc.rules.orders.compliance import compliance_report
from hexwar.systems.nlc.rules.orders.pad import orders_left
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    can_write,
    courier,
    recipients,
    write_order,
)
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box, Phase
from tests.systems.nlc import staffs
from tests.systems.nlc.hands import is_returned, played, scores
from tests.systems.nlc.order_hands import holding, in_force, named, put
from tests.systems.nlc.positions import ALLIED, FRENCH, Answers, Played, play
from tests.systems.nlc.staffs import leader, line, on_its_way, order, staff, with_leader

APPROACH, FORCED, TURNING = "approach-march", "forced-march", "turning-movement"
AIDE, SPIES = "aide-de-camp", "spies-bring-news"
NEAR_ENEMY = "A1 infantry 6-3 0402"
"""An enemy between I Corps in 0302 and II Corps in 0502: all French are in his zone."""

OF_ONE = "FOC overall 0102 of:FHQ rating:1"
"""An OC who gives one order a turn."""

FAR = Hex("0602")


async def rest_of_phase(table: Table[GameState]) -> None:
    """The procedures of the Orders Phase from where it is to its end."""
    while table.state.phase is Phase.ORDERS:
        await sequence(table)


def written(
    state: GameState, *papers: Paper | None, dice: Sequence[int] = (), **answers: Any
) -> Played[None]:
    """The French write, the Coalition does not."""
    wanted = {IssueOrder: list(papers), **answers.pop("more", {})}
    return play(state, rest_of_phase, dice, wanted)


async def one_order(table: Table[GameState]) -> None:
    """A side writes one order."""
    await write_order(table, FRENCH)


def written_only(state: GameState, *papers: Paper) -> GameState:
    """The position once the French have written some orders, which nobody has obeyed yet."""
    for one in papers:
        state = play(state, one_order, answers={IssueOrder: [one]}).state
    return state


def unfit(state: GameState, card: str) -> Played[bool]:
    """Play a card that can name nobody."""
    return played(state, card)


def paper(to: str, text: str) -> Paper:
    return Paper(line(to), order(text))


def with_card(card: str, *subjects: str, state: GameState | None = None, **words: Any) -> GameState:
    """The staffs once the French have played a card."""
    found = staff(**words) if state is None else state
    return put(holding(found, card), card, *subjects).state


def shifts(state: GameState, to: str) -> list[tuple[str, int, str]]:
    return list(compliance_report(state, line(to)).shifts)


# -- 8 Approach March


@pytest.mark.rule("N23.4", "N12.52")
def test_an_approach_march_is_written_for_nothing_and_obeyed_without_a_die() -> None:
    march = order("march 0903")
    done = written(with_card(APPROACH, "FI"), None, None, more={WriteFreeOrder: [march]})
    assert done.of(OrderInForce) == [OrderInForce(FRENCH, line("FI"), march)]
    assert done.of(ComplianceRolled) == []
    assert done.of(OrderDispatched) == []
    assert done.state.pad.issued == {}
    assert done.state.pad.lines[line("FI")].since == 1


@pytest.mark.rule("N23.4")
def test_it_begins_with_a_march() -> None:
    state = with_card(APPROACH, "FI")
    asked = WriteFreeOrder(FRENCH, line("FI"), CardId(APPROACH))
    assert asked.refusal(state, order("march 0902, attack 2602")) is None
    for wrong, rule in (("attack 2602", "N23.4"), ("defend 0302, march 0902", "N23.4")):
        refusal = asked.refusal(state, order(wrong))
        assert refusal is not None
        assert refusal.rule == rule
    for wrong in ("march 9999", "march"):
        refusal = asked.refusal(state, order(wrong))
        assert refusal is not None
        assert refusal.rule == "N12.1"
    assert asked.refusal(state, ()) is not None


@pytest.mark.rule("N23.4")
def test_no_order_is_an_answer_and_the_card_is_over() -> None:
    done = written(with_card(APPROACH, "FI"), None, None, more={WriteFreeOrder: [None]})
    assert done.of(OrderInForce) == []
    assert [event.effect.card for event in done.of(EffectEnded)] == [APPROACH]
    assert in_force(done.state, APPROACH) == []


@pytest.mark.rule("N12.42")
def test_it_takes_the_place_of_an_order_on_its_way() -> None:
    state = on_its_way(with_card(APPROACH, "FI"), "FI", "attack 2602", due=3)
    done = written(state, None, None, more={WriteFreeOrder: [order("march 0902")]})
    assert done.of(OrderDropped) == [OrderDropped(FRENCH, line("FI"))]
    assert line("FI") not in done.state.pad.dispatches


@pytest.mark.rule("N23.4")
def test_it_names_a_formation_with_no_unit_in_an_enemy_zone() -> None:
    assert named(staff(), APPROACH) == [("FI",), ("FII",)]  # neither staffs nor wings
    assert named(staff("A2 infantry 6-3 0202"), APPROACH) == [("FII",)]


@pytest.mark.rule("N23.4")
def test_it_names_nobody_who_is_not_on_the_map_or_whose_order_is_fixed() -> None:
    away = staff("F1 infantry 6-3 due", "FL leader due rating:3", orders="FII: defend 0502 fixed")
    assert named(away, APPROACH) == []


@pytest.mark.rule("N23.7")
def test_with_all_in_enemy_zones_it_goes_under_the_deck_and_counts_nothing() -> None:
    state = holding(staff(NEAR_ENEMY, "F1 infantry 6-3 0302"), APPROACH)
    assert named(state, APPROACH) == []
    done = unfit(state, APPROACH)
    assert is_returned(done)
    assert done.state.cards.piles[FRENCH].of(Pile.BOTTOM) == (APPROACH,)


@pytest.mark.rule("N23.10", "T24.3")
@pytest.mark.parametrize(
    ("card", "subjects", "vp"),
    [
        (APPROACH, ("FI",), -1),
        (SPIES, (), -1),
        (TURNING, (), -1),
        (FORCED, (), -1),
        (AIDE, ("order",), -1),
        (AIDE, ("trace",), -1),
    ],
)
def test_what_the_cards_of_orders_count(card: str, subjects: tuple[str, ...], vp: int) -> None:
    done = put(holding(staff(), card), card, *subjects)
    [score] = scores(done)
    assert (score.side, score.card, score.vp) == (FRENCH, card, vp)
    assert [event.subjects for event in done.of(CardPlayed)] == [subjects]


def test_the_prompt_says_who_gets_which_order() -> None:
    asked = WriteFreeOrder(FRENCH, line("FI"), CardId(APPROACH))
    assert asked.sentence(with_card(APPROACH, "FI")) == (
        "The French may give FI Corps a March order by the card Approach March."
    )


def test_the_listed_orders_of_an_approach_march_are_marches() -> None:
    state = with_card(APPROACH, "FI", vp_hexes={Hex("0902"): 1, Hex("1502"): 1})
    first, *others = WriteFreeOrder(FRENCH, line("FI"), CardId(APPROACH)).options(state)
    assert first is None
    assert others == [order("march 0902"), order("march 1502")]


@pytest.mark.rule("N12.12")
def test_the_prompt_of_the_pad_tells_of_orders_by_cards() -> None:
    assert IssueOrder(FRENCH).sentence(with_card(FORCED, state=staff(OF_ONE))) == (
        "The French may write an order: FOC has 1 of 1 left, FWL has 2 of 2 left and cards allow"
        " 1 March order more."
    )
    told = IssueOrder(FRENCH).sentence(with_card(AIDE, "order", state=staff(OF_ONE)))
    assert told.endswith("and cards allow 1 order more.")


# -- 10 Spies Bring News


@pytest.mark.rule("N23.4", "N12.9")
def test_spies_read_the_enemys_orders_until_ones_own_are_written() -> None:
    state = with_card(SPIES)
    told = view(state, FRENCH)
    assert told.pad.lines[line("AI")] == state.pad.lines[line("AI")]
    assert told.pad.lines[line("AI")].steps == order("defend 2602")
    assert view(state, ALLIED).pad.lines[line("FI")].steps == ()  # he reads nothing in turn
    later = written(state, None, None).state
    assert view(later, FRENCH).pad.lines[line("AI")].steps == ()
    assert in_force(later, SPIES) == []


@pytest.mark.rule("N23.4")
def test_they_do_not_read_what_couriers_carry() -> None:
    state = on_its_way(with_card(SPIES), "AI", "march 2002", giver="AOC", due=2)
    assert line("AI") not in view(state, FRENCH).pad.dispatches
    assert line("AI") in view(state, ALLIED).pad.dispatches


@pytest.mark.rule("N12.9")
def test_they_read_the_orders_of_divisions_but_not_what_is_written_meanwhile() -> None:
    division = "A1 infantry 6-3 2602 division:1st"
    state = with_card(SPIES, state=staff(division, orders="AI/1st: defend 2602"))
    assert view(state, FRENCH).pad.lines[line("AI/1st")].steps == order("defend 2602")
    assert UnitId("A1") in view(state, FRENCH).pad.detached
    state.pad = replace(
        state.pad,
        lines={
            **state.pad.lines,
            line("AI/1st"): replace(state.pad.lines[line("AI/1st")], since=state.turn),
        },
    )
    assert line("AI/1st") not in view(state, FRENCH).pad.lines
    assert view(state, FRENCH).pad.detached == {}


@pytest.mark.rule("N23.4")
def test_two_players_need_nobody_to_be_told_of() -> None:
    assert named(holding(staff(), SPIES, way="full"), SPIES) == [()]
    assert named(holding(staff(), SPIES, way="restricted"), SPIES) == [()]


@pytest.mark.rule("N23.4")
def test_alone_they_bring_an_order_for_nothing_that_is_rolled_for_at_once() -> None:
    far = staff("F1 infantry 6-3 2202", "FL leader 2202 rating:3")
    state = put(holding(far, SPIES, way="solitaire"), SPIES, "FI").state
    assert view(state, FRENCH).pad.lines[line("AI")].steps == ()
    steps = order("attack 2602")
    done = written(state, None, None, dice=[1], more={WriteFreeOrder: [steps]})
    [sent] = done.of(OrderDispatched)
    assert (sent.line, sent.due, sent.giver, sent.is_extra) == ("FI", 1, "FOC", True)
    assert [(event.line, event.result) for event in done.of(ComplianceRolled)] == [("FI", "C")]
    assert done.state.pad.lines[line("FI")].steps == steps
    assert done.state.pad.issued == {}


@pytest.mark.rule("N23.7")
def test_alone_they_are_of_no_use_to_a_side_that_nobody_commands() -> None:
    state = holding(staff(), SPIES, way="solitaire")
    assert named(state, SPIES) == [("FHQ",), ("FW",), ("FI",), ("FII",)]
    staffs.put(state, "FOC", box=Box.DUE)
    assert named(state, SPIES) == []
    assert is_returned(unfit(state, SPIES))


# -- 28 Forced March


@pytest.mark.rule("N23.4", "N12.12")
def test_a_forced_march_is_one_march_order_more() -> None:
    state = with_card(FORCED, state=staff(OF_ONE))
    assert [orders_left(state, leader("FOC"), verb) for verb in ("march", "attack")] == [2, 1]
    done = written(
        state, paper("FI", "march 0902"), paper("FII", "attack 2602"), None, None, dice=[1, 1]
    )
    assert [event.is_extra for event in done.of(OrderDispatched)] == [True, False]
    assert done.state.pad.issued == {"FOC": 1}


@pytest.mark.rule("N12.12")
def test_it_carries_no_other_order() -> None:
    state = with_card(FORCED, state=staff(OF_ONE))
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 1})
    assert recipients(state, FRENCH)  # but for a March
    refused = IssueOrder(FRENCH).refusal(state, paper("FII", "attack 2602"))
    assert refused is not None
    assert refused.rule == "N12.12"
    assert IssueOrder(FRENCH).refusal(state, paper("FII", "march 0902")) is None
    listed = {one.steps[0].verb for one in IssueOrder(FRENCH).options(state) if one is not None}
    assert listed <= {"march"}


@pytest.mark.rule("N12.51", "N12.67")
def test_it_is_obeyed_two_columns_further_right() -> None:
    state = with_card(FORCED)
    sent = written_only(state, paper("FII", "march 0902"))
    assert shifts(sent, "FII") == [("Forced March", 2, "N12.67")]
    assert compliance_report(sent, line("FII")).column == 2 + 2


@pytest.mark.rule("N12.51")
def test_the_shift_stays_with_the_order_while_it_waits() -> None:
    sent = written_only(with_card(FORCED), paper("FII", "march 0902"))
    waiting = play(sent, rest_of_phase, [6])  # D in column 4
    assert [event.result for event in waiting.of(ComplianceRolled)] == ["D"]
    assert shifts(waiting.state, "FII") == [
        ("Forced March", 2, "N12.67"),
        ("waited a turn", 1, "N12.5"),
    ]


@pytest.mark.rule("N23.4")
def test_only_the_next_march_order_is_forced() -> None:
    sent = written_only(with_card(FORCED), paper("FI", "march 0902"), paper("FII", "march 0902"))
    assert sent.pad.dispatches[line("FI")].cards == (FORCED,)
    assert sent.pad.dispatches[line("FII")].cards == ()
    assert sent.pad.issued == {"FOC": 1}


@pytest.mark.rule("N23.6")
def test_what_is_not_written_this_turn_is_lost() -> None:
    for card in (FORCED, TURNING, APPROACH):
        subjects = ("FI",) if card == APPROACH else ()
        assert play(with_card(card, *subjects), ending).state.cards.effects == ()


async def ending(table: Table[GameState]) -> None:
    end_due(table)


@pytest.mark.rule("N23.2")
def test_the_enemy_hears_neither_of_the_card_nor_of_its_end() -> None:
    state = holding(staff(), FORCED)
    done = put(state, FORCED)
    sent = play(done.state, one_order, answers={IssueOrder: [paper("FI", "march 0902")]})
    assert done.known_to(ALLIED) == [CardLaidDown(FRENCH)]
    assert sent.known_to(ALLIED) == []
    assert view(done.state, ALLIED).cards.effects == ()


@pytest.mark.rule("N23.7")
@pytest.mark.parametrize("card", [FORCED, TURNING])
def test_who_has_nobody_to_write_has_no_use_for_it(card: str) -> None:
    state = holding(staff(), card)
    staffs.put(state, "FOC", box=Box.DUE)
    staffs.put(state, "FWL", box=Box.DUE)
    assert named(state, card) == []
    assert is_returned(unfit(state, card))


# -- 21 Turning Movement


@pytest.mark.rule("N12.51", "N12.67")
def test_a_turning_movement_helps_one_order_to_march_and_attack() -> None:
    state = with_card(TURNING)
    for text in ("march 0902", "attack 2602", "march 0902, defend 0902", "attack 2602, march 0902"):
        assert written_only(state, paper("FII", text)).pad.dispatches[line("FII")].cards == ()
    sent = written_only(state, paper("FII", "march 0902, attack 2602"))
    assert shifts(sent, "FII") == [("Turning Movement", 2, "N12.67")]
    assert sent.pad.issued == {"FOC": 1}  # it is no extra order
    second = written_only(sent, paper("FI", "march 0902, attack 2602"))
    assert second.pad.dispatches[line("FI")].cards == ()


@pytest.mark.rule("N12.51")
def test_both_cards_may_help_one_order() -> None:
    state = put(holding(staff(), FORCED, TURNING), FORCED).state
    state = put(state, TURNING).state
    sent = written_only(state, paper("FII", "march 0902, attack 2602"))
    assert [by for _, by, _ in shifts(sent, "FII")] == [2, 2]
    assert compliance_report(sent, line("FII")).column == 5  # kept within the table


# -- 31 Aide de Camp


@pytest.mark.rule("N23.4", "N12.12")
def test_an_aide_carries_one_order_more_of_any_type() -> None:
    state = with_card(AIDE, "order", state=staff(OF_ONE))
    assert orders_left(state, leader("FOC"), "attack") == 2
    sent = written_only(state, paper("FI", "attack 2602"))
    assert sent.pad.issued == {"FOC": 1}
    assert len(in_force(sent, AIDE)) == 1  # he rides only where the rating does not suffice
    second = written_only(sent, paper("FII", "attack 2602"))
    assert second.pad.issued == {"FOC": 1}
    assert in_force(second, AIDE) == []
    assert not can_write(second, FRENCH)
    assert second.pad.dispatches[line("FII")].cards == ()  # and he helps nobody to obey


@pytest.mark.rule("N7.5")
def test_nobody_rides_for_a_leader_who_gives_no_orders() -> None:
    state = with_leader(staff(), "FOC", special=("napoleon-infantry-bonus",))
    state = with_card(AIDE, "order", state=state)
    state.turn = 2
    state.spirit = replace(state.spirit, inspired={**state.spirit.inspired, leader("FOC"): 1})
    assert orders_left(state, leader("FOC"), "march") == 0


@pytest.mark.rule("N12.17")
def test_what_a_wing_commander_owes_needs_nobody_to_carry_it() -> None:
    state = with_card(AIDE, "order", state=staff(wings="FI", orders="FW: attack 2602"))
    state.turn = 3
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FWL"): 2})
    state.cards = replace(
        state.cards, effects=tuple(replace(effect, until=3) for effect in state.cards.effects)
    )
    done = play(state, rest_of_phase, [1])
    assert [(sent.line, sent.is_extra) for sent in done.of(OrderDispatched)] == [("FI", False)]
    assert in_force(done.state, AIDE)


@pytest.mark.rule("N12.4", "N23.4")
def test_an_aide_carries_command_through_enemy_zones() -> None:
    state = staff("A2 infantry 6-3 0401", "A3 infantry 6-3 0403", "A4 infantry 6-3 0404")
    closed = courier(state, leader("FOC"), line("FII"))
    assert closed.due is None
    assert not is_in_range(state, leader("FOC"), FAR)
    opened = with_card(AIDE, "trace", state=state)
    assert courier(opened, leader("FOC"), line("FII")).due == 1
    assert is_in_range(opened, leader("FOC"), FAR)
    assert play(opened, ending).state.cards.effects == ()  # to the end of the turn


@pytest.mark.rule("N23.6")
def test_he_is_offered_while_orders_are_written() -> None:
    state = holding(staff(), AIDE)
    answers: Answers = {PlayWindowCard: [CardId(AIDE)], ChooseCardTarget: [("trace",)]}
    done = play(state, rest_of_phase, answers=answers)
    [asked] = done.questions(PlayWindowCard)
    assert (asked.side, asked.window) == (FRENCH, "orders")
    assert in_force(done.state, AIDE)[0].subjects == ("trace",)


@pytest.mark.rule("N23.6")
def test_who_does_not_send_him_keeps_him() -> None:
    done = play(holding(staff(), AIDE), rest_of_phase)
    assert done.questions(PlayWindowCard)
    assert done.state.cards.piles[FRENCH].of(Pile.HAND) == (AIDE,)


def test_the_orders_phase_asks_for_no_card_where_none_is_held() -> None:
    assert play(holding(staff()), rest_of_phase).questions(PlayWindowCard) == []
    assert play(staff(), rest_of_phase).questions(PlayWindowCard) == []
