"""Leaders and their command: who rides where, whom a commander names (T5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexwar.engine import Manner, refuse
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.shell.prompter import (
    Button,
    Offer,
    PieceId,
    Prompter,
    Response,
)
from hexwar.systems.tlnb.prompters.common import gestures
from hexwar.systems.tlnb.rules.command.command import NameOfficers, Naming, nameable
from hexwar.systems.tlnb.rules.command.leaders import (
    LeaderMove,
    MoveLeader,
    free_leaders,
    rides,
)
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.overlays import Overlays, Reach, Target
from hexwar.table.reports import points

# -- leaders


class LeaderPrompter(Prompter[MoveLeader]):
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


class NamePrompter(Prompter[NameOfficers]):
    """Click the officers whom a commander names, then the button."""

    def __init__(self, view: TlnbState, decision: NameOfficers, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._named: tuple[LeaderId, ...] = options[0].officers if options else ()

    def offer(self) -> Offer:
        """The officers in range; those that are named are ringed."""
        view, free = self.view, nameable(self.view, self.decision.commander)
        hexes = [view.leaders[x].hex for x in free]
        seat = view.leaders[self.decision.commander].hex
        targets = tuple(
            Target(h, sources=(seat,) if seat else ()) for h in dict.fromkeys(hexes) if h
        )
        overlays = Overlays(
            selection=frozenset({seat} if seat else ()),
            chosen=frozenset(self._named),
            targets=targets,
        )
        most = view.battle.commanders[self.decision.commander]
        hint = say(
            "Click officers to name them or not: {n} of {most} are named. {rest}",
            n=len(self._named),
            most=most,
            rest=say("The others roll for themselves."),
        )
        buttons = self._buttons()
        return Offer(hint, buttons, overlays, frozenset(free), self._named)

    def _buttons(self) -> tuple[Button, ...]:
        names = listed(self.view.battle.leaders[x].name for x in self._named)
        words = say("Name {names}", names=names) if names else say("Name nobody")
        tip = say("They and their units in range are in command in this Player-Turn (T5.6)")
        go = Button("go", words, tip, self.law(Naming(self._named)), manner=Manner.MAIN)
        none = Button(
            "none", say("Nobody"), say("Each officer rolls for himself"), self.law(Naming())
        )
        return (go, none) if self._named else (go,)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The officers in a hex are named, or no more."""
        free = nameable(self.view, self.decision.commander)
        here = [x for x in free if self.view.leaders[x].hex == hex_]
        if not here:
            return refuse("T5.5", "He can name no officer in {hex}.", hex=hex_)
        return self._toggle(here)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These officers are named; those of the other hexes stay as they are."""
        free = nameable(self.view, self.decision.commander)
        self._named = tuple(x for x in free if x in pieces)
        return None

    def _toggle(self, officers: Sequence[LeaderId]) -> Response:
        is_in = all(x in self._named for x in officers)
        kept = tuple(x for x in self._named if x not in officers)
        wanted = kept if is_in else (*kept, *officers)
        most = self.view.battle.commanders[self.decision.commander]
        if len(wanted) > most:
            return refuse("T5.5", "He names at most {n}: give up another first.", n=most)
        self._named = wanted
        return None

    def back(self) -> bool:
        """Give up the last who was named."""
        had, self._named = bool(self._named), self._named[:-1]
        return had


GESTURES = gestures({MoveLeader: LeaderPrompter, NameOfficers: NamePrompter})
