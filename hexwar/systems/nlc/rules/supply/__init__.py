"""Supply and trains (N16)."""
