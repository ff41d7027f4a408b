"""The Assault Segment: who assaults what, how one assault runs, and what both fires bring about.

Rules: N8.1, N8.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from hexwar.engine import Choice, Decision, Manner, Refusal, Table, YesNo, refuse
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.events.combat import AssaultDeclared, AssaultRepeated, StalemateReached
from hexwar.systems.nlc.events.losses import UnitDisrupted
from hexwar.systems.nlc.events.movement import ColumnLeft
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.rules.cards.combat_windows import aim_marshals, before_assault, end_combat
from hexwar.systems.nlc.rules.cards.effects import use
from hexwar.systems.nlc.rules.combat.assault_law import (
    attacker_refusal,
    end_refusal,
    excuses,
    has_own,
    target_refusal,
    targets,
)
from hexwar.systems.nlc.rules.combat.confidence import (
    assault_marks,
    confidence_words,
    have_confidence,
    may_repeat,
    roll_confidence,
)
from hexwar.systems.nlc.rules.combat.fight import (
    Fight,
    attacking_hexes,
    by_hex,
    fight_over,
    hex_of,
    hexes_to_fire_at,
    is_sheltered,
    on_map,
)
from hexwar.systems.nlc.rules.combat.fire import (
    Hit,
    attack_report,
    defence_report,
    firing_arms,
    has_artillery_fire,
    read,
    throw,
)
from hexwar.systems.nlc.rules.combat.withdrawal import retreat_before_assault
from hexwar.systems.nlc.rules.command.bonuses import leader_bonuses
from hexwar.systems.nlc.rules.command.guard import dismay
from hexwar.systems.nlc.rules.losses.losses import Toll, abandon_leaders, lose_steps
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    Verdict,
    check_morale,
    morale_report,
)
from hexwar.systems.nlc.rules.losses.pursuit import advance, follow, pursue
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.rules.movement.works import build_positions, work_pontoons
from hexwar.systems.nlc.rules.turn.activation import active, body_names, body_of
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import hex_name, unit_list, unit_names, whom
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target
from hexwar.table.pieces import Segment
from hexwar.table.reports import FireReport

# -- what both fires of an assault bring about, in its order (N8.9)


class AssaultOutcome(StrEnum):
    """How an assault ends; attackers are the stack that the defender fired at."""

    DEFENDER_ELIMINATED = mark("defender eliminated")
    DEFENDER_ROUTS = mark("defender routs")
    DEFENDER_RETREATS = mark("defender retreats")
    STALEMATE = mark("stalemate")
    ATTACKER_REPULSED = mark("attacker repulsed")
    ATTACKER_ROUTS = mark("attacker routs")
    ATTACKER_ELIMINATED = mark("attacker eliminated")


@dataclass(frozen=True, slots=True)
class Combat:
    """A fight and both sides' fire in it, as it was when the dice fell."""

    fight: Fight
    attack: FireReport
    defence: FireReport


def combat_of(state: GameState, fight: Fight) -> Combat:
    """A fight with both sides' fire as it is now."""
    return Combat(fight, attack_report(state, fight), defence_report(state, fight))


@dataclass(frozen=True, slots=True)
class Tolls:
    """The losses of the two stacks that were hit."""

    defender: Toll
    attacker: Toll


async def results(
    table: Table[GameState], combat: Combat, on_target: Hit, on_attackers: Hit
) -> AssaultOutcome:
    """N8.9: losses, then the defender's check, then what follows from it."""
    tolls = await take_losses(table, combat, on_target, on_attackers)
    outcome = await settle_defender(table, combat, tolls.defender, on_target)
    if outcome is None:
        return await settle_attacker(table, combat, tolls.attacker, on_attackers)
    await advance(table, combat.fight)
    await _pursue(table, combat.fight, outcome)
    await _steady(table, combat, tolls.attacker, on_attackers)
    return outcome


