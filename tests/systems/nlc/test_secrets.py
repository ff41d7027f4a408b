"""What each side may know of the table: every secret field, in positions of random games (N3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from operator import attrgetter
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from hexwar.app.games import new_match
from hexwar.cards.records import CardScore, Effect, Piles
from hexwar.engine.records import tells_reader
from hexwar.systems.nlc.battle import Alternate, Arrival, ArrivalChange
from hexwar.systems.nlc.orders import Dispatch, Line, Wish
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.tlnb.cards.records import StormState
from hexwar.table.forces import OrderStep, Side
from hexwar.table.hiding import Belief, Hiding
from hexwar.table.pieces import Activation, Leader, Outcome, Unit
from hexwar.table.spans import Spans
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


RECORDS = {
    Unit: "id hex box reduced disrupted column moved assaulted charged bombarded square attacked "
    "done tail spent rested bridging sought",
    Leader: "id hex box moved successor",
    Activation: "formation side segment had_contact also also_had_contact out_of_command assaulted "
    "acting tried bombarded withdrew reacted met_advance confident daunted forced",
    Outcome: "winner level vp reason",
    Spans: "damaged pontoons found",
    Hiding: "hidden lifted dummies reports gains flags",
    Belief: "holder last_in by",
    Line: "steps since bad_until units stepped",
    Dispatch: "steps giver sent due waited wing cards",
    Wish: "offer line",
    Arrival: "turn entry units formations note shift rolled history",
    Alternate: "side number entry units formations note first_turn last_turn",
    ArrivalChange: "card turn due entry shift die",
    Piles: "lying",
    Effect: "number side card until subjects left is_secret",
    CardScore: "side card vp day turn is_shown",
    OrderStep: "verb target route target_formation zone fixed",
}
"""What is seen with the field that it stands in: the rule of that field was written with all of it
in mind. Who adds a field to one of these looks at that rule, then writes it here."""


def _inside(kind: type, found: dict[type, None]) -> None:
    """All records that can stand in a record, and in those."""
    for hint in get_type_hints(kind).values():
        for part in _parts(hint):
            if is_dataclass(part) and part not in found:
                found[part] = None
                _inside(part, found)


def _parts(hint: Any) -> Iterator[type]:
    if get_args(hint):
        for part in get_args(hint):
            yield from _parts(part)
    elif isinstance(hint, type):
        yield hint


@pytest.mark.rule("N3.4")
@each("state", GameState, StormState)
def test_every_field_of_a_state_tells_who_may_see_it(state: type) -> None:
    chapters = [state]
    for field in fields(state):
        assert tells_reader(field), f"{state.__name__}.{field.name}"
        if "is_chapter" in field.metadata:
            chapters.append(get_type_hints(state)[field.name])
    for chapter in chapters[1:]:
        for field in fields(chapter):
            assert tells_reader(field), f"{chapter.__name__}.{field.name}"


@pytest.mark.rule("N3.4")
def test_every_record_in_the_state_is_known_with_all_its_fields() -> None:
    found: dict[type, None] = {}
    for field in fields(GameState):
        if field.name in DERIVED:
            continue
        for part in _parts(get_type_hints(GameState)[field.name]):
            if is_dataclass(part):
                found[part] = None
                _inside(part, found)
    told = {part: " ".join(field.name for field in fields(part)) for part in found}
    chapters = {part for part in found if any("is_open" in f.metadata for f in fields(part))}
    chapters |= {part for part in found if any("shown" in f.metadata for f in fields(part))}
    assert {part: names for part, names in told.items() if part not in chapters} == RECORDS
