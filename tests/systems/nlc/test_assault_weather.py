"""Assaults in bad weather and at night (N8.5, N17.1, N17.2, N18)."""

from __future__ import annotations

import pytest

from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.fire import attack_report, defence_report
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.reports import FireReport
from tests.systems.nlc.assaults import face, on
from tests.systems.nlc.positions import FRENCH, OPEN, position, unit

ARMS = ("infantry", "light", "heavy", "battery", "horse")
CALM = ("fair", "cloudy", "fog", "frost", "snow")


def own(report: FireReport, name: str) -> dict[str, int]:
    """The percentages of one unit."""
    line = next(line for line in report.lines if line.unit == unit(name))
    return {reason: percent for reason, percent, _ in line.percents}


def both(weather: str, attacker: str, defender: str) -> tuple[dict[str, int], dict[str, int]]:
    """The percentages of an attacker and a defender of some arms, in the open."""
    lines = (f"F1 {attacker} 6-3 0404", f"A1 {defender} 6-3 0403")
    fight = face(position(OPEN, *lines, active="FI", weather=weather))
    state = position(OPEN, *lines, active="FI", weather=weather)
    ours, theirs = own(attack_report(state, fight), "F1"), own(defence_report(state, fight), "A1")
    theirs.pop("artillery alone", None)
    return ours, theirs


DRY = {"cavalry against infantry": -25}
WET = {"rain against infantry": 100}
RAIN = {"rain": -50}


@pytest.mark.rule("N8.5", "N18")
@pytest.mark.parametrize(
    ("attacker", "defender", "ours", "theirs"),
    [
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
    ],
)
def test_rain(attacker: str, defender: str, ours: dict[str, int], theirs: dict[str, int]) -> None:
    assert both("rain", attacker, defender) == (ours, theirs)


@pytest.mark.rule("N18.2")
def test_a_thunderstorm_is_rain() -> None:
    assert both("thunderstorm", "light", "infantry") == (WET, RAIN)
    assert both("thunderstorm", "infantry", "battery") == (RAIN, {})


@pytest.mark.rule("N8.5", "N18")
def test_in_rain_one_infantry_unit_of_the_enemy_keeps_all_muskets_firing() -> None:
    lines = (
        "F1 infantry 6-3 0404",
        "F2 light 3-3 0404",
        "A1 infantry 6-3 0403",
        "A2 light 3-3 0403",
    )
    state = position(OPEN, *lines, active="FI", weather="rain")
    fight = face(state, "F1 F2")
    attack, defence = attack_report(state, fight), defence_report(state, fight)
    assert (own(attack, "F1"), own(attack, "F2")) == ({}, WET)
    assert (own(defence, "A1"), own(defence, "A2")) == ({}, WET)
    assert (attack.strength, defence.strength) == (12, 12)  # 6 and twice 3


@pytest.mark.rule("N8.5", "N18")
def test_in_rain_only_the_named_attackers_count_as_infantry_in_the_combat() -> None:
    lines = ("F1 light 6-3 0404", "F2 infantry 3-3 0404", "A1 infantry 6-3 0403")
    state = position(OPEN, *lines, active="FI", weather="rain")
    assert own(defence_report(state, face(state, "F1")), "A1") == RAIN
    assert own(defence_report(state, face(state, "F1 F2")), "A1") == {}


@pytest.mark.rule("N8.5", "N18")
@pytest.mark.parametrize("arm", ARMS)
def test_a_snowstorm_takes_a_quarter_of_infantry_on_both_sides(arm: str) -> None:
    storm = {"snowstorm": -25} if arm == "infantry" else {}
    assert both("snowstorm", arm, "horse") == (storm, {})
    assert both("snowstorm", "horse", arm) == ({}, storm)


@pytest.mark.rule("N8.5", "N18")
@pytest.mark.parametrize("arm", ARMS)
def test_mud_takes_half_of_artillery_on_both_sides(arm: str) -> None:
    mud = {"mud": -50} if arm in ("battery", "horse") else {}
    assert both("mud", arm, "light") == (mud, {})
    assert both("mud", "light", arm) == (DRY if arm == "infantry" else {}, mud)


@pytest.mark.rule("N18")
@pytest.mark.parametrize("weather", CALM)
@pytest.mark.parametrize("arm", ARMS)
def test_other_weather_takes_nothing(weather: str, arm: str) -> None:
    assert both(weather, arm, "horse") == ({}, {})


@pytest.mark.rule("N8.4", "N17.4", "N18")
def test_night_and_mud_together_silence_the_guns() -> None:
    lines = ("F1 battery 6-3 0404", "A1 infantry 6-3 0403")
    state = position(OPEN, *lines, active="FI", weather="mud", kind=TurnKind.NIGHT_PM)
    report = attack_report(state, face(state))
    assert own(report, "F1") == {"mud": -50, "artillery at night": -50}
    assert (report.strength, report.column) == (0, None)


@pytest.mark.rule("N17.2")
def test_nobody_assaults_after_midnight() -> None:
    lines = ("F1 infantry 6-3 0404", "A1 infantry 6-3 0403")
    state = position(OPEN, *lines, active="FI", kind=TurnKind.NIGHT_AM)
    ask = DeclareAssault(FRENCH, FormationId("FI"))
    assert ask.options(state) == [None]
    refusal = ask.refusal(state, on("0403", "F1"))
    assert refusal is not None
    assert refusal.rule == "N17.2"
    assert ask.refusal(position(OPEN, *lines, active="FI", kind=TurnKind.NIGHT_PM), None) is None
