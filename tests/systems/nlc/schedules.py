"""Positions with forces that are to come, and cards that change it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwar.cards.records import CardId
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Alternate, Arrival
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Presence
from hexwar.table.pieces import Box
from tests.systems.nlc.hands import hand
from tests.systems.nlc.positions import FRENCH, OPEN, units

EARLY, LATE, ELSEWHERE = CardId("arrives-early"), CardId("delay"), CardId("other-route")
ALTERNATE = CardId("alternate-reinforcements")
LINES = (
    "F1 infantry 5-3 due",
    "F2 infantry 4-3 due of:FII",
    "F3 infantry 4-3 due",
    "F4 overall due of:FHQ",
    "A1 infantry 5-3 due",
    "A2 infantry 5-3 0404",
)
WAYS: dict[str, Any] = {"roads": ["0401 0402 0403 0404", "0701 0702 0703", "0104 0204 0304 0404"]}
"""Two roads from the north and one from the west, for a map of seven by seven."""


def group(who: str, turn: int, entry: str = "0401", staff: str = "") -> Arrival:
    formations = tuple(FormationId(word) for word in staff.split())
    return Arrival(turn, Hex(entry), units(who), formations)


FIRST, SECOND, REST = group("F1", 3), group("F2", 5, "0104"), group("F3", 6)
STAFF, ENEMY = group("", 4, staff="FHQ"), group("A1", 2, "0701")


def waiting(*groups: Arrival, holds: str, turn: int = 1, **more: Any) -> GameState:
    """Groups are on the turn track; the French hold cards."""
    state = hand(OPEN, *LINES, holds=holds, arrivals=groups, **(WAYS | more))
    state.turn = turn
    return state


def when(state: GameState) -> dict[str, tuple[int, int]]:
    """The turn and the shift of each group."""
    return {group.key: (group.turn, group.shift) for group in state.schedule.arrivals}


CALLED = Alternate(FRENCH, 1, Hex("0401"), units("F5 F6"))
SECOND_CALL = Alternate(FRENCH, 2, Hex("0401"), units("F7"))
ALL_V = Alternate(FRENCH, 1, Hex("0401"), units("F5 F6"), (FormationId("FV"),))
ALL_VI = Alternate(FRENCH, 2, Hex("0101"), units("F7"), (FormationId("FVI"),))
CORPS = ("F5 infantry 7-3 reserve of:FV", "F6 battery 4-3 reserve of:FV", "F9 leader due of:FV")
ARMY = (*CORPS, "F7 infantry 9-3 reserve of:FVI", "A2 infantry 5-3 0404")


def with_alternates(*groups: Alternate, way: str = "full", **more: Any) -> GameState:
    state = hand(
        OPEN,
        *ARMY,
        holds="alternate-reinforcements",
        alternates=groups,
        way=way,
        formations={"FV": {"presence": Presence.ALTERNATE}},
        **(WAYS | more),
    )
    state.put_leader(replace(state.leaders[LeaderId("F9")], box=Box.RESERVE))
    return state
