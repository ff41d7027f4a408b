"""The after-action report: complete, the same each time, and no more than its readers know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

from hexwar.ai.arena import Match
from hexwar.app.games import load_game
from hexwar.engine import Event, SeededChance, Session
from hexwar.engine.files import read_file
from hexwar.systems.nlc.aftermath import NlcTeller
from hexwar.systems.nlc.events.combat import (
    AssaultDeclared,
    BombardmentDeclared,
    ChargeDeclared,
    FireResolved,
)
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.events.orders import (
    ComplianceRolled,
    LocalDecisionRolled,
    OrderDispatched,
    OrderInForce,
    PadEvent,
)
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.state import GameState
from hexwar.table.aftermath import Aftermath, readers_of, shown_moments, turning_point
from hexwar.table.forces import Side
from hexwar.table.story import Story
from hexwar.table.telling import Audience

SAVES = Path(__file__).parents[2] / "saves"
FRENCH, ALLIED = Side("french"), Side("allied")


@cache
def finished(name: str) -> Session[GameState]:
    """A whole battle."""
    return load_game(read_file(SAVES / f"{name}-0.2.0-finished.hexwar"))


def fought() -> Session[GameState]:
    """One with fights of all kinds."""
    return finished("la-rothiere")


@cache
def running(turn: int = 4, **options: str) -> Session[GameState]:
    """A battle that has come to a turn."""
    session = NLC.new_game("brienne", SeededChance("7"), options)
    players = {str(s): NLC.players["greedy"].make() for s in session.state.battle.sides}
    match = Match(session, players, NLC.view, "7")
    while session.pending is not None and session.state.turn < turn:
        match.step()
    return session


@cache
def report_of(name: str) -> Aftermath:
    """What is told of a whole battle to both."""
    return told(finished(name))


def told(session: Session[GameState], *readers: str) -> Aftermath:
    found = NLC.aftermath(session, readers or ("french", "allied"), len(session.events))
    assert found is not None
    return found


def retold(session: Session[GameState], events: list[Event], reader: str) -> Aftermath:
    """Other events of the same battle told to one side."""
    table = NLC.system.start(session.header)
    eyes = partial(NLC.seen, readers=(reader,))
    audience = Audience(NLC.names(table.battle), (reader,), eyes)
    found = NlcTeller(audience).tell(table, events)
    assert found is not None
    return found


def story(report: Aftermath) -> str:
    return "\n".join(
        f"{chapter.title}|{passage.title}|{sentence.plain}"
        for chapter in report.chapters
        for passage in chapter.passages
        for sentence in passage.sentences
    )


def test_every_fight_of_the_log_is_told_with_who_fought_where() -> None:
    session = fought()
    kinds = (AssaultDeclared, BombardmentDeclared, ChargeDeclared)
    declared = [(at, e) for at, e in enumerate(session.events) if isinstance(e, kinds)]
    assert {type(event) for _, event in declared} == set(kinds)
    report = report_of("la-rothiere")
    found = {fight.event: fight for fight in report.fights}
    words = story(report)
    for at, event in declared:
        fight = found[at]
        assert (fight.attackers, fight.spot) == (event.units, event.target)
        assert session.state.battle.battlefield.name_of(event.target) in words
        assert fight.verdict
    assert all(session.state.battle.units[u].name in words for _, e in declared for u in e.units)


def test_what_is_not_wanted_any_more_is_not_told() -> None:
    asked: list[bool] = []

    def is_wanted() -> bool:
        asked.append(True)
        return len(asked) < 10

    session = fought()
    assert NLC.aftermath(session, ("french",), len(session.events), is_wanted) is None
    assert len(asked) == 10


def test_it_is_the_same_each_time() -> None:
    again = told(fought())
    assert again == report_of("la-rothiere")
    assert story(again) == story(report_of("la-rothiere"))


def test_every_loss_is_counted_once_by_its_formation_and_its_cause() -> None:
    session = fought()
    lost: Counter[str] = Counter()
    for event in session.events:
        if isinstance(event, StepLost | UnitEliminated):
            lost[event.cause] += event.sp
    assert lost.total() > 5
    causes: Counter[str] = Counter()
    for toll in report_of("la-rothiere").tolls:
        causes += Counter(toll.causes)
    assert {cause: causes[cause] for cause in lost} == lost


@pytest.mark.parametrize("name", ["montmirail", "la-rothiere"])
def test_every_die_of_a_game_is_counted(name: str) -> None:
    thrown = Counter(entry.answer for entry in finished(name).journal if entry.asked == "Roll")
    assert Counter(throw.pips for throw in report_of(name).throws) == thrown


@pytest.mark.rule("N22")
def test_the_curve_of_points_ends_where_the_game_did() -> None:
    session = fought()
    outcome = session.state.outcome
    assert outcome is not None
    report = report_of("la-rothiere")
    assert {curve.side: curve.values[-1] for curve in report.vp} == dict(outcome.vp)
    assert {len(curve.values) for curve in report.vp} == {session.state.turn + 1}
    assert [moment.turn for moment in report.moments] == list(range(session.state.turn + 1))
    shown = [moment.turn for moment in shown_moments(report)]
    assert shown[0] == 0
    assert shown[-1] == session.state.turn
    assert len(shown) <= 6
    turned = turning_point(report)
    assert turned is None or 1 <= turned[0] <= session.state.turn


def test_a_long_campaign_has_few_maps() -> None:
    session = load_game(read_file(SAVES / "brienne-la-rothiere-0.2.0-finished.hexwar"))
    report = told(session)
    assert len(report.moments) > 50
    assert len(shown_moments(report)) <= 9


def test_what_was_to_be_expected_is_told_of_fights_in_which_both_fired() -> None:
    session = fought()
    report = report_of("la-rothiere")
    fired = [at for at, e in enumerate(session.events) if isinstance(e, FireResolved)]
    known = [fight for fight in report.fights if fight.expected is not None]
    assert known
    assert fired
    for fight in known:
        assert fight.expected is not None
        assert all(0 <= sp < 40 for sp in fight.expected.values())
        assert all(fight.exchanged[side] <= fight.lost[side] for side in fight.lost)
    due, lost = report.fortune(FRENCH)
    assert due == pytest.approx(sum((f.expected or {})[FRENCH] for f in known))
    assert lost == sum(f.exchanged[FRENCH] for f in known)
    assert report.luck(FRENCH) == pytest.approx(-report.luck(ALLIED))


def test_a_running_game_tells_a_side_nothing_of_the_other_pad() -> None:
    session = running()
    enemy = [e for e in session.events if isinstance(e, PadEvent) and e.side == ALLIED]
    assert enemy
    report = told(session, "french")
    assert {one.side for one in report.obedience or ()} <= {FRENCH}
    others = [other_secret(event) for event in session.events]
    assert others != session.events
    assert shape(retold(session, others, "french")) == shape(report)
    assert shape(retold(session, others, "allied")) != shape(told(session, "allied"))


def other_secret(event: Event) -> Event:
    """A secret of the Coalition's changed: another die, another order."""
    if not isinstance(event, PadEvent) or event.side != ALLIED:
        return event
    match event:
        case ComplianceRolled() | LocalDecisionRolled():
            return replace(event, die=7 - event.die, result="X")
        case OrderDispatched():
            return replace(event, due=event.due + 2, steps=())
        case OrderInForce():
            return replace(event, steps=(), bad_until=3)
    return event


def shape(report: Aftermath) -> tuple[object, ...]:
    """All of a report that is shown, its maps by what lies on them."""
    views = [NLC.system.digest(moment.state) for moment in report.moments]
    rest = (report.fights, report.tolls, report.obedience, report.throws, report.marches)
    return (story(report), report.vp, report.score, views, *map(str, rest))


@pytest.mark.rule("N20.2")
def test_hidden_forces_are_not_named_to_the_enemy() -> None:
    session = running(3, hidden_forces="on", hidden_movement="on")
    unseen = {p for p in session.state.hiding.unseen if p.startswith("CO")}
    assert unseen
    report = told(session, "french")
    assert not {unit.id for unit in report.moments[-1].state.on_map()} & unseen
    story_ = Story(NLC.names(report.battle), ["french"])
    story_.follow(session.events)
    known = set(story_.told)
    assert {fight.event for fight in report.fights} <= known
    assert {throw.event for throw in report.throws} <= known


def test_who_reads_is_one_side_both_or_neither() -> None:
    over, on = fought().state, running().state
    assert readers_of(over, None) == over.battle.sides
    assert readers_of(over, ALLIED) == ("allied",)
    assert readers_of(on, None) == ("",)
    assert readers_of(on, FRENCH) == ("french",)
