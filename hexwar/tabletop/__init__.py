"""Geometry of a measured table, in cm: where things stand, how far apart, and what is in the way.

The ground of games that are played with a ruler, as `grid` and `hexes` are of those played on
hexes. It knows stands, pieces of ground and lengths; no unit, no die, no rule.

Positions are whole hundredths of a cm from the south-west corner of the table, x to the east, y
to the north; bearings whole tenths of a degree, clockwise from north. So poses can stand in
states, events and answers. Lengths that are worked out are floats in cm, and are compared by
`measure` alone. An `Area` (`base`) is for handing on from one function here to another: it goes
into no state, event or answer.
"""
