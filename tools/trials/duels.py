"""Many games between two computer players: who wins, by how much, and how fast they answer."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any

from hexwar.ai.arena import Match
from hexwar.ai.policy import Dice, Look, Policy
from hexwar.app.games import new_game
from hexwar.engine import Decision, SeededChance, Session
from hexwar.systems.nlc.events.orders import ComplianceRolled
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.losses.demoralization import lost_by
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side

CONFIDENCE = 1.959964
"""The quantile of the normal distribution for an interval that holds 95 times of 100."""

Times = dict[str, list[float]]
"""For each class of decision how long its answers took, milliseconds of the processor."""


@dataclass(frozen=True, slots=True)
class Bout:
    """One game of a duel."""

    seed: str
    players: Mapping[Side, str]
    winner: str | None  # a player; None for a draw, or where both sides play alike
    side: Side | None  # that won
    level: str
    vp: Mapping[Side, int]
    lost: Mapping[Side, int]  # SP
    answers: int
    times: Mapping[str, Times] = field(default_factory=dict)  # by player
    turns: int = 0
    demoralized: Mapping[Side, int] = field(default_factory=dict)  # formations, at the end
    obedience: Mapping[Side, Mapping[str, int]] = field(default_factory=dict)
    # how often a leader who was asked to obey did (C), put it off (D) or did not (X) (N12.5)


class Stopwatch:
    """A player with a clock beside him."""

    def __init__(self, player: Policy, times: Times) -> None:
        self._player, self._times = player, times

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        """His answer; the time it took is kept."""
        began = time.process_time()
        answer = self._player.answer(decision, options, look, dice)
        taken = 1000 * (time.process_time() - began)
        self._times.setdefault(type(decision).__name__, []).append(taken)
        return answer


def play_bout(scenario: str, players: Mapping[Side, str], seed: str) -> Bout:
    """One game between two players.

    Raises:
        ScenarioError: the scenario cannot be read.
        EndlessGameError: the game does not end.
    """
    times: dict[str, Times] = {name: {} for name in players.values()}
    timed: dict[str, Policy] = {
        side: Stopwatch(NLC.players[name].make(), times[name]) for side, name in players.items()
    }
    match = Match(new_game(scenario, SeededChance(seed)), timed, view, seed)
    result = match.play()
    state = match.session.state
    lost, demoralized = dict.fromkeys(state.battle.sides, 0), dict.fromkeys(state.battle.sides, 0)
    for card in state.battle.units.values():
        lost[card.side] += lost_by(state, card.id)
    for formation in state.spirit.demoralized:
        demoralized[state.battle.formations[formation].side] += 1
    side = None if result.winner is None else Side(result.winner)
    are_two = len(set(players.values())) > 1
    return Bout(
        seed=seed,
        players=dict(players),
        winner=players[side] if side is not None and are_two else None,
        side=side,
        level=result.level,
        vp={one: result.vp[one] for one in state.battle.sides},
        lost=lost,
        answers=result.answers,
        times=times,
        turns=result.turns,
        demoralized=demoralized,
        obedience=obedience(match.session),
    )


def obedience(session: Session[GameState]) -> dict[Side, Counter[str]]:
    """The results of a side's compliance rolls, and how often each came (N12.5)."""
    found = {side: Counter[str]() for side in session.state.battle.sides}
    for event in session.events:
        if isinstance(event, ComplianceRolled):
            found[session.state.side_of_line(event.line)][event.result] += 1
    return found


# -- the report


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for the share of games won.

    >>> low, high = interval(95, 100)
    >>> round(low, 3), round(high, 3)
    (0.888, 0.978)
    """
    if not games:
        return 0.0, 1.0
    share, z = wins / games, CONFIDENCE
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def percentile(values: Iterable[float], per_cent: int) -> float:
    """The value that so many of 100 do not exceed.

    >>> percentile(range(1, 101), 95)
    95
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * per_cent / 100) - 1)]


def report(bouts: Sequence[Bout]) -> str:
    """Wins of each player by side, VP and losses by side, and the times of the answers."""
    names = list(dict.fromkeys(name for bout in bouts for name in bout.players.values()))
    lines = [f"{len(bouts)} games, {sum(bout.answers for bout in bouts)} answers"]
    if len(names) > 1:
        for name in names:
            lines += _wins(bouts, name)
    lines += _sides(bouts)
    for name in names:
        lines += _times(bouts, name)
    return "\n".join(lines)


def _wins(bouts: Sequence[Bout], name: str) -> list[str]:
    lines = [f"{name} wins {_share(bouts, name)}"]
    for side in bouts[0].players:
        own = [bout for bout in bouts if bout.players[side] == name]
        if own:
            lines.append(f"  as {side} {_share(own, name)}")
    return lines


def _share(bouts: Sequence[Bout], name: str) -> str:
    wins, draws = (sum(bout.winner == who for bout in bouts) for who in (name, None))
    low, high = (100 * bound for bound in interval(wins, len(bouts)))
    drawn = f", {draws} drawn" if draws else ""
    return f"{wins} of {len(bouts)}{drawn} (95 % interval {low:.1f} to {high:.1f} %)"


def _sides(bouts: Sequence[Bout]) -> list[str]:
    """What came of it for the sides, apart for each pairing of players."""
    lines: list[str] = []
    for pairing in dict.fromkeys(tuple(bout.players.items()) for bout in bouts):
        own = [bout for bout in bouts if tuple(bout.players.items()) == pairing]
        lines.append(f"{' against '.join(f'{side}={name}' for side, name in pairing)}:")
        for side, _ in pairing:
            won = sum(bout.side == side for bout in own)
            vp, lost = fmean(b.vp[side] for b in own), fmean(b.lost[side] for b in own)
            lines.append(f"  {side}: {won} won, {vp:.1f} VP and {lost:.1f} SP lost on average")
        levels = Counter(f"{bout.side or 'nobody'} {bout.level}" for bout in own)
        lines.append("  " + ", ".join(f"{level} {n}" for level, n in levels.most_common()))
    return lines


def _times(bouts: Sequence[Bout], name: str) -> list[str]:
    """Median and 95th percentile of the answers of a player, all and class by class."""
    found: Times = {}
    for bout in bouts:
        for asked, taken in bout.times.get(name, {}).items():
            found.setdefault(asked, []).extend(taken)
    every = [taken for answers in found.values() for taken in answers]
    if not every:
        return []
    slowest_first = sorted(found, key=lambda asked: -sum(found[asked]))
    head = f"{name} answers, milliseconds of the processor: {_spread(every)}"
    return [head, *(f"  {asked}: {_spread(found[asked])}" for asked in slowest_first)]


def _spread(taken: Sequence[float]) -> str:
    slow = percentile(taken, 95)
    return f"median {median(taken):.2f}, p95 {slow:.1f}, most {max(taken):.1f} of {len(taken)}"
