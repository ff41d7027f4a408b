"""Saved games of other rules and other formats; verification."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from hexwar.engine import (
    BarrierKind,
    SaveError,
    SeededChance,
    Session,
    Table,
    Verdict,
    load,
    save,
    verify,
)
from hexwar.engine.saved import other_rules
from tests.engine import harbour
from tests.engine.play import (
    BOLD,
    SAFE,
    answer,
    answer_all,
    answers,
    asked,
    begin,
    seeded,
    written,
)

NEWER = replace(harbour.SYSTEM, revision=4)


@dataclass(frozen=True, slots=True)
class AskTwice(harbour.ChoosePier):
    """A question that newer rules ask first."""


async def asking_twice(table: Table[harbour.Harbour]) -> None:
    side = table.state.side
    if await AskTwice(side) is not None:
        table.emit(harbour.BoatMoored(side, 0))
    table.emit(harbour.TurnEnded())


CHANGED = replace(
    harbour.SYSTEM,
    revision=4,
    sequence=asking_twice,
    decisions=(*harbour.SYSTEM.decisions, AskTwice),
)


def barred(session: Session[harbour.Harbour]) -> tuple[BarrierKind, str]:
    """What keeps the last answer from being taken back."""
    barrier = session.barrier()
    assert barrier is not None
    return barrier.kind, barrier.sentence


def running() -> Session[harbour.Harbour]:
    """A game in the midst of blue's second flow."""
    session = seeded(1)
    answer_all(session, 4, SAFE, 5, SAFE, 3)
    assert asked(session) == "ChooseManner"
    return session


# Another revision


def test_a_game_of_another_revision_goes_on_but_takes_nothing_older_back() -> None:
    session = load(NEWER, save(running()))
    assert session.digest() == running().digest()
    assert session.notice == other_rules()
    assert session.pending == running().pending
    session.answer(SAFE)
    assert session.state.boats == {4: "red", 5: "blue", 3: "red"}
    session = load(NEWER, save(running()))
    assert [mark.state for mark in session.marks] == [mark.state for mark in running().marks]
    assert answers(session) == [4, SAFE, 5, SAFE, 3]
    session.undo()
    assert answers(session) == [4, SAFE, 5, SAFE]
    kind, sentence = barred(session)
    assert kind is BarrierKind.REVISION
    assert "another revision of the rules" in sentence
    session = load(NEWER, save(running()))
    again = load(NEWER, save(session))
    assert again.notice is None
    again.undo()
    assert barred(again)[0] is BarrierKind.REVISION
    assert save(load(NEWER, save(session))) == save(session)
    session = seeded(1)
    answer_all(session, 4, SAFE)
    assert barred(load(NEWER, save(session)))[0] is BarrierKind.REVISION


def test_answers_that_no_longer_fit_are_left_out_with_what_was_undone() -> None:
    session = load(CHANGED, save(running()))
    assert session.notice == (
        f"{other_rules()} The last answers of this game (1) no longer fit the rules:"
        " play goes on before them."
    )
    assert answers(session) == [4, SAFE, 5, SAFE]
    assert asked(session) == "AskTwice"
    session.answer(None)
    assert session.state.turn == 3
    session = running()
    session.answer(SAFE)
    session.undo()
    session.answer(3)
    raw = json.loads(written(session))
    raw["undone"] = [raw["journal"][-1:]]
    text = json.dumps(raw)
    assert load(NEWER, text).can_redo
    assert not load(CHANGED, text).can_redo


def test_answers_that_the_law_now_refuses_or_that_claim_to_be_forced_are_left_out() -> None:
    session = running()
    session.answer(BOLD)
    text = written(session)
    assert asked(session) == "MayBlock"

    raw = json.loads(text)
    raw["journal"][-1]["answer"] = "safe"
    loaded = load(harbour.SYSTEM, json.dumps(raw))  # legal, but then the rules never ask blue
    assert answers(loaded)[-1] is SAFE

    raw["journal"][-2]["answer"] = 4  # taken already
    loaded = load(harbour.SYSTEM, json.dumps(raw))
    assert answers(loaded) == [4, SAFE, 5, SAFE]
    assert loaded.notice == (
        "The last answers of this game (2) no longer fit the rules: play goes on before them."
    )
    raw = json.loads(written(running()))
    raw["journal"][-1]["forced"] = True
    loaded = load(harbour.SYSTEM, json.dumps(raw))
    assert answers(loaded) == [4, SAFE, 5, SAFE]


def test_rules_that_break_down_at_the_mark_refuse_the_file_but_another_digest_does_not() -> None:
    async def broken(table: Table[harbour.Harbour]) -> None:
        raise LookupError("no such phase")

    with pytest.raises(SaveError, match=r"cannot go on from its last mark: .*no such phase"):
        load(replace(CHANGED, sequence=broken), save(running()))

    def other(state: harbour.Harbour) -> str:
        return f"{state.turn}"

    newer = replace(NEWER, digest=other)
    loaded = load(newer, save(running()))
    assert loaded.marks[-1].digest == "2"
    assert len(loaded.marks[0].digest) == 64
    assert verify(newer, save(loaded)).ok


# Another format


@dataclass(frozen=True, slots=True)
class BoatMooredAt(harbour.BoatMoored):
    """The event of a newer format, with another name."""

    ropes: int = 2
    rule: ClassVar[str] = "H2"


def renamed(found: int, raw: dict[str, Any]) -> dict[str, Any]:
    assert found == 1
    names = {"BoatMoored": "BoatMooredAt"}
    raw["events"] = [[names.get(name, name), data] for name, data in raw["events"]]
    return raw


