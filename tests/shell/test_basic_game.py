"""The basic game at the window: click a formation, then where it goes, and it acts (N26.1)."""

from __future__ import annotations

import pytest

from hexwar.app.games import new_game
from hexwar.engine import SeededChance
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.orders import TaskChosen
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.systems.nlc.panels.strip import ChitCup, progress_of
from hexwar.systems.nlc.prompters import prompter_for
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.turn.basic import ChooseTask, Task, able
from hexwar.table.forces import FormationId, OrderStep, Side
from tests.shell.hand import Hand, Key

BASIC = {"play": "basic"}
FRENCH, ALLIED = Side("french"), Side("allied")
MILHAUD, OLSUFIEV = FormationId("FR-5C"), FormationId("CO-9")
PERTHES, BRIENNE = Hex("1004"), Hex("0913")


@pytest.fixture
def basic(hand: Hand) -> Hand:
    """Brienne, where the Coalition or the French choose the first formation."""
    return hand.open(new_game("brienne", SeededChance("1"), BASIC))


def first_able(hand: Hand) -> tuple[FormationId, Hex]:
    """Who may act, alone in its hex, and where its commander is."""
    state, side = hand.session.state, Side(hand.pending.side)
    found = ((one, centre_of(state, LineId(one))) for one in able(state, side))
    return next((one, hex_) for one, hex_ in found if hex_ is not None)


@pytest.mark.rule("N26.1")
def test_two_clicks_and_a_key_let_a_formation_act(basic: Hand) -> None:
    assert isinstance(basic.pending, ChooseTask)
    assert not basic.window.handover.isVisible()  # nothing is secret
    formation, here = first_able(basic)
    basic.click(here)
    composer = basic.window.panes.panel(OrdersPanel).composer
    assert composer.sentence.text().startswith("Defend")  # what it does already
    assert list(composer.verbs) == ["march", "attack", "defend"]
    basic.click(PERTHES)
    assert composer.sentence.text().startswith("March to")
    basic.key(Key.Key_Space)
    chosen = [event for event in basic.session.events if isinstance(event, TaskChosen)]
    assert chosen == [TaskChosen(LineId(formation), (OrderStep("march", PERTHES),))]
    assert basic.session.state.activation is not None
    assert basic.session.state.activation.formation == formation


@pytest.mark.rule("N26.1")
def test_what_a_click_means_unless_a_type_was_pressed() -> None:
    state = new_game("brienne", SeededChance("1"), BASIC).state
    asked = ChooseTask(FRENCH)
    made = prompter_for(state, asked, list(asked.options(state)))
    milhaud, olsufiev = (centre_of(state, LineId(one)) for one in (MILHAUD, OLSUFIEV))
    assert milhaud is not None
    assert olsufiev is not None

    def task() -> Task:
        gesture = made.write("send")
        assert isinstance(gesture, tuple)
        value: Task = gesture[0].value
        return value

    made.click(milhaud)
    assert task() == Task(MILHAUD, OrderStep("defend", milhaud))  # a click lets it go on
    made.click(olsufiev)
    assert task() == Task(MILHAUD, OrderStep("attack", olsufiev))
    made.click(PERTHES)
    assert task() == Task(MILHAUD, OrderStep("march", PERTHES))
    made.click(milhaud)
    assert task() == Task(MILHAUD, OrderStep("defend", milhaud))
    made.write("verb:attack")
    made.click(PERTHES)
    assert task() == Task(MILHAUD, OrderStep("attack", PERTHES))
    other = next(one for one in able(state, FRENCH) if one != MILHAUD)
    made.write(f"line:{other}")
    assert task().formation == other


@pytest.mark.rule("N26.1")
def test_the_strip_shows_the_phases_that_there_are_and_who_has_acted(basic: Hand) -> None:
    words = [step.title for step in progress_of(basic.session.state).phases]
    assert words == ["Weather Phase", "Action Phase", "Rally Phase", "Turn End Phase"]
    chits = basic.window.findChild(ChitCup)
    assert chits is not None
    assert chits.accessibleDescription() == "Acted this turn: none."
    formation, here = first_able(basic)
    basic.click(here)
    basic.key(Key.Key_Space)
    name = basic.session.state.battle.formations[formation].name
    assert chits.accessibleDescription().startswith(f"Acted this turn: {name}")
    assert f"formation:{formation}" in [spot.id for spot in chits.spots]
