"""Positions for tests of the player-turn game: a small map in text, a line for each piece.

Maps and lines are those of `tests.systems.nlc.positions`; there are besides:

    state = position(OPEN, "F1 infantry 5-3 0304", "FC overall 0303 rating:2",
                     "FL leader 0304 rating:3", step=Step.COMBAT, flags={"overrun": "step"})

A leader of the role `overall` or `wing` is a commander [n], `leader` an officer (n); both with
their `rating`. All units of the side whose Player-Turn it is are in command, unless `command` names
them.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.series.battle import SeriesBattle
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.options import USUAL
from hexwar.systems.tlnb.rules.movement.law import LAW
from hexwar.systems.tlnb.state import (
    Command,
    Deal,
    Holding,
    Schedule,
    Step,
    TlnbState,
    knowledge,
)
from hexwar.table.forces import Arm, LeaderId, Role, Side, UnitCard, UnitId
from hexwar.table.pieces import Box, Leader, Unit
from hexwar.table.state import Sky
from tests.systems.nlc import plays as nlc_plays
from tests.systems.nlc import positions as nlc
from tests.systems.nlc.plays import Answers

OPEN = nlc.OPEN
FRENCH, ALLIED = nlc.FRENCH, nlc.ALLIED

__all__ = ["ALLIED", "FRENCH", "OPEN", "Answers", "Played", "play", "position", "units"]


def units(text: str) -> tuple[UnitId, ...]:
    """Ids from ``F1 F2``."""
    return nlc.units(text)


def position(
    rows: str,
    *lines: str,
    side: Side = FRENCH,
    step: Step = Step.COMBAT,
    flags: Mapping[str, str] = MappingProxyType({}),
    command: str | None = None,
    weather: str = "fair",
    allowances: tuple[int, int] = (4, 6),
    bases: Iterable[str] = (),
    **more: Any,
) -> TlnbState:
    """A map and pieces in a segment of a side's Player-Turn; `bases` are supply sources of both."""
    drawn = {word: more.pop(word) for word in (*nlc.BOARD_WORDS, "elevation") if word in more}
    sheet = nlc.board(rows, **drawn)
    told, placed = nlc.battle_of(sheet, *lines, weather=weather, **more)
    battle = _battle(told, {**USUAL, **flags})
    state = TlnbState(
        battle=battle,
        law=LAW,
        units={id_: Unit(id_, box=unit.box or Box.DUE) for id_, unit in placed.units.items()},
        leaders={id_: Leader(id_, box=Box.DUE) for id_ in placed.leaders},
        turn=1,
        player=battle.sides.index(side),
        step=step,
        last_turn=len(battle.turns),
        spans=placed.spans,
        positions=placed.positions,
        sky=Sky(weather),
        schedule=Schedule(battle.arrivals),
        holding=Holding({**battle.supply_sources, **battle.control}),
        deal=Deal(dict.fromkeys(battle.sides, allowances)),
    )
    for unit in placed.units.values():
        state.put_unit(unit)
    for leader in placed.leaders.values():
        state.put_leader(leader)
    own = [u.id for u in state.on_map(side)] if command is None else units(command)
    state.command = Command(units=frozenset(own), is_settled=True)
    return _based(state, bases)


def _based(state: TlnbState, bases: Iterable[str]) -> TlnbState:
    """With sources of supply: ``french:0101``."""
    sources = {Hex(text.split(":")[1]): Side(text.split(":")[0]) for text in bases}
    if sources:
        state.battle = replace(state.battle, supply_sources=MappingProxyType(sources))
        state.holding = Holding({**sources, **state.holding.control})
    return state


def _battle(told: SeriesBattle, flags: Mapping[str, str]) -> TlnbBattle:
    common: dict[str, Any] = {f.name: getattr(told, f.name) for f in fields(SeriesBattle)}
    commanders: dict[LeaderId, int] = {}
    officers: dict[LeaderId, int] = {}
    for id_, card in told.leaders.items():
        is_commander = card.role in (Role.OVERALL, Role.WING)
        (commanders if is_commander else officers)[id_] = card.rating
    cards = {id_: _two_steps(card) for id_, card in told.units.items()}
    common |= {"units": cards, "options": MappingProxyType(dict(flags))}
    return TlnbBattle(**common, commanders=commanders, officers=officers)


def _two_steps(card: UnitCard) -> UnitCard:
    """Batteries of more than 1 SP have two steps (T1.12)."""
    is_battery = card.arm in (Arm.FOOT_ARTILLERY, Arm.HORSE_ARTILLERY) and card.sp > 1
    return replace(card, steps=2, reduced_sp=(card.sp + 1) // 2) if is_battery else card


@dataclass(frozen=True)
class Played:
    """A flow that has been played to its end."""

    state: TlnbState
    found: nlc_plays.Played[Any]

    def of(self, kind: type[Any] | str) -> list[Any]:
        """The events of a class, or of a class of that name."""
        return self.found.of(kind)

    def questions(self, kind: type[Any] | str) -> list[Any]:
        """The questions of a class, or of a class of that name."""
        return self.found.questions(kind)

    @property
    def result(self) -> Any:
        """What the flow returned."""
        return self.found.result


def play(
    state: TlnbState,
    flow: Callable[[Table[TlnbState]], Coroutine[Any, Any, Any]],
    dice: Sequence[Any] = (),
    answers: Answers | None = None,
) -> Played:
    """Run a flow on a copy of a state; see `tests.systems.nlc.plays.play`."""
    run: Any = nlc_plays.play
    found = run(state, flow, dice, answers, knowledge)
    return Played(found.state, found)
