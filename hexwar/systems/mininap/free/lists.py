"""The army lists and the recipes of tables, read from `lists.toml` into typed records."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType

from hexwar.table.numbers import record_of
from hexwar.tabletop.landscape import Recipe


@dataclass(frozen=True, slots=True)
class KindRow:
    """A kind of unit that a nation raises."""

    id: str
    arm: str
    kind: str
    sp: tuple[int, ...]  # least, usual and most at the start
    weight: int  # how often it is drawn among the kinds of its arm
    each: int  # one for so many points of the army; 0: any number
    names: tuple[str, ...]  # of regiments or batteries
    battalions: tuple[str, ...] = ()  # what stands before the name of each battalion
    horse: bool = False
    lancer: bool = False
    veteran: bool = False  # only with the option (M25.1)

    @property
    def most(self) -> int:
        """How many there are names for."""
        return len(self.names) * max(1, len(self.battalions))


@dataclass(frozen=True, slots=True)
class Nation:
    """An army list."""

    name: str
    of_unit: str  # the nation of a unit
    letter: str  # with which the ids of its units begin
    share: Mapping[str, int]  # of each arm in what is spent on units, per cent
    generals: tuple[str, ...]
    commander: str  # how a general is called
    brigade: str
    division: str
    kinds: tuple[KindRow, ...]


@dataclass(frozen=True, slots=True)
class Organisation:
    """How an army of so many points is organised (M5.1)."""

    points: int
    brigades: int
    divisions: int
    table: str  # the table that is proposed for it


@dataclass(frozen=True, slots=True)
class Organisations:
    """One for each number of points."""

    rows: tuple[Organisation, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: how it is called, and how long a battle on it lasts."""

    title: str
    turns: int
    minutes: int
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class ObjectivePoints:
    """Victory points of objectives (M23.5)."""

    middle: int
    twin: int


@dataclass(frozen=True, slots=True)
class Lists:
    """All of it."""

    date: str
    points: tuple[int, ...]
    nations: Mapping[str, Nation]
    tables: Mapping[str, TableRow]
    organisation: Mapping[int, Organisation]
    objectives: ObjectivePoints
    words: Mapping[str, str]
    hints: tuple[str, ...]


@lru_cache(maxsize=1)
def lists() -> Lists:
    """The lists of this release."""
    package = "hexwar.systems.mininap.free"
    raw = tomllib.loads(resources.files(package).joinpath("lists.toml").read_text("utf-8"))
    rows = record_of(Organisations, raw["organisation"]).rows
    tables = {
        name: TableRow(
            table["title"],
            table["turns"],
            table["minutes"],
            record_of(Recipe, {**table, "names": raw["places"]}, f"tables.{name}."),
        )
        for name, table in raw["tables"].items()
    }
    return Lists(
        date=raw["date"],
        points=tuple(raw["points"]),
        nations=MappingProxyType(
            {name: record_of(Nation, told, name) for name, told in raw["nations"].items()}
        ),
        tables=MappingProxyType(tables),
        organisation=MappingProxyType({row.points: row for row in rows}),
        objectives=record_of(ObjectivePoints, raw["objectives"]),
        words=MappingProxyType({k: v for k, v in raw["words"].items() if isinstance(v, str)}),
        hints=tuple(raw["words"]["hints"]),
    )
