"""The tables of combat on positions: every cell, every row alone and every two rows together.

The values are typed from the rulebook. A row is what brings it about on the table: a terrain, a
mark, the weather. Two rows can be put together if they ask for different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.rules.combat.assault import ASSAULT, assault
from hexwar.systems.nlc.rules.combat.charge_fire import charge_fight, charge_fire
from hexwar.systems.nlc.rules.combat.confidence import confidence_report
from hexwar.systems.nlc.rules.combat.fight import fight_over
from hexwar.systems.nlc.rules.combat.fire import Hit, attack_report, defence_report
from hexwar.systems.nlc.rules.combat.reaction import Reaction, meeting_fires
from hexwar.systems.nlc.rules.losses.morale import morale_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.reports import FireReport
from tests.systems.nlc.assaults import on, terrain
from tests.systems.nlc.cases import each
from tests.systems.nlc.chapters import put
from tests.systems.nlc.charges import CLOSE, line, of
from tests.systems.nlc.plays import play
from tests.systems.nlc.positions import FRENCH, OPEN, hexes, position, units
from tests.systems.nlc.typed_tables import FIRE, STRENGTHS
from tests.systems.nlc.typed_tables import rows as rows_of

TARGET = Hex("0403")
EDGE = "0403-0404"
LEADER = (LeaderId("F9"),)


@dataclass(frozen=True)
class Row:
    """A row of a table: its worth and what it asks for; each need has one value in a position."""

    worth: int
    needs: Mapping[str, Any] = field(default_factory=dict)


Rows = Mapping[str, Row]


def row(worth: int, **needs: Any) -> Row:
    return Row(worth, needs)


def together(rows: Rows, names: tuple[str, ...]) -> dict[str, Any] | None:
    """What rows ask for together; None where they ask for different values of one need."""
    needs: dict[str, Any] = {}
    for name in names:
        for need, value in rows[name].needs.items():
            if needs.setdefault(need, value) != value:
                return None
    return needs


def beside(rows: Rows, name: str) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """A row alone and with every later row that can hold in the same position."""
    later = list(rows)[list(rows).index(name) + 1 :]
    for names in ((name,), *((name, other) for other in later)):
        needs = together(rows, names)
        if needs is not None:
            yield names, needs


def worth(rows: Rows, names: tuple[str, ...], silent: Mapping[frozenset[str], int]) -> int:
    """What rows are worth together."""
    return silent.get(frozenset(names), sum(rows[name].worth for name in names))


def edges(needs: Mapping[str, Any]) -> dict[str, Any]:
    """The hexsides between 0403 and 0404, and the other words of a position."""
    words: dict[str, Any] = {}
    if "water" in needs:
        words[needs["water"]] = [EDGE]
    if "crest" in needs:
        words["crests"] = [EDGE]
    if "slope" in needs:
        words["slopes"] = ["0404-0403"]
    if "position" in needs:
        words["positions"] = ["0403"]
    words["weather"] = needs.get("weather", "fair")
    words["kind"] = needs.get("kind", TurnKind.DAY)
    return words


def table(
    lines: list[str], needs: Mapping[str, Any], active: str = "FI"
) -> tuple[GameState, tuple[LeaderId, ...]]:
    """A position of what is asked for, and who leads in person."""
    state = position(terrain(needs.get("ground", ".")), *lines, active=active, **edges(needs))
    return state, LEADER if "leader" in needs else ()


# -- the Fire Table (N8.8)


@dataclass(frozen=True)
class Loaded:
    """Dice that show some values and then ones."""

    first: tuple[int, ...]
    seed: None = None

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        die = self.first[number] if number < len(self.first) else 1
        return list(options).index(die)


def attackers_fire(state: GameState, named: str, die: int) -> FireResolved:
    """The attackers' fire on 0403 in a whole assault, whose die shows a value."""
    declared = on("0403", named)
    played = play(state, lambda table: assault(table, FRENCH, declared), Loaded((1, die)))
    resolved: FireResolved = played.of("FireResolved")[0]
    return resolved


