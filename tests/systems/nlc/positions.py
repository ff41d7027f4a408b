"""Positions for tests of the rules: a small map in text, a line for each piece, and a runner.

    state = position(
        '''
        .  .  .
        .  w  .
        .  .  .
        ''',
        "F1 infantry 6-3 0202",
        "A1 infantry 5-3 0201 russian disrupted",
        streams=["0201-0202"],
        active="FI",
    )

Rows are rows of hexes from north to south, columns from west to east; column 02, 04, ... lie half
a hex further south. ``.`` clear, ``w`` woods, ``m`` marsh, ``t`` town, ``c`` chateau.

A piece whose id begins with F is French, with A Allied. Its line: id, arm, ``SP-initiative``
(``SP/reduced-initiative`` if the reduced side is not half), hex, and words: marks such as
``disrupted`` or ``rested``, flags such as ``guard``, ``russian``, and ``of:FII``,
``from:FII`` (attached, of that corps), ``division:1st``, ``spent:4`` (half MP),
``bombarded:0403``, ``tail:0203`` (in road column, its second hex), ``bridging:0203-0204`` (a
pontoon train that is a bridge), ``vedettes:3``, ``own:1`` (beside it). The formation is FI or AI
unless ``of:`` says another. A leader's line: id, role, hex and words, such as ``name:Marmont``.

A vedette on the map has a line, ``F1-v1 vedette 0303``; its unit may be ``spread`` off the map.

``fords`` and ``pontoons`` lie on rivers of their own; ``damaged`` names bridges and trestles that
are told elsewhere. ``positions`` are improved positions, ``weather`` is that of the turn.
``orders`` is the order pad (`tests.systems.nlc.orders`); a formation without a line may do what it
likes and owes nothing. ``also`` names formations that act with the active one, ``out`` its
units out of command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from hexwar.ground.vedettes import cards_with_vedettes
from hexwar.hexes import Grid, Hex, Hexside, hex_id, hexside
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.movement.law import LAW
from hexwar.systems.nlc.state import Chits, GameState, Holding, Pad, Schedule
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.battlefield import Battlefield, River, Road, Span, SpanKind, Terrain, Water, Way
from hexwar.table.forces import (
    Arm,
    FormationCard,
    FormationId,
    FormationKind,
    LeaderCard,
    LeaderId,
    Presence,
    Role,
    Side,
    UnitCard,
    UnitId,
)
from hexwar.table.pieces import Activation, Box, Leader, Phase, Segment, Unit
from hexwar.table.spans import Spans
from hexwar.table.state import Sky
from tests.systems.nlc.cases import case, ints, rule_of
from tests.systems.nlc.orders import put_orders
from tests.systems.nlc.plays import Answers, Played, play

__all__ = ["Answers", "Played", "case", "ints", "play", "rule_of"]
"""What tests of positions need besides, so that they find it here too."""

FRENCH, ALLIED = Side("french"), Side("allied")

TERRAIN = {
    ".": Terrain.CLEAR,
    "w": Terrain.WOODS,
    "m": Terrain.MARSH,
    "t": Terrain.TOWN,
    "c": Terrain.CHATEAU,
}
ARMS = {
    "infantry": Arm.INFANTRY,
    "light": Arm.LIGHT_CAVALRY,
    "heavy": Arm.HEAVY_CAVALRY,
    "battery": Arm.FOOT_ARTILLERY,
    "horse": Arm.HORSE_ARTILLERY,
    "train": Arm.BAGGAGE_TRAIN,
    "pontoon": Arm.PONTOON_TRAIN,
}
ROLES = {"leader": Role.CORPS, "wing": Role.WING, "overall": Role.OVERALL, "hq": Role.HQ}
MOVEMENT = {Arm.LIGHT_CAVALRY: 6, Arm.HEAVY_CAVALRY: 6, Arm.HORSE_ARTILLERY: 6}
MARKS = (
    *("disrupted", "reduced", "column", "moved", "assaulted"),
    *("charged", "attacked", "square", "done", "rested"),
)
FLAGS = ("guard", "young_guard", "old_guard", "cossack", "untrained")
SPECIAL = {
    "napoleon": "napoleon-infantry-bonus",
    "ney": "ney-attack-bonus",
    "blucher": "blucher-charge",
}
BOXES = {"due": Box.DUE, "uar": Box.UAR, "reserve": Box.RESERVE, "spread": Box.SPREAD}

STEADY = 99
"""The Demoralization Level of a formation, unless `formations` says another: it bears anything."""

SIDE_WORDS = ("rivers", "streams", "bridges", "trestles", "crests", "fords", "pontoons")
BOARD_WORDS = (*SIDE_WORDS, "roads", "trails", "slopes")
"""What may be drawn on a map beside its hexes."""

Words = tuple[tuple[str, tuple[str, ...]], ...]

OPEN = "\n".join([".  .  .  .  .  .  ."] * 7)
"""Seven columns and seven rows of clear hexes."""


def unit(text: str) -> UnitId:
    return UnitId(text)


def units(text: str) -> tuple[UnitId, ...]:
    """Ids from ``F1 F2``."""
    return tuple(UnitId(word) for word in text.split())


def hexes(text: str) -> tuple[Hex, ...]:
    """Hexes from ``0101 0102``."""
    return tuple(Hex(word) for word in text.split())


# -- the board


def board(rows: str = OPEN, *, elevation: str = "", **words: Iterable[str]) -> Battlefield:
    """A map; hexsides as ``0101-0102`` (a slope from low to high), roads as ``0101 0102``.

    The words are those of `BOARD_WORDS`; `elevation` has rows of levels, ``.`` for 0. A map that
    was drawn before is the same one again, with all that the rules have found out about it.
    """
    return _drawn(rows, elevation, tuple((word, tuple(words[word])) for word in sorted(words)))


@cache
def _drawn(rows: str, elevation: str, words: Words) -> Battlefield:
    said = dict.fromkeys(BOARD_WORDS, ()) | dict(words)
    assert len(said) == len(BOARD_WORDS), f"a board has no {said.keys() - set(BOARD_WORDS)}"
    sides = {word: _sides(texts) for word, texts in said.items() if word in SIDE_WORDS}
    wet = (*sides["rivers"], *sides["bridges"], *sides["fords"], *sides["pontoons"])
    lines = _rows(rows)
    cells = {hex_: TERRAIN[letter] for hex_, letter in _cells(lines)}
    return Battlefield(
        name="test",
        grid=Grid(len(lines[0]), len(lines)),
        terrain={hex_: kind for hex_, kind in cells.items() if kind is not Terrain.CLEAR},
        elevation={h: int(level) for h, level in _cells(_rows(elevation)) if level != "."},
        slopes=frozenset(_pair(text) for text in said["slopes"]),
        crests=frozenset(sides["crests"]),
        fords=frozenset(sides["fords"]),
        rivers=(
            River("the river", Water.RIVER, tuple(dict.fromkeys(wet))),
            River("the stream", Water.STREAM, (*sides["streams"], *sides["trestles"])),
        ),
        spans=(
            *(Span("bridge", SpanKind.BRIDGE, side) for side in sides["bridges"]),
            *(Span("trestle", SpanKind.TRESTLE, side) for side in sides["trestles"]),
        ),
        roads=(
            *(Road("road", Way.ROAD, hexes(text)) for text in said["roads"]),
            *(Road("trail", Way.TRAIL, hexes(text)) for text in said["trails"]),
        ),
    )


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def _cells(lines: list[list[str]]) -> Iterator[tuple[Hex, str]]:
    for r, line in enumerate(lines, start=1):
        for c, letter in enumerate(line, start=1):
            yield hex_id(c, r), letter


def _pair(text: str) -> tuple[Hex, Hex]:
    a, b = text.split("-")
    return Hex(a), Hex(b)


def _sides(texts: Iterable[str]) -> tuple[Hexside, ...]:
    return tuple(hexside(*_pair(text)) for text in texts)


# -- the pieces


@dataclass
class _Pieces:
    """Cards and records as the lines of a position are read."""

    units: dict[UnitId, UnitCard] = field(default_factory=dict)
    on_table: dict[UnitId, Unit] = field(default_factory=dict)
    leaders: dict[LeaderId, LeaderCard] = field(default_factory=dict)
    leaders_on_table: dict[LeaderId, Leader] = field(default_factory=dict)
    formations: dict[FormationId, FormationCard] = field(default_factory=dict)

    def read(self, line: str) -> None:
        name, kind, *rest = line.split()
        if kind == "vedette":
            place, *words = rest
            self.on_table[UnitId(name)] = Unit(
                UnitId(name), **_place(place), **_marks(words, _values(words))
            )
        elif kind in ROLES:
            self._read_leader(name, ROLES[kind], rest)
        else:
            self._read_unit(name, ARMS[kind], rest)

    def _read_unit(self, name: str, arm: Arm, rest: list[str]) -> None:
        strength, initiative, *movement = ("0-0" if arm.is_train else rest.pop(0)).split("-")
        sp, _, reduced = strength.partition("/")
        place, *words = rest
        values = _values(words)
        steps = 0 if arm.is_train else 1 if arm.is_artillery or reduced == "0" else 2
        half = (int(sp) + 1) // 2 if steps == 2 else 0
        card = UnitCard(
            id=UnitId(name),
            name=name,
            side=_side(name),
            formation=self._formation(name, values),
            nation=_nation(name, words),
            arm=arm,
            sp=int(sp),
            reduced_sp=int(reduced) if reduced else half,
            initiative=int(initiative),
            movement=int(movement[0]) if movement else MOVEMENT.get(arm, 4),
            steps=steps,
            division=values.get("division"),
            attached_from=FormationId(values["from"]) if "from" in values else None,
            flags=tuple(flag for flag in FLAGS if flag in words),
            vedettes=int(values.get("vedettes", 0)),
            own_vedettes=int(values.get("own", 0)),
        )
        self._enlist(card)
        self.on_table[card.id] = Unit(card.id, **_place(place), **_marks(words, values))

    def _read_leader(self, name: str, role: Role, rest: list[str]) -> None:
        place, *words = rest
        values = _values(words)
        card = LeaderCard(
            id=LeaderId(name),
            name=values.get("name", name),
            side=_side(name),
            formation=self._formation(name, values),
            nation=_nation(name, words),
            role=role,
            rating=int(values.get("rating", 2)),
            movement=5 if role is Role.HQ else 8,
            special=tuple(rule for word, rule in SPECIAL.items() if word in words),
        )
        self.leaders[card.id] = card
        formation = self.formations[card.formation]
        self.formations[formation.id] = replace(formation, leaders=(*formation.leaders, card.id))
        self.leaders_on_table[card.id] = Leader(card.id, **_place(place))

    def _formation(self, name: str, values: Mapping[str, str]) -> FormationId:
        id_ = FormationId(values.get("of", f"{name[0]}I"))
        if id_ not in self.formations:
            self.formations[id_] = FormationCard(
                id=id_,
                name=f"{id_} Corps",
                side=_side(id_),
                nation=_nation(id_, ()),
                kind=FormationKind.CORPS,
                presence=Presence.START,
                demoralization_sp=STEADY,
            )
        return id_

    def _enlist(self, card: UnitCard) -> None:
        self.units[card.id] = card
        formation = self.formations[card.formation]
        self.formations[formation.id] = replace(formation, units=(*formation.units, card.id))


def _values(words: Iterable[str]) -> dict[str, str]:
    return dict(word.split(":") for word in words if ":" in word)


def _side(name: str) -> Side:
    return {"F": FRENCH, "A": ALLIED}[name[0]]


def _nation(name: str, words: Iterable[str]) -> str:
    if "russian" in words:
        return "Russian"
    return "French" if _side(name) == FRENCH else "Prussian"


def _marks(words: Sequence[str], values: Mapping[str, str]) -> dict[str, Any]:
    """What the words say of a unit's record."""
    marks: dict[str, Any] = {mark: True for mark in MARKS if mark in words}
    if "spent" in values:
        marks["spent"] = int(values["spent"])
    if "tail" in values:
        marks |= {"column": True, "tail": Hex(values["tail"])}
    if "bombarded" in values:
        marks["bombarded"] = Hex(values["bombarded"])
    if "bridging" in values:
        marks["bridging"] = hexside(*_pair(values["bridging"]))
    return marks


