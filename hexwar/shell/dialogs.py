"""The dialogs of the window: each is opened here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from hexwar import __version__
from hexwar.engine import (
    KernelError,
    Refusal,
    SaveError,
    SeededChance,
    fresh_seed,
    write_file,
)
from hexwar.engine.chance import ManualChance
from hexwar.kit import RULES, Kit, Player
from hexwar.messages import mark, say
from hexwar.scenario.build import date_text
from hexwar.scenario.files import SCENARIO_FILE
from hexwar.scenario.making import write_battle
from hexwar.scenario.summaries import Summary
from hexwar.shell.actions import Action
from hexwar.shell.face import Face
from hexwar.shell.free_battle import FreeBattleDialog, offers_of
from hexwar.shell.game import Game
from hexwar.shell.helppages import help_page
from hexwar.shell.lock import PUBLIC, Lock
from hexwar.shell.notices import EyesDialog, Notice, PanelDialog, PlaceDialog, keys_html, lines_html
from hexwar.shell.panes import Panes, book_of, kit_of_rule
from hexwar.shell.preferences import Preferences, PreferencesDialog
from hexwar.shell.prompter import Questions
from hexwar.shell.saves import GameFiles, Services
from hexwar.shell.seats import HUMAN, Seats
from hexwar.shell.sitting import IN_LESSON, PlayersDialog, ranked, tempers_of
from hexwar.shell.table import Table
from hexwar.table.battle import Shelf
from hexwar.table.forces import Side
from hexwar.table.names import verdict_words
from hexwar.widgets.panels.framed import Frame
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.new_game import NewGame, NewGameDialog
from hexwar.widgets.panels.parts import HELP
from hexwar.widgets.panels.rulebook import RulebookView
from hexwar.widgets.panels.scenario_card import (
    PlayerWords,
    RulesCard,
    ScenarioCard,
    SideCard,
    briefing_html,
    length_words,
)

_END_SIZE, _BOOK_SIZE = QSize(760, 560), QSize(860, 640)  # at 100 %
_OF_WINDOW = 0.94  # of the window that the sheet of the end takes


class Reseats(Protocol):
    """What lets others play, and asks for the password of a side that has one."""

    def reseat(self, game: Game, players: Mapping[Side, str]) -> None:
        """Let these play from now on."""


class Window(Protocol):
    """What the dialogs need of the window that they stand over."""

    services: Services
    preferences: Preferences
    look: Look
    files: GameFiles
    face: Face
    panes: Panes
    game: Game | None
    specs: Sequence[Action]
    lock: Lock

    @property
    def passwords(self) -> Reseats:
        """What asks for passwords."""

    def apply(self, preferences: Preferences) -> None:
        """Show everything as the player likes it from now on."""

    def follow_link(self, address: str) -> None:
        """Go where a link leads."""


class Dialogs(QObject):
    """Opens dialogs over the window; none of them blocks, and one takes the place of another."""

    def __init__(self, window: Window, parent: QWidget) -> None:
        """Open nothing yet; the parent is the window as a widget."""
        super().__init__(parent)
        self._window, self._parent = window, parent
        self.dialog: QDialog | None = None
        """The dialog that is open."""
        self._names: Mapping[str, str] = {}  # of the scenarios

    @property
    def look(self) -> Look:
        """What dialogs are dressed in now."""
        return self._window.look

    def close(self) -> None:
        """Close what is open, as its No does."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.reject()

    def ask_new(
        self,
        *,
        first: str = "",
        seated: Mapping[str, str] | None = None,
        watches: bool = False,
    ) -> None:
        """Let the player choose a battle, and begin it.

        Args:
            first: The id of the battle that is chosen at first; empty: the one played last.
            seated: Who plays each side, by its id, if the player has never said so.
            watches: Whether the player wants to look on: two computer players sit there.
        """
        services = self._window.services
        played = services.store.played()
        cards = [_card(summary, played, services.kits) for summary in services.scenarios()]
        self._names = {card.id: card.title for card in cards}
        shelves = list(Shelf)
        cards.sort(key=lambda c: (bool(c.problem), shelves.index(c.shelf), c.units, c.id))
        kits = services.kits.values()
        players = ranked(_players(services.kits))
        names = {id_: _name(id_, player) for id_, player in players.items()}
        about = {id_: say(one.about) for id_, one in players.items()}
        tempers = tempers_of(players)
        first = first or next(iter(played), "")
        dialog = NewGameDialog(
            self._window.look,
            cards,
            names,
            self._parent,
            about=about,
            tempers=tempers,
            first=first,
        )
        opponent = next((kit.opponent for kit in kits if kit.opponent), "")
        dialog.seat(services.store.seated() or seated or {}, opponent)
        if watches:
            dialog.setWindowTitle(say("Watch the computer play"))
            for seat in dialog.seats:
                seat.choose(opponent)
        dialog.accepted.connect(lambda: self._begin(dialog.choice))
        dialog.decksAsked.connect(lambda deck: self._browse_before(dialog, deck))
        dialog.briefingAsked.connect(
            lambda title, page: self._open_over(
                self._linked(Notice(self._window.look, title, page, dialog))
            )
        )
        dialog.linkActivated.connect(lambda address: self._read_rule(address, dialog))
        self.open(dialog)

    def ask_free(self) -> None:
        """Let the player have a battle made, and begin it."""
        offers = offers_of(self._window.services.kits, self._window.look)
        if not offers:
            self.tell_failure(say("No game here makes battles by itself."))
            return
        shown = self._window.face.kit.id
        dialog = FreeBattleDialog(
            self._window.look, offers.get(shown) or next(iter(offers.values())), self._parent
        )
        dialog.accepted.connect(lambda: self._begin_made(dialog))
        self.open(dialog)

    def _begin_made(self, dialog: FreeBattleDialog) -> None:
        """Write the battle, and begin it: the game takes the files along."""
        library = self._window.services.library
        if dialog.drawn is None or library is None:
            return
        battle = dialog.drawn.battle
        try:
            folder = write_battle(battle, library.with_name("free-battles"))
        except (OSError, KernelError) as fault:
            words = mark("The battle could not be written: {why}")
            self.tell_failure(say(words, why=getattr(fault, "strerror", None) or fault))
            return
        options, name = Seats(dialog.players).options(), battle.files[SCENARIO_FILE]["name"]
        self._window.files.begin(str(folder), SeededChance(fresh_seed()), options, name)

    def _linked(self, notice: Notice) -> Notice:
        """A notice whose links to rules open the rulebook over it."""
        notice.linkActivated.connect(lambda address: self._read_rule(address, notice))
        return notice

    def read_help(self, address: str, over: QDialog | None = None) -> None:
        """Open a page about the window, over a dialog if one is open, which stays."""
        page = help_page(address.partition(":")[2])
        self._open_over(
            self._linked(Notice(self._window.look, page.title, page.html, over or self._parent))
        )

    def show_help(self, address: str, over: QDialog | None) -> None:
        """Follow the address of a help: to a page, to the rulebook, or over a dialog."""
        if address.startswith("help:"):
            self.read_help(address, over)
        elif over is None:
            self._window.follow_link(address)
        else:
            self._read_rule(address, over)

    def _read_rule(self, address: str, over: QDialog) -> None:
        """Open the rulebook over a dialog that stays; the one in its dock lies behind that."""
        kind, _, rule = address.partition(":")
        game, shown = self._window.game, self._window.face.kit
        kit = kit_of_rule(rule, shown, self._window.services.kits)
        battle = None if game is None or kit is not shown else game.session.state.battle
        found = book_of(kit, battle) if kind == "rule" else None
        if found is not None:
            book = RulebookView(self._window.look, found)
            size = _BOOK_SIZE * self._window.look.scale
            dialog = PanelDialog(say("Rules"), book, size, over)
            dialog.setProperty(HELP, "help:rulebook")
            self._open_over(dialog)
            book.show_rule(rule)

    def _browse_before(self, dialog: QDialog, deck: str) -> None:
        """Show the decks over the dialog that begins a game; it stays."""
        browser = self._window.face.dialog(f"deck:{deck}", None, self._window.look, dialog)
        if browser is not None:
            self._open_over(browser)

    def _begin(self, chosen: NewGame) -> None:
        if HUMAN in chosen.players.values():  # who only looks on sits where he sat before
            self._window.services.store.keep_seated({str(s): p for s, p in chosen.players.items()})
        seed = fresh_seed() if chosen.seed is None else str(chosen.seed)
        chance = ManualChance() if chosen.types_dice else SeededChance(seed)
        options = {**chosen.options, **({RULES: chosen.rules} if chosen.rules else {})}
        options |= Seats(dict(chosen.players)).options()
        name = self._names.get(chosen.scenario, "")
        self._window.files.begin(chosen.scenario, chance, options, name)

    def ask_players(self, game: Game) -> None:
        """Let the player choose who plays each side from now on."""
        if game.is_lesson:
            game.controller.refused.emit(IN_LESSON)
            return
        window = self._window
        take = partial(window.passwords.reseat, game)
        self.open(PlayersDialog(window.look, game.controller, self._parent, take))

    def ask_preferences(self) -> None:
        """Show the preferences; they are kept when they are accepted."""
        window = self._window
        asks = Questions if window.game is None else window.game.controller.questions
        moments = asks.moments_rule
        dialog = PreferencesDialog(window.look, window.preferences, self._parent, moments)
        dialog.changed.connect(window.apply)
        dialog.accepted.connect(lambda: window.services.store.keep(dialog.preferences))
        self.open(dialog)

    def show_end(self, game: Game) -> None:
        """Show who won, and why."""
        end = self._window.face.end_sheet(game.table, self._window.look)
        title = say("The end of the battle")
        if end is None:
            self._tell(title, escape(self._outcome(game)))
            return
        size = (self._parent.size() * _OF_WINDOW).expandedTo(_END_SIZE * self._window.look.scale)
        dialog = PanelDialog(title, end.widget, size, self._parent)
        dialog.setProperty(HELP, "help:report")
        end.closed.connect(dialog.reject)
        end.links.connect(self._window.follow_link)
        end.begins.connect(dialog.accept)
        dialog.accepted.connect(self.ask_new)
        dialog.finished.connect(lambda _: end.leave())
        for asked in (end.replays, end.supposes):  # the replay is where one plays on from
            if asked is not None:
                asked.connect(dialog.reject)
                asked.connect(partial(self._window.follow_link, "replay:"))
        self.open(dialog)

    def _outcome(self, game: Game) -> str:
        """Who has won, in a sentence."""
        battle, outcome = game.session.state.battle, game.session.state.outcome
        if outcome is None:
            return say("The game is over.")
        names = battle.side_names
        points = ", ".join(f"{names.get(side, side)} {vp}" for side, vp in outcome.vp)
        verdict = verdict_words(battle, outcome)
        return say("The game is over: {verdict} ({points}).", verdict=verdict, points=points)

    def ask_place(self, table: Table) -> None:
        """Let the player name a place, and show it, where the board has places with names."""
        names = table.place_names()
        if not names:
            table.controller.refused.emit(Refusal(say("This board has no places with names."), ""))
            return
        dialog = PlaceDialog(self._window.look, names, table.spot_named, self._parent)
        dialog.setProperty(HELP, "help:the-board")
        dialog.accepted.connect(lambda: self._window.follow_link(f"spot:{dialog.spot}"))
        self.open(dialog)

    def ask_eyes(self, names: Sequence[str], chosen: Callable[[int], object]) -> None:
        """Let the player say by whose eyes he looks at a game that still runs."""
        dialog = EyesDialog(self._window.look, names, self._parent)
        dialog.accepted.connect(lambda: chosen(dialog.chosen))
        dialog.setProperty(HELP, "help:replay")
        self.open(dialog)

    def show_keys(self) -> None:
        """Show all keys."""
        face = self._window.face
        html = keys_html(self._window.specs, face.board_keys, face.keys)
        self._tell(say("Keys"), html, "help:keys")

    def show_about(self) -> None:
        """Show what program this is."""
        about = say("Napoleonic battles, hex by hex.")
        self._tell(say("About hexwar"), f"<p>hexwar {escape(__version__)}</p><p>{about}</p>")

    def show_how(self) -> None:
        """Show the page that tells how the game goes which is open."""
        self.read_help(f"help:{self._window.face.kit.how_to_play}")

    def show_about_game(self, game: Game) -> None:
        """Show who plays, with which dice, and where the game is kept."""
        battle = game.session.state.battle
        seed = game.session.chance.seed
        real, saved = say("Real dice, typed in"), say("Not saved under a name yet")
        dice = say("Dice of the program; their seed is shown when the game is over")
        if game.session.pending is None:  # who knows it before can tell what will be thrown
            dice = say("Dice by the seed {seed}", seed=seed)
        lines = [
            f"{battle.name}, {battle.date}",
            game.seats.words(battle.side_names, self._window.face.kit.players),
            real if seed is None else dice,
            say("Saved as {path}", path=game.path) if game.path else saved,
            say("Kept by itself as {path}", path=game.diary.path),
        ]
        self._tell(say("This game"), lines_html(lines), "help:saved-games")

    def tell_failure(self, sentence: str) -> None:
        """Say what could not be done."""
        self._tell(say("That did not work"), escape(sentence), is_public=True)

    def tell_news(self, sentence: str) -> None:
        """Say what the player should know of the game that he has opened."""
        self._tell(say("About this game"), escape(sentence))

    def _tell(self, title: str, html: str, help_: str = "", *, is_public: bool = False) -> None:
        notice = Notice(self._window.look, title, html, self._parent)
        notice.setProperty(HELP, help_)
        notice.setProperty(PUBLIC, is_public)
        self.open(notice)

    def export_log(self, suffix: str) -> None:
        """Ask for a file and write the log into it."""
        name, _ = QFileDialog.getSaveFileName(
            self._parent, say("Write the log"), f"log.{suffix}", f"*.{suffix}"
        )
        if not name:
            return
        try:
            write_file(Path(name), self._window.panes.log.log.exported(suffix))
        except SaveError as fault:
            self.tell_failure(str(fault))

    def open(self, dialog: QDialog) -> None:
        """Open a dialog over the window, in place of the one that is open."""
        self.close()
        self.dialog = dialog
        dialog.finished.connect(lambda _: self._forget(dialog))
        Frame(self._window.look, dialog, self._window.services.store)
        if not self._window.lock.keeps(dialog):
            dialog.open()

    def _open_over(self, dialog: QDialog) -> None:
        """Open a dialog over another one, which stays."""
        dialog.finished.connect(lambda _: dialog.deleteLater())
        Frame(self._window.look, dialog, self._window.services.store)
        if not self._window.lock.keeps(dialog):
            dialog.open()

    def _forget(self, dialog: QDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None
        dialog.deleteLater()


def _card(
    summary: Summary, played: Mapping[str, str], kits: Mapping[str, Kit[Any]]
) -> ScenarioCard:
    kit, page = kits.get(summary.system), summary.briefing
    sides = tuple(
        SideCard(side, name, summary.sp.get(side, 0), summary.units.get(side, 0))
        for side, name in summary.side_names.items()
    )
    return ScenarioCard(
        summary.id,
        summary.name or summary.id,
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
        players=None if kit is None else tuple(kit.players),
        shelf=summary.shelf,
        is_yours=summary.is_yours,
        rules=_rules(summary, kits),
        problem=summary.problem,
    )


def _players(kits: Mapping[str, Kit[Any]]) -> dict[str, Player]:
    """The computer players of all games; of those of one id the first stands for all."""
    found: dict[str, Player] = {}
    for kit in kits.values():
        for name, player in kit.players.items():
            found.setdefault(name, player)
    return found


def _rules(summary: Summary, kits: Mapping[str, Kit[Any]]) -> list[RulesCard]:
    """The games that can play a scenario, its own first."""
    able = [k for k in kits.values() if summary.system in (k.id, *k.also_reads)]
    able.sort(key=lambda kit: kit.id != summary.system)
    return [
        RulesCard(
            kit.id,
            say(kit.title),
            _player_words(kit),
            kit.option_groups,
            partial(_page, summary, kit),
            kit.proposed(summary.id, summary.system, summary.options),
        )
        for kit in able
    ]


def _player_words(kit: Kit[Any]) -> dict[str, PlayerWords]:
    """The computer players of a game, who is proposed first."""
    known = sorted(kit.players.items(), key=lambda item: item[0] != kit.opponent)
    return {id_: PlayerWords(_name(id_, one), say(one.about)) for id_, one in known}


def _name(id_: str, player: Player) -> str:
    return say("Computer: {player}", player=player.called(id_))


def _page(summary: Summary, kit: Kit[Any]) -> str:
    page = summary.briefing
    if page is None:
        return ""
    told = kit.briefing(page, summary.id, summary.system)
    return briefing_html(told, summary.side_names)
