"""Makes a battle of a scenario's files."""

from __future__ import annotations

from hexwar.cards.records import Allotment, CardId
from hexwar.hexes import Hex
from hexwar.scenario.build_map import build_battlefield
from hexwar.scenario.dates import MONTHS, date_of, moment_of
from hexwar.scenario.files import Loaded
from hexwar.scenario.schema import ForcesFile, ScenarioFile
from hexwar.scenario.schema.base import hexside_of
from hexwar.scenario.schema.forces import FormationRecord, LeaderRecord, UnitRecord
from hexwar.scenario.schema.scenario import StepRecord, TurnRecord
from hexwar.table.battle import (
    Alternate,
    Arrival,
    Battle,
    Season,
    SourceChange,
    SpecialRule,
    TurnCard,
)
from hexwar.table.briefing import Briefing
from hexwar.table.forces import (
    FormationCard,
    FormationId,
    LeaderCard,
    LeaderId,
    OrderStep,
    Side,
    UnitCard,
    UnitId,
)

OTHER_ORDERS = "other"
"""The key of a split rating for the types of order that it does not list (N12.53)."""


def build(loaded: Loaded) -> Battle:
    """The battle that three files without faults describe."""
    scenario, forces = loaded.scenario, loaded.forces
    formations = forces.formations
    in_play = _in_play(forces)
    return Battle(
        id=scenario.id,
        name=scenario.name,
        battlefield=build_battlefield(loaded.map, loaded.map_id, loaded.map_sha256),
        sides=_sides(scenario, tuple(forces.side_names)),
        side_names=dict(forces.side_names),
        units={u.id: _unit(u, f) for f in formations for u in f.units},
        leaders={x.id: _leader(x, f) for f in formations for x in f.leaders},
        formations={f.id: _formation(f, scenario) for f in formations},
        unit_hexes={u: h for u, h in _unit_hexes(scenario).items() if u in in_play},
        leader_hexes={x: h for x, h in _leader_hexes(scenario).items() if x in in_play},
        turns=track_of(scenario),
        arrivals=tuple(
            Arrival(a.turn, a.entry, a.units, a.formations, a.note) for a in scenario.arrivals
        ),
        vp_hexes={h.hex: h.vp for h in scenario.victory.hexes},
        supply_sources=_first_sources(scenario),
        source_changes=_source_changes(scenario),
        control=_control(scenario),
        weather_start=scenario.weather.start,
        weather_turns=scenario.weather.turns,
        weather_historical=scenario.weather.historical,
        season=season_of(scenario.date),
        dark_dawn=_month(scenario.date) in DARK_MONTHS,
        alternates=_alternates(scenario, forces),
        is_campaign=scenario.mini_campaign,
        has_cumulative_alternates=scenario.cumulative_alternates,
        exits=_exits(scenario),
        reduced_at_start=frozenset(scenario.reduced),
        exhausted_at_start=scenario.exhausted,
        special_rules=tuple(
            SpecialRule(
                r.id, r.text, tuple(r.numbers.items()), r.formations, r.hexes, steps_of(r.steps)
            )
            for r in scenario.special_rules
        ),
        numbers=dict(scenario.numbers),
        allotments=_allotments(scenario),
        options=proposed_options(scenario),
        improved_positions=frozenset(scenario.improved_positions),
        damaged_spans=frozenset(hexside_of(side) for side in scenario.damaged_spans),
        date=date_text(scenario.date),
        briefing=briefing_of(scenario),
        sha256=loaded.sha256,
    )


def briefing_of(scenario: ScenarioFile) -> Briefing | None:
    """The page that players read, where the scenario has one."""
    page = scenario.briefing
    if page is None:
        return None
    return Briefing(
        situation=page.situation,
        forces=page.forces,
        aims=dict(page.aims),
        special=page.special,
        victory=page.victory,
        history=page.history,
        difficulty=dict(page.difficulty),
        minutes=page.minutes,
        sources=page.sources,
        estimates=page.estimates,
    )


