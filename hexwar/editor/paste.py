"""Cells of the clipboard laid on a spreadsheet of forces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwar.editor import proposals
from hexwar.editor.army import (
    LEADERS,
    UNITS,
    Path,
    Roll,
    formation_at,
    formations,
    side_names,
    text,
)
from hexwar.editor.document import Draft, Json
from hexwar.editor.muster import Change, added, changed
from hexwar.editor.table import FORMATION, headings, value_of
from hexwar.engine import Refusal
from hexwar.messages import say
from hexwar.scenario.form import fields_of
from hexwar.scenario.schema import Record


def new_record(roll: Roll, told: Json, forces: Json, home: int | None) -> Json:
    """A new record of a roll: what is told of it, and a proposal for all else that it needs."""
    if roll is UNITS:
        return proposals.completed_unit({"name": say("New unit"), **told})
    if roll is LEADERS:
        kind = text(formation_at(forces, home), "kind")
        roles = {"headquarters": "overall", "wing": "wing", "division": "division"}
        named = {"name": say("New leader"), **told}
        return proposals.completed_leader(named, roles.get(kind, "corps"))
    side = next(iter(side_names(forces)), "")
    return {"name": say("New formation"), "side": side, **told}


def pasted(
    draft: Draft,
    schema: type[Record],
    roll: Roll,
    rows: Sequence[Path],
    columns: Sequence[str],
    cells: Sequence[Sequence[str]],
    home: int | None,
) -> tuple[Draft, tuple[str, ...]] | Refusal:
    """The draft with cells laid on some rows, and more rows where these do not suffice.

    A row of headings says which columns it means; a column of formations says, by id or by name,
    where new rows belong.

    Args:
        draft: What is at work.
        schema: The form of its scenario.
        roll: What the rows are of.
        rows: The places of the rows from the first on that is laid on.
        columns: The names of the columns, likewise.
        cells: What is laid on them.
        home: The formation to which new rows belong if they do not say.

    Returns:
        The draft, and a sentence for each thing that was not done; or why nothing was.
    """
    fields = {field.name: field for field in fields_of(roll.record)}
    heads = headings(cells[0], tuple(fields.values())) if len(cells) > 1 else None
    names = list(columns) if heads is None else heads
    changes: list[Change] = []
    new: dict[int | None, list[Json]] = {}
    for number, row in enumerate(cells if heads is None else cells[1:]):
        told: dict[str, Any] = {
            name: value_of(cell, fields[name])
            for name, cell in zip(names, row, strict=False)
            if name in fields
        }
        if number < len(rows):
            changes += [
                (rows[number], name, value)
                for name, value in told.items()
                if name != "id" or value is not None
            ]
        elif any(value is not None for value in told.values()):
            of = next(
                (cell for name, cell in zip(names, row, strict=False) if name == FORMATION), ""
            )
            owner = _formation(draft.forces, of, home)
            record = {name: value for name, value in told.items() if value is not None}
            new.setdefault(owner, []).append(new_record(roll, record, draft.forces, owner))
    result, refused = changed(draft, schema, changes)
    for owner, records in new.items():
        made = added(result.forces, roll, owner, records)
        if isinstance(made, Refusal):
            return made
        result = result.having("forces", made[0])
    return result, refused


def _formation(forces: Json, told: str, home: int | None) -> int | None:
    """The formation that a cell names by id or by name; else the one that is at hand."""
    word = told.strip().casefold()
    for name in ("id", "name"):
        for index, formation in formations(forces):
            if word and text(formation, name).casefold() == word:
                return index
    return home
