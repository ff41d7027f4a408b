"""What a combat came to, in capitals, and what the other side may do before it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import combat as c
from hexwar.systems.nlc.events import losses as lo
from hexwar.systems.nlc.headlines import Sides, headline, losses
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import Reaction
from hexwar.systems.nlc.rules.combat.replies import (
    advance_report,
    reaction_report,
    replies_to_assault,
    replies_to_charge,
)
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import OPEN, hexes, position, units

F1, A1, A2 = UnitId("F1"), UnitId("A1"), UnitId("A2")
HERE, THERE = Hex("0404"), Hex("0403")
FOUGHT = Sides((F1,), (A1, A2))
RIDDEN = Sides((F1,), (A1,), is_charge=True)
FIRE = c.FireResolved(Side("french"), (F1,), THERE, 5, 2, 3, 0, "M")
CONFIDENCE = (F1,), THERE, 3, 5


def guns(result: str) -> c.BombardmentResolved:
    return c.BombardmentResolved(Side("french"), (F1,), THERE, 5, 2, 3, 0, result)


def gone(unit: UnitId) -> lo.UnitEliminated:
    return lo.UnitEliminated(unit, Box.UAR, 2, "fire")


CHECK = lo.MoraleRolled((A1,), THERE, 4, 0, 4, 2, -2, passed=True, purpose="bombardment")
STEP = lo.StepLost(A1, 2, "fire")
SAID: Sequence[tuple[str, Sequence[Event], Sides]] = (
    ("", (), FOUGHT),
    ("", (FIRE,), FOUGHT),
    ("ATTACKER REPULSED, 2 HEXES", (FIRE, lo.RetreatBegan((F1,), HERE, 2, rout=False)), FOUGHT),
    ("ATTACKER ROUTED, 1 HEX", (FIRE, lo.RetreatBegan((F1,), HERE, 1, rout=True)), FOUGHT),
    ("DEFENDER RETREATS, 2 HEXES", (FIRE, lo.RetreatBegan((A1,), THERE, 2, rout=False)), FOUGHT),
    ("DEFENDER ROUTED, 3 HEXES", (FIRE, lo.RetreatBegan((A2,), THERE, 3, rout=True)), FOUGHT),
    ("STALEMATE", (FIRE, c.StalemateReached(THERE)), FOUGHT),
    ("DEFENDER ELIMINATED", (FIRE, gone(A1), gone(A2)), FOUGHT),
    ("", (FIRE, gone(A1)), FOUGHT),
    ("ATTACKER ELIMINATED", (FIRE, gone(F1)), FOUGHT),
    ("NO ASSAULT IS MADE", (c.ConfidenceRolled(*CONFIDENCE, False, False),), FOUGHT),
    ("NO ASSAULT, AND NO OTHER", (c.ConfidenceRolled(*CONFIDENCE, False, True),), FOUGHT),
    ("", (c.ConfidenceRolled(*CONFIDENCE, True, False),), FOUGHT),
    ("DEFENDER WITHDREW, 2 HEXES", (c.RetreatedBeforeAssault((A1,), hexes("1 2 3")),), FOUGHT),
    ("TARGET ROUTED, 3 HEXES", (FIRE, lo.RetreatBegan((A1,), THERE, 3, rout=True)), RIDDEN),
    ("CHARGE HELD", (FIRE, c.ChargeResolved((F1,), THERE, "charge held")), RIDDEN),
    ("TARGET GETS AWAY", (c.Evaded((A1,), hexes("1 2")),), RIDDEN),
    ("CHARGERS GIVE WAY", (c.ReactionResolved((F1,), (A2,), "chargers"),), RIDDEN),
    ("NO EFFECT", (guns("-"),), FOUGHT),
    ("THEY HOLD", (guns("D"), CHECK), FOUGHT),
    ("1 STEP LOST and 1 UNIT DISRUPTED", (guns("1"), STEP, lo.UnitDisrupted(A1)), FOUGHT),
)
"""What is said of some events of a combat."""


@pytest.mark.rule("N8.9", "N9.6", "N10.6")
def test_the_end_of_a_combat_is_told_in_capitals() -> None:
    for said, events, sides in SAID:
        assert headline(events, sides) == said, events
    lost = losses((STEP, gone(A2)), lambda unit: Side(unit[0]))
    assert lost == {Side("A"): 4}


@pytest.mark.rule("N8.2", "N8.6")
def test_who_may_withdraw_and_choose_his_aim_is_told_before_the_assault() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0303", "A1 light 5-3 0403")
    state = position(OPEN, *lines, active="FI")
    said = [reply.words for reply in replies_to_assault(state, Assault(THERE, units("F1 F2")))]
    assert said == [
        "They may withdraw before the assault",
        "They choose at whom they fire: 0303 and 0404",
    ]
    foot = position(OPEN, "F1 infantry 5-3 0404", "A1 infantry 5-3 0403", active="FI")
    assert [r.words for r in replies_to_assault(foot, Assault(THERE, units("F1")))] == [
        "They may withdraw before the assault, if their order lets them: 4 of 6"
    ]


MEETING = ("F1 heavy 6-3 0406", "A1 infantry 4-3 0403", "A2 light 6-3 0504")
CHARGE = Charge(units("F1"), THERE, hexes("0406 0405 0404 0403"))
MEET = Reaction(units("A2"), hexes("0504 0404"))


@pytest.mark.rule("N10.2", "N10.3", "N10.21")
def test_who_may_meet_a_charge_or_form_square_is_told_with_the_dice() -> None:
    state = position(OPEN, *MEETING, active="FI")
    meet, square = replies_to_charge(state, CHARGE)
    assert meet.words.startswith("A2 in 0504 may countercharge: 4 of 6; then")
    assert square.words == "The infantry may form square: 4 of 6"


@pytest.mark.rule("N10.2", "N10.21", "N10.22")
def test_a_reaction_shows_every_end_with_its_check() -> None:
    state = position(OPEN, *MEETING, active="FI")
    met = reaction_report(state, MEET, CHARGE)
    near = advance_report(
        position(OPEN, "F1 infantry 4-3 0404", "A1 light 5-3 0402", active="FI"),
        Reaction(units("A1"), hexes("0402 0403 0404")),
        HERE,
    )
    for report in (met, near):
        assert report.reaction is not None
        assert report.reaction.value == 4
        ends = dict(report.outcomes)
        assert ends["they do not ride"] == pytest.approx(2 / 6)
        assert sum(ends.values()) == pytest.approx(1)
