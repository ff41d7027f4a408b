"""Whether the great charge is called: asked when fights are named, once a game (T34.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Table, YesNo
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.special import GreatChargeCalled
from hexwar.systems.tlnb.rules.combat.charge import charges, column_of, rider_refusal
from hexwar.systems.tlnb.rules.special.great_charge import all_ride_along, caller, rides_along
from hexwar.systems.tlnb.rules.special.registry import MURAT
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.overlays import Overlays
from hexwar.table.question import Question
from hexwar.text import signed


@dataclass(frozen=True, slots=True)
class GreatCharge(Question[bool], YesNo, rule="T34.6", is_open=True):
    """T34.6: whether the great charge is called."""

    words = mark("Does {leader} call the great charge, once in this battle?")
    default = False
    kinds = ("call", "pass")
    leader: LeaderId

    def hint(self, view: TlnbState) -> str:
        """How far, and at what cost."""
        rule = view.battle.special[MURAT]
        words = mark(
            "The marked cavalry may ride {n} hexes, in command or not, with {signed} on the die;"
            " then it rests a turn."
        )
        return say(words, n=rule.number("path"), signed=str(signed(rule.number("drm"))))

    def fallback(self, view: TlnbState, options: Sequence[bool]) -> bool:  # noqa: ARG002
        """Who has no idea calls it when two stacks could ride at good odds, or none is left to."""
        then = as_called(view)
        good = [r for r in charges(then) if all_ride_along(then, r.units)]
        good = [r for r in good if column_of(then, r.units, r.target) in (0, 1)]
        is_late = view.turn + _FEW_TURNS > view.last_turn
        return len({ride.path[0] for ride in good}) > (0 if is_late else 1)

    def marks(self, view: TlnbState) -> Overlays:
        """The cavalry that would ride."""
        then = as_called(view)
        here = [u for u in then.on_map(Side(self.side)) if rides_along(then, u.id)]
        able = (u.hex for u in here if rider_refusal(then, u.id) is None)
        return Overlays(ready=frozenset(hex_ for hex_ in able if hex_ is not None))


_FEW_TURNS = 3
"""So many turns before the end one good charge is enough."""


def as_called(state: TlnbState) -> TlnbState:
    """A copy in which the great charge is called."""
    then = state.copy()
    then.special = replace(state.special, great=state.count)
    then.forget()
    return then


async def call_great_charge(table: Table[TlnbState]) -> None:
    """T34.6: the great charge is offered while cavalry could ride in it."""
    state, leader = table.state, caller(table.state)
    if leader is None:
        return
    then = as_called(state)
    is_open = any(all_ride_along(then, ride.units) for ride in charges(then))
    if is_open and await GreatCharge(state.phasing, leader):
        table.emit(GreatChargeCalled(leader))
