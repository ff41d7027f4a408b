"""Leaders, command and March Orders (T5, T6, T7.5)."""
