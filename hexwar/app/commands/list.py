"""``hexwar list``: names the scenarios that come with hexwar."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hexwar.messages import say


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: there are none but the choice of JSON."""
    parser.add_argument("--json", action="store_true", help=say("print JSON"))


def run(args: Namespace) -> int:
    """Prints a line for each scenario; the status is 1 if one of them cannot be played."""
    from hexwar.app.games import summaries
    from hexwar.scenario.summaries import summaries_json, summaries_text

    found = summaries()
    print(summaries_json(found) if args.json else summaries_text(found))
    return 1 if any(summary.problem for summary in found) else 0