def date_text(date: str) -> str:
    """A date as a player reads it.

    >>> date_text("1814-01-29")
    '29 January 1814'
    """
    year, month, day = date.split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} {int(year)}"


def track_of(scenario: ScenarioFile) -> tuple[TurnCard, ...]:
    """The turn track of a scenario."""
    return tuple(_turn_card(scenario, turn) for turn in scenario.turns)


def _turn_card(scenario: ScenarioFile, turn: TurnRecord) -> TurnCard:
    """A space of the turn track."""
    moment = moment_of(turn, scenario.date)
    date = date_text(f"{moment.year}-{moment.month}-{moment.day}")
    return TurnCard(turn.turn, turn.day, turn.hour, turn.kind, date)


DARK_MONTHS = (11, 12, 1, 2)
"""The months in which dawn may be dark (T2.2)."""

_SUMMER, _MIDDLE = (6, 7, 8, 9), (4, 5, 10)


def season_of(date: str) -> Season:
    """Which weather table a date uses (T3.2)."""
    month = _month(date)
    if month in _SUMMER:
        return Season.SUMMER
    return Season.MIDDLE if month in _MIDDLE else Season.WINTER


def _month(date: str) -> int:
    return date_of(date)[1]


def _alternates(scenario: ScenarioFile, forces: ForcesFile) -> tuple[Alternate, ...]:
    """The lists of alternate reinforcements, side by side in order, their units named."""
    units = {f.id: tuple(unit.id for unit in f.units) for f in forces.formations}
    found = [
        Alternate(
            a.side,
            a.list,
            a.entry,
            (*a.units, *(unit for f in a.formations for unit in units.get(f, ()))),
            a.formations,
            a.note,
            a.from_turn or 1,
            a.to_turn,
        )
        for a in scenario.alternates
    ]
    return tuple(sorted(found, key=lambda a: (a.side, a.number)))


def _allotments(scenario: ScenarioFile) -> dict[Side, Allotment]:
    """The cards of each side for which the scenario names a deck (18.2)."""
    cards = scenario.cards
    return {
        side: Allotment(
            deck=deck,
            removals=tuple((CardId(r.card), r.count) for r in cards.removals if r.side == side),
            mode_draws=cards.mode_cards.get(side, 0),
            bonus_draws=cards.bonus_cards.get(side, 0),
            bonus_turn=cards.bonus_turn or SECOND_TURN,
        )
        for side, deck in cards.decks.items()
    }


SECOND_TURN = 2
"""On which bonus cards are drawn where a scenario does not say it (18.32)."""


def _exits(scenario: ScenarioFile) -> dict[Hex, Side]:
    """Where a side may leave on the first turn: as listed, else at its sources (N5.61)."""
    if scenario.exits is None:
        return _first_sources(scenario)
    return {holder.hex: holder.side for holder in scenario.exits}


def _first_sources(scenario: ScenarioFile) -> dict[Hex, Side]:
    """The sources of supply on the first turn (N16.2)."""
    return {s.hex: s.side for s in scenario.supply_sources if (s.from_turn or 1) == 1}


def _source_changes(scenario: ScenarioFile) -> tuple[SourceChange, ...]:
    """What becomes of sources of supply later, by turn and hex (N16.2)."""
    sources = scenario.supply_sources
    begins = {(s.from_turn, s.hex): s.side for s in sources if s.from_turn and s.from_turn > 1}
    ends = {(s.to_turn + 1, s.hex) for s in sources if s.to_turn is not None}
    changes = [SourceChange(turn, hex_, begins.get((turn, hex_))) for turn, hex_ in ends]
    changes += [SourceChange(t, h, side) for (t, h), side in begins.items() if (t, h) not in ends]
    return tuple(sorted(changes, key=lambda change: (change.turn, change.hex)))


