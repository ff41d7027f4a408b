"""Cards in the real window: the hand, the moments, and what nobody else may see (N23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox

from hexwar.app.games import new_game
from hexwar.cards.events import CardDrawn, CardPlayed, CardReturned
from hexwar.cards.library import decks
from hexwar.cards.records import CardId, Pile, Window
from hexwar.engine import CHANCE, Decision, SeededChance, Session
from hexwar.shell.following import Following
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import PASSABLE, Pace, Preferences, PreferencesDialog
from hexwar.shell.seats import HUMAN, HotSeat, Seats, Viewer
from hexwar.systems.nlc.events.cards import CardEventRolled
from hexwar.systems.nlc.events.turn import WeatherRolled
from hexwar.systems.nlc.panels.card_table import tableau
from hexwar.systems.nlc.panels.turning_up import TurningUp, bill_of
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, DrawCard, PlayWindowCard
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import secrecy_by
from hexwar.table.forces import Side
from hexwar.table.overlays import overlays_of
from hexwar.widgets.cards.browser import CardBrowser
from hexwar.widgets.cards.hand import MIME
from hexwar.widgets.cards.panel import CardsPanel
from hexwar.widgets.cards.records import HandCard
from hexwar.widgets.cards.turned import TurnedUp
from hexwar.widgets.panels.new_game import NewGameDialog
from tests.shell.hand import Hand
from tests.shell.test_handover import screen_of, sit_down, texts

FRENCH, ALLIED = Side("french"), Side("allied")
OPEN = {"cards": "full", "passing": "on", "orders": "open"}
SHARED = {"cards": "full", "passing": "on", "orders": "secret"}
DECKS: dict[Side, tuple[str, ...]] = {
    FRENCH: ("jaws-of-death", "spies-bring-news", "aide-de-camp", "cossacks"),
    ALLIED: ("another-chance", "general-advance", "last-push", "artillery-cover-fire"),
}
"""What each side draws first."""


class Stacked(SeededChance):
    """Dice of a seed, and decks in which these cards lie on top."""

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        """The first of the cards that is still there."""
        if isinstance(decision, DrawCard):
            for id_ in DECKS[decision.owner]:
                if id_ in options:
                    return options.index(id_)
        return super().answer(number, decision, options)


def until(session: Session[GameState], side: Side) -> Session[GameState]:
    """A game led on to a side's choice of a card."""
    while not (isinstance(session.pending, ChooseCard) and session.pending.side == side):
        session.answer(session.options[0])
    return session


@pytest.fixture
def table(hand: Hand) -> Hand:
    """Brienne with cards, all open, when the French may play one."""
    hand.open(until(new_game("brienne", Stacked("1"), OPEN), FRENCH))
    return hand


def panel_of(hand: Hand) -> CardsPanel:
    return hand.window.panes.panel(CardsPanel)


def lying(hand: Hand, side: Side, pile: Pile) -> tuple[str, ...]:
    return hand.session.state.cards.piles[side].of(pile)


def click_card(hand: Hand, id_: str) -> None:
    panel = panel_of(hand)
    spot = next(spot for spot in panel.hand.spots if spot.id.endswith(f":{id_}"))
    where = QPointF(spot.box.left() + 10, spot.box.center().y()).toPoint()
    QTest.mouseClick(panel.hand, Qt.MouseButton.LeftButton, pos=where)


def is_asked(hand: Hand, side: Side) -> bool:
    """Whether a side is asked for a card."""
    return isinstance(hand.pending, ChooseCard) and hand.pending.side == side


