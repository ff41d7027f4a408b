"""Step losses: who may take them, and what becomes of him (N2.2, N11.5, N11.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from hexwar.engine import Choice, Manner, Table
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.combat.fight import (
    MainArm,
    Units,
    arms_of,
    attacking_hexes,
    hex_of,
    main_arm,
    on_map,
)
from hexwar.systems.nlc.rules.command.leaders import leaders_alone
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, note_losses
from hexwar.systems.nlc.rules.supply.lines import is_supplied
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.pieces import Box
from hexwar.table.words import unit_name, unit_names

GUARD = "guard"


@dataclass(frozen=True, slots=True)
class Toll:
    """The losses of one stack in one combat so far."""

    side: Side
    units: Units  # the stack as the combat began
    fired: frozenset[MainArm] = frozenset()  # its arms that fired, or the arm that was charged
    hurt: Units = ()  # who has lost a step, one entry a step

    def only(self, units: Units) -> Toll:
        """The same toll for a part of the stack that goes its own way."""
        return replace(self, units=units)


@dataclass(frozen=True, slots=True)
class Tolls:
    """The losses of the two stacks that were hit."""

    defender: Toll
    attacker: Toll


@dataclass(frozen=True, slots=True)
class ChooseStepLoss(Question[UnitId], rule="N11.5", is_open=True):
    """N11.5: which unit loses a step."""

    kinds = ("lose", "pass")
    units: Units  # that may
    cause: str  # fire, rout, zone of control, no retreat

    def options(self, state: GameState) -> Sequence[UnitId]:  # noqa: ARG002
        """Every unit that may lose the step; a guard last, strength first."""
        return self.units

    def sentence(self, view: GameState) -> str:
        """Who may lose a step to what, and whose last it would be."""
        words = mark("{who} must choose who of {units} loses a step to {cause}.")
        asked = self.told(view, words, cause=say(_CAUSES.get(self.cause, self.cause)))
        last = [unit for unit in self.units if is_on_last_step(view, unit)]
        words = mark("{asked} It would be the last of {units}.")
        return say(words, asked=asked, units=unit_names(view, last)) if last else asked

    def hint(self, view: GameState) -> str:  # noqa: ARG002
        """Where to click."""
        return say("Click a counter of the stack, or its button.")

    def choices(self, view: GameState, options: Sequence[UnitId]) -> Sequence[Choice[UnitId]]:
        """The units, with what the loss would leave of them."""
        return unit_choices(view, options, loss_words)

    def marks(self, view: GameState) -> Overlays:
        """The stack."""
        hexes = attacking_hexes(view, self.units)
        return Overlays(
            selection=frozenset(hexes),
            chosen=frozenset(self.units),
            targets=tuple(Target(hex_) for hex_ in hexes),
        )


def may_lose(state: GameState, toll: Toll) -> Units:
    """The units that may take a stack's next loss (N11.5), the default first; none if all are gone.

    Artillery only when nobody else is left; no one twice before everyone once. The first loss
    falls on the strongest of the arms that fired or was charged, unless it is a guard and another
    can take it.
    """
    left = on_map(state, toll.units)
    others = [u for u in left if main_arm(state, u) is not MainArm.ARTILLERY]
    pool = others or list(left)
    fresh = [u for u in pool if u not in toll.hurt] or pool
    if not toll.hurt:
        fresh = _first_to_lose(state, fresh, toll.fired)
    return tuple(sorted(fresh, key=lambda u: (is_guard(state, u), -state.sp(u), u)))


def charged_arm(state: GameState, units: Iterable[UnitId]) -> frozenset[MainArm]:
    """The arm of a stack that a charge meets: its infantry, else its cavalry, else its guns (N2.4).

    What `Toll.fired` names for the target of a charge (N11.5).
    """
    arms = arms_of(state, units)
    return frozenset(next(([arm] for arm in MainArm if arm in arms), ()))


def _first_to_lose(
    state: GameState, units: list[UnitId], fired: frozenset[MainArm]
) -> list[UnitId]:
    of_arm = [u for u in units if main_arm(state, u) in fired] or units
    named = _strongest(state, of_arm)
    if not all(is_guard(state, u) for u in named):
        return named
    line = [u for u in of_arm if not is_guard(state, u)]
    line = line or [u for u in units if not is_guard(state, u)]
    return named + _strongest(state, line)


def _strongest(state: GameState, units: list[UnitId]) -> list[UnitId]:
    most = max((state.sp(u) for u in units), default=0)
    return [u for u in units if state.sp(u) == most]


def is_guard(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is of a guard, which may be spared."""
    return GUARD in state.card(unit).flags


