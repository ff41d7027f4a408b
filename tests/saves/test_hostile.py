"""Saves that were made to do harm are refused in one plain sentence, or open and do none."""

from __future__ import annotations

import pytest

from tools.hostile_saves import told_of
from tools.trials.hostile import MiB, good_game, hostile_saves, is_plain

LARGEST = MiB // 2
"""What is larger costs a second or so each: tools/hostile_saves.py opens all of them."""

SMALL = [case for case in hostile_saves(good_game(), has_large=False) if len(case[1]) <= LARGEST]


def test_there_are_many_of_them() -> None:
    assert len(SMALL) > 190
    assert len({name for name, _ in SMALL}) == len(SMALL)


@pytest.mark.parametrize("data", [data for _, data in SMALL], ids=[name for name, _ in SMALL])
def test_it_is_told_in_one_plain_sentence(data: bytes) -> None:
    told = told_of(data)
    assert is_plain(told), told


@pytest.mark.parametrize("words", ["TypeError: x", "", "two\nlines", "\x1b[31m", "x" * 500])
def test_what_is_not_plain_is_seen(words: str) -> None:
    assert not is_plain(words)
