"""What can be laid over the board at will, a module a lens, and why a hex is in it or out.

A lens asks the rules about a `Glance`. It gives overlays, and for the hex that is pointed at one
sentence with its rule.
"""

from __future__ import annotations

from hexwar.systems.nlc.lenses.control import zones
from hexwar.systems.nlc.lenses.further import reach_of
from hexwar.systems.nlc.lenses.glance import Glance, Reason
from hexwar.systems.nlc.lenses.past import last_moves

__all__ = ["Glance", "Reason", "last_moves", "reach_of", "zones"]
