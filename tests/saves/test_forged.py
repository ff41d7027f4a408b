"""Events of a file whose fields somebody has forged: refused in one sentence, or told like any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, cast, get_args, get_type_hints

import pytest
from pydantic_core import from_json

from hexwar.engine import Event, SaveError
from hexwar.engine.codec import Codec
from hexwar.engine.event import Fits
from hexwar.systems.nlc.events import EVENTS
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.fact import Fact, display_of
from hexwar.table.forces import OrderStep
from hexwar.table.story import Story
from tests.model.cases import CASES, table
from tools.trials.hostile import is_plain

WORDS = "q{0}{who}<b>", ""
CODEC = Codec(NLC.system)

SAMPLES = {type(event): event for event in reversed(CASES) if isinstance(event, Fact)}


def forged(value: Any) -> Iterator[Any]:
    """A value with each of the words and numbers in it changed, one at a time."""
    if isinstance(value, str):
        yield from WORDS
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (-7, 999)
    elif isinstance(value, list):
        yield []
        for place, part in enumerate(value):
            yield from ([*value[:place], one, *value[place + 1 :]] for one in forged(part))
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from ({**value, name: one} for one in forged(part))


def refusal(name: str, raw: Any) -> str:
    """Why a file with such an event is refused; empty where the log, board and recap tell it."""
    try:
        event = CODEC.event(name, raw, "events.0")
    except SaveError as fault:
        return str(fault)
    state = table()
    try:
        event.happen(state)
    except Exception:
        return "it cannot be applied."  # the door of all saves says so: `folded`
    assert isinstance(event, Fact)
    names = NlcNames(state.battle)
    story = Story(names)
    story.follow([event])
    assert story.text(0).html
    assert story.text(0).plain
    display_of(event)
    event.heading()
    event.toll()
    return ""


def test_there_is_a_sample_of_each() -> None:
    assert set(SAMPLES) == set(EVENTS)


@pytest.mark.parametrize("event", SAMPLES.values(), ids=lambda event: type(event).__name__)
def test_a_forged_field_is_refused_or_told(event: Event) -> None:
    name = type(event).__name__
    raw = from_json(CODEC.event_text(event, ""))[1]
    assert refusal(name, raw) in ("", "it cannot be applied.")
    for one in forged(raw):
        told = refusal(name, one)
        assert not told or is_plain(told), (one, told)


CLOSED = {
    ("ForceRevealed", "cause"),
    ("FireResolved", "result"),
    ("BombardmentResolved", "result"),
    ("ReactionResolved", "loser"),
    ("CheckWaived", "purpose"),
    ("ComplianceRolled", "result"),
    ("LocalDecisionRolled", "result"),
    ("CardEventRolled", "table"),
    ("TurnBegan", "kind"),
}
"""Fields of one word out of a table of the rules."""


@pytest.mark.parametrize(("name", "field"), sorted(CLOSED))
def test_a_word_that_the_rules_do_not_know_is_refused_at_reading(name: str, field: str) -> None:
    sample = next(event for kind, event in SAMPLES.items() if kind.__name__ == name)
    raw = {**from_json(CODEC.event_text(sample, ""))[1], field: "bogus"}
    with pytest.raises(SaveError, match=rf"^events\.3\.{field}: [^\n]*\.$"):
        CODEC.event(name, raw, "events.3")


def fields_of(kind: type[Fact]) -> list[str]:
    return [one.name for one in fields(cast("Any", kind))]


def orders(kind: type[Fact]) -> list[str]:
    hints = get_type_hints(kind)
    return [name for name in fields_of(kind) if OrderStep in get_args(hints[name])]


@pytest.mark.parametrize("kind", [kind for kind in EVENTS if orders(kind)])
def test_an_order_of_no_type_is_refused_at_reading(kind: type[Fact]) -> None:
    for name in orders(kind):
        bad = replace(cast("Any", SAMPLES[kind]), **{name: (OrderStep("dance"),)})
        raw = from_json(CODEC.event_text(bad, ""))[1]
        with pytest.raises(SaveError, match=rf"^events\.3\.{name}: [^\n]*\.$"):
            CODEC.event(kind.__name__, raw, "events.3")


TOLD = {
    *("reason", "cause", "outcome", "duty", "purpose", "level", "was", "weather", "points"),
    *("column", "group", "force", "dummy", "pieces", "by", "subjects"),
}
"""What a sentence tells as it stands, be it what it may: the words of a scenario or of a rule."""


def test_each_field_of_plain_text_is_either_closed_or_known_to_be_told() -> None:
    for kind in EVENTS:
        hints = get_type_hints(kind, include_extras=True)
        for name in fields_of(kind):
            hint = hints[name]
            is_open = hint is str or str in get_args(hint)
            is_closed = any(isinstance(part, Fits) for part in get_args(hint))
            assert not is_open or is_closed or name in TOLD, (kind.__name__, name)