def test_an_older_format_alone_is_migrated() -> None:
    events = (BoatMooredAt, harbour.MooringBlocked, harbour.TurnEnded)
    newer = replace(NEWER, events=events, format=2, migrate=renamed)
    session = seeded(1)
    answer_all(session, 4, SAFE)
    loaded = load(newer, save(session))
    assert loaded.events[0] == BoatMooredAt("red", 4, 2)
    assert json.loads(written(loaded))["format"] == 2
    assert load(replace(harbour.SYSTEM, format=2), save(running())).journal == running().journal

    def never(found: int, raw: Any) -> Any:
        raise AssertionError("not asked for")

    assert load(replace(harbour.SYSTEM, migrate=never), save(running())).notice is None

    def broken(found: int, raw: Any) -> Any:
        raise IndexError(found)

    newer = replace(harbour.SYSTEM, format=2, migrate=broken)
    with pytest.raises(SaveError, match="game of format 1 cannot be brought up to date"):
        load(newer, save(running()))


# Verification


def test_a_true_game_is_verified_event_by_event() -> None:
    session = seeded(2)
    pick = 0
    while session.pending is not None:
        answer(session, pick)
        pick += 3
    given, marks = len(session.journal), len(session.marks)
    verdict = Verdict(True, "The rules give the same game.", given, marks)
    assert verify(harbour.SYSTEM, save(session)) == verdict
    with pytest.raises(SaveError, match=r"marks\.0: the first mark must stand at the start"):
        verify(harbour.SYSTEM, tampered(lambda raw: raw["marks"][0].__setitem__(0, 1)))
    blind = replace(harbour.SYSTEM, digest=lambda state: str(state.turn))
    session = Session.begin(blind, harbour.HEADER, begin().chance)
    answer_all(session, 4, SAFE)
    raw = json.loads(written(session))
    raw["events"][0][1]["pier"] = 5
    found = verify(blind, json.dumps(raw))
    assert (found.ok, found.mark) == (False, None)
    assert found.sentence == "The rules tell other events than the file does."


def tampered(tamper: Callable[[Any], object]) -> str:
    raw = json.loads(written(running()))
    tamper(raw)
    return json.dumps(raw)


def without_the_last_mark(raw: Any) -> None:
    del raw["marks"][2], raw["events"][4:], raw["events"][2:]


@pytest.mark.parametrize(
    ("tamper", "mark", "sentence"),
    [
        pytest.param(
            lambda raw: raw["marks"][1].__setitem__(2, "0" * 64),
            *(1, "Mark 1, after 2 answers, is another state than the file says."),
            id="a changed mark",
        ),
        pytest.param(lambda raw: raw["journal"][0].update(answer=1), 1, "", id="a changed answer"),
        pytest.param(
            lambda raw: raw["journal"][4].update(answer=5),
            *(None, "Entry 4 of the journal: This is not one of the answers allowed here."),
            id="an answer against the law",
        ),
        pytest.param(lambda raw: raw["marks"].pop(1), 1, "", id="a missing mark"),
        pytest.param(
            without_the_last_mark,
            *(None, "The rules make 3 marks; the file has 2."),
            id="the last mark is missing",
        ),
    ],
)
def test_what_was_tampered_with_is_found(
    tamper: Callable[[Any], object], mark: int | None, sentence: str
) -> None:
    found = verify(harbour.SYSTEM, tampered(tamper))
    assert (found.ok, found.mark) == (False, mark)
    assert found.sentence == (sentence or found.sentence)


def test_dice_that_are_not_those_of_the_seed_are_found() -> None:
    session = seeded(1)
    answer_all(session, 4, BOLD, False)
    assert [entry.is_luck for entry in session.journal] == [False, False, False, True]
    assert verify(harbour.SYSTEM, save(session)).ok
    raw = json.loads(written(session))
    sentence = "Entry 3 of the journal: the game's dice fell otherwise."
    assert verify(harbour.SYSTEM, json.dumps({**raw, "seed": "2"})).sentence == sentence
    assert verify(harbour.SYSTEM, json.dumps({**raw, "seed": "2", "dealt": 4})).ok
    assert verify(harbour.SYSTEM, json.dumps({**raw, "seed": "2", "dealt": None})).ok
    assert verify(harbour.SYSTEM, json.dumps({**raw, "seed": None})).ok


def test_a_game_goes_on_with_other_dice_and_still_verifies() -> None:
    session = seeded(1)
    answer_all(session, 4, BOLD, False)
    text = save(session)
    other = load(harbour.SYSTEM, text, SeededChance(2))
    assert verify(harbour.SYSTEM, save(other)).ok
    while other.pending is not None:
        answer(other, 0)
    assert [entry.is_luck for entry in other.journal].count(True) > 1
    found = verify(harbour.SYSTEM, save(other))
    assert found.ok, found.sentence
    assert load(harbour.SYSTEM, text).dealt == 0


def test_what_other_rules_played_is_not_replayed_and_another_revision_is_told() -> None:
    found = verify(CHANGED, save(running()))
    assert not found.ok
    assert found.sentence.endswith("It was saved under revision 3 of the rules, not 4.")
    assert verify(NEWER, save(running())).ok
    session = load(CHANGED, save(running()))
    answer_all(session, None, 1)
    assert len(session.journal) == 6
    found = verify(CHANGED, save(session))
    assert found.ok
    assert (found.answers, found.marks) == (2, 3)


def test_a_digest_that_breaks_down_refuses_the_file() -> None:
    def broken(state: harbour.Harbour) -> str:
        raise ArithmeticError("no digest")

    bad = replace(harbour.SYSTEM, digest=broken)
    with pytest.raises(SaveError, match=r"marks\.2: what stands here does not fit"):
        load(bad, save(running()))
    with pytest.raises(SaveError, match=r"marks\.0: what stands here does not fit"):
        verify(bad, save(running()))
