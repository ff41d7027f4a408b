"""A second format of saved games: a migrator, and what it changes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from hexwar.engine import Decision, Event, Flow, SaveError, Session, Table, load, save
from hexwar.engine.gamefile import Note, read
from hexwar.engine.journal import Journal
from hexwar.engine.migration import differences, migration
from hexwar.engine.save import Record
from hexwar.engine.saved import not_closed
from hexwar.engine.seal import PACKED, LockedError
from tests.engine import harbour
from tests.engine.harbour import Harbour, Manner
from tests.engine.play import answer, finished, seeded, written

PIERS = 3
"""Of a quay."""


@dataclass(frozen=True, slots=True)
class Berth:
    """Where a boat lies: what the first format calls its pier."""

    quay: int
    place: int

    @property
    def pier(self) -> int:
        return self.quay * PIERS + self.place


def berth_of(pier: int) -> Berth:
    return Berth(*divmod(pier, PIERS))


@dataclass(frozen=True, slots=True)
class ChooseBerth(Decision[Berth | None]):
    """ChoosePier, renamed, and its answer split."""

    def options(self, state: Harbour) -> Sequence[Berth | None]:
        return [*map(berth_of, state.free), None]


@dataclass(frozen=True, slots=True)
class BoatBerthed(Event):
    """BoatMoored, renamed, and its pier split."""

    side: str
    quay: int
    place: int

    def apply(self, state: Harbour) -> None:
        state.boats[Berth(self.quay, self.place).pier] = self.side


def begin(header: Mapping[str, Any]) -> Harbour:
    """The header has the harbour's measures together, and other rocks than none are named."""
    return Harbour(header["size"]["piers"], header["size"]["turns"], tuple(header["rocks"]))


def sequence(table: Table[Harbour]) -> Flow:
    state = table.state
    is_other = state.tide or state.turn % 5 == 4
    return harbour.sequence(table) if is_other else berthing(table)


async def berthing(table: Table[Harbour]) -> None:
    side = table.state.side
    berth = await ChooseBerth(side)
    if berth is not None:
        manner = await harbour.ChooseManner(side, berth.pier)
        if manner is Manner.SAFE or await harbour.duel(table, side):
            table.emit(BoatBerthed(side, berth.quay, berth.place))
            if berth.pier in table.state.rocks:
                table.emit(harbour.RockFound(berth.pier))
    table.emit(harbour.TurnEnded())


def migrate(found: int, raw: Any) -> Any:
    """From the first format to the second."""
    assert found == 1
    header = raw["header"]
    size = {"piers": header["piers"], "turns": header["turns"]}
    return {
        **raw,
        "header": {"size": size, "rocks": header["rocks"]},
        "events": [event(*row) for row in raw["events"]],
        "journal": [entry(row) for row in raw["journal"]],
        "undone": [[entry(row) for row in group] for group in raw["undone"]],
    }


def event(name: str, told: Any) -> Any:
    if name != "BoatMoored":
        return [name, told]
    quay, place = divmod(told["pier"], PIERS)
    return ["BoatBerthed", {"side": told["side"], "quay": quay, "place": place}]


def entry(row: Any) -> Any:
    if row["asked"] != "ChoosePier":
        return row
    quay, place = divmod(row["answer"] or 0, PIERS)
    answer = None if row["answer"] is None else {"quay": quay, "place": place}
    return {**row, "asked": "ChooseBerth", "answer": answer}


SECOND = replace(
    harbour.SYSTEM,
    start=begin,
    sequence=sequence,
    events=(BoatBerthed, *harbour.SYSTEM.events[1:]),
    decisions=(ChooseBerth, *harbour.SYSTEM.decisions[1:]),
    migrate=migrate,
    format=2,
)
NOTE = Note("Épernay", 2, "red moors")


def game() -> Session[Harbour]:
    """A game with bold and safe moorings, and something taken back."""
    session = seeded(3, [0, 1, 0, 0, 1, 1, 0])
    session.undo()
    assert session.undone
    return session


def journal_file(tmp_path: Path) -> str:
    """A journal with a line for every answer and a cut for every undo."""
    path = tmp_path / "journal"
    journal, session = Journal(path), seeded(3)
    for pick in (0, 1, 0, 0, 1):
        journal.keep(Record.of(session), NOTE)
        answer(session, pick)
    session.undo()
    journal.keep(Record.of(session), NOTE)
    journal.drop()
    return path.read_text("utf-8")


def texts(tmp_path: Path) -> dict[str, str]:
    return {
        "layout 1": written(game()),
        "layout 1, finished": written(finished()),
        "layout 2": save(game(), NOTE),
        "journal": journal_file(tmp_path),
    }


