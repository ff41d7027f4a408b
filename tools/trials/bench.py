"""Positions of combat played by the rules' own flows, with dice from a seed, many times each.

Attack Confidence of the first round is taken as passed; the second round rolls. Attackers go on
to a second round, infantry tries squares, cavalry evades and pursues where it may, and reacts where
the position says so. Where all the dice of a position are few, every throw of them is played
instead: then the answer is exact.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hexwar.engine import CHANCE, Decision, Event, Roll, Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import Evaded, FireResolved, SquareFormed
from hexwar.systems.nlc.events.losses import RetreatBegan, StepLost, UnitEliminated
from hexwar.systems.nlc.rules.combat.assault import Assault, assault
from hexwar.systems.nlc.rules.combat.assault_law import targets
from hexwar.systems.nlc.rules.combat.bombardment import bombard
from hexwar.systems.nlc.rules.combat.bombardment_fire import bombardments
from hexwar.systems.nlc.rules.combat.charge import charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge, charge_distance, charge_paths
from hexwar.systems.nlc.rules.losses.rally import rally_phase
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import ALLIED, FRENCH, position

FILE = Path(__file__).with_name("positions.toml")
TARGET = Hex("0505")
SIZE = 10
"""Columns and rows of the ground, which is clear but for the target's hex."""

ORDERS = "FI: attack 0505; AI: defend 0505"
THROWS, DEEPEST = 400, 4
"""So many throws of all dice are still played one by one, and so many dice in one of them."""

CONFIDENCE = "Attack Confidence"

HEAD = (
    "position                            | W / S / R     | SP lost a : d | by fire guns rout zone"
    " pursuit | routs | left Disrupted | square | evaded | fires - | hours"
)

CAUSES = {
    "fire": "fire",
    "bombardment": "guns",
    "rout": "rout",
    "zone of control": "zone",
    "no retreat": "zone",
    "pursuit": "pursuit",
}


# -- what is measured


@dataclass(frozen=True, slots=True)
class Situation:
    """A position, and what the French do in each hour: b bombard, c charge, a assault."""

    name: str
    pieces: tuple[str, ...]
    ground: str  # the letter of the target's hex
    acts: str
    hours: int
    react: bool  # whether the enemy's cavalry meets charges
    orders: str
    words: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def state(self, numbers: Mapping[str, Any]) -> GameState:
        """The position with some numbers of the rules overridden."""
        rows = [["."] * SIZE for _ in range(SIZE)]
        rows[4][4] = self.ground
        return position(
            "\n".join(" ".join(cells) for cells in rows),
            *self.pieces,
            active="FI",
            segment=Segment.ASSAULT,
            orders=self.orders,
            numbers=MappingProxyType(dict(numbers)),
            supply_sources={Hex("0510"): FRENCH, Hex("0501"): ALLIED},
            length=6,
            **self.words,
        )


def situations(file: Path = FILE) -> Iterator[Situation]:
    """The positions of a file: pieces are lines, or names of groups of lines."""
    data = tomllib.loads(file.read_text("utf-8"))
    groups: dict[str, list[str]] = data["groups"]
    for entry in data["position"]:
        own = [line for word in entry["pieces"] for line in groups.get(word, [word])]
        level = entry.get("initiative")
        pieces = (*(_downgraded(x, level) for x in own), *groups["base"])
        is_led = any(line.startswith("A9 ") for line in own)
        yield Situation(
            name=entry["name"],
            pieces=pieces if is_led else (*pieces, *groups["led"]),
            ground=entry.get("ground", "."),
            acts=entry.get("acts", "a"),
            hours=entry.get("hours", 1),
            react=entry.get("react", False),
            orders=entry.get("orders", ORDERS),
            words=MappingProxyType(entry.get("words", {})),
        )


def overrides(texts: Sequence[str]) -> dict[str, Any]:
    """Numbers by dotted key, from `morale.rout_margin=3`."""
    found: dict[str, Any] = {}
    for text in texts:
        key, _, value = text.partition("=")
        found[key.strip()] = tomllib.loads(f"value = {value}")["value"]
    return found


