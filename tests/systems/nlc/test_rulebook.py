"""The rulebook: its files, anchors, numbers, links, and which tests prove it."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar import resources, rulebook
from hexwar.cards.library import decks
from hexwar.systems.nlc.events import EVENTS
from tests.systems.nlc.cases import each
from tests.systems.nlc.typed_campaign import SEASONS, weather_rows

# -- the rulebook that comes with the program: its anchors, numbers, links, badges and search


ROOT = Path(__file__).resolve().parents[3]
NUMBERS_FILE = ROOT / "hexwar/systems/nlc/numbers.toml"
NUMBERS: Mapping[str, Any] = tomllib.loads(NUMBERS_FILE.read_text(encoding="utf-8"))
DECISIONS = ["DeclareAssault", "ChooseStepLoss"]
MENTION = re.compile(r"\b[NT]\d+(?:\.\d+[a-z]?)?\b")

TABLES = {
    "table fire": "fire.",
    "table bombardment": "bombardment.",
    "table orders": "orders.",
    "table reactions": "orders.",
    "table compliance": "compliance.table",
    "table local": "local.table",
    "table allowance": "unit.default_movement.",
    "table levels": "victory.levels",
    "table shifts": "arrival.shifts",
    "table hidden movement": "hidden_movement.",
    "table delays": "card.delays",
    "table directions": "card.points",
    "table weather winter": "weather_winter.",
    "table weather middle": "weather_middle.",
    "table weather summer": "weather_summer.",
}


@pytest.fixture(scope="module")
def book() -> rulebook.Rulebook:
    names = [event.__name__ for event in EVENTS]
    # Read now, not at import: a change of the file shows in what is printed.
    numbers = tomllib.loads(NUMBERS_FILE.read_text(encoding="utf-8"))
    return rulebook.Rulebook.load(numbers, "nlc", decisions=DECISIONS, events=names)


def text_of(book: rulebook.Rulebook, rule_id: str) -> str:
    """The text of a rule without its line breaks."""
    return " ".join(book.rule(rule_id).text_markdown.split())


def frozen_ids() -> dict[str, bool]:
    """Every id of the specification, and whether it is a house rule, wholly or in part."""
    files = (Path(__file__).parent / name for name in ("nlc_ids.txt", "tlnb_ids.txt"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return {line.split()[0]: line.endswith(" house") for line in lines}


def sources() -> dict[str, str]:
    """Every page of this game and of the one beside it."""
    folder = resources.rulebook()
    parts = rulebook.read_parts(folder)
    return rulebook.read_pages(folder, [parts["nlc"], parts["tlnb"]])


def leaves(numbers: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in numbers.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def test_the_rulebook_has_the_ids_and_numbers_of_the_specification(book: rulebook.Rulebook) -> None:
    assert Counter(rule_id[0] for rule_id in frozen_ids()) == {"N": 376, "T": 401}
    assert set(book.rules) == set(frozen_ids())
    names = [chapter.name for chapter in book.chapters]
    assert names[:3] == ["index", "not-yet-built", "n01-introduction"]
    system = [f"n{number:02d}" for number in range(1, 33)]
    assert [name[:3] for name in names[2:]] == [
        *system,
        *["t02", "t03", "t07", "t16", "t17", "t18", "t20", "t24"],  # what both games share
    ]
    assert "**Play by mail.**" in book.chapter("not-yet-built").markdown
    asked = {
        re.sub(r"^\+?((own|nlc)\.)?", "", key)
        for page in sources().values()
        for key in re.findall("{{(.+?)}}", page)
    }
    shown = tuple(TABLES[table] for table in asked & TABLES.keys())
    hidden = {key for key in leaves(NUMBERS) if key not in asked and not key.startswith(shown)}
    assert hidden == set()


def test_each_rule_has_its_chapter_its_text_and_its_state(book: rulebook.Rulebook) -> None:
    badges, house = re.compile(r"^\*.*?\*$", re.MULTILINE | re.DOTALL), frozen_ids()
    for rule in book.rules.values():
        number = int(rule.id[1:].partition(".")[0])
        assert rule.chapter.startswith(f"{rule.id[0].lower()}{number:02d}-"), rule.id
        assert badges.sub("", rule.text_markdown).strip(), rule.id
        if rule.built:
            assert rule.house == house[rule.id], rule.id
        else:  # and says nothing else of itself
            assert "\n\n" not in rule.text_markdown, rule.id
            assert not rule.house
            assert not rule.background


def test_each_chapter_has_its_headings_anchors_links_and_numbers(book: rulebook.Rulebook) -> None:
    pages = (*book.chapters, *book.others)
    names = {chapter.name for chapter in pages}
    for chapter in pages:
        html = book.to_html(chapter.name)
        if chapter.rules:  # every heading below the title of a chapter is a rule
            assert len(re.findall(r"^#+ ", chapter.markdown, re.MULTILINE)) == len(chapter.rules)
        assert re.findall(r'<a name="([^"]*)"></a>', html) == [rule.id for rule in chapter.rules]
        assert not {"{{", "}}"} & set(re.findall("{{|}}", chapter.markdown))
        for rule_id in MENTION.findall(chapter.markdown):
            assert rule_id in book.rules, f"{chapter.name}: {rule_id}"
        for address in re.findall(r'href="([^"]*)"', html):
            kind, _, place = address.partition(":")
            known = {"rule": book.rules, "chapter": names, "deck": decks()}.get(kind, ())
            assert place in known, f"{chapter.name}: {address}"
    linked = set(re.findall(r'href="chapter:([^"]*)"', book.to_html("index")))
    assert linked == {chapter.name for chapter in book.chapters[1:]} | {"series"}


def test_every_rule_that_the_program_cites_exists_and_every_event_is_listed(
    book: rulebook.Rulebook,
) -> None:
    """Refusals, questions, events and docstrings: a link to a rule leads to a rule."""
    cited = {
        rule_id: path.name
        for path in (ROOT / "hexwar").rglob("*.py")
        for rule_id in re.findall(r"\b[NT]\d{1,2}\.\d{1,3}[a-z]?\b", path.read_text("utf-8"))
    }
    assert len(cited) > 100
    assert {rule_id: name for rule_id, name in cited.items() if rule_id not in book.rules} == {}
    for entry in book.decisions + book.events:
        assert set(MENTION.findall(entry.rule)) <= set(book.rules), entry.name
    names = [entry.name for entry in book.events]
    assert len(names) == len(set(names))
    for entry in book.events:
        assert entry.text, f"{entry.name} has no line in catalogue.toml"
        assert entry.rule or entry.name == "DieRolled", entry.name


def test_the_lists_say_what_is_built_and_the_tables_what_a_scenario_changes() -> None:
    book = rulebook.Rulebook.load(
        NUMBERS, "nlc", decisions=DECISIONS, events=["ChitDrawn", "SkyFell"]
    )
    decisions, events = book.chapter("n31-decisions").markdown, book.chapter("n32-events").markdown
    assert "| DeclareAssault | active | N8.35 |" in decisions
    for page, name, built in (
        (decisions, "DeclareAssault", "yes"),
        (decisions, "ChooseCard", "not yet"),
        (events, "ChitDrawn", "yes"),
        (events, "WeatherRolled", "not yet"),
    ):
        assert re.search(rf"^\| {name} .* \| {built} \|$", page, re.MULTILINE)
    assert {entry.name for entry in book.decisions if entry.built} == set(DECISIONS)
    # A class that the lists lack is put at the end.
    assert (book.events[-1].name, book.events[-1].built) == ("SkyFell", True)
    assert events.rstrip().endswith("| SkyFell |  |  |  | yes |")
    changed = {**NUMBERS, "morale": {**NUMBERS["morale"], "rout_margin": 4, "leader": 0}}
    book = rulebook.Rulebook.load(changed, "nlc")
    assert "A margin of 4 or more" in text_of(book, "N2.42")
    assert "| Stacked with a leader (N2.45) | 0 | |" in book.rule("N2.32").text_markdown


PRINTED = {
    "N19.1": """
        | Clear | nothing | nothing | nothing | | 1 / 1 |
        | Town | −25 | −75 | −50 | hides | 1 / 1 |
        | Chateau | −50 | not possible | not possible | hides | 2 / 2 |
        | Woods | −50, also for fire out of woods | −50 | −75 | hides | 2 / 4 |
        | Marsh | −50 | −50 | −75 | | 2 / 4 |
        | Improved position | −50 | nothing | not possible | | nothing extra |
        | Slope, upward | −25 | nothing | −50 | hides | +1, trains only along a road or trail |
        | Crest | −25 | nothing | nothing | hides | nothing extra |
        | Stream | −25 | nothing | −25 | | +1, trains only at a span |
        | Bridge | −50, not with the terrain of the hex | nothing | not possible | \
