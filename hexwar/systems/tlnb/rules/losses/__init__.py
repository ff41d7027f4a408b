"""Recovery and demoralization (T14, T15)."""
