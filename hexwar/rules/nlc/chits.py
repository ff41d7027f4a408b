"""Chit pull: the cups, the die that says whose cup, the draw (N4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import CHANCE, Decision, Roll, Table
from hexwar.model.events import ChitDrawn, ChitPlaced, CupChosen, PhaseBegan
from hexwar.model.forces import FormationId, Side
from hexwar.model.pieces import Phase
from hexwar.model.state import GameState
from hexwar.rules.nlc.beginnings import begin_activation
from hexwar.rules.nlc.coordinated import coordinate
from hexwar.rules.nlc.cups import coordinated_side, cup_of, discard_reason, odd_side


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


async def fill_cups(table: Table[GameState]) -> None:
    """N4.44: before the first draw the chit of each formation goes into its side's cup.

    Not that of the formation that took an Initial Action (N4.22).
    """
    table.emit(PhaseBegan(Phase.CHITS))
    for formation in table.state.battle.formations.values():
        if discard_reason(table.state, formation.id) is None:
            table.emit(ChitPlaced(cup_of(table.state, formation.side), formation.id))


async def pull_chit(table: Table[GameState]) -> None:
    """N4.4: draw a chit, and those whose it is act; with empty cups the rally begins."""
    chit = await _draw(table)
    if chit is None:
        table.emit(PhaseBegan(Phase.RALLY))
        return
    side = coordinated_side(chit)
    if side is None:
        await begin_activation(table, chit)
    else:
        await coordinate(table, chit, side)


async def _draw(table: Table[GameState]) -> FormationId | None:
    """N4.41, N4.44: choose the cup and draw a chit; None where both cups are empty."""
    filled = [side for side in table.state.battle.sides if table.state.cups.get(side)]
    if not filled:
        return None
    cup = filled[0]
    if len(filled) > 1:
        die = await Roll(CHANCE, "whose chit is drawn")
        odd = odd_side(table.state)
        cup = odd if die % 2 else table.state.battle.enemy(odd)
        table.emit(CupChosen(cup, die))
    chit = await DrawChit(CHANCE, cup)
    table.emit(ChitDrawn(cup, chit))
    return chit
