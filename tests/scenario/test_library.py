"""Finding scenarios by name or path, loading them, and listing them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwar import resources
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.library import find, load_battle
from hexwar.scenario.summaries import scenario_ids, summaries, summaries_json, summaries_text
from hexwar.systems.nlc.section import FILES_ONLY
from tests.scenario.small import Small
from tests.systems.nlc.cases import each


@pytest.fixture
def shipped(small: Small, monkeypatch: pytest.MonkeyPatch) -> Small:
    """The small scenario in place of those that come with hexwar."""
    small.write()
    monkeypatch.setattr(resources, "scenarios", lambda: small.folder)
    return small


def test_the_scenarios_that_come_with_hexwar() -> None:
    battles = {"brienne", "la-rothiere", "champaubert", "montmirail", "vauchamps"}
    battles.add("fere-champenoise")
    campaigns = {"brienne-la-rothiere", "three-battles", "three-battles-montmirail"}
    ids = scenario_ids()
    assert {*battles, *campaigns, "proving-ground"} <= set(ids)
    assert list(ids) == sorted(ids)


def test_a_scenario_is_found_by_name_folder_or_file(shipped: Small, tmp_path: Path) -> None:
    file = shipped.folder / "bourg" / "scenario.json"
    assert find("bourg") == file
    assert find(shipped.folder / "bourg") == file
    assert find(str(file)) == file
    (tmp_path / "empty").mkdir()
    with pytest.raises(ScenarioError, match=r"empty: the folder holds no scenario\.json$"):
        find(tmp_path / "empty")


def test_a_scenario_of_ones_own_may_use_our_maps(shipped: Small, tmp_path: Path) -> None:
    own = Small(tmp_path / "own")
    own.change("scenario", "id", "mine")
    folder = own.write().parent
    (own.folder / "maps" / "bourg.json").unlink()
    battle = load_battle(folder, FILES_ONLY)
    assert (battle.id, battle.battlefield.id) == ("mine", "bourg")


@each(
    "name message",
    ("burg", 'there is no scenario "burg"; did you mean "bourg"? (there are: bourg)'),
    ("zzz", 'there is no scenario "zzz" (there are: bourg)'),
    ("a\0b", 'there is no scenario "a\\u0000b" (there are: bourg)'),
    ("n" * 300, f'there is no scenario "{"n" * 59}…" (there are: bourg)'),
)
def test_a_scenario_that_is_not_there(shipped: Small, name: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        find(name)
    assert str(raised.value) == message


def test_a_broken_scenario_is_refused_with_file_place_and_sentence(shipped: Small) -> None:
    shipped.change("map", "roads[0].hexes[4]", "0603")
    shipped.write()
    with pytest.raises(ScenarioError) as raised:
        load_battle("bourg", FILES_ONLY)
    error = raised.value
    where = (f"{shipped.folder.as_posix()}/maps/bourg.json", "roads[0].hexes[4]")
    assert (error.file, error.place) == where
    skips = "the road skips from 0403 to 0603, which is not next to it"
    assert error.sentence == f"{skips} (and 1 more: see hexwar validate)"


def test_warnings_do_not_keep_a_scenario_from_being_played_nor_links_inside(shipped: Small) -> None:
    shipped.change("scenario", "colour", "red")
    inside = shipped.write().parent.parent / "maps" / "bourg.json"
    inside.rename(inside.with_name("other.json"))
    inside.symlink_to(inside.with_name("other.json"))
    assert load_battle("bourg", FILES_ONLY).battlefield.name == "Bourg"


def test_units_of_a_mini_campaign_are_not_set_up(shipped: Small) -> None:
    shipped.change("forces", "formations[4].presence", "campaign")
    shipped.change("scenario", "alternates", [])
    setup = {"hex": "0801", "units": ["CO-2-01"], "leaders": ["CO-2-L"]}
    shipped.change("scenario", "setup[+]", setup)
    shipped.write()
    battle = load_battle("bourg", FILES_ONLY)
    assert "CO-2-01" in battle.units
    assert "CO-2-01" not in battle.unit_hexes
    assert "CO-2-L" not in battle.leader_hexes


def test_what_a_scenario_sets_for_the_rules(shipped: Small) -> None:
    proposed = {"cups": "common", "weather": "historical", "arrivals": "varied"}
    shipped.change("scenario", "options", proposed)
    shipped.change("scenario", "weather.historical", "snow")
    shipped.change("scenario", "reduced", ["FR-1-02"])
    shipped.change("scenario", "first_player", "allied")
    shipped.write()
    battle = load_battle("bourg", FILES_ONLY)
    assert battle.options == proposed
    (summary,) = summaries(FILES_ONLY)
    assert summary.options == proposed
    assert summary.recorded_weather == "snow"
    assert battle.numbers == {"victory.sp_per_vp": 4}
    assert battle.reduced_at_start == {"FR-1-02"}
    assert battle.sides == ("allied", "french")


@each("name", "maps/bourg.json", "bourg/forces.json")
def test_no_link_leads_out_of_the_folder(shipped: Small, tmp_path: Path, name: str) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.json"
    inside = shipped.folder / name
    inside.rename(outside)
    inside.symlink_to(outside)
    with pytest.raises(ScenarioError, match="is a link out of the folder of scenarios"):
        load_battle("bourg", FILES_ONLY)


def test_summaries_list_a_broken_scenario_with_its_fault(shipped: Small) -> None:
    (summary,) = summaries(FILES_ONLY)
    assert (summary.id, summary.name, summary.date, summary.turns) == (
        *("bourg", "Bourg", "29 January 1814", 4),
    )
    assert summary.sp == {"french": 12, "allied": 10}
    assert summaries_text([summary]) == (
        "bourg  Bourg, 29 January 1814: 4 turns, French 12 SP, Coalition 10 SP"
    )
    (listed,) = json.loads(summaries_json([summary]))
    assert listed["side_names"] == {"french": "French", "allied": "Coalition"}
    (shipped.folder / "bourg" / "forces.json").unlink()
    (summary,) = summaries(FILES_ONLY)
    where = f"{shipped.folder.as_posix()}/bourg/scenario.json"
    assert summary.problem == f'{where}: forces: there is no file "forces.json"'
    assert summaries_text([summary]) == f"bourg  cannot be played: {summary.problem}"
