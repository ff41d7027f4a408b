"""Values as cells of a spreadsheet: what is read in a cell, and what a file holds for it.

A cell is a field of a record. What is typed or pasted into one is always kept: where it is nothing
that the file may hold it stays as it was written, and `refusal` says why.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from hexwar.engine import Refusal
from hexwar.messages import mark, say
from hexwar.scenario.form import Field, Kind, Shape

TITLES: Final[Mapping[str, str]] = {
    "id": mark("id"),
    "slug": mark("lasting name"),
    "name": mark("name"),
    "arm": mark("arm"),
    "division": mark("division"),
    "attached_from": mark("attached from"),
    "men": mark("men"),
    "guns": mark("guns"),
    "sp": mark("SP"),
    "reduced_sp": mark("reduced SP"),
    "steps": mark("steps"),
    "initiative": mark("initiative"),
    "movement": mark("MP"),
    "vedettes": mark("vedettes"),
    "own_vedettes": mark("vedettes beside it"),
    "flags": mark("flags"),
    "estimate": mark("estimate"),
    "source": mark("source"),
    "note": mark("note"),
    "role": mark("role"),
    "rating": mark("rating"),
    "ratings": mark("ratings by order"),
    "special": mark("special rules"),
    "picture": mark("picture"),
    "side": mark("side"),
    "kind": mark("kind"),
    "nation": mark("nation"),
    "presence": mark("presence"),
    "army": mark("army"),
    "assigned_to": mark("under the wing"),
    "division_of": mark("division of"),
    "may_order": mark("may order only"),
    "stacks_as_division": mark("stacks as a division"),
    "demoralization_sp": mark("demoralized at, SP"),
    "formations": mark("formations"),
    "leaders": mark("leaders"),
    "units": mark("units"),
    "side_names": mark("names of the sides"),
    "off_map": mark("off the map"),
    "estimates": mark("fields that are estimates"),
    "sources": mark("sources"),
    "notes": mark("notes"),
    "setup": mark("set-up"),
}
"""What players call the fields of forces, and fields of scenarios that name them."""

FORMATION: Final = "formation"
"""The heading of the column that says to which formation a row belongs; no field of a record."""

MOST_ROWS: Final = 2_000
"""Rows that are pasted at once."""
MOST_CHARACTERS: Final = 1_000_000
"""Characters that are pasted at once."""
MOST_IN_CELL: Final = 4_000
"""Characters of a cell that are kept; of one with many lines of prose so many a line."""

_FIRM_SPACES: Final = "\u00a0\u202f"

_MOST_LINES: Final = 100

_LONG: Final = 200
"""Texts of a list that may be longer stand on lines of their own."""

_YES: Final = frozenset(("yes", "true", "x", "1"))
_NO: Final = frozenset(("no", "false", "0"))
_NUMBER: Final = re.compile(r"[+-]?\d{1,15}")
_GROUPED: Final = re.compile(r"\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+")


def title_of(name: str) -> str:
    """What players call a field.

    >>> title_of("reduced_sp"), title_of("of_another_game")
    ('reduced SP', 'of another game')
    """
    return say(TITLES[name]) if name in TITLES else name.replace("_", " ")


# -- one cell


def text_of(value: object, shape: Shape) -> str:
    """What is read in the cell of a value; of none, nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, (str, int, float)):
        return str(value)
    item = shape.item
    if isinstance(value, list) and item is not None:
        return _between(shape).join(text_of(one, item) for one in value)
    if isinstance(value, dict) and item is not None:
        told = (f"{key}: {text_of(one, item)}" for key, one in value.items())
        return _between(shape).join(told)
    return json.dumps(value, ensure_ascii=False)


def value_of(text: str, field: Field) -> Any:
    """What the file holds for the text of a cell; None where it leaves the field out.

    What counts anyway where the field is left out is left out, as in the files of the program.
    """
    found = _value(_clean(text, is_prose=_is_long(field.shape)), field.shape)
    if not field.is_needed and _is_alike(found, field.usual):
        return None
    return found


def flag_value(field: Field, *, is_on: bool) -> bool | None:
    """What the file holds for a flag that is up or down; None where it leaves the field out."""
    return None if not field.is_needed and is_on is field.usual else is_on


def refusal(field: Field, value: object) -> str:
    """Why the file may not hold a value in a field; empty where it may."""
    if value is None:
        return say("this field is missing") if field.is_needed else ""
    return field.refusal(value)


