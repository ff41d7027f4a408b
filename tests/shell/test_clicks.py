"""What a turn costs in clicks, keys and changes of seat; `tools/clicks` prints the tables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.shell.clicks import TABLES, evening
from tests.shell.hand import Hand
from tests.systems.nlc.cases import each

SECRET = {"orders": "secret"}
HIDDEN = {**SECRET, "hidden_forces": "on"}

ALL = 10**6


@pytest.mark.rule("N3.4", "N4.55")
@each(
    "title scenario turns enough options most",
    ("Brienne, one turn", "brienne", 1, 12, SECRET, (22, 17, 2)),
    ("Brienne, one turn, everybody marches", "brienne", 1, ALL, SECRET, (24, 16, 2)),
    ("Brienne, one turn, hidden forces", "brienne", 1, 12, HIDDEN, (22, 28, 10)),
    ("First steps, five turns", "first-steps", 5, ALL, SECRET, (29, 57, 10)),
)
def test_a_turn_costs_no_more_than_it_must(
    hand: Hand,
    title: str,
    scenario: str,
    turns: int,
    enough: int,
    options: Mapping[str, str],
    most: tuple[int, int, int],
) -> None:
    tally = evening(hand, scenario, turns, enough, options)
    if TABLES in os.environ:
        with Path(os.environ[TABLES]).open("a", encoding="utf-8") as file:
            file.write("\n".join((*tally.lines(title), "", "")))
    assert all(is_ <= at_most for is_, at_most in zip(tally.sums(), most, strict=True)), tally
