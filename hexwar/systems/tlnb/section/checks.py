"""What can be wrong with the section of a scenario (T34.7)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hexwar.cards.library import decks
from hexwar.cards.records import CardId
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.scenario.checks.pieces import check_known
from hexwar.scenario.checks.schedule import check_turn_number
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import UnitRecord, hexside_of
from hexwar.series.checks import SeriesCase
from hexwar.systems.tlnb.numbers import PRINTED, Numbers
from hexwar.systems.tlnb.options import FLAGS
from hexwar.systems.tlnb.rules.special.registry import KNOWN
from hexwar.systems.tlnb.section.schema import TlnbScenario
from hexwar.table.battlefield import Battlefield, Terrain
from hexwar.table.forces import Arm, Role, Side
from hexwar.table.spans import INTACT, crossing


@dataclass(frozen=True)
class TlnbCase(SeriesCase):
    """A scenario of this game with its forces, as the checks look at it."""

    scenario: TlnbScenario

    @cached_property
    def numbers(self) -> Numbers:
        """The numbers of the rules with the scenario's own, as far as these are sound (T31)."""
        return PRINTED.with_own(PRINTED.sound(self.scenario.tlnb.numbers))


# -- the scenario alone: options, numbers, weather, decks


def check_options(scenario: TlnbScenario, pen: Pen) -> None:
    """Options are known, with values that the rules allow, and can be played (T25.1)."""
    options = scenario.tlnb.options
    for name, value in options.items():
        values, place = FLAGS.get(name), ("tlnb", "options", name)
        if values is None:
            pen.error(place, "the rules have no such option", name, FLAGS)
        elif value not in values:
            pen.error(place, "the option should be one of {values}", values=", ".join(values))
    is_recorded = scenario.weather.historical or scenario.tlnb.weather.by_turn
    if options.get("weather") == "historical" and not is_recorded:
        pen.error(("tlnb", "options", "weather"), "the scenario records no historical weather")
    if options.get("cards", "none") != "none" and not scenario.own_cards.decks:
        pen.error(("tlnb", "options", "cards"), "the scenario names no decks of cards")


def check_numbers(scenario: TlnbScenario, pen: Pen) -> None:
    """A scenario's own numbers replace numbers that the rules have (T31)."""
    for key, number in scenario.tlnb.numbers.items():
        place = ("tlnb", "numbers", key)
        if key not in PRINTED.known:
            pen.error(place, "the rules have no number of this name", key, PRINTED.known)
        elif fault := PRINTED.fault(key, number):
            pen.error(place, fault)


START_ROW: Final = "start"


def check_turns(scenario: TlnbScenario, weathers: Sequence[str], pen: Pen) -> None:
    """Whatever the section sets for a turn is for one that comes; rows are weather (T2.9)."""
    own, last = scenario.tlnb, len(scenario.turns)
    at: Place = ("tlnb", "weather")
    listed: list[tuple[Place, int]] = [
        *((("weather", "turns", i), turn) for i, turn in enumerate(scenario.weather.turns)),
        *(((*at, "turns", i), turn) for i, turn in enumerate(own.weather.turns or ())),
        *(((*at, "by_turn", turn), int(turn)) for turn in own.weather.by_turn),
        *(((*at, "die", turn), int(turn)) for turn in own.weather.die),
        *((("tlnb", "not_varied_turns", i), turn) for i, turn in enumerate(own.not_varied_turns)),
        *((("tlnb", "later_battles", i), turn) for i, turn in enumerate(own.later_battles or ())),
    ]
    for i, order in enumerate(own.march_orders or ()):
        listed.append((("tlnb", "march_orders", i, "from_turn"), order.from_turn or 1))
    for i, rule in enumerate(own.special_rules or ()):
        listed += [(("tlnb", "special_rules", i, "turns", j), t) for j, t in enumerate(rule.turns)]
    for place, turn in listed:
        check_turn_number(turn, last, place, pen)
    rows = {name.replace(" ", "_") for name in (*weathers, START_ROW)}
    for row in own.weather.table or ():
        if row not in rows:
            pen.error((*at, "table", row), "there is no weather {row}", row, rows, row=quoted(row))