def _place(word: str) -> dict[str, Any]:
    return {"box": BOXES[word]} if word in BOXES else {"hex": Hex(word)}


# -- the position


def battle_of(
    battlefield: Battlefield,
    *lines: str,
    kind: TurnKind = TurnKind.DAY,
    formations: Mapping[str, Mapping[str, Any]] | None = None,
    weather: str = "fair",
    damaged: Iterable[str] = (),
    pontoons: Iterable[str] = (),
    positions: Iterable[str] = (),
    orders: str = "",
    length: int = 2,
    **more: Any,
) -> tuple[NlcBattle, GameState]:
    """A battle on a map and its state in turn 1; `more` are fields of the `NlcBattle`."""
    pieces = _Pieces()
    for line in lines:
        pieces.read(line)
    for name, changes in (formations or {}).items():
        id_ = FormationId(name)
        pieces.formations[id_] = replace(pieces.formations[id_], **changes)
    fields: dict[str, Any] = {
        "id": "test",
        "name": "A position",
        "sides": (FRENCH, ALLIED),
        "side_names": {FRENCH: "French", ALLIED: "Coalition"},
        "unit_hexes": {u.id: u.hex for u in pieces.on_table.values() if u.hex is not None},
        "leader_hexes": {x.id: x.hex for x in pieces.leaders_on_table.values() if x.hex},
        "turns": tuple(TurnCard(n, 29, 11 + n, kind) for n in range(1, 1 + length)),
        "arrivals": (),
        "vp_hexes": {},
        "supply_sources": {},
        "control": {},
        "weather_start": weather,
    }
    battle = NlcBattle(
        battlefield=battlefield,
        units=pieces.units,
        leaders=pieces.leaders,
        formations=pieces.formations,
        **(fields | more),
    )
    if any(card.vedettes or card.own_vedettes for card in pieces.units.values()):
        battle = replace(battle, units=cards_with_vedettes(battle, 7))
    state = _state(battle, pieces)
    bridging = {unit.bridging for unit in pieces.on_table.values() if unit.bridging is not None}
    state.put_spans(Spans(frozenset(_sides(damaged)), frozenset(_sides(pontoons)) | bridging))
    state.positions = frozenset(Hex(hex_) for hex_ in positions)
    if orders:
        put_orders(state, orders)
    return battle, state


