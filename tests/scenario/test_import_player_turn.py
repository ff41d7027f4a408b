"""The conversion of notes that are for the player turn (T34.3)."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from hexwar.scenario.validate import validate
from hexwar.systems.tlnb.section import SECTION
from tests.scenario.test_import import OOB, source_map, unit, write_oob
from tools.history import ImportFaultError
from tools.import_history import convert

Raw = dict[str, Any]

BLOCK: Raw = {
    "leaders": [{"formation": "FR-GRO", "name": "Grouchy", "commander": 1, "officer": 4}],
    "commander_reach": {"Grouchy": ["FR-1"]},
    "weather": {"historical": "fair until noon, dust storm from 15:00"},
    "decks": {
        "french": "Four Lost Battles, French (24.9)",
        "allied": "Four Lost Battles, Coalition (24.9)",
    },
    "card_removals": [{"side": "french", "card": 30, "count": 1}],
    "march_orders": [{"formation": "FR-1", "route": ["0103"], "goal": "0603", "from_turn": 2}],
    "alternates": {"rule": "T20.5", "allied": [{"list": 1, "from_turn": 3}]},
    "supply": {"road_half": True, "shared_trains": {"formations": ["FR-1"], "trains": ["FR-1-03"]}},
    "special_rules": [
        {"id": "oudinot-to-the-letter", "text": "He waits.", "numbers": {"hexes": 10}}
        | {"formations": ["FR-1"]}
    ],
}


def noted(**fields: Any) -> Raw:
    """The notes of the small battle for this game."""
    oob = copy.deepcopy(OOB)
    oob["special_rules"] = {}
    oob["scenario"]["weather_turns"] = [1, 4]
    oob["scenario"] |= {"weather_start": "fair", "historical_weather": "fair", **fields}
    corps = oob["sides"]["french"]["formations"][2]
    train = unit("FR-1-03", "0103", arm="baggage train", sp=0, steps=0, reduced_sp=0)
    corps["units"].append(train | {"initiative": None, "men": 0})
    corps["units"][0]["name"] = "1st (Saxon) Brigade"
    return oob


def imported(tmp_path: Path, oob: Raw) -> dict[str, Raw]:
    folder = tmp_path / "notes"
    folder.mkdir()
    ground = source_map()
    hill = {"name": "Sud hill", "kind": "height", "hexes": ["0705"]}
    ground["named_areas"] += [hill, {"name": "Mont", "kind": "height", "hexes": ["0705"]}]
    mont = {"name": "Mont", "hex": "0705", "terrain": "clear", "basis": "EST"}
    ground["places"].append(mont)
    (folder / "map_bourg.json").write_text(json.dumps(ground), "utf-8")
    write_oob(folder, oob)
    files = convert(folder, tmp_path / "out", ["bourg"])
    return {path.stem: json.loads(path.read_text("utf-8")) for path in files}


@pytest.mark.rule("T34.3")
def test_a_block_for_the_player_turn_becomes_its_section(tmp_path: Path) -> None:
    raw = imported(tmp_path, noted(tlnb=BLOCK))
    scenario, section = raw["scenario"], raw["scenario"]["tlnb"]
    assert scenario["system"] == "tlnb"
    assert not {"orders", "divisional_orders", "special_rules"} & scenario.keys()
    ratings = {row.pop("leader"): row for row in section["leaders"]}
    assert ratings == {
        "FR-HQ-L": {"commander": 3},
        "FR-GRO-L": {"commander": 1, "officer": 4},  # the list wins
        "FR-1-L": {"officer": 2},
        "CO-1-L": {"officer": 3},
    }
    assert section["reach"] == [{"leader": "FR-GRO-L", "formations": ["FR-1"]}]
    assert section["weather"]["by_turn"] == {"1": "fair", "4": "fair", "7": "dust storm"}
    assert section["march_orders"] == BLOCK["march_orders"]
    shared = [{"formations": ["FR-1"], "trains": ["FR-1-03"]}]
    assert section["supply"] == {"road_half": True, "shared_trains": shared}
    assert section["special_rules"] == BLOCK["special_rules"]
    assert scenario["cards"] == {
        "decks": {
            "french": "four-lost-battles-french",
            "allied": "four-lost-battles-coalition",
        },
        "mode_cards": {"french": 1, "allied": 2},
        "bonus_cards": {"french": 3, "allied": 3},
        "bonus_turn": 2,
        "removals": [{"side": "french", "card": "reluctant-yorck", "count": 1}],
    }
    assert [one["from_turn"] for one in scenario["alternates"]] == [3]


def test_units_have_the_nation_that_their_name_tells_and_a_hill_one_name(tmp_path: Path) -> None:
    raw = imported(tmp_path, noted(tlnb=BLOCK))
    corps = raw["forces"]["formations"][2]
    assert [one.get("nation") for one in corps["units"]] == ["Saxon", None, None]
    assert [area["name"] for area in raw["bourg"]["areas"]] == ["Bois", "Sud hill"]


@pytest.mark.rule("T34.3", "T34.4")
def test_notes_of_the_older_form_are_read_too(tmp_path: Path) -> None:
    table = {"frost": ["frost"] * 5 + ["snow"]}
    older: Raw = {
        "victory_tlnb": {"scale": "T23.1"},
        "decks": {"french": "coming-storm", "allied": "coming-storm"},
        "options": {"arrivals": "varied"},
        "charts": "4lb5",
        "option_night_attack": True,
        "weather_table": table,
        "historical_weather_by_turn": {"1": "frost", "4": "snow"},
        "not_varied_turns": [1],
    }
    oob = noted(**older)
    march = {"steps": [{"type": "march", "target": "0603"}]}
    oob["sides"]["french"]["formations"][2]["start_order"] = march
    raw = imported(tmp_path, oob)
    section = raw["scenario"]["tlnb"]
    options = {"charts": "4lb5", "night_attack": "on", "arrivals": "varied"}
    assert section["options"] == options
    assert section["weather"] == {"table": table, "by_turn": {"1": "frost", "4": "snow"}}
    assert section["not_varied_turns"] == [1]
    assert section["march_orders"] == [{"formation": "FR-1", "goal": "0603"}]
    path = tmp_path / "out" / "bourg" / "scenario.json"
    errors = [str(found) for found in validate([path], {"tlnb": SECTION}) if found.is_error]
    assert not [words for words in errors if "tlnb" in words.split(": ")[1]]


def test_a_card_that_no_deck_has_is_told(tmp_path: Path) -> None:
    removals = [{"side": "french", "card": 99, "count": 1}]
    with pytest.raises(ImportFaultError, match="four-lost-battles-french has no card 99"):
        imported(tmp_path, noted(tlnb=BLOCK | {"card_removals": removals}))
