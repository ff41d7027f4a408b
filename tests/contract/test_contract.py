"""The contract: games on every ground, played in every way, keep what is promised."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from hexwar.app.games import battle_with, new_match
from hexwar.systems.tlnb.kit import TLNB
from hexwar.table.vedette_facts import VedettesDeployed
from tests.boards import MAPS, TABLES
from tests.systems.nlc.cases import each
from tools.trials import contract_nlc
from tools.trials.fuzzing.grounds import CLASH, MELEE, grounds
from tools.trials.fuzzing.play import LONGEST, Table, Task
from tools.trials.fuzzing.reached import Reached

SMALL = ("first-steps", "cavalry-charge", "hold-the-bridge", "river-crossing", MELEE)
"""Scenarios whose games take no more than a moment."""
LARGE = 150
"""Answers that are given in a game of another scenario; `tools/fuzz` goes on for hours."""
MEASURED = 40
"""The same on a measured table, where an answer takes longer."""
CLASHES = 3
"""So many runs of made-up battles, each of as many games."""
BATTLES = 4
OTHERS = 24
"""Games of those that are over in a few answers."""


def cases() -> list[ParameterSet]:
    """Each ground, the first and the number of its games, and the most answers of one."""
    rows = [(name, 1, 1, LONGEST if name in SMALL else LARGE) for name in (*MAPS, MELEE)]
    rows += [(name, 1, 1, MEASURED) for name in TABLES]
    rows += [(CLASH, 12 * run, BATTLES, LONGEST) for run in range(CLASHES)]
    rows += [(TLNB.id, 0, 3, LARGE), ("skirmish", 0, OTHERS, LONGEST)]
    fast = (*SMALL, TLNB.id, "skirmish")
    return [
        pytest.param(
            *row,
            marks=() if row[0] in fast else (pytest.mark.slow,),
            id=f"{Path(row[0]).name}-{row[1]}",
        )
        for row in rows
    ]


@each("where first games answers", *cases())
def test_a_game_keeps_the_contract(
    where: str, first: int, games: int, answers: int, tmp_path: Path
) -> None:
    """All that tools/fuzz looks at; options, players and what comes between are drawn by lot."""
    (ground,) = grounds(tmp_path, (where,)).values()
    reached = Reached()
    for number in range(first, first + games):
        seed = f"contract/{number}"
        task = Task(ground.name, number, seed, reached.to_raw(), where, longest=answers)
        game = Table(ground, task).play()
        assert not game.fault, f"{task.ground} {number}: {game.log}\n{game.fault}"
        assert game.answers
        reached.add(game.reached)


@pytest.mark.slow
@pytest.mark.rule("N20.31")
@each("scenario", "brienne", "montmirail")
def test_a_random_game_with_vedettes_keeps_the_contract(scenario: str) -> None:
    sides, options = battle_with(scenario, ()).sides, {"vedettes": "on"}
    match, closely = new_match(scenario, dict.fromkeys(sides, "random"), "2", options), 0
    while match.session.pending is not None and match.session.state.turn <= 3:
        if match.answers >= closely:
            contract_nlc.check_answer(match.session)
            closely = match.answers + 1 + match.answers // 10
        match.step()
    contract_nlc.check_whole(match.session)
    assert any(isinstance(event, VedettesDeployed) for event in match.session.events)
