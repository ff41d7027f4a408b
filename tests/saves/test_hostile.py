"""Saves that were made to do harm are refused in one plain sentence, or open and do none."""

from __future__ import annotations

import pytest

from tools.hostile_saves import told_of
from tools.trials.hostile import MiB, good_game, hostile_saves, is_plain

LARGEST = MiB // 2
"""What is larger costs a second or so each: tools/hostile_saves.py opens all of them."""


@pytest.fixture(scope="module")
def small() -> dict[str, bytes]:
    """The saves that are small, by name; made here, for it takes seconds where they are listed."""
    made = hostile_saves(good_game(), has_large=False)
    cases = [(name, data) for name, data in made if len(data) <= LARGEST]
    assert len({name for name, _ in cases}) == len(cases)
    return dict(cases)


def test_each_is_told_in_one_plain_sentence(small: dict[str, bytes]) -> None:
    assert len(small) > 190
    told = {name: told_of(data) for name, data in small.items()}
    assert {name: words for name, words in told.items() if not is_plain(words)} == {}


@pytest.mark.parametrize("words", ["TypeError: x", "", "two\nlines", "\x1b[31m", "x" * 500])
def test_what_is_not_plain_is_seen(words: str) -> None:
    assert not is_plain(words)