@pytest.mark.rule("N8.8")
@each("die", *range(1, 7))
@each("column", *range(8))
def test_every_cell_of_the_fire_table_in_an_assault(die: int, column: int) -> None:
    for strength in STRENGTHS[column]:
        lines = (f"F1 infantry {strength}-3 0404", "A1 infantry 5-3 0403")
        fire = attackers_fire(position(OPEN, *lines, active="FI"), "F1", die)
        assert (fire.strength, fire.column) == (strength, column)
        assert fire.result == rows_of(FIRE)[die][column]


@pytest.mark.rule("N8.8", "N8.81")
@each("column", *range(1, 8))
@each("square", False, True)
def test_the_last_rows_of_the_fire_table_in_an_assault(column: int, square: bool) -> None:
    rest = STRENGTHS[column][0] - 2
    target = "A1 infantry 5-3 0403" + " square" * square
    lines = (f"F1 infantry {rest}-3 0404", "F3 battery 1-3 0404", "F2 light 1-3 0304", target)
    # combined arms, the square; one light cavalry at -25 is still one of the sum's half points
    fire = attackers_fire(position(OPEN, *lines, active="FI"), "F1 F2 F3", 6)
    assert (fire.column, fire.modifiers) == (column, 2 if square else 1)
    assert fire.result == rows_of(FIRE)[8 if square else 7][column]


# -- the percentages of attackers (N8.5)

ATTACK: Rows = {
    "town": row(-25, ground="t"),
    "woods": row(-50, ground="w"),
    "marsh": row(-50, ground="m"),
    "chateau": row(-50, ground="c"),
    "improved position": row(-50, position=True),
    "stream": row(-25, water="streams"),
    "trestle": row(-25, water="trestles"),
    "bridge": row(-50, water="bridges"),
    "pontoon bridge": row(-50, water="pontoons"),
    "crest": row(-25, crest=True),
    "slope": row(-25, slope=True),
    "Disrupted": row(-50, mark="disrupted"),
    "road column": row(-50, mark="column"),
    "Old Guard": row(50, guard="old_guard"),
    "Ney": row(25, leader="ney"),
    "Napoleon": row(25, leader="napoleon", arm="infantry"),
    "guns at night": row(-50, arm="battery", kind=TurnKind.NIGHT_PM, weather="fair"),
    "cavalry against infantry": row(-25, arm="light", weather="fair"),
    "cavalry against infantry in snow": row(-25, arm="heavy", weather="snow"),
    "rain, no enemy infantry": row(-50, arm="infantry", foe="light", weather="rain"),
    "rain, cavalry against infantry": row(100, arm="light", foe="infantry", weather="rain"),
    "snowstorm": row(-25, arm="infantry", weather="snowstorm"),
    "mud": row(-50, arm="horse", weather="mud"),
}

GROUNDS = ("town", "woods", "marsh", "chateau")
OVER = ("bridge", "pontoon bridge")
WORSE = {
    **{frozenset((ground, "improved position")): -50 for ground in GROUNDS},
    **{frozenset((ground, bridge)): -50 for ground in GROUNDS for bridge in OVER},
    **{frozenset(("improved position", bridge)): -50 for bridge in OVER},
}
"""Of the ground, a position and a bridge only the worse counts (N8.51, N21.1)."""


def percent(report: FireReport, name: str) -> int:
    """All percentages of a unit together."""
    return sum(pips for _, pips, _ in line(report, name).percents)


def attacked(needs: Mapping[str, Any]) -> FireReport:
    """The fire of F1 from 0404 on A1 in 0403."""
    words = f"{needs.get('mark', '')} {needs.get('guard', '')}"
    lines = [f"F1 {needs.get('arm', 'infantry')} 8-3 0404 {words}"]
    lines += [f"A1 {needs.get('foe', 'infantry')} 5-3 0403"]
    lines += [f"F9 overall 0404 {needs['leader']}"] if "leader" in needs else []
    state, led = table(lines, needs)
    return attack_report(state, fight_over(state, TARGET, units("F1"), Hex("0404"), led))


