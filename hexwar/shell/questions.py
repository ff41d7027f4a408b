"""The dialogs of the window: each is opened here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import QDialog, QFileDialog

from hexwar import __version__
from hexwar.ai.players import ABOUT, PLAYERS
from hexwar.cards.records import Card
from hexwar.engine import SaveError, SeededChance, fresh_seed, write_file
from hexwar.engine.chance import ManualChance
from hexwar.scenario.build import date_text
from hexwar.scenario.summaries import Summary
from hexwar.shell.card_lots import battle_lots, library_lots, pile_lot
from hexwar.shell.dialogs import HexDialog, Notice, PanelDialog, keys_html, lines_html
from hexwar.shell.eyes import OPEN_ORDERS
from hexwar.shell.preferences_dialog import PreferencesDialog
from hexwar.shell.seats import Seats
from hexwar.systems.nlc.panels.army_rows import strengths_of
from hexwar.systems.nlc.rules.losses.demoralization import loss_curves
from hexwar.systems.nlc.rules.victory.victory import score_sheet
from hexwar.widgets.cards.browser import CardBrowser
from hexwar.widgets.cards.records import Suit
from hexwar.widgets.panels.confirm import ConfirmDialog
from hexwar.widgets.panels.new_game import NewGame, NewGameDialog
from hexwar.widgets.panels.scenario_card import ScenarioCard, SideCard, briefing_html, length_words

if TYPE_CHECKING:
    from hexwar.shell.main_window import MainWindow

_END_SIZE, _BOOK_SIZE = QSize(1040, 820), QSize(860, 640)  # at 100 %


class Questions(QObject):
    """Opens dialogs over the window; none of them blocks, and one takes the place of another."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: QDialog | None = None
        """The dialog that is open."""

    def close(self) -> None:
        """Close what is open, as its No does."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.reject()

    def ask_new(self) -> None:
        """Let the player choose a battle, and begin it."""
        services = self._window.services
        played = services.store.played()
        cards = [_card(summary, played) for summary in services.scenarios()]
        cards.sort(key=lambda card: (bool(card.problem), card.units, card.id))
        names = {player: f"Computer: {player}" for player in PLAYERS}
        latest = next(iter(played), "")
        dialog = NewGameDialog(
            self._window.look, cards, names, self._window, about=ABOUT, first=latest
        )
        dialog.accepted.connect(lambda: self._begin(dialog.choice))
        dialog.decksAsked.connect(lambda deck: self._browse_before(dialog, deck))
        dialog.briefingAsked.connect(
            lambda title, page: self._linked(Notice(self._window.look, title, page, dialog)).open()
        )
        dialog.linkActivated.connect(lambda address: self._read_rule(address, dialog))
        self._open(dialog)

    def _linked(self, notice: Notice) -> Notice:
        """A notice whose links to rules open the rulebook over it."""
        notice.linkActivated.connect(lambda address: self._read_rule(address, notice))
        return notice

    def _read_rule(self, address: str, over: QDialog) -> None:
        """Open the rulebook over a dialog that stays; the one in its dock lies behind that."""
        from hexwar.shell.docked_rulebook import DockedRulebook
        from hexwar.shell.library import Library

        kind, _, rule = address.partition(":")
        if kind != "rule":
            return
        game = self._window.game
        numbers = {} if game is None else game.session.state.battle.numbers
        book = DockedRulebook(self._window.look, Library(numbers))
        size = _BOOK_SIZE * self._window.look.scale
        dialog = PanelDialog("Rules", book, size, over)
        dialog.finished.connect(lambda _: dialog.deleteLater())
        dialog.open()
        book.show_rule(rule)

    def _browse_before(self, dialog: QDialog, deck: str) -> None:
        """Show the decks over the dialog that begins a game; it stays."""
        browser = CardBrowser(self._window.look, library_lots(), dialog)
        browser.show_lot(deck)
        browser.finished.connect(lambda _: browser.deleteLater())
        browser.open()

    def _begin(self, chosen: NewGame) -> None:
        seed = fresh_seed() if chosen.seed is None else str(chosen.seed)
        chance = ManualChance() if chosen.types_dice else SeededChance(seed)
        options = {"cups": chosen.cups, **chosen.options, **Seats(chosen.players).options()}
        if chosen.open_orders:
            options["orders"] = OPEN_ORDERS
        self._window.files.begin(chosen.scenario, chance, options)

    def ask_preferences(self) -> None:
        """Show the preferences; they are kept when they are accepted."""
        window = self._window
        dialog = PreferencesDialog(window.look, window.preferences, window)
        dialog.changed.connect(window.apply)
        dialog.accepted.connect(lambda: window.services.store.keep(dialog.preferences))
        self._open(dialog)

    def confirm_end(self, left: Sequence[str]) -> None:
        """Name what is still possible, and end the activation if the player says so."""
        game = self._window.game
        if game is None:
            return
        dialog = ConfirmDialog(
            self._window.look,
            "End the activation?",
            lines_html(left),
            yes="End it",
            no="Keep playing",
            parent=self._window,
        )
        dialog.accepted.connect(game.end_for_good)
        self._open(dialog)

    def show_end(self) -> None:
        """Show who won, and why."""
        game = self._window.game
        if game is None:
            return
        from hexwar.widgets.panels.end_sheet import EndSheet  # with its charts, not before

        controller = game.controller
        # When all is over nothing is secret, and the score is that of the whole table.
        state = game.session.state if controller.view.over else controller.view
        told = game.session.events[: controller.playback.told]
        sheet = EndSheet(self._window.look)
        sheet.show_end(state, score_sheet(state), strengths_of(state), loss_curves(state, told))
        size = _END_SIZE * self._window.look.scale
        dialog = PanelDialog("The end of the battle", sheet, size, self._window)
        sheet.closed.connect(dialog.reject)
        sheet.linkActivated.connect(self._window.follow_link)
        sheet.newGameAsked.connect(dialog.accept)
        dialog.accepted.connect(self.ask_new)
        self._open(dialog)

    def ask_hex(self) -> None:
        """Let the player name a hex, and show it."""
        game = self._window.game
        if game is None:
            return
        dialog = HexDialog(self._window.look, game.table.board.board.battlefield, self._window)
        dialog.accepted.connect(lambda: self._window.follow_link(f"hex:{dialog.hex}"))
        self._open(dialog)

    def show_decks(self, address: str = "") -> None:
        """Show the decks: those of the game first.

        Args:
            address: What to turn to: `deck:patrie-french`, `card:fire`, or nothing.
        """
        window = self._window
        battle = None if window.game is None else window.game.session.state.battle
        lots = library_lots() if battle is None else battle_lots(battle, window.look)
        self._open(_turned(CardBrowser(window.look, lots, window), address))

    def show_pile(self, title: str, pile: Sequence[Card], suit: Suit) -> None:
        """Show a pile that lies open."""
        lots = [pile_lot(title, pile, suit)]
        self._open(CardBrowser(self._window.look, lots, self._window, title=title))

    def show_keys(self) -> None:
        """Show all keys."""
        self._open(Notice(self._window.look, "Keys", keys_html(), self._window))

    def show_about(self) -> None:
        """Show what program this is."""
        html = f"<p>hexwar {escape(__version__)}</p><p>Napoleonic battles, hex by hex.</p>"
        self._open(Notice(self._window.look, "About hexwar", html, self._window))

    def show_briefing(self) -> None:
        """Show the briefing of the battle that is played."""
        game = self._window.game
        if game is None:
            return
        battle = game.session.state.battle
        page = "<p>There is no briefing of this battle.</p>"
        if battle.briefing is not None:
            page = briefing_html(battle.briefing, battle.side_names)
        notice = Notice(self._window.look, f"{battle.name}, {battle.date}", page, self._window)
        self._open(self._linked(notice))

    def show_about_game(self) -> None:
        """Show who plays, with which dice, and where the game is kept."""
        game = self._window.game
        if game is None:
            return
        battle = game.session.state.battle
        seed = game.session.chance.seed
        lines = [
            f"{battle.name}, {battle.date}",
            game.seats.words(battle.side_names),
            "Real dice, typed in" if seed is None else f"Dice by the seed {seed}",
            f"Saved as {game.path}" if game.path else "Not saved under a name yet",
            f"Kept by itself as {game.autosave}",
        ]
        self._open(Notice(self._window.look, "This game", lines_html(lines), self._window))

    def tell_failure(self, sentence: str) -> None:
        """Say what could not be done."""
        self._open(Notice(self._window.look, "That did not work", escape(sentence), self._window))

    def tell_news(self, sentence: str) -> None:
        """Say what the player should know of the game that he has opened."""
        self._open(Notice(self._window.look, "About this game", escape(sentence), self._window))

    def export_log(self, suffix: str) -> None:
        """Ask for a file and write the log into it."""
        name, _ = QFileDialog.getSaveFileName(
            self._window, "Write the log", f"log.{suffix}", f"*.{suffix}"
        )
        if not name:
            return
        try:
            write_file(Path(name), self._window.panes.log.exported(suffix))
        except SaveError as fault:
            self.tell_failure(str(fault))

    def _open(self, dialog: QDialog) -> None:
        self.close()
        self.dialog = dialog
        dialog.finished.connect(lambda _: self._forget(dialog))
        dialog.open()

    def _forget(self, dialog: QDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None
        dialog.deleteLater()


def _turned(browser: CardBrowser, address: str) -> CardBrowser:
    """A browser turned to a deck or a card."""
    kind, _, name = address.partition(":")
    if kind == "deck":
        browser.show_lot(name)
    elif kind == "card":
        browser.show_card(name)
    return browser


def _card(summary: Summary, played: Mapping[str, str]) -> ScenarioCard:
    page = summary.briefing
    sides = tuple(
        SideCard(side, name, summary.sp.get(side, 0), summary.units.get(side, 0))
        for side, name in summary.side_names.items()
    )
    title = summary.name or summary.id
    return ScenarioCard(
        summary.id,
        title,
        summary.date,
        summary.turns,
        sides,
        options=summary.options,
        recorded_weather=summary.recorded_weather,
        decks=summary.decks,
        is_campaign=summary.is_campaign,
        briefing="" if page is None else briefing_html(page, summary.side_names),
        picture=summary.picture,
        played=date_text(played[summary.id]) if summary.id in played else "",
        length="" if summary.problem else length_words(summary.track),
        problem=summary.problem,
    )
