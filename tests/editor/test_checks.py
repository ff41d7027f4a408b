"""The checks of a draft: as strict as those of files, and they know where on the map it is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.app.games import sections
from hexwar.editor.checks import Checks, path_of
from hexwar.editor.document import Draft, Part
from hexwar.editor.files import Files
from hexwar.editor.sheet import blank, grid_of, painted
from hexwar.hexes import Grid, Hex
from hexwar.resources import scenarios
from hexwar.scenario import validate as validating
from hexwar.scenario.errors import place_text
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


def test_a_draft_that_lies_nowhere_has_no_folder_to_be_called_by(checks: Checks) -> None:
    draft, files, _ = Files.read(scenarios() / "first-steps")
    other = draft.having("scenario", draft.scenario | {"id": "other-steps"})
    asked = [p.path for p in checks.problems(other, files) if p.path == ("id",)]
    assert asked == [("id",)]
    assert not [p for p in checks.problems(other) if p.path == ("id",)]


def test_a_place_is_read_as_steps() -> None:
    assert path_of("briefing.aims.french") == ("briefing", "aims", "french")
    assert path_of("") == ()
    for place in (("numbers", "morale.base"), ("a", 3, 'say "so"', 0, "b"), ("x-y", "z")):
        assert path_of(place_text(place)) == place


BATTLE, FILES, _ = Files.read(scenarios() / "first-steps")
KEEN = Checks(sections())
"""Which has judged many drafts before, and keeps what it knows of them."""

junk = st.one_of(
    st.none(),
    st.integers(-3, 200),
    st.text(max_size=6),
    st.lists(st.sampled_from(["0101", "9999", "w", "0101-0201", "x"]), max_size=3),
    st.dictionaries(st.sampled_from(["hex", "units", "name", "x"]), st.integers(0, 3), max_size=2),
)


@st.composite
def faults(draw: st.DrawFn) -> tuple[Part, str, Any]:
    """A field of a file, and what stands in it by mistake."""
    part: Part = draw(st.sampled_from(("map", "forces", "scenario")))
    return part, draw(st.sampled_from([*BATTLE.part(part), "unheard-of"])), draw(junk)


@settings(max_examples=20)
@given(st.lists(faults(), min_size=1, max_size=4))
def test_what_is_kept_of_files_changes_nothing(made: list[tuple[Part, str, Any]]) -> None:
    draft = BATTLE
    for part, name, value in made:
        draft = draft.having(part, draft.part(part) | {name: value})
        kept = KEEN.problems(draft, FILES, is_thorough=False)
        assert kept == Checks(sections()).problems(draft, FILES, is_thorough=False)
        assert KEEN.problems(draft, FILES, is_thorough=False) == kept


def test_files_that_are_the_same_are_not_judged_again(
    checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks.problems(BATTLE, FILES)
    looked: list[str] = []
    monkeypatch.setattr(validating, "check_map", lambda *_: looked.append("map"))
    monkeypatch.setattr(validating, "check_forces", lambda *_: looked.append("forces"))
    renamed = BATTLE.having("scenario", BATTLE.scenario | {"name": "Other"})
    checks.problems(renamed, FILES)
    assert looked == []
    checks.problems(renamed.having("map", dict(BATTLE.map)), FILES)
    assert looked == ["map"]


def test_marches_are_left_for_later(checks: Checks) -> None:
    far = grid_of(BATTLE.map).hexes[-1]
    steps = [{"verb": "march", "target": hex_} for hex_ in ("0101", far)]
    orders = [BATTLE.scenario["orders"][0] | {"steps": steps}]
    scenario = BATTLE.scenario | {"orders": orders, "turns": BATTLE.scenario["turns"][:1]}
    draft = BATTLE.having("scenario", scenario)

    def late(*, is_thorough: bool) -> bool:
        found = checks.problems(draft, FILES, is_thorough=is_thorough)
        return any(p.path[:1] == ("orders",) and not p.is_error for p in found)

    assert late(is_thorough=True)
    assert not late(is_thorough=False)


def test_a_problem_knows_its_hexes_but_no_year(checks: Checks) -> None:
    turns = [BATTLE.scenario["turns"][0] | {"day": 3}, *BATTLE.scenario["turns"][1:]]
    draft = BATTLE.having("scenario", BATTLE.scenario | {"turns": turns})
    found = next(p for p in checks.problems(draft, FILES) if p.path == ("turns", 0, "day"))
    assert "1814" in found.sentence or "18" in found.sentence
    assert found.hexes == ()
    rows = ["." * len(row) for row in BATTLE.map["elevation"]]
    rows[2] = "..1" + rows[2][3:]
    raised = BATTLE.map | {"elevation": rows, "slopes": ["0101-0102"]}
    told = checks.problems(BATTLE.having("map", raised), FILES)
    steps = [p.hexes for p in told if p.path == ("slopes",)]
    assert steps
    assert all("0303" in hexes and len(hexes) == 2 for hexes in steps), "not all slopes there are"