def _downgraded(line: str, initiative: int | None) -> str:
    """A French unit's line with another initiative, where one is said."""
    if initiative is None or not line.startswith("F"):
        return line
    return line.replace("-3 ", f"-{initiative} ", 1)


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of a position, as means of all plays of it."""

    name: str
    means: Mapping[str, float]
    exact: bool

    def __getitem__(self, what: str) -> float:
        return self.means.get(what, 0.0)


# -- playing it


Throw = Callable[[Decision[Any], Sequence[Any]], Any]
"""Chance: answers a roll with one of its options."""


class Play:
    """One play of a position: its table, and who answers."""

    def __init__(self, situation: Situation, state: GameState, throw: Throw) -> None:
        self.situation, self.throw = situation, throw
        self.table: Table[GameState] = Table(state.copy())
        self._trusts = False  # the next Attack Confidence passes

    @property
    def state(self) -> GameState:
        """The table as it is."""
        return self.table.state

    def run(self, flow: Coroutine[Any, Any, Any]) -> Any:
        """Run a flow to its end."""
        answer: Any = None
        while True:
            try:
                question = flow.send(answer)
            except StopIteration as end:
                return end.value
            options = list(question.options(self.state))
            if question.side == CHANCE:
                answer = self._roll(question, options)
            else:
                answer = self._choose(question, options)

    def _roll(self, question: Decision[Any], options: Sequence[Any]) -> Any:
        if self._trusts and isinstance(question, Roll) and question.purpose == CONFIDENCE:
            self._trusts = False
            return 1
        return self.throw(question, options)

    def _choose(self, question: Decision[Any], options: Sequence[Any]) -> Any:
        """What both sides do wherever a position does not say otherwise."""
        name = type(question).__name__
        if name in ("RepeatAssault", "ConfirmAssault", "ChooseEvasion"):
            return True if True in options else options[0]
        if name == "DeclarePursuit" or (name == "ChooseReactionCharge" and self.situation.react):
            return next((option for option in options if option is not None), None)
        if name == "ChooseReactionCharge":
            return None
        return options[0]

    def hours(self) -> Counter[str]:
        """Play all its hours, or until the target's hex is empty; what came of it."""
        start = {u.id: u.hex for u in self.state.on_map(FRENCH)}
        defenders, last, hour = tuple(self.state.holders_of(TARGET, ALLIED)), "", 1
        while True:
            for act in self.situation.acts:
                if self.state.holders_of(TARGET, ALLIED):
                    last = self._act(act) or last
            if hour == self.situation.hours or not self.state.holders_of(TARGET, ALLIED):
                break
            hour += 1
            self._next_hour(start)
        return _tally(self.state, self.table.events, defenders, last, hour)

    def _act(self, act: str) -> str:
        """One bombardment, charge or assault; how it ended, where it tells."""
        if act == "b":
            return self._bombard()
        return self._charge() if act == "c" else self._assault()

    def _bombard(self) -> str:
        distance = self.state.battle.battlefield.grid.distance
        acting = self.state.activation
        assert acting is not None
        far = [
            one
            for one in bombardments(self.state, acting.formation)
            if one.target == TARGET
            and all(distance(self.state.units[u].hex or TARGET, TARGET) > 1 for u in one.units)
        ]
        if far:
            self.run(bombard(self.table, FRENCH, max(far, key=lambda one: len(one.units))))
        return ""

    def _charge(self) -> str:
        stacks: dict[Hex, list[UnitId]] = {}
        for unit in self.state.on_map(FRENCH):
            is_fit = self.state.card(unit.id).arm.is_cavalry and not unit.disrupted
            if is_fit and not unit.charged and unit.hex is not None:
                stacks.setdefault(unit.hex, []).append(unit.id)
        for hex_, riders in stacks.items():
            ways = charge_paths(self.state, hex_, TARGET, charge_distance(self.state))
            if ways:
                return str(self.run(charge(self.table, Charge(tuple(riders), TARGET, ways[0]))))
        return ""

    def _assault(self) -> str:
        acting = self.state.activation
        assert acting is not None
        named = targets(self.state, acting.formation).get(TARGET, ())
        able = tuple(u for u in named if not self.state.units[u].bombarded)
        if not able:
            return ""
        self._trusts = True
        outcome = self.run(assault(self.table, FRENCH, Assault(TARGET, able)))
        return "" if outcome is None else str(outcome)

    def _next_hour(self, start: Mapping[UnitId, Hex | None]) -> None:
        """An hour goes by: marks of a turn are gone, both rally, and who is fit comes up again."""
        state = self.state
        for unit in list(state.units.values()):
            if unit.hex is not None:
                fresh = replace(unit, assaulted=False, attacked=False, bombarded=None, done=False)
                state.put_unit(replace(fresh, charged=False, moved=False, spent=0))
        assert state.activation is not None
        state.activation = replace(
            state.activation, assaulted=(), bombarded=(), reacted=(), withdrew=(), daunted=()
        )
        state.rallied = ()
        for _ in state.battle.sides:
            self.run(rally_phase(self.table))
        state.rallied = ()
        for unit_id, hex_ in start.items():
            unit = state.units[unit_id]
            is_away = unit.hex not in (None, hex_, TARGET) and not unit.disrupted
            if is_away and hex_ is not None and not state.holders_of(hex_, ALLIED):
                state.put_unit(replace(unit, hex=hex_))


