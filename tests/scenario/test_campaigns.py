"""The mini-campaigns as they come with hexwar: 37.20, 37.22, 37.23 and the battles' own files."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from hexwar.hexes import Hex
from hexwar.resources import scenarios
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.library import load_battle
from hexwar.scenario.schema import ForcesFile
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.orders import Verb
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, OrderStep, Side, UnitCard
from tests.systems.nlc.cases import each

FRENCH, ALLIED = Side("french"), Side("allied")
BRIENNE, THREE, LATE = "brienne-la-rothiere", "three-battles", "three-battles-montmirail"
PARTS = {
    BRIENNE: ("brienne", "la-rothiere"),
    THREE: ("champaubert", "montmirail", "vauchamps"),
    LATE: ("montmirail", "vauchamps"),
}


@cache
def battle(name: str) -> NlcBattle:
    return load_battle(name, FILES_ONLY)


@cache
def slugs(name: str) -> dict[str, str]:
    """The id of each unit by its slug."""
    record = OpenFiles().open(scenarios() / name / "forces.json", ForcesFile).record
    assert record is not None
    return {u.slug: u.id for f in record.formations for u in f.units}


def card(name: str, slug: str) -> UnitCard:
    return next(c for c in battle(name).units.values() if c.id == slugs(name)[slug])


def start_order(name: str, formation: str) -> tuple[OrderStep, ...]:
    return battle(name).formations[FormationId(formation)].start_order


def due(name: str, slug: str) -> tuple[int, Hex]:
    id_ = slugs(name)[slug]
    return next((a.turn, a.entry) for a in battle(name).arrivals if id_ in a.units)


# -- one game with all its turns


@each(
    "name turns nights first last",
    (BRIENNE, 51, 3, (29, 12), (1, 20)),
    (THREE, 68, 4, (10, 9), (14, 20)),
    (LATE, 53, 3, (11, 10), (14, 20)),
)
def test_a_campaign_has_all_its_hours(
    name: str, turns: int, nights: int, first: tuple[int, int], last: tuple[int, int]
) -> None:
    track = battle(name).turns
    assert len(track) == turns
    assert [(t.day, t.hour) for t in (track[0], track[-1])] == [first, last]
    kinds = Counter((turn.day, turn.kind) for turn in track)
    assert sum(kind is TurnKind.NIGHT_AM for _, kind in kinds) == nights
    assert {kinds[day, TurnKind.NIGHT_AM] for day, kind in kinds if kind is TurnKind.NIGHT_AM} == {
        1
    }
    dark = {(t.hour, t.kind) for t in track if t.kind is not TurnKind.DAY}
    assert dark == {(0, TurnKind.NIGHT_AM)} | {(h, TurnKind.NIGHT_PM) for h in (18, 19, 20)}


@pytest.mark.rule("N15.1", "N12.8")
def test_each_turn_is_told_with_its_day_and_units_that_join_or_split_have_one_shape() -> None:
    for name, turn, when in (
        (BRIENNE, 1, "12:00 on 29 January"),
        (BRIENNE, 51, "20:00 on 1 February"),
        (THREE, 57, "09:00 on 14 February"),
        ("vauchamps", 1, "09:00"),
    ):
        assert battle(name).when(turn) == when
    first, *_, last = battle(BRIENNE).turns
    assert (first.date, last.date) == ("29 January 1814", "1 February 1814")
    assert (first.day_letters, last.day_letters) == ("29 Jan", "1 Feb")
    assert not {"al-ag-hussars", "al-ag-uhlans-cossacks", "al-4-cavalry"} & set(slugs(BRIENNE))
    assert not {"al-9-remnant", "fr-6-ricard-fa"} & set(slugs(THREE))
    assert {"al-9-remnant", "fr-6-ricard-fa"} <= set(slugs(LATE))
    assert not {"al-9-udom", "al-9-kornilov"} & set(slugs(LATE))
    levels = {str(f.id): f.demoralization_sp for f in battle(BRIENNE).formations.values()}
    assert levels["FR-GC"] == 5  # 10 SP, with Guyot's division
    assert (levels["FR-RES"], levels["FR-6"]) == (5, 7)  # the three brigades count for VI Corps


@pytest.mark.rule("N18.1", "N22.2")
@each("name", *PARTS)
def test_the_weather_has_its_hours_and_all_victory_hexes_count(name: str) -> None:
    """37.4: the first day turn of a scenario, of which a campaign is one."""
    found = battle(name)
    hours = [(found.turn(n).day, found.turn(n).hour) for n in found.weather_turns]
    days = dict.fromkeys(turn.day for turn in found.turns)
    later = [(day, hour) for day in list(days)[1:] for hour in (12, 15)]
    assert [moment for moment in hours if moment[0] != found.turns[0].day] == later
    assert found.weather_turns[0] == 1
    wanted: dict[Hex, int] = {}
    for part in PARTS[name]:
        for hex_, vp in battle(part).vp_hexes.items():
            wanted[hex_] = max(vp, wanted.get(hex_, 0))
    assert battle(name).vp_hexes == wanted
    assert set(wanted) <= set(battle(name).control)


# -- the forces


@each("name", *PARTS)
def test_each_unit_is_there_once_as_a_battle_has_it_and_begins_as_in_the_first(name: str) -> None:
    record = OpenFiles().open(scenarios() / name / "forces.json", ForcesFile).record
    assert record is not None
    units = [u.slug for f in record.formations for u in f.units]
    assert [slug for slug, times in Counter(units).items() if times > 1] == []
    for slug in units:
        own = card(name, slug)
        others = [card(part, slug) for part in PARTS[name] if slug in slugs(part)]
        printed = [(c.name, c.arm, c.sp, c.steps, c.initiative, c.movement) for c in others]
        assert (own.name, own.arm, own.sp, own.steps, own.initiative, own.movement) in printed
    first, whole = PARTS[name][0], battle(name)
    places = {slug: battle(first).unit_hexes.get(card(first, slug).id) for slug in slugs(first)}
    here = {slug: whole.unit_hexes[card(name, slug).id] for slug in places if places[slug]}
    assert here == {slug: hex_ for slug, hex_ in places.items() if hex_ is not None}
    placed = set(whole.unit_hexes) - {card(name, slug).id for slug in here}
    corps = {whole.formation_of[id_].id for id_ in placed}
    assert corps == ({"FR-6", "FR-1C", "CO-9"} if name == LATE else set())  # 37.20
    assert whole.weather_start == battle(first).weather_start


# -- who comes, and with what orders


@each(
    "name slug turn entry",
    (BRIENNE, "fr-gc-guyot", 15, "2101"),
    (BRIENNE, "al-3-fresnel", 29, "2238"),
    (BRIENNE, "al-bav-rechberg", 45, "3517"),
    (THREE, "fr-gc-defrance", 10, "0172"),
    (THREE, "al-11-sass", 12, "0601"),
    (THREE, "al-p1-horn", 14, "4507"),
    (THREE, "al-10-urusov", 46, "3499"),
    (LATE, "al-10-urusov", 31, "3499"),
    (LATE, "fr-7-leval", 43, "0150"),
)
def test_forces_come_between_the_battles(name: str, slug: str, turn: int, entry: str) -> None:
    assert due(name, slug) == (turn, entry)


@pytest.mark.rule("N24.4")
def test_orders_and_command_that_only_the_campaign_has() -> None:
    assert start_order(LATE, "FR-6") == (OrderStep(Verb.DEFEND, Hex("3084")),)
    to_etoges = (OrderStep(Verb.MARCH, Hex("3084")), OrderStep(Verb.DELAY, Hex("3084")))
    assert start_order(LATE, "FR-GRO") == to_etoges
    assert [step.verb for step in start_order(LATE, "CO-9")] == [Verb.RESERVE]
    assert battle(LATE).unit_hexes[card(LATE, "al-9-remnant").id]
    formations = battle(BRIENNE).formations
    his = formations[FormationId("CO-HQ")].may_order
    assert {"CO-9", "CO-AG", "CO-4AG", "CO-4", "CO-BAV", "CO-GR", "CO-CU"} <= set(his)
    assert not {"CO-3", "CO-5"} & set(his)
    assert formations[FormationId("CO-BAR")].may_order == ("CO-3", "CO-5")
    (step,) = start_order(BRIENNE, "CO-BAR")
    assert (step.verb, step.target, step.fixed) == (Verb.SUPPORT, "1323", True)
    special = battle(BRIENNE).leaders[LeaderId("CO-HQ-L")].special
    assert "blucher-orders-bohemia" in special
    assert "blucher-orders-ag" not in special


@pytest.mark.rule("N20.84", "N16.2")
def test_yorck_comes_exhausted_sacken_commands_three_corps_and_sources_change() -> None:
    for name in (THREE, LATE):
        assert battle(name).exhausted_at_start == ("CO-P1",)
        sacken = battle(name).formations[FormationId("CO-SAC")]
        assert sacken.may_order == ("CO-6", "CO-11", "CO-C")
        assert battle(name).leaders[LeaderId("CO-SAC-L")].rating == 2
    for hex_, turn, owner in (
        ("0601", 26, ALLIED),
        ("0601", 27, FRENCH),
        ("4507", 40, ALLIED),
        ("4507", 41, FRENCH),
    ):
        assert battle(THREE).sources_on(turn)[Hex(hex_)] == owner
        assert battle(LATE).sources_on(turn - 15)[Hex(hex_)] == owner


# -- lists of alternates (37.23.2), supply and victory


def open_lists(name: str, side: Side, turn: int) -> list[tuple[str, ...]]:
    lists, last = battle(name).alternates, len(battle(name).turns)
    found = [a for a in lists if a.first_turn <= turn <= (a.last_turn or last)]
    return [a.formations for a in found if a.side == side]


@pytest.mark.rule("N24.2", "N23.8", "N24.4", "N23.7")
def test_lists_of_the_three_battles_add_up_and_champaubert_brings_bonus_cards() -> None:
    assert open_lists(THREE, FRENCH, 12) == [("FR-OG2",), ("FR-7",)]
    assert open_lists(THREE, FRENCH, 13) == [("FR-OG2",), ("FR-7",), ("FR-7",), ("FR-2C",)]
    assert len(open_lists(THREE, ALLIED, 68)) == 7
    assert open_lists(BRIENNE, FRENCH, 37) == [("FR-6",), ("FR-1C",), ("FR-OG",)]
    assert open_lists(BRIENNE, FRENCH, 38) == [("FR-OG",), ("FR-11",)]
    assert [battle(n).has_cumulative_alternates for n in PARTS] == [False, True, True]
    assert all(battle(name).is_campaign for name in PARTS)
    assert not any(battle(name).is_campaign for name in PARTS[THREE])
    drawn = [battle(name).allotments for name in (BRIENNE, THREE, LATE)]
    assert [(a[FRENCH].bonus_draws, a[ALLIED].bonus_draws) for a in drawn] == [
        *((3, 3), (3, 3), (6, 3))
    ]
