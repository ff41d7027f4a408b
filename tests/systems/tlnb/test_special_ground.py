"""Special rules that change the ground: frozen waters, and banks that horse does not pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.systems.tlnb.rules.combat.charge import charge_paths, target_refusal
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.combat.results import on_from
from hexwar.systems.tlnb.rules.combat.retreat import all_paths
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, ride_refusal
from hexwar.systems.tlnb.rules.movement.reach import ends, quote
from hexwar.systems.tlnb.rules.movement.works import ford_sites
from hexwar.systems.tlnb.state import Ride, Step, TlnbState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.reports import PathQuote
from hexwar.table.state import Sky
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, position, units
from tests.systems.tlnb.hands import in_force
from tests.systems.tlnb.specials import ruled

POND = """
. . . . .
. . m . .
. . . . .
. . . . .
. . . . .
"""


def ice(*lines: str, is_frozen: bool = True, **more: Any) -> TlnbState:
    state = position(POND, *lines, step=Step.MOVEMENT, **more)
    return ruled(state, "frozen-waters", stream_mp=0, marsh_mp=1) if is_frozen else state


def halves(state: TlnbState, unit: str, *path: str) -> int:
    """What a path costs, half MP."""
    found = quote(state, units(unit), tuple(map(Hex, path)), column=False)
    assert isinstance(found, PathQuote), found
    return found.halves


@pytest.mark.rule("T34.6", "T7.3")
@each("arm", "infantry 4-3", "light 4-3", "battery 4-3", "horse 4-3")
def test_frozen_waters_stream_and_marsh_cost_every_arm_1_mp(arm: str) -> None:
    line, streams = f"F1 {arm} 0301", ["0301-0302", "0302-0303"]
    assert halves(ice(line, streams=streams), "F1", "0301", "0302") == 2
    assert halves(ice(line, streams=["0301-0401"]), "F1", "0301", "0401") == 2
    usual = ice(line, is_frozen=False, streams=["0301-0401"])
    assert halves(usual, "F1", "0301", "0401") == 6


@pytest.mark.rule("T34.6")
def test_frozen_waters_bar_trains_but_at_a_span() -> None:
    water: Any = {"streams": ["0301-0302"], "trestles": ["0301-0401"]}
    state = ice("F1 train 0301", roads=["0301 0401"], **water)
    assert Hex("0401") in ends(state, units("F1"))
    path = (Hex("0301"), Hex("0302"))
    assert isinstance(quote(state, units("F1"), path, column=False), Refusal)


@pytest.mark.rule("T34.6", "T10.6")
def test_frozen_waters_do_not_weaken_attacks_nor_give_cover() -> None:
    sides = ("F1 light 4-3 0301", "A1 infantry 4-3 0302")
    streams = ["0301-0302"]
    frozen, usual = ice(*sides, streams=streams), ice(*sides, is_frozen=False, streams=streams)
    assert odds_of(frozen, units("F1"), Hex("0302")).attack == 4
    assert odds_of(frozen, units("F1"), Hex("0302")).faces[4].effect == "Ar"  # no cover: no Shock
    assert float(odds_of(usual, units("F1"), Hex("0302")).attack) == pytest.approx(4 / 3)


@pytest.mark.rule("T34.6", "T13.3")
def test_frozen_waters_do_not_bar_charges() -> None:
    sides = ("F1 heavy 6-4 0304", "A1 infantry 4-3 0302")
    water: Any = {"streams": ["0303-0304"], "trestles": ["0302-0303"]}
    ride = Ride(units("F1"), Hex("0302"), (Hex("0304"), Hex("0303")))
    frozen = ice(*sides, **water)
    assert target_refusal(frozen, ride) is None
    assert ride.path in tuple(charge_paths(frozen, ride.units, ride.target))
    usual = ice(*sides, is_frozen=False, **water)
    assert target_refusal(usual, ride) is not None, "a marsh"
    assert ride.path not in tuple(charge_paths(usual, ride.units, ride.target))


# -- the banks of the Ahe

BANK = """
. . . .
. . . .
. . . .
. . . .
"""
AHE = ["0102-0103", "0103-0202", "0202-0203", "0202-0303", "0302-0303", "0303-0402", "0402-0403"]


def ahe(*lines: str, damaged: tuple[str, ...] = (), is_ruled: bool = True) -> TlnbState:
    """A brook from west to east; a trestle leads over it at 0202-0203, on a road."""
    streams = [side for side in AHE if side != "0202-0203"]
    state = position(
        BANK,
        *lines,
        step=Step.MOVEMENT,
        allowances=(8, 8),
        streams=streams,
        trestles=["0202-0203"],
        roads=["0201 0202 0203 0204"],
        damaged=damaged,
    )
    if not is_ruled:
        return state
    return ruled(state, "ahe-banks", sides=["0202-0203"], infantry_mp=2)


SOUTH = {"0103", "0203", "0303", "0403"}


@pytest.mark.rule("T34.6")
@each("arm is_bound", ("infantry", False), ("light", True), ("battery", True), ("horse", True))
def test_ahe_banks_horse_and_guns_cross_at_spans_only(arm: str, *, is_bound: bool) -> None:
    state = ahe(f"F1 {arm} 4-3 0302")
    assert Hex("0203") in ends(state, units("F1"))
    found = quote(state, units("F1"), (Hex("0302"), Hex("0303")), column=False)
    if is_bound:
        words = "Only infantry and leaders cross the water from 0302 to 0303: there is no span."
        assert found == Refusal(words, "T34.6")
    else:
        assert isinstance(found, PathQuote)
        assert found.halves == 6  # 1 and 2 MP
    broken = ahe(f"F1 {arm} 4-3 0302", damaged=("0202-0203",))
    assert SOUTH.isdisjoint(ends(broken, units("F1"))) is is_bound


@pytest.mark.rule("T34.6")
def test_ahe_banks_bind_a_group_with_horse_in_it() -> None:
    state = ahe("F1 infantry 4-3 0302", "F2 light 4-3 0302")
    path = (Hex("0302"), Hex("0303"))
    assert isinstance(quote(state, units("F1 F2"), path, column=False), Refusal)
    assert isinstance(quote(state, units("F1"), path, column=False), PathQuote)


@pytest.mark.rule("T34.6")
def test_ahe_banks_leaders_pass() -> None:
    state = ahe("FL leader 0302", "F1 infantry 4-3 0302", "F2 infantry 4-3 0303")
    ride = LeaderMove(LeaderId("FL"), (Hex("0302"), Hex("0303")))
    assert ride_refusal(state, ride) is None


@pytest.mark.rule("T34.6")
@each("arm is_bound", ("infantry", False), ("light", True), ("battery", True))
def test_ahe_banks_hold_in_retreats(arm: str, *, is_bound: bool) -> None:
    state = ahe(f"F1 {arm} 4-3 0302", "A1 infantry 4-3 0301")
    found = {path[-1] for path in all_paths(state, units("F1"), 1, (Hex("0301"),), False)}
    assert (Hex("0303") in found) is not is_bound


@pytest.mark.rule("T34.6")
def test_ahe_banks_hold_when_cavalry_rides_on() -> None:
    assert Hex("0303") not in on_from(ahe("F1 light 4-3 0302"), units("F1"))
    assert Hex("0303") in on_from(ahe("F1 light 4-3 0302", is_ruled=False), units("F1"))


@pytest.mark.rule("T34.6")
def test_ahe_banks_nobody_charges_over_them() -> None:
    state = ahe("F1 heavy 6-4 0302", "A1 infantry 4-3 0303")
    assert not tuple(charge_paths(state, units("F1"), Hex("0303")))
    span = ahe("F1 heavy 6-4 0202", "A1 infantry 4-3 0203")
    assert not tuple(charge_paths(span, units("F1"), Hex("0203")))


# -- a ford that scouts find in them (T18.34)

PLACE = hexside(Hex("0302"), Hex("0303"))


def scouted(*lines: str, found: bool = True, side: Side = FRENCH, **more: Any) -> TlnbState:
    """The banks while the card of a side lasts, with its ford at 0302-0303."""
    state = in_force(ahe(*lines, **more), side, "scouts-find-ford")
    if found:
        state.put_spans(replace(state.spans, found=frozenset({PLACE})))
    return state


def paid(state: TlnbState, path: str, who: str = "F1") -> int | str:
    found = quote(state, units(who), tuple(map(Hex, path.split())), column=False)
    return found.rule if isinstance(found, Refusal) else found.halves


@pytest.mark.rule("T18.34")
@each(
    "arm sites",
    ("light", (PLACE,)),
    ("infantry", ()),  # it crosses anyhow
    ("battery", ()),  # it does not wade
    ("horse", ()),
)
def test_cavalry_looks_for_a_ford_in_a_stream_that_it_does_not_cross(
    arm: str, sites: tuple[Hexside, ...]
) -> None:
    state = scouted(f"F1 {arm} 4-3 0302", found=False)
    assert ford_sites(state, units("F1")[0]) == sites
    assert not ford_sites(scouted(f"F1 {arm} 4-3 0302"), units("F1")[0])
    free = in_force(ahe(f"F1 {arm} 4-3 0302", is_ruled=False), FRENCH, "scouts-find-ford")
    assert not ford_sites(free, units("F1")[0])


@pytest.mark.rule("T18.34", "T18.33", "T18.36")
@each(
    "line path halves",
    ("light 4-3 0302", "0302 0303", 6),  # 1 and 2 MP
    ("light 4-3 0301", "0301 0302 0303", "T34.6"),  # not its first step
    ("battery 4-3 0302", "0302 0303", "T34.6"),
    ("light 4-3 0402", "0402 0303", "T34.6"),  # no ford there
    ("infantry 4-3 0302", "0302 0303", 6),
)
def test_a_ford_in_such_a_stream_lets_cavalry_pass(line: str, path: str, halves: int | str) -> None:
    state = scouted(f"F1 {line}")
    assert paid(state, path) == halves
    ways = [end.path for end in ends(state, units("F1")).values()]
    assert (tuple(map(Hex, path.split())) in ways) is isinstance(halves, int)
    theirs = scouted(f"F1 {line}", side=ALLIED)
    assert paid(theirs, path) == (6 if "infantry" in line else "T34.6")


@pytest.mark.rule("T18.33")
def test_high_water_takes_all_mp_of_who_wades_and_of_nobody_else() -> None:
    horse, foot = scouted("F1 light 4-3 0302"), scouted("F1 infantry 4-3 0302")
    for state in (horse, foot):
        state.sky = Sky("fair", is_wet=True)
    assert paid(horse, "0302 0303") == 16
    assert paid(foot, "0302 0303") == 6


@pytest.mark.rule("T18.33", "T7.3")
def test_a_friend_beyond_a_ford_costs_one_more() -> None:
    state = scouted("F1 light 4-3 0302", "F2 infantry 4-3 0303")
    assert paid(state, "0302 0303") == ends(state, units("F1"))[Hex("0303")].spent == 8


@pytest.mark.rule("T18.35")
def test_cavalry_retreats_through_a_ford_that_its_scouts_have_found() -> None:
    for side, passes in ((FRENCH, True), (ALLIED, False)):
        state = scouted("F1 light 4-3 0302", "A1 infantry 4-3 0301", side=side)
        found = {path[-1] for path in all_paths(state, units("F1"), 1, (Hex("0301"),), False)}
        assert (Hex("0303") in found) is passes
