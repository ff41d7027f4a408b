"""The Assault Segment: who assaults what, how one assault runs, and what both fires bring about.

Rules: N8.1, N8.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hexwar.engine import Choice, Manner, Refusal, Table, YesNo, refuse
from hexwar.ground.hiding import uncover
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.events.combat import AssaultDeclared, AssaultRepeated, StalemateReached
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.combat_windows import before_assault, end_combat
from hexwar.systems.nlc.rules.cards.effects import use
from hexwar.systems.nlc.rules.combat.assault_law import (
    attacker_refusal,
    end_refusal,
    excuses,
    has_own,
    target_refusal,
    targets,
)
from hexwar.systems.nlc.rules.combat.clash import Combat, Procedure, leave_column, steady_winners
from hexwar.systems.nlc.rules.combat.confidence import (
    assault_marks,
    confidence_words,
    have_confidence,
    may_repeat,
    roll_confidence,
)
from hexwar.systems.nlc.rules.combat.fight import (
    Fight,
    Units,
    attacking_hexes,
    by_hex,
    fight_over,
    foes_in,
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
    is_under_bombardment,
)
from hexwar.systems.nlc.rules.combat.screening import attack_vedettes
from hexwar.systems.nlc.rules.combat.withdrawal import retreat_before_assault
from hexwar.systems.nlc.rules.command.bonuses import leader_bonuses
from hexwar.systems.nlc.rules.command.guard import check_in_combat
from hexwar.systems.nlc.rules.losses.losses import Toll, Tolls
from hexwar.systems.nlc.rules.losses.morale import Circumstances, Verdict
from hexwar.systems.nlc.rules.losses.pursuit import advance, pursue
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.rules.movement.works import build_positions, work_pontoons
from hexwar.systems.nlc.rules.turn.activation import active, body_names, body_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, Side
from hexwar.table.overlays import Aim, Overlays, Target
from hexwar.table.pieces import Segment
from hexwar.table.reports import FireReport
from hexwar.table.words import hex_name, unit_list, whom

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


def _fires(state: GameState, fight: Fight) -> tuple[FireReport, FireReport]:
    return attack_report(state, fight), defence_report(state, fight)


def _tolls(state: GameState, combat: Combat[Fight]) -> Tolls:
    """Both stacks; in the hex that was fired at those who did not attack are hit too (N3.5)."""
    fight = combat.fight
    stack = state.combat_units_in(fight.hit_hex, fight.side)
    fired = firing_arms(state, combat.defence, fight.defenders)
    return Tolls(
        Toll(combat.defence.side, fight.defenders, fired),
        Toll(fight.side, stack, firing_arms(state, combat.attack, stack)),
    )


async def _settle_attacker(
    table: Table[GameState], combat: Combat[Fight], toll: Toll, hit: Hit
) -> AssaultOutcome:
    """N8.9 (4), (5): the defenders stayed; the attackers hit check, or nobody moves.

    A card may keep them where they are, Disrupted (N11.3).
    """
    units = on_map(table.state, toll.units)
    if not units:
        return AssaultOutcome.ATTACKER_ELIMINATED
    found, target = Verdict.PASSED, combat.fight.target
    if hit.checks:
        about = _attackers_check(table.state, combat, hit)
        found = await check_in_combat(table, units, "attackers' morale", "retreat", about)
    rout = found is Verdict.ROUTED
    if found is Verdict.PASSED or not await retreat(
        table, toll, (target,), attacking=True, rout=rout
    ):
        table.emit(StalemateReached(target))
        return AssaultOutcome.STALEMATE
    if not on_map(table.state, units):
        return AssaultOutcome.ATTACKER_ELIMINATED
    return AssaultOutcome.ATTACKER_ROUTS if rout else AssaultOutcome.ATTACKER_REPULSED


def _defenders_check(state: GameState, combat: Combat[Fight], hit: Hit) -> Circumstances:
    """The rows of N2.32 for the stack in the target hex."""
    target = combat.fight.target
    return Circumstances(
        defending=True,
        sheltered=is_sheltered(state, target),
        artillery_fire=has_artillery_fire(state, combat.attack)
        or is_under_bombardment(state, combat.fight),
        flank=combat.fight.flank,
        woods=state.battle.battlefield.terrain_at(target).cover.tangled,
        shaken=hit.shaken,
        strengths=(combat.attack.strength, combat.defence.strength),
        retreating=True,
    )


def _attackers_check(state: GameState, combat: Combat[Fight], hit: Hit) -> Circumstances:
    """The rows of N2.32 for the attacking stack that was hit, in the hex where it was hit."""
    return Circumstances(
        artillery_fire=has_artillery_fire(state, combat.defence),
        woods=state.battle.battlefield.terrain_at(combat.fight.hit_hex).cover.tangled,
        shaken=hit.shaken,
        retreating=True,
    )


ASSAULT: Procedure[Fight] = Procedure(
    ends=AssaultOutcome,
    fires=_fires,
    dice=("attackers' fire", "defenders' fire"),
    tolls=_tolls,
    defenders_die="defender's morale",
    defenders_check=_defenders_check,
    attackers_check=_attackers_check,
    settle_attacker=_settle_attacker,
)
"""N8.9."""


async def _win(
    table: Table[GameState], combat: Combat[Fight], toll: Toll, hit: Hit, *, routed: bool
) -> None:
    """N8.9 (3): the attackers advance and pursue (N8.11); who lost a step may be Disrupted.

    Once the defender is gone his guns no longer matter (N8.91).
    """
    fight = combat.fight
    await advance(table, fight)
    fugitives = on_map(table.state, fight.defenders)
    await pursue(table, fight.side, fight.target, fugitives, routed=routed)
    about = _attackers_check(table.state, combat, hit)
    about = replace(about, artillery_fire=False, retreating=False)
    await steady_winners(table, toll, "attackers' morale", "advance", about)


# -- the Assault Segment: who assaults what, and how one assault runs (N8.1, N8.35)


@dataclass(frozen=True, slots=True)
class Assault:
    """Units that assault a hex next to theirs."""

    target: Hex
    units: Units


@dataclass(frozen=True, slots=True)
class DeclareAssault(Question[Assault | None], rule="N8.35"):
    """N8.35 (1): which hex to assault with which units; None ends the Assault Segment."""

    kinds = ("assault", "end")
    formation: FormationId  # the first of those who act, who may combine (N4.32)

    def options(self, state: GameState) -> Sequence[Assault | None]:
        """Each target with all units that can, and with those of each hex; and the end.

        An Attack that has rolled for none yet must try before it ends (N8.33).
        """
        found: list[Assault | None] = []
        for target, units in targets(state, self.formation).items():
            found.append(Assault(target, units))
            stacks = by_hex(state, sorted(units, key=lambda unit: hex_of(state, unit)))
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
        unfit = (attacker_refusal(state, self.formation, u, answer.target) for u in answer.units)
        refusal = next(filter(None, unfit), None)
        if refusal is None and not has_own(state, self.formation, answer.units):
            return refuse("N12.36", "A unit of the formation that acts must take part.")
        return refusal

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
class ChooseDefenderTarget(Question[Hex], rule="N8.6", is_open=True):
    """N8.6: at which attacking hex the defender fires."""

    words = mark(
        "{who} must choose the hex to fire at, because {units} assault {target} from several."
    )
    kinds = ("fire", "pass")
    target: Hex  # that is assaulted
    units: Units  # attackers

    def options(self, state: GameState) -> Sequence[Hex]:
        """The attacking hexes, by id; none of artillery alone while another holds infantry."""
        return hexes_to_fire_at(state, self.units)

    def hint(self, view: GameState) -> str:  # noqa: ARG002
        """Where to click."""
        return say("Click the hex to fire at.")

    def choices(self, view: GameState, options: Sequence[Hex]) -> Sequence[Choice[Hex]]:
        """Each attacking hex, with the strength there."""
        found = []
        for hex_ in options:
            strength = sum(view.sp(unit) for unit in view.combat_units_in(hex_))
            names = unit_list(view, (u for u in self.units if view.units[u].hex == hex_))
            label = say("{hex}: {sp} SP", hex=hex_, sp=strength)
            tip = say("Fire at {names} in {hex}", names=names, hex=hex_name(view, hex_))
            found.append(Choice(hex_, label, tip, hex_, spots=(hex_,)))
        return found

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """The law's word."""
        return self.refusal(view, spot)

    def marks(self, view: GameState) -> Overlays:
        """The attacking hexes, and the one they assault."""
        targets = tuple(Target(h, Aim.FIRE, (self.target,)) for h in self.options(view))
        return Overlays(selection=frozenset({self.target}), targets=targets)


