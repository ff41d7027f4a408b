"""What the greedy player writes on the order pad, and what it leaves as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwar.cards.records import CardId
from hexwar.hexes import Hex
from hexwar.systems.nlc.orders import LineId, Offer, Wish
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.steps import BeginFallBack, StopProbe
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, FormationKind
from hexwar.table.pieces import Box, Phase
from tests.ai.asking import answer
from tests.systems.nlc.chapters import changed
from tests.systems.nlc.orders import put_orders, steps
from tests.systems.nlc.positions import ALLIED, FRENCH, position, unit
from tests.systems.nlc.staffs import on_its_way
from tests.systems.nlc.tasks import FIELD

FI, PRIZE = LineId("FI"), Hex("0606")
STAFF = ("F8 overall 0303 of:FHQ rating:3", "F7 hq 0303 of:FHQ", "F9 leader 0404 rating:4")
CORPS = ("F1 infantry 6-4 0404", "F2 infantry 6-4 0404")


def pad(order: str, *lines: str, owner: str = "allied", **more: Any) -> GameState:
    """FI under an order two hexes from a hex with VP, in the Orders Phase."""
    state = position(
        FIELD,
        *STAFF,
        *CORPS,
        *lines,
        formations={"FHQ": {"kind": FormationKind.HEADQUARTERS}},
        orders=f"FI: {order}",
        vp_hexes={PRIZE: 4},
        control={PRIZE: ALLIED if owner == "allied" else FRENCH},
        **more,
    )
    state.phase = Phase.ORDERS
    return state


def written(state: GameState) -> Paper | None:
    """What it writes once its leaders have been let try."""
    state = changed(state, asked=tuple(state.pad.lines))
    paper = answer(state, IssueOrder(FRENCH))
    if paper is None or isinstance(paper, Paper):
        return paper
    assert paper == Wish(Offer.FIRST)  # it has nothing to order, and wants to be asked later
    return None


NEAR = "A1 infantry 4-3 0606"
AWAY = "A1 infantry 4-3 1212"


def test_troops_that_wait_are_sent_against_points_and_others_keep_their_order() -> None:
    for order in ("reserve 0404", "defend 0404"):
        assert written(pad(order, NEAR)) == Paper(FI, steps("attack 0606"))
    busy = ("march 0606", "attack 0606", "probe 0606", "march 0909, attack 0606", "delay 0404")
    assert [written(pad(order, NEAR)) for order in busy] == [None] * 5


def test_who_guards_points_stays_gets_help_and_orders_no_hopeless_attack() -> None:
    state = pad("defend 0606", "A1 infantry 9-3 0610", "A2 infantry 9-3 0610", owner="french")
    assert written(state) is None
    enemies = [f"A{n} infantry 10-5 060{n + 4}" for n in (1, 2, 3)]
    assert written(pad("reserve 0404", *enemies)) is None
    state = pad("reserve 0404", "A1 infantry 12-3 0609", "A2 infantry 12-3 0709", owner="french")
    paper = written(state)
    assert paper is not None
    assert (paper.steps[-1].verb, paper.steps[-1].target) == ("defend", PRIZE)


def test_a_broken_formation_stops_its_attack_and_nobody_is_written_to_twice() -> None:
    state = pad("attack 0606", "A1 infantry 12-3 0505", "A2 infantry 12-3 0504")
    assert written(state) is None
    state.spirit = replace(state.spirit, demoralized=(FormationId("FI"),))
    assert written(state) == Paper(FI, steps("defend 0404"))
    state = on_its_way(pad("reserve 0404", NEAR), "FI", "attack 0606", giver="F8")
    assert written(state) is None
    state.pad = replace(state.pad, dispatches={}, addressed=(FI,))
    assert written(state) is None


def test_a_leader_decides_what_he_would_be_ordered_and_divisions_stay_with_their_corps() -> None:
    state = pad("reserve 0404", NEAR)
    assert answer(state, IssueOrder(FRENCH)) == Wish(Offer.LOCAL, FI)
    assert answer(state, TryLocalDecision(FRENCH, FI)) == steps("attack 0606")
    put_orders(state, "FI: attack 0606")
    assert answer(state, TryLocalDecision(FRENCH, FI)) is None
    assert answer(pad("reserve 0404", NEAR), IssueDivisionalOrder(FRENCH)) is None


def test_a_delay_falls_back_from_the_stronger_and_a_probe_stops_half_spent() -> None:
    for enemy, begins in (("A1 infantry 30-3 0406", True), (AWAY, False)):
        state = pad("delay 0404, fall back 0101", enemy)
        assert answer(state, BeginFallBack(FRENCH, FI)) is begins
    state = pad("probe 0606", NEAR, "F3 infantry 6-4 0404")
    formation = state.battle.formations[FormationId("FI")]
    formations = {**state.battle.formations, formation.id: replace(formation, demoralization_sp=8)}
    state.battle = replace(state.battle, formations=formations)
    assert answer(state, StopProbe(FRENCH, FI)) is False
    state.put_unit(replace(state.units[unit("F3")], hex=None, box=Box.PEU))
    assert answer(state, StopProbe(FRENCH, FI)) is True


def given(order: str, card: str, *lines: str) -> Any:
    return answer(pad(order, *lines), WriteFreeOrder(FRENCH, FI, CardId(card)))


def test_free_orders_are_written_as_a_commander_would_and_not_to_the_busy() -> None:
    assert given("defend 0404", "approach-march", NEAR) == steps("march 0606, attack 0606")
    assert given("defend 0404", "spies-bring-news", NEAR) == steps("attack 0606")
    assert given("attack 0606", "approach-march", NEAR) is None