@pytest.mark.rule("N23.7")
def test_the_cards_come_to_the_front_when_one_is_asked_for(table: Hand) -> None:
    assert is_asked(table, FRENCH)
    assert not panel_of(table).visibleRegion().isEmpty()
    titles = {spot.id.partition(":")[2] for spot in panel_of(table).hand.spots}
    assert titles == {"jaws-of-death", "spies-bring-news", "aide-de-camp", "cossacks"}
    assert set(table.answers) == {"Spies Bring News", "Cossacks", "Play no card"}
    click_card(table, "jaws-of-death")
    assert table.refusal.startswith(
        "From the Jaws of Death is played when a stack of yours must retreat."
    )

    panel_of(table).spread.activated.emit(f"heap:{FRENCH}:aside")
    dialog = browser(table)
    assert dialog.windowTitle() == "French put aside"
    assert {spot.id for spot in dialog.gallery.spots} == set(lying(table, FRENCH, Pile.ASIDE))
    table.window.follow_link("card:fire")
    dialog = browser(table)
    assert dialog.title.text() == "French of this battle"
    table.until(lambda: dialog.gallery.current is not None and dialog.gallery.current.id == "fire")


def browser(hand: Hand) -> CardBrowser:
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, CardBrowser)
    return dialog


@pytest.mark.rule("N23.4")
def test_a_card_is_played_by_clicks_on_it_and_on_its_target(table: Hand) -> None:
    click_card(table, "cossacks")
    assert {"Put it back"} <= set(table.buttons)
    targets = overlays_of(table.game.controller.offer.overlays).targets
    table.click(targets[0].hex)
    assert is_asked(table, ALLIED)
    table.press("Play no card")
    assert isinstance(table.pending, ChooseCardTarget)
    assert table.pending.card == "cossacks"
    assert any(text.startswith("As aimed: ") for text in table.buttons)
    table.key(Qt.Key.Key_Space)
    assert "cossacks" in lying(table, FRENCH, Pile.DISCARD)
    assert "cossacks" not in lying(table, FRENCH, Pile.HAND)
    assert any(e.card == "cossacks" for e in table.session.state.cards.effects)
    table.window.docks.show_dock("cards")
    notes = [spot.words for spot in panel_of(table).spread.spots if spot.id.startswith("effect")]
    assert any(words.startswith("Cossacks on ") for words in notes)


def falls(hand: Hand, id_: str, hex_: str) -> None:
    """A card is dragged over the map and dropped on a hex."""
    data = QMimeData()
    data.setData(MIME, QByteArray(id_.encode()))
    where, view = hand.at(hex_), hand.board.viewport()
    action, button, keys = (
        Qt.DropAction.MoveAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(4, 4), action, data, button, keys)
    move = QDragMoveEvent(where, action, data, button, keys)
    drop = QDropEvent(QPointF(where), action, data, button, keys)
    for event in (enter, move, drop):
        QApplication.sendEvent(view, event)
        assert event.isAccepted()


@pytest.mark.rule("N23.4")
def test_a_card_is_played_by_dragging_it_to_its_target(table: Hand) -> None:
    click_card(table, "spies-bring-news")
    table.click("2020")
    assert table.refusal.startswith("This card names nobody on the map")
    table.key(Qt.Key.Key_Escape)
    assert "Cossacks" in table.buttons

    click_card(table, "cossacks")
    targets = overlays_of(table.game.controller.offer.overlays).targets
    falls(table, "cossacks", "2020")
    assert table.refusal.startswith("The card cannot name anything there.")
    assert is_asked(table, FRENCH)
    falls(table, "cossacks", targets[-1].hex)
    assert is_asked(table, ALLIED)
    table.game.controller.undo()
    assert is_asked(table, FRENCH)
    click_card(table, "spies-bring-news")
    falls(table, "spies-bring-news", "2020")
    assert is_asked(table, ALLIED)


@pytest.mark.rule("N23.2")
def test_nobody_reads_the_others_hand(hand: Hand) -> None:
    hand.open(until(new_game("brienne", Stacked("1"), SHARED), FRENCH))
    assert screen_of(hand).isVisible()
    held = ["From the Jaws of Death", "Spies Bring News", "Aide de Camp"]
    assert not any(title in texts(hand.window) for title in held)
    sit_down(hand)
    assert all(title in texts(hand.window) for title in held)
    hand.press("Play no card")
    assert screen_of(hand).isVisible()
    assert not any(title in texts(hand.window) for title in held)
    sit_down(hand)
    assert not any(title in texts(hand.window) for title in held)
    assert "The Last Push" in texts(hand.window)
    assert panel_of(hand).spread.heap(f"heap:{FRENCH}:hand") is not None


