"""How the pieces and places of a battle are named in sentences, each as a link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hexwar.hexes import Hex, Hexside
from hexwar.messages import joined
from hexwar.systems.nlc.rules.turn.actions import coordinated_side
from hexwar.table.battle import Battle
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.text import Text, link, text

COMMON_CUP = "common"
"""The value of the game option `cups` by which both sides draw from one cup (N4.45)."""

_NUMBER = re.compile(r"\b(\d{4})\b")


class Names:
    """The names of one battle. An id that a view hides or a file lacks gets a modest name."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def side(self, side: Side) -> str:
        """A side as it is called: `French`."""
        return self.battle.side_names.get(side, str(side))

    def hex(self, hex_: Hex) -> Text:
        """A hex with its place: `Brienne-le-Château (0913)`."""
        return link(self.battle.battlefield.name_of(hex_), f"hex:{hex_}")

    def number(self, hex_: Hex) -> Text:
        """A hex by its number alone."""
        return link(hex_, f"hex:{hex_}")

    def linked(self, words: str) -> Text:
        """Words in which the numbers of the map's hexes are links."""
        grid = self.battle.battlefield.grid
        parts = _NUMBER.split(words)
        texts = (self.number(Hex(part)) if part in grid else text(part) for part in parts)
        return sum(texts, Text())

    def between(self, side: Hexside) -> Text:
        """Where a hexside lies: `between 0807 and 0808`."""
        return "between " + self.number(side[0]) + " and " + self.number(side[1])

    def span(self, side: Hexside) -> Text:
        """A span with its place: `the Pont-Sorelle bridge between 0807 and 0808`."""
        return f"the {self.battle.battlefield.span_name(side)} " + self.between(side)

    def unit(self, unit: UnitId) -> Text:
        """A unit."""
        card = self.battle.units.get(unit)
        return text("an unseen unit") if card is None else link(card.name, f"unit:{unit}")

    def units(self, units: Iterable[UnitId]) -> Text:
        """Units as a list; of none, `no unit`."""
        return joined(self.unit(unit) for unit in units) or text("no unit")

    def leader(self, leader: LeaderId) -> Text:
        """A leader or an HQ counter."""
        card = self.battle.leaders.get(leader)
        return text("an unseen leader") if card is None else link(card.name, f"leader:{leader}")

    def formation(self, formation: FormationId) -> Text:
        """A formation with its commander: `V Cavalry Corps (Milhaud)`; a chit may be of none."""
        card = self.battle.formations.get(formation)
        if card is None:
            side = coordinated_side(formation)
            if side is None:
                return text("a formation")
            return text(f"the {self.side(side)} Coordinated Action")
        leaders = [self.battle.leaders[x].name for x in card.leaders[:1]]
        words = f"{card.name} ({leaders[0]})" if leaders else card.name
        return link(words, f"formation:{formation}")

    def cup(self, side: Side) -> str:
        """A cup: `the French cup`; where there is but one, `the cup`."""
        if self.battle.options.get("cups") == COMMON_CUP:
            return "the cup"
        return f"the {self.side(side)} cup"

    def way(self, path: Sequence[Hex]) -> Text:
        """A path hex by hex: `from 1704 by 1605 to Maizières (1604)`."""
        start = "from " + self.hex(path[0])
        if len(path) == 1:
            return start
        between = joined((self.number(hex_) for hex_ in path[1:-1]), last=", ")
        by = " by " + between if between else text("")
        return start + by + " to " + self.hex(path[-1])
