"""The rulebook of Mini-Nap 2: its chapters, its ids, its numbers, its tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexwar import resources
from hexwar.rulebook import Rulebook, RulebookError
from hexwar.scenario.summaries import summaries
from hexwar.systems.mininap.events import EVENTS
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.numbers import PRINTED
from hexwar.systems.mininap.options import GROUPS
from hexwar.systems.mininap.system import DECISIONS
from hexwar.table.options import options_of
from tools import game_lists, make_figures

ROOT = Path(__file__).resolve().parents[3]
MENTION = re.compile(r"\bM\d+(?:\.\d+)?\b")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return MININAP.rulebook({})


def frozen_ids() -> dict[str, bool]:
    """Every id of the specification, and whether it is a house rule, wholly or in part."""
    lines = (Path(__file__).parent / "mininap_ids.txt").read_text("utf-8").splitlines()
    return {line.split()[0]: line.endswith(" house") for line in lines}


def test_it_has_the_rules_of_the_specification_and_opens_at_its_own_index(book: Rulebook) -> None:
    house = frozen_ids()
    assert set(book.rules) == set(house)
    assert [c.name for c in book.chapters][:2] == ["mininap", "m01-scale-and-dice"]
    assert not book.others
    for rule in book.rules.values():
        number = int(rule.id[1:].partition(".")[0])
        assert rule.chapter.startswith(f"m{number:02d}-"), rule.id
        assert rule.text_markdown, rule.id
        assert not rule.built or rule.house == house[rule.id], rule.id
    linked = set(re.findall(r'href="chapter:([^"]*)"', book.to_html("mininap")))
    assert linked == {chapter.name for chapter in book.chapters[1:]}


def test_links_lead_somewhere_and_anchors_are_the_rules(book: Rulebook) -> None:
    names = {chapter.name for chapter in book.chapters}
    for chapter in book.chapters:
        html = book.to_html(chapter.name)
        assert re.findall(r'<a name="([^"]*)"></a>', html) == [rule.id for rule in chapter.rules]
        assert not {"{{", "}}"} & set(re.findall("{{|}}", chapter.markdown))
        assert set(MENTION.findall(chapter.markdown)) <= set(book.rules), chapter.name
        for address in re.findall(r'href="([^"]*)"', html):
            kind, _, place = address.partition(":")
            assert place in (names if kind == "chapter" else book.rules), address


def test_what_the_program_cites_is_in_the_book(book: Rulebook) -> None:
    """Refusals, questions, events and reports; docstrings may name what is no rule of play."""
    cited: dict[str, str] = {}
    for path in (ROOT / "hexwar/systems/mininap").rglob("*.py"):
        for rule_id in re.findall(r'"(?:rule:)?(M\d{1,2}(?:\.\d{1,3})?)"', path.read_text("utf-8")):
            cited[rule_id] = path.name
    assert len(cited) > 50
    assert {rule: file for rule, file in cited.items() if rule not in book.rules} == {}


TABLES = {
    "table moves": "movement.allowances.",
    "table bands": "fire.bands",
    "table ground": "terrain.rows",
}


def leaves(numbers: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in numbers.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def test_every_number_of_the_game_is_printed_somewhere() -> None:
    text = (ROOT / "hexwar/systems/mininap/numbers.toml").read_text("utf-8")
    pages = "".join(page.read_text("utf-8") for page in resources.rulebook().glob("m*.md"))
    asked = {key.removeprefix("+") for key in re.findall("{{(.+?)}}", pages)}
    shown = tuple(TABLES[table] for table in asked & TABLES.keys())
    known = set(leaves(tomllib.loads(text)))
    hidden = {key for key in known if key not in asked and not key.startswith(shown)}
    assert hidden == {"fire.single_stand"}  # a word, of which M9.17 and M26.1 tell


PRINTED_ROWS = {
    "M2.1": "| Cavalry | 2.5 | 4 |",
    "M5.3": "| Of its brigade | 1 | Of its division | 3 | Of the corps | 6 |",
    "M9.9": "| Muskets | 7 | Light guns | 40 | Medium guns | 60 | Heavy guns | 80 |",
    "M10.4": "| The target is in square | +2 | The target is cavalry | +1 |",
    "M10.6": """
        | up to 10 | canister | +1 | +2 | +3 | over 10 to 20 | canister | 0 | +1 | +2 |
        | over 20 to 40 | roundshot | −1 | 0 | +1 | over 40 to 80 | roundshot | – | −1, to 60 | 0 |
    """,
    "M12.11": "| Light infantry | 2 | Line infantry | 3 | Light cavalry | 3 | Heavy cavalry | 5 |",
    "M12.12": "| Cavalry attacks a square | −3 | Cavalry was caught standing (M19.10) | −1 |",
    "M16.2": """
        | Infantry in line | 4 | 8 | 5 | Infantry in column | 5 | 10 | 6 |
        | Infantry in skirmish line | 6 | 12 | 7 | Infantry in square | 2 | – | – |
        | Infantry, back or aside | 2 | 4 | – | Light cavalry | 18 | 36 | 14 |
        | Heavy cavalry | 15 | 30 | 22 | Unlimbered artillery (prolong) | 1 | – | – |
        | Limbered horse artillery | 8 | – | – | Commander | 22 | 44 | – |
    """,
    "M22.2": """
        | Wood | twice | closed | closed | closed | twice | Hill | – | – | – | – | – |
        | Stream | +2 | closed | +2 | closed | +2 | Hedge | +1 | closed | +2 | closed | +1 |
    """,
    "M22.5": "| Village | yes | −2 | Hill | yes | 0 | Wall | – | −1 |",
    "M22.6": "| The enemy is on a hill, the attacker is not | −1 |",
    "M23.6": "| An enemy brigade commander removed | 2 | The enemy corps commander removed | 6 |",
}
"""Rows of the tables, run together, as the specification has them."""


@pytest.mark.parametrize("rule_id", PRINTED_ROWS)
def test_the_tables_are_printed_with_their_numbers(book: Rulebook, rule_id: str) -> None:
    lines = [line.strip("| ") for line in book.rule(rule_id).text_markdown.splitlines()]
    printed = {line for line in lines if " | " in line}
    told = " ".join(PRINTED_ROWS[rule_id].split()).strip("| ")
    for row in printed:
        told = told.replace(row, "").strip("| ")
    assert not told.replace("|", "").strip(), f"not printed: {told}"


def test_a_scenarios_own_numbers_are_printed() -> None:
    changed = MININAP.rulebook({"fire.muskets": 9})
    assert "| Muskets | 9 |" in changed.rule("M9.9").text_markdown


MANY = {name: {"move": 1, "double": 0, "charge": 0} for name in ("prolong", *map(str, range(400)))}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"movement": {"allowances": MANY}}, "the table 'moves' is not a list of rows."),
        ({"fire": {"bands": [1]}}, "the table 'fire.bands' is not a list of rows."),
        ({"fire": {"bands": [{"to": "far"}]}}, "the table 'bands' needs numbers."),
        ({"terrain": {"rows": []}}, "the table 'terrain.rows' is not a list of rows."),
        ({"terrain": {"rows": [{"kind": "bog", "fire": 0.5}]}}, "needs whole numbers."),
    ],
)
def test_a_table_that_does_not_fit_together_is_named(
    changes: Mapping[str, Mapping[str, Any]], fault: str
) -> None:
    tables: Mapping[str, Any] = PRINTED.tables
    own = {key: {**tables[key], **row} for key, row in changes.items()}
    with pytest.raises(RulebookError, match=re.escape(fault)):
        Rulebook.load({**tables, **own}, "mininap")


def test_ground_and_units_without_words_of_their_own_stand_as_they_are() -> None:
    tables: Mapping[str, Any] = PRINTED.tables
    rows = [{"kind": "bog", "fire": -1, "combat": -2, "command": "+3"}]
    movers = {"camel_corps": {"move": 20, "double": 0, "charge": 12.5}}
    own = {
        "terrain": {**tables["terrain"], "rows": rows},
        "movement": {
            **tables["movement"],
            "allowances": {**tables["movement"]["allowances"], **movers},
        },
    }
    book = Rulebook.load({**tables, **own}, "mininap")
    assert "| Bog | – | – | – | – | +3 |" in book.rule("M22.2").text_markdown
    assert "| Bog | – | −1 |" in book.rule("M22.5").text_markdown
    assert "| Bog | −2 |" in book.rule("M22.6").text_markdown
    assert "| Camel corps | 20 | – | 12 1/2 |" in book.rule("M16.2").text_markdown


def test_each_figure_is_as_it_would_be_drawn_and_stands_on_a_page(book: Rulebook) -> None:
    for name, make in make_figures.FIGURES.items():
        kept = (make_figures.FOLDER / f"{name}.svg").read_text("utf-8")
        assert kept == make().svg(), f"{name} is out of date: run tools/make_figures.py"
    html = "".join(book.to_html(chapter.name) for chapter in book.chapters)
    shown = re.findall(r'<p class="figure"><img src="../../assets/art/figures/(\w+).svg"', html)
    assert sorted(shown) == sorted(make_figures.FIGURES)
    assert html.count('<p class="caption">') == len(shown)


@pytest.mark.rule("M29", "M30")
def test_the_lists_have_every_question_and_event_with_their_rules(book: Rulebook) -> None:
    pages = {name: text for name, text in game_lists.pages().items() if name.startswith("m")}
    for name, text in pages.items():
        kept = (resources.rulebook() / name).read_text("utf-8")
        assert kept == text, f"{name} is out of date: run tools/game_lists.py"
    rows = [dict(re.findall(r"^\| (\w+) \|(.*)\|$", text, re.M)[1:]) for text in pages.values()]
    assert [set(row) for row in rows] == [
        {kind.__name__ for kind in DECISIONS},
        {kind.__name__ for kind in EVENTS},
    ]
    assert rows[0]["HoldBack"].startswith(" M12.8 | Whether a unit that must join in is held back.")
    assert rows[1]["ChargeHalted"].startswith(" Combat | M19.7, M18.10 |")


@pytest.mark.rule("M25")
def test_the_options_of_the_dialog_are_in_the_book_and_house_rules_say_so(book: Rulebook) -> None:
    for option in options_of(GROUPS):
        rule = book.rule(option.rule)
        assert rule.built, option.name
        assert rule.house == ("House rule" in option.advice) or option.name == "veterans"


def test_the_list_of_battles_tells_how_long_they_last() -> None:
    lengths = {one.id: len(one.track) for one in summaries({"mininap": MININAP.form})}
    assert lengths["mininap-small"] == 9
    assert lengths["mininap-medium"] == 10
