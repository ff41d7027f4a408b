"""The state: derived lists, readings, copies and views."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.ground.zones import zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.turn import ChitDrawn
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.turn.actions import DrawChit
from hexwar.systems.nlc.state import HIDDEN, GameState, view
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box, Leader, Unit
from tests.systems.nlc.cases import each
from tests.systems.nlc.orders import put_orders
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

LINES = (
    "F1 infantry 5/3-3 0101",
    "F2 light 3-3 0101",
    "F3 train 0101",
    "F4 infantry 5-3 due of:FII",
    "F8 leader 0101",
    "F9 hq due of:FHQ",
    "A1 infantry 4-3 0303",
    "A2 train 0303",
    "A8 leader 0303",
)
PLACES = st.one_of(st.sampled_from(hexes("0101 0102 0303")), st.sampled_from(list(Box)))
PUTS = st.lists(
    st.tuples(st.sampled_from(["F1", "F2", "F3", "F4", "F8", "F9", "A1", "A2", "A8"]), PLACES),
    max_size=12,
)


def table(*lines: str, **more: Any) -> GameState:
    return position(OPEN, *(lines or LINES), **more)


def moved(place: Hex | Box) -> dict[str, Any]:
    return {"hex": None, "box": place} if isinstance(place, Box) else {"hex": place, "box": None}


def where(records: Any) -> dict[str, tuple[str, ...]]:
    """Who is in each hex, made anew from the records."""
    found: dict[str, list[str]] = {}
    for record in records.values():
        if record.hex is not None:
            found.setdefault(record.hex, []).append(record.id)
    return {hex_: tuple(sorted(ids)) for hex_, ids in found.items()}


def put(state: GameState, piece: str, place: Hex | Box) -> None:
    if piece in state.units:
        state.put_unit(replace(state.units[UnitId(piece)], **moved(place)))
    else:
        state.put_leader(replace(state.leaders[LeaderId(piece)], **moved(place)))


@given(PUTS)
def test_the_derived_lists_follow_every_piece(puts: list[tuple[str, Hex | Box]]) -> None:
    state = table()
    for piece, place in puts:
        put(state, piece, place)
        assert state.occupants == where(state.units)
        assert state.leaders_at == where(state.leaders)


@given(before=PUTS, after=PUTS)
def test_a_copy_goes_its_own_way(
    before: list[tuple[str, Hex | Box]], after: list[tuple[str, Hex | Box]]
) -> None:
    state = table(control=MappingProxyType({Hex("0303"): ALLIED}))
    for piece, place in before:
        put(state, piece, place)
    kept = repr(state)
    twin = state.copy()
    assert repr(twin) == kept
    for piece, place in after:
        put(twin, piece, place)
    twin.holding = replace(twin.holding, control={**twin.holding.control, Hex("0303"): FRENCH})
    put_orders(twin, "FI: march 0707; AI: probe 0101")
    twin.chits = replace(twin.chits, cups={**twin.chits.cups, FRENCH: (FormationId("FI"),)})
    assert repr(state) == kept


@pytest.mark.rule("N3.5")
def test_who_is_in_a_hex_and_on_the_map_and_to_whom_units_belong() -> None:
    state = table()
    here = Hex("0101")
    assert state.units_in(here) == units("F1 F2 F3")
    assert state.units_in(here, FRENCH) == units("F1 F2 F3")
    assert state.units_in(here, ALLIED) == ()
    assert state.combat_units_in(here) == units("F1 F2")
    assert state.combat_units_in(here, ALLIED) == ()
    assert state.leaders_in(here) == ("F8",)
    assert state.leaders_in(here, ALLIED) == ()
    for empty in (state.units_in, state.combat_units_in, state.leaders_in):
        assert empty(Hex("0707")) == empty(Hex("0707"), FRENCH) == ()
    state = table()
    assert [u.id for u in state.on_map()] == ["F1", "F2", "F3", "A1", "A2"]
    assert [u.id for u in state.on_map(FRENCH)] == ["F1", "F2", "F3"]
    assert state.in_box(Box.DUE, FRENCH) == units("F4")
    assert state.in_box(Box.DUE, ALLIED) == state.in_box(Box.UAR, FRENCH) == ()
    assert state.card(unit("F2")).name == "F2"
    assert state.formation_of(unit("F4")).id == "FII"
    assert state.units_of(FormationId("FI")) == units("F1 F2 F3")
    assert state.side_of(unit("A2")) == ALLIED


@pytest.mark.rule("N3.9")
@each("box", *list(Box))
def test_each_side_has_the_boxes_of_the_rulebook_beside_the_map(box: Box) -> None:
    state = table()
    put(state, "F2", box)
    put(state, "A1", box)
    others = [other for other in Box if other is not box]
    assert "F2" in state.in_box(box, FRENCH)
    assert state.in_box(box, ALLIED) == units("A1")
    assert not any("A1" in state.in_box(other, ALLIED) for other in others)
    assert "F2" not in state.units_in(Hex("0101"))
    assert {Box.UAR, Box.RECOVERED, Box.PEU, Box.EXITED, Box.DUE} <= set(Box)
    assert [Box.UAR.value, Box.PEU.value] == ["UAR", "PEU"]


def test_strength_turn_card_and_who_is_ready() -> None:
    state = table()
    assert state.sp(unit("F1")) == 5
    state.put_unit(replace(state.units[unit("F1")], reduced=True))
    assert state.sp(unit("F1")) == 3
    state = table()
    state.turn = 0
    assert state.turn_card.number == 1
    state.turn = 2
    assert state.turn_card.number == 2
    assert not state.over
    assert Leader(LeaderId("F8"), hex=Hex("0101"), moved=True).ready() == Leader(
        LeaderId("F8"), hex=Hex("0101")
    )
    assert Unit(UnitId("F1")).hex is None
    state = table()
    zone(state, FRENCH)
    assert state.cache
    assert not state.copy().cache
    state.put_unit(replace(state.units[unit("F3")], moved=True))
    assert not state.cache


def secretive(*more: str) -> GameState:
    state = table(*LINES, *more)
    put_orders(state, "FI: march 0707; FII: attack 0303; FHQ: fall back 0101; AI: defend 0505")
    cups = {FRENCH: (FormationId("FI"), FormationId("FII")), ALLIED: (FormationId("AI"),)}
    state.chits = replace(state.chits, cups=cups, drawn=(FormationId("FII"),))
    return state


@pytest.mark.rule("N3.4", "N4.45", "N4.4")
def test_a_view_hides_the_orders_of_the_enemy_and_names_in_his_cup_but_no_pieces() -> None:
    for side in (FRENCH, ALLIED):
        state = secretive()
        seen = view(state, side)
        for formation in state.battle.formations.values():
            own = formation.side == side
            assert bool(seen.pad.lines[LineId(formation.id)].steps) is own
            assert state.pad.lines[LineId(formation.id)].steps
    state = secretive()
    seen = view(state, ALLIED)
    assert seen.chits.cups == {FRENCH: (HIDDEN, HIDDEN), ALLIED: ("AI",)}
    assert seen.chits.drawn == ("FII",)
    assert state.chits.cups[FRENCH] == ("FI", "FII")
    assert seen.units == state.units
    assert seen.leaders == state.leaders
    assert seen.occupants == state.occupants
    for state in (secretive(), view(secretive(), ALLIED)):
        ChitDrawn(FRENCH, FormationId("FI")).apply(state)
        assert len(state.chits.cups[FRENCH]) == 1
        assert "FI" not in state.chits.cups[FRENCH]
        assert state.chits.drawn == ("FII", "FI")
    assert len(DrawChit("chance", FRENCH).options(secretive())) == 2


@pytest.mark.rule("N12.7", "N12.92")
def test_wings_are_known_and_a_unit_of_a_detached_division_obeys_its_own_line() -> None:
    wing = {"AII": {"assigned_to": FormationId("AI")}}
    state = table(*LINES, "A6 infantry 4-3 0505 of:AII", formations=wing)
    assert view(state, FRENCH).pad.wings == {"AII": "AI"}
    state = table(*LINES, "A5 infantry 4-3 0404 division:2nd")
    put_orders(state, "AI: defend 0303; AI/2nd: delay 0404")
    assert state.line_id_of(unit("A5")) == "AI/2nd"
    assert state.line_id_of(unit("A1")) == "AI"
    assert view(state, FRENCH).line_id_of(unit("A5")) == "AI"
    assert state.side_of_line(LineId("AI/2nd")) == ALLIED
    assert state.pad.lines[LineId("AI/2nd")].units == units("A5")
