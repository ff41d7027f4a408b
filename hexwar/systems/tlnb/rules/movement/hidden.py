"""Hidden forces: flags, dummies, what betrays them, and marches into the unseen (T16, T17.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.ground import hiding as ground
from hexwar.ground.hiding import (
    Halt,
    dummies_of,
    first_halt,
    halt_on,
    hidable,
    hidden_stacks,
    next_dummy,
    screen_halt,
    touch,
    touched,
    uncover,
    unit_halt,
    unseen_holders,
    unseen_zone,
)
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.hidden import DummyMarched
from hexwar.systems.tlnb.rules.movement.reach import Group
from hexwar.systems.tlnb.rules.movement.vedettes import (
    Deployment,
    deployment_refusal,
    deployments,
)
from hexwar.systems.tlnb.rules.special.places import waiting
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import Side, UnitId
from hexwar.table.hiding_facts import DummySet, ForceHidden
from hexwar.table.overlays import Overlays, Target
from hexwar.table.question import Question

Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Veil:
    """Stacks that are covered with flags."""

    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Sham:
    """A dummy stack that is set up, or moves."""

    dummy: str


Cover: TypeAlias = Veil | Sham | None
Stealth: TypeAlias = Deployment | Sham
"""What may be done in B-2 beside moves of units: vedettes go out or gather, a dummy moves."""


@dataclass(frozen=True, slots=True)
class HideStacks(Question[Cover], rule="T16.8"):
    """T16.8: which stacks lie under a flag from now on; None: all stay as they are."""

    words = mark("{who} may hide stacks that no enemy sees, and set up dummies.")
    kinds = ("hide", "end")
    clue = mark("Click a stack to hide it, or press one of the buttons.")

    def options(self, state: TlnbState) -> Sequence[Cover]:
        """All stay as they are; all that can be hidden, each alone; a new dummy."""
        hexes, found = hidable_stacks(state, Side(self.side)), list[Cover]([None])
        if len(hexes) > 1:
            found.append(Veil(hexes))
        found += [Veil((hex_,)) for hex_ in hexes]
        dummy = new_dummy(state, Side(self.side))
        return found if dummy is None else [*found, Sham(dummy)]

    def refusal(self, state: TlnbState, answer: Cover) -> Refusal | None:
        """The law: any of these stacks, and a new dummy."""
        if answer is None:
            return None
        if isinstance(answer, Sham):
            is_new = answer.dummy == new_dummy(state, Side(self.side))
            words = mark("No dummy stack can be set up now.")
            return None if is_new else refuse("T16.10", words)
        hexes = hidable_stacks(state, Side(self.side))
        if not answer.hexes or len(set(answer.hexes)) < len(answer.hexes):
            return refuse(self.rule, "Name at least one hex, each once.")
        seen = next((hex_ for hex_ in answer.hexes if hex_ not in hexes), None)
        words = mark("In {hex} the enemy sees who is there, or nobody there has a flag.")
        return None if seen is None else refuse(self.rule, words, hex=seen)

    def kind(self, answer: Cover) -> str:
        """`hide`, `bluff` or `end`."""
        return "end" if answer is None else "hide" if isinstance(answer, Veil) else "bluff"

    def fallback(self, view: TlnbState, options: Sequence[Cover]) -> Cover:  # noqa: ARG002
        """Who has no idea hides all that he can, and sets up no dummies."""
        veils = (option for option in options if isinstance(option, Veil))
        return next(veils, None)

    def hint(self, view: TlnbState) -> str:
        """What a click does: nothing where all are hidden, or seen."""
        if hidable_stacks(view, Side(self.side)):
            return say(self.clue)
        return say("No other stack can be hidden; a dummy can be set up.")

    def choices(self, view: TlnbState, options: Sequence[Cover]) -> Sequence[Choice[Any]]:
        """A button for all, for a new dummy and for the end; the rest by a click."""
        return [self._choice(view, option, len(options)) for option in options]

    def _choice(self, view: TlnbState, option: Cover, n: int) -> Choice[Any]:
        if option is None:
            words = say("Done") if n > 1 else say("Nobody to hide")
            return Choice("end", words, say("All others stay as they are"), None, Manner.END)
        if isinstance(option, Sham):
            tip = say("The enemy sees one more flag; choose where it lies")
            return Choice(option.dummy, say("Set up a dummy"), tip, option)
        if len(option.hexes) > 1:
            words = say("Hide all {n} stacks", n=len(option.hexes))
            tip = say("Every stack with a flag that no enemy sees")
            return Choice("all", words, tip, option, Manner.MAIN)
        name = view.battle.battlefield.name_of(option.hexes[0])
        tip = say("The enemy sees a flag there, and no more")
        return Choice(option.hexes[0], say("Hide {hex}", hex=name), tip, option, spots=option.hexes)

    def why_not(self, view: TlnbState, spot: Hex) -> Refusal | None:
        """The law's word."""
        return self.refusal(view, Veil((spot,)))

    def marks(self, view: TlnbState) -> Overlays:
        """The stacks that can be hidden."""
        return Overlays(ready=frozenset(hidable_stacks(view, Side(self.side))))


