"""The checks of a draft: as strict as those of files, and they know where on the map it is."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.app.games import sections
from hexwar.editor.checks import Checks, path_of
from hexwar.editor.document import Draft
from hexwar.editor.files import Files
from hexwar.editor.sheet import blank, painted
from hexwar.hexes import Grid, Hex
from hexwar.resources import scenarios
from hexwar.scenario.validate import validate


@pytest.fixture(scope="module")
def checks() -> Checks:
    """Those of all games."""
    return Checks(sections())


@pytest.mark.parametrize("name", ["first-steps", "brienne", "champaubert"])
def test_a_draft_is_judged_as_its_files_are(name: str, checks: Checks) -> None:
    folder = scenarios() / name
    draft, files, _ = Files.read(folder)
    found = checks.problems(draft, files)
    known = validate([folder / "scenario.json"], sections(), scenarios())
    assert sorted(p.sentence for p in found) == sorted(f.sentence for f in known)
    assert not any(problem.is_error for problem in found)


def test_a_change_is_judged_before_it_is_saved(checks: Checks) -> None:
    draft, files, _ = Files.read(scenarios() / "first-steps")
    moved: list[dict[str, Any]] = [dict(place) for place in draft.map["places"]]
    moved[0]["terrain"] = "chateau"
    scenario = draft.scenario | {"first_player": "nobody"}
    draft = draft.having("map", draft.map | {"places": moved}).having("scenario", scenario)
    errors = [problem for problem in checks.problems(draft, files) if problem.is_error]
    about = {problem.part: problem for problem in errors}
    assert about["map"].path == ("places", 0, "terrain")
    assert about["map"].hexes == ("0305",)
    assert about["scenario"].path == ("first_player",)


def test_a_draft_without_files_is_judged_too(checks: Checks) -> None:
    map_ = painted(blank("A sheet", Grid(5, 4)), {Hex("0303"): "w"})
    assert not [p for p in checks.problems(Draft(map=map_)) if p.is_error]
    bad = Draft(map=map_ | {"terrain": ["....."]})
    assert any(problem.is_error for problem in checks.problems(bad))
    draft, _, _ = Files.read(scenarios() / "first-steps")
    names = {"map": "map.json", "forces": "forces.json"}
    whole = draft.having("scenario", draft.scenario | names)
    assert not any(problem.is_error for problem in checks.problems(whole))
    alone = Draft(scenario=draft.scenario | names)
    assert any("map.json" in problem.sentence for problem in checks.problems(alone))


def test_a_place_is_read_as_steps() -> None:
    assert path_of("briefing.aims.french") == ("briefing", "aims", "french")
    assert path_of("") == ()
