"""The form of the files: a map, forces, and a scenario that joins them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, Self, TypeAlias, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    StrictFloat,
    StrictInt,
    StringConstraints,
)

from hexwar.hexes import Hex, Hexside, Low, hexside
from hexwar.messages import mark, say
from hexwar.table.battle import Difficulty, Shelf, TurnKind
from hexwar.table.battlefield import SpanKind, Terrain, Water, Way, covers
from hexwar.table.forces import (
    Arm,
    FormationId,
    FormationKind,
    LeaderId,
    Presence,
    Role,
    Side,
    UnitId,
)

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
MaybeName: TypeAlias = Annotated[str, StringConstraints(max_length=120)]
"""A name, or nothing: many a brook and lane has none."""

PictureName: TypeAlias = Annotated[str, StringConstraints(max_length=120)]
"""The name of a file, in whatever words: `hexwar.scenario.pictures` warns of one that is unfit."""
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

    @classmethod
    def layout(cls) -> tuple[str, ...]:
        """The order in which its fields stand in a file."""
        return tuple(cls.model_fields)


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


TERRAIN_LETTERS: Final = {cover.letter: terrain for terrain, cover in covers().items()}
"""What the letters of `MapFile.terrain` stand for."""

Border = Literal["top", "right", "bottom", "left"]
SIDES: Final[tuple[Border, ...]] = get_args(Border)
"""The sides of a sheet, clockwise."""

Bearing = Annotated[StrictFloat, Field(ge=0.0, le=360.0)]

Edge = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class GridRecord(Record):
    """The sheet of hexes."""

    columns: Positive = Field(description="number of columns")
    rows: Positive = Field(description="number of rows")
    low: Low = Field(
        default=Low.EVEN, description="which columns lie half a hex further down the sheet"
    )
    metres: Many = Field(default=480, description="metres from hex to hex")
    north: Border = Field(
        default="top", description="the side of the sheet that is nearest to north"
    )
    north_degrees: Bearing | None = Field(
        default=None,
        description="degrees that north lies clockwise from the top of the sheet, where the side "
        "alone does not say it exactly",
    )


class RiverRecord(Record):
    """A river or stream."""

    name: MaybeName = ""
    kind: Water
    estimate: Flag = Field(default=False, description="the course is an estimate")
    hexsides: tuple[HexsideId, ...] = Field(
        min_length=1, max_length=2000, description="its hexsides in stream order"
    )


class RoadRecord(Record):
    """A road or trail."""

    name: MaybeName = ""
    kind: Way
    estimate: Flag = Field(default=False, description="the course is an estimate")
    hexes: tuple[HexId, ...] = Field(
        min_length=2, max_length=1000, description="its hexes, each next to the one before"
    )


class SpanRecord(Record):
    """A bridge over a river or a trestle over a stream."""

    name: Name
    kind: SpanKind
    hexside: HexsideId
    estimate: Flag = Field(default=False, description="the place is an estimate")


class PlaceRecord(Record):
    """A named hex."""

    name: Name
    hex: HexId
    terrain: Terrain = Field(description="must be what the map says of the hex")
    basis: Text = Field(default="", description="how the hex was found")
    source_name: Text = Field(default="", description="the spelling of the printed source")
    estimate: Flag = Field(default=False, description="the hex is an estimate")


class AreaRecord(Record):
    """A named wood, marsh or height."""

    name: Name
    kind: Literal["woods", "marsh", "height"]
    estimate: Flag = Field(default=False, description="the outline is an estimate")
    hexes: tuple[HexId, ...] = Field(min_length=1, max_length=9801)


class ExitRecord(Record):
    """Where a road leaves the map."""

    name: Name
    hex: HexId
    edge: Edge = Field(description="the edge of the map, by compass")


class MapFile(FileRecord):
    """A map: the ground, hex by hex and hexside by hexside."""

    kind: Literal["map"]
    name: Name
    grid: GridRecord
    terrain: tuple[TerrainRow, ...] = Field(
        min_length=1,
        max_length=99,
        description=f"a text for each row, a letter for each column: {TERRAIN_KEY}",
    )
    elevation: tuple[LevelRow, ...] = Field(
        min_length=1,
        max_length=99,
        description="a text for each row, the level of each hex: . for 0, else a digit",
    )
    slopes: tuple[HexsideId, ...] = Field(
        max_length=30_000, description="hexsides with a slope, the low hex first"
    )
    crests: tuple[HexsideId, ...] = Field(
        default=(), max_length=30_000, description="crest hexsides"
    )
    fords: tuple[HexsideId, ...] = Field(
        default=(), max_length=1000, description="fords over rivers"
    )
    rivers: tuple[RiverRecord, ...] = Field(default=(), max_length=200)
    roads: tuple[RoadRecord, ...] = Field(default=(), max_length=500)
    spans: tuple[SpanRecord, ...] = Field(default=(), max_length=500)
    places: tuple[PlaceRecord, ...] = Field(default=(), max_length=1000)
    areas: tuple[AreaRecord, ...] = Field(default=(), max_length=500)
    exits: tuple[ExitRecord, ...] = Field(default=(), max_length=200)
    estimates: tuple[Word, ...] = Field(
        default=(), max_length=20, description="fields of this file that are estimates as a whole"
    )
    sources: tuple[Text, ...] = Field(default=(), max_length=50)
    notes: tuple[Text, ...] = Field(default=(), max_length=50)


Rating = Annotated[StrictInt, Field(ge=0, le=6)]


class UnitRecord(Record):
    """A unit as printed on its counter. Its morale is derived (N2.3), never stored."""

    id: UnitIdText
    slug: Slug = Field(description="the same for the same real unit in every battle")
    name: Name
    arm: Arm
    nation: Name | None = Field(default=None, description="where it is not that of its formation")
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
    picture: PictureName | None = Field(
        default=None, description="a PNG or JPEG file in the folder assets beside this file"
    )


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


class ForcesHead(FileRecord):
    """What stands first in the forces of a battle."""

    kind: Literal["forces"]
    side_names: dict[SideId, Name] = Field(
        min_length=2, max_length=2, description="the two sides and what the player reads"
    )


class _Formations(ForcesHead):
    formations: tuple[FormationRecord, ...] = Field(min_length=1, max_length=200)
    off_map: tuple[OffMapRecord, ...] = Field(default=(), max_length=50)


class _ForcesTail(FileRecord):
    estimates: tuple[Word, ...] = Field(
        default=(),
        max_length=20,
        description="fields that are estimates for all formations or units",
    )
    sources: dict[SourceId, Text] = Field(
        default_factory=dict, max_length=50, description="what the keys in `source` stand for"
    )
    notes: tuple[Text, ...] = Field(default=(), max_length=50)


class AnyForces(_ForcesTail, ForcesHead):
    """What all forces say, on a map or a table: what is there beside stands between."""

    def strengths(self) -> Iterator[tuple[SideId, int]]:
        """The SP of each unit that is set up or due by schedule, with its side."""
        yield from ()


class ForcesFile(AnyForces, _Formations):
    """The forces of a battle."""

    def strengths(self) -> Iterator[tuple[SideId, int]]:
        """The SP of each unit that is set up or due by schedule, with its side."""
        for formation in self.formations:
            if formation.is_in_play:
                yield from ((formation.side, unit.sp) for unit in formation.units)


def _number(value: object) -> int | float | str:
    if isinstance(value, (int, float, str)) and not isinstance(value, bool):
        return value
    raise ValueError(say("should be a number or a word"))


NumberValue = Annotated[
    int | float | str, PlainValidator(_number, json_schema_input_type=int | float | str)
]
"""An own value of a number of the rules; a few of these are words."""

Key = Annotated[str, StringConstraints(max_length=100)]
Prose = Annotated[str, StringConstraints(max_length=3000)]
TurnNumber = Annotated[StrictInt, Field(ge=1, le=200)]
UnitIds = Annotated[tuple[UnitIdText, ...], Field(max_length=200)]
FormationIds = Annotated[tuple[FormationIdText, ...], Field(max_length=50)]


FIRST_SYSTEM: Final = "nlc"
"""The system of files that name none: they are older than the second game."""


class TurnRecord(Record):
    """A space of the turn track."""

    turn: TurnNumber
    month: Annotated[StrictInt, Field(ge=1, le=12)] | None = Field(
        default=None,
        description="where it is not the month of the scenario's date; an earlier one is of the "
        "next year",
    )
    day: Annotated[StrictInt, Field(ge=1, le=31)]
    hour: Annotated[StrictInt, Field(ge=0, le=23)]
    kind: TurnKind


class PlacementRecord(Record):
    """What stands in a hex at the start."""

    hex: HexId
    units: UnitIds = ()
    leaders: Annotated[tuple[LeaderIdText, ...], Field(max_length=50)] = ()


class HolderRecord(Record):
    """A hex and the side it belongs to."""

    hex: HexId
    side: SideId


class VpHexRecord(Record):
    """A hex that is worth victory points."""

    hex: HexId
    vp: Count


class VictoryRecord(Record):
    """What wins beside the rules' own list (N22)."""

    hexes: tuple[VpHexRecord, ...] = Field(default=(), max_length=100)


