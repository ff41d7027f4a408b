"""The Orders Phase: deliver, obey, decide alone, write, send (N12.9, N12.91).

Both sides do each step in secret. What a side is asked in a step is over before the other is asked
(N4.8), and nothing of a step depends on the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwar.cards.records import SPIES, Window
from hexwar.engine import Flow, Table
from hexwar.systems.nlc.events.orders import OrderDelivered, OrderDropped, PadClosed, WritingBegan
from hexwar.systems.nlc.events.turn import PhaseBegan
from hexwar.systems.nlc.orders import Dispatch
from hexwar.systems.nlc.rules.cards.march_cards import free_order, write_free_order
from hexwar.systems.nlc.rules.cards.order_effects import end_all
from hexwar.systems.nlc.rules.cards.windows import open_window
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.orders.compliance import comply, lines_to_roll
from hexwar.systems.nlc.rules.orders.local_decision import roll_for_wishes
from hexwar.systems.nlc.rules.orders.pad import is_coming
from hexwar.systems.nlc.rules.orders.writing import complete_wing_duties, write_order
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Phase, Writing


def orders_phase(table: Table[GameState]) -> Flow:
    """N12.9: the next procedure of the Orders Phase, from the marker of its step."""
    return STEPS[table.state.pad.writing](table)


async def delivery(table: Table[GameState]) -> None:
    """N12.9 (1): couriers who are due arrive."""
    turn = table.state.turn
    deliver(table, lambda order: order.due == turn)
    table.emit(WritingBegan(Writing.COMPLIANCE))


async def compliance(table: Table[GameState]) -> None:
    """N12.9 (2): rolls for new and waiting orders."""
    await obey(table)
    table.emit(WritingBegan(Writing.ORDERS))


async def local(table: Table[GameState]) -> None:
    """N12.9 (3): the Local Decisions of a game in which they were a step of their own (N12.6)."""
    await roll_for_wishes(table)
    table.emit(WritingBegan(Writing.ORDERS))


async def orders(table: Table[GameState]) -> None:
    """N12.9 (3, 4): a side writes an order; when it has no more to say, the other side does.

    First come the orders that cards give for nothing (N23.4); before each other one it may play a
    card (N23.6), let leaders decide for themselves (N12.6) and give divisional orders (N12.13).
    Last comes what its WCs owe (N12.17).
    """
    state = table.state
    side = next((side for side in state.battle.sides if side not in state.pad.served), None)
    if side is None:
        table.emit(WritingBegan(Writing.SENDING))
        return
    gift = free_order(state, side)
    if gift is not None:
        await write_free_order(table, gift)
        return
    await open_window(table, side, Window.ORDERS)
    if not await write_order(table, side):
        await complete_wing_duties(table, side)
        table.emit(PadClosed(side))


async def sending(table: Table[GameState]) -> None:
    """N12.9 (4): orders that arrive at once are delivered and rolled for; the phase is over.

    Before it the spies are gone: the orders that they have read are no longer shown.
    """
    for side in table.state.battle.sides:
        end_all(table, side, SPIES)
    turn = table.state.turn
    deliver(table, lambda order: order.due == order.sent == turn)
    await obey(table)
    table.emit(PhaseBegan(Phase.INITIAL))


def deliver(table: Table[GameState], is_due: Callable[[Dispatch], bool]) -> None:
    """N12.9, N12.41: recipients hold their orders; one for whom nobody is left is void."""
    for line, order in sorted(table.state.pad.dispatches.items()):
        side = table.state.side_of_line(line)
        is_nowhere = centre_of(table.state, line) is None and not is_coming(table.state, line)
        if order.due <= table.state.turn and is_nowhere:
            table.emit(OrderDropped(side, line))
        elif is_due(order):
            table.emit(OrderDelivered(side, line))


async def obey(table: Table[GameState]) -> None:
    """N12.5, N12.91: who holds an order and has not rolled this turn does; by side, then by id."""
    for line in lines_to_roll(table.state):
        await comply(table, line)


STEPS: Mapping[Writing, Callable[[Table[GameState]], Flow]] = {
    Writing.DELIVERY: delivery,
    Writing.COMPLIANCE: compliance,
    Writing.LOCAL: local,
    Writing.ORDERS: orders,
    Writing.SENDING: sending,
}
