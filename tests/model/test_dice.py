"""Dice added up: expected values by arithmetic."""

from __future__ import annotations

import pytest

from hexwar.table.dice import Throw, Wish, luck_of, tallies
from hexwar.table.forces import Side

ONE, OTHER = Side("one"), Side("other")


def test_fair_dice_and_luck_by_arithmetic() -> None:
    fire = [Throw("fire", pips, ONE, Wish.HIGH) for pips in (6, 5, 1)]
    morale = [Throw("morale", pips, ONE, Wish.LOW) for pips in (1, 2)]
    theirs = [Throw("fire", 2, OTHER, Wish.HIGH)]
    shared = [Throw("weather", 4)]
    found = tallies([*fire, *morale, *theirs, *shared], (ONE, OTHER))

    assert [(t.kind, t.side) for t in found] == [
        ("fire", ONE),
        ("fire", OTHER),
        ("morale", ONE),
        ("weather", None),
    ]
    mine = found[0]
    assert mine.counts == (1, 0, 0, 0, 1, 1)
    assert (mine.thrown, mine.pips, mine.mean, mine.expected) == (3, 12, 4.0, 3.5)
    assert mine.luck == 12 - 3 * 3.5
    assert found[2].luck == 2 * 3.5 - 3  # who checks morale wants low dice
    assert found[3].luck == 0  # nobody's
    assert mine.swing == pytest.approx((3 * 35 / 12) ** 0.5)  # the variance of a die is 35/12
    assert luck_of(found, ONE) == 1.5 + 4
    assert luck_of(found, OTHER) == 2 - 3.5


def test_a_die_with_ten_faces_has_its_own_average() -> None:
    (found,) = tallies([Throw("hidden movement", 10, ONE, faces=10)], (ONE, OTHER))
    assert found.expected == 5.5
    assert len(found.counts) == 10
