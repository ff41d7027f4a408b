"""What the rulebook prints of the campaign: its tables, its numbers, and that it is built."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hexwar.rulebook import Rulebook, RulebookError
from hexwar.systems.nlc.events import EVENTS
from tests.systems.nlc.typed_campaign import SEASONS, weather_rows

NUMBERS = tomllib.loads(
    (Path(__file__).resolve().parents[3] / "hexwar/systems/nlc/numbers.toml").read_text("utf-8")
)
BOOK = Rulebook.load(NUMBERS, events=[event.__name__ for event in EVENTS])


def text(rule_id: str) -> str:
    return " ".join(BOOK.rule(rule_id).text_markdown.split())


@pytest.mark.rule("T3.1", "T3.2")
@pytest.mark.parametrize("season", SEASONS)
def test_each_weather_table_is_printed_whole(season: str) -> None:
    rows = [
        f"| {now.capitalize()} | {' | '.join(results)} |"
        for now, *results in weather_rows(SEASONS[season])
    ]
    assert "\n".join(rows) in BOOK.rule("T3.2").text_markdown


@pytest.mark.rule("T3.1")
def test_every_kind_of_weather_is_named() -> None:
    kinds = {word for table in SEASONS.values() for row in weather_rows(table) for word in row}
    assert len(kinds - {"start"}) == 10
    for kind in kinds - {"start"}:
        assert kind in text("T3.1"), kind


@pytest.mark.rule("T20.4", "N20.4")
def test_the_table_of_arrivals() -> None:
    printed = BOOK.rule("T20.4").text_markdown
    rows = [
        "2 turns early",
        "1 turn early",
        "as listed",
        "as listed",
        "1 turn late",
        "2 turns late",
    ]
    table = "\n".join(f"| {die} | {words} |" for die, words in enumerate(rows, start=1))
    assert table in printed
    assert "T20.4" in text("N20.4")


@pytest.mark.parametrize(
    ("rule_id", "words"),
    [
        ("N5.61", "Leaving costs 1 MP, which must be left."),
        ("N5.8", "and 4 hours ahead or more"),
        ("N14.3", "ends within 2 times the range of the commander"),
        ("N15.5", "when 50% or more of these units are out of supply"),
        ("N16.3", "at most 2 such units on each"),
        ("N17.2", "only formations under March, Fall Back or Reserve act"),
        ("N18", "none is built in frost, snow and snowstorm (N21)"),
        ("N21", "2 infantry units that are under Defend"),
        ("N21", "on 1 or less the hex has an improved position"),
        ("N22", "(N12.29): each own baggage train that left the map | 4 |"),
        ("N22", "for every 5 own combat units that left the map | 1 |"),
        ("T2.2", "one of cloudy, fog, rain, snow and snowstorm, the day turns before 10:00"),
        ("T20.4", "2 turns before a group is due"),
        ("T20.4", "late so far than early, 1 is taken from the die"),
        ("T20.5", "Roll a die and divide it by 2, rounding up"),
    ],
)
def test_the_campaign_is_told_with_its_numbers(rule_id: str, words: str) -> None:
    assert words in text(rule_id)


@pytest.mark.parametrize("chapter", ["N16", "N18", "N21", "N22", "T2", "T3", "T20"])
def test_no_rule_of_the_campaign_is_left_out(chapter: str) -> None:
    rules = [r for r in BOOK.rules.values() if r.id == chapter or r.id.startswith(f"{chapter}.")]
    assert len(rules) > 1
    assert [rule.id for rule in rules if not rule.built] == []


def test_every_event_has_its_line_in_the_list() -> None:
    names = [entry.name for entry in BOOK.events]
    assert len(names) == len(set(names))
    for entry in BOOK.events:
        assert entry.text, f"{entry.name} has no line in catalogue.toml"
        assert entry.rule or entry.name == "DieRolled", entry.name


@pytest.mark.parametrize(
    ("chapter", "changes", "sentence"),
    [
        ("weather_winter", {"rows": ["fair"]}, "the table 'winter' has cells missing or to spare."),
        ("weather_summer", {"table": [["fair"]] * 8}, "the table 'summer' has cells missing"),
        ("arrival", {"shifts": ["late"]}, "the table 'shifts' needs whole numbers."),
    ],
)
def test_a_table_that_does_not_fit_together_is_named(
    chapter: str, changes: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RulebookError, match=sentence):
        Rulebook.load({**NUMBERS, chapter: {**NUMBERS[chapter], **changes}})
