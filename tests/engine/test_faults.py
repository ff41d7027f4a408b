"""Rules that break down: the session says where, and stands as before."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from hexwar import engine
from hexwar.engine.run import MAX_STEPS
from tests.engine.harbour import HEADER, SYSTEM, ChoosePier, Harbour, TurnEnded
from tests.engine.play import answers, asked


@dataclass(frozen=True, slots=True)
class Probe(engine.Decision[str]):
    """A question that breaks down in as many ways as its answers name."""

    def options(self, state: Harbour) -> Sequence[str]:
        if state.turn == 13:
            raise RuntimeError("no list")
        return ["go on", "break", "forget", "odd", "nothing", "unlisted", "rock", "last"]

    def refusal(self, state: Harbour, answer: str) -> engine.Refusal | None:
        raise ValueError("no law")


@dataclass(frozen=True, slots=True)
class Nothing(engine.Decision[str]):
    def options(self, state: Harbour) -> Sequence[str]:
        return ()


class Unlisted(Nothing):
    """A question that the system does not list."""


@dataclass(frozen=True, slots=True)
class Single(engine.Decision[int]):
    def options(self, state: Harbour) -> Sequence[int]:
        return (1,)


@dataclass(frozen=True, slots=True)
class More(ChoosePier):
    """A question that goes on with the gesture before it."""

    continues = True


@dataclass(frozen=True, slots=True)
class Surprise(engine.Event):
    def apply(self, state: Harbour) -> None:
        raise AssertionError("never applied")


class Odd:
    def __await__(self) -> Generator[int, None, None]:
        yield 3


async def probing(table: engine.Table[Harbour]) -> None:
    await deeper(table, await Probe("red"))
    table.emit(TurnEnded())


async def deeper(table: engine.Table[Harbour], word: str) -> None:
    if word == "break":
        raise KeyError("gone")
    if word == "odd":
        await Odd()
    if word in ("nothing", "unlisted"):
        await (Nothing("red") if word == "nothing" else Unlisted("red"))
    if word == "rock":
        table.emit(Surprise())
    if word == "last":
        for _ in range(11):
            table.emit(TurnEnded())


def system_of(flow: Callable[[engine.Table[Harbour]], engine.Flow]) -> engine.System[Harbour]:
    probes: tuple[type[engine.Decision[Any]], ...] = (Probe, Nothing, Single, More)
    return replace(SYSTEM, sequence=flow, decisions=SYSTEM.decisions + probes)


def begin(
    flow: Callable[[engine.Table[Harbour]], engine.Flow], chance: engine.Chance | None = None
) -> engine.Session[Harbour]:
    return engine.Session.begin(system_of(flow), HEADER, chance or engine.ManualChance())


@pytest.mark.parametrize(
    ("word", "sentence", "where"),
    [
        ("break", "The rules broke down: KeyError: 'gone'", ("probing", "deeper")),
        ("odd", "A flow awaits int, which the system does not list.", ("probing", "deeper")),
        ("nothing", r"Nothing\(side='red'\) has no legal answer.", ("probing", "deeper")),
        ("unlisted", "A flow awaits Unlisted, which the system", ("probing", "deeper")),
        ("rock", "The system does not list the event Surprise.", ("probing", "deeper")),
        ("fault", "The rules broke down: ValueError: no law", ("probing",)),
        ("last", "The rules broke down: RuntimeError: no list", ("probing",)),
    ],
)
def test_a_fault_says_where_and_changes_nothing(
    word: str, sentence: str, where: tuple[str, ...]
) -> None:
    session = begin(probing)
    session.answer("go on")
    before = (session.digest(), list(session.journal), list(session.events), session.pending)
    with pytest.raises(engine.RulesFault, match=sentence) as told:
        session.answer(word)
    assert told.value.where == where
    assert " > ".join(where) in str(told.value)
    assert [entry.answer for entry in told.value.tail][:1] == ["go on"]
    assert (session.digest(), session.journal, session.events, session.pending) == before
    session.answer("go on")
    assert session.state.turn == 2


@pytest.mark.parametrize("word", ["break", "fault", "last", "rock", "nothing"])
def test_an_answer_of_a_file_that_fits_no_game_is_not_given_again(word: str) -> None:
    session = begin(probing)
    session.answer("go on")
    session.undo()
    (entry,) = session.undone[-1]
    session.undone[-1] = (replace(entry, answer=word),)
    before = (session.digest(), list(session.journal), session.pending)
    with pytest.raises(engine.CannotRedo, match=r"^The undone answer no longer fits the game\.$"):
        session.redo()
    assert (session.digest(), session.journal, session.pending) == before
    session.answer("go on")


def test_the_tail_of_a_fault_is_short_and_tells_the_answer_that_led_to_it() -> None:
    session = engine.Session.begin(
        system_of(probing), HEADER | {"turns": 99}, engine.ManualChance()
    )
    for _ in range(12):
        session.answer("go on")
    session.answer("last")
    for _ in range(12):
        session.answer("go on")
    with pytest.raises(engine.RulesFault) as told:
        session.answer("odd")
    tail = [entry.answer for entry in told.value.tail]
    assert tail == ["go on"] * 6 + ["last"] + ["go on"] * 12 + ["odd"]
    session = begin(probing)
    session.answer("go on")
    session.undo()
    with pytest.raises(engine.RulesFault) as told:
        session.answer("break")
    assert [entry.answer for entry in told.value.tail] == ["break"]
    assert session.can_redo
    session = begin(probing)
    session.answer(session.options[0])
    assert session.journal[-1].answer == "go on"


def test_flows_and_questions_that_lead_nowhere_come_to_an_end() -> None:
    async def idle(table: engine.Table[Harbour]) -> None:
        pass

    with pytest.raises(engine.KernelError, match="neither asked nor told anything"):
        begin(idle)

    @dataclass(frozen=True, slots=True)
    class Ticked(engine.Event):
        def apply(self, state: Harbour) -> None:
            pass

    async def ticking(table: engine.Table[Harbour]) -> None:
        table.emit(Ticked())

    system = replace(SYSTEM, sequence=ticking, events=(Ticked,))
    with pytest.raises(engine.KernelError, match=f"{MAX_STEPS} flows in a row asked nothing"):
        engine.Session.begin(system, HEADER, engine.ManualChance())

    async def asking(table: engine.Table[Harbour]) -> None:
        while True:
            await Single("red")

    with pytest.raises(engine.KernelError, match=f"{MAX_STEPS} answers in a row left no choice"):
        begin(asking)

    def broken(table: engine.Table[Harbour]) -> engine.Flow:
        raise LookupError("no phase")

    with pytest.raises(engine.RulesFault, match=r"LookupError: no phase \(in no flow\)"):
        begin(broken)


def test_rules_that_do_not_repeat_themselves_are_found_out() -> None:
    moods = iter([True, False])

    async def moody(table: engine.Table[Harbour]) -> None:
        await ChoosePier("red" if next(moods, False) else "blue")
        await ChoosePier("red")
        table.emit(TurnEnded())

    session = begin(moody)
    session.answer(1)
    state, before = session.state, answers(session)
    session_before = list(session.marks)
    twin = session.fork()
    with pytest.raises(engine.ReplayMismatch, match=r"Entry 0 .* answers ChoosePier \(red\)"):
        twin.answer(1)
    assert answers(twin) == before
    assert (session.state, answers(session), session.marks) == (state, before, session_before)
    games = iter([5, 1])

    async def shortening(table: engine.Table[Harbour]) -> None:
        for _ in range(next(games, 1)):
            await ChoosePier("red")
        for _ in range(14):
            table.emit(TurnEnded())

    session = begin(shortening)
    for value in (1, 2, 3):
        session.answer(value)
    with pytest.raises(engine.ReplayMismatch, match="The game ends before the journal does"):
        session.undo()
    assert answers(session) == [1, 2, 3]


def test_chance_that_cannot_answer_changes_nothing() -> None:
    class Broken:
        seed = None

        def answer(
            self, number: int, decision: engine.Decision[Any], options: Sequence[Any]
        ) -> int:
            raise engine.ChanceError("The die fell off the table.")

    async def rolling(table: engine.Table[Harbour]) -> None:
        await ChoosePier("red")
        await engine.Roll(engine.CHANCE, "a fall")
        table.emit(TurnEnded())

    session = begin(rolling, Broken())
    with pytest.raises(engine.ChanceError, match="off the table"):
        session.answer(1)
    assert asked(session) == "ChoosePier"
    assert session.journal == []


def test_a_gesture_is_cut_by_dice_and_by_the_other_side_and_passes_over_no_choice() -> None:
    async def choosing(table: engine.Table[Harbour]) -> None:
        await ChoosePier("red")
        await Single("blue")
        table.emit(TurnEnded())

    session = begin(choosing)
    session.answer(3)
    assert [(entry.answer, entry.forced) for entry in session.journal] == [(3, False), (1, True)]
    session.undo()
    assert session.journal == []
    assert [[entry.answer for entry in step] for step in session.undone] == [[3]]
    session.redo()
    assert answers(session) == [3, 1]

    async def cut(table: engine.Table[Harbour]) -> None:
        await ChoosePier("red")
        await engine.Roll(engine.CHANCE, "a cut")
        await More("red")
        await ChoosePier("blue")
        await More("red")
        table.emit(TurnEnded())

    session = begin(cut)
    for value in (1, 6, 2):
        session.answer(value)
    session.undo()
    assert answers(session) == [1, 6]
    for value in (2, 3, 4):
        session.answer(value)
    session.undo()
    assert answers(session) == [1, 6, 2, 3]

    async def going_on(table: engine.Table[Harbour]) -> None:
        await More("red")
        table.emit(TurnEnded())

    session = begin(going_on)
    session.answer(1)
    session.undo()
    assert session.journal == []


def test_redo_that_no_longer_fits_changes_nothing() -> None:
    allowed = True

    @dataclass(frozen=True, slots=True)
    class Fickle(ChoosePier):
        """Its law changes between undo and redo, as that of newer rules would."""

        continues = True

        def refusal(self, state: Harbour, answer: int | None) -> engine.Refusal | None:
            return None if allowed else engine.Refusal("The law has changed.", "X1")

    async def gesture(table: engine.Table[Harbour]) -> None:
        await ChoosePier("red")
        await Fickle("red")
        table.emit(TurnEnded())

    system = replace(SYSTEM, sequence=gesture, decisions=(ChoosePier, Fickle))
    session = engine.Session.begin(system, HEADER, engine.ManualChance())
    session.answer(1)
    session.answer(2)
    session.undo()
    allowed = False
    with pytest.raises(engine.CannotRedo, match="no longer fits the game"):
        session.redo()
    assert session.journal == []
    assert session.can_redo
    allowed = True
    session.redo()
    assert answers(session) == [1, 2]
