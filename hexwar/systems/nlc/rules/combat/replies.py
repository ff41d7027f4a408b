"""What the other side may do before a combat is fought, as far as its attackers can know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from hexwar.cards.records import Pile
from hexwar.hexes import Hex
from hexwar.messages import count, listed, mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.ways import Way, way_of
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import (
    Units,
    foes_in,
    hexes_to_fire_at,
)
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.combat.previews import charge_report, meeting_chances
from hexwar.systems.nlc.rules.combat.reaction import Reaction, meeting_fires, reactions
from hexwar.systems.nlc.rules.combat.square import (
    charged_infantry,
    counts_as_formed,
    is_in_square,
    square_report,
)
from hexwar.systems.nlc.rules.combat.withdrawal import escape, may_withdraw, withdrawal_report
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    Verdict,
    morale_report,
    verdict,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.reports import CombatKind, CombatReport, MoraleReport, Remark
from hexwar.table.words import hex_name, unit_list

# -- told before a combat is declared (N8.2, N10.2, N10.3, N10.4)


def replies_to_assault(state: GameState, declared: Assault) -> tuple[Remark, ...]:
    """What those who are assaulted may do first (N8.2, N8.6, N23.6)."""
    return (*_on_assault(state, declared), *_cards(state, declared.units))


def replies_to_charge(state: GameState, charge: Charge) -> tuple[Remark, ...]:
    """What those who are charged may do first (N10.2, N10.3, N10.4, N23.6)."""
    return (*_on_charge(state, charge), *_cards(state, charge.units))


def replies_to_bombardment(state: GameState, declared: Bombardment) -> tuple[Remark, ...]:
    """Guns are answered by cards alone (N9.9, N23.6)."""
    return tuple(_cards(state, declared.units))


def _on_assault(state: GameState, declared: Assault) -> Iterator[Remark]:
    target, units = declared.target, declared.units
    if may_withdraw(state, target, units, unknown=True):
        stack = foes_in(state, target, units)
        check = withdrawal_report(state, stack)
        words = mark("They may withdraw before the assault, if their order lets them{by}")
        if may_withdraw(state, target, units):
            words = mark("They may withdraw before the assault{by}")
        by = "" if check is None else say(": {dice}", dice=of_six(state, check))
        yield Remark(say(words, by=by), "N8.2")
    hexes = hexes_to_fire_at(state, units)
    if len(hexes) > 1:
        where = listed(hex_name(state, hex_) for hex_ in hexes)
        yield Remark(say("They choose at whom they fire: {where}", where=where), "N8.6")


def _on_charge(state: GameState, charge: Charge) -> Iterator[Remark]:
    enemy = state.battle.enemy(state.side_of(charge.units[0]))
    for reaction in _whole_stacks(state, enemy, charge):
        dice = of_six(state, reaction_check(state, reaction.units))
        words = mark("{names} in {hex} may countercharge: {dice}; then {fates}")
        if reaction.in_place:
            words = mark("{names} in {hex} may meet it where they stand: {dice}; then {fates}")
        chances = meeting_chances(state, charge, reaction)
        fates = ", ".join(f"{say(_FATES[loser])} {_percent(share)}" for loser, share in chances)
        names, start = unit_list(state, reaction.units), hex_name(state, reaction.path[0])
        yield Remark(say(words, names=names, hex=start, dice=dice, fates=fates), "N10.2")
    away = escape(state, charge)
    if away is not None:
        check = morale_report(state, away.units, Circumstances(defending=True))
        words = mark("{names} may get out of the way: {dice}")
        names = unit_list(state, away.units)
        yield Remark(say(words, names=names, dice=of_six(state, check)), "N10.4")
    infantry = charged_infantry(state, charge)
    if infantry and is_in_square(state, infantry):
        yield Remark(say("The infantry is in square already"), "N10.32")
    elif infantry and not counts_as_formed(state, charge.target):
        dice = of_six(state, square_report(state, charge))
        yield Remark(say("The infantry may form square: {dice}", dice=dice), "N10.3")


_FATES: Mapping[str, str] = MappingProxyType(
    {
        "both": mark("both give way"),
        "chargers": mark("yours give way"),
        "reactors": mark("they give way"),
        "nobody": mark("nobody gives way"),
    }
)
"""The end of a meeting as the chargers see it (N10.21)."""


def _whole_stacks(state: GameState, side: Side, charge: Charge) -> Iterator[Reaction]:
    """The largest party of each hex that may meet a charge."""
    best: dict[str, Reaction] = {}
    for reaction in reactions(state, side, charge.last, charge):
        known = best.setdefault(reaction.path[0], reaction)
        if len(reaction.units) > len(known.units):
            best[reaction.path[0]] = reaction
    yield from best.values()


def _cards(state: GameState, units: Units) -> Iterator[Remark]:
    """How many cards the enemy holds; which they are he alone knows (N23.6)."""
    enemy = state.battle.enemy(state.side_of(units[0]))
    piles = state.cards.piles.get(enemy)
    if piles is None or way_of(state.battle) not in (Way.FULL, Way.RESTRICTED):
        return
    piles_held = (Pile.HELD, Pile.HAND) if way_of(state.battle) is Way.FULL else (Pile.HELD,)
    held = sum(len(piles.of(pile)) for pile in piles_held)
    if held:
        one = mark("They hold {n} card: it may be one for this moment")
        many = mark("They hold {n} cards: one may be for this moment")
        yield Remark(count(one, many, held), "N23.6")


def of_six(state: GameState, report: MoraleReport) -> str:
    """How many faces of the die pass a check: `4 of 6` (N2.4)."""
    return say("{n} of {all}", n=_passing(state, report), all=len(FACES))


def _passing(state: GameState, report: MoraleReport) -> int:
    rules = numbers_of(state.battle).morale
    return sum(verdict(rules, report.value, die) is Verdict.PASSED for die in FACES)


def _percent(chance: float) -> str:
    return f"{chance:.0%}".replace("%", " %")


# -- a reaction charge laid open before its die (N10.2, N10.21, N10.25)


def reaction_check(state: GameState, units: Units) -> MoraleReport:
    """What cavalry that is to react tests with (N10.2)."""
    return morale_report(state, units, Circumstances(reacting=True))


def reaction_report(state: GameState, reaction: Reaction, charge: Charge) -> CombatReport:
    """Cavalry that would meet a charge: its check, both fires and the chance of every end."""
    check = reaction_check(state, reaction.units)
    at_reactors, at_chargers = meeting_fires(state, charge, reaction)
    made = _passing(state, check) / len(FACES)
    ends = [
        (_MEETINGS[loser], made * share)
        for loser, share in meeting_chances(state, charge, reaction)
    ]
    return CombatReport(
        target=charge.last if not reaction.in_place else charge.target,
        attackers=reaction.units,
        defenders=charge.units,
        hit_hex=reaction.path[0],
        flank=False,
        attack=at_chargers,
        defence=at_reactors,
        morale_defender=morale_report(state, charge.units, Circumstances(retreating=True)),
        morale_attacker=morale_report(state, reaction.units, Circumstances(retreating=True)),
        outcomes=(*ends, *_not_made(made)),
        kind=CombatKind.REACTION,
        reaction=check,
        path=reaction.path,
        assumed=(say("Losses fall on the strongest."),),
    )


def advance_report(state: GameState, reaction: Reaction, hex_: Hex) -> CombatReport:
    """Cavalry that would charge infantry or guns that came near, with its check (N10.22)."""
    check = reaction_check(state, reaction.units)
    made = _passing(state, check) / len(FACES)
    report = charge_report(state, Charge(reaction.units, hex_, reaction.path))
    ends = tuple((end, made * share) for end, share in report.outcomes)
    outcomes = (*ends, *_not_made(made))
    return replace(report, kind=CombatKind.REACTION, reaction=check, outcomes=outcomes)


_MEETINGS: Mapping[str, str] = MappingProxyType(
    {
        "both": mark("both give way"),
        "chargers": mark("the enemy gives way"),
        "reactors": mark("the reactors give way"),
        "nobody": mark("nobody gives way"),
    }
)


def _not_made(made: float) -> tuple[tuple[str, float], ...]:
    return ((mark("they do not ride"), 1 - made),) if made < 1 else ()