def check_decks(scenario: TlnbScenario, pen: Pen) -> None:
    """Each deck is known, and its removals are in it (T34.7)."""
    cards, own = scenario.own_cards, scenario.tlnb
    at = ("tlnb",) if own.decks is not None else ("cards",)
    for side, deck in cards.decks.items():
        if deck not in decks():
            words = mark("there is no deck {deck}")
            pen.error((*at, "decks", side), words, deck, decks(), deck=quoted(deck))
    where = ("tlnb",) if own.removals is not None else ("cards",)
    taken: Counter[tuple[str, str]] = Counter()
    for i, removal in enumerate(cards.removals):
        deck, place = cards.decks.get(removal.side, ""), (*where, "removals", i)
        taken[removal.side, removal.card] += removal.count
        if not deck:
            pen.error((*place, "side"), "{side} has no deck", side=quoted(removal.side))
        elif deck in decks():
            held = dict(decks()[deck].cards).get(CardId(removal.card), 0)
            if taken[removal.side, removal.card] > held:
                of = say("{held} of {card}", held=held, card=quoted(removal.card))
                pen.error(
                    (*place, "card"), "the deck {deck} has {of}, and no more", deck=deck, of=of
                )


# -- leaders and formations


def check_leaders(case: TlnbCase) -> None:
    """Every leader has a rating, on one scale; each is listed once (T34.3, T34.7)."""
    seen: set[str] = set()
    for i, record in enumerate(case.scenario.tlnb.leaders):
        place: Place = ("tlnb", "leaders", i)
        check_known(case, "leaders", record.leader, (*place, "leader"))
        if record.leader in seen:
            case.pen.error(place, "{id} is listed twice", id=record.leader)
        if record.commander is None and record.officer is None:
            words = mark("{id} needs a rating: `commander`, `officer` or both")
            case.pen.error(place, words, id=record.leader)
        seen.add(record.leader)
    if case.scenario.tlnb.ratings == "nlc":
        return
    for i, formation in enumerate(case.forces.formations):
        for j, leader in enumerate(formation.leaders):
            if leader.ratings and leader.id not in seen:
                words = mark("{id} has ratings by type of order, which this scale does not know")
                where: Place = ("formations", i, "leaders", j, "ratings")
                case.forces_pen.error(where, words, id=leader.id)


def check_levels(case: TlnbCase) -> None:
    """Every formation with combat units has a level of demoralization (T15.1, T34.7).

    Where none is told the rules reckon one (T15.2): that is worth a word, and no fault.
    """
    for i, formation in enumerate(case.forces.formations):
        total = sum(unit.sp for unit in formation.units if unit.arm.fights)
        level, place = formation.demoralization_sp, ("formations", i, "demoralization_sp")
        if not total or formation.is_staff:
            continue
        if level is None:
            words = mark("{id} has no level of demoralization; the rules take a part of its SP")
            case.forces_pen.warning(("formations", i), words, id=formation.id)
        elif not 0 < level <= total:
            words = mark("{id} has {total} SP: a level of {level} means nothing")
            case.forces_pen.warning(place, words, id=formation.id, total=total, level=level)


def check_reach(case: TlnbCase) -> None:
    """A commander names formations of his own side (T5.13)."""
    for i, record in enumerate(case.scenario.tlnb.reach):
        place: Place = ("tlnb", "reach", i)
        check_known(case, "leaders", record.leader, (*place, "leader"))
        if record.leader not in case.leaders:
            continue
        if not _is_commander(case, record.leader):
            words = mark("{id} is no commander: he names nobody")
            case.pen.error((*place, "leader"), words, id=record.leader)
        side = case.formation_of[record.leader].side
        for j, id_ in enumerate(record.formations):
            where = (*place, "formations", j)
            check_known(case, "formations", id_, where)
            if id_ in case.formations and case.formations[id_].side != side:
                case.pen.error(where, "{id} is on the other side", id=id_)


def _is_commander(case: TlnbCase, leader: str) -> bool:
    listed = next((r for r in case.scenario.tlnb.leaders if r.leader == leader), None)
    if listed is not None:
        return listed.commander is not None
    return case.leaders[leader].role in (Role.OVERALL, Role.WING)


