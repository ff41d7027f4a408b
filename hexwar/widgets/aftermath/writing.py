"""Reports into files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hexwar.engine import SaveError
from hexwar.table.aftermath import Aftermath
from hexwar.table.forces import Side
from hexwar.widgets.aftermath.page import Report, html_page
from hexwar.widgets.aftermath.paper import Paper
from hexwar.widgets.aftermath.picture import Picture

PAGE, PAPER = ".html", ".pdf"
"""How the names of reports end."""


def write_report(
    path: Path,
    told: Aftermath,
    maps: Sequence[Picture],
    viewer: Side | None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Path:
    """Write a report as the path's suffix says, and give back where; any thread may.

    One that is not wanted any more when it is made is not written.

    Raises:
        SaveError: It cannot be written; the sentence names the file.
    """
    is_paper = path.suffix.lower() == PAPER
    data = _paper(told, maps, viewer) if is_paper else _page(told, maps, viewer)
    if is_wanted():
        _write(path, data)
    return path


def write_page(path: Path, told: Aftermath, maps: Sequence[Picture], viewer: Side | None) -> None:
    """Write the page.

    Raises:
        SaveError: It cannot be written.
    """
    _write(path, _page(told, maps, viewer))


def write_paper(path: Path, told: Aftermath, maps: Sequence[Picture], viewer: Side | None) -> None:
    """Write the PDF.

    Raises:
        SaveError: It cannot be written.
    """
    _write(path, _paper(told, maps, viewer))


def _page(told: Aftermath, maps: Sequence[Picture], viewer: Side | None) -> bytes:
    return html_page(told, maps, viewer).encode()


def _paper(told: Aftermath, maps: Sequence[Picture], viewer: Side | None) -> bytes:
    return Paper(Report(told, maps, viewer)).pdf()


def _write(path: Path, data: bytes) -> None:
    """Write a file; a report can be written again, so nothing is kept of the one before.

    Raises:
        SaveError: It cannot be written.
    """
    try:
        path.write_bytes(data)
    except OSError as fault:
        raise SaveError(
            "{path} cannot be written: {why}", path=path, why=fault.strerror or fault
        ) from fault
