"""The card procedure of The Coming Storm: hands, one card a segment, Tactics cards (T24).

It is played when the player-turn game comes. Here it stands on its own, as a game of cards whose
battle is told by a `Course`: what can be named on the map, and which combats are fought.
"""

from __future__ import annotations
