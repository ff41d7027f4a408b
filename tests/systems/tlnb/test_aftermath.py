"""What is told of a game of the player turn: report, losses, dice; nothing of the other game."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from hexwar.app import main
from hexwar.engine import Session
from hexwar.engine.save import save
from hexwar.hexes import Hex
from hexwar.systems.tlnb.aftermath.counts import loss_curves
from hexwar.systems.tlnb.aftermath.fights import Fights
from hexwar.systems.tlnb.events.combat import AttackDeclared, charge_words, result_words
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.rules.victory.victory import totals
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.aftermath import Aftermath, readers_of
from hexwar.table.forces import Side
from hexwar.table.pieces import Box
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, position, units

FOREIGN = (
    *("chit", "cup", "order pad", "morale", "courier"),
    *("Local Decision", "Who obeyed", "rule:N"),
)
"""What belongs to the other game of the series."""


@cache
def game() -> Session[TlnbState]:
    """A short battle between two who know nothing."""
    sides = {Side("french"): "random", Side("allied"): "random"}
    match = TLNB.new_match("first-steps", sides, "7")
    match.play()
    return match.session


def told() -> Aftermath:
    session = game()
    readers = readers_of(session.state, None)
    found = TLNB.aftermath(session, readers, len(session.events))
    assert found is not None
    return found


def test_the_points_over_the_turns_end_with_the_score() -> None:
    after, state = told(), game().state
    assert {curve.side: curve.values[-1] for curve in after.vp} == totals(state)
    assert len(after.moments) == state.turn + 1
    assert after.outcome == state.outcome
    assert after.obedience is None


def test_losses_are_those_of_the_table() -> None:
    after, state = told(), game().state
    for toll in after.tolls:
        units = [u for u in state.units_of(toll.formation) if state.card(u).is_combat_unit]
        played = [u for u in units if state.units[u].box not in (Box.DUE, Box.RESERVE)]
        alive = [u for u in played if state.units[u].hex is not None]
        assert toll.left == sum(state.sp(u) for u in alive), toll.name
    curves = {curve.formation: curve.lost[-1] for curve in loss_curves(state, game().events)}
    assert curves == {t.formation: t.start - t.left for t in after.tolls if t.lost}


def test_every_fight_has_its_kind_its_end_and_its_losses() -> None:
    after = told()
    assert after.fights
    assert {fight.kind for fight in after.fights} <= {"attack", "charge", "bombardment"}
    assert all(fight.verdict and fight.attackers for fight in after.fights)
    lost = sum(sum(fight.lost.values()) for fight in after.fights)
    assert lost == sum(toll.lost for toll in after.tolls)


@pytest.mark.rule("T25.2")
def test_dice_have_their_owner_even_when_they_are_told_later() -> None:
    session = game()
    late = session.state
    now = [t for t in told().throws if t.kind in ("attack", "charge", "bombardment")]
    again = [t for at, e in enumerate(session.events) for t in TLNB.throws(late, e, at)]
    assert now
    assert [t for t in again if t.kind in ("attack", "charge", "bombardment")] == now
    sides = {fight.side for fight in told().fights}
    assert {throw.side for throw in now} == sides


def test_a_report_is_written_with_nothing_of_the_other_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, page = tmp_path / "over.hexwar", tmp_path / "a.html"
    kept.write_text(save(game()))
    assert main.main(["report", str(kept), "--html", str(page)]) == 0
    assert capsys.readouterr().err == ""
    words = re.sub(r"data:[^\"')]*|<svg.*?</svg>|<style>.*?</style>", "", page.read_text())
    assert "The story" in words
    assert "The fights" in words
    for foreign in FOREIGN:
        assert foreign not in words, foreign


def test_a_fight_tells_what_its_die_should_have_cost() -> None:
    """T35.1: of six faces one is 1R, which costs each side a step of 2 SP."""
    state = position(
        OPEN,
        "F1 infantry 5-3 0304",
        "F2 infantry 4-3 0403",
        "A1 infantry 5-3 0404",
        streams=["0304-0404", "0403-0404"],
    )
    fights = Fights()
    fights.see(state, AttackDeclared(units("F1 F2"), Hex("0404")), 0, lambda: state)
    fights.close(lambda: state)
    (fight,) = fights.found
    assert dict(fight.expected or {}) == pytest.approx({FRENCH: 1 / 3, ALLIED: 1 / 3})


@pytest.mark.rule("T13.8")
def test_a_failed_charge_is_not_told_as_the_end_of_its_units() -> None:
    assert charge_words("Ae") == "the charge fails"
    assert result_words("Ae") == "the attackers are eliminated"


def test_what_fights_should_have_cost_is_told_beside_what_they_did() -> None:
    after = told()
    known = [fight for fight in after.fights if fight.expected is not None]
    assert known
    assert all(sp >= 0 for fight in known for sp in (fight.expected or {}).values())
    for side in after.battle.sides:
        assert after.fortune(side)[1] == sum(fight.lost[side] for fight in known)
