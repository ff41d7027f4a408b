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

# The bounds leave some room: another proposal may meet the enemy, who is asked then.


@pytest.mark.rule("N3.4", "N4.55")
@each(
    "title scenario turns enough options is_told most",
    ("Brienne, one turn", "brienne", 1, 12, SECRET, False, (24, 18, 2)),
    ("Brienne, all march", "brienne", 1, ALL, SECRET, False, (26, 18, 2)),
    ("Brienne, all march, proposed at once", "brienne", 1, ALL, SECRET, True, (17, 17, 2)),
    ("Brienne, hidden forces", "brienne", 1, 12, HIDDEN, False, (24, 32, 12)),
    ("First steps, five turns", "first-steps", 5, ALL, SECRET, False, (32, 60, 10)),
    ("First steps, proposed at once", "first-steps", 5, ALL, SECRET, True, (21, 60, 10)),
)
def test_a_turn_costs_no_more_than_it_must(
    hand: Hand,
    title: str,
    scenario: str,
    turns: int,
    enough: int,
    options: Mapping[str, str],
    is_told: bool,
    most: tuple[int, int, int],
) -> None:
    tally = evening(hand, scenario, turns, enough, options, is_told=is_told)
    if TABLES in os.environ:
        with Path(os.environ[TABLES]).open("a", encoding="utf-8") as file:
            file.write("\n".join((*tally.lines(title), "", "")))
    assert all(is_ <= at_most for is_, at_most in zip(tally.sums(), most, strict=True)), tally
