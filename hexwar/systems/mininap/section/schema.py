"""The form of its files: units and commanders in the forces, where they stand in the scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictInt

from hexwar.scenario.measured import Bearing, Point, TableBody, TableScenario
from hexwar.scenario.schema import (
    AnyForces,
    Count,
    Flag,
    ForcesHead,
    Many,
    MaybeName,
    Name,
    Positive,
    Record,
    SideId,
    SourceId,
    Text,
    UnitIdText,
)

ArmWord: TypeAlias = Literal["infantry", "cavalry", "artillery", "command"]
KindWord: TypeAlias = Literal["line", "light", "medium", "heavy", "brigade", "division", "corps"]
FormationWord: TypeAlias = Literal["column", "line", "square", "skirmish_line"]


class MiniUnitRecord(Record):
    """A unit, or a command stand (M2)."""

    id: UnitIdText
    name: Name
    side: SideId
    arm: ArmWord
    kind: KindWord = Field(description="type of a unit, or rank of a commander (M2.5)")
    sp: Positive = Field(description="strength points at the start (M3)")
    nation: MaybeName = ""
    brigade: UnitIdText | None = Field(
        default=None, description="its brigade; of a commander in `commands` (M5.2)"
    )
    division: UnitIdText | None = Field(
        default=None, description="its division, where it is in no brigade; of a commander his own"
    )
    commands: tuple[UnitIdText, ...] = Field(
        default=(),
        max_length=20,
        description="brigades of a commander; of a corps commander none: he commands all (M5.1)",
    )
    horse: Flag = Field(default=False, description="horse artillery (M2.7)")
    lancer: Flag = Field(default=False, description="light cavalry with lances (M2.8)")
    veteran: Flag = Field(default=False, description="counts with the option `veterans` (M25.1)")
    men: Many = Field(default=0, description="strength behind the SP (M3.1)")
    guns: Count = Field(default=0, description="guns behind the SP (M3.3)")
    estimate: Flag = Field(default=False, description="the strength is an estimate")
    source: SourceId | None = Field(default=None, description="a key of `sources`")
    note: Text = ""


class BodyRecord(Record):
    """A brigade or a division by name."""

    id: UnitIdText
    name: Name


class _Army(ForcesHead):
    system: Literal["mininap"]
    bodies: tuple[BodyRecord, ...] = Field(
        default=(), max_length=50, description="names of brigades and divisions; else their ids"
    )
    units: tuple[MiniUnitRecord, ...] = Field(min_length=2, max_length=200)


class MiniForces(AnyForces, _Army):
    """The forces of a battle of Mini-Nap 2; the order of the units is their rank (M27.2)."""

    def strengths(self) -> Iterator[tuple[SideId, int]]:
        """The SP of each unit with its side; command stands do not count."""
        yield from ((unit.side, unit.sp) for unit in self.units if unit.arm != "command")


class StandingRecord(Record):
    """Where and how a unit stands at the start."""

    unit: UnitIdText
    at: Point = Field(description="the centre of the unit, hundredths of a cm east and north")
    bearing: Bearing = Field(description="where it faces: 0 north, 900 east, 1800 south")
    formation: FormationWord = Field(
        default="skirmish_line", description="guns and commanders are always in skirmish line"
    )
    limbered: Flag = False


class _OnMiniTable(TableBody):
    setup: tuple[StandingRecord, ...] = Field(min_length=2, max_length=200)
    break_at: dict[SideId, Annotated[StrictInt, Field(ge=1, le=200)]] = Field(
        default_factory=dict,
        max_length=2,
        description="units lost at which an army breaks; else more than half (M23.4)",
    )


class MiniScenario(TableScenario, _OnMiniTable):
    """A scenario of Mini-Nap 2: the envelope of a table with the set-up of its units."""