def _in_play(forces: ForcesFile) -> frozenset[str]:
    """The units and leaders that are set up or due: no alternates, nothing of a mini-campaign."""
    formations = [formation for formation in forces.formations if formation.is_in_play]
    units: set[str] = {unit.id for formation in formations for unit in formation.units}
    return frozenset(units | {x.id for formation in formations for x in formation.leaders})


def _sides(scenario: ScenarioFile, sides: tuple[Side, ...]) -> tuple[Side, Side]:
    """The first player, then the other."""
    first = scenario.first_player
    return first, next(side for side in sides if side != first)


def _unit(unit: UnitRecord, formation: FormationRecord) -> UnitCard:
    return UnitCard(
        id=unit.id,
        name=unit.name,
        side=formation.side,
        formation=formation.id,
        nation=formation.nation,
        arm=unit.arm,
        sp=unit.sp,
        reduced_sp=unit.reduced_sp,
        initiative=unit.initiative or 0,
        movement=unit.movement,
        steps=unit.steps,
        division=unit.division,
        attached_from=unit.attached_from,
        flags=unit.flags,
        vedettes=unit.vedettes,
        men=unit.men,
        guns=unit.guns,
        estimate=unit.estimate,
        source=unit.source or "",
        note=unit.note,
    )


def _leader(leader: LeaderRecord, formation: FormationRecord) -> LeaderCard:
    split = tuple(leader.ratings.items())
    return LeaderCard(
        id=leader.id,
        name=leader.name,
        side=formation.side,
        formation=formation.id,
        nation=formation.nation,
        role=leader.role,
        rating=leader.rating,
        movement=leader.movement,
        ratings=(*split, (OTHER_ORDERS, leader.rating)) if split else (),
        special=leader.special,
        estimate=leader.estimate,
    )


def _formation(formation: FormationRecord, scenario: ScenarioFile) -> FormationCard:
    return FormationCard(
        id=formation.id,
        name=formation.name,
        side=formation.side,
        nation=formation.nation,
        kind=formation.kind,
        presence=formation.presence,
        units=tuple(unit.id for unit in formation.units),
        leaders=tuple(leader.id for leader in formation.leaders),
        army=formation.army,
        assigned_to=formation.assigned_to,
        division_of=formation.division_of,
        may_order=formation.may_order,
        stacks_as_division=formation.stacks_as_division,
        demoralization_sp=formation.demoralization_sp,
        start_order=_start_order(formation.id, scenario),
        divisional_orders=tuple(
            (order.units, steps_of(order.steps))
            for order in scenario.divisional_orders
            if order.formation == formation.id
        ),
        note=formation.note,
    )


def _start_order(formation: FormationId, scenario: ScenarioFile) -> tuple[OrderStep, ...]:
    for order in scenario.orders:
        if order.formation == formation:
            return steps_of(order.steps)
    return ()


def steps_of(steps: tuple[StepRecord, ...]) -> tuple[OrderStep, ...]:
    """The steps of an order."""
    return tuple(
        OrderStep(s.verb, s.target, s.route, s.target_formation, s.zone, s.fixed) for s in steps
    )


def _unit_hexes(scenario: ScenarioFile) -> dict[UnitId, Hex]:
    return {unit: place.hex for place in scenario.setup for unit in place.units}


def _leader_hexes(scenario: ScenarioFile) -> dict[LeaderId, Hex]:
    return {leader: place.hex for place in scenario.setup for leader in place.leaders}


def _control(scenario: ScenarioFile) -> dict[Hex, Side]:
    """Victory hexes as listed; a source of supply is its side's where nothing else is said."""
    control = _first_sources(scenario)
    control.update({held.hex: held.side for held in scenario.control})
    return control


def proposed_options(scenario: ScenarioFile) -> dict[str, str]:
    """The options of the rules that a scenario proposes, by name (N3.8)."""
    chosen = scenario.options
    named = {
        "cups": chosen.cups,
        "weather": chosen.weather,
        "arrivals": chosen.arrivals,
        "cards": chosen.cards,
    }
    return {name: value for name, value in named.items() if value is not None}
