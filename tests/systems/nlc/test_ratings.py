"""Leaders: their ratings, who is under whom at Brienne; and whom the rules call visible."""

from __future__ import annotations

import pytest

from hexwar.ground.sight import has_line_of_sight
from hexwar.hexes import Hex
from hexwar.rulebook import Rulebook
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc import numbers
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.command.headquarters import errand_of
from hexwar.systems.nlc.rules.orders.goals import nearest_enemy
from hexwar.systems.nlc.rules.orders.pad import giver_of
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Leader
from tests.systems.nlc.positions import OPEN, position

RATINGS = {
    "Blücher": "[3]",
    "Gyulai": "(2)",
    "Sacken": "[2]",
    "Olsufiev": "(2)",
    "Pahlen": "(3)",
    "Lieven": "(2)",
    "Scherbatov": "(2)",
    "Vasilchikov": "(2)",
    "Napoléon": "[3]",
    "Nansouty": "(3)",
    "Mortier": "(2)",
    "Ney": "(4)",
    "Victor": "(2)",
    "Marmont": "(3)",
    "Gérard": "(2)",
    "Doumerc": "(3)",
    "Milhaud": "(3)",
}
"""N14.2: those leaders of the list whom the battle of Brienne knows by the same name."""


@pytest.mark.rule("N14.1", "N14.2")
@pytest.mark.parametrize(("name", "shown"), RATINGS.items())
def test_leaders_have_the_rating_of_the_list(name: str, shown: str) -> None:
    (card,) = (
        card for card in load_battle("brienne", FILES_ONLY).leaders.values() if card.name == name
    )
    assert card.shown_rating == shown


@pytest.mark.rule("N12.53", "N14.2")
def test_the_two_ratings_of_grouchy() -> None:
    leaders = load_battle("brienne", FILES_ONLY).leaders.values()
    (grouchy,) = (card for card in leaders if card.name == "Grouchy")
    assert grouchy.shown_rating == "[3/1]"


@pytest.mark.rule("N14.2")
@pytest.mark.parametrize(("name", "shown"), [*RATINGS.items(), ("Grouchy", "[3]/[1]")])
def test_the_rulebook_lists_the_rating(name: str, shown: str) -> None:
    text = Rulebook.load(numbers.printed()).rule("N14.2").text_markdown
    assert f"{name} {shown}" in text.replace(" |", ",")


@pytest.mark.rule("N24.4", "N12.11", "N12.8")
def test_the_chain_of_command_at_brienne() -> None:
    battle = load_battle("brienne", FILES_ONLY)
    state = set_up(battle)
    under = {str(f): giver_of(state, LineId(f)) for f in battle.formations}
    assert [f for f, giver in under.items() if giver == "FR-GRO-L"] == ["FR-5C"]
    assert [f for f, giver in under.items() if giver == "CO-SAC-L"] == ["CO-6", "CO-11"]
    assert {under["FR-GRO"], under["FR-YG"], under["FR-2"]} == {"FR-HQ-L"}
    assert {under["CO-SAC"], under["CO-AG"], under["CO-9"]} == {"CO-HQ-L"}
    reserve = battle.formations[FormationId("FR-RES")].units
    assert [battle.units[u].attached_from for u in reserve].count(FormationId("FR-6")) == 3


@pytest.mark.rule("N14.53", "N12.16")
def test_an_hq_without_an_order_of_its_own_is_not_tied_to_its_place() -> None:
    state, hq = set_up(load_battle("brienne", FILES_ONLY)), LeaderId("CO-HQ-HQ")
    assert state.pad.lines[LineId("CO-HQ")].step.verb == "defend"
    state.put_leader(Leader(hq, hex=Hex("1010")))
    assert errand_of(state, hq) is None
    assert errand_of(state, LeaderId("CO-SAC-L")) is not None  # he has an order to march


@pytest.mark.rule("N3.6")
def test_an_enemy_behind_woods_is_visible_all_the_same() -> None:
    rows = OPEN.splitlines()
    rows[3] = "w  w  w  w  w  w  w"
    state = position(
        "\n".join(rows), "F1 infantry 6-3 0401", "A1 infantry 6-3 0407", orders="FI: delay 0404"
    )
    assert not has_line_of_sight(state.battle.battlefield, Hex("0401"), Hex("0407"), 12)
    assert nearest_enemy(state, LineId("FI"), Hex("0401")) == "0407"
