"""The command line: finds the chosen command, runs it, and turns every ending into a status."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from hexwar import __version__
from hexwar.app.commands import COMMANDS, UsageError, UserError, load
from hexwar.messages import say
from hexwar.text import visible

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
# Else pydantic looks through every installed package for plugins, which takes longer than to read.

COLLECTION: Final = (50_000, 20, 100)
"""How many new objects Python's collector waits for: a game is made of records without circles, and
to look for them as often as usual takes a tenth of the time of play."""

CRASHED: Final = 70
INTERRUPTED: Final = 130
READER_GONE: Final = 141
"""Exit statuses: an internal fault as in sysexits.h; the others are 128 + the signal's number."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence, and leaves the exit to ``main``."""

    def error(self, message: str) -> NoReturn:
        """Reports a wrong command line.

        Raises:
            UsageError: Always.
        """
        raise UsageError("{message}; see {prog} --help", message=message, prog=self.prog)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs hexwar on words after the program's name; None takes those of this process.

    The status is 0 for success, 1 for failure, 2 for a wrong command line, 70 for a fault.

    Raises:
        SystemExit: ``--help`` and ``--version`` end this way, as argparse does.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _print_any_name()
    gc.set_threshold(*COLLECTION)
    try:
        status = _run(words)
        sys.stdout.flush()
    except UserError as error:
        print(f"hexwar: {visible(str(error))}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return READER_GONE
    except Exception as error:
        _report_crash(error, words)
        return CRASHED
    return status


def _run(words: Sequence[str]) -> int:
    words = with_command(words)
    args = parser_for(words[0]).parse_args(words)
    if args.command != words[0]:
        raise UsageError("the command comes first; see hexwar --help")
    return load(args.command).run(args)


def with_command(words: Sequence[str]) -> Sequence[str]:
    """Puts ``play`` first where no command is named: ``hexwar brienne`` opens Brienne."""
    if not words:
        return ["play"]
    first = words[0]
    if first in COMMANDS or first.startswith("-"):
        return words
    if not os.path.exists(first):  # never raises, whatever the name
        _refuse_misspelt(first)
    return ["play", *words]


def _refuse_misspelt(word: str) -> None:
    from difflib import get_close_matches

    for command in get_close_matches(word, COMMANDS, n=1, cutoff=0.75):
        raise UsageError(
            "there is no command {word!r}; did you mean {command!r}?", word=word, command=command
        )


def parser_for(chosen: str) -> Parser:
    """A parser that knows every command by name, and the arguments of the chosen one."""
    parser = Parser(
        prog="hexwar",
        description=say("Napoleonic hex-and-counter battles without the bookkeeping."),
        epilog=say("Without a command the window opens: hexwar, hexwar SCENARIO or hexwar SAVE."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"hexwar {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        described = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=described, allow_abbrev=False)
        if name == chosen:
            load(name).add_arguments(command)
    return parser


def _print_any_name() -> None:
    """Lets no file name and no accent that the terminal cannot show stop a command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Sends what is still unwritten nowhere, so that the interpreter ends without a word."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _report_crash(error: Exception, words: Sequence[str]) -> None:
    from hexwar.app import crash

    print(f"hexwar: {crash.record(error, words)}", file=sys.stderr)
