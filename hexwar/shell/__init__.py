"""The window of the game: what the player sees and does, and the session behind it."""
