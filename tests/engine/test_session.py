"""Playing, forking, marks and the names of the flows under way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.engine import (
    CHANCE,
    Entry,
    IllegalAnswer,
    KernelError,
    ManualChance,
    Refusal,
    SeededChance,
    Session,
)
from tests.engine import harbour
from tests.engine.play import BOLD, SAFE, answer, answer_all, asked, begin, finished, seeded


def test_questions_are_listed_and_answers_judged_by_what_the_side_asked_knows() -> None:
    def known_to(state: harbour.Harbour, side: str) -> harbour.Harbour:
        """Blue does not see red's boats."""
        seen = state.copy()
        seen.boats = {pier: who for pier, who in state.boats.items() if who == side}
        return seen

    system = replace(harbour.SYSTEM, knowledge=known_to)
    for chosen, sees in ((system, False), (harbour.SYSTEM, True)):
        session = Session.begin(chosen, harbour.HEADER, SeededChance(1))
        session.answer(4)
        session.answer(SAFE)
        assert session.pending == harbour.ChoosePier("blue")
        assert (4 not in session.options) is sees
        assert (session.refusal(4) is not None) is sees
        assert session.state.boats == {4: "red"}


def test_a_game_begins_with_a_question_and_an_answer_runs_the_rules_to_the_next() -> None:
    session = begin()
    assert session.pending == harbour.ChoosePier("red")
    assert session.options == [0, 1, 2, 3, 4, 5, None]
    assert (session.journal, session.events, session.luck) == ([], [], 0)
    assert [(mark.journal, mark.events) for mark in session.marks] == [(0, 0)]
    assert session.notice is None
    session.answer(4)
    assert repr(session.pending) == "ChooseManner(side='red', pier=4)"
    session.answer(SAFE)
    assert session.pending == harbour.ChoosePier("blue")
    assert session.state.boats == {4: "red"}
    assert session.events == [harbour.BoatMoored("red", 4), harbour.TurnEnded()]
    assert session.journal == [
        Entry("ChoosePier", "red", 4, 0),
        Entry("ChooseManner", "red", SAFE, 0, continues=True),
    ]


def test_an_illegal_answer_changes_nothing_and_can_be_known_beforehand() -> None:
    session = begin()
    session.answer(4)
    before = (session.state.copy(), list(session.journal), session.pending)
    with pytest.raises(IllegalAnswer, match=r"not one of the answers allowed here. \[H2\]") as told:
        session.answer("boldly")
    assert told.value.refusal.rule == "H2"
    assert (session.state, session.journal, session.pending) == before
    session = begin()
    assert session.refusal(3) is None
    assert session.refusal(33) == Refusal("This is not one of the answers allowed here.", "H1")
    assert session.journal == []


def test_the_law_allows_what_is_not_listed_and_the_kernel_gives_forced_answers() -> None:
    session = begin("calm")
    answer_all(session, None, None, None, None)
    assert asked(session) == "ChooseTow"
    assert harbour.Tow((1, 2), 3) not in session.options
    session.answer(harbour.Tow((1, 2), 3))
    assert session.state.told == ("calm", "towed (1, 2) 3")
    session = begin(1, 1, 1, "calm")
    answer_all(session, *[0, BOLD, True] * 3, None, None)
    assert session.state.blocks == {"red": 1, "blue": 0}
    session.answer(0)
    assert session.journal[-1] == Entry(
        "ChooseManner", "blue", SAFE, session.journal[-2].events, forced=True, continues=True
    )
    assert session.pending == harbour.ChoosePier("red")


def test_an_interrupt_is_asked_of_the_other_side_within_the_flows_under_way() -> None:
    session = begin(4)
    answer_all(session, 2, BOLD)
    assert session.pending == harbour.MayBlock("blue")
    assert session.where() == ("mooring", "duel")
    session.answer(True)
    assert session.events[0] == harbour.MooringBlocked("blue")
    assert session.journal[-1] == Entry("Roll", CHANCE, 4, 1, note="die for a blocked mooring")
    session = begin("calm")
    assert session.where() == ("mooring",)
    answer_all(session, None, None, None, None)
    assert session.where() == ("tow",)
    assert finished().where() == ()


