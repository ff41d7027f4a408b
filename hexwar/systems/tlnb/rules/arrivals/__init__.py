"""Reinforcements and departures (T20)."""
