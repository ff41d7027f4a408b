"""Supply and trains (T19)."""
