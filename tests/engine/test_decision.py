"""Questions, refusals, events and the table."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields
from typing import Any

import pytest

from hexwar import engine
from hexwar.engine.decision import words
from tests.engine.harbour import (
    HEADER,
    SYSTEM,
    BoatMoored,
    ChooseManner,
    ChoosePier,
    ChooseTow,
    Manner,
    TideTurned,
    Tow,
    start,
)


@pytest.fixture
def harbour() -> Any:
    return start(HEADER)


def test_the_list_is_the_law_in_value_and_type_unless_the_law_allows_more(harbour: Any) -> None:
    decision: Any = ChoosePier("red")
    for answer in (1, 3, None):
        assert decision.refusal(harbour, answer) is None
    refused = engine.Refusal("This is not one of the answers allowed here.", "H1")
    for stranger in (77, True, 1.0):
        assert decision.refusal(harbour, stranger) == refused
    decision = ChooseTow("red")
    listed = decision.options(harbour)
    assert decision.unlisted(listed, Tow((3,))) is None  # equal, if not the same object
    assert decision.unlisted(listed, Tow((3, 4))) is not None
    assert decision.refusal(harbour, Tow((3, 4))) is None
    refused = engine.Refusal("A boat is towed along free piers only.", "H4")
    assert decision.refusal(harbour, Tow((3, 99))) == refused
    assert ChoosePier("red").is_forced(harbour, [None])
    assert not ChoosePier("red").is_forced(harbour, [1, None])
    assert not ChooseTow("red").is_forced(harbour, [None])


def test_a_decision_says_what_it_is_about_and_its_kinds_class_answers() -> None:
    assert ChoosePier("red").kind(None) == "pass"
    assert ChoosePier("red").kind(4) == "act"
    assert ChooseManner("red", 4).kind(Manner.BOLD) == "bold"
    assert ChoosePier("red").about() == "choose pier"
    assert engine.Roll(engine.CHANCE, "morale").about() == "die for morale"
    assert words("ChooseEntryHex2Now") == "choose entry hex2 now"


def test_awaiting_a_decision_that_has_options_asks_it_and_gives_its_answer() -> None:
    async def flow() -> int:
        return await engine.Roll(engine.CHANCE, "weather") + 10

    running = flow()
    assert running.send(None) == engine.Roll(engine.CHANCE, "weather")
    with pytest.raises(StopIteration) as end:
        running.send(5)
    assert end.value.value == 15

    @dataclass(frozen=True, slots=True)
    class Vague(engine.Decision[int]):
        pass

    vague: Any = Vague
    with pytest.raises(TypeError, match="options"):
        vague("red")


def test_a_table_applies_and_keeps_what_is_emitted_and_listed(harbour: Any) -> None:
    table = engine.Table(harbour)
    table.emit(BoatMoored("red", 3))
    assert table.state.boats == {3: "red"}
    assert table.events == [BoatMoored("red", 3)]
    table = engine.Table(harbour, known={BoatMoored})
    with pytest.raises(engine.KernelError, match="does not list the event TideTurned"):
        table.emit(TideTurned("ebb"))
    assert table.events == []
    assert harbour.told == ()


def test_the_state_on_a_table_cannot_be_exchanged(harbour: Any) -> None:
    table: Any = engine.Table(harbour)
    with pytest.raises(AttributeError):
        table.state = harbour.copy()


@pytest.mark.parametrize(
    "record",
    [
        engine.Refusal("No.", "H1"),
        engine.Roll(engine.CHANCE, "fire"),
        engine.Entry("Roll", engine.CHANCE, 3, 0),
        engine.Barrier(engine.BarrierKind.START, "Nothing."),
        engine.Verdict(ok=True, sentence="Well.", answers=1, marks=1),
    ],
)
def test_records_never_change(record: Any) -> None:
    name = next(iter(fields(record))).name
    with pytest.raises(FrozenInstanceError):
        setattr(record, name, None)
    assert not hasattr(record, "__dict__")


def test_events_and_decisions_are_slotted() -> None:
    for made in (*SYSTEM.events, *SYSTEM.decisions):
        assert "__slots__" in vars(made)
    assert not hasattr(BoatMoored("red", 3), "__dict__")
    assert not hasattr(ChoosePier("red"), "__dict__")
