"""Cards of orders, command and decision (N23.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import CardDiscarded, CardPlayed, EffectEnded
from hexwar.cards.records import CardId, Pile
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardLaidDown
from hexwar.systems.nlc.events.orders import (
    BadMoveTaken,
    ComplianceRolled,
    LocalDecisionRolled,
    OrderDispatched,
    OrderDropped,
    OrderInForce,
    RetreatAllowed,
)
from hexwar.systems.nlc.events.turn import (
    ChitPlaced,
    CoordinationRolled,
    InitialGranted,
    InitialRolled,
)
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.cards.effects import begin, end_due
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, PlayWindowCard
from hexwar.systems.nlc.rules.command.command import is_in_range, overall_rating
from hexwar.systems.nlc.rules.orders.compliance import compliance_report
from hexwar.systems.nlc.rules.orders.forms import alone_refusal, retreat_refusal
from hexwar.systems.nlc.rules.orders.local_decision import (
    TryLocalDecision,
    local_decisions,
    local_report,
    may_try,
    wish_refusal,
)
from hexwar.systems.nlc.rules.orders.pad import capacity, orders_left
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    can_write,
    courier,
    recipients,
    write_order,
)
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseInitialFormation,
    determine_coordination,
    initial_phase,
    most_together,
)
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId
from hexwar.table.pieces import Box, Phase, Writing
from tests.systems.nlc import staffs
from tests.systems.nlc.hands import is_returned, played, scores
from tests.systems.nlc.order_hands import holding, in_force, named, put
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, Answers, Played, play, position
from tests.systems.nlc.staffs import leader, line, on_its_way, order, staff, with_leader

# -- cards by which orders are written: 8, 10, 21, 28 and 31 (N12.12, N12.51, N12.67, N23.4)


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


# -- cards of the army's first action: 2, 5 and 7 Emperor Napoleon (N4.24, N4.26, N23.4)


EMPEROR = "emperor-napoleon"
FI, FII, AI = FormationId("FI"), FormationId("FII"), FormationId("AI")


def before(*effects: tuple[str, Side]) -> GameState:
    """As the Initial Action Phase begins, with cards in force for a side."""
    state = holding(staff())
    state.phase = Phase.INITIAL

    async def flow(table: Table[GameState]) -> None:
        for card, side in effects:
            begin(table, side, CardId(card))

    return play(state, flow).state


def imperial() -> GameState:
    """The OC of the French, rated 3, is Napoleon; they hold his card."""
    return holding(with_leader(staff(), "FOC", special=("napoleon-infantry-bonus",)), EMPEROR)


def rolled(state: GameState, *dice: int, chosen: list[FormationId | None]) -> Played[None]:
    return play(state, initial_phase, dice, {ChooseInitialFormation: chosen})


# -- 2 Late Start, 5 Early Arrival


@pytest.mark.rule("N4.24")
def test_late_start_denies_the_winner_his_initial_action() -> None:
    done = rolled(before(("late-start", FRENCH)), 6, 1, chosen=[])
    [told] = done.of(InitialRolled)
    assert (told.winner, told.denied) == (FRENCH, (FRENCH,))
    assert done.questions(ChooseInitialFormation) == []
    assert done.state.phase is Phase.COORDINATED


@pytest.mark.rule("N4.24")
def test_the_other_side_does_not_win_by_it_but_keeps_what_it_wins() -> None:
    done = rolled(before(("late-start", FRENCH)), 1, 6, chosen=[AI])
    assert [event.side for event in done.of(InitialGranted)] == [ALLIED]


@pytest.mark.rule("N4.24")
def test_late_start_is_stronger_than_early_arrival() -> None:
    done = rolled(before(("late-start", FRENCH), ("early-arrival", FRENCH)), 1, 1, chosen=[])
    assert done.questions(ChooseInitialFormation) == []


@pytest.mark.rule("N4.24", "N4.26")
@pytest.mark.parametrize(
    ("cards", "dice", "order"),
    [
        ((FRENCH,), (1, 6), (ALLIED, FRENCH)),
        ((FRENCH,), (1, 3), (FRENCH,)),  # a tie
        ((FRENCH,), (6, 1), (FRENCH, FRENCH)),
        ((ALLIED,), (6, 1), (FRENCH, ALLIED)),
        ((ALLIED, FRENCH), (1, 3), (FRENCH, ALLIED)),
        ((ALLIED, FRENCH), (1, 6), (ALLIED, FRENCH, ALLIED)),
    ],
)
def test_early_arrival_grants_an_action_besides_that_of_the_dice(
    cards: tuple[Side, ...], dice: tuple[int, int], order: tuple[Side, ...]
) -> None:
    state = before(*(("early-arrival", side) for side in cards))
    none: list[FormationId | None] = [None] * len(order)
    done = rolled(state, *dice, chosen=none)
    assert [asked.side for asked in done.questions(ChooseInitialFormation)] == list(order)
    assert done.state.chits.initiatives == ()


@pytest.mark.rule("N4.26")
def test_a_side_with_two_actions_lets_two_formations_act() -> None:
    first = rolled(before(("early-arrival", FRENCH)), 6, 1, chosen=[FI])
    assert first.state.chits.initiatives == (FRENCH,)
    first.state.activation = None
    second = rolled(first.state, chosen=[FII])
    assert [event.formation for event in second.of(InitialGranted)] == [FII]
    assert second.state.chits.initiatives == ()


@pytest.mark.rule("N4.21")
def test_without_cards_the_dice_alone_decide() -> None:
    [told] = rolled(before(), 6, 1, chosen=[None]).of(InitialRolled)
    assert (told.winner, told.by_card, told.denied) == (FRENCH, (), ())


# -- 7 Emperor Napoleon


@pytest.mark.rule("N4.24", "N23.4")
def test_the_emperor_is_rated_5_for_all_purposes_to_the_end_of_the_turn() -> None:
    state = put(imperial(), EMPEROR, "FOC").state
    assert overall_rating(state, FRENCH) == 5
    assert capacity(state, leader("FOC")) == 5
    assert most_together(state, FRENCH) == 3  # N4.32 knows no more
    assert overall_rating(state, ALLIED) == 1

    async def ending(table: Table[GameState]) -> None:
        end_due(table)

    assert overall_rating(play(state, ending).state, FRENCH) == 3


@pytest.mark.rule("N4.24")
def test_he_has_an_initial_action_and_adds_5_to_the_die() -> None:
    state = put(imperial(), EMPEROR, "FOC").state
    state.phase = Phase.INITIAL
    done = rolled(state, 1, 6, chosen=[None, None])
    [told] = done.of(InitialRolled)
    assert told.totals == ((FRENCH, 1 + 5), (ALLIED, 6 + 1))
    assert told.by_card == (FRENCH,)
    assert [asked.side for asked in done.questions(ChooseInitialFormation)] == [ALLIED, FRENCH]


@pytest.mark.rule("N23.4", "N4.31")
def test_his_coordinated_action_needs_no_die() -> None:
    state = put(imperial(), EMPEROR, "FOC").state
    done = play(state, determine_coordination, [6])  # of the Coalition
    assert [event.side for event in done.of(CoordinationRolled)] == [ALLIED]
    assert [event.cup for event in done.of(ChitPlaced)] == [FRENCH]
    assert len(done.state.chits.cups[FRENCH]) == 1


@pytest.mark.rule("N23.7", "N23.10")
def test_the_emperor_counts_2_against_his_side_unless_he_is_away() -> None:
    [score] = scores(put(imperial(), EMPEROR, "FOC"))
    assert (score.side, score.vp) == (FRENCH, -2)
    away = staffs.put(imperial(), "FOC", box=Box.DUE)
    assert named(away, EMPEROR) == []
    assert is_returned(played(away, EMPEROR))
    assert in_force(away, EMPEROR) == []


@pytest.mark.rule("N23.7")
def test_who_is_not_napoleon_is_no_emperor() -> None:
    assert named(holding(staff(), EMPEROR), EMPEROR) == []


# -- cards for leaders who decide alone: 9, 11, 15 and The Battle Ends (N12.29, N12.64, N12.67)


ADVANCE, SOUND = "general-advance", "sound-of-guns"
RETREAT, ENDS = "general-retreat", "battle-ends"
FI_OF_DECISION_CARDS, FII_OF_DECISION_CARDS = LineId("FI"), LineId("FII")
FIELD = "\n".join([" ".join(["."] * 16)] * 14)
PIECES = (
    "FL leader 0101 rating:2",
    "F1 infantry 4-3 0101",
    "A9 leader 0109",
    "A1 infantry 4-3 0108",
)
ORDERS = "FI: defend 0101; AI: defend 0108"
WAY_OUT = {"exits": {Hex("0101"): FRENCH, Hex("1614"): ALLIED}}
OFF = steps("general retreat")


def pads(
    *lines: str, orders: str = "", cards: str = "", way: str = "full", **more: Any
) -> GameState:
    """I Corps, rated 2, seven hexes from the enemy, in the Local Decision step of turn 2."""
    text = ORDERS + (f"; {orders}" if orders else "")
    state = position(FIELD, *PIECES, *lines, orders=text, length=6, **(WAY_OUT | more))
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.LOCAL)
    state.turn = 2
    return holding(state, *cards.split(), way=way)


def decided(
    state: GameState, *wishes: tuple[OrderStep, ...] | None, dice: Sequence[int] = ()
) -> Played[None]:
    return play(state, local_decisions, dice, {TryLocalDecision: list(wishes)})


def refused(state: GameState, text: str, line: LineId = FI_OF_DECISION_CARDS) -> str:
    refusal = wish_refusal(state, line, steps(text))
    return "" if refusal is None else refusal.rule


# -- 11 General Advance


@pytest.mark.rule("N12.64", "N23.4")
def test_a_general_advance_shifts_the_try_of_one_formation_by_two() -> None:
    more = ("F2 infantry 4-3 0501 of:FII", "FM leader 0501 of:FII rating:2")
    state = pads(*more, orders="FII: defend 0501", cards=ADVANCE)
    state = put(state, ADVANCE, "FI").state
    report = local_report(state, FI_OF_DECISION_CARDS, steps("defend 0101"))
    assert ("General Advance", 2) in report.shifts
    assert report.column == 2 + 2
    assert report.chances == (("OK", 4), ("NE", 2), ("BM", 0))  # column 4 of N12.63
    assert local_report(state, FII_OF_DECISION_CARDS, steps("defend 0501")).column == 2


@pytest.mark.rule("N12.63")
def test_the_die_is_read_in_that_column() -> None:
    state = put(pads(cards=ADVANCE), ADVANCE, "FI").state
    done = decided(state, steps("march 0505"), dice=[4])
    assert done.of(LocalDecisionRolled) == [
        LocalDecisionRolled(FRENCH, FI_OF_DECISION_CARDS, 4, 4, "OK")
    ]


@pytest.mark.rule("N12.66", "N23.7")
def test_it_names_who_may_decide_for_himself() -> None:
    assert named(pads(), ADVANCE) == [("FI",)]
    state = pads(cards=ADVANCE)
    state.pad = replace(
        state.pad,
        lines={**state.pad.lines, FI_OF_DECISION_CARDS: Line(steps("defend 0101"), bad_until=4)},
    )
    assert named(state, ADVANCE) == []
    assert is_returned(played(state, ADVANCE))


# -- 15 Sound of Guns


def firing(*, turn: int = 1, hex_: str = "0108", by: str = "FII", **more: Any) -> GameState:
    """Somebody has assaulted a hex."""
    state = pads(cards=SOUND, **more)
    state.assaults = replace(
        state.assaults, struck={**state.assaults.struck, FormationId(by): ((turn, Hex(hex_)),)}
    )
    return state


def heard(**more: Any) -> GameState:
    """The guns have sounded, and I Corps hears them."""
    return put(firing(**more), SOUND, "FI").state


@pytest.mark.rule("N12.67", "N23.4")
def test_who_hears_the_guns_tries_to_march_and_attack_two_columns_further_right() -> None:
    wanted = steps("march 0107, attack 0108")
    report = local_report(heard(), FI_OF_DECISION_CARDS, wanted)
    assert report.shifts == (("Sound of Guns", 2),)
    assert report.column == 2 + 2
    done = decided(heard(), wanted, dice=[4])
    assert [event.steps for event in done.of(OrderInForce)] == [wanted]


@pytest.mark.rule("N12.67")
@pytest.mark.parametrize("text", ["attack 0108", "march 0108", "march 0107, attack 0107"])
def test_no_other_wish_is_helped(text: str) -> None:
    assert local_report(heard(), FI_OF_DECISION_CARDS, steps(text)).shifts == ()


@pytest.mark.rule("N12.67")
def test_a_bad_move_is_no_effect() -> None:
    wanted = steps("march 0107, attack 0108")
    state = heard()
    state = with_leader(state, "FL", rating=0)
    report = local_report(state, FI_OF_DECISION_CARDS, wanted)
    assert report.column == 0 + 2
    assert report.chances == (("OK", 2), ("NE", 4), ("BM", 0))  # column 2: two, three and one
    done = decided(state, wanted, dice=[6])
    assert [event.result for event in done.of(LocalDecisionRolled)] == ["NE"]
    assert done.of(BadMoveTaken) == []
    plain = decided(state, steps("march 0107"), dice=[6, 2])
    assert plain.of(BadMoveTaken)


@pytest.mark.rule("N23.4", "N12.67")
@pytest.mark.parametrize(
    ("turn", "hex_", "found"),
    [
        (1, "0108", True),
        (2, "0108", False),
        (0, "0108", False),
        (1, "0111", True),
        (1, "0112", False),
    ],
)
def test_only_last_turns_guns_within_ten_hexes_are_heard(turn: int, hex_: str, found: bool) -> None:
    assert bool(named(firing(turn=turn, hex_=hex_), SOUND)) == found


@pytest.mark.rule("N23.4")
def test_the_guns_of_either_side_are_heard() -> None:
    assert named(firing(by="AI", hex_="0103"), SOUND) == [("FI",)]


@pytest.mark.rule("N23.7")
def test_nobody_in_an_enemy_zone_follows_the_guns() -> None:
    state = pads("A2 infantry 4-3 0102", cards=SOUND)
    state.assaults = replace(
        state.assaults, struck={**state.assaults.struck, FormationId("FII"): ((1, Hex("0108")),)}
    )
    assert named(state, SOUND) == []
    assert is_returned(played(state, SOUND))


def test_the_march_to_the_guns_is_listed() -> None:
    wanted = steps("march 0108, attack 0108")
    assert wanted in TryLocalDecision(FRENCH, FI_OF_DECISION_CARDS).options(heard())
    assert wanted not in TryLocalDecision(FRENCH, FI_OF_DECISION_CARDS).options(pads())


# -- 9 General Retreat


@pytest.mark.rule("N12.29", "N23.4")
def test_a_general_retreat_may_be_ordered_once_its_card_is_played() -> None:
    state = pads(cards=RETREAT)
    assert retreat_refusal(state, FI_OF_DECISION_CARDS) is not None
    done = put(state, RETREAT)
    assert done.of(RetreatAllowed) == [RetreatAllowed(FRENCH)]
    assert retreat_refusal(done.state, FI_OF_DECISION_CARDS) is None
    assert retreat_refusal(done.state, LineId("AI")) is not None
    assert done.state.cards.piles[FRENCH].of(Pile.ENDURING) == (RETREAT,)
    assert [effect.left for effect in in_force(done.state, RETREAT)] == [0]


@pytest.mark.rule("N12.29")
def test_without_an_oc_a_leader_takes_it_by_local_decision() -> None:
    state = put(pads(cards=RETREAT), RETREAT).state
    done = decided(state, OFF, dice=[1])
    assert done.state.pad.lines[FI_OF_DECISION_CARDS].step.verb == "general retreat"
    assert done.of(CardDiscarded) == []


@pytest.mark.rule("N12.29")
def test_with_an_oc_on_the_map_it_is_his_to_order() -> None:
    state = put(pads("FO overall 0301 of:FHQ", cards=RETREAT), RETREAT).state
    assert refused(state, "general retreat") == "N12.29"
    assert retreat_refusal(state, FI_OF_DECISION_CARDS) is None


@pytest.mark.rule("N12.29")
def test_who_fails_may_try_again_even_after_a_bad_move() -> None:
    state = put(pads(cards=RETREAT), RETREAT).state
    done = decided(state, OFF, dice=[6, 2])
    assert done.of(BadMoveTaken)
    after = done.state
    after.turn = 3
    after.pad = replace(after.pad, asked=(), served=())
    assert after.pad.lines[FI_OF_DECISION_CARDS].bad_until > 3
    assert may_try(after, FRENCH) == (FI_OF_DECISION_CARDS,)
    assert refused(after, "general retreat") == ""
    assert refused(after, "march 0505") == "N12.65"
    assert refused(after, "general retreat, defend 0101") == "N12.65"
    [none, off] = TryLocalDecision(FRENCH, FI_OF_DECISION_CARDS).options(after)
    assert (none, off) == (None, OFF)


@pytest.mark.rule("N12.65")
def test_without_the_card_a_bad_move_lets_nobody_try() -> None:
    state = pads()
    state.pad = replace(state.pad, retreating=(FRENCH,))
    state.pad = replace(
        state.pad,
        lines={**state.pad.lines, FI_OF_DECISION_CARDS: Line(steps("defend 0101"), bad_until=4)},
    )
    assert may_try(state, FRENCH) == ()


@pytest.mark.rule("N12.29")
def test_who_tries_for_anything_else_loses_the_card() -> None:
    state = put(pads(cards=RETREAT), RETREAT).state
    done = decided(state, steps("march 0505"), dice=[5])
    [gone] = done.of(CardDiscarded)
    assert (gone.card, gone.source, gone.target) == (RETREAT, Pile.ENDURING, Pile.DISCARD)
    assert refused(done.state, "general retreat") == "N23.8"
    assert retreat_refusal(done.state, FI_OF_DECISION_CARDS) is None  # an OC may still order it


@pytest.mark.rule("N12.29")
def test_an_oc_who_could_order_it_keeps_the_card_whatever_his_leaders_try() -> None:
    state = put(pads("FO overall 0301 of:FHQ", cards=RETREAT), RETREAT).state
    assert decided(state, steps("march 0505"), dice=[5]).of(CardDiscarded) == []


@pytest.mark.rule("N23.8")
@pytest.mark.parametrize("way", ["restricted", "solitaire", "events"])
def test_in_restricted_play_only_the_oc_has_the_right(way: str) -> None:
    state = put(pads(cards=RETREAT, way=way), RETREAT).state
    refusal = alone_refusal(state, FI_OF_DECISION_CARDS)
    assert refusal is not None
    assert refusal.rule == "N23.8"
    assert retreat_refusal(state, FI_OF_DECISION_CARDS) is None


@pytest.mark.rule("N23.7", "N23.10")
def test_a_general_retreat_counts_nothing_and_is_of_no_use_twice() -> None:
    state = pads(cards=f"{RETREAT} {RETREAT}")
    first = put(state, RETREAT)
    assert [score.vp for score in scores(first)] == [0]
    second = played(first.state, RETREAT)
    assert second.state.cards.piles[FRENCH].of(Pile.BOTTOM) == (RETREAT,)
    assert scores(second) == []


@pytest.mark.rule("N23.7")
def test_an_army_with_no_way_out_has_no_use_for_it() -> None:
    assert named(pads(exits={Hex("1614"): ALLIED}), RETREAT) == []


# -- 22 The Battle Ends


@pytest.mark.rule("N12.29", "N23.4")
def test_the_battle_ends_for_both_armies() -> None:
    done = put(pads(cards=ENDS), ENDS)
    assert done.of(RetreatAllowed) == [RetreatAllowed(FRENCH), RetreatAllowed(ALLIED)]
    assert alone_refusal(done.state, FI_OF_DECISION_CARDS) is None
    assert alone_refusal(done.state, LineId("AI")) is None
    assert [score.vp for score in scores(done)] == [-1]
    assert view(done.state, ALLIED).pad.retreating == (FRENCH, ALLIED)


@pytest.mark.rule("N23.8")
def test_it_gives_leaders_the_right_that_a_restricted_card_left_to_the_oc() -> None:
    state = put(pads(cards=f"{RETREAT} {ENDS}", way="restricted"), RETREAT).state
    after = put(state, ENDS).state
    assert alone_refusal(after, FI_OF_DECISION_CARDS) is None


@pytest.mark.rule("N23.7")
def test_it_is_of_no_use_when_both_may_retreat() -> None:
    state = put(pads(cards=f"{ENDS} {ENDS}"), ENDS).state
    assert named(state, ENDS) == []
    assert played(state, ENDS).state.cards.piles[FRENCH].of(Pile.BOTTOM) == (CardId(ENDS),)


@pytest.mark.rule("N23.10", "T24.3")
@pytest.mark.parametrize(("card", "vp"), [(ADVANCE, -2), (SOUND, -1)])
def test_what_the_cards_of_decisions_count(card: str, vp: int) -> None:
    state = firing()
    state = holding(state, card)
    assert [score.vp for score in scores(put(state, card, "FI"))] == [vp]
