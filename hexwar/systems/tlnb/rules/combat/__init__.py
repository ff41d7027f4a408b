"""Bombardment, charge, combat and what follows (T10 to T13)."""
