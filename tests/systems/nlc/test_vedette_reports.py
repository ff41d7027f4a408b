"""Vedettes and hidden forces: what they see, and when their commander hears of it (N20.3)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ground.hiding import is_seen
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.movement.reports import count_reports, report, sightings
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment
from hexwar.systems.nlc.rules.movement.vedettes import Deployment
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId
from hexwar.table.hearsay import Hearsay
from hexwar.table.hiding import Hiding
from hexwar.table.hiding_facts import DummyRemoved, ForceRevealed, ReportsCounted, ReportSet
from hexwar.table.pieces import Segment
from tests.systems.nlc.cases import each
from tests.systems.nlc.plays import at_once, play
from tests.systems.nlc.positions import ALLIED, FRENCH, hexes, position, unit, units

LONG = "\n".join([".  " * 30] * 3)
"""Thirty columns of clear hexes."""

SPREAD = ("F1 light 4-4 spread vedettes:1", "F1-v1 vedette 2602")
FORCE = ("A1 infantry 5-3 2902", "A2 infantry 2-3 0103")


def fog(*lines: str, hidden: str, dummies: str = "", **more: Any) -> GameState:
    options = {"hidden_forces": "on", "vedettes": "on"}
    fields: dict[str, Any] = {"active": "FI", "segment": Segment.MOVEMENT, "options": options}
    state = position(LONG, *SPREAD, *lines, **(fields | more))
    lying = {f"allied-dummy-{n}": Hex(at) for n, at in enumerate(dummies.split(), start=1)}
    state.hiding = Hiding(hidden=frozenset(hidden.split()), dummies=lying)
    return state


@pytest.mark.rule("N20.3")
@each(
    "leader turns",
    ("1902", None),  # 7 hexes away: within the vedette's MA
    ("1802", 2),
    ("1202", 2),
    ("1102", 3),
)
def test_a_report_takes_the_turns_of_a_ride_to_the_commander(
    leader: str, turns: int | None
) -> None:
    """37.11.2: the counter is the number of turns; none where he is in movement range."""
    state = fog(*FORCE, f"F8 leader {leader}", hidden="A1")
    assert not is_seen(state, Hex("2902"), FRENCH)
    played = at_once(state, report)
    if turns is None:
        (shown,) = played.of(ForceRevealed)
        assert (shown.side, shown.pieces, shown.cause) == (ALLIED, ("A1",), "report")
        return
    assert played.of(ReportSet) == [ReportSet(FRENCH, "A1", Hex("2902"), turns)]
    assert not list(sightings(played.state))
    assert view(played.state, FRENCH).hiding.reports == {"2902": turns}
    assert view(played.state, FRENCH).units[unit("A1")].hex is None


@pytest.mark.rule("N20.3")
def test_a_report_is_a_turn_nearer_each_turn_and_reveals_when_it_comes() -> None:
    state = fog(*FORCE, "F8 leader 1202", hidden="A1")
    sent = at_once(state, report).state
    nearer = at_once(sent, count_reports)
    assert nearer.of(ReportsCounted) == [ReportsCounted()]
    assert nearer.state.hiding.reports == {"A1": 1}
    assert not nearer.of(ForceRevealed)
    here = at_once(nearer.state, count_reports)
    assert [shown.pieces for shown in here.of(ForceRevealed)] == [("A1",)]
    assert not here.state.hiding.reports
    assert not at_once(state, count_reports).events


@pytest.mark.rule("N20.3")
def test_a_force_of_vedettes_is_named_at_once_and_a_dummy_is_not() -> None:
    """37.11.2: its owner says whether it is a vedette."""
    theirs = ("A1 light 3-3 spread vedettes:1", "A1-v1 vedette 2902", "A2 infantry 2-3 0103")
    named = at_once(fog(*theirs, "F8 leader 0502", hidden="A1-v1"), report)
    assert [shown.pieces for shown in named.of(ForceRevealed)] == [("A1-v1",)]
    sham = at_once(fog(FORCE[1], "F8 leader 1202", hidden="A2", dummies="2902"), report)
    assert [e.turns for e in sham.of(ReportSet)] == [2]
    assert sham.of(ReportSet)[0].force == "allied-dummy-1"
    gone = at_once(at_once(sham.state, count_reports).state, count_reports)
    assert [e.dummy for e in gone.of(DummyRemoved)] == ["allied-dummy-1"]


@pytest.mark.rule("N20.3")
def test_without_the_line_of_sight_or_too_far_nothing_is_reported() -> None:
    near = ("A1 infantry 5-3 3002", "A2 infantry 2-3 0103")
    assert not list(sightings(fog(*near, "F8 leader 1202", hidden="A1")))
    seen = fog(*FORCE, "F8 leader 1202", hidden="")
    assert not list(sightings(seen))


@pytest.mark.rule("N20.3")
def test_who_gets_the_report_is_told_and_not_of_whom() -> None:
    played = at_once(fog(*FORCE, "F8 leader 1202", hidden="A1"), report)
    hearsay = Hearsay(played.state.battle)
    hearsay.follow(played.events)
    (sent,) = played.of(ReportSet)
    assert hearsay.knows(sent, FRENCH)
    assert sent.reveals
    assert sent.display().spots == ("2902",)
    assert sent.display().units == ()


@pytest.mark.rule("N20.3")
def test_vedettes_stop_before_an_enemy_whom_they_did_not_see() -> None:
    train = ("A3 train 2802", "A2 infantry 2-3 0103", "F8 leader 1202")
    state = fog(*train, hidden="A3")
    answers: dict[Any, list[Any]] = {
        ActivateUnit: [units("F1-v1")],
        ChoosePath: [Route(hexes("2602 2702 2802 2902"))],
    }
    played = play(state, movement_segment, answers=answers)
    assert played.state.units[unit("F1-v1")].hex == "2702"
    assert [shown.pieces for shown in played.of(ForceRevealed)] == [("A3",)]


@pytest.mark.rule("N20.31", "N20.2")
def test_the_vedettes_of_a_hidden_unit_are_hidden_and_so_it_comes_back() -> None:
    state = fog(*FORCE, "F2 light 4-4 0203 vedettes:2", hidden="F2")
    out = play(state, movement_segment, answers={ActivateUnit: [Deployment(unit("F2"))]}).state
    assert view(out, ALLIED).units[unit("F2-v1")].hex is None
    assert view(out, ALLIED).hiding.flags == {"0203": FRENCH}
    back = Deployment(unit("F2"), gathers=True)
    again = play(out, movement_segment, answers={ActivateUnit: [back]})
    assert again.state.hiding.hidden == {"F2"}
    assert not again.of(ForceRevealed)
    out.hiding = Hiding(hidden=frozenset({"F2-v1"}))  # the other one was seen
    seen = play(out, movement_segment, answers={ActivateUnit: [back]})
    assert not seen.state.hiding.hidden


@pytest.mark.rule("N20.31", "N20.11")
def test_who_moves_hidden_sends_no_vedettes_out() -> None:
    state = fog(*FORCE, "F2 light 4-4 0203 vedettes:2", hidden="")
    state.hiding = Hiding(lifted=frozenset({"F2"}))
    asked = ActivateUnit(FRENCH, FormationId("FI"))
    refusal = asked.refusal(state, Deployment(unit("F2")))
    assert refusal is not None
    assert refusal.sentence == "F2 is not on the map."
