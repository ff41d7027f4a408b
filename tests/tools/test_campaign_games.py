"""A mini-campaign is one game: what a battle leaves is there on the next morning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from hexwar.app.games import new_match
from hexwar.engine import Event, Session
from hexwar.systems.nlc.events.combat import ChargeDeclared, FireResolved
from hexwar.systems.nlc.events.losses import StepRegained
from hexwar.systems.nlc.events.turn import TurnBegan, TurnEnded
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.orders import Line, LineId, Verb
from hexwar.systems.nlc.rules.losses.rally import restorable
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, OrderStep, Side
from hexwar.table.pieces import Box, Phase
from tests.systems.nlc.chapters import field_of
from tools.trials.campaign_contract import check_campaign
from tools.trials.contract_nlc import check_losses

CAMPAIGN = "brienne-la-rothiere"
NIGHT = 10  # Night AM of 30 January
MORNING = 11
LASTING = (
    *("units", "leaders", "weather", "spans", "positions", "demoralized", "exhausted"),
    *("lines", "last_in", "unsupplied", "arrivals", "called", "wings"),
)
"""What no turn of the calendar may take away."""

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Moment:
    """An event and the table before and after it."""

    event: Event
    before: GameState
    after: GameState


@pytest.fixture(scope="module")
def night() -> Session[GameState]:
    """A random game over its first night."""
    match = new_match(CAMPAIGN, {Side("french"): "random", Side("allied"): "random"}, "2")
    while match.session.state.turn <= MORNING:
        match.step()
    return match.session


def moments(session: Session[GameState], *kinds: type[Event]) -> Iterator[Moment]:
    table = NLC.system.start(session.header)
    for event in session.events:
        before = table.copy() if isinstance(event, kinds) else table
        event.happen(table)
        if isinstance(event, kinds):
            yield Moment(event, before, table.copy())


def test_nothing_is_lost_between_two_turns(night: Session[GameState]) -> None:
    began = [m for m in moments(night, TurnBegan) if m.after.turn in (NIGHT, MORNING)]
    assert [m.after.turn_card.kind for m in began] == [TurnKind.NIGHT_AM, TurnKind.DAY]
    for moment in began:
        for name in LASTING:
            assert field_of(moment.before, name) == field_of(moment.after, name), name
        assert moment.before.holding.control.items() <= moment.after.holding.control.items()
    opened = began[-1].after.holding.control.items() - began[-1].before.holding.control.items()
    assert opened == {("0109", "french")}  # a source of supply from 30 January on
    boxes = {unit.box for unit in began[-1].after.units.values()}
    assert {Box.UAR, Box.DUE} <= boxes


def test_losses_stand_who_is_due_is_due_and_the_contract_holds(night: Session[GameState]) -> None:
    ended = [m.after for m in moments(night, TurnEnded)][NIGHT - 2]
    morning = night.state
    reduced = {unit.id for unit in ended.units.values() if unit.reduced}
    assert reduced
    back = {event.unit for event in night.events if isinstance(event, StepRegained)}
    assert all(morning.units[unit].reduced or unit in back for unit in reduced)
    assert {u.box for u in morning.units.values() if u.id.startswith("CO-BAV")} == {Box.DUE}

    check_losses(night)
    check_campaign(night)
    assert night.state.phase is not Phase.TURN_END


@pytest.mark.rule("N17.2")
def test_nobody_fights_in_night_am(night: Session[GameState]) -> None:
    fights = [m.before.turn for m in moments(night, FireResolved, ChargeDeclared)]
    assert NIGHT not in fights
    assert fights


@pytest.mark.rule("N13.5")
def test_a_corps_in_reserve_may_win_a_step_back(night: Session[GameState]) -> None:
    (state,) = (m.after for m in moments(night, TurnBegan) if m.after.turn == NIGHT)
    unit = next(u for u in state.on_map() if u.reduced)
    formation = state.formation_of(unit.id).id
    state.pad = replace(
        state.pad,
        lines={**state.pad.lines, LineId(formation): Line((OrderStep(Verb.RESERVE, unit.hex),))},
    )
    assert unit.id in restorable(state, FormationId(formation))
    state.turn = MORNING
    assert restorable(state, FormationId(formation)) == ()
