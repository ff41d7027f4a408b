"""What can be wrong with the section of a scenario: arrivals, sources, orders, cards, numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from hexwar.cards.records import NO_SINGLE_DECK
from hexwar.ground.numbers import GroundNumbers, Stacking
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.scenario.checks.ground import is_at_edge
from hexwar.scenario.checks.hexes import is_hexside
from hexwar.scenario.checks.pieces import check_known, check_repeats
from hexwar.scenario.checks.schedule import check_turn_number
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen, nearest
from hexwar.scenario.schema import FormationRecord, UnitRecord, hexside_of
from hexwar.series.checks import SeriesCase, names_of
from hexwar.series.schema import AlternateRecord, ArrivalRecord, SupplySourceRecord
from hexwar.systems.nlc.orders import Verb
from hexwar.systems.nlc.section.schema import NlcScenario, SpecialRuleRecord, StepRecord
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import Side
from hexwar.table.numbers import leaves, record_of, with_own

# -- what the section needs of the rules, which are read only where a scenario is judged by them


@dataclass(frozen=True, slots=True)
class RuleNeeds:
    """The data without which a special rule cannot be played."""

    hexes: bool = False
    steps: bool = False
    numbers: tuple[str, ...] = ()  # their names


@dataclass(frozen=True)
class Rules:
    """The rules as a check of files knows them; what is None or empty is not checked.

    Args:
        tables: The numbers, grouped as the rulebook's chapters.
        number_fault: Why a scenario cannot give the number of a key a value; empty if it can.
        special_rules: What each special rule needs, by id; None accepts any.
        decks: The decks of cards, of each kind of card how many; None accepts any.
    """

    tables: Mapping[str, Any] = field(default_factory=dict)
    number_fault: Callable[[str, object], str] = lambda _key, _value: ""
    special_rules: Mapping[str, RuleNeeds] | None = None
    decks: Mapping[str, Mapping[str, int]] | None = None

    @cached_property
    def numbers(self) -> Mapping[str, Any]:
        """The numbers by their dotted keys."""
        return dict(leaves(self.tables))

    def ground(self, own: Mapping[str, object]) -> GroundNumbers | None:
        """The ground's numbers with a scenario's own among them; None where there are no tables.

        Args:
            own: The scenario's own numbers by dotted key; what the rules refuse is left out.
        """
        if not self.tables:
            return None
        fit = {k: v for k, v in own.items() if k in self.numbers and not self.number_fault(k, v)}
        return record_of(GroundNumbers, with_own(self.tables, fit))


# -- what is checked


@dataclass(frozen=True)
class NlcCase(SeriesCase):
    """A scenario of NLC with its forces, as the checks look at it."""

    scenario: NlcScenario


# -- the calendar, the options, numbers and decks


def check_calendar(scenario: NlcScenario, pen: Pen) -> None:
    """Reports things due on a turn that never comes."""
    last = len(scenario.turns)
    for i, arrival in enumerate(scenario.arrivals):
        check_turn_number(arrival.turn, last, ("arrivals", i, "turn"), pen)
    for i, turn in enumerate(scenario.weather.turns):
        check_turn_number(turn, last, ("weather", "turns", i), pen)
    if scenario.cards.bonus_turn is not None:
        check_turn_number(scenario.cards.bonus_turn, last, ("cards", "bonus_turn"), pen)
    timed: tuple[tuple[str, Sequence[AlternateRecord | SupplySourceRecord]], ...] = (
        ("alternates", scenario.alternates),
        ("supply_sources", scenario.supply_sources),
    )
    for name, records in timed:
        for i, record in enumerate(records):
            first, end = record.from_turn or 1, record.to_turn or last
            check_turn_number(first, last, (name, i, "from_turn"), pen)
            check_turn_number(end, last, (name, i, "to_turn"), pen)
            if end < first <= last:
                sentence = say("turn {end} is before the first, turn {first}", end=end, first=first)
                pen.error((name, i, "to_turn"), sentence)
    check_options(scenario, pen)


def check_numbers(scenario: NlcScenario, rules: Rules, pen: Pen) -> None:
    """A scenario's own numbers replace numbers that the rules have, with values that they allow."""
    for key, value in scenario.numbers.items():
        if key not in rules.numbers:
            hint = nearest(key, rules.numbers)
            pen.error(("numbers", key), "the rules have no number of this name{hint}", hint=hint)
        elif fault := rules.number_fault(key, value):
            pen.error(("numbers", key), fault)


