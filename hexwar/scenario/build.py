"""Makes a battle of the envelope of a scenario, with its forces and its map."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.scenario.build_map import build_battlefield
from hexwar.scenario.dates import MONTHS, moment_of
from hexwar.scenario.files import Loaded
from hexwar.scenario.schema import ForcesFile, ScenarioFile
from hexwar.scenario.schema.forces import FormationRecord, LeaderRecord, UnitRecord
from hexwar.scenario.schema.scenario import TurnRecord
from hexwar.table.battle import Battle, TurnCard
from hexwar.table.briefing import Briefing
from hexwar.table.forces import FormationCard, LeaderCard, LeaderId, Side, UnitCard, UnitId

OTHER_ORDERS = "other"
"""The key of a split rating for the types of order that it does not list (N12.53)."""


def build(loaded: Loaded) -> Battle:
    """The battle that the envelope of a scenario describes; a section adds to it."""
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
        formations={f.id: _formation(f) for f in formations},
        unit_hexes={u: h for u, h in _unit_hexes(scenario).items() if u in in_play},
        leader_hexes={x: h for x, h in _leader_hexes(scenario).items() if x in in_play},
        turns=track_of(scenario),
        vp_hexes={h.hex: h.vp for h in scenario.victory.hexes},
        control={held.hex: held.side for held in scenario.control},
        numbers=dict(scenario.numbers),
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
    return f"{int(day)} {say(MONTHS[int(month) - 1])} {int(year)}"


def track_of(scenario: ScenarioFile) -> tuple[TurnCard, ...]:
    """The turn track of a scenario."""
    return tuple(_turn_card(scenario, turn) for turn in scenario.turns)


def _turn_card(scenario: ScenarioFile, turn: TurnRecord) -> TurnCard:
    """A space of the turn track."""
    moment = moment_of(turn, scenario.date)
    date = date_text(f"{moment.year}-{moment.month}-{moment.day}")
    return TurnCard(turn.turn, turn.day, turn.hour, turn.kind, date)


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


def _formation(formation: FormationRecord) -> FormationCard:
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
        note=formation.note,
    )


def _unit_hexes(scenario: ScenarioFile) -> dict[UnitId, Hex]:
    return {unit: place.hex for place in scenario.setup for unit in place.units}


def _leader_hexes(scenario: ScenarioFile) -> dict[LeaderId, Hex]:
    return {leader: place.hex for place in scenario.setup for leader in place.leaders}
