"""The Combat Segment: attacks, one at a time (T10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.combat import (
    AttackDeclared,
    AttackDropped,
    AttackFailed,
    AttackNamed,
    CombatResolved,
    ShockResolved,
)
from hexwar.systems.tlnb.rules.cards.tactics import bring_in, close, close_phase
from hexwar.systems.tlnb.rules.combat.duties import (
    declaration_refusal,
    eligible,
    is_naming,
    is_owed,
    list_duties,
    waive,
)
from hexwar.systems.tlnb.rules.combat.odds import SHOCK, Odds, odds_of
from hexwar.systems.tlnb.rules.combat.pursuit import pursue
from hexwar.systems.tlnb.rules.combat.results import (
    Clash,
    advance,
    carry_out,
    clash_of,
    counter_advance,
)
from hexwar.systems.tlnb.rules.combat.retreat import Blame, retreat
from hexwar.systems.tlnb.rules.combat.screens import fight_screens
from hexwar.systems.tlnb.rules.command.command import initiative, officer_initiative
from hexwar.systems.tlnb.rules.command.leaders import leaders_fate, raise_alarm
from hexwar.systems.tlnb.rules.command.marches import end_by_fight
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.movement.hidden import show_up
from hexwar.systems.tlnb.rules.movement.stacking import settle_stacks
from hexwar.systems.tlnb.rules.special.fights import (
    COLUMNS,
    DIE,
    attack_die,
    columns_in,
    see_smoke,
    tell,
)
from hexwar.systems.tlnb.rules.special.use_leader import lead
from hexwar.systems.tlnb.rules.turn.light import is_night
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import Blow, TlnbState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import Arm
from hexwar.table.question import Question
from hexwar.table.words import unit_list

MOST: Final = 400
MOST_GROUPS: Final = 12
"""Groups of units that are offered against one hex; the law takes any."""


@dataclass(frozen=True, slots=True)
class DeclareAttack(Question[Blow | None], rule="T10.12"):
    """T10.12: which hex is attacked, and by whom; None: the segment is over."""

    words = mark("{who} attack.")
    clue = mark("Click a hex to attack, or press the button to end.")

    def options(self, state: TlnbState) -> Sequence[Blow | None]:
        """The end, if it is legal; each hex with all who may, with those of a hex, with fewer."""
        found = list(_listed(state))[:MOST]
        return [None, *found] if may_end(state) else found

    def refusal(self, state: TlnbState, answer: Blow | None) -> Refusal | None:
        """The law: any units that meet their duties and spoil no others."""
        if answer is None:
            if may_end(state):
                return None
            return refuse("T10.14", "Somebody must still attack.")
        return declaration_refusal(state, answer)

    def is_forced(self, state: TlnbState, options: Sequence[Blow | None]) -> bool:  # noqa: ARG002
        """The end alone: an attack is looked at before its die, even the only one (T10.15)."""
        return tuple(options) == (None,)

    def sentence(self, view: TlnbState) -> str:
        """Who attacks, or names what he will attack."""
        naming = mark("{who} name what they will attack.")
        return self.told(view, naming if is_naming(view) else self.words)

    def choices(self, view: TlnbState, options: Sequence[Blow | None]) -> Sequence[Choice[Any]]:
        """A button for each attack with its column; a click on a hex is all who may."""
        found: list[Choice[Any]] = []
        clicked: set[Hex] = set()
        for option in options:
            if option is None:
                end = Choice("end", end_words(view), "", None, manner=Manner.END)
                found.append(end)
                continue
            names = unit_list(view, option.units)
            where = view.battle.battlefield.name_of(option.target)
            odds = odds_of(view, option.units, option.target)
            label = say(
                "{column} on {hex}: {names}", column=odds.column_name, hex=where, names=names
            )
            spots = () if option.target in clicked else (option.target,)
            clicked.add(option.target)
            id_ = f"{'+'.join(option.units)}-{option.target}"
            found.append(Choice(id_, label, "", option, spots=spots))
        return found


def end_words(view: TlnbState) -> str:
    """What the end of attacking, or of naming attacks, is called."""
    return say("No other attack") if is_naming(view) else say("End of combat")


def _listed(state: TlnbState) -> Iterator[Blow]:
    """The attacks that are offered, those that duties ask for first."""
    blows = [blow for hex_ in eligible(state) for blow in _against(state, hex_)]
    legal = [blow for blow in blows if declaration_refusal(state, blow) is None]
    yield from sorted(legal, key=lambda blow: not is_owed(state, blow))


def _against(state: TlnbState, hex_: Hex) -> Iterator[Blow]:
    units = eligible(state)[hex_]
    starts = dict.fromkeys(state.units[u].hex for u in units)
    groups = [units]
    groups += [tuple(u for u in units if state.units[u].hex == start) for start in starts]
    groups += [(unit,) for unit in units]
    if len(units) <= 4:
        groups += [pair for n in (2, 3) for pair in combinations(units, n)]
    for group in tuple(dict.fromkeys(groups))[:MOST_GROUPS]:
        yield Blow(group, hex_)


def may_end(state: TlnbState) -> bool:
    """Whether the segment may end: no attack that could be declared would meet a duty (T10.14)."""
    fights = state.fights
    if not fights.duty_hexes and not fights.duty_units:
        return True
    return not any(is_owed(state, blow) for blow in _listed(state))


# -- attacks that are named beforehand (T10.24)


async def name_attacks(table: Table[TlnbState]) -> None:
    """T10.24: the phasing side names its attacks, and meets its duties (T10.11) by what it names.

    Whoever is to charge attacks nobody. In C-4 an attack may be dropped if it meets no duty, but
    not be changed; whoever can attack no more when it comes to it is left out.
    """
    list_duties(table)
    while eligible(table.state):
        answer = await DeclareAttack(table.state.phasing)
        if answer is None:
            return
        show_up(table, answer.units)
        table.emit(AttackNamed(answer.units, answer.target))


def drop_attacks(table: Table[TlnbState], targets: Sequence[Hex]) -> None:
    """T10.24: attacks that were named, and have become impossible or are given up."""
    for target in targets:
        table.emit(AttackDropped(target))


# -- the segment (C-4)


async def combat_segment(table: Table[TlnbState]) -> None:
    """C-4: one attack, or the end."""
    state, side = table.state, table.state.phasing
    if not state.fights.has_duties:
        await fight_screens(table)
        list_duties(table)
    drop_attacks(table, [b.target for b in state.fights.blows if b.target not in eligible(state)])
    waive(table)
    answer = await DeclareAttack(side)
    if answer is None:
        drop_attacks(table, [blow.target for blow in state.fights.blows])
        for one in state.battle.sides:
            await settle_stacks(table, one)
        close_phase(table)
        next_step(table)
    else:
        await attack(table, answer)


async def attack(table: Table[TlnbState], blow: Blow) -> None:
    """T10.15: one combat from its declaration to the advance."""
    state = table.state
    show_up(table, blow.units)
    table.emit(AttackDeclared(blow.units, blow.target))
    raise_alarm(table, blow.target)
    end_by_fight(table, blow.target)
    see_smoke(table, blow.units, blow.target)
    if is_night(state) and not await _dares(table, blow):
        return
    await _leave_chateau(table, blow)
    clash = clash_of(state, blow.units, blow.target)
    if not clash.defenders:
        await advance(table, clash.attackers, blow.target)
        return
    await bring_in(table, blow.units, blow.target)
    await lead(table, blow.units, blow.target)
    tell(table, columns_in(state, blow.units, blow.target), COLUMNS)
    tell(table, attack_die(state, blow.units), DIE)
    odds = odds_of(state, blow.units, blow.target)
    die = await throw(table, state.phasing, mark("the attack"))
    await resolve(table, clash, odds, die)
    close(table, blow.target)


async def resolve(table: Table[TlnbState], clash: Clash, odds: Odds, die: int) -> None:
    """T11: what a die of an attack comes to, with all that follows."""
    face = odds.faces[die - 1]
    table.emit(
        CombatResolved(
            clash.target,
            str(odds.attack),
            str(odds.defence),
            odds.column_name,
            die,
            odds.die_modifier,
            face.result,
            face.effect,
            table.state.phasing,
        )
    )
    if face.result == SHOCK or (face.result.endswith("*") and face.effect != face.result[:-1]):
        table.emit(ShockResolved(clash.target, *odds.initiatives, face.effect))
    await carry_out(table, clash, face.effect)
    if face.effect.startswith("D"):
        await pursue(table, clash)
    await follow(table, clash, face.effect)


async def follow(table: Table[TlnbState], clash: Clash, effect: str) -> None:
    """T11.61, T11.62: who has won may advance."""
    if effect.startswith("A"):
        await counter_advance(table, clash)
    else:
        await advance(table, clash.attackers, clash.target)


async def _dares(table: Table[TlnbState], blow: Blow) -> bool:
    """T22.7: a night attack needs initiative: an officer's there, else the best unit's less 1."""
    state = table.state
    officers = [
        leader
        for unit in blow.units
        for leader in state.leaders_at.get(state.units[unit].hex or blow.target, ())
        if leader in state.battle.officers
    ]
    needed = max((officer_initiative(state, x) for x in officers), default=0)
    needed = needed or initiative(state, blow.units) - 1
    die = await throw(table, state.phasing, mark("the night attack"))
    if die > needed:
        table.emit(AttackFailed(blow.target, die, needed, state.phasing))
    return die <= needed


async def _leave_chateau(table: Table[TlnbState], blow: Blow) -> None:
    """T10.18: cavalry and guns alone do not hold a chateau: they retreat before the die."""
    state = table.state
    if state.battle.battlefield.terrain_at(blow.target) is not Terrain.CHATEAU:
        return
    units = state.combat_units_in(blow.target, state.waiting)
    if any(state.card(u).arm is Arm.INFANTRY for u in units):
        return
    starts = tuple(dict.fromkeys(h for u in blow.units if (h := state.units[u].hex) is not None))
    arms = tuple(state.card(u).arm for u in blow.units)
    await retreat(table, blow.target, units, 1, Blame(starts, arms))
    await leaders_fate(table, blow.target, state.waiting)
