"""The sequence of play: which procedure comes next, told from the table alone (T2.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwar.engine import Flow, Table
from hexwar.systems.tlnb.rules.arrivals.arrivals import entry_segment
from hexwar.systems.tlnb.rules.cards.segment import card_segment
from hexwar.systems.tlnb.rules.combat.bombardment import bombardment_segment
from hexwar.systems.tlnb.rules.combat.charge import charge_segment
from hexwar.systems.tlnb.rules.combat.combat import combat_segment
from hexwar.systems.tlnb.rules.combat.declaration import declaration
from hexwar.systems.tlnb.rules.command.command import command_segment
from hexwar.systems.tlnb.rules.command.leaders import leaders_segment
from hexwar.systems.tlnb.rules.command.marches import march_order_segment
from hexwar.systems.tlnb.rules.losses.recovery import recovery_segment
from hexwar.systems.tlnb.rules.movement.hidden import betray, hidden_segment, is_betrayed
from hexwar.systems.tlnb.rules.movement.segment import movement_segment
from hexwar.systems.tlnb.rules.turn.status import begin_game, status_segment
from hexwar.systems.tlnb.rules.turn.weather import weather_segment
from hexwar.systems.tlnb.state import Step, TlnbState

Procedure = Callable[[Table[TlnbState]], Flow]


def sequence(table: Table[TlnbState]) -> Flow:
    """The next procedure of the Player-Turn, from the markers on the table."""
    if is_betrayed(table.state):
        return betray(table)
    return SEGMENTS[table.state.step](table) if table.state.turn else begin_game(table)


SEGMENTS: Mapping[Step, Procedure] = {
    Step.WEATHER: weather_segment,
    Step.CARDS: card_segment,
    Step.MARCH_ORDERS: march_order_segment,
    Step.LEADERS: leaders_segment,
    Step.COMMAND: command_segment,
    Step.RECOVERY: recovery_segment,
    Step.ENTRY: entry_segment,
    Step.MOVEMENT: movement_segment,
    Step.HIDDEN: hidden_segment,
    Step.DECLARATION: declaration,
    Step.BOMBARDMENT: bombardment_segment,
    Step.CHARGE: charge_segment,
    Step.COMBAT: combat_segment,
    Step.STATUS: status_segment,
}
