"""Panels of NLC, and what the panels of every game show of it: Qt rooms of the system."""
