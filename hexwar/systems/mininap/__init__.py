"""Mini-Nap 2: fast corps-size rules for miniatures, on a table measured in centimetres."""
