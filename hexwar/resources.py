"""Where the files are that come with hexwar: scenarios, pictures and the rulebook.

An installed hexwar carries them inside the package; a checkout has them at its top.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent
"""The folder of the package ``hexwar``, in a checkout or in site-packages."""


def scenarios() -> Path:
    """The folder that holds one folder a scenario, and the maps they share."""
    return folder("scenarios", checkout="scenarios")


def assets() -> Path:
    """The folder of pictures and other files that the window shows."""
    return folder("assets", checkout="assets")


def rulebook() -> Path:
    """The folder of the rulebook's chapters, one Markdown file each."""
    return folder("rulebook", checkout="docs/rulebook")


def numbers(system: str) -> Path:
    """The file of the numbers of a game's rules, which the rulebook prints."""
    return PACKAGE / "systems" / system / "numbers.toml"


def help_file() -> Path:
    """The pages about the window, in one Markdown file."""
    return folder("help.md", checkout="docs/help.md")


def editor_help() -> Path:
    """The pages about the editor, in one Markdown file."""
    return folder("editor-help.md", checkout="docs/editor-help.md")


def folder(installed: str, checkout: str, package: Path = PACKAGE) -> Path:
    """A folder inside an installed package, or else the one of the checkout around it."""
    data = package / "_data"
    return data / installed if data.is_dir() else package.parent / checkout
