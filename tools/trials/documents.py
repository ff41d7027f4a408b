"""Tables that tools keep in documents: Markdown, each between two marks of its name."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

Row = tuple[str, ...]


class Parts(NamedTuple):
    """A document, taken apart at the marks of a table."""

    before: str
    table: str
    after: str


def table(head: Row, rows: Iterable[Row]) -> str:
    """A table in Markdown.

    >>> print(table(("a", "b"), [("1", "2")]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *rows))


def parts(document: str, name: str) -> Parts:
    """A document, taken apart at the marks of a table; the marks stay outside.

    Raises:
        ValueError: The document has no place for the table.
    """
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, found, rest = document.partition(begin)
    inner, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the document has no lines {begin} and {end}")
    return Parts(before + begin, inner, end + after)


def put(document: str, name: str, text: str) -> str:
    """A document with another text between the marks of a table.

    Raises:
        ValueError: The document has no place for it.
    """
    found = parts(document, name)
    return f"{found.before}\n\n{text}\n\n{found.after}"


def put_rows(
    document: str,
    name: str,
    head: Row,
    rows: Iterable[Row],
    key: Callable[[Row], Hashable] = itemgetter(slice(2)),
) -> str:
    """A document whose table has some rows, each in place of an older one of its kind.

    The others stay. They come by their cells.

    Args:
        document: The document.
        name: That of the table.
        head: The head of the table.
        rows: The new rows.
        key: By what a row is known: its first two cells, if nothing is said.

    Raises:
        ValueError: The document has no place for the table.
    """
    old = _rows(parts(document, name).table)
    known = {key(cells): cells for cells in old if cells[0] != head[0]}
    known |= {key(cells): cells for cells in rows}
    return put(document, name, table(head, sorted(known.values())))


def _rows(text: str) -> Iterable[Row]:
    """The rows of the table that a text holds, without the line of dashes."""
    lines: Sequence[str] = [line for line in text.splitlines() if line.startswith("|")]
    for cells in (line.strip("| ").split(" | ") for line in lines):
        if "---" not in cells:
            yield tuple(cell.strip() for cell in cells)
