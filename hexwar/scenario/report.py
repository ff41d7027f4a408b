"""Findings and lists of scenarios as text for a terminal, and as JSON for a program."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from hexwar.messages import count, mark, say
from hexwar.scenario.findings import Finding
from hexwar.scenario.summaries import Summary


def findings_text(findings: Sequence[Finding]) -> str:
    """A line for each finding, and how many there are."""
    errors = sum(finding.is_error for finding in findings)
    warnings = len(findings) - errors
    counts = (
        count("{n} error", "{n} errors", errors),
        count("{n} warning", "{n} warnings", warnings),
    )
    return "\n".join([*map(str, findings), ", ".join(counts)])


def findings_json(findings: Sequence[Finding]) -> str:
    """An object with the numbers of errors and warnings, and the findings."""
    errors = sum(finding.is_error for finding in findings)
    report = {
        "errors": errors,
        "warnings": len(findings) - errors,
        "findings": [asdict(finding) for finding in findings],
    }
    return json.dumps(report, ensure_ascii=False, indent=2)


def summaries_text(summaries: Sequence[Summary]) -> str:
    """A line for each scenario."""
    width = max((len(summary.id) for summary in summaries), default=0)
    return "\n".join(f"{summary.id:{width}}  {_summary_text(summary)}" for summary in summaries)


def summaries_json(summaries: Sequence[Summary]) -> str:
    """A list of objects, one for each scenario, without its picture and its turn track."""
    objects = [asdict(summary) for summary in summaries]
    for listed in objects:
        del listed["picture"], listed["track"]
    return json.dumps(objects, ensure_ascii=False, indent=2)


def _summary_text(summary: Summary) -> str:
    if summary.problem:
        return say("cannot be played: {problem}", problem=summary.problem)
    names, sp = summary.side_names, summary.sp
    strengths = ", ".join(say("{name} {sp} SP", name=names[side], sp=sp[side]) for side in names)
    words = mark("{of.name}, {of.date}: {of.turns} turns, {strengths}")
    return say(words, of=summary, strengths=strengths)
