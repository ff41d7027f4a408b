"""Prices and costs as the player reads them."""

from __future__ import annotations

import pytest

from hexwar.hexes import Hex
from hexwar.table.reports import PathQuote, StepCost, limit_words, points
from tests.systems.nlc.positions import hexes


@pytest.mark.rule("N5.11", "N2.3", "N2.43", "N5.1")
def test_half_points_limits_and_sums_as_a_player_reads_them() -> None:
    for halves, shown in ((0, "0"), (1, "1/2"), (2, "1"), (3, "1 1/2"), (7, "3 1/2"), (16, "8")):
        assert points(halves) == shown
    for total, value, shown in (
        (7, 5, "at most 5"),
        (-1, 1, "at least 1"),
        (5, 5, ""),
        (1, 1, ""),
        (3, 3, ""),
    ):
        assert limit_words(total, value) == shown
    for parts, shown in (
        ([("woods", 4), ("stream", 2)], "2 woods + 1 stream = 3"),
        ([("road", 1), ("slope", 2)], "1/2 road + 1 slope = 1 1/2"),
        ([("clear", 2)], "1 clear"),
        ([], "0"),
    ):
        step = StepCost(Hex("0102"), sum(halves for _, halves in parts), tuple(parts))
        assert step.text == shown
    steps = tuple(StepCost(hex_, 3, (("road", 3),)) for hex_ in hexes("0102 0103"))
    quote = PathQuote(hexes("0101 0102 0103"), column=False, steps=steps, allowance=8)
    assert quote.halves == 6
