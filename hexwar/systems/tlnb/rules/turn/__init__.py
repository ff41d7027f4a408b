"""The turn: what comes when, weather and status (T2, T3)."""