async def take_losses(
    table: Table[GameState], combat: Combat, on_target: Hit, on_attackers: Hit
) -> Tolls:
    """N8.9 (1): both sides lose their steps at the same time, the defender's owner first."""
    defender = _defender_toll(table.state, combat)
    attacker = _attacker_toll(table.state, combat)
    defender = await lose_steps(table, defender, on_target.losses, "fire")
    attacker = await lose_steps(table, attacker, on_attackers.losses, "fire")
    await abandon_leaders(table, defender.side, combat.fight.target)
    await abandon_leaders(table, attacker.side, combat.fight.hit_hex)
    return Tolls(defender, attacker)


def _defender_toll(state: GameState, combat: Combat) -> Toll:
    units = combat.fight.defenders
    fired = firing_arms(state, combat.defence, units)
    return Toll(combat.defence.side, units, fired)


def _attacker_toll(state: GameState, combat: Combat) -> Toll:
    """The whole stack in the hex that was fired at, those who did not attack too (N3.5)."""
    units = state.combat_units_in(combat.fight.hit_hex, combat.fight.side)
    return Toll(combat.fight.side, units, firing_arms(state, combat.attack, units))


async def settle_defender(
    table: Table[GameState], combat: Combat, toll: Toll, hit: Hit
) -> AssaultOutcome | None:
    """N8.9 (2): the defenders check if told to, and retreat or rout; None when they stay.

    A card may keep them in their hex, Disrupted (N11.3).
    """
    units = on_map(table.state, toll.units)
    if not units:
        return AssaultOutcome.DEFENDER_ELIMINATED
    if not hit.checks:
        return None
    report = morale_report(table.state, units, defenders_check(table.state, combat, hit))
    found = await check_morale(table, units, report, die_for="defender's morale", purpose="retreat")
    if found is Verdict.PASSED:
        return None
    await dismay(table, units)
    rout = found is Verdict.ROUTED
    hexes, parts = combat.fight.hexes, by_hex(table.state, units)
    left = [
        await retreat(table, toll.only(part), hexes, attacking=False, rout=rout) for part in parts
    ]
    if not all(left):
        return None
    if not on_map(table.state, units):
        return AssaultOutcome.DEFENDER_ELIMINATED
    return AssaultOutcome.DEFENDER_ROUTS if rout else AssaultOutcome.DEFENDER_RETREATS


async def settle_attacker(
    table: Table[GameState], combat: Combat, toll: Toll, hit: Hit
) -> AssaultOutcome:
    """N8.9 (4), (5): the defenders stayed; the attackers hit check, or nobody moves.

    A card may keep them where they are, Disrupted (N11.3).
    """
    units = on_map(table.state, toll.units)
    if not units:
        return AssaultOutcome.ATTACKER_ELIMINATED
    found = Verdict.PASSED
    if hit.checks:
        report = morale_report(table.state, units, attackers_check(table.state, combat, hit))
        found = await check_morale(
            table, units, report, die_for="attackers' morale", purpose="retreat"
        )
    if found is Verdict.PASSED:
        return _stalemate(table, combat)
    await dismay(table, units)
    rout = found is Verdict.ROUTED
    if not await retreat(table, toll, (combat.fight.target,), attacking=True, rout=rout):
        return _stalemate(table, combat)
    if not on_map(table.state, units):
        return AssaultOutcome.ATTACKER_ELIMINATED
    return AssaultOutcome.ATTACKER_ROUTS if rout else AssaultOutcome.ATTACKER_REPULSED


def _stalemate(table: Table[GameState], combat: Combat) -> AssaultOutcome:
    """N8.9 (5): both stay."""
    table.emit(StalemateReached(combat.fight.target))
    return AssaultOutcome.STALEMATE


async def _pursue(table: Table[GameState], fight: Fight, outcome: AssaultOutcome) -> None:
    """N8.11, N11.7: cavalry of the winners goes after those who fled."""
    await pursue(
        table,
        fight.side,
        fight.target,
        on_map(table.state, fight.defenders),
        routed=outcome is AssaultOutcome.DEFENDER_ROUTS,
    )


