"""When the staff's light cavalry spreads out, where its vedettes ride, and when they gather."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.vedettes import Deployment
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Segment
from tests.ai.asking import staff_answer
from tests.systems.nlc.positions import ALLIED, FRENCH, position, unit
from tests.systems.nlc.staffs import STRIP

ASKED = ActivateUnit(FRENCH, FormationId("FI"))
HUSSARS = "F1 light 4-4 0502 vedettes:2"
OTHERS = ("FL leader 0402 rating:3", "F2 infantry 6-3 0402")
SPREAD = "F1 light 4-4 spread vedettes:2"
FAR = "A1 infantry 5-3 2902"


def before(*lines: str, flag: str | None, foe: str = FAR) -> GameState:
    """I Corps in its Movement Segment; the enemy shows a flag, or nothing that is hidden."""
    state = position(STRIP, *lines, *OTHERS, foe, active="FI", segment=Segment.MOVEMENT, length=8)
    flags = {} if flag is None else {Hex(flag): ALLIED}
    state.hiding = replace(state.hiding, flags=flags)
    return state


def end(state: GameState, piece: str) -> str:
    """Where the staff sends a vedette."""
    route = staff_answer(state, ChoosePath(FRENCH, (UnitId(piece),)))
    return str(route.hexes[-1]) if route.hexes else str(state.units[UnitId(piece)].hex)


@pytest.mark.parametrize(
    ("flag", "foe", "goes"),
    [
        ("1802", FAR, True),
        (None, FAR, False),  # nobody is hidden: it would give away its strength for nothing
        ("2802", FAR, False),  # too far to be reached before long
        ("1802", "A1 infantry 5-3 1102", False),  # it is wanted with its own
    ],
)
def test_it_spreads_out_to_see_who_is_hidden(flag: str | None, foe: str, goes: bool) -> None:
    given = staff_answer(before(HUSSARS, flag=flag, foe=foe), ASKED)
    assert (given == Deployment(unit("F1"))) is goes


def test_each_looks_for_its_own_and_stays_out_of_reach() -> None:
    out = ("F1-v1 vedette 0702", "F1-v2 vedette 0702")
    state = before(SPREAD, *out, flag="1602")
    distance = state.battle.battlefield.grid.distance
    first = Hex(end(state, "F1-v1"))
    assert 3 <= distance(first, Hex("1602")) <= 6  # as near as troops on the march are noticed
    state.units[UnitId("F1-v1")] = replace(state.units[UnitId("F1-v1")], hex=first, moved=True)
    assert distance(Hex(end(state, "F1-v2")), first) > 0


def test_they_gather_by_their_commander_when_the_enemy_shows_himself() -> None:
    away: tuple[Any, ...] = (SPREAD, "F1-v1 vedette 0702", "F1-v2 vedette 0602")
    state = before(*away, flag="1602", foe="A1 infantry 5-3 0902")
    assert end(state, "F1-v1") == "0402"
    together = before(SPREAD, "F1-v1 vedette 0502", "F1-v2 vedette 0502", flag=None)
    assert staff_answer(together, ASKED) == Deployment(unit("F1"), gathers=True)
