"""Reports into files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hexwar.engine import SaveError, write_file
from hexwar.table.aftermath import Aftermath
from hexwar.table.forces import Side
from hexwar.widgets.aftermath.page import Report, html_page
from hexwar.widgets.aftermath.paper import Paper
from hexwar.widgets.aftermath.pictures import MapPicture

PAGE, PAPER = ".html", ".pdf"
"""How the names of reports end."""


def write_report(
    path: Path, told: Aftermath, maps: Sequence[MapPicture], viewer: Side | None
) -> Path:
    """Write a report as the path's suffix says, and give back where; any thread may.

    Raises:
        SaveError: It cannot be written; the sentence names the file.
    """
    if path.suffix.lower() == PAPER:
        write_paper(path, told, maps, viewer)
    else:
        write_page(path, told, maps, viewer)
    return path


def write_page(
    path: Path, told: Aftermath, maps: Sequence[MapPicture], viewer: Side | None
) -> None:
    """Write the page.

    Raises:
        SaveError: It cannot be written.
    """
    write_file(path, html_page(told, maps, viewer))


def write_paper(
    path: Path, told: Aftermath, maps: Sequence[MapPicture], viewer: Side | None
) -> None:
    """Write the PDF.

    Raises:
        SaveError: It cannot be written.
    """
    data = Paper(Report(told, maps, viewer)).pdf()
    try:
        path.write_bytes(data)
    except OSError as fault:
        raise SaveError(
            "{path} cannot be written: {why}", path=path, why=fault.strerror or fault
        ) from fault
