"""How likely it is that a reaction charge stops a charge, before any die is thrown (N10.21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwar.engine import Table
from hexwar.model.state import GameState
from hexwar.rules.nlc.charge_paths import Charge
from hexwar.rules.nlc.charge_results import chargers_check
from hexwar.rules.nlc.fight import on_map
from hexwar.rules.nlc.fire import Hit
from hexwar.rules.nlc.losses import Toll
from hexwar.rules.nlc.morale import Verdict
from hexwar.rules.nlc.outcomes import ALL, hits_of, play_by_default, throws
from hexwar.rules.nlc.reaction import LOSERS, Reaction, meeting_fires, meeting_losses


def meeting_chances(
    state: GameState, charge: Charge, reaction: Reaction
) -> tuple[tuple[str, float], ...]:
    """Who loses when cavalry meets a charge: `both`, `chargers`, `reactors`, `nobody`.

    The chances are those once the reactors have passed their check; they add up to 1.
    """
    weights: Counter[str] = Counter()
    at_reactors, at_chargers = meeting_fires(state, charge, reaction)
    for on_reactors, dice in hits_of(state, at_reactors).items():
        for on_chargers, answers in hits_of(state, at_chargers).items():
            copy = state.copy()
            flow = meeting_losses(Table(copy), charge, reaction, on_reactors, on_chargers)
            reactors, chargers = play_by_default(flow, copy)
            for reactors_fail, faces in _ends(copy, reactors, on_reactors):
                for chargers_fail, others in _ends(copy, chargers, on_chargers):
                    loser = LOSERS[chargers_fail, reactors_fail]
                    weights[loser] += dice * answers * faces * others
    return tuple((loser, weights[loser] / ALL**4) for loser in LOSERS.values() if weights[loser])


def _ends(state: GameState, toll: Toll, hit: Hit) -> Iterator[tuple[bool, int]]:
    """Whether one side fails, and on how many faces of its die; who is gone has failed."""
    if not on_map(state, toll.units):
        yield True, ALL
        return
    for found, _, faces in throws(state, toll, hit, chargers_check(hit)):
        yield found is not Verdict.PASSED, faces
