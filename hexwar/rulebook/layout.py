"""Lays out a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]], align: str) -> str:
    """Lay out a table; `align` has `<` or `:` (centred) for each column."""
    rule = ["---" if mark == "<" else ":-:" for mark in align]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *rows))
