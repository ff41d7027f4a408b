"""Movement: routes, stacks, work at the ground, forced marches (N5, N6, N20, N21)."""
