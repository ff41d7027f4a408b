"""Cards of conduct: 12 Probe, 13 Infiltration, 19 Mobile Defense (N23.4, N23.8, N23.9)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.cards.records import Pile
from hexwar.engine import Table
from hexwar.ground.movement import can_step, ends, movers, path_to
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardRevealed
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, assault_segment
from hexwar.systems.nlc.rules.combat.assault_law import end_refusal
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.movement.routes import Route, quote_route
from hexwar.systems.nlc.rules.movement.segment import walk
from hexwar.systems.nlc.rules.orders.permissions import permissions, step_of
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.pieces import Segment
from hexwar.table.reports import PathQuote
from tests.systems.nlc.errands import FI, FIELD, LANE, listed, refused
from tests.systems.nlc.hands import is_returned, played, scores
from tests.systems.nlc.order_hands import holding, in_force, named, put
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

PROBE, INFILTRATION, MOBILE = "probe", "infiltration", "mobile-defense"
ENEMY = "A1 infantry 6-3 0104"
NEAR = "F1 infantry 6-3 0105"
"""Next to the enemy on the lane; the way out leads to 0106."""


def with_card(
    card: str,
    orders: str,
    *lines: str,
    rows: str = LANE,
    segment: Segment = Segment.MOVEMENT,
    way: str = "full",
    subjects: tuple[str, ...] = (),
    **more: Any,
) -> GameState:
    """FI acts after its side has played a card."""
    state = position(rows, *lines, active="FI", segment=segment, orders=orders, **more)
    return put(holding(state, card, way=way), card, *subjects).state


def parts(state: GameState, who: str, path: str, *, column: bool = False) -> list[tuple[str, int]]:
    """What the first step of a path costs, with the reasons, in half MP."""
    quoted = quote_route(state, units(who), None, Route(hexes(path), column))
    assert isinstance(quoted, PathQuote)
    return list(quoted.steps[0].parts)


def walked(state: GameState, who: str, path: str) -> Played[None]:
    async def flow(table: Table[GameState]) -> None:
        await walk(table, units(who), Route(hexes(path)), None)

    return play(state, flow)


# -- 19 Mobile Defense


def defending(*lines: str, order: str = "defend 0106", **more: Any) -> GameState:
    return with_card(MOBILE, f"FI: {order}", ENEMY, *(lines or (NEAR,)), **more)


@pytest.mark.rule("N6.6")
def test_without_the_card_a_defender_does_not_leave_an_enemy_zone() -> None:
    state = position(
        LANE, ENEMY, NEAR, active="FI", segment=Segment.MOVEMENT, orders="FI: defend 0106"
    )
    assert refused(state, "F1", "0105 0106") == "N6.6"
    assert not can_step(state, movers(state, units("F1")), permissions(state, unit("F1")))


@pytest.mark.rule("N23.4")
def test_a_mobile_defense_lets_him_leave_for_one_mp_more() -> None:
    state = defending()
    assert can_step(state, movers(state, units("F1")), permissions(state, unit("F1")))
    assert parts(state, "F1", "0105 0106") == [("clear", 2), ("Mobile Defense", 2)]
    assert refused(state, "F1", "0105 0106") is None
    assert refused(state, "F1", "0105 0106 0107 0108") is None  # 2 + 1 + 1 of 4 MP
    assert refused(state, "F1", "0105 0106 0107 0108 0109") == "N5.4"
    assert listed(state, "F1") == {"stay", "0106", "0107", "0108"}


@pytest.mark.rule("N5.4", "N23.4")
def test_one_hex_is_always_possible_and_dear_ones_too() -> None:
    poor = "F1 infantry 6-3-1 0105"
    state = defending(poor)
    assert listed(state, "F1") == {"stay", "0106"}
    spent = defending("F1 infantry 6-3 0105 spent:6")
    assert listed(spent, "F1") == {"stay"}
    assert not can_step(spent, movers(spent, units("F1")), permissions(spent, unit("F1")))


@pytest.mark.rule("N23.4")
@pytest.mark.parametrize("column", [False, True])
def test_the_search_and_the_path_know_the_same_price(column: bool) -> None:
    road = "0105 0106 0107 0108 0109"
    state = defending(roads=[road])
    group = movers(state, units("F1"))
    found = ends(state, group, permissions(state, unit("F1")), column=column)
    assert found
    index = state.battle.battlefield.grid.index
    for hex_, reach in found.items():
        path = path_to(state, reach, hex_)
        quoted = quote_route(state, units("F1"), None, Route(path, column))
        assert isinstance(quoted, PathQuote)
        assert quoted.halves == reach.cost[index[hex_]]


@pytest.mark.rule("N16.4")
def test_trains_leave_for_nothing_as_ever() -> None:
    state = defending("F1 train 0105", roads=["0105 0106 0107"])
    assert movers(state, units("F1")).exits == ()
    assert parts(state, "F1", "0105 0106") == [("road", 1)]


@pytest.mark.rule("N23.4")
def test_it_is_paid_by_road_too() -> None:
    state = defending(order="defend 0106", roads=["0104 0105 0106 0107"])
    assert parts(state, "F1", "0105 0106", column=True) == [("road", 1), ("Mobile Defense", 2)]


@pytest.mark.rule("N23.4")
def test_it_does_not_lead_from_one_zone_to_another() -> None:
    state = defending("A2 infantry 6-3 0107", NEAR)
    assert refused(state, "F1", "0105 0106") == "N6.6"


@pytest.mark.rule("N23.4", "N12.2")
def test_under_delay_one_leaves_for_nothing_anyway() -> None:
    state = defending(order="delay 0106")
    assert parts(state, "F1", "0105 0106") == [("clear", 2)]


@pytest.mark.rule("N23.4")
@pytest.mark.parametrize("order", ["attack 0103", "probe 0103", "support FII"])
def test_it_helps_no_other_order(order: str) -> None:
    state = defending(NEAR, "F2 infantry 6-3 0112 of:FII", order=f"{order}; FII: defend 0112")
    assert in_force(state, MOBILE)
    assert refused(state, "F1", "0105 0106") == "N6.6"


@pytest.mark.rule("N23.2")
def test_it_is_secret_until_somebody_leaves_by_it() -> None:
    state = defending()
    assert view(state, ALLIED).cards.effects == ()
    done = walked(state, "F1", "0105 0106")
    assert [event.card for event in done.of(CardRevealed)] == [MOBILE]
    assert [effect.card for effect in view(done.state, ALLIED).cards.effects] == [MOBILE]
    assert in_force(done.state, MOBILE)  # and serves the others this turn
    plain = walked(defending("F1 infantry 6-3 0108"), "F1", "0108 0109")
    assert plain.of(CardRevealed) == []
    assert view(plain.state, ALLIED).cards.effects == ()


@pytest.mark.rule("N23.7", "N23.10")
def test_a_mobile_defense_is_of_no_use_to_who_does_not_hold() -> None:
    state = holding(position(LANE, NEAR, orders="FI: attack 0102"), MOBILE)
    assert named(state, MOBILE) == []
    assert is_returned(played(state, MOBILE))
    division = position(
        LANE,
        NEAR,
        "F2 infantry 4-3 0106 division:1st",
        orders="FI: attack 0102; FI/1st: defend 0106",
    )
    done = put(holding(division, MOBILE), MOBILE)
    assert [score.vp for score in scores(done)] == [0]


# -- 13 Infiltration

FLANK = "A1 infantry 6-3 0505"
BESIDE = "F1 infantry 6-3 0504"
"""In the zone of the enemy; so are 0404 and 0604 next to it."""


def infiltrating(*lines: str, order: str = "probe 0505", **more: Any) -> GameState:
    more = {"way": "restricted", "rows": FIELD} | more
    return with_card(INFILTRATION, f"FI: {order}", FLANK, *(lines or (BESIDE,)), **more)


@pytest.mark.rule("N23.8")
def test_in_restricted_play_infantry_goes_from_zone_to_zone_for_one_mp_more() -> None:
    state = infiltrating()
    assert parts(state, "F1", "0504 0404") == [("clear", 2), ("Infiltration", 2)]
    assert refused(state, "F1", "0504 0404") is None
    assert refused(state, "F1", "0504 0404 0405") == "N6.5"  # one such hex a turn
    assert refused(state, "F1", "0504 0503") == "N6.6"  # it opens no way out


@pytest.mark.rule("N6.6")
def test_without_the_card_it_may_not() -> None:
    state = position(
        FIELD, FLANK, BESIDE, active="FI", segment=Segment.MOVEMENT, orders="FI: probe 0505"
    )
    assert refused(state, "F1", "0504 0404") == "N6.6"


@pytest.mark.rule("N12.2", "N23.8")
def test_who_may_go_from_zone_to_zone_anyway_pays_nothing() -> None:
    assert parts(infiltrating(order="attack 0505"), "F1", "0504 0404") == [("clear", 2)]


@pytest.mark.rule("N6.5", "N23.8")
def test_it_does_not_make_an_order_enter_zones() -> None:
    assert refused(infiltrating(order="march 0112"), "F1", "0504 0404") == "N6.5"


@pytest.mark.rule("N23.8")
def test_guns_do_not_infiltrate() -> None:
    state = infiltrating(BESIDE, "F2 battery 4-3-4 0504")
    assert refused(state, "F2", "0504 0404") == "N6.6"
    assert refused(state, "F1 F2", "0504 0404") == "N6.6"


@pytest.mark.rule("N23.2")
def test_it_is_shown_when_somebody_goes_so() -> None:
    done = walked(infiltrating(), "F1", "0504 0404")
    assert [event.card for event in done.of(CardRevealed)] == [INFILTRATION]


@pytest.mark.rule("N23.4")
def test_in_full_play_it_opens_no_way() -> None:
    state = infiltrating("F1 infantry 6-3 0504", "F2 light 3-3 0503", way="full")
    assert refused(state, "F1", "0504 0404") == "N6.6"


def charging(*lines: str, order: str = "attack 0505", way: str = "full") -> GameState:
    """Units beside the enemy in their Assault Segment, under an Attack."""
    return with_card(
        INFILTRATION, f"FI: {order}", FLANK, *lines, rows=FIELD, segment=Segment.ASSAULT, way=way
    )


@pytest.mark.rule("N23.4", "N8.33")
def test_in_full_play_cavalry_under_an_attack_may_decline_its_assault() -> None:
    state = charging("F1 light 3-3 0504")
    assert end_refusal(state, FI) is None
    assert None in DeclareAssault(FRENCH, FI).options(state)
    assert end_refusal(charging("F1 light 3-3 0504", way="restricted"), FI) is not None


@pytest.mark.rule("N8.33")
def test_infantry_must_still_try() -> None:
    refusal = end_refusal(charging("F1 light 3-3 0504", "F2 infantry 5-3 0504"), FI)
    assert refusal is not None
    assert refusal.rule == "N8.33"


@pytest.mark.rule("N23.2")
def test_it_is_shown_when_cavalry_has_declined() -> None:
    done = play(charging("F1 light 3-3 0504"), assault_segment, answers={DeclareAssault: [None]})
    assert [event.card for event in done.of(CardRevealed)] == [INFILTRATION]


@pytest.mark.rule("N23.7", "N23.10")
def test_in_full_play_it_is_of_no_use_without_cavalry_that_attacks() -> None:
    for lines, orders in (
        (("F1 infantry 6-3 0504",), "FI: attack 0505"),
        (("F1 light 3-3 0504",), "FI: defend 0504"),
    ):
        state = holding(position(FIELD, FLANK, *lines, orders=orders), INFILTRATION)
        assert is_returned(played(state, INFILTRATION))
    state = holding(
        position(FIELD, FLANK, "F1 light 3-3 0504", orders="FI: probe 0505"), INFILTRATION
    )
    assert [score.vp for score in scores(put(state, INFILTRATION))] == [-1]
    state = holding(state, INFILTRATION, way="restricted")
    assert named(state, INFILTRATION) == [()]


# -- 12 Probe


def probing(*lines: str, segment: Segment = Segment.ASSAULT, **more: Any) -> GameState:
    """FI under an Attack that its card lets it take as a Probe."""
    orders = "FI: attack 0505" + more.pop("orders", "")
    return with_card(
        PROBE, orders, FLANK, *lines, rows=FIELD, segment=segment, subjects=("FI",), **more
    )


@pytest.mark.rule("N23.4", "N12.2")
@pytest.mark.parametrize("way", ["full", "restricted"])
def test_an_attack_is_carried_out_as_a_probe(way: str) -> None:
    state = probing(BESIDE, way=way)
    assert step_of(state, unit("F1")).verb == "probe"
    assert step_of(state, unit("F1")).target == "0505"
    assert permissions(state, unit("F1")).name == "Probe"
    assert state.pad.lines[LineId(FI)].step.verb == "attack"  # the order is as it was


@pytest.mark.rule("N8.33", "N12.2")
def test_it_may_decline_its_assault() -> None:
    assert end_refusal(probing(BESIDE), FI) is None
    attack = position(FIELD, FLANK, BESIDE, active="FI", orders="FI: attack 0505")
    assert end_refusal(attack, FI) is not None


@pytest.mark.rule("N23.2")
def test_a_probe_is_shown_when_it_has_declined() -> None:
    state = probing(BESIDE)
    assert view(state, ALLIED).cards.effects == ()
    done = play(state, assault_segment, answers={DeclareAssault: [None]})
    assert [event.card for event in done.of(CardRevealed)] == [PROBE]
    dropped: Answers = {
        DeclareAssault: [Assault(Hex("0505"), units("F1"))],
        ConfirmAssault: [False],
    }
    after = play(play(state, assault_segment, answers=dropped).state, assault_segment)
    assert [event.card for event in after.of(CardRevealed)] == [PROBE]
    far = play(probing("F1 infantry 6-3 0501"), assault_segment)
    assert far.of(CardRevealed) == []  # there was nothing to decline


@pytest.mark.rule("N12.23")
def test_it_need_not_come_nearer_than_three_hexes() -> None:
    far = "F1 infantry 6-3 0508"
    state = probing(far, segment=Segment.MOVEMENT)
    assert refused(state, "F1") is None
    attack = position(
        FIELD, FLANK, far, active="FI", segment=Segment.MOVEMENT, orders="FI: attack 0505"
    )
    assert refused(attack, "F1") == "N12.22"


@pytest.mark.rule("N23.9")
def test_it_is_for_one_formation_and_not_for_its_detached_divisions() -> None:
    lines = ("F2 infantry 6-3 0604 of:FII", "F3 infantry 4-3 0404 division:1st", BESIDE)
    state = probing(*lines, orders="; FII: attack 0505; FI/1st: attack 0505")
    verbs = [step_of(state, unit(name)).verb for name in ("F1", "F2", "F3")]
    assert verbs == ["probe", "attack", "attack"]


@pytest.mark.rule("N23.7", "N23.9", "N23.10")
def test_it_names_a_formation_under_an_attack() -> None:
    state = position(
        FIELD,
        FLANK,
        BESIDE,
        "F2 infantry 6-3 0112 of:FII",
        orders="FI: attack 0505; FII: probe 0505",
    )
    assert named(state, PROBE) == [("FI",)]
    assert [score.vp for score in scores(put(holding(state, PROBE), PROBE, "FI"))] == [0]
    idle = holding(position(FIELD, FLANK, BESIDE, orders="FI: defend 0504"), PROBE)
    assert is_returned(played(idle, PROBE))
    assert idle.cards.piles[FRENCH].of(Pile.HAND) == (PROBE,)
