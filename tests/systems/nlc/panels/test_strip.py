"""Turn track, phase ribbon and chit cups: what they show, and how they are reached."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from hexwar.systems.nlc.events.hidden_movement import FormationLifted
from hexwar.systems.nlc.panels.strip import ChitCup, progress_of, track_of
from hexwar.systems.nlc.state import HIDDEN, GameState, view
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.pieces import Activation, Phase, Segment
from hexwar.widgets.panels.phase_ribbon import PhaseRibbon
from hexwar.widgets.panels.spots import SpotPanel
from hexwar.widgets.panels.turn_track import TurnTrack, paint_sky
from tests.systems.nlc.panels.opening import start
from tests.widgets.skirmish import (
    ALLIED,
    CAVALRY,
    ENTRY,
    FRENCH,
    NINTH,
    SECOND,
    hosted,
    look,
    wheel,
)

FALLING = ["rain", "thunderstorm", "snow", "snowstorm", "fog", "dust storm", "mud", "frost"]


@pytest.fixture
def state() -> GameState:
    return start()


@pytest.fixture
def track(qtbot: QtBot, state: GameState) -> TurnTrack:
    made = hosted(qtbot, TurnTrack(look()), 900, 62)
    made.show_track(track_of(state, {FRENCH: -2, ALLIED: 4}))
    return made


def ids(panel: SpotPanel) -> list[str]:
    return [spot.id for spot in panel.spots]


def spot(panel: SpotPanel, id_: str) -> str:
    return next(each.words for each in panel.spots if each.id == id_)


# -- turn track


def sky_of(track: TurnTrack) -> str:
    """What the tooltip of the sky says."""
    return next(each.tooltip for each in track.spots if each.id == "rule:N18")


def test_every_hour_has_a_cell_with_its_light_and_arrivals(track: TurnTrack) -> None:
    assert ids(track) == ["1", "2", "3", "rule:N18", "vp:french", "vp:allied"]
    assert spot(track, "1") == "Turn 1: 16:00, day"
    assert spot(track, "2") == "Turn 2: 17:00, day. French: II Corps, 6 SP, at 0101"
    assert spot(track, "3") == "Turn 3: 18:00, night, before midnight"
    track.clearFocus()
    words = "Turn 1: 16:00, day, cloudy. French -2 VP, Coalition 4 VP."
    assert track.accessibleDescription() == words


def long_game(state: GameState, turn: int) -> GameState:
    """Sixty hours, and the present among them."""
    made = state.copy()
    made.turn = turn
    hours = tuple(TurnCard(n, 1 + n // 24, n % 24, TurnKind.DAY) for n in range(1, 61))
    made.battle = replace(state.battle, turns=hours)
    return made


def hours_of(panel: SpotPanel) -> list[int]:
    return [int(each) for each in ids(panel) if each.isdecimal()]


def test_hours_without_room_are_a_wheel_or_a_click_away(track: TurnTrack, state: GameState) -> None:
    track.show_track(track_of(long_game(state, 1), {}))
    first = hours_of(track)
    assert first[0] == 1
    assert {"earlier", "later"} & set(ids(track)) == {"later"}
    track.wheelEvent(wheel(QPointF(300, 30), -240))
    assert hours_of(track) == [n + 2 for n in first]
    for _ in range(2):
        track.wheelEvent(wheel(QPointF(300, 30), 60))
    assert hours_of(track) == [n + 1 for n in first]
    track.activated.emit("later")
    assert hours_of(track)[0] == first[-1] + 1
    assert "earlier" in ids(track)
    for _ in range(9):
        track.activated.emit("later")
    assert hours_of(track)[-1] == 60
    assert "later" not in ids(track)
    # In the same turn the player goes on looking there.
    track.show_track(track_of(long_game(state, 1), {}))
    assert hours_of(track)[-1] == 60
    track.show_track(track_of(long_game(state, 2), {}))
    assert 2 in hours_of(track)


@pytest.mark.rule("N17.1", "N18")
def test_the_sky_says_what_the_weather_does_and_a_night(track: TurnTrack, state: GameState) -> None:
    day, night = track.spots[0].tooltip, track.spots[2].tooltip
    assert "No bombardment <small>N17.1</small>" in night
    assert "N17.1" not in day
    assert spot(track, "rule:N18") == "Weather: cloudy. Weather and light change nothing"
    state.sky = replace(state.sky, weather="frost")
    track.show_track(track_of(state, {}))
    assert spot(track, "rule:N18").startswith("Weather: frost. No pontoon bridge is laid. ")
    assert sky_of(track) == (
        "<b>Frost</b><br>&nbsp;&nbsp;No pontoon bridge is laid <small>T18.2</small>"
        "<br>&nbsp;&nbsp;No improved position is built <small>N21</small>"
    )


@pytest.mark.rule("N18.1", "N18.2")
def test_the_turns_that_roll_the_weather_are_marked(track: TurnTrack, state: GameState) -> None:
    before = track.grab().toImage()
    rolled = replace(state.battle, weather_turns=(2,))
    track.show_track(track_of(replace(state, battle=rolled), {}))
    assert spot(track, "2").startswith("Turn 2: 17:00, day. The weather is rolled for. French: ")
    assert "The weather is rolled for <small>N18.1</small>" in track.spots[1].tooltip
    assert "again at 17:00" in sky_of(track)
    assert track.grab().toImage() != before
    recorded = replace(rolled, options={"weather": "historical"})
    track.show_track(track_of(replace(state, battle=recorded), {}))
    assert "rolled" not in spot(track, "2")


def test_in_a_game_of_several_days_turns_have_dates(track: TurnTrack, state: GameState) -> None:
    """The last two turns are of the next day; the weather is rolled on all."""
    days = ("29 January 1814", "30 January 1814", "30 January 1814")
    dated = zip(state.battle.turns, days, strict=True)
    turns = tuple(replace(turn, day=int(date[:2]), date=date) for turn, date in dated)
    long = replace(state, battle=replace(state.battle, turns=turns, weather_turns=(1, 2, 3)))
    track.show_track(track_of(long, {}))
    first = track.grab().toImage()
    assert spot(track, "1").startswith("Turn 1: 29 January, 16:00, day")
    assert spot(track, "3").startswith("Turn 3: 30 January, 18:00, night")
    assert "again at 17:00 on 30 January" in sky_of(track)
    assert "18:00" not in sky_of(track)
    long.turn = 2
    track.show_track(track_of(long, {}))
    assert "again at 18:00 <small>" in sky_of(track)
    assert track.grab().toImage() != first


def test_who_is_late_is_told(track: TurnTrack, state: GameState) -> None:
    late = state.copy()
    late.turn = 3
    track.show_track(track_of(late, {}))
    assert "still due" in spot(track, "2")
    for unit in state.battle.arrivals[0].units:
        late.put_unit(replace(late.units[unit], hex=ENTRY, box=None))
    track.show_track(track_of(late, {}))
    assert "still due" not in spot(track, "2")


@pytest.mark.qt_log_ignore("does not support raise")
def test_tooltips_list_the_arrivals(track: TurnTrack) -> None:
    cell = track.spots[1]
    assert "French arrivals:<br>&nbsp;&nbsp;II Corps, 6 SP, at 0101" in cell.tooltip
    centre = cell.box.center().toPoint()
    for point, expected in ((centre, cell.tooltip), (QPoint(centre.x(), 1), "")):
        event = QHelpEvent(QEvent.Type.ToolTip, point, track.mapToGlobal(point))
        QApplication.sendEvent(track, event)
        assert QToolTip.text() == expected or (not expected and not event.isAccepted())
    QToolTip.hideText()


def test_arrows_go_from_hour_to_hour(track: TurnTrack, qtbot: QtBot) -> None:
    assert track.current is track.spots[0]
    for key, expected in (
        (Qt.Key.Key_Right, "2"),
        (Qt.Key.Key_Right, "3"),
        (Qt.Key.Key_Left, "2"),
        (Qt.Key.Key_End, "vp:allied"),
        (Qt.Key.Key_Right, "vp:allied"),
        (Qt.Key.Key_Left, "vp:french"),
        (Qt.Key.Key_Home, "1"),
        (Qt.Key.Key_Left, "1"),
    ):
        QTest.keyClick(track, key)
        assert track.current is not None
        assert track.current.id == expected
        assert track.accessibleDescription() == spot(track, expected)
    with qtbot.waitSignal(track.activated) as activated:
        QTest.keyClick(track, Qt.Key.Key_Return)
    assert activated.args == ["1"]


def test_a_click_activates_a_cell_or_leads_to_the_points(track: TurnTrack, qtbot: QtBot) -> None:
    assert spot(track, "vp:french") == "French: -2 VP"
    assert spot(track, "vp:allied") == "Coalition: 4 VP"
    cell = track.spots[2].box.center().toPoint()
    for place, expected in ((cell, "3"), (QPoint(5, 30), "vp:french")):
        with qtbot.waitSignal(track.activated) as activated:
            QTest.mouseClick(track, Qt.MouseButton.LeftButton, pos=place)
        assert activated.args == [expected]
    with qtbot.assertNotEmitted(track.activated):
        QTest.mouseClick(track, Qt.MouseButton.LeftButton, pos=QPoint(300, 1))


def test_a_track_without_a_battle_is_empty(qtbot: QtBot) -> None:
    track = hosted(qtbot, TurnTrack(look()), 500, 62)
    assert list(track.spots) == []
    assert track.current is None
    QTest.keyClick(track, Qt.Key.Key_Right)
    track.setFocus()
    track.grab()


def test_numbers_keep_the_size_and_a_narrow_track_the_present(
    track: TurnTrack, state: GameState
) -> None:
    before = track.sizeHint()
    track.show_track(track_of(state, {FRENCH: 123, ALLIED: -45}))
    assert track.sizeHint() == before

    state.turn = 3
    track.resize(450, 62)
    track.show_track(track_of(state, {}))

    assert len([id_ for id_ in ids(track) if id_.isdigit()]) < 3
    assert "3" in ids(track)


def test_every_weather_has_its_picture(qapp: QApplication) -> None:
    for weather in ["fair", "cloudy", *FALLING, "?"]:
        pictures = []
        for is_night in (False, True):
            image = QImage(48, 48, QImage.Format.Format_ARGB32)
            image.fill(0)
            painter = QPainter(image)
            paint_sky(painter, QRectF(0, 0, 48, 48), weather, is_night=is_night)
            painter.end()
            pictures.append(bytes(image.constBits()))
        assert pictures[0] != pictures[1], weather
        assert any(pictures[0]), weather


# -- phase ribbon


def ribbon_of(qtbot: QtBot, state: GameState, width: int = 800) -> PhaseRibbon:
    made = hosted(qtbot, PhaseRibbon(look()), width, 62)
    made.show_progress(state.battle, progress_of(state))
    return made


def test_the_ribbon_names_phases_and_who_acts_in_which(qtbot: QtBot, state: GameState) -> None:
    ribbon = ribbon_of(qtbot, state)
    phases = [phase for phase in Phase if phase is not Phase.ACTIONS]  # of the basic game
    assert ids(ribbon) == [phase.value for phase in phases] + [s.value for s in Segment]
    assert spot(ribbon, "chit pull") == "Chit Pull Phase"
    assert spot(ribbon, "assault") == "Assault Segment"

    state.phase = Phase.RALLY
    ribbon.show_progress(state.battle, progress_of(state))
    assert ribbon.accessibleDescription() == "Rally Phase"
    size = ribbon.sizeHint()
    state.phase = Phase.CHITS
    state.activation = Activation(CAVALRY, FRENCH, Segment.ASSAULT, had_contact=True)
    ribbon.show_progress(state.battle, progress_of(state))
    said = "Chit Pull Phase: V Cavalry Corps (Milhaud), Assault Segment"
    assert ribbon.accessibleDescription() == said
    assert ribbon.sizeHint() == size


@pytest.mark.rule("N4.5")
def test_segments_have_words_and_those_that_come_to_nothing_say_why(
    qtbot: QtBot, state: GameState
) -> None:
    state.activation = Activation(NINTH, ALLIED, Segment.MOVEMENT, had_contact=True)
    found = {step.id: step for step in progress_of(state).segments}
    assert found["charge"].why == "None of those who act is cavalry"
    assert found["bombardment"].why == "None of those who act is artillery"
    assert [id_ for id_, step in found.items() if step.why] == ["bombardment", "charge"]
    assert [step.mark for step in found.values()] == [
        "Command",
        "Move",
        "Bombard",
        "Charge",
        "Assault",
        "Leaders",
    ]
    state.activation = Activation(NINTH, ALLIED, Segment.CONSOLIDATION, had_contact=True)
    found = {step.id: step for step in progress_of(state).segments}
    assert found["assault"].why == "Nobody assaulted"
    assert not found["movement"].why
    ribbon = ribbon_of(qtbot, state, 380)
    tips = {each.id: each.tooltip for each in ribbon.spots}
    assert tips["assault"].startswith("Assault Segment: Nobody assaulted")
    for each in ribbon.spots[-6:]:  # a word fits into its field
        metrics = QFontMetricsF(look().sans(11.5))
        assert metrics.horizontalAdvance(found[each.id].mark) <= each.box.width()


@pytest.mark.parametrize("width", [380, 430, 800, 1600])
def test_the_ribbon_stays_within_its_width(qtbot: QtBot, state: GameState, width: int) -> None:
    boxes = [each.box for each in ribbon_of(qtbot, state, width).spots]
    assert all(box.right() <= width for box in boxes)
    assert all(a.right() <= b.left() + 0.01 for a, b in pairwise(boxes[: len(Phase) - 1]))
    assert all(a.right() <= b.left() + 0.01 for a, b in pairwise(boxes[-len(Segment) :]))


# -- chit cups


def cups(qtbot: QtBot, state: GameState, width: int = 700) -> ChitCup:
    made = hosted(qtbot, ChitCup(look()), width, 62)
    made.show_chits(state)
    return made


def test_each_cup_tells_how_many_chits_are_left(qtbot: QtBot, state: GameState) -> None:
    state.chits = replace(state.chits, cups={FRENCH: (CAVALRY,), ALLIED: (HIDDEN, HIDDEN)})
    said = [each.words for each in cups(qtbot, state).spots]
    assert said == ["French cup: 1 chit left", "Coalition cup: 2 chits left"]
    common = start({"cups": "common"})
    common.chits = replace(common.chits, cups={FRENCH: (CAVALRY, NINTH), ALLIED: ()})
    assert [each.words for each in cups(qtbot, common).spots] == ["Common cup: 2 chits left"]


def test_the_third_cup_shows_how_many_markers_are_left(qtbot: QtBot) -> None:
    state = start({"cups": "cover"})
    state.chits = replace(state.chits, cups={FRENCH: (CAVALRY,), ALLIED: (HIDDEN, HIDDEN)})
    said = [each.words for each in cups(qtbot, state).spots]
    assert said == [
        "Third cup: 3 cover markers left",
        "French cup: 1 chit left",
        "Coalition cup: 2 chits left",
    ]
    state.chits = replace(state.chits, cup_in_turn=FRENCH)  # its marker is out, its chit not yet
    assert cups(qtbot, state).spots[0].words == "Third cup: 2 cover markers left"


def test_the_cups_say_everything_at_once(qtbot: QtBot, state: GameState) -> None:

    state.chits = replace(state.chits, cups={FRENCH: (), ALLIED: (NINTH,)}, drawn=(CAVALRY,))
    assert cups(qtbot, state).accessibleDescription() == (
        "French cup: 0 chits left, Coalition cup: 1 chit left. Drawn: V Cavalry Corps (Milhaud)."
    )


def test_what_a_cup_hides_is_nowhere(qtbot: QtBot, state: GameState) -> None:
    state.chits = replace(state.chits, cups={FRENCH: (), ALLIED: (HIDDEN,)})
    shown, hidden = cups(qtbot, state), state.copy()
    hidden.chits = replace(hidden.chits, cups={FRENCH: (), ALLIED: (NINTH,)})
    other = cups(qtbot, hidden)
    assert shown.accessibleDescription() == other.accessibleDescription()
    assert [s.tooltip for s in shown.spots] == [s.tooltip for s in other.spots]
    assert shown.grab().toImage() == other.grab().toImage()


def test_drawn_chits_stand_in_order(qtbot: QtBot, state: GameState) -> None:
    state.chits = replace(state.chits, drawn=(NINTH, CAVALRY))
    state.activation = Activation(CAVALRY, FRENCH, Segment.MOVEMENT, had_contact=False)
    made = cups(qtbot, state)
    assert ids(made)[2:] == ["formation:CO-9", "formation:FR-5C"]
    assert spot(made, "formation:CO-9") == "1. IX Corps (Olsufiev) was drawn"
    assert spot(made, "formation:FR-5C") == "2. V Cavalry Corps (Milhaud) acts now"
    assert made.spots[2].box.right() <= made.spots[3].box.left()


@pytest.mark.rule("N26.2")
def test_chits_that_were_drawn_beforehand_wait_in_their_order(qtbot: QtBot) -> None:
    state = start({"draw": "beforehand"})
    waiting = (SECOND, CAVALRY)
    state.chits = replace(state.chits, drawn=(NINTH, *waiting), waiting=waiting)
    made = cups(qtbot, state)
    assert spot(made, "formation:CO-9") == "1. IX Corps (Olsufiev) was drawn"
    assert spot(made, "formation:FR-5C") == "3. V Cavalry Corps (Milhaud) is still to be played"


@pytest.mark.rule("N20.11")
def test_the_chit_of_hidden_troops_says_no_visible_action_to_the_enemy_too(qtbot: QtBot) -> None:
    state = start({"hidden_movement": "on"})
    state.chits = replace(state.chits, drawn=(CAVALRY,))
    seen = "1. V Cavalry Corps (Milhaud) was drawn"
    assert spot(cups(qtbot, state), f"formation:{CAVALRY}") == seen
    card = state.battle.formations[CAVALRY]
    FormationLifted(FRENCH, card.units, card.leaders).happen(state)
    for shown in (state, view(state, FRENCH), view(state, ALLIED)):
        told = spot(cups(qtbot, shown), f"formation:{CAVALRY}")
        assert told == f"{seen}: no visible action"


def test_many_chits_overlap_rather_than_leave_the_panel(qtbot: QtBot, state: GameState) -> None:
    state.chits = replace(state.chits, drawn=(NINTH, CAVALRY, SECOND))
    made = cups(qtbot, state, 300)
    assert made.spots[-1].box.right() <= 300
    assert made.spot_at(made.spots[-1].box.center()) is made.spots[-1]
    assert made.spot_at(QPointF(-5, -5)) is None


def test_all_strips_follow_the_scale(qtbot: QtBot, state: GameState, track: TurnTrack) -> None:
    for made in (track, ribbon_of(qtbot, state, 1600), cups(qtbot, state, 1600)):
        for scale in (0.8, 1.0, 1.25, 1.5, 2.0):
            made.set_look(look(scale, "dark-safe"))
            assert made.sizeHint().height() == round(62 * scale)
            assert made.spots
        made.setFocus()
        assert not made.grab().isNull()
