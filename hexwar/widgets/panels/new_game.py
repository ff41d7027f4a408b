"""The dialog that begins a game: which battle, who plays, which options, which dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from types import MappingProxyType

from PySide6.QtCore import QRegularExpression, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QWidget,
)

from hexwar.messages import say
from hexwar.table.forces import Side
from hexwar.widgets.panels.battle_list import BattleFilter, BattleList
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.option_cards import DECKS, OptionCards
from hexwar.widgets.panels.parts import (
    HELP,
    Body,
    ChoiceBox,
    bar,
    box_sheet,
    button,
    card,
    column,
    fill,
    label,
    line_label,
    row,
    scrolled,
    small,
    spaced,
)
from hexwar.widgets.panels.scenario_card import PlayerWords, ScenarioCard
from hexwar.widgets.panels.seat_boxes import SeatBoxes, Temper
from hexwar.widgets.words import capital

PERSON = "person"
"""The id of a player who sits at this machine."""

SEED_DIGITS = 18

_WIDTH, _HEIGHT = 980, 850  # pixels at 100 %
_OF_SCREEN = 0.94  # of the screen at most


@dataclass(frozen=True, slots=True)
class NewGame:
    """What the players chose."""

    scenario: str
    players: Mapping[Side, str]  # PERSON, or the id of a computer player
    seed: int | None  # of the dice; None: draw one
    types_dice: bool  # real dice, typed in
    options: Mapping[str, str]  # of the rules, by name (N3.8)
    rules: str = ""  # the id of the game by whose rules, if not the scenario's own


class NewGameDialog(QDialog):
    """Choose a battle and how it is played; `choice` tells what was chosen."""

    linkActivated = Signal(str)
    """A link to a rule."""
    decksAsked = Signal(str)
    """The decks shall be looked through: the id of the one to begin with, or empty."""
    briefingAsked = Signal(str, str)
    """The player wants to read about a battle: its title, and the page as HTML."""

    def __init__(
        self,
        look: Look,
        scenarios: Sequence[ScenarioCard],
        players: Mapping[str, str],
        parent: QWidget | None = None,
        *,
        about: Mapping[str, str] = MappingProxyType({}),
        tempers: Mapping[str, Temper] = MappingProxyType({}),
        first: str = "",
    ) -> None:
        """Make the dialog.

        Players are computer players by id, each with its name, and `about` says what each does,
        as the rest of a sentence; `tempers` has those that differ from another in temper only.
        `first` is the id of the battle to begin with.
        """
        super().__init__(parent)
        self.setWindowTitle(say("New game"))
        self.setProperty(HELP, "help:new-game")
        self._look = look
        self._scenarios = scenarios
        self._players = {PERSON: say("Person at this machine"), **players}
        self._usual = {
            id_: PlayerWords(name, about[id_]) for id_, name in players.items() if id_ in about
        }
        self._words = self._usual  # of the computer players, as the chosen game has them
        self.list, self.filter = BattleList(look, scenarios), BattleFilter(look)
        self.title, self.about, self.opponents = label("title"), label(), label()
        self.opponents.setWordWrap(True)
        self.problem = label("refusal")
        self.ways = QWidget()
        """All that can be chosen of a battle: players, options, dice."""
        self.briefing = button(say("Briefing …"))
        self.seats = [SeatBoxes(look, self._players, tempers) for _ in "12"]
        """Who plays each side."""
        self.sides = [(line_label(), seat.player) for seat in self.seats]
        self.rules = ChoiceBox(look, {})
        """By which rules it is played, where there is a choice."""
        groups = {rules.id: rules.groups for one in scenarios for rules in one.rules}
        self.option_cards = {game: OptionCards(look, found) for game, found in groups.items()}
        """The options of each game."""
        self.seeded = QRadioButton(say("The program rolls"))
        self.typed = QRadioButton(say("We roll real dice and type them in"))
        self.seed = QLineEdit()
        self.start, self.cancel = button(say("Start"), "main"), button(say("Cancel"))
        self._explain()
        self._arrange()
        self._connect()
        self._fill(first)

    def _explain(self) -> None:
        """Say what the parts are."""
        self.seeded.setToolTip(say("Seeded dice: the same number gives the same dice again"))
        self.typed.setToolTip(say("Each die is asked for; type in what yours shows"))
        self.seed.setToolTip(say("The number from which all dice follow; empty draws one"))
        self.briefing.setToolTip(say("The map, what you must do, who comes when, hints and par"))
        self.opponents.setToolTip(say("What each computer player chosen here does"))
        for _, box in self.sides:
            box.explain(PERSON, say("Somebody who sits here, with mouse and keyboard"))
        self._reword({})

    @property
    def choice(self) -> NewGame:
        """What is chosen now.

        Raises:
            LookupError: there is no scenario to choose.
        """
        scenario = self._scenarios[self.list.currentRow()]
        pairs = zip(scenario.sides, self.seats, strict=False)
        return NewGame(
            scenario.id,
            {side.id: seat.value for side, seat in pairs},
            int(self.seed.text()) if self.seed.text() and self.seeded.isChecked() else None,
            self.typed.isChecked(),
            {} if self._options is None else self._options.chosen,
            "" if self.rules.currentIndex() < 1 else str(self.rules.currentData()),
        )

    @property
    def _options(self) -> OptionCards | None:
        """The options of the chosen game."""
        return self.option_cards.get(str(self.rules.currentData()))

    @property
    def options(self) -> Mapping[str, ChoiceBox]:
        """Their boxes, by name."""
        return {} if self._options is None else self._options.boxes

    def seat(self, players: Mapping[str, str], rival: str = PERSON) -> None:
        """Begin with these players, by the ids of their sides, as far as they know the game.

        Where none is named at all a person plays the first side, and the rival the other one.
        """
        if not self._scenarios:
            return
        scenario = self._scenarios[self.list.currentRow()]
        for place, (seat, side) in enumerate(zip(self.seats, scenario.sides, strict=False)):
            player = players.get(side.id, PERSON) if players or not place else rival
            if scenario.players is None or player in scenario.players:
                seat.choose(player)

    # -- parts

    def _arrange(self) -> None:
        body = Body(self._look)
        self._arrange_ways()
        ground, briefing = QWidget(), (self.briefing, Qt.AlignmentFlag.AlignLeft)
        parts = (self.title, self.about, self.problem, briefing, self.ways, None)
        column(ground, 0, 12, *parts)
        columns = row(16, (self.list, 2), (self._scrolled(ground), 3))
        buttons = row(8, None, self.cancel, self.start)
        column(body, 18, 14, self.filter, (columns, 1), buttons)
        fill(self, body)
        body.setStyleSheet(box_sheet(self._look))
        self._align_titles()
        wished = QSize(self._look.px(_WIDTH), self._look.px(_HEIGHT))
        self.resize(wished.boundedTo(self.screen().availableGeometry().size() * _OF_SCREEN))

    def _align_titles(self) -> None:
        """The boxes of all groups begin at one line, behind the longest title."""
        titles = [title for cards in self.option_cards.values() for title in cards.titles]
        for title in titles:
            title.ensurePolished()
        widest = max((title.sizeHint().width() for title in titles), default=0)
        for title in titles:
            title.setMinimumWidth(widest)

    def _scrolled(self, ground: QWidget) -> QScrollArea:
        """The choices, which scroll where the screen is low; `Start` stays in sight."""
        room = QWidget()
        beside = QHBoxLayout(room)
        beside.setContentsMargins(0, 0, self._look.px(8), 0)
        beside.addWidget(ground)
        area = scrolled(room)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _arrange_ways(self) -> None:
        played = spaced(QFormLayout(), 0, 8)
        title = line_label(say("Played by"))
        self.rules.setAccessibleName(say("Rules"))
        self.rules.setToolTip(say("The game by whose rules this battle is played"))
        title.setBuddy(self.rules)
        played.addRow(title, self.rules)
        self._rules_card, _ = card(label("heading", say("Rules")), played)
        self._rules_card.setProperty(HELP, "help:the-games")
        form = spaced(QFormLayout(), 0, 8)
        for (name, _), seat in zip(self.sides, self.seats, strict=True):
            form.addRow(name, seat)
        players, _ = card(label("heading", say("Players")), form, self.opponents)
        dice = label("heading", say("Dice"))
        rolled = _choices(dice, self.seeded, self._seed_row(), self.typed)
        rolled.setProperty(HELP, "help:dice")
        cards = [frame for cards in self.option_cards.values() for frame in cards.frames]
        column(self.ways, 0, 12, self._rules_card, players, *cards, rolled)

    def _seed_row(self) -> QWidget:
        ground, name = QWidget(), line_label(say("Seed"))
        name.setBuddy(self.seed)
        row(8, self._look.px(24), name, (self.seed, 1), on=ground)
        self.seed.setPlaceholderText(say("empty: any; the same number gives the same dice"))
        digits = QRegularExpression(rf"\d{{0,{SEED_DIGITS}}}")
        self.seed.setValidator(QRegularExpressionValidator(digits, self.seed))
        return ground

    def _connect(self) -> None:
        for cards in self.option_cards.values():
            cards.linkActivated.connect(self._follow)
        self.list.currentRowChanged.connect(self._show_scenario)
        self.filter.changed.connect(self._narrow)
        self.rules.currentIndexChanged.connect(lambda _: self._show_rules())
        self.list.itemActivated.connect(self.start.click)  # which may be disabled
        for seat in self.seats:
            seat.changed.connect(self._show_opponents)
        self.seeded.toggled.connect(self.seed.setEnabled)
        self.briefing.clicked.connect(self._ask_briefing)
        self.start.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.start.setDefault(True)

    def _follow(self, address: str) -> None:
        """Follow a link: to a rule, or to the decks of the battle, its first side's first."""
        if address == DECKS:
            decks = self._scenarios[self.list.currentRow()].decks
            self.decksAsked.emit(next(iter(decks.values()), ""))
        else:
            self.linkActivated.emit(address)

    def _fill(self, first: str) -> None:
        self.seeded.setChecked(True)
        ids = [scenario.id for scenario in self._scenarios]
        self.list.setCurrentRow(ids.index(first) if first in ids else 0)
        self.list.setFocus()
        self._show_opponents()
        if not self._scenarios:
            self.title.setText(say("No battle was found."))
            for part in (self.briefing, self.problem, self.ways):
                part.hide()
        self._mind_start()

    def _narrow(self) -> None:
        """Show the battles that are looked for; one of them is chosen, if there is one."""
        self.list.narrow(self.filter.fits)
        self._mind_start()

    def _mind_start(self) -> None:
        """Only a battle that is shown, and can be played, can be started."""
        can_start = self.list.has_choice and not self._scenarios[self.list.currentRow()].problem
        bar(self.start, "" if can_start else say("Choose a battle that can be played first."))

    def _reword(self, words: Mapping[str, PlayerWords]) -> None:
        """Tell of the computer players as the chosen game does, which may know some otherwise."""
        self._words = {**self._usual, **words}
        told = {id_: (one.name, one.about) for id_, one in self._words.items()}
        for seat in self.seats:
            seat.reword(told)

    def _show_opponents(self) -> None:
        """What the computer players that are chosen do, a line for each."""
        chosen = dict.fromkeys(seat.value for seat in self.seats)
        lines = [
            f"{escape(self._words[player].name)}. {escape(capital(self._words[player].about))}."
            for player in chosen
            if player in self._words
        ]
        self.opponents.setText(small(self._look, "<br>".join(lines)))
        self.opponents.setVisible(bool(lines))

    def _show_scenario(self, place: int) -> None:
        scenario = self._scenarios[place]
        self.title.setText(escape(scenario.title))
        alone = scenario.rules[0].title if len(scenario.rules) == 1 else ""
        game = alone if len(self.option_cards) > 1 else ""
        when = " · ".join(filter(None, (scenario.date, scenario.length, game)))
        self.about.setText(small(self._look, escape(when)))
        self.problem.setText(escape(scenario.problem))
        self.briefing.setVisible(bool(scenario.briefing))
        self.problem.setVisible(bool(scenario.problem))
        for shown in (self.about, self.ways):
            shown.setVisible(not scenario.problem)
        # A battle that cannot be read has no sides.
        for (words, box), side in zip_longest(self.sides, scenario.sides):
            words.setText(say("{side}, {sp} SP", side=side.name, sp=side.sp) if side else "")
            box.setAccessibleName(say("{side} is played by", side=side.name) if side else "")
            words.setToolTip(say("The side, and its SP at the start and to come"))
            box.setToolTip(say("A person at this machine, or a computer player"))
        self._list_rules(scenario)
        self._show_rules()
        self._mind_start()

    def _list_rules(self, scenario: ScenarioCard) -> None:
        """The games that can play a battle; the one that was chosen before, if it is among them."""
        was = self.rules.currentData()
        with QSignalBlocker(self.rules):
            self.rules.clear()
            for one in scenario.rules:
                self.rules.addItem(one.title, one.id)
            self.rules.setCurrentIndex(max(self.rules.findData(was), 0))
        self._rules_card.setVisible(len(scenario.rules) > 1)

    def _show_rules(self) -> None:
        """Only what the chosen game can do: its options, its computer players."""
        scenario = self._scenarios[self.list.currentRow()]
        chosen = self.rules.currentData()
        rules = next((one for one in scenario.rules if one.id == chosen), None)
        for game, cards in self.option_cards.items():
            for frame in cards.frames:
                frame.setVisible(game == chosen)
        if rules is not None and self._options is not None:
            weather = scenario.recorded_weather
            self._options.propose(rules.options, scenario.traits, weather)
        self._reword({} if rules is None else rules.players)
        known = scenario.players if rules is None else rules.players
        for seat, (_, box) in zip(self.seats, self.sides, strict=True):
            was = seat.value
            seat.offer(known)
            for player in (id_ for id_ in self._players if box.findData(id_) >= 0):
                plays = known is None or player in (PERSON, *known)
                box.allow(player, "" if plays else say("It does not know this game."))
            if known is not None and was not in (PERSON, *known):
                seat.choose(next(iter(known), PERSON))
        self._show_opponents()

    def _ask_briefing(self) -> None:
        scenario, chosen = self._scenarios[self.list.currentRow()], self.rules.currentData()
        read = next((one.briefing for one in scenario.rules if one.id == chosen), None)
        self.briefingAsked.emit(scenario.title, scenario.briefing if read is None else read())


def _choices(title: QLabel, *parts: QWidget) -> QWidget:
    """A card with radio buttons of which one holds."""
    frame, _ = card(title, *parts)
    group = QButtonGroup(frame)
    for part in parts:
        if isinstance(part, QRadioButton):
            group.addButton(part)
    return frame
