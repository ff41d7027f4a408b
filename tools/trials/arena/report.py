"""The report of a folder of games, and the tables of docs/opponent.md."""

from __future__ import annotations

from collections.abc import Sequence

from tools.trials.arena.games import Game
from tools.trials.arena.rating import ratings
from tools.trials.arena.store import Store
from tools.trials.arena.tables import (
    PAIR_HEAD,
    RATING_HEAD,
    TIME_HEAD,
    defeats,
    pair_key,
    pair_rows,
    rating_rows,
    revisions,
    time_rows,
)
from tools.trials.documents import put, put_rows, table


def report(store: Store) -> str:
    """All that the games of a folder say."""
    games = store.games
    if not games:
        return "no games yet"
    lines = [
        table(PAIR_HEAD, pair_rows(games)),
        table(RATING_HEAD, rating_rows(ratings(games))),
        table(TIME_HEAD, time_rows(games)),
    ]
    lines += defeats(games)
    found = revisions(games)
    if len(found) > 1:
        told = ", ".join(f"{count} of {one or 'unknown'}" for one, count in found.items())
        lines.append(f"The games are of several revisions of the program: {told}.")
    if store.torn:
        lines.append(f"Lines that could not be read, so that their games are played: {store.torn}.")
    return "\n\n".join(lines)


def with_tables(document: str, games: Sequence[Game]) -> str:
    """A document with the tables of some games in it.

    Results and times take the place of older ones of the same players and scenario; ratings are
    made anew, for they compare only among the games of one folder.

    Raises:
        ValueError: The document has no place for a table.
    """
    document = put_rows(document, "arena", PAIR_HEAD, pair_rows(games), pair_key)
    document = put_rows(document, "times", TIME_HEAD, time_rows(games))
    rows = rating_rows(ratings(games))
    return put(document, "ratings", table(RATING_HEAD, rows)) if rows else document
