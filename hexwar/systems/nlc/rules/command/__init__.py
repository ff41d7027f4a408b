"""Command: leaders, ratings, range, and who is more than a leader (N7, N14)."""