def shows(report: FireReport, names: tuple[str, ...], expected: int) -> None:
    """F1 fires with 8 SP and percentages, and the side with that, rounded half up."""
    assert percent(report, "F1") == expected, names
    hundredths = 8 * max(0, 100 + expected)
    assert line(report, "F1").strength == hundredths / 100, names
    if len(report.lines) == 1:
        assert report.strength == (hundredths + 50) // 100, names


@pytest.mark.rule("N8.5", "N8.51", "N18", "N7.5", "N17.1", "N21.1", "N8.4")
@each("name", *ATTACK)
def test_each_row_of_the_attackers_alone_and_beside_every_other(name: str) -> None:
    for names, needs in beside(ATTACK, name):
        shows(attacked(needs), names, worth(ATTACK, names, WORSE))


# -- the percentages of defenders (N8.5)

DEFENCE: Rows = {
    "out of woods": row(-50, ground="w"),
    "Disrupted": row(-50, mark="disrupted"),
    "road column": row(-50, mark="column"),
    "Old Guard": row(50, guard="old_guard"),
    "Napoleon": row(25, leader="napoleon", arm="infantry"),
    "artillery alone": row(-50, arm="battery", alone=True),
    "guns at night": row(-50, arm="horse", kind=TurnKind.NIGHT_PM, weather="fair"),
    "behind a square": row(-100, arm="light", friend="square"),
    "rain, no enemy infantry": row(-50, arm="infantry", foe="light", weather="rain"),
    "rain, cavalry against infantry": row(100, arm="light", foe="infantry", weather="rain"),
    "snowstorm": row(-25, arm="infantry", weather="snowstorm"),
    "mud": row(-50, arm="horse", weather="mud"),
}


def defended(needs: Mapping[str, Any]) -> FireReport:
    """The fire of F1 out of 0403 at those who attack it from 0404."""
    words = f"{needs.get('mark', '')} {needs.get('guard', '')}"
    lines = [f"A1 {needs.get('foe', 'infantry')} 5-3 0404"]
    lines += [f"F1 {needs.get('arm', 'infantry')} 8-3 0403 {words}"]
    lines += [] if "alone" in needs else [f"F2 infantry 1-3 0403 {needs.get('friend', '')}"]
    lines += [f"F9 overall 0403 {needs['leader']}"] if "leader" in needs else []
    state, led = table(lines, needs, active="AI")
    return defence_report(state, fight_over(state, TARGET, units("A1"), Hex("0404"), led))


@pytest.mark.rule("N8.5", "N18", "N7.5", "N10.32", "N8.4")
@each("name", *DEFENCE)
def test_each_row_of_the_defenders_alone_and_beside_every_other(name: str) -> None:
    for names, needs in beside(DEFENCE, name):
        shows(defended(needs), names, worth(DEFENCE, names, {}))


# -- the percentages of a charge (N10.5)

CHARGE: Rows = {
    "town": row(-50, ground="t"),
    "woods": row(-75, ground="w"),
    "marsh": row(-75, ground="m"),
    "stream": row(-25, water="streams"),
    "trestle": row(-25, water="trestles"),
    "crest": row(0, crest=True),
    "slope": row(-50, slope=True),
    "snow": row(-25, weather="snow"),
    "snowstorm": row(-25, weather="snowstorm"),
    "caught infantry": row(100, foe="infantry", foe_mark="", ground="."),
    "guns alone": row(100, foe="battery"),
    "square": row(-75, foe="infantry", foe_mark="square"),
    "rain against infantry in square": row(25, foe="infantry", foe_mark="square", weather="rain"),
    "heavy against light": row(25, foe="light", arm="heavy"),
    "met": row(-25, met=True),
    "Ney": row(25, leader="ney"),
    "Disrupted": row(-50, mark="disrupted"),
}

TWICE = {frozenset(("square", "rain against infantry in square")): 25}
"""The one row holds the other."""

HALTED = 50
"""Where nothing else is said the chargers meet cavalry at the halt."""


