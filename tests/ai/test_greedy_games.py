"""Whole games of the greedy player: they are legal, they end, and they are won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hexwar.ai.arena import Match
from hexwar.app.games import battle_with, new_match
from hexwar.engine import CHANCE, Decision
from hexwar.engine.records import without
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.player import ANSWERS
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from tests.ai.asking import answer_to
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position
from tools.trials import contract_nlc

MELEE = str(Path(__file__).parent.parent / "scenarios" / "melee")
GAMES = (
    ("champaubert", "greedy", "greedy"),
    ("proving-ground", "greedy", "random"),
    (MELEE, "greedy", "greedy"),
)


def match_of(scenario: str, first: str, second: str, seed: str = "11") -> Match:
    sides = battle_with(scenario, ()).sides
    return new_match(scenario, dict(zip(sides, (first, second), strict=True)), seed)


@pytest.mark.slow
@each("scenario first second", *GAMES)
def test_a_game_keeps_the_contract_and_ends(scenario: str, first: str, second: str) -> None:
    match = match_of(scenario, first, second)
    asked: Counter[tuple[str, Decision[Any]]] = Counter()

    def watch(game: Match) -> None:
        """The table is in order, and no question comes back over the same table."""
        session = game.session
        assert session.pending is not None
        contract_nlc.check_table(session)
        asked[(session.digest(), session.pending)] += 1

    result = match.play(watch)
    contract_nlc.check_whole(match.session)
    assert set(asked.values()) == {1}
    assert result.answers < 200 * result.turns
    assert result.turns <= len(match.session.state.battle.turns)


@pytest.mark.slow
@each("side", FRENCH, ALLIED)
def test_it_beats_the_random_player(side: Side) -> None:
    players = {FRENCH: "random", ALLIED: "random"} | {side: "greedy"}
    results = [new_match("proving-ground", players, seed).play() for seed in "1234"]
    other = ALLIED if side == FRENCH else FRENCH
    assert sum(result.vp[side] - result.vp[other] for result in results) > 10


def test_the_same_game_is_played_again_by_answers_to_questions_of_this_game() -> None:
    one, other = (match_of(MELEE, "greedy", "greedy") for _ in range(2))
    assert one.play() == other.play()
    assert one.session.digest() == other.session.digest()
    assert set(ANSWERS) <= set(NLC.system.decisions)
    state = position(OPEN, "F1 infantry 5-3 0101", "A1 infantry 5-3 0707")
    asked = Unheard(FRENCH)
    assert answer_to(state, asked, list(asked.options(state))) == "the default"


@dataclass(frozen=True, slots=True)
class Unheard(Decision[str]):
    """A question that the greedy player has never heard of."""

    rule: ClassVar[str] = "N0"

    def options(self, state: GameState) -> Sequence[str]:
        return ["the default", "something else"]


def scrambled(state: GameState, side: Side) -> GameState:
    """A table that differs in nothing but what a side may not know."""
    other = state.copy()
    theirs = [line for line in state.pad.lines if state.side_of_line(line) != side]
    orders = [state.pad.lines[line] for line in theirs if "/" not in line]
    plain = [line for line in theirs if "/" not in line]
    for line, order in zip(plain, reversed(orders), strict=True):
        other.pad = replace(other.pad, lines={**other.pad.lines, line: order})
    for line in theirs:
        other.pad = replace(other.pad, dispatches=without(other.pad.dispatches, line))
        other.pad = replace(other.pad, wanted=without(other.pad.wanted, line))
    enemy = state.battle.enemy(side)
    other.chits = replace(
        other.chits,
        cups={**other.chits.cups, enemy: tuple(reversed(state.chits.cups.get(enemy, ())))},
    )
    return other


def test_what_it_may_not_know_changes_no_answer() -> None:
    match = match_of("brienne", "greedy", "greedy", "4")
    told = 0
    while match.session.pending is not None and match.session.state.turn < 4:
        asked, state = match.session.pending, match.session.state
        assert asked.side != CHANCE
        side = Side(asked.side)
        if match.answers % 5 == 0 or not isinstance(asked, ChoosePath):
            options = list(match.session.options)
            other = scrambled(state, side)
            told += NLC.system.digest(other) != NLC.system.digest(state)
            here = answer_to(view(state, side), asked, options)
            assert answer_to(view(other, side), asked, options) == here
        match.step()
    assert told > 50


def test_it_leaves_the_view_as_it_was() -> None:
    match = match_of(MELEE, "greedy", "greedy", "5")
    while match.session.pending is not None:
        asked = match.session.pending
        seen = view(match.session.state, Side(asked.side))
        before = NLC.system.digest(seen)
        answer_to(seen, asked, list(match.session.options))
        assert NLC.system.digest(seen) == before
        match.step()
