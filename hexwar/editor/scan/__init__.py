"""A picture of a printed map beneath the hexes: read, aligned, shown, kept and traced."""
