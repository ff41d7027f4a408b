"""Lays out a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def markdown_table(head: str, rows: Iterable[Sequence[str]], align: str) -> str:
    """Lay out a table: the heads of its columns between bars, its rows, and how each is aligned.

    `align` has `<` or `:` (centred) for each column.
    """
    rule = ["---" if mark == "<" else ":-:" for mark in align]
    return "\n".join(f"| {line} |" for line in (head, *map(" | ".join, (rule, *rows))))
