"""What can be laid over the board at will, and why a hex is in it or out.

A lens asks the rules about a `Glance`. It gives overlays, and for the hex that is pointed at one
sentence with its rule.
"""
