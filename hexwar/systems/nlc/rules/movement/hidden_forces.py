"""Hidden forces: flags, dummy stacks, and marches into the unseen (N6.7, N20.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.ground import hiding as ground
from hexwar.ground.hiding import (
    Halt,
    dummies_of,
    first_halt,
    halt_on,
    hidable,
    next_dummy,
    screen_halt,
    touch,
    uncover,
    uncover_halt,
    unit_halt,
)
from hexwar.ground.movement import Movers
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.combat.fight import Units, on_map
from hexwar.systems.nlc.rules.losses.morale import disrupt, steady
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.hiding_facts import DummySet, ForceHidden
from hexwar.table.overlays import Overlays, Target
from hexwar.table.reports import PathQuote
from hexwar.table.words import hex_name


@dataclass(frozen=True, slots=True)
class Veil:
    """Stacks that are covered with flags."""

    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Sham:
    """A dummy stack that is set up, or goes on."""

    dummy: str


Cover: TypeAlias = Veil | Sham | None


@dataclass(frozen=True, slots=True)
class CoverForces(Question[Cover], rule="N20.2"):
    """N20.2: which stacks lie under a flag from now on, and which dummy goes; None for no more."""

    words = mark("{who} may hide stacks that no enemy sees, and set up dummies.")
    kinds = ("hide", "end")
    placed: tuple[str, ...] = ()  # dummies that have gone where they go

    def options(self, state: GameState) -> Sequence[Cover]:
        """All stacks that can be hidden, each alone, each dummy, and the end."""
        hexes, found = self._hexes(state), list[Cover]()
        if len(hexes) > 1:
            found.append(Veil(hexes))
        found += [Veil((hex_,)) for hex_ in hexes]
        found += [Sham(dummy) for dummy in self._dummies(state)]
        return [*found, None]

    def refusal(self, state: GameState, answer: Cover) -> Refusal | None:
        """Any of these stacks, and any dummy that has not gone yet."""
        if answer is None:
            return None
        if isinstance(answer, Sham):
            is_free = answer.dummy in self._dummies(state)
            words = mark("That dummy stack cannot be set up or moved now.")
            return None if is_free else refuse(self.rule, words)
        hexes = self._hexes(state)
        if not answer.hexes or len(set(answer.hexes)) < len(answer.hexes):
            return refuse(self.rule, "Name at least one hex, each once.")
        seen = next((hex_ for hex_ in answer.hexes if hex_ not in hexes), None)
        words = mark("The enemy sees who is in {hex}, or there is nobody to hide.")
        return None if seen is None else refuse(self.rule, words, hex=seen)

    def _hexes(self, state: GameState) -> tuple[Hex, ...]:
        return tuple(hidable(state, Side(self.side)))

    def _dummies(self, state: GameState) -> list[str]:
        side = Side(self.side)
        there = [d for d in sorted(dummies_of(state, side)) if d not in self.placed]
        new = new_dummy(state, side)
        if new is not None and new not in self.placed:
            there.append(new)
        return [dummy for dummy in there if any(dummy_ends(state, side, dummy))]

    def kind(self, answer: Cover) -> str:
        """`hide`, `bluff` or `end`."""
        return "end" if answer is None else "hide" if isinstance(answer, Veil) else "bluff"

    def hint(self, view: GameState) -> str:  # noqa: ARG002
        """What a click does."""
        return say("Click a stack to hide it, or one of your dummies to move it.")

    def choices(self, view: GameState, options: Sequence[Cover]) -> Sequence[Choice[Cover]]:
        """A button for all, one for a new dummy and for the end; the rest by a click."""
        made = (self._choice(view, option) for option in options)
        return list(made)

    def _choice(self, view: GameState, option: Cover) -> Choice[Cover]:
        if option is None:
            return Choice("end", say("Done"), say("Nobody else is hidden"), None, Manner.END)
        if isinstance(option, Sham):
            place = view.hiding.dummies.get(option.dummy)
            if place is None:
                words, tip = say("Set up a dummy"), say("The enemy sees one more flag")
                return Choice(option.dummy, words, tip, option)
            words = say("Move the dummy in {hex}", hex=place)
            return Choice(option.dummy, words, say("Choose where it goes"), option, spots=(place,))
        hexes = option.hexes
        if len(hexes) > 1:
            words = count("Hide {n} stack", "Hide all {n} stacks", len(hexes))
            tip = say("Every stack that no enemy sees")
            return Choice("all", words, tip, option, Manner.MAIN)
        name = hex_name(view, hexes[0])
        tip = say("The enemy sees a flag there, and no more")
        return Choice(hexes[0], say("Hide {hex}", hex=name), tip, option, spots=hexes)

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """The law's word."""
        return self.refusal(view, Veil((spot,)))

    def marks(self, view: GameState) -> Overlays:
        """The stacks that can be hidden."""
        return Overlays(ready=frozenset(self._hexes(view)))

    def fallback(self, view: GameState, options: Sequence[Cover]) -> Cover:  # noqa: ARG002
        """All that can be hidden, and no dummies."""
        return options[0] if isinstance(options[0], Veil) else None


