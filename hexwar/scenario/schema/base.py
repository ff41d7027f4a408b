"""The building blocks of every file: bounded texts, ids and numbers, and the record itself."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints

from hexwar.hexes import Hex, Hexside, hexside
from hexwar.messages import mark
from hexwar.table.battlefield import covers
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId

_PAIR: Final = "(0[1-9]|[1-9][0-9])"
_ID: Final = "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$"

_LETTERS: Final = "".join(cover.letter for cover in covers().values())
TERRAIN_KEY: Final = ", ".join(f"{cover.letter} {name}" for name, cover in covers().items())
"""The letters of terrain with what they stand for."""

PATTERNS: Final = {
    f"^{_PAIR}{_PAIR}$": mark("{value} is no hex id such as 0913"),
    f"^{_PAIR}{_PAIR}-{_PAIR}{_PAIR}$": mark("{value} is no hexside such as 1505-1604"),
    _ID: mark("{value} is no id: letters, digits and single hyphens"),
    "^[a-z0-9]+(-[a-z0-9]+)*$": mark("{value} is no id: small letters, digits and single hyphens"),
    "^[a-z]+(_[a-z]+)*$": mark("{value} is no word of small letters"),
    f"^[{_LETTERS}]+$": mark("{value} is no row of terrain: {key}"),
    "^[.1-9]+$": mark("{value} is no row of levels: . for 0, else a digit"),
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": mark("{value} is no date such as 1814-01-29"),
    "^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*[.]json$": (
        mark(
            "{value} is no path of a .json file below the folder of scenarios, "
            "such as maps/brienne.json"
        )
    ),
    "^.*[^ ].*$": mark("{value} is empty"),
}
"""What a text that misses a pattern is told; `key` is that of terrain."""

_PATTERN: Final = tuple(PATTERNS)

HexId: TypeAlias = Annotated[Hex, StringConstraints(pattern=_PATTERN[0])]
HexsideId: TypeAlias = Annotated[str, StringConstraints(pattern=_PATTERN[1])]
"""Two hexes with a hyphen; for a slope the low hex first, else the smaller id first."""

UnitIdText: TypeAlias = Annotated[UnitId, StringConstraints(pattern=_ID, max_length=32)]
LeaderIdText: TypeAlias = Annotated[LeaderId, StringConstraints(pattern=_ID, max_length=32)]
FormationIdText: TypeAlias = Annotated[FormationId, StringConstraints(pattern=_ID, max_length=32)]
SideId: TypeAlias = Annotated[Side, StringConstraints(pattern=_PATTERN[4], max_length=32)]
Slug: TypeAlias = Annotated[str, StringConstraints(pattern=_PATTERN[3], max_length=64)]
Word: TypeAlias = Annotated[str, StringConstraints(pattern=_PATTERN[4], max_length=32)]
SourceId: TypeAlias = Annotated[str, StringConstraints(pattern=_ID, max_length=16)]
TerrainRow: TypeAlias = Annotated[str, StringConstraints(pattern=_PATTERN[5], max_length=99)]
LevelRow: TypeAlias = Annotated[str, StringConstraints(pattern=_PATTERN[6], max_length=99)]
DateText: TypeAlias = Annotated[str, StringConstraints(pattern=_PATTERN[7])]
FilePath: TypeAlias = Annotated[str, StringConstraints(pattern=_PATTERN[8], max_length=120)]
Name: TypeAlias = Annotated[str, StringConstraints(pattern=_PATTERN[9], max_length=120)]
Text: TypeAlias = Annotated[str, StringConstraints(max_length=1000)]
"""Prose for people; no rule reads it."""

Flag: TypeAlias = StrictBool
Count: TypeAlias = Annotated[StrictInt, Field(ge=0, le=99)]
Positive: TypeAlias = Annotated[StrictInt, Field(ge=1, le=99)]
Many: TypeAlias = Annotated[StrictInt, Field(ge=0, le=99_999)]

FORMAT: Final = 1
"""The number of the form in which this program writes; older ones are migrated."""


class Record(BaseModel):
    """An object of a file. Fields that the schema does not know are kept and written back."""

    # Most commands read a part of the kinds of file: what reads a kind is built when one is read.
    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)

    @property
    def unknown(self) -> dict[str, Any]:
        """The fields that the schema does not know."""
        return self.model_extra or {}


class FileRecord(Record):
    """The whole of a file."""

    format: Literal[1] = Field(description="number of the form of this file")

    @classmethod
    def from_raw(cls, raw: dict[str, Any]) -> Self:
        """The record of a raw object.

        Raises:
            ValidationError: the object does not have this form.
        """
        return cls.model_validate(raw)

    def to_raw(self) -> dict[str, Any]:
        """The object to write: what was given, nothing added, unknown fields too."""
        return self.model_dump(mode="json", exclude_unset=True)


def hexes_of(text: str) -> tuple[Hex, Hex]:
    """The two hexes of a hexside's text, in its order.

    >>> hexes_of("1604-1505")
    ('1604', '1505')
    """
    return Hex(text[:4]), Hex(text[5:])


def hexside_of(text: str) -> Hexside:
    """The hexside that a text names, the smaller id first.

    >>> hexside_of("1604-1505")
    ('1505', '1604')
    """
    return hexside(*hexes_of(text))
