"""Undo, redo and what blocks them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar import engine
from tests.engine.harbour import HEADER, SYSTEM, ChoosePier, Harbour, TurnEnded
from tests.engine.play import BOLD, SAFE, RedWatches, answer_all, answers, asked, begin


def barred(session: engine.Session[Harbour]) -> tuple[engine.BarrierKind, str, str]:
    """What keeps the last answer from being taken back."""
    barrier = session.barrier()
    assert barrier is not None
    return barrier.kind, barrier.sentence, barrier.about


def test_undo_takes_the_last_answer_back_if_there_is_one_even_of_a_finished_game() -> None:
    session = begin()
    assert not session.can_undo
    assert barred(session)[:2] == (engine.BarrierKind.START, "There is no answer to take back.")
    with pytest.raises(engine.CannotUndo, match=r"^There is no answer to take back\.$") as told:
        session.undo()
    assert told.value.barrier == session.barrier()
    session = begin()
    session.answer(None)
    assert session.can_undo
    before = session.digest()
    session.undo()
    assert session.digest() != before
    assert asked(session) == "ChoosePier"
    assert (session.journal, session.events, len(session.marks)) == ([], [], 1)
    session = engine.Session.begin(SYSTEM, HEADER | {"turns": 2}, engine.ManualChance())
    answer_all(session, None, None)
    assert session.pending is None
    session.undo()
    assert session.pending is not None
    session.redo()
    assert session.pending is None


def test_undo_takes_a_whole_gesture_back_and_skips_forced_answers() -> None:
    session = begin()
    answer_all(session, 4, SAFE)
    session.undo()
    assert (session.journal, session.state.boats) == ([], {})
    answer_all(session, None, 4)  # in the midst of it, its beginning
    session.undo()
    assert answers(session) == [None]
    assert asked(session) == "ChoosePier"
    session = begin(1, 1, 1, "calm")
    answer_all(session, *[0, BOLD, True] * 3, None, None, 0)
    assert session.journal[-1].forced
    count = len(session.journal)
    session.undo()
    assert len(session.journal) == count - 2
    assert session.pending is not None
    assert (asked(session), session.pending.side) == ("ChoosePier", "blue")


def test_dice_draws_and_reveals_block_undo_which_reaches_back_to_them() -> None:
    session = begin(9)
    answer_all(session, 4, BOLD, False)
    die = "die for an open mooring"
    assert barred(session) == (engine.BarrierKind.CHANCE, f"Chance has decided since: {die}.", die)
    before = session.digest()
    with pytest.raises(engine.CannotUndo, match="die for an open mooring"):
        session.undo()
    assert session.digest() == before
    session = begin("calm")
    answer_all(session, None, None, None, None)
    assert barred(session)[2] == "draw token"
    session = begin()
    answer_all(session, 2, SAFE)
    sentence = "Something hidden became known: rock found."
    assert barred(session) == (engine.BarrierKind.REVEAL, sentence, "rock found")
    session.answer(None)
    session.undo()
    assert barred(session)[0] is engine.BarrierKind.REVEAL
    session = begin(9)
    answer_all(session, 4, BOLD, False, 5)
    assert session.can_undo
    session.undo()
    assert barred(session)[0] is engine.BarrierKind.CHANCE


def test_a_run_of_undos_keeps_to_one_side_even_while_the_other_thinks() -> None:
    session = begin()
    answer_all(session, 4, SAFE, 5, SAFE)
    session.undo()
    sentence = "The answer before is the other side's (red)."
    assert barred(session) == (engine.BarrierKind.SIDE, sentence, "red")
    with pytest.raises(engine.CannotUndo, match="other side's"):
        session.undo()
    session.answer(3)
    session.undo()
    assert not session.can_undo
    session = begin()
    answer_all(session, 4, SAFE)
    assert session.pending is not None
    assert session.pending.side == "blue"
    session.undo()
    assert session.pending.side == "red"


def red_thrice() -> engine.Session[Harbour]:
    """A game in which red answers three times, then blue once."""

    async def thrice(table: engine.Table[Harbour]) -> None:
        for side in ("red", "red", "red", "blue"):
            await ChoosePier(side)
            table.emit(TurnEnded())

    session = engine.Session.begin(replace(SYSTEM, sequence=thrice), HEADER, engine.ManualChance())
    answer_all(session, 0, 1, 2)
    return session


def test_several_answers_are_taken_back_in_a_run_or_at_once_and_redone_one_by_one() -> None:
    session = red_thrice()
    for left in ([0, 1], [0], []):
        session.undo()
        assert answers(session) == left
    assert not session.can_undo
    for back in ([0], [0, 1], [0, 1, 2]):
        session.redo()
        assert answers(session) == back
    session = red_thrice()
    with pytest.raises(engine.CannotUndo, match="no answer to take back"):
        session.undo_to(-1)
    session.undo_to(1)
    assert answers(session) == [0]
    for back in ([0, 1], [0, 1, 2]):
        session.redo()
        assert answers(session) == back
    assert not session.can_redo


def test_redo_gives_the_answers_again_until_a_new_one() -> None:
    session = begin()
    answer_all(session, 4, SAFE)
    digest = session.digest()
    session.undo()
    assert session.can_redo
    session.redo()
    assert session.digest() == digest
    assert not session.can_redo
    assert answers(session) == [4, SAFE]
    session = begin()
    assert not session.can_redo
    with pytest.raises(engine.CannotRedo, match="no answer to give again"):
        session.redo()
    session = begin()
    session.answer(None)
    session.undo()
    with pytest.raises(engine.IllegalAnswer, match="not one of"):
        session.answer(99)
    assert session.can_redo
    session.answer(3)
    assert not session.can_redo
    assert session.undone == []


def test_undo_to_an_entry_not_beyond_a_barrier_nor_to_where_the_game_stands() -> None:
    session = begin()
    answer_all(session, 4, SAFE)
    session.undo_to(0)
    assert session.journal == []
    session.redo()
    session.undo_to(1)  # the second half of the gesture: all of it
    assert session.journal == []
    session = begin()
    answer_all(session, 4, SAFE, 5, SAFE)
    with pytest.raises(engine.CannotUndo, match="other side's"):
        session.undo_to(0)
    assert answers(session) == [4, SAFE, 5, SAFE]
    session.undo_to(2)
    assert answers(session) == [4, SAFE]
    session = begin()
    session.answer(None)
    with pytest.raises(engine.CannotUndo, match="no answer to take back"):
        session.undo_to(1)
    assert answers(session) == [None]


# -- over the answers of a player that answers anew by itself


def watched() -> engine.Session[Harbour]:
    """A game in which red takes pier 4, and blue answers by itself."""
    session = begin()
    session.witness = RedWatches()
    answer_all(session, 4, SAFE)
    return session


def test_undo_takes_an_answer_that_showed_nothing_with_the_one_before_it() -> None:
    session = watched()
    session.answer(None)  # blue passes
    digest = session.digest()
    assert session.barrier() is None
    session.undo()
    assert (session.journal, asked(session)) == ([], "ChoosePier")
    session.redo()  # blue's answer is given again too
    assert (session.digest(), answers(session)) == (digest, [4, SAFE, None])
    assert not session.can_redo
    session.undo()
    session.answer(3)
    assert not session.can_redo
    session.answer(SAFE)
    assert session.pending is not None
    assert session.pending.side == "blue"  # and is asked anew
    assert session.fork().witness is session.witness


def test_undo_stops_at_an_answer_that_was_seen() -> None:
    session = watched()
    answer_all(session, 5, SAFE)
    assert barred(session)[::2] == (engine.BarrierKind.SIDE, "blue")
    with pytest.raises(engine.CannotUndo, match="other side's"):
        session.undo()
    session.answer(None)  # red passes: that can be taken back, but no more
    session.undo()
    assert answers(session) == [4, SAFE, 5, SAFE]
    assert not session.can_undo


def test_undo_passes_over_no_die_and_no_reveal_for_all_that_nothing_was_seen() -> None:
    session = begin(9)
    session.witness = RedWatches()
    answer_all(session, 4, BOLD, False)
    assert barred(session)[0] is engine.BarrierKind.CHANCE
    session = begin()
    session.witness = RedWatches()
    answer_all(session, 2, SAFE, None)
    assert barred(session)[0] is engine.BarrierKind.REVEAL


def test_a_run_of_undos_goes_on_over_such_answers_and_not_to_before_the_first_of_ones_own() -> None:
    session = begin()
    session.witness = RedWatches()
    answer_all(session, 4, SAFE, None, 5, SAFE)
    session.undo()
    assert answers(session) == [4, SAFE, None]
    session.undo()
    assert answers(session) == []
    session.redo()
    session.redo()
    assert answers(session) == [4, SAFE, None, 5, SAFE]