@pytest.mark.parametrize("name", ["layout 1", "layout 1, finished", "layout 2", "journal"])
def test_a_game_of_the_first_format_opens_in_the_second_and_is_the_same(
    tmp_path: Path, name: str
) -> None:
    text = texts(tmp_path)[name]
    before, after = load(harbour.SYSTEM, text), load(SECOND, text)
    assert after.digest() == before.digest()
    assert after.notice == before.notice == (not_closed() if name == "journal" else None)
    assert len(after.journal) == len(before.journal)
    assert len(after.undone) == len(before.undone)
    assert [mark.digest for mark in after.marks] == [mark.digest for mark in before.marks]
    if after.pending is not None:
        for one in (before, after):
            answer(one, 1)
        assert after.digest() == before.digest()
    if name == "layout 1":
        for one in (before, after):
            one.undo()
        assert after.digest() == before.digest()


@pytest.mark.parametrize("name", ["layout 1", "layout 1, finished", "layout 2", "journal"])
def test_a_file_brought_up_to_date_holds_the_same_game_in_the_present_format(
    tmp_path: Path, name: str
) -> None:
    text = texts(tmp_path)[name]
    found = migration(SECOND, text, NOTE)
    assert (found.layout, found.format) == (1 if name.startswith("layout 1") else 2, 1)
    file = read(found.text)
    assert (file.head.format, file.damage, file.is_closed) == (2, 0, name != "journal")
    assert file.parts[0].note.title == "Épernay"
    assert load(SECOND, found.text).digest() == load(SECOND, text).digest()
    assert load(SECOND, found.text).undone == load(SECOND, text).undone
    assert load(SECOND, found.text).notice == load(SECOND, text).notice
    again = migration(SECOND, found.text)
    assert (again.is_needed, again.differences, again.format) == (False, (), 2)
    with pytest.raises(SaveError, match="newer version"):
        load(harbour.SYSTEM, found.text)


def test_what_would_change_is_counted_by_kind_without_telling_what_stands_there() -> None:
    text = save(game())
    raw = json.loads(written(game()))
    found = migration(SECOND, text)
    moored = sum(row[0] == "BoatMoored" for row in raw["events"])
    asked = sum(
        row["asked"] == "ChoosePier" and row["answer"] is not None for row in raw["journal"]
    )
    assert found.counts()["events"] == {"BoatMoored": moored}
    assert found.counts()["journal"] == {"ChoosePier": asked}
    assert found.counts()["header"] == {"piers": 1, "turns": 1, "size": 1}
    first = found.differences[0]
    at = next(i for i, row in enumerate(raw["events"]) if row[0] == "BoatMoored")
    assert first.place == f"events.{at}"
    assert first.line == "BoatMoored(side, pier) -> BoatBerthed(side, quay, place)"
    answered = next(one for one in found.differences if one.place.startswith("journal"))
    assert answered.line == "ChoosePier() -> ChooseBerth(quay, place)"


def test_rows_that_come_or_go_are_counted_once() -> None:
    def without_tows(found: int, raw: Any) -> Any:
        rows = raw["events"]
        return {**raw, "events": [row for row in rows if row[0] != "TideTurned"]}

    raw = json.loads(written(finished()))
    told = [one for one in differences(raw, without_tows(1, raw)) if one.place[:6] == "events"]
    gone = sum(row[0] == "TideTurned" for row in raw["events"])
    assert gone
    assert told[0].kind == "TideTurned"
    assert sum(one.line.endswith("-> -") for one in told) == gone


def test_layout_alone_changes_no_row() -> None:
    found = migration(harbour.SYSTEM, written(game()), NOTE)
    assert (found.layout, found.is_needed, found.differences) == (1, True, ())
    assert read(found.text).is_closed
    assert load(harbour.SYSTEM, found.text).digest() == game().digest()
    assert not migration(harbour.SYSTEM, save(game())).is_needed


def test_a_game_of_older_rules_stays_one() -> None:
    newer = replace(harbour.SYSTEM, revision=9)
    found = migration(newer, written(game()))
    assert found.revision == 3
    told = load(newer, found.text)
    assert told.notice == load(newer, written(game())).notice
    assert told.floor == load(newer, written(game())).floor


def test_a_locked_game_stays_locked_by_the_same_passwords() -> None:
    seal = PACKED.locked("red", "Blücher")
    text = save(game(), NOTE, seal)
    with pytest.raises(LockedError):
        migration(SECOND, text)
    found = migration(SECOND, text, seal=seal)
    assert read(found.text).head.locks == seal.locks
    assert load(SECOND, found.text, seal=seal).digest() == load(SECOND, text, seal=seal).digest()


def test_what_the_migrator_breaks_is_not_written() -> None:
    def broken(found: int, raw: Any) -> Any:
        return raw["nothing"]

    def lossy(found: int, raw: Any) -> Any:
        return {**migrate(found, raw), "events": raw["events"]}

    for wrong in (broken, lossy):
        with pytest.raises(SaveError):
            migration(replace(SECOND, migrate=wrong), save(game()))
    with pytest.raises(SaveError, match="damaged"):
        migration(SECOND, save(game(), NOTE).replace("Epernay", "x").replace("red", "rod", 1))
