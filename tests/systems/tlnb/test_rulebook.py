"""The rulebook of the player-turn game: its chapters, its numbers, and what leads into it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexwar import resources
from hexwar.rulebook import Rulebook
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.tlnb.events import EVENTS
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.options import GROUPS
from hexwar.systems.tlnb.system import DECISIONS
from tools import game_lists

MENTION = re.compile(r"\b[NT]\d+(?:\.\d+[a-z]?)?\b")
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return TLNB.rulebook({})


def text_of(book: Rulebook, rule_id: str) -> str:
    return " ".join(book.rule(rule_id).text_markdown.split())


def test_the_book_of_a_player_turn_game_opens_at_its_own_chapters(book: Rulebook) -> None:
    names = [chapter.name for chapter in book.chapters]
    assert names[:3] == ["series", "not-yet-built", "t01-scale-and-pieces"]
    assert all(name.startswith("t") for name in names[2:])
    numbers = [int(name[1:3]) for name in names[2:]]
    assert sorted(set(numbers)) == [*range(1, 26), 28, 29, 30, 32, 34, 35]
    linked = set(re.findall(r'href="chapter:([^"]*)"', book.to_html("series")))
    assert linked == {*names[1:], "index"}


def test_each_rule_stands_once_and_the_other_game_has_its_text_too(book: Rulebook) -> None:
    other = NLC.rulebook({})
    assert set(book.rules) == set(other.rules)
    assert [c.name for c in other.chapters][:2] == ["index", "not-yet-built"]
    assert book.rule("T18.34").text_markdown == other.rule("T18.34").text_markdown
    for chapter in (*book.chapters, *book.others):
        assert set(MENTION.findall(chapter.markdown)) <= set(book.rules), chapter.name
    assert book.has_chapter("n08-assault")
    assert not book.has_chapter("n99-none")
    assert "N8.8" in book.to_html("n08-assault")


def test_it_finds_rules_of_its_own_game_only(book: Rulebook) -> None:
    assert [rule.id[0] for rule in book.search("road march")].count("N") == 0
    assert book.search("t10.12")[0].id == "T10.12"
    assert not book.search("Attack Confidence")


def test_questions_refusals_tips_and_options_name_rules_that_there_are(book: Rulebook) -> None:
    named: dict[str, str] = {}
    for path in (ROOT / "hexwar/systems/tlnb").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for rule_id in re.findall(r'"(?:rule:)?(T\d{1,2}(?:\.\d{1,3}[a-z]?)?)"', text):
            named[rule_id] = path.name
    assert len(named) > 60
    assert {rule: file for rule, file in named.items() if rule not in book.rules} == {}


SHOWN = {
    "table combat": ("crt.", "combat.columns", "combat.ratios"),
    "table shock": ("shock.table", "shock.most"),
    "table guns 4lb5": ("bombardment.charts.4lb5.", "bombardment.columns"),
    "table guns rev8": ("bombardment.charts.rev8.",),
    "table charges 4lb5": ("charge.charts.4lb5.",),
    "table charges rev8": ("charge.charts.rev8.",),
    "table allowances": ("allowance.roll",),
    "table levels": ("victory.levels",),
    "table shifts": ("arrival.shifts",),
    "table weather winter": ("sky.winter.",),
    "table weather middle": ("sky.middle.",),
    "table weather summer": ("sky.summer.",),
}
"""The numbers that a table prints."""

INNER = """
movement.march_through_friends movement.free_road_distance weather.slows_horse
"""
"""Numbers that another number tells, or that the law needs and no player."""


def leaves(numbers: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in numbers.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def test_every_number_of_the_game_is_printed_somewhere() -> None:
    file = ROOT / "hexwar/systems/tlnb/numbers.toml"
    numbers = tomllib.loads(file.read_text(encoding="utf-8"))
    pages = [*resources.rulebook().glob("t*.md"), resources.rulebook() / "n19-terrain-and-sight.md"]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    asked = {
        re.sub(r"^\+?((own|tlnb)\.)?", "", key)
        for text in texts
        for key in re.findall("{{(.+?)}}", text)
    }
    shown = tuple(key for table in asked & SHOWN.keys() for key in SHOWN[table])
    hidden = {key for key in leaves(numbers) if key not in asked and not key.startswith(shown)}
    assert hidden == set(INNER.split())


def test_a_scenarios_own_numbers_are_printed(book: Rulebook) -> None:
    changed = TLNB.rulebook({"combat.stream": "1/2", "arrival.ahead": 3})
    assert "| Stream or ford | attackers across it 2/3 | |" in book.rule("T10.6").text_markdown
    assert "| Stream or ford | attackers across it 1/2 | |" in changed.rule("T10.6").text_markdown
    assert "3 turns before a group is due" in text_of(changed, "T20.4")
    assert "2 turns before a group is due" in text_of(NLC.rulebook({}), "T20.4")


PRINTED = {
    "T11.1": """
        | Die | 1:5 | 1:4 | 1:3 | 1:2 | 1:1.5 | 1:1 | 1.5:1 | 2:1 | 3:1 | 4:1 | 5:1 | 6:1 |
        | 1 or less | Ar* | Sk | Dr | Dr | Dr | Dr2 | Dr2 | Dr2 | Dr3 | De | De | De |
        | 4 | Ae | Ar3 | Ar2 | Ar* | Sk | Sk | Dr | Dr | Dr | Dr2 | Dr2 | Dr2 |
        | 6 or more | Ae | Ae | Ae | Ar3 | Ar2 | Ar2 | Ar* | Ar* | Sk | Ex | Ex | Ex |
    """,
    "T11.2": """
        | 1 | 1R | Dr | Dr2 | Dr3 |
        | 4+ | Ar3 | Ar2 | Ar | 1R |
    """,
    "T12.3": """
        | Die | 1 | 2–3 | 4–5 | 6–7 | 8+ |
        | 0 or less | – | – | – | – | – |
        | 7 or more | Dr | Dr | 1R | 1R | 1R |
    """,
    "T28.1": """
        | 1 or less | – | – | – | – | – |
        | 6 or more | Dr* | Dr* | 1R* | 1R* | 1R* |
    """,
    "T13.5": "| 6 or more | Ae/0 | Ae/0 | Ae/1 | Ae/1 |",
    "T28.2": """
        | Die | 1:1 | 1:2 | 1:3 | 1:4 | 1:5 | 1:6 |
        | 1 or less | OR | OR | OR | OR | OR | Sk |
    """,
    "T7.44": "| 3 | 3 | 5 |",
    "T7.3": "| Woods | 2 | 4 |",
    "T3.2": "| Snowstorm | frost | cloudy | snow | snow | snow | snowstorm |",
    "T13.11": "| 2 or more | 1–5 | 6 |",
    "T20.4": "| 5 | 1 turn late |",
    "T23.1": "| each enemy supply source held by a unit in supply | 10 |",
    "T23.4": "| 1.1 or more | Marginal |",
    "T24.3": "| 12 | Probe | march | 3/4 | 0 |",
    "T24.4": "| 4 | SW | S |",
}
"""Rows of the tables, as the series prints them."""


@pytest.mark.parametrize("rule_id", PRINTED)
def test_the_tables_are_printed_with_their_numbers(book: Rulebook, rule_id: str) -> None:
    rows = [row.strip() for row in PRINTED[rule_id].strip().splitlines()]
    printed = book.rule(rule_id).text_markdown.splitlines()
    assert [row for row in rows if row not in printed] == []


@pytest.mark.rule("T25.1")
def test_the_page_of_options_is_that_of_the_dialog(book: Rulebook) -> None:
    rows = [
        f"| {o.title} | {'; '.join(o.values.values())} | {o.rule} |".casefold()
        for group in GROUPS
        for o in group.options
    ]
    printed = book.rule("T25.1").text_markdown.casefold().splitlines()
    assert [line for line in printed if line.startswith("| ")][1:] == rows


@pytest.mark.rule("T29", "T30")
def test_the_lists_have_every_question_and_event_with_their_rules(book: Rulebook) -> None:
    pages = {n: text for n, text in game_lists.pages().items() if n.startswith("t")}
    for name, text in pages.items():
        kept = (ROOT / "docs" / "rulebook" / name).read_text("utf-8")
        assert kept == text, f"{name} is out of date: run tools/game_lists.py"
    rows = {
        name: re.findall(r"^\| (\w+) \|(.*)\|$", text, re.M)[1:] for name, text in pages.items()
    }
    decisions, events = (dict(rows[name]) for name in ("t29-decisions.md", "t30-events.md"))
    assert set(decisions) == {kind.__name__ for kind in DECISIONS}
    assert set(events) == {kind.__name__ for kind in EVENTS}
    assert decisions["PlayOneCard"] == " T24.2 | The card of this Card Segment. |  "
    assert decisions["ChooseLosses"].endswith("T11.91, T11.92 | Which steps a side loses. | yes ")
    assert events["ForceHidden"].startswith(" Movement | T16.8 |")  # shared: by this game's number
    ids = set(MENTION.findall("".join(pages.values())))
    assert ids <= set(book.rules)
    assert not [id_ for id_ in ids if id_.startswith("N")]
