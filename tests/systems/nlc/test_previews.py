"""What a player can see before he answers: it is what the rules then do."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.preview import End, journeys, move_ends
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, quote_route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import FRENCH, OPEN, hexes, position, unit, units

STRIP = ". . . . ."
ROAD = ["0101 0201 0301 0401 0501"]
FI = FormationId("FI")


def moving(rows: str, *lines: str, **more: Any) -> GameState:
    more.setdefault("segment", Segment.MOVEMENT)
    return position(rows, *lines, active="FI", **more)


@pytest.mark.rule("N5.4", "N5.31", "N5.34", "N5.81")
def test_each_end_tells_what_is_spent_and_left_on_roads_and_from_an_entry_hex() -> None:
    state = moving(". w . . .", "F1 infantry 5-3-4 0101", "F8 leader 0101")
    along = (LeaderId("F8"),)
    assert move_ends(state, units("F1")) == {
        "0201": End(Route(hexes("0101 0201"), leaders=along), 4, 4),
        "0301": End(Route(hexes("0101 0201 0301"), leaders=along), 6, 2),
        "0401": End(Route(hexes("0101 0201 0301 0401"), leaders=along), 8, 0),
    }
    # the one hex that is always possible leaves nothing
    state = moving(". w", "F1 battery 3-3-3 0101")
    assert move_ends(state, units("F1")) == {"0201": End(Route(hexes("0101 0201")), 8, 0)}
    state = moving(STRIP, "F1 infantry 5-3-1 0101", roads=ROAD)
    assert set(move_ends(state, units("F1"))) == {"0201"}
    by_road = move_ends(state, units("F1"), column=True)
    assert by_road[Hex("0301")] == End(Route(hexes("0101 0201 0301"), column=True), 2, 0)
    lines = ("F1 infantry 5-3 0101", "A1 infantry 1-1 0501")
    barred = moving(STRIP, *lines, roads=ROAD, had_contact=True)
    assert move_ends(barred, units("F1"), column=True) == {}
    assert move_ends(barred, units("F1"))
    arrivals = (Arrival(1, Hex("0101"), units("F1")),)
    state = moving(STRIP, "F1 infantry 5-3-2 due", "F8 leader due", roads=ROAD, arrivals=arrivals)
    found = move_ends(state, units("F1"), Hex("0101"))
    assert found[Hex("0101")] == End(Route(hexes("0101")), 2, 2)
    assert found[Hex("0201")] == End(Route(hexes("0101 0201")), 4, 0)
    assert set(found) == {"0101", "0201"}
    by_road = move_ends(state, units("F1"), Hex("0101"), column=True)
    assert by_road[Hex("0401")] == End(Route(hexes("0101 0201 0301 0401"), column=True), 4, 0)


@pytest.mark.rule("N5.9", "N14.5")
def test_prices_say_why_a_route_is_not_legal_and_journeys_where_leaders_and_trains_go() -> None:
    state = moving(STRIP, "F1 infantry 5-3-2 0101", roads=ROAD)
    asked = ChoosePath(FRENCH, units("F1"))
    assert asked.refusal(state, Route(hexes("0101 0201"))) is None
    dear = asked.refusal(state, Route(hexes("0101 0201 0301 0401")))
    assert dear == Refusal("The path costs 3 MP, and the units have 2.", "N5.4")
    column = Route(hexes("0101 0201 0301 0401"), column=True)
    assert asked.refusal(state, column) is None
    quoted = quote_route(state, units("F1"), None, column)
    assert not isinstance(quoted, Refusal)
    assert quoted.halves == 3
    state = moving(STRIP, "F8 leader 0101", "F2 train 0201", segment=Segment.CONSOLIDATION)
    assert journeys(state, "F8") == {
        "0201": Journey("F8", hexes("0101 0201")),
        "0301": Journey("F8", hexes("0101 0201 0301")),
        "0401": Journey("F8", hexes("0101 0201 0301 0401")),
        "0501": Journey("F8", hexes("0101 0201 0301 0401 0501")),
    }
    assert set(journeys(state, "F2")) == set(hexes("0101 0301 0401 0501"))
    assert journeys(state, "F2")[Hex("0301")] == Journey("F2", hexes("0201 0301"))


LINES = (
    "F1 infantry 5-3 0101",
    "F2 infantry 5-3 0101 moved",
    "F3 train 0301",
    "F4 infantry 5-3 due",
    "F5 infantry 5-3 due",
    "F8 leader 0101",
)
DUE = (Arrival(1, Hex("0501"), units("F4")), Arrival(2, Hex("0501"), units("F5")))


@pytest.mark.rule("N4.52", "N5.82")
def test_what_is_left_undone_is_listed_at_the_end_of_a_segment() -> None:
    state = moving(OPEN, *LINES, arrivals=DUE)
    leaders = ["F8 may still move", "F3 may still move"]
    units_too = ["F4 may still enter at 0501", "F1 in 0101 may still move", *leaders]
    found = list(left_undone(state, ActivateUnit(FRENCH, FI)))
    assert [one.words for one in found] == units_too
    assert [one.address for one in found] == ["hex:0501", "unit:F1", "leader:F8", "unit:F3"]
    assert [one.has_weight for one in found] == [True, True, False, False]
    end = moving(OPEN, *LINES, arrivals=DUE, segment=Segment.CONSOLIDATION)
    last = list(left_undone(end, MoveLeaderOrTrain(FRENCH, FI)))
    assert [one.words for one in last] == leaders
    assert [(one.is_now, one.has_weight) for one in last] == [(True, False), (True, False)]
    apart = (*LINES[:3], "F8 leader 0501")
    end = moving(OPEN, *apart, segment=Segment.CONSOLIDATION)
    last = list(left_undone(end, MoveLeaderOrTrain(FRENCH, FI)))
    assert [(one.words, one.has_weight) for one in last] == [
        (leaders[0], True),
        (leaders[1], False),
    ]
    state.activation = None
    assert not list(left_undone(state, ActivateUnit(FRENCH, FI)))
    blocked = moving(OPEN, *LINES, "A1 infantry 5-3 0501", arrivals=DUE)
    told = [one.words for one in left_undone(blocked, ActivateUnit(FRENCH, FI))]
    assert not [words for words in told if words.startswith("F4")]
    assert blocked.units[unit("F4")].hex is None
