"""What a side keeps for itself with its answers: through undo, copies, files and kills."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwar.engine import SaveError, SeededChance, Session, load, read_file, save
from hexwar.engine.forks import taken_up
from hexwar.engine.gamefile import Note
from hexwar.engine.journal import Journal
from hexwar.engine.memos import MOST, MOST_IN_ALL, Memos
from hexwar.engine.save import Record, document, parse_document
from tests.engine.harbour import HEADER, SYSTEM, Harbour, Manner
from tests.engine.play import answer_all, seeded


def noted(session: Session[Harbour]) -> object:
    """What red has in mind now."""
    return session.memos.last(len(session.journal), "red", "mind")


def minded() -> Session[Harbour]:
    """Red has moored twice, and kept something in mind each time; blue has passed."""
    session = seeded(3)
    for number in range(2):
        session.answer(session.options[0], {"mind": {"boats": number}, "reason": ["calm"]})
        while session.pending is not None and session.pending.side != "red":
            session.answer(session.options[-1])
    return session


def test_undo_takes_back_what_was_kept_and_redo_gives_it_again() -> None:
    session = seeded(3)
    session.answer(None, {"mind": "wait"})
    assert noted(session) == "wait"
    session.undo()
    assert noted(session) is None
    session.redo()
    assert noted(session) == "wait"
    session.undo()
    session.answer(None)
    assert noted(session) is None
    assert session.memos.rows == ()


def test_the_last_of_a_side_and_topic_counts_and_all_of_a_topic_are_told_with_their_answers() -> (
    None
):
    session = minded()
    assert noted(session) == {"boats": 1}
    assert session.memos.last(len(session.journal), "blue", "mind") is None
    told = list(session.memos.of("reason", 0, len(session.journal)))
    assert [(side, value) for _, side, value in told] == [("red", ["calm"])] * 2
    assert all(session.journal[entry].side == "red" for entry, _, _ in told)


def test_a_copy_goes_on_by_itself_and_a_game_from_the_past_has_what_was_kept_till_then() -> None:
    session = minded()
    twin = session.fork()
    twin.undo()
    twin.answer(None, {"mind": "otherwise"})
    assert noted(session) == {"boats": 1}
    (_, second) = [entry for entry, _, _ in session.memos.of("mind", 0, 99)]
    earlier = taken_up(session, second, HEADER, SeededChance(8))
    assert noted(earlier) == {"boats": 0}
    assert len(earlier.memos.rows) == 2


def test_files_keep_it_sealed_and_what_was_taken_back_with_it() -> None:
    session = seeded(3)
    session.answer(None, {"mind": {"boats": 0}})
    session.answer(None)
    session.answer(None, {"mind": {"boats": 1}})
    session.undo()
    text = save(session)
    assert "boats" not in text
    again = load(SYSTEM, text)
    assert again.memos.rows == session.memos.rows
    assert noted(again) == noted(session) == {"boats": 0}
    again.redo()
    assert noted(again) == {"boats": 1}


def test_a_game_that_was_killed_goes_on_with_what_its_sides_had_in_mind(tmp_path: Path) -> None:
    path = tmp_path / "game.hexwar"
    session, journal = seeded(3), Journal(path)
    for mind in ("first", "second"):
        session.answer(session.options[0], {"mind": mind})
        while session.pending is not None and session.pending.side != "red":
            session.answer(session.options[-1])
        journal.keep(Record.of(session), Note())
    session.rewind(0)
    session.answer(None, {"mind": "third"})
    journal.keep(Record.of(session), Note())
    journal.drop()  # as a kill leaves it
    again = load(SYSTEM, read_file(path))
    assert again.memos.rows == session.memos.rows
    assert noted(again) == "third"


def test_a_game_without_memos_is_kept_as_ever() -> None:
    session = seeded(3)
    answer_all(session, None, None)
    assert b"memos" not in document(Record.of(session))


def test_what_is_too_long_is_not_kept_and_of_too_much_the_older_half_goes() -> None:
    memos = Memos()
    memos.keep(0, "red", {"mind": "x" * MOST})
    assert memos.rows == ()
    for entry in range(MOST_IN_ALL // 10_000 + 5):
        memos.keep(entry, "red", {"mind": "x" * 10_000})
    assert len(memos.rows) * 10_000 <= MOST_IN_ALL
    assert memos.last(999, "red", "mind") is not None
    with pytest.raises(TypeError):
        memos.keep(999, "red", {"mind": Manner})


BROKEN: dict[str, tuple[list[object], str]] = {
    "a text that is too long": ([[0, "red", "mind", "x" * (MOST + 1)]], "memos.0"),
    "an order that is none": ([[3, "red", "mind", "1"], [1, "red", "mind", "1"]], "memos.1"),
    "no text": ([[0, "red", "mind", 7]], "memos.0"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_memos_of_a_file_are_refused_in_a_sentence(case: str) -> None:
    rows, place = BROKEN[case]
    raw = json.loads(document(Record.of(minded()))) | {"memos": rows}
    with pytest.raises(SaveError, match=place):
        load(SYSTEM, json.dumps(raw))


def test_a_memo_that_is_no_json_says_nothing() -> None:
    raw = json.loads(document(Record.of(minded())))
    raw["memos"] = [[0, "red", "mind", "[" * 9_000]]
    game = parse_document(SYSTEM, json.dumps(raw).encode())
    assert Memos(game.memos).last(1, "red", "mind") is None