async def _steady(table: Table[GameState], combat: Combat, toll: Toll, hit: Hit) -> None:
    """N8.9 (3): winners who lost a step still check, and may be Disrupted."""
    units = on_map(table.state, toll.units)
    if not toll.hurt or not units:
        return
    about = attackers_check(table.state, combat, hit, has_won=True)
    report = morale_report(table.state, units, about)
    found = await check_morale(table, units, report, die_for="attackers' morale", purpose="advance")
    if found is Verdict.PASSED:
        return
    await dismay(table, units)
    for unit in units:
        if not table.state.units[unit].disrupted:
            table.emit(UnitDisrupted(unit))


# -- what surrounds the checks


def defenders_check(state: GameState, combat: Combat, hit: Hit) -> Circumstances:
    """The rows of N2.32 for the stack in the target hex."""
    terrain = state.battle.battlefield.terrain_at(combat.fight.target)
    return Circumstances(
        defending=True,
        sheltered=is_sheltered(state, combat.fight.target),
        artillery_fire=has_artillery_fire(state, combat.attack),
        flank=combat.fight.flank,
        woods=terrain.cover.tangled,
        shaken=hit.shaken,
        strengths=(combat.attack.strength, combat.defence.strength),
        retreating=True,
    )


def attackers_check(
    state: GameState, combat: Combat, hit: Hit, *, has_won: bool = False
) -> Circumstances:
    """The rows of N2.32 for the attacking stack that was hit, in the hex where it was hit.

    Once the defender is gone his guns no longer matter (N8.91).
    """
    terrain = state.battle.battlefield.terrain_at(combat.fight.hit_hex)
    return Circumstances(
        artillery_fire=not has_won and has_artillery_fire(state, combat.defence),
        woods=terrain.cover.tangled,
        shaken=hit.shaken,
        retreating=not has_won,
    )


# -- the Assault Segment: who assaults what, and how one assault runs (N8.1, N8.35)


@dataclass(frozen=True, slots=True)
class Assault:
    """Units that assault a hex next to theirs."""

    target: Hex
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class DeclareAssault(Decision[Assault | None]):
    """N8.35 (1): which hex to assault with which units; None ends the Assault Segment."""

    rule: ClassVar[str] = "N8.35"
    kinds: ClassVar[tuple[str, str]] = ("assault", "end")
    formation: FormationId  # the first of those who act, who may combine (N4.32)

    def options(self, state: GameState) -> Sequence[Assault | None]:
        """Each target with all units that can, and with those of each hex; and the end.

        An Attack that has rolled for none yet must try before it ends (N8.33).
        """
        found: list[Assault | None] = []
        for target, units in targets(state, self.formation).items():
            stacks = _by_hex(state, units)
            found.append(Assault(target, units))
            if len(stacks) > 1:
                own = (stack for stack in stacks if has_own(state, self.formation, stack))
                found += [Assault(target, stack) for stack in own]
        return found if end_refusal(state, self.formation) is not None else [*found, None]

    def refusal(self, state: GameState, answer: Assault | None) -> Refusal | None:
        """Any units of the formation that are free to assault and in contact with the target."""
        if answer is None:
            return end_refusal(state, self.formation)
        refusal = target_refusal(state, Side(self.side), answer.target)
        if refusal is not None:
            return refusal
        if not answer.units or len(set(answer.units)) < len(answer.units):
            return refuse(self.rule, "Name at least one unit, each once.")
        for unit in answer.units:
            refusal = attacker_refusal(state, self.formation, unit, answer.target)
            if refusal is not None:
                return refusal
        if not has_own(state, self.formation, answer.units):
            return refuse("N12.36", "A unit of the formation that acts must take part.")
        return None

    def is_forced(self, state: GameState, options: Sequence[Assault | None]) -> bool:  # noqa: ARG002
        """An assault is never made by itself, even where it is the only one and must be."""
        return list(options) == [None]

    def sentence(self, view: GameState) -> str:
        """Who may assault."""
        return count(
            "{who} may assault with {body}: choose a hex of the enemy next to its units.",
            "{who} may assault with {body}: choose a hex of the enemy next to their units.",
            len(body_of(view, self.formation)),
            who=whom(view, self.side),
            body=body_names(view, self.formation),
        )

    @property
    def ends_for(self) -> FormationId:
        """None ends the segment of those who act."""
        return self.formation


