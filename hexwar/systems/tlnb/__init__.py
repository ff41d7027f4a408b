"""The player-turn game of the series, of which the card procedure is built."""
