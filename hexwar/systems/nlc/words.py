"""NLC in words: chits, orders and the pad, as the log, the questions and the panels name them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from hexwar.cards.library import CardNames
from hexwar.hexes import Hex
from hexwar.messages import count, listed, mark, say, tell
from hexwar.systems.nlc.numbers import numbers_of, order_types
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import MapBattle
from hexwar.table.fact import Topic
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId
from hexwar.table.names import Called, MapNames
from hexwar.table.pieces import Phase, Segment
from hexwar.text import MINUS, Text, link

CHITS = Topic(mark("Chits"), 1)
ORDERS = Topic(mark("Orders"), 3)
WEATHER = Topic(mark("Weather and days"), 9)

# -- chits, cups and turns

COORDINATED = "coordinated:"
COMMON, COVER = "common", "cover"
"""Values of the game option `cups`: one cup for both, or a third with cover markers (N4.45)."""


def cups_in_use(battle: MapBattle) -> str:
    """Which cups are played with: two, cover or common (N4.45)."""
    return battle.options.get("cups") or numbers_of(battle).cups.default


def coordinated_chit(side: Side) -> FormationId:
    """The chit of a side's Coordinated Action (N3.1)."""
    return FormationId(f"{COORDINATED}{side}")


def coordinated_side(chit: str) -> Side | None:
    """Whose Coordinated Action a chit is; None for a formation's own chit."""
    return Side(chit.removeprefix(COORDINATED)) if chit.startswith(COORDINATED) else None


def chit_name(battle: MapBattle, chit: FormationId) -> str:
    """Whose chit it is, without the commander: `V Cavalry Corps`."""
    side = coordinated_side(chit)
    if side is None:
        return battle.formations[chit].name
    return say("{side} Coordinated Action", side=battle.side_names[side])


class NlcNames(CardNames):
    """The names of a battle, those of Coordinated Actions and detached divisions among them."""

    def other(self, id_: str) -> Text | None:
        """A Coordinated Action, or a line of the order pad."""
        side = coordinated_side(id_)
        if side is not None:
            return tell("the {side} Coordinated Action", side=self.side(side))
        formation = formation_of_line(LineId(id_))
        if "/" not in id_ or formation not in self.battle.formations:
            return None
        return link(line_name(self.battle, LineId(id_)), f"formation:{formation}")

    kinds: ClassVar[Called] = {
        **CardNames.kinds,
        LineId: lambda names, line: line_words(line, names),
        tuple[OrderStep, ...]: lambda names, steps: order_words(steps, names),
    }


def line_words(line: LineId, names: MapNames) -> Text:
    """Whose order a line of the pad is, as a link: `V Cavalry Corps (Milhaud)`."""
    return names.other(line) or names.formation(formation_of_line(line))


def order_words(steps: Sequence[OrderStep], names: MapNames) -> Text:
    """An order as a rulebook writes it, its hexes as links; `done` where no step is left."""
    return names.linked(order_sentence(names.battle, steps)) if steps else tell("done")


def cup_words(side: Side, names: MapNames) -> str:
    """A cup: `the French cup`; where there is but one, `the cup`."""
    if cups_in_use(names.battle) == COMMON:
        return say("the cup")
    return say("the {side} cup", side=names.side(side))


def phase_words(phase: Phase) -> str:
    """A phase in full: `Chit Pull Phase`."""
    return say("{phase} Phase", phase=say(phase.value).title())


def segment_words(segment: Segment) -> str:
    """A segment in full: `Movement Segment`."""
    return say("{segment} Segment", segment=say(segment.value).title())


def vp_words(vp: int) -> str:
    """Victory points: `4 VP`, `−2 VP`."""
    return say("{minus}{vp} VP", minus=MINUS if vp < 0 else "", vp=abs(vp))


# -- results of the tables

_FIRE = re.compile(r"(\d*)(M1|M)?")
_BOMBARDMENT: Mapping[str, str] = MappingProxyType(
    {
        "-": mark("no effect"),
        "d": mark("d: one unit checks morale"),
        "D": mark("D: the stack checks morale"),
        "1": mark("1: 1 step lost, then the stack checks morale"),
    }
)


def is_result(cell: str) -> bool:
    """Whether the tables of fire and bombardment have such results."""
    return cell in _BOMBARDMENT or (len(cell) <= 4 and _FIRE.fullmatch(cell) is not None)


def bombardment_words(result: str) -> str:
    """A result of the Bombardment Table in words (N9.6)."""
    return say(_BOMBARDMENT.get(result, result))


def fire_words(result: str) -> str:
    """A result of the Fire Table in words (N8.8).

    >>> fire_words("1M1"), fire_words("2")
    ('1M1: 1 step lost, morale check at −1', '2: 2 steps lost, morale check')
    >>> fire_words("M"), fire_words("-"), fire_words("?")
    ('M: morale check', 'no effect', '?')
    """
    if result in ("", "-"):
        return say("no effect")
    match = _FIRE.fullmatch(result)
    if match is None:
        return result
    check = mark("morale check at {minus}1") if match[2] == "M1" else mark("morale check")
    lost = [count("{n} step lost", "{n} steps lost", int(match[1]))] if match[1] else []
    return f"{result}: {', '.join([*lost, say(check, minus=MINUS)])}"


