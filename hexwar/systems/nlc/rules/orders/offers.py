"""What a side is asked only if it wishes to be: the offers beside its orders (N12.9).

It takes one up while it writes. Local Decisions and divisional orders follow at once; what it
says of the Initial Action and of rallying stands until it says something else; what it says of an
order in force stands as long as the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from hexwar.engine import Refusal, Table, refuse
from hexwar.messages import mark
from hexwar.systems.nlc.events.orders import WishNoted
from hexwar.systems.nlc.orders import LineId, Offer, Wish
from hexwar.systems.nlc.rules.orders.divisions import divisional_order, has_choice
from hexwar.systems.nlc.rules.orders.local_decision import (
    may_try,
    try_local_decision,
    try_refusal,
)
from hexwar.systems.nlc.rules.orders.pad import givers
from hexwar.systems.nlc.rules.orders.steps import is_before_fall_back, is_probe
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, Side

# -- what is on offer


def has_written(state: GameState, side: Side) -> bool:
    """Whether an OC or WC of a side has given an order this turn."""
    return any(state.pad.issued.get(giver) for giver in givers(state, side))


def has_deed(state: GameState, side: Side) -> bool:
    """Whether a side can take up an offer that leads to something at once."""
    return has_choice(state, side) or any(local_tries(state, side))


def local_tries(state: GameState, side: Side) -> tuple[LineId, ...]:
    """The lines whose leaders may try a Local Decision: before new orders are written."""
    return () if has_written(state, side) else may_try(state, side)


def offers(state: GameState, side: Side) -> Iterator[Wish]:
    """What a side can wish for now, in a stable order.

    What it has said beforehand is not listed again, so that who takes up whatever is listed comes
    to an end; the law lets it be changed.
    """
    yield from (Wish(Offer.LOCAL, line) for line in local_tries(state, side))
    if has_choice(state, side):
        yield Wish(Offer.DIVISION)
    if state.pad.wish_of(side, Offer.FIRST) is None:
        formations = state.battle.formations.values()
        own = (card.id for card in formations if card.side == side and card.has_chit)
        yield from (Wish(Offer.FIRST), *(Wish(Offer.FIRST, LineId(one)) for one in own))
    if state.pad.wish_of(side, Offer.RALLY) is None:
        yield Wish(Offer.RALLY)
    of_orders = [offer for offer in Offer if offer.is_of_order]
    for wish in (Wish(offer, line) for line in state.pad.lines for offer in of_orders):
        if not state.pad.has_wish(side, wish) and _order_refusal(state, side, wish) is None:
            yield wish


# -- the law


def offer_refusal(state: GameState, side: Side, wish: Wish) -> Refusal | None:
    """Why a side cannot take up an offer now, or None (N12.9)."""
    return _LAW[wish.offer](state, side, wish)


def _local_refusal(state: GameState, side: Side, wish: Wish) -> Refusal | None:
    """N12.61, N12.9 (3): leaders try before new orders are written, each once."""
    line = wish.line
    if line is None or line not in state.pad.lines or state.side_of_line(line) != side:
        return refuse("N12.61", "Name a leader of your own.")
    if line in state.pad.asked:
        return refuse("N12.61", "He has tried this turn.")
    refusal = try_refusal(state, line)
    if refusal is None and has_written(state, side):
        words = mark("Leaders decide for themselves before new orders are written.")
        return refuse("N12.9", words)
    return refusal


def _division_refusal(state: GameState, side: Side, wish: Wish) -> Refusal | None:
    if wish.line is None and has_choice(state, side):
        return None
    return refuse("N12.13", "No division can get an order of its own now, and none be recalled.")


def _first_refusal(state: GameState, side: Side, wish: Wish) -> Refusal | None:
    """N4.22: any formation of the side that has a chit; whether it may is seen in the phase."""
    card = None if wish.line is None else state.battle.formations.get(FormationId(wish.line))
    if wish.line is None or (card is not None and card.side == side and card.has_chit):
        return None
    return refuse("N4.22", "Choose a formation of your own.")


def _rally_refusal(_: GameState, __: Side, wish: Wish) -> Refusal | None:
    """N13.6: the hexes are named when it is time."""
    return None if wish.line is None else refuse("N13.6", "The order is asked for when it is time.")


def _order_refusal(state: GameState, side: Side, wish: Wish) -> Refusal | None:
    """N12.32, N12.23: of an own Delay that a Fall Back follows, and of an own Probe."""
    line = wish.line
    if line is not None and line in state.pad.lines and state.side_of_line(line) == side:
        if wish.offer is Offer.STOP and is_probe(state, line):
            return None
        if wish.offer is Offer.FALL_BACK and is_before_fall_back(state, line):
            return None
    if wish.offer is Offer.STOP:
        return refuse("N12.23", "Only a Probe is stopped.")
    return refuse("N12.32", "Only who delays, and has orders to fall back then, falls back.")


_LAW: Mapping[Offer, Callable[[GameState, Side, Wish], Refusal | None]] = MappingProxyType(
    {
        Offer.LOCAL: _local_refusal,
        Offer.DIVISION: _division_refusal,
        Offer.FIRST: _first_refusal,
        Offer.RALLY: _rally_refusal,
        Offer.FALL_BACK: _order_refusal,
        Offer.STOP: _order_refusal,
    }
)


# -- the flow


async def take_up(table: Table[GameState], side: Side, wish: Wish) -> None:
    """N12.9: what a side wishes for is asked now, or noted; said again, it is taken back."""
    if wish.offer is Offer.LOCAL and wish.line is not None:
        await try_local_decision(table, side, wish.line)
    elif wish.offer is Offer.DIVISION:
        await divisional_order(table, side)
    else:
        is_on = not table.state.pad.has_wish(side, wish)
        table.emit(WishNoted(side, wish.offer, wish.line, is_on))
