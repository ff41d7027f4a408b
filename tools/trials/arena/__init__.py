"""Games between computer players: played in numbers, kept, and what they say of strength."""
