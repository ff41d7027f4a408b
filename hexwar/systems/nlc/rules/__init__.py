"""The rules, a folder a chapter of the rulebook; their flows and their law."""
