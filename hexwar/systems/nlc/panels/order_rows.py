"""The rows of the orders dock: the pad of one side, and what has become of its orders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from hexwar.engine import Event
from hexwar.ground.zones import is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.orders import (
    BadMoveTaken,
    ComplianceRolled,
    DivisionRejoined,
    LocalDecisionRolled,
    OrderDropped,
    OrderInForce,
    OrderLost,
    OrderStepChanged,
    PadClosed,
    PadEvent,
)
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import Dispatch, Line, LineId, formation_of_line
from hexwar.systems.nlc.panels.describe import chit_of, leader_face_of
from hexwar.systems.nlc.panels.order_form import OrderRow
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    is_detached,
    is_pontoon_line,
    rating_of,
    units_under,
    wing_of,
)
from hexwar.systems.nlc.rules.orders.compliance import compliance_report, needs_roll
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.pad import giver_of, most_orders
from hexwar.systems.nlc.rules.orders.writing import courier, recipient_refusal
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames, due_words, line_name, order_sentence
from hexwar.table.fact import Scene, told
from hexwar.table.forces import FormationCard, FormationId, FormationKind, Role, Side
from hexwar.table.pieces import Box, Leader, Unit
from hexwar.widgets.counters.faces import Face

# -- what has become of orders so far


_RESULTS = {"C": mark("obeyed"), "D": mark("the order waits"), "X": mark("the order was lost")}


@dataclass(slots=True)
class Life:
    """What is known of the orders of one line."""

    sentences: list[str] = field(default_factory=list)  # with the hour before each
    roll: str = ""  # the last compliance roll
    news: list[str] = field(default_factory=list)  # since its side has last closed its pad


def lives(
    battle: NlcBattle, events: Sequence[Event], can_see: Callable[[Event], bool]
) -> Mapping[LineId, Life]:
    """What a reader may know of orders.

    Args:
        battle: MapNames pieces and places.
        events: All that has happened.
        can_see: Whether the reader may know of an event (N3.4).
    """
    found: dict[LineId, Life] = defaultdict(Life)
    scene = Scene(NlcNames(battle))
    hour = say("Before the battle")
    for event in events:
        if isinstance(event, TurnBegan):
            hour = battle.when(event.turn)
        elif isinstance(event, PadClosed):
            for one, life in found.items():
                if battle.formations[formation_of_line(one)].side == event.side:
                    life.news.clear()
        elif isinstance(event, PadEvent) and can_see(event):
            line = getattr(event, "line", None)
            if line is not None:
                life = found[line]
                news = _NEWS.get(type(event))
                if news is not None:
                    life.news.append(say(news, event=event))
                life.sentences.append(f"{hour}: {told(event, scene).plain}")
                if isinstance(event, ComplianceRolled):
                    words = mark("Compliance at {hour}: rolled {die} in column {column}, {result}")
                    rolled = {"die": event.die, "column": event.column}
                    result = say(_RESULTS[event.result])
                    life.roll = say(words, hour=hour, result=result, **rolled)
    return found


_NEWS: Mapping[type[Event], str] = MappingProxyType(
    {
        OrderInForce: mark("a new order is in force"),
        OrderLost: mark("its order was lost"),
        OrderDropped: mark("the order on its way is void"),
        OrderStepChanged: mark("it has come a step further: {event.reason}"),
        DivisionRejoined: mark("the division is under its corps again"),
        BadMoveTaken: mark("its leader made a Bad Move"),
        ComplianceRolled: mark("asked to obey: rolled {event.die}"),
        LocalDecisionRolled: mark("its leader tried to decide himself: rolled {event.die}"),
    }
)
"""What is worth a word on the page of orders, since they were last written."""


# -- the rows, sorted by army and wing


_NO_LIVES: Mapping[LineId, Life] = MappingProxyType({})


def order_rows(
    view: GameState,
    sides: Sequence[Side],
    free: Collection[str] = (),
    lives: Mapping[LineId, Life] = _NO_LIVES,
    *,
    writer: Side | None = None,
) -> tuple[OrderRow, ...]:
    """A row for each line in play of the pads that may be read.

    Args:
        view: The table as the reader may see it.
        sides: Whose pads; with both, headings name the side.
        free: Lines to which an order can be written now.
        lives: What has become of their orders.
        writer: The side that writes orders now.
    """
    return tuple(
        _row(
            view,
            line,
            _army(view.battle, line, names_side=len(sides) > 1),
            depth,
            free,
            lives.get(line, Life()),
            writer,
        )
        for side in sides
        for line, depth in sorted_lines(view, side)
    )


# -- which, and in what order


def sorted_lines(view: GameState, side: Side) -> Iterator[tuple[LineId, int]]:
    """Army by army: headquarters, wings each with its corps, the rest; divisions below theirs."""
    cards = [f for f in view.battle.formations.values() if f.side == side and _is_in_play(view, f)]
    for army in dict.fromkeys(card.army for card in cards):
        of_army = [card for card in cards if card.army == army]
        free = [c for c in of_army if wing_of(view, c.id) is None]
        for card in sorted(free, key=_rank):
            yield from _with_divisions(view, card.id, 0)
            for other in cards:
                if wing_of(view, other.id) == card.id:
                    yield from _with_divisions(view, other.id, 1)


def _with_divisions(
    view: GameState, formation: FormationId, depth: int
) -> Iterator[tuple[LineId, int]]:
    yield LineId(formation), depth
    for line in sorted(view.pad.lines):
        if is_detached(line) and formation_of_line(line) == formation:
            yield line, depth + 1


def _rank(card: FormationCard) -> int:
    order = (FormationKind.HEADQUARTERS, FormationKind.WING)
    return order.index(card.kind) if card.kind in order else len(order)


def _is_in_play(view: GameState, card: FormationCard) -> bool:
    """Whether a formation is on the map or due; one that was never called has no row."""
    pieces: list[Unit | Leader] = [view.units[unit] for unit in card.units]
    pieces += [view.leaders[leader] for leader in card.leaders]
    return any(piece.hex is not None or piece.box is Box.DUE for piece in pieces)


# -- what is shown of it


def _row(
    view: GameState,
    line: LineId,
    army: str,
    depth: int,
    free: Collection[str],
    life: Life,
    writer: Side | None,
) -> OrderRow:
    battle, entry = view.battle, view.pad.lines.get(line, Line(()))
    formation, hex_ = formation_of_line(line), centre_of(view, line)
    coming, since = view.pad.dispatches.get(line), say("from the start")
    if entry.since:
        since = say("since {when}", when=battle.when(entry.since))
    return OrderRow(
        line=line,
        title=line_name(battle, line, entry.units),
        army=army,
        leader=_leader(view, line),
        rating=_rating(view, line),
        where=_due_words(view, formation) if hex_ is None else _where(view, line, hex_),
        hex=hex_,
        letter=order_types()[entry.step.verb].letter if entry.steps else "",
        order=order_sentence(battle, entry.steps),
        since=since,
        coming=order_sentence(battle, coming.steps) if coming else "",
        due=_due(view, line, coming) if coming else "",
        roll=life.roll,
        doing=_doing(view, line, entry),
        odds=_odds(view, line, coming) if coming else "",
        news=_capital("; ".join(life.news[-3:])),
        can=_can(view, line) if writer == view.side_of_line(line) else "",
        life=tuple(life.sentences),
        depth=depth,
        face=_face(view, line),
        is_free=line in free,
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _doing(view: GameState, line: LineId, entry: Line) -> str:
    """How far its troops have come in their order, and whether they are at grips."""
    here, units = centre_of(view, line), units_under(view, line)
    if here is None or not entry.steps:
        return ""
    if any(view.units[u].hex and is_in_contact(view, u) for u in units):
        return say("In contact with the enemy")
    goal = objective_of(view, entry.step)
    if goal is None:
        return ""
    far = view.battle.battlefield.grid.distance(here, goal)
    if not far:
        return say("Where it is to be")
    return count("{n} hex from its objective", "{n} hexes from its objective", far)


def _odds(view: GameState, line: LineId, coming: Dispatch) -> str:
    """Whether its leader would obey the order on its way, as things stand."""
    if centre_of(view, line) is None or not coming.steps:
        return ""
    if not needs_roll(view, line):
        return say("It is obeyed without a die")
    chances = dict(compliance_report(view, line, coming).chances)
    return say("The chance that it is obeyed is {chance:.0%}", chance=chances.get("C", 0.0))


def _can(view: GameState, line: LineId) -> str:
    """Who can order it now, how many orders he has left, and when this one would come."""
    if is_detached(line) and not is_pontoon_line(view, line):
        return ""
    refusal = recipient_refusal(view, view.side_of_line(line), line)
    if refusal is not None:
        return refusal.sentence.removesuffix(".")
    giver = giver_of(view, line)
    if giver is None:
        return ""
    due = courier(view, giver, line).due
    left = max(0, most_orders(view, giver) - view.pad.issued.get(giver, 0))
    return say(
        "{giver} can order it ({left} left), {when}",
        giver=view.battle.leaders[giver].name,
        left=left,
        when="" if due is None else say("due {when}", when=due_words(view, due)),
    )


def _army(battle: NlcBattle, line: LineId, *, names_side: bool) -> str:
    """The heading: the army, where the side has several; the side, where both are shown."""
    card = battle.formations[formation_of_line(line)]
    side = battle.side_names[card.side] if names_side else ""
    armies = {f.army for f in battle.formations.values() if f.side == card.side}
    if len(armies) == 1:
        return side
    words = mark("Army of {name}") if card.army else mark("further forces")
    army = say(words, name=(card.army or "").replace("-", " ").title())
    return f"{side}: {army}" if side else army[0].upper() + army[1:]


def _leader(view: GameState, line: LineId) -> str:
    leader = commander_of(view, line)
    if leader is not None:
        return view.battle.leaders[leader].name
    if is_pontoon_line(view, line):
        return say("pontoon train")
    return say("detached division") if is_detached(line) else say("without a commander")


def _rating(view: GameState, line: LineId) -> str:
    """As printed; where another rating holds now, that one. A pontoon train needs none."""
    if is_pontoon_line(view, line):
        return ""
    leader = commander_of(view, line)
    now = rating_of(view, line)
    if leader is None:
        return f"({now})"
    card, words = view.battle.leaders[leader], mark("{shown_rating}, now {now}")
    shown = card.shown_rating
    return shown if card.rating == now else say(words, shown_rating=shown, now=now)


def _where(view: GameState, line: LineId, hex_: Hex) -> str:
    """Where a line is commanded from; of an OC, where his HQ counter is too, if he is away."""
    leader, cards = commander_of(view, line), view.battle.leaders
    name = view.battle.battlefield.name_of(hex_)
    if leader is None or cards[leader].role is not Role.OVERALL:
        return name
    staff = view.battle.formations[cards[leader].formation].leaders
    counters = (view.leaders[other].hex for other in staff if cards[other].role is Role.HQ)
    away = next(counters, None)
    if away in (None, hex_):
        return name
    return say("{name}, HQ in {headquarters}", name=name, headquarters=away)


def _due_words(view: GameState, formation: FormationId) -> str:
    units = view.units_of(formation)
    turns = [
        arrival.turn
        for arrival in view.schedule.arrivals
        if formation in arrival.formations or any(unit in arrival.units for unit in units)
    ]
    return say("due {when}", when=view.battle.when(min(turns))) if turns else say("not on the map")


def _face(view: GameState, line: LineId) -> Face | None:
    """The chit; of a headquarters or a wing, which has none, the leader's counter."""
    formation, leader = formation_of_line(line), commander_of(view, line)
    if is_detached(line):
        return None
    if view.battle.formations[formation].has_chit:
        return chit_of(view.battle, formation)
    return None if leader is None else leader_face_of(view, leader)


def _due(view: GameState, line: LineId, coming: Dispatch) -> str:
    battle, giver = view.battle, view.battle.leaders[coming.giver].name
    if coming.due > view.turn:
        time = say("after the battle")
        if coming.due <= len(battle.turns):
            time = battle.when(coming.due)
        return say("from {giver}, due {time}, as the courier rides on", giver=giver, time=time)
    if line not in view.pad.addressed and coming.due == view.turn:
        return say("from {giver}, delivered this turn", giver=giver)
    words = mark("from {giver}, delivered, waits to be obeyed")
    if coming.waited:
        words = mark("from {giver}, delivered, has waited {times} to be obeyed")
    return say(words, giver=giver, times=count("{n} turn", "{n} turns", coming.waited))
