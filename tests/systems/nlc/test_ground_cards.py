"""Cards that change the ground: Fire and Populace (N23.4, N23.9, T24.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import EffectBegan
from hexwar.cards.records import CardId, Pile
from hexwar.engine import Table
from hexwar.ground.costs import Gait, ground_of, steps_into, steps_of
from hexwar.ground.movement import movers, quote
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import PopulaceActed
from hexwar.systems.nlc.rules.cards.effects import end_due
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, targets
from hexwar.systems.nlc.rules.orders.goals import remaining_from
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.reports import PathQuote
from tests.systems.nlc.hands import DAYS, hand, is_returned, later, pile, played, scores
from tests.systems.nlc.positions import ALLIED, FRENCH, hexes, play, unit

TOWNS = """
.  .  .  .  .
.  .  t  .  .
.  .  .  .  .
.  t  .  .  .
.  .  .  .  .
"""
A, TOWN, OTHER = Hex("0301"), Hex("0302"), Hex("0204")
FIRE, POPULACE = CardId("fire"), CardId("populace")


def burning(**more: Any) -> GameState:
    """0302 is on fire."""
    state = hand(TOWNS, "F1 infantry 5-3-4 0301", "A1 light 3-3 0505", holds="fire", **more)
    return played(state, "fire", answers={ChooseCardTarget: [(TOWN,)]}).state


def cost(state: GameState, gait: Gait, a: Hex = A, b: Hex = TOWN) -> float:
    step = ground_of(state).step(gait, a, b)
    assert step is not None
    assert step.halves == dict(steps_of(state, gait)[index(state, a)])[index(state, b)]
    return step.halves / 2


def index(state: GameState, hex_: Hex) -> int:
    return state.battle.battlefield.grid.index[hex_]


# -- Fire


@pytest.mark.rule("N23.4", "N23.9")
def test_a_burning_town_costs_two_mp_more() -> None:
    state = burning()
    for gait in (Gait.FOOT, Gait.HORSE, Gait.GUNS, Gait.TRAIN):
        assert cost(state, gait) == 1 + 2
        assert cost(state, gait, TOWN, A) == 1  # leaving it is no dearer
        assert cost(state, gait, Hex("0203"), OTHER) == 1  # nor is another town
    step = ground_of(state).step(Gait.FOOT, A, TOWN)
    assert step is not None
    assert step.parts == (("town", 2), ("fire", 4))


@pytest.mark.rule("N23.4")
def test_it_costs_more_by_road_and_for_arrivals_too() -> None:
    state = burning(roads=["0301 0302 0303"])
    assert cost(state, Gait.COLUMN) == 0.5 + 2
    assert ground_of(state).entry(Gait.FOOT, TOWN).halves == 2 + 4


@pytest.mark.rule("N23.4")
def test_a_leader_heeds_no_fire() -> None:
    assert cost(burning(), Gait.LEADER) == 1


@pytest.mark.rule("N23.4")
def test_what_a_path_costs_is_told_with_the_fire() -> None:
    state = burning()
    for seen in (state, view(state, ALLIED)):
        found = quote(seen, movers(seen, (unit("F1"),)), hexes("0301 0302 0303"), column=False)
        assert isinstance(found, PathQuote)
        assert found.halves == 2 * (3 + 1)


@pytest.mark.rule("N23.4")
def test_the_way_back_knows_of_the_fire() -> None:
    state, goal = burning(), Hex("0302")
    cold = state.copy()
    cold.cards = replace(cold.cards, effects=())
    for table, halves in ((cold, 2), (state, 6)):
        assert remaining_from(table, Gait.FOOT, [goal], A)[index(table, A)] == halves
    into = steps_into(
        state.battle.battlefield,
        state.numbers,
        Gait.FOOT,
        state.spans,
        "fair",
        True,
        state.law.blaze(state),
    )
    steps = steps_of(state, Gait.FOOT)
    for a, row in enumerate(steps):
        for b, halves in row:
            assert (a, halves) in into[b]


@pytest.mark.rule("N23.4", "N5.71")
@pytest.mark.parametrize("gait", list(Gait))
def test_every_step_is_priced_alike_however_it_is_asked_for(gait: Gait) -> None:
    """With a fire and a broken bridge at once."""
    more = {"bridges": ["0302-0303"], "damaged": ["0302-0303"], "roads": ["0301 0302 0303 0304"]}
    state = burning(**more)
    ground, grid = ground_of(state), state.battle.battlefield.grid
    into = steps_into(
        state.battle.battlefield,
        state.numbers,
        gait,
        state.spans,
        "fair",
        False,
        state.law.blaze(state),
    )
    for a, row in zip(grid.hexes, steps_of(state, gait), strict=True):
        steps = ((b, ground.step(gait, a, b)) for b in grid.neighbours[a])
        priced = {grid.index[b]: step.halves for b, step in steps if step is not None}
        assert dict(row) == priced
        for b, halves in priced.items():
            assert (grid.index[a], halves) in into[b]


@pytest.mark.rule("N23.4", "N23.9")
def test_one_town_is_named_and_what_burns_cannot_be_named_again() -> None:
    state = hand(TOWNS, "F1 infantry 5-3 0301", holds="fire fire")
    assert targets(state, FRENCH, FIRE) == [(OTHER,), (TOWN,)]
    once = played(state, "fire", answers={ChooseCardTarget: [(TOWN,)]})
    assert targets(once.state, FRENCH, FIRE) == [(OTHER,)]
    assert once.story[0] == "CardPlayed"
    assert pile(once.state, Pile.ENDURING) == ("fire",)
    twice = played(once.state, "fire").state
    assert cost(twice, Gait.FOOT) == cost(twice, Gait.FOOT, Hex("0203"), OTHER) == 3
    assert is_returned(played(_again(twice), "fire"))


def _again(state: GameState) -> GameState:
    copy = state.copy()
    copy.cards = replace(
        copy.cards,
        piles={
            **copy.cards.piles,
            FRENCH: copy.cards.piles[FRENCH].moved(FIRE, Pile.ENDURING, Pile.HAND),
        },
    )
    return copy


@pytest.mark.rule("N23.4")
def test_a_fire_goes_out_before_the_first_day_turn_of_tomorrow() -> None:
    """It is lit on the 29th; turn 5 is the first day turn of the 30th."""
    goes_out_on_turn_four(burning())


@pytest.mark.rule("N23.4")
def test_a_fire_goes_out_although_tomorrow_is_the_first_of_a_month() -> None:
    month = tuple(replace(turn, day=31 if turn.day == 29 else 1) for turn in DAYS)
    goes_out_on_turn_four(burning(turns=month))


def goes_out_on_turn_four(state: GameState) -> None:
    for turn in (1, 2, 3):
        state = ended(state, turn)
        assert cost(state, Gait.FOOT) == 3
    state = ended(state, 4)
    assert cost(state, Gait.FOOT) == 1
    assert pile(state, Pile.DISCARD) == ("fire",)


def ended(state: GameState, turn: int) -> GameState:
    async def flow(table: Table[GameState]) -> None:
        end_due(table)

    return play(later(state, turn), flow).state


@pytest.mark.rule("N23.4")
def test_on_the_last_day_it_burns_to_the_end() -> None:
    state = later(hand(TOWNS, "F1 infantry 5-3 0301", holds="fire"), 6)
    (began,) = played(state, "fire").of(EffectBegan)
    assert began.effect.until > len(DAYS)


@pytest.mark.rule("N23.4")
def test_without_a_town_there_is_nothing_to_burn() -> None:
    done = played(hand(". .\n. c\n", "F1 infantry 5-3 0101", holds="fire"), "fire")
    assert is_returned(done)
    assert pile(done.state, Pile.BOTTOM) == ("fire",)


@pytest.mark.rule("N23.10")
def test_fire_costs_its_player_one_vp() -> None:
    done = played(hand(TOWNS, "F1 infantry 5-3 0301", holds="fire"), "fire")
    assert [(s.side, s.card, s.vp, s.day) for s in scores(done)] == [(FRENCH, "fire", -1, 29)]


# -- Populace

RIVER = """
t  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
"""
NEAR, FAR = ("0602", "0603"), ("0702", "0703")
"""Five hexes from the town, and six."""


def people(side: Side = FRENCH, **more: Any) -> GameState:
    return hand(
        RIVER,
        "F1 infantry 5-3 0803",
        "A1 infantry 5-3 0804",
        holds="populace",
        side=side,
        bridges=["0602-0603", "0702-0703"],
        **more,
    )


@pytest.mark.rule("N23.4", "T24.3")
def test_the_people_break_a_bridge_down() -> None:
    done = played(people(), "populace")
    assert done.of(PopulaceActed) == [PopulaceActed(FRENCH, (Hex("0602"), Hex("0603")), True)]
    assert done.state.spans.damaged == {NEAR}
    assert Hex("0603") in contact_hexes(people(), Hex("0602"))
    assert Hex("0603") not in contact_hexes(done.state, Hex("0602"))


@pytest.mark.rule("N23.4", "T24.3")
def test_or_make_a_damaged_one_whole() -> None:
    done = played(people(damaged=["0602-0603"]), "populace")
    assert done.of(PopulaceActed) == [PopulaceActed(FRENCH, (Hex("0602"), Hex("0603")), False)]
    assert not done.state.spans.damaged


@pytest.mark.rule("T24.3")
def test_the_bridge_is_within_five_hexes_of_the_town() -> None:
    assert targets(people(), FRENCH, POPULACE) == [NEAR]


@pytest.mark.rule("T24.3")
@pytest.mark.parametrize(("side", "found"), [(FRENCH, []), (ALLIED, [NEAR])])
def test_nobody_helps_in_a_town_in_an_ezoc(side: Side, found: list[tuple[str, str]]) -> None:
    state = people(side=side)
    state.put_unit(replace(state.units[unit("A1")], hex=Hex("0102")))
    assert targets(state, side, POPULACE) == found
    if not found:
        assert is_returned(played(state, "populace"))


@pytest.mark.rule("N23.10")
def test_populace_costs_its_player_one_vp() -> None:
    assert [score.vp for score in scores(played(people(), "populace"))] == [-1]
