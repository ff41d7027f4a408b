"""Golden playthroughs: a change of a rule or of a sentence shows here."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import (
    DIGESTED,
    HERE,
    READABLE,
    Game,
    changed,
    digests,
    first_difference,
    kept,
    told,
)

LOG = "Brienne\n\nTurn 1: 12:00\n=====\n\nOrders\n  One obeyed.\n\nTurn 2: 13:00\n=====\n  Two.\n"


def test_the_game_reads_as_it_did() -> None:
    assert told(*READABLE) == (HERE / f"{READABLE.name}.txt").read_text("utf-8")


@pytest.mark.parametrize("game", DIGESTED, ids=lambda game: game.name)
def test_the_game_is_told_as_it_was(game: Game) -> None:
    assert len(kept()[game.name]) == 1 + game.turns
    turns = changed(game)
    assert not turns, f"see python tests/golden/playthrough.py --explain HEAD; turns {turns}"


def test_a_difference_is_explained() -> None:
    assert first_difference(LOG, LOG) == ""
    other = LOG.replace("Two", "Three")
    assert first_difference(LOG, other).splitlines() == [
        "Turn 2: 13:00, line 11:",
        *("    One obeyed.", "  ", "  Turn 2: 13:00", "  =====", "-   Two.", "+   Three."),
    ]
    assert "Turn 1: 12:00 / Orders, line 7:" in first_difference(LOG, LOG.replace("One", "Five"))
    assert first_difference(LOG, LOG.removesuffix("  Two.\n")).endswith("\n-   Two.")
    changed = [was != is_now for was, is_now in zip(digests(LOG), digests(other), strict=True)]
    assert changed == [False, False, True]
