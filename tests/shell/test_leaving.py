"""Paths by a hex of one's choice, and units that are left on the way (N5.9)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.prompters.marching import Marching
from hexwar.systems.nlc.prompters.movement import PathPrompter
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.table.forces import UnitId
from hexwar.table.overlays import overlays_of
from hexwar.table.pieces import Segment
from tests.shell.hand import Button, Hand, Key, Modifier, brienne
from tests.systems.nlc.positions import FRENCH, OPEN, hexes, position, units

pytestmark = pytest.mark.usefixtures("table")

F1, F2, F3 = units("F1 F2 F3")
BRICHE, GUNS = units("FR-5C-02 FR-5C-04")
Ctrl = Modifier.ControlModifier


def menu(hand: Hand) -> QMenu:
    found = hand.window.findChild(QMenu, "leave")
    assert isinstance(found, QMenu)
    return found


def choose(hand: Hand, words: str) -> None:
    """Choose what begins with these words in the open menu."""
    found = menu(hand)
    next(action for action in found.actions() if action.text().startswith(words)).trigger()
    found.close()


def moved(hand: Hand) -> list[tuple[tuple[UnitId, ...], tuple[Hex, ...]]]:
    return [(e.units, e.path) for e in hand.session.events if isinstance(e, UnitMoved)]


@pytest.mark.rule("N5.9")
def test_a_unit_is_left_on_the_way_with_the_mouse_or_the_keyboard(hand: Hand) -> None:
    hand.click("1803")
    hand.hover("1805")
    hand.click("1805", modifier=Ctrl)
    assert [action.text() for action in menu(hand).actions() if action.text()] == [
        "Leave here: 5th Dragoon Division (Briche)",
        "Leave here: V Cavalry horse artillery",
        "Nobody: only go by here",
    ]
    choose(hand, "Leave here: 5th Dragoon")
    hand.hover("1807")

    stays = hand.board.board.pile.stays.shown
    assert [(stay.hex, stay.text) for stay in stays] == [("1805", "Briche stays")]
    assert "Briche stays in 1805" in hand.window.hint.text()

    hand.click("1807")
    assert hand.session.state.units[BRICHE].hex == "1805"
    assert hand.session.state.units[GUNS].hex == "1807"
    assert [units_ for units_, _ in moved(hand)] == [(BRICHE,), (GUNS,)]
    assert isinstance(hand.pending, ActivateUnit)

    hand.open(brienne())
    hand.click("1803")
    hand.key(Key.Key_Down)
    hand.key(Key.Key_Down)
    assert hand.board.cursor_.hex == "1805"
    hand.key(Key.Key_D)
    choose(hand, "Leave here: V Cavalry")
    hand.key(Key.Key_Down)
    hand.key(Key.Key_Return)
    assert hand.session.state.units[GUNS].hex == "1805"
    assert hand.session.state.units[BRICHE].hex == "1806"


def test_a_path_goes_by_a_hex_where_nobody_stays_and_esc_gives_it_up(hand: Hand) -> None:
    hand.click("1803")
    hand.hover("1703")
    hand.click("1902", modifier=Ctrl)
    choose(hand, "Nobody")
    hand.hover("1904")
    path = overlays_of(hand.game.controller.offer.overlays).path
    assert path is not None
    assert path.hexes[0] == "1803"
    assert "1902" in path.hexes
    assert path.hexes[-1] == "1904"
    hand.click("1904")
    assert moved(hand)[-1][1] == path.hexes

    hand.click("1704")
    before = overlays_of(hand.game.controller.offer.overlays).reach
    hand.click("1705", modifier=Ctrl)
    assert hand.window.findChild(QMenu, "leave") is None
    assert overlays_of(hand.game.controller.offer.overlays).reach != before
    hand.hover("1605")
    path = overlays_of(hand.game.controller.offer.overlays).path
    assert path is not None
    assert path.hexes[:2] == ("1704", "1705")

    hand.key(Key.Key_Escape)  # the hex, and then the units
    assert overlays_of(hand.game.controller.offer.overlays).reach == before
    assert hand.game.controller.offer.picked
    hand.key(Key.Key_Escape)
    assert not hand.game.controller.offer.picked


def test_no_way_without_units_nor_out_of_reach_and_a_right_click_still_moves(hand: Hand) -> None:
    hand.hover("1704")
    hand.key(Key.Key_D)
    assert "Choose the units first" in hand.refusal
    hand.click("1704")
    hand.click("3030", modifier=Ctrl)
    assert "MP" in hand.refusal
    hand.click("1705", Button.RightButton)
    assert moved(hand)[-1][1] == ("1704", "1705")


# -- without a window


def marching(*lines: str, ids: str = "F1 F2") -> Marching:
    state = position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT)
    return Marching(state, units(ids), None)


@pytest.mark.rule("N5.9")
def test_the_others_go_on_with_the_mp_that_they_have_left_and_no_farther() -> None:
    group = marching("F1 light 3-3-5 0404", "F2 infantry 5-3-2 0404")
    assert group.leave(Hex("0403"), (F2,)) is None
    reach = group.overlays().reach
    assert reach is not None
    assert reach.left[Hex("0402")] == 6  # 5 MP less 2, as half MP
    near = group.view.battle.battlefield.grid.within(Hex("0403"), 4)
    assert set(reach.left) == {*near} - {"0403"}
    route = group.route_to(Hex("0402"), joins=False)
    assert not isinstance(route, Refusal)
    assert route.hexes == hexes("0404 0403 0402")
    assert [(drop.unit, drop.hex) for drop in route.drops] == [(F2, "0403")]

    group = marching("F1 infantry 3-3 0404", "F2 infantry 3-3 0404")
    assert group.leave(Hex("0402"), (F1,)) is None
    refusal = group.route_to(Hex("0407"), joins=False)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "N5.4"
    ended = group.route_to(Hex("0402"), joins=False)  # where one stays the way cannot end
    assert isinstance(ended, Refusal)


@pytest.mark.rule("N5.9")
def test_several_are_left_in_one_hex_or_in_two_but_not_the_last() -> None:
    group = marching("F1 light 3-3 0404", "F2 light 3-3 0404")
    assert group.leavable(Hex("0403")) == (F1, F2)
    assert group.leave(Hex("0403"), (F1,)) is None
    assert group.leavable(Hex("0402")) == ()
    refusal = group.leave(Hex("0402"), (F2,))
    assert refusal is not None
    assert refusal.rule == "N5.9"

    group = marching("F1 light 3-3 0404", "F2 light 3-3 0404", "F3 light 3-3 0404", ids="F1 F2 F3")
    assert group.leave(Hex("0403"), (F1,)) is None
    assert group.leave(Hex("0403"), (F2,)) is None
    assert [(drop.unit, drop.hex) for drop in group.drops] == [(F1, "0403"), (F2, "0403")]
    (stay,) = group.overlays().stays
    assert stay.hex == "0403"
    assert group.back()
    assert [(drop.unit, drop.hex) for drop in group.drops] == [(F1, "0403")]
    assert group.leave(Hex("0402"), (F2,)) is None
    route = group.route_to(Hex("0401"), joins=False)
    assert not isinstance(route, Refusal)
    assert group.march.refusal(route) is None


@pytest.mark.rule("N6.5")
def test_nobody_is_left_in_an_enemy_zone_nor_where_they_start() -> None:
    group = marching("F1 infantry 3-3 0404", "F2 infantry 3-3 0404", "A1 infantry 3-3 0401")
    refusal = group.leave(Hex("0402"), (F1,))
    assert refusal is not None
    assert refusal.rule == "N6.5"
    assert group.drops == ()

    group = marching("F1 light 3-3 0404", "F2 light 3-3 0404")
    assert isinstance(group.leavable(Hex("0404")), Refusal)
    assert not isinstance(group.leavable(Hex("0707")), Refusal)
    far = marching("F1 infantry 3-3 0101", "F2 infantry 3-3 0101")
    assert isinstance(far.leavable(Hex("0707")), Refusal)
    assert group.leave(Hex("0403"), (F1,)) is None
    group.draw(hexes("0404 0405"))
    assert group.drops == ()


def test_units_that_are_chosen_already_leave_one_behind_too() -> None:
    state = position(OPEN, "F1 light 3-3 0404", "F2 light 3-3 0404", active="FI")
    decision = ChoosePath(FRENCH, (F1, F2))
    prompter = PathPrompter(state, decision, decision.options(state))
    assert prompter.leavable(Hex("0403")) == (F1, F2)
    assert prompter.leave(Hex("0403"), (F1,)) is None
    assert prompter.offer().march.drops[0].unit == F1
    gesture = prompter.click(Hex("0402"))
    assert isinstance(gesture, tuple)
    assert decision.refusal(state, gesture[-1].value) is None
    assert prompter.back()
    assert not prompter.back()
    assert state.units[F1].hex == "0404"


# -- road columns


LONG = "\n".join([".  " * 11] * 5)
ROAD = " ".join(f"{column:02}03" for column in range(1, 12))


def on_the_road(*lines: str) -> Marching:
    """F1 at the west end of a road, to go by road movement."""
    state = position(LONG, *lines, roads=[ROAD], active="FI", segment=Segment.MOVEMENT)
    group = Marching(state, (F1,), None)
    group.road = True
    return group


@pytest.mark.rule("N5.3", "N5.33")
def test_a_strong_column_says_which_two_hexes_it_takes() -> None:
    group = on_the_road("F1 infantry 8-3 0103")
    group.hover(Hex("0503"))
    assert group.overlays().tail == ("0403", "0503")
    assert "takes 0403 and 0503" in group.hint()
    group.road = False
    group.hover(Hex("0203"))
    assert group.overlays().tail == ()


@pytest.mark.rule("N5.33", "N5.3")
@pytest.mark.parametrize(
    ("lines", "over", "words"),
    [
        (
            ("F1 infantry 8-3 0103", "F2 infantry 2-3 0603 column moved"),
            "0703",
            "takes up two hexes, and F2 is in 0603",
        ),
        (
            ("F1 infantry 3-3 0103",),
            "0102",
            "not by road: No road or trail leads from 0103 to 0102",
        ),
    ],
    ids=["no room for the tail", "no road"],
)
def test_why_a_path_is_no_road_movement(lines: tuple[str, ...], over: str, words: str) -> None:
    group = on_the_road(*lines)
    group.hover(Hex(over))
    assert words in group.hint()
