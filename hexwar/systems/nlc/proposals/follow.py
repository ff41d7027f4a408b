"""Follow: where leaders, headquarters and trains go when the troops have moved.

Rules: N4.5 f, N4.71, N14.

Commanders go to their troops, an HQ stays behind the army where most can hear it, an OC near his
HQ, trains along the road behind their formation, all out of the enemy's reach. What an order
obliges a piece to do comes first (N14.53, N16.4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.staff import journey
from hexwar.systems.nlc.proposals.plan import Move, Plan, carry_out, refusal_of, ride_of, side_of
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId

Travel = MoveLeaderOrTrain | MoveCommand


def propose_follow(
    view: GameState,
    asked: Travel,
    *,
    kept: Iterable[Move] = (),
    only: Collection[str] | None = None,
) -> Plan:
    """Propose where all leaders and trains go that may move now.

    Args:
        view: The table as their side sees it.
        asked: The question that the first of the moves answers.
        kept: Moves that are made first, as long as the law allows them.
        only: Who else is to move; everybody if None.

    Returns:
        Moves that the law accepts one after another, if nothing comes in their way.
    """
    state, moves = view.copy(), list[Move]()
    left = set(only) if only is not None else None
    for move in kept:
        if refusal_of(state, asked, move) is None:
            carry_out(state, move)
            moves.append(move)
        elif left is not None:
            left.update(move.pieces)
    while (ride := _next(state, asked, left, moves)) is not None:
        move = ride_of(state, asked, ride)
        carry_out(state, move)
        moves.append(move)
    return Plan(asked, tuple(moves))


def goers(view: GameState, asked: Travel) -> frozenset[UnitId | LeaderId]:
    """Those of the leaders and trains that may move who have a better place to go to."""
    return frozenset(p for move in propose_follow(view, asked).moves for p in move.pieces)


def propose_followers(
    view: GameState,
    march: Plan,
    *,
    kept: Iterable[Move] = (),
    only: Collection[str] | None = None,
) -> Plan:
    """Propose where leaders and trains go when the moves of a march are made (N4.5 f).

    It answers the question that ends the activation, so fights may still come before it: then
    `propose_follow` keeps of it what still works.

    Args:
        view: The table as their side sees it, before the march.
        march: What is proposed to the units.
        kept: Moves that are made first, as long as the law allows them.
        only: Who else is to move; everybody if None.
    """
    assert isinstance(march.asked, ActivateUnit)
    state = view.copy()
    for move in march.moves:
        carry_out(state, move)
    later = MoveLeaderOrTrain(march.asked.side, march.asked.formation)
    return propose_follow(state, later, kept=kept, only=only)


def _next(
    state: GameState, asked: Travel, only: Collection[str] | None, moves: Sequence[Move]
) -> Journey | None:
    """Who goes next and where; None where all stand well."""
    gone = {piece for move in moves for piece in move.pieces}
    options = [
        option
        for option in asked.options(state)
        if option is None or (option.piece not in gone and (only is None or option.piece in only))
    ]
    if not any(options):
        return None
    return journey(Question(asked, options, Outlook(state, side_of(asked))))


def followed(plan: Plan, moves: Sequence[Move]) -> Plan:
    """The plan with other moves."""
    return replace(plan, moves=tuple(moves))
