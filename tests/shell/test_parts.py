"""What works behind the window: threads, the show of events, the autosave, small records."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.kit import Player
from hexwar.shell.panes import book_of
from hexwar.shell.playback import WALK_REST, Playback, first_beat
from hexwar.shell.preferences import Pace
from hexwar.shell.recovery import KeptGame, Stop
from hexwar.shell.seats import Seats
from hexwar.shell.start import StartScreen
from hexwar.shell.thinker import Thinker
from hexwar.systems.nlc.events import combat
from hexwar.systems.nlc.events.combat import AdvanceMade
from hexwar.systems.nlc.events.leaders import LeaderMoved
from hexwar.systems.nlc.events.losses import FriendDisplaced, UnitRetreated
from hexwar.systems.nlc.events.movement import ColumnFormed, UnitMoved
from hexwar.systems.nlc.events.turn import ChitDrawn, HexControlled, SegmentEnded
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.lenses.sights import last_moves, reach_of
from hexwar.systems.nlc.prompters import NlcQuestions
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import Fact
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.names import MapNames
from hexwar.table.pieces import Segment
from hexwar.table.spot import Spot
from hexwar.widgets.worker import Worker
from tests.shell.hand import brienne
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units
from tests.widgets.skirmish import look

F1, F2 = units("F1 F2")
LEADER = LeaderId("FL")


def test_a_worker_hands_its_result_or_fault_back_unless_given_up(qtbot: QtBot) -> None:
    worker, threads = Worker(), []
    worker.finished.connect(lambda _: threads.append(threading.current_thread()))
    with qtbot.waitSignal(worker.finished) as done:
        worker.run(lambda: threading.current_thread().name)
    assert done.args is not None
    assert done.args[0] != threading.main_thread().name
    assert threads == [threading.main_thread()]
    assert not worker.is_busy

    with qtbot.waitSignal(worker.failed) as failed:
        worker.run(lambda: 1 // 0)
    assert failed.args is not None
    assert isinstance(failed.args[0], ZeroDivisionError)

    worker, gate = Worker(), threading.Event()
    told: list[object] = []
    worker.finished.connect(told.append)
    worker.run(gate.wait)
    worker.drop()
    gate.set()
    worker.wait()
    qtbot.wait(20)

    assert told == []


# -- computer players


class Mute:
    """A player who never comes to an end by himself."""

    gate = threading.Event()

    def answer(self, *_: Any) -> Any:
        self.gate.wait(10)


class Broken:
    """A player with a fault."""

    def answer(self, *_: Any) -> Any:
        raise LookupError("no idea")


@pytest.fixture
def thinker(qtbot: QtBot) -> Thinker:
    others = {"mute": Player(Mute, ""), "broken": Player(Broken, "")}
    made = Thinker({**NLC.players, **others})
    made.speed = 0
    return made


def ask(thinker: Thinker, player: str) -> None:
    state = moving("F1 infantry 5-3 0303")
    decision = ActivateUnit(FRENCH, FormationId("FI"))
    thinker.ask(player, decision, list(decision.options(state)), state, "seed")


def moving(*lines: str, **more: Any) -> GameState:
    return position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT, **more)


def test_the_same_seed_gives_the_same_answer(qtbot: QtBot, thinker: Thinker) -> None:
    answers = []
    for _ in range(2):
        with qtbot.waitSignal(thinker.answered) as done:
            ask(thinker, "random")
        answers.append(done.args)

    assert answers[0] == answers[1]


@each("player words", ("mute", "took longer than"), ("broken", "LookupError"))
def test_a_player_who_oversleeps_or_breaks_down_does_nothing_and_it_is_told(
    qtbot: QtBot, thinker: Thinker, player: str, words: str
) -> None:
    Mute.gate.clear()  # the tests may run in any order
    if player == "mute":
        thinker.longest = 30
    told: list[str] = []
    thinker.overslept.connect(told.append)
    with qtbot.waitSignal(thinker.answered) as done:
        ask(thinker, player)
    Mute.gate.set()
    thinker.close()

    assert done.args == [None]
    assert words in told[0]


def test_what_never_ends_keeps_no_later_answer_and_no_window_waiting(
    qtbot: QtBot, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gate stays shut: whatever waits for the thread behind it waits in vain."""
    monkeypatch.setattr(Mute, "gate", gate := threading.Event())
    thinker.longest = 30
    with qtbot.waitSignal(thinker.answered):
        ask(thinker, "mute")
    (stuck,) = (t for t in threading.enumerate() if t.name.startswith("thinking"))
    thinker.longest = 20_000
    with qtbot.waitSignal(thinker.answered):
        ask(thinker, "random")

    ask(thinker, "mute")
    thinker.close()

    assert stuck.is_alive()
    assert stuck.daemon
    assert not thinker.is_thinking
    gate.set()


