#!/usr/bin/env python3
"""Makes the battle of Fère-Champenoise with the editor's own tools, from a blank sheet on.

tools/make_fere.py [--folder scenarios]

It begins with a blank sheet, draws the map with the tools of the editor's map page, and puts forces
and scenario into the same document. A par that has been measured is kept (tools/balance).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hexwar.editor.document import Document, Json, put
from hexwar.editor.files import Files
from tools.fere.drawing import drawn
from tools.fere.forces import forces
from tools.fere.scenario import ID, scenario


def made(par: Json | None) -> Document:
    """The document with all three files, as steps that could be taken back.

    Args:
        par: What games between computer players came to; None where none was measured.
    """
    document = drawn().document
    document.do("Put in the forces", document.draft.having("forces", forces()))
    told = scenario()
    told = put(told, {"briefing": {**told["briefing"], **({"par": par} if par else {})}})
    document.do("Put in the scenario", document.draft.having("scenario", told))
    return document


def texts(par: Json | None) -> Mapping[str, str]:
    """What the files hold, by their paths below the folder of scenarios."""
    draft, files = made(par).draft, Files()
    return {
        f"maps/{ID}.json": files.text("map", draft),
        f"{ID}/forces.json": files.text("forces", draft),
        f"{ID}/scenario.json": files.text("scenario", draft),
    }


def known_par(folder: Path) -> Json | None:
    """The par that the scenario has already."""
    path = folder / ID / "scenario.json"
    if not path.exists():
        return None
    found: Json | None = json.loads(path.read_text("utf-8")).get("briefing", {}).get("par")
    return found


def main() -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "scenarios")
    folder: Path = parser.parse_args().folder
    for name, text in texts(known_par(folder)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
