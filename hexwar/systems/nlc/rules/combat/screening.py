"""Fights for vedettes: the free fire of cavalry, and vedettes against vedettes (N20.31)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.vedettes import has_vedettes, screen_of
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.vedettes import VedettesAttacked
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.combat.assault_law import assaulter_refusal
from hexwar.systems.nlc.rules.combat.fight import Units, attacking_hexes, hex_of, on_map
from hexwar.systems.nlc.rules.combat.fire import Hit, column_of, exchange_fire, fire_report
from hexwar.systems.nlc.rules.losses.morale import Circumstances, disrupt, holds, morale_report
from hexwar.systems.nlc.rules.losses.screen import fall_back, lose_vedettes
from hexwar.systems.nlc.rules.movement.vedettes import vedettes_of_body
from hexwar.systems.nlc.rules.turn.activation import body_names, units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target
from hexwar.table.reports import FireLine, FireReport
from hexwar.table.words import hex_name, unit_list


@dataclass(frozen=True, slots=True)
class Skirmish:
    """Cavalry, or vedettes, of one hex that go for enemy vedettes next to it."""

    target: Hex
    units: Units


@dataclass(frozen=True, slots=True)
class AttackVedettes(Question[Skirmish | None], rule="N20.31"):
    """N20.31: who goes for enemy vedettes next to him; None: nobody."""

    words = mark("{who} may attack vedettes next to units of {body}.")
    clue = mark("Click the vedettes to attack, or press a button.")
    kinds = ("attack", "end")
    formation: FormationId  # the first of those who act

    def options(self, state: GameState) -> Sequence[Skirmish | None]:
        """Nobody; each hex of vedettes with the cavalry, and the vedettes, of each hex by it."""
        return [None, *skirmishes(state, self.formation)]

    def sentence(self, view: GameState) -> str:
        """Who may."""
        return self.told(view, self.words, body=body_names(view, self.formation))

    def choices(
        self, view: GameState, options: Sequence[Skirmish | None]
    ) -> Sequence[Choice[Skirmish | None]]:
        """Each attack, and the end."""
        nobody = say("Attack no vedettes")
        found: list[Choice[Skirmish | None]] = [
            Choice("end", nobody, say("Leave the vedettes alone"), None, Manner.MAIN)
        ]
        for one in filter(None, options):
            names, where = unit_list(view, one.units), hex_name(view, one.target)
            label = say("{names}: {hex}", names=names, hex=one.target)
            tip = say("{names} attack the vedettes in {hex}", names=names, hex=where)
            id_ = f"{one.units[0]}-{one.target}"
            found.append(Choice(id_, label, tip, one, spots=(one.target,), pieces=one.units))
        return found

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """Several could, or none."""
        found = [one for one in skirmishes(view, self.formation) if one.target == spot]
        if found:
            return refuse(self.rule, "Several may attack {hex}: press a button.", hex=spot)
        return refuse(self.rule, "No vedettes can be attacked in {hex}.", hex=spot)

    def marks(self, view: GameState) -> Overlays:
        """The vedettes, each with who may attack them."""
        found: dict[Hex, list[Hex]] = {}
        for one in skirmishes(view, self.formation):
            found.setdefault(one.target, []).extend(attacking_hexes(view, one.units))
        targets = (Target(hex_, Aim.FIRE, tuple(by)) for hex_, by in found.items())
        return Overlays(targets=tuple(targets))


# -- who may


@kept
def skirmishes(state: GameState, formation: FormationId) -> tuple[Skirmish, ...]:
    """What those who act can do against vedettes next to them, by target; none after midnight."""
    if not has_vedettes(state.battle) or state.turn_card.kind is TurnKind.NIGHT_AM:
        return ()
    found: dict[tuple[Hex, Hex, bool], list[UnitId]] = {}
    enemy = state.battle.enemy(state.battle.formations[formation].side)
    for unit in attackers(state, formation):
        hex_, is_screen = hex_of(state, unit), state.card(unit).is_vedette
        for near in contact_hexes(state, hex_):
            if screen_of(state, near, enemy):
                found.setdefault((near, hex_, is_screen), []).append(unit)
    return tuple(Skirmish(key[0], tuple(sorted(found[key]))) for key in sorted(found))


def attackers(state: GameState, formation: FormationId) -> Units:
    """Cavalry that may assault, and vedettes, of those who act; who is Disrupted does not."""
    horse = (u for u in units_of_body(state, formation) if state.card(u).arm.is_cavalry)
    able = (u for u in horse if assaulter_refusal(state, formation, u) is None)
    pieces = (v for v in vedettes_of_body(state, formation) if not _is_spent(state, v))
    return (*able, *pieces)


def _is_spent(state: GameState, piece: UnitId) -> bool:
    record = state.units[piece]
    return record.disrupted or record.assaulted


# -- the flows


async def attack_vedettes(table: Table[GameState], side: Side, formation: FormationId) -> None:
    """N20.31: one after another they go for vedettes, until nobody wants to or can."""
    while skirmishes(table.state, formation):
        chosen = await AttackVedettes(side, formation)
        if chosen is None:
            return
        table.emit(VedettesAttacked(chosen.units, chosen.target))
        enemy = table.state.battle.enemy(side)
        if table.state.card(chosen.units[0]).is_vedette:
            await _screens_fight(table, side, chosen)
        else:
            threats = attacking_hexes(table.state, chosen.units)
            await free_fire(table, chosen.units, chosen.target)
            await fall_back(table, enemy, chosen.target, threats)


async def free_fire(table: Table[GameState], units: Iterable[UnitId], target: Hex) -> None:
    """N20.31: cavalry fires once at half its strength at vedettes; a loss is one of them."""
    state = table.state
    horse = tuple(u for u in on_map(state, units) if state.card(u).arm.is_cavalry)
    if not horse:
        return
    enemy = state.battle.enemy(state.side_of(horse[0]))
    screen = screen_of(state, target, enemy)
    if not screen:
        return
    less = (say("at vedettes"), numbers_of(state.battle).vedette.free_fire, "N20.31")
    attack = fire_report(state, dict.fromkeys(horse, (less,)), ())
    none = FireReport(enemy, (), 0, None, ())
    dice = say("fire at vedettes"), ""
    hit, _ = await exchange_fire(table, (attack, none), (target, target), dice)
    _take(table, screen, hit)


def _take(table: Table[GameState], screen: Units, hit: Hit) -> Units:
    """The vedettes that are left of a screen after the losses of a hit."""
    left = screen[: max(0, len(screen) - hit.losses)]
    if len(left) < len(screen):
        lose_vedettes(table, screen[len(left) :])
    return left


async def _screens_fight(table: Table[GameState], side: Side, chosen: Skirmish) -> None:
    """N20.31: vedettes against vedettes, both with their strength; who fails a check falls back."""
    state, enemy = table.state, table.state.battle.enemy(side)
    start, target = hex_of(state, chosen.units[0]), chosen.target
    theirs = screen_of(state, target, enemy)
    fires = _screen_report(state, side, chosen.units), _screen_report(state, enemy, theirs)
    dice = say("fire of the vedettes"), say("their fire in return")
    hits = await exchange_fire(table, fires, (target, start), dice)
    left = _take(table, theirs, hits[0]), _take(table, chosen.units, hits[1])
    await _check(table, enemy, left[0], hits[0], (start,))
    await _check(table, side, left[1], hits[1], (target,))


def _screen_report(state: GameState, side: Side, units: Units) -> FireReport:
    each = numbers_of(state.battle).vedette.sp
    strength = each * len(units)
    lines = tuple(FireLine(unit, each, (), float(each)) for unit in units)
    return FireReport(side, lines, strength, column_of(numbers_of(state.battle).fire, strength), ())


async def _check(
    table: Table[GameState], side: Side, units: Units, hit: Hit, threats: tuple[Hex, ...]
) -> None:
    """Vedettes that were hit check morale; who fails falls back and is Disrupted."""
    if not units or not hit.checks:
        return
    report = morale_report(table.state, units, Circumstances(shaken=hit.shaken))
    if await holds(table, units, say("morale of the vedettes"), "retreat", report):
        return
    hex_ = hex_of(table.state, units[0])
    if not screen_of(table.state, hex_, side):
        disrupt(table, units)  # the stack that they are with stays
        return
    await fall_back(table, side, hex_, threats)
    disrupt(table, on_map(table.state, units))
