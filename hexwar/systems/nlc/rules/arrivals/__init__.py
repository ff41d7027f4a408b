"""Who comes, and who leaves the map (N5.6, N5.8, T20)."""