def check_options(scenario: NlcScenario, pen: Pen) -> None:
    """What a scenario proposes can be played: recorded weather, decks for cards (N18.2, N23.1)."""
    options = scenario.options
    if options.weather == "historical" and not scenario.weather.historical:
        pen.error(("options", "weather"), "the scenario records no historical weather")
    if options.cards not in (None, "none") and not scenario.cards.decks:
        pen.error(("options", "cards"), "the scenario names no decks of cards")
    if options.cards == "solitaire" and scenario.mini_campaign:
        pen.error(("options", "cards"), NO_SINGLE_DECK)


def check_cards(scenario: NlcScenario, decks: Mapping[str, Mapping[str, int]], pen: Pen) -> None:
    """Decks are known, and no more cards of a kind are taken out than a deck has.

    Args:
        scenario: The scenario.
        decks: The decks of the rules by id: of each kind of card how many.
        pen: Where faults are written down.
    """
    for side, deck in scenario.cards.decks.items():
        if deck not in decks:
            pen.error(
                ("cards", "decks", side), "there is no deck {deck}", deck, decks, deck=quoted(deck)
            )
    taken: Counter[tuple[str, str]] = Counter()
    for i, removal in enumerate(scenario.cards.removals):
        deck = scenario.cards.decks.get(removal.side, "")
        held = decks.get(deck, {}).get(removal.card, 0)
        taken[removal.side, removal.card] += removal.count
        if not deck:
            pen.error(
                ("cards", "removals", i, "side"), "{side} has no deck", side=quoted(removal.side)
            )
        elif deck in decks and taken[removal.side, removal.card] > held:
            of = say("{held} of {card}", held=held, card=quoted(removal.card))
            sentence = say("the deck {deck} has {of}, and no more", deck=deck, of=of)
            pen.error(("cards", "removals", i, "card"), sentence)


# -- who comes, by schedule and by card: each group is somebody, of one side, and still to come


Group: TypeAlias = "ArrivalRecord | AlternateRecord"


def check_coming(case: NlcCase) -> None:
    """Reports groups of the schedule and lists of alternates that cannot come."""
    check_somebody(case)
    for i, arrival in enumerate(case.scenario.arrivals):
        check_one_side(case, arrival, ("arrivals", i))
        check_staffs(case, arrival, ("arrivals", i))
    for i, alternate in enumerate(case.scenario.alternates):
        check_own(case, alternate, ("alternates", i))
        check_called(case, alternate, ("alternates", i))
    check_lists(case)


def check_somebody(case: NlcCase) -> None:
    """No group is empty; one whose names could not be read is not at fault once more."""
    unread = case.pen.written_within(3)
    for place, group in _groups(case):
        if group.units or group.formations:
            continue
        names = (case.pen.original((*place, name)) for name in ("units", "formations"))
        if unread.isdisjoint(names):
            case.pen.error(place, "this names neither units nor formations")


def check_one_side(case: NlcCase, arrival: ArrivalRecord, place: Place) -> None:
    """Who arrives together is of one side."""
    members = list(_members(case, arrival, place))
    for where, id_, formation in members:
        first = members[0][2]
        if formation.side != first.side:
            words = mark("{id} is not on the side of {first.id}: they cannot arrive together")
            case.pen.error(where, say(words, id=id_, first=first))


def check_staffs(case: NlcCase, arrival: ArrivalRecord, place: Place) -> None:
    """Only headquarters and wings come as formations, and only if they are not there yet."""
    for j, id_ in enumerate(arrival.formations):
        formation = case.formations.get(id_)
        if formation is None:
            continue
        where = (*place, "formations", j)
        if not formation.is_staff:
            words = mark("{id} is a {kind}: name its units, each in `units`")
            case.pen.error(where, say(words, id=id_, kind=formation.kind))
        else:
            _check_awaited(case, formation, where)


