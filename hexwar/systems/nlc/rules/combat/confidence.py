"""Attack Confidence: whether the attackers go on with what they were told (N8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import AssaultDropped, ConfidenceRolled
from hexwar.systems.nlc.numbers import Confidence, numbers_of
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.combat.assault_law import has_own, owes_roll
from hexwar.systems.nlc.rules.combat.fight import (
    Units,
    attacking_hexes,
    foes_in,
    hex_of,
    is_flank_attack,
    is_sheltered,
    ready,
)
from hexwar.systems.nlc.rules.combat.fire import FACES, Line
from hexwar.systems.nlc.rules.command.blucher import commands_near
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    is_detached,
    is_in_range,
    leader_rating,
    rating_of,
)
from hexwar.systems.nlc.rules.losses.demoralization import OUT_OF_SUPPLY, weariness
from hexwar.systems.nlc.rules.losses.morale import leads
from hexwar.systems.nlc.rules.orders.pad import is_under
from hexwar.systems.nlc.rules.orders.permissions import Permissions, permissions
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import dice_words
from hexwar.table.forces import LeaderId, Role, Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target
from hexwar.table.reports import ConfidenceReport
from hexwar.table.words import hex_name


@dataclass(frozen=True, slots=True)
class ConfirmAssault(Question[bool], rule="N8.34"):
    """N8.34: whether to roll for the Attack Confidence of a declared assault, or to drop it."""

    kinds = ("assault", "pass")
    target: Hex
    units: Units  # attackers

    def options(self, state: GameState) -> Sequence[bool]:
        """Roll, or drop it; an Attack that has rolled for none yet must roll (N8.33)."""
        return (True,) if must_roll(state, self.units) else (True, False)

    def refusal(self, state: GameState, answer: bool) -> Refusal | None:
        """An Attack order has to be tried once."""
        if answer or not must_roll(state, self.units):
            return None
        return refuse("N8.33", "An Attack order must roll for one assault at least.")

    def sentence(self, view: GameState) -> str:
        """Who assaults what, and whether he must."""
        must = mark("{who} must roll for Attack Confidence of {units} against {target}.")
        may = mark(
            "{who} may roll for Attack Confidence of {units} against {target}, or drop the assault."
        )
        return self.told(view, must if must_roll(view, self.units) else may)

    def hint(self, view: GameState) -> str:
        """Where to click."""
        return say("Click {hex} to roll, or press a button.", hex=hex_name(view, self.target))

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Roll, by a click on the target too, or drop it; that says why it cannot be had."""
        dice, tip = confidence_words(view, self.target, self.units, second_round=False)
        where = hex_name(view, self.target)
        drop = say("No assault on {hex} in this activation", hex=where)
        roll = say("Roll: {dice} goes on", dice=dice)
        return (
            Choice("roll", roll, tip, answer=True, manner=Manner.MAIN, spots=(self.target,)),
            Choice("drop", say("Drop the assault"), drop, answer=False),
        )

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """Nobody else can be assaulted meanwhile."""
        if view.units_in(spot, view.side_of(self.units[0])):
            return None
        return refuse(self.rule, "The assault is declared: roll for it, or drop it.")

    def marks(self, view: GameState) -> Overlays:
        """The assault."""
        return assault_marks(view, self.target, self.units)


def must_roll(state: GameState, units: Units) -> bool:
    """Whether an assault by these units may not be dropped (N8.33)."""
    return any(owes_roll(state, unit) for unit in units)


def may_repeat(state: GameState, units: Units) -> bool:
    """Whether attackers may go on after a stalemate: they act under an Attack order (N8.10)."""
    if not has_own(state, active(state).formation, units):
        return False
    return _order_of(state, leading_line(state, units), units).row.attacks


# -- what the die is up against


