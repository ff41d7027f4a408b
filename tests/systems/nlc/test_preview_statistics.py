"""What previews say is what dice do: twenty combats, a hundred times each."""

from __future__ import annotations

from math import sqrt

import pytest

from tests.systems.nlc.situations import SITUATIONS, deviations

THROWS = 100


@pytest.mark.rule("N8.9", "N9.6", "N10.6")
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_preview_tells_what_happens(name: str) -> None:
    for key, (seen, told) in deviations(name, THROWS).items():
        assert told > 0 or not seen, f"{key} was not told"
        spread = sqrt(told * (1 - told) / THROWS)
        assert abs(seen - told) <= 4 * spread + 1e-9, key


@pytest.mark.parametrize("name", SITUATIONS)
def test_chances_add_up(name: str) -> None:
    sums: dict[str, float] = {}
    for (what, _), chance in SITUATIONS[name].told().items():
        sums[what] = sums.get(what, 0) + chance
    assert all(total == pytest.approx(1) for total in sums.values())


def test_there_are_twenty_situations() -> None:
    assert len(SITUATIONS) == 20
