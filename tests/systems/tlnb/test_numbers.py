"""The charts of the player-turn game, typed once more from the rulebook."""

from __future__ import annotations

import pytest

from hexwar.systems.tlnb.numbers import PRINTED
from hexwar.table.numbers import NumbersError

NUMBERS = PRINTED.with_own({})


def rows(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row.split()) for row in text.strip().splitlines())


CRT = """
Ar* Sk  Dr  Dr  Dr  Dr2 Dr2 Dr2 Dr3 De  De  De
Ar2 Ar* Sk  Dr  Dr  Dr  Dr  Dr2 Dr2 Dr4 De  De
Ae  Ar2 Ar* Sk  Sk  Dr  Dr  Dr  Dr2 Dr3 Dr3 De
Ae  Ar3 Ar2 Ar* Sk  Sk  Dr  Dr  Dr  Dr2 Dr2 Dr2
Ae  Ae  Ar3 Ar2 Ar* Ar* Sk  Sk  Dr  Dr  Ex  Ex
Ae  Ae  Ae  Ar3 Ar2 Ar2 Ar* Ar* Sk  Ex  Ex  Ex
"""
SHOCK = """
1R  Dr  Dr2 Dr3
Ar  1R  Dr  Dr2
Ar2 Ar  1R  Dr
Ar3 Ar2 Ar  1R
"""
REV8_GUNS = """
-  -  -  -  -
-  -  -  -  Dr
-  -  -  Dr Dr
-  -  -  Dr Dr
-  -  Dr Dr Dr
-  Dr Dr Dr 1R
Dr Dr Dr 1R 1R
Dr Dr 1R 1R 1R
"""
LATER_GUNS = """
-   -   -   -   -
-   -   -   -   Dr
-   -   -   Dr  Dr
-   -   Dr  Dr  1R
-   Dr  Dr  1R  1R
Dr* Dr* 1R* 1R* 1R*
"""
REV8_CHARGE = """
OR   OR   OR   OR
OR   OR   OR   Ae
OR   OR   Ae   Ae
OR   Ae   Ae   Ae
Ae   Ae   Ae   Ae
Ae/0 Ae/0 Ae/1 Ae/1
"""
LATER_CHARGE = """
OR   OR   OR   OR   OR   Sk
OR   OR   OR   Sk   Sk   Ae/0
OR   Sk   Sk   Sk   Ae/0 Ae/1
Sk   Sk   Sk   Ae/0 Ae/1 Ae/1
Sk   Ae/0 Ae/0 Ae/1 Ae/1 Ae
Ae/0 Ae/0 Ae/1 Ae/1 Ae   Ae
"""


@pytest.mark.rule("T11.1")
def test_every_cell_of_the_combat_results_table() -> None:
    assert NUMBERS.crt.table == rows(CRT)
    ratios = "1/5 1/4 1/3 1/2 2/3 1 3/2 2 3 4 5 6"
    assert [str(ratio) for ratio in NUMBERS.combat.ratios] == ratios.split()


@pytest.mark.rule("T11.2", "T11.23")
def test_every_cell_of_shock() -> None:
    assert NUMBERS.shock.table == rows(SHOCK)


@pytest.mark.rule("T12.3", "T28.1")
def test_every_cell_of_both_bombardment_tables() -> None:
    charts = NUMBERS.bombardment.charts
    assert (charts["rev8"].table, charts["rev8"].lowest) == (rows(REV8_GUNS), 0)
    assert (charts["4lb5"].table, charts["4lb5"].lowest) == (rows(LATER_GUNS), 1)
    assert NUMBERS.bombardment.columns == (1, 2, 4, 6, 8)


@pytest.mark.rule("T13.5", "T28.2")
def test_every_cell_of_both_charge_tables() -> None:
    charts = NUMBERS.charge.charts
    assert charts["rev8"].table == rows(REV8_CHARGE)
    assert charts["4lb5"].table == rows(LATER_CHARGE)


@pytest.mark.rule("T12.10")
def test_dice_beyond_a_chart_are_its_last_row() -> None:
    chart = NUMBERS.bombardment.charts["4lb5"]
    assert (chart.result(7, 0), chart.result(-1, 4)) == ("Dr*", "-")


WINTER = {
    "start": "fair cloudy fog frost snow mud",
    "fair": "fair fair cloudy cloudy frost mud",
    "cloudy": "fair cloudy cloudy rain snow mud",
    "fog": "fair fair cloudy cloudy fog rain",
    "frost": "fair frost frost cloudy snow snowstorm",
    "rain": "cloudy fog mud mud rain snow",
    "mud": "fair cloudy mud mud mud rain",
    "snow": "frost cloudy snow snow mud snowstorm",
    "snowstorm": "frost cloudy snow snow snow snowstorm",
}
MIDDLE = {
    "start": "fair fair cloudy fog frost rain",
    "fair": "fair fair fair cloudy cloudy rain",
    "cloudy": "fair fair cloudy cloudy rain rain",
    "fog": "fair fair fair cloudy cloudy rain",
    "frost": "fair fair cloudy cloudy rain mud",
    "rain": "fair cloudy cloudy mud mud rain",
    "mud": "fair cloudy cloudy mud mud rain",
}


@pytest.mark.rule("T3.2")
def test_the_weather_tables_of_winter_and_of_spring() -> None:
    assert {k: " ".join(v) for k, v in NUMBERS.sky.winter.items()} == WINTER
    assert {k: " ".join(v) for k, v in NUMBERS.sky.middle.items()} == MIDDLE


@pytest.mark.rule("T3.2")
def test_the_weather_table_of_summer() -> None:
    found = {k: ", ".join(v) for k, v in NUMBERS.sky.summer.items()}
    assert found == {
        "start": "fair, fair, fair, cloudy, fog, rain",
        "fair": "fair, fair, fair, fair, cloudy, dust storm",
        "cloudy": "fair, fair, cloudy, cloudy, rain, thunderstorm",
        "fog": "fair, fair, fair, cloudy, cloudy, cloudy",
        "dust storm": "fair, fair, fair, fair, cloudy, thunderstorm",
        "rain": "fair, cloudy, cloudy, mud, rain, thunderstorm",
        "thunderstorm": "fair, cloudy, rain, mud, mud, rain",
        "mud": "fair, fair, cloudy, cloudy, mud, rain",
    }


def test_a_scenario_changes_a_number_within_its_bounds() -> None:
    assert PRINTED.with_own({"combat.stream": "1/2"}).combat.stream * 2 == 1
    assert "fraction" in PRINTED.fault("combat.stream", "half")
    assert "between" in PRINTED.fault("charge.path", 9)
    with pytest.raises(NumbersError, match="no number"):
        PRINTED.with_own({"charge.speed": 1})
