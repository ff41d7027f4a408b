"""Smoke and losses on the board while a fight is fresh."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.hexes import Hex
from hexwar.shell.preferences import Pace
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.panels import fight_marks
from hexwar.systems.nlc.panels.fight_marks import FightMarks, traces_of
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from hexwar.widgets.board.overlays.smoke import FRESH, FightTrace
from tests.shell.hand import Hand
from tests.shell.test_strikes import GUNS, TARGET, WOLFF, duel, enter


def test_where_was_fired_smoke_stands_and_what_was_lost_is_written(hand: Hand) -> None:
    hand.open(duel(ChooseBombardment))
    view, here = hand.session.state, Hex("0305")
    fire = FireResolved(Side("french"), (GUNS,), Hex(TARGET), 5, 2, 3, 0, "M")
    for event, trace in (
        (fire, FightTrace(here, FRESH)),
        (StepLost(WOLFF, 3, "fire"), FightTrace(Hex(TARGET), lost=3)),
        (UnitEliminated(WOLFF, Box.UAR, 3, "fire"), FightTrace(Hex(TARGET), lost=3, is_gone=True)),
        (StepLost(UnitId("unknown"), 3, "fire"), None),
    ):
        assert list(traces_of(view, event)) == ([] if trace is None else [trace])


def test_smoke_thins_and_goes_and_undone_shots_leave_none(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fight_marks, "THINS_MS", 40)
    hand.open(duel(ChooseBombardment))
    marks, layer = hand.game.follower(FightMarks), hand.board.board.pile.smoke
    bare = hand.board.grab().toImage()
    hand.click(TARGET)
    enter(hand)
    assert [trace.hex for trace in layer.shown] == ["0305"]
    assert layer.shown[0].smoke == FRESH
    assert hand.board.grab().toImage() != bare
    hand.until(lambda: not layer.shown)
    assert marks.traces == ()

    marks._add(FightTrace(Hex(TARGET), FRESH, 3))
    marks._lay()
    hand.until(lambda: layer.shown[0].smoke == 0)
    assert layer.shown[0].lost == 3  # losses stay
    hand.game.controller.start()
    assert not layer.shown


def test_without_motion_smoke_is_there_and_then_not(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fight_marks, "THINS_MS", 40)
    hand.open(duel(ChooseBombardment))
    still = replace(hand.window.preferences, shows_motion=False, pace=Pace.OFF)
    hand.window.apply(still)
    marks, seen = hand.game.follower(FightMarks), set[int]()
    marks._add(FightTrace(Hex(TARGET), FRESH))
    marks._lay()
    layer = hand.board.board.pile.smoke

    def is_gone() -> bool:
        seen.update(trace.smoke for trace in layer.shown)
        return not layer.shown

    hand.until(is_gone)
    assert seen == {FRESH}