def charged(needs: Mapping[str, Any]) -> FireReport:
    """The fire of F1, which charges A1 in 0403 from 0404."""
    lines = [f"F1 {needs.get('arm', 'heavy')} 8-3 0404 {needs.get('mark', '')}"]
    lines += [f"A1 {needs.get('foe', 'heavy')} 5-3 0403 {needs.get('foe_mark', '')}"]
    lines += [f"F9 overall 0404 {needs['leader']}"] if "leader" in needs else []
    state, led = table(lines, needs)
    met = needs.get("met", False)
    return charge_fire(state, charge_fight(state, of("F1", CLOSE), met=met, bonus=led))


@pytest.mark.rule("N10.5", "N18", "N7.5", "N8.4")
@each("name", *CHARGE)
def test_each_row_of_a_charge_alone_and_beside_every_other(name: str) -> None:
    for names, needs in beside(CHARGE, name):
        halted = 0 if needs.get("foe") in ("infantry", "battery") else HALTED
        shows(charged(needs), names, halted + worth(CHARGE, names, TWICE))


@pytest.mark.rule("N10.21", "N10.5")
@each(
    "start path strengths",
    # chargers who have come to 0404 are met there in the open, those next to 0403 in their hex
    ("0406", "0406 0405 0404 0403", (8, 8)),
    ("0404", "0404 0403", (8, 6)),
)
def test_the_last_hexside_of_a_reaction_counts(
    start: str, path: str, strengths: tuple[int, int]
) -> None:
    lines = (f"F1 light 8-3 {start}", "A1 infantry 5-3 0403", "A2 light 8-3 0603")
    state = position(OPEN, *lines, active="FI", streams=["0404-0504"])
    reaction = Reaction(units("A2"), hexes("0603 0504 0404"))
    fires = meeting_fires(state, of("F1", hexes(path)), reaction)
    assert (fires[0].strength, fires[1].strength) == strengths


# -- Attack Confidence (N8.31)

CONFIDENCE: Rows = {
    "Attack": row(2, order="attack 0401"),
    "Support": row(0, order="support FII"),
    "Defend": row(0, order="defend 0403"),
    "2:1": row(2, foe_sp=4),
    "1.5:1": row(1, foe_sp=5),
    "1:1": row(0, foe_sp=8),
    "below 1:1": row(-1, foe_sp=9),
    "just above 1:2": row(-1, foe_sp=15),
    "1:2": row(-3, foe_sp=16),
    "OC": row(1, overall="0506"),
    "Blücher": row(2, overall="0506 blucher"),
    "target Disrupted": row(1, foe_mark="disrupted"),
    "target in column": row(1, foe_mark="column", ground="."),
    "town": row(-1, ground="t"),
    "chateau": row(-1, ground="c"),
    "woods": row(-1, ground="w"),
    "improved position": row(-1, position=True),
    "slope": row(-1, slope=True),
    "attackers Disrupted": row(-1, mark="disrupted"),
    "demoralized": row(-2, spirit="demoralized"),
    "exhausted": row(-2, spirit="exhausted"),
    "second round": row(-1, second=True),
}

STRONG = ("town", "chateau", "woods", "improved position", "slope")
ONCE = {
    **{frozenset(pair): -1 for pair in combinations(STRONG, 2)},
    # no flank in an improved position
    frozenset(("target in column", "improved position")): -1,
}
"""The ground counts once (N8.36)."""


def confident(needs: Mapping[str, Any]) -> int:
    """The Attack Confidence of F1, whose commander is rated 2, against A1 in 0403."""
    lines = [f"F1 infantry 8-3 0404 {needs.get('mark', '')}", "F8 leader 0405 rating:2"]
    lines += [f"A1 infantry {needs.get('foe_sp', 8)}-3 0403 {needs.get('foe_mark', '')}"]
    lines += [f"F9 overall {needs['overall']} of:FHQ rating:5"] if "overall" in needs else []
    lines += ["F7 infantry 1-3 0707 of:FII"]
    orders = f"FI: {needs.get('order', 'probe 0401')}; FII: attack 0401"
    words = {**edges(needs), "orders": orders}
    state = position(terrain(needs.get("ground", ".")), *lines, active="FI", **words)
    if "spirit" in needs:
        put(state, **{needs["spirit"]: (FormationId("FI"),)})
    second = needs.get("second", False)
    return confidence_report(state, TARGET, units("F1"), second_round=second).value


