"""Sheets and dialogs: the end of a game, a new one, typed dice, seats, questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from hexwar.shell.handover import Handover
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.options import GROUPS
from hexwar.table.battle import Briefing, Difficulty, Par, TurnCard, TurnKind
from hexwar.table.forces import Side
from hexwar.table.names import verdict_words
from hexwar.table.options import Group, options_of
from hexwar.table.pieces import Outcome
from hexwar.table.reports import ScoreLine, ScoreReason
from hexwar.table.telling import LossCurve
from hexwar.widgets.board.contents import marks_of
from hexwar.widgets.counters.faces import chit_face
from hexwar.widgets.panels.dice import ChitChoice, ChitDialog, DieDialog
from hexwar.widgets.panels.end_sheet import EndSheet
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.new_game import PERSON, NewGame, NewGameDialog
from hexwar.widgets.panels.option_cards import OptionCards
from hexwar.widgets.panels.parts import button, column
from hexwar.widgets.panels.scenario_card import (
    RulesCard,
    ScenarioCard,
    SideCard,
    briefing_html,
    length_words,
)
from hexwar.widgets.panels.score import Strength
from hexwar.widgets.panels.spots import SpotPanel
from hexwar.widgets.words import capital
from tests.systems.nlc.cases import each
from tests.widgets import skirmish as s
from tests.widgets.skirmish import look, plain

pytestmark = pytest.mark.qt_log_ignore("does not support")


# -- dice and chits


@pytest.fixture
def die(qtbot: QtBot) -> DieDialog:
    return s.owned(qtbot, DieDialog(s.look(), "Roll a die for the attackers' fire."))


@each("by_key", True, False)
@each("pips", 1, 2, 3, 4, 5, 6)
def test_a_die_comes_by_key_or_click(die: DieDialog, qtbot: QtBot, pips: int, by_key: bool) -> None:
    with qtbot.waitSignal(die.thrown) as thrown:
        if by_key:
            QTest.keyClick(die, Qt.Key(Qt.Key.Key_0.value + pips))
        else:
            die.buttons[pips - 1].click()
    assert thrown.args == [pips]
    assert (die.pips, die.result()) == (pips, QDialog.DialogCode.Accepted)


def test_no_other_key_is_a_die_and_the_six_look_different(die: DieDialog) -> None:
    assert [made.accessibleName() for made in die.buttons] == list("123456")
    pictures = [made.icon().pixmap(40).toImage() for made in die.buttons]
    assert all(one not in pictures[:i] for i, one in enumerate(pictures))
    for key in (Qt.Key.Key_0, Qt.Key.Key_7, Qt.Key.Key_A):
        QTest.keyClick(die, key)
        assert die.pips == 0
    QTest.keyClick(die, Qt.Key.Key_Escape)
    assert die.result() == QDialog.DialogCode.Rejected


def chit_dialog(qtbot: QtBot) -> ChitDialog:
    field = s.battle()
    chits = [
        ChitChoice(f, field.formations[f].name, chit_face(field.formations[f], marks_of(field)[f]))
        for f in (s.CAVALRY, s.NINTH)
    ]
    return s.owned(qtbot, ChitDialog(s.look(), "Draw a chit.", chits))


def test_a_drawn_chit_is_chosen_from_the_list_or_left_in_the_cup(qtbot: QtBot) -> None:
    dialog = chit_dialog(qtbot)
    dialog.back.click()
    assert (dialog.formation, dialog.result()) == ("", QDialog.DialogCode.Rejected)
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(dialog.drawn) as drawn:
        dialog.ok.click()
    assert drawn.args == ["CO-9"]
    assert (dialog.formation, dialog.result()) == ("CO-9", QDialog.DialogCode.Accepted)

    empty = s.owned(qtbot, ChitDialog(s.look(), "Draw a chit.", []))
    with qtbot.assertNotEmitted(empty.drawn):
        empty.ok.click()


# -- new game


def nlc_with(**options: str) -> tuple[RulesCard, ...]:
    return (RulesCard("nlc", "The chits", {}, GROUPS, options=options),)


SCENARIOS = (
    ScenarioCard(
        "brienne",
        "Brienne",
        "29 January 1814",
        9,
        (SideCard(s.FRENCH, "French", 78), SideCard(s.ALLIED, "Coalition", 68)),
        length="9 turns of one hour",
        rules=nlc_with(),
    ),
    ScenarioCard(
        "rothiere",
        "La Rothière",
        "1 February 1814",
        11,
        (SideCard(Side("french"), "French", 80), SideCard(Side("allied"), "Coalition", 168)),
        rules=nlc_with(weather="historical"),
        recorded_weather="snow",
    ),
)


RULES = {
    "play": "full",
    "weather": "rolled",
    "arrivals": "fixed",
    "demoralization": "turn_end",
    "cups": "two",
    "draw": "each",
}
CARDS = {"cards": "none", "passing": "off"}
FOG = {"orders": "secret", "hidden_movement": "off", "hidden_forces": "off", "vedettes": "off"}
USUAL = RULES | CARDS | FOG


def test_every_option_of_the_game_has_a_name_its_values_in_words_and_a_rule() -> None:
    shown, book = {option.name: option for option in options_of(GROUPS)}, NLC.rulebook({})
    assert shown.keys() == NLC.options.keys()
    for name, option in shown.items():
        assert tuple(option.values) == NLC.options[name]
        assert next(iter(option.values)) == USUAL[name]
        assert book.rule(option.rule)


def test_the_advice_on_an_option_is_its_tip(new_game: NewGameDialog) -> None:
    tip = new_game.options["cups"].toolTip()
    assert tip.startswith("<span>With a die both sides are equally likely")
    assert new_game.options["cups"].accessibleDescription() in tip


@pytest.fixture
def new_game(qtbot: QtBot) -> NewGameDialog:
    return s.owned(qtbot, NewGameDialog(s.look(), SCENARIOS, {"random": "Computer: random"}))


def test_the_options_of_a_game_are_made_once_for_all_its_battles(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[OptionCards] = []
    first = OptionCards.__init__

    def counted(cards: OptionCards, look: Look, groups: Sequence[Group]) -> None:
        made.append(cards)
        first(cards, look, groups)

    monkeypatch.setattr(OptionCards, "__init__", counted)
    dialog = s.owned(qtbot, NewGameDialog(s.look(), SCENARIOS, {"random": "Computer: random"}))
    assert len(SCENARIOS) > len(made) == len(dialog.option_cards)


@pytest.mark.rule("N12.93")
def test_the_first_battle_is_ready_to_start(new_game: NewGameDialog) -> None:
    assert new_game.choice == NewGame(
        "brienne",
        {s.FRENCH: PERSON, s.ALLIED: PERSON},
        seed=None,
        types_dice=False,
        options=USUAL,
    )
    orders = new_game.options["orders"]
    assert "both sides see all orders" in orders.accessibleDescription()
    orders.setCurrentIndex(1)
    assert new_game.choice.options["orders"] == "open"
    new_game.typed.click()
    assert not new_game.seeded.isChecked()
    new_game.start.click()
    assert new_game.result() == QDialog.DialogCode.Accepted


def test_the_battle_is_described_and_everything_can_be_chosen(new_game: NewGameDialog) -> None:
    assert new_game.title.text() == "Brienne"
    assert plain(new_game.about.text()) == "29 January 1814 · 9 turns of one hour"
    QTest.keyClick(new_game.list, Qt.Key.Key_Down)
    assert new_game.sides[1][0].text() == "Coalition, 168 SP"
    assert new_game.sides[1][1].accessibleName() == "Coalition is played by"

    new_game.sides[1][1].setCurrentIndex(1)
    new_game.options["cups"].setCurrentIndex(2)
    QTest.keyClicks(new_game.seed, "1814")
    QTest.keyClick(new_game.options["arrivals"], Qt.Key.Key_Down)

    assert new_game.choice == NewGame(
        "rothiere",
        {s.FRENCH: PERSON, s.ALLIED: "random"},
        seed=1814,
        types_dice=False,
        options={**USUAL, "weather": "historical", "arrivals": "varied", "cups": "common"},
    )
    new_game.typed.click()
    assert new_game.choice.types_dice
    assert new_game.choice.seed is None
    assert not new_game.seed.isEnabled()
    new_game.seeded.click()
    assert new_game.choice.seed == 1814


@pytest.mark.rule("N26.1")
def test_the_basic_game_closes_the_options_that_it_has_not(qtbot: QtBot) -> None:
    decks = {s.FRENCH: "patrie-french"}
    named = replace(SCENARIOS[0], decks=decks, rules=nlc_with(cards="full"))
    dialog = s.owned(qtbot, NewGameDialog(s.look(), [named, SCENARIOS[1]], {}))
    dialog.options["cups"].setCurrentIndex(1)
    dialog.options["play"].setCurrentIndex(1)
    closed = ("cups", "draw", "cards", "passing", "hidden_movement", "hidden_forces", "vedettes")
    assert not any(dialog.options[name].isEnabled() for name in closed)
    assert not dialog.options["orders"].isEnabled()
    assert dialog.choice.options == USUAL | {"play": "basic", "orders": "open"}
    dialog.options["play"].setCurrentIndex(0)
    assert all(dialog.options[name].isEnabled() for name in (*closed, "orders"))
    back = {"cups": "cover", "cards": "full"}
    assert dialog.choice.options == USUAL | back  # what was chosen before
    dialog.options["play"].setCurrentIndex(1)
    dialog.list.setCurrentRow(1)
    dialog.list.setCurrentRow(0)
    assert dialog.choice.options == USUAL | {"cards": "full"}  # what the battle proposes


def press_decks(dialog: NewGameDialog) -> None:
    link = dialog.option_cards["nlc"].decks
    assert link is not None
    link.linkActivated.emit("decks")


@pytest.mark.rule("N18.2", "N23.1")
def test_weather_and_cards_can_be_chosen_where_a_battle_has_them(new_game: NewGameDialog) -> None:
    box = new_game.options["weather"]
    at = box.findData("historical")

    def can_be_chosen() -> bool:
        return bool(box.model().flags(box.model().index(at, 0)) & Qt.ItemFlag.ItemIsEnabled)

    assert [box.itemText(i) for i in range(box.count())] == ["By the dice", "As it was"]
    assert not can_be_chosen()
    assert box.itemData(at, Qt.ItemDataRole.ToolTipRole) == "No weather of these days is recorded."
    new_game.list.setCurrentRow(1)
    assert can_be_chosen()
    assert box.itemData(at, Qt.ItemDataRole.ToolTipRole) == ""
    assert (box.currentData(), box.currentText()) == ("historical", "As it was: snow all day")
    new_game.list.setCurrentRow(0)
    assert box.currentData() == "rolled"

    box = new_game.options["cards"]
    asked: list[str] = []
    new_game.decksAsked.connect(asked.append)
    assert not box.isEnabled()
    assert box.toolTip() == "This battle names no decks of cards."
    press_decks(new_game)
    decks = {s.FRENCH: "patrie-french"}
    named = replace(SCENARIOS[0], decks=decks, rules=nlc_with(cards="full"))
    other = NewGameDialog(s.look(), [named, *SCENARIOS[1:]], {})
    other.decksAsked.connect(asked.append)
    box = other.options["cards"]
    assert box.isEnabled()
    assert box.currentData() == "full"
    press_decks(other)
    assert asked == ["", "patrie-french"]
    other.list.setCurrentRow(1)
    assert (box.isEnabled(), box.currentData()) == (False, "none")


@pytest.mark.rule("N18.2")
def test_an_option_that_is_not_allowed_gives_way_to_the_usual_one_and_any_other_stays(
    qtbot: QtBot, new_game: NewGameDialog
) -> None:
    proposed = replace(SCENARIOS[1], recorded_weather="")
    decks, rules = {s.FRENCH: "patrie-french"}, nlc_with(cards="solitaire")
    solitaire = replace(SCENARIOS[0], rules=rules, decks=decks, is_campaign=True)
    dialog = s.owned(qtbot, NewGameDialog(s.look(), (proposed, solitaire, SCENARIOS[1]), {}))
    for row, option, value in (
        (0, "weather", "rolled"),
        (1, "cards", "none"),
        (2, "weather", "historical"),
        (0, "weather", "rolled"),
    ):
        dialog.list.setCurrentRow(row)
        assert dialog.choice.options[option] == value

    box = new_game.options["cups"]
    box.setCurrentIndex(2)
    box.allow("cover", "Not here.")
    assert box.currentIndex() == 2
    box.allow("cover")
    assert box.currentIndex() == 2


@each(
    "track words",
    ("29 9, 29 10, 29 11", "3 turns of one hour"),
    ("29 9", "1 turn of one hour"),
    ("29 20, 30 0", "2 turns, from 29 to 30 January"),
    ("29 23, 30 0", "2 turns of one hour, from 29 to 30 January"),
    ("29 9, 30 10", "2 turns, from 29 to 30 January"),
    ("31 20, 1 0, 1 8", "3 turns, from 31 January to 1 February"),
    ("29 16, 29 20", "2 turns"),
)
def test_hours_are_told_where_every_turn_is_one(track: str, words: str) -> None:
    """A track of days and hours."""
    months = {1: "February 1814"}
    hours = [tuple(map(int, turn.split())) for turn in track.split(",")]
    turns = tuple(
        TurnCard(n, day, hour, TurnKind.DAY, f"{day} {months.get(day, 'January 1814')}")
        for n, (day, hour) in enumerate(hours, 1)
    )
    assert length_words(turns) == words


def test_without_dates_the_days_are_counted() -> None:
    turns = (TurnCard(1, 2, 20, TurnKind.NIGHT_PM), TurnCard(2, 3, 8, TurnKind.DAY))
    assert length_words(turns) == "2 turns, from day 2 to day 3"


BROKEN = ScenarioCard("bourg", "bourg", "", 0, (), problem="scenario.json: no <turns>")
"""A battle that cannot be read."""


def test_a_battle_that_cannot_be_read_is_not_started(qtbot: QtBot) -> None:
    dialog = s.owned(
        qtbot, NewGameDialog(s.look(), (*SCENARIOS, BROKEN), {}, first="rothiere"), shown=True
    )
    parts = [part for side in dialog.sides for part in side]
    assert dialog.problem.isHidden()
    dialog.list.setCurrentRow(2)
    assert dialog.title.text() == "bourg"
    assert plain(dialog.problem.text()) == "scenario.json: no <turns>"
    assert dialog.problem.isVisible()
    assert not any(part.isVisible() for part in (dialog.about, *parts))
    assert [name.text() for name, _ in dialog.sides] == ["", ""]
    assert not dialog.start.isEnabled()
    dialog.list.itemActivated.emit(dialog.list.item(2))
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()

    QTest.keyClicks(dialog.filter.words, "brienne")
    assert (dialog.choice.scenario, dialog.start.isEnabled()) == ("brienne", True)
    dialog.filter.words.setText("bourg")
    assert (dialog.list.currentRow(), dialog.start.isEnabled()) == (2, False)
    dialog.filter.words.clear()
    dialog.list.setCurrentRow(1)
    assert dialog.problem.isHidden()
    assert [name.text() for name, _ in dialog.sides] == ["French, 80 SP", "Coalition, 168 SP"]
    assert all(part.isVisible() for part in parts)
    dialog.list.itemActivated.emit(dialog.list.item(1))
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_on_a_low_screen_choices_scroll_and_the_wheel_changes_none(new_game: NewGameDialog) -> None:
    new_game.resize(760, 420)
    new_game.show()
    assert new_game.size() == QSize(760, 420)
    for made in (new_game.start, new_game.cancel):
        assert made.visibleRegion().boundingRect() == made.rect()
    area = new_game.findChild(QScrollArea)
    assert area is not None
    assert not new_game.typed.visibleRegion().boundingRect().isValid()
    area.ensureWidgetVisible(new_game.typed)
    assert new_game.typed.visibleRegion().boundingRect() == new_game.typed.rect()
    assert area.horizontalScrollBar().maximum() == 0
    for box in (*(side for _, side in new_game.sides), *new_game.options.values()):
        assert box.height() >= box.sizeHint().height()

    box = new_game.sides[0][1]
    turned = s.wheel(QPointF(box.rect().center()), -240)
    QApplication.sendEvent(box, turned)
    assert box.currentData() == PERSON
    assert not turned.isAccepted()


@each("typed", "-5", "abc", "1e3", " ")
def test_a_seed_is_a_number_and_has_an_end(new_game: NewGameDialog, typed: str) -> None:
    QTest.keyClicks(new_game.seed, typed)
    assert all(letter in "0123456789" for letter in new_game.seed.text())
    new_game.seed.clear()
    QTest.keyClicks(new_game.seed, "9" * 30)
    assert new_game.choice.seed == 10**18 - 1


def test_cancel_esc_and_an_empty_list_start_nothing(new_game: NewGameDialog, qtbot: QtBot) -> None:
    new_game.show()
    new_game.cancel.click()
    assert new_game.result() == QDialog.DialogCode.Rejected
    new_game.show()
    QTest.keyClick(new_game, Qt.Key.Key_Escape)
    assert new_game.result() == QDialog.DialogCode.Rejected

    dialog = s.owned(qtbot, NewGameDialog(s.look(), (), {}))

    assert not dialog.start.isEnabled()
    assert dialog.title.text() == "No battle was found."
    with pytest.raises(LookupError):
        _ = dialog.choice


# -- the end


STANDS = ScoreReason("Piré <1>", "stands in it and is in supply.", f"unit:{s.PIRE}", "N16.2")
LINES = (
    ScoreLine(s.FRENCH, 4, "holds Brienne <le> Château (0303)", "hex:0303", "N22.2", (STANDS,)),
    ScoreLine(s.FRENCH, -1, "a card"),
    ScoreLine(s.ALLIED, 2, "took a train"),
)


STRENGTHS = (
    Strength(s.CAVALRY, "V Cavalry Corps (Milhaud)", 3, 9),
    Strength(s.SECOND, "II Corps (Victor)", 6, 6),
    Strength(s.NINTH, "IX Corps (Olsufiev)", 10, 10),
)
CURVES = (LossCurve(s.CAVALRY, (0, 2, 2, 6)), LossCurve(s.NINTH, (0, 0, 3, 9)))


@pytest.fixture
def ended(qtbot: QtBot) -> EndSheet:
    state = s.start()
    state.turn = 3
    state.outcome = Outcome(s.FRENCH, "tactical", ((s.FRENCH, 3), (s.ALLIED, 2)), "points")
    made = s.hosted(qtbot, EndSheet(s.look()), 900, 700)
    made.show_end(state, LINES, STRENGTHS, CURVES)
    return made


def said(sheet: EndSheet) -> str:
    return "\n".join(plain(label.text()) for label in sheet.findChildren(QLabel))


def test_the_banner_names_the_winner_and_each_line_a_reason(ended: EndSheet, qtbot: QtBot) -> None:
    assert ended.banner.accessibleName() == (
        "French tactical victory. Skirmish at Brienne · turn 3 of 3"
    )
    words = said(ended)
    for line in ("French: 3 VP", "Coalition: 2 VP", "holds Brienne <le> Château (0303)", "−1"):
        assert line in words
    panels = [p for p in ended.findChildren(SpotPanel) if p.accessibleName().startswith("Str")]
    assert [[spot.words for spot in panel.spots] for panel in panels] == [
        ["V Cavalry Corps (Milhaud): 3 of 9 SP", "II Corps (Victor): 6 of 6 SP"],
        ["IX Corps (Olsufiev): 10 of 10 SP"],
    ]
    assert "Strength left: 9 of 15 SP" in words

    ended.set_look(s.look(2.0, "dark"))
    assert sorted(said(ended).splitlines()) == sorted(words.splitlines())
    assert not ended.grab().isNull()
    with qtbot.waitSignal(ended.newGameAsked):
        ended.new_game.click()
    with qtbot.waitSignal(ended.closed):
        ended.close_button.click()


@each(
    "outcome words",
    (None, "The battle goes on"),
    (Outcome(None, "draw", (), "points"), "A draw"),
    (Outcome(s.ALLIED, "decisive", (), "Napoléon was captured"), "Coalition decisive victory"),
)
def test_the_verdict_in_a_few_words(outcome: Outcome | None, words: str) -> None:
    assert verdict_words(s.battle(), outcome) == words


def test_what_ended_the_game_at_once_is_named(ended: EndSheet) -> None:
    state = s.start()
    state.outcome = Outcome(s.ALLIED, "decisive", (), "Napoléon was captured")
    ended.show_end(state, ())

    assert ended.banner.accessibleName().endswith("Napoléon was captured")
    assert said(ended).count("No points.") == 2


def test_the_screen_between_players_hides_the_game(qtbot: QtBot) -> None:
    window = QWidget()
    screen = Handover(window, s.look(), map(float, count()).__next__)
    s.hosted(qtbot, window, 600, 400)
    screen.ask(s.battle(), s.ALLIED, "13:00, Orders Phase", "To write orders: a minute.")
    picture = screen.grab().toImage()

    assert screen.title.text() == "The Coalition to play"
    assert screen.when.text() == "13:00, Orders Phase"
    assert screen.why.text() == "To write orders: a minute."
    assert all(
        picture.pixelColor(x, y).alpha() == 255
        for x in range(0, picture.width(), 37)
        for y in range(0, picture.height(), 29)
    )
    with qtbot.waitSignal(screen.ready):
        screen.button.click()
    assert screen.button.text() == "I play the Coalition"


def test_the_chosen_computer_players_are_described_once(qtbot: QtBot) -> None:
    about = {name: capital(player.about) for name, player in NLC.players.items()}
    names = {id_: f"Computer: {player.called(id_)}" for id_, player in NLC.players.items()}
    alone = replace(SCENARIOS[0], rules=())
    dialog = s.owned(qtbot, NewGameDialog(s.look(), [alone], names, about=about))

    def choose(side: int, player: str) -> str:
        box = dialog.sides[side][1]
        box.setCurrentIndex(box.findData(player))
        return dialog.opponents.text()

    assert all(about.values())
    assert dialog.opponents.isHidden()  # persons need no description
    told = choose(1, "greedy")
    assert f"Computer: plays to win. {about['greedy']}." in told
    assert about["random"] not in told
    assert not dialog.opponents.isHidden()
    assert dialog.choice.players == {s.FRENCH: PERSON, s.ALLIED: "greedy"}
    assert choose(0, "greedy").count(about["greedy"]) == 1
    assert about["random"] in choose(0, "random")
    choose(0, PERSON)
    choose(1, PERSON)
    assert dialog.opponents.isHidden()

    box = dialog.sides[0][1]  # each says in the open list what it does
    tips = [box.itemData(at, Qt.ItemDataRole.ToolTipRole) for at in range(box.count())]
    assert all(tips)
    assert about["greedy"] in tips[box.findData("greedy")]
    box.allow("greedy", "no")
    assert box.itemData(box.findData("greedy"), Qt.ItemDataRole.ToolTipRole) == "no"
    box.allow("greedy")
    assert about["greedy"] in box.itemData(box.findData("greedy"), Qt.ItemDataRole.ToolTipRole)


def test_a_part_keeps_its_size_where_it_is_told_its_place(qtbot: QtBot) -> None:
    ground = QWidget()
    left, wide = button("Left"), button("Wide")
    column(ground, 0, 0, (left, Qt.AlignmentFlag.AlignLeft), (wide, 1), None)
    s.hosted(qtbot, ground, 400, 200)

    assert left.width() == left.sizeHint().width() < wide.width()
    assert left.height() == left.sizeHint().height()


FRENCH, ALLIED = Side("french"), Side("allied")
PAGE = Briefing(
    situation="It rains.",
    forces="Two brigades.",
    aims={FRENCH: "Take Bourg.", ALLIED: "Hold Bourg."},
    special=("The bridge is narrow.",),
    victory="Bourg.",
    history="",
    difficulty={FRENCH: Difficulty.HARD, ALLIED: Difficulty.EASY},
    minutes=150,
    sources=(),
    estimates="",
)
NAMES = {FRENCH: "French", ALLIED: "Coalition"}


def test_what_there_is_has_a_heading_and_what_is_not_has_none() -> None:
    page = briefing_html(PAGE, NAMES)
    headings = ["Situation", "What you must do", "Forces", "Victory", "What is special", "The game"]
    assert [part.split("</h3>")[0] for part in page.split("<h3>")[1:]] == headings
    assert "<li>Coalition: Hold Bourg.</li>" in page
    assert "<p>French: hard to play</p>" in page
    assert "<p>About 2 1/2 hours for two players.</p>" in page

    page = briefing_html(replace(PAGE, hints=("One.", "Two.", "Three (N5).")), NAMES)
    assert "<h3>Three hints</h3><ul><li>One.</li><li>Two.</li><li>Three" in page

    told = replace(PAGE, victory="Points (N22.2, T20) for No. 8 and N.", situation="<img> & so on")
    page = briefing_html(told, NAMES)  # a rule is a link, a stranger's file is text only
    assert '(<a href="rule:N22.2">N22.2</a>, <a href="rule:T20">T20</a>)' in page
    assert "for No. 8 and N.</p>" in page
    assert "&lt;img&gt; &amp; so on" in page
    assert "<img" not in page


@each(
    "vp words",
    (3, "French 3 VP ahead"),
    (-4, "Coalition 4 VP ahead"),
    (0, "level"),
)
def test_par_is_told_in_the_briefing_and_beside_the_end_of_a_game(
    qtbot: QtBot, vp: int, words: str
) -> None:
    told = f"Provisional par, between computer players (24 games): {words}."
    page = replace(PAGE, par=Par(FRENCH, vp, 6, 24))
    html = briefing_html(page, NAMES)
    assert f"<p>{told}</p>" in html
    assert html.index("<h3>What you must do") < html.index("<h3>Par") < html.index("<h3>Forces")
    assert "par" not in briefing_html(PAGE, NAMES)
    full = replace(PAGE, par=Par(FRENCH, vp, 6, 24, "normal", won=13, drawn=2))
    html = briefing_html(full, NAMES)
    assert f"equal computer players (24 games): {words}. French won 13, drew 2 and lost 9.<" in html
    state = s.start()
    state.outcome = Outcome(s.FRENCH, "tactical", ((s.FRENCH, 3), (s.ALLIED, 2)), "points")
    sheet = s.hosted(qtbot, EndSheet(s.look()), 900, 700)
    sheet.show_end(state, LINES, STRENGTHS, CURVES)
    assert sheet.par.isHidden()
    state.battle = replace(state.battle, briefing=page)
    sheet.show_end(state, LINES, STRENGTHS, CURVES)
    assert not sheet.par.isHidden()
    assert sheet.par.text() == f"{told} This game: French 1 VP ahead."


def test_the_new_game_dialog_shows_the_page_of_the_chosen_battle(qtbot: QtBot) -> None:
    sides = (SideCard(FRENCH, "French", 5), SideCard(ALLIED, "Coalition", 6))
    plain = ScenarioCard("plain", "Plain", "1 February 1814", 4, sides)
    told = replace(plain, id="told", title="Told", briefing="<p>It rains.</p>")
    dialog = s.owned(qtbot, NewGameDialog(look(), (plain, told), {}))
    asked: list[tuple[str, str]] = []
    dialog.briefingAsked.connect(lambda title, page: asked.append((title, page)))
    assert dialog.briefing.isHidden()
    dialog.list.setCurrentRow(1)
    assert not dialog.briefing.isHidden()
    dialog.briefing.click()
    assert asked == [("Told", "<p>It rains.</p>")]


def test_where_a_battle_has_one_game_of_several_it_says_which(qtbot: QtBot) -> None:
    other = replace(SCENARIOS[1], rules=(RulesCard("waves", "Waves", {}),), length="9 turns")
    dialog = s.owned(qtbot, NewGameDialog(look(), (SCENARIOS[0], other), {}))
    dialog.list.setCurrentRow(1)
    assert plain(dialog.about.text()) == "1 February 1814 · 9 turns · Waves"
    assert not dialog.options
    assert dialog.choice.options == {}
    dialog.list.setCurrentRow(0)
    assert plain(dialog.about.text()).endswith("9 turns of one hour · The chits")
