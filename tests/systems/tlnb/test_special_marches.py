"""An officer who gives his own formation March Orders (T34.6: lestocq-behind-the-line)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.command.marches import (
    GiveMarchOrder,
    Plan,
    givers,
    march_order_segment,
)
from hexwar.systems.tlnb.state import Marches, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, UnitId
from tests.systems.tlnb.cases import FRENCH, Answers, play, position
from tests.systems.tlnb.specials import ruled

ROWS = "\n".join([".  .  .", *[".  t  ."] * 1, *[".  .  ."] * 17, ".  t  .", *[".  .  ."] * 4])
ROAD = " ".join(f"02{row:02}" for row in range(1, 25))
FI, LEADER = FormationId("FI"), LeaderId("FL")


def behind(*lines: str, is_ruled: bool = True, **more: object) -> TlnbState:
    """A corps by itself on a road, with no commander near; towns in 0202 and 0220."""
    kind = TurnKind.NIGHT_PM if more.get("is_night") else TurnKind.DAY
    state = position(
        ROWS,
        "FL leader 0206 rating:3 name:Lestocq",
        "F1 infantry 4-3 0206",
        *lines,
        "A9 infantry 4-3 0124",
        step=Step.MARCH_ORDERS,
        roads=[ROAD],
        bases=("french:0201", "allied:0324"),
        length=9,
        kind=kind,
    )
    if not is_ruled:
        return state
    return ruled(state, "lestocq-behind-the-line", formations="FI", at="0220", march_bonus=1)


@pytest.mark.rule("T34.6", "T7.52")
def test_lestocq_behind_the_line_orders_his_own_march_without_a_commander() -> None:
    assert givers(behind(), FRENCH) == {FI: LEADER}
    assert givers(behind(is_ruled=False), FRENCH) == {}
    answers: Answers = {GiveMarchOrder: [Plan(FI, Hex("0220"), by=LEADER)]}
    played = play(behind(), march_order_segment, [], answers)
    assert played.state.marches.orders[FI].goal == "0220"
    assert len(played.questions(GiveMarchOrder)) == 1, "one on a turn"


@pytest.mark.rule("T34.6")
def test_lestocq_behind_the_line_marches_only_to_places_of_the_rule() -> None:
    state = behind()
    plans = [plan for plan in GiveMarchOrder(FRENCH).options(state) if plan is not None]
    assert [plan.goal for plan in plans] == ["0220"]
    refusal = GiveMarchOrder(FRENCH).refusal(state, Plan(FI, Hex("0202"), by=LEADER))
    assert refusal == Refusal("Lestocq marches only to 0220.", "T34.6")


@pytest.mark.rule("T34.6", "T8.8")
def test_lestocq_behind_the_line_not_while_a_unit_of_his_is_in_an_enemy_zone() -> None:
    state = behind("F2 infantry 4-3 0210", "A1 infantry 4-3 0211")
    assert givers(state, FRENCH) == {}
    refusal = GiveMarchOrder(FRENCH).refusal(state, Plan(FI, Hex("0220"), by=LEADER))
    assert refusal is not None
    assert refusal.rule == "T8.8"


@pytest.mark.rule("T34.6")
def test_lestocq_behind_the_line_in_any_a_3_by_night_too() -> None:
    state = behind("FC overall 0206 rating:2 of:FH", "F5 infantry 4-3 0205 of:FX", is_night=True)
    assert givers(state, FRENCH) == {FI: LEADER}
    refusal = GiveMarchOrder(FRENCH).refusal(state, Plan(FI, Hex("0220"), by=LeaderId("FC")))
    assert refusal == Refusal("At night no March Order is given.", "T7.52")


@pytest.mark.rule("T34.6")
def test_lestocq_behind_the_line_once_a_turn_and_no_successor() -> None:
    state = behind()
    state.marches = Marches(given={LEADER: 1})
    assert givers(state, FRENCH) == {}
    late = behind()
    late.put_leader(replace(late.leaders[LEADER], successor=1))
    late.forget()
    assert givers(late, FRENCH) == {}
    assert late.units[UnitId("F1")].hex == "0206"
