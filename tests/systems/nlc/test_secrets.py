"""What each side may know of the table: every secret field, in positions of random games (N3.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from operator import attrgetter
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from hexwar.app.games import new_match
from hexwar.cards.records import CardScore, Effect, Piles
from hexwar.engine.records import tells_reader
from hexwar.hexes import Hex
from hexwar.series.battle import Alternate, Arrival, ArrivalChange
from hexwar.systems.nlc.orders import Dispatch, Line, LineId, Wish
from hexwar.systems.nlc.rules.movement.hidden_movement import LiftFormation
from hexwar.systems.nlc.state import GameState, conceals, view
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.forces import OrderStep, Side
from hexwar.table.hiding import DUMMY, Belief, Hiding
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
    Spans: "damaged pontoons found destroyed",
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


PLAYER_TURN_RECORDS: dict[type, str] = {
    MarchOrder: "formation route goal from_turn",
    Shot: "units target",
    Ride: "units target path",
    Blow: "units target",
    **{
        part: RECORDS[part]
        for part in (Unit, Leader, Outcome, Spans, Arrival, Alternate, ArrivalChange)
    },
    **{part: RECORDS[part] for part in (Piles, Effect, CardScore, Hiding, Belief)},
}
"""The same for the player-turn game."""


def _inside(state: type) -> set[type]:
    """All records that can stand in the fields of a state that are looked at, and in those."""
    hints = get_type_hints(state)
    todo = [hints[f.name] for f in fields(state) if f.metadata.get("is_hashed", True)]
    found: set[type] = set()
    while todo:
        part = todo.pop()
        if get_args(part):
            todo += get_args(part)
        elif is_dataclass(part) and isinstance(part, type):
            if part not in found:
                found.add(part)
                todo += get_type_hints(part).values()
        else:
            assert _is_plain(part), f"{part} may hold anything: name the records that it holds"
    return found


def _is_plain(kind: Any) -> bool:
    """Whether a value of a kind holds no others that could be secret."""
    kind = getattr(kind, "__supertype__", kind)  # of an id
    if kind is Ellipsis or kind in (str, int, bool, type(None)):
        return True
    return isinstance(kind, type) and issubclass(kind, Enum)


def _kinds(value: object) -> Iterator[type]:
    """The kinds of all records in a value."""
    if isinstance(value, Mapping):
        for pair in value.items():
            yield from _kinds(pair)
    elif isinstance(value, tuple | list | set | frozenset) and type(value) in BOXES:
        for one in value:
            yield from _kinds(one)
    elif not _is_plain(type(value)):
        yield type(value)
        if is_dataclass(value):
            for field in fields(value):
                yield from _kinds(getattr(value, field.name))


BOXES = (tuple, list, set, frozenset)
"""What holds values and is none: a named tuple is a record."""


@pytest.mark.rule("N3.4")
@each("state", GameState, TlnbState)
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
@each("state, records", (GameState, RECORDS), (TlnbState, PLAYER_TURN_RECORDS))
def test_every_record_in_a_state_is_known_with_all_its_fields(
    state: type, records: Mapping[type, str]
) -> None:
    told = {part: fields(part) for part in _inside(state)}
    names = {
        part: " ".join(field.name for field in own)
        for part, own in told.items()
        if not any({"is_open", "shown"} & field.metadata.keys() for field in own)
    }
    assert names == records


@pytest.mark.rule("N3.4")
def test_no_state_holds_a_record_that_its_types_do_not_tell_of(reached: list[GameState]) -> None:
    known = _inside(GameState)
    for state in reached:
        for field in fields(state):
            if field.name not in DERIVED:
                assert set(_kinds(getattr(state, field.name))) <= known, field.name


@pytest.mark.rule("N3.4", "N20.2")
def test_a_hex_won_unseen_changes_nothing_for_one_who_knows_the_secrets_of_neither(
    reached: list[GameState],
) -> None:
    tried = 0
    for state, winner, loser in sides(reached):
        hidden, holding = state.hiding.hidden, state.holding
        theirs = {unit.id for unit in state.on_map(loser) if unit.id in hidden}
        own = [unit.id for unit in state.on_map(winner) if unit.id in hidden]
        held = [hex_ for hex_, unit in holding.last_in.items() if unit in theirs]
        if not held or not own:
            continue
        tried += 1
        won, by = held[0], own[0]
        belief = Belief(holding.control[won], holding.last_in[won], by)
        other = state.copy()
        other.holding = holding.of(won, winner, by)
        other.hiding = replace(state.hiding, gains={won: belief})
        assert view(other, winner).hiding.gains[won].last_in is None  # which unit, he never saw
        for first, then in ((winner, loser), (loser, winner)):
            assert view(view(other, first), then) == view(view(state, first), then)
    assert tried


@pytest.mark.rule("N12.93", "N20.2")
def test_what_names_a_secret_of_the_enemy_is_concealed(reached: list[GameState]) -> None:
    state = reached[-1].copy()
    reader, owner = state.battle.sides
    unseen = next(u.id for u in state.on_map(owner) if u.id in state.hiding.hidden)
    place, formation = state.units[unseen].hex, state.battle.formation_of[unseen].id
    seen = next(u.id for u in state.on_map(owner) if u.id not in state.hiding.hidden)
    line, dummy = LineId(f"{formation}/9"), f"{owner}{DUMMY}1"
    state.pad = state.pad.with_division(line, Line((), units=(unseen,)))
    state.hiding = replace(state.hiding, dummies={dummy: Hex("0101")})
    assert not conceals(state, reader, LiftFormation(owner, LineId(formation)))
    assert not conceals(state, reader, (seen, formation))
    for told in (unseen, (seen, unseen), place, LiftFormation(owner, line), dummy):
        assert conceals(state, reader, told), told
        assert not conceals(state, owner, told), told
