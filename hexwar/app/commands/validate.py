"""``hexwar validate``: a complete report on scenario files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hexwar.messages import say


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: files or folders, and the form of the report."""
    parser.add_argument(
        "paths",
        nargs="+",
        type=Path,
        metavar="PATH",
        help=say("a scenario, map or forces file, or a folder of them"),
    )
    parser.add_argument("--json", action="store_true", help=say("print the report as JSON"))


def run(args: Namespace) -> int:
    """Prints the report; the status is 1 if it holds an error."""
    from hexwar import resources
    from hexwar.app.games import sections
    from hexwar.scenario.findings import findings_json, findings_text
    from hexwar.scenario.validate import validate

    findings = validate(args.paths, sections(), resources.scenarios())
    print(findings_json(findings) if args.json else findings_text(findings))
    return 1 if any(finding.is_error for finding in findings) else 0
