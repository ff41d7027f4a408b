"""Leaders and their command: who rides where, whom a commander names (T5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from hexwar.engine import Manner, refuse
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Button, Offer, PieceId, Response
from hexwar.systems.tlnb.prompters.common import Units, gestures, names_of
from hexwar.systems.tlnb.rules.cards.effects import capacity
from hexwar.systems.tlnb.rules.command.command import (
    NameOfficers,
    Naming,
    led_by,
    nameable,
    settled,
    stacks_in_reach,
)
from hexwar.systems.tlnb.rules.command.leaders import (
    LeaderMove,
    MoveLeader,
    free_leaders,
    rides,
)
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays, Reach, Target
from hexwar.table.reports import points

# -- leaders


class LeaderPrompter(MapPrompter[MoveLeader]):
    """Click a leader, then where he rides (T5.2)."""

    def __init__(self, view: TlnbState, decision: MoveLeader, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._free = free_leaders(view, Side(decision.side))
        self._leader: LeaderId | None = None
        self._over: Hex | None = None

    def offer(self) -> Offer:
        """The leaders who may move; of the one who is chosen the hexes in reach."""
        view, leader = self.view, self._leader
        hexes = frozenset(h for x in self._free if (h := view.leaders[x].hex) is not None)
        tip = say("The others stay where they are")
        end = Button("end", say("Leaders are done"), tip, self.law(None), manner=Manner.END)
        pickable = frozenset(self._free)
        if leader is None:
            hint = say("Click a leader who is marked, then where he rides.")
            overlays = Overlays(ready=hexes)
            return Offer(hint, (end,), overlays, pickable, is_idle=not self._free)
        seat = view.leaders[leader].hex
        overlays = Overlays(
            selection=frozenset({seat} if seat else ()),
            chosen=frozenset({leader}),
            reach=Reach(self._left),
        )
        return Offer(self._hint(leader), (end,), overlays, pickable, (leader,))

    @property
    def _left(self) -> Mapping[Hex, int]:
        """The hexes in reach of the chosen leader, with the half MP left in each."""
        if self._leader is None:
            return {}
        hexes = self.view.battle.battlefield.grid.hexes
        most = 2 * self.view.battle.leaders[self._leader].movement
        found = rides(self.view, self._leader)
        return {hexes[cell]: most - cost for cell, cost in found.cost.items()}

    def _hint(self, leader: LeaderId) -> str:
        name, place = self.view.battle.leaders[leader].name, self.view.battle.battlefield.name_of
        if self._over is None or self._over not in self._left:
            return say("Click where {name} rides; Esc gives up the choice.", name=name)
        left, to = points(self._left[self._over]), place(self._over)
        words = mark("{name} to {place}: {left} MP left.")
        return say(words, name=name, place=to, left=left)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """A hex in reach is ridden to; else the next leader there is chosen."""
        here = [x for x in self.view.leaders_in(hex_) if x in self._free]
        seat = None if self._leader is None else self.view.leaders[self._leader].hex
        if self._leader is not None and hex_ != seat and (joins or hex_ in self._left):
            return self._ride(hex_)
        if here:
            place = here.index(self._leader) + 1 if self._leader in here else 0
            self._leader = here[place % len(here)]
            return None
        if self._leader is None:
            return refuse("T5.2", "No leader in {hex} may move now.", hex=hex_)
        return refuse("T5.2", "{hex} is beyond his reach.", hex=hex_)

    def _ride(self, hex_: Hex) -> Response:
        assert self._leader is not None
        if hex_ not in self._left:
            return refuse("T5.2", "{hex} is beyond his reach.", hex=hex_)
        grid = self.view.battle.battlefield.grid
        path = rides(self.view, self._leader).path(grid.index[hex_])
        return self.law(LeaderMove(self._leader, tuple(grid.hexes[cell] for cell in path)))

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """This leader is chosen."""
        found = [x for x in self._free if x in pieces and x != self._leader]
        kept = self._leader if self._leader in pieces else None
        self._leader = found[-1] if found else kept
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Point at where he might ride."""
        self._over = hex_

    def back(self) -> bool:
        """Give up the choice."""
        had, self._leader = self._leader is not None, None
        return had

    def cycle(self, step: int) -> Hex | None:
        """Choose the next leader who may move."""
        if not self._free:
            return None
        place = self._free.index(self._leader) + step if self._leader in self._free else 0
        leader = self._leader = self._free[place % len(self._free)]
        hex_: Hex | None = self.view.leaders[leader].hex
        return hex_


# -- command (T5.5)


