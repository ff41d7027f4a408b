"""Levels of victory, and how a game ends (N22.1, N22.3, N15.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.engine import Table
from hexwar.model.events import GameEnded, VpScored
from hexwar.model.forces import LeaderCard, Side
from hexwar.model.state import GameState
from hexwar.rules.nlc.bonuses import NAPOLEON_BONUS
from hexwar.rules.nlc.cards.effects import reveal_all
from hexwar.rules.nlc.demoralization import has_collapsed
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.vp import captured_commanders, score_lines, totals


def is_napoleon(card: LeaderCard) -> bool:
    """Whether a leader is Napoleon, whose capture ends the game (N22)."""
    return NAPOLEON_BONUS in card.special


def automatic_winner(state: GameState) -> tuple[Side, str] | None:
    """The side that has won at once, and why (N22.3)."""
    for side in state.battle.sides:
        for card in captured_commanders(state, side):
            if is_napoleon(card):
                return state.battle.enemy(side), f"{card.name} was captured"
    return None


def collapse(state: GameState) -> tuple[Side, str] | None:
    """The side that wins because the other's formations are all demoralized, and why (N15.4).

    It is asked in Turn End only. Where both sides have come to that the game goes on (N22.3).
    """
    broken = [side for side in state.battle.sides if has_collapsed(state, side)]
    if len(broken) != 1:
        return None
    name = state.battle.side_names[broken[0]]
    return state.battle.enemy(broken[0]), f"all formations of the {name} side are demoralized"


def level(state: GameState, vp: Sequence[int]) -> str:
    """The level of victory of two totals (N22.1): draw, marginal, ... decisive."""
    rules = numbers_of(state.battle).victory
    low, high = sorted(vp)
    if low < 0:
        low, high = rules.least_total, high - low + rules.least_total
    if (high - low) * 100 <= rules.draw_percent * high:
        return "draw"
    divisor = max(low, rules.least_total)
    return [rung.name for rung in rules.levels if high >= rung.ratio * divisor][-1]


def ending(state: GameState, vp: Mapping[Side, int]) -> tuple[Side | None, str]:
    """Who wins with these totals, and the level; nobody wins a draw (N22, N22.1)."""
    reached = level(state, tuple(vp.values()))
    first, second = state.battle.sides
    winner = None if reached == "draw" else max((second, first), key=lambda side: vp[side])
    return winner, reached


def outlook(state: GameState, vp: Mapping[Side, int]) -> str:
    """How the game would end now with these totals, or how it has ended."""
    outcome = state.outcome
    winner, reached = (outcome.winner, outcome.level) if outcome else ending(state, vp)
    how = "a draw" if winner is None else f"{state.battle.side_names[winner]} {reached} victory"
    return f"The game has ended: {how}." if outcome else f"If the game ended now: {how}."


async def end_at_once(table: Table[GameState]) -> None:
    """N22.3: the game ends before its last turn."""
    won = automatic_winner(table.state)
    assert won is not None
    _end_early(table, *won)


def end_by_collapse(table: Table[GameState]) -> bool:
    """N15.4, N22.3: in Turn End a side whose formations are all demoralized has lost.

    Returns:
        Whether the game is over.
    """
    won = collapse(table.state)
    if won is not None:
        _end_early(table, *won)
    return won is not None


def _end_early(table: Table[GameState], winner: Side, reason: str) -> None:
    _emit_score(table)
    vp = tuple(totals(table.state).items())
    table.emit(GameEnded(winner, "decisive", vp, reason))


async def end_of_game(table: Table[GameState]) -> None:
    """N4.9, N22: count the points after the last Turn End."""
    _emit_score(table)
    state = table.state
    vp = totals(state)
    winner, reached = ending(state, vp)
    table.emit(GameEnded(winner, reached, tuple(vp.items()), "points"))


def _emit_score(table: Table[GameState]) -> None:
    reveal_all(table)
    for line in score_lines(table.state):
        table.emit(VpScored(line.side, line.points, line.reason))
