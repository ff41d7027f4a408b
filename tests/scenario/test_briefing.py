"""The briefing of a scenario: its form, its bounds, and that each of our battles has one."""

from __future__ import annotations

import copy
from typing import Any

from hexwar.scenario.library import load_battle
from hexwar.scenario.summaries import summaries
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battle import Briefing, Difficulty
from hexwar.table.forces import Side
from tests.scenario.small import Small
from tests.systems.nlc.cases import each

BATTLES = (
    "brienne",
    "la-rothiere",
    "champaubert",
    "montmirail",
    "vauchamps",
    "fere-champenoise",
)
PAGE: dict[str, Any] = {
    "situation": "It rains.",
    "forces": "Two brigades.",
    "aims": {"french": "Take Bourg.", "allied": "Hold Bourg."},
    "special": ["The bridge is narrow."],
    "victory": "Bourg.",
    "history": "It never was.",
    "difficulty": {"french": "hard", "allied": "easy"},
    "minutes": 30,
}


def test_a_scenario_needs_no_page_but_one_is_read_and_comes_with_the_battle(small: Small) -> None:
    assert load_battle(small.write(), FILES_ONLY).briefing is None
    small.change("scenario", "briefing", PAGE)
    assert small.sentences() == []
    assert load_battle(small.write(), FILES_ONLY).briefing == Briefing(
        situation="It rains.",
        forces="Two brigades.",
        aims={Side("french"): "Take Bourg.", Side("allied"): "Hold Bourg."},
        special=("The bridge is narrow.",),
        victory="Bourg.",
        history="It never was.",
        difficulty={Side("french"): Difficulty.HARD, Side("allied"): Difficulty.EASY},
        minutes=30,
        sources=(),
        estimates="",
    )


@each(
    "field value sentence",
    ("aims", {"russian": "?"}, "there is no side"),
    ("difficulty", {"russian": "hard"}, "there is no side"),
    ("difficulty.french", "brutal", "none of easy, fair, hard"),
    ("minutes", 4, "at least 5"),
    ("situation", "x" * 3001, "3000"),
    ("special", ["x"] * 21, "20"),
)
def test_what_does_not_fit_is_named(small: Small, field: str, value: object, sentence: str) -> None:
    small.change("scenario", "briefing", copy.deepcopy(PAGE))
    small.change("scenario", f"briefing.{field}", value)
    told = [text for text in small.sentences() if ": briefing" in text]
    assert told
    assert sentence in told[0]


@each("battle", *BATTLES)
def test_every_battle_of_1814_has_a_full_page_with_its_best_victory_hexes(battle: str) -> None:
    (found,) = [summary for summary in summaries(FILES_ONLY) if summary.id == battle]
    page = found.briefing
    assert page is not None
    assert all((page.situation, page.forces, page.victory, page.history, page.estimates))
    assert set(page.aims) == set(page.difficulty) == {"french", "allied"}
    assert page.special
    assert page.sources
    for side, sp in found.sp.items():
        assert f"{sp} SP" in page.forces, side
    loaded = load_battle(battle, FILES_ONLY)
    page = loaded.briefing
    assert page is not None
    told = " ".join((page.victory, *page.aims.values()))
    most = max(loaded.vp_hexes.values())
    for hex_, points in loaded.vp_hexes.items():
        if points == most:
            name = loaded.battlefield.name_of(hex_).split(" (")[0].split("-")[0]
            assert name in told