@dataclass(frozen=True, slots=True)
class PlaceDummy(Question[Hex | None], rule="N20.2", continues=True):
    """N20.2: where a dummy stack is set down; None leaves it."""

    words = mark("{who} must choose where the dummy stack lies.")
    clue = mark("Click a marked hex: the enemy sees a flag there.")
    kinds = ("bluff", "pass")
    dummy: str

    def options(self, state: GameState) -> Sequence[Hex | None]:
        """Every hex that it can lie in, and to leave it."""
        return [*dummy_ends(state, Side(self.side), self.dummy), None]

    def choices(
        self, view: GameState, options: Sequence[Hex | None]
    ) -> Sequence[Choice[Hex | None]]:
        """The hexes; and to leave it."""
        return [
            Choice("end", say("Leave it"), say("It stays as it is"), h, Manner.END)
            if h is None
            else Choice(h, h, hex_name(view, h), h, spots=(h,))
            for h in options
        ]

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """The law's word."""
        return self.refusal(view, spot)

    def marks(self, view: GameState) -> Overlays:
        """Where it can lie."""
        hexes = (hex_ for hex_ in self.options(view) if hex_ is not None)
        return Overlays(targets=tuple(Target(hex_) for hex_ in hexes))

    def fallback(self, view: GameState, options: Sequence[Hex | None]) -> Hex | None:  # noqa: ARG002
        """It stays."""
        return None


# -- who can be hidden, and where dummies lie


def most_dummies(state: GameState, side: Side) -> int:
    """How many dummy stacks a side may have: one for each corps with a leader on the map."""
    led = {card.formation for card in state.leaders_on_map(side)}
    return sum(state.battle.formations[formation].has_chit for formation in led)


def new_dummy(state: GameState, side: Side) -> str | None:
    """The id of the next dummy stack that a side may set up, or None."""
    return next_dummy(state, side, most_dummies(state, side))


def dummy_ends(state: GameState, side: Side, dummy: str) -> Iterator[Hex]:
    """Where a dummy stack can be set down (N20.2)."""
    mp = numbers_of(state.battle).hiding.dummy_movement
    return ground.dummy_ends(state, side, dummy, mp)


# -- the flows


async def cover_forces(table: Table[GameState], side: Side) -> None:
    """N20.2: at set-up and in Turn End a side hides what no enemy sees, and its dummies go."""
    if not table.state.battle.has_hidden_forces:
        return
    placed: tuple[str, ...] = ()
    while (answer := await CoverForces(side, placed)) is not None:
        if isinstance(answer, Veil):
            for hex_ in answer.hexes:
                pieces = (*table.state.units_in(hex_, side), *table.state.leaders_in(hex_, side))
                table.emit(ForceHidden(side, pieces, hex_))
            continue
        placed = (*placed, answer.dummy)
        place = await PlaceDummy(side, answer.dummy)
        if place is not None:
            table.emit(DummySet(side, answer.dummy, place))


# -- marches into the unseen (N6.7, N20.2)


def march_halt(state: GameState, group: Movers, path: Sequence[Hex]) -> Halt | None:
    """What stops a march that its side did not know of: an enemy in a hex, or his zone (N20.2).

    A train stops before the zone, and before any unit. Whose order forbids zones goes back one
    hex more.
    """
    halt = halt_on(
        state,
        group.side,
        path,
        entering=group.entering,
        heeds_zones=group.heeds_zones,
        shuns_zones=group.is_train,
    )
    if group.is_screen:
        return screen_halt(state, group.side, path)
    if group.is_train:
        return first_halt(halt, unit_halt(state, group.side, path))
    if halt is None:
        return None
    is_barred = halt.foe is not None and not permissions(state, group.units[0]).enter_zone
    back = 1 if is_barred and halt.place > 0 else 0
    return replace(halt, place=halt.place - back, is_barred=is_barred)


def shortened(
    route: Route, quoted: PathQuote, halt: Halt, *, entering: bool
) -> tuple[Route, PathQuote]:
    """A route as far as it is walked, and what that costs; nobody is in road column there."""
    hexes = route.hexes[: halt.place + 1]
    steps = quoted.steps[: len(hexes) if entering else max(len(hexes) - 1, 0)]
    drops = tuple(drop for drop in route.drops if drop.hex in hexes[1:-1])
    walked = Route(hexes, leaders=route.leaders, drops=drops)
    return walked, replace(quoted, hexes=hexes, column=False, steps=steps)


def uncover_passed(
    table: Table[GameState], side: Side, entered: Sequence[Hex], halt: Halt | None
) -> None:
    """What units have met that have gone over some hexes, and who stands next to them now."""
    if table.state.hiding.is_empty:
        return
    uncover(table, entered, "met", table.state.battle.enemy(side))
    if halt is not None:
        uncover_halt(table, side, halt)
    touch(table)


def ride_up_to_unseen(
    table: Table[GameState], leader: LeaderId, path: tuple[Hex, ...]
) -> tuple[Hex, ...]:
    """A leader's ride as far as no unseen enemy bars it; who does is revealed."""
    side = table.state.battle.leaders[leader].side
    halt = first_halt(
        halt_on(table.state, side, path, entering=False, heeds_zones=False),
        unit_halt(table.state, side, path),
    )
    if halt is None:
        return path
    uncover_halt(table, side, halt)
    return path[: halt.place + 1]


async def repulse(table: Table[GameState], units: Units, halt: Halt) -> None:
    """N6.7, N20.2: units that ran into an enemy whom they did not see check, or are Disrupted."""
    left = tuple(u for u in on_map(table.state, units) if table.state.card(u).is_combat_unit)
    if halt.is_barred:
        disrupt(table, left)
    elif left:
        await steady(table, left, say("morale, repulsed at {hex}", hex=halt.foe), "repulse")
