"""Converts maps and orders of battle as the historical notes hold them into scenario files.

    python tools/import_history.py SOURCE_FOLDER [--out FOLDER] [--battle NAME ...] [--map NAME ...]
        [--campaign NAME ...]

The source folder holds `map_<map>.json`, `oob_<battle>.json` and `campaign_<name>.json`. Written
are, for each battle, `<id>/forces.json`, `<id>/scenario.json` and its `maps/<map>.json`, and the
maps named. A campaign is made of its battles' scenario files as they stand in the folder that is
written to; briefing and notes of a campaign that is there already stay. Nothing else is touched.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hexwar.scenario.schema import FileRecord, ForcesFile, MapFile
from hexwar.scenario.writing import to_text
from hexwar.systems.nlc.section.schema import NlcScenario
from hexwar.systems.tlnb.section.schema import TlnbScenario
from tools.history import ImportFaultError, Raw, present
from tools.history.amendments import amend
from tools.history.battles import add_victory_places, forces_raw, map_raw, scenario_raw
from tools.history.campaigns import campaign_raw, plans_of
from tools.history.player_turn import is_player_turn, with_nations, with_section

IDS: Final = {"larothiere": "la-rothiere"}
"""Scenario ids that differ from the name of the battle in the source."""

PROSE: Final = (
    (r"\[EST split\]", "(the split is an estimate)"),
    (r"are \[EST\]", "are estimates"),
    (r"\[EST\]", "(estimate)"),
    (r"\bEST\b", "estimate"),
    (r"\bseed\b", "module"),
)
"""Words of the notes' own shorthand, and what a player reads instead. The module is module 37."""


def main() -> int:
    """Runs the conversion; the status is 1 if a source cannot be used."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("source", type=Path, help="the folder of the historical notes")
    parser.add_argument("--out", type=Path, default=ROOT / "scenarios", help="where to write")
    parser.add_argument("--battle", nargs="+", default=[], metavar="NAME", help="with its map")
    parser.add_argument("--campaign", nargs="+", default=[], metavar="NAME", help="of battles")
    parser.add_argument("--map", nargs="+", default=[], metavar="NAME", help="a map alone")
    arguments = parser.parse_args()
    if not arguments.battle and not arguments.map and not arguments.campaign:
        parser.error("name what to convert: --battle NAME, --map NAME, --campaign NAME")
    try:
        for path in convert(arguments.source, arguments.out, arguments.battle, arguments.map):
            print(path)
        for path in convert_campaigns(arguments.source, arguments.out, arguments.campaign):
            print(path)
    except (OSError, ImportFaultError, ValueError) as error:
        print(f"import_history: {error}", file=sys.stderr)
        return 1
    return 0


def convert(
    source: Path, out: Path, battles: Sequence[str], map_ids: Sequence[str] = ()
) -> list[Path]:
    """Writes the battles with their maps, and maps alone; answers with the files written.

    Raises:
        ImportFaultError: a battle says something that has no field in a scenario file.
        OSError: a file cannot be read or written.
        ValueError: a file does not have the expected form.
    """
    written = []
    maps = {id_: map_raw(_read(source / f"map_{id_}.json"), id_) for id_ in map_ids}
    for battle in battles:
        oob = _read(source / f"oob_{battle}.json")
        map_id = Path(oob["map"]).stem.removeprefix("map_")
        if map_id not in maps:
            maps[map_id] = map_raw(_read(source / oob["map"]), map_id)
        add_victory_places(maps[map_id], oob)
        id_ = IDS.get(battle, battle)
        folder = out / id_
        forces, scenario = forces_raw(oob), scenario_raw(oob, id_, map_id)
        form: type[FileRecord] = NlcScenario
        if is_player_turn(oob):
            form, scenario = TlnbScenario, with_section(scenario, oob)
            forces = with_nations(forces)
        amend(id_, scenario, forces)
        scenario |= _kept(folder / "scenario.json")
        written.append(_write(folder / "forces.json", ForcesFile, forces))
        written.append(_write(folder / "scenario.json", form, scenario))
    for map_id, raw in maps.items():
        written.append(_write(out / "maps" / f"{map_id}.json", MapFile, raw))
    return written


def _kept(path: Path) -> Raw:
    """What a scenario that is there already has from another hand: its briefing."""
    if not path.is_file():
        return {}
    return present(briefing=_read(path).get("briefing"))


def convert_campaigns(source: Path, out: Path, campaigns: Sequence[str]) -> list[Path]:
    """Writes campaigns of the battles in a folder, there; answers with the files written.

    Raises:
        ImportFaultError: the battles do not fit together.
        OSError: a file cannot be read or written.
        ValueError: a file does not have the expected form.
    """
    written = []
    for campaign in campaigns:
        for plan in plans_of(_read(source / f"campaign_{campaign}.json"), out, IDS):
            folder = out / plan.id
            old = folder / "scenario.json"
            forces, scenario = campaign_raw(plan, _read(old) if old.exists() else {})
            amend(plan.id, scenario, forces)
            written.append(_write(folder / "forces.json", ForcesFile, forces))
            written.append(_write(old, NlcScenario, scenario))
    return written


def _read(path: Path) -> Raw:
    raw: Raw = json.loads(path.read_text("utf-8"))
    return raw


def _write(path: Path, kind: type[FileRecord], raw: Raw) -> Path:
    record = kind.from_raw(worded(raw))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(to_text(record.to_raw()), "utf-8")
    return path


def worded(value: Any, key: str = "") -> Any:
    """A raw value with the shorthand in its prose written out."""
    if isinstance(value, dict):
        return {name: worded(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [worded(item, key) for item in value]
    if isinstance(value, str) and key in ("note", "notes", "basis"):
        for shorthand, words in PROSE:
            value = re.sub(shorthand, words, value)
    return value


if __name__ == "__main__":
    sys.exit(main())
