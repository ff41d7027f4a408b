"""Follow: where leaders, headquarters and trains go when the troops have moved.

Rules: N4.5 f, N4.71, N14.

Commanders go to their troops, an HQ stays behind the army where most can hear it, an OC near his
HQ, trains along the road behind their formation, all out of the enemy's reach. What an order
obliges a piece to do comes first (N14.53, N16.4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import fsum

from hexwar.ground.traces import PLAIN, command_field
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.staff import journey, worth_of
from hexwar.systems.nlc.proposals.march import has_marchers
from hexwar.systems.nlc.proposals.plan import Move, Plan, carry_out, refusal_of, ride_of, side_of
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Role, UnitId

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


def has_goers(view: GameState, asked: ActivateUnit) -> bool:
    """Whether a unit of those who act has a better place to go to, or who would follow it."""
    if has_marchers(view, asked):
        return True
    later = MoveLeaderOrTrain(asked.side, asked.formation)
    return _next(view.copy(), later, None, ()) is not None


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
    return journey(Question(asked, options, Outlook(state, side_of(asked))), _worth)


# -- where a headquarters stands


COURIERS = 10.0
"""Points of a place from where all the army's troops are within a courier's ride of a turn."""

WATCHED, RAIDED = 6, 4
"""Hexes from the enemy within which a point is lost for each hex, and three more for each."""

BEHIND, STRAGGLING = 4, 0.2
"""Hexes from its troops where a headquarters likes to be, and points lost for each hex more."""


def _worth(outlook: Outlook, piece: str, hex_: Hex) -> float:
    """What a place is worth: to an HQ that its orders come through, and that it lies safe."""
    cards = outlook.state.battle.leaders
    if piece not in cards or cards[LeaderId(piece)].role is not Role.HQ:
        return worth_of(outlook, piece, hex_)
    army = _army(outlook)
    whole = fsum(strength for _, strength in army)
    if not whole:
        return worth_of(outlook, piece, hex_)
    limit = numbers_of(outlook.state.battle).dispatch.range
    heard = fsum(sp for centre, sp in army if _is_heard(outlook, hex_, centre, limit))
    away = fsum(sp * outlook.distance(hex_, centre) for centre, sp in army) / whole
    near = outlook.enemy_distance(hex_)
    raided = max(0, WATCHED - near) + 3 * max(0, RAIDED - near)
    road = 0.5 if hex_ in outlook.state.battle.battlefield.way_hexes else 0.0
    return COURIERS * heard / whole + road - STRAGGLING * max(0.0, away - BEHIND) - raided


def _army(outlook: Outlook) -> list[tuple[Hex, float]]:
    """From where each formation of a side on the map is commanded, and its strength."""
    state = outlook.state
    lines = (line for line in sorted(state.pad.lines) if state.side_of_line(line) == outlook.side)
    strong = ((line, outlook.sum_of(outlook.fighters(line))) for line in lines)
    return [(h, sp) for line, sp in strong if sp and (h := centre_of(state, line)) is not None]


def _is_heard(outlook: Outlook, hex_: Hex, centre: Hex, limit: int) -> bool:
    """Whether a courier comes from a hex to a commander within the turn (N12.41)."""
    halves = command_field(outlook.state, outlook.side, centre, limit).halves(hex_)
    return halves is not None and halves <= limit * PLAIN


def followed(plan: Plan, moves: Sequence[Move]) -> Plan:
    """The plan with other moves."""
    return replace(plan, moves=tuple(moves))
