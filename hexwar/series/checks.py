"""A scenario of the series with its forces: what every game of the series asks of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.scenario.checks.case import Case
from hexwar.scenario.checks.ground import is_at_edge
from hexwar.scenario.checks.hexes import is_hexside
from hexwar.scenario.checks.pieces import check_known, check_repeats
from hexwar.scenario.checks.schedule import check_turn_number
from hexwar.scenario.errors import Place
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import FormationRecord, hexside_of
from hexwar.series.schema import (
    AlternateRecord,
    ArrivalRecord,
    SeriesScenario,
    SupplySourceRecord,
)
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import Side


@dataclass(frozen=True)
class SeriesCase(Case):
    """A scenario of the series with its forces."""

    scenario: SeriesScenario

    @cached_property
    def entry_of(self) -> dict[str, tuple[int, Hex]]:
        """The turn and the entry hex of each unit and formation that is due."""
        return {
            id_: (arrival.turn, arrival.entry)
            for arrival in self.scenario.arrivals
            for id_ in (*arrival.units, *arrival.formations)
        }

    def arrivals(self) -> Iterator[tuple[Place, str, int]]:
        """Each unit and formation that is due with its place in the file and its turn."""
        for i, arrival in enumerate(self.scenario.arrivals):
            names = names_of(arrival, ("arrivals", i))
            yield from ((place, id_, arrival.turn) for place, id_ in names)

    def called(self) -> Iterator[tuple[Place, str]]:
        """Each unit and formation of the alternates, with its place in the file."""
        for i, alternate in enumerate(self.scenario.alternates):
            yield from names_of(alternate, ("alternates", i))

    def sides(self) -> Iterator[tuple[Place, str]]:
        """Each side that the scenario names, with its place in the file."""
        yield from super().sides()
        scenario = self.scenario
        for i, source in enumerate(scenario.supply_sources):
            yield ("supply_sources", i, "side"), source.side
        for i, exit_ in enumerate(scenario.exits or ()):
            yield ("exits", i, "side"), exit_.side
        for i, alternate in enumerate(scenario.alternates):
            yield ("alternates", i, "side"), alternate.side
        for i, removal in enumerate(scenario.cards.removals):
            yield ("cards", "removals", i, "side"), removal.side
        for name in ("decks", "mode_cards", "bonus_cards"):
            for side in getattr(scenario.cards, name):
                yield ("cards", name, side), side

    def held(self) -> frozenset[Hex]:
        """The sources of supply: each is its side's at the start (N16.2)."""
        return frozenset(source.hex for source in self.scenario.supply_sources)


def names_of(group: ArrivalRecord | AlternateRecord, place: Place) -> Iterator[tuple[Place, str]]:
    """Each unit and formation that a group names, with its place in the file."""
    yield from (((*place, "units", j), id_) for j, id_ in enumerate(group.units))
    yield from (((*place, "formations", j), id_) for j, id_ in enumerate(group.formations))


# -- the calendar


def check_due(scenario: SeriesScenario, pen: Pen) -> None:
    """Reports forces, cards and sources due on a turn that never comes."""
    last = len(scenario.turns)
    for i, arrival in enumerate(scenario.arrivals):
        check_turn_number(arrival.turn, last, ("arrivals", i, "turn"), pen)
    if scenario.cards.bonus_turn is not None:
        check_turn_number(scenario.cards.bonus_turn, last, ("cards", "bonus_turn"), pen)
    timed: tuple[tuple[str, Sequence[AlternateRecord | SupplySourceRecord]], ...] = (
        ("alternates", scenario.alternates),
        ("supply_sources", scenario.supply_sources),
    )
    for name, records in timed:
        for i, record in enumerate(records):
            first, end = record.from_turn or 1, record.to_turn or last
            check_turn_number(first, last, (name, i, "from_turn"), pen)
            check_turn_number(end, last, (name, i, "to_turn"), pen)
            if end < first <= last:
                sentence = say("turn {end} is before the first, turn {first}", end=end, first=first)
                pen.error((name, i, "to_turn"), sentence)