@dataclass(frozen=True, slots=True)
class RepeatAssault(Question[bool], YesNo, rule="N8.10"):
    """N8.10: whether attackers under an Attack order go on after a stalemate."""

    words = mark("{who} may assault {target} once more with {units}, because both sides stayed.")
    default = False
    kinds = ("assault", "pass")
    target: Hex
    units: Units  # the attackers that are left (N8.93)

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


# -- the flow


async def assault_segment(table: Table[GameState]) -> None:
    """N4.52, N8.1: one assault, or the end of the segment; then pontoon trains work (T18.2).

    Before it ends vedettes may be attacked (N20.31).
    """
    activation = active(table.state)
    declared = await DeclareAssault(activation.side, activation.formation)
    if declared is None:
        await attack_vedettes(table, activation.side, activation.formation)
        for effect in excuses(table.state, activation.formation):
            use(table, effect)
        table.emit(SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION))
        await work_pontoons(table)
        await build_positions(table)
    else:
        await assault(table, activation.side, declared)


async def assault(table: Table[GameState], side: Side, declared: Assault) -> StrEnum | None:
    """N8.35: one assault in its seven steps, and again after a stalemate (N8.10).

    Returns:
        How the last round ended; None when no shot was fired.
    """
    units, target = tuple(sorted(declared.units)), declared.target
    uncover(table, (*attacking_hexes(table.state, units), target), "attack")
    table.emit(AssaultDeclared(units, target))  # (1)
    if not await have_confidence(table, side, target, units):  # (2)
        return None
    against = fight_over(table.state, target, units, hex_of(table.state, units[0]))
    if await retreat_before_assault(table, target, units):  # (3)
        await advance(table, against, once=True)
        return None
    outcome = await _fire_fight(table, side, target, units)
    left = on_map(table.state, units)
    if outcome is AssaultOutcome.STALEMATE and await _goes_on(table, side, target, left):
        outcome = await _fire_fight(table, side, target, left)
    return outcome