@pytest.mark.rule("N23.2")
def test_who_draws_a_real_card_does_it_alone() -> None:
    drawn = DrawCard(CHANCE, FRENCH, Pile.DECK)
    seat = HotSeat(Seats({FRENCH: HUMAN, ALLIED: HUMAN}), (FRENCH, ALLIED), secrecy_by(SHARED))
    assert seat.awaited(drawn) == FRENCH
    seat.sitting = FRENCH
    assert seat.awaited(drawn) is None
    assert seat.look(drawn) == Viewer(FRENCH, (FRENCH,))
    assert seat.awaited(DrawCard(CHANCE, ALLIED, Pile.DECK)) == ALLIED
    alone = HotSeat(Seats({FRENCH: HUMAN, ALLIED: "greedy"}), (FRENCH, ALLIED), secrecy_by(SHARED))
    assert alone.awaited(DrawCard(CHANCE, ALLIED, Pile.DECK)) is None


def event_of(side: Side, card: str, *, is_shown: bool = True) -> CardPlayed:
    target = Pile.DISCARD if is_shown else Pile.SECRET
    return CardPlayed(side, CardId(card), Pile.HAND, target, is_shown=is_shown)


@pytest.fixture
def shown(hand: Hand) -> TurnedUp:
    """What turns up on the board of a French player whose cards are secret."""
    hand.open(until(new_game("brienne", Stacked("1"), SHARED), FRENCH))
    sit_down(hand)
    hand.window.apply(replace(hand.window.preferences, pace=Pace.NORMAL))
    return hand.game.follower(TurningUp).shown


def titles(shown: TurnedUp) -> list[str]:
    """The cards that are shown."""
    faces = () if shown.bill is None else shown.bill.faces
    return [face.card.id for face in faces if face.card is not None]


@pytest.mark.rule("N23.2", "N23.5")
def test_a_card_turns_up_on_the_board_for_who_may_see_it(hand: Hand, shown: TurnedUp) -> None:
    told = hand.game.controller.told
    assert not shown.isVisible()
    told.emit(Beat((event_of(ALLIED, "fire"),)))
    assert shown.isVisible()
    assert shown.bill is not None
    assert shown.bill.caption == "The Coalition play"
    assert shown.bill.words == "The Coalition played Fire (16)."
    assert titles(shown) == ["fire"]
    assert shown.geometry().center().x() == pytest.approx(hand.board.rect().center().x(), abs=2)
    assert not shown.grab().isNull()
    QTest.mouseClick(shown, Qt.MouseButton.LeftButton)
    assert not shown.isVisible()

    told.emit(Beat((event_of(ALLIED, "probe", is_shown=False),)))
    assert not shown.isVisible()
    told.emit(Beat((CardEventRolled("A", 66, FRENCH, None),)))
    assert not shown.isVisible()
    told.emit(Beat((event_of(FRENCH, "probe", is_shown=False), event_of(ALLIED, "fire"))))
    assert titles(shown) == ["probe"]
    hand.game.controller.skip()
    assert not shown.isVisible()


def test_what_turns_up_keeps_clear_of_the_bar_at_the_foot(hand: Hand, shown: TurnedUp) -> None:
    hand.window.resize(960, 540)
    told, bar = hand.game.controller.told, hand.game.follower(Following).bar
    told.emit(Beat((event_of(ALLIED, "fire"),)))
    bar.show_over("Acted since: I Corps")
    assert bar.isVisible()
    assert not shown.geometry().intersects(bar.geometry())
    assert hand.board.rect().contains(shown.geometry())
    low = shown.geometry().bottom()
    bar.hide()
    assert shown.geometry().bottom() > low


