"""Tests of maps, forces and scenarios on disk."""
