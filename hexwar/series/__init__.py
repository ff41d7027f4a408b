"""What the games of one series share: their battles, and the form of their scenarios."""
