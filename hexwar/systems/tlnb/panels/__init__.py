"""What the panels of the window show of this game."""
