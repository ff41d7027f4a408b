"""Rules of the ground that hex systems share: costs, movement, zones, sight, traces, supply."""
