"""Dice and draws."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar import engine
from tests.engine.harbour import HEADER, SYSTEM, DrawToken
from tests.engine.play import BOLD, answer_all, answers, asked, begin, seeded
from tests.scripted import ScriptedChance

DIE = engine.Roll(engine.CHANCE, "a test")


def throws(seed: str | int, sides: int, count: int = 30) -> list[int]:
    chance = engine.SeededChance(seed)
    return [chance.answer(number, DIE, range(sides)) for number in range(count)]


def test_dice_depend_on_seed_and_number_alone_on_every_machine() -> None:
    chance = engine.SeededChance("Brienne")
    there = [chance.answer(n, DIE, range(6)) for n in range(20)]
    back = [chance.answer(n, DIE, range(6)) for n in reversed(range(20))]
    assert there == back[::-1] == throws("Brienne", 6, 20)
    assert there != throws("La Rothière", 6, 20)
    assert throws(1814, 6, 10) == [2, 4, 4, 0, 1, 0, 4, 5, 5, 5]
    assert throws(7, 6) == throws("7", 6)
    assert engine.SeededChance(7).seed == "7"
    assert engine.SeededChance("x" * 200).seed == "x" * 200
    with pytest.raises(engine.ChanceError, match="at most 200 characters"):
        engine.SeededChance("x" * 201)


def test_the_dice_are_fair() -> None:
    counts = Counter(throws("fair", 6, 60_000))
    assert set(counts) == set(range(6))
    # Chi-square with 5 degrees of freedom; 20.5 is passed once in a thousand seeds.
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5


def test_draws_beyond_the_last_whole_multiple_are_thrown_again() -> None:
    count = 3 * 2**61  # a quarter of all 64-bit draws lies beyond twice as many
    key = blake2b(b"long").digest()

    def draw(number: int, throw: int) -> int:
        counter = number.to_bytes(8, "little") + throw.to_bytes(8, "little")
        return int.from_bytes(blake2b(counter, key=key, digest_size=8).digest(), "little")

    kept = [next(throw for throw in range(50) if draw(n, throw) < 2 * count) for n in range(50)]
    assert max(kept) > 0
    assert throws("long", count, 50) == [draw(n, throw) % count for n, throw in enumerate(kept)]


@given(st.integers(0, 2**40), st.integers(2, 400), st.text(max_size=40))
def test_every_throw_is_among_the_options(number: int, sides: int, seed: str) -> None:
    assert 0 <= engine.SeededChance(seed).answer(number, DIE, range(sides)) < sides


def test_a_die_has_six_faces_and_a_fresh_seed_or_that_of_its_file() -> None:
    assert list(engine.Roll(engine.CHANCE, "fire").options(None)) == [1, 2, 3, 4, 5, 6]
    assert list(engine.Roll(engine.CHANCE, "coin", sides=2).options(None)) == [1, 2]
    seeds = {engine.fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 16 and int(seed, 16) >= 0 for seed in seeds)
    assert isinstance(engine.chance_from_seed(None), engine.ManualChance)
    assert engine.chance_from_seed("abc").seed == "abc"


def test_a_script_answers_in_order_from_the_first_question_it_is_asked() -> None:
    session = begin(9, 5, 1)
    answer_all(session, 0, BOLD, False, 1, BOLD, True, 3, BOLD, True)
    assert [entry.answer for entry in session.journal if entry.is_luck] == [9, 5, 1]
    session = begin(9, 5)
    answer_all(session, 0, BOLD, False, 1, BOLD)
    fork = session.fork(ScriptedChance([2, 3]))
    fork.answer(True)
    assert fork.journal[-1].answer == 2
    chance = ScriptedChance([3, 4])
    assert chance.answer(7, DIE, range(1, 7)) == 2
    with pytest.raises(engine.ChanceError, match="has none for"):
        chance.answer(6, DIE, range(1, 7))


def test_a_script_that_runs_out_or_names_no_option_says_so_and_changes_nothing() -> None:
    session = begin(9)
    answer_all(session, 0, BOLD, False, 1, BOLD)
    before = answers(session)
    with pytest.raises(engine.ChanceError, match=r"script of 1 answers has none for Roll\("):
        session.answer(False)
    assert answers(session) == before
    assert asked(session) == "MayBlock"
    session = begin("ebb")
    answer_all(session, 0, BOLD)
    with pytest.raises(
        engine.ChanceError, match=r"Answer 0 of the script, 'ebb', is no option of Roll"
    ):
        session.answer(False)


def test_a_person_may_roll_real_dice_and_the_last_token_is_drawn_without() -> None:
    session = engine.Session.begin(SYSTEM, HEADER, engine.ManualChance())
    answer_all(session, 0, BOLD, False)
    assert session.pending == engine.Roll(engine.CHANCE, "an open mooring", 10)
    assert list(session.options) == list(range(1, 11))
    assert session.luck == 0
    session.answer(7)
    assert session.luck == 1
    assert session.journal[-1].is_luck
    assert session.state.boats == {0: "red"}
    session = engine.Session.begin(SYSTEM, HEADER | {"turns": 20}, ScriptedChance(["calm", "ebb"]))
    for turn in range(16):
        session.answer(None)
        assert session.state.turn == turn + 1
    drawn = [entry for entry in session.journal if entry.asked == DrawToken.__name__]
    assert [entry.answer for entry in drawn] == ["calm", "ebb", "flood"]
    assert [entry.forced for entry in drawn] == [False, False, True]
    assert session.luck == 2


def test_the_same_seed_gives_the_same_game_and_a_fork_may_have_other_dice() -> None:
    picks = range(0, 60, 3)
    assert seeded(5, picks).journal == seeded("5", picks).journal
    assert any(seeded(5, picks).journal != seeded(seed, picks).journal for seed in range(6, 10))
    session = seeded(1, [0])
    session.answer(BOLD)
    session.answer(False)
    assert asked(session) == "ChoosePier"
    answer_all(session, 5, BOLD)
    forks = [session.fork(engine.SeededChance(seed)) for seed in range(30)]
    for fork in forks:
        fork.answer(False)
    assert len({fork.journal[-1].answer for fork in forks}) > 3
    assert asked(session) == "MayBlock"
    assert session.fork().journal == session.journal
