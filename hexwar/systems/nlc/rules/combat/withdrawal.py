"""Going before the enemy comes: retreat before assault, evasion, limbering (N8.2, N10.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Event, Manner, Refusal, Table, YesNo, refuse
from hexwar.ground.hiding import unmask
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import Evaded, RetreatedBeforeAssault
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.combat.assault_law import is_order_known
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import (
    MainArm,
    Units,
    arms_of,
    attacking_hexes,
    foes_in,
    hex_of,
)
from hexwar.systems.nlc.rules.combat.permits import may_pull_back, may_react
from hexwar.systems.nlc.rules.combat.square import charge_marks
from hexwar.systems.nlc.rules.command.guard import check_in_combat
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    Verdict,
    disrupt,
    holds,
    morale_report,
    passing_dice,
)
from hexwar.systems.nlc.rules.losses.retreat import (
    LISTED_PATHS,
    Path,
    Withdrawal,
    choose_way,
    leaders_who_go,
    make_room,
    retreat_path_refusal,
    retreat_paths,
    walk,
    zone_losses,
)
from hexwar.systems.nlc.rules.losses.screen import vedettes_who_go
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.reports import MoraleReport
from hexwar.table.vedette_facts import VedettesFellBack
from hexwar.table.words import hex_name, unit_list, unit_names

# -- going back before the enemy comes (N8.21, N10.41)


async def pull_back(table: Table[GameState], group: Withdrawal, path: Path, moved: Event) -> None:
    """N8.21, N10.41: units go a way of a retreat; an EZOC in it costs no step but their order.

    The event `moved` sets them down at its end.
    """
    side, start = group.side, hex_of(table.state, group.units[0])
    here = table.state.leaders_in(start, side)
    leaders = await leaders_who_go(side, here, group.units)
    screen = await vedettes_who_go(table, side, start, group.units)
    away = (VedettesFellBack(screen, path),) if screen else ()
    shaken = zone_losses(table.state, side, path) > 0
    await walk(table, side, group.units, path, (moved, *away), leaders)
    await make_room(table, side, path[-1], group.units, path[0])
    if shaken:
        disrupt(table, group.units)


# -- retreat before assault: who may go before the fire begins, and where to (N8.2, N8.21)


@dataclass(frozen=True, slots=True)
class ChooseRetreatBeforeAssault(Question[Path | None], rule="N8.2", is_open=True):
    """N8.2: whether the defenders leave before the fire begins, and along which hexes."""

    words = mark("{who} may withdraw from {target}, because {attackers} assault it.")
    kinds = ("withdraw", "stay")
    target: Hex  # that they would leave
    attackers: Units

    def options(self, state: GameState) -> Sequence[Path | None]:
        """Stand; or each way of one or two hexes, the longer ones first."""
        return [None, *withdrawal_paths(state, self.target, self.attackers)[:LISTED_PATHS]]

    def refusal(self, state: GameState, answer: Path | None) -> Refusal | None:
        """Any way whose every hex is of the best class (N11.13)."""
        if answer is None or answer in withdrawal_paths(state, self.target, self.attackers):
            return None
        steps, longest = len(answer) - 1, numbers_of(state.battle).withdrawal.hexes
        if not 1 <= steps <= longest:
            words = mark("A retreat before assault is 1 to {longest} hexes long.")
            return refuse("N8.2", words, longest=longest)
        group = withdrawal(state, self.target, self.attackers, steps)
        found = retreat_path_refusal(state, group, answer)
        return found or refuse("N8.21", "The units may not go that way.")


# -- who may, and where to


def withdrawal(state: GameState, target: Hex, attackers: Units, hexes: int) -> Withdrawal:
    """The whole stack of a hex that goes some hexes away from those who attack it (N8.21)."""
    side, stack = state.battle.enemy(state.side_of(attackers[0])), foes_in(state, target, attackers)
    return Withdrawal(side, stack, hexes, attacking_hexes(state, attackers))


def withdrawal_paths(state: GameState, target: Hex, attackers: Units) -> list[Path]:
    """Every way that the defenders of a hex may go before an assault; none where they may not."""
    if not may_withdraw(state, target, attackers):
        return []
    longest = numbers_of(state.battle).withdrawal.hexes
    return [
        path
        for hexes in range(longest, 0, -1)
        for path in retreat_paths(state, withdrawal(state, target, attackers, hexes))
        if len(path) == hexes + 1
    ]


def may_withdraw(state: GameState, target: Hex, attackers: Units, *, unknown: bool = False) -> bool:
    """Whether a stack may leave its hex before an assault (N8.2, N8.21).

    It is all cavalry and horse artillery, or every unit's order has it pull back (N12.2). Each
    stack does so once in an enemy activation, and as a whole: not while only the tail of a unit
    in road column is in the hex.

    Args:
        state: The table; it may be a view.
        target: The hex of the stack.
        attackers: Who assault it.
        unknown: What is said of an order that the view does not show.
    """
    stack, withdrew = foes_in(state, target, attackers), active(state).withdrew
    if any(state.units[u].hex != target or u in withdrew for u in stack):
        return False
    return all(state.card(unit).arm.is_mounted for unit in stack) or all(
        (unknown and not is_order_known(state, unit)) or may_pull_back(state, unit) is None
        for unit in stack
    )


def withdrawal_report(state: GameState, stack: Sequence[UnitId]) -> MoraleReport | None:
    """What a stack must pass before it may leave; None for one without infantry (N8.2).

    It is defending (N2.44); the rows of N2.32 for the fire fight do not apply yet (house rule).
    """
    if MainArm.INFANTRY not in arms_of(state, stack):
        return None
    return morale_report(state, stack, Circumstances(defending=True))


# -- the flow


async def _way_out(
    table: Table[GameState], side: Side, target: Hex, attackers: Units
) -> Path | None:
    """The way that the defenders choose, around enemies whom they meet unawares (N20.2)."""
    while withdrawal_paths(knowledge(table.state, side), target, attackers):
        path = await ChooseRetreatBeforeAssault(side, target, attackers)
        if path is None or not unmask(table, side, path[1:]):
            return path
    return None


async def retreat_before_assault(table: Table[GameState], target: Hex, attackers: Units) -> bool:
    """N8.35 (3), N4.51: they may go; infantry must pass a check, or it stays and is Disrupted.

    Returns:
        Whether they have left the hex.
    """
    side = table.state.battle.enemy(table.state.side_of(attackers[0]))
    path = await _way_out(table, side, target, attackers)
    if path is None:
        return False
    group = withdrawal(table.state, target, attackers, len(path) - 1)
    report = withdrawal_report(table.state, group.units)
    if report is not None:
        die_for = say("retreat before assault")
        found = await check_in_combat(table, group.units, die_for, "withdrawal", report)
        if found is not Verdict.PASSED:
            disrupt(table, group.units)
            return False
    await pull_back(table, group, path, RetreatedBeforeAssault(group.units, path))
    return True


# -- out of the way of a charge: cavalry evades, artillery limbers (N10.4-N10.42)


@dataclass(frozen=True, slots=True)
class ChooseEvasion(Question[bool], YesNo, rule="N10.41", is_open=True):
    """N10.4, N10.41: whether cavalry evades a charge, or artillery limbers and goes."""

    default = False
    charge: Charge
    units: Units  # who would go
    limbers: bool  # artillery

    def kind(self, answer: bool) -> str:
        """`limber`, `evade` or `stay`."""
        if not answer:
            return "stay"
        return "limber" if self.limbers else "evade"

    def sentence(self, view: GameState) -> str:
        """Who may get out of whose way."""
        evade = mark("{who} may let {units} in {hex} evade, because {chargers} charge them.")
        limber = mark(
            "{who} may let {units} in {hex} limber and go, because {chargers} charge them."
        )
        where, chargers = hex_name(view, self.charge.target), unit_names(view, self.charge.units)
        return self.told(view, limber if self.limbers else evade, hex=where, chargers=chargers)

    def hint(self, view: GameState) -> str:
        """The dice by which they get away."""
        return say("They get away by {dice}. Press one of the buttons.", dice=self._dice(view))

    def _dice(self, view: GameState) -> str:
        report = morale_report(view, self.units, Circumstances(defending=True))
        return passing_dice(view, report)

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Stand, or go, with the dice by which they get away."""
        dice, names = self._dice(view), unit_list(view, self.units)
        words = mark("{names}: away when the die shows {dice}, else met at the halt")
        go = say(words, names=names, dice=dice)
        act = say(
            mark("Limber and go ({dice})") if self.limbers else mark("Evade ({dice})"), dice=dice
        )
        stand = say("{names}: met at the halt", names=names)
        return (
            Choice("stand", say("Stand"), stand, answer=False, manner=Manner.MAIN),
            Choice("go", act, go, answer=True),
        )

    def marks(self, view: GameState) -> Overlays:  # noqa: ARG002
        """The charge as it comes."""
        return charge_marks(self.charge, self.units)