def test_any_card_that_the_log_names_turns_up_when_it_is_asked_for(
    hand: Hand, shown: TurnedUp
) -> None:
    view, unused = hand.game.controller.view, (FRENCH, CardId("fire"), Pile.HAND, Pile.BOTTOM)
    event = CardReturned(*unused, is_shown=True)
    assert bill_of(view, event, shown.look) is None
    bill = bill_of(view, event, shown.look, is_again=True)
    assert bill is not None
    assert bill.caption == "Fire"
    assert bill.words.startswith("Fire (16) of the French was of no use")
    assert [face.card.id for face in bill.faces if face.card is not None] == ["fire"]


@pytest.mark.rule("N23.8")
def test_drawn_cards_lie_side_by_side_and_go_with_their_owner(hand: Hand, shown: TurnedUp) -> None:
    def drawn(side: Side, id_: str) -> CardDrawn:
        return CardDrawn(side, CardId(id_), Pile.DECK, Pile.HAND, is_shown=False)

    told = hand.game.controller.told
    told.emit(Beat((drawn(ALLIED, "fire"),)))
    assert not shown.isVisible()
    told.emit(Beat((drawn(FRENCH, "probe"), drawn(FRENCH, "cossacks"), drawn(ALLIED, "fire"))))
    assert titles(shown) == ["probe", "cossacks"]
    assert hand.board.rect().contains(shown.geometry())
    hand.game.controller.taken.emit()
    assert not shown.isVisible()


@pytest.mark.rule("N18.1", "N18.2")
def test_a_sky_that_changes_turns_up_with_what_it_changes(hand: Hand, shown: TurnedUp) -> None:
    told, state = hand.game.controller.told, hand.game.controller.playback.table
    told.emit(Beat((WeatherRolled(3, "cloudy", "cloudy", is_wet=False),)))
    assert not shown.isVisible()
    rain = WeatherRolled(6, "cloudy", "rain", is_wet=True)
    rain.happen(state)
    told.emit(Beat((rain,)))
    assert shown.bill is not None
    assert shown.bill.caption == "Rain"
    assert "Guns bombard only the next hex" in shown.bill.words
    assert not shown.grab().isNull()


def test_what_turned_up_goes_in_time_but_stays_in_a_pause(hand: Hand, shown: TurnedUp) -> None:
    hand.window.apply(replace(hand.window.preferences, pace=Pace.FAST, shows_motion=False))
    controller = hand.game.controller
    controller.show.set_paused(paused=True)
    controller.told.emit(Beat((event_of(ALLIED, "fire"),)))
    hand.qtbot.wait(900)
    assert shown.isVisible()
    controller.show.set_paused(paused=False)
    hand.until(lambda: not shown.isVisible())

    hand.window.apply(replace(hand.window.preferences, pace=Pace.OFF))
    controller.told.emit(Beat((event_of(ALLIED, "fire"),)))
    assert not shown.isVisible()


def led_to_window(hand: Hand) -> Window:
    """Play on with the first answers until a moment for a held card comes."""
    session = new_game("brienne", Stacked("1"), OPEN)
    while not isinstance(session.pending, PlayWindowCard):
        assert session.pending is not None
        options = session.options
        session.answer(
            options[-1]
            if type(session.pending).__name__ == "DeclareCharge"
            else options[len(session.journal) * 7 % len(options)]
        )
    window = session.pending.window
    hand.open(session)
    return window


@pytest.mark.rule("N23.6")
def test_a_moment_passes_without_a_question_and_undo_and_redo_go_past_it(hand: Hand) -> None:
    window = led_to_window(hand)
    assert isinstance(hand.pending, PlayWindowCard)
    assert "Let it pass" in hand.buttons
    before, controller = len(hand.session.journal), hand.game.controller
    hand.window.apply(Preferences(pace=Pace.OFF, passes=frozenset({window.value})))
    controller.press("pass")
    assert len(hand.session.journal) > before
    assert not isinstance(hand.pending, PlayWindowCard) or hand.pending.window is not window

    after = hand.session.digest(), len(hand.session.journal)
    controller.undo()
    assert not controller.standing.lets_pass(hand.pending)
    assert len(hand.session.journal) != before
    if hand.session.can_redo:
        controller.redo()
    assert (hand.session.digest(), len(hand.session.journal)) == after


