"""The rules as flows, decisions and pure functions. A file is a chapter of the rulebook."""