def _clean(text: str, *, is_prose: bool) -> str:
    """A text without what no file may hold: signs that cannot be shown."""
    known = f"{_FIRM_SPACES}\n" if is_prose else _FIRM_SPACES
    kept = "".join(c if c.isprintable() or c in known else " " for c in text).strip()
    lines = [line[:MOST_IN_CELL] for line in kept.split("\n")[:_MOST_LINES]]
    return "\n".join(lines)


def _is_alike(value: object, usual: object) -> bool:
    if isinstance(value, list):
        return value == list(usual) if isinstance(usual, tuple) else False
    return type(value) is type(usual) and value == usual


def _value(text: str, shape: Shape) -> Any:
    if not text:
        return None
    if shape.kind is Kind.NUMBER:
        return _number(text)
    if shape.kind is Kind.FLAG:
        word = text.casefold()
        is_yes = word in _YES or word == say("yes")
        return True if is_yes else False if word in _NO or word == say("no") else text
    if shape.kind is Kind.CHOICE:
        alike = (one for one in shape.choices if one.casefold() == text.casefold())
        return next(alike, text)
    item = shape.item
    if shape.kind is Kind.LIST and item is not None:
        return [_value(part, item) for part in _parts(text, shape)]
    if shape.kind is Kind.TABLE and item is not None:
        pairs = [part.partition(":") for part in _parts(text, shape)]
        if all(sign and key.strip() for key, sign, _ in pairs):
            return {key.strip(): _value(rest.strip(), item) or "" for key, _, rest in pairs}
        return text
    return text


def _number(text: str) -> int | str:
    """A whole number, its thousands grouped or not; any other text as it is.

    >>> _number("2,400"), _number("12 guns")
    (2400, '12 guns')
    """
    if _NUMBER.fullmatch(text):
        return int(text)
    if _GROUPED.fullmatch(text):
        return int(re.sub(r"\D", "", text))
    return text


def _parts(text: str, shape: Shape) -> list[str]:
    parts = text.split("\n" if _is_long(shape) else ",")
    return [part.strip() for part in parts if part.strip()]


def _is_long(shape: Shape) -> bool:
    """Whether the items of a list or table are prose, which holds commas itself."""
    item = shape.item
    return item is not None and item.kind is Kind.TEXT and (item.longest or 0) > _LONG


def _between(shape: Shape) -> str:
    return "\n" if _is_long(shape) else ", "


# -- many cells, as spreadsheets have them on the clipboard


def to_tsv(rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells as LibreOffice and Excel take them from the clipboard."""
    page = io.StringIO(newline="")
    csv.writer(page, dialect="excel-tab", lineterminator="\n").writerows(rows)
    return page.getvalue()


def from_tsv(text: str) -> tuple[tuple[str, ...], ...] | Refusal:
    """The cells of a text from the clipboard, all rows equally long; or why they are too many."""
    if len(text) > MOST_CHARACTERS:
        words = mark("What is pasted is too long: at most {most} characters.")
        return Refusal(say(words, most=MOST_CHARACTERS), "")
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), dialect="excel-tab"):
            rows.append(row or [""])
            if len(rows) > MOST_ROWS:
                words = mark("What is pasted has too many rows: at most {most}.")
                return Refusal(say(words, most=MOST_ROWS), "")
    except csv.Error:  # a cell of more than 131,072 characters, or a torn end of line
        return Refusal(say("What is pasted is no table of cells."), "")
    width = max(map(len, rows), default=0)
    return tuple(tuple(row + [""] * (width - len(row))) for row in rows)


def headings(cells: Sequence[str], fields: Sequence[Field]) -> list[str] | None:
    """The fields that a row of headings names, `""` for one that is not known.

    A row is one of headings where all that it says names fields, or two words do and no fewer than
    half of all. None where it is none.
    """
    known = {FORMATION: FORMATION, say("Formation").casefold(): FORMATION}
    for field in fields:
        spoken = field.name.replace("_", " ")
        known |= {word.casefold(): field.name for word in (title_of(field.name), spoken)}
        known[field.name.casefold()] = field.name
    found = [known.get(cell.strip().casefold(), "") for cell in cells]
    told = sum(bool(cell.strip()) for cell in cells)
    hits = sum(map(bool, found))
    is_row = hits and (hits == told or (hits >= 2 and 2 * hits >= told))
    return found if is_row else None