def test_a_game_ends_perhaps_before_it_begins() -> None:
    session = finished()
    assert session.pending is None
    assert list(session.options) == []
    assert session.state.over
    assert session.marks[-1].journal == len(session.journal)
    assert session.refusal(1) == Refusal("The game is over.", "")
    with pytest.raises(IllegalAnswer, match=r"^The game is over\.$"):
        session.answer(1)
    session = Session.begin(harbour.SYSTEM, harbour.HEADER | {"turns": 0}, ManualChance())
    assert session.pending is None
    assert session.fork().pending is None


def test_a_mark_stands_between_two_flows_and_keeps_its_digest() -> None:
    session = begin("calm")
    answer_all(session, 4, SAFE, None, None, None)
    places = [(mark.journal, mark.events) for mark in session.marks]
    assert places == [(0, 0), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]
    assert session.marks[1].state.boats == {4: "red"}
    assert session.marks[0].state.boats == {}
    asked_for: list[int] = []

    def counted(state: harbour.Harbour) -> str:
        asked_for.append(state.turn)
        return harbour.digest(state)

    session = Session.begin(replace(harbour.SYSTEM, digest=counted), harbour.HEADER, ManualChance())
    session.answer(None)
    assert asked_for == []
    assert session.marks[0].digest == session.marks[0].digest != session.marks[1].digest
    assert session.marks[1].digest == session.digest() == harbour.digest(session.state)
    assert asked_for == [0, 1, 1]


def test_a_fork_goes_its_own_way_with_the_same_dice_and_what_was_undone() -> None:
    session = seeded(3, [0, 0, 0])
    fork = session.fork()
    assert fork.digest() == session.digest()
    assert (fork.pending, fork.options) == (session.pending, session.options)
    assert (fork.journal, fork.events) == (session.journal, session.events)
    assert fork.where() == session.where()  # its flow is run again for that
    assert fork.digest() == session.digest()
    assert (fork.journal, fork.events) == (session.journal, session.events)
    before = (session.digest(), list(session.journal), list(session.events), len(session.marks))
    while fork.pending is not None:
        answer(fork, 1)
    now = (session.digest(), session.journal, session.events, len(session.marks))
    assert now == before
    session.undo()
    assert fork.state.over
    session = seeded(3, [0, 1])
    one, two = session.fork(), session.fork(SeededChance("other"))
    for twin in (session, one):
        while twin.pending is not None:
            answer(twin, 1)
    assert one.journal == session.journal
    assert two.chance.seed == "other"
    assert two.luck == two.fork().luck
    session = begin()
    answer_all(session, 4, SAFE)
    session.undo()
    fork = session.fork()
    fork.redo()
    assert fork.state.boats == {4: "red"}
    assert session.can_redo


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"rocks": {1, 2}}, "cannot be written as JSON"),
        ({"piers": float("nan")}, "cannot be written as JSON"),
        ({"prose": "x" * 2_000_000}, "characters; 65536 are allowed"),
        ({"piers": 101}, r"^A harbour has at most 100 piers\.$"),  # the system's own error
    ],
)
def test_a_header_must_be_plain_and_short(more: dict[str, object], sentence: str) -> None:
    with pytest.raises(KernelError, match=sentence):
        Session.begin(harbour.SYSTEM, harbour.HEADER | more, ManualChance())


def test_a_header_is_kept_as_a_file_would_give_it_back_and_a_system_lists_each_class_once() -> None:
    header = harbour.HEADER | {"rocks": (2, 3)}
    session = Session.begin(harbour.SYSTEM, header, ManualChance())
    assert session.header == {"piers": 6, "turns": 14, "rocks": [2, 3]}
    with pytest.raises(KernelError, match="The system harbour lists TurnEnded 2 times"):
        replace(harbour.SYSTEM, events=(*harbour.SYSTEM.events, harbour.TurnEnded))
