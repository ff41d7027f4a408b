"""The moments at which cards are played: each is opened, for whoever holds a card (N23.6)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexwar.systems
from hexwar.cards.events import CardPlayed
from hexwar.cards.records import CardId, Pile, Window
from hexwar.engine import Table
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard, fitting, open_window
from hexwar.systems.nlc.state import GameState, view
from tests.systems.nlc.decks import lying, put, with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH, play

PURSUIT = CardId("cavalry-pursuit")


def named_in_rules() -> Iterator[str]:
    """The windows that the flows and laws of the rules speak of."""
    for path in sorted(Path(str(hexwar.systems.__path__[0])).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Window":
                yield node.attr


@pytest.mark.rule("N23.6")
def test_every_window_is_opened_by_some_flow() -> None:
    by_the_mode_deck = {Window.MODE.name}  # see test_card_phase
    assert set(named_in_rules()) | by_the_mode_deck == {window.name for window in Window}


def holding(way: str, pile: Pile, *, kinds: str = "dddd") -> GameState:
    state = with_cards(way, french="cavalry-pursuit", turn=2, kinds=kinds)
    return put(state, FRENCH, Pile.DECK, pile, "cavalry-pursuit")


async def asking(table: Table[GameState]) -> CardId | None:
    return await open_window(table, FRENCH, Window.PURSUIT, "your pursuit")


@pytest.mark.rule("N23.6", "N23.7")
@pytest.mark.parametrize(("way", "pile"), [("full", Pile.HAND), ("restricted", Pile.HELD)])
def test_a_card_is_played_in_its_window_from_the_hand_or_as_it_was_held(
    way: str, pile: Pile
) -> None:
    played = play(holding(way, pile), asking, answers={PlayWindowCard: [PURSUIT]})
    assert played.result == PURSUIT
    assert [(event.card, event.source) for event in played.of(CardPlayed)] == [(PURSUIT, pile)]
    assert lying(played.state, FRENCH, Pile.DISCARD) == "cavalry-pursuit"


@pytest.mark.rule("N23.6")
def test_to_pass_is_the_first_answer_and_costs_nothing() -> None:
    played = play(holding("full", Pile.HAND), asking)
    assert (played.result, played.events) == (None, [])
    [question] = played.questions(PlayWindowCard)
    assert [question.kind(answer) for answer in (None, PURSUIT)] == ["pass", "play"]


@pytest.mark.rule("N17.3")
def test_no_window_opens_in_night_am() -> None:
    assert play(holding("full", Pile.HAND, kinds="dmmd"), asking).asked == []


@pytest.mark.rule("N23.6")
def test_nobody_is_asked_who_holds_no_card_for_the_moment() -> None:
    assert play(with_cards("full", turn=2), asking).asked == []
    other = holding("full", Pile.HAND)
    assert fitting(other, FRENCH, Window.RETREAT) == ()
    assert fitting(other, ALLIED, Window.PURSUIT) == ()


@pytest.mark.rule("N23.2")
def test_in_the_enemys_view_no_window_opens_for_cards_that_he_does_not_see() -> None:
    state = holding("full", Pile.HAND)
    assert fitting(view(state, ALLIED), FRENCH, Window.PURSUIT) == ()
    assert fitting(view(state, FRENCH), FRENCH, Window.PURSUIT) == (PURSUIT,)