def confidence_report(
    state: GameState, target: Hex, units: Units, *, second_round: bool = False
) -> ConfidenceReport:
    """The Attack Confidence of some attackers, line by line (N8.31).

    Args:
        state: The table, in an activation; it may be a view.
        target: The hex that is assaulted.
        units: The attackers; the formation with most SP among those who act leads (N4.35).
        second_round: Whether the assault is repeated (N8.10).
    """
    rules = numbers_of(state.battle).confidence
    line = leading_line(state, units)
    leader, rating = leader_in_charge(state, line, units)
    who = say("no commander") if leader is None else state.battle.leaders[leader].name
    rows = _rows(state, rules, target, units, line)
    lines = [(who, rating, "N8.31"), *(row for row in rows if row[1])]
    if second_round:
        lines.append((say("second round"), rules.second_round, "N8.10"))
    value = sum(pips for _, pips, _ in lines)
    passing = sum(passes(rules, value, die) for die in FACES)
    return ConfidenceReport(tuple(lines), value, passing / len(FACES), must_roll(state, units))


def passes(rules: Confidence, value: int, die: int) -> bool:
    """Whether a die lets the attackers go on (N8.31, N8.32)."""
    return die == rules.always_passes or (die <= value and die != rules.always_fails)


def leading_line(state: GameState, units: Sequence[UnitId]) -> LineId:
    """The line of the order pad with most SP in an assault, of those that act (N4.35)."""
    body = active(state).formations
    sums: dict[LineId, int] = {}
    for unit in sorted(units):
        if state.formation_of(unit).id in body:
            line = state.line_id_of(unit)
            sums[line] = sums.get(line, 0) + state.sp(unit)
    return max(sums, key=lambda line: sums[line])


def leader_in_charge(
    state: GameState, line: LineId, units: Sequence[UnitId]
) -> tuple[LeaderId | None, int]:
    """Whose rating the attackers go by, and the rating (N8.31).

    It is the commander's of the leading formation, or that of an OC or WC who stands with
    attackers of his own, whichever is the better (house rule).
    """
    verb = _order_of(state, line, units).step.verb
    ours = (_commander(state, line), rating_of(state, line, verb))
    others = ((x, leader_rating(state, x, verb)) for x in _in_person(state, units))
    return max((ours, *others), key=lambda pair: pair[1])


def _commander(state: GameState, line: LineId) -> LeaderId | None:
    """The commander on the map of a line; a detached division's is of its corps, in his range."""
    if not is_detached(line):
        leader = commander_of(state, line)
        return None if leader is None or state.leaders[leader].hex is None else leader
    leader, centre = commander_of(state, LineId(formation_of_line(line))), centre_of(state, line)
    is_near = leader is not None and centre is not None and is_in_range(state, leader, centre)
    return leader if is_near else None


def _in_person(state: GameState, units: Sequence[UnitId]) -> Iterator[LeaderId]:
    """The OCs and WCs who stand with attackers that they lead."""
    for hex_ in attacking_hexes(state, units):
        for leader in state.leaders_in(hex_, state.side_of(units[0])):
            is_high = state.battle.leaders[leader].role in (Role.OVERALL, Role.WING)
            here = (unit for unit in units if hex_of(state, unit) == hex_)
            if is_high and any(leads(state, leader, unit) for unit in here):
                yield leader


def _order_of(state: GameState, line: LineId, units: Sequence[UnitId]) -> Permissions:
    return permissions(state, next(u for u in units if state.line_id_of(u) == line))


# -- the rows of N8.31


def _rows(
    state: GameState, rules: Confidence, target: Hex, units: Sequence[UnitId], line: LineId
) -> Iterator[Line]:
    """What counts besides the rating: order, strength, command, the enemy, the attackers.

    SP are those on the counters of the named units, against all units of the hex (N8.36).
    """
    order, foes = _order_of(state, line, units), foes_in(state, target, units)
    pips = {"attack": rules.attack, "probe or support": rules.probe_or_support}
    worth = pips.get(order.row.confidence, rules.other)
    yield say("{order} order", order=order.name), worth, "N8.31"
    own, theirs = sum(map(state.sp, units)), sum(map(state.sp, foes))
    words = say("{own} SP against {theirs}", own=own, theirs=theirs)
    yield words, _strength_pips(rules, own, theirs), "N8.36"
    yield from _command_rows(state, rules, line)
    if is_flank_attack(state, target, units):
        yield say("flank attack"), rules.shaken_target, "N8.31"
    elif not ready(state, foes):
        yield say("target Disrupted"), rules.shaken_target, "N8.31"
    if _is_strong(state, target, units):
        yield say("strong ground"), rules.strong_target, "N8.31"
    if any(state.units[unit].disrupted for unit in units):
        yield say("attackers Disrupted"), rules.disrupted, "N8.37"
    spirit = weariness(state, formation_of_line(line), units)
    if spirit == OUT_OF_SUPPLY:
        yield spirit, rules.demoralized, "N15.5"
    elif spirit is not None:
        yield say("{spirit} formation", spirit=spirit), rules.demoralized, "N15.2"


