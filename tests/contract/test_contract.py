"""The contract: every scenario, played with random legal answers, keeps what is promised."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from hexwar.ai.arena import Match
from hexwar.app.games import battle_with, new_match
from hexwar.scenario.summaries import scenario_ids
from hexwar.systems.nlc.events.vedettes import VedettesDeployed
from tests.systems.nlc.cases import each
from tools.trials import contract

MELEE = str(Path(__file__).parent.parent / "scenarios" / "melee")
LONGEST = 12
"""Turns of a game that are followed: a mini-campaign over its first night only."""
LARGE = 4
"""The same of a large battle, which `tools/nightly` plays to its end."""
CLOSELY = 20
"""The more answers came before, the farther apart are those checked: by a part of their number."""
SMALL = ("first-steps", "cavalry-charge", "hold-the-bridge", "river-crossing", MELEE)
"""Scenarios whose games take no more than a moment."""
WHOLE = (*SMALL, "proving-ground", "brienne", "brienne-la-rothiere")
"""Scenarios that are followed as long as any."""


def cases() -> list[ParameterSet]:
    marks = {name: () if name in SMALL else (pytest.mark.slow,) for name in scenario_ids()}
    return [pytest.param(n, marks=m, id=Path(n).name) for n, m in {**marks, MELEE: ()}.items()]


def match_of(scenario: str, seed: int) -> Match:
    sides = battle_with(scenario, ()).sides
    return new_match(scenario, dict.fromkeys(sides, "random"), str(seed))


@each("scenario", *cases())
def test_a_random_game_keeps_the_contract(scenario: str) -> None:
    """`tools/nightly` looks at every answer of many games; the whole, which replays, at few."""
    match, turns = match_of(scenario, 0), LONGEST if scenario in WHOLE else LARGE
    closely, whole = 0, 8
    while match.session.pending is not None and match.session.state.turn <= turns:
        if match.answers >= closely:
            contract.check_answer(match.session)
            closely = match.answers + 1 + match.answers // CLOSELY
        if match.answers >= whole:
            contract.check_whole(match.session)
            whole *= 8
        match.step()
    contract.check_whole(match.session)


SCREENED = ("brienne", "la-rothiere", "champaubert", "montmirail", "vauchamps", "three-battles")
"""Scenarios with light cavalry that has vedettes."""


@pytest.mark.rule("N20.31")
@each("scenario", *[pytest.param(name, marks=pytest.mark.slow, id=name) for name in SCREENED])
def test_a_random_game_with_vedettes_keeps_the_contract(scenario: str) -> None:
    sides, options = battle_with(scenario, ()).sides, {"vedettes": "on"}
    match, closely = new_match(scenario, dict.fromkeys(sides, "random"), "2", options), 0
    while match.session.pending is not None and match.session.state.turn <= 3:
        if match.answers >= closely:
            contract.check_answer(match.session)
            closely = match.answers + 1 + match.answers // CLOSELY
        match.step()
    contract.check_whole(match.session)
    assert any(isinstance(event, VedettesDeployed) for event in match.session.events)
