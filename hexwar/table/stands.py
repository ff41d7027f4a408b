"""What a board of a measured table shows and tells: plain data, with no rule in it.

A game says what lies on the cloth (`Cloth`), what stands on it (`Block`) and what is laid over it
for a while (`Marks`); the board tells what the player wants by dragging (`Wish`), and asks the
game's `Judge` where that ends (`Ruling`).

Poses are whole numbers, as everywhere (`tabletop.pose`). Points of what is only drawn are in cm.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from hexwar.table.forces import Side
from hexwar.table.laid import Laid
from hexwar.tabletop.base import Base, Disc, Stand, corners
from hexwar.tabletop.ground import Ground
from hexwar.tabletop.pose import FULL, Pose, Vector, turn_between

Ring = tuple[Vector, ...]
"""The corners of an area in cm, or the places along a line."""


# -- the cloth


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of ground as it is painted.

    Kinds that the board paints in a manner of their own: `hill`, `wood`, `village`, `marsh`,
    `water`, `stream`, `bridge`, `ford`, `field`, `orchard`, and of lines `road`, `stream`, `wall`,
    `hedge`, `fence`, `ridge`. Any other is an outlined patch.
    """

    id: str
    kind: str
    ring: tuple[tuple[int, int], ...]  # hundredths of a cm
    name: str = ""  # written on the cloth
    level: int = 1  # of a hill: how many steps high it is
    is_line: bool = False
    width: int = 0  # of a line, hundredths of a cm; 0 as usual for its kind


@dataclass(frozen=True, slots=True)
class Cloth:
    """A table and what lies on it, the topmost first."""

    width: int  # hundredths of a cm, west to east
    height: int  # south to north
    patches: tuple[Patch, ...] = ()
    season: str = "summer"  # a word of `widgets.mapart.palette.Season`
    scene: str = ""  # whatever tells two tables apart that look alike; kept pictures go by it


def cloth_of(ground: Ground, season: str = "summer") -> Cloth:
    """The cloth of a ground."""
    patches = tuple(
        Patch(p.id, p.kind, p.ring, p.name, max(p.level, 1), p.is_line, p.width)
        for p in ground.pieces
    )
    return Cloth(ground.width, ground.height, patches, season)


# -- what stands on it


class Arm(StrEnum):
    """What the figures of a block are."""

    FOOT = "foot"
    HORSE = "horse"
    GUN = "gun"
    STAFF = "staff"  # a commander on a round base


class Form(StrEnum):
    """How a block is formed: it says how close its figures stand, the stands say where."""

    LINE = "line"
    COLUMN = "column"
    SQUARE = "square"
    LOOSE = "loose"  # skirmishers: figures apart, in pairs


