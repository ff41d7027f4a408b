"""The window of the player-turn game: gestures, sheets, the dialog that begins a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from hexwar import resources
from hexwar.app.games import kit_named, shown, shown_summaries
from hexwar.engine import Refusal, SeededChance
from hexwar.engine.save import save
from hexwar.hexes import Hex
from hexwar.shell.helppages import help_pages
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.shell.prompter import Answer, FightOffer
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.options import FLAGS
from hexwar.systems.tlnb.panels.command import command_html
from hexwar.systems.tlnb.panels.docks import boxes_html
from hexwar.systems.tlnb.panels.fights import duties_html
from hexwar.systems.tlnb.panels.sheets import sheet_html
from hexwar.systems.tlnb.panels.strip import due_html, progress_of, track_of
from hexwar.systems.tlnb.panels.words import hex_tip, number_words, piece_words, stack_of
from hexwar.systems.tlnb.prompters.command import LeaderPrompter, NamePrompter
from hexwar.systems.tlnb.prompters.fights import AttackPrompter, BombardmentPrompter
from hexwar.systems.tlnb.prompters.movement import MovePrompter
from hexwar.systems.tlnb.rules.combat.bombardment import DeclareBombardment
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.command.command import NameOfficers, Naming
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, MoveUnits
from hexwar.systems.tlnb.state import Blow, Command, Shot, Step, TlnbState
from hexwar.table.forces import LeaderId
from hexwar.table.overlays import overlays_of
from hexwar.widgets import theme as themes
from hexwar.widgets.panels.parts import HELP
from tests.shell.hand import Shelf, services
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, position, units

BASE = ("french:0101", "allied:0707")


def fields(*lines: str, **more: Any) -> TlnbState:
    return position(OPEN, *lines, bases=BASE, **more)


def put(kind: Any, state: TlnbState, question: Any) -> Any:
    return kind(state, question, question.options(state))


# -- movement


@pytest.mark.rule("T7.1", "T7.8")
def test_two_clicks_move_a_stack() -> None:
    state = fields("F1 infantry 5-3 0304", "F2 infantry 4-3 0304", step=Step.MOVEMENT)
    prompter = put(MovePrompter, state, MoveUnits(FRENCH))
    assert prompter.click(Hex("0304")) is None
    offer = prompter.offer()
    assert offer.picked == units("F1 F2")
    reach = overlays_of(offer.overlays).reach
    assert reach is not None
    assert reach.left[Hex("0303")] == 6  # of 4 MP on foot one is gone
    given = prompter.click(Hex("0303"))
    path = (Hex("0304"), Hex("0303"))
    assert given == (Answer(MoveUnits, units("F1 F2")), Answer(ChoosePath, March(path)))
    assert prompter.back()
    assert not prompter.offer().picked


@pytest.mark.rule("T7.1")
def test_the_path_that_is_pointed_at_is_priced() -> None:
    state = fields("F1 infantry 5-3 0304", step=Step.MOVEMENT)
    prompter = put(MovePrompter, state, MoveUnits(FRENCH))
    prompter.pick(units("F1"))
    prompter.hover(Hex("0302"))
    offer = prompter.offer()
    path = overlays_of(offer.overlays).path
    assert path is not None
    assert path.hexes[-1] == "0302"
    assert "2 MP, 2 left" in offer.hint
    assert isinstance(prompter.click(Hex("0707")), Refusal)


@pytest.mark.rule("T7.55")
def test_road_march_is_switched_on_and_goes_by_road() -> None:
    state = fields("F1 infantry 5-3 0304", step=Step.MOVEMENT, roads=["0304 0303 0302 0301"])
    prompter = put(MovePrompter, state, MoveUnits(FRENCH))
    prompter.click(Hex("0304"))
    assert "road" in [button.id for button in prompter.offer().buttons]
    prompter.switch_road()
    assert prompter.offer().march.road
    (_, march) = prompter.click(Hex("0302"))
    assert march.value.is_column


@pytest.mark.rule("T6.9")
def test_who_is_out_of_command_says_why_it_stays() -> None:
    state = fields("F1 infantry 5-3 0304", "F2 infantry 4-3 0202", step=Step.MOVEMENT, command="F2")
    refusal = put(MovePrompter, state, MoveUnits(FRENCH)).click(Hex("0304"))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "T6.9"


@pytest.mark.rule("T5.2")
def test_a_leader_rides_where_one_clicks() -> None:
    state = fields("FL leader 0304 rating:3", "F1 infantry 5-3 0302", step=Step.LEADERS)
    prompter = put(LeaderPrompter, state, MoveLeader(FRENCH))
    assert prompter.click(Hex("0304")) is None
    (answer,) = prompter.click(Hex("0302"))
    assert isinstance(answer.value, LeaderMove)
    assert answer.value.path[-1] == "0302"


# -- command


@pytest.mark.rule("T5.5")
def test_officers_are_named_by_clicks() -> None:
    state = fields(
        "FC overall 0303 rating:1",
        "FL leader 0304 rating:3",
        "FM leader 0302 rating:2",
        step=Step.COMMAND,
    )
    state.command = Command()
    prompter = put(NamePrompter, state, NameOfficers(FRENCH, LeaderId("FC")))
    assert len(prompter.offer().picked) == 1
    for hex_ in ("0304", "0302"):  # whoever is named is given up
        if prompter.offer().picked == tuple(state.leaders_in(Hex(hex_))):
            prompter.click(Hex(hex_))
    assert prompter.offer().picked == ()
    assert prompter.click(Hex("0302")) is None
    assert isinstance(prompter.click(Hex("0304")), Refusal)  # one at most
    main = prompter.offer().buttons[0]
    assert main.response == (Answer(NameOfficers, Naming((LeaderId("FM"),))),)


@pytest.mark.rule("T5.5", "T5.6")
def test_the_page_of_command_says_who_is_out_and_why() -> None:
    state = fields("FC overall 0303 rating:2", "FL leader 0304 rating:3", "F1 infantry 5-3 0305")
    state.command = Command(failed=frozenset({LeaderId("FL")}), is_settled=True)
    html = command_html(state, FRENCH)
    assert "[2]" in html
    assert "his die was above 3" in html
    assert "out of command" in html


# -- fights


@pytest.mark.rule("T10.9", "T10.15")
def test_a_target_shows_its_odds_before_it_is_attacked() -> None:
    state = fields("F1 infantry 6-3 0304", "F2 light 3-4 0403", "A1 infantry 5-3 0404")
    prompter = put(AttackPrompter, state, DeclareAttack(FRENCH))
    assert prompter.click(Hex("0404")) is None
    fight = prompter.offer().fight
    assert isinstance(fight, FightOffer)
    assert fight.report == odds_of(state, fight.units, Hex("0404"))
    before = fight.units
    prompter.click(Hex("0403"))
    assert prompter.offer().fight.units == tuple(u for u in before if u != "F2")
    given = prompter.click(Hex("0404"))
    assert given == (Answer(DeclareAttack, Blow(units("F1"), Hex("0404"))),)


@pytest.mark.rule("T10.12")
def test_as_many_attack_as_leave_somebody_for_the_other_hexes() -> None:
    lines = "F1 heavy 3-3 0403", "F2 infantry 4-3 0305", "F3 infantry 4-3 0305"
    state = fields(*lines, "A1 infantry 6-3 0404", "A2 infantry 3-3 0405", step=Step.COMBAT)
    duties = frozenset(map(Hex, ("0404", "0405")))
    state.fights = replace(state.fights, has_duties=True, duty_hexes=duties)
    prompter = put(AttackPrompter, state, DeclareAttack(FRENCH))
    prompter.click(Hex("0404"))
    chosen = set(prompter.offer().fight.units)
    assert "F1" in chosen
    assert len(chosen) == 2  # one of the foot stays for 0405
    assert prompter.offer().barred is None


@pytest.mark.rule("T12.9")
def test_guns_bombard_what_is_clicked() -> None:
    state = fields("F1 battery 6-3 0304", "A1 infantry 5-3 0404", step=Step.BOMBARDMENT)
    prompter = put(BombardmentPrompter, state, DeclareBombardment(FRENCH))
    prompter.click(Hex("0404"))
    html = sheet_html(state, prompter.offer().fight.report)
    assert "Bombardment of" in html
    (answer,) = prompter.offer().buttons[0].response
    assert answer.value == Shot(units("F1"), Hex("0404"))


@pytest.mark.rule("T10.9")
def test_the_sheet_has_every_factor_and_all_six_faces() -> None:
    state = fields("F1 infantry 6-3 0304", "A1 infantry 5-3 0404", streams=["0304-0404"])
    odds = odds_of(state, units("F1"), Hex("0404"))
    html = sheet_html(state, odds, die=4)
    assert "over the water" in html
    assert 'rule:T10.6"' in html
    assert html.count("<tr>") == 7
    assert f"Die 4: {odds.faces[3].result}" in html


@pytest.mark.rule("T10.11")
def test_duties_that_are_owed_are_listed() -> None:
    state = fields("F1 infantry 6-3 0304", "A1 infantry 5-3 0404")
    assert duties_html(state) == ""
    owed = frozenset({Hex("0404")})
    state.fights = replace(state.fights, duty_units=frozenset(units("F1")), duty_hexes=owed)
    assert "must be attacked" in duties_html(state)
    assert "must attack" in duties_html(state)


# -- words and panels


@pytest.mark.rule("T1.5")
def test_counters_are_told_as_strength_initiative_movement() -> None:
    state = fields("F1 infantry 6-3 0304", "FL leader 0304 rating:3", "A1 infantry 5-3 0404")
    assert number_words(state, *units("F1")) == "6-3-4"
    assert "6-3-4" in hex_tip(state, Hex("0304"))
    assert "officer (3)" in piece_words(state, "FL")
    assert "in command" in piece_words(state, "F1")
    rows = stack_of(state, Hex("0304"), {"F1"}).rows
    assert [row.piece for row in rows if row.eligible] == ["F1"]


@pytest.mark.rule("T2.3")
def test_the_ribbon_tells_player_turn_phase_and_segment() -> None:
    progress = progress_of(fields("F1 infantry 6-3 0304", side=ALLIED, step=Step.CHARGE))
    assert (progress.phase, progress.segment, progress.side) == ("C", "charge segment", ALLIED)


def test_a_whole_battle_can_be_told_by_its_panels() -> None:
    session = TLNB.new_game("brienne", SeededChance("3"))
    state = session.state
    assert "Reinforcements" in due_html(state)
    assert "Coalition" in "".join(boxes_html(state))
    assert track_of(state).turn == 1


# -- options in words


@pytest.mark.rule("T25.1")
def test_every_option_that_is_offered_has_words_and_a_choice() -> None:
    shown = {option.name: option for group in TLNB.option_groups for option in group.options}
    assert shown.keys() == TLNB.options.keys()
    for name, option in shown.items():
        assert option.title
        assert tuple(option.values) == TLNB.options[name]
        assert len(option.values) > 1


# -- the window

ignores_hints = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    shelf = Shelf()
    look = look_of(shelf.preferences())
    themes.apply(qapp, look.theme, look.scale)
    kits = {name: kit_named(name) for name in shown()}
    made = MainWindow(replace(services(tmp_path, shelf), kits=kits, scenarios=shown_summaries))
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield made
    made.close()


ASKED = """
sequence charts charge_who charge_target charge_ae overrun shock_diagonal bombard_loss zoc_exit
mandatory declare friend_cancels_zone retreat_blocked town_defence night_attack span_destroy hidden
cards allowance weather arrivals
"""
"""The flags of T25.1."""


@ignores_hints
@pytest.mark.rule("T25.1", "T34.1")
def test_the_dialog_asks_for_the_rules_and_shows_their_options(window: MainWindow) -> None:
    window.dialogs.ask_new(first="brienne")
    dialog: Any = window.dialogs.dialog
    assert dialog.choice.rules == ""
    assert "cups" in dialog.choice.options
    dialog.rules.setCurrentIndex(dialog.rules.findData("tlnb"))
    chosen = dialog.choice
    assert chosen.rules == "tlnb"
    assert set(chosen.options) == set(ASKED.split())
    assert not dialog.option_cards["nlc"].boxes["cups"].isVisible()
    assert dialog.options["mandatory"].isVisible()


@ignores_hints
@pytest.mark.rule("T34.4", "T34.6")
def test_the_briefing_tells_the_special_rules_of_the_chosen_game(window: MainWindow) -> None:
    window.dialogs.ask_new(first="vauchamps")
    dialog: Any = window.dialogs.dialog
    asked: dict[str, str] = {}
    for game in ("nlc", "tlnb"):
        dialog.rules.setCurrentIndex(dialog.rules.findData(game))
        dialog.briefingAsked.connect(lambda _, page, game=game: asked.setdefault(game, page))
        dialog.briefing.click()
    assert "rule:N" in asked["nlc"]
    assert "rule:N" not in asked["tlnb"]
    assert all("What is special" in page for page in asked.values())
    assert "one column in its favour" in asked["tlnb"]
    assert "add a quarter" in asked["nlc"]
    assert "add a quarter" not in asked["tlnb"]


@ignores_hints
def test_the_dialog_tells_of_the_players_of_the_chosen_game(window: MainWindow) -> None:
    window.dialogs.ask_new(first="brienne")
    dialog: Any = window.dialogs.dialog
    box = dialog.sides[1][1]
    tips: dict[str, str] = {}
    for game in ("nlc", "tlnb", "nlc"):
        dialog.rules.setCurrentIndex(dialog.rules.findData(game))
        own = kit_named(game).players["normal"]
        assert own.about[1:] in dialog.opponents.text()
        tips[game] = box.itemData(box.findData("normal"), Qt.ItemDataRole.ToolTipRole)
        assert own.about[1:] in tips[game]
    assert tips["nlc"] != tips["tlnb"]


@ignores_hints
@pytest.mark.rule("T25.1", "T34.4", "T7.47")
@each(
    "battle own",
    ("eylau", {"arrivals": "varied", "night_attack": "on"}),
    ("brienne", {"night_attack": "on"}),
    ("three-battles", {}),
    ("first-steps", {"cards": "none", "allowance": "roll"}),
)
def test_the_dialog_begins_with_what_a_battle_proposes(
    window: MainWindow, battle: str, own: dict[str, str]
) -> None:
    window.dialogs.ask_new(first=battle)
    dialog: Any = window.dialogs.dialog
    dialog.rules.setCurrentIndex(dialog.rules.findData("tlnb"))
    chosen = dialog.choice
    assert {k: v for k, v in chosen.options.items() if v != FLAGS[k][0]} == own
    assert all(player in ("person", *TLNB.players) for player in chosen.players.values())
    boxes = dialog.options
    assert boxes["cards"].isEnabled() is ("cards" not in own)
    if "cards" not in own:
        boxes["cards"].setCurrentIndex(boxes["cards"].findData("none"))
        assert dialog.choice.options["allowance"] == "roll"
        boxes["cards"].setCurrentIndex(0)
        assert dialog.choice.options["allowance"] == "cards"
    window.dialogs.close()


@ignores_hints
def test_a_game_of_the_other_kind_keeps_its_own_opponent(window: MainWindow) -> None:
    window.dialogs.ask_new(first="brienne")
    dialog: Any = window.dialogs.dialog
    assert list(dialog.choice.players.values()) == ["person", "normal"]
    rules = dialog.rules
    for game in ("tlnb", "nlc"):
        rules.setCurrentIndex(rules.findData(game))
        assert list(dialog.choice.players.values()) == ["person", "normal"]
    window.dialogs.close()


@ignores_hints
def test_a_battle_is_opened_with_its_docks(window: MainWindow, qtbot: QtBot) -> None:
    options = {"rules": "tlnb", "player.french": "person", "player.allied": "person"}
    window.files.begin("brienne", SeededChance("5"), options, "Brienne")
    qtbot.waitUntil(lambda: window.game is not None, timeout=20_000)
    assert window.game is not None
    assert window.game.session.system.id == "tlnb"
    docks = [dock.id for dock in window.face.docks(window.look)]
    assert docks == ["stack", "combat", "cards", "command", "boxes", "victory"]


@ignores_hints
@pytest.mark.rule("T24.8", "T24.9")
def test_cards_are_told_of_by_the_rules_of_this_game(window: MainWindow, qtbot: QtBot) -> None:
    options = {"rules": "tlnb", "player.french": "person", "player.allied": "person"}
    window.files.begin("first-steps", SeededChance("5"), options, "First steps")
    qtbot.waitUntil(lambda: window.game is not None, timeout=20_000)
    dock: Any = window.panes.docks["cards"]
    dock.renew()
    assert "rule:T24.8" in dock.cards.sentence
    window.dialogs.ask_preferences()
    dialog: Any = window.dialogs.dialog
    assert {check.property(HELP) for check in dialog.asks.values()} == {"rule:T24.9"}
    window.dialogs.close()


@ignores_hints
def test_a_game_that_is_over_has_its_sheet(window: MainWindow, qtbot: QtBot) -> None:
    players = {"player.french": "random", "player.allied": "random"}
    session = TLNB.new_game("first-steps", SeededChance("7"), players)
    dice = Random(7)
    while session.pending is not None:
        session.answer(dice.choice(list(session.options)[:40]))
    path = Path(window.services.saves).with_name("over.hexwar")
    path.write_text(save(session))
    window.files.open(path)
    qtbot.waitUntil(lambda: window.game is not None, timeout=20_000)
    assert window.game is not None
    window.dialogs.show_end(window.game)
    assert window.dialogs.dialog is not None
    window.dialogs.close()


@ignores_hints
def test_every_address_of_help_leads_into_the_book_of_the_game(window: MainWindow) -> None:
    session = TLNB.new_game("brienne", SeededChance("1"))
    window.open_session(session, None)
    book, pages = TLNB.rulebook({}), help_pages(resources.help_file())
    named = {spec.id: spec.help_address for spec in window.specs}
    window.dialogs.ask_new(first="brienne")
    for part in window.findChildren(QWidget):
        if part.property(HELP):
            named[f"{type(part).__name__} {part.objectName()}"] = part.property(HELP)
    assert len([address for address in named.values() if address.startswith("rule:T")]) > 20
    books = [kit_named(id_).rulebook({}) for id_ in shown()]  # the dialog has options of each game
    rules = {rule for one in books if one is not None for rule in one.rules}
    for what, address in named.items():
        kind, _, name = address.partition(":")
        assert name in (rules if kind == "rule" else pages), (what, address)
    first = window.face.first_rule
    assert book.rule(first).chapter in {chapter.name for chapter in book.chapters}
    window.dialogs.close()
