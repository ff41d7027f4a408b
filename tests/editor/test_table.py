"""Cells of a spreadsheet: what a file holds for them, and tables on the clipboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.editor.army import LEADERS, UNITS, at, places
from hexwar.editor.borrow import shipped
from hexwar.editor.files import Files
from hexwar.editor.table import (
    MOST_CHARACTERS,
    MOST_ROWS,
    TITLES,
    from_tsv,
    headings,
    refusal,
    text_of,
    title_of,
    to_tsv,
    value_of,
)
from hexwar.engine import Refusal
from hexwar.scenario.form import Field, fields_of
from hexwar.scenario.schema import (
    ForcesFile,
    FormationRecord,
    LeaderRecord,
    OffMapRecord,
    Record,
    UnitRecord,
)


def field(record: type[Record], name: str) -> Field:
    return next(one for one in fields_of(record) if one.name == name)


def test_every_field_of_forces_has_words() -> None:
    records = (UnitRecord, LeaderRecord, FormationRecord, OffMapRecord, ForcesFile)
    names = {one.name for record in records for one in fields_of(record)}
    assert names - {"format"} == set(TITLES) - {"setup"}
    assert title_of("of_another_game") == "of another game"


@pytest.mark.parametrize("folder", [folder for _, folder in shipped()], ids=lambda f: str(f.name))
def test_what_a_cell_shows_comes_back_as_it_was(folder: Path) -> None:
    forces = Files.read(folder)[0].forces
    for roll in (UNITS, LEADERS):
        for place in places(forces, roll):
            record = at(forces, place)
            for one in fields_of(roll.record):
                value = record.get(one.name)
                back = value_of(text_of(value, one.shape), one)
                assert json.dumps(back) == json.dumps(value if value != one.usual else None)
                assert refusal(one, value) == ""


@pytest.mark.parametrize(
    ("record", "name", "typed", "value", "is_good"),
    [
        (UnitRecord, "men", "2,400", 2400, True),
        (UnitRecord, "men", "2\u202f400", 2400, True),
        (UnitRecord, "men", "many", "many", False),
        (UnitRecord, "men", "0", None, True),
        (UnitRecord, "men", "-3", -3, False),
        (UnitRecord, "sp", "0", 0, True),
        (UnitRecord, "sp", "", None, False),
        (UnitRecord, "arm", "Infantry", "infantry", True),
        (UnitRecord, "arm", "pikes", "pikes", False),
        (UnitRecord, "estimate", "yes", True, True),
        (UnitRecord, "estimate", "no", None, True),
        (UnitRecord, "estimate", "maybe", "maybe", False),
        (UnitRecord, "flags", "guard,  old_guard", ["guard", "old_guard"], True),
        (UnitRecord, "flags", "", None, True),
        (UnitRecord, "name", "  Ney\tand\nVictor ", "Ney and Victor", True),
        (UnitRecord, "id", "FR 2", "FR 2", False),
        (LeaderRecord, "ratings", "march: 3, fall back: 2", {"march": 3, "fall back": 2}, True),
        (LeaderRecord, "ratings", "march: x", {"march": "x"}, False),
        (LeaderRecord, "ratings", "march", "march", False),
        (ForcesFile, "sources", "EST: a, b: c\nWK: d", {"EST": "a, b: c", "WK": "d"}, True),
        (ForcesFile, "notes", "one, two\nthree", ["one, two", "three"], True),
        (FormationRecord, "demoralization_sp", "5", 5, True),
    ],
)
def test_what_is_typed_is_kept_and_judged(
    record: type[Record], name: str, typed: str, value: object, is_good: bool
) -> None:
    one = field(record, name)
    found = value_of(typed, one)
    assert found == value
    assert type(found) is type(value)
    assert (refusal(one, found) == "") is is_good


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\x00\r"), max_size=12)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n))))
def test_tables_on_the_clipboard_come_back_as_they_went(rows: list[list[str]]) -> None:
    assert from_tsv(to_tsv(rows)) == tuple(map(tuple, rows))


def test_tables_of_spreadsheets_are_read() -> None:
    assert from_tsv("a\tb\r\n1\t2\r\n") == (("a", "b"), ("1", "2"))
    assert from_tsv('"a\nb"\t"say ""x"""\n') == (("a\nb", 'say "x"'),)
    assert from_tsv("a\tb\nc\n\n") == (("a", "b"), ("c", ""), ("", ""))
    assert from_tsv("") == ()


def test_what_is_too_much_is_told() -> None:
    assert isinstance(from_tsv("x" * (MOST_CHARACTERS + 1)), Refusal)
    assert isinstance(from_tsv("x\n" * (MOST_ROWS + 1)), Refusal)
    assert isinstance(from_tsv("y" * 200_000), Refusal)
    assert isinstance(from_tsv("a\rb\x00"), (Refusal, tuple))


def test_headings_are_recognised() -> None:
    fields = fields_of(UnitRecord)
    assert headings(["Name", "MP", "Reduced SP", ""], fields) == [
        "name",
        "movement",
        "reduced_sp",
        "",
    ]
    assert headings(["reduced_sp", "Formation"], fields) == ["reduced_sp", "formation"]
    assert headings(["name", "men", "losses", "remarks"], fields) == ["name", "men", "", ""]
    assert headings(["Duhesme", "infantry", "2400"], fields) is None
    assert headings(["name", "a", "b", "c"], fields) is None
    assert headings(["", ""], fields) is None
