#!/usr/bin/env python3
"""Takes the pictures of docs/make-a-battle.md: the editor's window at work.

tools/make_editor_pictures.py [FOLDER]

The window is shown at 1366x768. What is drawn is drawn with the tools, as a hand would.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hexwar.app import editing
from hexwar.app.window import application
from hexwar.editor.window import EditorWindow
from hexwar.resources import scenarios
from tools.stage import ROOT, wait  # before Qt, whose home it makes

PAGES = ("map", "forces", "setup", "orders")


def take(window: EditorWindow, folder: Path, name: str) -> None:
    """One picture, once the map is painted."""
    wait(1500)
    window.grab().save(str(folder / f"editor-{name}.png"))


def main() -> None:
    """Takes them all."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    application()
    games = editing.Games()
    window = editing.make_window(games)
    window.resize(1366, 768)
    window.show()
    window.begin()
    take(window, folder, "new")
    window.open(scenarios() / "fere-champenoise")
    for name in PAGES:
        window.tabs.setCurrentWidget(window.tabs.pages[name])
        take(window, folder, name)
    window.close()
    games.close()


if __name__ == "__main__":
    main()