def _strength_pips(rules: Confidence, own: int, theirs: int) -> int:
    if own >= 2 * theirs:
        return rules.two_to_one
    if 2 * own >= 3 * theirs:
        return rules.three_halves
    if own >= theirs:
        return rules.even
    return rules.below_even if 2 * own > theirs else rules.half


def _command_rows(state: GameState, rules: Confidence, line: LineId) -> Iterator[Line]:
    """The OC near the commander, or near the unit that stands for him (N14.31)."""
    centre, formation = centre_of(state, line), formation_of_line(line)
    assert centre is not None  # attackers of the line are on the map
    near = (x for x in state.leaders if is_under(state, x, formation))
    overall = next((x for x in near if is_in_range(state, x, centre)), None)
    if overall is not None:
        name = state.battle.leaders[overall].name
        yield say("{name} in command range", name=name), rules.commander_near, "N8.31"
    if commands_near(state, state.battle.formations[formation].side, centre):
        yield say("Blücher drives them on"), rules.blucher, "N7.6"


def _is_strong(state: GameState, target: Hex, units: Sequence[UnitId]) -> bool:
    """A town, chateau, improved position or wood, or up a slope from any attacking hex."""
    field = state.battle.battlefield
    if is_sheltered(state, target) or field.terrain_at(target).cover.tangled:
        return True
    return any(field.is_upward(hex_, target) for hex_ in attacking_hexes(state, units))


# -- the flow


async def have_confidence(table: Table[GameState], side: Side, target: Hex, units: Units) -> bool:
    """N8.35 (2): the attackers drop the assault, or roll for it."""
    if not await ConfirmAssault(side, target, units):
        table.emit(AssaultDropped(units, target))
        return False
    return await roll_confidence(table, target, units)


async def roll_confidence(
    table: Table[GameState], target: Hex, units: Units, *, second_round: bool = False
) -> bool:
    """N8.31, N8.32: one die for all attackers of a hex; a bad failure ends their assaults."""
    rules = numbers_of(table.state.battle).confidence
    report = confidence_report(table.state, target, units, second_round=second_round)
    die = await throw(table, table.state.side_of(units[0]), mark("Attack Confidence"))
    passed = passes(rules, report.value, die)
    is_final = not passed and die - report.value >= rules.stop_margin
    table.emit(ConfidenceRolled(units, target, report.value, die, passed, is_final))
    return passed


# -- an assault as it is put to the player


def confidence_words(
    state: GameState, target: Hex, units: Units, *, second_round: bool
) -> tuple[str, str]:
    """The dice by which attackers go on, and their Attack Confidence line by line (N8.31)."""
    rules = numbers_of(state.battle).confidence
    report = confidence_report(state, target, units, second_round=second_round)
    dice = dice_words(die for die in FACES if passes(rules, report.value, die))
    lines = [f"{pips:+d}  {reason}" for reason, pips, _ in report.lines]
    title = say("Attack Confidence {value}", value=report.value)
    return dice, "\n".join([title, *lines, ""])


def assault_marks(state: GameState, target: Hex, units: Units) -> Overlays:
    """The arrows of an assault that is declared."""
    sources = attacking_hexes(state, units)
    return Overlays(
        selection=frozenset(sources),
        chosen=frozenset(units),
        targets=(Target(target, Aim.ASSAULT, sources),),
    )
