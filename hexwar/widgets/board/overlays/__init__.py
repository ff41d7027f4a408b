"""Overlays: plain data over the map, each kind drawn by one item."""
