"""What many games between computer players of one strength come to: losses, VP and how they fight.

The players are weak, so only the direction counts: what one change of the numbers moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, pstdev

from hexwar.ai.arena import Match
from hexwar.app.games import kit_of_scenario
from hexwar.engine import Event, SeededChance
from hexwar.systems.nlc.events.combat import (
    AssaultDeclared,
    ChargeDeclared,
    FireResolved,
    PursuitMade,
)
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.rules.losses.demoralization import lost_by
from hexwar.systems.nlc.state import GameState
from hexwar.systems.tlnb.events import combat as player_turn
from hexwar.systems.tlnb.rules.losses.demoralization import lost_sp
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.pieces import Box

NOT_THERE = (Box.DUE, Box.RESERVE)
"""The boxes of units that took no part."""

COUNTED: Mapping[type[Event], str] = {
    AssaultDeclared: "assaults",
    ChargeDeclared: "charges",
    PursuitMade: "pursuits",
    FireResolved: "fires",
    player_turn.AttackDeclared: "assaults",
    player_turn.ChargeBegan: "charges",
    player_turn.CombatResolved: "fires",
}
"""Events, and what they are counted as."""

HEAD = (
    *("scenario", "games", "SP lost %", "VP, first less second: median (sd)"),
    *("wins / wins / drawn", "bloodless", "assaults", "charges", "fires -", "bombardment SP"),
    "pursuits",
)


@dataclass(frozen=True, slots=True)
class Played:
    """One game."""

    winner: Side | None
    vp: tuple[int, int]  # of the sides, in the order of the scenario
    present: tuple[int, int]  # SP that took part
    lost: tuple[int, int]  # SP
    counts: Mapping[str, int]  # assaults, charges, pursuits, fires; of these blank; SP by guns


def play(scenario: str, seed: str, player: str = "greedy", rules: str = "") -> Played:
    """A game of a computer player against himself, by the scenario's rules or by others.

    Raises:
        ScenarioError: The scenario cannot be read.
        EndlessGameError: The game does not end.
    """
    kit = kit_of_scenario(scenario, rules)
    session = kit.new_game(scenario, SeededChance(seed))
    players = {side: kit.players[player].make() for side in session.state.battle.sides}
    match = Match(session, dict(players), kit.view, seed)
    result = match.play()
    state = match.session.state
    first, second = state.battle.sides
    return Played(
        winner=None if result.winner is None else Side(result.winner),
        vp=(result.vp[first], result.vp[second]),
        present=(_present(state, first), _present(state, second)),
        lost=(_lost(state, first), _lost(state, second)),
        counts=counts(match.session.events),
    )


def _present(state: GameState | TlnbState, side: Side) -> int:
    own = (u for u in state.units.values() if state.side_of(u.id) == side)
    return sum(state.card(u.id).sp for u in own if u.box not in NOT_THERE)


def _lost(state: GameState | TlnbState, side: Side) -> int:
    own = [unit for unit in state.units if state.side_of(unit) == side]
    if isinstance(state, TlnbState):
        return sum(lost_sp(state, unit) for unit in own)
    return sum(lost_by(state, unit) for unit in own)


def counts(events: Sequence[Event]) -> Counter[str]:
    """How often each thing of `COUNTED` happened, fires without effect, and SP lost to guns."""
    found: Counter[str] = Counter()
    for event in events:
        if type(event) in COUNTED:
            found[COUNTED[type(event)]] += 1
        if isinstance(event, FireResolved):
            found["blank"] += event.result == "-"
        if isinstance(event, StepLost | UnitEliminated) and event.cause == "bombardment":
            found["guns"] += event.sp
    return found


# -- many games


def par(games: Sequence[Played]) -> int:
    """The median of the first side's VP less the second's, rounded."""
    return round(median(game.vp[0] - game.vp[1] for game in games))


def row(scenario: str, sides: Sequence[Side], games: Sequence[Played]) -> tuple[str, ...]:
    """The cells of a scenario's line."""
    gaps = [game.vp[0] - game.vp[1] for game in games]
    wins = Counter(game.winner for game in games)
    fires = sum(game.counts["fires"] for game in games)
    blank = sum(game.counts["blank"] for game in games)
    return (
        scenario,
        str(len(games)),
        f"{_share(games, 0):.0f} / {_share(games, 1):.0f}",
        f"{median(gaps):+.0f} ({pstdev(gaps):.0f})",
        f"{wins[sides[0]]} / {wins[sides[1]]} / {wins[None]}",
        str(sum(game.lost == (0, 0) for game in games)),
        *(f"{fmean(game.counts[what] for game in games):.1f}" for what in ("assaults", "charges")),
        f"{100 * blank / fires:.0f}%" if fires else "",
        *(f"{fmean(game.counts[what] for game in games):.2f}" for what in ("guns", "pursuits")),
    )


def _share(games: Sequence[Played], side: int) -> float:
    """Per cent of its SP that a side lost, over all games."""
    present = sum(game.present[side] for game in games)
    return 100 * sum(game.lost[side] for game in games) / present if present else 0.0
