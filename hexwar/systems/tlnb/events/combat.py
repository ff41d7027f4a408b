"""Bombardment, charge and combat (T10 to T13)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from hexwar.engine import Remark
from hexwar.hexes import Hex, hexside
from hexwar.messages import mark, say
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.fact import COMBAT, MARKERS, MOVEMENT, Fact, Scene, Shows, Sound, Way
from hexwar.table.forces import Side, UnitId
from hexwar.text import Text, signed


def result_words(result: str) -> str:
    """What a result says, in words (T11.4)."""
    return say(_RESULTS[result])


def charge_words(result: str) -> str:
    """What a result of a charge says: how dear a failed one is, an option tells (T13.8)."""
    return say("the charge fails") if result == "Ae" else result_words(result)


def gun_words(result: str) -> str:
    """The same of a bombardment: a hit is one of the target's alone (T12.5)."""
    words = say("a unit there loses a step") if result.startswith("1R") else ""
    words = words or result_words(result.removesuffix("*"))
    return say("{words}; or Shock", words=words) if result.endswith("*") else words


def exact_words(value: Fraction) -> str:
    """SP as they are read: `4 1/2`."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(int(value))
    return f"{int(whole)} {rest}" if whole else str(rest)


def die_words(die: int, added: int) -> str:
    """A die with what is added to it: `5`, `5 +1`."""
    return f"{die} {signed(added)}" if added else str(die)


_RESULTS = {
    "-": mark("no effect"),
    "Ae": mark("the attackers are eliminated"),
    "De": mark("the defenders are eliminated"),
    "Ar": mark("the attackers retreat 1 hex"),
    "Ar2": mark("the attackers retreat 2 hexes"),
    "Ar3": mark("the attackers retreat 3 hexes"),
    "Dr": mark("the defenders retreat 1 hex"),
    "Dr2": mark("the defenders retreat 2 hexes"),
    "Dr3": mark("the defenders retreat 3 hexes"),
    "Dr4": mark("the defenders retreat 4 hexes"),
    "Ex": mark("exchange"),
    "1R": mark("each side loses a step"),
    "1E": mark("a unit is eliminated"),
    "Sk": mark("shock"),
    "OR": mark("overrun"),
    "Ae/0": mark("the charge fails, and its target stands still"),
    "Ae/1": mark("the charge fails, and its target moves 1 MP"),
}


@dataclass(frozen=True, slots=True)
class BombardmentDeclared(
    Fact,
    rule="T12.9",
    topic=COMBAT,
    rest=400,
    shows=Shows(units="units", spots="target"),
    deed=mark("bombarded {target}"),
    is_open=True,
):
    """Guns are laid on a hex (T12.9)."""

    words = mark("{units} bombard {target}.")
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: TlnbState) -> None:
        """Write it down."""
        shots = (*state.fights.shots, Shot(self.units, self.target))
        state.fights = replace(state.fights, shots=shots)
        for unit in self.units:
            state.put_unit(replace(state.units[unit], bombarded=self.target))


@dataclass(frozen=True, slots=True)
class BombardmentResolved(
    Fact,
    rule="T12.3",
    topic=COMBAT,
    rest=900,
    sound=Sound.DICE,
    shows=Shows(spots="target"),
    is_open=True,
):
    """A bombardment was rolled for (T12.3)."""

    target: Hex
    strength: str  # SP, exact
    column: str
    die: int
    modifiers: int
    result: str
    side: Side | None = None  # whose die it was

    def sentence(self, scene: Scene) -> Text:
        """The bombardment of 0913: 6 1/2 SP, column 6-7, die 5: Dr, the defenders retreat 1 hex."""
        words = mark("The bombardment of {target}: {sp} SP, column {column}, die {n}: {result}.")
        sp, n = exact_words(Fraction(self.strength)), die_words(self.die, self.modifiers)
        return self.told(scene, words, sp=sp, n=n, result=gun_words(self.result))

    def apply(self, state: TlnbState) -> None:
        """It is done."""
        fights = state.fights
        shots = tuple(shot for shot in fights.shots if shot.target != self.target)
        bombarded = fights.bombarded | {self.target}
        state.fights = replace(fights, shots=shots, bombarded=bombarded, fled=())
        _storm(state, self.target)
        _end_marches(state, state.combat_units_in(self.target))


def _storm(state: TlnbState, hex_: Hex) -> None:
    """A hex that a special rule names is remembered once it was attacked or bombarded (T34.6)."""
    if hex_ in state.battle.watched_hexes:
        stormed = state.special.stormed | {hex_}
        state.special = replace(state.special, stormed=stormed)


def _end_marches(state: TlnbState, units: tuple[UnitId, ...]) -> None:
    """Road March ends with the first attack on it (T7.56); who fights does not rest (T18.22)."""
    for unit in units:
        record = state.units[unit]
        if record.column:
            state.put_unit(replace(record, column=False, tail=None))
    stirred = state.marks.stirred | set(units)
    state.marks = replace(state.marks, stirred=stirred)


@dataclass(frozen=True, slots=True)
class ChargeDeclared(
    Fact,
    rule="T13.12",
    topic=COMBAT,
    rest=400,
    shows=Shows(units="units", spots="target"),
    deed=mark("charged {target}"),
    is_open=True,
):
    """Cavalry is to charge a hex (T13.12)."""

    words = mark("{units} charge {target}.")
    units: tuple[UnitId, ...]
    target: Hex
    path: Way  # from the start to the last hex before the target

    def apply(self, state: TlnbState) -> None:
        """Write it down."""
        rides = (*state.fights.rides, Ride(self.units, self.target, self.path))
        state.fights = replace(state.fights, rides=rides)


@dataclass(frozen=True, slots=True)
class ChargeDropped(Fact, rule="T10.24", topic=COMBAT, is_open=True):
    """A charge that was declared cannot be made any more, or is given up (T10.24)."""

    words = mark("The charge of {units} on {target} does not take place.")
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: TlnbState) -> None:
        """It is off."""
        rides = tuple(ride for ride in state.fights.rides if ride.units != self.units)
        state.fights = replace(state.fights, rides=rides)


@dataclass(frozen=True, slots=True)
class ChargeBegan(
    Fact, rule="T13.3", topic=MOVEMENT, shows=Shows(units="units", to="path"), is_open=True
):
    """Cavalry rides at its target (T13.3)."""

    words = mark("{units} rode {path} at {target}.")
    units: tuple[UnitId, ...]
    target: Hex
    path: Way

    def apply(self, state: TlnbState) -> None:
        """They stand next to it."""
        fights = state.fights
        rides = tuple(ride for ride in fights.rides if ride.units != self.units)
        charged = fights.charged | {self.target}
        state.fights = replace(fights, rides=rides, charged=charged, fled=())
        for unit in self.units:
            record = state.units[unit]
            state.put_unit(
                replace(record, hex=self.path[-1], charged=True, column=False, tail=None)
            )
        _end_marches(state, (*self.units, *state.combat_units_in(self.target)))


@dataclass(frozen=True, slots=True)
class ChargeResolved(
    Fact,
    rule="T13.5",
    topic=COMBAT,
    rest=900,
    sound=Sound.DICE,
    shows=Shows(spots="target"),
    is_open=True,
):
    """A charge was rolled for (T13.5)."""

    target: Hex
    column: str
    die: int
    modifiers: int
    result: str
    side: Side | None = None  # whose die it was

    def sentence(self, scene: Scene) -> Text:
        """The charge on 0913: column 1:2, die 2: overrun."""
        words = mark("The charge on {target}: column {column}, die {n}: {result}.")
        n = die_words(self.die, self.modifiers)
        return self.told(scene, words, n=n, result=charge_words(self.result))

    def apply(self, state: TlnbState) -> None:
        """It changes nothing by itself."""


@dataclass(frozen=True, slots=True)
class ChargersReturned(
    Fact, rule="T13.8", topic=MOVEMENT, shows=Shows(units="units", to="path"), is_open=True
):
    """Cavalry rode back to where it came from (T13.8)."""

    words = mark("{units} rode back {path}.")
    units: tuple[UnitId, ...]
    path: Way

    def apply(self, state: TlnbState) -> None:
        """They stand at its end."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], hex=self.path[-1]))


