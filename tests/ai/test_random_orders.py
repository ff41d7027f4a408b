"""The random player writes orders: listed ones and his own, all of them legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hexwar.ai.policy import CounterDice, Look
from hexwar.app.games import new_match
from hexwar.engine import Decision
from hexwar.systems.nlc.orders import LineId, Offer, Verb, Wish
from hexwar.systems.nlc.player.random_orders import RandomWriter, has_order, other_order
from hexwar.systems.nlc.rules.orders.divisions import Detail, IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationKind
from tests.systems.nlc.cases import each
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, units

WRITING = (IssueOrder, IssueDivisionalOrder, TryLocalDecision)
FI = LineId("FI")
LINES = ("F1 infantry 5-3 0101", "A1 infantry 5-3 0707", "F8 overall 0101 of:FHQ")


def written(scenario: str, seed: str) -> Iterator[tuple[Decision[Any], Sequence[Any], Any]]:
    """Each question for an order in a random game, with its list and what was answered."""
    match = new_match(scenario, {FRENCH: "random", ALLIED: "random"}, seed)
    while match.session.pending is not None:
        asked, listed, before = match.session.pending, match.session.options, match.session
        count = len(before.journal)
        match.step()
        if isinstance(asked, WRITING):
            yield asked, listed, match.session.journal[count].answer


@pytest.fixture(scope="module")
def answers() -> list[tuple[Decision[Any], Sequence[Any], Any]]:
    return [entry for seed in "12" for entry in written("proving-ground", seed)]


def test_a_random_game_is_not_silent_and_gives_now_and_then_an_unlisted_order(
    answers: list[tuple[Decision[Any], Sequence[Any], Any]],
) -> None:
    for kind in WRITING:
        given = [answer for asked, _, answer in answers if isinstance(asked, kind)]
        assert any(has_order(answer) for answer in given)
        assert (None in given) is (kind is not IssueDivisionalOrder)  # which it has asked for
    asked_for = {one.offer for _, _, one in answers if isinstance(one, Wish)}
    assert asked_for >= set(Offer) - {Offer.FALL_BACK}  # which needs two steps that few write
    own = [answer for _, listed, answer in answers if answer not in listed]
    taken = [answer for _, listed, answer in answers if has_order(answer) and answer in listed]
    assert own
    assert len(own) < len(taken)
    assert any(len(answer.steps) > 1 for answer in own if isinstance(answer, Paper | Detail))


def table() -> GameState:
    head = {"FHQ": {"kind": FormationKind.HEADQUARTERS}}
    return view(position(OPEN, *LINES, formations=head), FRENCH)


@each(
    "answer",
    Paper(FI, steps("march 0505")),
    Detail(units("F1"), steps("defend 0101")),
    steps("attack 0707"),
)
def test_another_order_is_of_the_same_kind_and_to_the_same_troops(answer: Any) -> None:
    dice = CounterDice("orders")
    made = [other_order(answer, table(), FRENCH, dice) for _ in range(60)]
    assert has_order(answer)
    assert {type(one) for one in made} == {type(answer)}
    for one in made:
        assert getattr(one, "line", None) == getattr(answer, "line", None)
        assert getattr(one, "units", None) == getattr(answer, "units", None)
    told = [one if isinstance(one, tuple) else one.steps for one in made]
    told = [order for order in told if order]  # an assignment may come without
    assert {step.verb for order in told for step in order} == set(Verb)
    assert {len(order) for order in told} >= {1, 2, 3}
    if isinstance(answer, Paper):
        assert {one.wing for one in made} == {None, "FHQ"}


@pytest.mark.rule("N12.32")
def test_who_delays_is_now_and_then_told_to_fall_back() -> None:
    head = {"FHQ": {"kind": FormationKind.HEADQUARTERS}}
    orders = "FI: delay 0101, fall back 0105"
    seen = view(position(OPEN, *LINES, formations=head, orders=orders), FRENCH)
    asked, dice = IssueOrder(FRENCH), CounterDice("back")
    wish = Wish(Offer.FALL_BACK, FI)
    assert wish in asked.options(seen)
    listed = [None, wish]
    given = [RandomWriter().answer(asked, listed, Look(lambda: seen), dice) for _ in range(60)]
    assert 0 < given.count(wish) < 60


def test_no_order_stays_as_it_is_without_a_wing_nobody_is_assigned_and_dice_decide() -> None:
    for answer in (None, units("F1 F2"), (), "march"):
        assert not has_order(answer)
        assert other_order(answer, table(), FRENCH, CounterDice("none")) == answer
    alone, dice = view(position(OPEN, *LINES[:2]), FRENCH), CounterDice("alone")
    made = [other_order(Paper(FI, steps("march 0505")), alone, FRENCH, dice) for _ in range(40)]
    assert {one.wing for one in made} == {None}
    paper = Paper(FI, steps("march 0505"))
    one, other = (other_order(paper, table(), FRENCH, CounterDice("same")) for _ in range(2))
    assert one == other


def test_an_order_of_his_own_that_the_law_refuses_is_not_given() -> None:
    class Strict(IssueOrder):
        """A question that accepts what is listed and nothing else."""

        def refusal(self, state: GameState, answer: Any) -> Any:
            """Only what is listed."""
            return self.unlisted(self.options(state), answer)

        def options(self, state: GameState) -> Sequence[Paper | None]:
            """One order only."""
            return [Paper(FI, steps("march 0505"))]

    asked = Strict("french")
    listed, seen, dice = asked.options(table()), table(), CounterDice("strict")
    assert {
        RandomWriter().answer(asked, listed, Look(lambda: seen), dice) for _ in range(40)
    } == set(listed)
