"""What a click, a button or a card that falls on the map means while cards are asked for (N23)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.library import cards
from hexwar.cards.records import CardId, Pile, Window
from hexwar.engine import CHANCE, Manner
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.shell.map_prompter import MapShortlist, hexes_of
from hexwar.shell.prompter import Answer
from hexwar.shell.shortlist import MANY
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.prompters import CardAnswers, prompter_for
from hexwar.systems.nlc.prompters.cards import (
    NO_TARGET,
    PRESS_PLAY,
    TAKE_FIRST,
    TargetPrompter,
    subjects_title,
)
from hexwar.systems.nlc.prompters.common import MOMENTS, NlcPrompter, card_refusal, moments
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie, NeyDie
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import (
    ChooseCardTarget,
    DrawCard,
    DrawCardTarget,
    PlayWindowCard,
)
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import OrderStep, UnitId
from hexwar.table.pieces import Phase
from tests.shell.questions import laid, pointed, refused, sentence, take_up, targets
from tests.systems.nlc.hands import hand
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN

FIRE, COSSACKS, GUNS = CardId("fire"), CardId("cossacks"), CardId("sound-of-guns")
CHANCE_CARD, COUNTER = CardId("another-chance"), CardId("counter-charge")
"""Cards that these positions hold."""


def table(holds: str = "cossacks another-chance counter-charge sound-of-guns") -> GameState:
    """Two Cossack stacks of the enemy on open ground, and a hand."""
    return hand(
        OPEN,
        "F1 infantry 3-3 0101",
        "F9 leader 0101 rating:3",
        "A1 light 2-3 0303 cossack",
        "A2 light 2-3 0505 cossack",
        "A3 light 2-3 0505 cossack",
        holds=holds,
    )


def asked(state: GameState | None = None, decision: Any = None) -> NlcPrompter[Any]:
    return take_up(state or table(), decision or ChooseCard(FRENCH))


def texts(prompter: NlcPrompter[Any]) -> list[str]:
    return [button.text for button in prompter.offer().buttons]


def hand_of(prompter: NlcPrompter[Any]) -> Any:
    found = prompter.offer().cards
    assert found is not None
    return found


# -- the card of the Card Phase


@pytest.mark.rule("N23.7", "N23.4")
def test_a_card_that_can_be_played_is_taken_and_played_by_a_click_and_the_others_say_why_not() -> (
    None
):
    prompter = asked()
    told = hand_of(prompter)
    assert told.ready == {COSSACKS}
    words = "Counter Charge is played when a charge is declared."
    assert refused(told.refusals[COUNTER], "N23.6") == sentence(prompter.take(COUNTER)) == words
    assert refused(told.refusals[GUNS], "N23.7").startswith("Sound of Guns is of no use now.")

    assert texts(prompter) == ["Cossacks", "Sound of Guns"]  # one of them must be played
    options = {**prompter.view.battle.options, "passing": "on"}
    agreed = table()
    agreed.battle = replace(agreed.battle, options=options)
    assert texts(asked(agreed)) == ["Cossacks", "Play no card"]
    assert prompter.take(COSSACKS) is None
    assert hand_of(prompter).taken == COSSACKS
    assert targets(prompter) == ["0303", "0505"]
    assert texts(prompter) == ["A2 and A3", "A1", "Put it back"]
    assert prompter.take(COSSACKS) is None
    assert hand_of(prompter).taken is None
    prompter.take(COSSACKS)
    assert prompter.back()
    assert not prompter.back()

    assert prompter.click(Hex("0303")) == TAKE_FIRST
    prompter.take(COSSACKS)
    assert prompter.click(Hex("0202")) == NO_TARGET
    assert prompter.click(Hex("0505")) == (
        Answer(ChooseCard, COSSACKS),
        Answer(ChooseCardTarget, ("A2", "A3")),
    )

    prompter.take(GUNS)
    (play, back) = prompter.offer().buttons
    assert (play.text, play.manner) == ("Put Sound of Guns under the deck", Manner.MAIN)
    assert play.response == (Answer(ChooseCard, GUNS),)
    assert back.word
    assert "of no use" in sentence(prompter.click(Hex("0303"), joins=True))


@pytest.mark.rule("N23.6")
def test_the_next_card_is_taken_by_key_and_a_held_one_in_its_moment() -> None:
    prompter = asked(table("cossacks fire untrained-enemy-cavalry counter-charge"))
    seen = []
    for _ in range(3):
        prompter.cycle(1)
        seen.append(hand_of(prompter).taken)
    prompter.cycle(-1)
    assert seen == ["cossacks", "untrained-enemy-cavalry", "cossacks"]
    assert hand_of(prompter).taken == "untrained-enemy-cavalry"

    prompter = asked(decision=PlayWindowCard(FRENCH, Window.CHARGE, "the charge on 0303"))
    assert texts(prompter) == ["Counter Charge", "Let it pass"]
    assert prompter.offer().buttons[-1].manner is Manner.END
    prompter.take(COUNTER)
    assert texts(prompter) == ["Play Counter Charge", "Put it back"]
    assert prompter.click(Hex("0303")) == PRESS_PLAY
    assert prompter.click(Hex("0303"), joins=True) == (Answer(PlayWindowCard, COUNTER),)


@pytest.mark.rule("N23.4", "N8.81")
def test_a_die_is_kept_or_thrown_again_or_changed_by_ney() -> None:
    prompter = asked(decision=ChooseReroll(FRENCH, "morale", 2))
    assert offered(prompter) == {
        "Throw again: Another Chance": (Answer(ChooseReroll, CHANCE_CARD),),
        "Keep the 2": (Answer(ChooseReroll, None),),
    }
    prompter.take(CHANCE_CARD)
    assert prompter.offer().buttons[0].response == (Answer(ChooseReroll, CHANCE_CARD),)

    prompter = asked(decision=ChooseNeyDie(FRENCH, Hex("0303")))
    assert offered(prompter) == {
        "Own die +1": (Answer(ChooseNeyDie, NeyDie.OWN),),
        "Enemy die −1": (Answer(ChooseNeyDie, NeyDie.ENEMY),),
    }
    assert prompter.offer().buttons[0].manner is Manner.MAIN
    assert laid(prompter).selection == {"0303"}


def offered(prompter: NlcPrompter[Any]) -> dict[str, Any]:
    """What each button gives, by its words."""
    return {button.text: button.response for button in prompter.offer().buttons}


# -- whom it names


def naming(state: GameState | None = None) -> NlcPrompter[Any]:
    """The question whom Cossacks name."""
    return asked(state, ChooseCardTarget(FRENCH, COSSACKS))


@pytest.mark.rule("N23.4")
def test_whom_a_card_names_is_clicked_pressed_or_recalled_and_shown_before() -> None:
    prompter = naming()
    assert texts(prompter) == ["A2 and A3", "A1"]
    assert prompter.click(Hex("0202")) == NO_TARGET
    answer = (Answer(ChooseCardTarget, ("A2", "A3")),)
    assert prompter.click(Hex("0505")) == answer
    assert prompter.write(prompter.offer().buttons[0].word) == answer
    assert isinstance(prompter, TargetPrompter)
    prompter.aim(("A9",))  # who is no longer there
    assert texts(prompter) == ["A2 and A3", "A1"]
    prompter.aim(("A2", "A3"))
    aimed = prompter.offer().buttons[0]
    assert (aimed.text, aimed.response) == ("As aimed: A2 and A3", answer)
    assert aimed.manner is Manner.MAIN
    assert laid(prompter).selection == {"0505"}

    prompter = asked()
    prompter.take(COSSACKS)
    assert pointed(prompter, "0505") == "Play Cossacks on A2 and A3"
    assert laid(prompter).selection == {"0505"}
    assert pointed(prompter, "0202").startswith("Click its target on the map")
    assert laid(prompter).selection == set()
    prompter = naming()
    assert pointed(prompter, "0303") == "Name A1"
    prompter.hover(None)
    assert prompter.offer().hint == "Click on the map, or press a button: what does Cossacks name?"
    several = MapShortlist(view(table(), FRENCH), [("A2",), ("A3",)], subjects_title)
    several.over = Hex("0505")
    assert several.pointed_words == "one of 2 that are there"
    assert several.selection == set()


@pytest.mark.rule("N23.4")
def test_for_another_route_the_hint_says_whose_entry_hex_is_chosen() -> None:
    def rerouted(*units: str) -> NlcPrompter[Any]:
        state = hand(
            OPEN,
            *(f"{unit} infantry 5-3 due" for unit in units),
            arrivals=tuple(Arrival(3, Hex("0301"), (UnitId(unit),)) for unit in units),
            roads=["0101 0201 0301 0401 0501"],
            holds="other-route",
        )
        return asked(state, ChooseCardTarget(FRENCH, CardId("other-route")))

    title = "Reinforcement Takes Other Route"
    words = f"Choose where F1 comes, by {title}: click on the map, or press a button."
    assert rerouted("F1").offer().hint == words
    several = rerouted("F1", "F2")
    assert several.offer().hint.endswith(f"what does {title} name?")
    several.write(next(b.word for b in several.offer().buttons if b.text == "F1"))
    assert several.offer().hint == words


@pytest.mark.rule("N23.7")
def test_what_a_card_was_aimed_at_is_kept_until_it_is_asked() -> None:
    steward, chosen = CardAnswers(), asked()
    chosen.take(COSSACKS)
    gesture = chosen.click(Hex("0505"))
    assert isinstance(gesture, tuple)
    steward.note(FRENCH, gesture)
    first, again = naming(), naming()
    steward.prepare(first)
    steward.prepare(again)
    assert texts(first)[0] == "As aimed: A2 and A3"
    assert texts(again) == ["A2 and A3", "A1"]  # it was for one card


def test_many_choices_are_narrowed_by_what_they_name_first_and_found_on_the_map() -> None:
    seen = view(table(), FRENCH)
    every = [(unit, hex_) for unit in ("A1", "A2", "F1") for hex_ in ("0101", "0202", "0304")]
    choices = MapShortlist(seen, every, subjects_title)
    assert len(every) > MANY
    assert [button.text for button in choices.buttons("play it on")] == ["A1", "A2", "F1"]
    second = choices.buttons("play it on")[1]
    assert second.tooltip == "Play it on A2"
    assert choices.press(second.word) is None
    assert choices.left == (("A2", "0101"), ("A2", "0202"), ("A2", "0304"))
    assert [button.text for button in choices.buttons("play it on")] == ["0101", "0202", "0304"]
    assert choices.press(choices.buttons("play it on")[2].word) == ("A2", "0304")
    assert choices.is_narrowed
    assert choices.back()
    assert not choices.back()
    assert choices.at(Hex("0202")) == (("A1", "0202"), ("A2", "0202"), ("F1", "0202"))

    formation = seen.card(next(iter(seen.units))).formation
    assert hexes_of(seen, ("A2", "A3")) == ("0505",)
    assert hexes_of(seen, ("0202",)) == ("0202",)
    assert set(hexes_of(seen, (formation,))) == {
        seen.units[unit].hex for unit in seen.units_of(formation)
    }
    assert hexes_of(seen, ("rerolls",)) == ()
    assert subjects_title(seen, ("trace",)) == "Command through an EZOC"
    assert subjects_title(seen, ()) == "nobody"


@pytest.mark.rule("N23.3", "N23.7")
def test_whom_chance_picks_and_what_it_draws_is_entered_once_for_each_kind() -> None:
    decision = DrawCardTarget(CHANCE, FRENCH, COSSACKS)
    prompter = prompter_for(table(), decision, list(decision.options(table())))
    assert texts(prompter) == ["A2 and A3", "A1"]
    assert prompter.click(Hex("0303")) == (Answer(DrawCardTarget, ("A1",)),)

    state = table()
    lying = {Pile.DECK: (FIRE, COSSACKS, FIRE)}
    state.cards = replace(
        state.cards, piles={**state.cards.piles, FRENCH: type(state.cards.piles[FRENCH])(lying)}
    )
    prompter = prompter_for(state, DrawCard(CHANCE, FRENCH, Pile.DECK), [COSSACKS, FIRE, FIRE])
    assert texts(prompter) == ["23 Cossacks", "16 Fire (2)"]
    assert prompter.offer().buttons[1].response == (Answer(DrawCard, FIRE),)


# -- moments that pass by themselves


@pytest.mark.rule("N23.6")
def test_only_the_moments_of_held_cards_pass_by_themselves() -> None:
    steward = CardAnswers()
    charge, die = PlayWindowCard(FRENCH, Window.CHARGE), ChooseReroll(FRENCH, "morale", 2)
    assert not any(steward.lets_pass(one) for one in (None, charge, die, ChooseCard(FRENCH)))
    steward.passes = {"charge", "die", "card phase"}
    assert steward.lets_pass(charge)
    assert steward.lets_pass(die)
    assert not steward.lets_pass(PlayWindowCard(FRENCH, Window.RETREAT))
    assert not steward.lets_pass(ChooseCard(FRENCH))
    assert not steward.lets_pass(None)


@pytest.mark.rule("N23.6")
@pytest.mark.parametrize("id_", list(cards()))
def test_every_card_tells_its_moments(id_: CardId) -> None:
    words = moments(cards()[id_])
    assert all(MOMENTS[window] in words for window in cards()[id_].windows)
    told = card_refusal(table(), FRENCH, id_)
    assert told.sentence.endswith(".")
    assert cards()[id_].title in told.sentence


@pytest.mark.rule("N23.6", "N17.3")
def test_in_the_card_phase_a_card_that_is_not_asked_for_says_so() -> None:
    state = table()
    state.phase = Phase.CARDS
    assert refused(card_refusal(state, FRENCH, COSSACKS), "N23.6") == (
        "Cossacks is played in this phase when a card is asked for; now another question is open."
    )
    assert card_refusal(state, FRENCH, COUNTER).sentence.endswith("when a charge is declared.")
    prompter = naming(state)
    assert sentence(prompter.take(COSSACKS)) == (
        "Cossacks is being played: choose whom or what it names."
    )
    assert sentence(prompter.take(GUNS)).startswith("Sound of Guns is played")
    state.turn = 4  # no card is played at night
    for side in (FRENCH, ALLIED):
        refused(card_refusal(state, side, COUNTER), "N17.3")


@pytest.mark.rule("N23.4")
def test_a_free_order_goes_to_the_formation_that_the_card_names() -> None:
    state = table()
    line = LineId(state.card(next(iter(state.units))).formation)
    prompter = take_up(state, WriteFreeOrder(FRENCH, line, CardId("approach-march")))
    form = prompter.offer().pad.form
    assert form is not None
    assert "Approach March" in form.giver
    barred = {verb.verb: verb.barred for verb in form.verbs}
    assert barred["march"] is None
    assert barred["attack"] is not None
    prompter.write("verb:march")
    prompter.click(Hex("0505"))
    sent = next(b for b in prompter.offer().buttons if b.manner is Manner.MAIN)
    order = (OrderStep("march", Hex("0505")),)
    assert prompter.write(sent.word) == (Answer(WriteFreeOrder, order),)
