"""The rulebook that comes with the program: its anchors, numbers, links, badges and search."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar import resources
from hexwar.cards.library import decks
from hexwar.rulebook import Rulebook, UnknownChapterError, UnknownRuleError, chapter_to_html

ROOT = Path(__file__).resolve().parents[3]
NUMBERS: Mapping[str, Any] = tomllib.loads(
    (ROOT / "hexwar/systems/nlc/numbers.toml").read_text(encoding="utf-8")
)
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
    "table delays": "card.delays",
    "table directions": "card.points",
    "table weather winter": "weather_winter.",
    "table weather middle": "weather_middle.",
    "table weather summer": "weather_summer.",
}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.load(NUMBERS, decisions=DECISIONS, events=["ChitDrawn"])


def frozen_ids() -> dict[str, bool]:
    """Every id of the specification, and whether it is a house rule, wholly or in part."""
    files = (Path(__file__).parent / name for name in ("nlc_ids.txt", "tlnb_ids.txt"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return {line.split()[0]: line.endswith(" house") for line in lines}


def sources() -> dict[str, str]:
    pages = sorted(resources.rulebook().glob("*.md"))
    return {p.stem: p.read_text(encoding="utf-8") for p in pages if p.stem != "README"}


def leaves(numbers: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in numbers.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield prefix + key


# --- the committed rulebook -----------------------------------------------------------------------


def test_anchors_are_the_ids_of_the_specification(book: Rulebook) -> None:
    assert Counter(rule_id[0] for rule_id in frozen_ids()) == {"N": 374, "T": 33}
    assert set(book.rules) == set(frozen_ids())


def test_a_rule_stands_in_the_chapter_of_its_number(book: Rulebook) -> None:
    for rule in book.rules.values():
        number = int(rule.id[1:].partition(".")[0])
        assert rule.chapter.startswith(f"{rule.id[0].lower()}{number:02d}-"), rule.id


def test_every_heading_below_the_title_of_a_chapter_is_a_rule(book: Rulebook) -> None:
    for chapter in book.chapters:
        if chapter.rules:
            assert len(re.findall(r"^#+ ", chapter.markdown, re.MULTILINE)) == len(chapter.rules)


def test_chapters_are_in_reading_order(book: Rulebook) -> None:
    names = [chapter.name for chapter in book.chapters]
    assert names[:3] == ["index", "not-yet-built", "n01-introduction"]
    system = [f"n{number:02d}" for number in range(1, 33)]
    assert [name[:3] for name in names[2:]] == [
        *system,
        "t02",
        "t03",
        "t07",
        "t16",
        "t18",
        "t20",
        "t24",
    ]


def test_built_rules_are_house_rules_where_the_specification_says_so(book: Rulebook) -> None:
    wrong = {
        rule_id: house
        for rule_id, house in frozen_ids().items()
        if book.rule(rule_id).built and book.rule(rule_id).house != house
    }
    assert wrong == {}


def test_a_rule_that_is_not_built_says_nothing_else_of_itself(book: Rulebook) -> None:
    for rule in book.rules.values():
        if not rule.built:
            assert "\n\n" not in rule.text_markdown, rule.id
            assert not rule.house
            assert not rule.background


def test_every_rule_has_a_text(book: Rulebook) -> None:
    for rule in book.rules.values():
        badges = re.compile(r"^\*.*?\*$", re.MULTILINE | re.DOTALL)
        assert badges.sub("", rule.text_markdown).strip(), rule.id


def test_every_placeholder_is_filled(book: Rulebook) -> None:
    for chapter in book.chapters:
        assert "{{" not in chapter.markdown
        assert "}}" not in chapter.markdown


def test_every_number_is_printed() -> None:
    asked = {
        key.lstrip("+") for page in sources().values() for key in re.findall("{{(.+?)}}", page)
    }
    shown = tuple(TABLES[table] for table in asked & TABLES.keys())
    hidden = {key for key in leaves(NUMBERS) if key not in asked and not key.startswith(shown)}
    assert hidden == set()


def test_every_rule_that_is_mentioned_exists(book: Rulebook) -> None:
    for chapter in book.chapters:
        for rule_id in MENTION.findall(chapter.markdown):
            assert rule_id in book.rules, f"{chapter.name}: {rule_id}"
    for entry in book.decisions + book.events:
        assert set(MENTION.findall(entry.rule)) <= set(book.rules), entry.name


def test_every_rule_that_the_program_cites_exists(book: Rulebook) -> None:
    """Refusals, questions, events and docstrings: a link to a rule leads to a rule."""
    cited = {
        rule_id: path.name
        for path in (ROOT / "hexwar").rglob("*.py")
        for rule_id in re.findall(r"\b[NT]\d{1,2}\.\d{1,3}[a-z]?\b", path.read_text("utf-8"))
    }
    assert len(cited) > 100
    assert {rule_id: name for rule_id, name in cited.items() if rule_id not in book.rules} == {}


def test_every_link_leads_somewhere(book: Rulebook) -> None:
    names = {chapter.name for chapter in book.chapters}
    for chapter in book.chapters:
        for address in re.findall(r'href="([^"]*)"', book.to_html(chapter.name)):
            kind, _, place = address.partition(":")
            known = {"rule": book.rules, "chapter": names, "deck": decks()}.get(kind, ())
            assert place in known, f"{chapter.name}: {address}"


def test_the_index_links_every_chapter(book: Rulebook) -> None:
    linked = re.findall(r'href="chapter:([^"]*)"', book.to_html("index"))
    assert sorted(linked) == sorted(c.name for c in book.chapters if c.name != "index")


def test_html_has_each_anchor_once(book: Rulebook) -> None:
    for chapter in book.chapters:
        anchors = re.findall(r'<a name="([^"]*)"></a>', book.to_html(chapter.name))
        assert anchors == [rule.id for rule in chapter.rules]


def test_the_gaps_are_named(book: Rulebook) -> None:
    page = book.chapter_markdown("not-yet-built")
    for words in ("player-turn game", "Hidden forces", "third cup", "basic game"):
        assert re.search(rf"\*\*[^*]*{words}", page), words


@pytest.mark.rule("N19.1")
@pytest.mark.parametrize(
    "row",
    [
        "| Clear | nothing | nothing | nothing | | 1 / 1 |",
        "| Town | −25 | −75 | −50 | hides | 1 / 1 |",
        "| Chateau | −50 | not possible | not possible | hides | 2 / 2 |",
        "| Woods | −50, also for fire out of woods | −50 | −75 | hides | 2 / 4 |",
        "| Marsh | −50 | −50 | −75 | | 2 / 4 |",
        "| Improved position | −50 | nothing | not possible | | nothing extra |",
        "| Slope, upward | −25 | nothing | −50 | hides | +1, trains only along a road or trail |",
        "| Crest | −25 | nothing | nothing | hides | nothing extra |",
        "| Stream | −25 | nothing | −25 | | +1, trains only at a span |",
        "| Bridge | −50, not with the terrain of the hex | nothing | not possible | "
        "| +1, nothing in road movement |",
        "| Pontoon bridge | −50, not with the terrain of the hex | nothing | not possible | "
        "| +2, nothing in road movement |",
        "| Damaged bridge | no assault | nothing | not possible | | +2, nothing in road movement |",
        "| Ford | no assault | nothing | not possible | | +2, not for artillery and trains |",
        "| River | no assault | nothing | not possible | | not possible |",
    ],
)
def test_the_terrain_effects_chart(book: Rulebook, row: str) -> None:
    assert row in book.rule("N19.1").text_markdown.splitlines()


@pytest.mark.rule("N31", "N32")
def test_the_lists_say_what_is_built(book: Rulebook) -> None:
    decisions, events = book.chapter_markdown("n31-decisions"), book.chapter_markdown("n32-events")
    assert "| DeclareAssault | active | N8.35 |" in decisions
    assert re.search(r"^\| DeclareAssault .* \| yes \|$", decisions, re.MULTILINE)
    assert re.search(r"^\| ChooseCard .* \| not yet \|$", decisions, re.MULTILINE)
    assert re.search(r"^\| ChitDrawn .* \| yes \|$", events, re.MULTILINE)
    assert re.search(r"^\| WeatherRolled .* \| not yet \|$", events, re.MULTILINE)
    assert {entry.name for entry in book.decisions if entry.built} == set(DECISIONS)


def test_a_class_that_the_lists_lack_is_put_at_the_end() -> None:
    book = Rulebook.load(NUMBERS, events=["SkyFell"])
    assert book.events[-1].name == "SkyFell"
    assert book.events[-1].built
    assert book.chapter_markdown("n32-events").rstrip().endswith("| SkyFell |  |  |  | yes |")


# --- numbers in the text --------------------------------------------------------------------------


def test_values_are_shown_as_a_player_writes_them(book: Rulebook) -> None:
    morale, movement = book.rule("N2.32").text_markdown, book.rule("N5.1").text_markdown
    assert "| Stacked with a leader (N2.45) | +1 | |" in morale
    assert "| In assault or charge: hit by a flank attack (N8.7) | −2 | |" in morale
    assert "| Road, in road movement (N5.3) | 1/2 | 1/2 |" in movement
    assert "| Woods | 2 | 4 |" in movement
    assert "A unit in road column fires at −50%" in " ".join(
        book.rule("N5.3").text_markdown.split()
    )


@pytest.mark.parametrize(
    ("rule_id", "words"),
    [
        ("N5.2", "In mud and snowstorm each hex costs trains and artillery 2 times as much."),
        ("N5.33", "A unit of 8 SP or more in road column takes up two hexes"),
        ("N12.4", "A step along a road or trail counts 1/2, every other step 1."),
        ("N14.3", "reaches 4 hexes, a WC and an OC 10."),
        ("N16.2", "a line of at most 14 hexes"),
        ("N18", "in rain, thunderstorm, fog, dust storm, snow and snowstorm one sees no farther"),
        ("N19.21", "One sees at most 12 hexes"),
        ("T7.62", "A bridge takes infantry and 2 MP, a trestle a unit of any arm and 1 MP."),
        ("T7.64", "on 4 or less the span is whole again"),
        ("T7.64", "it takes 3 or less, and if the enemy holds either end 2 or less"),
        ("T18.2", "The weather is not one of frost, snow and snowstorm."),
        ("T18.21", "on 3 or less the train is captured"),
        ("T18.31", "Nobody does in snowstorm."),
        ("T18.33", "In rain, thunderstorm and mud, and for the rest of such a day, it costs all"),
    ],
)
def test_the_ground_is_told_with_its_numbers(book: Rulebook, rule_id: str, words: str) -> None:
    assert words in " ".join(book.rule(rule_id).text_markdown.split())


def test_the_fire_table_is_whole(book: Rulebook) -> None:
    table = book.rule("N8.8").text_markdown
    assert "| Die | 1–2 | 3–4 | 5–7 | 8–10 | 11–14 | 15–19 | 20–26 | 27+ |" in table
    assert "| 0 or less | – | – | – | – | – | M | M | M |" in table
    assert "| 5 | M | M | M | M1 | 1 | 1 | 1 | 1M1 |" in table
    assert "| 8 or more | M1 | 1 | 1 | 1 | 1M1 | 1M1 | 2 | 2M1 |" in table


def test_the_bombardment_table_is_whole(book: Rulebook) -> None:
    table = book.rule("N9.6").text_markdown
    assert "| Die | 1 | 2–3 | 4–5 | 6–7 | 8–10 | 11+ |" in table
    assert "| 1 | – | – | – | – | d | d |" in table
    assert "| 4 | – | d | d | D | D | 1 |" in table
    assert "| 7 or more | D | D | 1 | 1 | 1 | 1 |" in table


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize(
    "row",
    [
        "| Order | Enter EZOC | Leave EZOC | Road movement | Assault |",
        "| March | no | yes | yes | no |",
        "| Attack | yes | only to an EZOC | before contact | yes, must try |",
        "| Probe | yes | cavalry only | before contact | yes |",
        "| Defend | next to the objective | no | no | objective hex |",
        "| Delay | no | yes | no | no |",
        "| Fall Back | no | yes | yes | no |",
        "| Reserve | no | yes | to its place | no |",
        "| Support | yes | no | before contact | with its friend |",
        "| General Retreat | no | yes | yes | no |",
        "| Order | Charge | React | Bombard | Pull back | Pursue |",
        "| March | no | yes | no | no | no |",
        "| Attack | yes | yes | yes | no | yes |",
        "| Probe | yes | yes | yes | yes | yes |",
        "| Defend | in zone | yes | yes | no | in zone |",
        "| Delay | light cavalry, lone enemies | yes | yes | yes | no |",
        "| Fall Back | no | yes | no | yes | no |",
        "| Reserve | no | yes | no | yes | no |",
        "| Support | with its friend | yes | yes | no | no |",
        "| General Retreat | no | no | no | yes | no |",
    ],
)
def test_the_order_table(book: Rulebook, row: str) -> None:
    assert row in book.rule("N12.2").text_markdown.splitlines()


@pytest.mark.parametrize(
    ("rule_id", "words"),
    [
        ("N4.23", "within the last 3 turns"),
        ("N4.32", "as many as the rating of the OC, 3 at most"),
        ("N12.13", "may give 1 divisional order a turn"),
        ("N12.23", "Once the formation has lost 2 steps in one turn"),
        ("N12.24", "within 4 hexes of the objective"),
        ("N12.25", "enemies of 1.5 times its SP or more"),
        ("N12.33", "its MA divided by 2"),
        ("N12.41", "Up to 10 it is delivered in the same turn. Each further 10"),
        ("N12.43", "more than 2 hexes from his HQ"),
        ("N12.51", "| It is night | −1 |"),
        ("N12.51", "| The order comes from his WC | +1 |"),
        ("N12.62", "at most 10 hexes from the leader"),
        ("N12.65", "1. Fall Back, 5 hexes toward the nearest of its supply sources."),
        ("N14.6", "has a rating of 1"),
    ],
)
def test_command_is_told_with_its_numbers(book: Rulebook, rule_id: str, words: str) -> None:
    assert words in " ".join(book.rule(rule_id).text_markdown.split())


@pytest.mark.rule("N12.5", "N12.63")
@pytest.mark.parametrize(
    ("rule_id", "row"),
    [
        ("N12.5", "| Die | 0 | 1 | 2 | 3 | 4 | 5+ |"),
        ("N12.5", "| 1 | C | C | C | C | C | C |"),
        ("N12.5", "| 2 | D | C | C | C | C | C |"),
        ("N12.5", "| 6 | X | X | D | D | D | C |"),
        ("N12.63", "| 1 | NE | OK | OK | OK | OK | OK |"),
        ("N12.63", "| 6 | BM | BM | BM | BM | NE | NE |"),
    ],
)
def test_the_tables_of_results(book: Rulebook, rule_id: str, row: str) -> None:
    assert row in book.rule(rule_id).text_markdown.splitlines()


def test_other_tables(book: Rulebook) -> None:
    assert "| Horse artillery | 6 |\n" in book.rule("N2.11").text_markdown
    assert "| HQ | 5 |" in book.rule("N2.11").text_markdown
    assert "| above a draw | Marginal |\n| 1.5 or more | Tactical |" in (
        book.rule("N22.1").text_markdown
    )


def test_numbers_of_a_scenario_are_printed() -> None:
    changed = {**NUMBERS, "morale": {**NUMBERS["morale"], "rout_margin": 4, "leader": 0}}
    book = Rulebook.load(changed)
    assert "A margin of 4 or more" in " ".join(book.rule("N2.42").text_markdown.split())
    assert "| Stacked with a leader (N2.45) | 0 | |" in book.rule("N2.32").text_markdown


# --- looking things up ----------------------------------------------------------------------------


def test_describe(book: Rulebook) -> None:
    assert book.describe("N8.8") == "N8.8 The Fire Table (house rule)"
    assert book.describe("N8.31") == "N8.31 The value (house rule)"
    assert book.describe("N11.3") == "N11.3 Cards against retreat (house rule)"
    assert book.describe("N6.7") == "N6.7 Entering a hidden force (not yet built)"
    assert book.describe("N6.1") == "N6.1 Stacking limit"


def test_a_lettered_step_is_a_rule(book: Rulebook) -> None:
    assert book.rule("N4.5b").title == "Movement Segment"
    assert book.rule("N4.5d").built


def test_a_rule_of_the_series_is_a_rule(book: Rulebook) -> None:
    assert book.describe("T18.2") == "T18.2 Laying and taking up (house rule)"
    assert book.describe("T18.34") == "T18.34 Finding a ford (not yet built)"
    assert book.rule("T7.62").chapter == "t07-spans"
    assert book.rule("T7").is_chapter
    assert [rule.id for rule in book.search("t18.33")] == ["T18.33", "N4.1", "N18"]
    assert book.search("pontoon bridge")[0].id == "T18.21"
    assert '<a name="T18.21"></a>' in book.to_html("t18-fords-and-pontoons")
    assert '<a href="rule:T7.62">T7.62</a>' in book.to_html("n05-movement")


def test_what_is_not_there_is_a_clear_error(book: Rulebook) -> None:
    with pytest.raises(UnknownRuleError, match=r"^The rulebook has no rule N99\.1\.$"):
        book.rule("N99.1")
    with pytest.raises(KeyError):
        book.describe("Q")
    with pytest.raises(UnknownChapterError, match=r"^The rulebook has no chapter n99-none\.$"):
        book.to_html("n99-none")


def test_search_ranks_id_then_title_then_text(book: Rulebook) -> None:
    assert book.search("n8.8")[0].id == "N8.8"
    titles = [rule.id for rule in book.search("Fire TABLE")]
    assert titles[0] == "N8.8"
    assert "N2.32" in titles
    assert [rule.id for rule in book.search("flank −2 woods")] == ["N2.32", "N2.46", "N8.31"]
    assert book.search("flank -2 woods") == book.search("flank −2 woods")


@pytest.mark.parametrize("question", ["", "   ", "zeppelin"])
def test_search_finds_nothing(book: Rulebook, question: str) -> None:
    assert book.search(question) == []


@given(st.text(max_size=60))
def test_search_answers_any_question(question: str) -> None:
    found = SHARED.search(question)
    assert len(found) == len({rule.id for rule in found})


SHARED = Rulebook.load(NUMBERS)


# --- HTML -----------------------------------------------------------------------------------------


def test_mentions_become_links() -> None:
    html = chapter_to_html("# N8 Fire\n\nSee N8.31, T7.6 and N4.5b.\n")
    assert '<h1><a name="N8"></a>N8 Fire</h1>' in html
    assert (
        'See <a href="rule:N8.31">N8.31</a>, <a href="rule:T7.6">T7.6</a>'
        ' and <a href="rule:N4.5b">N4.5b</a>.'
    ) in html


def test_a_heading_links_others_but_not_itself() -> None:
    html = chapter_to_html("## N8.2 Like N8.3\n")
    assert html == ('<h2><a name="N8.2"></a>N8.2 Like <a href="rule:N8.3">N8.3</a></h2>\n')


def test_an_address_of_another_kind_is_left_alone() -> None:
    assert 'href="page.txt"' in chapter_to_html("[N1](page.txt)\n")


def test_links_and_code_keep_their_text() -> None:
    html = chapter_to_html("[N1 here](n02-units.md) and `N8.31`, not XN8 or N8x.\n")
    assert html == (
        '<p><a href="chapter:n02-units">N1 here</a> and <code>N8.31</code>, not XN8 or N8x.</p>\n'
    )


def test_mentions_in_tables_become_links() -> None:
    assert '<td><a href="rule:N2.4">N2.4</a></td>' in chapter_to_html("| a |\n|---|\n| N2.4 |\n")


def test_badges_have_a_class() -> None:
    html = chapter_to_html(
        "*House rule: so.*\n\n*Not yet built: this.*\n\nNot yet built.\n\nElse.\n"
    )
    assert re.findall(r'<p(?: class="(\w+)")?>', html) == ["house", "unbuilt", "unbuilt", ""]


def test_raw_html_is_shown_as_text() -> None:
    html = chapter_to_html("<script>x</script> <b>y</b> [z](javascript:alert)\n")
    assert "<script" not in html
    assert "<b>" not in html
    assert "href" not in html


@given(st.text(max_size=200))
def test_any_page_can_be_rendered(text: str) -> None:
    assert "<script" not in chapter_to_html(text)
