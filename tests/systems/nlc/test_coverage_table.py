"""tools/coverage_table.py: which tests prove which rule."""

from __future__ import annotations

import json
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from hexwar.rulebook import Rule

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.md").write_text("# Index\n")
    (tmp_path / "not-yet-built.md").write_text("# Not yet\n")
    (tmp_path / "n01-one.md").write_text("# N1 One\n\nText.\n\n## N1.1 Sub\n\nText.\n")
    return tmp_path


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = util.spec_from_file_location("coverage_table", ROOT / "tools/coverage_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rules(*ids: str, built: bool = True, background: bool = False) -> dict[str, Rule]:
    """Rules of one state; the title of each is its id backwards."""
    return {
        i: Rule(i, i[::-1], "n08-x", "", house=False, built=built, background=background)
        for i in ids
    }


REPORT = {
    "N8.1": ["tests/b.py::two", "tests/a.py::one"],
    "N8.5b": ["tests/a.py::three"],
    "N8.6": ["tests/a.py::one"],
    "T8.1": ["tests/a.py::four"],
}


@pytest.mark.parametrize(
    ("rule_id", "count"),
    [
        ("N8.1", 2),
        ("N8.11", 0),
        ("N8.5", 1),
        ("N8.5b", 1),
        ("N8.5a", 0),
        ("N8.6a", 1),
        ("N8", 3),
        ("T8.1", 1),
        ("T8", 1),
    ],
)
def test_whose_tests_count_for_a_rule(tool: ModuleType, rule_id: str, count: int) -> None:
    assert len(tool.tests_of(rules(rule_id)[rule_id], REPORT)) == count


def test_the_table_names_state_count_and_files(tool: ModuleType) -> None:
    some = rules("N8.1") | rules("N8.2", built=False) | rules("N8.3", background=True)
    table = tool.coverage_table(some, REPORT)
    assert "1 of 3 rules are built, 0 of them without a test." in table
    assert "| N8.1 | 1.8N | built | 2 | tests/a.py, tests/b.py |\n" in table
    assert "| N8.2 | 2.8N | not yet built |  |  |\n" in table
    assert "| N8.3 | 3.8N | for information |  |  |\n" in table


def test_faults_are_built_rules_without_a_test_and_unknown_marks(tool: ModuleType) -> None:
    some = rules("N8.1", "N8.7") | rules("N8.2", built=False) | rules("N8.3", background=True)
    assert tool.faults(some, {"N8.1": ["t.py::a"], "N9.9": ["t.py::b"]}) == [
        "N8.7 7.8N: built, but no test bears its mark.",
        "N9.9: the rulebook has no such rule; it is the mark of t.py::b.",
    ]


def test_the_check_passes_only_on_a_fresh_page(
    tool: ModuleType, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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


@pytest.mark.parametrize("text", ["", "[1]", '{"N1": "t"}', '{"N1": [1]}', "[" * 100_000])
def test_a_broken_report_is_one_sentence(
    tool: ModuleType, folder: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = folder / "report.json"
    report.write_text(text)
    assert tool.main([str(report), "--rulebook", str(folder)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert tool.main([str(folder / "none.json")]) == 2
