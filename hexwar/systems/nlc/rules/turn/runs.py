"""Play by mail: the chits of a turn are drawn beforehand and played in runs (N26.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from hexwar.engine import Choice, Refusal, Table, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.turn import ChitPlayed, PhaseBegan
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.turn.actions import (
    act_on_chit,
    discard_reason,
    draw_chit,
    fighting_hexes,
    formation_choice,
    pull_chit,
    sole_formation,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import chit_name, coordinated_side
from hexwar.table.forces import FormationId, Side
from hexwar.table.overlays import Overlays
from hexwar.table.pieces import Phase


def side_of_chit(state: GameState, chit: FormationId) -> Side:
    """Whose chit it is."""
    return coordinated_side(chit) or state.battle.formations[chit].side


def run_of(state: GameState) -> tuple[FormationId, ...]:
    """The chits that are played next: those of one side up to the first of the other (N26.2)."""
    waiting = state.chits.waiting
    side = side_of_chit(state, waiting[0]) if waiting else None
    return tuple(takewhile(lambda chit: side_of_chit(state, chit) == side, waiting))


@dataclass(frozen=True, slots=True)
class ChooseChit(Question[FormationId], rule="N26.2", is_open=True):
    """N26.2: which chit of a run is played next; its owner may put the run in any order."""

    words = mark("{who} may choose whose chit of this run is played next.")
    clue = mark("Click a formation that is marked, or press a button; its chit is played next.")

    def options(self, state: GameState) -> Sequence[FormationId]:
        """The chits of the run, in the order in which they were drawn."""
        return run_of(state)

    def choices(
        self, view: GameState, options: Sequence[FormationId]
    ) -> Sequence[Choice[FormationId]]:
        """The formations with their orders, and the Coordinated Action."""
        return [self._choice(view, chit) for chit in options]

    def _choice(self, view: GameState, chit: FormationId) -> Choice[FormationId]:
        if coordinated_side(chit) is None:
            return formation_choice(view, chit, mark("It acts now. {order}"))
        name = chit_name(view.battle, chit)
        return Choice(chit, name, say("Several formations act together now"), chit)

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """Who is there has no chit in the run, or several have."""
        found = sole_formation(self, view, spot)
        if isinstance(found, str) and found not in run_of(view):
            card = view.battle.formations[found]
            return refuse(self.rule, "The chit of {card} is not in this run.", card=card.name)
        return found if isinstance(found, Refusal) else None

    def marks(self, view: GameState) -> Overlays:
        """Where those are who may act."""
        formations = (chit for chit in run_of(view) if coordinated_side(chit) is None)
        return Overlays(ready=fighting_hexes(view, formations))


# -- the flow


async def chit_phase(table: Table[GameState]) -> None:
    """N4.4, N26.2: a chit is drawn and played; or all are drawn, and then played in runs."""
    if not table.state.battle.draws_beforehand:
        await pull_chit(table)
    elif any(table.state.chits.cups.values()):
        while await draw_chit(table) is not None:
            pass
    elif run := run_of(table.state):
        chit = await _next_of(table.state, run)
        table.emit(ChitPlayed(chit))
        await act_on_chit(table, chit)
    else:
        table.emit(PhaseBegan(Phase.RALLY))


async def _next_of(state: GameState, run: Sequence[FormationId]) -> FormationId:
    """Chits without effect come first, and ask nobody."""
    formations = (chit for chit in run if coordinated_side(chit) is None)
    idle = next((chit for chit in formations if discard_reason(state, chit) is not None), None)
    if idle is not None or len(run) == 1:
        return run[0] if idle is None else idle
    return await ChooseChit(side_of_chit(state, run[0]))