@dataclass(frozen=True, slots=True)
class TargetHeld(
    Fact, rule="T13.9", topic=COMBAT, rest=300, shows=Shows(units="units"), is_open=True
):
    """Infantry that has beaten off a charge hardly moves next time (T13.9)."""

    words = mark("{units} may move {mp} MP in their next Player-Turn.")
    units: tuple[UnitId, ...]
    mp: int

    def apply(self, state: TlnbState) -> None:
        """Write it down."""
        held = {**state.marks.held, **dict.fromkeys(self.units, self.mp)}
        state.marks = replace(state.marks, held=held)


@dataclass(frozen=True, slots=True)
class DutiesListed(Fact, rule="T10.11", topic=MARKERS, is_open=True):
    """Who must attack in this Combat Segment, and whom (T10.11)."""

    words = mark("The duties to attack were listed.")
    units: tuple[UnitId, ...]
    hexes: tuple[Hex, ...]

    def apply(self, state: TlnbState) -> None:
        """Write them down."""
        state.fights = replace(
            state.fights,
            duty_units=frozenset(self.units),
            duty_hexes=frozenset(self.hexes),
            has_duties=True,
        )


@dataclass(frozen=True, slots=True)
class AttackNamed(
    Fact,
    rule="T10.24",
    topic=COMBAT,
    rest=300,
    shows=Shows(units="units", spots="target"),
    is_open=True,
):
    """An attack is named beforehand (T10.24)."""

    words = mark("{units} are to attack {target}.")
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: TlnbState) -> None:
        """Write it down."""
        blows = (*state.fights.blows, Blow(self.units, self.target))
        state.fights = replace(state.fights, blows=blows)