class NamePrompter(MapPrompter[NameOfficers]):
    """Click the officers and stacks whom a commander names, then the button."""

    def __init__(self, view: TlnbState, decision: NameOfficers, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        officers: tuple[str, ...] = options[0].officers if options else ()
        spare = max(self._most - len(officers), 0)
        self._named: tuple[str, ...] = (*officers, *self._apart[:spare])

    @cached_property
    def _free(self) -> tuple[LeaderId, ...]:
        return nameable(self.view, self.decision.commander)

    @cached_property
    def _stacks(self) -> Mapping[UnitId, Units]:
        """The stacks in range that no officer leads, each by its first unit."""
        return {stack[0]: stack for stack in stacks_in_reach(self.view, self.decision.commander)}

    @cached_property
    def _apart(self) -> tuple[UnitId, ...]:
        """The stacks that no officer would put in command, the strongest first (T5.9).

        Who can name more than officers names these, unless the player takes them out.
        """
        led = {u for officer in self._free for u in led_by(self.view, officer)}
        led |= settled(self.view, Side(self.decision.side))
        found = [unit for unit, units in self._stacks.items() if led.isdisjoint(units)]
        return tuple(sorted(found, key=lambda u: -sum(map(self.view.sp, self._stacks[u]))))

    @cached_property
    def _unled(self) -> frozenset[Hex]:
        """Where they stand."""
        return frozenset(h for u in self._apart if (h := self._hex_of(u)) is not None)

    @cached_property
    def _most(self) -> int:
        return capacity(self.view, self.decision.commander)

    @property
    def _naming(self) -> Naming:
        """The answer, as it stands."""
        officers = tuple(x for x in self._free if x in self._named)
        return Naming(officers, tuple(u for u in self._stacks if u in self._named))

    def _hex_of(self, piece: str) -> Hex | None:
        is_leader = piece in self.view.leaders
        record = self.view.leaders[LeaderId(piece)] if is_leader else self.view.units[UnitId(piece)]
        hex_: Hex | None = record.hex
        return hex_

    def offer(self) -> Offer:
        """The officers in range, and stacks that none of them leads; arrows lead to the named."""
        seat = self.view.leaders[self.decision.commander].hex
        source = (seat,) if seat else ()
        lit = [self._hex_of(piece) for piece in self._named]
        hexes = dict.fromkeys((*map(self._hex_of, self._free), *lit))
        targets = tuple(Target(h, sources=source if h in lit else ()) for h in hexes if h)
        units = [u for stack, us in self._stacks.items() if stack in self._named for u in us]
        shown = Overlays(
            selection=frozenset(source),
            chosen=frozenset((*self._naming.officers, *units)),
            ready=self._unled,
            targets=targets,
        )
        hint = say(
            "Click officers and stacks to name them or not: {n} of {most} are named. {rest}",
            n=len(self._named),
            most=self._most,
            rest=say("The others roll for themselves."),
        )
        every = (*self._free, *(u for us in self._stacks.values() for u in us))
        picked: tuple[PieceId, ...] = (*self._naming.officers, *units)
        return Offer(hint, self._buttons(), shown, frozenset(every), picked)

    def _buttons(self) -> tuple[Button, ...]:
        naming, leaders = self._naming, self.view.battle.leaders
        told = [leaders[x].name for x in naming.officers]
        told += [names_of(self.view, self._stacks[u]) for u in naming.stacks]
        names = listed(told)
        words = say("Name {names}", names=names) if names else say("Name nobody")
        tip = say("They and their units in range are in command in this Player-Turn (T5.6)")
        go = Button("go", words, tip, self.law(naming), manner=Manner.MAIN)
        none = Button(
            "none", say("Nobody"), say("Each officer rolls for himself"), self.law(Naming())
        )
        return (go, none) if names else (go,)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The officers there are named, or no more; where none is, the stack."""
        officers = [x for x in self._free if self._hex_of(x) == hex_]
        here: Sequence[str] = officers or [u for u in self._stacks if self._hex_of(u) == hex_]
        if not here:
            return refuse("T5.5", "He can name nobody in {hex}.", hex=hex_)
        free = [piece for piece in here if piece not in self._named]
        if not free:
            self._named = tuple(x for x in self._named if x not in here)
            return None
        return self._name((*self._named, *free))

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These are named, and no others."""
        stacks = [u for u, units in self._stacks.items() if any(x in pieces for x in units)]
        return self._name((*(x for x in self._free if x in pieces), *stacks))

    def _name(self, wanted: tuple[str, ...]) -> Response:
        if len(wanted) > self._most:
            return refuse("T5.5", "He names at most {n}: give up another first.", n=self._most)
        self._named = wanted
        return None

    def back(self) -> bool:
        """Give up the last who was named."""
        had, self._named = bool(self._named), self._named[:-1]
        return had

    def cycle(self, step: int) -> Hex | None:
        """Look at the next who can be named."""
        hexes = [h for p in self._free if (h := self._hex_of(p)) is not None]
        if not hexes:
            return None
        self._at = (self._at + step) % len(hexes)
        return hexes[self._at]

    _at = -1


GESTURES = gestures({MoveLeader: LeaderPrompter, NameOfficers: NamePrompter})
