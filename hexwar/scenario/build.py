"""Makes a battle of the envelope of a scenario, with its forces and its map."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from hexwar.hexes import Hex, grid_of_size, hex_id
from hexwar.messages import mark, say
from hexwar.scenario.files import Loaded
from hexwar.scenario.measured import TableScenario
from hexwar.scenario.pictures import picture_at
from hexwar.scenario.schema import (
    SIDES,
    TERRAIN_LETTERS,
    Envelope,
    ForcesFile,
    FormationRecord,
    LeaderRecord,
    MapFile,
    Record,
    ScenarioFile,
    TurnRecord,
    UnitRecord,
    hexes_of,
    hexside_of,
)
from hexwar.table.battle import Briefing, MapBattle, Par, TurnCard
from hexwar.table.battlefield import Area, Battlefield, Place, River, Road, RoadExit, Span
from hexwar.table.forces import FormationCard, LeaderCard, LeaderId, UnitCard

MONTHS: Final = (
    *(mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June")),
    *(mark("July"), mark("August"), mark("September"), mark("October"), mark("November")),
    mark("December"),
)


class Moment(NamedTuple):
    """When a turn begins; of two moments the later one is the greater."""

    year: int
    month: int
    day: int
    hour: int


def date_of(text: str) -> tuple[int, int, int]:
    """Year, month and day of a date such as 1814-01-29."""
    year, month, day = (int(part) for part in text.split("-"))
    return year, month, day


def moment_of(turn: TurnRecord, date: str) -> Moment:
    """The moment of a turn; a month before that of the scenario's date is of the next year."""
    year, first, _ = date_of(date)
    month = turn.month or first
    return Moment(year + (month < first), month, turn.day, turn.hour)


def is_day(year: int, month: int, day: int) -> bool:
    """Whether there is such a day.

    >>> is_day(1812, 2, 29), is_day(1814, 2, 29), is_day(1814, 13, 1)
    (True, False, False)
    """
    return 1 <= month <= len(MONTHS) and 1 <= day <= monthrange(year, month)[1]


T = TypeVar("T")

OTHER_ORDERS = "other"
"""The key of a split rating for the types of order that it does not list (N12.53)."""


def build(loaded: Loaded) -> MapBattle:
    """The battle that the envelope of a scenario describes; a section adds to it."""
    scenario, forces = loaded.scenario, loaded.forces
    formations, setup = forces.formations, scenario.setup
    in_play, first = _in_play(forces), scenario.first_player
    return MapBattle(
        id=scenario.id,
        name=scenario.name,
        battlefield=build_battlefield(loaded.map, loaded.map_id, loaded.map_sha256),
        sides=(first, next(side for side in forces.side_names if side != first)),
        side_names=dict(forces.side_names),
        units={u.id: _unit(u, f) for f in formations for u in f.units},
        leaders={x.id: _leader(x, f) for f in formations for x in f.leaders},
        formations={f.id: _formation(f) for f in formations},
        unit_hexes={u: at.hex for at in setup for u in at.units if u in in_play},
        leader_hexes={x: at.hex for at in setup for x in at.leaders if x in in_play},
        turns=track_of(scenario),
        vp_hexes={h.hex: h.vp for h in scenario.victory.hexes},
        control={held.hex: held.side for held in scenario.control},
        numbers=dict(scenario.numbers),
        date=date_text(scenario.date),
        briefing=briefing_of(scenario),
        sha256=loaded.sha256,
        pictures=_pictures(loaded),
    )


def _pictures(loaded: Loaded) -> dict[LeaderId, Path]:
    """The pictures of leaders that are there."""
    folders = () if loaded.assets is None else (loaded.assets,)
    leaders = (leader for formation in loaded.forces.formations for leader in formation.leaders)
    found = ((x.id, picture_at(x.picture, folders)) for x in leaders if x.picture is not None)
    return {leader: path for leader, path in found if path is not None}


def briefing_of(scenario: Envelope) -> Briefing | None:
    """The page that players read, where the scenario has one."""
    page = scenario.briefing
    if page is None:
        return None
    return like(Briefing, page, par=None if page.par is None else like(Par, page.par))


def date_text(date: str) -> str:
    """A date as a player reads it.

    >>> date_text("1814-01-29")
    '29 January 1814'
    """
    year, month, day = date.split("-")
    return f"{int(day)} {say(MONTHS[int(month) - 1])} {int(year)}"


