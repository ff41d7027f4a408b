"""The panels round the board, and what each shows of the table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.controller import Controller
from hexwar.shell.eyes import Eyes
from hexwar.shell.prompter import CardsOffer, Offer
from hexwar.shell.strip import Strip
from hexwar.systems.nlc.card_table import tableau
from hexwar.systems.nlc.events import EVENTS
from hexwar.systems.nlc.pad_view.lives import lives
from hexwar.systems.nlc.pad_view.rows import order_rows
from hexwar.systems.nlc.panels.army_rows import (
    army_lines,
    levels_of,
    morale_in,
    points_note,
    stack_of,
)
from hexwar.systems.nlc.panels.boxes_panel import BoxesPanel
from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.systems.nlc.panels.turn_strip import progress_of, track_of
from hexwar.systems.nlc.rules.victory.victory import lost_sp, outlook, score_sheet, totals
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.fact import topics_of
from hexwar.widgets.cards.panel import CardsPanel
from hexwar.widgets.log.log_view import LogView
from hexwar.widgets.panels.army_panel import ArmyPanel
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, rule_link
from hexwar.widgets.panels.prompt_line import PromptLine
from hexwar.widgets.panels.score import VpPanel
from hexwar.widgets.panels.stack_panel import StackPanel

if TYPE_CHECKING:
    from hexwar.shell.docked_rulebook import DockedRulebook


class Panes(QObject):
    """Owns the panels that live as long as the window, and keeps them in step with a game.

    What is hidden is not kept in step: `renew` brings it up to date when it is shown.
    """

    linkActivated = Signal(str)
    """A link of any panel: `hex:0913`, `unit:ID`, `leader:ID`, `formation:ID`, `rule:N8.5`."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self.strip = Strip(look)
        self.prompt = PromptLine(look)
        self.stack = StackPanel(look)
        self.orders = OrdersPanel(look)
        self.cards = CardsPanel(look)
        self.army = ArmyPanel(look)
        self.boxes = BoxesPanel(look)
        self.victory = VpPanel(look)
        self.log = LogView(look, topics_of(EVENTS))
        self.rules = QWidget()
        """The place of the rulebook, which is read when it is first shown."""
        _bare(QVBoxLayout(self.rules))
        self._book: DockedRulebook | None = None
        self._controller: Controller | None = None
        self._hex: Hex | None = None
        army = (self.army, self.boxes, self.victory)
        for panel in (self.prompt, self.stack, self.orders, self.cards, *army, self.log):
            panel.linkActivated.connect(self.linkActivated)
        self.strip.cups.activated.connect(self._follow_spot)
        self.strip.track.activated.connect(self._follow_spot)
        self._shown: tuple[object, ...] = ()
        self._eyes: Eyes | None = None
        self._hand: CardsOffer | None = None  # what the cards panel shows to be playable
        self._free: frozenset[str] = frozenset()  # lines of the pad that the list shows as open

    @property
    def panels(self) -> Sequence[Panel]:
        """Those that are dressed one by one; the strip dresses its own."""
        army = (self.army, self.boxes, self.victory)
        return (self.prompt, self.stack, self.orders, self.cards, *army, self.log)

    def set_look(self, look: Look) -> None:
        """Dress all panels anew."""
        self._look = look
        self.strip.set_look(look)
        books = () if self._book is None else (self._book,)
        for panel in (*self.panels, *books):
            panel.set_look(look)

    def follow(self, controller: Controller | None) -> None:
        """Show another game from now on, or none."""
        self._controller, self._hex, self._shown = controller, None, ()
        self.stack.show_nothing()
        self.orders.show_nothing()
        self.cards.show_cards(None)
        self._close_book()
        if controller is not None:
            controller.shown.connect(self.show_view)
            controller.offered.connect(self._show_offer)
            controller.asked.connect(lambda _, offer: self._show_offer(offer))
            controller.refused.connect(self._show_refusal)

    # -- the table

    def show_view(self, view: GameState) -> None:
        """Show the table as it now is."""
        self.strip.track.show_track(track_of(view, totals(view)))
        self.strip.ribbon.show_progress(view.battle, progress_of(view))
        self.strip.cups.show_chits(view)
        has_other_eyes = self._have_eyes_changed()
        for panel in (self.orders, self.cards, self.army, self.boxes, self.victory, self.log):
            if has_other_eyes or not panel.visibleRegion().isEmpty():  # behind a tab it is none
                self.renew(panel)
        if self._controller is not None and not self._controller.is_asking:
            self._show_offer(self._controller.offer)

    def _have_eyes_changed(self) -> bool:
        """Whether somebody else looks now: then not even what is hidden may stay as it was."""
        before, self._eyes = self._eyes, self._controller.eyes if self._controller else None
        return self._eyes != before

    def renew(self, panel: QWidget) -> None:
        """Bring a panel up to date that has just been shown."""
        if self._controller is None:
            return
        view = self._controller.view
        if panel is self.orders:
            self._show_orders(view, self._controller)
        elif panel is self.cards:
            self._show_cards(view, self._controller)
        elif panel is self.army:
            self.army.show_army(view.battle, army_lines(view, levels_of(view)))
        elif panel is self.boxes:
            self.boxes.show_boxes(view, {s: lost_sp(view, s) for s in view.battle.sides})
        elif panel is self.victory:
            ends = outlook(view, totals(view))
            self.victory.show_score(view.battle, score_sheet(view), ends, points_note())
        elif panel is self.rules and panel.isVisible():
            self._open_book()
        elif panel is self.log:
            told = self._controller.playback.told
            readers = self._controller.eyes.readers
            self.log.show_events(
                NlcNames(view.battle), self._controller.session.events[:told], readers
            )

    def _show_orders(self, view: GameState, controller: Controller) -> None:
        """The pads that may be read now, with what has become of their orders."""
        told = controller.session.events[: controller.playback.told]
        eyes, offer = controller.eyes, controller.offer
        lived = lives(view.battle, told, eyes.can_see)
        sides = eyes.pads or (eyes.side,)
        self.orders.show_rows(order_rows(view, sides, offer.pad.lines, lived))
        self._free = offer.pad.lines

    def _show_cards(self, view: GameState, controller: Controller) -> None:
        """The hand of the one who looks, and what he can do with it; the piles of both sides."""
        self._hand = controller.offer.cards
        self.cards.show_cards(tableau(view, controller.eyes, self._hand, self._look))

    def _show_form(self, offer: Offer) -> None:
        """The order that is being written; the list shows to whom it can be."""
        if offer.pad.lines != self._free and self._controller is not None:
            self._show_orders(self._controller.view, self._controller)
        self.orders.show_form(offer.pad.form, offer.pad.line)

    # -- the rulebook

    @property
    def rulebook(self) -> DockedRulebook | None:
        """The rulebook; None before it is first shown."""
        return self._book

    def show_rule(self, rule: str) -> None:
        """Open the rulebook at a rule."""
        book = self._open_book()
        book.show_rule(rule)
        book.give_room()

    def _open_book(self) -> DockedRulebook:
        if self._book is None:
            from hexwar.shell.docked_rulebook import DockedRulebook
            from hexwar.shell.library import Library

            battle = None if self._controller is None else self._controller.view.battle
            numbers = {} if battle is None else battle.numbers
            self._book = DockedRulebook(self._look, Library(numbers))
            self._book.linkActivated.connect(self.linkActivated)
            layout = self.rules.layout()
            assert layout is not None
            layout.addWidget(self._book)
            self.rules.setFocusProxy(self._book)
        return self._book

    def _close_book(self) -> None:
        """Another battle may have other numbers: read the rulebook anew when it is next shown."""
        book, self._book = self._book, None
        if book is not None:
            book.hide()
            book.deleteLater()

    # -- the stack

    def look_at(self, hex_: Hex | None) -> None:
        """Show who stands in a hex."""
        self._hex = hex_
        if self._controller is not None:
            self._show_offer(self._controller.offer)

    def _show_offer(self, offer: Offer) -> None:
        self._show_form(offer)
        if offer.cards != self._hand and self._controller is not None:
            self._show_cards(self._controller.view, self._controller)
        if self._controller is None or self._hex is None:
            return
        view, told = self._controller.view, self._controller.playback.told
        eyes = self._controller.eyes
        now = (self._hex, offer.pickable, offer.picked, told, view.turn, eyes)
        if now != self._shown:
            self._shown = now
            morale = morale_in(view, self._hex)
            shown = stack_of(view, self._hex, offer.pickable, morale)
            self.stack.show_stack(shown, offer.picked)
        if offer.barred is not None:
            self._show_legality(offer.barred)
        elif any(piece in offer.picked for piece in self._here(view)):
            self.stack.show_legality(escape(offer.verdict))
        else:
            self.stack.show_legality("")

    def _here(self, view: GameState) -> Sequence[str]:
        return () if self._hex is None else (*view.units_in(self._hex), *view.leaders_in(self._hex))

    def _show_refusal(self, refusal: Refusal) -> None:
        self.prompt.show_refusal(refusal)
        if self._hex is not None:
            self._show_legality(refusal)

    def _show_legality(self, refusal: Refusal) -> None:
        html = f"{escape(refusal.sentence)} {rule_link(refusal.rule)}"
        self.stack.show_legality(html, legal=False)

    def _follow_spot(self, spot: str) -> None:
        """A chit leads to its formation, the sky to its rule, points and hours to their docks."""
        if spot.isdecimal():
            self.linkActivated.emit(f"turn:{spot}")
        elif spot.startswith(("formation:", "rule:", "vp:")):
            self.linkActivated.emit(spot)


def _bare(layout: QVBoxLayout) -> None:
    layout.setContentsMargins(0, 0, 0, 0)
