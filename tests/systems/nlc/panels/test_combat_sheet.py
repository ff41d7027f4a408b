"""The combat sheet: each number with its reason, the table, the chances, the dice, the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.panels import combat_help
from hexwar.systems.nlc.panels import combat_sheet as sheets
from hexwar.systems.nlc.panels.combat_sheet import (
    ATTACK_DIE,
    DEFENCE_DIE,
    CombatSheet,
    Report,
    Told,
)
from hexwar.systems.nlc.panels.fire_table import FireMark, FireTableView, bands, dice, row_of
from hexwar.systems.nlc.rules.combat.assault import AssaultOutcome
from hexwar.systems.nlc.rules.combat.bombardment import BombardmentOutcome
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.table import reports as r
from hexwar.widgets.panels.bars import OutcomeBars, percent
from hexwar.widgets.panels.parts import HELP
from tests.systems.nlc.panels.opening import start
from tests.widgets import skirmish as s
from tests.widgets.skirmish import BRICHE, BRIENNE, GUNS, MAIZIERES, PIRE, UDOM, hosted, look


@dataclass(frozen=True)
class Table:
    """A small Fire Table."""

    columns: Sequence[int] = (1, 3, 6)
    lowest_die: int = 0
    table: Sequence[Sequence[str]] = (
        ("-", "-", "M"),
        ("-", "M", "M"),
        ("M", "M", "M1"),
        ("M", "M1", "1"),
        ("M1", "1", "1M1"),
        ("1", "1M1", "2"),
        ("1", "1M1", "2M1"),
    )


TABLE = Table()
GROUND = "Brienne <le> Château (0303): town, level 1, road."
REPORT = r.CombatReport(
    target=BRIENNE,
    attackers=(PIRE, BRICHE),
    defenders=(UDOM, s.KORNILOV),
    hit_hex=MAIZIERES,
    flank=True,
    attack=r.FireReport(
        s.FRENCH,
        (
            r.FireLine(PIRE, 3, (("town", -25, "N8.5"), ("Disrupted", -50, "N11.8")), 0.75),
            r.FireLine(BRICHE, 4, (("town", -25, "N8.5"),), 3.0),
        ),
        4,
        1,
        (("combined arms", 1, "N8.81"),),
    ),
    defence=r.FireReport(
        s.ALLIED, (r.FireLine(UDOM, 5, (), 5.0), r.FireLine(s.KORNILOV, 5, (), 5.0)), 10, 2, ()
    ),
    morale_defender=r.MoraleReport(BRIENNE, UDOM, 4, (("flank attack", -2, "N2.32"),), 2),
    morale_attacker=r.MoraleReport(MAIZIERES, BRICHE, 4, (), 4),
    outcomes=(("defender retreats", 0.25), ("stalemate", 0.7), ("attacker routs", 0.05)),
    leaders=(s.MILHAUD,),
)
CONFIDENT = replace(
    REPORT,
    confidence=r.ConfidenceReport(
        (
            ("Milhaud, in command range", 3, "N8.31"),
            ("Attack order", 2, "N8.31"),
            ("less than 1:1", -1, "N8.31"),
        ),
        4,
        4 / 6,
        must_roll=True,
    ),
    assumed=("The defender stands.", "No leader uses his bonus."),
)
BETWEEN = Hex("0203")
CHARGE = replace(
    REPORT,
    kind=r.CombatKind.CHARGE,
    attackers=(BRICHE,),
    hit_hex=BETWEEN,
    flank=False,
    leaders=(),
    square=r.MoraleReport(BRIENNE, UDOM, 4, (("charge from the next hex", -1, "N10.3"),), 3),
    path=(MAIZIERES, BETWEEN, BRIENNE),
)
GUNFIRE = r.BombardmentReport(
    target=BRIENNE,
    units=(GUNS,),
    defenders=(UDOM, s.KORNILOV),
    range=2,
    fire=r.FireReport(
        s.FRENCH,
        (r.FireLine(GUNS, 2, (("town", -75, "N9.2"),), 0.5),),
        1,
        0,
        (("target in road column", 1, "N9.6"),),
    ),
    morale=r.MoraleReport(BRIENNE, UDOM, 4, (), 4),
    outcomes=(("no effect", 0.5), ("one unit is Disrupted", 0.5)),
    assumed=("The weakest unit is chosen.",),
)
CANNON = Table((1, 2, 4), 1, (("-", "-", "d"), ("-", "d", "D"), ("d", "D", "1"), ("D", "1", "1")))


def table_of(report: Report) -> Table:
    """The table that a combat is looked up on."""
    return CANNON if isinstance(report, r.BombardmentReport) else TABLE


ALL = (PIRE, BRICHE, GUNS)


@pytest.fixture
def sheet(qtbot: QtBot) -> CombatSheet:
    made = hosted(qtbot, CombatSheet(look()), 1180, 760)
    made.show_report(start(), REPORT, TABLE, ALL)
    return made


def words(part: QWidget) -> str:
    """All that a part of the sheet says."""
    labels = [*part.findChildren(QLabel)] if not isinstance(part, QLabel) else [part]
    shown = [label.text() for label in labels if not label.isHidden()]
    return "\n".join(map(s.plain, shown))


def ticks(sheet: CombatSheet) -> dict[str, bool]:
    boxes = sheet.attack.findChildren(QCheckBox)
    return {b.accessibleName(): b.isChecked() for b in boxes if b.isVisibleTo(sheet)}


def tick(sheet: CombatSheet, name: str) -> QCheckBox:
    boxes = sheet.attack.findChildren(QCheckBox)
    return next(box for box in boxes if box.accessibleName() == name)


# -- what each part says

IDLE = r.FireReport(s.FRENCH, (r.FireLine(PIRE, 3, (("marsh", -120, "N8.5"),), 0.0),), 0, None, ())
KEEN = r.MoraleReport(BRIENNE, UDOM, 4, (("Old Guard", 1, "N7.4"), ("leader", 1, "N2.45")), 5)
LOW = r.MoraleReport(MAIZIERES, BRICHE, 2, (("flank attack", -2, "N2.46"),), 1)
KEENEST = r.MoraleReport(BRIENNE, UDOM, 5, (("Old Guard", 1, "N7.4"),), 5)


def confidence(value: int, chance: float) -> r.CombatReport:
    lines = (("no leader", 1, "N8.31"),)
    return replace(REPORT, confidence=r.ConfidenceReport(lines, value, chance, must_roll=False))


SAID: Mapping[str, tuple[Report, Mapping[str, str | tuple[str, ...]]]] = {
    "an assault": (
        REPORT,
        {
            "title": "Assault on Brienne <le> Château (0303)",
            "about": f"{GROUND} Flank attack N8.7. The defender fires at Maizières (0202) N8.6."
            " Leaders present: Milhaud.",
            "attack": (
                "9th Light Cavalry Division (Piré)",
                "−25 % town N8.5",
                "−50 % Disrupted N11.8",
                "3 SP at 25 % = 0.75",
                "4 SP at 75 % = 3",
                "Fire strength 3.75 rounded to 4 SP N8.4",
                "Column 3–5 of the Fire Table",
                "Die +1 combined arms N8.81",
                "Morale 4 in 0202 N2.3",
            ),
            "defence": (
                "Fire strength 10 SP N8.4",
                "Column 6+ of the Fire Table",
                "Morale 2 in 0303 N2.3",
                "9th Division (Udom), initiative + 1 = 4",
                "−2 flank attack N2.32",
            ),
        },
    ),
    "a limit that changed the morale": (
        replace(REPORT, morale_defender=KEEN, morale_attacker=LOW),
        {
            "defence": ("+1 leader N2.45\nat most 5 N2.3",),
            "attack": ("−2 flank attack N2.46\nat least 1 N2.3",),
        },
    ),
    "a side that cannot fire": (
        replace(REPORT, attack=IDLE, morale_attacker=None, leaders=(), flank=False),
        {"attack": ("It cannot fire.", "3 SP at 0 % = 0", "No morale check.")},
    ),
    "an assault that needs confidence": (
        CONFIDENT,
        {
            "check": (
                "Attack Confidence N8.3",
                *("+3", "Milhaud, in command range N8.31", "+2", "Attack order N8.31", "−1"),
                "Value 4: the assault is made with a die of 4 or less. N8.32",
                "Their order bids them roll: they may not drop it. N8.33",
            ),
            "condition": "Once the assault is made, which is 67 % likely N8.3:",
            "assumed": "Taken for granted: The defender stands. No leader uses his bonus.",
        },
    ),
    "a value above the die": (
        confidence(9, 5 / 6),
        {"check": ("Value 9: the assault is made with a die of 5 or less.",)},
    ),
    "a value below the die": (
        confidence(-2, 1 / 6),
        {"check": ("Value −2: the assault is made with a die of 1.",)},
    ),
    "an assault that was made": (
        replace(CONFIDENT, dice=((sheets.CONFIDENCE_DIE, 3), (ATTACK_DIE, 5))),
        {"check": ("The die showed 3.",), "condition": "Once the assault was made:"},
    ),
    "an assault that is being made": (
        replace(CONFIDENT, dice=((sheets.CONFIDENCE_DIE, 4),)),
        {"condition": "The assault is made:"},
    ),
    "an assault that was not made": (
        replace(CONFIDENT, dice=((sheets.CONFIDENCE_DIE, 6),)),
        {"condition": "Had the assault been made:"},
    ),
    "a charge": (
        CHARGE,
        {
            "title": "Charge against Brienne <le> Château (0303)",
            "about": f"{GROUND} They ride from 0202 by 0203, 2 hexes N10.1.",
            "attack": ("French charge",),
            "check": (
                "Square N10.3",
                "9th Division (Udom), initiative + 1 N2.3",
                "charge from the next hex N10.3",
                "Value 3: they form square with a die of 3 or less.",
            ),
        },
    ),
    "the limit of a morale for a square": (
        replace(CHARGE, square=KEENEST),
        {"check": ("at most 5 N2.3",)},
    ),
    "the die of a square": (
        replace(CHARGE, dice=((sheets.SQUARE_DIE, 5),)),
        {"check": ("The die showed 5.",)},
    ),
    "a charge over the next hexside": (
        replace(CHARGE, path=(MAIZIERES, BRIENNE), hit_hex=MAIZIERES),
        {"about": f"{GROUND} They ride from 0202, 1 hex N10.1."},
    ),
    "a reaction": (
        replace(CHARGE, kind=r.CombatKind.REACTION),
        {"title": "Reaction charge against Brienne <le> Château (0303)"},
    ),
    "a bombardment": (
        GUNFIRE,
        {
            "title": "Bombardment of Brienne <le> Château (0303)",
            "about": f"{GROUND} Range: 2 hexes N9.1.",
            "attack": (
                "French guns",
                "−75 % town N9.2",
                "Fire strength 0.5 rounded to 1 SP N9.8",
                "Column 1 of the Bombardment Table",
                "Die +1 target in road column N9.6",
            ),
            "defence": (
                "Coalition target",
                "They do not fire back. N9.9",
                "Morale 4 in 0303 N2.3",
            ),
            "legend": ("N9.6",),
        },
    ),
    "guns beside their target": (
        replace(GUNFIRE, range=1),
        {"about": f"{GROUND} Range: the next hex N9.1."},
    ),
}
"""Reports, and what the parts of the sheet say of them: all of it, or these words among others."""


@pytest.mark.rule("N2.3", "N2.43")
@pytest.mark.parametrize("case", SAID)
def test_the_sheet_says(sheet: CombatSheet, case: str) -> None:
    report, said = SAID[case]
    sheet.show_report(start(), report, table_of(report))
    for part, phrases in said.items():
        shown = words(getattr(sheet, part))
        if isinstance(phrases, str):
            assert shown == phrases
        else:
            assert [phrase for phrase in phrases if phrase not in shown] == []


def test_what_a_combat_has_not_is_not_on_its_sheet(sheet: CombatSheet) -> None:
    assert "at most" not in words(sheet.defence) + words(sheet.attack)
    assert not any(p.isVisible() for p in (sheet.check, sheet.condition, sheet.assumed))
    sheet.show_report(start(), CONFIDENT, TABLE)
    assert sheet.check.isVisible()
    assert sheet.check.bar.words == "Made 67 %, not made 33 %"
    for report in (confidence(9, 5 / 6), replace(CONFIDENT, dice=((sheets.CONFIDENCE_DIE, 3),))):
        sheet.show_report(start(), report, TABLE)
        assert not sheet.check.note.isVisible()
    sheet.show_report(start(), CHARGE, TABLE)
    assert "at most" not in words(sheet.check)
    assert sheet.check.bar.words == "Formed 50 %, not formed 50 %"
    sheet.show_report(start(), replace(REPORT, attack=IDLE, morale_attacker=None), TABLE)
    assert len(sheet.table.spots) == 1


def test_the_button_names_the_kind(sheet: CombatSheet) -> None:
    reaction = replace(CHARGE, kind=r.CombatKind.REACTION)
    kinds = ((REPORT, "Assault"), (CHARGE, "Charge"), (reaction, "React"), (GUNFIRE, "Bombard"))
    for report, name in kinds:
        sheet.show_report(start(), report, table_of(report))
        assert sheet.go.text() == name


# -- what the player does


def test_units_are_taken_in_and_left_out_only_by_hand(sheet: CombatSheet, qtbot: QtBot) -> None:
    assert ticks(sheet) == {
        "9th Light Cavalry Division (Piré)": True,
        "5th Dragoon Division (Briche)": True,
        "V Cavalry horse artillery": False,
    }
    assert "does not take part, 2 SP" in words(sheet.attack)
    with qtbot.waitSignal(sheet.attackersChanged) as changed:
        tick(sheet, "V Cavalry horse artillery").click()
    assert changed.args == [[PIRE, BRICHE, GUNS]]
    with qtbot.waitSignal(sheet.attackersChanged) as changed:
        tick(sheet, "9th Light Cavalry Division (Piré)").click()
    assert changed.args == [[BRICHE, GUNS]]

    with qtbot.assertNotEmitted(sheet.attackersChanged):
        for report in (replace(REPORT, attackers=(BRICHE,)), REPORT):
            sheet.show_report(start(), report, TABLE, ALL)


def test_a_refusal_stops_the_assault_else_one_goes_on_or_gives_up(
    sheet: CombatSheet, qtbot: QtBot
) -> None:
    sheet.show_refusal(Refusal("Nobody attacks.", "N8.35"))
    assert words(sheet.refusal) == "Nobody attacks. N8.35"
    with qtbot.assertNotEmitted(sheet.assaultAsked):
        QTest.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
    sheet.show_refusal(None)
    assert sheet.go.isEnabled()
    assert words(sheet.refusal) == ""

    with qtbot.waitSignal(sheet.assaultAsked):
        sheet.go.click()
    with qtbot.waitSignal(sheet.closed):
        sheet.close_button.click()

    parts = ("title", "about", "legend", "story", "refusal", "question", "check", "condition")
    for part in (*(getattr(sheet, name) for name in parts), sheet.attack.total):
        with qtbot.waitSignal(sheet.linkActivated) as followed:
            part.linkActivated.emit("rule:N8.8")
        assert followed.args == ["rule:N8.8"]


def test_after_the_dice_the_same_sheet_tells_what_happened(sheet: CombatSheet) -> None:
    assert not sheet.story.isVisible()
    thrown = replace(REPORT, dice=((ATTACK_DIE, 4), (DEFENCE_DIE, 2), ("defender's morale", 5)))
    sheet.show_report(start(), thrown, TABLE, ALL, told=Told(story=("Udom fell.", "So.")))
    said = [spot.words for spot in sheet.dice.spots]
    assert said == ["attackers' fire: 4", "defenders' fire: 2", "defender's morale: 5"]
    assert sheet.story.isVisible()
    assert words(sheet.story) == "Udom fell.\nSo."
    assert words(sheet.chances) == "What might have happened"
    assert ticks(sheet) == {}
    assert sheet.go.isHidden()
    assert sheet.close_button.text() == "Close"
    assert "3 SP at 25 % = 0.75" in words(sheet.attack)


def test_a_bombardment_has_its_own_table_and_die(sheet: CombatSheet) -> None:
    sheet.show_report(start(), GUNFIRE, CANNON, (GUNS,))
    assert ticks(sheet) == {"V Cavalry horse artillery": True}
    assert [spot.words for spot in sheet.table.spots] == [
        "French guns, column 1. By die, 1: no effect; 2: d: one unit checks morale;"
        " 3: D: the stack checks morale; 4: D: the stack checks morale;"
        " 5: D: the stack checks morale; 6: D: the stack checks morale."
    ]
    sheet.show_report(start(), replace(GUNFIRE, dice=((sheets.BOMBARDMENT_DIE, 4),)), CANNON)
    assert [spot.words for spot in sheet.dice.spots] == ["bombardment: 4"]
    assert sheet.go.isHidden()


def test_the_buttons_stay_in_sight_at_every_scale(sheet: CombatSheet) -> None:
    before = words(sheet.attack)
    sheet.resize(1366, 700)
    for scale, theme in ((0.8, "light"), (1.5, "light"), (2.0, "dark")):
        sheet.set_look(look(scale, theme))
        QTest.qWait(0)
        assert sheet.rect().contains(sheet.go.geometry())
        assert sheet.rect().contains(sheet.close_button.geometry())
    assert words(sheet.attack) == before  # another look keeps the sheet
    assert not sheet.grab().isNull()


def test_in_a_narrow_window_the_table_lies_below_both_sides(qtbot: QtBot) -> None:
    made = hosted(qtbot, CombatSheet(look()), 560, 760)
    made.show_report(start(), CONFIDENT, TABLE)

    def lies_below(side: QWidget) -> bool:
        foot = side.mapTo(made, QPoint(0, side.height())).y()
        return made.table.mapTo(made, QPoint()).y() >= foot

    def lies(below: bool) -> bool:
        return all(lies_below(side) == below for side in (made.attack, made.defence))

    for width, is_below in ((560, True), (1180, False)):  # one that grows puts it between
        made.resize(width, 760)
        qtbot.waitUntil(partial(lies, is_below))
        assert made.attack.y() == made.defence.y()
    assert made.table.mapTo(made, QPoint()).x() > 300


# -- the map


def test_the_map_shows_who_goes_for_whom() -> None:
    state = start()
    # The board holds the whole way of a charge.
    assert sheets.fought_hexes(state, CHARGE) == (BRIENNE, *CHARGE.path, MAIZIERES)
    assert sheets.fought_hexes(state, GUNFIRE) == (BRIENNE, MAIZIERES)


# -- the Fire Table


def test_columns_are_named_as_printed_and_chances_never_certain() -> None:
    assert bands(TABLE) == ["1–2", "3–5", "6+"]
    assert dice(TABLE) == ["≤ 0", "1", "2", "3", "4", "5", "≥ 6"]

    for total, row in ((-3, 0), (0, 0), (1, 1), (6, 6), (9, 6)):  # on the edge of the table
        assert row_of(TABLE, total) == row

    chances = (0.0, 0.0004, 0.034, 0.415, 0.9996, 1.0)
    said = ["0.0 %", "< 0.1 %", "3.4 %", "42 %", "> 99.9 %", "100 %"]
    assert [percent(chance) for chance in chances] == said


def test_a_column_is_read_out_by_die_and_the_cell_that_was_thrown_is_framed(qtbot: QtBot) -> None:
    view = hosted(qtbot, FireTableView(look()), 600, 300)
    mark = FireMark("French attack", look().colour("accent"), 1, 1, die=6)
    view.show_fire(TABLE, [mark, replace(mark, name="Coalition defence", column=None)])
    assert [spot.words for spot in view.spots] == [
        "French attack, column 3–5. By die, 1: M: morale check; 2: M1: morale check at −1;"
        " 3: 1: 1 step lost, morale check; 4: 1M1: 1 step lost, morale check at −1;"
        " 5: 1M1: 1 step lost, morale check at −1; 6: 1M1: 1 step lost, morale check at −1."
    ]
    pictures = []
    for die in (None, 3):
        view.show_fire(TABLE, [replace(mark, die=die)])
        pictures.append(view.grab().toImage())
    assert pictures[0] != pictures[1]


def test_outcomes_are_read_out_and_there_is_room_for_more(qtbot: QtBot) -> None:
    bars = hosted(qtbot, OutcomeBars(look()), 400, 200)
    size = bars.sizeHint()
    bars.show_outcomes(REPORT.outcomes)
    said = ["defender retreats: 25 %", "stalemate: 70 %", "attacker routs: 5.0 %"]
    assert [spot.words for spot in bars.spots] == said
    assert bars.sizeHint() == size
    assert not bars.grab().isNull()

    usual = bars.sizeHint().height()
    bars.show_outcomes([(f"end {place}", 0.1) for place in range(10)])
    assert bars.sizeHint().height() == 10 * usual // 4


# -- chances


def test_dice_stand_in_columns_of_three(sheet: CombatSheet) -> None:
    dice = tuple((f"die {place}", place) for place in range(1, 6))
    sheet.show_report(start(), replace(REPORT, dice=dice), TABLE)

    boxes = [spot.box for spot in sheet.dice.spots]
    assert len({box.left() for box in boxes[:3]}) == len({box.top() for box in boxes[2::3]}) == 1
    assert boxes[3].left() > boxes[0].left()
    assert boxes[3].top() == boxes[0].top()
    assert all(sheet.dice.rect().toRectF().contains(box) for box in boxes)


def test_an_end_has_the_colour_of_who_suffers_it(qtbot: QtBot) -> None:
    bars = hosted(qtbot, OutcomeBars(look()), 400, 200)
    for name, colour in (
        ("defender routs", "good"),
        ("target retreats", "good"),
        ("chargers repulsed", "accent"),
        ("attacker eliminated", "accent"),
        ("stalemate", "warning"),
    ):
        bars.show_outcomes([(name, 1.0)])
        middle = bars.spots[0].box.center().toPoint()
        shown = bars.grab().toImage().pixelColor(middle.x() + 60, middle.y())
        assert shown == look().colour(colour), name


# -- help


def test_every_row_says_what_it_is_and_leads_to_its_rule(sheet: CombatSheet) -> None:
    for report in (CONFIDENT, CHARGE, GUNFIRE):
        sheet.show_report(start(), report, table_of(report), ALL)
        parts = (sheet.chances, sheet.assumed, sheet.table, sheet.legend, sheet.attack.total)
        for part in (*parts, sheet.attack.morale, sheet.defence.morale, sheet.check.verdict):
            rule = part.property(HELP).removeprefix("rule:")
            assert rule in part.toolTip(), part
        assert all(spot.tooltip for spot in sheet.bars.spots)
    assert "N9.8" in sheet.attack.total.toolTip()
    rows = [row.toolTip() for row in sheet.attack.findChildren(QWidget) if row.toolTip()]
    assert any("Its strength in this combat" in tip for tip in rows)


def test_every_end_that_chances_name_is_explained() -> None:
    named = [*AssaultOutcome, *ChargeOutcome, *BombardmentOutcome]
    before = (ChargeOutcome.GONE, ChargeOutcome.MET)  # the target is never hit
    assert [end for end in named if end.value not in combat_help.ENDS and end not in before] == []
    assert "N8.9" in combat_help.end_tip("stalemate", "5 %")
    assert combat_help.end_tip("rain", "5 %") == "<b>Rain</b>: 5 %"
