"""What holds for every game, whatever is answered, undone, redone, forked, saved or loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hexwar.engine import (
    CannotUndo,
    ManualChance,
    SaveError,
    SeededChance,
    Session,
    load,
    save,
    verify,
)
from tests.engine.harbour import HEADER, SYSTEM, Harbour
from tests.engine.play import RedWatches, answer, assert_alike, finished, seeded, written

ROOT = Path(__file__).parents[2]

PICKS = st.lists(st.integers(0, 50), min_size=3, max_size=40)


def played(seed: int, picks: list[int]) -> Session[Harbour]:
    session = seeded(seed)
    for pick in picks:
        if session.pending is not None:
            answer(session, pick)
    return session


class Table(RuleBasedStateMachine):
    """A session that is handled in every way, beside a plain record of what it has been."""

    @initialize(seed=st.integers(0, 20), is_manual=st.booleans(), is_alone=st.booleans())
    def begin(self, seed: int, is_manual: bool, is_alone: bool) -> None:
        chance = ManualChance() if is_manual else SeededChance(seed)
        self.session = Session.begin(SYSTEM, HEADER, chance)
        self.session.witness = RedWatches() if is_alone else None
        self.seen: dict[int, str] = {}
        self.note()

    def note(self) -> None:
        """Remember how the game looks with so many answers in the journal."""
        self.seen[len(self.session.journal)] = self.session.digest()

    def forget(self) -> None:
        """A new answer makes another future."""
        now = len(self.session.journal)
        self.seen = {at: digest for at, digest in self.seen.items() if at <= now}

    @precondition(lambda self: self.session.pending is not None)
    @rule(pick=st.integers(0, 50))
    def answer(self, pick: int) -> None:
        self.forget()
        answer(self.session, pick)
        assert not self.session.can_redo
        self.note()

    @rule()
    def undo(self) -> None:
        before = (self.session.journal, self.session.digest(), self.session.undone[:])
        if self.session.can_undo:
            self.session.undo()
            assert len(self.session.journal) < len(before[0])
            left = len(self.session.journal)
            assert self.session.journal == before[0][:left]
            if self.session.witness is not None:
                assert before[0][left].side == "red"
                assert not any(entry.is_luck for entry in before[0][left:])
        else:
            with pytest.raises(CannotUndo) as told:
                self.session.undo()
            assert told.value.barrier == self.session.barrier()
            assert before == (self.session.journal, self.session.digest(), self.session.undone)

    @precondition(lambda self: self.session.can_redo)
    @rule()
    def redo(self) -> None:
        before = len(self.session.journal)
        self.session.redo()
        assert len(self.session.journal) > before

    @rule(is_continued=st.booleans())
    def fork(self, is_continued: bool) -> None:
        twin = self.session.fork()
        assert_alike(twin, self.session)
        if is_continued:
            self.session = twin

    @rule(is_continued=st.booleans())
    def save(self, is_continued: bool) -> None:
        text = save(self.session)
        twin = load(SYSTEM, text)
        assert twin.notice is None
        twin.witness = self.session.witness
        assert_alike(twin, self.session)
        assert save(twin) == text
        assert verify(SYSTEM, text).ok
        if is_continued:
            self.session = twin

    @invariant()
    def looks_as_it_did_with_so_many_answers(self) -> None:
        known = self.seen.get(len(self.session.journal))
        assert known is None or known == self.session.digest()

    @invariant()
    def is_in_order(self) -> None:
        session = self.session
        assert (session.pending is None) == session.state.over
        assert session.luck == sum(entry.is_luck for entry in session.journal)
        assert session.pending is None or len(session.options) > 0
        assert session.marks[-1].journal <= len(session.journal)


TestTable = Table.TestCase
TestTable.settings = settings(stateful_step_count=30)


@given(st.integers(0, 9), PICKS)
def test_undo_to_every_point_restores_that_point(seed: int, picks: list[int]) -> None:
    session = seeded(seed)
    points = [(0, session.digest(), session.pending)]
    for pick in picks:
        if session.pending is not None:
            answer(session, pick)
            points.append((len(session.journal), session.digest(), session.pending))
    for entry, digest, pending in points[:-1]:
        twin = session.fork()
        try:
            twin.undo_to(entry)
        except CannotUndo:
            assert twin.digest() == session.digest()
            continue
        if len(twin.journal) == entry:  # else the entry continued a gesture
            assert (twin.digest(), twin.pending) == (digest, pending)
        while twin.can_redo:
            twin.redo()
        assert_alike(twin, session)


@given(st.integers(0, 9), PICKS)
def test_the_events_alone_give_the_state(seed: int, picks: list[int]) -> None:
    session = played(seed, picks)
    state = SYSTEM.start(HEADER)
    for event in session.events:
        event.happen(state)
    assert state == session.state


def test_the_same_game_whatever_the_hash_seed() -> None:
    script = "from tests.engine.play import finished; print(finished(8).digest())"
    told = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert told == {finished(8).digest()}


# Files from strangers

SAVED = written(finished(3))
UNFINISHED = written(seeded(3, [0, 1, 1, 2, 0]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 200) | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


def load_or_refuse(text: str | bytes) -> None:
    """Any other error than a refusal fails the test."""
    try:
        session = load(SYSTEM, text)
    except SaveError as refused:
        sentence = str(refused)
    else:
        sentence = "loaded"
        assert (session.pending is None) == session.state.over
    assert sentence
    assert "\n" not in sentence


@given(st.integers(0, len(SAVED)))
def test_a_truncated_file_is_refused(length: int) -> None:
    if SAVED[:length].strip() == SAVED.strip():
        return
    with pytest.raises(SaveError):
        load(SYSTEM, SAVED[:length])


@given(st.sampled_from([SAVED, UNFINISHED]), st.data())
def test_a_file_with_a_changed_byte_is_loaded_or_refused(text: str, data: st.DataObject) -> None:
    raw = bytearray(text.encode())
    raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    load_or_refuse(bytes(raw))


@given(st.sampled_from([SAVED, UNFINISHED]), st.data())
def test_a_file_with_another_value_is_loaded_or_refused(text: str, data: st.DataObject) -> None:
    raw = json.loads(text)
    place: Any = raw
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(keys))
        if not place[key] or not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            break
        place = place[key]
    if data.draw(st.booleans()):
        place[key] = data.draw(JSON)
    else:
        del place[key]
    load_or_refuse(json.dumps(raw))


@given(st.text(max_size=60) | JSON.map(json.dumps))
def test_any_text_is_loaded_or_refused(text: str) -> None:
    load_or_refuse(text)
