"""Random games with every option of the campaign: weather, supply, arrivals and exits in order."""

from __future__ import annotations

from functools import partial

import pytest

from hexwar.ai.policy import CounterDice, Look
from hexwar.app.games import new_game
from hexwar.engine import SeededChance, Session
from hexwar.systems.nlc.events.arrivals import ArrivalVaried
from hexwar.systems.nlc.events.turn import WeatherRolled
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from tests.systems.nlc.cases import each
from tools.trials.campaign_contract import check_campaign
from tools.trials.contract_nlc import check_losses


def played(scenario: str, seed: int, options: dict[str, str]) -> Session[GameState]:
    """A whole game between two random players."""
    session = new_game(scenario, SeededChance(str(seed)), options)
    dice, player = CounterDice(f"campaign/{seed}"), NLC.players["random"].make()
    while session.pending is not None:
        look = Look(partial(view, session.state, Side(session.pending.side)))
        session.answer(player.answer(session.pending, session.options, look, dice))
    return session


@pytest.mark.slow
@each(
    "scenario weather arrivals",
    ("proving-ground", "rolled", "fixed"),
    ("proving-ground", "historical", "varied"),
    ("brienne", "rolled", "varied"),
    ("brienne", "historical", "fixed"),
)
@pytest.mark.rule("N16.1", "N18.2", "T20.4", "N3.8")
def test_a_random_game_keeps_the_campaign_in_order(
    scenario: str, weather: str, arrivals: str
) -> None:
    session = played(scenario, 7, {"weather": weather, "arrivals": arrivals})
    check_campaign(session)
    check_losses(session)
    assert session.state.outcome is not None
    is_rolled = any(isinstance(event, WeatherRolled) for event in session.events)
    assert is_rolled is (weather == "rolled")
    if arrivals == "fixed":
        assert not any(isinstance(event, ArrivalVaried) for event in session.events)
        assert session.state.schedule.arrivals == session.state.battle.arrivals
