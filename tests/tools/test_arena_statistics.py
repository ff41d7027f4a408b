"""What a number of games allows to say, against figures worked out by hand or printed in tables."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tests.systems.nlc.cases import each
from tools.trials.arena.sequential import Verdict, capitals, reached, verdict
from tools.trials.arena.statistics import mean_interval, percentile, student, wilson, within


@each(
    "points games low high",
    (0, 10, 0.0, 0.278),
    (10, 10, 0.722, 1.0),
    (190, 200, 0.910, 0.973),
    (95, 100, 0.888, 0.978),
    (1.5, 3, 0.125, 0.875),  # a win, a draw, a defeat: 1.96 * sqrt(1 / 12 + 3.84 / 36) / 2.28
    (0, 0, 0.0, 1.0),
)
def test_the_interval_of_a_share(points: float, games: int, low: float, high: float) -> None:
    assert wilson(points, games) == pytest.approx((low, high), abs=0.001)


@each(
    "freedom wanted",
    *[(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (30, 2.042), (120, 1.980)],
    (10_000, 1.960),
)
def test_students_quantiles_are_those_of_the_printed_table(freedom: int, wanted: float) -> None:
    assert student(freedom) == pytest.approx(wanted, abs=0.0006)


def test_student_of_one_degree_is_the_law_of_cauchy() -> None:
    assert within(1.0, 1) == pytest.approx(0.5)
    assert within(1.0, 2) == pytest.approx(3**-0.5)  # t / sqrt(2 + t * t)


def test_the_interval_of_a_mean() -> None:
    # mean 2.5, deviation 1.29099, of 4 values 0.64550; times 3.18245
    assert mean_interval([1.0, 2.0, 3.0, 4.0]) == pytest.approx((0.4457, 4.5543), abs=0.0001)
    assert mean_interval([2.0, 2.0, 2.0]) == (2.0, 2.0)
    assert mean_interval([2.0]) is None


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([5.0], 95) == 5.0
    assert percentile([4.0, 1.0, 3.0, 2.0], 50) == 2.0
    assert percentile(range(1, 201), 95) == 190


# -- the sequential test


def test_the_capital_grows_as_it_does_by_hand() -> None:
    # Bets: 0, then 0.25 / (0.15625 + 0.0625), 0.33333 / (0.11343 + 0.11111), and 1.5 at most.
    found = list(capitals([1.0, 1.0, 1.0, 1.0, 0.0], 0.5))
    assert found == pytest.approx([1.0, 1.5714, 2.7380, 4.7915, 1.1979], abs=0.0005)
    assert list(capitals([0.0, 0.0, 0.0], 0.5)) == [1.0, 1.0, 1.0]


def test_seven_whole_rounds_won_decide_and_nothing_takes_it_back() -> None:
    assert reached([1.0] * 10, 0.5, 0.05) == 7
    assert verdict([1.0] * 6) is Verdict.OPEN
    assert verdict([1.0] * 7) is Verdict.ABOVE
    assert verdict([1.0] * 7 + [0.0] * 100) is Verdict.ABOVE
    assert verdict([0.0] * 7) is Verdict.BELOW
    assert verdict([]) is Verdict.OPEN
    assert verdict([0.5] * 500) is Verdict.OPEN
    assert verdict([0.5] * 500, bar=0.75) is Verdict.BELOW


PAIR = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The points of two games."""


def decided(weights: tuple[int, ...], bar: float, seed: int) -> dict[Verdict, int]:
    """What is decided of coins with five sides, 300 times 60 rounds of them."""
    dice = Random(seed)
    found = dict.fromkeys(Verdict, 0)
    for _ in range(300):
        found[verdict(dice.choices(PAIR, weights, k=60), bar)] += 1
    return found


@each("weights bar", ((1, 2, 4, 2, 1), 0.5), ((1, 0, 0, 0, 1), 0.5), ((0, 1, 2, 1, 4), 0.75))
def test_who_is_just_at_the_bar_is_seldom_judged(weights: tuple[int, ...], bar: float) -> None:
    found = decided(weights, bar, seed=20)
    assert found[Verdict.ABOVE] <= 0.05 * 300
    assert found[Verdict.BELOW] <= 0.05 * 300


def test_who_is_far_from_the_bar_is_judged_and_rightly() -> None:
    strong, weak = (0, 1, 2, 3, 4), (4, 3, 2, 1, 0)  # means of 0.75 and 0.25
    assert decided(strong, 0.5, seed=20)[Verdict.ABOVE] >= 0.99 * 300
    assert decided(weak, 0.5, seed=20)[Verdict.BELOW] >= 0.99 * 300


def test_a_stronger_player_is_known_sooner() -> None:
    rounds = [reached([share] * 400, 0.5, 0.05) for share in (0.6, 0.7, 0.8, 0.9)]
    assert None not in rounds
    assert all(slow > quick for slow, quick in pairwise(one or 0 for one in rounds))
