"""What is laid over the table at will, and what panels say, without a window."""

from __future__ import annotations

from hexwar.shell.lenses import Glance
from hexwar.systems.mininap.lenses import (
    MiniLenses,
    charges_of,
    command_of,
    distances_of,
    fire_of,
    regions_of,
)
from hexwar.systems.mininap.panels.cards import army_html, unit_html
from hexwar.systems.mininap.panels.sheets import chances, sheet_html
from hexwar.systems.mininap.panels.strip import count_of, progress_of
from hexwar.systems.mininap.rules.charge import Charge, charge_of
from hexwar.systems.mininap.rules.fire import shot_report
from hexwar.systems.mininap.rules.moving import Action, Orders
from hexwar.systems.mininap.state import Phase, Shot, Step
from hexwar.systems.mininap.words import blocks, piece_words, unit_at
from hexwar.table.forces import UnitId
from hexwar.table.stands import Hue, Marks
from tests.systems.mininap.positions import FRENCH, RUSSIAN, position

F1, F6, FB1, R1 = (UnitId(name) for name in ("F1", "F6", "FB1", "R1"))
LINES = (
    "F1 I line 5 col 30 30 0 F-1",
    "F6 A medium-foot 4 unlimbered 40 30 0 F-1",
    "FB1 G brigade 2 - 33 30 0 F-1",
    "FD1 G division 2 - 33 24 0 F-1",
    "R1 I line 5 line 30 37 180 R-1",
)
STATE = position(*LINES, step=Step.MOVES)


def test_circles_are_as_wide_as_commanders_reach() -> None:
    """1 cm of a brigade commander, 3 of a division's, from the edge of the base (M5.3)."""
    circles = command_of(STATE, FRENCH, None).circles
    assert [(circle.radius, circle.core) for circle in circles] == [(1.0, 1.25), (3.0, 1.25)]
    assert [c.radius for c in command_of(STATE, FRENCH, F1).circles] == [1.0, 3.0]


def test_zones_of_fire_end_at_the_first_that_stands_there() -> None:
    """4 cm before the column, whose rear stand has no zone; 60 before the guns (M9.9, M9.11)."""
    depths = sorted(
        max(y for _, y in zone.ring) - min(y for _, y in zone.ring)
        for zone in fire_of(STATE, FRENCH, Hue.OWN).zones
    )
    assert [round(depth, 1) for depth in depths] == [4.0, 60.0]


def test_lenses_lay_over_what_lies_there() -> None:
    """Each adds its own, and the unit that is pointed at is the one."""
    lenses = MiniLenses()
    for lens in MiniLenses.ids:
        lenses.switch(lens, on=True)
    glance = Glance(view=STATE, viewer=FRENCH, over="3000,3000")
    laid = lenses.laid(glance, Marks(ready=frozenset({"F1"})))
    assert isinstance(laid, Marks)
    assert laid.ready == {"F1"}
    assert laid.circles
    assert laid.zones
    assert laid.rulers
    assert [reason.rule for reason in lenses.reasons(glance)] == ["M5.3"]
    assert len(regions_of(STATE, F1).zones) == 4
    assert len(charges_of(STATE, FRENCH).zones) == 1
    assert {ruler.text for ruler in distances_of(STATE, F1).rulers} >= {"4.0 cm", "0.5 cm"}


def test_a_unit_is_told_by_what_matters() -> None:
    """Spoken: arm, formation, strength, front, the nearest enemy, who commands."""
    told = piece_words(STATE, "F1")
    for words in ("line infantry", "attack column", "5 of 5", "facing north", "4.0 cm to R1"):
        assert words in told
    assert "in command of FB1" in told
    assert unit_at(STATE, "3000,3000") == F1
    assert unit_at(STATE, "100,100") is None
    assert {block.id for block in blocks(STATE)} == {"F1", "F6", "FB1", "FD1", "R1"}


def test_sheets_lay_every_number_open() -> None:
    """A shot with its rows; a charge with the fire that may meet it; a unit; an army."""
    shot = sheet_html(STATE, shot_report(STATE, Shot(F1, (1,), R1, 5)))
    assert "4.0 cm" in shot
    assert "M10.5" in shot
    charge = charge_of(STATE, Orders(F1, Action.CHARGE, target=R1))
    assert isinstance(charge, Charge)
    assert "dice after 0.0 cm" in sheet_html(STATE, charge)
    assert "move" in unit_html(STATE, F1)
    assert "In his reach" in unit_html(STATE, FB1)
    assert "0 of 2 units lost" in army_html(STATE, FRENCH)
    assert [round(one, 3) for one in chances(3, 2)] == [0.296, 0.444, 0.222, 0.037]


def test_the_strip_tells_turn_phase_and_points() -> None:
    """Whose phase it is, and what both sides have."""
    progress = progress_of(STATE)
    assert progress.phase == Phase.FIRST_MANOEUVRE.name
    assert progress.side == FRENCH
    count = count_of(STATE)
    assert (count.turn, count.last) == (1, 10)
    assert [one.side for one in count.sides] == [FRENCH, RUSSIAN]