def _state(battle: NlcBattle, pieces: _Pieces) -> GameState:
    """The pieces set down one by one, as the events of a game would."""
    state = GameState(
        battle=battle,
        law=LAW,
        units={
            card.id: Unit(card.id, box=Box.WITH_UNIT if card.is_vedette else Box.DUE)
            for card in battle.units.values()
        },
        leaders={id_: Leader(id_, box=Box.DUE) for id_ in pieces.leaders},
        turn=1,
        phase=Phase.CHITS,
        pad=Pad(
            lines={LineId(f): Line(()) for f in battle.formations},
            wings={f.id: f.assigned_to for f in battle.formations.values() if f.assigned_to},
        ),
        chits=Chits(cups=dict.fromkeys(battle.sides, ())),
        schedule=Schedule(battle.arrivals),
        sky=Sky(battle.weather_start),
        holding=Holding(battle.control),
    )
    for record in pieces.on_table.values():
        state.put_unit(record)
    for leader in pieces.leaders_on_table.values():
        state.put_leader(leader)
    return state


def position(
    rows: str,
    *lines: str,
    active: str | None = None,
    segment: Segment = Segment.ASSAULT,
    assaulted: str = "",
    had_contact: bool = False,
    also: str = "",
    out: str = "",
    **more: Any,
) -> GameState:
    """A map and pieces; with `active` that formation is in a segment of its activation."""
    own = {*BOARD_WORDS, "elevation"} - {"pontoons"}  # those are also told of the spans
    words = {word: more.pop(word) for word in sorted(own & more.keys())}
    sheet = board(rows, pontoons=more.get("pontoons", ()), **words)
    _, state = battle_of(sheet, *lines, **more)
    if active is not None:
        id_ = FormationId(active)
        state.activation = Activation(
            id_,
            _side(active),
            segment,
            had_contact,
            also=tuple(FormationId(word) for word in also.split()),
            out_of_command=units(out),
            assaulted=hexes(assaulted),
        )
        state.chits = replace(state.chits, acted=state.activation.formations)
    return state