def check_own(case: NlcCase, alternate: AlternateRecord, place: Place) -> None:
    """A side calls its own forces."""
    if alternate.side not in case.forces.side_names:
        return
    for where, id_, formation in _members(case, alternate, place):
        if formation.side != alternate.side:
            case.pen.error(where, "{id} is on the other side", id=id_)


def check_called(case: NlcCase, alternate: AlternateRecord, place: Place) -> None:
    """Who is on a list is there once, and not on the map from the start."""
    seen: set[str] = set()
    for where, id_, formation in _members(case, alternate, place):
        is_formation = where[2] == "formations"
        if id_ in seen or (not is_formation and formation.id in alternate.formations):
            case.pen.error(where, "{id} is twice on this list", id=id_)
        elif is_formation:
            _check_awaited(case, formation, where)
        seen.add(id_)


def check_lists(case: NlcCase) -> None:
    """Each list of a side has a number of its own (N24.2)."""
    seen: set[tuple[Side, int]] = set()
    for i, alternate in enumerate(case.scenario.alternates):
        key = alternate.side, alternate.list
        if key in seen:
            words = mark("the side {alternate.side} has a list {alternate.list} already")
            case.pen.error(("alternates", i, "list"), say(words, alternate=alternate))
        seen.add(key)


def _check_awaited(case: NlcCase, formation: FormationRecord, place: Place) -> None:
    """Reports a formation of which anybody is set up; what is not in play is not set up."""
    if not formation.is_in_play:
        return
    pieces: list[str] = [unit.id for unit in formation.units]
    pieces += [leader.id for leader in formation.leaders]
    hex_ = next((case.hex_of[piece] for piece in pieces if piece in case.hex_of), None)
    if hex_ is not None:
        words = mark("{id} is on the map from the start, at {hex}: it cannot come")
        case.pen.error(place, say(words, id=formation.id, hex=hex_))


def _groups(case: NlcCase) -> Iterator[tuple[Place, Group]]:
    for i, arrival in enumerate(case.scenario.arrivals):
        yield ("arrivals", i), arrival
    for i, alternate in enumerate(case.scenario.alternates):
        yield ("alternates", i), alternate


def _members(
    case: NlcCase, group: Group, place: Place
) -> Iterator[tuple[Place, str, FormationRecord]]:
    """Each unit and formation of a group that the forces have, with its place and formation."""
    for where, id_ in names_of(group, place):
        if where[2] == "units" and id_ in case.units:
            yield where, id_, case.formation_of[id_]
        elif where[2] == "formations" and id_ in case.formations:
            yield where, id_, case.formations[id_]


# -- where forces enter, where supply comes from, what was built and broken before the first turn


def check_entries(case: NlcCase, field: Battlefield) -> None:
    """Forces enter by a road or trail at the edge of the map (N5.8)."""
    for place, group in _groups(case):
        check_edge_road(case, (*place, "entry"), group.entry, field)


def check_edge_road(case: NlcCase, place: Place, hex_: Hex, field: Battlefield) -> None:
    """A hex is at the edge of the map, and a road or trail is in it."""
    if hex_ not in field.grid:
        return
    if not is_at_edge(hex_, field.grid):
        case.pen.error(place, "{hex} is not at the edge of the map", hex=hex_)
    elif hex_ not in field.way_hexes:
        case.pen.error(place, "no road or trail reaches {hex}", hex=hex_)


def check_sources(case: NlcCase, field: Battlefield) -> None:
    """A supply source is where a road leaves the map, and one at a time (N16.2)."""
    exits = {exit_.hex for exit_ in field.exits}
    for i, source in enumerate(case.scenario.supply_sources):
        place: Place = ("supply_sources", i, "hex")
        check_edge_road(case, place, source.hex, field)
        is_sound = source.hex in field.way_hexes and is_at_edge(source.hex, field.grid)
        if is_sound and source.hex not in exits:
            case.pen.error(place, "the map has no road exit at {hex}", hex=source.hex)
    last = len(case.scenario.turns)
    seen: set[tuple[Hex, int]] = set()
    for i, source in enumerate(case.scenario.supply_sources):
        turns = range(source.from_turn or 1, (source.to_turn or last) + 1)
        now = {(source.hex, turn) for turn in turns}
        if seen & now:
            case.pen.error(("supply_sources", i, "hex"), "{hex} is listed twice", hex=source.hex)
        seen |= now
    check_repeats(case, ("exits",), [exit_.hex for exit_ in case.scenario.exits or ()])
    for i, exit_ in enumerate(case.scenario.exits or ()):
        check_edge_road(case, ("exits", i, "hex"), exit_.hex, field)


