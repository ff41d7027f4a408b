"""Whole games by the rules of the player turn, over the battles of the program."""

from __future__ import annotations

from random import Random

import pytest

from hexwar.app.games import kit_of_scenario, new_game, rules_for
from hexwar.engine import SeededChance
from hexwar.engine.save import save
from hexwar.hexes import Hex
from hexwar.scenario.errors import ScenarioError
from hexwar.systems.tlnb.battle import own
from hexwar.systems.tlnb.kit import TLNB
from hexwar.table.battle import on_map
from tests.systems.nlc.cases import each


@each("battle", "first-steps", "champaubert", "fere-champenoise")
def test_a_game_comes_to_its_end_and_is_read_again(battle: str) -> None:
    session = TLNB.new_game(battle, SeededChance("7"))
    dice = Random(7)
    while session.pending is not None and len(session.events) < 900:
        options = list(session.pending.options(session.state))
        assert session.pending.refusal(session.state, options[0]) is None
        session.answer(dice.choice(options))
    if session.pending is not None:
        assert session.state.turn > 1
    told = TLNB.verify_game(save(session))
    assert told.ok, told.sentence


@pytest.mark.rule("T34.1", "T34.5", "T23.9")
def test_a_battle_written_for_the_other_game_is_converted() -> None:
    battle = own(TLNB.battle("brienne"))
    ratings = dict(battle.commanders) | dict(battle.officers)
    names = {card.name: ratings.get(id_) for id_, card in battle.leaders.items()}
    assert names["Grouchy"] == 2
    assert names["Milhaud"] == 5
    assert names["Olsufiev"] == 2
    other = on_map(kit_of_scenario("brienne").battle("brienne"))
    assert (other.vp_hexes[Hex("0812")], battle.vp_hexes[Hex("0812")]) == (3, 8)
    assert (other.vp_hexes[Hex("0912")], battle.vp_hexes[Hex("0912")]) == (1, 3)
    assert (other.vp_hexes[Hex("1832")], battle.vp_hexes[Hex("1832")]) == (2, 5)
    assert battle.vp_hexes.keys() == other.vp_hexes.keys()


@pytest.mark.rule("T34.1")
def test_a_scenario_of_the_series_can_be_played_by_both_rules() -> None:
    assert [kit.id for kit in rules_for("nlc")] == ["nlc", "tlnb"]
    assert [kit.id for kit in rules_for("tlnb")] == ["tlnb"]
    game = new_game("first-steps", SeededChance("1"), {"rules": "tlnb"})
    assert game.system.id == "tlnb"
    assert "rules" not in game.header["options"]
    with pytest.raises(ScenarioError, match="no game"):
        new_game("first-steps", SeededChance("1"), {"rules": "chess"})
    with pytest.raises(ScenarioError, match="value"):
        TLNB.battle("first-steps", (("charts", "old"),))
