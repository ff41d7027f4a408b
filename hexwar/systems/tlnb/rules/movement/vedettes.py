"""Vedettes: who spreads out and gathers, and pieces alone that an enemy comes to (T17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hexwar.engine import Choice, Refusal, Table, YesNo, refuse
from hexwar.ground.vedettes import (
    bereft,
    closed_to_vedettes,
    has_vedettes,
    out,
    paths_back,
    replaces,
    screen_of,
    steps_owed,
    vedettes_in,
    vedettes_of,
    waiting,
)
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.tlnb.events.hidden import VedettesRidden
from hexwar.systems.tlnb.events.losses import UnitEliminated
from hexwar.systems.tlnb.rules.command.leaders import leaders_fate
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.losses.losses import is_last_step, take_step
from hexwar.systems.tlnb.rules.movement.dropping import Drops, walkers
from hexwar.systems.tlnb.rules.movement.reach import allowance
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.rules.supply.trains import take_trains
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side, UnitId
from hexwar.table.hiding_facts import ForceHidden
from hexwar.table.pieces import Box
from hexwar.table.question import Question
from hexwar.table.vedette_facts import (
    VedettesDeployed,
    VedettesFellBack,
    VedettesLost,
    VedettesRejoined,
)

Path = tuple[Hex, ...]
Units = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Deployment:
    """The answer that a unit spreads out in vedettes, or that its vedettes gather (T17.1)."""

    owner: UnitId  # whose vedettes they are
    gathers: bool = False


# -- who may (T17.1, T17.9)


def toll(state: TlnbState) -> int:
    """What it costs each vedette to go out, and to come back, half MP (T17.1)."""
    return 2 * state.numbers.vedette.cost


def deployments(state: TlnbState, side: Side) -> Iterator[Deployment]:
    """Who of a side can spread out now, and whose vedettes can gather."""
    if not has_vedettes(state.battle):
        return
    for unit, card in state.battle.units.items():
        if card.side != side or not vedettes_of(state.battle, unit):
            continue
        for answer in (Deployment(unit), Deployment(unit, gathers=True)):
            if deployment_refusal(state, side, answer) is None:
                yield answer


def deployment_refusal(state: TlnbState, side: Side, answer: Deployment) -> Refusal | None:
    """Why a unit may not spread out, or its vedettes not gather, or None."""
    unit = answer.owner
    if unit not in state.units or state.side_of(unit) != side:
        return refuse("T17.1", "That is no unit of yours.")
    name = state.card(unit).name
    if not vedettes_of(state.battle, unit):
        return refuse("T17.1", "{name} has no vedettes.", name=name)
    if answer.gathers:
        return _gather_refusal(state, unit, name)
    return _deploy_refusal(state, unit, name)


def _deploy_refusal(state: TlnbState, unit: UnitId, name: str) -> Refusal | None:
    record, pieces = state.units[unit], waiting(state, unit)
    if record.hex is None:
        return refuse("T17.1", "{name} is not on the map.", name=name)
    if not pieces:
        return refuse("T17.1", "{name} has no more vedettes to send out.", name=name)
    if any(state.units[piece].spent for piece in pieces):
        words = mark("The vedettes of {name} have come back in this Player-Turn.")
        return refuse("T17.1", words, name=name)
    if not replaces(state, pieces):
        return None
    if record.moved or record.spent or unit in state.marks.returned:
        return refuse("T17.1", "{name} has moved or worked already.", name=name)
    return None


def _gather_refusal(state: TlnbState, unit: UnitId, name: str) -> Refusal | None:
    pieces = out(state, unit)
    places = {state.units[piece].hex for piece in pieces}
    if not pieces:
        return refuse("T17.1", "No vedettes of {name} are out.", name=name)
    if state.units[unit].hex is None and state.units[unit].box is not Box.SPREAD:
        return refuse("T17.9", "{name} is no more: its vedettes stay out.", name=name)
    if len(places) > 1:
        return refuse("T17.9", "The vedettes of {name} do not stand together.", name=name)
    if any(allowance(state, p) - state.units[p].spent < toll(state) for p in pieces):
        return refuse("T17.1", "The vedettes of {name} have no MP left.", name=name)
    hex_ = places.pop()
    assert hex_ is not None
    if state.units[unit].hex is not None:
        words = mark("The vedettes of {name} are not in its hex.")
        return None if state.units[unit].hex == hex_ else refuse("T17.1", words, name=name)
    if not room_in(state, hex_, (unit,)):
        return refuse("T9.1", "There is no room for {name} in {hex}.", name=name, hex=hex_)
    return None


def deploy_or_gather(table: Table[TlnbState], answer: Deployment) -> None:
    """T17.1: vedettes go out in place of their unit, or the unit returns where they stand."""
    if answer.gathers:
        _gather(table, answer.owner)
        return
    state, unit = table.state, answer.owner
    hex_, pieces = state.units[unit].hex, waiting(state, unit)
    assert hex_ is not None
    is_hidden = unit in state.hiding.hidden
    table.emit(VedettesDeployed(unit, pieces, hex_, toll(state), not replaces(state, pieces)))
    if is_hidden:  # who comes out of a hidden stack is not seen either
        table.emit(ForceHidden(state.side_of(unit), pieces, hex_))


def _gather(table: Table[TlnbState], unit: UnitId) -> None:
    """T17.9: the unit is back, and pays for the vedettes that it has lost from the second on."""
    state, pieces = table.state, out(table.state, unit)
    hex_, stays = state.units[pieces[0]].hex, state.units[unit].hex is not None
    assert hex_ is not None
    records = [state.units[piece] for piece in pieces]
    spent = max(record.spent for record in records) + toll(state)
    owed = 0 if stays else steps_owed(state, unit)
    home = pieces if stays else vedettes_of(state.battle, unit)
    moved = any(record.moved for record in records)
    is_hidden = not stays and state.hiding.hidden.issuperset(pieces)
    table.emit(VedettesRejoined(unit, home, hex_, spent, moved, disrupted=False, stays=stays))
    if is_hidden:
        table.emit(ForceHidden(state.side_of(unit), (unit,), hex_))
    for _ in range(owed):
        is_last = is_last_step(table.state, unit)
        take_step(table, unit)
        if is_last:
            return


# -- where vedettes go before an enemy (T17.4)


@dataclass(frozen=True, slots=True)
class ChooseWayBack(Question[Path], rule="T17.4", is_open=True):
    """T17.4: along which hexes vedettes fall back before an enemy."""

    words = mark("Where do {vedettes} fall back to from {hex}?")
    clue = mark("Click the hex where they go.")
    vedettes: Units
    hex: Hex
    threats: tuple[Hex, ...]
    hexes: int  # how far

    def options(self, state: TlnbState) -> Sequence[Path]:
        """A way to each hex where they may end, the farthest from the enemy first."""
        ends: dict[Hex, Path] = {}
        for way in self._ways(state):
            ends.setdefault(way[-1], way)
        return list(ends.values())

    def refusal(self, state: TlnbState, answer: Path) -> Refusal | None:
        """The law: any way that leads on as far as it can."""
        return self.unlisted(self._ways(state), answer)

    def _ways(self, state: TlnbState) -> list[Path]:
        return paths_back(state, Side(self.side), self.hex, self.threats, self.hexes)

    def choices(self, view: TlnbState, options: Sequence[Path]) -> Sequence[Choice[Any]]:
        """The hexes where they may end."""
        name = view.battle.battlefield.name_of
        return [Choice(w[-1], name(w[-1]), "", w, spots=(w[-1],)) for w in options]


@dataclass(frozen=True, slots=True)
class VedettesGo(Question[bool], YesNo, rule="T17.5", is_open=True):
    """T11.84, T17.5: whether the vedettes of a hex go with the units that retreat from it."""

    words = mark("Do {vedettes} go along with those who leave {hex}?")
    kinds = ("go", "stay")
    vedettes: Units
    hex: Hex


async def take_vedettes(table: Table[TlnbState], hex_: Hex, side: Side, path: Path) -> None:
    """T17.5: the vedettes of a stack share its retreat, as far as no enemy is in the way."""
    here = vedettes_in(table.state, hex_, side)
    if here and await VedettesGo(side, here, hex_):
        way = open_way(table.state, side, path)
        if len(way) > 1:
            table.emit(VedettesFellBack(here, way))


def open_way(state: TlnbState, side: Side, path: Path) -> Path:
    """A way of vedettes as far as no enemy is met whom they did not see."""
    closed, index = closed_to_vedettes(state, side), state.battle.battlefield.grid.index
    met = (n for n, hex_ in enumerate(path) if n and index[hex_] in closed)
    return path[: next(met, len(path))]


async def fall_back(
    table: Table[TlnbState], side: Side, hex_: Hex, threats: tuple[Hex, ...], hexes: int
) -> None:
    """T17.4: the vedettes that hold a hex alone go some hexes away; with no way they are lost."""
    here = screen_of(table.state, hex_, side)
    if not here:
        return
    if not paths_back(table.state, side, hex_, threats, hexes):
        lose_vedettes(table, here)
        return
    way = open_way(table.state, side, await ChooseWayBack(side, here, hex_, threats, hexes))
    if len(way) == 1:
        lose_vedettes(table, here)
    else:
        table.emit(VedettesFellBack(here, way))


def lose_vedettes(table: Table[TlnbState], vedettes: Units) -> None:
    """T17.9: vedettes are lost; with the last of those that stand for it their unit is too."""
    table.emit(VedettesLost(vedettes))
    for unit in bereft(table.state, vedettes):
        table.emit(UnitEliminated(unit, table.state.sp(unit), Box.UAR))


# -- hexes that are entered in which nobody holds the field (T10.20)


async def enter(table: Table[TlnbState], units: Units, path: Path, drops: Drops = ()) -> None:
    """T10.20: what combat units do to vedettes, leaders and trains alone whose hexes they enter.

    Vedettes fall back, leaders are taken or get away (T5.11), trains are lost (T19.6).

    Args:
        table: The table, with the units where they went.
        units: Who went.
        path: The hexes, the one that they left first.
        drops: Who stayed behind on the way.
    """
    state = table.state
    fighters = tuple(u for u in units if state.card(u).is_combat_unit)
    if not fighters:
        return
    enemy = state.battle.enemy(state.side_of(fighters[0]))
    for place, (before, hex_) in enumerate(pairwise(path)):
        if screen_of(state, hex_, enemy):
            await _ride_at(table, walkers(fighters, path, drops, place), hex_, enemy)
            far = state.numbers.vedette.fall_back
            await fall_back(table, enemy, hex_, (before,), far)
        if state.leaders_in(hex_, enemy):
            await leaders_fate(table, hex_, enemy)
        await take_trains(table, hex_, enemy)


async def _ride_at(table: Table[TlnbState], units: Units, hex_: Hex, enemy: Side) -> None:
    """T17.4: cavalry that enters makes a free attack: one vedette may be lost."""
    state = table.state
    riders = tuple(u for u in units if state.card(u).arm.is_cavalry)
    if not riders:
        return
    needed = state.numbers.vedette.free_attack_die
    die = await throw(table, state.side_of(riders[0]), mark("the attack on vedettes"))
    table.emit(VedettesRidden(riders, hex_, die, needed, die <= needed))
    if die <= needed:
        lose_vedettes(table, screen_of(state, hex_, enemy)[-1:])