async def _fire_fight(table: Table[GameState], side: Side, target: Hex, units: Units) -> StrEnum:
    """N8.35 (4) to (7): cards, leaders, whom the defender fires at, both dice, what they do."""
    state, defenders = table.state, foes_in(table.state, target, units)
    await before_assault(table, side, target, units, defenders)
    hexes = (*attacking_hexes(state, units), target)
    bonus = await leader_bonuses(table, side, hexes, (*units, *defenders))
    hit_hex = await ChooseDefenderTarget(state.battle.enemy(side), target, units)
    fight = fight_over(state, target, units, hit_hex, bonus)
    combat, on_target, on_attackers = await ASSAULT.exchange(table, fight)
    end_combat(table)
    tolls = await ASSAULT.take_losses(table, combat, on_target, on_attackers)
    outcome = await ASSAULT.settle_defender(table, combat, tolls.defender, on_target)
    if outcome is None:
        outcome = await _settle_attacker(table, combat, tolls.attacker, on_attackers)
    else:
        routed = outcome is AssaultOutcome.DEFENDER_ROUTS
        await _win(table, combat, tolls.attacker, on_attackers, routed=routed)
    leave_column(table, fight)
    return outcome


async def _goes_on(table: Table[GameState], side: Side, target: Hex, units: Units) -> bool:
    """N8.10, N8.93: after a stalemate an Attack may go on once, if its confidence lasts.

    Not against the tail of a column, which has left the hex by forming up (N5.32).
    """
    is_open = may_repeat(table.state, units) and foes_in(table.state, target, units)
    if not is_open or not await RepeatAssault(side, target, units):
        return False
    table.emit(AssaultRepeated(units, target))
    return await roll_confidence(table, target, units, second_round=True)