@pytest.mark.rule("N8.31", "N8.36", "N7.6", "N8.10", "N15.2", "N20.83")
@each("name", *CONFIDENCE)
def test_each_row_of_confidence_alone_and_beside_every_other(name: str) -> None:
    for names, needs in beside(CONFIDENCE, name):
        assert confident(needs) == 2 + worth(CONFIDENCE, names, ONCE), names


# -- the defenders' morale in an assault (N2.32)

MORALE: Rows = {
    "Russian infantry": row(1, nation="russian"),
    "leader": row(1, leader=True),
    "demoralized": row(-1, spirit="demoralized"),
    "exhausted": row(-1, spirit="exhausted"),
    "guns": row(-1, guns=True),
    "road column": row(-2, mark="column", ground="."),
    "opposite hexes": row(-2, opposite=True, ground="."),
    "woods": row(-2, ground="w"),
    "Disrupted": row(-1, mark="disrupted"),
    "M1": row(-1, shaken=True),
    "town": row(1, ground="t"),
    "chateau": row(1, ground="c"),
    "improved position": row(1, position=True),
    "below 1:1": row(0, sp=4),
    "2.5:1 and more": row(0, sp=40),
}

FLANKED = {
    frozenset(("road column", "opposite hexes")): -2,
    frozenset(("road column", "improved position")): 1,  # no flank in a position
    frozenset(("opposite hexes", "improved position")): 1,
    frozenset(("town", "improved position")): 1,
    frozenset(("chateau", "improved position")): 1,
}
"""A flank counts once, and so does what shelters."""


def weight(attack: int, defence: int) -> int:
    """The row of N2.32 for the fire of both sides, typed from it."""
    if attack < defence:
        return 2
    if 4 * attack < 7 * defence:
        return 1
    return -1 if 2 * attack >= 5 * defence else 0


def steadiness(needs: Mapping[str, Any]) -> tuple[int, int]:
    """What A1 in 0403 tests with before the limits, and the row of the fire in it."""
    words = f"{needs.get('nation', '')} {needs.get('mark', '')}"
    lines = [f"A1 infantry 5-3 0403 {words}", f"F1 infantry {needs.get('sp', 10)}-3 0404"]
    lines += ["A9 leader 0403"] if "leader" in needs else []
    lines += ["F2 battery 1-3 0404"] if "guns" in needs else []
    lines += ["F3 infantry 1-3 0402"] if "opposite" in needs else []
    state = position(terrain(needs.get("ground", ".")), *lines, active="FI", **edges(needs))
    if "spirit" in needs:
        put(state, **{needs["spirit"]: (FormationId("AI"),)})
    named = tuple(unit for unit in units("F1 F2 F3") if unit in state.units)
    combat = ASSAULT.combat(state, fight_over(state, TARGET, named, Hex("0404")))
    hit = Hit(0, checks=True, shaken="shaken" in needs)
    report = morale_report(state, units("A1"), ASSAULT.defenders_check(state, combat, hit))
    fire = weight(combat.attack.strength, combat.defence.strength)
    assert report.value == min(max(report.base + sum(m for _, m, _ in report.modifiers), 1), 5)
    return report.base + sum(pips for _, pips, _ in report.modifiers), fire


@pytest.mark.rule("N2.32", "N2.43", "N2.46", "N8.7")
@each("name", *MORALE)
def test_each_row_of_morale_in_an_assault_alone_and_beside_every_other(name: str) -> None:
    for names, needs in beside(MORALE, name):
        value, fire = steadiness(needs)
        pair = FLANKED.get(frozenset(names))
        worths = [MORALE[one].worth for one in names] if pair is None else [pair]
        raised = 4 + sum(pips for pips in worths if pips > 0)  # of which 5 count (N2.43)
        lowered = sum(pips for pips in worths if pips < 0)
        assert value == min(raised, 5) + lowered + fire, names
