"""How the pieces and places of a battle are named in sentences, each as a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import NoneType
from typing import Any, ClassVar, Self, TypeAlias, get_args

from hexwar.hexes import Hex, Hexside
from hexwar.messages import joined, say, tell
from hexwar.table.battle import Battle, MapBattle
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Outcome
from hexwar.table.spot import Spot
from hexwar.text import Text, link, text

_NUMBER = re.compile(r"\b(\d{4})\b")

Called: TypeAlias = Mapping[Any, Callable[..., Text | str]]
"""For types what their values are called, by the names of a battle."""


class Names:
    """The names of one battle. An id that a view hides or a file lacks gets a modest name."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def other(self, id_: str) -> Text | None:  # noqa: ARG002
        """What only the system's own rules know under an id; None for nothing."""
        return None

    def side(self, side: Side) -> str:
        """A side as it is called: `French`."""
        return self.battle.side_names.get(side, str(side))

    def spot(self, spot: Spot) -> Text:
        """A place on the board."""
        return link(self.battle.name_of(spot), f"spot:{spot}")

    def linked(self, words: str) -> Text:
        """Words in which what they say of the board is a link."""
        return text(words)

    def unit(self, unit: UnitId) -> Text:
        """A unit."""
        card = self.battle.piece(unit)
        return tell("an unseen unit") if card is None else link(card.name, f"unit:{unit}")

    def units(self, units: Iterable[UnitId]) -> Text:
        """Units as a list; of none, `no unit`."""
        return joined(self.unit(unit) for unit in units) or tell("no unit")

    def formation(self, formation: FormationId) -> Text:
        """A body of pieces; what acts may be none."""
        card = self.battle.body(formation)
        if card is None:
            return self.other(formation) or tell("a formation")
        return link(card.name, f"formation:{formation}")

    def subject(self, id_: str) -> Text:
        """Whoever has an id: a piece, a body of them, or what the system knows by it."""
        if self.battle.piece(id_) is not None:
            return self.unit(UnitId(id_))
        if self.battle.body(id_) is not None:
            return self.formation(FormationId(id_))
        return self.other(id_) or Text()

    def subjects(self, ids: Sequence[str]) -> Text:
        """Some of them; empty where that is nobody with a name."""
        return joined(one for one in map(self.subject, ids) if one)

    kinds: ClassVar[Called] = {
        UnitId: unit,
        tuple[UnitId, ...]: units,
        FormationId: formation,
        Side: side,
        str: lambda _, words: say(words),
    }
    """How what is of a type is called."""

    def called(self, kind: object, value: object) -> object:
        """A value of a type as it is called; None, or one of a type without names, as it is."""
        if NoneType in get_args(kind):
            kind = get_args(kind)[0]
        return value if value is None or kind not in self.kinds else self.kinds[kind](self, value)