def _tally(
    state: GameState, events: Sequence[Event], defenders: Sequence[UnitId], last: str, hours: int
) -> Counter[str]:
    """What happened in one play."""
    found: Counter[str] = Counter(hours=hours)
    is_won = not any(state.units[unit].hex == TARGET for unit in defenders)
    is_beaten = any(word in last for word in ("repulsed", "attacker r", "attacker e", "chargers"))
    found["win" if is_won else "repulsed" if is_beaten else "stale"] = 1
    for event in events:
        if isinstance(event, StepLost | UnitEliminated):
            found.update(_loss(state.side_of(event.unit), event.sp, event.cause))
        elif isinstance(event, SquareFormed):
            found["square"] += 1
        elif isinstance(event, Evaded):
            found["evaded"] += 1
        elif isinstance(event, FireResolved):
            found.update(fires=1, blank=int(event.result == "-"))
        elif isinstance(event, RetreatBegan) and event.rout:
            found["routs"] += state.side_of(event.units[0]) == ALLIED
    left = [unit for unit in defenders if state.units[unit].hex is not None]
    found["left"] = sum(map(state.sp, left))
    found["shaken"] = sum(state.sp(unit) for unit in left if state.units[unit].disrupted)
    return found


def _loss(side: Side, sp: int, cause: str) -> Counter[str]:
    if side == FRENCH:
        return Counter(attackers=sp)
    return Counter({"defenders": sp, CAUSES.get(cause, "fire"): sp})


# -- many plays


def measured(situation: Situation, trials: int, seed: int, numbers: Mapping[str, Any]) -> Measured:
    """Every throw of a position where they are few, else so many plays with dice from a seed."""
    state = situation.state(numbers)
    found = every_throw(situation, state)
    if found is not None:
        return Measured(situation.name, found, exact=True)
    dice = random.Random(f"{seed} {situation.name}")
    sums: Counter[str] = Counter()
    for _ in range(trials):
        sums.update(Play(situation, state, lambda _asked, options: dice.choice(options)).hours())
    means = {what: total / trials for what, total in sums.items()}
    return Measured(situation.name, means, exact=False)


def every_throw(
    situation: Situation, state: GameState, most: int = THROWS
) -> Mapping[str, float] | None:
    """The exact means over every throw of the dice, or None where there are more than `most`."""
    means: dict[str, float] = {}
    script: list[tuple[int, int]] = []  # the option taken at each roll, and how many there were
    for _ in range(most):
        at = iter(range(len(script)))

        def throw(_asked: Decision[Any], options: Sequence[Any], at: Iterator[int] = at) -> Any:
            place = next(at, None)
            if place is None:
                script.append((0, len(options)))
                return options[0]
            return options[script[place][0]]

        if len(script) > DEEPEST:
            return None
        weight = 1.0
        found = Play(situation, state, throw).hours()
        for _, options in script:
            weight /= options
        for what, value in found.items():
            means[what] = means.get(what, 0.0) + weight * value
        while script and script[-1][0] == script[-1][1] - 1:
            script.pop()
        if not script:
            return means
        taken, options = script[-1]
        script[-1] = (taken + 1, options)
    return None


def line(found: Measured) -> str:
    """The cells of a position's line; = before the name means an exact answer."""
    ends = " / ".join(f"{100 * found[end]:3.0f}" for end in ("win", "stale", "repulsed"))
    causes = " ".join(f"{found[cause]:.2f}" for cause in dict.fromkeys(CAUSES.values()))
    shaken = 100 * found["shaken"] / found["left"] if found["left"] else 0.0
    blank = 100 * found["blank"] / found["fires"] if found["fires"] else 0.0
    return (
        f"{'=' if found.exact else ' '} {found.name:34}| {ends} | {found['attackers']:4.2f} :"
        f" {found['defenders']:4.2f}   | {causes} | {100 * found['routs']:3.0f} | {shaken:3.0f}"
        f" | {100 * found['square']:3.0f} | {100 * found['evaded']:3.0f} | {blank:3.0f}"
        f" | {found['hours']:.1f}"
    )
