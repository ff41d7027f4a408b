"""Assaults of special troops, in any weather, their chances (N7, N8.5, N8.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.hexes import Hex
from hexwar.systems.nlc.events import combat
from hexwar.systems.nlc.events.losses import GuardDismayed
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes, fight_over, hexes_to_fire_at
from hexwar.systems.nlc.rules.combat.fire import attack_report, defence_report
from hexwar.systems.nlc.rules.combat.previews import combat_report, has_rolled
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.reports import CombatReport, FireReport
from tests.systems.nlc.assaults import A1, F1, F2, F3, face, fight, on, terrain
from tests.systems.nlc.battle_cards import rows as pips
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.charges import percents as own
from tests.systems.nlc.melees import strength, tables
from tests.systems.nlc.plays import Answers
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit, units
from tests.systems.nlc.situations import AssaultCase

# -- assaults with leaders who lead, squares, bombarding guns and the Old Guard (N7, N8.81, N10.3)


ASK = DeclareAssault(FRENCH, FormationId("FI"))
STAY: Answers = {"ChooseAdvance": [None]}
ONLY_F1 = on("0403", "F1")


def at(*lines: str, orders: str = "FI: probe 0401", **more: Any) -> GameState:
    return position(OPEN, *lines, active="FI", orders=orders, **more)


def law(state: GameState, attackers: str = "F1") -> str | None:
    return rule_of(ASK.refusal(state, on("0403", attackers)))


def report_of(state: GameState, attackers: str = "F1", **more: Any) -> CombatReport:
    return combat_report(state, on("0403", attackers), Hex("0404"), **more)


NAPOLEON = "F-Nap overall 0404 of:FHQ napoleon"


def led(state: GameState, attackers: str, leader: str) -> tuple[FireReport, FireReport]:
    named = units(attackers)
    fight_ = fight_over(state, Hex("0403"), named, Hex("0404"), (LeaderId(leader),))
    return attack_report(state, fight_), defence_report(state, fight_)


@pytest.mark.rule("N7.5", "N7.7")
def test_napoleon_adds_a_quarter_to_the_infantry_and_ney_to_all_in_his_hex() -> None:
    state = at(F1, "F2 light 4-3 0404", "F3 infantry 3-3 0304", A1, NAPOLEON)
    attack, _ = led(state, "F1 F2 F3", "F-Nap")
    assert own(attack, "F1") == {"led by F-Nap": 25}
    assert own(attack, "F2") == {"cavalry against infantry": -25}
    assert own(attack, "F3") == {}
    state = at(F1, "F2 light 4-3 0404", "F3 battery 3-3 0404", A1, "F-Ney leader 0404 ney")
    attack, _ = led(state, "F1 F2 F3", "F-Ney")
    assert own(attack, "F1") == own(attack, "F3") == {"led by F-Ney": 25}
    assert own(attack, "F2") == {"cavalry against infantry": -25, "led by F-Ney": 25}
    for word, rows in (("napoleon", {"led by A-X": 25}), ("ney", {})):
        state = at(F1, A1, f"A-X overall 0403 of:AHQ {word}")
        assert own(led(state, "F1", "A-X")[1], "A1") == rows


@pytest.mark.rule("N7.7")
def test_a_bonus_is_asked_after_confidence_and_counts_in_the_report() -> None:
    played = fight(at(F1, A1, NAPOLEON), [1, 1], answers={"ChooseLeaderBonus": [True]})
    names = [type(question).__name__ for question, _ in played.asked]
    assert names.index("ChooseLeaderBonus") == 2
    assert played.story[:3] == ["AssaultDeclared", "ConfidenceRolled", "BonusUsed"]
    assert played.of("FireResolved")[0].strength == 6  # 5 at 125 %
    assert fight(at(F1, A1, NAPOLEON), [], confidence=6).questions("ChooseLeaderBonus") == []
    state = at(F1, A1, NAPOLEON, "A-X overall 0403 of:AHQ napoleon")
    asked = fight(state, [1, 1]).questions("ChooseLeaderBonus")
    assert [question.side for question in asked] == [FRENCH, ALLIED]
    plain = report_of(at(F1, A1, NAPOLEON))
    led_ = report_of(at(F1, A1, NAPOLEON), bonus=(LeaderId("F-Nap"),))
    assert (plain.attack.strength, led_.attack.strength) == (5, 6)
    words = "F-Nap does not lead in person."
    assert (words in plain.assumed, words in led_.assumed) == (True, False)


@pytest.mark.rule("N8.81", "N10.31")
@each(
    "lines attackers rows dice",
    ((F1,), "F1", {"at a square": 1}, [1, 1, 1]),  # 5 SP, 2: M
    (("F1 battery 3-3 0404",), "F1", {"at a square": 1}, [1, 1]),
    (("F1 light 5-3 0404",), "F1", {}, [1, 1]),
    (
        (F1, "F2 light 4-3 0404", "F3 battery 3-3 0404"),
        "F1 F2 F3",
        {"combined arms": 1, "at a square": 1},
        [1, 1, 1],
    ),
)
def test_who_hits_a_square_better(
    lines: tuple[str, ...], attackers: str, rows: dict[str, int], dice: list[int]
) -> None:
    state = at(*lines, f"{A1} square")
    assert pips(attack_report(state, face(state, attackers))) == rows
    played = fight(state, dice, attackers)
    assert played.of("FireResolved")[0].modifiers == sum(rows.values())


@pytest.mark.rule("N8.7", "N10.31", "N10.32")
def test_a_square_has_no_flank_no_assault_no_cavalry_fire_and_fears_guns_that_fire() -> None:
    lines = (F1, "F2 infantry 4-3 0402")
    assert face(at(*lines, A1), "F1 F2").flank
    assert not face(at(*lines, f"{A1} square"), "F1 F2").flank
    assert not face(at(*lines, f"{A1} square", "A2 light 3-3 0403"), "F1 F2").flank
    state = at(F1, f"{A1} square", "A2 light 4-3 0403", "A3 battery 2-3 0403")
    report = defence_report(state, face(state))
    assert own(report, "A2") == {"behind a square": -100}
    assert own(report, "A1") == own(report, "A3") == {}
    assert report.strength == 7
    state = at(f"{F1} square", F2, A1)
    assert law(state) == "N10.31"
    guns = ("F1 infantry 4-3 0404", "F2 light 5-3 0404", f"{A1} square")
    water: dict[str, Any] = {"streams": ["0403-0404"], "crests": ["0403-0404"]}
    state = position(terrain("m"), *guns, active="FI", **water)
    report = attack_report(state, face(state, "F1 F2"))
    assert (report.lines[0].strength, pips(report)) == (0, {})


HORSE = "F2 light 4-3 0404"


@pytest.mark.rule("N8.81", "N9.9")
@each(
    "attackers gun rows",
    ("F1 F2", "F3 battery 3-3 0406 bombarded:0403", {"combined arms with the guns": 1}),
    ("F1 F2", "F3 battery 3-3 0406 bombarded:0402", {}),
    ("F1 F2", "F3 battery 3-3 0406", {}),
    ("F1", "F3 battery 3-3 0406 bombarded:0403", {}),
    ("F2", "F3 battery 3-3 0406 bombarded:0403", {}),
    ("F1 F2", "F3 battery 3-3 0406 of:FII bombarded:0403", {}),
)
def test_guns_that_bombarded_the_target_count(
    attackers: str, gun: str, rows: dict[str, int]
) -> None:
    state = at(F1, HORSE, gun, A1)
    assert pips(attack_report(state, face(state, attackers))) == rows


@pytest.mark.rule("N4.32", "N9.9", "N2.32", "N4.46", "N4.53", "N9.1")
def test_guns_that_bombarded_now_count_but_do_not_assault() -> None:
    state = at(F1, HORSE, "F3 battery 3-3 0406 of:FII bombarded:0403", A1, also="FII")
    assert pips(attack_report(state, face(state, "F1 F2"))) == {"combined arms with the guns": 1}
    # they count once for the defenders' morale, with guns in the assault or without
    for line, pips_ in (("bombarded:0403", -1), ("bombarded:0402", None), ("", None)):
        for named, more in (("F1 F2", None), ("F1 F4", -1)):
            gun = "F4 battery 2-3 0304"
            state = at(F1, HORSE, f"F3 battery 3-3 0406 {line}", gun, A1)
            rows = report_of(state, named).morale_defender.modifiers
            found = [pips for reason, pips, _ in rows if reason == "fired at by artillery"]
            assert found == ([-1] if pips_ or more else [])
    guest = "F2 horse 3-3 0404 of:FII bombarded:0402"
    state = at(F1, guest, A1, orders="FI: probe 0401; FII: support FI")
    assert law(state, "F1 F2") is None
    state.chits = replace(state.chits, acted=(*state.chits.acted, FormationId("FII")))
    assert law(state, "F1 F2") == "N4.53"
    for mark in ("bombarded:0402", "charged"):
        state = at(F1, f"F2 horse 3-3 0404 {mark}", A1)
        assert law(state, "F1 F2") == "N4.53"
        assert ASK.options(state) == [ONLY_F1, None]


GUARD, DROUOT = "F1 infantry 5-2 0404 old_guard", "F-Drouot leader 0407"


@pytest.mark.rule("N7.4")
def test_the_old_guard_goes_in_near_its_masters_and_dismays_when_it_fails() -> None:
    alone = at(GUARD, A1)
    assert (ASK.options(alone), law(alone)) == ([None], "N7.4")
    assert ASK.options(at(GUARD, A1, DROUOT)) == [ONLY_F1, None]
    played = fight(at(GUARD, "F5 infantry 3-2 0405 of:FII", A1, DROUOT), [1, 3, 5, 6])
    assert [e.purpose for e in played.of("MoraleRolled")] == ["retreat", "guard"]
    assert played.of("GuardDismayed") == [GuardDismayed(unit("F1"), Hex("0404"))]
    assert [e.unit for e in played.of("UnitDisrupted")] == ["F5", "F1"]
    assert played.story.index("GuardDismayed") < played.story.index("RetreatBegan")
    # and after a won assault
    lines = ("F1 infantry 12-2 0404 old_guard", "F5 infantry 3-2 0405 of:FII", DROUOT)
    won = fight(at(*lines, "A1 infantry 12-1 0403"), [3, 6, 6, 6, 6], answers=STAY)
    assert [e.purpose for e in won.of("MoraleRolled")] == ["retreat", "advance", "guard"]


@pytest.mark.rule("N7.4", "N8.35", "N8.6")
def test_the_report_says_what_it_assumes() -> None:
    said = report_of(at(GUARD, A1, DROUOT)).assumed
    assert "If the Old Guard gives way, nobody wavers who sees it." in said
    other = at(F1, A1, orders="FI: probe 0401; AI: defend 0403")
    assert report_of(other).assumed == (
        "The attackers have passed Attack Confidence.",
        "Losses fall on the strongest, stacks retreat together and the cheapest way.",
        "Nobody pursues.",
    )
    # The choice is theirs: where they have one, and until Attack Confidence has been rolled.
    state = at(F1, "F2 infantry 3-3 0304", "F3 battery 3-3 0402", A1)
    many, hit = on("0403", "F1 F2"), Hex("0304")
    sentence = "The defenders choose to fire at 0304."
    assert sentence in combat_report(state, many, hit).assumed
    assert sentence in combat_report(state, many, hit, second_round=True).assumed

    alone = combat_report(state, on("0403", "F2"), hit).assumed
    with_guns = combat_report(state, on("0403", "F2 F3"), hit).assumed
    combat.AssaultDeclared(many.units, many.target).apply(state)
    combat.ConfidenceRolled(many.units, many.target, 1, 4, passed=True, is_final=False).apply(state)
    rolled = combat_report(state, many, hit).assumed
    for said in (alone, with_guns, rolled):
        assert not any("choose to fire" in line for line in said)


@pytest.mark.rule("N8.11", "N11.7")
def test_cavalry_pursues_after_the_advance_and_before_the_winners_check() -> None:
    state = at("F1 infantry 12-3 0404", F3, "A1 infantry 12-2 0403")
    go: Answers = {"ChooseAdvance": [units("F1")]}
    calm = fight(state, [3, 6, 6, 1], answers=go)
    ways = calm.questions("DeclarePursuit")[0].options(calm.state)
    played = fight(state, [3, 6, 6, 1, 1, 1, 1], answers={**go, "DeclarePursuit": [ways[1]]})
    assert played.story.index("AdvanceMade") < played.story.index("PursuitMade")
    purposes = [e.purpose for e in played.of("MoraleRolled")]
    assert purposes == ["retreat", "pursuit", "aftermath", "advance"]
    assert len(played.of("PursuitMade")) == 1
    answers: Answers = {"ChooseDefenderTarget": [Hex("0404")]}
    stays = fight(at(F1, F3, A1), [1, 1], "F1 F3", answers)
    assert stays.questions("DeclarePursuit") == []


# -- assaults in bad weather and at night (N8.5, N17.1, N17.2, N18)


ARMS = ("infantry", "light", "heavy", "battery", "horse")
CALM = ("fair", "cloudy", "fog", "frost", "snow")


def both(weather: str, attacker: str, defender: str) -> tuple[dict[str, int], dict[str, int]]:
    """The percentages of an attacker and a defender of some arms, in the open."""
    lines = (f"F1 {attacker} 6-3 0404", f"A1 {defender} 6-3 0403")
    state = position(OPEN, *lines, active="FI", weather=weather)
    ours = own(attack_report(state, face(state)), "F1")
    theirs = own(defence_report(state, face(state)), "A1")
    theirs.pop("artillery alone", None)
    return ours, theirs


DRY = {"cavalry against infantry": -25}
WET = {"rain against infantry": 100}
RAIN = {"rain": -50}


@pytest.mark.rule("N8.5", "N18", "N18.2")
@each("rain", "rain", "thunderstorm")
@each(
    "attacker defender ours theirs",
    ("infantry", "infantry", {}, {}),
    ("infantry", "light", RAIN, WET),
    ("infantry", "heavy", RAIN, WET),
    ("infantry", "battery", RAIN, {}),
    ("light", "infantry", WET, RAIN),
    ("heavy", "infantry", WET, RAIN),
    ("light", "light", {}, {}),
    ("light", "battery", {}, {}),
    ("battery", "infantry", {}, RAIN),
    ("horse", "horse", {}, {}),
)
def test_rain(
    attacker: str, defender: str, ours: dict[str, int], theirs: dict[str, int], rain: str
) -> None:
    assert both(rain, attacker, defender) == (ours, theirs)


@pytest.mark.rule("N8.5", "N18", "N8.4", "N17.4", "N17.2")
def test_in_rain_muskets_fire_at_night_guns_are_silent_and_nobody_assaults() -> None:
    lines = ("F1 infantry 6-3 0404", "F2 light 3-3 0404")
    enemies = ("A1 infantry 6-3 0403", "A2 light 3-3 0403")
    state = position(OPEN, *lines, *enemies, active="FI", weather="rain")
    fight = face(state, "F1 F2")
    attack, defence = attack_report(state, fight), defence_report(state, fight)
    assert (own(attack, "F1"), own(attack, "F2")) == ({}, WET)
    assert (own(defence, "A1"), own(defence, "A2")) == ({}, WET)
    assert (attack.strength, defence.strength) == (12, 12)  # 6 and twice 3
    # only the named attackers count
    lines = ("F1 light 6-3 0404", "F2 infantry 3-3 0404")
    state = position(OPEN, *lines, enemies[0], active="FI", weather="rain")
    assert own(defence_report(state, face(state, "F1")), "A1") == RAIN
    assert own(defence_report(state, face(state, "F1 F2")), "A1") == {}
    lines = ("F1 battery 6-3 0404", "A1 infantry 6-3 0403")
    state = position(OPEN, *lines, active="FI", weather="mud", kind=TurnKind.NIGHT_PM)
    report = attack_report(state, face(state))
    assert own(report, "F1") == {"mud": -50, "artillery at night": -50}
    assert (report.strength, report.column) == (0, None)
    lines = ("F1 infantry 6-3 0404", "A1 infantry 6-3 0403")
    state = position(OPEN, *lines, active="FI", kind=TurnKind.NIGHT_AM)
    assert (ASK.options(state), law(state)) == ([None], "N17.2")
    assert law(position(OPEN, *lines, active="FI", kind=TurnKind.NIGHT_PM)) is None


@pytest.mark.rule("N8.5", "N18")
@each("arm", *ARMS)
def test_a_snowstorm_takes_of_infantry_and_mud_of_artillery(
    arm: str,
) -> None:
    storm = {"snowstorm": -25} if arm == "infantry" else {}
    assert both("snowstorm", arm, "horse") == (storm, {})
    assert both("snowstorm", "horse", arm) == ({}, storm)
    mud = {"mud": -50} if arm in ("battery", "horse") else {}
    assert both("mud", arm, "light") == (mud, {})
    assert both("mud", "light", arm) == (DRY if arm == "infantry" else {}, mud)
    for weather in CALM:
        assert both(weather, arm, "horse") == ({}, {})


# -- the chances of an assault, against every roll that can be thrown (N8.9)


EIGHT, SEVEN = "F1 infantry 8-3 0404", "A1 infantry 7-3 0403"
GUNS = ("F2 battery 3-3 0404", "F3 light 3-4 0304")
ROUND = ("F7 infantry 2-2 0202", "F8 infantry 2-2 0401", "F9 infantry 2-2 0603")
FRIENDS = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402", "A4 infantry 12-3 0302")


CASES: dict[str, AssaultCase] = {
    "open ground": AssaultCase((EIGHT, SEVEN)),
    "much the stronger": AssaultCase(("F1 infantry 12-4 0404", *GUNS, SEVEN), "F1 F2 F3"),
    "much the weaker": AssaultCase(("F1 infantry 2-1 0404", "A1 infantry 12-5 0403")),
    "Russians in a town": AssaultCase(
        (EIGHT, *GUNS, f"{SEVEN} russian", "A2 battery 3-3 0403"), "F1 F2 F3", rows=terrain("t")
    ),
    "into woods over a stream": AssaultCase(
        (EIGHT, "F2 infantry 4-3 0404", SEVEN),
        "F1 F2",
        rows=terrain("w"),
        words={"streams": ["0403-0404"]},
    ),
    "a flank attack": AssaultCase((EIGHT, "F2 infantry 6-2 0402", SEVEN), "F1 F2", hit="0402"),
    "nowhere to go": AssaultCase(
        (EIGHT, "A1 infantry 9-1 0403", "A2 battery 2-1 0403"),
        words={"rivers": ["0303-0403", "0402-0403", "0403-0503"]},
    ),
    "attackers with a river behind them": AssaultCase(
        ("F1 infantry 7-1 0404", SEVEN), words={"rivers": ["0305-0404", "0404-0405", "0404-0505"]}
    ),
    "enemy zones all round": AssaultCase(
        ("F1 infantry 12-3 0404", "A1 infantry 4-2 0403 reduced", *ROUND)
    ),
    "single steps": AssaultCase(
        ("F1 light 1/0-4 0404", "F2 heavy 9-4 0304", "A1 horse 5-2 0403", "A2 light 1/0-4 0403"),
        "F1 F2",
    ),
    "a stack that splits the loss": AssaultCase(
        (
            *("F1 infantry 9-3 0404 guard", "F2 infantry 3-2 0404"),
            *("A1 infantry 6-3 0403", "A2 infantry 6-2 0403"),
        ),
        "F1 F2",
    ),
    "no fire strength": AssaultCase((EIGHT, "A1 infantry 3-3 0403 disrupted"), rows=terrain("w")),
    "guns alone at night": AssaultCase(
        (EIGHT, "A1 battery 4-3 0403", "A2 battery 4-3 0403"), words={"kind": TurnKind.NIGHT_PM}
    ),
    "up a slope at night": AssaultCase(
        (EIGHT, "F2 battery 4-3 0404", SEVEN),
        "F1 F2",
        words={"kind": TurnKind.NIGHT_PM, "slopes": ["0404-0403"]},
    ),
    "road column": AssaultCase((EIGHT, f"{SEVEN} column")),
    "friends in the way": AssaultCase(
        (EIGHT, SEVEN, *FRIENDS),
        words={"rivers": ["0303-0403", "0403-0503", "0402-0503", "0303-0402", "0402-0502"]},
    ),
    "in the rain": AssaultCase(
        ("F1 infantry 6-3 0404", "F2 light 4-3 0404", "A1 infantry 5-3 0403", "A2 light 3-2 0403"),
        "F1 F2",
        words={"weather": "rain"},
    ),
    "a square": AssaultCase(
        (EIGHT, *GUNS, f"{SEVEN} square", "A2 light 3-3 0403"), "F1 F2 F3", hit="0304"
    ),
    "a corps at the end of its strength": AssaultCase(
        ("F1 infantry 8-2 0404", "F2 infantry 4-2 0304", "A1 infantry 10-2 0403"),
        "F1 F2",
        words={"formations": {"FI": {"demoralization_sp": 3}, "AI": {"demoralization_sp": 4}}},
    ),
    "the Old Guard": AssaultCase(
        ("F1 infantry 8-3 0404 old_guard", "A1 infantry 9-2 0403", DROUOT)
    ),
    "with leaders": AssaultCase(
        (EIGHT, SEVEN, "F-Ney leader 0404", "A-Olsufiev leader 0403", "A2 infantry 3-3 0401")
    ),
}


@pytest.mark.rule("N8.9")
@each("name", *CASES)
def test_the_chances_are_exactly_those_of_the_flow(name: str) -> None:
    case, state = CASES[name], CASES[name].state()
    assert case.told(state) == pytest.approx(case.comes(state))
    assert sum(chance for _, chance in case.report(state).outcomes) == pytest.approx(1)


@pytest.mark.rule("N8.9", "N8.6", "N8.92", "N2.44")
def test_the_situations_show_every_end_and_only_the_target_defends() -> None:
    outcomes = {name: dict(case.report(case.state()).outcomes) for name, case in CASES.items()}
    assert {end for ends in outcomes.values() for end in ends} == {
        *("defender eliminated", "defender routs", "defender retreats", "stalemate"),
        *("attacker repulsed", "attacker routs", "attacker eliminated"),
    }
    shown = outcomes["no fire strength"]
    assert not any(end.startswith("attacker") for end in shown)
    assert all(chance > 0 for chance in shown.values())
    case = CASES["much the stronger"]
    state = case.state()
    hexes = attacking_hexes(state, units(case.named))
    reports = [combat_report(state, on("0403", case.named), hit) for hit in hexes]
    assert len({report.outcomes for report in reports}) == 2
    played = fight(CASES["open ground"].state(), [1, 1])
    assert played.questions("ChooseAdvance") == []
    assert played.state.combat_units_in(Hex("0403"), ALLIED) == units("A1")
    report = report_of(position(OPEN, f"{EIGHT} russian", f"{SEVEN} russian", active="FI"))
    assert report.morale_attacker is not None
    told = [
        {reason for reason, _, _ in side.modifiers}
        for side in (report.morale_defender, report.morale_attacker)
    ]
    assert ["Russian infantry defending" in reasons for reasons in told] == [True, False]


@pytest.mark.rule("N8.35")
@each(
    "marks assaulted rolled",
    (("assaulted", "assaulted"), "0403", True),
    (("assaulted", ""), "0403", False),  # one of them has not taken part yet
    (("assaulted", "assaulted"), "0503", False),  # elsewhere
    (("", ""), "", False),
)
def test_it_is_rolled_for_when_all_have_begun(
    marks: tuple[str, str], assaulted: str, rolled: bool
) -> None:
    lines = (f"{EIGHT} {marks[0]}", f"F2 infantry 4-3 0404 {marks[1]}", SEVEN)
    state = position(OPEN, *lines, active="FI", assaulted=assaulted)
    assert has_rolled(state, face(state, "F1 F2")) is rolled


# -- any assault of any troops on any ground


@pytest.mark.rule("N8.35")
@given(tables(), st.data())
def test_a_report_of_any_assault_adds_up(state: GameState, data: st.DataObject) -> None:
    choices = [option for option in ASK.options(state) if option is not None]
    assume(choices)
    chosen = data.draw(st.sampled_from(choices))
    hit: Hex = data.draw(st.sampled_from(list(hexes_to_fire_at(state, chosen.units))))
    report = combat_report(view(state, FRENCH), chosen, hit)
    assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)
    for losses in report.losses:
        assert sum(chance for _, chance in losses.chances) == pytest.approx(1)
        assert all(0 <= sp <= strength(state, losses.side) for sp, _ in losses.chances)
    assert report.confidence is not None
    assert sum(pips for _, pips, _ in report.confidence.lines) == report.confidence.value
    assert 1 / 6 <= report.confidence.chance <= 5 / 6
