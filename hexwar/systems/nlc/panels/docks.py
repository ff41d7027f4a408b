"""The docks of the game: which of its panels stand at the side of the board, and what they show."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.shell import card_table
from hexwar.shell.controller import Controller
from hexwar.shell.face import Dock
from hexwar.shell.prompter import CardsOffer, Offer
from hexwar.shell.score_dock import Score, ScoreDock
from hexwar.shell.stack_dock import StackDock
from hexwar.systems.nlc.panels.army_rows import (
    army_lines,
    levels_of,
    morale_in,
    points_note,
    stack_of,
)
from hexwar.systems.nlc.panels.boxes_panel import BoxesPanel
from hexwar.systems.nlc.panels.card_table import tableau
from hexwar.systems.nlc.panels.order_form import LINE, OrderForm, Word
from hexwar.systems.nlc.panels.order_rows import lives, order_rows
from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.systems.nlc.rules.victory.victory import lost_sp, outlook, score_sheet, totals
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.widgets.cards.records import Tableau
from hexwar.widgets.panels.army_panel import ArmyPanel
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.stack_panel import HexStack


class NlcStackDock(StackDock):
    """Who stands in the hex that the player looks at, with the morale of combat units."""

    help = "rule:N3.5"

    def rows(self, view: GameState, hex_: Hex, pickable: frozenset[str]) -> HexStack:
        """Its rows."""
        return stack_of(view, hex_, pickable, morale_in(view, hex_))


class OrdersDock(Dock):
    """The order pad."""

    id = "orders"
    title = mark("Orders")
    help = "rule:N12.1"
    needs_height = True

    def __init__(self, look: Look) -> None:
        self.orders = OrdersPanel(look)
        super().__init__(self.orders)
        self._free: frozenset[str] = frozenset()  # lines that the list shows as open
        self.orders.told.connect(self._write)
        self.orders.peeked.connect(self._peek)

    def follow(self, controller: Controller | None) -> None:
        """Show an empty pad."""
        super().follow(controller)
        self.orders.show_nothing()
        if controller is not None:
            names = controller.view.battle.battlefield.place_names.values()
            self.orders.composer.set_places([name for name in names if name])

    def renew(self) -> None:
        """The pads that may be read now, with what has become of their orders."""
        controller = self.controller
        if controller is None:
            return
        view, viewer, offer = controller.view, controller.viewer, controller.offer
        told = controller.session.events[: controller.playback.told]
        lived = lives(view.battle, told, controller.can_see)
        sides = viewer.pads or (viewer.side,)
        writer = self._writer(controller)
        self.orders.show_rows(order_rows(view, sides, offer.pad.lines, lived, writer=writer))
        self._free = offer.pad.lines

    def offer(self, offer: Offer) -> None:
        """The order that is being written; the list shows to whom it can be."""
        if offer.pad.lines != self._free:
            self.renew()
        self.orders.show_form(offer.pad.form, offer.pad.line)
        controller = self.controller
        if controller is not None:
            is_open = controller.exchange.is_peeking
            self.orders.show_peek(can_open=controller.exchange.can_peek, is_open=is_open)

    @staticmethod
    def _writer(controller: Controller) -> Side | None:
        """Who has his page of orders before him."""
        form, asked = controller.offer.pad.form, controller.session.pending
        is_page = isinstance(form, OrderForm) and form.visit is not None
        return Side(asked.side) if asked is not None and is_page else None

    def wants(self, offer: Offer) -> bool:
        """Whether an order is written."""
        return offer.pad.form is not None

    def _peek(self, is_on: bool) -> None:
        if self.controller is not None:
            self.controller.exchange.peek(is_on=is_on)

    def _write(self, word: str) -> None:
        if self.controller is not None:
            self.controller.write(word)
            if word.startswith((LINE, f"{Word.NEXT}:")):
                self.linkActivated.emit("centre:")


class CardsDock(card_table.CardsDock):
    """The hand of the one who looks, and what he can do with it; the piles of both sides."""

    help = "rule:N23.6"

    def table(self, controller: Controller, offer: CardsOffer | None) -> Tableau | None:
        """The cards as they lie."""
        return tableau(controller.view, controller.viewer, offer, self.cards.look)


class ArmyDock(Dock):
    """The order of battle."""

    id = "army"
    title = mark("Army")
    help = "rule:N14.2"
    kinds = ("formation",)

    def __init__(self, look: Look) -> None:
        self.army = ArmyPanel(look)
        super().__init__(self.army)

    def renew(self) -> None:
        """Show all formations as they are."""
        if self.controller is not None:
            view = self.controller.view
            self.army.show_army(view.battle, army_lines(view, levels_of(view)))

    def reveal(self, address: str) -> None:
        """Turn to a formation."""
        self.army.reveal(address)


class BoxesDock(Dock):
    """Who is off the map, and the calendar of arrivals."""

    id = "boxes"
    title = mark("Boxes")
    help = "rule:N3.9"
    kinds = ("turn", "calendar")

    def __init__(self, look: Look) -> None:
        self.boxes = BoxesPanel(look)
        super().__init__(self.boxes)

    def renew(self) -> None:
        """Show who is where."""
        if self.controller is not None:
            view = self.controller.view
            self.boxes.show_boxes(view, {s: lost_sp(view, s) for s in view.battle.sides})

    def reveal(self, address: str) -> None:
        """Turn to the calendar, or to a turn in it."""
        self.boxes.pages.setCurrentWidget(self.boxes.calendar)
        turn = address.partition(":")[2]
        if turn:
            self.boxes.calendar.look_at(int(turn))


class VictoryDock(ScoreDock):
    """The score."""

    help = "rule:N22.2"

    def score(self, view: GameState) -> Score:
        """With the levels of victory as notes."""
        return Score(score_sheet(view), outlook(view, totals(view)), points_note())
