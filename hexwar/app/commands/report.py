"""``hexwar report``: writes an after-action report of a saved game, without a screen."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from hexwar.app.commands import UsageError, UserError
from hexwar.app.waiting import Waiting
from hexwar.messages import say

if TYPE_CHECKING:
    from hexwar.app.opening import Opened
    from hexwar.table.forces import Side


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: the game, where to, and for whom."""
    parser.add_argument("game", metavar="SAVE", help=say("a saved game, finished or not"))
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help=say("the page to write; without --html and --pdf it is called after the game"),
    )
    parser.add_argument("--pdf", type=Path, metavar="FILE", help=say("the PDF to write"))
    parser.add_argument(
        "--side",
        metavar="SIDE",
        help=say(
            "tell it as this side knows it; without it a finished game is told to both, and one"
            " that goes on without the secrets of either"
        ),
    )


def run(args: Namespace) -> int:
    """Writes the report into one file or two."""
    from hexwar.app.opening import open_named

    paths = [path for path in (args.html, args.pdf) if path is not None]
    paths = paths or [Path(f"{Path(args.game).stem}-report.html")]
    for path in paths:
        _refuse_bad(path)
    opened = open_named(args.game)
    if opened.session is None:
        raise UserError("{game} is a scenario: a report tells of a saved game", game=args.game)
    side = _side_of(opened, args.side)
    with Waiting(say("The report is written")):
        _write(opened, side, args.html, args.pdf, paths)
    for path in paths:
        print(path)
    return 0


def _side_of(opened: Opened, name: str | None) -> Side | None:
    """The side of a name; None for none.

    Raises:
        UsageError: The battle has no such side.
    """
    from hexwar.table.forces import Side

    sides = opened.state.battle.sides
    if name is not None and name not in sides:
        known = ", ".join(sides)
        raise UsageError("--side: there is no {name!r}; there are {known}", name=name, known=known)
    return None if name is None else Side(name)


def _write(
    opened: Opened, side: Side | None, html: Path | None, pdf: Path | None, paths: list[Path]
) -> None:
    """Tell the game and write it.

    Raises:
        UserError: There is no report of such a game, or a file cannot be written.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from hexwar.app.screen import application
    from hexwar.engine import SaveError
    from hexwar.shell.face import face_of
    from hexwar.table.aftermath import readers_of
    from hexwar.widgets.aftermath.writing import write_page, write_paper

    application()
    session = opened.session
    assert session is not None
    readers = readers_of(session.state, side)
    told = opened.kit.aftermath(session, readers, len(session.events))
    if told is None:
        raise UserError("there is no report of a game of {game}", game=say(opened.kit.title))
    pictures = face_of(opened.kit).pictures(session.state)
    laid = deque(pictures.lay(told, pictures.grounds(told)), maxlen=1)
    maps = laid[-1] if laid else ()
    try:
        if pdf is not None:
            write_paper(pdf, told, maps, side)
        if html is not None or pdf is None:
            write_page(paths[0], told, maps, side)
    except SaveError as fault:
        raise UserError(str(fault)) from fault


def _refuse_bad(path: Path) -> None:
    """Say before the work what cannot be written.

    Raises:
        UserError: There is no such folder, or the path is one.
    """
    if not path.parent.is_dir():
        raise UserError(
            "{path} cannot be written: there is no folder {parent}", path=path, parent=path.parent
        )
    if path.is_dir():
        raise UserError("{path} cannot be written: it is a folder", path=path)
