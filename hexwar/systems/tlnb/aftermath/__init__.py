"""What is told of a game of the player turn when it is over, or so far: no Qt, no secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwar.cards.events import CardPlayed
from hexwar.engine import Event
from hexwar.systems.tlnb.aftermath.counts import Losses, start_sp
from hexwar.systems.tlnb.aftermath.dice import throws_of
from hexwar.systems.tlnb.aftermath.fights import Fights
from hexwar.systems.tlnb.aftermath.telling import NOTABLE, VERBS, checks, marches
from hexwar.systems.tlnb.events.movement import UnitEntered, UnitMoved
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.rules.victory.victory import score_lines, totals
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.aftermath import Fight, March, Toll
from hexwar.table.dice import Throw
from hexwar.table.forces import Side
from hexwar.table.names import MapNames
from hexwar.table.reports import ScoreLine
from hexwar.table.telling import Audience, Marches, Teller, Told, arrival_words
from hexwar.text import Text


class TlnbTeller(Teller[TlnbState]):
    """Tells fights, losses, dice, cards and marches of a game, segment by segment."""

    names: MapNames
    notable = NOTABLE
    cards = (CardPlayed,)
    verbs = VERBS

    def __init__(self, audience: Audience[TlnbState]) -> None:
        super().__init__(audience)
        self._fights, self._losses, self._marches = Fights(), Losses(), Marches()

    def begins_turn(self, table: TlnbState, event: Event) -> bool:
        """With the first of its two player turns."""
        return isinstance(event, PlayerTurnBegan) and event.turn != table.turn

    def see(self, table: TlnbState, events: Sequence[Event], at: int) -> None:
        """Fights, losses by the fight under way, and moves."""
        event = events[at]
        self._fights.see(table, event, at, lambda: self.eyes(table))
        self._losses.see(table, event, self._fights.kind)
        if isinstance(event, UnitMoved):
            self._marches.note(table.turn, event.units, event.path)

    def throws(self, table: TlnbState, event: Event, at: int) -> Iterator[Throw]:
        """Those of fights, command and all else."""
        return throws_of(table, event, at)

    def fights(self, view: TlnbState) -> Sequence[Fight]:
        """Attacks, charges and bombardments."""
        self._fights.close(lambda: view)
        return self._fights.found

    def vp(self, view: TlnbState) -> Mapping[Side, int]:
        """By the score (T23)."""
        return totals(view)

    def score(self, view: TlnbState) -> Sequence[ScoreLine]:
        """Line by line (T23)."""
        return score_lines(view)

    def tolls(self, view: TlnbState) -> Iterator[Toll]:
        """Each unit counts for the formation that it is printed with."""
        return self._losses.tolls(
            self.names, lambda unit: view.formation_of(unit).id, lambda one: start_sp(view, one)
        )

    def marches(self) -> Iterator[March]:
        """By all moves of a unit."""
        return self._marches.longest(self.names)

    def openings(self, told: Sequence[Told]) -> Iterator[Text]:
        """Who was in command, who came, who marched."""
        yield from checks(self.names, told)
        entered = (one.event for one in told if isinstance(one.event, UnitEntered))
        yield from arrival_words(self.names, ((event.unit, event.hex) for event in entered))
        yield from marches(self.names, told)
