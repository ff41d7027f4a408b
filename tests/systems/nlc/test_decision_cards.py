"""Cards for leaders who decide alone: 9, 11, 15 and The Battle Ends (N12.29, N12.64, N12.67)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import CardDiscarded
from hexwar.cards.records import CardId, Pile
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.orders import (
    BadMoveTaken,
    LocalDecisionRolled,
    OrderInForce,
    RetreatAllowed,
)
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.orders.forms import alone_refusal, retreat_refusal
from hexwar.systems.nlc.rules.orders.local_decision import (
    TryLocalDecision,
    local_decisions,
    local_report,
    may_try,
    wish_refusal,
)
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, OrderStep
from hexwar.table.pieces import Phase, Writing
from tests.systems.nlc.hands import is_returned, played, scores
from tests.systems.nlc.order_hands import holding, in_force, named, put
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, play, position
from tests.systems.nlc.staffs import with_leader

ADVANCE, SOUND = "general-advance", "sound-of-guns"
RETREAT, ENDS = "general-retreat", "battle-ends"
FI, FII = LineId("FI"), LineId("FII")
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


def refused(state: GameState, text: str, line: LineId = FI) -> str:
    refusal = wish_refusal(state, line, steps(text))
    return "" if refusal is None else refusal.rule


# -- 11 General Advance


@pytest.mark.rule("N12.64", "N23.4")
def test_a_general_advance_shifts_the_try_of_one_formation_by_two() -> None:
    more = ("F2 infantry 4-3 0501 of:FII", "FM leader 0501 of:FII rating:2")
    state = pads(*more, orders="FII: defend 0501", cards=ADVANCE)
    state = put(state, ADVANCE, "FI").state
    report = local_report(state, FI, steps("defend 0101"))
    assert ("General Advance", 2) in report.shifts
    assert report.column == 2 + 2
    assert report.chances == (("OK", 4), ("NE", 2), ("BM", 0))  # column 4 of N12.63
    assert local_report(state, FII, steps("defend 0501")).column == 2


@pytest.mark.rule("N12.63")
def test_the_die_is_read_in_that_column() -> None:
    state = put(pads(cards=ADVANCE), ADVANCE, "FI").state
    done = decided(state, steps("march 0505"), dice=[4])
    assert done.of(LocalDecisionRolled) == [LocalDecisionRolled(FRENCH, FI, 4, 4, "OK")]


@pytest.mark.rule("N12.66", "N23.7")
def test_it_names_who_may_decide_for_himself() -> None:
    assert named(pads(), ADVANCE) == [("FI",)]
    state = pads(cards=ADVANCE)
    state.pad = replace(
        state.pad, lines={**state.pad.lines, FI: Line(steps("defend 0101"), bad_until=4)}
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
    report = local_report(heard(), FI, wanted)
    assert report.shifts == (("Sound of Guns", 2),)
    assert report.column == 2 + 2
    done = decided(heard(), wanted, dice=[4])
    assert [event.steps for event in done.of(OrderInForce)] == [wanted]


@pytest.mark.rule("N12.67")
@pytest.mark.parametrize("text", ["attack 0108", "march 0108", "march 0107, attack 0107"])
def test_no_other_wish_is_helped(text: str) -> None:
    assert local_report(heard(), FI, steps(text)).shifts == ()


@pytest.mark.rule("N12.67")
def test_a_bad_move_is_no_effect() -> None:
    wanted = steps("march 0107, attack 0108")
    state = heard()
    state = with_leader(state, "FL", rating=0)
    report = local_report(state, FI, wanted)
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
    assert wanted in TryLocalDecision(FRENCH, FI).options(heard())
    assert wanted not in TryLocalDecision(FRENCH, FI).options(pads())


# -- 9 General Retreat


@pytest.mark.rule("N12.29", "N23.4")
def test_a_general_retreat_may_be_ordered_once_its_card_is_played() -> None:
    state = pads(cards=RETREAT)
    assert retreat_refusal(state, FI) is not None
    done = put(state, RETREAT)
    assert done.of(RetreatAllowed) == [RetreatAllowed(FRENCH)]
    assert retreat_refusal(done.state, FI) is None
    assert retreat_refusal(done.state, LineId("AI")) is not None
    assert done.state.cards.piles[FRENCH].of(Pile.ENDURING) == (RETREAT,)
    assert [effect.left for effect in in_force(done.state, RETREAT)] == [0]


@pytest.mark.rule("N12.29")
def test_without_an_oc_a_leader_takes_it_by_local_decision() -> None:
    state = put(pads(cards=RETREAT), RETREAT).state
    done = decided(state, OFF, dice=[1])
    assert done.state.pad.lines[FI].step.verb == "general retreat"
    assert done.of(CardDiscarded) == []


@pytest.mark.rule("N12.29")
def test_with_an_oc_on_the_map_it_is_his_to_order() -> None:
    state = put(pads("FO overall 0301 of:FHQ", cards=RETREAT), RETREAT).state
    assert refused(state, "general retreat") == "N12.29"
    assert retreat_refusal(state, FI) is None


@pytest.mark.rule("N12.29")
def test_who_fails_may_try_again_even_after_a_bad_move() -> None:
    state = put(pads(cards=RETREAT), RETREAT).state
    done = decided(state, OFF, dice=[6, 2])
    assert done.of(BadMoveTaken)
    after = done.state
    after.turn = 3
    after.pad = replace(after.pad, asked=(), served=())
    assert after.pad.lines[FI].bad_until > 3
    assert may_try(after, FRENCH) == (FI,)
    assert refused(after, "general retreat") == ""
    assert refused(after, "march 0505") == "N12.65"
    assert refused(after, "general retreat, defend 0101") == "N12.65"
    [none, off] = TryLocalDecision(FRENCH, FI).options(after)
    assert (none, off) == (None, OFF)


@pytest.mark.rule("N12.65")
def test_without_the_card_a_bad_move_lets_nobody_try() -> None:
    state = pads()
    state.pad = replace(state.pad, retreating=(FRENCH,))
    state.pad = replace(
        state.pad, lines={**state.pad.lines, FI: Line(steps("defend 0101"), bad_until=4)}
    )
    assert may_try(state, FRENCH) == ()


@pytest.mark.rule("N12.29")
def test_who_tries_for_anything_else_loses_the_card() -> None:
    state = put(pads(cards=RETREAT), RETREAT).state
    done = decided(state, steps("march 0505"), dice=[5])
    [gone] = done.of(CardDiscarded)
    assert (gone.card, gone.source, gone.target) == (RETREAT, Pile.ENDURING, Pile.DISCARD)
    assert refused(done.state, "general retreat") == "N23.8"
    assert retreat_refusal(done.state, FI) is None  # an OC may still order it


@pytest.mark.rule("N12.29")
def test_an_oc_who_could_order_it_keeps_the_card_whatever_his_leaders_try() -> None:
    state = put(pads("FO overall 0301 of:FHQ", cards=RETREAT), RETREAT).state
    assert decided(state, steps("march 0505"), dice=[5]).of(CardDiscarded) == []


@pytest.mark.rule("N23.8")
@pytest.mark.parametrize("way", ["restricted", "solitaire", "events"])
def test_in_restricted_play_only_the_oc_has_the_right(way: str) -> None:
    state = put(pads(cards=RETREAT, way=way), RETREAT).state
    refusal = alone_refusal(state, FI)
    assert refusal is not None
    assert refusal.rule == "N23.8"
    assert retreat_refusal(state, FI) is None


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
    assert alone_refusal(done.state, FI) is None
    assert alone_refusal(done.state, LineId("AI")) is None
    assert [score.vp for score in scores(done)] == [-1]
    assert view(done.state, ALLIED).pad.retreating == (FRENCH, ALLIED)


@pytest.mark.rule("N23.8")
def test_it_gives_leaders_the_right_that_a_restricted_card_left_to_the_oc() -> None:
    state = put(pads(cards=f"{RETREAT} {ENDS}", way="restricted"), RETREAT).state
    after = put(state, ENDS).state
    assert alone_refusal(after, FI) is None


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
