"""Control, score and levels of victory (N22)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.model.events import GameEnded, HexControlled, VpScored
from hexwar.model.forces import Arm, LeaderCard, Role, Side
from hexwar.model.pieces import Box
from hexwar.model.state import GameState
from hexwar.rules.nlc.demoralization import (
    has_collapsed,
    is_demoralized,
    lost_by,
    scores_when_demoralized,
)
from hexwar.rules.nlc.numbers import numbers_of


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points."""

    side: Side
    points: int  # VP
    reason: str


def control_events(state: GameState, side: Side, path: Iterable[Hex]) -> list[HexControlled]:
    """The changes of control when combat units of a side walk over hexes (N22.2)."""
    return [
        HexControlled(hex_, side)
        for hex_ in dict.fromkeys(path)
        if hex_ in state.control and state.control[hex_] != side
    ]


def lost_sp(state: GameState, side: Side) -> int:
    """The SP that a side has lost, over all its formations (N15.6, N22.2)."""
    cards = state.battle.units.values()
    return sum(lost_by(state, card.id) for card in cards if card.side == side)


def score_lines(state: GameState) -> list[ScoreLine]:
    """Every reason for points as the table now stands (N22)."""
    first, second = state.battle.sides
    lines = _loss_lines(state)
    for side in (first, second):
        lines += _hex_lines(state, side)
        lines += _capture_lines(state, side)
        lines += _demoralized_lines(state, side)
    return lines


def totals(state: GameState) -> dict[Side, int]:
    """The VP of both sides as the table now stands."""
    result = dict.fromkeys(state.battle.sides, 0)
    for line in score_lines(state):
        result[line.side] += line.points
    return result


def _loss_lines(state: GameState) -> list[ScoreLine]:
    first, second = state.battle.sides
    lost = {side: lost_sp(state, side) for side in (first, second)}
    better = first if lost[first] < lost[second] else second
    worse = state.battle.enemy(better)
    points = (lost[worse] - lost[better]) // numbers_of(state.battle).victory.sp_per_vp
    if points <= 0:
        return []
    reason = f"losses: {lost[worse]} SP against {lost[better]} SP"
    return [ScoreLine(better, points, reason)]


def _hex_lines(state: GameState, side: Side) -> list[ScoreLine]:
    """VP hexes held and enemy supply sources controlled; all are in supply for now."""
    field = state.battle.battlefield
    source_vp = numbers_of(state.battle).victory.supply_source
    lines = [
        ScoreLine(side, vp, f"holds {field.name_of(hex_)}")
        for hex_, vp in state.battle.vp_hexes.items()
        if state.control.get(hex_) == side
    ]
    lines += [
        ScoreLine(side, source_vp, f"controls the enemy supply source {field.name_of(hex_)}")
        for hex_, owner in state.battle.supply_sources.items()
        if owner != side and state.control.get(hex_) == side
    ]
    return lines


def _capture_lines(state: GameState, side: Side) -> list[ScoreLine]:
    """Enemy baggage trains destroyed and overall commanders captured."""
    enemy = state.battle.enemy(side)
    train_vp = numbers_of(state.battle).victory.baggage_train
    lines = [
        ScoreLine(side, train_vp, f"took the {state.card(unit).name}")
        for unit in state.in_box(Box.CAPTURED, enemy)
        if state.card(unit).arm is Arm.BAGGAGE_TRAIN
    ]
    lines += [
        ScoreLine(side, card.rating, f"captured {card.name}")
        for card in _captured_commanders(state, enemy)
    ]
    return lines


def _demoralized_lines(state: GameState, side: Side) -> list[ScoreLine]:
    """Enemy formations that are demoralized, but for small ones (N15.1, N15.4)."""
    points = numbers_of(state.battle).victory.demoralized_formation
    return [
        ScoreLine(side, points, f"demoralized {card.name}")
        for card in state.battle.formations.values()
        if card.side != side
        and is_demoralized(state, card.id)
        and scores_when_demoralized(state, card.id)
    ]


def _captured_commanders(state: GameState, side: Side) -> list[LeaderCard]:
    return [
        card
        for card in state.battle.leaders.values()
        if card.side == side
        and card.role is Role.OVERALL
        and state.leaders[card.id].box is Box.CAPTURED
    ]


def is_napoleon(card: LeaderCard) -> bool:
    """Whether a leader is Napoleon, whose capture ends the game (N22)."""
    return "napoleon-infantry-bonus" in card.special


def automatic_winner(state: GameState) -> tuple[Side, str] | None:
    """The side that has won at once, and why (N22.3)."""
    for side in state.battle.sides:
        for card in _captured_commanders(state, side):
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
    reached = level(state, tuple(vp.values()))
    first, second = state.battle.sides
    winner = None if reached == "draw" else max((second, first), key=lambda side: vp[side])
    table.emit(GameEnded(winner, reached, tuple(vp.items()), "points"))


def _emit_score(table: Table[GameState]) -> None:
    for line in score_lines(table.state):
        table.emit(VpScored(line.side, line.points, line.reason))
