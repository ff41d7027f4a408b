"""What can be wrong with the section of a scenario: arrivals, sources, orders, cards, numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexwar.cards.records import NO_SINGLE_DECK
from hexwar.ground.numbers import GroundNumbers, Stacking
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.scenario.checks.pieces import check_known
from hexwar.scenario.checks.schedule import check_turn_number
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen, nearest
from hexwar.scenario.schema import UnitRecord
from hexwar.series.checks import SeriesCase, check_due
from hexwar.systems.nlc.orders import Verb
from hexwar.systems.nlc.section.schema import NlcScenario, SpecialRuleRecord, StepRecord
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
    """Reports things due on a turn that never comes, and options that cannot be played."""
    check_due(scenario, pen)
    for i, turn in enumerate(scenario.weather.turns):
        check_turn_number(turn, len(scenario.turns), ("weather", "turns", i), pen)
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


# -- how units start: no more in a hex than it may hold (N6.1)


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
