"""What is told of a game of NLC when it is over, or so far: no Qt, no secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwar.cards.events import CardPlayed
from hexwar.engine import Event
from hexwar.systems.nlc.aftermath.counts import Losses, Orders
from hexwar.systems.nlc.aftermath.dice import throws_of
from hexwar.systems.nlc.aftermath.fights import Fights
from hexwar.systems.nlc.aftermath.telling import NOTABLE, VERBS, commanded, marches, rallied
from hexwar.systems.nlc.events.arrivals import UnitEntered
from hexwar.systems.nlc.events.cards import CardEventRolled, CardRevealed
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, start_sp
from hexwar.systems.nlc.rules.victory.victory import score_sheet, totals
from hexwar.systems.nlc.state import GameState
from hexwar.table.aftermath import Fight, March, Obedience, Toll
from hexwar.table.dice import Throw
from hexwar.table.forces import Side
from hexwar.table.names import MapNames
from hexwar.table.reports import ScoreLine
from hexwar.table.telling import Audience, Marches, Teller, Told, arrival_words
from hexwar.text import Text


class NlcTeller(Teller[GameState]):
    """Tells fights, losses, orders, dice, cards and marches of a game, activation by activation."""

    names: MapNames
    notable = NOTABLE
    cards = (CardPlayed, CardRevealed, CardEventRolled)
    verbs = VERBS

    def __init__(self, audience: Audience[GameState]) -> None:
        super().__init__(audience)
        self._fights, self._losses = Fights(), Losses()
        self._orders, self._marches = Orders(), Marches()

    def begins_turn(self, table: GameState, event: Event) -> bool:  # noqa: ARG002
        """With the event that says so."""
        return isinstance(event, TurnBegan)

    def see(self, table: GameState, events: Sequence[Event], at: int) -> None:
        """Fights, losses, orders and moves."""
        event = events[at]
        self._fights.see(table, events, at, lambda: self.eyes(table))
        self._losses.see(table, event)
        self._orders.see(table, event)
        if isinstance(event, UnitMoved):
            self._marches.note(table.turn, event.units, event.path)

    def throws(self, table: GameState, event: Event, at: int) -> Iterator[Throw]:
        """Those of combat, command and all else."""
        return throws_of(table, event, at)

    def fights(self, view: GameState) -> Sequence[Fight]:
        """Assaults, charges and bombardments."""
        self._fights.close(lambda: view)
        return self._fights.found

    def vp(self, view: GameState) -> Mapping[Side, int]:
        """By the score (N22)."""
        return totals(view)

    def score(self, view: GameState) -> Sequence[ScoreLine]:
        """Line by line (N22)."""
        return score_sheet(view)

    def tolls(self, view: GameState) -> Iterator[Toll]:
        """An attached unit counts for its own corps (N12.8)."""
        return self._losses.tolls(
            self.names, lambda unit: counted_for(view, unit), lambda one: start_sp(view, one)
        )

    def marches(self) -> Iterator[March]:
        """By all moves of a unit."""
        return self._marches.longest(self.names)

    def obedience(self) -> Iterator[Obedience]:
        """By formation."""
        return self._orders.obedience(self.names)

    def openings(self, told: Sequence[Told]) -> Iterator[Text]:
        """Who came, who marched, who rallied."""
        entered = (one.event for one in told if isinstance(one.event, UnitEntered))
        yield from arrival_words(self.names, ((event.unit, event.hex) for event in entered))
        yield from marches(self.names, told)
        yield from rallied(self.names, told)

    def asides(self, told: Sequence[Told]) -> Mapping[int, Text]:
        """Who did not obey, or decided for himself."""
        return commanded(self.names, told)