def check_bearers(case: TlnbCase) -> None:
    """Leaders bear special rules that the scenario lists."""
    if case.scenario.tlnb.special_rules is None:
        return
    listed = sorted(rule.id for rule in case.scenario.tlnb.special_rules)
    for i, formation in enumerate(case.forces.formations):
        for j, leader in enumerate(formation.leaders):
            for k, id_ in enumerate(leader.special):
                if id_ not in listed and id_ not in case.lost:
                    place: Place = ("formations", i, "leaders", j, "special", k)
                    words = mark("the scenario has no special rule {id}")
                    case.forces_pen.error(place, words, id_, listed, id=quoted(id_))


def check_special_rules(case: TlnbCase, field: Battlefield | None) -> None:
    """Every special rule is listed once, is known, and has the data that it needs (T34.7)."""
    seen: set[str] = set()
    for i, rule in enumerate(case.scenario.tlnb.special_rules or ()):
        place: Place = ("tlnb", "special_rules", i)
        if rule.id in seen:
            case.pen.error((*place, "id"), "the rule {id} is listed twice", id=quoted(rule.id))
        seen.add(rule.id)
        for j, formation in enumerate(rule.formations):
            check_known(case, "formations", formation, (*place, "formations", j))
        needs = KNOWN.get(rule.id)
        if needs is None:
            words = mark("there is no special rule {id}")
            case.pen.error((*place, "id"), words, rule.id, KNOWN, id=quoted(rule.id))
            continue
        missing = [f"`{name}`" for name in needs.lists if not getattr(rule, name)]
        missing += [
            say("the number `{name}`", name=name)
            for name in needs.numbers
            if name not in rule.numbers
        ]
        for name in missing:
            case.pen.error(place, "the rule {id} needs {name}", id=quoted(rule.id), name=name)
        for j, side in enumerate(rule.hexsides if field is not None and needs.is_of_spans else ()):
            if field is not None and hexside_of(side) not in field.span_at:
                words = mark("there is no bridge or trestle at {side}")
                case.pen.error((*place, "hexsides", j), words, side=side)


def check_trains(case: TlnbCase) -> None:
    """Shared trains are baggage trains, and feed formations that are there (T19.9)."""
    for i, shared in enumerate(case.scenario.tlnb.supply.shared_trains):
        place: Place = ("tlnb", "supply", "shared_trains", i)
        for j, formation in enumerate(shared.formations):
            check_known(case, "formations", formation, (*place, "formations", j))
        for j, train in enumerate(shared.trains):
            check_known(case, "units", train, (*place, "trains", j))
            if train in case.units and not case.units[train].arm.is_train:
                case.pen.error((*place, "trains", j), "{id} is no train", id=train)


# -- March Orders


def check_marches(case: TlnbCase, field: Battlefield | None) -> None:
    """A March Order is of a formation that is there; its route is of roads and trails, joined."""
    seen: set[str] = set()
    for i, order in enumerate(case.scenario.tlnb.march_orders or ()):
        place: Place = ("tlnb", "march_orders", i)
        check_known(case, "formations", order.formation, (*place, "formation"))
        if order.formation in seen:
            case.pen.error(place, "{id} is listed twice", id=order.formation)
        seen.add(order.formation)
        if field is not None:
            stops: list[tuple[Place, Hex]] = [
                ((*place, "route", j), hex_) for j, hex_ in enumerate(order.route)
            ]
            check_route(case, field, [*stops, ((*place, "goal"), order.goal)])


def check_route(case: TlnbCase, field: Battlefield, stops: Sequence[tuple[Place, Hex]]) -> None:
    """Each hex of a route has a way, on which the one before can be reached (T7.57)."""
    before: Hex | None = None
    for place, hex_ in stops:
        if hex_ not in field.grid:
            continue
        if hex_ not in field.way_hexes:
            case.pen.error(place, "no road or trail reaches {hex}", hex=hex_)
        elif before is not None and hex_ not in joined_to(field, before):
            words = mark("no road or trail leads from {before} to {hex}")
            case.pen.error(place, words, before=before, hex=hex_)
        else:
            before = hex_


def joined_to(field: Battlefield, hex_: Hex) -> set[Hex]:
    """The hexes that can be reached from one by road and trail, and itself."""
    found, wave = {hex_}, [hex_]
    while wave:
        near = (n for h in wave for n in field.grid.neighbours[h] if (h, n) in field.ways)
        wave = [n for n in dict.fromkeys(near) if n not in found]
        found.update(wave)
    return found