def track_of(scenario: ScenarioFile) -> tuple[TurnCard, ...]:
    """The turn track of a scenario."""
    moments = [moment_of(turn, scenario.date) for turn in scenario.turns]
    dates = [date_text(f"{m.year}-{m.month}-{m.day}") for m in moments]
    turns = zip(scenario.turns, moments, dates, strict=True)
    return tuple(TurnCard(t.turn, t.day, t.hour, t.kind, date, m.month) for t, m, date in turns)


def turns_of(scenario: Envelope) -> int:
    """How many turns a scenario lasts."""
    if isinstance(scenario, TableScenario):
        return scenario.last_turn
    return len(scenario.turns) if isinstance(scenario, ScenarioFile) else 0


def _in_play(forces: ForcesFile) -> frozenset[str]:
    """The units and leaders that are set up or due: no alternates, nothing of a mini-campaign."""
    formations = [formation for formation in forces.formations if formation.is_in_play]
    units: set[str] = {unit.id for formation in formations for unit in formation.units}
    return frozenset(units | {x.id for formation in formations for x in formation.leaders})


def like(kind: type[T], record: Record, **own: object) -> T:
    """What a file's record tells, as a record of the table: fields of one name, and others."""
    made: Any = kind
    names = type(record).model_fields.keys() - own
    shared = {f.name: getattr(record, f.name) for f in fields(made) if f.name in names}
    return kind(**shared, **own)


def _printed(formation: FormationRecord) -> dict[str, object]:
    return {"side": formation.side, "formation": formation.id, "nation": formation.nation}


def _unit(unit: UnitRecord, formation: FormationRecord) -> UnitCard:
    initiative, source = unit.initiative or 0, unit.source or ""
    own = _printed(formation) | {"nation": unit.nation or formation.nation}
    return like(UnitCard, unit, **own, initiative=initiative, source=source)


def _leader(leader: LeaderRecord, formation: FormationRecord) -> LeaderCard:
    split = tuple(leader.ratings.items())
    ratings = (*split, (OTHER_ORDERS, leader.rating)) if split else ()
    return like(LeaderCard, leader, **_printed(formation), ratings=ratings)


def _formation(formation: FormationRecord) -> FormationCard:
    units = tuple(unit.id for unit in formation.units)
    leaders = tuple(leader.id for leader in formation.leaders)
    return like(FormationCard, formation, units=units, leaders=leaders)


def build_battlefield(map_: MapFile, id_: str = "", sha256: str = "") -> Battlefield:
    """The battlefield that a map file describes.

    A map with faults can be built too, so that more than its first fault is found; only one
    without faults may be played on.
    """
    sheet = map_.grid
    north = SIDES.index(sheet.north) * 90.0 if sheet.north_degrees is None else sheet.north_degrees
    return Battlefield(
        name=map_.name,
        grid=grid_of_size(sheet.columns, sheet.rows, sheet.low),
        terrain={h: TERRAIN_LETTERS[c] for h, c in cells(map_.terrain) if c != "."},
        elevation={h: int(c) for h, c in cells(map_.elevation) if c != "."},
        slopes=frozenset(hexes_of(side) for side in map_.slopes),
        crests=frozenset(hexside_of(side) for side in map_.crests),
        fords=frozenset(hexside_of(side) for side in map_.fords),
        rivers=tuple(
            River(r.name, r.kind, tuple(hexside_of(side) for side in r.hexsides))
            for r in map_.rivers
        ),
        roads=tuple(Road(r.name, r.kind, r.hexes) for r in map_.roads),
        spans=tuple(Span(s.name, s.kind, hexside_of(s.hexside)) for s in map_.spans),
        places=tuple(Place(p.name, p.hex, p.terrain) for p in map_.places),
        areas=tuple(Area(a.name, a.kind, a.hexes) for a in map_.areas),
        exits=tuple(RoadExit(e.name, e.hex, e.edge) for e in map_.exits),
        metres=sheet.metres,
        north=north,
        id=id_,
        sha256=sha256,
    )


def cells(rows: tuple[str, ...]) -> Iterator[tuple[Hex, str]]:
    """Each letter of a text map with the hex that it stands for."""
    for row, letters in enumerate(rows, start=1):
        for column, letter in enumerate(letters, start=1):
            yield hex_id(column, row), letter
