"""Step losses and demoralization (N2.2, N11.5, N15)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.app.games import new_match
from hexwar.engine import Event, Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import losses
from hexwar.systems.nlc.events.arrivals import UnitExited
from hexwar.systems.nlc.events.movement import OverstackCured
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.systems.nlc.rules.combat.fight import MainArm
from hexwar.systems.nlc.rules.losses import demoralization
from hexwar.systems.nlc.rules.losses.losses import (
    ChooseStepLoss,
    Toll,
    abandon_leaders,
    box_for_loss,
    charged_arm,
    eliminate,
    is_on_last_step,
    lose_steps,
    may_lose,
    take_step,
)
from hexwar.systems.nlc.rules.supply.lines import side_supply, supply_line
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, FormationKind, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.assaults import fight
from tests.systems.nlc.cases import case, each, ints, rule_of
from tests.systems.nlc.charges import ride
from tests.systems.nlc.plays import Answers, Played, at_once, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit, units

# -- demoralization of formations: level, losses, recovery, the collapse of a side (N15)


AI, AII, AIII, FI = (FormationId(name) for name in ("AI", "AII", "AIII", "FI"))


def at_level(level: int | None, *lines: str, **more: Any) -> GameState:
    """AI with a level of its own, or without one."""
    return position(OPEN, *lines, formations={"AI": {"demoralization_sp": level}}, **more)


FULL = "A1 infantry 6/3-3 0403"


@pytest.mark.rule("N15.1")
def test_the_level_is_two_fifths_and_five_at_least_and_both_are_numbers() -> None:
    for sp, level in ints("1 5, 5 5, 8 5, 10 5, 11 5, 12 5, 13 6, 15 6, 16 7, 20 8, 22 9"):
        assert demoralization.level_of(at_level(None, f"A1 infantry {sp}-3 0403"), AI) == level
        known = at_level(2, f"A1 infantry {sp}-3 0403")
        assert demoralization.level_of(known, AI) == 2
    rules = PRINTED.with_own(
        {"demoralization.percent": 50, "demoralization.least": 4}
    ).demoralization
    assert (rules.percent, rules.least, rules.least_sp_for_vp) == (50, 4, 6)
    numbers = {"demoralization.percent": 50, "demoralization.least": 6}
    for sp, level in ((13, 7), (4, 6)):
        state = at_level(None, f"A1 infantry {sp}-3 0403", numbers=numbers)
        assert demoralization.level_of(state, AI) == level


@pytest.mark.rule("N15.4", "N15.7", "N22")
def test_who_has_no_commander_or_few_sp_is_no_corps() -> None:
    """37.13: it is corps that are worth VP, and whose end is the end of a side."""
    division = {"kind": FormationKind.DIVISION}
    for sp, lines, kind, counts in (
        (6, (), {}, True),
        (5, (), {}, False),
        (6, (), division, False),
        (6, ("AL leader 0404",), division, True),
        (5, ("AL leader 0404",), division, False),
    ):
        state = position(OPEN, f"A1 infantry {sp}-3 0403", *lines, formations={"AI": kind})
        assert demoralization.is_corps(state, AI) is counts
        state.spirit = replace(state.spirit, demoralized=(AI,))
        assert demoralization.has_collapsed(state, ALLIED) is counts  # nobody else is there


@pytest.mark.rule("N15.6", "N15.1")
def test_what_a_formation_begins_with_and_what_it_lacks() -> None:
    lines = ("A1 infantry 5-3 0403", "A2 infantry 4-3 due", "A3 battery 2-3 uar")
    # an alternate that was not called does not count
    state = at_level(None, *lines, "A4 infantry 9-3 reserve", "AT train 0404")
    assert demoralization.start_sp(state, AI) == 11
    assert demoralization.level_of(state, AI) == 5
    assert demoralization.members(state, AI) == units("A1 A2 A3")
    two = ("A1 infantry 6/2-3 0403 reduced", "A2 infantry 6/2-3 0404 reduced")
    state = at_level(None, *two, reduced_at_start=frozenset(units("A1")))
    assert demoralization.start_sp(state, AI) == 8
    assert demoralization.lost_of(state, AI) == 4
    assert [demoralization.lost_by(state, unit_) for unit_ in units("A1 A2")] == [0, 4]
    # a corps of 13 SP: 5 reduced to 3, 5 in the UAR box, 3 untouched: 2 + 5
    lines = ("A1 infantry 5/3-3 0403 reduced", "A2 infantry 5/3-3 uar", "A3 infantry 3-3 0404")
    assert demoralization.lost_of(at_level(None, *lines), AI) == 7
    # A unit that came back counts what it lacks.
    state = at_level(None, "A1 infantry 5/3-3 uar", "A2 battery 4-3 uar")
    assert demoralization.lost_of(state, AI) == 9
    for name in units("A1 A2"):
        losses.UnitReturned(name, Hex("0403")).apply(state)
    assert demoralization.lost_of(state, AI) == 2


@pytest.mark.rule("N15.1", "N15.6")
@each("box lost", (Box.UAR, 5), (Box.RECOVERED, 5), (Box.PEU, 5), (Box.DUE, 0), (Box.EXITED, 0))
@each("mark", "", "reduced")
def test_a_unit_in_a_box_of_the_lost_counts_in_full(box: Box, lost: int, mark: str) -> None:
    state = at_level(None, f"A1 infantry 5/3-3 0403 {mark}")
    losses.UnitEliminated(unit("A1"), box, 0, "fire").apply(state)
    assert demoralization.lost_by(state, unit("A1")) == (lost or (2 if mark else 0))


def hit(state: GameState, name: str = "A1") -> Played[None]:
    """A unit loses a step."""

    return at_once(state, lambda table: take_step(table, unit(name), "fire"))


AT_ONCE = {"demoralization": "at_once"}


@pytest.mark.rule("N15.3", "N4.71")
def test_losses_break_a_formation_in_turn_end_and_not_before() -> None:
    """4.7 and 4.71 of our text: demoralization is counted in Turn End."""
    for level, is_broken in ((2, True), (3, True), (4, False)):
        played = hit(at_level(level, FULL))
        assert played.story == ["StepLost"]
        found = at_once(played.state, demoralization.review).events
        assert found == [losses.FormationDemoralized(AI, 3, level)] * is_broken
    whole = at_level(6, FULL)
    lost = at_once(whole, lambda table: eliminate(table, unit("A1"), "no retreat"))
    assert lost.story == ["UnitEliminated"]


@pytest.mark.rule("N15.3", "N15.1", "N11.4", "N11.6", "N12.8")
def test_by_the_option_the_loss_that_reaches_the_level_breaks_a_formation_at_once() -> None:
    for level, is_broken in ((2, True), (3, True), (4, False)):
        state = at_level(level, FULL, "A2 infantry 6/3-3 0403", options=AT_ONCE)
        played = hit(state)
        expected = [losses.FormationDemoralized(AI, 3, level)] * is_broken
        assert played.of(losses.FormationDemoralized) == expected
        assert demoralization.is_demoralized(played.state, AI) is is_broken
        assert not demoralization.is_demoralized(state, AI)
        if is_broken:  # and never twice
            assert hit(played.state, "A2").of(losses.FormationDemoralized) == []
    state = at_level(5, FULL, "A2 battery 2-3 0403", options=AT_ONCE)
    toll = Toll(ALLIED, units("A1 A2"))
    three = play(state, lambda table: lose_steps(table, toll, 3, "fire"))
    story = "StepLost UnitEliminated FormationDemoralized UnitEliminated"
    assert three.story == story.split()
    assert three.state.spirit.demoralized == (AI,)
    full = at_level(6, FULL, options=AT_ONCE)
    lost = at_once(full, lambda table: eliminate(table, unit("A1"), "no retreat"))
    assert lost.of(losses.FormationDemoralized) == [losses.FormationDemoralized(AI, 6, 6)]
    lines = (f"{FULL} from:AII", "A2 infantry 5-3 0404 of:AII", "A3 light 5-3 0405")
    levels = {"AI": {"demoralization_sp": 3}, "AII": {"demoralization_sp": 3}}
    state = position(OPEN, *lines, formations=levels, options=AT_ONCE)
    assert hit(state).state.spirit.demoralized == (AII,)


@pytest.mark.rule("N15.2", "N15.5", "N20.83", "N12.8", "N15.6", "N15.7")
def test_weariness_has_one_reason_and_wings_do_not_count() -> None:
    state = position(OPEN, "A1 infantry 6-3 0403")
    assert demoralization.weariness(state, AI) is None
    state.spirit = replace(state.spirit, exhausted=(AI,))
    assert demoralization.weariness(state, AI) == "exhausted"
    assert demoralization.is_exhausted(state, AI)
    state.spirit = replace(state.spirit, demoralized=(AI,))
    assert demoralization.weariness(state, AI) == "demoralized"
    assert not demoralization.is_exhausted(state, AII)
    lines = ("A1 infantry 5-3 uar from:AII", "A2 infantry 9-3 0404 of:AII", "A3 infantry 4-3 0405")
    state = at_level(None, *lines)
    assert (demoralization.lost_of(state, AI), demoralization.lost_of(state, AII)) == (0, 5)
    assert (demoralization.start_sp(state, AI), demoralization.start_sp(state, AII)) == (4, 14)
    assert demoralization.counted_for(state, unit("A1")) == AII
    for own in ("A2 infantry 9-3 reserve of:AII", "F2 infantry 9-3 0404"):
        state = at_level(None, lines[0], own)  # where that is not in play the host counts it
        assert (demoralization.lost_of(state, AI), demoralization.start_sp(state, AI)) == (5, 5)
        assert demoralization.counted_for(state, unit("A1")) == AI
    corps = ("A1 infantry 6-3 0403", "A2 infantry 6-3 0404 of:AII")
    wing = ("A-W wing 0404 of:AW", "A3 light 6-3 0405 of:AW")
    kinds = {"AII": {"kind": FormationKind.DIVISION}, "AW": {"kind": FormationKind.WING}}
    state = position(OPEN, *corps, *wing, formations=kinds)
    assert demoralization.levelled(state, ALLIED) == demoralization.levelled(state) == (AI, AII)


@pytest.mark.rule("N15.3", "N4.71")
@each(
    "level broken found",
    (4, (AI, FI), [losses.FormationRecovered(AI, 3, 4)]),  # below its level again
    (3, (AI,), []),  # at its level it stays so
    (3, (), [losses.FormationDemoralized(AI, 3, 3)]),  # who has lost his level breaks
)
def test_at_turn_end(level: int, broken: tuple[FormationId, ...], found: list[Event]) -> None:
    state = at_level(level, f"{FULL} reduced", "A2 infantry 5-3 0404")
    state.spirit = replace(state.spirit, demoralized=broken)

    played = at_once(state, demoralization.review)
    assert played.events == found
    assert FI not in broken or played.state.spirit.demoralized == (FI,)


@pytest.mark.rule("N15.7", "N15.4")
@each(
    "place broken collapses",
    ("0405", (AI, AII, AIII), True),
    ("0405", (AI, AII), False),
    ("due", (AI, AII), False),  # still to come, and not demoralized
    ("reserve", (AI, AII), True),  # an alternate that was not called
    ("uar", (AI, AII), False),
    ("0405", (), False),
)
def test_a_side_collapses_with_its_last(
    place: str, broken: tuple[FormationId, ...], collapses: bool
) -> None:
    corps = ("A1 infantry 6-3 0403", "A2 infantry 6-3 0404 of:AII")
    third = f"A3 infantry 6-3 {place} of:AIII"
    state = position(OPEN, "F1 infantry 6-3 0101", *corps, third, "A4 battery 5-3 0505 of:AIV")
    state.spirit = replace(state.spirit, demoralized=broken)
    assert demoralization.has_collapsed(state, ALLIED) is collapses
    assert not demoralization.has_collapsed(state, FRENCH)
    without = position(OPEN, *corps)  # a side without formations
    assert not demoralization.has_collapsed(without, FRENCH)


@pytest.mark.rule("N15.3", "N15.6")
@given(
    sizes=st.lists(st.integers(2, 9), min_size=1, max_size=5),
    blows=st.lists(st.integers(0, 4), max_size=12),
    level=st.integers(1, 20),
)
def test_a_formation_is_demoralized_just_when_its_losses_reach_its_level(
    sizes: list[int], blows: list[int], level: int
) -> None:
    names = [UnitId(f"A{n}") for n in range(len(sizes))]
    lines = [f"A{n} infantry {sp}-3 040{n + 1}" for n, sp in enumerate(sizes)]
    state = at_level(level, *lines, options=AT_ONCE)
    table: Table[GameState] = Table(state)
    for blow in blows:
        if blow < len(names) and state.units[names[blow]].hex is not None:
            take_step(table, names[blow], "fire")
        lost = sum(sizes) - sum(state.sp(u.id) for u in state.on_map(ALLIED))
        assert demoralization.lost_of(state, AI) == lost
        assert demoralization.is_demoralized(state, AI) is (lost >= level)
    assert len(state.spirit.demoralized) <= 1
    demoralization.note_losses(table, AI)
    assert len(state.spirit.demoralized) <= 1


# -- step losses (N2.2, N11.5-N11.61)


ALL_ARMS = frozenset(MainArm)


def stack(*lines: str) -> tuple[GameState, Toll]:
    """Allied units in one hex, all of whose arms fired."""
    state = position(OPEN, *(f"{line} 0403" if "04" not in line else line for line in lines))
    return state, Toll(ALLIED, state.combat_units_in(Hex("0403")), frozenset(MainArm))


def lose(state: GameState, toll: Toll, steps: int, answers: Answers | None = None) -> Played[Toll]:
    return play(state, lambda table: lose_steps(table, toll, steps, "fire"), answers=answers)


def losers(played: Played[Toll]) -> list[str]:
    """Who lost a step, in order."""
    return [event.unit for event in played.events if hasattr(event, "unit")]


@pytest.mark.rule("N2.2", "N11.6", "N11.5", "N11.61")
def test_the_first_loss_flips_a_unit_of_the_owners_choice() -> None:
    state, toll = stack("A1 infantry 5/3-3")
    flipped = lose(state, toll, 1)
    assert flipped.events == [losses.StepLost(unit("A1"), 2, "fire")]
    assert flipped.state.units[unit("A1")].reduced
    assert flipped.state.sp(unit("A1")) == 3
    removed = lose(state, toll, 2)
    gone = losses.UnitEliminated(unit("A1"), Box.UAR, 3, "fire")
    assert removed.events == [*flipped.events, gone]
    record = removed.state.units[unit("A1")]
    assert (record.hex, record.box) == (None, Box.UAR)
    state, toll = stack("A1 infantry 5-3", "A2 infantry 5-3", "A3 infantry 4-3")
    decision = ChooseStepLoss(ALLIED, units("A1 A2"), "fire")
    played = lose(state, toll, 1, {"ChooseStepLoss": [unit("A2")]})
    assert losers(played) == ["A2"]
    assert played.questions("ChooseStepLoss") == [decision]
    assert rule_of(decision.refusal(state, unit("A3"))) == "N11.5"
    assert decision.kind(unit("A1")) == "lose"
    # After the first loss he chooses among the others, and then among all who have lost.
    state, toll = stack("A1 infantry 8-3", "A2 infantry 5-3", "A3 light 2-3", "A4 battery 3-3")
    after = lose(state, toll, 1)
    assert may_lose(after.state, after.result) == units("A2 A3")
    all_lost = units("A1 A2 A3")
    assert set(may_lose(state, Toll(ALLIED, toll.units, toll.fired, all_lost))) == set(all_lost)


@pytest.mark.rule("N2.22")
@each(
    "line is_last",
    ("A1 battery 3-3", True),
    ("A1 horse 3-3", True),
    ("A1 light 3/0-3", True),
    ("A1 light 2-3", False),
    ("A1 infantry 5-3", False),
)
def test_units_of_one_step_are_removed_by_their_first_loss(line: str, is_last: bool) -> None:
    state, toll = stack(line)
    assert is_on_last_step(state, unit("A1")) is is_last
    (event,) = lose(state, toll, 1).events
    assert isinstance(event, losses.UnitEliminated if is_last else losses.StepLost)
    if is_last:
        assert event == losses.UnitEliminated(unit("A1"), Box.UAR, 3, "fire")


A_ROAD = ("0403 0503 0603 0703",)
FROM_0703 = {Hex("0703"): ALLIED}


def boxes(state: GameState, steps: int = 1) -> list[Box]:
    """Where the Allied units in 0403 go that lose steps."""
    toll = Toll(ALLIED, tuple(u for u in state.units if u in units("A1 A2")))
    return [event.box for event in lose(state, toll, steps).of(losses.UnitEliminated)]


@pytest.mark.rule("N11.6", "N11.61", "N16.5")
@each(
    "enemies box",
    ((), Box.UAR),
    (("F1 infantry 5-3 0703",), Box.PEU),  # in the source
    (("F1 infantry 5-3 0603",), Box.UAR),  # a way round is left
    (tuple(f"F{row} infantry 5-3 060{row}" for row in range(1, 8)), Box.PEU),  # a wall
)
def test_where_a_unit_goes_is_traced_at_that_instant(enemies: tuple[str, ...], box: Box) -> None:
    lines = ("A1 battery 3-3 0403", "A2 battery 2-3 0403")
    for some in (lines[:1], lines):  # the first of a stack is traced before the second goes
        state = position(OPEN, *some, *enemies, supply_sources=FROM_0703)
        assert boxes(state, len(some)) == [box] * len(some)


@pytest.mark.rule("N11.6", "N16.2")
@each(
    "lines box",
    ((), Box.PEU),  # 19 hexes from the source
    (("AT train 0503",), Box.UAR),
    (("AT train 0503", "F1 infantry 5-3 1003"), Box.PEU),  # its road is cut
    (("AT train 0502",), Box.PEU),  # beside the road
)
def test_a_train_with_a_road_to_a_source_supplies_its_own(lines: tuple[str, ...], box: Box) -> None:
    road = " ".join(f"{column:02}03" for column in range(5, 21))
    plain = "\n".join([".  " * 20] * 5)
    sources = {Hex("2003"): ALLIED}
    state = position(plain, "A1 battery 3-3 0103", *lines, supply_sources=sources, roads=[road])
    assert boxes(state) == [box]


@pytest.mark.rule("N11.6")
def test_a_side_without_a_source_needs_no_supply() -> None:
    assert boxes(position(OPEN, "A1 battery 3-3 0403")) == [Box.UAR]


@pytest.mark.rule("N11.6", "N16.5")
@given(data=st.data())
def test_the_box_says_what_the_supply_line_says(data: st.DataObject) -> None:
    """The quick question and the drawn line agree, wherever the enemy stands."""
    cells = st.sampled_from([f"0{c}0{r}" for c in range(1, 8) for r in range(1, 8)])
    places = data.draw(st.lists(cells, min_size=3, max_size=12, unique=True))
    unit_hex, train_hex, *enemies = places
    lines = [f"A1 infantry 3-3 {unit_hex}", f"AT train {train_hex} of:AII"]
    lines += [f"F{n} infantry 5-3 {hex_}" for n, hex_ in enumerate(enemies, start=1)]
    state = position(OPEN, *lines, supply_sources=FROM_0703, roads=A_ROAD)
    has_line = supply_line(state, unit("A1")).in_supply
    assert (box_for_loss(state, unit("A1")) is Box.UAR) is has_line
    assert side_supply(state, ALLIED)[unit("A1")] is has_line


FOOT_FIRED, GUNS_FIRED = frozenset({MainArm.INFANTRY}), frozenset({MainArm.ARTILLERY})
GUARD = "infantry 8-5 0403 guard"


@pytest.mark.rule("N11.5")
@each(
    "lines fired named",
    case("the strongest", "infantry 4-3, infantry 6-3, infantry 5-3", ALL_ARMS, "A2"),
    case("of an arm that fired", "infantry 4-3, light 6-3", FOOT_FIRED, "A1"),
    case("all fired", "infantry 4-3, light 6-3", ALL_ARMS, "A2"),
    case("nobody fired", "infantry 4-3, light 6-3", frozenset(), "A2"),
    case("the side that lies up", "infantry 7/3-3 0403 reduced, infantry 4-3", ALL_ARMS, "A2"),
    case("reduced before", "infantry 9/6-3 0403 reduced, infantry 4-3", ALL_ARMS, "A1"),
    case("not artillery, though it fired", "infantry 4-3, battery 9-3", GUNS_FIRED, "A1"),
    # A Guard may be spared if another can take the loss: not A3, who is weaker than A2.
    case("a Guard", f"{GUARD}, infantry 5-3, infantry 4-3", ALL_ARMS, "A2 A1"),
    case("a Guard first", "infantry 6-3 0403 guard, infantry 4-3, infantry 5-3", ALL_ARMS, "A3 A1"),
    case("not at the cost of guns", f"{GUARD}, battery 3-3", ALL_ARMS, "A1"),
    case("by another arm", f"{GUARD}, light 3-3, light 2-3", FOOT_FIRED, "A2 A1"),
    case(
        "of equal strength the line is the default",
        "infantry 5-5 0403 guard, infantry 5-3, infantry 4-3",
        ALL_ARMS,
        "A2 A1",
    ),
    case("a weaker Guard", "infantry 4-5 0403 guard, infantry 5-3", ALL_ARMS, "A2"),
)
def test_who_takes_the_first_loss(lines: str, fired: frozenset[MainArm], named: str) -> None:
    texts = enumerate(lines.split(", "), start=1)
    state, toll = stack(*(f"A{number} {line}" for number, line in texts))
    assert may_lose(state, Toll(toll.side, toll.units, fired)) == units(named)


@pytest.mark.rule("N11.5")
@each(
    "lines steps story",
    case("nobody is left", "infantry 5-3", 5, "A1 A1"),
    case("nobody twice before all have lost once", "infantry 8-3, light 2-3", 2, "A1 A2"),
    case("artillery last", "infantry 4-3, battery 9-3", 3, "A1 A1 A2"),
    case("even then", "infantry 4-3, light 3-3, battery 2-3", 5, "A1 A2 A1 A2 A3"),
    case("one step is all", "light 1/0-3, light 1/0-3, battery 2-3", 3, "A1 A2 A3"),
    case("a Guard is not spared a second step", f"{GUARD}, infantry 5-3", 2, "A2 A1"),
)
def test_who_loses_one_after_the_other(lines: str, steps: int, story: str) -> None:
    texts = enumerate(lines.split(", "), start=1)
    state, toll = stack(*(f"A{number} {line}" for number, line in texts))
    played = lose(state, toll, steps)
    assert losers(played) == story.split()
    if steps > len(story.split()):
        assert may_lose(played.state, played.result) == ()


@pytest.mark.rule("N8.12", "N14.71", "N14.7", "N8.9", "N10.6")
def test_a_leader_whose_troops_are_lost_may_be_captured() -> None:
    for die, kind in ((2, "LeaderCaptured"), (3, "LeaderDisplaced")):
        for place, dice in (("0401", [die]), ("0403", [])):  # who still has troops does not
            state = position(OPEN, "A-Olsufiev leader 0403", f"A2 infantry 5-3 {place}")
            left = play(state, lambda at: abandon_leaders(at, ALLIED, Hex("0403")), dice=dice)
            assert [event.leader for event in left.of(kind)] == ["A-Olsufiev"] * len(dice)
    lines = ("F1 infantry 1/0-3 0404", "FL leader 0404", "A1 infantry 12-3 0403")
    played = fight(position(OPEN, *lines, active="FI"), [1, 6, 1])  # 12 SP, 6: a step
    assert [e.leader for e in played.of("LeaderCaptured")] == ["FL"]
    # 24 SP on infantry caught, 5: a step; though nobody enters.
    lines = ("F1 heavy 12-3 0406", "A1 infantry 1/0-3 0403", "AL leader 0403")
    answers: Answers = {"ChooseFormSquare": [False], "ChooseAdvance": [None]}
    caught = ride(position(OPEN, *lines, active="FI"), [5, 1, 1, 1], answers)
    assert [e.leader for e in caught.of("LeaderCaptured")] == ["AL"]


@pytest.mark.rule("N11.5")
def test_the_first_loss_falls_on_the_arm_that_was_charged() -> None:
    for lines, first in (
        (("A1 infantry 4-3", "A2 light 6-3", "A3 battery 8-3"), "A1"),
        (("A1 light 4-3", "A2 heavy 6-3", "A3 horse 8-3"), "A2"),
        (("A1 battery 4-3", "A2 horse 6-3"), "A2"),
    ):
        state, toll = stack(*lines)
        charged = Toll(toll.side, toll.units, charged_arm(state, toll.units))
        assert may_lose(state, charged) == (unit(first),)

        assert charged_arm(position(OPEN), ()) == frozenset()  # where nobody stands
    toll = Toll(ALLIED, units("A1 A2"), frozenset({MainArm.CAVALRY}), units("A1"))
    assert toll.only((UnitId("A2"),)) == Toll(ALLIED, units("A2"), toll.fired, units("A1"))


F1, F2, A1, A2 = unit("F1"), unit("F2"), unit("A1"), unit("A2")
BEGIN, NEXT = TurnBegan(1, "day"), TurnBegan(2, "day")


def lost(*events: Event, begins_reduced: tuple[UnitId, ...] = ()) -> dict[str, tuple[int, ...]]:
    """F1 and F2 of FI have 5 (3) and 4 (2) SP, A1 and A2 of AI 7 (4) and 3 (1)."""
    french = ("F1 infantry 5/3-3 0101", "F2 infantry 4/2-3 0102")
    allied = ("A1 infantry 7/4-3 0707", "A2 infantry 3/1-3 0706")
    state = position(OPEN, *french, *allied, reduced_at_start=frozenset(begins_reduced))
    for event in events:
        if not isinstance(event, TurnBegan):
            event.happen(state)
    return {curve.formation: curve.lost for curve in demoralization.loss_curves(state, events)}


@pytest.mark.rule("N15.6")
def test_losses_add_up_by_formation_and_turn_and_who_comes_back_counts_less() -> None:
    fire = (losses.StepLost(F1, 2, "fire"), losses.StepLost(A1, 3, "fire"))
    later = (losses.UnitEliminated(F1, Box.UAR, 3, "fire"), losses.StepLost(F2, 2, "rout"))
    assert lost(BEGIN, *fire, NEXT, *later) == {"FI": (0, 2, 7), "AI": (0, 3, 3)}
    assert lost() == lost(BEGIN, NEXT) == {}
    gone = losses.UnitEliminated(F1, Box.UAR, 5, "fire")
    back = losses.UnitReturned(F1, Hex("0101"))
    assert lost(BEGIN, gone, NEXT, back) == {"FI": (0, 5, 2)}
    assert lost(BEGIN, gone, NEXT, back, losses.StepRegained(F1)) == {"FI": (0, 5, 0)}
    small = (losses.UnitEliminated(A2, Box.UAR, 3, "fire"), losses.UnitReturned(A2, Hex("0706")))
    assert lost(BEGIN, *small) == {"AI": (0, 2)}


@pytest.mark.rule("N5.10", "N15.1", "N15.6")
@each(
    "event begins_reduced found",
    (UnitExited(F1, Hex("0101"), supplied=True), (), {}),
    (UnitExited(F1, Hex("0101"), supplied=False), (), {"FI": (0, 5)}),
    (losses.StepLost(F1, 2, "fire"), (F1,), {"FI": (0, 0)}),  # who began so has not lost that
    (losses.UnitEliminated(F1, Box.PEU, 3, "fire"), (F1,), {"FI": (0, 5)}),  # but gone, all
    (OverstackCured(F1, None), (), {"FI": (0, 5)}),  # there was no room
    (OverstackCured(F1, Hex("0102")), (), {}),
)
def test_what_counts_as_lost(
    event: Event, begins_reduced: tuple[UnitId, ...], found: dict[str, tuple[int, ...]]
) -> None:
    assert lost(BEGIN, event, begins_reduced=begins_reduced) == found


@pytest.mark.rule("N15.6")
def test_a_whole_game_ends_with_what_the_formations_have_lost() -> None:
    match = new_match("hold-the-bridge", {FRENCH: "random", ALLIED: "random"}, "7")
    match.play()
    session = match.session
    found = demoralization.loss_curves(session.state, session.events)
    curves = {curve.formation: curve.lost for curve in found}
    assert {len(curve) for curve in curves.values()} == {session.state.turn + 1}
    known = {f: demoralization.lost_of(session.state, f) for f in session.state.battle.formations}
    ends = {f: curve[-1] for f, curve in curves.items() if curve[-1]}
    assert {f: lost for f, lost in known.items() if lost} == ends
