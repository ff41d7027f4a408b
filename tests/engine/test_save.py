"""Saving and loading."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import pytest

from hexwar.engine import (
    Decision,
    Event,
    Flow,
    ManualChance,
    SaveError,
    SeededChance,
    Session,
    Table,
    load,
    save,
    verify,
)
from hexwar.engine.codec import answer_type
from hexwar.engine.files import MAX_BYTES
from hexwar.engine.save import parse
from tests.engine.harbour import HEADER, SYSTEM, ChoosePier, ChooseTow, Harbour, Tow, TurnEnded
from tests.engine.play import (
    BOLD,
    SAFE,
    answer,
    answer_all,
    asked,
    assert_alike,
    begin,
    finished,
    seeded,
    written,
)
from tests.scripted import ScriptedChance, check_codec

T = TypeVar("T")
U = TypeVar("U")


def test_a_game_goes_on_where_it_was_saved_and_loading_runs_no_rule_before() -> None:
    session = seeded("Brienne", [0, 1, 0, 3, 0])
    loaded = load(SYSTEM, save(session))
    assert_alike(loaded, session)
    assert loaded.notice is None
    while session.pending is not None:
        answer(session, 1)
        answer(loaded, 1)
    assert_alike(loaded, session)
    session = begin(9)
    answer_all(session, 4, BOLD)
    loaded = load(SYSTEM, save(session), ScriptedChance([9]))
    assert loaded.where() == ("mooring", "duel")
    loaded.answer(False)
    assert loaded.state.boats == {4: "red"}
    session = finished()

    def never(table: Table[Harbour]) -> Any:
        raise AssertionError("no rule may run")

    loaded = load(replace(SYSTEM, sequence=never), save(session))
    assert loaded.digest() == session.digest()
    assert [mark.state for mark in loaded.marks] == [mark.state for mark in session.marks]


def test_saving_again_gives_the_same_text_and_all_stays_undoable_behind_the_same_barriers() -> None:
    session = seeded(4, range(12))
    session.undo()
    text = save(session)
    assert save(session) == text
    assert save(load(SYSTEM, text)) == save(load(SYSTEM, text.encode())) == text
    session = seeded(1)
    answer_all(session, 4, SAFE)
    loaded, digest = load(SYSTEM, save(session)), session.digest()
    for one in (loaded, session):
        one.undo()
    assert_alike(loaded, session)
    assert loaded.journal == []
    again = load(SYSTEM, save(session))
    again.redo()
    assert again.digest() == digest
    assert again.journal[1].answer is SAFE
    session = begin()
    answer_all(session, 2, SAFE)
    assert session.barrier() is not None
    assert load(SYSTEM, save(session)).barrier() == session.barrier()


def test_answers_and_events_come_back_in_their_own_types_with_who_rolls_the_dice() -> None:
    session = Session.begin(SYSTEM, HEADER, ManualChance())
    answer_all(session, None, None, None, None, "calm", Tow((1, 2), 3), 0, SAFE)
    loaded = load(SYSTEM, save(session))
    assert loaded.journal[5].answer == Tow((1, 2), 3)
    assert loaded.journal[7].answer is SAFE
    assert loaded.events == session.events
    assert load(SYSTEM, save(seeded("abc"))).chance.seed == "abc"
    real = load(SYSTEM, save(Session.begin(SYSTEM, HEADER, ManualChance())))
    answer_all(real, 4, BOLD, False)
    assert asked(real) == "Roll"
    assert load(SYSTEM, save(seeded("abc")), SeededChance("xyz")).chance.seed == "xyz"


def test_the_file_is_readable_and_holds_events_up_to_the_last_mark_only() -> None:
    session = begin(9)
    answer_all(session, 4, BOLD, False)
    lines = written(session).splitlines()
    assert '["BoatMoored",{"side":"red","pier":4}],' in lines
    assert (
        '{"asked":"Roll","side":"chance","answer":9,"events":0,"note":"die for an open mooring"}'
        in lines
    )
    raw = json.loads(written(session))
    assert list(raw)[:7] == ["layout", "system", "format", "revision", "seed", "floor", "dealt"]
    assert (raw["system"], raw["revision"], raw["header"]) == ("harbour", 3, HEADER)
    session = begin(4)
    answer_all(session, None, 5, BOLD)
    session.answer(True)
    assert len(json.loads(written(session))["events"]) == session.marks[-1].events


def test_a_mark_may_stand_after_questions_alone_and_after_events_alone() -> None:
    async def asking(table: Table[Harbour]) -> None:
        if await ChoosePier("red") is not None:
            table.emit(TurnEnded())

    async def telling(table: Table[Harbour]) -> None:
        table.emit(TurnEnded())

    def by_turns(table: Table[Harbour]) -> Flow:
        return telling(table) if table.state.turn % 3 else asking(table)

    system = replace(SYSTEM, sequence=by_turns)
    session = Session.begin(system, HEADER, ManualChance())
    answer_all(session, None, None, 4)
    places = [(mark.journal, mark.events) for mark in session.marks]
    assert places == [(0, 0), (1, 0), (2, 0), (3, 1), (3, 2), (3, 3)]
    assert_alike(load(system, save(session)), session)
    assert verify(system, save(session)).marks == 6
    session.undo_to(1)
    assert [(mark.journal, mark.events) for mark in session.marks] == [(0, 0), (1, 0)]


# What a system must be made of


def test_answer_types_are_found_through_generic_classes_and_must_be_said() -> None:
    check_codec(SYSTEM)
    assert answer_type(ChoosePier) == int | None
    assert answer_type(ChooseTow) == Tow | None

    class Either(Decision[T | None], Generic[T, U]):
        def options(self, state: object) -> Sequence[T | None]:
            return [None]

    class Second(Either[U, str], Generic[U]):
        pass

    class Third(Second[tuple[int, ...]]):
        pass

    class Fourth(Third):
        pass

    assert answer_type(Fourth) == tuple[int, ...] | None
    bare: Any = Decision
    untyped: Any = type("Untyped", (Mixin, bare), {})
    with pytest.raises(SaveError, match="Decision does not say of which type its answers are"):
        answer_type(untyped)
    no_decision: Any = Mixin
    with pytest.raises(SaveError, match="Mixin does not say"):
        answer_type(no_decision)


class Mixin:
    """Stands among the bases of a decision."""


class Opaque:
    """No type that could stand in a file."""


@dataclass(frozen=True, slots=True)
class OpaqueTold(Event):
    what: Opaque

    def apply(self, state: Harbour) -> None:
        pass


@dataclass(frozen=True, slots=True)
class BoatCounted(Event):
    count: int

    def apply(self, state: Harbour) -> None:
        pass


async def counting(table: Table[Harbour]) -> None:
    pier = await ChoosePier("red")
    count: Any = "five" if pier == 5 else pier
    table.emit(BoatCounted(count))
    table.emit(TurnEnded())


COUNTING = replace(SYSTEM, sequence=counting, events=(BoatCounted, TurnEnded))


def test_what_cannot_stand_in_a_file_is_found_or_not_written() -> None:
    with pytest.raises(SaveError, match="OpaqueTold cannot stand in a file"):
        check_codec(replace(SYSTEM, events=(OpaqueTold,)))

    class ChooseOpaque(Decision[Opaque]):
        def options(self, state: Harbour) -> Sequence[Opaque]:
            return ()

    with pytest.raises(SaveError) as told:
        check_codec(replace(SYSTEM, decisions=(ChooseOpaque,)))
    sentence = str(told.value)
    assert sentence.startswith("ChooseOpaque cannot stand in a file: ")
    assert "Opaque" in sentence.removeprefix("ChooseOpaque")
    assert "\n" not in sentence
    session = Session.begin(COUNTING, HEADER, ManualChance())
    answer_all(session, 4, 5)
    with pytest.raises(SaveError, match=r"events\.2: BoatCounted cannot be written: \w+") as told:
        save(session)
    assert "\n" not in str(told.value)


# Files from strangers


def damaged(**changes: Any) -> str:
    """A saved game with other values in some places; a place is a path with __ for a dot."""
    raw = json.loads(written(seeded(1, [0, 0, 1, 1, 0])))
    for path, value in changes.items():
        *way, last = (int(key) if key.isdigit() else key for key in path.split("__"))
        place = raw
        for key in way:
            place = place[key]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    return json.dumps(raw)


MARK = {"asked": "ChoosePier", "side": "red", "answer": 1, "events": 0}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"layout": 2}, "format: the game was saved by a newer version of the program."),
        ({"format": 2}, "format: the game was saved by a newer version of the program."),
        ({"layout": 0}, "layout: the number is too small."),
        ({"system": "chess"}, "system: the game is of 'chess', not of 'harbour'."),
        ({"system": "x" * 99}, f"system: the game is of '{'x' * 60}...', not of 'harbour'."),
        ({"revision": "3"}, "revision: a whole number should stand here."),
        ({"seed": "x" * 201}, "seed: the text is too long."),
        ({"extra": 1}, "extra: nothing of this name belongs here."),
        ({"marks": ...}, "marks: this is missing."),
        ({"marks": []}, "marks: there are too few."),
        ({"events__1": ["BoatSunk", {}]}, "events.1: the rules know no event 'BoatSunk'."),
        ({"events__0__1__pier": "4"}, "events.0.pier: a whole number should stand here."),
        ({"events__0__1__pier": True}, "events.0.pier: a whole number should stand here."),
        ({"events__0__1__pier": 99}, "events.0: what stands here does not fit"),
        ({"events__0": ["BoatMoored"]}, "events.0.1: this is missing."),
        ({"journal__0__asked": "Sink"}, "journal.0.asked: the rules know no decision 'Sink'."),
        ({"journal__0__answer": "4"}, "journal.0.answer: a whole number should stand here."),
        (
            {"journal__0__events": -1},
            "journal.0.events: the number is too small.",
        ),
        ({"journal__0__events": 1}, "journal.1.events: fewer than at the answer before it."),
        ({"journal__0__forced": "no"}, "journal.0.forced: true or false should stand here."),
        ({"journal__0__why": "so"}, "journal.0.why: nothing of this name belongs here."),
        ({"undone": [[]]}, "undone.0: there are too few."),
        (
            {"undone": [[MARK | {"answer": "a"}]]},
            "undone.0.0.answer: a whole number should stand here.",
        ),
        ({"header": []}, "header: an object should stand here."),
        ({"header__piers": ...}, "header: what stands here does not fit"),
        ({"header__piers": 101}, "header: A harbour has at most 100 piers."),
        ({"header__note": "x" * 2_000_000}, "file: line 1: a text is longer than 65536 bytes."),
        ({"header__note": ["x"] * 20_000}, "header: The header has 80"),
        ({"events__0__1__pier": [7] * 40_000}, "events.0: this is too long."),
        ({"journal__0__answer": [7] * 40_000}, "journal.0.answer: this is too long."),
        ({"header__turns": "many"}, "marks.2: the events do not lead to the state that was saved."),
        ({"marks__2__0": 1}, "marks.2: a mark must stand after the mark before it."),
        ({"marks__2__1": 1}, "marks.2: a mark must stand after the mark before it."),
        ({"floor": 1}, "floor: there is no mark at this entry of the journal."),
        ({"marks__0__0": 1}, "marks.0: the first mark must stand at the start of the game."),
        (
            {"marks__1__0": 0, "marks__1__1": 0},
            "marks.1: a mark must stand after the mark before it.",
        ),
        ({"marks__2__1": 9}, "marks.2: the last mark stands past the end."),
        ({"marks__2__0": 99}, "marks.2: the last mark stands past the end."),
        ({"marks__1__0": 1}, "marks.1.events: does not fit the answers around it."),
        ({"marks__2__2": "abc"}, "marks.2: the events do not lead to the state that was saved."),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SaveError) as told:
        load(SYSTEM, damaged(**changes))
    assert str(told.value).startswith(sentence)


@pytest.mark.parametrize("text", ["", "Dear diary", damaged()[:-20]])
def test_a_text_that_is_no_save_or_cut_off_is_told_so(text: str) -> None:
    with pytest.raises(SaveError, match=r"^file: this is no saved game, or not the whole of one"):
        load(SYSTEM, text)


def test_a_file_is_read_without_setting_the_game_up_and_its_seed_is_no_code() -> None:
    assert load(SYSTEM, damaged()).notice is None
    seed = "__import__('os').abort()"
    assert load(SYSTEM, damaged(seed=seed)).chance.seed == seed
    game = parse(SYSTEM, save(seeded("abc", [0, 0])))
    assert (game.seed, game.header, game.revision, len(game.journal)) == ("abc", HEADER, 3, 2)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", "[" * 100_000, '"\ud800"', "1" * 9999, '{"layout":1}']
)
def test_what_is_no_saved_game_is_refused(text: str) -> None:
    with pytest.raises(SaveError):
        load(SYSTEM, text)
    with pytest.raises(SaveError):
        load(SYSTEM, text.encode(errors="surrogatepass"))


def test_a_file_that_is_too_large_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["hexwar.engine.save"], "MAX_BYTES", 100)
    with pytest.raises(SaveError, match=r"^The file is larger than 0 MiB\.$"):
        load(SYSTEM, save(seeded()))
    monkeypatch.setattr(sys.modules["hexwar.engine.save"], "MAX_BYTES", len(save(seeded())))
    assert load(SYSTEM, save(seeded())).journal == []
    assert MAX_BYTES == 32 * 1024 * 1024


def test_an_event_whose_making_breaks_down_is_named() -> None:
    @dataclass(frozen=True, slots=True)
    class Fragile(Event):
        parts: tuple[int, int]

        def __post_init__(self) -> None:
            if self.parts[0] / self.parts[1] < 0:
                raise ValueError("below nothing")

        def apply(self, state: Harbour) -> None:
            pass

    system = replace(SYSTEM, events=(*SYSTEM.events, Fragile))
    with pytest.raises(SaveError, match=r"events\.0: what stands here does not fit"):
        load(system, damaged(events__0=["Fragile", {"parts": [1, 0]}]))
    with pytest.raises(SaveError, match=r"events\.0: what stands here does not fit"):
        load(system, damaged(events__0=["Fragile", {"parts": [-1, 1]}]))
