"""What the pointer does on the map, one class each."""
