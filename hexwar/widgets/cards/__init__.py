"""Cards as they lie on a table: faces, the hand, the piles, and decks to look through."""
