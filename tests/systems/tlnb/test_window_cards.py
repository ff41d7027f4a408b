"""Cards in the window of the player-turn game: the hand, whom a card names, cards in fights."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.library import CardNames
from hexwar.cards.readings import Moment
from hexwar.cards.records import CardId, Effect, Pile, Piles
from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.shell.card_table import CardRoom, tableau
from hexwar.shell.prompter import Answer
from hexwar.shell.seats import Viewer
from hexwar.systems.tlnb.events.combat import AttackDeclared
from hexwar.systems.tlnb.panels.cards import WAYS
from hexwar.systems.tlnb.panels.fights import with_card
from hexwar.systems.tlnb.panels.strip import sky_lines
from hexwar.systems.tlnb.prompters.cards import (
    CardPrompter,
    SubjectsPrompter,
    TacticsPrompter,
    card_refusal,
    face_of,
    use_refusal,
)
from hexwar.systems.tlnb.rules.cards.acts import NameSubjects
from hexwar.systems.tlnb.rules.cards.segment import PlayOneCard
from hexwar.systems.tlnb.rules.cards.tactics import PlayTactics, Stroke
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.overlays import overlays_of
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, position, units

BASE = ("french:0101", "allied:0707")


def table(hand: str, *lines: str, step: Step = Step.CARDS, **more: Any) -> TlnbState:
    """A position with some cards in the hand of the French."""
    state = position(OPEN, *lines, bases=BASE, step=step, **more)
    cards = {FRENCH: Piles({Pile.HAND: tuple(map(CardId, hand.split()))}), ALLIED: Piles({})}
    state.cards = replace(state.cards, piles=cards)
    return state


def put(kind: Any, state: TlnbState, question: Any) -> Any:
    return kind(state, question, question.options(state))


STACKS = ("F1 infantry 5-3 0304", "F2 infantry 4-3 0202", "A1 infantry 5-3 0505")


@pytest.mark.rule("T24.2")
def test_a_card_is_taken_by_its_button_and_goes_back() -> None:
    prompter = put(CardPrompter, table("probe cavalry-pursuit", *STACKS), PlayOneCard(FRENCH))
    offer = prompter.offer()
    assert offer.cards.ready == {"probe"}
    assert offer.cards.taken is None
    (button,) = offer.buttons
    assert "3/4 MP" in button.text
    assert prompter.write(button.word) is None
    assert prompter.offer().cards.taken == "probe"
    play, back = prompter.offer().buttons
    assert play.response == (Answer(PlayOneCard, "probe"),)
    assert prompter.write(back.word) is None
    assert prompter.offer().cards.taken is None


@pytest.mark.rule("T24.3")
def test_what_all_choices_name_is_said_beside_the_places() -> None:
    due = Arrival(3, Hex("0101"), units("F3"))
    more: dict[str, Any] = {"arrivals": [due], "roads": ["0101 0102 0103 0104 0105"], "length": 9}
    state = table("other-route", *STACKS, "F3 infantry 5-3 due", **more)
    prompter = put(CardPrompter, state, PlayOneCard(FRENCH))
    prompter.take(CardId("other-route"))
    offer = prompter.offer()
    assert len(overlays_of(offer.overlays).targets) > 1
    assert offer.hint.startswith("F3: click the place on the map")
    asked = put(SubjectsPrompter, state, NameSubjects(FRENCH, CardId("other-route")))
    assert "names F3: click the place" in asked.offer().hint


@pytest.mark.rule("T24.2")
def test_a_card_in_the_fingers_names_who_is_clicked() -> None:
    state = table("untrained-enemy-cavalry", *STACKS, "A2 light 3-4 0606", "A3 light 3-4 0101")
    prompter = put(CardPrompter, state, PlayOneCard(FRENCH))
    assert isinstance(prompter.click(Hex("0606")), Refusal)  # no card is taken
    prompter.take(CardId("untrained-enemy-cavalry"))
    assert {target.hex for target in overlays_of(prompter.offer().overlays).targets} == {
        "0606",
        "0101",
    }
    given = prompter.click(Hex("0606"))
    assert given[0] == Answer(PlayOneCard, "untrained-enemy-cavalry")
    assert given[1] == Answer(NameSubjects, ("A2",))
    assert isinstance(prompter.click(Hex("0304")), Refusal)


@pytest.mark.rule("T24.2")
def test_who_has_nothing_but_tactics_cards_plays_none_by_one_press() -> None:
    prompter = put(CardPrompter, table("counter-charge", *STACKS), PlayOneCard(FRENCH))
    first = prompter.offer().buttons[0]
    assert first.response == (Answer(PlayOneCard, None),)


@pytest.mark.rule("T24.2", "T24.9")
def test_every_card_that_cannot_be_played_says_why() -> None:
    state = table("probe counter-charge marshal-marmont", *STACKS)
    assert "Card Segment" in card_refusal(state, FRENCH, CardId("probe")).sentence
    assert "in a fight" in card_refusal(state, FRENCH, CardId("counter-charge")).sentence
    assert "of no use" in use_refusal(state, FRENCH, CardId("marshal-marmont")).sentence
    state.cards = replace(state.cards, tactics=(FRENCH,))
    told = card_refusal(state, FRENCH, CardId("counter-charge"))
    assert told.sentence == "You have played your Tactics card of this Combat Phase."


@pytest.mark.rule("T24.3")
def test_a_card_shows_the_words_of_this_game() -> None:
    assert "set up again in road column" in face_of(CardId("road-column")).text
    assert face_of(CardId("probe")).id == "probe"


@pytest.mark.rule("T24.3")
def test_whom_a_card_names_is_clicked_or_pressed() -> None:
    state = table("untrained-enemy-cavalry", *STACKS, "A2 light 3-4 0606", "A3 light 3-4 0101")
    asked = NameSubjects(FRENCH, CardId("untrained-enemy-cavalry"))
    prompter = put(SubjectsPrompter, state, asked)
    assert prompter.click(Hex("0101")) == (Answer(NameSubjects, ("A3",)),)
    assert isinstance(prompter.click(Hex("0304")), Refusal)
    words = [button.word for button in prompter.offer().buttons]
    assert prompter.write(words[0]) == (Answer(NameSubjects, asked.options(state)[0]),)


# -- fights

FIGHT = ("F1 infantry 6-3 0304", "F2 battery 3-3 0403", "A1 infantry 5-3 0404")


@pytest.mark.rule("T24.9", "T10.15")
def test_a_card_for_a_fight_tells_beforehand_what_it_changes() -> None:
    state = table("artillery-cover-fire probe", *FIGHT, step=Step.COMBAT)
    asked = PlayTactics(FRENCH, Hex("0404"), units("F1"), Moment.BEFORE)
    prompter = put(TacticsPrompter, state, asked)
    play, none = prompter.offer().buttons
    assert play.response == (Answer(PlayTactics, Stroke(CardId("artillery-cover-fire"))),)
    assert none.response == (Answer(PlayTactics, None),)
    begun = AttackDeclared(units("F1"), Hex("0404"))
    stroke = Stroke(CardId("artillery-cover-fire"))
    told = with_card(state, begun, asked, stroke)
    assert told is not None
    assert told.column_name == "1.5:1"  # 6 to 5 is 1:1
    assert not state.cards.effects


@pytest.mark.rule("T24.9")
def test_cards_of_a_fight_are_taken_from_the_hand_too() -> None:
    state = table("artillery-cover-fire probe", *FIGHT, step=Step.COMBAT)
    asked = PlayTactics(FRENCH, Hex("0404"), units("F1"), Moment.BEFORE)
    prompter = put(TacticsPrompter, state, asked)
    assert isinstance(prompter.take(CardId("probe")), Refusal)
    prompter.cycle(1)
    assert prompter.offer().cards.taken == "artillery-cover-fire"
    assert isinstance(prompter.click(Hex("0404")), Refusal)
    (answer,) = prompter.click(Hex("0404"), joins=True)
    assert answer.value.card == "artillery-cover-fire"
    assert prompter.back()
    assert not prompter.back()


# -- the panel


@pytest.mark.rule("T24.2")
def test_the_table_of_cards_shows_the_own_hand_and_what_is_in_force(qapp: Any) -> None:
    from hexwar.shell.main_window import look_of
    from tests.shell.hand import Shelf

    state = table("probe counter-charge", *STACKS)
    effect = Effect(1, FRENCH, CardId("mobile-defense"), state.turn)
    state.cards = replace(state.cards, effects=(effect,))
    why = card_refusal
    room = CardRoom(WAYS["full"], CardNames(state.battle), lambda i: why(state, FRENCH, i), face_of)
    look = look_of(Shelf().preferences())
    shown = tableau(state, Viewer(FRENCH, (FRENCH,)), None, look, room)
    assert shown.own is not None
    assert [card.card.id for card in shown.own.hand] == ["probe", "counter-charge"]
    assert all(card.why for card in shown.own.hand)
    assert [note.card.id for note in shown.own.effects] == ["mobile-defense"]


@pytest.mark.rule("T3.3")
def test_the_sky_says_what_it_changes() -> None:
    assert "It changes nothing." in sky_lines(table("", *STACKS))
    state = table("", *STACKS)
    state.sky = replace(state.sky, weather="mud")
    assert "No charges." in sky_lines(state)