class Sign(StrEnum):
    """What a marker of a block looks like; each has a shape of its own beside its colour."""

    HITS = "hits"  # a green pip with a number
    FIRED = "fired"  # a red puff with F
    LOOSE = "loose"  # a blue bead with S
    SUPPRESSED = "suppressed"  # a grey diamond with !
    CAUGHT = "caught"  # an orange triangle with c
    SHAKEN = "shaken"  # a white flag
    VETERAN = "veteran"  # a gold star
    DONE = "done"  # a tick
    OTHER = "other"  # a square with the letter that `text` says


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker that lies by a block."""

    sign: Sign
    text: str = ""  # a number or a letter; empty for the usual letter of the sign
    words: str = ""  # what it means, spoken and in tips


@dataclass(frozen=True, slots=True)
class Block:
    """A unit as it stands on the table.

    The board moves and turns it as one about `pose`; each of its stands faces its own front.
    """

    id: str
    name: str  # on its tag
    side: Side
    pose: Pose
    stands: tuple[Stand, ...]
    arm: Arm = Arm.FOOT
    coat: str = ""  # key of a nation's livery and uniform, such as `french`
    dress: str = ""  # a word of `FigureKind`, such as `grenadiers` or `hussar`; empty: as usual
    form: Form = Form.LINE
    strength: str = ""  # such as `5`; written largest
    full: str = ""  # at the start; smaller beside it
    markers: tuple[Marker, ...] = ()
    rank: int = 0  # of a commander: how many figures stand on his base, 1 to 3
    is_limbered: bool = False
    is_light: bool = False  # light infantry, light guns
    has_flag: bool = True  # a flag flies over it where it is seen from near
    is_led: bool = False  # a thin halo: in command
    is_spent: bool = False  # it is paler: nothing can be done with it now

    def moved(self, pose: Pose) -> Block:
        """The same in another place, its stands as they stood to one another."""
        return replace(self, pose=pose, stands=carried(self.stands, self.pose, pose))


def carried(stands: tuple[Stand, ...], old: Pose, new: Pose) -> tuple[Stand, ...]:
    """Where stands come to when a pose that they are fixed to comes elsewhere."""
    turn = turn_between(old.bearing, new.bearing)
    found = []
    for pose, base in stands:
        ahead, aside = old.ahead_of(pose.point), old.aside_of(pose.point)
        moved = new.moved(ahead, aside)
        found.append((Pose(moved.x, moved.y, (pose.bearing + turn) % FULL), base))
    return tuple(found)


def ring_of(pose: Pose, base: Base | Disc, grow: float = 0.0) -> Ring:
    """The outline of a stand in cm: four corners, the front left one first; of a disc 24."""
    if isinstance(base, Base):
        return corners(pose, base, grow)
    radius = base.diameter / 200 + grow
    turns = (pose.turned(150 * step) for step in range(24))
    return tuple(turned.at(radius) for turned in turns)


@dataclass(frozen=True, slots=True)
class Post:
    """A flag on a pole, where something counts."""

    at: Vector
    coat: str = ""  # whose flag it is; empty: nobody's
    text: str = ""  # such as what it is worth
    words: str = ""  # what it means, spoken and in tips


# -- what is laid over both for a while


class Hue(StrEnum):
    """What something that is laid over the table means; each has a colour and a manner of line."""

    GOOD = "good"  # legal, in reach, in touch: green, a whole line
    BAD = "bad"  # refused, too far, blocked: red, a dashed line
    DOUBT = "doubt"  # perhaps, near, at a price: amber, dots and dashes
    PLAIN = "plain"  # measured, known: ink
    OWN = "own"  # of the side that looks
    ENEMY = "enemy"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Zone:
    """An area, such as a zone of fire, a reach, a swept way or a region of a unit."""

    ring: Ring
    hue: Hue = Hue.OWN
    text: str = ""  # written in its middle
    is_hatched: bool = False  # what is barred in it, or a second one that overlaps
    is_faint: bool = False  # hardly filled: a template, or one of many
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle, such as how far a commander reaches; its distance is written on it."""

    centre: Vector
    radius: float  # cm
    hue: Hue = Hue.COMMAND
    text: str = ""
    core: float = 0.0  # cm: from what radius it is measured, such as that of the commander's base


@dataclass(frozen=True, slots=True)
class Band:
    """An outline at a distance round something, as 18 cm from any enemy is."""

    ring: Ring
    hue: Hue = Hue.ENEMY
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ruler:
    """A measured length."""

    a: Vector
    b: Vector
    text: str = ""  # such as `7.4 cm`; empty: the board writes the length
    hue: Hue = Hue.PLAIN
    ticks: tuple[float, ...] = ()  # cm from `a` at which it has a mark with a number


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a way."""

    points: Ring  # two for a straight step, more for a wheel
    text: str = ""  # such as `wheel 30°, 2.6 cm`
    hue: Hue = Hue.GOOD
    is_flown: bool = False  # it passes over friends (flow around): drawn as a bridge of dots


@dataclass(frozen=True, slots=True)
class Contact:
    """Where two bases touch, or by how little they do not."""

    a: Vector
    b: Vector  # the same as `a` where they touch
    text: str = ""  # such as `misses by 3 mm`
    hue: Hue = Hue.GOOD


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge or a corner of a base that matters, such as one that is outflanked."""

    points: Ring  # one: a corner
    text: str = ""
    hue: Hue = Hue.BAD


@dataclass(frozen=True, slots=True)
class Ghost:
    """A place where a block would stand."""

    block: Block  # there, in the formation that it would have
    hue: Hue = Hue.GOOD  # the edge round it; paler than what stands
    text: str = ""  # such as `6.2 of 8 cm`, or why not
    is_pale: bool = False  # a wish that cannot be: only an outline


class Aim(StrEnum):
    """What a target is offered for; each is drawn with a mark of its own shape."""

    PLACE = "place"
    FIRE = "fire"
    CHARGE = "charge"
    FIGHT = "fight"