def test_who_looks_again_when_nobody_waits_any_more_ends_there(
    qtbot: QtBot, thinker: Thinker
) -> None:
    looks = threading.Semaphore(0)
    ended = threading.Event()

    class Restless:
        def answer(self, _decision: Any, _options: Any, look: Callable[[], Any], _: Any) -> Any:
            try:
                while True:
                    look()
                    looks.release()
            finally:
                ended.set()

    thinker.seat("restless", Player(Restless, ""))
    ask(thinker, "restless")
    assert looks.acquire(timeout=10)
    thinker.drop()

    assert ended.wait(10)


def test_a_pause_holds_an_answer_back_a_dropped_one_is_gone(qtbot: QtBot, thinker: Thinker) -> None:
    answers: list[object] = []
    thinker.answered.connect(answers.append)
    ask(thinker, "random")
    thinker.drop()
    qtbot.wait(50)
    assert answers == []
    assert not thinker.is_thinking

    thinker.set_paused(True)
    ask(thinker, "random")
    qtbot.wait(60)
    assert answers == []
    assert thinker.is_thinking
    thinker.set_paused(False)
    qtbot.waitUntil(lambda: len(answers) == 1)


def test_pieces_that_go_the_same_way_go_together_and_a_die_or_a_second_walk_stands_alone() -> None:
    state = moving("F1 infantry 5-3 0303", "FL leader 0303")
    path = hexes("0303 0304")
    taken = HexControlled(Hex("0304"), FRENCH)
    walk = [UnitMoved((F1,), path, 2, column=True), ColumnFormed(F1), LeaderMoved(LEADER, path)]
    beat = first_beat(state, [*walk, taken])
    assert beat.pieces == ("F1", "FL")
    assert beat.path == beat.spots == path
    assert len(beat.events) == 3

    drawn = [SegmentEnded(Segment.COMMAND, Segment.MOVEMENT), ChitDrawn(FRENCH, FormationId("FI"))]
    beat = first_beat(state, [*drawn, taken])
    assert list(beat.events) == drawn
    assert beat.rest == ChitDrawn.rest

    state, path = moving("F1 infantry 5-3 0303"), hexes("0303 0304")
    assert first_beat(state, [AdvanceMade((F1,), Hex("0304"))]).path == path
    twice = [UnitRetreated(F1, path), UnitRetreated(F1, path)]
    assert len(first_beat(state, twice).events) == 1

    assert Pace.OFF.speed == 0 < Pace.SLOW.speed < Pace.NORMAL.speed < Pace.FAST.speed


# -- the show


class Boards:
    """A stage whose walks end when the test says so."""

    def __init__(self) -> None:
        self.walks: list[tuple[Sequence[str], tuple[Spot, ...]]] = []
        self._done: list[Callable[[], None]] = []

    def walk(self, pieces: Sequence[str], path: tuple[Spot, ...], done: Callable[[], None]) -> None:
        self.walks.append((pieces, path))
        self._done.append(done)

    def hurry(self) -> None:
        done, self._done = self._done, []
        for end in done:
            end()


@pytest.fixture
def stage() -> Boards:
    return Boards()


@pytest.fixture
def show(stage: Boards, qtbot: QtBot) -> Playback:
    made = Playback(moving("F1 infantry 5-3 0303", "F2 infantry 5-3 0505"), stage)
    made.pace = Pace.FAST
    return made


WALK = UnitMoved((F1,), hexes("0303 0304"), 2, column=False)
OTHER = UnitMoved((F2,), hexes("0505 0506"), 2, column=False)


