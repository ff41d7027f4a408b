"""Cards (T24)."""
