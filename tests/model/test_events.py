"""Every event: what it changes, and that it changes nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from typing import Any

import pytest

from hexwar.engine import Event, Remark
from hexwar.systems.nlc.events import EVENTS, hidden_movement, leaders, movement, orders, turn
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.state import GameState
from hexwar.systems.tlnb.events import EVENTS as TLNB_EVENTS
from hexwar.table import hiding_facts
from tests.model.cases import A1, BROKEN, CASES, F1, F2, F8, F9, HERE, HIDDEN, PATH, WHOLE, table
from tests.scripted import check_codec
from tests.systems.nlc.cases import each
from tests.systems.nlc.chapters import KINDS
from tests.systems.nlc.positions import ALLIED, FRENCH

CHAPTERS = {"units", "leaders", *KINDS}
"""What a name need not begin with: each name stands in one of these only."""
INDEXES = {"battle", "law", "occupants", "tails", "leaders_at", "stances", "cache"}


def changes(before: GameState, after: GameState) -> str:
    """Each field that is another, as `F1.hex 0103`, in the order of the state."""
    return "; ".join(_differences((), before, after))


def _differences(place: tuple[str, ...], one: Any, other: Any) -> Iterator[str]:
    """The differences of two values: of their fields or entries where both are of one kind."""
    if is_dataclass(one) and type(one) is type(other):
        for field in fields(one):
            if field.name not in INDEXES:
                name = () if not place and field.name in CHAPTERS else (field.name,)
                values = (getattr(x, field.name) for x in (one, other))
                yield from _differences((*place, *name), *values)
    elif _are_records(one, other):
        yield from _differences(place, dict(enumerate(one)), dict(enumerate(other)))
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted({*one, *other}):
            yield from _differences((*place, str(key)), one.get(key, ...), other.get(key, ...))
    elif one != other:
        yield f"{'.'.join(place)} {_shown(other)}"


def _are_records(*lists: Any) -> bool:
    return all(isinstance(x, tuple) and x != () and is_dataclass(x[0]) for x in lists)


def _shown(value: Any) -> str:
    """A value in short words; of a record what is not as at first."""
    if value is ...:
        return "gone"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_dataclass(value):
        told = ((field, getattr(value, field.name)) for field in fields(value))
        return "(" + ", ".join(f"{f.name} {_shown(x)}" for f, x in told if x != f.default) + ")"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} {_shown(x)}" for key, x in value.items()) + "}"
    if isinstance(value, tuple | frozenset):
        listed = sorted(value) if isinstance(value, frozenset) else value
        return "[" + " ".join(map(_shown, listed)) + "]"
    return str(value)


def name(case: Any) -> str:
    return type(case).__name__ if isinstance(case, Event) else ""


@pytest.mark.parametrize(("event", "told"), CASES.items(), ids=name)
def test_an_event_changes_what_it_tells_of_and_nothing_else(event: Event, told: str) -> None:
    state = table()
    if isinstance(event, leaders.HqMoved):  # it must stand on the map before it moves
        leaders.LeaderEntered(F9, HERE).apply(state)
    before = state.copy()
    event.apply(state)
    assert changes(before, state) == told
    assert state.occupants == placed(state.units, "hex")
    assert state.tails == placed(state.units, "tail")
    assert state.leaders_at == placed(state.leaders, "hex")


def placed(records: Any, field: str) -> dict[Any, tuple[Any, ...]]:
    """Who is in each hex, made anew from the records."""
    found: dict[Any, list[Any]] = {}
    for record in records.values():
        if getattr(record, field) is not None:
            found.setdefault(getattr(record, field), []).append(record.id)
    return {hex_: tuple(sorted(ids)) for hex_, ids in found.items()}


@pytest.mark.rule("N20.2")
def test_every_event_is_tried_may_stand_in_a_file_and_few_reveal() -> None:
    assert {type(event) for event in CASES} == set(EVENTS)
    assert [kind for kind in EVENTS if kind.reveals] == [
        hiding_facts.ForceRevealed,
        hiding_facts.DummyRemoved,
        hiding_facts.ReportSet,
        hidden_movement.FormationPlaced,
        turn.ChitDrawn,
    ]
    check_codec(NLC.system)


@pytest.mark.rule("N3.4")
def test_every_event_says_who_may_know_of_it_and_one_that_does_not_is_told_to_nobody() -> None:
    silent = [
        kind.__name__
        for kind in (*EVENTS, *TLNB_EVENTS)
        if kind.is_known_to is Event.is_known_to and "is_open" not in vars(kind)
    ]
    assert silent == []

    @dataclass(frozen=True, slots=True)
    class New(Remark):
        pass

    assert not New().is_known_to(FRENCH)
    assert not New().is_known_to("")


@pytest.mark.rule("N23.2")
@pytest.mark.parametrize("event", HIDDEN, ids=name)
def test_what_a_side_does_unseen_is_known_to_itself_only(event: Event) -> None:
    assert event.is_known_to(FRENCH)
    assert not event.is_known_to(ALLIED)


@each("free moved", (False, True), (True, False))
@pytest.mark.rule("N14.52")
def test_a_leader_who_goes_with_a_retreat_may_still_move(free: bool, moved: bool) -> None:
    state = table()
    state.put_leader(replace(state.leaders[F8], moved=False))
    leaders.LeaderMoved(F8, PATH, free=free).apply(state)
    assert state.leaders[F8].moved is moved
    leaders.LeaderMoved(F8, PATH, free=True).apply(state)
    assert state.leaders[F8].moved is moved


@pytest.mark.parametrize("event", CASES, ids=name)
def test_an_event_is_a_frozen_fact_of_a_rule(event: Event) -> None:
    assert event.rule.startswith(("N", "T"))
    assert is_dataclass(event)
    for field in fields(event):
        with pytest.raises(FrozenInstanceError):
            setattr(event, field.name, None)


@pytest.mark.rule("N4.52")
def test_who_works_leaves_the_others_that_moved_with_it_their_turn() -> None:
    state = table()
    movement.UnitMoved((F1, F2), PATH, 2, column=False).apply(state)
    movement.SpanRepairFailed(F2, BROKEN, 2, 6).apply(state)
    together = state.copy()
    movement.SpanDamaged(A1, WHOLE, 2).apply(state)

    assert together.units[F2].spent == 4
    assert together.activation is not None
    assert together.activation.acting == (F1, F2)
    assert state.activation is not None
    assert state.activation.acting == (A1,)
    assert state.activation.tried == (BROKEN, WHOLE)


@pytest.mark.rule("N3.4")
def test_an_event_that_tells_of_orders_is_known_to_its_own_side_only() -> None:
    telling = {
        kind
        for kind in EVENTS
        if is_dataclass(kind)
        and any(word in str(f.type) for f in fields(kind) for word in ("OrderStep", "LineId"))
    }
    assert orders.OrderDispatched in telling
    telling.remove(orders.TaskChosen)  # in the basic game both see what is done (N26.1)
    for event in CASES:
        if type(event) in telling:
            assert event.is_known_to(FRENCH)
            assert not event.is_known_to(ALLIED)