# -- who comes, by schedule and by card: each group is somebody, of one side, and still to come


Group: TypeAlias = "ArrivalRecord | AlternateRecord"


def check_coming(case: SeriesCase) -> None:
    """Reports groups of the schedule and lists of alternates that cannot come."""
    check_somebody(case)
    for i, arrival in enumerate(case.scenario.arrivals):
        check_one_side(case, arrival, ("arrivals", i))
        check_staffs(case, arrival, ("arrivals", i))
    for i, alternate in enumerate(case.scenario.alternates):
        check_own(case, alternate, ("alternates", i))
        check_called(case, alternate, ("alternates", i))
    check_lists(case)


def check_somebody(case: SeriesCase) -> None:
    """No group is empty; one whose names could not be read is not at fault once more."""
    unread = case.pen.written_within(3)
    for place, group in _groups(case):
        if group.units or group.formations:
            continue
        names = (case.pen.original((*place, name)) for name in ("units", "formations"))
        if unread.isdisjoint(names):
            case.pen.error(place, "this names neither units nor formations")


def check_one_side(case: SeriesCase, arrival: ArrivalRecord, place: Place) -> None:
    """Who arrives together is of one side."""
    members = list(_members(case, arrival, place))
    for where, id_, formation in members:
        first = members[0][2]
        if formation.side != first.side:
            words = mark("{id} is not on the side of {first.id}: they cannot arrive together")
            case.pen.error(where, say(words, id=id_, first=first))


def check_staffs(case: SeriesCase, arrival: ArrivalRecord, place: Place) -> None:
    """Only headquarters and wings come as formations, and only if they are not there yet."""
    for j, id_ in enumerate(arrival.formations):
        formation = case.formations.get(id_)
        if formation is None:
            continue
        where = (*place, "formations", j)
        if not formation.is_staff:
            words = mark("{id} is a {kind}: name its units, each in `units`")
            case.pen.error(where, say(words, id=id_, kind=formation.kind))
        else:
            _check_awaited(case, formation, where)


def check_own(case: SeriesCase, alternate: AlternateRecord, place: Place) -> None:
    """A side calls its own forces."""
    if alternate.side not in case.forces.side_names:
        return
    for where, id_, formation in _members(case, alternate, place):
        if formation.side != alternate.side:
            case.pen.error(where, "{id} is on the other side", id=id_)


def check_called(case: SeriesCase, alternate: AlternateRecord, place: Place) -> None:
    """Who is on a list is there once, and not on the map from the start."""
    seen: set[str] = set()
    for where, id_, formation in _members(case, alternate, place):
        is_formation = where[2] == "formations"
        if id_ in seen or (not is_formation and formation.id in alternate.formations):
            case.pen.error(where, "{id} is twice on this list", id=id_)
        elif is_formation:
            _check_awaited(case, formation, where)
        seen.add(id_)


def check_lists(case: SeriesCase) -> None:
    """Each list of a side has a number of its own (N24.2)."""
    seen: set[tuple[Side, int]] = set()
    for i, alternate in enumerate(case.scenario.alternates):
        key = alternate.side, alternate.list
        if key in seen:
            words = mark("the side {alternate.side} has a list {alternate.list} already")
            case.pen.error(("alternates", i, "list"), say(words, alternate=alternate))
        seen.add(key)


def _check_awaited(case: SeriesCase, formation: FormationRecord, place: Place) -> None:
    """Reports a formation of which anybody is set up; what is not in play is not set up."""
    if not formation.is_in_play:
        return
    pieces: list[str] = [unit.id for unit in formation.units]
    pieces += [leader.id for leader in formation.leaders]
    hex_ = next((case.hex_of[piece] for piece in pieces if piece in case.hex_of), None)
    if hex_ is not None:
        words = mark("{id} is on the map from the start, at {hex}: it cannot come")
        case.pen.error(place, say(words, id=formation.id, hex=hex_))


