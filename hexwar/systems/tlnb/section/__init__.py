"""Its part of scenario files: what a battle of the series needs to be played so (T34)."""
