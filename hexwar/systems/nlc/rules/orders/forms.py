"""What can be written as an order, orders in words, and the General Retreat.

Rules: N12.1, N12.2, N12.16, N12.29.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb, formation_of_line
from hexwar.systems.nlc.rules.arrivals.arrivals import place_of_line
from hexwar.systems.nlc.rules.cards.decision_effects import may_retreat_alone
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    is_pontoon_line,
    overall_commander,
    wing_of,
)
from hexwar.systems.nlc.rules.orders.goals import nearest, way_from
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Battle
from hexwar.table.forces import FormationId, FormationKind, OrderStep, Role, Side, UnitId

# -- orders in words, as a rulebook writes them: `March to Maizières (1803), then …` (N12.1)


UNKNOWN_ORDER = "Order unknown"
"""What stands for an order that a view does not show (N3.4)."""

LETTERS: Mapping[str, str] = MappingProxyType(
    {
        Verb.MARCH: "M",
        Verb.ATTACK: "A",
        Verb.PROBE: "P",
        Verb.DEFEND: "D",
        Verb.DELAY: "L",
        Verb.FALL_BACK: "F",
        Verb.RESERVE: "R",
        Verb.SUPPORT: "S",
        Verb.GENERAL_RETREAT: "G",
    }
)
"""The letter of each type of order, for small marks that must not speak by colour alone."""


@dataclass(frozen=True, slots=True)
class _Phrases:
    """How a type of order is written."""

    to: str  # with an objective
    here: str  # the first step, without one
    there: str  # a later step, without one: the objective of the step before
    beside: str  # with a friendly formation for an objective
    also: str = ""  # after a march to the same objective, where it can be said in one breath


_PHRASES: Mapping[str, _Phrases] = MappingProxyType(
    {
        Verb.MARCH: _Phrases("March to {}", "March", "March on", "March to {}"),
        Verb.ATTACK: _Phrases(
            "Attack {}", "Attack", "Attack there", "Attack with {}", "March to and Attack {}"
        ),
        Verb.PROBE: _Phrases(
            "Probe towards {}", "Probe", "Probe there", "Probe with {}", "March to and Probe {}"
        ),
        Verb.DEFEND: _Phrases(
            "Defend {}", "Defend here", "Defend there", "Defend {}", "March to and Defend {}"
        ),
        Verb.DELAY: _Phrases(
            "Delay the enemy approaching {}",
            "Delay the enemy",
            "Delay the enemy there",
            "Delay the enemy approaching {}",
        ),
        Verb.FALL_BACK: _Phrases("Fall Back to {}", "Fall Back", "Fall Back on", "Fall Back to {}"),
        Verb.RESERVE: _Phrases(
            "Reserve at {}",
            "Reserve here",
            "Reserve there",
            "Reserve with {}",
            "March to {} and act as Reserve",
        ),
        Verb.SUPPORT: _Phrases(
            "Support the attack on {}", "Support", "Support there", "Support {}"
        ),
        Verb.GENERAL_RETREAT: _Phrases(
            "General Retreat to {}", "General Retreat", "General Retreat", "General Retreat to {}"
        ),
    }
)


def verb_name(verb: str) -> str:
    """A type of order as it is written: `Fall Back`.

    >>> verb_name("fall back")
    'Fall Back'
    """
    return verb.title()


def line_name(battle: Battle, line: LineId, units: Sequence[UnitId] = ()) -> str:
    """Whose order a line of the pad is: `IX Corps`, or a division of it.

    Args:
        battle: names formations and units.
        line: the line.
        units: those of a detached division, where they are known: they name it.
    """
    name = battle.formations[formation_of_line(line)].name
    division = line.partition("/")[2]
    if not division:
        return name
    return division_name(battle, units) if units else f"detached division {division} of {name}"


def division_name(battle: Battle, units: Sequence[UnitId]) -> str:
    """What a division is called: by its only unit, else by its number."""
    card = battle.units[units[0]]
    return card.name if len(units) == 1 or card.division is None else card.division


def order_sentence(battle: Battle, steps: Sequence[OrderStep]) -> str:
    """An order as a rulebook writes it, without a full stop (N12.1).

    A step takes a march to the same objective into its own phrase: `March to and Attack 1004`.

    Args:
        battle: names the places and formations.
        steps: from the one in force to the last; none for an order that is not known.
    """
    if not steps:
        return UNKNOWN_ORDER
    parts: list[str] = []
    march: OrderStep | None = None  # the step before, if it can still be taken into this one
    for place, step in enumerate(steps):
        if march is not None and _joins(march, step):
            parts[-1], march = _joined(battle, march, step), None
        else:
            parts.append(step_phrase(battle, step, is_first=place == 0))
            march = step
    return ", then ".join(parts)


def step_phrase(battle: Battle, step: OrderStep, *, is_first: bool = True) -> str:
    """One step of an order: `Probe towards Brienne-le-Château (0913) by way of 1604`."""
    phrases = _PHRASES[step.verb]
    if step.target_formation is not None:
        words = phrases.beside.format(_formation(battle, step.target_formation))
    elif step.target is not None:
        words = phrases.to.format(_place(battle, step.target))
    else:
        words = phrases.here if is_first else phrases.there
    return words + _way(battle, step) + _licence(step)


def open_phrase(verb: str) -> str:
    """A step whose objective is still to be named: `Probe towards`."""
    return _PHRASES[verb].to.format("").strip()


def _joins(march: OrderStep, step: OrderStep) -> bool:
    """Whether a march and the step after it have one objective, and one phrase for both."""
    ends = (step.target, step.target_formation) == (march.target, march.target_formation)
    is_named = step.target is not None and step.target_formation is None
    return march.verb == Verb.MARCH and ends and is_named and bool(_PHRASES[step.verb].also)


def _joined(battle: Battle, march: OrderStep, step: OrderStep) -> str:
    assert step.target is not None
    words = _PHRASES[step.verb].also.format(_place(battle, step.target))
    return words + _way(battle, march, step) + _licence(step)


def _way(battle: Battle, *steps: OrderStep) -> str:
    """The hexes that the way must lead by; the objective itself need not be named again."""
    hexes = [hex_ for step in steps for hex_ in step.route if hex_ != step.target]
    return f" by way of {_list(_place(battle, hex_) for hex_ in hexes)}" if hexes else ""


def _licence(step: OrderStep) -> str:
    """What the scenario permits beyond the type of order (N12.24)."""
    words = ""
    if step.zone is not None:
        words = f", with leave to enter zones of control and attack within {_hexes(step.zone)}"
    return f"{words}, not to be changed" if step.fixed else words


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


def _place(battle: Battle, hex_: Hex) -> str:
    """A hex with its name; one that only says what is there gets an article: `the bridge`."""
    name = battle.battlefield.name_of(hex_)
    return f"the {name}" if name[0].islower() else name


def _formation(battle: Battle, formation: FormationId) -> str:
    card = battle.formations.get(formation)
    return "a formation" if card is None else card.name


def _list(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


# -- the General Retreat: when it may be ordered, by whom, and where it leads (N12.29)


def exits_of(state: GameState, side: Side) -> tuple[Hex, ...]:
    """The hexes by which a side may leave the map (N5.61), in map order."""
    exits = state.battle.exits_on(state.turn)
    return tuple(sorted(hex_ for hex_, owner in exits.items() if owner == side))


def nearest_exit(state: GameState, line: LineId) -> Hex | None:
    """Where a line's troops leave the map soonest; None where their side has no way out."""
    ways_out = exits_of(state, state.side_of_line(line))
    here = place_of_line(state, line)
    if here is None or not ways_out:
        return next(iter(ways_out), None)
    return nearest(state, way_from(state, line, here), ways_out) or ways_out[0]


