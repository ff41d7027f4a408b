"""Shorthand for the kernel's tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hexwar.engine import Entry, Event, SeededChance, Session
from hexwar.engine.save import Record, document
from tests.engine.harbour import HEADER, SYSTEM, BoatMoored, Harbour, Manner, MooringBlocked
from tests.scripted import ScriptedChance

BOLD, SAFE = Manner.BOLD, Manner.SAFE


class RedWatches:
    """Red is a person, blue answers by itself, and red sees what blue moors and blocks."""

    def answers_anew(self, side: str) -> bool:
        return side == "blue"

    def has_seen(self, answers: Sequence[Entry], events: Sequence[Event]) -> Entry | None:
        since = events[answers[0].events :]
        seen = any(isinstance(e, BoatMoored | MooringBlocked) and e.side == "blue" for e in since)
        return answers[-1] if seen else None


def begin(*script: Any) -> Session[Harbour]:
    """A game with scripted dice."""
    return Session.begin(SYSTEM, HEADER, ScriptedChance(script))


def seeded(seed: str | int = 1, picks: Iterable[int] = ()) -> Session[Harbour]:
    """A game with seeded dice, and a first answer for each of `picks`."""
    session = Session.begin(SYSTEM, HEADER, SeededChance(seed))
    for pick in picks:
        answer(session, pick)
    return session


def finished(seed: str | int = 1) -> Session[Harbour]:
    """A whole game."""
    session = seeded(seed)
    pick = 0
    while session.pending is not None:
        answer(session, pick)
        pick += 7
    return session


def answer(session: Session[Any], pick: int) -> None:
    """Give one of the listed answers."""
    session.answer(session.options[pick % len(session.options)])


def answer_all(session: Session[Any], *values: Any) -> None:
    """Give these answers."""
    for value in values:
        session.answer(value)


def asked(session: Session[Any]) -> str:
    """The name of the pending question."""
    return type(session.pending).__name__


def answers(session: Session[Any]) -> Sequence[Any]:
    """The journal's answers."""
    return [entry.answer for entry in session.journal]


def assert_alike(one: Session[Harbour], two: Session[Harbour]) -> None:
    """Two sessions are alike in everything that can be seen."""
    assert one.digest() == two.digest()
    assert (one.pending, one.options, one.where()) == (two.pending, two.options, two.where())
    assert (one.journal, one.events, one.undone) == (two.journal, two.events, two.undone)
    assert (one.luck, one.barrier(), one.floor) == (two.luck, two.barrier(), two.floor)
    assert (one.chance.seed, one.header) == (two.chance.seed, two.header)
    assert [mark.digest for mark in one.marks] == [mark.digest for mark in two.marks]


def written(session: Session[Any]) -> str:
    """The game as the one JSON object that stands in its file, for files that are tampered with."""
    return document(Record.of(session)).decode()
