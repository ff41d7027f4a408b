"""Fields over a map of hexes: what a way costs, how far it leads."""
