"""The rules, a folder a chapter."""