def retreat_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why a line cannot be ordered to retreat off the map, or None (N12.29)."""
    side = state.side_of_line(line)
    if side not in state.retreating:
        return Refusal("A General Retreat needs its card, which nobody has played.", "N12.29")
    if not exits_of(state, side):
        return Refusal("Your side has no hex by which to leave the map.", "N12.29")
    return None


def goal_refusal(state: GameState, line: LineId, goal: Hex | None) -> Refusal | None:
    """Why a hex cannot be where a General Retreat leads, or None; no hex means the nearest."""
    if goal is None or goal in exits_of(state, state.side_of_line(line)):
        return None
    return Refusal("A General Retreat leads to a hex by which your side leaves the map.", "N12.29")


def alone_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why a leader may not retreat off the map by his own decision, or None (N12.29, N12.66).

    A WC may while there is no OC on the map, another leader while he has no WC there either. A
    card may leave it to the OC (N23.8).
    """
    formation = formation_of_line(line)
    if not may_retreat_alone(state, state.side_of_line(line)):
        return Refusal("The card lets the overall commander alone order it.", "N23.8")
    overall = overall_commander(state, state.side_of_line(line))
    if overall is not None:
        name = state.battle.leaders[overall].name
        return Refusal(f"{name} is on the map: the General Retreat is his to order.", "N12.29")
    wing = wing_of(state, formation)
    above = None if wing is None else commander_of(state, LineId(wing))
    if above is None or state.leaders[above].hex is None or _is_wing(state, line):
        return None
    name = state.battle.leaders[above].name
    return Refusal(f"{name} is on the map: the General Retreat is his to decide.", "N12.29")