| +1, nothing in road movement |
        | Pontoon bridge | −50, not with the terrain of the hex | nothing | not possible | \
| +2, nothing in road movement |
        | Damaged bridge | no assault | nothing | not possible | | +2, nothing in road movement |
        | Ford | no assault | nothing | not possible | | +2, not for artillery and trains |
        | River | no assault | nothing | not possible | | not possible |
    """,
    "N12.2": """
        | Order | Enter EZOC | Leave EZOC | Road movement | Assault |
        | March | no | yes | yes | no |
        | Attack | yes | only to an EZOC | before contact | yes, must try |
        | Probe | yes | cavalry only | before contact | yes |
        | Defend | next to the objective | no | no | objective hex |
        | Delay | no | yes | no | no |
        | Fall Back | no | yes | yes | no |
        | Reserve | no | yes | to its place | no |
        | Support | yes | no | before contact | with its friend |
        | General Retreat | no | yes | yes | no |
        | Order | Charge | React | Bombard | Pull back | Pursue |
        | March | no | yes | no | no | no |
        | Attack | yes | yes | yes | no | yes |
        | Probe | yes | yes | yes | yes | yes |
        | Defend | in zone | yes | yes | no | in zone |
        | Delay | light cavalry, lone enemies | yes | yes | yes | no |
        | Fall Back | no | yes | no | yes | no |
        | Reserve | no | yes | no | yes | no |
        | Support | with its friend | yes | yes | no | no |
        | General Retreat | no | no | no | yes | no |
    """,
    "N12.5": """
        | Die | 0 | 1 | 2 | 3 | 4 | 5+ |
        | 1 | C | C | C | C | C | C |
        | 2 | D | C | C | C | C | C |
        | 6 | X | X | D | D | D | C |
    """,
    "N12.63": """
        | 1 | NE | OK | OK | OK | OK | OK |
        | 6 | BM | BM | BM | BM | NE | NE |
    """,
    "N8.8": """
        | Die | 1–2 | 3–4 | 5–7 | 8–10 | 11–14 | 15–19 | 20–26 | 27+ |
        | 0 or less | – | – | – | – | – | M | M | M |
        | 5 | M | M | M1 | M1 | M1 | 1M1 | 1M1 | 1M1 |
        | 8 or more | 1 | 1 | 1M1 | 1M1 | 1M1 | 1M1 | 2M1 | 2M1 |
    """,
    "N9.6": """
        | Die | 1 | 2–3 | 4–5 | 6–7 | 8–10 | 11+ |
        | 1 | – | – | – | – | d | d |
        | 4 | – | d | d | D | D | 1 |
        | 7 or more | D | D | 1 | 1 | 1 | 1 |
    """,
    "N2.32": """
        | Stacked with a leader (N2.45) | +1 | |
        | In assault or charge: hit by a flank attack (N8.7) | −2 | |
    """,
    "N5.1": """
        | Road, in road movement (N5.3) | 1/2 | 1/2 |
        | Woods | 2 | 4 |
    """,
    "N2.11": """
        | Horse artillery | 6 |
        | HQ | 5 |
    """,
    "N22.1": """
        | above a draw | Marginal |
        | 1.5 or more | Tactical |
    """,
    "T20.4": """
        | 1 | 2 turns early |
        | 2 | 1 turn early |
        | 3 | as listed |
        | 4 | as listed |
        | 5 | 1 turn late |
        | 6 | 2 turns late |
    """,
}
"""Rows of the tables that the rulebook prints."""


@pytest.mark.rule("N12.2", "N12.5", "N12.63", "N19.1", "N31", "N32", "T20.4")
@each("rule_id", *PRINTED)
def test_the_tables_are_printed_with_their_numbers(book: rulebook.Rulebook, rule_id: str) -> None:
    rows = [row.strip() for row in PRINTED[rule_id].strip().splitlines()]
    printed = book.rule(rule_id).text_markdown.splitlines()
    assert [row for row in rows if row not in printed] == []


TOLD = """
N4.23: within the last 3 turns
N4.32: as many as the rating of the OC, 3 at most
N5.2: In mud and snowstorm each hex costs trains and artillery 2 times as much.
N5.3: A unit in road column fires at −50%
N5.33: A unit of 8 SP or more in road column takes up two hexes
N5.61: Leaving costs 1 MP, which must be left.
N5.8: and 4 hours ahead or more
N12.13: may give 1 divisional order a turn
N12.23: Once the formation has lost 2 steps in one turn
N12.24: within 4 hexes of the objective
N12.25: enemies of 1.5 times its SP or more
N12.33: its MA divided by 2
N12.4: A step along a road or trail counts 1/2, every other step 1.
N12.41: Up to 10 it is delivered in the same turn. Each further 10
N12.43: more than 2 hexes from his HQ
N12.51: | The order comes from his WC | +1 |
N12.62: at most 10 hexes from the leader
N12.65: 1. Fall Back, 5 hexes toward the nearest of its supply sources.
N14.3: reaches 4 hexes, a WC and an OC 10.
N14.3: ends within 2 times the range of the commander
N14.6: has a rating of 1
N15.5: when 50% or more of these units are out of supply
N16.2: a line of at most 14 hexes
N16.3: at most 2 such units on each
N17.2: only formations under March, Fall Back or Reserve act
N18: in rain, thunderstorm, fog, dust storm, snow and snowstorm one sees no farther
N18: none is built in frost, snow and snowstorm (N21)
N19.21: One sees at most 12 hexes
N20.4: T20.4
N21: 2 infantry units that are under Defend
N21: on 1 or less the hex has an improved position
N22: (N12.29): each own baggage train that left the map | 4 |
N22: for every 5 own combat units that left the map | 1 |
T7.62: A bridge takes infantry and 2 MP, a trestle a unit of any arm and 1 MP.
T7.64: on 4 or less the span is whole again
T7.64: it takes 3 or less, and if the enemy holds either end 2 or less
T18.2: The weather is not one of frost, snow and snowstorm.
T18.21: on 3 or less the train is captured
T18.31: Nobody does in snowstorm.
T18.33: In rain, thunderstorm and mud, and for the rest of such a day, it costs all
T20.4: 2 turns before a group is due
T20.4: late so far than early, 1 is taken from the die
T20.5: Roll a die and divide it by 2, rounding up
"""


@each("told", *TOLD.strip().splitlines())
def test_the_rules_are_told_with_their_numbers(book: rulebook.Rulebook, told: str) -> None:
    rule_id, words = told.split(": ", 1)
    assert words in text_of(book, rule_id)


LATER = ["T3.5", "T18.34", "T18.35"]
"""Rules of pages that both games share, which name T18.33."""


def test_rules_are_described_and_looked_up_by_id_title_and_text(book: rulebook.Rulebook) -> None:
    for words in (
        "N8.8 The Fire Table (house rule)",
        "N8.31 The value (house rule) (departure)",
        "N11.3 Cards against retreat (house rule)",
        "N6.1 Stacking limit",
        "N4.5b Movement Segment",
        "T18.2 Laying and taking up (house rule)",
        "T18.34 Finding a ford (house rule) (departure)",
    ):
        assert book.describe(words.split(maxsplit=1)[0]) == words
    assert book.rule("N4.5d").built
    assert book.rule("T7.62").chapter == "t07-spans"
    assert book.rule("T7").is_chapter
    assert [rule.id for rule in book.search("t18.33")] == ["T18.33", "N4.1", "N18", *LATER]
    assert book.search("pontoon bridge")[0].id == "T18.21"
    assert '<a name="T18.21"></a>' in book.to_html("t18-fords-and-pontoons")
    assert '<a href="rule:T7.62">T7.62</a>' in book.to_html("n05-movement")
    assert book.search("n8.8")[0].id == "N8.8"
    titles = [rule.id for rule in book.search("Fire TABLE")]
    assert titles[0] == "N8.8"
    assert "N2.32" in titles
    assert [rule.id for rule in book.search("flank −2 woods")] == [
        "N2.32",
        "N2.46",
        "N8.31",
        "N10.3",
        "N30",
    ]
    assert book.search("flank -2 woods") == book.search("flank −2 woods")

    for question in ("", "   ", "zeppelin"):
        assert book.search(question) == []
    with pytest.raises(rulebook.UnknownRuleError, match=r"^The rulebook has no rule N99\.1\.$"):
        book.rule("N99.1")
    with pytest.raises(KeyError):
        book.describe("Q")
    with pytest.raises(
        rulebook.UnknownChapterError, match=r"^The rulebook has no chapter n99-none\.$"
    ):
        book.to_html("n99-none")


DEPARTING = ["N8.31", "N10.21", "N12.14", "N12.23", "N12.51", "N12.64", "N18.2", "N22", "T18.34"]
"""The rules that are played otherwise than the text that they follow."""


def test_every_departure_is_shown_with_its_reason_where_its_rule_is_read(
    book: rulebook.Rulebook,
) -> None:
    departing = [rule for rule in book.rules.values() if rule.departs]
    shown = 0
    for chapter in book.chapters:
        marks = re.findall(r"^\*Departure", sources()[chapter.name], re.MULTILINE)
        html = book.to_html(chapter.name)
        boxes = re.findall(r'<p class="departure">(.*?)</p>', html, re.DOTALL)
        assert len(boxes) == len(marks) == sum(rule.departs for rule in chapter.rules)
        for box in boxes:
            told = " ".join(re.sub("<.*?>", "", box).split())
            assert re.fullmatch(r"Departure: .+ (because|since) .+\.", told), told
        shown += len(boxes)
    assert shown == len(departing)
    assert all(book.describe(rule.id).endswith(" (departure)") for rule in departing)
    listed = re.findall(r"^- ([NT][\d.]+) ", book.chapter("n29-house-rules").markdown, re.MULTILINE)
    assert listed == [rule.id for rule in departing]
    assert set(DEPARTING) <= set(listed)


@given(question=st.text(max_size=20))
def test_search_answers_any_question(book: rulebook.Rulebook, question: str) -> None:
    found = book.search(question)
    assert len(found) == len({rule.id for rule in found})


@each(
    "page html",
    pytest.param("# N8 Fire", '<h1><a name="N8"></a>N8 Fire</h1>', id="an anchor"),
    pytest.param(
        "See N8.31, T7.6 and N4.5b.",
        'See <a href="rule:N8.31">N8.31</a>, <a href="rule:T7.6">T7.6</a>'
        ' and <a href="rule:N4.5b">N4.5b</a>.',
        id="mentions become links",
    ),
    pytest.param(
        "## N8.2 Like N8.3",
        '<h2><a name="N8.2"></a>N8.2 Like <a href="rule:N8.3">N8.3</a></h2>\n',
        id="a heading links others but not itself",
    ),
    pytest.param("N8.9, D6, A4", "<p>N8.9, D6, A4</p>", id="what is no rule of the book is none"),
    pytest.param("[N1](page.txt)", 'href="page.txt"', id="an address of another kind"),
    pytest.param(
        "[N1 here](n02-units.md) and `N8.31`, not XN8 or N8x.",
        '<p><a href="chapter:n02-units">N1 here</a> and <code>N8.31</code>, not XN8 or N8x.</p>\n',
        id="links and code keep their text",
    ),
    pytest.param(
        "| a |\n|---|\n| N2.4 |", '<td><a href="rule:N2.4">N2.4</a></td>', id="in a table"
    ),
)
def test_mentions_become_links(page: str, html: str) -> None:
    known = {"N8.31", "T7.6", "N4.5b", "N8.3", "N2.4", "N8", "N1"}
    assert html in rulebook.chapter_to_html(f"{page}\n", known)


def test_badges_have_a_class_and_raw_html_is_shown_as_text() -> None:
    html = rulebook.chapter_to_html(
        "*House rule: so.*\n\n*Departure: the text\nhas 3, since 4 is dull.*\n\n"
        "*Not yet built: this.*\n\nNot yet built.\n\nElse.\n",
        (),
    )
    classes = ["house", "departure", "unbuilt", "unbuilt", ""]
    assert re.findall(r'<p(?: class="(\w+)")?>', html) == classes
    html = rulebook.chapter_to_html("<script>x</script> <b>y</b> [z](javascript:alert)\n", ())
    assert not re.search("<script|<b>|href", html)


@given(st.text(max_size=200))
def test_any_page_can_be_rendered(text: str) -> None:
    assert "<script" not in rulebook.chapter_to_html(text, ())


# -- how the files of a rulebook are read, and what is said of broken ones


GAMES = """
[nlc]
letter = "N"
front = ["index", "not-yet-built"]
beside = ["tlnb"]
[tlnb]
letter = "T"
front = ["index"]
beside = []
"""
CATALOGUE = '[decisions]\nA = ["active", "N1.1", "a"]\n[events]\nB = ["Turn", "", "b"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.md").write_text("# Index\n")
    (tmp_path / "not-yet-built.md").write_text("# Not yet\n")
    (tmp_path / "n01-one.md").write_text("# N1 One\n\nText.\n\n## N1.1 Sub\n\n{{a.b}}\n")
    (tmp_path / "catalogue.toml").write_text(CATALOGUE)
    (tmp_path / "games.toml").write_text(GAMES)
    return tmp_path


def test_a_departure_is_known_by_its_mark_and_listed(folder: Path) -> None:
    page = folder / "n01-one.md"
    kept = page.read_text()
    page.write_text(
        f"{kept}\n*House rule: so.*\n\n*Departure: the text has 2,\nbecause of 3.*\n"
        "\n## N1.2 Else\n\n{{departures}}\n"
    )
    book = rulebook.Rulebook.load({"a": {"b": 1}}, "nlc", folder=folder)
    assert [rule.id for rule in book.rules.values() if rule.departs] == ["N1.1"]
    assert book.describe("N1.1") == "N1.1 Sub (house rule) (departure)"
    assert book.describe("N1.2") == "N1.2 Else"
    assert book.rule("N1.2").text_markdown == "- N1.1 Sub"
    page.write_text(f"{kept}\n*Departure.*\n")
    with pytest.raises(rulebook.RulebookError, match=r"N1\.1: a departure gives its reason\.$"):
        rulebook.Rulebook.load({"a": {"b": 1}}, "nlc", folder=folder)


def test_a_small_rulebook_its_lists_of_words_and_the_chapters_of_the_series(folder: Path) -> None:
    book = rulebook.Rulebook.load({"a": {"b": -0.5}}, "nlc", folder=folder)
    assert [rule.id for rule in book.rules.values()] == ["N1", "N1.1"]
    assert book.rule("N1.1").text_markdown == "−0.5"
    assert list(rulebook.read_rules(folder)) == ["N1", "N1.1"]
    for words, shown in (
        ("mud", "mud"),
        ("rain mud", "rain and mud"),
        ("rain fog snow", "rain, fog and snow"),
        ("", "none"),
    ):
        for kind in (list, tuple):
            book = rulebook.Rulebook.load({"a": {"b": kind(words.split())}}, "nlc", folder=folder)
            assert book.rule("N1.1").text_markdown == shown
    (folder / "t07-spans.md").write_text("# T7 Spans\n\nText.\n\n### T7.61 Kinds\n\nText.\n")
    (folder / "s01-none.md").write_text("# Not a page of the book\n")
    assert list(rulebook.read_rules(folder)) == ["N1", "N1.1", "T7", "T7.61"]


NEITHER = "n01-one.md, line 7: the number 'a.b' is neither a number nor a word."


@each(
    "numbers fault",
    ({}, "n01-one.md, line 7: there is no number 'a.b'."),
    ({"a": 3}, "n01-one.md, line 7: there is no number 'a.b'."),
    *(({"a": {"b": value}}, NEITHER) for value in ([1], ["mud", 1], True)),
)
def test_a_placeholder_without_a_number(
    folder: Path, numbers: Mapping[str, object], fault: str
) -> None:
    with pytest.raises(rulebook.RulebookError) as caught:
        rulebook.Rulebook.load(numbers, "nlc", folder=folder)
    assert str(caught.value) == fault


@each(
    "page fault",
    ("# N1 One\n## N1.1 Sub\n## N1.1 Sub\n", "n01-one.md: rule N1.1 stands in n01-one.md already"),
    ("# N1 One\n## N1.1.\n", "n01-one.md, line 2: 'N1.1.' is not an id and a title."),
    ("# N1 One\n## T1.1.\n", "n01-one.md, line 2: 'T1.1.' is not an id and a title."),
    ("# N1 One\n## N123 Sub\n", "n01-one.md, line 2: 'N123 Sub' is not an id and a title."),
    ("N1 One\n", "n01-one.md, line 1: a page begins with its title."),
    ("# N1\n{{table spells}}\n", "n01-one.md, line 2: there is no table 'spells'."),
    ("# N1 x\n{{table fire}}\n", "n01-one.md, line 2: there is no number 'fire.columns'."),
    ("# N1 x\n{{table levels}}\n", "line 2: the table 'levels' is not a list of rows."),
    ("# N1 x\n{{table allowance}}\n", "the table 'allowance' is not a list of rows."),
    ("x" * 300_000, "longer than 200000 bytes."),
)
def test_a_broken_page(folder: Path, page: str, fault: str) -> None:
    (folder / "n01-one.md").write_text(page)
    numbers = {"victory": {"levels": [1]}, "unit": {"default_movement": 4}}
    with pytest.raises(rulebook.RulebookError, match=re.escape(fault)):
        rulebook.Rulebook.load(numbers, "nlc", folder=folder)


@each(
    "table numbers fault",
    *(
        (
            "fire",
            {"fire": {"lowest_die": 1, "highest_die": 2, "columns": columns, "table": rows}},
            fault,
        )
        for columns, rows, fault in (
            ([1, 3], [["-", "M"]], "cells missing or to spare"),
            ([1, 3], [["-", "M"], ["-"]], "cells missing or to spare"),
            ([1, 3], ["-M", "-M"], "is not a list of rows"),
            ([1.5, 3], [["-", "M"], ["-", "M"]], "needs whole numbers"),
            ([], [["-"], ["-"]], "is not a list of rows"),
        )
    ),
    ("orders", {"orders": 4}, "the table 'orders' is not a list of rows."),
    ("orders", {"orders": {}}, "the table 'orders' is not a list of rows."),
    ("orders", {"orders": {"march": {"name": "March"}}}, "no number 'orders.march.enter_zone'"),
    ("local", {"local": {"highest_column": 1, "table": [["OK"]]}}, "cells missing or to spare"),
    ("local", {"local": {"highest_column": 0.5, "table": [["OK"]]}}, "needs whole numbers"),
    ("compliance", {"compliance": {"highest_column": 0, "table": []}}, "not a list of rows"),
)
def test_a_broken_table(
    folder: Path, table: str, numbers: Mapping[str, object], fault: str
) -> None:
    (folder / "n01-one.md").write_text(f"# N1 x\n{{{{table {table}}}}}\n")
    with pytest.raises(rulebook.RulebookError, match=fault):
        rulebook.Rulebook.load(numbers, "nlc", folder=folder)


def test_a_word_that_the_table_of_orders_does_not_know_stands_as_it_is(folder: Path) -> None:
    (folder / "n01-one.md").write_text("# N1 x\n{{table reactions}}\n")
    row = dict.fromkeys(
        ("name", "enter_zone", "leave_zone", "assault", "charge", "react", "bombard", "road"), "may"
    )
    book = rulebook.Rulebook.load(
        {"orders": {"sit": {**row, "name": "Sit", "pull_back": "at noon", "pursue": "must"}}},
        "nlc",
        folder=folder,
    )
    shown = book.rule("N1").text_markdown.splitlines()[-1]
    assert shown == "| Sit | yes | yes | yes | at noon | yes, must try |"


def test_folders_that_cannot_be_read(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (folder / "index.md").write_bytes(b"# \xff\n")
    with pytest.raises(rulebook.RulebookError, match=r"index\.md: not UTF-8 text\."):
        rulebook.read_rules(folder)
    (folder / "index.md").unlink()
    with pytest.raises(rulebook.RulebookError, match=r"index\.md: cannot be read"):
        rulebook.read_rules(folder)
    for number in range(200):
        (folder / f"n02-x{number}.md").write_text("# x\n")
    with pytest.raises(rulebook.RulebookError, match="more than 200 chapters"):
        rulebook.read_rules(folder)
    empty = tmp_path_factory.mktemp("empty")
    with pytest.raises(rulebook.RulebookError, match=r"games\.toml: cannot be read"):
        rulebook.read_rules(empty)
    (empty / "games.toml").write_text(GAMES)
    with pytest.raises(rulebook.RulebookError, match="no chapter of the rulebook is here"):
        rulebook.read_rules(empty)


@each(
    "text fault",
    ("[nlc", "games.toml: "),
    ("nlc = 1", "games.toml: 'nlc' needs a capital letter, its first pages and the games beside."),
    ('[nlc]\nletter = "n"\nfront = ["index"]\nbeside = []', "'nlc' needs a capital letter"),
    ('[nlc]\nletter = "N"\nfront = []\nbeside = []', "'nlc' needs a capital letter"),
    ('[nlc]\nletter = "N"\nfront = ["index"]', "'nlc' needs a capital letter"),
    (GAMES.replace("nlc", "other"), "the game 'nlc' has no rules here."),
)
def test_a_list_of_games_that_cannot_be_used(folder: Path, text: str, fault: str) -> None:
    (folder / "games.toml").write_text(text)
    with pytest.raises(rulebook.RulebookError, match=fault):
        rulebook.Rulebook.load({"a": {"b": 1}}, "nlc", folder=folder)


def test_a_game_of_another_letter_has_a_book_of_its_own(folder: Path) -> None:
    """And one beside which no other stands reads none of their pages."""
    row = '[waves]\nletter = "W"\nfront = ["waves"]\nbeside = []\n'
    (folder / "games.toml").write_text(GAMES + row)
    (folder / "waves.md").write_text("# Waves\n\nSee W1, N1 and [one](w01-one.md).\n")
    (folder / "w01-one.md").write_text("# W1 One\n\n{{a.b}}, {{own.a.b}} and {{waves.a.b}}\n")
    book = rulebook.Rulebook.load({"a": {"b": 3}}, "waves", folder=folder)
    assert [chapter.name for chapter in book.chapters] == ["waves", "w01-one"]
    assert list(book.rules) == ["W1"]
    assert book.rule("W1").text_markdown == "3, 3 and 3"
    assert 'See <a href="rule:W1">W1</a>, N1 and' in book.to_html("waves")
    assert list(rulebook.read_rules(folder)) == ["N1", "N1.1", "W1"]


@each(
    "text fault",
    ("[decisions", "catalogue.toml: "),
    ("decisions = 1", "'decisions' is not a table"),
    ("[decisions]\n", "'events' is not a table"),
    ('[decisions]\nA = ["x", "y"]\n[events]\n', "'A' needs a group, its rules and a sentence."),
    ('[decisions]\nA = ["x", "y", 1]\n[events]\n', "'A' needs a group"),
)
def test_a_broken_list(folder: Path, text: str, fault: str) -> None:
    (folder / "catalogue.toml").write_text(text)
    with pytest.raises(rulebook.RulebookError, match=fault):
        rulebook.Rulebook.load({"a": {"b": 1}}, "nlc", folder=folder)


# -- what the rulebook prints of the campaign: its tables, its numbers, and that it is built


@pytest.mark.rule("T3.1", "T3.2")
@each("season", *SEASONS)
def test_each_weather_table_is_printed_whole(book: rulebook.Rulebook, season: str) -> None:
    table = weather_rows(SEASONS[season])
    rows = [f"| {now.capitalize()} | {' | '.join(results)} |" for now, *results in table]
    assert "\n".join(rows) in book.rule("T3.2").text_markdown
    for kind in {word for row in table for word in row} - {"start"}:
        assert kind in text_of(book, "T3.1"), kind


@each("chapter", "N16", "N18", "N21", "N22", "T2", "T3", "T20")
def test_no_rule_of_the_campaign_is_left_out(book: rulebook.Rulebook, chapter: str) -> None:
    rules = [r for r in book.rules.values() if r.id == chapter or r.id.startswith(f"{chapter}.")]
    assert len(rules) > 1
    assert [rule.id for rule in rules if not rule.built] == []


@each(
    "chapter changes sentence",
    ("weather_winter", {"rows": ["fair"]}, "the table 'winter' has cells missing or to spare."),
    ("weather_summer", {"table": [["fair"]] * 8}, "the table 'summer' has cells missing"),
    ("arrival", {"shifts": ["late"]}, "the table 'shifts' needs whole numbers."),
)
def test_a_table_that_does_not_fit_together_is_named(
    chapter: str, changes: dict[str, object], sentence: str
) -> None:
    with pytest.raises(rulebook.RulebookError, match=sentence):
        rulebook.Rulebook.load({**NUMBERS, chapter: {**NUMBERS[chapter], **changes}}, "nlc")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = util.spec_from_file_location("coverage_table", ROOT / "tools/coverage_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rules(*ids: str, built: bool = True, background: bool = False) -> dict[str, rulebook.Rule]:
    """Rules of one state; the title of each is its id backwards."""
    return {
        i: rulebook.Rule(i, i[::-1], "n08-x", "", house=False, built=built, background=background)
        for i in ids
    }


REPORT = {
    "N8.1": ["tests/b.py::two", "tests/a.py::one"],
    "N8.5b": ["tests/a.py::three"],
    "N8.6": ["tests/a.py::one"],
    "T8.1": ["tests/a.py::four"],
}


def test_the_table_counts_tests_and_names_state_files_and_faults(tool: ModuleType) -> None:
    counts = "N8.1 2, N8.11 0, N8.5 1, N8.5b 1, N8.5a 0, N8.6a 1, N8 3, T8.1 1, T8 1"
    for rule_id, count in (row.split() for row in counts.split(", ")):
        assert len(tool.tests_of(rules(rule_id)[rule_id], REPORT)) == int(count), rule_id
    some = rules("N8.1") | rules("N8.2", built=False) | rules("N8.3", background=True)
    table = tool.coverage_table(some, REPORT)
    assert "1 of 3 rules are built, 0 of them without a test." in table
    assert "| N8.1 | 1.8N | built | 2 | tests/a.py, tests/b.py |\n" in table
    assert "| N8.2 | 2.8N | not yet built |  |  |\n" in table
    assert "| N8.3 | 3.8N | for information |  |  |\n" in table
    some = rules("N8.1", "N8.7") | rules("N8.2", built=False) | rules("N8.3", background=True)
    assert tool.faults(some, {"N8.1": ["t.py::a"], "N9.9": ["t.py::b"]}) == [
        "N8.7 7.8N: built, but no test bears its mark.",
        "N9.9: the rulebook has no such rule; it is the mark of t.py::b.",
    ]


def test_the_check_passes_only_on_a_fresh_page(
    tool: ModuleType, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "n01-one.md").write_text("# N1 One\n\nText.\n\n## N1.1 Sub\n\nText.\n")
    report = folder / "report.json"
    report.write_text(json.dumps({"N1.1": ["t.py::a"]}))
    asked = [str(report), "--rulebook", str(folder)]
    assert tool.main([*asked, "--check"]) == 1
    assert "out of date" in capsys.readouterr().out
    assert tool.main(asked) == 0
    assert tool.main([*asked, "--check"]) == 0
    report.write_text(json.dumps({"N1": ["t.py::a"]}))
    assert tool.main(asked) == 0
    assert tool.main([*asked, "--check"]) == 1
    assert "N1.1 Sub: built, but no test" in capsys.readouterr().out


@each("text", "", "[1]", '{"N1": "t"}', '{"N1": [1]}', "[" * 100_000)
def test_a_broken_report_is_one_sentence(
    tool: ModuleType, folder: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = folder / "report.json"
    report.write_text(text)
    assert tool.main([str(report), "--rulebook", str(folder)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert tool.main([str(folder / "none.json")]) == 2
