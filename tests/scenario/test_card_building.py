"""The cards of a scenario as they come into the battle, the list and the game (18.2, N23.10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.app.games import battle_with, new_game
from hexwar.app.main import main
from hexwar.cards.records import Allotment, CardId
from hexwar.engine import SaveError, SeededChance
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.library import lasting_name, load_battle
from hexwar.scenario.summaries import summaries
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.forces import Side
from tests.scenario.small import Small
from tests.systems.nlc.cases import each

FRENCH, ALLIED = Side("french"), Side("allied")
CARDS = {
    "decks": {"french": "patrie-french", "allied": "patrie-coalition"},
    "mode_cards": {"french": 1},
    "bonus_cards": {"french": 3, "allied": 4},
    "bonus_turn": 3,
    "removals": [
        {"side": "french", "card": "probe", "count": 2},
        {"side": "allied", "card": "fire"},
    ],
}


@pytest.mark.rule("N23.10")
def test_each_side_is_allotted_its_deck_less_what_is_taken_out(small: Small) -> None:
    small.change("scenario", "cards", CARDS)
    battle = load_battle(small.write(), FILES_ONLY)
    assert battle.allotments == {
        FRENCH: Allotment("patrie-french", ((CardId("probe"), 2),), 1, 3, 3),
        ALLIED: Allotment("patrie-coalition", ((CardId("fire"), 1),), 0, 4, 3),
    }
    small.change("scenario", "cards", {"decks": {"french": "patrie-french"}})
    battle = load_battle(small.write(), FILES_ONLY)
    assert battle.allotments == {FRENCH: Allotment("patrie-french", (), 0, 0, 2)}


@pytest.mark.rule("N23.1")
def test_a_scenario_may_propose_a_way_to_play(small: Small) -> None:
    small.change("scenario", "cards", CARDS)
    small.change("scenario", "options", {"cards": "restricted"})
    small.change("scenario", "special_rules", [])
    path = str(small.write())
    assert battle_with(path, ()).options["cards"] == "restricted"
    assert battle_with(path, (("cards", "none"),)).options["cards"] == "none"


def test_the_command_knows_the_decks(small: Small, capsys: pytest.CaptureFixture[str]) -> None:
    small.change("scenario", "cards", {"decks": {"french": "patrie-frensh"}})
    assert main(["validate", str(small.write())]) == 1
    sentence = 'there is no deck "patrie-frensh"; did you mean "patrie-french"?'
    assert sentence in capsys.readouterr().out


@each("deck", "patrie-saxon", "four-lost-battles-italian")
def test_a_game_with_an_unknown_deck_is_refused_with_file_and_place(
    small: Small, deck: str
) -> None:
    small.change("scenario", "cards", {"decks": {"french": deck}})
    small.change("scenario", "special_rules", [])
    path = small.write()
    with pytest.raises(ScenarioError, match=f'there is no deck "{deck}"') as caught:
        new_game(str(path), SeededChance("1"), {"cards": "full"})
    assert (Path(caught.value.file), caught.value.place) == (path, "cards.decks.french")
    with pytest.raises(SaveError, match=f'there is no deck "{deck}"'):
        NLC.battle_of({"scenario": lasting_name(path), "options": {}})


def test_the_list_of_scenarios_names_their_decks() -> None:
    decks = {summary.id: dict(summary.decks) for summary in summaries(FILES_ONLY)}
    assert decks["brienne"] == {"french": "patrie-french", "allied": "patrie-coalition"}
    assert decks["proving-ground"] == decks["brienne"]
