"""``hexwar list``: names the scenarios that come with hexwar."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hexwar import resources
from hexwar.app.commands import UserError
from hexwar.scenario.library import summaries
from hexwar.scenario.report import summaries_json, summaries_text


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: there are none but the choice of JSON."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Prints a line, or an object, for each scenario.

    Raises:
        UserError: This copy of hexwar has lost its scenarios.
    """
    found = summaries()
    if not found:
        raise UserError(f"{resources.scenarios()}: there are no scenarios in this folder")
    print(summaries_json(found) if args.json else summaries_text(found))
    return 0