def _is_wing(state: GameState, line: LineId) -> bool:
    leader = commander_of(state, line)
    return leader is not None and state.battle.leaders[leader].role is Role.WING


# -- what can be written as an order at all, whoever gives it (N12.1, N12.2, N12.16)


PLACELESS = frozenset({Verb.DEFEND, Verb.DELAY, Verb.RESERVE, Verb.GENERAL_RETREAT})
"""What may be ordered without an objective: here (N12.16), or off the map (N12.29)."""

ON_A_HEX = frozenset({Verb.ATTACK, Verb.PROBE, Verb.DEFEND, Verb.DELAY, Verb.GENERAL_RETREAT})
"""The types of order whose objective is a hex; that of the others may be a friendly formation."""

OF_COMMAND = frozenset({Verb.MARCH, Verb.DEFEND, Verb.RESERVE, Verb.GENERAL_RETREAT})
"""What can be ordered to a headquarters, which rides or stays (N14.53)."""


def filled(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> tuple[OrderStep, ...]:
    """An order with the objectives that are not written (N12.16).

    The first step without one takes the hex of the commander or senior unit, or the entry hex of
    those who are still to come; a later one the objective of the step before. A General Retreat
    leads to the nearest hex by which the side may leave (N12.29).
    """
    done: list[OrderStep] = []
    for step in steps:
        if step.target is not None or step.target_formation is not None:
            done.append(step)
        elif step.verb == Verb.GENERAL_RETREAT:
            done.append(replace(step, target=nearest_exit(state, line)))
        elif done:
            done.append(_inherited(state, done[-1], step))
        else:
            done.append(replace(step, target=place_of_line(state, line)))
    return tuple(done)


def _inherited(state: GameState, before: OrderStep, step: OrderStep) -> OrderStep:
    """A step with the objective of the one before; a formation's hex where it must be a hex."""
    friend = before.target_formation
    if friend is None or step.verb not in ON_A_HEX:
        return replace(step, target=before.target, target_formation=friend)
    return replace(step, target=centre_of(state, LineId(friend)))


def trial_step(state: GameState, line: LineId, verb: str) -> OrderStep:
    """A step by which to ask whether a type can be ordered to a line at all: where it is now."""
    if verb == Verb.GENERAL_RETREAT:
        return OrderStep(verb)
    return OrderStep(verb, place_of_line(state, line))


def steps_refusal(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> Refusal | None:
    """Why a sequence cannot be ordered to a line, or None (N12.1, N12.29)."""
    if not steps:
        return Refusal("Write at least one step.", "N12.1")
    most = numbers_of(state.battle).paper.steps
    if len(steps) > most:
        return Refusal(f"An order has at most {most} steps.", "N12.1")
    return next(_faults(state, line, steps), None)


def _faults(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> Iterator[Refusal]:
    for place, step in enumerate(steps):
        for fault in (
            _train_fault(state, line, step),
            _verb_fault(state, line, step),
            _goal_fault(state, line, step, is_first=place == 0),
            _way_fault(state, step),
        ):
            if fault is not None:
                yield fault


def _train_fault(state: GameState, line: LineId, step: OrderStep) -> Refusal | None:
    """A pontoon train marches, and along roads and trails only (N16.4, T18.1)."""
    if not is_pontoon_line(state, line):
        return None
    if step.verb != Verb.MARCH:
        return Refusal("A pontoon train is only ordered to march.", "N16.4")
    if step.target_formation is not None:
        return Refusal("Name the hex to which the pontoon train marches.", "N16.4")
    field = state.battle.battlefield
    places = (step.target, *step.route)
    named = (hex_ for hex_ in places if hex_ is not None and hex_ in field.grid)
    off = next((hex_ for hex_ in named if hex_ not in field.way_hexes), None)
    if off is None:
        return None
    return Refusal(f"A pontoon train keeps to roads and trails; {off} lies off them.", "T18.1")


def _verb_fault(state: GameState, line: LineId, step: OrderStep) -> Refusal | None:
    if step.verb not in set(Verb):
        return Refusal("There is no such type of order.", "N12.2")
    if step.verb == Verb.GENERAL_RETREAT:
        refusal = retreat_refusal(state, line) or goal_refusal(state, line, step.target)
        if refusal is not None:
            return refusal
    kind = state.battle.formations[formation_of_line(line)].kind
    if kind is FormationKind.HEADQUARTERS and step.verb not in OF_COMMAND:
        words = "A headquarters marches, stays or leaves: March, Defend, Reserve, General Retreat."
        return Refusal(words, "N14.53")
    if step.zone is not None or step.fixed:
        return Refusal("Only a scenario gives such leave; it cannot be written.", "N12.24")
    return None


def _goal_fault(
    state: GameState, line: LineId, step: OrderStep, *, is_first: bool
) -> Refusal | None:
    named = step.target, step.target_formation
    if None not in named:
        return Refusal("A step has one objective: a hex or a formation.", "N12.1")
    if named == (None, None):
        is_open = not is_first or step.verb in PLACELESS
        return None if is_open else Refusal("Name the objective of the first step.", "N12.1")
    if step.target is not None and not _is_on_map(state, step.target):
        return Refusal(f"There is no hex {step.target[:8]} on this map.", "N12.1")
    if step.target_formation is not None and step.verb in ON_A_HEX:
        return Refusal(f"The objective of {step.verb.title()} is a hex.", "N12.1")
    return _friend_fault(state, line, step)


def _friend_fault(state: GameState, line: LineId, step: OrderStep) -> Refusal | None:
    if step.target_formation is None:
        return None
    own = formation_of_line(line)
    friend = state.battle.formations.get(step.target_formation)
    if friend is None or friend.side != state.side_of_line(line) or friend.id == own:
        return Refusal("A formation is an objective only if it is another one of yours.", "N12.1")
    if centre_of(state, LineId(friend.id)) is None:
        return Refusal(f"{friend.name} is not on the map.", "N12.1")
    return None


def _way_fault(state: GameState, step: OrderStep) -> Refusal | None:
    most = numbers_of(state.battle).paper.via
    if len(step.route) > most:
        return Refusal(f"A step names at most {most} hexes of its way.", "N12.1")
    lost = next((hex_ for hex_ in step.route if not _is_on_map(state, hex_)), None)
    return None if lost is None else Refusal(f"There is no hex {lost[:8]} on this map.", "N12.1")


def _is_on_map(state: GameState, hex_: Hex) -> bool:
    return hex_ in state.battle.battlefield.grid