@dataclass(frozen=True, slots=True)
class AttackDropped(Fact, rule="T10.24", topic=COMBAT, shows=Shows(spots="target"), is_open=True):
    """An attack that was named is given up, or cannot be made any more (T10.24)."""

    words = mark("The attack on {target} that was named does not take place.")
    target: Hex

    def apply(self, state: TlnbState) -> None:
        """It is off."""
        blows = tuple(blow for blow in state.fights.blows if blow.target != self.target)
        state.fights = replace(state.fights, blows=blows)


@dataclass(frozen=True, slots=True)
class AttackDeclared(
    Fact,
    rule="T10.12",
    topic=COMBAT,
    rest=400,
    shows=Shows(units="units", spots="target"),
    deed=mark("attacked {target}"),
    is_open=True,
):
    """Units attack a hex (T10.12)."""

    words = mark("{units} attack {target}.")
    units: tuple[UnitId, ...]
    target: Hex

    def apply(self, state: TlnbState) -> None:
        """They have fought, and so has the hex; a bridge serves the units of one hex (T7.66)."""
        fights = state.fights
        starts = {state.units[unit].hex for unit in self.units}
        crossed = {
            hexside(start, self.target): start
            for start in starts
            if start is not None and hexside(start, self.target) in state.battle.battlefield.span_at
        }
        state.fights = replace(
            fights,
            attacked=fights.attacked | {self.target},
            duty_units=fights.duty_units - set(self.units),
            duty_hexes=fights.duty_hexes - {self.target},
            bridges=tuple(sorted({**dict(fights.bridges), **crossed}.items())),
            fled=(),
            blows=tuple(blow for blow in fights.blows if blow.target != self.target),
        )
        _storm(state, self.target)
        for unit in self.units:
            record = replace(state.units[unit], assaulted=True, column=False, tail=None)
            state.put_unit(record)
        stirred = state.marks.stirred | set(self.units)
        state.marks = replace(state.marks, stirred=stirred | set(_there(state, self.target)))


def _there(state: TlnbState, hex_: Hex) -> tuple[UnitId, ...]:
    return state.combat_units_in(hex_)


@dataclass(frozen=True, slots=True)
class AttackFailed(
    Fact, Remark, rule="T22.7", topic=COMBAT, rest=700, sound=Sound.DICE, is_open=True
):
    """A night attack did not come about (T22.7)."""

    words = mark("The night attack on {target} did not come about: die {die} against {needed}.")
    target: Hex
    die: int
    needed: int
    side: Side | None = None  # whose die it was


