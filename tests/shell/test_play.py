"""A turn of Brienne, played through the window by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from hexwar.engine import Session
from hexwar.hexes import Hex
from hexwar.shell.prompter import MarchOffer
from hexwar.systems.nlc.events.arrivals import UnitEntered
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.panels.boxes_panel import BoxesPanel
from hexwar.systems.nlc.panels.combat_reports import CombatReports
from hexwar.systems.nlc.rules.combat.assault import ChooseDefenderTarget, DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone as left_of
from hexwar.table.battle import OPEN_ORDERS
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import overlays_of
from hexwar.table.pieces import Segment
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.panels.stack_panel import StackPanel
from hexwar.widgets.panels.turn_track import TurnTrack
from tests.shell.hand import Button, Hand, Key, Modifier, brienne, new_brienne, until_activation
from tests.systems.nlc.cases import each

pytestmark = pytest.mark.usefixtures("table")

PIRE, BRICHE, LHERITIER, GUNS = (UnitId(f"FR-5C-0{n}") for n in (1, 2, 3, 4))
SIDES = Side("french"), Side("allied")
MILHAUD = LeaderId("FR-5C-L")
GUARD_FIRST = "3"
"""With this seed the Guard Cavalry, which is still to enter the map, is drawn first."""

NINTH_FIRST = "52"
"""With this seed IX Corps is drawn first; it stands on roads, out of contact."""


def where(hand: Hand, unit: UnitId) -> Hex | None:
    return hand.session.state.units[unit].hex


def moves(hand: Hand) -> list[UnitMoved]:
    return [event for event in hand.session.events if isinstance(event, UnitMoved)]


# -- moving


@pytest.mark.rule("N4.52", "N5.9")
def test_a_click_on_a_stack_and_a_click_on_a_hex_move_it(hand: Hand) -> None:
    assert isinstance(hand.pending, ActivateUnit)
    assert "V Cavalry Corps (Milhaud)" in hand.sentence

    hand.click("1803")
    hand.hover("1605")

    offer = hand.game.controller.offer
    assert set(offer.picked) == {BRICHE, GUNS, "FR-5C-L"}
    path = overlays_of(offer.overlays).path
    assert path is not None
    assert path.hexes[-1] == "1605"
    assert "MP" in hand.window.hint.text()

    hand.click("1605")

    assert where(hand, BRICHE) == where(hand, GUNS) == Hex("1605")
    assert hand.session.state.leaders[MILHAUD].hex == Hex("1605")
    assert len(moves(hand)) == 1


def test_a_click_that_the_law_refuses_says_why_with_its_rule(hand: Hand) -> None:
    digest = hand.session.digest()
    hand.game.controller.pick([MILHAUD])
    assert "N14.51" in hand.refusal  # a leader alone
    hand.click("1704")
    hand.click("1505")
    assert "Enemy combat units hold 1505." in hand.refusal
    hand.drag("1704", "1604", "1505")
    assert "hold 1505" in hand.refusal
    hand.click("3030")
    assert "MP" in hand.refusal
    assert "N5.4" in hand.refusal
    assert hand.session.digest() == digest

    hand.window.panes.prompt.refusal.linkActivated.emit("rule:N5.4")
    assert hand.window.panes.rules.book is not None
    assert hand.window.docks.docks["rules"].isVisible()


def test_undo_and_redo_by_keyboard_take_the_whole_gesture_and_the_log(hand: Hand) -> None:
    assert not hand.window.menus["undo"].isEnabled()
    assert "Chance has decided since: chit." in hand.window.menus["undo"].toolTip()
    hand.window.docks.show_dock("log")
    log = hand.window.panes.log.log
    hand.click("1704")
    hand.click("1705")
    assert where(hand, PIRE) == "1705"
    assert "(Piré) moved" in log.exported("txt")
    hand.click("1705")
    assert "has moved already" in hand.refusal

    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert where(hand, PIRE) == "1704"
    assert isinstance(hand.pending, ActivateUnit)
    assert "(Piré) moved" not in log.exported("txt")

    hand.key(Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert where(hand, PIRE) == "1705"
    assert not hand.window.menus["redo"].isEnabled()


def test_a_drag_goes_along_the_path_that_is_drawn_unless_escape_gives_it_up(hand: Hand) -> None:
    with hand.dragging("1704", "1705", Button.LeftButton):
        path = overlays_of(hand.game.controller.offer.overlays).path
        assert path is not None
        assert path.hexes == ("1704", "1705")
        hand.key(Key.Key_Escape)
    assert moves(hand) == []

    hand.click("1804")
    hand.press("Stay here")
    assert hand.session.state.units[LHERITIER].moved
    assert where(hand, LHERITIER) == "1804"
    hand.drag("1704", "1705", "1805", "1905")
    assert [move.path for move in moves(hand)] == [("1704", "1705", "1805", "1905")]


def test_clicks_choose_friends_or_a_part_and_a_right_click_joins_them(hand: Hand) -> None:
    hand.click("1704")
    hand.click("1804")
    assert hand.game.controller.offer.picked == (LHERITIER,)
    hand.board.board.fans.close()
    hand.key(Key.Key_Escape)
    assert not hand.game.controller.offer.picked
    assert overlays_of(hand.game.controller.offer.overlays).reach is None
    assert moves(hand) == []

    hand.click("1704")
    hand.click("1804", Button.RightButton)
    assert where(hand, PIRE) == "1804"

    seen = []
    for _ in range(4):
        hand.click("1803")
        seen.append(tuple(p for p in hand.game.controller.offer.picked if p != "FR-5C-L"))
    assert seen == [(BRICHE, GUNS), (BRICHE,), (GUNS,), (BRICHE, GUNS)]

    panel = hand.window.panes.panel(StackPanel)
    assert set(panel.model.chosen_pieces) == {BRICHE, GUNS, "FR-5C-L"}
    assert "within reach" in panel.legality.text()
    panel.model.choose([BRICHE])
    panel.model.choose([BRICHE, GUNS])
    panel.model.choose([BRICHE, GUNS, "FR-5C-L"])
    panel.model.choose([BRICHE, GUNS])  # and the leader stays behind
    hand.click("1703")
    assert where(hand, BRICHE) == "1703"
    assert hand.session.state.leaders[MILHAUD].hex == "1803"


def test_all_by_keyboard(hand: Hand) -> None:
    hand.key(Key.Key_N)
    assert hand.game.controller.offer.picked == (PIRE,)
    hand.key(Key.Key_N, Modifier.ShiftModifier)
    hand.key(Key.Key_N)
    assert hand.game.controller.offer.picked == (PIRE,)
    assert hand.game.table.spot == "1704"

    hand.board.cursor_.put(Hex("1704"))
    hand.key(Key.Key_Down)
    assert overlays_of(hand.game.controller.offer.overlays).path is not None
    hand.key(Key.Key_Return)
    assert where(hand, PIRE) == "1705"

    hand.pass_on(MoveLeaderOrTrain)
    assert "Ctrl+Z" in hand.window.steps.text()


@pytest.mark.rule("N5.3")
def test_road_movement_where_only_the_road_reaches_and_by_button_or_key(hand: Hand) -> None:
    hand.open(brienne(NINTH_FIRST))
    unit, road = UnitId("CO-9-02"), hand.window.menus["road"]
    hand.click("0912")
    hand.hover("0816")
    assert "by road movement" in hand.window.hint.text()

    hand.press("Road march")
    assert road.isChecked()
    hand.hover("0911")
    assert "No road or trail leads" in hand.window.hint.text()
    hand.press("No road march")
    assert not road.isChecked()
    assert "Road march" in hand.buttons
    hand.hover("0911")
    assert "by road" not in hand.window.hint.text()
    assert "No road or trail leads" not in hand.window.hint.text()

    hand.key(Key.Key_R)
    assert road.isChecked()
    hand.hover("0816")
    hand.click("0816")
    assert where(hand, unit) == "0816"
    assert moves(hand)[-1].column
    assert hand.session.state.units[unit].column


@pytest.mark.rule("N5.81")
def test_the_entry_hex_of_arrivals_comes_into_view_once_and_they_enter_by_it_and_go_on(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.open(brienne(GUARD_FIRST))
    board, asked = hand.game.table.board, hand.game.controller.asked
    prompt, offer = hand.game.controller.prompt(), hand.game.controller.offer
    assert offer.march.entries == ("2101",)
    assert "entry hex 2101 for " in offer.hint
    shown: list[Sequence[Hex]] = []
    monkeypatch.setattr(board, "show_hexes", shown.append)

    asked.emit(prompt, offer)
    assert shown == []  # it has been shown for this chit
    asked.emit(prompt, replace(offer, extra=MarchOffer(entries=(Hex("0101"), Hex("2101")))))
    assert shown == [["0101"]]
    asked.emit(prompt, replace(offer, extra=MarchOffer()))
    assert shown == [["0101"]]

    assert {target.hex for target in overlays_of(hand.game.controller.offer.overlays).targets} == {
        "2101"
    }

    hand.click("2101")
    assert hand.game.controller.offer.picked == ("FR-GC-01",)
    hand.click("2002")
    entered = [event for event in hand.session.events if isinstance(event, UnitEntered)]
    assert [event.unit for event in entered] == ["FR-GC-01"]
    assert where(hand, UnitId("FR-GC-01")) == "2002"

    hand.window.panes.panel(BoxesPanel).linkActivated.emit("unit:FR-GC-02")
    assert hand.game.controller.offer.picked == ("FR-GC-02",)
    hand.click("2101")
    assert where(hand, UnitId("FR-GC-02")) == "2101"


@pytest.mark.rule("N5.10")
def test_who_insists_may_crowd_a_hex_and_must_cure_it(hand: Hand) -> None:
    hand.click("1803")
    hand.click("1605")
    hand.pass_on(ActivateUnit)
    hand.click("1704")
    hand.click("1605")
    assert "N6.1" in hand.refusal

    hand.click("1605", Button.RightButton)
    hand.pass_on(ChooseOverstackCure)
    assert isinstance(hand.pending, ChooseOverstackCure)
    assert "more stand there than stacking allows" in hand.sentence

    hand.press("\N{CHECK MARK} 9th Light Cavalry Division (Piré)")  # he is chosen already
    target = overlays_of(hand.game.controller.offer.overlays).targets[0].hex
    hand.click(target)

    assert where(hand, PIRE) == target


# -- ending


def left_undone(hand: Hand) -> str:
    """What the sheet above the prompt line says is left; empty while it is not shown."""
    sheet = hand.game.endings.sheet
    return sheet.list.text() if sheet.isVisible() else ""


@pytest.mark.rule("N27.4")
@each("way", "button", "E", "Shift+E")
def test_what_is_left_is_shown_before_anything_ends_and_leads_there(hand: Hand, way: str) -> None:
    def end() -> None:
        if way == "button":
            hand.press("End activation")
        else:
            hand.key(Key.Key_E, Modifier.ShiftModifier if "Shift" in way else Modifier.NoModifier)

    end()
    assert isinstance(hand.pending, ActivateUnit)
    assert "Piré" in left_undone(hand)
    assert "may still move" in left_undone(hand)
    hand.game.endings.sheet.linkActivated.emit(f"unit:{PIRE}")
    assert hand.game.table.spot == where(hand, PIRE)
    assert left_undone(hand)  # it stays until it is done with
    hand.key(Key.Key_Escape)
    assert not left_undone(hand)
    assert isinstance(hand.pending, ActivateUnit)

    end()
    assert isinstance(hand.pending, ActivateUnit)  # Esc has meant no
    end()
    assert not left_undone(hand)
    assert not isinstance(hand.pending, ActivateUnit) or hand.pending.formation != "FR-5C"


def test_an_activation_that_has_ended_cannot_be_taken_back_and_the_button_says_so(
    hand: Hand,
) -> None:
    undo = hand.window.panes.prompt.fixed("undo")
    hand.press("End activation")
    hand.press("End activation")
    activation = hand.session.state.activation
    assert activation is not None
    assert activation.formation != "FR-5C"
    steps = hand.window.steps
    assert "chit" in f"{steps.text()} {steps.toolTip()}"  # which bars undo
    assert not hand.window.menus["undo"].isEnabled()
    assert not undo.isEnabled()
    assert "chit" in undo.toolTip()
    digest = hand.session.digest()
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    QTest.mouseClick(undo, Button.LeftButton)
    assert hand.session.digest() == digest


@pytest.mark.rule("N27.4")
def test_an_end_that_a_duty_bars_is_grey_and_says_why(hand: Hand) -> None:
    session = until_activation(new_brienne())
    refusal = session.refusal(None)
    assert refusal is not None
    hand.open(session)
    for id_ in ("end-segment", "end-activation"):
        end = hand.window.panes.prompt.fixed(id_)
        assert not end.isEnabled()
        assert refusal.sentence in end.toolTip()
        hand.window.panes.prompt.refusal.clear_away()
        QTest.mouseClick(end, Button.LeftButton)
        assert hand.refusal.startswith(refusal.sentence)

    hand.key(Key.Key_E, Modifier.ShiftModifier)

    assert not left_undone(hand)
    assert hand.refusal.startswith(refusal.sentence)


def test_leaders_move_last_and_who_stands_well_does_not_hold_up_the_end(hand: Hand) -> None:
    hand.pass_on(MoveLeaderOrTrain)
    hand.press("Milhaud")
    hand.click("1804")
    assert hand.session.state.leaders[MILHAUD].hex == "1804"
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    pending = hand.pending

    assert not any(one.text == "Follow" for one in hand.game.controller.offer.buttons)
    assert hand.window.panes.prompt.fixed("end-activation").property("role") == "main"
    hand.key(Key.Key_E)
    assert not left_undone(hand)
    assert hand.session.pending is not pending


def test_an_end_for_good_wants_a_second_press_where_a_leader_has_a_better_place(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.pass_on(MoveLeaderOrTrain)
    monkeypatch.setattr("hexwar.systems.nlc.undone.goers", lambda *_: {MILHAUD})
    pending = hand.pending

    hand.key(Key.Key_E)
    assert hand.pending is pending
    assert "Milhaud" in left_undone(hand)
    hand.key(Key.Key_E)
    assert hand.session.pending is not pending


def idle(asked: type[ActivateUnit | MoveCommand], *, strikes: bool = False) -> Session[GameState]:
    """Brienne at the first question of a class at which nobody has a better place to go to.

    `strikes`: where those who act may still strike the enemy.
    """
    match = NLC.new_match("brienne", dict.fromkeys(SIDES, "greedy"), "7", {"orders": OPEN_ORDERS})
    session = match.session
    while True:
        pending = session.pending
        if isinstance(pending, asked):
            view = NLC.view(session.state, Side(pending.side))
            left = [*left_of(view, pending)]
            counts = [one.words for one in left if one.has_weight]
            if left and bool(counts) == strikes and all("bombarded" in words for words in counts):
                return session
        match.step()


def test_where_nobody_has_a_better_place_the_end_is_the_main_answer_at_one_press(
    hand: Hand,
) -> None:
    hand.open(idle(ActivateUnit))
    acting, prompt = hand.session.state.activation, hand.window.panes.prompt

    assert "March by its order" not in hand.buttons
    assert "Nobody has a better place" in hand.window.hint.text()
    assert prompt.fixed("end-activation").property("role") == "main"
    hand.click(str(next(iter(hand.game.controller.offer.sources))))
    assert prompt.fixed("end-activation").property("role") != "main"  # somebody is in the hand
    while hand.game.controller.offer.picked:
        hand.key(Key.Key_Escape)
    assert prompt.fixed("end-activation").property("role") == "main"
    hand.key(Key.Key_Space)
    assert not left_undone(hand)
    assert hand.session.state.activation != acting


@pytest.mark.rule("N5.4", "N12.21")
def test_to_go_by_its_order_is_the_main_answer_of_who_goes_and_to_stay_of_who_stays(
    hand: Hand,
) -> None:
    hand.click(str(where(hand, PIRE)))
    assert hand.buttons["By its order"].property("role") == "main"
    assert hand.buttons["Stay here"].property("role") != "main"

    hand.open(idle(ActivateUnit))
    hand.click(str(next(iter(hand.game.controller.offer.sources))))
    unit = UnitId(hand.game.controller.offer.picked[0])
    place, goes = where(hand, unit), hand.buttons["By its order"]
    assert not goes.isEnabled()
    assert "Nobody has a better place" in goes.toolTip()
    assert goes.property("role") != "main"
    assert hand.buttons["Stay here"].property("role") == "main"
    hand.key(Key.Key_Space)
    assert hand.session.state.units[unit].moved
    assert where(hand, unit) == place


def test_where_nobody_moves_but_some_may_strike_the_end_of_the_segment_is_the_main_answer(
    hand: Hand,
) -> None:
    hand.open(idle(ActivateUnit, strikes=True))
    formation, prompt = hand.pending.ends_for, hand.window.panes.prompt

    assert prompt.fixed("end-segment").property("role") == "main"
    assert prompt.fixed("end-activation").property("role") != "main"
    hand.key(Key.Key_Return)
    assert not left_undone(hand)
    assert isinstance(hand.pending, ChooseBombardment)
    assert hand.pending.formation == formation


def test_command_stays_is_the_main_answer_where_nobody_has_a_better_place(hand: Hand) -> None:
    hand.open(idle(MoveCommand))
    pending = hand.pending

    stays = next(b for words, b in hand.buttons.items() if words.startswith("Command stays"))
    assert stays.property("role") == "main"
    hand.key(Key.Key_Space)
    assert not left_undone(hand)
    assert hand.session.pending != pending


@pytest.mark.rule("N4.55")
def test_the_last_rider_ends_nothing_and_enter_says_that_it_is_enough(hand: Hand) -> None:
    hand.pass_on(MoveLeaderOrTrain)
    asked = hand.pending
    while len(hand.session.options) > 1:
        hand.session.answer(next(ride for ride in hand.session.options if ride is not None))
    hand.game.controller.start()
    assert hand.pending == asked
    assert "nobody is left to move" in hand.sentence
    assert hand.window.panes.prompt.fixed("undo").isEnabled()
    assert hand.window.panes.prompt.fixed("end-activation").property("role") == "main"
    track = hand.window.panes.strip.chip(TurnTrack)
    QTest.mouseClick(track, Button.LeftButton)
    assert not track.hasFocus()
    hand.key(Key.Key_Return)
    assert hand.pending != asked


def test_the_keyboard_is_on_no_part_of_the_strip_unless_the_player_goes_there(hand: Hand) -> None:
    strip = hand.window.panes.strip

    def goes() -> QWidget:
        """Where a key goes."""
        focused = hand.window.focusWidget()
        assert focused is not None
        assert not strip.isAncestorOf(focused), focused
        return focused

    asked = hand.pending
    hand.key(Key.Key_Return, on=goes())  # the main answer: the march is proposed
    assert hand.game.controller.offer.ghosts
    first = hand.answers[0]
    hand.give_focus(hand.buttons[first])
    hand.press(first)  # accepted; the button that had the keyboard is gone
    assert hand.pending != asked or not hand.game.controller.offer.ghosts
    goes()
    hand.window.dialogs.show_keys()
    hand.window.dialogs.close()
    goes()
    hand.window.docks.show_dock("log")
    goes()


def test_a_question_that_has_just_come_takes_no_answer(hand: Hand) -> None:
    time = [0.0]
    hand.game.controller.guard.clock = lambda: time[0]
    hand.pass_on(ActivateUnit)
    hand.game.endings.end_segment()
    time[0] += 1
    hand.game.endings.end_segment()
    came = hand.pending
    assert not isinstance(came, ActivateUnit)
    time[0] += 0.39
    hand.game.controller.end_activation()
    hand.game.controller.end_segment()
    assert hand.pending is came
    assert hand.refusal.startswith("The question has just changed")
    time[0] += 0.02
    hand.game.controller.end_activation()
    assert hand.pending is not came


def test_an_answer_that_takes_the_place_of_another_waits_too(hand: Hand) -> None:
    time = [0.0]
    line = hand.window.panes.prompt
    line.steady.clock = hand.game.controller.guard.clock = lambda: time[0]
    time[0] += 1
    hand.click("1704")
    given, place = len(hand.session.journal), hand.answers.index("Road march")
    time[0] += 1
    hand.press("Road march")
    assert "Road march" not in hand.answers  # it goes the other way now
    hand.press(hand.answers[place])
    assert hand.refusal.startswith("This answer has only just come here")
    time[0] += 0.5
    hand.press(hand.answers[place])
    assert "Road march" in hand.answers
    hand.press("Stay here")  # has stood there all the time
    assert len(hand.session.journal) > given


# -- assaults


COSSACKS_ROUT = "22"
"""With this seed V Cavalry Corps is drawn first too, and its first assault is won."""


def fire_at_the_bridge(hand: Hand) -> None:
    """The assault from the sheet to its dice; the Cossacks stand, and fire at the guns."""
    hand.click("1505")
    hand.key(Key.Key_Return, on=hand.combat)
    assert isinstance(hand.pending, ChooseRetreatBeforeAssault)
    hand.key(Key.Key_Space)
    assert isinstance(hand.pending, ChooseDefenderTarget)
    hand.digit(Key.Key_2)


def move_before_the_bridge(hand: Hand) -> None:
    """Briche, the guns and Piré next to the Cossacks in 1505; others may still move."""
    hand.open(brienne(COSSACKS_ROUT))
    hand.click("1803")
    hand.click("1605")
    hand.pass_on(ActivateUnit)
    hand.click("1704")
    hand.click("1604")


def stand_before_the_bridge(hand: Hand) -> None:
    """Briche, the guns and Piré next to the Cossacks in 1505, ready to assault."""
    move_before_the_bridge(hand)
    hand.pass_on(DeclareAssault)
    assert isinstance(hand.pending, DeclareAssault)


@pytest.mark.rule("N8.35", "N8.33")
def test_the_sheet_shows_the_chances_and_cancel_leaves_all_as_it_was(hand: Hand) -> None:
    stand_before_the_bridge(hand)
    digest, combat = hand.session.digest(), hand.combat
    hand.click("0913")
    assert "not in contact with 0913" in hand.refusal
    assert "N3.7" in hand.refusal
    hand.key(Key.Key_E, Modifier.ShiftModifier)
    assert not left_undone(hand)
    assert "it must roll for one assault at least, as on 1505" in hand.refusal

    hand.board.cursor_.put(Hex("1504"))
    hand.key(Key.Key_2, Modifier.KeypadModifier)  # moves the cursor
    hand.qtbot.wait(150)  # which a button takes to go down
    assert hand.board.cursor_.hex == "1505"
    assert not combat.isVisible()

    hand.click("1505")
    assert combat.isVisible()
    assert combat.is_asking
    whole = dict(_outcomes(hand))
    assert sum(whole.values()) == pytest.approx(1)
    combat.sheet.attackersChanged.emit([PIRE])
    assert dict(_outcomes(hand)) != whole
    combat.sheet.attackersChanged.emit([])
    assert not combat.sheet.go.isEnabled()
    assert "at least one unit" in combat.sheet.refusal.text()

    hand.key(Key.Key_Escape, on=combat)
    assert not combat.isVisible()
    assert hand.session.digest() == digest


def _outcomes(hand: Hand) -> Sequence[tuple[str, float]]:
    return hand.combat.sheet.bars._outcomes


@pytest.mark.rule("N8.6", "N8.8")
def test_an_assault_from_its_sheet_to_the_retreat_by_the_space_bar(hand: Hand) -> None:
    stand_before_the_bridge(hand)
    hand.click("1505")
    hand.key(Key.Key_Return, on=hand.combat)

    assert isinstance(hand.pending, ChooseRetreatBeforeAssault)
    assert hand.sentence.startswith("The Coalition may withdraw from 1505")
    hand.key(Key.Key_Space)
    assert isinstance(hand.pending, ChooseDefenderTarget)
    assert hand.sentence.startswith("The Coalition must choose the hex to fire at")
    hand.digit(Key.Key_2)

    combat = hand.combat
    assert combat.isVisible()
    assert not combat.is_asking
    fought = hand.game.follower(CombatReports).watch.fought
    assert fought is not None
    assert fought.report.hit_hex == "1605"
    names = ["Attack Confidence", "attackers' fire", "defenders' fire"]
    assert [name for name, _ in fought.report.dice][:3] == names
    assert "Coalition fire on" in combat.sheet.story.text()
    assert "die" in hand.window.steps.text()

    hand.key(Key.Key_Return, on=combat)
    assert not combat.isVisible()
    hand.key(Key.Key_F8)
    assert combat.isVisible()

    assert isinstance(hand.pending, ChooseRetreatPath)
    default = hand.session.options[0]
    hand.key(Key.Key_Escape, on=hand.combat)

    hand.board.cursor_.put(Hex("1504"))
    hand.key(Key.Key_Down)
    hand.key(Key.Key_Space)
    assert isinstance(hand.pending, ChooseRetreatPath)
    assert hand.board.cursor_.piece == "CO-AG-04"

    hand.board.board.pile.cursor.show_data(None)
    hand.key(Key.Key_Space)
    assert where(hand, UnitId("CO-AG-04")) == default[-1]


def test_an_open_assault_is_named_at_the_end_and_its_sheet_may_be_off(hand: Hand) -> None:
    move_before_the_bridge(hand)
    hand.key(Key.Key_E, Modifier.ShiftModifier)
    assert "1505" in left_undone(hand)
    assert "may still be assaulted" in left_undone(hand)
    hand.key(Key.Key_Escape)
    activation = hand.session.state.activation
    assert activation is not None
    assert activation.segment is Segment.MOVEMENT

    hand.window.apply(replace(hand.window.preferences, shows_results=False))
    stand_before_the_bridge(hand)
    fire_at_the_bridge(hand)

    assert not hand.combat.isVisible()
    assert hand.game.follower(CombatReports).watch.fought is not None


# -- looking


@each("at", "1803", "0307")
def test_the_key_c_brings_those_who_can_act_or_what_is_chosen_into_the_middle(
    hand: Hand, at: str
) -> None:
    ready = overlays_of(hand.game.controller.offer.overlays).ready
    hand.board.camera.zoom_to(1.0)
    hand.board.camera.centre_on(centre(hand.board.board.sheet, Hex(at)))

    def off() -> float:
        """How far the middle of the view is from that of those who are meant, pixels."""
        offer = overlays_of(hand.game.controller.offer.overlays)
        boxes = [hand.board.box_of(h) for h in offer.selection or ready]
        box = boxes[0]
        for other in boxes[1:]:
            box = box.united(other)
        middle = hand.board.viewport().rect().center()
        return (box.center() - middle.toPointF()).manhattanLength()

    hand.key(Key.Key_C)
    assert off() < 3
    hand.key(Key.Key_N)
    hand.key(Key.Key_C)
    assert overlays_of(hand.game.controller.offer.overlays).selection
    assert off() < 3


def test_keys_look_at_rules_zones_and_moves(hand: Hand) -> None:
    QCursor.setPos(QPoint(5_000, 5_000))  # on nothing that has help of its own
    hand.key(Key.Key_F1)
    book = hand.window.panes.rules.book
    assert book is not None
    hand.until(book.isVisible)
    assert book.chapter == "n04-sequence-of-play"

    shown = hand.board.board.pile
    assert not shown.zones.shown
    hand.key(Key.Key_Z)
    assert set(shown.zones.shown) == {"french"}
    hand.key(Key.Key_X)
    assert set(shown.zones.shown) == {"french", "allied"}
    hand.click("1704")
    hand.click("1705")
    hand.key(Key.Key_M)
    assert [track.hexes for track in shown.tracks.shown] == [("1704", "1705")]
    assert shown.sites.isVisible()
    hand.key(Key.Key_V)
    assert not shown.sites.isVisible()

    hand.window.docks.show_dock("army")
    hand.key(Key.Key_F10, on=hand.window)
    assert hand.board.hasFocus()


def test_zoom_keys_hexes_of_the_log_and_tips_of_all_in_a_hex(hand: Hand) -> None:
    hand.board.camera.zoom_to(1.0)
    hand.key(Key.Key_Plus)
    assert hand.board.camera.zoom > 1
    hand.key(Key.Key_Minus)
    hand.key(Key.Key_Minus)
    assert hand.board.camera.zoom < 1
    hand.key(Key.Key_1, Modifier.ControlModifier)
    assert hand.board.camera.zoom == 1
    hand.key(Key.Key_1)
    hand.key(Key.Key_0)
    assert hand.board.camera.zoom == pytest.approx(hand.board.camera.least_zoom)

    hand.board.camera.zoom_to(2.0)
    hand.window.panes.log.log.linkActivated.emit("hex:2631")
    assert hand.game.table.spot == "2631"
    assert hand.board.viewport().rect().contains(hand.board.box_of(Hex("2631")).center().toPoint())

    for told in (hand.board.tooltip(Hex("1803")), hand.board.describe(Hex("1803"))):
        for words in ("Maizières", "Briche", "horse artillery", "Milhaud"):
            assert words in told
    assert "SP" in hand.board.describe_piece(BRICHE)
    assert "MP" in hand.board.describe_piece("FR-5C-L")
