"""What the validator says of things that have their time in a game: lists and sources of supply."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scenario.small import Small

SOURCE = {"hex": "0803", "side": "french"}


@pytest.mark.rule("N16.2")
@pytest.mark.parametrize(
    ("where", "value", "sentences"),
    [
        ("supply_sources[0].from_turn", 2, []),
        ("supply_sources[0].to_turn", 4, []),
        ("supply_sources[0].to_turn", 5, ["turn 5 never comes: the last turn is 4"]),
        ("supply_sources[0].from_turn", 9, ["turn 9 never comes: the last turn is 4"]),
        ("supply_sources[0].from_turn", 0, ["0 is too small: at least 1"]),
        ("supply_sources[0].from_turn", 201, ["201 is too large: at most 200"]),
        ("alternates[0].to_turn", 5, ["turn 5 never comes: the last turn is 4"]),
        ("alternates[0].from_turn", 7, ["turn 7 never comes: the last turn is 4"]),
    ],
)
def test_times_are_turns_of_the_game(
    small: Small, where: str, value: int, sentences: list[str]
) -> None:
    small.change("scenario", where, value)
    found = small.sentences()
    assert len(found) == len(sentences)
    for sentence, told in zip(sentences, found, strict=True):
        assert sentence in told


@pytest.mark.parametrize("name", ["alternates", "supply_sources"])
def test_an_end_is_not_before_its_beginning(small: Small, name: str) -> None:
    small.change("scenario", f"{name}[0].from_turn", 3)
    small.change("scenario", f"{name}[0].to_turn", 2)
    (told,) = small.sentences()
    assert f"{name}[0].to_turn: error: turn 2 is before the first, turn 3" in told


@pytest.mark.parametrize(
    ("first", "second", "is_twice"),
    [
        ({"to_turn": 2}, {"from_turn": 3}, False),
        ({"to_turn": 2}, {"from_turn": 2}, True),
        ({}, {"from_turn": 3}, True),
        ({"from_turn": 3}, {"to_turn": 2}, False),
    ],
)
def test_a_hex_is_one_source_at_a_time(
    small: Small, first: dict[str, Any], second: dict[str, Any], is_twice: bool
) -> None:
    small.change("scenario", "supply_sources[1]", {"hex": "0803", "side": "allied", **first})
    small.change("scenario", "supply_sources[+]", SOURCE | second)
    told = small.sentences()
    assert any("0803 is listed twice" in sentence for sentence in told) == is_twice
