"""Computer players: they answer decisions from their side's view, through the same door."""