# -- orders, as a rulebook writes them: `March to Maizières (1803), then …` (N12.1)


UNKNOWN_ORDER = mark("Order unknown")
"""What stands for an order that a view does not show (N3.4)."""


def line_name(battle: MapBattle, line: LineId, units: Sequence[UnitId] = ()) -> str:
    """Whose order a line of the pad is: `IX Corps`, or a division of it.

    Args:
        battle: names formations and units.
        line: the line.
        units: those of a detached division, where they are known: they name it.
    """
    name = battle.formations[formation_of_line(line)].name
    division = line.partition("/")[2]
    if division and units:
        return division_name(battle, units)
    words = mark("detached division {division} of {name}")
    return say(words, division=division, name=name) if division else name


def division_name(battle: MapBattle, units: Sequence[UnitId]) -> str:
    """What a division is called: by its only unit, else by its number."""
    card = battle.units[units[0]]
    return card.name if len(units) == 1 or card.division is None else card.division


def order_sentence(battle: MapBattle, steps: Sequence[OrderStep]) -> str:
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
    return say(", then ").join(parts)


def step_phrase(battle: MapBattle, step: OrderStep, *, is_first: bool = True) -> str:
    """One step of an order: `Probe towards Brienne-le-Château (0913) by way of 1604`."""
    phrases = order_types()[step.verb].words
    if step.target_formation is not None:
        card = battle.formations.get(step.target_formation)
        words = say(phrases.beside, goal=say("a formation") if card is None else card.name)
    elif step.target is not None:
        words = say(phrases.to, goal=_place(battle, step.target))
    else:
        words = say(phrases.here if is_first else phrases.there)
    return words + _way(battle, step) + _licence(step)


def open_phrase(verb: str) -> str:
    """A step whose objective is still to be named: `Probe towards`."""
    return say(order_types()[verb].words.to, goal="").strip()


def _joins(march: OrderStep, step: OrderStep) -> bool:
    """Whether a march and the step after it have one objective, and one phrase for both."""
    ends = (step.target, step.target_formation) == (march.target, march.target_formation)
    is_named, types = step.target is not None and step.target_formation is None, order_types()
    return types[march.verb].marches and ends and is_named and bool(types[step.verb].words.also)


def _joined(battle: MapBattle, march: OrderStep, step: OrderStep) -> str:
    assert step.target is not None
    words = say(order_types()[step.verb].words.also, goal=_place(battle, step.target))
    return words + _way(battle, march, step) + _licence(step)


def _way(battle: MapBattle, *steps: OrderStep) -> str:
    """The hexes that the way must lead by; the objective itself need not be named again."""
    hexes = [hex_ for step in steps for hex_ in step.route if hex_ != step.target]
    places = listed(_place(battle, hex_) for hex_ in hexes)
    return say(" by way of {place}", place=places) if hexes else ""


def _licence(step: OrderStep) -> str:
    """What the scenario permits beyond the type of order (N12.24)."""
    words = ""
    if step.zone is not None:
        words = count(
            ", with leave to enter zones of control and attack within {n} hex",
            ", with leave to enter zones of control and attack within {n} hexes",
            step.zone,
        )
    return say("{words}, not to be changed", words=words) if step.fixed else words


def _place(battle: MapBattle, hex_: Hex) -> str:
    """A hex with its name; one that only says what is there gets an article: `the bridge`."""
    name = battle.battlefield.name_of(hex_)
    return say("the {name}", name=name) if name[:1].islower() else name


def dice_words(faces: Iterable[int]) -> str:
    """The faces of a die by which something succeeds, which follow one another.

    >>> dice_words([1, 2, 3]), dice_words([6]), dice_words([])
    ('1-3', '6', 'no die')
    """
    found = sorted(faces)
    if not found:
        return say("no die")
    return f"{found[0]}-{found[-1]}" if len(found) > 1 else str(found[0])


# -- the order pad, as far as a view knows it: for tips, lenses and buttons (N12.1)


def order_line(view: GameState, line: LineId) -> str:
    """A line of the pad in words; empty where the view does not know it."""
    order = view.pad.lines.get(line)
    if order is None or not order.steps:
        return ""
    name = line_name(view.battle, line, order.units)
    words = f"{name}: {order_sentence(view.battle, order.steps)}."
    coming = view.pad.dispatches.get(line)
    if coming is None:
        return words
    when = say("is due {due}", due=due_words(view, coming.due))
    if coming.due <= view.turn:
        when = say("waits")
    return f"{words} {order_sentence(view.battle, coming.steps)} {when}."


def order_lines(view: GameState, hex_: Hex) -> list[str]:
    """The lines of the pad that bind the units of a hex, as far as the view knows them."""
    lines = dict.fromkeys(view.line_id_of(unit) for unit in view.units_in(hex_))
    leaders = view.leaders_in(hex_)
    lines |= dict.fromkeys(LineId(view.battle.leaders[x].formation) for x in leaders)
    return [words for line in lines if (words := order_line(view, line))]


def due_words(view: GameState, turn: int) -> str:
    """The time of a turn; its number beyond the turn track."""
    battle = view.battle
    return battle.when(turn) if turn <= len(battle.turns) else say("turn {turn}", turn=turn)
