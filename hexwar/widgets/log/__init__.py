"""The log: a sentence for every event, its export, what the board redraws, and its view."""
