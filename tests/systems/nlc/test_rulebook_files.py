"""How the files of a rulebook are read, and what is said of broken ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from hexwar.rulebook import Rulebook, RulebookError, read_rules

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
            {"a": {"b": ["mud", 1]}},
            "n01-one.md, line 7: the number 'a.b' is neither a number nor a word.",
        ),
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
    ("words", "shown"),
    [
        (["mud"], "mud"),
        (["rain", "mud"], "rain and mud"),
        (("rain", "fog", "snow"), "rain, fog and snow"),
        ([], "none"),
    ],
)
def test_a_list_of_words_reads_like_a_sentence(
    folder: Path, words: Sequence[str], shown: str
) -> None:
    book = Rulebook.load({"a": {"b": words}}, folder=folder)
    assert book.rule("N1.1").text_markdown == shown


def test_chapters_of_the_series_come_last(folder: Path) -> None:
    (folder / "t07-spans.md").write_text("# T7 Spans\n\nText.\n\n### T7.61 Kinds\n\nText.\n")
    (folder / "s01-none.md").write_text("# Not a page of the book\n")
    assert list(read_rules(folder)) == ["N1", "N1.1", "T7", "T7.61"]


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (
            "# N1 One\n## N1.1 Sub\n## N1.1 Sub\n",
            "n01-one.md: rule N1.1 stands in n01-one.md already",
        ),
        ("# N1 One\n## N1.1.\n", "n01-one.md, line 2: 'N1.1.' is not an id and a title."),
        ("# N1 One\n## T1.1.\n", "n01-one.md, line 2: 'T1.1.' is not an id and a title."),
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


@pytest.mark.parametrize(
    ("table", "numbers", "fault"),
    [
        ("orders", {"orders": 4}, "the table 'orders' is not a list of rows."),
        ("orders", {"orders": {}}, "the table 'orders' is not a list of rows."),
        ("orders", {"orders": {"march": {"name": "March"}}}, "no number 'orders.march.enter_zone'"),
        ("local", {"local": {"highest_column": 1, "table": [["OK"]]}}, "cells missing or to spare"),
        ("local", {"local": {"highest_column": 0.5, "table": [["OK"]]}}, "needs whole numbers"),
        ("compliance", {"compliance": {"highest_column": 0, "table": []}}, "not a list of rows"),
    ],
)
def test_a_broken_table_of_the_orders(
    folder: Path, table: str, numbers: Mapping[str, object], fault: str
) -> None:
    (folder / "n01-one.md").write_text(f"# N1 x\n{{{{table {table}}}}}\n")
    with pytest.raises(RulebookError, match=fault):
        Rulebook.load(numbers, folder=folder)


def test_a_word_that_the_table_of_orders_does_not_know_stands_as_it_is(folder: Path) -> None:
    (folder / "n01-one.md").write_text("# N1 x\n{{table reactions}}\n")
    row = dict.fromkeys(
        ("name", "enter_zone", "leave_zone", "assault", "charge", "react", "bombard", "road"), "may"
    )
    book = Rulebook.load(
        {"orders": {"sit": {**row, "name": "Sit", "pull_back": "at noon", "pursue": "must"}}},
        folder=folder,
    )
    shown = book.rule("N1").text_markdown.splitlines()[-1]
    assert shown == "| Sit | yes | yes | yes | at noon | yes, must try |"


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
