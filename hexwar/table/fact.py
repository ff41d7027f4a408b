"""What an event of a board game is to those who read of it and see it happen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from inspect import isabstract
from types import ModuleType
from typing import Annotated, Any, ClassVar, TypeAlias, TypedDict, Unpack, get_type_hints

from hexwar.engine import Event, Fits
from hexwar.hexes import Hex
from hexwar.messages import capital, mark, tell, tell_count
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.names import MapNames, Names
from hexwar.table.spot import Spot
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.spots import spot_of_pose
from hexwar.text import Text, die

Hexes: TypeAlias = tuple[Hex, ...]

_hints = cache(get_type_hints)


@dataclass(frozen=True, slots=True)
class Topic:
    """What an event is about: a class by which the log can be filtered."""

    title: str
    rank: int  # its place in the filter
    is_usual: bool = True  # whether the log shows it unless told otherwise


DICE = Topic(mark("Dice"), 0)  # that no other event shows
CARDS = Topic(mark("Cards"), 2)
MOVEMENT = Topic(mark("Movement"), 4)
COMBAT = Topic(mark("Combat"), 5)
LOSSES = Topic(mark("Morale and losses"), 6)
LEADERS = Topic(mark("Leaders"), 7)
VICTORY = Topic(mark("Victory"), 8)
MARKERS = Topic(mark("Markers"), 10, is_usual=False)  # that a player sets and need not read


class Sound(StrEnum):
    """What may be heard of an event."""

    NONE = "none"
    DICE = "dice"
    VOLLEY = "volley"
    GUN = "gun"
    HOOVES = "hooves"
    STEPS = "steps"
    DRUM = "drum"
    PAPER = "paper"
    CARD = "card"
    CUP = "cup"


@dataclass(frozen=True, slots=True)
class Scene:
    """What a sentence may know besides its event."""

    names: Names
    place: Spot | None = None  # where its piece stood before the event

    @property
    def on_map(self) -> MapNames:
        """The names of a battle that is known to be on a map."""
        return MapNames.of(self.names)

    @property
    def there(self) -> Text:
        """` in Brienne-le-Château (0913)`; empty for a piece that stood nowhere."""
        return Text() if self.place is None else tell(" in {hex}", hex=self.names.spot(self.place))


Way: TypeAlias = Annotated[tuple[Hex, ...], Fits(bool)]
"""Hexes that somebody went along, that where he stood the first; never none."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Pieces that go together from place to place."""

    path: tuple[Spot, ...]  # ends where they stand; empty: off the board
    units: tuple[UnitId, ...] = ()
    leaders: tuple[LeaderId, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """Units, then leaders."""
        return (*self.units, *self.leaders)


@dataclass(frozen=True, slots=True)
class Display:
    """What an event does on the board."""

    walks: tuple[Walk, ...] = ()
    units: tuple[UnitId, ...] = ()  # that it is about, and which stay where they are
    spots: tuple[Spot, ...] = ()  # to which the eye is led


def there_and_back(path: tuple[Hex, ...], units: tuple[UnitId, ...], spots: Hexes) -> Display:
    """Horse rides up to the enemy and back: its counters stay where they are."""
    return Display((Walk((*path, *reversed(path[:-1])), units),), spots=spots)


@dataclass(frozen=True, slots=True)
class Shows:
    """What the events of a class do on the board, told by the names of their fields."""

    units: str = ""  # one or more fields of units
    leaders: str = ""  # those of leaders
    spots: str = ""  # those of places, to which the eye is led
    to: str = (
        ""  # the field of the path that the pieces go, or of the place or pose that is its end
    )
    off: bool = False  # the pieces leave the board

    def of(self, event: object) -> Display:
        """What an event of the class does."""
        units, spots = _fields(event, self.units), _fields(event, self.spots)
        if not (self.to or self.off):
            return Display(units=units, spots=spots)
        path = _fields(event, self.to)
        return Display((Walk(path, units, _fields(event, self.leaders)),), spots=spots)


def _fields(event: object, names: str) -> tuple[Any, ...]:
    """What stands in some fields of an event, each of them an id, a place, or a tuple of such."""
    found = (getattr(event, name) for name in names.split())
    return tuple(
        spot_of_pose(one) if isinstance(one, Pose) else one
        for some in found
        for one in ([some] if isinstance(some, str | Pose) else some)
    )


@dataclass(frozen=True, slots=True)
class Heading:
    """How an event divides the log."""

    opens: bool = True  # it begins a section
    leads: bool = False  # so that what follows at once belongs to it, and opens none
    closes: bool = False  # it is the last of its section
    goes_on: bool = False  # whose turn it was before, his it is still
    turn: int | None = None  # that begins with it
    title: str = ""  # of the part of the turn that begins
    formation: FormationId | None = None  # who acts from now on
    side: Side | None = None  # whose it is


class Traits(TypedDict, total=False):
    """What all events of a class have in common; the head of the class says it."""

    rule: str
    topic: Topic
    rest: int
    sound: Sound
    is_rush: bool
    shows: Shows
    reveals: bool
    is_open: bool
    keeps_derived: bool
    tells_spirit: bool
    tells_march: bool
    opens: bool
    deed: str


class Fact(Event):
    """An event that is told and shown."""

    __slots__ = ()

    topic: ClassVar[Topic]  # what it is about
    rest: ClassVar[int] = 0
    """How long it stands at the usual pace, milliseconds; a walk takes its own time before that."""
    sound: ClassVar[Sound] = Sound.NONE
    """What is heard of it."""
    is_rush: ClassVar[bool] = False
    """Whether its walk is a move of combat, which a player may have shown at once."""

    tells_spirit: ClassVar[bool] = False
    """Whether it tells how the formation in its field `formation` bears what befalls it: where
    forces may be hidden, that is for its own side to know (N20.2)."""
    tells_march: ClassVar[bool] = False
    """Whether it tells how the formation in its field `formation` marches or rests: for its own
    side to know while any of it is out of the enemy's sight (N20.1)."""
    opens: ClassVar[bool] = False
    """Whether the game is over by it, and all that was hidden is laid open."""

    deed: ClassVar[str] = ""
    """Of what begins a fight: what it says in a summary behind who does it, such as `assaulted
    {target}`; what follows at once came of it."""
    shows: ClassVar[Shows] = Shows()
    """What it does on the board; by default nothing that need be shown."""
    words: ClassVar[str] = ""
    """Its sentence, with the names of its fields where `told` puts what is in them."""

    def __init_subclass__(cls, **traits: Unpack[Traits]) -> None:
        for name, value in traits.items():
            setattr(cls, name, value)

    def sentence(self, scene: Scene) -> Text:
        """It in one sentence; the log makes the first letter a capital."""
        return self.told(scene, self.words)

    def told(self, scene: Scene, message: str, /, **values: object) -> Text:
        """A message about it, whose arguments are its fields, `{there}` and some more values.

        Pieces, places and sides are told by their names, and a die by its pips.
        """
        return tell(message, **self._values(scene, message, values))

    def counted(self, scene: Scene, one: str, many: str, n: int, /, **values: object) -> Text:
        """A message about it that hangs on a number."""
        return tell_count(one, many, n, **self._values(scene, one, values))

    def _values(
        self, scene: Scene, message: str, values: Mapping[str, object]
    ) -> Mapping[str, object]:
        values = {"there": scene.there, **values}
        for name, kind in _hints(type(self)).items():
            if f"{{{name}}}" in message and name not in values:
                found = getattr(self, name)
                values[name] = die(found) if name == "die" else scene.names.called(kind, found)
        return values

    def display(self) -> Display:
        """What it does on the board."""
        return self.shows.of(self)

    def heading(self) -> Heading | None:
        """How it divides the log; by default not at all."""
        return None

    def toll(self) -> tuple[UnitId, int] | None:
        """The unit that it costs strength, and how many SP."""
        return None

    def conceals(self) -> tuple[str, ...]:
        """The pieces that the enemy does not see from now on (N20)."""
        return ()

    def discloses(self) -> tuple[str, ...]:
        """The pieces that the enemy sees from now on."""
        return ()

    @property
    def log_topic(self) -> Topic:
        """Its `topic`, unless what it tells makes it of another."""
        return self.topic


def facts_of(*modules: ModuleType) -> tuple[type[Fact], ...]:
    """Every class of events that some modules define."""
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Fact)
        if kind.__module__ == module.__name__ and not isabstract(kind)
        if kind.words or kind.sentence is not Fact.sentence
    )


def display_of(event: Event) -> Display:
    """What an event does on the board; nothing where it is no fact of a board game."""
    return event.display() if isinstance(event, Fact) else Display()


def topics_of(events: Iterable[type[Event]]) -> tuple[Topic, ...]:
    """What the events of a system are about, in the order of the log's filter."""
    found = {event.topic for event in events if issubclass(event, Fact)}
    return tuple(sorted(found, key=lambda topic: topic.rank))


def told(event: Fact, scene: Scene) -> Text:
    """An event in one sentence, as the log has it."""
    return capital(event.sentence(scene))
