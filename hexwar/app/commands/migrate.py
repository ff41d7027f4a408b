"""``hexwar migrate``: brings saved games up to the present layout and format of their files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hexwar.app.commands import UserError
from hexwar.app.games import kit_of_save
from hexwar.app.opening import read_save
from hexwar.engine.seal import PACKED, Seal
from hexwar.messages import count, listed, say

if TYPE_CHECKING:
    from hexwar.engine import Session
    from hexwar.engine.gamefile import Note
    from hexwar.engine.migration import Migration

MOST_LINES: Final = 5
"""Differences of a game that are shown one by one."""


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: the saves, and whether to write."""
    parser.add_argument("saves", nargs="+", type=Path, metavar="SAVE", help=say("a saved game"))
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help=say("only tell what would change, and write nothing"),
    )


def run(args: Namespace) -> int:
    """Brings each save up to date, the old one kept with .bak; 1 when any of them cannot be."""
    return max(_migrate(path, is_dry=args.dry_run) for path in args.saves)


def _migrate(path: Path, *, is_dry: bool) -> int:
    from hexwar.engine import SaveError, write_file

    try:
        found, notice = read_save(path, partial(planned, beside=path.parent))
    except UserError as error:
        print(error)
        return 1
    if not found.is_needed:
        print(say("{path}: up to date.", path=path))
        return 0
    print(say("{path}: {what}.", path=path, what=told(found)))
    for line in (*lines_of(found), *([notice] if notice else [])):
        print(f"  {line}")
    if is_dry:
        return 0
    try:
        write_file(path, found.text)
    except SaveError as fault:
        print(fault)
        return 1
    print("  " + say("Written; the file of before is kept as {name}.bak.", name=path.name))
    return 0


def planned(text: str, seal: Seal = PACKED, beside: Path | None = None) -> tuple[Migration, str]:
    """What brings a game up to date, after the new file has given the same game.

    Its scenario may lie in the folder `beside`. With it comes what a player is told of the game,
    before and after alike.

    Raises:
        SaveError: It is no saved game, is damaged, or would be another game.
    """
    from hexwar.engine import SaveError
    from hexwar.engine.migration import migration

    kit = kit_of_save(text)
    before = kit.load_game(text, seal=seal, beside=beside)
    found = migration(kit.system, text, note_of(before), seal)
    if found.is_needed:
        after = kit.load_game(found.text, seal=seal, beside=beside)
        if not _is_alike(before, after):
            raise SaveError("The game would not be the same in the present format.")
    return found, before.notice or ""


def note_of(session: Session[Any]) -> Note:
    """What everybody may know of a game."""
    from hexwar.engine.gamefile import CLOSED, OVER, Note

    end = CLOSED if session.pending is not None else OVER
    return Note(session.state.battle.name, max(session.state.turn, 0), end=end)


def _is_alike(before: Session[Any], after: Session[Any]) -> bool:
    same = (after.digest(), after.journal, after.undone) == (
        before.digest(),
        before.journal,
        before.undone,
    )
    return same and after.notice == before.notice


def told(found: Migration) -> str:
    """The change in a few words: ``layout 1 becomes 2, format 1 stays``."""
    from hexwar.engine.gamefile import LAYOUT

    parts = []
    for name, was, now in (
        (say("layout"), found.layout, LAYOUT),
        (say("format"), found.format, found.present_format),
    ):
        words = say("{name} {was} becomes {now}", name=name, was=was, now=now)
        parts.append(words if was != now else say("{name} {now} stays", name=name, now=now))
    parts.append(say("played under revision {n} of the rules", n=found.revision))
    return ", ".join(parts)


def lines_of(found: Migration) -> list[str]:
    """What changes in the game: how much of each kind, and the first differences."""
    lines = []
    for name, kinds in found.counts().items():
        each = listed(f"{n} {kind}" for kind, n in sorted(kinds.items()))
        n = sum(kinds.values())
        lines.append(
            count(
                "{name}: {n} change ({each})",
                "{name}: {n} changes ({each})",
                n,
                name=name,
                each=each,
            )
        )
    shown = found.differences[:MOST_LINES]
    lines += [f"{one.place}: {one.line}" for one in shown]
    left = len(found.differences) - len(shown)
    if left:
        lines.append(count("and {n} more", "and {n} more", left))
    return lines
