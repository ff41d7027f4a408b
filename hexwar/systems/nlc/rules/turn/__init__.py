"""The turn: set-up, weather, who acts and when (N4, N17, N18, N24)."""