@pytest.fixture
def ended(show: Playback) -> list[bool]:
    """Grows when the show is over."""
    told: list[bool] = []
    show.finished.connect(lambda: told.append(True))
    return told


def test_the_table_changes_after_the_walk(show: Playback, stage: Boards, ended: list[bool]) -> None:
    show.play([WALK])
    assert stage.walks == [(("F1",), hexes("0303 0304"))]
    assert show.table.units[F1].hex == "0303"
    assert show.is_running
    stage.hurry()
    assert show.table.units[F1].hex == "0304"
    assert show.told == 1
    assert ended == [True]
    assert not show.is_running


@each("is_skipped", True, False)
def test_skipping_shows_the_end_once_and_stopping_shows_no_more(
    show: Playback, stage: Boards, ended: list[bool], is_skipped: bool
) -> None:
    show.play([WALK, OTHER])
    (show.skip if is_skipped else show.stop)()
    places = [show.table.units[unit].hex for unit in (F1, F2)]
    assert places == (["0304", "0506"] if is_skipped else ["0303", "0505"])
    assert ended == [True] * is_skipped
    assert not show.is_running
    assert stage.walks == [(("F1",), hexes("0303 0304"))]


def test_a_pause_holds_the_next_beat_and_what_is_played_meanwhile(
    show: Playback, stage: Boards, qtbot: QtBot
) -> None:
    show.set_paused(True)
    show.play([WALK, OTHER])
    assert stage.walks == []
    show.set_paused(False)
    assert len(stage.walks) == 1

    show.set_paused(True)
    stage.hurry()
    qtbot.wait(80)
    assert len(stage.walks) == 1
    assert show.is_running
    assert show.is_paused
    show.set_paused(False)
    assert len(stage.walks) == 2
    stage.hurry()
    assert not show.is_running


# -- the start page


def test_the_start_screen_says_when(qtbot: QtBot, tmp_path: Path) -> None:
    screen = StartScreen(look())
    qtbot.addWidget(screen)
    time = datetime(2020, 1, 29, 12, 5)
    old = KeptGame(tmp_path / "a.hexwar", "La <Rothière>", "Turn 3.", time, Stop.LEFT)
    opened: list[Path] = []
    screen.gameAsked.connect(opened.append)

    screen.show_games([old], [tmp_path / "b.hexwar"])
    assert "La &lt;Rothière&gt;, left on 29 January at 12:05" in screen.last_title.text()
    screen.go_on.click()
    screen.recent.linkActivated.emit("0")

    assert opened == [tmp_path / "a.hexwar", tmp_path / "b.hexwar"]


# -- small records


def test_seats_are_read_back_from_a_header() -> None:
    seats = Seats({FRENCH: "person", ALLIED: "random"})
    header = {"options": {"cups": "two", **seats.options()}}

    assert Seats.from_header(header, (FRENCH, ALLIED), NLC.players) == seats
    assert seats.humans == (FRENCH,)
    assert seats.words({FRENCH: "French", ALLIED: "Coalition"}) == (
        "French: person, Coalition: computer (random)"
    )
    assert seats.words({FRENCH: "French", ALLIED: "Coalition"}, NLC.players) == (
        "French: person, Coalition: computer (moves at random)"
    )
    assert Seats.from_header({}, (FRENCH, ALLIED), NLC.players).humans == (FRENCH, ALLIED)
    assert Seats.from_header({"options": 3}, (Side("x"),), NLC.players).humans == ("x",)
    unknown = {"options": {"player.french": "genius", "player.allied": 7}}
    assert Seats.from_header(unknown, (FRENCH, ALLIED), NLC.players).humans == (FRENCH, ALLIED)


def test_hexes_are_links_and_the_rulebook_has_the_scenarios_own_numbers() -> None:
    battle = moving("F1 infantry 5-3 0303").battle

    html = MapNames(battle).linked("A <b> goes from 0303 to 9999 in 1814").html

    assert html == 'A &lt;b&gt; goes from <a href="hex:0303">0303</a> to 9999 in 1814'

    book = book_of(NLC, replace(brienne().state.battle, numbers={"stacking.sp": 99}))

    assert book is not None
    assert "99" in book.to_html("n06-stacking-and-zones")
    assert "99" not in NLC.rulebook({}).to_html("n06-stacking-and-zones")


