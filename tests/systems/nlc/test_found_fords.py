"""Fords that scouts find, by the card Scouts Find Ford (T18.34, 24.96)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.records import CardId, Effect
from hexwar.engine import Table
from hexwar.ground.traces import trace_ground
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import FordsForgotten, FordSought
from hexwar.systems.nlc.rules.cards.effects import end_due
from hexwar.systems.nlc.rules.cards.windows import play_card, targets
from hexwar.systems.nlc.rules.movement.works import Act, SpanTask
from hexwar.systems.nlc.rules.turn.actions import begin_activations
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.pieces import Segment, Unit
from hexwar.table.spans import Crossing, Spans, crossing
from tests.systems.nlc.cases import each
from tests.systems.nlc.chapters import changed
from tests.systems.nlc.hands import hand
from tests.systems.nlc.moves import price, refused
from tests.systems.nlc.plays import at_once
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, play, unit
from tests.systems.nlc.works import FI, moving, side, tasks, why_no_labour, why_not, work

SCOUTS = CardId("scouts-find-ford")
BANK, ELSEWHERE = "0303-0304", "0303-0403"
"""South of 0303 a river without span or ford, on two of its hexsides."""
WATER: dict[str, Any] = {"bridges": [], "trestles": [], "rivers": [BANK, ELSEWHERE]}
FOOT, SEEK = "F1 infantry 5-3 0303", SpanTask(side(BANK), Act.FORD)
IN_FORCE = Effect(1, FRENCH, SCOUTS, until=9)


def by_the_river(*lines: str, effects: tuple[Effect, ...] = (IN_FORCE,), **more: Any) -> GameState:
    return changed(moving(*(lines or (FOOT,)), **WATER, **more), effects=effects)


def met(state: GameState, text: str = BANK) -> Crossing:
    return crossing(state.battle.battlefield, state.spans, *side(text))


def again(state: GameState) -> GameState:
    """The next activation of the corps begins."""
    state.turn += 1
    state.activation = None
    state = play(state, lambda table: begin_activations(table, (FI,))).state
    assert state.activation is not None
    state.activation = replace(state.activation, segment=Segment.MOVEMENT)
    return state


@pytest.mark.rule("T18.34")
@each("sky die found", ("fair", 4, True), ("fair", 5, False), ("mud", 2, True), ("mud", 3, False))
def test_four_or_less_finds_a_ford_and_two_on_a_wet_day(sky: str, die: int, found: bool) -> None:
    """24.96: 1 to 4, after the first storm 1 or 2."""
    state = by_the_river(weather=sky)
    played = work(state, SEEK, die)
    assert played.of(FordSought) == [FordSought(unit("F1"), side(BANK), die, is_found=found)]
    assert met(played.state) is (Crossing.FORD if found else Crossing.RIVER)
    assert met(played.state, ELSEWHERE) is Crossing.RIVER
    assert played.state.units[unit("F1")].moved is not found
    assert played.state.units[unit("F1")].spent == 0


@pytest.mark.rule("T18.34")
def test_it_stays_wet_for_the_rest_of_the_day() -> None:
    state = by_the_river()
    state.sky = replace(state.sky, is_wet=True)
    assert not work(state, SEEK, 3).of(FordSought)[0].is_found


@pytest.mark.rule("T18.34", "T18.32", "T18.33")
def test_a_ford_that_is_found_is_crossed_at_once_as_others_are() -> None:
    state = by_the_river()
    assert refused(state, "F1", "0303 0304") == "N5.1"
    after = work(state, SEEK, 4).state
    assert refused(after, "F1", "0303 0304") is None
    assert price(after, "F1", "0303 0304") == 3  # 1 for the hex, 2 for the ford
    assert refused(after, "F1", "0303 0403") == "N5.1"
    assert refused(by_the_river("F1 battery 5-3 0303"), "F1", "0303 0304") == "N5.1"
    guns = by_the_river("F1 battery 5-3 0303", "F2 infantry 5-3 0304")
    guns.put_spans(Spans(found=frozenset({side(BANK)})))
    assert refused(guns, "F1", "0303 0304") == "T18.32"
    # Supply and command are traced there, also by the enemy; zones do not reach across (T18.33).
    ways = [
        dict(trace_ground(one).steps[one.battle.battlefield.grid.index[Hex("0303")]])
        for one in (state, after)
    ]
    south = state.battle.battlefield.grid.index[Hex("0304")]
    assert [south in way for way in ways] == [False, True]
    assert not met(after).is_joined


@pytest.mark.rule("T18.34")
def test_who_finds_none_stays_and_finds_it_in_its_next_activation() -> None:
    """24.96: it may not move this turn, and succeeds by itself in the next."""
    failed = work(by_the_river(), SEEK, 5).state
    assert why_no_labour(failed)[0] == "T18.34"
    assert failed.units[unit("F1")] == Unit(unit("F1"), Hex("0303"), moved=True, sought=side(BANK))
    state = again(failed.copy())
    assert SEEK in tasks(state)
    played = work(state, SEEK)  # without a die
    assert played.of(FordSought) == [FordSought(unit("F1"), side(BANK), 0, is_found=True)]
    assert met(played.state) is Crossing.FORD
    assert not played.state.units[unit("F1")].moved
    assert played.state.units[unit("F1")].sought is None
    # At another hexside it rolls, and when the card is over only where it has looked it may cross.
    other = SpanTask(side(ELSEWHERE), Act.FORD)
    assert not work(state, other, 6).of(FordSought)[0].is_found
    over = again(changed(failed, effects=()))
    assert tasks(over) == [SEEK]
    # Who has left the place has to look anew.
    gone = again(failed.copy())
    gone.put_unit(gone.units[unit("F1")].driven_to(Hex("0303")))
    assert not work(gone, SEEK, 5).of(FordSought)[0].is_found


@pytest.mark.rule("T18.34", "T18.31", "T18.32")
@each(
    "lines more rule",
    (("F1 battery 5-3 0303",), {}, "T18.34"),
    (("F1 horse 5-3 0303",), {}, "T18.34"),
    ((FOOT, "F2 infantry 1-3 0303"), {}, "T18.32"),
    ((FOOT,), {"weather": "snowstorm"}, "T18.31"),
    ((f"{FOOT} disrupted",), {}, "N11.81"),
    ((f"{FOOT} column",), {}, "N4.53"),
    ((f"{FOOT} moved",), {}, "N4.52"),
)
def test_who_may_not_look(lines: tuple[str, ...], more: dict[str, Any], rule: str) -> None:
    state = by_the_river(*lines, **more)
    assert tasks(state) == []
    assert why_not(state, SEEK)[0] == rule
    assert {SEEK} <= {*tasks(by_the_river("F1 light 5-3 0303", "FL leader 0303"))}


@pytest.mark.rule("T18.34")
def test_only_the_side_of_the_card_looks_and_one_unit_at_a_hexside() -> None:
    enemy = replace(IN_FORCE, side=ALLIED)
    for effects in ((), (enemy,)):
        assert tasks(by_the_river(effects=effects)) == []
    spanned = by_the_river()
    assert SpanTask(side("0303-0302"), Act.FORD) not in tasks(spanned)  # no river there
    assert why_not(spanned, SpanTask(side(BANK), Act.DAMAGE))[0] == "T18.34"
    other = "F2 infantry 5-3 0304"
    failed = work(by_the_river(FOOT, other), SEEK, 5).state
    assert SEEK not in tasks(failed, "F2")
    assert SEEK in tasks(by_the_river(FOOT, other), "F2")


@pytest.mark.rule("T18.34", "N23.6")
def test_the_card_lasts_to_the_end_of_the_day_and_its_fords_with_it() -> None:
    cards = f"{SCOUTS} fire"
    state = hand(OPEN, FOOT, holds=cards, rivers=[BANK])
    kinds = (TurnKind.DAY, TurnKind.DAY, TurnKind.NIGHT_PM, TurnKind.NIGHT_AM, TurnKind.DAY)
    days = (29, 29, 29, 30, 30)
    turns = tuple(TurnCard(n, d, 15, k) for n, d, k in zip(range(1, 6), days, kinds, strict=True))
    state.battle = replace(state.battle, turns=turns)

    async def put_down(table: Table[GameState]) -> None:
        await play_card(table, FRENCH, SCOUTS, next(iter(state.cards.piles[FRENCH].lying)))

    laid = play(state, put_down).state
    (effect,) = laid.cards.effects
    assert (effect.side, effect.card, effect.until) == (FRENCH, SCOUTS, 3)
    laid.put_spans(Spans(found=frozenset({side(BANK)})))
    for turn, forgotten in ((2, []), (3, [FordsForgotten()])):
        laid.turn = turn
        done = at_once(laid.copy(), end_due)
        assert [e for e in done.events if isinstance(e, FordsForgotten)] == forgotten
        assert met(done.state) is (Crossing.RIVER if forgotten else Crossing.FORD)


@pytest.mark.rule("T18.34", "N23.7")
def test_the_card_is_of_no_use_where_no_river_bars_the_way() -> None:
    assert targets(hand(OPEN, FOOT, holds=SCOUTS), FRENCH, SCOUTS) == ()
    assert targets(hand(OPEN, FOOT, holds=SCOUTS, rivers=[BANK]), FRENCH, SCOUTS) == ((),)
    bridged = hand(OPEN, FOOT, holds=SCOUTS, bridges=[BANK])
    assert targets(bridged, FRENCH, SCOUTS) == ()