class ParRecord(Record):
    """What games between computer players come to: a handicap to be told, and no rule."""

    side: SideId
    vp: Annotated[StrictInt, Field(ge=-500, le=500)] = Field(
        description="VP of that side less those of the enemy, the median"
    )
    spread: Annotated[StrictInt, Field(ge=0, le=500)] = Field(
        description="standard deviation of these VP"
    )
    games: Positive = Field(description="how many it was measured in")
    player: Slug | Literal[""] = Field(default="", description="the computer player on both sides")
    won: Annotated[StrictInt, Field(ge=0)] | None = Field(
        default=None, description="how many of the games that side won"
    )
    drawn: Annotated[StrictInt, Field(ge=0)] = Field(default=0, description="how many nobody won")


class BriefingRecord(Record):
    """A page for the players; no rule reads it. A paragraph is a line."""

    situation: Prose
    forces: Prose
    aims: dict[SideId, Text] = Field(min_length=1, max_length=2, description="of each side")
    special: tuple[Text, ...] = Field(default=(), max_length=20, description="what is special")
    victory: Prose
    history: Prose = Field(description="how it ended in 1814; empty: it is made up")
    difficulty: dict[SideId, Difficulty] = Field(
        min_length=1, max_length=2, description="how hard each side is to play"
    )
    minutes: Annotated[StrictInt, Field(ge=5, le=6000)] = Field(
        description="what two players who know the rules need"
    )
    hints: tuple[Text, ...] = Field(
        default=(), min_length=3, max_length=3, description="three pieces of advice"
    )
    sources: tuple[Text, ...] = Field(default=(), max_length=30)
    estimates: Prose = Field(default="", description="which figures are estimates")
    par: ParRecord | None = Field(
        default=None, description="what computer players come to: a handicap to be told"
    )


