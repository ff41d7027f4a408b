"""Cards of the army's first action: 2, 5 and 7 Emperor Napoleon (N4.24, N4.26, N23.4)."""

from __future__ import annotations

import pytest

from hexwar.cards.records import CardId
from hexwar.engine import Table
from hexwar.systems.nlc.events.turn import (
    ChitPlaced,
    CoordinationRolled,
    InitialGranted,
    InitialRolled,
)
from hexwar.systems.nlc.rules.cards.effects import begin, end_due
from hexwar.systems.nlc.rules.command.command import overall_rating
from hexwar.systems.nlc.rules.orders.pad import capacity
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseInitialFormation,
    determine_coordination,
    initial_phase,
    most_together,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, Side
from hexwar.table.pieces import Box, Phase
from tests.systems.nlc import staffs
from tests.systems.nlc.hands import is_returned, played, scores
from tests.systems.nlc.order_hands import holding, in_force, named, put
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, play
from tests.systems.nlc.staffs import leader, staff, with_leader

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