@dataclass(frozen=True, slots=True)
class ChooseDefenderTarget(Decision[Hex]):
    """N8.6: at which attacking hex the defender fires."""

    rule: ClassVar[str] = "N8.6"
    is_open: ClassVar[bool] = True
    kinds: ClassVar[tuple[str, str]] = ("fire", "pass")
    target: Hex  # that is assaulted
    units: tuple[UnitId, ...]  # attackers

    def options(self, state: GameState) -> Sequence[Hex]:
        """The attacking hexes, by id; none of artillery alone while another holds infantry."""
        return hexes_to_fire_at(state, self.units)

    def sentence(self, view: GameState) -> str:
        """Who assaults from several hexes."""
        return say(
            "{who} must choose the hex to fire at, because {units} assault {hex} from several.",
            who=whom(view, self.side),
            units=unit_names(view, self.units),
            hex=hex_name(view, self.target),
        )

    def hint(self, view: GameState) -> str:  # noqa: ARG002
        """Where to click."""
        return say("Click the hex to fire at.")

    def choices(self, view: GameState, options: Sequence[Hex]) -> Sequence[Choice[Hex]]:
        """Each attacking hex, with the strength there."""
        return [self._choice(view, hex_) for hex_ in options]

    def _choice(self, view: GameState, hex_: Hex) -> Choice[Hex]:
        strength = sum(view.sp(unit) for unit in view.combat_units_in(hex_))
        names = unit_list(view, (u for u in self.units if view.units[u].hex == hex_))
        label = say("{hex}: {sp} SP", hex=hex_, sp=strength)
        tip = say("Fire at {names} in {hex}", names=names, hex=hex_name(view, hex_))
        return Choice(hex_, label, tip, hex_, spots=(hex_,))

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """The law's word."""
        return self.refusal(view, spot)

    def marks(self, view: GameState) -> Overlays:
        """The attacking hexes, and the one they assault."""
        targets = tuple(Target(h, Aim.FIRE, (self.target,)) for h in self.options(view))
        return Overlays(selection=frozenset({self.target}), targets=targets)