def check_works(scenario: NlcScenario, field: Battlefield, pen: Pen) -> None:
    """Each position and each damage is listed once, and what is damaged is a span."""
    positions, spans = scenario.improved_positions, scenario.damaged_spans
    for i, hex_ in enumerate(positions):
        if hex_ in positions[:i]:
            pen.error(("improved_positions", i), "{hex} is listed twice", hex=hex_)
    sides = [hexside_of(text) for text in spans]
    for i, text in enumerate(spans):
        if sides[i] in sides[:i]:
            pen.error(("damaged_spans", i), "{hex} is listed twice", hex=text)
        if is_hexside(text, field.grid) and sides[i] not in field.span_at:
            pen.error(("damaged_spans", i), "no span stands at {text}", text=text)


# -- how units start: reduced, and no more in a hex than it may hold (N6.1)


def check_reduced(case: NlcCase) -> None:
    """Units that start reduced have a reduced side."""
    for i, id_ in enumerate(case.scenario.reduced):
        check_known(case, "units", id_, ("reduced", i))
        if id_ in case.units and case.units[id_].steps < 2:
            case.pen.error(("reduced", i), "{id} has no reduced side", id=id_)


@dataclass(slots=True)
class _Stack:
    """What stands in a hex so far: nothing is added up twice, however much a file puts there."""

    units: int = 0
    sp: int = 0
    divisions: set[tuple[str, str] | None] = field(default_factory=set)


def check_stacks(case: NlcCase, limits: Stacking) -> None:
    """Reports hexes that hold more at the start than they may (N6.1)."""
    stacks: dict[Hex, _Stack] = defaultdict(_Stack)
    faults: dict[Hex, tuple[Place, str]] = {}
    reduced = frozenset(case.scenario.reduced)
    for place, id_, hex_ in case.placements():
        if id_ in case.units:
            unit, stack = case.units[id_], stacks[hex_]
            full = limits.train_sp if unit.arm.is_train else unit.sp
            stack.units += 1
            stack.sp += unit.reduced_sp if id_ in reduced and not unit.arm.is_train else full
            stack.divisions.add(_division(unit, case))
            fault = _overstacked(stack, limits)
            if fault is not None:  # where it begins, and all that stands there
                faults[hex_] = faults.get(hex_, (place, ""))[0], fault
    for hex_, (place, fault) in faults.items():
        case.pen.error(place, "{hex} is overstacked: {fault} (N6.1)", hex=hex_, fault=fault)


def _overstacked(stack: _Stack, limits: Stacking) -> str | None:
    """Why units may not share a hex, or None where they may; one alone always may."""
    if stack.units == 1:
        return None
    if stack.sp > limits.sp:
        words = mark("{sp} SP, where {most} are the limit and a train counts as full")
        return say(words, sp=stack.sp, most=limits.sp)
    if stack.units > limits.units and (len(stack.divisions) > 1 or None in stack.divisions):
        return say(
            "{units} units, where {most} are the limit", units=stack.units, most=limits.units
        )
    return None


def _division(unit: UnitRecord, case: NlcCase) -> tuple[str, str] | None:
    """The division of a unit; a Russian infantry corps counts as one (N6.1)."""
    formation = case.formation_of[unit.id]
    if formation.stacks_as_division:
        return formation.id, ""
    return (unit.attached_from or formation.id, unit.division) if unit.division else None


def check_exhausted(case: NlcCase) -> None:
    """Formations that start exhausted are there."""
    for i, exhausted in enumerate(case.scenario.exhausted):
        check_known(case, "formations", exhausted, ("exhausted", i))


# -- what formations are told at the start, and the special rules of the battle


def check_ratings(case: NlcCase) -> None:
    """A leader's split rating is by types of order (N12.53)."""
    for i, formation in enumerate(case.forces.formations):
        for j, leader in enumerate(formation.leaders):
            for verb in sorted(leader.ratings.keys() - {*Verb}):
                place: Place = ("formations", i, "leaders", j, "ratings", verb)
                case.forces_pen.error(
                    place, "{verb} is no type of order", verb, [*Verb], verb=quoted(verb)
                )


