"""Vedettes against vedettes (T17.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.vedettes import has_vedettes, screen_of, vedettes_in
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.hidden import VedettesFought
from hexwar.systems.tlnb.rules.combat.odds import SHOCK, column_of, shock_result
from hexwar.systems.tlnb.rules.combat.results import length_of_result
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.movement.hidden import show_up
from hexwar.systems.tlnb.rules.movement.vedettes import fall_back, lose_vedettes
from hexwar.systems.tlnb.state import Blow, TlnbState
from hexwar.table.forces import Side, UnitId
from hexwar.table.question import Question
from hexwar.table.words import unit_list

Units = tuple[UnitId, ...]


@kept
def skirmishes(state: TlnbState) -> tuple[Blow, ...]:
    """What the phasing side's vedettes can attack: vedettes next to them that hold a hex alone."""
    side, found = state.phasing, list[Blow]()
    if not has_vedettes(state.battle):
        return ()
    for hex_ in sorted({unit.hex for unit in state.on_map(side) if unit.hex is not None}):
        units = tuple(u for u in vedettes_in(state, hex_, side) if _is_fresh(state, u))
        if units:
            found += [Blow(units, near) for near in _targets(state, hex_, side)]
    return tuple(found)


def _is_fresh(state: TlnbState, unit: UnitId) -> bool:
    return not state.units[unit].assaulted


def _targets(state: TlnbState, hex_: Hex, side: Side) -> Iterator[Hex]:
    for near in contact_hexes(state, hex_):
        if near not in state.fights.attacked and screen_of(state, near, state.battle.enemy(side)):
            yield near


@dataclass(frozen=True, slots=True)
class AttackVedettes(Question[Blow | None], rule="T17.11"):
    """T17.11: which vedettes attack which; None: no others."""

    words = mark("Vedettes of {side} may attack vedettes next to them.")
    clue = mark("Click vedettes to attack them, or press the button to end.")

    def options(self, state: TlnbState) -> Sequence[Blow | None]:
        """None; all vedettes of a hex on all of one next to it."""
        return [None, *skirmishes(state)]

    def refusal(self, state: TlnbState, answer: Blow | None) -> Refusal | None:
        """The law: any of the vedettes of a hex."""
        if answer is None:
            return None
        for blow in skirmishes(state):
            is_some = bool(answer.units) and len(set(answer.units)) == len(answer.units)
            if blow.target == answer.target and is_some and set(answer.units) <= set(blow.units):
                return None
        return refuse("T17.11", "No vedettes of yours can attack there.")

    def choices(self, view: TlnbState, options: Sequence[Blow | None]) -> Sequence[Choice[Any]]:
        """A button for each with its column; a click on the target."""
        found: list[Choice[Any]] = []
        for blow in options:
            if blow is None:
                found.append(Choice("end", say("No other"), "", None, manner=Manner.END))
                continue
            names = unit_list(view, blow.units)
            where = view.battle.battlefield.name_of(blow.target)
            column = view.numbers.combat.columns[_column(view, blow)]
            words = mark("{column} on {hex}: {names}")
            label = say(words, column=column, hex=where, names=names)
            id_ = f"{'+'.join(blow.units)}-{blow.target}"
            found.append(Choice(id_, label, "", blow, spots=(blow.target,)))
        return found


def _column(state: TlnbState, blow: Blow) -> int:
    """The column by 2 SP for each vedette (T17.2)."""
    sp = state.numbers.vedette.sp
    theirs = screen_of(state, blow.target, state.battle.enemy(state.side_of(blow.units[0])))
    attack, defence = Fraction(sp * len(blow.units)), Fraction(sp * len(theirs))
    return column_of(state.numbers.combat.ratios, attack, defence)


async def fight_screens(table: Table[TlnbState]) -> None:
    """T17.11: vedettes attack vedettes, before the attacks of others."""
    side = table.state.phasing
    while skirmishes(table.state):
        blow = await AttackVedettes(side)
        if blow is None:
            return
        await _skirmish(table, blow)


async def _skirmish(table: Table[TlnbState], blow: Blow) -> None:
    """T17.11: one roll on the CRT; stars fall away, and Shock is one of equals."""
    state, side = table.state, table.state.phasing
    enemy = state.battle.enemy(side)
    show_up(table, blow.units)
    column, theirs = _column(state, blow), screen_of(state, blow.target, enemy)
    start = state.units[blow.units[0]].hex
    assert start is not None
    die = await throw(table, side, mark("the attack of the vedettes"))
    result = state.numbers.crt.table[die - 1][column]
    effect = result.removesuffix("*")
    if effect == SHOCK:
        least = state.numbers.initiative.least
        effect = shock_result(state, least, least)
    name = state.numbers.combat.columns[column]
    table.emit(VedettesFought(blow.units, blow.target, name, die, result, effect))
    if effect in ("Ex", "De"):
        lose_vedettes(table, theirs)
    if effect in ("Ex", "Ae"):
        lose_vedettes(table, blow.units)
    if effect == "1R":
        lose_vedettes(table, theirs[-1:])
        lose_vedettes(table, blow.units[-1:])
    elif effect.startswith("D") and effect != "De":
        await fall_back(table, enemy, blow.target, (start,), length_of_result(effect))
    elif effect.startswith("A") and effect != "Ae":
        await fall_back(table, side, start, (blow.target,), length_of_result(effect))