def _groups(case: SeriesCase) -> Iterator[tuple[Place, Group]]:
    for i, arrival in enumerate(case.scenario.arrivals):
        yield ("arrivals", i), arrival
    for i, alternate in enumerate(case.scenario.alternates):
        yield ("alternates", i), alternate


def _members(
    case: SeriesCase, group: Group, place: Place
) -> Iterator[tuple[Place, str, FormationRecord]]:
    """Each unit and formation of a group that the forces have, with its place and formation."""
    for where, id_ in names_of(group, place):
        if where[2] == "units" and id_ in case.units:
            yield where, id_, case.formation_of[id_]
        elif where[2] == "formations" and id_ in case.formations:
            yield where, id_, case.formations[id_]


# -- where forces enter, where supply comes from, what was built and broken before the first turn


def check_entries(case: SeriesCase, field: Battlefield) -> None:
    """Forces enter by a road or trail at the edge of the map (N5.8)."""
    for place, group in _groups(case):
        check_edge_road(case, (*place, "entry"), group.entry, field)


def check_edge_road(case: SeriesCase, place: Place, hex_: Hex, field: Battlefield) -> None:
    """A hex is at the edge of the map, and a road or trail is in it."""
    if hex_ not in field.grid:
        return
    if not is_at_edge(hex_, field.grid):
        case.pen.error(place, "{hex} is not at the edge of the map", hex=hex_)
    elif hex_ not in field.way_hexes:
        case.pen.error(place, "no road or trail reaches {hex}", hex=hex_)


def check_sources(case: SeriesCase, field: Battlefield) -> None:
    """A supply source is where a road leaves the map, and one at a time (N16.2)."""
    exits = {exit_.hex for exit_ in field.exits}
    for i, source in enumerate(case.scenario.supply_sources):
        place: Place = ("supply_sources", i, "hex")
        check_edge_road(case, place, source.hex, field)
        is_sound = source.hex in field.way_hexes and is_at_edge(source.hex, field.grid)
        if is_sound and source.hex not in exits:
            case.pen.error(place, "the map has no road exit at {hex}", hex=source.hex)
    last = len(case.scenario.turns)
    seen: set[tuple[Hex, int]] = set()
    for i, source in enumerate(case.scenario.supply_sources):
        turns = range(source.from_turn or 1, (source.to_turn or last) + 1)
        now = {(source.hex, turn) for turn in turns}
        if seen & now:
            case.pen.error(("supply_sources", i, "hex"), "{hex} is listed twice", hex=source.hex)
        seen |= now
    check_repeats(case, ("exits",), [exit_.hex for exit_ in case.scenario.exits or ()])
    for i, exit_ in enumerate(case.scenario.exits or ()):
        check_edge_road(case, ("exits", i, "hex"), exit_.hex, field)


def check_works(scenario: SeriesScenario, field: Battlefield, pen: Pen) -> None:
    """Each position and each damage is listed once, and what is damaged is a span."""
    positions, spans = scenario.improved_positions, scenario.damaged_spans
    for i, hex_ in enumerate(positions):
        if hex_ in positions[:i]:
            pen.error(("improved_positions", i), "{hex} is listed twice", hex=hex_)
    sides = [hexside_of(text) for text in spans]
    for i, text in enumerate(spans):
        if sides[i] in sides[:i]:
            pen.error(("damaged_spans", i), "{hex} is listed twice", hex=text)
        if is_hexside(text, field.grid) and sides[i] not in field.span_at:
            pen.error(("damaged_spans", i), "no span stands at {text}", text=text)


def check_reduced(case: SeriesCase) -> None:
    """Units that start reduced have a reduced side."""
    for i, id_ in enumerate(case.scenario.reduced):
        check_known(case, "units", id_, ("reduced", i))
        if id_ in case.units and case.units[id_].steps < 2:
            case.pen.error(("reduced", i), "{id} has no reduced side", id=id_)
