"""Whole games with cards: nothing is lost, nothing is told, and chance answers every draw."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from shutil import copyfile, copytree
from typing import Any

import pytest

from hexwar.app.games import load_game
from hexwar.cards.events import CardPlayed
from hexwar.cards.library import CardNames
from hexwar.cards.records import COVERED, OPEN, CardId
from hexwar.engine import SeededChance, Session
from hexwar.engine.save import save
from hexwar.scenario.errors import ScenarioError
from hexwar.systems.tlnb.battle import own
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.story import Story
from tests.systems.nlc.cases import each

ROOT = Path(__file__).parents[3]

BATTLES = ("champaubert", "montmirail", "vauchamps", "brienne", "la-rothiere", "fere-champenoise")
"""Those of 1814; the two that follow one another take longer."""

pytestmark = pytest.mark.rule("T24.2")

Game = Session[TlnbState]


def begin(battle: str, seed: int, **options: str) -> Game:
    return TLNB.new_game(battle, SeededChance(str(seed)), options)


def pick(session: Game, dice: Random) -> None:
    """Any answer; cards and charges more often than not."""
    options: list[Any] = list(session.options)
    is_bold = type(session.pending).__name__ in ("PlayTactics", "DeclareCharge", "DeclareAttack")
    if is_bold and len(options) > 1 and dice.random() < 0.8:
        options = [option for option in options if option is not None]
    session.answer(dice.choice(options))


def play_out(session: Game, seed: int) -> Game:
    dice = Random(seed)
    while session.pending is not None:
        pick(session, dice)
    return session


def owned(session: Game) -> Counter[CardId]:
    piles = session.state.cards.piles.values()
    return Counter(card for pile in piles for lying in pile.lying.values() for card in lying)


@pytest.mark.rule("T24.1", "T34.2")
def test_the_battles_of_1814_have_their_decks_and_those_without_play_without() -> None:
    battle = own(TLNB.battle("brienne"))
    assert {side: a.deck for side, a in battle.allotments.items()} == {
        "french": "patrie-french",
        "allied": "patrie-coalition",
    }
    assert (battle.cards_way, battle.flag("allowance")) == ("full", "cards")
    bare = own(TLNB.battle("first-steps"))
    assert (bare.cards_way, bare.flag("allowance")) == ("none", "roll")
    with pytest.raises(ScenarioError, match="no decks"):
        TLNB.battle("first-steps", (("cards", "full"),))
    with pytest.raises(ScenarioError, match="without cards"):
        TLNB.battle("brienne", (("cards", "none"), ("allowance", "cards")))
    with pytest.raises(ScenarioError, match="campaign"):
        TLNB.battle("three-battles", (("cards", "solitaire"),))


def variant(folder: Path, section: dict[str, Any]) -> str:
    """Champaubert with another section of this game."""
    home = ROOT / "scenarios"
    copytree(home / "champaubert", folder / "champaubert")
    (folder / "maps").mkdir()
    copyfile(home / "maps" / "montmirail.json", folder / "maps" / "montmirail.json")
    file = folder / "champaubert" / "scenario.json"
    told = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**told, "tlnb": section}), "utf-8")
    return str(folder / "champaubert")


LOST = {"french": "four-lost-battles-french", "allied": "four-lost-battles-coalition"}


@pytest.mark.rule("T34.2", "T2.12")
def test_a_section_names_decks_and_a_deck_may_call_for_a_second_day(tmp_path: Path) -> None:
    more = {"mode_cards": {"french": 3}, "bonus_cards": {"allied": 5}}
    removals = [{"side": "french", "card": "probe", "count": 3}]
    where = variant(tmp_path, {"decks": LOST, "removals": removals, **more})
    battle = own(TLNB.battle(where))
    french, allied = (battle.stocks[side] for side in battle.sides)
    assert (french.main.count(CardId("probe")), french.mode_draws) == (1, 3)
    assert allied.bonus_draws == 5
    # The hours of the first day come again after a night; without the card the first day is all.
    usual = battle.usual_turns
    assert (usual, len(battle.turns)) == (10, 20)
    assert [t.kind for t in battle.turns[8:12]] == ["day", "night_pm", "night_am", "day"]
    first, again = battle.turns[0], battle.turns[usual + 1]
    assert (again.hour, again.day, again.date) == (first.hour, first.day + 1, "11 February 1814")
    assert battle.weather_turns == (1, 4, 7, 12, 15, 18)
    session = TLNB.new_game(where, SeededChance("1"))
    assert session.state.last_turn == usual
    assert own(TLNB.battle("champaubert")).usual_turns == 0


@pytest.mark.rule("T34.7")
@each(
    "section words",
    ({"decks": {"french": "none-such"}}, "no deck"),
    ({"removals": [{"side": "french", "card": "probe", "count": 9}]}, '4 of "probe"'),
)
def test_a_section_with_a_deck_that_is_none_is_refused(
    section: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(ScenarioError, match=words):
        TLNB.battle(variant(tmp_path, section))


@each("cards", "full", "solitaire", "none")
def test_a_game_with_cards_comes_to_its_end_and_is_read_again(cards: str) -> None:
    session = begin("champaubert", 5, cards=cards)
    before, dice = owned(session), Random(5)
    while session.pending is not None:
        pick(session, dice)
        assert owned(session) == before
    assert session.state.over
    assert TLNB.verify_game(save(session)).ok
    played = [e for e in session.events if isinstance(e, CardPlayed)]
    assert bool(played) is (cards != "none")


def test_a_hand_is_in_nobody_elses_view_in_a_whole_game() -> None:
    session, dice = begin("champaubert", 8), Random(8)
    while session.pending is not None and session.state.turn < 4:
        pick(session, dice)
        for side in session.state.battle.sides:
            other = session.state.battle.enemy(side)
            for pile, heap in TLNB.view(session.state, side).cards.piles[other].lying.items():
                assert pile in OPEN or set(heap) <= {COVERED}


def test_the_same_dice_give_the_same_game_a_save_goes_on_and_a_log_tells_it() -> None:
    session, dice = begin("champaubert", 3), Random(3)
    for _ in range(150):
        pick(session, dice)
    again = load_game(save(session))
    assert again.digest() == session.digest()
    for _ in range(40):
        if session.pending is not None:
            answer = dice.choice(list(session.options))
            session.answer(answer)
            again.answer(answer)
    assert again.digest() == session.digest()
    play_out(session, 4)
    story = Story(CardNames(session.state.battle))
    story.follow(session.events)
    told = [story.text(index).plain for index in range(len(story.entries))]
    assert all(not words[0].islower() and words.endswith(".") for words in told)


@each("battle", *BATTLES)
def test_a_game_of_each_battle_of_1814_ends_without_a_fault_and_loses_no_card(battle: str) -> None:
    """One; tools/fuzz plays them by the thousand."""
    seed = BATTLES.index(battle)
    session = begin(battle, seed)
    before = owned(session)
    play_out(session, seed)
    assert session.state.over
    assert owned(session) == before


def test_the_log_names_rules_by_this_games_numbers() -> None:
    session = play_out(begin("champaubert", 7), 7)
    story = Story(CardNames(session.state.battle))
    story.follow(session.events)
    assert {entry.rule[:1] for entry in story.entries} == {"T"}
    drawn = next(entry for entry in story.entries if type(entry.event).__name__ == "CardDrawn")
    assert drawn.rule == "T24.2"
