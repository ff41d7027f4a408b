"""The game systems, a folder each. They do not know one another; only the app knows them."""