def is_on_last_step(state: GameState, unit: UnitId) -> bool:
    """Whether the next loss removes a unit (N2.2, N2.22)."""
    card = state.card(unit)
    return state.units[unit].reduced or card.steps < 2 or card.reduced_sp == 0


def box_for_loss(state: GameState, unit: UnitId) -> Box:
    """Where a unit goes that is eliminated now: UAR, or PEU when it is out of supply (N11.6).

    The line is traced from where the unit still stands, at that instant (N11.61, N16.5).
    """
    return Box.UAR if is_supplied(state, unit) else Box.PEU


def eliminate(table: Table[GameState], unit: UnitId, cause: str, box: Box | None = None) -> None:
    """Take a unit off with all its steps; its formation may be demoralized by it (N15.3).

    It goes to a box, by default the one that its supply says.
    """
    box = box or box_for_loss(table.state, unit)
    table.emit(UnitEliminated(unit, box, table.state.sp(unit), cause))
    note_losses(table, counted_for(table.state, unit))


def take_step(table: Table[GameState], unit: UnitId, cause: str, box: Box | None = None) -> None:
    """Take one step of a unit (N2.2); `box` is where it goes if that was its last."""
    if is_on_last_step(table.state, unit):
        eliminate(table, unit, cause, box)
        return
    card = table.state.card(unit)
    table.emit(StepLost(unit, card.sp - card.reduced_sp, cause))
    note_losses(table, counted_for(table.state, unit))


async def lose_steps(table: Table[GameState], toll: Toll, steps: int, cause: str) -> Toll:
    """N11.5: a stack loses steps, one after another, as far as it has any."""
    for _ in range(steps):
        units = may_lose(table.state, toll)
        if not units:
            break
        unit = await ChooseStepLoss(toll.side, units, cause)
        take_step(table, unit, cause)
        toll = replace(toll, hurt=(*toll.hurt, unit))
    return toll


async def lose_both(
    table: Table[GameState], tolls: Tolls, steps: tuple[int, int], hexes: tuple[Hex, Hex]
) -> Tolls:
    """N8.9 (1): both sides lose steps by each other's fire, the defender's owner first."""
    defender = await lose_steps(table, tolls.defender, steps[0], "fire")
    attacker = await lose_steps(table, tolls.attacker, steps[1], "fire")
    await abandon_leaders(table, defender.side, hexes[0])
    await abandon_leaders(table, attacker.side, hexes[1])
    return Tolls(defender, attacker)


async def abandon_leaders(table: Table[GameState], side: Side, hex_: Hex) -> None:
    """N8.12, N14.71: leaders whose whole stack was eliminated in a hex look to themselves."""
    if not table.state.combat_units_in(hex_, side):
        await leaders_alone(table, hex_, side)


def unit_choices(
    view: GameState,
    units: Sequence[UnitId],
    words: Callable[[GameState, UnitId], tuple[str, str]],
    spot: Hex | None = None,
) -> list[Choice[UnitId]]:
    """Units of which one is to be chosen, the first as the main choice; by default each in its hex.

    The label and the tip of each come from `words`.
    """
    return [
        Choice(
            unit,
            *words(view, unit),
            unit,
            Manner.PLAIN if number else Manner.MAIN,
            (hex_of(view, unit) if spot is None else spot,),
            (unit,),
        )
        for number, unit in enumerate(units)
    ]


def loss_words(state: GameState, unit: UnitId) -> tuple[str, str]:
    """A unit that may lose a step, with what is left of it then; and what pressing it means."""
    name, fate = unit_name(state, unit), say("eliminated")
    if not is_on_last_step(state, unit):
        now, left = state.sp(unit), state.card(unit).reduced_sp
        fate = say("{now} \N{RIGHTWARDS ARROW} {left} SP", now=now, left=left)
    return f"{name} ({fate})", say("{name} loses the step", name=name)


_CAUSES: Mapping[str, str] = MappingProxyType(
    {
        "fire": mark("the enemy's fire"),
        "rout": mark("the rout"),
        mark("zone of control"): mark("retreat through an enemy zone of control"),
        mark("no retreat"): mark("a retreat cut short"),
        "pursuit": mark("the pursuit"),
        "stragglers": mark("straggling on the march"),
    }
)
"""What costs a step, as the question names it."""
