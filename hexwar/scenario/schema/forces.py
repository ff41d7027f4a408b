"""The form of a forces file: the order of battle."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from hexwar.scenario.schema.base import (
    Count,
    FileRecord,
    Flag,
    FormationIdText,
    LeaderIdText,
    Many,
    Name,
    Record,
    SideId,
    Slug,
    SourceId,
    Text,
    UnitIdText,
    Word,
)
from hexwar.table.forces import Arm, FormationKind, Presence, Role

Rating = Annotated[StrictInt, Field(ge=0, le=6)]


class UnitRecord(Record):
    """A unit as printed on its counter. Its morale is derived (N2.3), never stored."""

    id: UnitIdText
    slug: Slug = Field(description="the same for the same real unit in every battle")
    name: Name
    arm: Arm
    division: Name | None = Field(
        default=None, description="its division within its own corps (N6.1)"
    )
    attached_from: FormationIdText | None = Field(
        default=None, description="its own corps, where it is attached to another"
    )
    men: Many = 0
    guns: Count = 0
    sp: Count = Field(description="strength points of the full side")
    reduced_sp: Count = Field(default=0, description="of the reduced side; 0 with one step")
    steps: Annotated[StrictInt, Field(ge=0, le=2)] = Field(description="trains have none")
    initiative: Rating | None = Field(default=None, description="none for trains")
    movement: Count = Field(description="movement allowance, MP")
    vedettes: Count = Field(default=0, description="vedettes that stand for the unit (N20.3)")
    own_vedettes: Count = Field(default=0, description="vedettes beside the unit (N20.3)")
    flags: tuple[Word, ...] = Field(
        default=(), max_length=10, description="such as guard or cossack"
    )
    estimate: Flag = Field(default=False, description="the strength is an estimate")
    source: SourceId | None = Field(default=None, description="a key of `sources`")
    note: Text = ""


class LeaderRecord(Record):
    """A leader, or the HQ counter of an overall commander."""

    id: LeaderIdText
    name: Name
    role: Role
    rating: Rating = Field(description="where `ratings` says nothing else; 0 for an HQ counter")
    ratings: dict[Name, Rating] = Field(
        default_factory=dict, description="ratings by type of order, where they differ (N12.53)"
    )
    movement: Count = Field(description="movement allowance, MP")
    special: tuple[Slug, ...] = Field(default=(), max_length=20, description="ids of special rules")
    estimate: Flag = Field(default=False, description="the rating is an estimate")


class FormationRecord(Record):
    """A corps, a detached division, a wing or an army's headquarters."""

    id: FormationIdText
    name: Name
    side: SideId
    kind: FormationKind
    nation: Name
    presence: Presence = Field(
        description="start, reinforcement, alternate (by card) or campaign (mini-campaign only)"
    )
    army: Word | None = Field(
        default=None, description="the army whose commander may order it (N12.11)"
    )
    assigned_to: FormationIdText | None = Field(
        default=None, description="the wing that commands it"
    )
    division_of: FormationIdText | None = Field(
        default=None, description="corps of a detached division"
    )
    may_order: tuple[FormationIdText, ...] = Field(
        default=(), max_length=50, description="the only formations that this leader may order"
    )
    stacks_as_division: Flag = Field(default=False, description="Russian infantry corps (N6.1)")
    demoralization_sp: Count | None = Field(
        default=None, description="SP lost at which it is demoralized (N15.1)"
    )
    leaders: tuple[LeaderRecord, ...] = Field(
        default=(), max_length=10, description="commander first"
    )
    units: tuple[UnitRecord, ...] = Field(
        default=(), max_length=100, description="headquarters and wings have none"
    )
    note: Text = ""

    @property
    def is_staff(self) -> bool:
        """Whether it has leaders only, and comes as a formation (N5.83)."""
        return self.kind in (FormationKind.HEADQUARTERS, FormationKind.WING)

    @property
    def is_in_play(self) -> bool:
        """Whether it is set up or due by schedule in a battle fought by itself."""
        return self.presence in (Presence.START, Presence.REINFORCEMENT)


class OffMapRecord(Record):
    """A formation that is not in play but has units attached to one that is."""

    id: FormationIdText
    name: Name
    side: SideId


class ForcesFile(FileRecord):
    """The forces of a battle."""

    kind: Literal["forces"]
    side_names: dict[SideId, Name] = Field(
        min_length=2, max_length=2, description="the two sides and what the player reads"
    )
    formations: tuple[FormationRecord, ...] = Field(min_length=1, max_length=200)
    off_map: tuple[OffMapRecord, ...] = Field(default=(), max_length=50)
    estimates: tuple[Word, ...] = Field(
        default=(),
        max_length=20,
        description="fields that are estimates for all formations or units",
    )
    sources: dict[SourceId, Text] = Field(
        default_factory=dict, max_length=50, description="what the keys in `source` stand for"
    )
    notes: tuple[Text, ...] = Field(default=(), max_length=50)
