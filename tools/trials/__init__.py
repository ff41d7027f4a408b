"""What the developers tools play and check games with."""
