"""The envelope is every game's; what lies in it is read, judged and built by its system."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.scenario.build import build
from hexwar.scenario.checks.case import Case
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.files import Loaded
from hexwar.scenario.findings import Pen
from hexwar.scenario.library import load_battle
from hexwar.scenario.schema import ScenarioFile
from hexwar.scenario.section import Facts, Section
from hexwar.scenario.summaries import scenario_ids, summaries
from hexwar.scenario.validate import validate
from hexwar.systems.nlc.section import FILES_ONLY, NLC
from hexwar.table.battle import MapBattle
from hexwar.table.battlefield import Battlefield
from tests.boards import TABLES
from tests.scenario.small import GONE, Small


class Breeze(ScenarioFile):
    """A game in which the wind blows, and nothing is known of weather, orders or supply."""

    wind: str


def check_alone(scenario: Breeze, _: Battlefield | None, pen: Pen) -> None:
    if scenario.wind == "none":
        pen.error(("wind",), "there is always some wind")


def check_together(case: Case, _: Battlefield | None, __: bool) -> None:
    case.pen.warning(("wind",), f"{len(case.units)} units feel it")


def built(scenario: Breeze, loaded: Loaded) -> MapBattle:
    assert loaded.scenario is scenario
    return build(loaded)


SECTIONS: dict[str, Section[Any, Any]] = {
    "breeze": Section(
        Breeze, Case, check_alone, check_together, built, lambda s: Facts({"wind": s.wind})
    )
}

OF_NLC = ("weather", "options", "orders", "divisional_orders", "supply_sources", "alternates")
MORE = ("cards", "special_rules", "reduced", "improved_positions", "damaged_spans", "arrivals")


@pytest.fixture
def breeze(small: Small) -> Small:
    """The small scenario as a scenario of the other game: whoever was to come is there."""
    entries = small.raw["scenario"]["arrivals"]
    staffs = {f["id"]: f["leaders"] for f in small.raw["forces"]["formations"]}
    for group in entries:
        leaders = [x["id"] for name in group.get("formations", ()) for x in staffs[name]]
        place = {"hex": group["entry"], "units": group.get("units", []), "leaders": leaders}
        small.raw["scenario"]["setup"].append(place)
    for name in (*OF_NLC, *MORE, "exits", "exhausted", "cumulative_alternates", "mini_campaign"):
        small.raw["scenario"].pop(name, None)
    small.change("scenario", "system", "breeze")
    small.change("scenario", "wind", "west")
    return small


def sentences(small: Small, sections: Any = SECTIONS) -> list[str]:
    found = validate([small.write()], sections)
    return [f"{x.place}: {x.severity}: {x.sentence}" for x in found if "scenario" in x.file]


def test_a_section_reads_and_judges_its_own_fields(breeze: Small) -> None:
    units = sum(len(f.get("units", ())) for f in breeze.raw["forces"]["formations"])
    assert f"wind: warning: {units} units feel it" in sentences(breeze)
    assert not any("error" in found for found in sentences(breeze))
    breeze.change("scenario", "wind", "none")
    assert "wind: error: there is always some wind" in sentences(breeze)
    breeze.change("scenario", "wind", GONE)
    assert sentences(breeze) == ["wind: error: this field is missing"]


def test_its_battle_is_built_from_the_envelope_and_an_unknown_game_is_named(breeze: Small) -> None:
    battle = load_battle(breeze.write(), SECTIONS)
    assert (type(battle), battle.name) == (MapBattle, "Bourg")
    assert len(battle.unit_hexes) == len(battle.units) - 1  # all but the alternate
    breeze.change("scenario", "system", "breze")
    known = {**SECTIONS, **FILES_ONLY}
    assert sentences(breeze, known) == [
        'system: error: there is no game "breze"; did you mean "breeze"?'
    ]
    with pytest.raises(ScenarioError, match="there is no game"):
        load_battle(breeze.write(), known)


def test_a_scenario_that_names_no_game_is_of_the_first(small: Small) -> None:
    assert "system" not in small.raw["scenario"]
    assert load_battle(small.write(), FILES_ONLY).weather_turns
    own = {summary.id for summary in summaries(FILES_ONLY) if not summary.problem}
    assert set(scenario_ids()) - own == {"dennewitz", "eylau", *TABLES}
    small.change("scenario", "system", NLC)
    assert load_battle(small.write(), FILES_ONLY).weather_turns
