"""Cards as printed, decks, and the procedure of the card games: for every system of rules (T24)."""
