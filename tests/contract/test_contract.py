"""The contract: every scenario, played with random legal answers, keeps what is promised."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwar.ai.arena import Match
from hexwar.app.games import battle_with, new_match
from hexwar.scenario.summaries import scenario_ids
from tools.trials import contract

MELEE = Path(__file__).parent.parent / "scenarios" / "melee"
LONGEST = 14
"""Turns: a mini-campaign is followed over its first night only."""
WHOLE_CHECKS = 8
"""Answers of a game at which it is also saved, loaded and replayed."""
SHORT = 500
"""Answers: of a longer game only a part is looked at, the more answers it has the smaller."""


def cases() -> list[tuple[str, int]]:
    names = [*scenario_ids(), str(MELEE)]
    return [(name, 0) for name in names]


def match_of(scenario: str, seed: int) -> Match:
    sides = battle_with(scenario, ()).sides
    return new_match(scenario, dict.fromkeys(sides, "random"), str(seed))


def play(match: Match, watch: Callable[[Match], None] = lambda _: None) -> None:
    """Play to the end, or to the end of the longest time; `watch` sees every answer before it."""
    while match.session.pending is not None and match.session.state.turn <= LONGEST:
        watch(match)
        match.step()


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed"), cases())
def test_a_random_game_keeps_the_contract(scenario: str, seed: int) -> None:
    rehearsal = match_of(scenario, seed)
    play(rehearsal)
    spread = max(rehearsal.answers // WHOLE_CHECKS, 1)
    stride = 1 + rehearsal.answers // SHORT

    def watch(match: Match) -> None:
        if match.answers % stride == seed:
            contract.check_answer(match.session)
        if match.answers % spread == seed:
            contract.check_whole(match.session)

    match = match_of(scenario, seed)
    play(match, watch)
    contract.check_whole(match.session)
    assert match.session.digest() == rehearsal.session.digest()


def test_the_contract_can_be_broken() -> None:
    match = match_of(str(MELEE), 1)
    state = match.session.state.copy()
    unit = next(state.on_map())
    assert unit.hex is not None
    del state.occupants[unit.hex]
    with pytest.raises((contract.BrokenContractError, KeyError)):
        contract.check_state(state)
