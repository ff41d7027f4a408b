"""The rules, a file a chapter of the rulebook (M)."""