@dataclass(frozen=True, slots=True)
class PlaceDummy(Question[Hex | None], rule="T16.10", continues=True):
    """T16.10: where a dummy stack lies; None leaves it."""

    words = mark("{who} choose where their dummy stack lies.")
    kinds = ("bluff", "pass")
    clue = mark("Click a marked hex: the enemy sees a flag there.")
    dummy: str

    def options(self, state: TlnbState) -> Sequence[Hex | None]:
        """Every hex that it can lie in, and to leave it."""
        return [*dummy_ends(state, Side(self.side), self.dummy), None]

    def choices(self, view: TlnbState, options: Sequence[Hex | None]) -> Sequence[Choice[Any]]:
        """A click on the hex; and to leave it."""
        name = view.battle.battlefield.name_of
        leave = Choice("end", say("Leave it"), say("It stays as it is"), None, Manner.END)
        return [Choice(h, name(h), "", h, spots=(h,)) if h else leave for h in options]

    def marks(self, view: TlnbState) -> Overlays:
        """Where it can lie."""
        hexes = (hex_ for hex_ in self.options(view) if hex_ is not None)
        return Overlays(targets=tuple(Target(hex_) for hex_ in hexes))

    def fallback(self, view: TlnbState, options: Sequence[Hex | None]) -> Hex | None:  # noqa: ARG002
        """It stays."""
        return None


# -- who can be hidden, and where dummies lie (T16.2, T16.8, T16.10)


def bears_flag(state: TlnbState, piece: str) -> bool:
    """Whether a piece has a flag on its back: leaders, vedettes, units of 1 SP (T1.12, T16.2).

    Who waits by a special rule lies under a flag whatever he is (T34.6).
    """
    card = state.battle.units.get(UnitId(piece))
    if card is not None and waiting(state, card.formation) is not None:
        return True
    return card is None or card.is_vedette or (card.is_combat_unit and card.sp == 1)


def hidable_stacks(state: TlnbState, side: Side) -> tuple[Hex, ...]:
    """The hexes with a stack that may be hidden: no enemy sees it, and it has a flag (T16.8)."""
    found = []
    for hex_ in hidable(state, side):
        pieces = (*state.units_in(hex_, side), *state.leaders_in(hex_, side))
        if any(bears_flag(state, piece) for piece in pieces):
            found.append(hex_)
    return tuple(found)


def waiting_stacks(state: TlnbState, side: Side) -> tuple[Hex, ...]:
    """The hexes whose pieces all wait by a special rule, and whom no enemy sees (T34.6)."""

    def waits(hex_: Hex) -> bool:
        units = [state.formation_of(u).id for u in state.units_in(hex_, side)]
        leaders = [state.battle.leaders[x].formation for x in state.leaders_in(hex_, side)]
        return all(waiting(state, formation) is not None for formation in (*units, *leaders))

    return tuple(hex_ for hex_ in hidable(state, side) if waits(hex_))