def check_orders(case: NlcCase) -> None:
    """Orders are for formations and units that exist, one order each (N12.1)."""
    seen: set[str] = set()
    for i, order in enumerate(case.scenario.orders):
        place: Place = ("orders", i)
        check_known(case, "formations", order.formation, (*place, "formation"))
        if order.formation in seen:
            words = say("{formation} has an order already", formation=order.formation)
            case.pen.error((*place, "formation"), words)
        seen.add(order.formation)
        check_steps(case, order.steps, place)
    check_divisional_orders(case)
    for i, rule in enumerate(case.scenario.special_rules):
        check_steps(case, rule.steps, ("special_rules", i))


def check_divisional_orders(case: NlcCase) -> None:
    """A divisional order is for units of the formation that it names, one order each (N12.13)."""
    seen: set[str] = set()
    for i, order in enumerate(case.scenario.divisional_orders):
        place: Place = ("divisional_orders", i)
        check_known(case, "formations", order.formation, (*place, "formation"))
        check_steps(case, order.steps, place)
        if not order.units:
            case.pen.error((*place, "units"), "the order is for no unit")
        for j, unit in enumerate(order.units):
            where = (*place, "units", j)
            if unit in order.units[:j]:
                case.pen.error(where, "{unit} is listed twice", unit=unit)
            elif unit in seen:
                case.pen.error(where, "{unit} has a divisional order already", unit=unit)
            seen.add(unit)
            check_known(case, "units", unit, where)
            owner = case.formation_of.get(unit)
            if owner is not None and owner.id != order.formation:
                words = mark("{unit} is a unit of {owner}, not of {other}")
                sentence = say(words, unit=unit, owner=owner.id, other=order.formation)
                case.pen.error(where, sentence)


def check_steps(case: NlcCase, steps: tuple[StepRecord, ...], place: Place) -> None:
    """The steps of an order name formations that exist."""
    for j, step in enumerate(steps):
        if step.target_formation is not None:
            where = (*place, "steps", j, "target_formation")
            check_known(case, "formations", step.target_formation, where)


def check_special_rules(case: NlcCase, known: Mapping[str, RuleNeeds] | None) -> None:
    """Every special rule is listed once, is one of `known`, and has the data that it needs."""
    listed: set[str] = set()
    for i, rule in enumerate(case.scenario.special_rules):
        place: Place = ("special_rules", i, "id")
        if rule.id in listed:
            case.pen.error(place, "the rule {id} is listed twice", id=quoted(rule.id))
        listed.add(rule.id)
        if known is not None and rule.id not in known:
            hint = nearest(rule.id, sorted(known))
            case.pen.error(
                place, "there is no special rule {id}{hint}", id=quoted(rule.id), hint=hint
            )
        elif known is not None:
            for name in _missing(rule, known[rule.id]):
                sentence = say("the rule {id} needs {name}", id=quoted(rule.id), name=name)
                case.pen.error(("special_rules", i), sentence)
        for j, formation in enumerate(rule.formations):
            where: Place = ("special_rules", i, "formations", j)
            check_known(case, "formations", formation, where)
    _check_bearers(case, listed)


def _missing(rule: SpecialRuleRecord, needs: RuleNeeds) -> Iterator[str]:
    if needs.hexes and not rule.hexes:
        yield "`hexes`"
    if needs.steps and not rule.steps:
        yield "`steps`"
    yield from (
        say("the number `{name}`", name=name) for name in needs.numbers if name not in rule.numbers
    )


def _check_bearers(case: NlcCase, listed: set[str]) -> None:
    for i, formation in enumerate(case.forces.formations):
        for j, leader in enumerate(formation.leaders):
            for k, id_ in enumerate(leader.special):
                if id_ not in listed and id_ not in case.lost:
                    sentence = say("the scenario has no special rule {id}", id=quoted(id_))
                    place: Place = ("formations", i, "leaders", j, "special", k)
                    case.forces_pen.error(place, sentence, id_, sorted(listed))
