"""Victory (T23)."""
