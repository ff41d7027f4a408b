"""Writes the JSON Schemas of map, table, forces and scenario files into docs/schema.

    python tools/write_schema.py [--check]

With --check nothing is written: the status is 1 if a file is not what would be written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hexwar.scenario.measured import ALL_KINDS
from hexwar.scenario.schema import FileRecord
from hexwar.systems.mininap.section.schema import MiniForces, MiniScenario
from hexwar.systems.nlc.section.schema import NlcScenario
from hexwar.systems.tlnb.section.schema import TlnbScenario

FOLDER: Final = ROOT / "docs" / "schema"

FORMS: Final[dict[str, type[FileRecord]]] = {**ALL_KINDS, "scenario": NlcScenario}
"""The form of each kind of file; of scenarios, those of the first game."""

OTHERS: Final[dict[str, type[FileRecord]]] = {
    "scenario-tlnb": TlnbScenario,
    "scenario-mininap": MiniScenario,
    "forces-mininap": MiniForces,
}
"""The forms of files of further games, by the names of their schemas."""


def form_of(raw: dict[str, Any]) -> type[FileRecord]:
    """The form of a file by what it says of itself."""
    own = f"{raw['kind']}-{raw.get('system')}"
    return OTHERS.get(own, FORMS[raw["kind"]])


def main() -> int:
    """Writes or checks the schemas."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="compare only")
    if parser.parse_args().check:
        stale = stale_files(FOLDER)
        for path in stale:
            print(f"write_schema: {path} is not up to date", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, "utf-8")
        print(FOLDER / name)
    return 0


def texts() -> dict[str, str]:
    """Each schema file's name and text."""
    made = {}
    for word, kind in {**FORMS, **OTHERS}.items():
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        schema |= kind.model_json_schema()
        text = json.dumps(schema, indent=2, ensure_ascii=False)
        made[f"{word}.schema.json"] = f"{text}\n"
    return made


def stale_files(folder: Path) -> list[Path]:
    """The files of a folder that are missing or not what would be written."""
    files = {folder / name: text for name, text in texts().items()}
    return [f for f, text in files.items() if not f.is_file() or f.read_text("utf-8") != text]


if __name__ == "__main__":
    sys.exit(main())