@dataclass(frozen=True, slots=True)
class Target:
    """A block that may be chosen."""

    piece: str
    aim: Aim = Aim.FIRE
    sources: tuple[Vector, ...] = ()  # points that arrows come from
    text: str = ""  # such as the dice: `4 dice`
    hue: Hue = Hue.ENEMY


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way that something is about to go, such as the run of a charge."""

    points: Ring
    hue: Hue = Hue.ENEMY
    text: str = ""
    width: float = 0.0  # cm of the front that runs; 0 for a thin arrow


@dataclass(frozen=True, slots=True)
class Note:
    """Words at a point."""

    at: Vector
    text: str
    hue: Hue = Hue.PLAIN


@dataclass(frozen=True, slots=True)
class Place:
    """A pose or a point that a click may mean; it is drawn as a small mark, with a bearing."""

    spot: str
    hue: Hue = Hue.GOOD
    text: str = ""
    is_turned: bool = False  # its bearing is drawn


class Grip(StrEnum):
    """By what a block is taken to be moved."""

    BODY = "body"  # moves, keeping its bearing
    LEFT = "left"  # the left front corner is dragged: it wheels about the right one
    RIGHT = "right"
    TURN = "turn"  # the knob before its front: it pivots about its middle
    BEND_LEFT = "bend-left"  # the outer end of the left stand: bends it about the hinge
    BEND_RIGHT = "bend-right"


@dataclass(frozen=True, slots=True)
class Handles:
    """A block that can be dragged, and by what."""

    piece: str
    grips: frozenset[Grip] = frozenset({Grip.BODY})
    block: Block | None = None  # a ghost of it that is dragged instead, with the handles on it


@dataclass(frozen=True, slots=True)
class Marks(Laid):
    """Everything that is laid over the table for a while."""

    selected: frozenset[str] = frozenset()  # ringed
    ready: frozenset[str] = frozenset()  # they can act: a glow
    pointed: str = ""  # one that a panel points at
    handles: tuple[Handles, ...] = ()  # of those selected
    zones: tuple[Zone, ...] = ()
    circles: tuple[Circle, ...] = ()
    bands: tuple[Band, ...] = ()
    legs: tuple[Leg, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    targets: tuple[Target, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    contacts: tuple[Contact, ...] = ()
    edges: tuple[Edge, ...] = ()
    rulers: tuple[Ruler, ...] = ()
    places: tuple[Place, ...] = ()
    notes: tuple[Note, ...] = ()
    smoke: tuple[Ring, ...] = ()  # lines along which powder smoke hangs

    def beside(self, more: Laid) -> Marks:
        """The same with all that others lay beside it."""
        if not isinstance(more, Marks):
            return self
        return Marks(
            self.selected | more.selected,
            self.ready | more.ready,
            self.pointed or more.pointed,
            self.handles + more.handles,
            self.zones + more.zones,
            self.circles + more.circles,
            self.bands + more.bands,
            self.legs + more.legs,
            self.ghosts + more.ghosts,
            self.targets + more.targets,
            self.arrows + more.arrows,
            self.contacts + more.contacts,
            self.edges + more.edges,
            self.rulers + more.rulers,
            self.places + more.places,
            self.notes + more.notes,
            self.smoke + more.smoke,
        )


# -- dragging


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player wants of a block by dragging it; nobody has asked yet whether it may."""

    piece: str
    grip: Grip
    pose: Pose  # of the block, if it had its way; the old one while it is bent
    turn: int = 0  # tenths of a degree, clockwise, by all grips but `BODY`
    at: Vector = (0.0, 0.0)  # the pointer, cm


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of a wish: the nearest that is legal, and what stands in the way of more."""

    block: Block | None = None  # where it would stand; None: nowhere, it stays
    is_legal: bool = True  # whether that is the wish itself
    text: str = ""  # what it costs, such as `6.2 of 8 cm`
    reason: str = ""  # why no more, with the number: `2.4 cm too far`
    marks: Marks = Marks()  # way, sweep, contacts ... of it


Judge = Callable[[Wish], Ruling]
"""Rules on a wish, some hundred times a second at best: in 2 ms."""


# -- picking


def nearest_block(blocks: Collection[Block], point: Vector) -> Block | None:
    """The topmost block whose base holds a point: of two that overlap the smaller one."""
    held = [block for block in blocks if any(covers(stand, point) for stand in block.stands)]
    return min(held, key=lambda block: (_size(block), block.id), default=None)


def covers(stand: Stand, point: Vector) -> bool:
    """Whether a base holds a point in cm."""
    pose, base = stand
    ahead, aside = pose.ahead_of(point), pose.aside_of(point)
    if isinstance(base, Disc):
        return ahead * ahead + aside * aside <= (base.diameter / 200) ** 2
    return abs(ahead) <= base.depth / 200 and abs(aside) <= base.width / 200


def _size(block: Block) -> int:
    sizes = (
        base.width * base.depth if isinstance(base, Base) else base.diameter**2
        for _, base in block.stands
    )
    return sum(sizes)
