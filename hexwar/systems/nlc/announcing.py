"""What is told in passing: weather, supply, arrivals, divisions whose own order is done.

N18.1, N16.1, T20.4, N12.92.
"""

from __future__ import annotations

from html import escape

from hexwar.engine import Event
from hexwar.messages import count, say
from hexwar.shell import news
from hexwar.systems.nlc.events.arrivals import (
    AlternateCalled,
    ArrivalChanged,
    ArrivalVaried,
    UnitEntered,
)
from hexwar.systems.nlc.events.orders import DivisionRejoined, OrderStepChanged
from hexwar.systems.nlc.events.supply import SupplyChanged
from hexwar.systems.nlc.events.turn import PhaseBegan, TurnBegan, WeatherRolled
from hexwar.systems.nlc.rules.arrivals.calendar import Coming, calendar
from hexwar.systems.nlc.rules.command.command import is_detached
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.fact import Scene, told
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Phase
from hexwar.widgets.panels.parts import hex_link

NAMED = 3
"""How many units that arrive or fall out of supply are named; of more the number is told."""


class News(news.News):
    """Listens to what is shown of a game, and says in a line what is new."""

    def __init__(self, controller: news.Shown) -> None:
        super().__init__(controller)
        self._entered: tuple[UnitId, ...] = ()  # since the last other news

    def ends_others(self, event: Event, words: str) -> bool:
        """With a turn, and with each who comes onto the map."""
        return isinstance(event, TurnBegan) or (bool(words) and isinstance(event, UnitEntered))

    def words(self, event: Event) -> str:
        """Who comes and is due, supply, orders, weather."""
        view = self._controller.view
        if isinstance(event, UnitEntered):
            return self._entered_html(view, event.unit)
        if isinstance(event, PhaseBegan):
            self._entered = ()
            return due_html(view) if event.phase is Phase.ORDERS else ""
        if isinstance(event, SupplyChanged):
            return supply_html(view, event)
        if isinstance(event, DivisionRejoined | OrderStepChanged):
            tells = isinstance(event, DivisionRejoined) or is_detached(event.line)
            return told(event, Scene(NlcNames(view.battle))).html if tells else ""
        if isinstance(event, WeatherRolled):  # its link leads from the log only
            return escape(told(event, Scene(NlcNames(view.battle))).plain)
        if isinstance(event, ArrivalVaried | ArrivalChanged | AlternateCalled):
            return told(event, Scene(NlcNames(view.battle))).html
        return ""

    def _entered_html(self, view: GameState, unit: UnitId) -> str:
        """Who has come; of his own units the player need not be told that he has brought them."""
        if self._controller.is_persons_now(view.side_of(unit)):
            return ""
        entered = (*self._entered, unit)
        self._entered = tuple(u for u in entered if view.units[u].hex is not None)
        names = NlcNames(view.battle).units(self._entered).html
        if len(self._entered) > NAMED:
            names = say("{n} units", n=len(self._entered))
        return say("On the map: {names}.", names=names)


def supply_html(view: GameState, event: SupplyChanged) -> str:
    """Who is out of supply now and who is in it again; empty where nothing has changed."""
    parts = []
    for units, how in ((event.out, say("out of supply")), (event.back, say("in supply again"))):
        who = NlcNames(view.battle).units(units).html
        if len(units) > NAMED:
            who = say("{n} units", n=len(units))
        if units:
            parts.append(count("{who} is {how}", "{who} are {how}", len(units), who=who, how=how))
    side = escape(view.battle.side_names[event.side])
    return say("{side} supply: {parts}.", side=side, parts=", ".join(parts)) if parts else ""


def due_html(view: GameState) -> str:
    """Who comes this turn, group by group with the hex; empty where nobody does."""
    battle, parts = view.battle, []
    for entry in calendar(view):
        if entry.coming is Coming.DUE:
            names = say(" and ").join(
                f'<a href="formation:{escape(f)}">{escape(battle.formations[f].name)}</a>'
                for f in entry.formations
            )
            place = hex_link(entry.entry, battle.battlefield.name_of(entry.entry))
            parts.append(say("{names} at {place}", names=names, place=place))
    return say("Due now: {fromkeys}.", fromkeys="; ".join(dict.fromkeys(parts))) if parts else ""