def most_dummies(state: TlnbState, side: Side) -> int:
    """How many dummy stacks a side may have: one for each formation with an officer (T16.10)."""
    officers = state.battle.officer_of.values()
    cards = state.battle.leaders
    return sum(cards[x].side == side and state.leaders[x].hex is not None for x in officers)


def new_dummy(state: TlnbState, side: Side) -> str | None:
    """The id of the next dummy stack that a side may set up, or None."""
    dummy = next_dummy(state, side, most_dummies(state, side))
    return dummy if dummy is not None and any(dummy_ends(state, side, dummy)) else None


def dummy_ends(state: TlnbState, side: Side, dummy: str) -> Iterator[Hex]:
    """Where a dummy stack can be set down or go, with no friends in the hex (T16.10)."""
    for hex_ in ground.dummy_ends(state, side, dummy, state.numbers.hiding.dummy_movement):
        if not (state.units_in(hex_, side) or state.leaders_in(hex_, side)):
            yield hex_


def free_dummies(state: TlnbState, side: Side) -> Iterator[Sham]:
    """A side's dummies that may still move in this Player-Turn (T16.6)."""
    for dummy in sorted(dummies_of(state, side)):
        if dummy not in state.marks.feinted:
            yield Sham(dummy)


# -- the segment (B-3), and set-up


async def hidden_segment(table: Table[TlnbState]) -> None:
    """B-3: what is seen is revealed; then both sides may hide what is not (T16.3, T16.8)."""
    side = table.state.phasing
    for one in (side, table.state.battle.enemy(side)):
        await cover_forces(table, one)
    next_step(table)


async def cover_forces(table: Table[TlnbState], side: Side) -> None:
    """T16.1, T16.8, T16.10: by option, at set-up and in B-3, a side hides and sets up dummies."""
    if table.state.battle.flag("hidden") != "on":
        return
    for hex_ in waiting_stacks(table.state, side):
        pieces = (*table.state.units_in(hex_, side), *table.state.leaders_in(hex_, side))
        table.emit(ForceHidden(side, pieces, hex_))
    while (answer := await HideStacks(side)) is not None:
        if isinstance(answer, Veil):
            for hex_ in answer.hexes:
                pieces = (*table.state.units_in(hex_, side), *table.state.leaders_in(hex_, side))
                table.emit(ForceHidden(side, pieces, hex_))
            continue
        place = await PlaceDummy(side, answer.dummy)
        if place is None:
            return
        table.emit(DummySet(side, answer.dummy, place))


# -- what betrays them between two procedures (T16.3)

_OPEN_STEPS: Final = (
    Step.HIDDEN,
    Step.DECLARATION,
    Step.BOMBARDMENT,
    Step.CHARGE,
    Step.COMBAT,
    Step.STATUS,
)
"""The segments in which contact reveals at once; before them it does when B-3 begins."""


def is_betrayed(state: TlnbState) -> bool:
    """Whether somebody lies hidden who must not: in contact, or under no flag any more."""
    if state.hiding.is_empty:
        return False
    if any(True for side in state.battle.sides for _ in _bare(state, side)):
        return True
    return state.step in _OPEN_STEPS and touched(state)


async def betray(table: Table[TlnbState]) -> None:
    """T16.2, T16.3: they are laid open."""
    for side in table.state.battle.sides:
        uncover(table, tuple(_bare(table.state, side)), "bare", side)
    if table.state.step in _OPEN_STEPS:
        touch(table)


def _bare(state: TlnbState, side: Side) -> Iterator[Hex]:
    """Where hidden pieces of a side have no flag among them any more (T16.2)."""
    for hex_, pieces in hidden_stacks(state, side).items():
        if not any(bears_flag(state, piece) for piece in pieces):
            yield hex_


