"""The table as it is laid out at the start: battle and pieces of a draft, whatever is wrong in it.

What cannot be read is left out, and stays in the draft. Counters that a step did not touch are the
same objects as before it, so the board draws only what differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from hexwar.editor.document import Draft, Json
from hexwar.editor.ground import battlefield_of
from hexwar.editor.placing import Kind, Pieces, holder_of, records, texts, where
from hexwar.hexes import Grid, Hex
from hexwar.kit import Kit
from hexwar.messages import say
from hexwar.scenario.build import build, date_of, is_day
from hexwar.scenario.files import Loaded
from hexwar.scenario.findings import Pen
from hexwar.scenario.form import fields_of
from hexwar.scenario.salvage import salvage
from hexwar.scenario.schema import (
    FORMAT,
    ForcesFile,
    FormationRecord,
    MapFile,
    ScenarioFile,
    hexside_of,
)
from hexwar.table.battle import MapBattle
from hexwar.table.forces import (
    FormationCard,
    FormationId,
    LeaderCard,
    LeaderId,
    Side,
    UnitCard,
    UnitId,
)
from hexwar.table.overlays import Entry, Sites
from hexwar.table.pieces import Box, Leader, Unit
from hexwar.table.spans import Spans
from hexwar.table.state import MapState
from hexwar.widgets.board.contents import Markers

SIDES: Final = ("blue", "red")
"""The sides of forces that name none."""

_NO_MAP: Final = MapFile.from_raw(
    {
        "format": FORMAT,
        "kind": "map",
        "name": "?",
        "grid": {"columns": 1, "rows": 1},
        "terrain": ["."],
        "elevation": ["."],
        "slopes": [],
    }
)

_USUAL: Final[Json] = {
    "format": FORMAT,
    "kind": "scenario",
    "id": "at-work",
    "name": "?",
    "date": "1814-01-01",
    "map": "map.json",
    "forces": "forces.json",
    "turns": [{"turn": 1, "day": 1, "hour": 12, "kind": "day"}],
    "weather": {"start": "fair"},
}
"""What counts for a field of a scenario that must be there and cannot be read."""

LAID: Final = ("setup", "reduced", "improved_positions", "damaged_spans", "control")
"""Fields of which the board shows what is told; the battle is the same whatever stands in them."""


class Waits(StrEnum):
    """Why a piece is not on the map at the start."""

    PLACE = "place"  # nobody has placed it
    TURN = "turn"  # it comes on a turn
    CALL = "call"  # it comes when it is called
    OTHER = "other"  # its formation is not in play here


@dataclass(frozen=True, eq=False)
class TableTop:
    """A battle as far as a draft describes it, with its pieces where they start."""

    draft: Draft
    kit: Kit[Any]
    scenario: ScenarioFile  # without what is laid out
    forces: ForcesFile
    battle: MapBattle
    state: MapState

    @cached_property
    def hexes(self) -> Mapping[str, Hex]:
        """Where each piece of the forces is set up, on the map or off it."""
        known = self.battle
        told = where(self.draft.scenario)
        return {p: h for p, h in told.items() if p in known.units or p in known.leaders}

    @cached_property
    def due(self) -> Mapping[str, int]:
        """The turn on which units and formations come."""
        return dict(self._case.turn_of)

    @cached_property
    def called(self) -> frozenset[str]:
        """Units and formations that come when they are called."""
        return frozenset(id_ for _, id_ in self._case.called())

    @cached_property
    def _case(self) -> Any:
        pen = Pen("", [])
        return self.kit.form.case(self.scenario, self.forces, pen, pen)

    def kinds_of(self, pieces: Sequence[str]) -> Pieces:
        """Pieces with what they are, in the order of the order of battle; others left out."""
        wanted = set(pieces)
        return {piece: kind for piece, kind in self.kinds.items() if piece in wanted}

    @cached_property
    def kinds(self) -> Pieces:
        """All pieces of the forces, formation by formation."""
        found: dict[str, Kind] = {}
        for card in self.battle.formations.values():
            found |= dict.fromkeys(card.units, "units")
            found |= dict.fromkeys(card.leaders, "leaders")
        return found

    def card(self, piece: str) -> UnitCard | LeaderCard:
        """What is printed on a piece."""
        unit = self.battle.units.get(UnitId(piece))
        return self.battle.leaders[LeaderId(piece)] if unit is None else unit

    def formation(self, piece: str) -> FormationCard:
        """The formation of a piece."""
        return self.battle.formations[self.card(piece).formation]

    def wait_of(self, piece: str) -> tuple[Waits, int]:
        """Why a piece is not set up, and the turn on which it comes, 0 for none."""
        formation = self.formation(piece)
        turn = self.due.get(piece) or self.due.get(formation.id)
        if turn is None and piece in self.battle.leaders:
            turns = [self.due[unit] for unit in formation.units if unit in self.due]
            is_there = any(unit in self.hexes for unit in formation.units)
            turn = min(turns) if turns and not is_there else None
        if turn is not None:
            return Waits.TURN, turn
        if piece in self.called or formation.id in self.called:
            return Waits.CALL, 0
        record = next(one for one in self.forces.formations if one.id == formation.id)
        return (Waits.PLACE if record.is_in_play else Waits.OTHER), 0

    def waiting(self) -> Iterator[tuple[FormationCard, list[str]]]:
        """The formations side by side with those of their pieces that are not set up."""
        for side in self.battle.sides:
            for card in self.battle.formations.values():
                pieces: list[str] = [*card.leaders, *card.units]
                left = [piece for piece in pieces if piece not in self.hexes]
                if card.side == side and left:
                    yield card, left

    def pieces_in(self, hex_: Hex) -> list[str]:
        """Who is set up in a hex, in the order of the order of battle."""
        return [piece for piece in self.kinds if self.hexes.get(piece) == hex_]

    def markers(self) -> Markers:
        """The hexes that the battle is about."""
        scenario, known = self.draft.scenario, self.battle
        grid = known.battlefield.grid
        control = {
            Hex(one["hex"]): Side(side)
            for one in records(scenario, "control")
            if _is_on(one.get("hex"), grid)
            and (side := holder_of(scenario, one["hex"])) in known.side_names
        }
        points = {hex_: vp for hex_, vp in known.vp_hexes.items() if hex_ in grid}
        sources = {
            Hex(one["hex"]): Side(one["side"])
            for one in records(scenario, "supply_sources")
            if _is_on(one.get("hex"), grid) and one.get("side") in known.sides
        }
        return Markers(sites=Sites(points, control, sources, tuple(self._entries())))

    def _entries(self) -> Iterator[Entry]:
        turns: dict[tuple[Hex, Side], int] = {}
        grid = self.battle.battlefield.grid
        for one in records(self.draft.scenario, "arrivals"):
            hex_, turn = one.get("entry"), one.get("turn")
            for id_ in (*texts(one, "units"), *texts(one, "formations")):
                card = self.battle.units.get(UnitId(id_))
                group = card or self.battle.formations.get(FormationId(id_))
                if group is not None and _is_on(hex_, grid) and isinstance(turn, int):
                    key = Hex(str(hex_)), group.side
                    turns[key] = min(turn, turns.get(key, turn))
        for (hex_, side), turn in sorted(turns.items()):
            yield Entry(hex_, side, str(turn))


def table_top_of(draft: Draft, kit: Kit[Any], before: TableTop | None = None) -> TableTop:
    """The table of a draft; what it has in common with the one before is the same."""
    if before is not None and before.draft is draft and before.kit is kit:
        return before
    known = before if before is not None and _is_of_one_battle(before, draft, kit) else None
    if known is None:
        forces = forces_of(draft.forces)
        scenario = scenario_of(draft, kit, forces, without=LAID)
        battle = battle_of(draft, scenario, forces)
        return TableTop(draft, kit, scenario, forces, battle, _state(draft, battle, None))
    state = _state(draft, known.battle, known.state)
    return replace(known, draft=draft, state=state)


def _is_on(hex_: object, grid: Grid) -> bool:
    """Whether what a draft says is a hex of the sheet."""
    return isinstance(hex_, str) and hex_ in grid


def _is_of_one_battle(before: TableTop, draft: Draft, kit: Kit[Any]) -> bool:
    was = before.draft
    if was.map is not draft.map or was.forces is not draft.forces or before.kit is not kit:
        return False
    names = (was.scenario.keys() | draft.scenario.keys()) - set(LAID)
    return all(was.scenario.get(name) is draft.scenario.get(name) for name in names)


def _state(draft: Draft, battle: MapBattle, before: MapState | None) -> MapState:
    """The pieces where they start; records that did not change are those of before."""
    stands, grid = where(draft.scenario), battle.battlefield.grid
    reduced = set(texts(draft.scenario, "reduced"))
    old_units = {} if before is None else before.units
    old_leaders = {} if before is None else before.leaders
    state = MapState(
        battle=battle,
        units={unit: Unit(unit, box=Box.DUE) for unit in battle.units},
        leaders={leader: Leader(leader, box=Box.DUE) for leader in battle.leaders},
    )
    for unit, card in battle.units.items():
        hex_ = stands.get(unit) if stands.get(unit) in grid else None
        is_reduced = unit in reduced and card.steps > 1
        made = Unit(unit, hex=hex_, box=None if hex_ else Box.DUE, reduced=is_reduced)
        state.put_unit(old_units[unit] if old_units.get(unit) == made else made)
    for leader in battle.leaders:
        hex_ = stands.get(leader) if stands.get(leader) in grid else None
        one = Leader(leader, hex=hex_, box=None if hex_ else Box.DUE)
        state.put_leader(old_leaders[leader] if old_leaders.get(leader) == one else one)
    spans = battle.battlefield.span_at
    damaged = frozenset(
        hexside_of(side) for side in texts(draft.scenario, "damaged_spans") if len(side) == 9
    )
    dug = texts(draft.scenario, "improved_positions")
    state.positions = frozenset(Hex(hex_) for hex_ in dug if hex_ in grid)
    state.put_spans(Spans(damaged=damaged & spans.keys()))
    return state


# -- records that can be read, of what cannot


def forces_of(forces: Json) -> ForcesFile:
    """The forces of a draft: what does not fit is left out, and so is who is of no side."""
    told = forces.get("side_names")
    names = {k: v for k, v in told.items() if _is_name(k, v)} if isinstance(told, dict) else {}
    for record in records(forces, "formations"):
        side = record.get("side")
        if len(names) < 2 and isinstance(side, str) and _is_name(side, side):
            names.setdefault(side, side)
    for side in SIDES:
        if len(names) < 2:
            names.setdefault(side, side)
    raw: Json = {
        "format": FORMAT,
        "kind": "forces",
        "side_names": dict(list(names.items())[:2]),
        "formations": [f for f in records(forces, "formations") if f.get("side") in list(names)],
    }
    read = salvage(ForcesFile, raw, Pen("", []))
    if read.record is None:
        return ForcesFile.model_construct(**{**raw, "formations": ()})
    return read.record.model_copy(update={"formations": _distinct(read.record.formations)})


def _is_name(side: object, name: object) -> bool:
    is_word = isinstance(side, str) and side.replace("_", "").isalpha() and side.islower()
    return is_word and isinstance(name, str) and bool(name.strip()) and len(name) <= 120


def _distinct(formations: Sequence[FormationRecord]) -> tuple[FormationRecord, ...]:
    """The formations, each id of a formation, unit or leader once only."""
    seen: set[str] = set()
    found: list[FormationRecord] = []
    for formation in formations:
        if formation.id in seen:
            continue
        seen.add(formation.id)
        kept: dict[str, Any] = {}
        for kind in ("units", "leaders"):
            new = {one.id: one for one in reversed(getattr(formation, kind)) if one.id not in seen}
            kept[kind] = tuple(reversed(new.values()))
            seen |= new.keys()
        found.append(formation.model_copy(update=kept))
    return tuple(found)


def scenario_of(
    draft: Draft, kit: Kit[Any], forces: ForcesFile, without: Sequence[str] = ()
) -> ScenarioFile:
    """The scenario of a draft as its game reads it: what does not fit is left out.

    Args:
        draft: What is at work.
        kit: The game.
        forces: The forces as they could be read.
        without: Fields that are left out too.
    """
    schema: type[ScenarioFile] = kit.form.schema
    raw = {name: value for name, value in draft.scenario.items() if name not in without}
    sides = list(forces.side_names)
    usual = _USUAL | {"first_player": sides[0]}
    raw |= {name: value for name, value in usual.items() if name not in raw}
    if raw["first_player"] not in sides:
        raw["first_player"] = sides[0]
    raw |= {"format": FORMAT, "kind": "scenario"}
    if not _is_date(raw["date"]):
        raw["date"] = usual["date"]
    record = salvage(schema, raw, Pen("", [])).record
    if record is None:
        for field in fields_of(schema):
            if field.is_needed and field.name in usual and field.refusal(raw[field.name]):
                raw[field.name] = usual[field.name]
        record = salvage(schema, raw, Pen("", [])).record
    if record is None:
        return schema.from_raw({k: v for k, v in usual.items() if k in schema.model_fields})
    return record


def _is_date(date: object) -> bool:
    """Whether it is the date of a day that there was."""
    if not isinstance(date, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
        return False
    year, month, day = date_of(date)
    return year > 0 and is_day(year, month, day)


def no_map() -> MapFile:
    """The smallest map: stands for that of a draft until its battlefield takes the place."""
    return _NO_MAP


def battle_of(draft: Draft, scenario: ScenarioFile, forces: ForcesFile) -> MapBattle:
    """The battle of records that could be read, on the map of the draft."""
    made = build(Loaded(scenario, forces, _NO_MAP))
    return replace(made, battlefield=battlefield_of(draft.map), unit_hexes={}, leader_hexes={})


def wait_words(wait: Waits, turn: int) -> str:
    """Why a piece is not set up, in a few words; nothing where it only has to be placed."""
    if wait is Waits.TURN:
        return say("turn {turn}", turn=turn)
    if wait is Waits.CALL:
        return say("when called")
    return say("not in play") if wait is Waits.OTHER else ""
