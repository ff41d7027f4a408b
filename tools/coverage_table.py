#!/usr/bin/env python3
"""Writes docs/rulebook/coverage.md: which tests prove which rule of the rulebook.

pytest --collect-only -q --rule-report=report.json
tools/coverage_table.py report.json            write the page
tools/coverage_table.py report.json --check    fail where a built rule has no test, where a mark
                                               names no rule, or where the page is out of date
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from hexwar import resources
from hexwar.rulebook import Rule, RulebookError, read_rules

MAX_REPORT: Final = 64 << 20
"""Size of the largest report that is read, in bytes."""

HEAD: Final = """\
# Coverage

Made by `tools/coverage_table.py`; do not edit. Which tests prove which rule, by the marks on the
tests. A chapter counts the tests of all its rules; a step with a letter and its rule count for each
other.
"""

Report = Mapping[str, Sequence[str]]
"""Rule id to the ids of the tests that bear its mark."""


class ReportError(ValueError):
    """The report cannot be used; the message is a sentence for the user."""


def coverage_table(rules: Mapping[str, Rule], report: Report) -> str:
    """Lay out the page in Markdown, the rules in reading order."""
    bare = len(_unproved(rules, report))
    built = sum(rule.built and not rule.background for rule in rules.values())
    summary = f"{built} of {len(rules)} rules are built, {bare} of them without a test."
    rows = ["| Rule | Title | State | Tests | Files |", "|---|---|---|--:|---|"]
    rows += [_row(rule, tests_of(rule, report)) for rule in rules.values()]
    return "\n".join([HEAD, summary, "", *rows, ""])


def faults(rules: Mapping[str, Rule], report: Report) -> list[str]:
    """Say what is wrong with the marks, one sentence each.

    That is a built rule without a test, or a mark that names no rule.
    """
    told = "built, but no test bears its mark"
    bare = [f"{rule.id} {rule.title}: {told}." for rule in _unproved(rules, report)]
    marks = sorted((id_, report[id_][0]) for id_ in report if id_ not in rules)
    told = "the rulebook has no such rule; it is the mark of"
    return bare + [f"{id_}: {told} {test}." for id_, test in marks]


def _unproved(rules: Mapping[str, Rule], report: Report) -> list[Rule]:
    built = (rule for rule in rules.values() if rule.built and not rule.background)
    return [rule for rule in built if not tests_of(rule, report)]


def tests_of(rule: Rule, report: Report) -> list[str]:
    """List the tests that prove a rule, sorted, each once.

    A chapter (N4) has the tests of all its rules. A step with a letter (N4.5b) has those of its
    rule (N4.5) too, and the rule those of its steps.
    """
    return sorted(
        {test for rule_id in report if _serves(rule_id, rule) for test in report[rule_id]}
    )


def _serves(rule_id: str, rule: Rule) -> bool:
    if rule.is_chapter:
        return rule_id.partition(".")[0] == rule.id
    own = rule.id.rstrip("abcdefghij")
    return rule_id == rule.id or (rule_id.rstrip("abcdefghij") == own and own in {rule_id, rule.id})


def _row(rule: Rule, tests: Sequence[str]) -> str:
    files = ", ".join(sorted({test.partition("::")[0] for test in tests}))
    title = rule.title.replace("|", "\\|")
    return f"| {rule.id} | {title} | {_state(rule)} | {len(tests) or ''} | {files} |"


def _state(rule: Rule) -> str:
    if not rule.built:
        return "not yet built"
    if rule.background:
        return "for information"
    badges = ("built", *["house rule"] * rule.house, *["departure"] * rule.departs)
    return ", ".join(badges)


def read_report(path: Path) -> dict[str, list[str]]:
    """Read what `pytest --rule-report` wrote.

    Raises:
        ReportError: The file is missing, too large, or not such a report.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_REPORT + 1)
    except OSError as error:
        raise ReportError(f"{path}: cannot be read ({error.strerror}).") from error
    if len(raw) > MAX_REPORT:
        raise ReportError(f"{path}: larger than {MAX_REPORT >> 20} MiB.")
    try:
        report = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{path}: not JSON.") from error
    lists = report.values() if isinstance(report, dict) else [None]
    names = [name for tests in lists for name in (tests if isinstance(tests, list) else [None])]
    if not all(isinstance(name, str) for name in names):
        raise ReportError(f"{path}: not a report of rule ids, each with a list of tests.")
    return dict(report)


def check(page: Path, rules: Mapping[str, Rule], report: Report) -> list[str]:
    """Say what `faults` says, and whether the page on disk is out of date."""
    found = faults(rules, report)
    try:
        fresh = page.read_text(encoding="utf-8") == coverage_table(rules, report)
    except (OSError, UnicodeDecodeError):
        fresh = False
    return found if fresh else [*found, f"{page}: out of date; run this tool without --check."]


def main(arguments: Iterable[str] | None = None) -> int:
    """Run the tool; 0 when all is well, 1 when the check fails, 2 when a file cannot be used."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("report", type=Path, help="the file that pytest --rule-report wrote")
    parser.add_argument(
        "--check", action="store_true", help="write nothing, fail where it is wrong"
    )
    parser.add_argument("--rulebook", type=Path, metavar="FOLDER", default=resources.rulebook())
    asked = parser.parse_args(None if arguments is None else list(arguments))
    try:
        return _run(asked.report, asked.rulebook, only_check=asked.check)
    except (OSError, ReportError, RulebookError) as error:
        print(error, file=sys.stderr)
        return 2


def _run(report_file: Path, folder: Path, *, only_check: bool) -> int:
    rules, report = read_rules(folder), read_report(report_file)
    page = folder / "coverage.md"
    if not only_check:
        page.write_text(coverage_table(rules, report), encoding="utf-8")
        print(f"{page}: written.")
        return 0
    wrong = check(page, rules, report)
    print("\n".join(wrong) or f"{page}: every built rule has a test.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
