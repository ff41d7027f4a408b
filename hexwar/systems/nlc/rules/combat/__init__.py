"""Combat: assault, bombardment, charge and reaction (N8, N9, N10)."""
