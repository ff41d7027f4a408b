"""Points and victory (N22)."""
