"""Duels between computer players: the bouts, and what is reported of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.systems.nlc.positions import ALLIED, FRENCH
from tools.trials.duels import Bout, interval, percentile, play_bout, report

MELEE = str(Path(__file__).parent.parent / "scenarios" / "melee")


@pytest.fixture(scope="module")
def bout() -> Bout:
    return play_bout(MELEE, {FRENCH: "greedy", ALLIED: "random"}, "7")


def test_a_bout_tells_how_a_game_went_and_which_side_won(bout: Bout) -> None:
    assert bout.winner == {FRENCH: "greedy", ALLIED: "random", None: None}[bout.side]
    assert set(bout.vp) == set(bout.lost) == {FRENCH, ALLIED}
    assert set(bout.times) == {"greedy", "random"}
    told = sum(len(taken) for taken in bout.times["greedy"].values())
    assert told > 0
    assert all(taken >= 0 for times in bout.times["greedy"].values() for taken in times)

    found = play_bout(MELEE, {FRENCH: "greedy", ALLIED: "greedy"}, "7")
    assert found.winner is None
    assert "greedy wins" not in report([found])


def test_wins_are_counted_by_player_and_by_side(bout: Bout) -> None:
    swapped = {FRENCH: "random", ALLIED: "greedy"}
    bouts = [
        replace(bout, winner="greedy", side=FRENCH, level="tactical"),
        replace(bout, winner=None, side=None, level="draw"),
        replace(bout, players=swapped, winner="greedy", side=ALLIED, level="decisive"),
    ]
    text = report(bouts)
    assert "greedy wins 2 of 3, 1 drawn" in text
    assert "  as french 1 of 2, 1 drawn" in text
    assert "  as allied 1 of 1 (" in text
    assert "random wins 0 of 3" in text
    assert "french=greedy against allied=random:" in text
    assert "french tactical 1, nobody draw 1" in text
    assert "ActivateUnit: median" in text


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (190, 200, 0.910, 0.973), (0, 0, 0.0, 1.0)],
)
def test_the_interval_of_a_share(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == pytest.approx((low, high), abs=0.001)


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([5.0], 95) == 5.0
    assert percentile([4.0, 1.0, 3.0, 2.0], 50) == 2.0
    assert percentile(range(1, 201), 95) == 190
