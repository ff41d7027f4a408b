"""Makes a battle of the player-turn game of a scenario's files (T34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from hexwar import resources
from hexwar.cards.library import stock_of
from hexwar.cards.records import CardId
from hexwar.messages import say
from hexwar.scenario.build import track_of
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.files import Loaded, OpenFiles
from hexwar.scenario.library import find
from hexwar.scenario.schema import ForcesFile, hexside_of
from hexwar.series.battle import SeriesBattle, SpecialRule
from hexwar.series.build import allotments_of, common_fields
from hexwar.systems.tlnb.battle import MarchOrder, SharedTrains, TlnbBattle
from hexwar.systems.tlnb.options import USUAL
from hexwar.systems.tlnb.rules.special.registry import KNOWN
from hexwar.systems.tlnb.section.converting import converted, plain_briefing
from hexwar.systems.tlnb.section.schema import SpecialRuleRecord, TlnbRecord, TlnbScenario
from hexwar.table.battle import TurnKind
from hexwar.table.forces import LeaderId


def build(scenario: TlnbScenario, loaded: Loaded) -> TlnbBattle:
    """The battle that three files without faults describe."""
    own = scenario.tlnb
    series = SeriesBattle(
        **common_fields(scenario, loaded),
        weather_start=scenario.weather.start,
        weather_turns=own.weather.turns or scenario.weather.turns,
        weather_historical=scenario.weather.historical,
        special_rules=tuple(_special(scenario, record) for record in scenario.own_rules),
    )
    options = {**USUAL, **proposed_options(scenario)}
    made = converted(series, options, is_other_scale=own.ratings == "nlc")
    if scenario.system != "tlnb" and made.briefing is not None:
        told = tuple(rule.text for rule in made.special_rules if rule.text)
        made = replace(made, briefing=plain_briefing(made.briefing, told))
    marches, later = _marches(scenario, loaded.forces), _later_battles(scenario)
    made = _with_section(replace(made, march_orders=marches, later_battles=later), own)
    return _with_second_day(_with_cards(made, scenario), scenario)


NIGHT_FIGHTS: Final = ("brienne",)
"""Battles of the other game that were fought after dark, and are so here (T34.4)."""


def converted_options(scenario: str) -> dict[str, str]:
    """The options of this game that a battle of the other one, called by its id, begins with."""
    return {"night_attack": "on"} if scenario in NIGHT_FIGHTS else {}


def proposed_options(scenario: TlnbScenario) -> dict[str, str]:
    """The options of this game that a scenario proposes."""
    return {**converted_options(scenario.id), **scenario.tlnb.options}


LATER_DAYS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"brienne-la-rothiere": (1,), "three-battles": (11, 14), "three-battles-montmirail": (14,)}
)
"""The days of the later battles of campaigns that were written for the other game (T23.5)."""


def _later_battles(scenario: TlnbScenario) -> tuple[int, ...]:
    """The turns on which a later battle of a campaign begins: those told, else by their days."""
    if scenario.tlnb.later_battles is not None:
        return scenario.tlnb.later_battles
    light = [turn for turn in scenario.turns if turn.kind is TurnKind.DAY]
    days = LATER_DAYS.get(scenario.id, ())
    firsts = (next((t.turn for t in light if t.day == day), None) for day in days)
    return tuple(turn for turn in firsts if turn is not None)


def special_texts(scenario: str) -> tuple[str, ...]:
    """What players read of the special rules of a battle, whose map and forces are not asked.

    Nothing where the battle cannot be read.
    """
    try:
        path = find(scenario)
    except ScenarioError:
        return ()
    forms = dict.fromkeys(("tlnb", "nlc"), TlnbScenario)
    read = OpenFiles(resources.scenarios(), forms).open(path, TlnbScenario).record
    rules = () if read is None else (_special(read, record) for record in read.own_rules)
    return tuple(rule.text for rule in rules if rule.text)


def _special(scenario: TlnbScenario, record: SpecialRuleRecord) -> SpecialRule:
    """A rule with its data; one that the other game lends is told as this game plays it (T34.6)."""
    does = KNOWN[record.id].does if record.id in KNOWN else ""
    return SpecialRule(
        record.id,
        say(does) if does and scenario.tlnb.special_rules is None else record.text,
        tuple(record.numbers.items()),
        record.formations,
        record.hexes,
        hexsides=tuple(hexside_of(side) for side in record.hexsides),
        turns=record.turns,
    )


def _with_cards(battle: TlnbBattle, scenario: TlnbScenario) -> TlnbBattle:
    """The battle with its decks; cards are for two, so one deck alone is none (T24.1)."""
    allotments = allotments_of(scenario.own_cards)
    stocks = {side: stock_of(allotment) for side, allotment in allotments.items()}
    if set(stocks) != set(battle.sides):
        stocks = {}
    return replace(battle, allotments=MappingProxyType(allotments), stocks=MappingProxyType(stocks))


SECOND_DAY: Final = CardId("second-day")

_NIGHT: Final = ((TurnKind.NIGHT_PM, 0, 20), (TurnKind.NIGHT_AM, 1, 2))
"""What lies between two days of a battle: the kind, days later, the hour."""


def _with_second_day(battle: TlnbBattle, scenario: TlnbScenario) -> TlnbBattle:
    """T2.12: the turns of a second day, where a card may call for it and none are listed."""
    light = [turn for turn in battle.turns if turn.kind is TurnKind.DAY]
    later = next((turn for turn in light if turn.day != light[0].day), None)
    if later is not None:
        usual = later.number - 1 if scenario.tlnb.second_day_by_card else 0
        return replace(battle, usual_turns=usual)
    if not any(SECOND_DAY in stock.main for stock in battle.stocks.values()):
        return battle
    listed, count = scenario.turns, len(scenario.turns)
    hours = [turn for turn in listed if turn.kind is TurnKind.DAY]
    dusk = {turn.kind for turn in listed if turn.turn > hours[-1].turn}
    night = [
        hours[0].model_copy(update={"kind": kind, "day": hours[0].day + days, "hour": hour})
        for kind, days, hour in _NIGHT
        if kind not in dusk
    ]
    again = [turn.model_copy(update={"day": turn.day + 1}) for turn in hours]
    more = [
        turn.model_copy(update={"turn": count + n}) for n, turn in enumerate((*night, *again), 1)
    ]
    longer = scenario.model_copy(update={"turns": (*listed, *more)})
    gap = count + len(night) - hours[0].turn + 1
    weather = tuple(turn + gap for turn in battle.weather_turns)
    return replace(
        battle,
        turns=track_of(longer),
        usual_turns=count,
        weather_turns=(*battle.weather_turns, *weather),
    )


def _marches(scenario: TlnbScenario, forces: ForcesFile) -> tuple[MarchOrder, ...]:
    """March Orders of the section, else those orders of NLC that begin with a march (T34.4).

    Headquarters and wings have no units that could march.
    """
    own = scenario.tlnb.march_orders
    if own is not None:
        return tuple(MarchOrder(o.formation, o.route, o.goal, o.from_turn or 1) for o in own)
    staffs = {formation.id for formation in forces.formations if formation.is_staff}
    firsts = ((order.formation, order.steps[0]) for order in scenario.orders if order.steps)
    return tuple(
        MarchOrder(formation, step.route, step.target)
        for formation, step in firsts
        if step.verb == "march" and step.target is not None and formation not in staffs
    )


def _with_section(battle: TlnbBattle, own: TlnbRecord) -> TlnbBattle:
    commanders, officers = dict(battle.commanders), dict(battle.officers)
    for record in own.leaders:
        _rate(commanders, record.leader, record.commander)
        _rate(officers, record.leader, record.officer)
    reach = {**battle.reach, **{r.leader: r.formations for r in own.reach}}
    hexes = battle.vp_hexes
    if own.victory_hexes is not None:
        hexes = MappingProxyType({record.hex: record.vp for record in own.victory_hexes})
    shared = own.supply.shared_trains
    return replace(
        battle,
        commanders=MappingProxyType(commanders),
        officers=MappingProxyType(officers),
        reach=MappingProxyType({leader: reach[leader] for leader in reach if leader in commanders}),
        vp_hexes=hexes,
        numbers=MappingProxyType(dict(own.numbers)),
        weather_table=None if own.weather.table is None else _rows(own.weather.table),
        weather_by_turn=MappingProxyType({int(t): w for t, w in own.weather.by_turn.items()}),
        weather_die=MappingProxyType({int(t): n for t, n in own.weather.die.items()}),
        not_varied_turns=own.not_varied_turns,
        varies_with_cards=own.options.get("arrivals") == "varied",
        supply_hexes=own.supply.hexes,
        has_road_half=own.supply.road_half,
        shared_trains=tuple(SharedTrains(s.formations, s.trains) for s in shared),
    )


def _rate(ratings: dict[LeaderId, int], leader: LeaderId, rating: int | None) -> None:
    """A leader who is listed is what the list says, and nothing else."""
    ratings.pop(leader, None)
    if rating is not None:
        ratings[leader] = rating


def _rows(table: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({row.replace("_", " "): weathers for row, weathers in table.items()})
