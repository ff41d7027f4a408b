"""Guided lessons: scripts in assets/lessons, and the tutor who follows a game by one. No Qt."""