class ScenarioHead(FileRecord):
    """What stands first in a scenario."""

    kind: Literal["scenario"]
    id: Slug
    name: Name
    shelf: Shelf = Field(
        default=Shelf.BATTLE, description="where lists show it: learn, small, battle or campaign"
    )
    system: Slug = Field(default=FIRST_SYSTEM, description="the game that it is for")
    date: DateText = Field(description="year-month-day of the first turn")
    map: FilePath = Field(description="its map, such as maps/brienne.json")
    forces: FilePath = Field(description="its forces, such as forces.json in the same folder")
    first_player: SideId = Field(description="the side that is asked first (N24.3)")


class _OnHexes(ScenarioHead):
    turns: tuple[TurnRecord, ...] = Field(min_length=1, max_length=200)
    setup: tuple[PlacementRecord, ...] = Field(default=(), max_length=1000)
    victory: VictoryRecord = VictoryRecord()
    control: tuple[HolderRecord, ...] = Field(
        default=(), max_length=100, description="who holds victory hexes at the start (N22.2)"
    )


class _Tail(FileRecord):
    numbers: dict[Key, NumberValue] = Field(
        default_factory=dict,
        max_length=100,
        description="own values of house rules' numbers, by dotted key",
    )
    estimates: tuple[Word, ...] = Field(
        default=(), max_length=20, description="fields of this file that are estimates"
    )
    sources: tuple[Text, ...] = Field(default=(), max_length=50)
    notes: tuple[Text, ...] = Field(default=(), max_length=50)
    briefing: BriefingRecord | None = Field(
        default=None, description="what players read before they choose the battle"
    )


class Envelope(_Tail, ScenarioHead):
    """What all scenarios say, on a map or a table."""


class ScenarioFile(Envelope, _OnHexes):
    """The envelope of a scenario on a map of hexes; the section of its system adds fields.

    Its fields stand in the order of a file: what all say first, then that of maps, then the rest.
    """


KINDS: Final[dict[str, type[FileRecord]]] = {
    "map": MapFile,
    "forces": ForcesFile,
    "scenario": ScenarioFile,
}
"""The kinds of file of a battle on hexes by the word in their field `kind`."""