class MapNames(Names):
    """The names of a battle on a map."""

    battle: MapBattle

    def __init__(self, battle: MapBattle) -> None:
        super().__init__(battle)

    @classmethod
    def of(cls, names: Names) -> Self:
        """The names of a battle that is known to be on a map."""
        assert isinstance(names, cls), names
        return names

    def hex(self, hex_: Hex) -> Text:
        """A hex with its place: `Brienne-le-Château (0913)`."""
        return link(self.battle.battlefield.name_of(hex_), f"hex:{hex_}")

    def spot(self, spot: Spot) -> Text:
        """A hex with its place."""
        return self.hex(Hex(spot))

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
        return tell("between {a} and {b}", a=self.number(side[0]), b=self.number(side[1]))

    def span(self, side: Hexside) -> Text:
        """A span with its place: `the Pont-Sorelle bridge between 0807 and 0808`."""
        name = self.battle.battlefield.span_name(side)
        return tell("the {span} {between}", span=name, between=self.between(side))

    def unit(self, unit: UnitId) -> Text:
        """A unit."""
        card = self.battle.units.get(unit)
        return tell("an unseen unit") if card is None else link(card.name, f"unit:{unit}")

    def leader(self, leader: LeaderId) -> Text:
        """A leader or an HQ counter."""
        card = self.battle.leaders.get(leader)
        return tell("an unseen leader") if card is None else link(card.name, f"leader:{leader}")

    def leaders(self, leaders: Iterable[LeaderId]) -> Text:
        """Leaders as a list; of none, `no leader`."""
        return joined(self.leader(leader) for leader in leaders) or tell("no leader")

    def formation(self, formation: FormationId) -> Text:
        """A formation with its commander: `V Cavalry Corps (Milhaud)`; a chit may be of none."""
        card = self.battle.formations.get(formation)
        if card is None:
            return self.other(formation) or tell("a formation")
        leaders = [self.battle.leaders[x].name for x in card.leaders[:1]]
        words = f"{card.name} ({leaders[0]})" if leaders else card.name
        return link(words, f"formation:{formation}")

    def subject(self, id_: str) -> Text:
        """Whoever has an id: a unit, leader or formation, or what the system knows by it."""
        leader = LeaderId(id_)
        return self.leader(leader) if leader in self.battle.leaders else super().subject(id_)

    def subjects(self, ids: Sequence[str]) -> Text:
        """Some of them, and where: `II Corps (Victor) at 0401`; a span by its name.

        Empty where that is nobody with a name.
        """
        span = tuple(Hex(id_) for id_ in ids)
        if len(span) == 2 and span in self.battle.battlefield.span_at:
            return self.span((span[0], span[1]))
        ground = self.battle.battlefield.grid
        where = joined(self.hex(Hex(id_)) for id_ in ids if id_ in ground)
        found = (self.subject(id_) for id_ in ids if id_ not in ground)
        who = joined(one for one in found if one)
        return tell("{who} at {where}", who=who, where=where) if who and where else who + where

    def way(self, path: Sequence[Hex]) -> Text:
        """A path hex by hex: `from 1704 by 1605 to Maizières (1604)`."""
        start = self.hex(path[0])
        if len(path) == 1:
            return tell("from {start}", start=start)
        by, end = self.by(path[1:-1]), self.hex(path[-1])
        return tell("from {start}{by} to {end}", start=start, by=by, end=end)

    def by(self, path: Sequence[Hex]) -> Text:
        """The hexes between: ` by 1605, 1604`; empty for none."""
        between = joined((self.number(hex_) for hex_ in path), last=", ")
        return tell(" by {hexes}", hexes=between) if between else between

    kinds: ClassVar[Called] = {
        **Names.kinds,
        Hex: hex,
        tuple[Hex, ...]: way,
        Hexside: span,
        UnitId: unit,
        LeaderId: leader,
        tuple[LeaderId, ...]: leaders,
        FormationId: formation,
    }
    """How what is of a type is called."""


def turn_words(battle: Battle, number: int) -> str:
    """A turn as a heading: `Turn 3: 14:00, day`."""
    when = when_words(battle, number)
    return say("Turn {n}: {when}", n=number, when=when) if when else say("Turn {n}", n=number)


def when_words(battle: Battle, number: int) -> str:
    """The time and light of a turn: `14:00, day`; empty where there is none, or no more told."""
    return battle.hour_words(number) if 1 <= number <= len(battle.turns) else ""


def verdict_words(battle: Battle, outcome: Outcome | None) -> str:
    """The end of a game in a few words: `French tactical victory`."""
    if outcome is None:
        return say("The battle goes on")
    if outcome.winner is None:
        return say("A draw")
    side = battle.side_names[outcome.winner]
    if not outcome.level:
        return say("{side} victory", side=side)
    return say("{side} {level} victory", side=side, level=say(outcome.level))


def until_words(battle: Battle, until: int, turn: int = 0) -> str:
    """How long something is in force: to the end of this turn, of a later one, or for good.

    It is in force up to the turn `until`; the present turn is 0 where that is not known.
    """
    if until > len(battle.turns):
        return say("until something ends it")
    if until == turn:
        return say("to the end of the turn")
    return say("to the end of {time}", time=battle.when(max(until, 1)))