def show_up(table: Table[TlnbState], units: Iterable[UnitId]) -> None:
    """T16.3: who attacks, bombards or charges is revealed before."""
    state = table.state
    if state.hiding.is_empty:
        return
    hidden = [unit for unit in units if unit in state.hiding.hidden]
    hexes = [hex_ for unit in hidden if (hex_ := state.units[unit].hex) is not None]
    if hidden:
        uncover(table, hexes, "attack", state.side_of(hidden[0]))


# -- what is done in B-2 beside moves (T16.6, T17.1)


def stealthy_moves(state: TlnbState, side: Side) -> list[Stealth]:
    """What a side may do with vedettes and dummies."""
    if state.battle.flag("hidden") != "on":
        return []
    return [*deployments(state, side), *free_dummies(state, side)]


def stealth_refusal(state: TlnbState, side: Side, answer: Stealth) -> Refusal | None:
    """Why a side may not do something with vedettes or a dummy, or None."""
    if isinstance(answer, Deployment):
        return deployment_refusal(state, side, answer)
    if answer in free_dummies(state, side):
        return None
    return refuse("T16.10", "That dummy stack does not move now.")


def stealth_choice(view: TlnbState, answer: Stealth) -> Choice[Any]:
    """How it is put: a button, and for a dummy a click on its flag."""
    if isinstance(answer, Sham):
        place = view.hiding.dummies[answer.dummy]
        name = view.battle.battlefield.name_of(place)
        words = say("Move the dummy in {hex}", hex=name)
        return Choice(answer.dummy, words, say("Choose where it goes"), answer, spots=(place,))
    name, mp = view.card(answer.owner).name, view.numbers.vedette.cost
    if answer.gathers:
        words = say("Gather the vedettes of {name}", name=name)
        tip = say("The unit returns where they stand, for {mp} MP of each", mp=mp)
        return Choice(f"{answer.owner}-gather", words, tip, answer)
    words = say("Spread {name} out in vedettes", name=name)
    tip = say("Its vedettes come out in its hex, for {mp} MP of each", mp=mp)
    return Choice(f"{answer.owner}-deploy", words, tip, answer)


async def feint(table: Table[TlnbState], side: Side, dummy: str) -> None:
    """T16.6: a dummy moves like cavalry."""
    place = await PlaceDummy(side, dummy)
    table.emit(DummyMarched(side, dummy, place or table.state.hiding.dummies[dummy]))


# -- ways into the unseen (T16.9, T17.6)


def march_halt(state: TlnbState, group: Group, path: Sequence[Hex]) -> Halt | None:
    """What stops a march that its side did not know of: an enemy in a hex, or his zone.

    A train stops before the zone, and before any unit; vedettes before any piece.
    """
    if state.hiding.is_empty:
        return None
    if not group.heeds_zones:
        return screen_halt(state, group.side, path)
    halt = halt_on(
        state,
        group.side,
        path,
        entering=False,
        heeds_zones=not group.is_train,
        shuns_zones=group.shuns_zones,
    )
    return first_halt(halt, unit_halt(state, group.side, path)) if group.is_train else halt


def is_barred(table: Table[TlnbState], side: Side, path: Sequence[Hex]) -> bool:
    """Whether unseen enemies, or their zone, bar a way that is no march; they are revealed.

    A friend in a hex cancels their zone there (T11.52).
    """
    state = table.state
    if state.hiding.is_empty:
        return False
    enemy, around = state.battle.enemy(side), state.battle.battlefield.grid.neighbours
    zone, unseen = unseen_zone(state, side), hidden_stacks(state, enemy)
    met: list[Hex] = []
    for hex_ in path:
        if unseen_holders(state, hex_, side):
            met.append(hex_)
        elif hex_ in zone and not state.combat_units_in(hex_, side):
            met += [near for near in around[hex_] if near in unseen]
    uncover(table, met, "met", enemy)
    return bool(met)
