"""Hidden forces: what the enemy is shown, what reveals them, marches into the unseen (N20.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Event, SeededChance
from hexwar.ground.hiding import is_seen, spot, touched
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.turn import HexControlled
from hexwar.systems.nlc.rules.combat.assault import Assault, assault
from hexwar.systems.nlc.rules.combat.charge import charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.previews import combat_report
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath, retreat
from hexwar.systems.nlc.rules.movement.hidden_forces import (
    CoverForces,
    PlaceDummy,
    Sham,
    Veil,
    cover_forces,
)
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveLeaderOrTrain,
    consolidation_segment,
)
from hexwar.systems.nlc.state import GameState, knowledge, view
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.hearsay import Hearsay
from hexwar.table.hiding import Hiding
from hexwar.table.hiding_facts import DummyRemoved, DummySet, ForceHidden, ForceRevealed
from hexwar.table.pieces import Box, Segment
from tests.systems.nlc.cases import each
from tests.systems.nlc.plays import Answers, Played, at_once, play
from tests.systems.nlc.positions import ALLIED, FRENCH, hexes, position, unit, units

STRIP = ". . . . . . . . ."
"""Nine hexes in a row: 0101 to 0901."""

FIELD = "\n".join([".  " * 16] * 7)

ON = {"hidden_forces": "on"}


def fog(rows: str, *lines: str, hidden: str = "", dummies: str = "", **more: Any) -> GameState:
    """A position in which some pieces and dummies of the Coalition lie under flags."""
    more = {"active": "FI", "segment": Segment.MOVEMENT, "options": ON} | more
    state = position(rows, *lines, **more)
    lying = {f"allied-dummy-{n}": Hex(at) for n, at in enumerate(dummies.split(), start=1)}
    state.hiding = Hiding(hidden=frozenset(hidden.split()), dummies=lying)
    return state


def march(state: GameState, path: str, dice: tuple[int, ...] = (), who: str = "F1") -> Played[None]:
    answers: Answers = {ActivateUnit: [units(who)], ChoosePath: [Route(hexes(path))]}
    return play(state, movement_segment, dice, answers)


def where(played: Played[Any], *who: str) -> list[str | None]:
    return [played.state.units[unit(one)].hex for one in who]


# -- what the enemy is shown


@pytest.mark.rule("N20.2", "N3.6", "T16.9")
def test_the_enemy_sees_a_flag_and_its_hex_and_neither_who_nor_how_many() -> None:
    theirs = ("A1 infantry 5-3 0701 disrupted", "A2 light 3-3 0701", "A8 leader 0701")
    state = fog(STRIP, "F1 infantry 5-3 0101", *theirs, hidden="A1 A2 A8")
    seen = view(state, FRENCH)
    assert seen.hiding.flags == {Hex("0701"): ALLIED}
    assert not seen.hiding.hidden
    for one in units("A1 A2"):
        assert (seen.units[one].hex, seen.units[one].box) == (None, Box.UNSEEN)
        assert not seen.units[one].disrupted
    assert seen.leaders[LeaderId("A8")].box is Box.UNSEEN
    assert not seen.units_in(Hex("0701"))
    assert not seen.leaders_in(Hex("0701"))
    own = view(state, ALLIED)
    assert own.units == state.units
    assert not own.hiding.flags


@pytest.mark.rule("N20.2", "N3.6", "T16.9")
def test_a_dummy_looks_like_a_force_and_questions_are_the_same() -> None:
    lines = ("F1 infantry 5-3 0101", "A1 infantry 5-3 0401", "A2 infantry 2-3 0801")
    force = fog(STRIP, *lines, hidden="A1 A2")
    dummy = fog(STRIP, lines[0], "A1 infantry 5-3 0801", lines[2], hidden="A1 A2", dummies="0401")
    known = [knowledge(state, FRENCH) for state in (force, dummy)]
    assert known[0].hiding == known[1].hiding
    assert known[0].units == known[1].units
    for question in (ActivateUnit(FRENCH, FormationId("FI")), ChoosePath(FRENCH, units("F1"))):
        assert question.options(known[0]) == question.options(known[1])
    far = Route(hexes("0101 0201 0301 0401 0501"))
    assert ChoosePath(FRENCH, units("F1")).refusal(known[0], far) is None
    assert ChoosePath(FRENCH, units("F1")).refusal(force, far) is not None


@pytest.mark.rule("T16.9")
@pytest.mark.parametrize(("flag", "is_near"), [("0501", True), ("0601", False)])
def test_a_forecast_says_that_what_lies_under_a_flag_nearby_is_left_out(
    flag: str, is_near: bool
) -> None:
    """An assault on 0401: a flag next to it makes the forecast doubtful, one beyond does not."""
    lines = ("F1 infantry 5-3 0301", "A1 infantry 5-3 0401", f"A2 infantry 2-3 {flag}")
    seen = view(fog(STRIP, *lines, hidden="A2", segment=Segment.ASSAULT), FRENCH)
    report = combat_report(seen, Assault(Hex("0401"), units("F1")), Hex("0301"))
    sentence = "What lies under the enemy's flags nearby takes no part."
    assert (sentence in report.assumed) is is_near


@pytest.mark.rule("N20.2", "N15.2")
def test_who_of_the_enemy_is_demoralized_is_not_told_where_forces_may_hide() -> None:
    for options, expected in ((ON, ()), ({}, (FormationId("AI"),))):
        state = fog(STRIP, "F1 infantry 5-3 0101", "A1 infantry 5-3 0701", options=options)
        state.spirit = replace(state.spirit, demoralized=(FormationId("AI"),))
        assert view(state, FRENCH).spirit.demoralized == expected
        assert view(state, ALLIED).spirit.demoralized == (FormationId("AI"),)


@pytest.mark.rule("N20.2", "N22.2")
def test_a_hex_that_a_hidden_unit_wins_seems_the_enemys_till_it_is_seen() -> None:
    lines = ("F1 infantry 5-3 0101", "A1 infantry 5-3 0701")
    state = fog(STRIP, *lines, hidden="A1", control={Hex("0701"): FRENCH})
    HexControlled(Hex("0701"), ALLIED, unit("A1")).happen(state)
    assert state.holding.control[Hex("0701")] == ALLIED
    assert view(state, FRENCH).holding.control[Hex("0701")] == FRENCH
    assert unit("A1") not in view(state, FRENCH).holding.last_in.values()
    assert view(state, ALLIED).holding.control[Hex("0701")] == ALLIED
    ForceRevealed(ALLIED, ("A1",), Hex("0701"), "seen").happen(state)
    assert view(state, FRENCH).holding.control[Hex("0701")] == ALLIED
    assert view(state, FRENCH).holding.last_in[Hex("0701")] == unit("A1")


# -- what reveals (T16.3)


@pytest.mark.rule("N20.2", "T16.3")
@each(
    "hex_ rows more seen",
    ("0201", STRIP, {}, True),  # next to it
    ("0401", STRIP, {}, True),  # three hexes in clear
    ("0501", STRIP, {}, False),  # four
    ("0401", ". . w . . . . . .", {}, False),  # woods between
    ("0301", STRIP, {"weather": "fog"}, False),  # in fog to the next hex
    ("0201", STRIP, {"weather": "fog"}, True),
    ("0701", STRIP, {"elevation": "2 1 . . . . . . ."}, False),  # a hilltop without a leader
)
def test_a_unit_sees_three_hexes_far_and_less_in_weather(
    hex_: str, rows: str, more: dict[str, Any], seen: bool
) -> None:
    state = fog(rows, "F1 infantry 5-3 0101", f"A1 infantry 5-3 {hex_}", hidden="A1", **more)
    assert is_seen(state, Hex(hex_), FRENCH) is seen
    played = at_once(state, spot)
    assert [event.pieces for event in played.of(ForceRevealed)] == ([("A1",)] if seen else [])
    assert (unit("A1") in played.state.hiding.hidden) is not seen


@pytest.mark.rule("T16.3")
@each(
    "unit_hex leader_hex level seen",
    ("0201", "0101", "1 . . . . . . . .", True),  # the leader's own eyes, seven hexes
    ("0301", "0201", ". 1 . . . . . . .", True),  # he stands on another top
    ("0301", "0201", STRIP, False),  # flat land has no hilltop
    ("0301", "0301", "1 . . . . . . . .", False),  # at the foot of it
)
def test_a_leader_on_a_hilltop_sees_far(
    unit_hex: str, leader_hex: str, level: str, seen: bool
) -> None:
    lines = (f"F1 infantry 5-3 {unit_hex}", f"F8 leader {leader_hex}", "A1 infantry 5-3 0801")
    state = fog(STRIP, *lines, hidden="A1", elevation=level)
    assert is_seen(state, Hex("0801"), FRENCH) is seen


@pytest.mark.rule("T16.3")
def test_a_unit_that_the_leader_could_ride_to_sees_as_far_as_he() -> None:
    wide, level = "\n".join([". " * 20] * 3), "1 " + ". " * 19 + "\n" + (". " * 20 + "\n") * 2
    for place, seen in (("0802", True), ("1102", False)):  # his MA takes him eight hexes far
        lines = (
            f"F1 infantry 5-3 {place}",
            "F8 leader 0101",
            f"A1 infantry 5-3 {int(place[:2]) + 6}02",
        )
        state = fog(wide, *lines, hidden="A1", elevation=level)
        hidden = state.units[unit("A1")].hex
        assert hidden is not None
        assert is_seen(state, hidden, FRENCH) is seen


@pytest.mark.rule("N20.2")
def test_who_stands_next_to_the_enemy_is_revealed_whichever_side_came() -> None:
    state = fog(STRIP, "F1 infantry 5-3 0101", "A1 infantry 5-3 0301", hidden="A1")
    assert not touched(state)
    played = march(state, "0101 0201")
    assert played.of(ForceRevealed)[0].pieces == ("A1",)
    own = fog(STRIP, "F1 infantry 5-3 0101", "A1 infantry 5-3 0301", hidden="F1")
    assert march(own, "0101 0201").of(ForceRevealed)[0].pieces == ("F1",)


@pytest.mark.rule("N20.2")
def test_whoever_attacks_shows_himself_first() -> None:
    lines = ("F1 infantry 5-3 0301", "F2 light 4-3 0501", "A1 infantry 4-3 0401")
    state = fog(STRIP, *lines, hidden="F1 F2", segment=Segment.ASSAULT, orders="FI: attack 0401")
    attack = Assault(Hex("0401"), units("F1"))
    played = play(state, lambda table: assault(table, FRENCH, attack), SeededChance("1"))
    assert played.story.index("ForceRevealed") < played.story.index("AssaultDeclared")
    assert played.of(ForceRevealed)[0].pieces == ("F1",)


# -- marches into the unseen (N6.7)


@pytest.mark.rule("N6.7", "N20.2")
@each("die disrupted", (1, False), (6, True))
def test_who_runs_into_a_hidden_force_stops_before_it_and_checks(die: int, disrupted: bool) -> None:
    """37.11.1: the movement ends in the hex before, and morale is checked."""
    lines = ("F1 infantry 5-3 0101", "A1 infantry 5-3 0301")
    played = march(fog(STRIP, *lines, hidden="A1"), "0101 0201 0301 0401", (die,))
    assert where(played, "F1", "A1") == ["0201", "0301"]
    mover = played.state.units[unit("F1")]
    assert (mover.disrupted, mover.moved, mover.spent) == (disrupted, True, 2)
    assert [event.pieces for event in played.of(ForceRevealed)] == [("A1",)]
    assert ForceRevealed.reveals


@pytest.mark.rule("N6.7", "N20.2")
def test_whose_order_forbids_zones_goes_back_a_hex_more_and_is_disrupted() -> None:
    """37.11.1: without leave to enter a ZOC it retreats one hex more, Disrupted without a check."""
    lines = ("F1 light 4-3 0101", "A1 infantry 5-3 0501")
    state = fog(STRIP, *lines, hidden="A1", orders="FI: march 0901")
    played = march(state, "0101 0201 0301 0401 0501 0601")
    assert where(played, "F1") == ["0301"]
    assert played.state.units[unit("F1")].disrupted


@pytest.mark.rule("N6.7", "N20.2")
def test_infantry_stops_in_an_unseen_zone_and_cavalry_rides_on() -> None:
    rows = ". . . . . . .\n. . . . . . ."
    for arm, end, found in (("infantry", "0201", True), ("light", "0501", False)):
        lines = (f"F1 {arm} 5-3 0101", "A1 infantry 5-3 0302")
        played = march(fog(rows, *lines, hidden="A1"), "0101 0201 0301 0401 0501")
        assert (where(played, "F1"), bool(played.of(ForceRevealed))) == ([end], found)


@pytest.mark.rule("N20.2", "T16.6")
def test_a_dummy_in_the_way_is_taken_off_and_the_march_goes_on() -> None:
    lines = ("F1 infantry 5-3 0101", "A1 infantry 5-3 0901")
    played = march(fog(STRIP, *lines, dummies="0301"), "0101 0201 0301 0401")
    assert where(played, "F1") == ["0401"]
    assert [event.hex for event in played.of(DummyRemoved)] == ["0301"]
    assert not played.state.hiding.dummies
    assert not played.state.units[unit("F1")].disrupted


@pytest.mark.rule("N6.7", "N20.2")
def test_a_train_stops_before_an_unseen_zone_and_a_rider_before_the_enemy() -> None:
    lines = ("F1 infantry 5-3 0101", "F7 train 0101", "F8 leader 0101", "A1 infantry 5-3 0501")
    way = hexes("0101 0201 0301 0401 0501 0601")
    for piece, end, roads in (("F7", "0301", [" ".join(way)]), ("F8", "0401", [])):
        state = fog(STRIP, *lines, hidden="A1", roads=roads, segment=Segment.CONSOLIDATION)
        path = way[:5] if piece == "F7" else way
        answers: Answers = {MoveLeaderOrTrain: [Journey(piece, path)]}
        played = play(state, consolidation_segment, answers=answers)
        found = played.state.units.get(unit(piece)) or played.state.leaders[LeaderId(piece)]
        assert found.hex == end
        assert played.of(ForceRevealed)[0].pieces == ("A1",)


@pytest.mark.rule("N20.2", "N20.3")
def test_a_train_and_a_rider_stop_before_vedettes_that_they_do_not_see() -> None:
    lines = ("F1 infantry 5-3 0101", "F7 train 0101", "F8 leader 0101",
             "A1 light 3-3 spread vedettes:1", "A1-v1 vedette 0501")  # fmt: skip
    way = hexes("0101 0201 0301 0401 0501 0601")
    for piece, roads in (("F7", [" ".join(way)]), ("F8", [])):
        state = fog(STRIP, *lines, hidden="A1-v1", roads=roads, segment=Segment.CONSOLIDATION)
        answers: Answers = {MoveLeaderOrTrain: [Journey(piece, way)]}
        played = play(state, consolidation_segment, answers=answers)
        found = played.state.units.get(unit(piece)) or played.state.leaders[LeaderId(piece)]
        assert found.hex == "0401"


@pytest.mark.rule("N20.2", "N11.13")
def test_a_retreat_turns_aside_where_it_runs_into_a_hidden_force() -> None:
    rows = ". . .\n. . .\n. . .\n. . ."
    state = fog(rows, "F1 infantry 5-3 0203", "A1 infantry 5-3 0204", "A2 infantry 3-3 0201",
                hidden="A2", segment=Segment.ASSAULT)  # fmt: skip
    first = hexes("0203 0202 0201")
    answers: Answers = {ChooseRetreatPath: [first]}
    toll = Toll(FRENCH, units("F1"))
    played = play(
        state,
        lambda table: retreat(table, toll, hexes("0204"), attacking=False, rout=False),
        answers=answers,
    )
    assert len(played.questions(ChooseRetreatPath)) == 2
    assert where(played, "A2") == ["0201"]
    assert where(played, "F1")[0] not in ("0201", "0203", None)
    assert played.of(ForceRevealed)[0].pieces == ("A2",)


@pytest.mark.rule("N20.2", "N10.14")
def test_a_charge_that_meets_a_hidden_force_on_its_way_is_over() -> None:
    lines = ("F1 light 4-3 0101", "A1 infantry 2-2 0401 disrupted", "A2 infantry 5-3 0201")
    state = fog(STRIP, *lines, hidden="A2", segment=Segment.CHARGE)
    declared = Charge(units("F1"), Hex("0401"), hexes("0101 0201 0301 0401"))
    played = play(state, lambda table: charge(table, declared), (6,))
    assert played.of(ForceRevealed)[0].pieces == ("A2",)
    assert where(played, "F1", "A1") == ["0101", "0401"]
    assert played.state.units[unit("F1")].disrupted


# -- hiding and dummies


@pytest.mark.rule("N20.2", "T16.8")
def test_only_what_no_enemy_sees_can_be_covered_and_all_of_it_at_once() -> None:
    lines = (
        "F1 infantry 5-3 0101",
        "F2 infantry 3-3 0201",
        "F3 light 3-3 0801",
        "A1 light 4-3 0901",
    )
    state = fog(STRIP, *lines)
    question = CoverForces(FRENCH)
    known = knowledge(state, FRENCH)
    options = question.options(known)
    assert options[:3] == [Veil(hexes("0101 0201")), Veil(hexes("0101")), Veil(hexes("0201"))]
    assert options[-1] is None
    assert question.refusal(known, Veil(hexes("0801"))) is not None  # an enemy stands next to it
    assert question.refusal(known, Veil(())) is not None
    played = play(
        state, lambda table: cover_forces(table, FRENCH), answers={CoverForces: [options[0], None]}
    )
    assert played.state.hiding.hidden == {"F1", "F2"}
    assert [event.is_known_to(ALLIED) for event in played.of(ForceHidden)] == [False, False]
    off = replace_options(state, {})
    assert not play(off, lambda table: cover_forces(table, FRENCH)).asked


def replace_options(state: GameState, options: dict[str, str]) -> GameState:
    twin = state.copy()
    twin.battle = replace(state.battle, options=options)
    return twin


@pytest.mark.rule("N20.2", "T16.6")
def test_there_is_a_dummy_for_each_corps_with_a_leader_and_it_moves_six() -> None:
    lines = ("F1 infantry 5-3 0101", "F8 leader 0101", "A1 light 4-3 1607")
    state = fog(FIELD, *lines)
    first = Sham("french-dummy-1")
    answers: Answers = {CoverForces: [first, None], PlaceDummy: [Hex("0201")]}
    played = play(state, lambda table: cover_forces(table, FRENCH), answers=answers)
    assert played.state.hiding.dummies == {"french-dummy-1": "0201"}
    assert not played.of(DummySet)[0].is_known_to(ALLIED)
    known = knowledge(played.state, FRENCH)
    options = CoverForces(FRENCH).options(known)
    assert first in options  # it may go on
    assert Sham("french-dummy-2") not in options  # there is one corps with a leader
    assert first not in CoverForces(FRENCH, ("french-dummy-1",)).options(known)
    ends = PlaceDummy(FRENCH, "french-dummy-1").options(known)
    assert "0801" in ends  # six hexes of clear ground
    assert "0901" not in ends
    nobody = fog(FIELD, "F1 infantry 5-3 0101", "A1 light 4-3 1607")
    assert not [x for x in CoverForces(FRENCH).options(nobody) if isinstance(x, Sham)]


@pytest.mark.rule("N20.2", "T16.6")
def test_a_dummy_that_the_enemy_sees_is_gone() -> None:
    state = fog(STRIP, "F1 infantry 5-3 0101", "A1 infantry 5-3 0901", dummies="0401 0501")
    played = at_once(state, spot)
    assert [event.hex for event in played.of(DummyRemoved)] == ["0401"]
    assert list(played.state.hiding.dummies.values()) == ["0501"]


# -- who is told


@pytest.mark.rule("N20.2", "N3.4")
def test_the_enemy_is_told_of_a_hidden_unit_from_the_event_that_reveals_it() -> None:
    state = fog(STRIP, "F1 infantry 5-3 0101", "A1 infantry 5-3 0501", options=ON)
    told: list[Event] = [ForceHidden(FRENCH, ("F1",), Hex("0101"))]
    told += march(state, "0101 0201").events
    told += [ForceRevealed(FRENCH, ("F1",), Hex("0201"), "seen")]
    told += march(state, "0101 0201").events
    hearsay = Hearsay(state.battle)
    hearsay.follow(told)
    for event in told:
        assert hearsay.knows(event, FRENCH)
    moved = [hearsay.knows(event, ALLIED) for event in told if type(event).__name__ == "UnitMoved"]
    assert moved == [False, True]
    assert hearsay.knows(told[2], ALLIED)
    assert [hearsay.knows(told[1], who) for who in (FRENCH, "")] == [True, False]
    hearsay.follow(told[:1])  # undone
    again = march(state, "0101 0201").events
    hearsay.follow([told[0], *again])
    assert not hearsay.knows(again[0], ALLIED)
