"""The fixture itself: what the other tests break is whole."""

from __future__ import annotations

from tests.scenario.small import Small


def test_the_small_scenario_has_no_fault(small: Small) -> None:
    assert small.sentences() == []
