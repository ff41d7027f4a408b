"""Games played to find faults: who plays them, on what ground, and what is checked meanwhile."""
