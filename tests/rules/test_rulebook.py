"""The rulebook: its anchors, numbers, links, badges and pages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar import resources
from hexwar.rules.rulebook import (
    Rulebook,
    RulebookError,
    UnknownChapterError,
    UnknownRuleError,
    chapter_to_html,
    read_rules,
)

ROOT = Path(__file__).resolve().parents[2]
NUMBERS: Mapping[str, Any] = tomllib.loads(
    (ROOT / "hexwar/rules/nlc/numbers.toml").read_text(encoding="utf-8")
)
DECISIONS = ["DeclareAssault", "ChooseStepLoss"]
MENTION = re.compile(r"\b[NT]\d+(?:\.\d+[a-z]?)?\b")

UNPRINTED = {
    "movement.exit_cost",  # N5.61
    "leader.command_range",  # N14.3
    "leader.wing_range",
    "victory.demoralized_formation",  # N15.4
}
"""Numbers whose rule is not yet built: the chapter that gets built takes its number out here."""

TABLES = {
    "table fire": "fire.",
    "table allowance": "unit.default_movement.",
    "table levels": "victory.levels",
}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.load(NUMBERS, decisions=DECISIONS, events=["ChitDrawn"])


def frozen_ids() -> dict[str, bool]:
    """Every id of the specification, and whether it is a house rule, wholly or in part."""
    text = (Path(__file__).parent / "nlc_ids.txt").read_text(encoding="utf-8")
    return {line.split()[0]: line.endswith(" house") for line in text.splitlines()}


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
    assert len(frozen_ids()) == 364
    assert set(book.rules) == set(frozen_ids())


def test_a_rule_stands_in_the_chapter_of_its_number(book: Rulebook) -> None:
    for rule in book.rules.values():
        number = int(rule.id[1:].partition(".")[0])
        assert rule.chapter.startswith(f"n{number:02d}-"), rule.id


def test_every_heading_below_the_title_of_a_chapter_is_a_rule(book: Rulebook) -> None:
    for chapter in book.chapters:
        if chapter.rules:
            assert len(re.findall(r"^#+ ", chapter.markdown, re.MULTILINE)) == len(chapter.rules)


def test_chapters_are_in_reading_order(book: Rulebook) -> None:
    names = [chapter.name for chapter in book.chapters]
    assert names[:3] == ["index", "not-yet-built", "n01-introduction"]
    assert [int(name[1:3]) for name in names[2:]] == list(range(1, 33))


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
    assert hidden == UNPRINTED


def test_every_rule_that_is_mentioned_exists(book: Rulebook) -> None:
    for chapter in book.chapters:
        for rule_id in MENTION.findall(chapter.markdown):
            assert rule_id in book.rules, f"{chapter.name}: {rule_id}"
    for entry in book.decisions + book.events:
        assert set(MENTION.findall(entry.rule)) <= set(book.rules), entry.name


def test_every_link_leads_somewhere(book: Rulebook) -> None:
    names = {chapter.name for chapter in book.chapters}
    for chapter in book.chapters:
        for address in re.findall(r'href="([^"]*)"', book.to_html(chapter.name)):
            kind, _, place = address.partition(":")
            assert (kind == "rule" and place in book.rules) or (
                kind == "chapter" and place in names
            ), f"{chapter.name}: {address}"


def test_the_index_links_every_chapter(book: Rulebook) -> None:
    linked = re.findall(r'href="chapter:([^"]*)"', book.to_html("index"))
    assert sorted(linked) == sorted(c.name for c in book.chapters if c.name != "index")


def test_html_has_each_anchor_once(book: Rulebook) -> None:
    for chapter in book.chapters:
        anchors = re.findall(r'<a name="([^"]*)"></a>', book.to_html(chapter.name))
        assert anchors == [rule.id for rule in chapter.rules]


def test_the_stand_ins_are_named(book: Rulebook) -> None:
    page = book.chapter_markdown("not-yet-built")
    for words in (
        "in command",
        "in supply",
        "weather",
        "Attack row",
        "Initial Action",
        "Coordinated Action",
        "do not combine",
        "Attack Confidence",
        "before an assault",
        "charges",
        "bombardment",
        "second round",
        "pursuit",
    ):
        assert re.search(rf"\*\*[^*]*{words}", page), words


@pytest.mark.rule("N31", "N32")
def test_the_lists_say_what_is_built(book: Rulebook) -> None:
    decisions, events = book.chapter_markdown("n31-decisions"), book.chapter_markdown("n32-events")
    assert "| DeclareAssault | active | N8.35 |" in decisions
    assert re.search(r"^\| DeclareAssault .* \| yes \|$", decisions, re.MULTILINE)
    assert re.search(r"^\| DeclareCharge .* \| not yet \|$", decisions, re.MULTILINE)
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
    assert "| In assault: hit by a flank attack (N8.7) | −2 | |" in morale
    assert "| Road, in road movement (N5.3) | 1/2 | 1/2 |" in movement
    assert "| Woods | 2 | 4 |" in movement
    assert "A unit in road column fires at −50%" in " ".join(
        book.rule("N5.3").text_markdown.split()
    )


def test_the_fire_table_is_whole(book: Rulebook) -> None:
    table = book.rule("N8.8").text_markdown
    assert "| Die | 1–2 | 3–4 | 5–7 | 8–10 | 11–14 | 15–19 | 20–26 | 27+ |" in table
    assert "| 0 or less | – | – | – | – | – | M | M | M |" in table
    assert "| 5 | M | M | M | M1 | 1 | 1 | 1 | 1M1 |" in table
    assert "| 8 or more | M1 | 1 | 1 | 1 | 1M1 | 1M1 | 2 | 2M1 |" in table


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
    assert book.describe("N8.31") == "N8.31 The value (not yet built)"
    assert book.describe("N6.1") == "N6.1 Stacking limit"


def test_a_lettered_step_is_a_rule(book: Rulebook) -> None:
    assert book.rule("N4.5b").title == "Movement Segment"
    assert not book.rule("N4.5d").built


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
    assert [rule.id for rule in book.search("flank −2 woods")] == ["N2.32", "N2.46"]
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


# --- broken files ---------------------------------------------------------------------------------

CATALOGUE = '[decisions]\nA = ["active", "N1.1", "a"]\n[events]\nB = ["Turn", "", "b"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.md").write_text("# Index\n")
    (tmp_path / "not-yet-built.md").write_text("# Not yet\n")
    (tmp_path / "n01-one.md").write_text("# N1 One\n\nText.\n\n## N1.1 Sub\n\n{{a.b}}\n")
    (tmp_path / "catalogue.toml").write_text(CATALOGUE)
    return tmp_path


def test_a_small_rulebook(folder: Path) -> None:
    book = Rulebook.load({"a": {"b": -0.5}}, folder=folder)
    assert [rule.id for rule in book.rules.values()] == ["N1", "N1.1"]
    assert book.rule("N1.1").text_markdown == "−0.5"
    assert list(read_rules(folder)) == ["N1", "N1.1"]


@pytest.mark.parametrize(
    ("numbers", "fault"),
    [
        ({}, "n01-one.md, line 7: there is no number 'a.b'."),
        ({"a": 3}, "n01-one.md, line 7: there is no number 'a.b'."),
        ({"a": {"b": [1]}}, "n01-one.md, line 7: the number 'a.b' is neither a number nor a word."),
        (
            {"a": {"b": True}},
            "n01-one.md, line 7: the number 'a.b' is neither a number nor a word.",
        ),
    ],
)
def test_a_placeholder_without_a_number(
    folder: Path, numbers: Mapping[str, object], fault: str
) -> None:
    with pytest.raises(RulebookError) as caught:
        Rulebook.load(numbers, folder=folder)
    assert str(caught.value) == fault


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (
            "# N1 One\n## N1.1 Sub\n## N1.1 Sub\n",
            "n01-one.md: rule N1.1 stands in n01-one.md already",
        ),
        ("# N1 One\n## N1.1.\n", "n01-one.md, line 2: 'N1.1.' is not an id and a title."),
        ("# N1 One\n## N123 Sub\n", "n01-one.md, line 2: 'N123 Sub' is not an id and a title."),
        ("N1 One\n", "n01-one.md, line 1: a page begins with its title."),
        ("# N1\n{{table spells}}\n", "n01-one.md, line 2: there is no table 'spells'."),
        ("# N1 x\n{{table fire}}\n", "n01-one.md, line 2: there is no number 'fire.columns'."),
        ("# N1 x\n{{table levels}}\n", "line 2: the table 'levels' is not a list of rows."),
        ("# N1 x\n{{table allowance}}\n", "the table 'allowance' is not a list of rows."),
        ("x" * 300_000, "longer than 200000 bytes."),
    ],
)
def test_a_broken_page(folder: Path, page: str, fault: str) -> None:
    (folder / "n01-one.md").write_text(page)
    numbers = {"victory": {"levels": [1]}, "unit": {"default_movement": 4}}
    with pytest.raises(RulebookError, match=re.escape(fault)):
        Rulebook.load(numbers, folder=folder)


@pytest.mark.parametrize(
    ("fire", "fault"),
    [
        ({"columns": [1, 3], "table": [["-", "M"]]}, "cells missing or to spare"),
        ({"columns": [1, 3], "table": [["-", "M"], ["-"]]}, "cells missing or to spare"),
        ({"columns": [1, 3], "table": ["-M", "-M"]}, "is not a list of rows"),
        ({"columns": [1.5, 3], "table": [["-", "M"], ["-", "M"]]}, "needs whole numbers"),
        ({"columns": [], "table": [["-"], ["-"]]}, "is not a list of rows"),
    ],
)
def test_a_broken_fire_table(folder: Path, fire: Mapping[str, object], fault: str) -> None:
    (folder / "n01-one.md").write_text("# N1 x\n{{table fire}}\n")
    numbers = {"fire": {"lowest_die": 1, "highest_die": 2, **fire}}
    with pytest.raises(RulebookError, match=fault):
        Rulebook.load(numbers, folder=folder)


def test_a_page_that_is_no_text(folder: Path) -> None:
    (folder / "index.md").write_bytes(b"# \xff\n")
    with pytest.raises(RulebookError, match=r"index\.md: not UTF-8 text\."):
        read_rules(folder)


def test_a_missing_page(folder: Path) -> None:
    (folder / "index.md").unlink()
    with pytest.raises(RulebookError, match=r"index\.md: cannot be read"):
        read_rules(folder)


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="no chapter of the rulebook is here"):
        read_rules(tmp_path)


def test_too_many_chapters(folder: Path) -> None:
    for number in range(100):
        (folder / f"n02-x{number}.md").write_text("# x\n")
    with pytest.raises(RulebookError, match="more than 100 chapters"):
        read_rules(folder)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[decisions", "catalogue.toml: "),
        ("decisions = 1", "'decisions' is not a table"),
        ("[decisions]\n", "'events' is not a table"),
        ('[decisions]\nA = ["x", "y"]\n[events]\n', "'A' needs a group, its rules and a sentence."),
        ('[decisions]\nA = ["x", "y", 1]\n[events]\n', "'A' needs a group"),
    ],
)
def test_a_broken_list(folder: Path, text: str, fault: str) -> None:
    (folder / "catalogue.toml").write_text(text)
    with pytest.raises(RulebookError, match=fault):
        Rulebook.load({"a": {"b": 1}}, folder=folder)
