"""``hexwar export``: writes a battle for the table, or for other programs, without a screen."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hexwar.app.commands import UsageError, UserError
from hexwar.app.waiting import Waiting
from hexwar.messages import say

if TYPE_CHECKING:
    from hexwar.kit import Kit
    from hexwar.table.battle import Battle, MapBattle

WHAT: Final = ("map", "counters", "order_of_battle", "orders", "tiled", "package")
"""What can be written, as options are called."""

PAPERS: Final = ("a4", "a3", "letter", "sheet")


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: the battle, what is written of it, and how."""
    parser.add_argument("scenario", metavar="SCENARIO", help=say("a scenario by id or path"))
    _add_file(parser, "--map", say("the map at true scale: FILE.png, or FILE.pdf in pages"))
    _add_file(parser, "--counters", say("the counters, front and back, as a PDF"))
    _add_file(parser, "--order-of-battle", say("the order of battle, as FILE.html or FILE.pdf"))
    _add_file(parser, "--orders", say("blank pads for orders, as FILE.html or FILE.pdf"))
    _add_file(parser, "--tiled", say("terrain, levels and places: FILE.tmx or FILE.tmj"))
    _add_file(parser, "--package", say("all of it in one file to be given away: FILE.hexpack"))
    parser.add_argument(
        "--hex-mm",
        type=millimetres,
        default=16.0,
        metavar="MM",
        help=say("from hex to hex on the printed map (16)"),
    )
    parser.add_argument(
        "--dpi", type=int, default=150, metavar="N", help=say("dots to the inch of the map (150)")
    )
    parser.add_argument(
        "--scale",
        type=millimetres,
        metavar="FACTOR",
        help=say("the map as large as on the board, 1 being 100 %%, instead of --hex-mm and --dpi"),
    )
    parser.add_argument(
        "--paper", choices=PAPERS, default="a4", help=say("kind of paper; sheet is one page (a4)")
    )
    parser.add_argument(
        "--counter-mm",
        type=millimetres,
        default=16.0,
        metavar="MM",
        help=say("the edge of a counter (16)"),
    )


def _add_file(parser: ArgumentParser, name: str, about: str) -> None:
    parser.add_argument(name, type=Path, metavar="FILE", help=about)


def millimetres(word: str) -> float:
    """Reads a length.

    Raises:
        ArgumentTypeError: The word is no number above 0.
    """
    try:
        found = float(word)
    except ValueError:
        found = 0.0
    if not 0.0 < found < 1000.0:
        raise ArgumentTypeError(say("a number is needed, as 16, not {word!r}", word=word))
    return found


def run(args: Namespace) -> int:
    """Writes each of the files that are named."""
    wanted = {what: getattr(args, what) for what in WHAT if getattr(args, what) is not None}
    if not wanted:
        known = ", ".join(f"--{what.replace('_', '-')}" for what in WHAT)
        raise UsageError("nothing is to be written: name some of {known}", known=known)
    for path in wanted.values():
        _refuse_bad(path)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from hexwar.app.games import kit_of_scenario
    from hexwar.app.screen import application
    from hexwar.engine import SaveError
    from hexwar.scenario.errors import ScenarioError

    application()
    try:
        kit = kit_of_scenario(args.scenario)
        battle = kit.battle(args.scenario)
        for what, path in wanted.items():
            with Waiting(say("{path} is being written", path=path)) as waiting:
                _write(what, path, kit, battle, args, waiting)
            print(path)
    except (SaveError, ScenarioError) as fault:
        raise UserError(str(fault)) from fault
    return 0


def _write(
    what: str, path: Path, kit: Kit[Any], battle: Battle, args: Namespace, waiting: Waiting
) -> None:
    """Write one file of a battle.

    Raises:
        SaveError: It cannot be written.
        ScenarioError: It would be too large, or cannot be read.
        UserError: It is made of a map of hexes, and the battle is fought on none.
    """
    if what == "package":
        from hexwar import resources
        from hexwar.scenario.library import find
        from hexwar.scenario.pack import pack_folder

        pack_folder(find(args.scenario), path, resources.scenarios())
    else:
        from hexwar.app.opening import on_map

        _write_of_map(what, path, kit, on_map(battle), args, waiting)


def _write_of_map(
    what: str, path: Path, kit: Kit[Any], battle: MapBattle, args: Namespace, waiting: Waiting
) -> None:
    """Write one file of a battle on a map of hexes."""
    if what == "map":
        _write_map(path, battle, args, waiting)
    elif what == "counters":
        _write_counters(path, battle, args)
    elif what == "tiled":
        _write_tiled(path, args.scenario)
    else:
        from hexwar.editor.export_lists import order_of_battle, order_sheets, write_list

        is_list = what == "order_of_battle"
        html = order_of_battle(battle, kit) if is_list else order_sheets(battle)
        write_list(path, battle.name, html, "a4" if args.paper == "sheet" else args.paper)


def _write_map(path: Path, battle: MapBattle, args: Namespace, waiting: Waiting) -> None:
    from hexwar.editor.export import MapPrint, plan_of, write_map

    print_ = MapPrint(hex_mm=args.hex_mm, dpi=args.dpi, paper=args.paper)
    print_ = print_ if args.scale is None else MapPrint.at(args.scale)
    plan = plan_of(battle.battlefield, path, print_)
    if plan.refusal is None:
        print(plan.words)
    for done in write_map(battle.battlefield, plan):
        waiting.tell(say("{path}: {share} %", path=path, share=round(100 * done)))


def _write_counters(path: Path, battle: MapBattle, args: Namespace) -> None:
    from hexwar.editor.export_counters import CounterPrint, plan_words, write_counters
    from hexwar.widgets.counters.art import CounterArt
    from hexwar.widgets.counters.card import CounterStyle
    from hexwar.widgets.theme import theme

    paper = "a4" if args.paper == "sheet" else args.paper
    print_ = CounterPrint(edge=args.counter_mm, paper=paper)
    if print_.refusal is None:
        print(plan_words(battle, print_))
    art = CounterArt(CounterStyle.PERIOD, theme("light"))
    for _ in write_counters(battle, path, print_, art):
        pass


def _write_tiled(path: Path, scenario: str) -> None:
    from hexwar.editor import tiled
    from hexwar.editor.export_files import save_bytes
    from hexwar.editor.files import Files
    from hexwar.scenario.library import find

    draft, _, _ = Files.read(find(scenario))
    save_bytes(path, tiled.written(draft.map, path).encode())
    save_bytes(tiled.tiles_of(path), tiled.tile_picture())


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
