"""Combat sheets of each kind: confidence, square, charge, bombardment, and the cut of the map."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex, Layout
from hexwar.systems.nlc.panels.board_markers import markers_of
from hexwar.systems.nlc.panels.combat_sheet import (
    ATTACK_DIE,
    BOMBARDMENT_DIE,
    CONFIDENCE_DIE,
    SQUARE_DIE,
    CombatSheet,
    Report,
    fought_hexes,
    overlays_of,
    place_words,
)
from hexwar.table.overlays import Aim, Target
from hexwar.table.reports import (
    BombardmentReport,
    CombatKind,
    ConfidenceReport,
    FireLine,
    FireReport,
    MoraleReport,
)
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.tiles import MapLayer
from hexwar.widgets.panels.bars import OutcomeBars
from hexwar.widgets.panels.map_cut import MapCut
from tests.systems.nlc.panels.opening import start
from tests.systems.nlc.panels.test_combat_sheet import REPORT, TABLE, Table, ticks, words
from tests.widgets.skirmish import (
    BRICHE,
    BRIENNE,
    FRENCH,
    GUNS,
    KORNILOV,
    MAIZIERES,
    PIRE,
    UDOM,
    battlefield,
    hosted,
    look,
)

CONFIDENT = replace(
    REPORT,
    confidence=ConfidenceReport(
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
    kind=CombatKind.CHARGE,
    attackers=(BRICHE,),
    hit_hex=BETWEEN,
    flank=False,
    leaders=(),
    square=MoraleReport(BRIENNE, UDOM, 4, (("charge from the next hex", -1, "N10.3"),), 3),
    path=(MAIZIERES, BETWEEN, BRIENNE),
)
GUNFIRE = BombardmentReport(
    target=BRIENNE,
    units=(GUNS,),
    defenders=(UDOM, KORNILOV),
    range=2,
    fire=FireReport(
        FRENCH,
        (FireLine(GUNS, 2, (("town", -75, "N9.2"),), 0.5),),
        1,
        0,
        (("target in road column", 1, "N9.6"),),
    ),
    morale=MoraleReport(BRIENNE, UDOM, 4, (), 4),
    outcomes=(("no effect", 0.5), ("one unit is Disrupted", 0.5)),
    assumed=("The weakest unit is chosen.",),
)
CANNON = Table((1, 2, 4), 1, (("-", "-", "d"), ("-", "d", "D"), ("d", "D", "1"), ("D", "1", "1")))


@pytest.fixture
def sheet(qtbot: QtBot) -> CombatSheet:
    made = CombatSheet(look())
    hosted(qtbot, made, 1180, 760)
    return made


# -- Attack Confidence


def test_each_line_of_the_confidence_has_its_rule(sheet: CombatSheet) -> None:
    sheet.show_report(start(), CONFIDENT, TABLE, (PIRE, BRICHE))

    said = words(sheet.check)
    assert "Attack Confidence N8.3" in said
    for line in ("+3", "Milhaud, in command range N8.31", "+2", "Attack order N8.31", "−1"):
        assert line in said
    assert "Value 4: the assault is made with a die of 4 or less. N8.32" in said
    assert "Their order bids them roll: they may not drop it. N8.33" in said
    assert sheet.check.bar.words == "Made 67 %, not made 33 %"


def test_the_chances_say_what_must_come_first_and_what_they_rest_on(sheet: CombatSheet) -> None:
    sheet.show_report(start(), CONFIDENT, TABLE, (PIRE, BRICHE))

    assert words(sheet.condition) == "Once the assault is made, which is 67 % likely N8.3:"
    assert words(sheet.assumed) == (
        "Taken for granted: The defender stands. No leader uses his bonus."
    )


@pytest.mark.parametrize(
    ("value", "chance", "said"),
    [
        (9, 5 / 6, "Value 9: the assault is made with a die of 5 or less."),
        (-2, 1 / 6, "Value −2: the assault is made with a die of 1."),
    ],
)
def test_a_value_beyond_the_die_names_the_dice_that_succeed(
    sheet: CombatSheet, value: int, chance: float, said: str
) -> None:
    report = ConfidenceReport((("no leader", 1, "N8.31"),), value, chance, must_roll=False)
    sheet.show_report(start(), replace(REPORT, confidence=report), TABLE)

    assert said in words(sheet.check)
    assert not sheet.check.note.isVisible()


def test_without_a_check_its_place_is_gone(sheet: CombatSheet) -> None:
    sheet.show_report(start(), CONFIDENT, TABLE)
    assert sheet.check.isVisible()
    sheet.show_report(start(), REPORT, TABLE)
    assert not sheet.check.isVisible()
    assert not sheet.condition.isVisible()
    assert not sheet.assumed.isVisible()


def test_after_the_dice_the_check_shows_its_die(sheet: CombatSheet) -> None:
    fought = replace(CONFIDENT, dice=((CONFIDENCE_DIE, 3), (ATTACK_DIE, 5)))
    sheet.show_report(start(), fought, TABLE, happened=["So."])

    assert "The die showed 3." in words(sheet.check)
    assert not sheet.check.note.isVisible()
    assert words(sheet.condition) == "Once the assault was made:"
    sheet.show_report(start(), replace(CONFIDENT, dice=((CONFIDENCE_DIE, 6),)), TABLE)
    assert words(sheet.condition) == "Had the assault been made:"


# -- charges


def test_a_charge_shows_its_way_and_the_chance_of_a_square(sheet: CombatSheet) -> None:
    sheet.show_report(start(), CHARGE, TABLE, (BRICHE,))

    assert words(sheet.title) == "Charge against Brienne <le> Château (0303)"
    assert words(sheet.about) == "They ride from 0202 by 0203, 2 hexes N10.1."
    assert "French charge" in words(sheet.attack)
    said = words(sheet.check)
    assert "Square N10.3" in said
    assert "9th Division (Udom), initiative + 1 N2.3" in said
    assert "charge from the next hex N10.3" in said
    assert "Value 3: they form square with a die of 3 or less." in said
    assert sheet.check.bar.words == "Formed 50 %, not formed 50 %"
    assert sheet.go.text() == "Charge"


@pytest.mark.rule("N2.3")
def test_the_limit_of_a_morale_for_a_square_is_said(sheet: CombatSheet) -> None:
    sheet.show_report(start(), CHARGE, TABLE, (BRICHE,))
    assert "at most" not in words(sheet.check)
    keen = MoraleReport(BRIENNE, UDOM, 5, (("Old Guard", 1, "N7.4"),), 5)
    sheet.show_report(start(), replace(CHARGE, square=keen), TABLE, (BRICHE,))
    assert "at most 5 N2.3" in words(sheet.check)


def test_the_die_of_a_square_is_shown(sheet: CombatSheet) -> None:
    sheet.show_report(start(), replace(CHARGE, dice=((SQUARE_DIE, 5),)), TABLE)
    assert "The die showed 5." in words(sheet.check)


def test_a_charge_over_the_next_hexside_names_no_hex_between(sheet: CombatSheet) -> None:
    near = replace(CHARGE, path=(MAIZIERES, BRIENNE), hit_hex=MAIZIERES)
    sheet.show_report(start(), near, TABLE)
    assert words(sheet.about) == "They ride from 0202, 1 hex N10.1."


def test_a_reaction_has_words_of_its_own(sheet: CombatSheet) -> None:
    sheet.show_report(start(), replace(CHARGE, kind=CombatKind.REACTION), TABLE)
    assert words(sheet.title).startswith("Reaction charge against")
    assert sheet.go.text() == "React"


# -- bombardments


def test_a_bombardment_is_laid_open(sheet: CombatSheet) -> None:
    sheet.show_report(start(), GUNFIRE, CANNON, (GUNS,))

    assert words(sheet.title) == "Bombardment of Brienne <le> Château (0303)"
    assert words(sheet.about) == "Range: 2 hexes N9.1."
    guns = words(sheet.attack)
    assert "French guns" in guns
    assert "−75 % town N9.2" in guns
    assert "Fire strength 0.5 rounded to 1 SP N9.8" in guns
    assert "Column 1 of the Bombardment Table" in guns
    assert "Die +1 target in road column N9.6" in guns
    target = words(sheet.defence)
    assert "Coalition target" in target
    assert "They do not fire back. N9.9" in target
    assert "Morale 4 in 0303 N2.3" in target
    assert "N9.6" in words(sheet.legend)
    assert ticks(sheet) == {"V Cavalry horse artillery": True}
    assert sheet.go.text() == "Bombard"


def test_the_cells_of_a_bombardment_are_read_out(sheet: CombatSheet) -> None:
    sheet.show_report(start(), GUNFIRE, CANNON)
    assert [spot.words for spot in sheet.table.spots] == [
        "French guns, column 1. By die, 1: no effect; 2: d: one unit checks morale;"
        " 3: D: the stack checks morale; 4: D: the stack checks morale;"
        " 5: D: the stack checks morale; 6: D: the stack checks morale."
    ]


def test_after_a_bombardment_its_die_is_shown(sheet: CombatSheet) -> None:
    sheet.show_report(start(), replace(GUNFIRE, dice=((BOMBARDMENT_DIE, 4),)), CANNON)
    assert [spot.words for spot in sheet.dice.spots] == ["bombardment: 4"]
    assert sheet.go.isHidden()


def test_a_next_hex_is_called_so(sheet: CombatSheet) -> None:
    sheet.show_report(start(), replace(GUNFIRE, range=1), CANNON)
    assert words(sheet.about) == "Range: the next hex N9.1."


# -- the map


def test_the_map_shows_who_goes_for_whom() -> None:
    state = start()
    assault, charge, guns = (overlays_of(state, r) for r in (REPORT, CHARGE, GUNFIRE))

    assert assault.targets == (Target(BRIENNE, Aim.ASSAULT, (MAIZIERES,)),)
    assert assault.selection == {MAIZIERES}
    assert charge.targets == (Target(BRIENNE, Aim.CHARGE, way=CHARGE.path),)
    assert guns.targets == (Target(BRIENNE, Aim.BOMBARD, (MAIZIERES,)),)


def test_the_map_holds_the_whole_way_of_a_charge() -> None:
    assert fought_hexes(start(), CHARGE) == (BRIENNE, *CHARGE.path, MAIZIERES)
    assert fought_hexes(start(), GUNFIRE) == (BRIENNE, MAIZIERES)


def show(cut: MapCut, hexes: tuple[Hex, ...], report: Report) -> None:
    state = start()
    place, laid = place_words(state, report.target), overlays_of(state, report)
    cut.show_fight(state, markers_of(state), hexes, laid, place)


@pytest.fixture
def cut(qtbot: QtBot) -> MapCut:
    made = MapCut(look())
    hosted(qtbot, made, 520, 260)
    show(made, (BRIENNE, MAIZIERES), REPORT)
    return made


def test_a_click_on_the_map_leads_to_the_hex(cut: MapCut, qtbot: QtBot) -> None:
    middle = QPoint(cut.width() // 2, cut.height() // 2)
    assert cut.hex_at(middle.toPointF()) == BRIENNE
    with qtbot.waitSignal(cut.linkActivated) as followed:
        QTest.mouseClick(cut, Qt.MouseButton.LeftButton, pos=middle)
    assert followed.args == ["hex:0303"]


def test_the_ground_of_the_target_is_spoken(cut: MapCut) -> None:
    said = "Brienne <le> Château (0303): town, level 1, road"
    assert cut.accessibleDescription() == said
    assert cut.toolTip() == "<span>Brienne &lt;le&gt; Château (0303): town, level 1, road</span>"


def test_all_hexes_of_the_fight_are_in_view(cut: MapCut) -> None:
    show(cut, fought_hexes(start(), CHARGE), CHARGE)
    corners = range(0, cut.width(), 4), range(0, cut.height(), 4)
    seen = {cut.hex_at(QPoint(x, y).toPointF()) for x in corners[0] for y in corners[1]}
    assert set(CHARGE.path) <= seen


def test_the_map_is_the_boards(cut: MapCut) -> None:
    bare = cut.grab().toImage()
    field = battlefield()
    layer = MapLayer(MapPainter(field, Layout(field.grid)), is_direct=True)
    cut.set_map(layer)
    drawn = cut.grab().toImage()
    assert drawn != bare
    cut.set_map(None)
    assert cut.grab().toImage() == bare


def test_a_sheet_keeps_its_map_in_another_look(sheet: CombatSheet) -> None:
    sheet.show_report(start(), CONFIDENT, TABLE)
    light = sheet.cut.grab().toImage()
    sheet.set_look(look(1.0, "dark"))
    assert sheet.cut.grab().toImage() != light
    sheet.set_look(look())
    assert sheet.cut.grab().toImage() == light


@pytest.mark.parametrize("part", ["cut", "check", "condition"])
def test_links_of_the_new_parts_lead_out(sheet: CombatSheet, qtbot: QtBot, part: str) -> None:
    sheet.show_report(start(), CONFIDENT, TABLE)
    with qtbot.waitSignal(sheet.linkActivated) as followed:
        getattr(sheet, part).linkActivated.emit("rule:N8.3")
    assert followed.args == ["rule:N8.3"]


@pytest.mark.parametrize(("width", "is_below"), [(1180, False), (560, True)])
def test_in_a_narrow_window_the_table_lies_below_both_sides(
    qtbot: QtBot, width: int, is_below: bool
) -> None:
    made = CombatSheet(look())
    hosted(qtbot, made, width, 760)
    made.show_report(start(), CONFIDENT, TABLE)

    def lies_below(side: QWidget) -> bool:
        foot = side.mapTo(made, QPoint(0, side.height())).y()
        return made.table.mapTo(made, QPoint()).y() >= foot

    sides = (made.attack, made.defence)
    qtbot.waitUntil(lambda: all(lies_below(side) == is_below for side in sides))
    assert made.attack.y() == made.defence.y()


def test_a_window_that_grows_puts_the_table_between(qtbot: QtBot) -> None:
    made = CombatSheet(look())
    hosted(qtbot, made, 560, 760)
    made.show_report(start(), CONFIDENT, TABLE)
    qtbot.waitUntil(lambda: made.table.mapTo(made, QPoint()).x() < 100)
    made.resize(1180, 760)
    qtbot.waitUntil(lambda: made.table.mapTo(made, QPoint()).x() > 300)


# -- the parts


def test_dice_stand_in_columns_of_three(sheet: CombatSheet) -> None:
    dice = tuple((f"die {place}", place) for place in range(1, 6))
    sheet.show_report(start(), replace(REPORT, dice=dice), TABLE)

    boxes = [spot.box for spot in sheet.dice.spots]
    assert len({box.left() for box in boxes[:3]}) == len({box.top() for box in boxes[2::3]}) == 1
    assert boxes[3].left() > boxes[0].left()
    assert boxes[3].top() == boxes[0].top()
    assert all(sheet.dice.rect().toRectF().contains(box) for box in boxes)


def test_there_is_room_for_more_ends_than_an_assault_has(qtbot: QtBot) -> None:
    bars = OutcomeBars(look())
    hosted(qtbot, bars, 400, 400)
    usual = bars.sizeHint().height()
    bars.show_outcomes([(f"end {place}", 0.1) for place in range(10)])
    assert bars.sizeHint().height() == 10 * usual // 7


@pytest.mark.parametrize(
    ("name", "colour"),
    [
        ("defender routs", "good"),
        ("target retreats", "good"),
        ("chargers repulsed", "accent"),
        ("attacker eliminated", "accent"),
        ("stalemate", "warning"),
    ],
)
def test_an_end_has_the_colour_of_who_suffers_it(qtbot: QtBot, name: str, colour: str) -> None:
    bars = OutcomeBars(look())
    hosted(qtbot, bars, 400, 200)
    bars.show_outcomes([(name, 1.0)])
    middle = bars.spots[0].box.center().toPoint()
    shown = bars.grab().toImage().pixelColor(middle.x() + 60, middle.y())
    assert shown == look().colour(colour)