@pytest.mark.rule("N23.1")
def test_decks_can_be_looked_through_and_a_game_without_has_no_table(hand: Hand) -> None:
    hand.window.menus["decks"].trigger()
    assert browser(hand).list.count() == len(decks()) + 1
    hand.window.follow_link("deck:coming-storm")
    assert browser(hand).title.text() == "The Coming Storm"

    hand.open(new_game("brienne", Stacked("1"), {"orders": "open"}))
    controller = hand.game.controller
    assert tableau(controller.view, controller.viewer, None, hand.window.look) is None
    hand.window.docks.show_dock("cards")
    assert "played without cards" in panel_of(hand).sentence


@pytest.mark.rule("N23.1", "N23.8")
def test_the_way_of_play_is_chosen_in_the_dialog_that_begins_a_game(hand: Hand) -> None:
    hand.window.dialogs.ask_new()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    box = dialog.options["cards"]
    ways = [box.itemData(place) for place in range(box.count())]
    assert ways == ["none", "restricted", "full", "solitaire", "events"]
    model, alone, rows = box.model(), box.findData("solitaire"), {}
    refused = set()
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        rows[dialog.choice.scenario] = row
        if not model.flags(model.index(alone, 0)) & Qt.ItemFlag.ItemIsEnabled:
            refused.add(dialog.choice.scenario)  # no campaign is begun with one deck
    assert refused == {"brienne-la-rothiere", "three-battles", "three-battles-montmirail"}

    dialog.list.setCurrentRow(rows["brienne"])
    assert dialog.choice.options["cards"] == "none"
    box.setCurrentIndex(ways.index("full"))
    assert dialog.choice.options["cards"] == "full"
    dialog.option_cards["nlc"].linkActivated.emit("decks")
    shown = dialog.findChild(CardBrowser)
    assert shown is not None
    assert shown.isVisible()
    assert shown.title.text() == "La Patrie en Danger, French"
    shown.reject()
    assert dialog.isVisible()


def test_every_moment_has_its_box(hand: Hand) -> None:
    dialog = PreferencesDialog(hand.window.look, Preferences(passes=frozenset({"charge"})))
    hand.qtbot.addWidget(dialog)
    assert {window.value for window in dialog.asks} == PASSABLE
    boxes: dict[Window, QCheckBox] = dialog.asks
    assert [w for w, box in boxes.items() if not box.isChecked()] == [Window.CHARGE]
    boxes[Window.RETREAT].setChecked(False)
    boxes[Window.CHARGE].setChecked(True)
    assert dialog.preferences.passes == {"retreat"}
    dialog.reject()
    assert dialog.preferences.passes == {"charge"}


def held(hand: Hand) -> dict[str, HandCard]:
    """The cards of the hand as the panel has them."""
    game = hand.game
    offer = game.controller.offer.cards
    made = tableau(game.controller.view, game.controller.viewer, offer, hand.window.look)
    assert made is not None
    assert made.own is not None
    return {one.card.id: one for one in made.own.hand}


@pytest.mark.rule("N23.6")
def test_cards_lie_in_the_shade_only_while_one_is_asked_for(table: Hand) -> None:
    asked = held(table)
    assert {id_ for id_, one in asked.items() if one.is_ready} == {"spies-bring-news", "cossacks"}
    assert {id_ for id_, one in asked.items() if one.is_barred} == {"jaws-of-death", "aide-de-camp"}
    table.press("Play no card")
    table.press("Play no card")
    table.press("Let it pass")
    assert isinstance(table.pending, IssueOrder)
    later = held(table)
    assert not any(one.is_barred or one.is_ready for one in later.values())
    assert all(one.why and one.rule for one in later.values())
