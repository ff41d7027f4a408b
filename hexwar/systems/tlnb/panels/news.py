"""What is told in passing: formations that break, supply, who leaves (T15, T19, T7.9)."""

from __future__ import annotations

from collections.abc import Hashable

from hexwar.cards.library import CardNames
from hexwar.engine import Event
from hexwar.shell import news
from hexwar.systems.tlnb.events.movement import UnitExited
from hexwar.systems.tlnb.events.turn import (
    FormationDemoralized,
    FormationRecovered,
    PlayerTurnBegan,
    SupplyChanged,
)
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.fact import Scene, told


class News(news.News):
    """Listens to what is shown of a game, and says in a line what is new."""

    def ends_others(self, event: Event, words: str) -> bool:  # noqa: ARG002
        """With a Player-Turn."""
        return isinstance(event, PlayerTurnBegan)

    def about(self, event: Event) -> Hashable:
        """Spirit is that of a formation, supply comes or goes."""
        match event:
            case FormationDemoralized(formation=id_) | FormationRecovered(formation=id_):
                return id_
            case SupplyChanged(is_in=is_in):
                return SupplyChanged, is_in
        return super().about(event)

    def words(self, event: Event) -> str:
        """The sentence of the log; of his own units the player need not be told that they left."""
        view: TlnbState = self._controller.view
        if isinstance(event, UnitExited):
            tells = not self._controller.is_persons_now(view.side_of(event.units[0]))
            return told(event, Scene(CardNames(view.battle))).html if tells else ""
        if isinstance(event, FormationDemoralized | FormationRecovered | SupplyChanged):
            return told(event, Scene(CardNames(view.battle))).html
        return ""
