"""What each side may know of the table: every secret field, in positions of random games (N3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from operator import attrgetter
from random import Random

import pytest

from hexwar.app.games import new_match
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.hiding import Hiding
from tests.systems.nlc.cases import each
from tools.trials.secrets import SECRETS, is_told

OPTIONS = {"cards": "full", "hidden_forces": "on"}

DERIVED = {"stances", "battle", "law", "occupants", "tails", "leaders_at", "cache"}
"""The fields that are not the state: printed, or worked out from the others."""


def told(state: GameState, mark: str) -> set[str]:
    """The fields of a state and its chapters that bear a word in their metadata."""
    found = {field.name for field in fields(state) if mark in field.metadata}
    for chapter in fields(state):
        record = getattr(state, chapter.name)
        if is_dataclass(record) and chapter.name not in DERIVED:
            marked = (field for field in fields(record) if mark in field.metadata)
            found |= {f"{chapter.name}.{field.name}" for field in marked}
    return found


def _under_flags(state: GameState) -> GameState:
    """Every other stack of both sides lies under a flag."""
    stacks = (hex_ for hex_ in sorted(state.occupants) if int(hex_) % 2)
    pieces = {p for hex_ in stacks for p in (*state.units_in(hex_), *state.leaders_in(hex_))}
    state.hiding = Hiding(hidden=frozenset(pieces))
    return state


@pytest.fixture(scope="module")
def reached() -> list[GameState]:
    """Positions of random games with cards, from their beginning to near their end."""
    states = []
    for scenario, seed in (("brienne", "1"), ("champaubert", "3")):
        players = dict.fromkeys((Side("french"), Side("allied")), "random")
        match = new_match(scenario, players, seed, OPTIONS)
        for step in range(90):
            if match.session.pending is None:
                break
            if step % 20 == 2:
                states.append(_under_flags(match.session.state.copy()))
            match.step()
    return states


def sides(states: list[GameState]) -> Iterator[tuple[GameState, Side, Side]]:
    """Each position with who looks and who has the secret."""
    for state in states:
        for reader in state.battle.sides:
            yield state, reader, state.battle.enemy(reader)


@pytest.mark.rule("N3.4")
def test_what_is_secret_is_told_on_the_field_and_all_else_is_seen(reached: list[GameState]) -> None:
    assert told(reached[0], "shown") == set(SECRETS)
    assert told(reached[0], "is_hashed") == DERIVED
    for state, reader, _ in sides(reached):
        seen = view(state, reader)
        for field in fields(state):
            whole, shown = getattr(state, field.name), getattr(seen, field.name)
            if is_dataclass(whole) and field.name not in DERIVED:
                for part in fields(whole):
                    if not {field.name, f"{field.name}.{part.name}"} & set(SECRETS):
                        assert getattr(shown, part.name) == getattr(whole, part.name)
            elif field.name not in SECRETS | dict.fromkeys(DERIVED):
                assert shown == whole


@pytest.mark.rule("N3.4", "N4.45", "N12.7", "N12.65", "N20.2", "N23.2")
@each("name", *SECRETS)
def test_a_secret_can_be_any_other_and_the_enemy_sees_the_same(
    name: str, reached: list[GameState]
) -> None:
    dice, tried = Random(name), 0
    for state, reader, owner in sides(reached):
        other = state.copy()
        SECRETS[name](other, owner, dice)
        if is_told(name, state, reader) or attrgetter(name)(other) == attrgetter(name)(state):
            continue
        tried += 1
        assert view(other, reader) == view(state, reader)
        assert view(other, owner) != view(state, owner)
    assert tried