@dataclass(frozen=True, slots=True)
class CombatResolved(
    Fact,
    rule="T11.1",
    topic=COMBAT,
    rest=900,
    sound=Sound.DICE,
    shows=Shows(spots="target"),
    is_open=True,
):
    """A combat was rolled for (T11.1)."""

    target: Hex
    attack: str  # SP, exact
    defence: str
    column: str
    die: int
    modifiers: int
    result: str  # as the chart prints it
    effect: str  # what it comes to: a star falls away, or is Shock (T11.4)
    side: Side | None = None  # whose die it was

    def sentence(self, scene: Scene) -> Text:
        """The attack on 0913: 6 to 5 SP, column 1:1, die 4: Sk, shock."""
        words = mark(
            "The attack on {target}: {own} to {theirs} SP, column {column}, die {n}: {result},"
            " {effect}."
        )
        own, theirs = (exact_words(Fraction(sp)) for sp in (self.attack, self.defence))
        n, effect = die_words(self.die, self.modifiers), result_words(self.effect)
        return self.told(scene, words, own=own, theirs=theirs, n=n, effect=effect)

    def apply(self, state: TlnbState) -> None:
        """Road March of the defenders ends with the attack (T7.56)."""
        _end_marches(state, state.combat_units_in(self.target))


@dataclass(frozen=True, slots=True)
class ShockResolved(
    Fact, Remark, rule="T11.2", topic=COMBAT, rest=700, shows=Shows(spots="target"), is_open=True
):
    """Shock was compared (T11.2)."""

    target: Hex
    attacker: int  # initiative, with all that adds to it
    defender: int
    result: str

    def sentence(self, scene: Scene) -> Text:
        """Shock at 0913: initiative 3 against 3: each side loses a step."""
        words = mark("Shock at {target}: initiative {attacker} against {defender}: {result}.")
        return self.told(scene, words, result=result_words(self.result))


@dataclass(frozen=True, slots=True)
class ExchangeDue(Fact, Remark, rule="T11.91", topic=COMBAT, rest=300, is_open=True):
    """A side owes SP for an exchange (T11.91)."""

    words = mark("The {side} owe at least {sp} SP.")
    side: Side
    sp: int


@dataclass(frozen=True, slots=True)
class AdvanceMade(
    Fact,
    rule="T11.61",
    topic=MOVEMENT,
    shows=Shows(units="units", to="path"),
    is_rush=True,
    is_open=True,
):
    """Victors advanced (T11.61)."""

    words = mark("{units} advanced {path}.")
    units: tuple[UnitId, ...]
    path: Way

    def apply(self, state: TlnbState) -> None:
        """They stand at its end."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], hex=self.path[-1], column=False, tail=None))
        marks, units = state.marks, set(self.units)
        state.marks = replace(marks, stirred=marks.stirred | units, ended=marks.ended | units)


@dataclass(frozen=True, slots=True)
class GuardGaveWay(
    Fact, rule="T11.3", topic=COMBAT, rest=700, shows=Shows(units="units"), is_open=True
):
    """The Old Guard gave way: its friends near by are dismayed (T11.3b)."""

    side: Side
    units: tuple[UnitId, ...]  # who are dismayed
    vp: int  # for the enemy

    def sentence(self, scene: Scene) -> Text:
        """The Guard of the French gives way: Udom is dismayed (2 VP for the enemy)."""
        words = mark("The Old Guard of the {side} gave way: {n} units are dismayed ({vp} VP).")
        return self.told(scene, words, n=len(self.units))

    def apply(self, state: TlnbState) -> None:
        """Up to the end of their next Player-Turn; VP once a day."""
        is_own = state.phasing == self.side
        until = state.count + (2 if is_own else 1)
        dismayed = {**state.spirit.dismayed, **dict.fromkeys(self.units, until)}
        state.spirit = replace(state.spirit, dismayed=dismayed)
        if self.vp:
            enemy = state.battle.enemy(self.side)
            losses = state.losses
            state.losses = replace(
                losses,
                guard_vp={**losses.guard_vp, enemy: losses.guard_vp.get(enemy, 0) + self.vp},
                guard_day={**losses.guard_day, enemy: state.turn_card.day},
            )
