"""Chit pull: the cups, the die that says whose cup, the draw (N4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import CHANCE, Decision, Roll, Table
from hexwar.model.events import (
    ActivationBegan,
    ChitDiscarded,
    ChitDrawn,
    ChitPlaced,
    CupChosen,
    FlagsCleared,
    PhaseBegan,
)
from hexwar.model.forces import FormationId, Side
from hexwar.model.pieces import Phase
from hexwar.model.state import GameState
from hexwar.rules.common.zones import is_in_contact
from hexwar.rules.nlc.arrivals import due_units
from hexwar.rules.nlc.numbers import numbers_of

COMMON = "common"
"""The option of one cup for both sides (N4.45)."""


@dataclass(frozen=True, slots=True)
class DrawChit(Decision[FormationId]):
    """N4.4: which chit comes out of a cup; an answer of chance."""

    rule: ClassVar[str] = "N4.4"
    cup: Side

    def options(self, state: GameState) -> Sequence[FormationId]:
        """The chits in the cup, by id."""
        return sorted(state.cups[self.cup])

    def about(self) -> str:
        """What is drawn."""
        return "chit"


def has_chit(state: GameState, formation: FormationId) -> bool:
    """Whether a formation gets a chit this turn: a unit on the map or due (N4.42, N4.44)."""
    if not state.battle.formations[formation].has_chit:
        return False
    on_map = any(state.units[u].hex is not None for u in state.units_of(formation))
    return on_map or bool(due_units(state, formation))


def cup_of(state: GameState, side: Side) -> Side:
    """The cup that a side's chits go into; the common cup is kept under the first player."""
    chosen = state.battle.options.get("cups") or numbers_of(state.battle).cups.default
    return state.battle.first_player if chosen == COMMON else side


def odd_side(state: GameState) -> Side:
    """The side whose cup an odd die names: the French (N4.41), else the first player."""
    french = Side("french")
    return french if french in state.battle.sides else state.battle.first_player


async def fill_cups(table: Table[GameState]) -> None:
    """N4.44: before the first draw each formation's chit goes into its side's cup."""
    table.emit(PhaseBegan(Phase.CHITS))
    for formation in table.state.battle.formations.values():
        if has_chit(table.state, formation.id):
            table.emit(ChitPlaced(cup_of(table.state, formation.side), formation.id))


async def pull_chit(table: Table[GameState]) -> None:
    """N4.41, N4.44: choose the cup, draw a chit, begin its formation's activation."""
    filled = [side for side in table.state.battle.sides if table.state.cups.get(side)]
    if not filled:
        table.emit(PhaseBegan(Phase.RALLY))
        return
    cup = filled[0]
    if len(filled) > 1:
        die = await Roll(CHANCE, "whose chit is drawn")
        odd = odd_side(table.state)
        cup = odd if die % 2 else table.state.battle.enemy(odd)
        table.emit(CupChosen(cup, die))
    chit = await DrawChit(CHANCE, cup)
    table.emit(ChitDrawn(cup, chit))
    begin_activation(table, chit)


def begin_activation(table: Table[GameState], formation: FormationId) -> None:
    """N4.46: the formation has acted from now on; marks of its last activation go off."""
    state = table.state
    reason = discard_reason(state, formation)
    if reason is not None:
        table.emit(ChitDiscarded(formation, reason))
        return
    # Those who stayed off the map in the last activation may try to enter again.
    waiting = due_units(state, formation)
    units = tuple(u for u in state.units_of(formation) if state.units[u].hex or u in waiting)
    table.emit(FlagsCleared(units))
    contact = any(is_in_contact(state, u) for u in units)
    side = state.battle.formations[formation].side
    table.emit(ActivationBegan(formation, side, contact))


def discard_reason(state: GameState, formation: FormationId) -> str | None:
    """Why a drawn chit has no effect, or None where its formation acts (N4.44)."""
    if formation in state.acted:
        return "it has acted this turn"
    return None if has_chit(state, formation) else "no unit of it is left"