# -- how units start (T9, T8, T34.7)


def check_stacks(case: TlnbCase) -> None:
    """Reports hexes that hold more than they may: their owner will make room (T9.5)."""
    for hex_, (place, units) in _stacks(case).items():
        fault = _overstacked(case, hex_, units)
        if fault:
            words = mark("{hex} is overstacked, so that its owner must make room: {fault}")
            case.pen.warning(place, words, hex=hex_, fault=fault)


def _stacks(case: TlnbCase) -> Mapping[Hex, tuple[Place, list[UnitRecord]]]:
    """The units in each hex, with the place in the file where the hex begins."""
    places: dict[Hex, Place] = {}
    stacks: defaultdict[Hex, list[UnitRecord]] = defaultdict(list)
    for place, id_, hex_ in case.placements():
        unit = case.units.get(id_)
        if unit is not None and unit.arm is not Arm.VEDETTE:
            places.setdefault(hex_, place)
            stacks[hex_].append(unit)
    return {hex_: (places[hex_], units) for hex_, units in stacks.items()}


def _overstacked(case: TlnbCase, hex_: Hex, units: Sequence[UnitRecord]) -> str:
    """Why units may not share a hex (T9.1-T9.3); empty where they may, and for one alone."""
    if len(units) == 1:
        return ""
    limits, is_led = case.numbers.stacking, _has_officer(case, hex_, units)
    reduced = frozenset(case.scenario.reduced)
    most = limits.sp_officer if is_led else limits.sp
    sp = sum(
        limits.train_sp if unit.arm.is_train else unit.reduced_sp if unit.id in reduced else unit.sp
        for unit in units
    )
    if sp > most:
        words = mark("{sp} SP, where {most} are the limit and a train counts as {train}")
        return say(words, sp=sp, most=most, train=limits.train_sp)
    number = limits.units_officer if is_led else limits.units
    divisions = {_division(case, unit) for unit in units}
    if len(units) > number and (len(divisions) > 1 or None in divisions):
        return say("{units} units, where {most} are the limit", units=len(units), most=number)
    return ""


def _has_officer(case: TlnbCase, hex_: Hex, units: Sequence[UnitRecord]) -> bool:
    formations = Counter(case.formation_of[unit.id].id for unit in units)
    here = (id_ for id_, where in case.hex_of.items() if where == hex_ and id_ in case.leaders)
    return any(formations[case.formation_of[leader].id] >= 2 for leader in here)


def _division(case: TlnbCase, unit: UnitRecord) -> tuple[str, str] | None:
    formation = case.formation_of[unit.id]
    if formation.stacks_as_division:
        return formation.id, ""
    return (unit.attached_from or formation.id, unit.division) if unit.division else None


def check_contact(case: TlnbCase, field: Battlefield) -> None:
    """Reports units that start in an enemy zone of control: legal, with duties from turn 1 (T10.1).

    A train may not stand there at all (T8.7).
    """
    zones = {side: frozenset(_zone(case, field, side)) for side in case.forces.side_names}
    for place, id_, hex_ in case.placements():
        unit = case.units.get(id_)
        if unit is None:
            continue
        side = case.formation_of[id_].side
        if not any(hex_ in zone for other, zone in zones.items() if other != side):
            continue
        if unit.arm.is_train:
            case.pen.warning(place, "the train {id} starts in an enemy zone of control", id=id_)
        else:
            words = mark("{id} starts in an enemy zone of control: it must attack from turn 1 on")
            case.pen.warning(place, words, id=id_)


def _zone(case: TlnbCase, field: Battlefield, side: Side) -> Iterable[Hex]:
    """The hexes that the combat units of a side control at the start (T8.1)."""
    shut = {*case.scenario.improved_positions}
    for _, id_, hex_ in case.placements():
        unit = case.units.get(id_)
        if unit is None or not unit.arm.fights or case.formation_of[id_].side != side:
            continue
        for near in field.grid.neighbours.get(hex_, ()):
            is_open = near not in shut and field.terrain_at(near) is not Terrain.CHATEAU
            if is_open and crossing(field, INTACT, hex_, near).is_joined:
                yield near
