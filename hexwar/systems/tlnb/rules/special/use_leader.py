"""Special leaders who lead a combat in person, once a Player-Turn (T10.23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Table, YesNo
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.special import LeaderLed
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.special.fights import leaders_for
from hexwar.systems.tlnb.rules.special.registry import NAPOLEON
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.question import Question


@dataclass(frozen=True, slots=True)
class UseLeader(Question[bool], YesNo, rule="T10.23", is_open=True):
    """T10.23: whether a leader leads a combat in person."""

    words = mark("Does {leader} lead the fight for {hex} in person?")
    default = False
    kinds = ("lead", "stay")
    labels = (mark("He leads"), mark("He does not"))
    leader: LeaderId
    units: tuple[UnitId, ...]  # who attack
    hex: Hex

    def fallback(self, view: TlnbState, options: Sequence[bool]) -> bool:  # noqa: ARG002
        """Who has no idea has Ney lead where it helps, and Napoléon when nobody needs him next."""
        now, then = self._columns(view)
        is_emperor = NAPOLEON in view.battle.leaders[self.leader].special
        return now != then and (not is_emperor or view.turn >= view.last_turn)

    def _columns(self, view: TlnbState) -> tuple[str, str]:
        """The columns as they are, and with him."""
        led = view.copy()
        mine = {**view.special.led, self.leader: (view.count, self.hex)}
        led.special = replace(view.special, led=mine)
        led.forget()
        now, then = (odds_of(s, self.units, self.hex).column_name for s in (view, led))
        return now, then

    def hint(self, view: TlnbState) -> str:
        """What it would change, and what it costs."""
        now, then = self._columns(view)
        alone = mark("{now} becomes {then}. In his next Command Segment he does not command.")
        named = mark("{now} becomes {then}. In his next Command Segment others must name him.")
        is_emperor = NAPOLEON in view.battle.leaders[self.leader].special
        return say(alone if is_emperor else named, now=now, then=then)

    def marks(self, view: TlnbState) -> Overlays:
        """Who attack, and the hex."""
        hexes = frozenset(h for u in self.units if (h := view.units[u].hex) is not None)
        return Overlays(ready=hexes, targets=(Target(self.hex),))


async def lead(table: Table[TlnbState], units: Sequence[UnitId], target: Hex) -> None:
    """T10.23: leaders who can are asked of their owners, the attacker first."""
    state = table.state
    for side in (state.phasing, state.waiting):
        for leader in list(leaders_for(state, side, units, target)):
            if await UseLeader(side, leader, tuple(units), target):
                table.emit(LeaderLed(leader, target))