@dataclass(frozen=True, slots=True)
class RepeatAssault(YesNo):
    """N8.10: whether attackers under an Attack order go on after a stalemate."""

    rule: ClassVar[str] = "N8.10"
    default: ClassVar[bool] = False
    kinds: ClassVar[tuple[str, str]] = ("assault", "pass")
    target: Hex
    units: tuple[UnitId, ...]  # the attackers that are left (N8.93)

    def sentence(self, view: GameState) -> str:
        """Who may go on against whom."""
        return say(
            "{who} may assault {hex} once more with {units}, because both sides stayed.",
            who=whom(view, self.side),
            hex=hex_name(view, self.target),
            units=unit_names(view, self.units),
        )

    def hint(self, view: GameState) -> str:
        """Where the sheet of the second round is."""
        where = hex_name(view, self.target)
        return say("Click {hex} to see the chances of a second round.", hex=where)

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Stop, or go on, with the dice of the Attack Confidence."""
        dice, tip = confidence_words(view, self.target, self.units, second_round=True)
        again = say("Second round ({dice} goes on)", dice=dice)
        stop = say("Both sides stay in contact")
        return (
            Choice("stop", say("Stop"), stop, answer=False, manner=Manner.MAIN),
            Choice("again", again, tip, answer=True, spots=(self.target,)),
        )

    def marks(self, view: GameState) -> Overlays:
        """The assault."""
        return assault_marks(view, self.target, self.units)


def _by_hex(state: GameState, units: tuple[UnitId, ...]) -> list[tuple[UnitId, ...]]:
    hexes = sorted({hex_ for unit in units if (hex_ := state.units[unit].hex) is not None})
    return [tuple(u for u in units if state.units[u].hex == hex_) for hex_ in hexes]


# -- the flow


async def assault_segment(table: Table[GameState]) -> None:
    """N4.52, N8.1: one assault, or the end of the segment; then pontoon trains work (T18.2)."""
    activation = active(table.state)
    declared = await DeclareAssault(activation.side, activation.formation)
    if declared is None:
        for effect in excuses(table.state, activation.formation):
            use(table, effect)
        table.emit(SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION))
        await work_pontoons(table)
        await build_positions(table)
    else:
        await assault(table, activation.side, declared)


async def assault(table: Table[GameState], side: Side, declared: Assault) -> AssaultOutcome | None:
    """N8.35: one assault in its seven steps, and again after a stalemate (N8.10).

    Returns:
        How the last round ended; None when no shot was fired.
    """
    units, target = tuple(sorted(declared.units)), declared.target
    table.emit(AssaultDeclared(units, target))  # (1)
    if not await have_confidence(table, side, target, units):  # (2)
        return None
    against = fight_over(table.state, target, units, hex_of(table.state, units[0]))
    if await retreat_before_assault(table, target, units):  # (3)
        await follow(table, against)
        return None
    outcome = await _fire_fight(table, side, target, units)
    left = on_map(table.state, units)
    if outcome is AssaultOutcome.STALEMATE and await _goes_on(table, side, target, left):
        outcome = await _fire_fight(table, side, target, left)
    return outcome


async def _fire_fight(
    table: Table[GameState], side: Side, target: Hex, units: tuple[UnitId, ...]
) -> AssaultOutcome:
    """N8.35 (4) to (7): cards, leaders, whom the defender fires at, both dice, what they do."""
    state, enemy = table.state, table.state.battle.enemy(side)
    hexes = (*attacking_hexes(state, units), target)
    defenders = state.holders_of(target, enemy)
    await before_assault(table, side, target, units, defenders)
    bonus = await leader_bonuses(table, side, hexes, (*units, *defenders))
    hit_hex = await ChooseDefenderTarget(enemy, target, units)
    combat = await _aimed(table, fight_over(table.state, target, units, hit_hex, bonus))
    on_target, on_attackers = await exchange_fire(table, combat)
    end_combat(table)
    outcome = await results(table, combat, on_target, on_attackers)
    for unit in on_map(table.state, combat.fight.defenders):
        if table.state.units[unit].column:
            table.emit(ColumnLeft(unit))  # N5.32
    return outcome


async def _aimed(table: Table[GameState], fight: Fight) -> Combat:
    """N8.81: the fire of an assault, once Marshal Ney's card has said which die it is for."""
    combat = combat_of(table.state, fight)
    lowered = await aim_marshals(table, fight.target, (combat.attack, combat.defence))
    return combat_of(table.state, replace(fight, lowered=lowered)) if lowered else combat


async def _goes_on(
    table: Table[GameState], side: Side, target: Hex, units: tuple[UnitId, ...]
) -> bool:
    """N8.10, N8.93: after a stalemate an Attack may go on once, if its confidence lasts.

    Not against the tail of a column, which has left the hex by forming up (N5.32).
    """
    state = table.state
    if not state.holders_of(target, state.battle.enemy(side)):
        return False
    if not may_repeat(state, units) or not await RepeatAssault(side, target, units):
        return False
    table.emit(AssaultRepeated(units, target))
    return await roll_confidence(table, target, units, second_round=True)


async def exchange_fire(table: Table[GameState], combat: Combat) -> tuple[Hit, Hit]:
    """N8.6, N8.8: both sides roll, then both results are read: on the target, on the attackers."""
    attack_die = await throw(table, combat.attack, "attackers' fire")
    defence_die = await throw(table, combat.defence, "defenders' fire")
    fight = combat.fight
    return (
        read(table, combat.attack, attack_die, fight.target),
        read(table, combat.defence, defence_die, fight.hit_hex),
    )