@pytest.mark.rule("N4.53")
def test_what_is_left_names_moves_and_assaults() -> None:
    state = moving("F1 infantry 5-3 0404", "A1 infantry 5-3 0403", "FL leader 0404")
    question = ActivateUnit(FRENCH, FormationId("FI"))
    asks = NlcQuestions(NLC)
    left = asks.left(state, question)
    assert [one.words for one in left] == [
        "F1 in 0404 may still move",
        "0403 may still be assaulted",
        "FL may still move",
    ]
    assert [one.is_now for one in left] == [True, False, False]
    state.activation = None
    assert asks.left(state, question) == ()
    alone = position(OPEN, "F1 infantry 5-3 0404", "FL leader 0404", active="FI")
    left = asks.left(alone, DeclareAssault(FRENCH, FormationId("FI")))
    assert not any(one.has_weight for one in left)


def test_the_moves_of_the_last_turn_and_the_reach_of_a_hex() -> None:
    session = brienne()
    session.answer(("FR-5C-01",))
    route = next(option for option in session.options if option.hexes)
    session.answer(route)
    tracks = last_moves(session.state, session.events)
    assert [track.hexes for track in tracks] == [route.hexes]

    state = moving("F1 infantry 5-3 0303")
    reach = reach_of(state, Hex("0303"))
    assert reach is not None
    assert reach.left[Hex("0304")] == 6
    assert reach_of(state, Hex("0707")) is None


LINE = "F1 light 3-3 0303"


@each(
    "event walked",
    (combat.AdvanceMade((F1,), Hex("0304")), "0303 0304"),
    (UnitRetreated(F1, hexes("0303 0304 0305")), "0303 0304 0305"),
    (combat.RetreatedBeforeAssault((F1,), hexes("0303 0304")), "0303 0304"),
    (combat.Evaded((F1,), hexes("0303 0304")), "0303 0304"),
    (combat.PursuitMade((F1,), hexes("0303 0304 0305")), "0303 0304 0305"),
    # Who charges stays on his hex, so he rides up to the enemy and back.
    (
        combat.ChargeDeclared((F1,), Hex("0306"), hexes("0303 0304 0305 0306")),
        "0303 0304 0305 0304 0303",
    ),
    (combat.ReactionDeclared((F1,), Hex("0305"), hexes("0303 0304")), "0303 0304 0303"),
)
def test_the_moves_of_combat_are_walked(event: Fact, walked: str) -> None:
    state = moving(LINE)
    shown, left_out = (first_beat(state, [event], rushes=on) for on in (True, False))

    assert event.is_rush
    assert (shown.pieces, shown.path) == (("F1",), hexes(walked))
    assert (left_out.pieces, left_out.path) == ((), ())
    assert left_out.rest == shown.rest == max(event.rest, WALK_REST)


def test_a_march_is_walked_and_of_combat_what_the_player_wants(qtbot: QtBot) -> None:
    march = UnitMoved((F1,), hexes("0303 0304"), 2, column=False)
    aside = FriendDisplaced(F1, Hex("0304"))
    assert first_beat(moving(LINE), [march], rushes=False).path == hexes("0303 0304")
    assert first_beat(moving(LINE), [aside]).path == hexes("0303 0304")
    assert first_beat(moving(LINE), [aside], rushes=False).path == ()

    for event in (
        combat.ChargeDeclared((F1,), Hex("0304"), hexes("0303 0304")),
        combat.ReactionDeclared((F1,), Hex("0304"), hexes("0303")),
        combat.PursuitMade((F1,), hexes("0303")),
    ):
        assert first_beat(moving(LINE), [event]).path == (), event

    stage = Boards()
    show = Playback(moving(LINE), stage)
    show.pace, show.shows_rushes = Pace.FAST, False
    show.play([combat.AdvanceMade((F1,), Hex("0304"))])

    assert stage.walks == []
    assert show.table.units[F1].hex == "0304"
    qtbot.waitUntil(lambda: not show.is_running)