def escape(state: GameState, charge: Charge) -> Withdrawal | None:
    """Who of a target could get away, and how far; None where nobody can (N10.41).

    A target without infantry: its artillery, if its order has React or Pull back; or all of it
    if that is cavalry and its order has Pull back. Somewhere to go is needed (N11.13).
    """
    side = state.battle.enemy(state.side_of(charge.units[0]))
    targets = state.combat_units_in(charge.target, side)
    arms = arms_of(state, targets)
    if not targets or MainArm.INFANTRY in arms:
        return None
    limbers, rules = MainArm.ARTILLERY in arms, numbers_of(state.battle).evasion
    units = tuple(u for u in targets if not limbers or state.card(u).arm.is_artillery)
    if not all(
        may_pull_back(state, unit) is None or (limbers and may_react(state, unit) is None)
        for unit in units
    ):
        return None
    length = rules.artillery if limbers else rules.cavalry
    way = Withdrawal(side, units, length, (charge.last,))
    return way if retreat_paths(state, way) else None


async def evade(table: Table[GameState], charge: Charge) -> bool:
    """N10.4, N10.41, N4.51: a target without infantry may get out of the way on a morale check.

    Who fails, or does not want to, is met at the halt.

    Returns:
        Whether nobody is left in the target hex, so that the chargers may enter it.
    """
    side = table.state.battle.enemy(table.state.side_of(charge.units[0]))
    way = escape(knowledge(table.state, side), charge)
    if way is None:
        return False
    limbers = table.state.card(way.units[0]).arm.is_artillery
    if not await ChooseEvasion(way.side, charge, way.units, limbers):
        return False
    word = "limbering" if limbers else "evading"
    if await holds(table, way.units, word, "evasion"):
        path = await choose_way(table, way, evades=True)
        if path is not None:
            await pull_back(table, way, path, Evaded(way.units, path))
        if path is not None and not limbers:
            disrupt(table, way.units)
    return not table.state.holders_of(charge.target, way.side)
