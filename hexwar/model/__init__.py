"""Frozen records of the game: battlefield, counters, battle, pieces, state, reports."""
