"""Whether the great charge is called: asked when fights are named, once a game (T34.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Table, YesNo
from hexwar.messages import say
from hexwar.systems.tlnb.events.special import GreatChargeCalled
from hexwar.systems.tlnb.rules.combat.charge import charges
from hexwar.systems.tlnb.rules.special.great_charge import all_ride_along, caller
from hexwar.systems.tlnb.rules.special.registry import MURAT
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId


@dataclass(frozen=True, slots=True)
class GreatCharge(YesNo):
    """T34.6: whether the great charge is called."""

    rule: ClassVar[str] = "T34.6"
    is_open: ClassVar[bool] = True
    default: ClassVar[bool] = False
    kinds: ClassVar[tuple[str, str]] = ("call", "pass")
    leader: LeaderId

    def sentence(self, view: TlnbState) -> str:
        """Who calls it."""
        name = view.battle.leaders[self.leader].name
        return say("Does {name} call the great charge, once in this battle?", name=name)

    def hint(self, view: TlnbState) -> str:
        """What it is, in the words of the battle."""
        return view.battle.special[MURAT].text


async def call_great_charge(table: Table[TlnbState]) -> None:
    """T34.6: the great charge is offered while cavalry could ride in it."""
    state, leader = table.state, caller(table.state)
    if leader is None:
        return
    then = state.copy()
    then.special = replace(state.special, great=state.count)
    then.forget()
    is_open = any(all_ride_along(then, ride.units) for ride in charges(then))
    if is_open and await GreatCharge(state.phasing, leader):
        table.emit(GreatChargeCalled(leader))
