"""Movement, zones, stacking and works (T7 to T9, T17, T18, T21)."""
