"""Whatever stands in the texts of a battle is read as it stands: it is never markup, nor a key.

The battle has a picture to load, a tag without an end, an entity, an ampersand and braces in every
text of its map, its forces and itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from pydantic_core import from_json
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.ai.arena import Match
from hexwar.app import main
from hexwar.app.games import new_match
from hexwar.engine import Event, SaveError, save
from hexwar.engine.codec import Codec
from hexwar.lessons.script import lessons
from hexwar.scenario.summaries import summaries
from hexwar.shell import coach
from hexwar.shell.advice import Advice
from hexwar.shell.main_window import MainWindow
from hexwar.shell.prompter import Answer
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.forces import Side
from hexwar.widgets.aftermath.page import Report
from hexwar.widgets.aftermath.paper import Paper
from hexwar.widgets.log.log_view import LogView
from hexwar.widgets.panels.coach_card import CardButtons, CardText
from tests.markup import HEAD, MARK, holes, marked, shown_by, spoilt
from tests.saves.test_forged import TOLD
from tests.shell.hand import Hand, new_brienne, services
from tests.systems.nlc.cases import each

_KEPT = TemporaryDirectory(prefix="hexwar-tests-")

DOCKS = ("stack", "orders", "cards", "army", "boxes", "victory", "log", "dice")


@cache
def battle() -> str:
    """The folder of such a copy of Brienne."""
    return str(marked(Path(_KEPT.name), "brienne"))


@cache
def played(answers: int) -> Match:
    """A game of it, so far played by the computer."""
    players = {Side("french"): "greedy", Side("allied"): "greedy"}
    match = new_match(battle(), players, "3", {"orders": "open", "cards": "full"})
    while match.session.pending is not None and len(match.session.journal) < answers:
        match.step()
    return match


def everything() -> Iterator[tuple[str, str]]:
    for top in QApplication.topLevelWidgets():
        yield from shown_by(top)


def found(seen: list[str]) -> dict[str, str]:
    """What shows a mark otherwise than it stands in the file, in any window; notes who has any."""
    seen += [name for name, words in everything() if HEAD in words]
    return {k: v for top in QApplication.topLevelWidgets() for k, v in holes(top).items()}


def test_lists_of_battles_and_their_briefings_show_it(qtbot: QtBot, tmp_path: Path) -> None:
    battle()
    others = partial(summaries, FILES_ONLY, [Path(_KEPT.name)])
    window = MainWindow(replace(services(tmp_path), scenarios=others))
    qtbot.addWidget(window)
    window.show()
    window.menus["new"].trigger()
    seen: list[str] = []
    assert found(seen) == {}
    assert any("BattleList" in name for name in seen)
    dialog = window.dialogs.dialog
    assert dialog is not None
    dialog.reject()


@each("answers", 0, 60, 150, 300)
def test_the_window_shows_it(hand: Hand, answers: int) -> None:
    seen: list[str] = []
    hand.open(played(answers).session.fork())
    hand.window.briefing.show()
    assert found(seen) == {}
    hand.window.follow_link("hex:1704")
    for name in DOCKS:
        hand.window.docks.show_dock(name)
        hand.qtbot.wait(5)
        assert found(seen) == {}, name
    for name in ("go-to", "decks", "save-as"):
        if hand.window.menus[name].isEnabled() and name != "save-as":
            hand.window.menus[name].trigger()
            assert found(seen) == {}, name
            if hand.window.dialogs.dialog is not None:
                hand.window.dialogs.dialog.reject()
    assert len({name.split()[0] for name in seen}) >= 10


def test_it_is_shown_where_the_player_chooses(hand: Hand) -> None:
    """Each question of a stretch of play, with its buttons, its sheets and what is hovered."""
    session = played(300).session
    seen: list[str] = []
    for at in range(100, 300, 12):
        twin = session.fork()
        if at < len(twin.journal):
            twin.rewind(at)
        hand.open(twin)
        hand.hover("1604")
        assert found(seen) == {}, at
    assert any("QPushButton" in name for name in seen)


class _Words(HTMLParser):
    """The words of a page, and the pictures that it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.pictures = "", ""
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.pictures += f"{tag} {attrs}"


def test_exports_of_the_log_show_it(hand: Hand) -> None:
    hand.open(played(300).session.fork())
    hand.window.docks.show_dock("log")
    (log,) = hand.window.findChildren(LogView)
    for suffix in ("txt", "csv", "html"):
        text = log.exported(suffix)
        page = _Words(text)
        words = page.words if suffix == "html" else text.replace('""', '"')
        assert HEAD in words
        assert not spoilt(words), suffix
        assert "q.png" not in page.pictures or suffix != "html"


def test_a_report_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "game.hexwar", tmp_path / "game.html"
    file.write_text(save(played(300).session), "utf-8")
    assert main.main(["report", str(file), "--html", str(page)]) == 0, capsys.readouterr().err
    read = _Words(page.read_text("utf-8"))
    assert read.words.count(MARK) > 20
    assert not spoilt(read.words)
    assert "q.png" not in read.pictures


@each(
    "words",
    ("list",),
    ("validate", "{battle}"),
    ("los", "{battle}", "1704", "1604"),
    ("reach", "{battle}", "FR-2-01"),
    ("reach", "{battle}", "<img"),
    ("verify", "{save}"),
)
def test_no_command_sends_a_terminal_more_than_words(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.hexwar"
    file.write_text(save(played(60).session), "utf-8")
    main.main([word.format(battle=battle(), save=file) for word in words])
    told = "".join(capsys.readouterr())
    assert told
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", told)
    assert "Traceback" not in told


def test_a_report_as_paper_shows_it() -> None:
    session = played(300).session
    told = NLC.aftermath(session, session.state.battle.sides, len(session.events))
    assert told is not None
    paper = Paper(Report(told, ()))
    words = paper._document.toPlainText()
    assert words.count(MARK) > 20
    assert not spoilt(words.replace("\u2028", " ").replace("\n", " "))
    assert paper.pdf().startswith(b"%PDF")


def test_lessons_show_it(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    own = lessons()[0]
    steps = tuple(
        replace(one, title=f"A {MARK}", text=f"B {MARK}", why=f"C {MARK}") for one in own.steps
    )
    lesson = replace(own, title=f"Go {MARK}", about=f"Far {MARK}", achieved=MARK, steps=steps)
    monkeypatch.setattr(coach, "lessons", lambda: (lesson,))
    seen: list[str] = []
    hand.window.show_start()
    assert found(seen) == {}
    assert any("LessonButton" in name for name in seen)
    assert hand.window.coach.begin(lesson.id, 0) == ""
    card = hand.window.coach.card
    assert card is not None
    hand.until(lambda: HEAD in card.text.text())
    assert found(seen) == {}
    card.tell(CardText(lesson.title, 1, 1, "A", "B"), CardButtons(f"Next: {lesson.title}"))
    assert found(seen) == {}


# -- events of a file whose fields somebody has forged


def forge(events: list[Event]) -> set[str]:
    """Put a mark into each event in place of the words that it tells as they stand; their kinds."""
    codec, kinds = Codec(NLC.system), set[str]()
    for at, event in enumerate(events):
        name = type(event).__name__
        raw = from_json(codec.event_text(event, ""))[1]
        marked = {k: f"x {MARK}" for k, v in raw.items() if k in TOLD and v and isinstance(v, str)}
        with suppress(SaveError):  # a word out of a table of the rules
            events[at] = codec.event(name, {**raw, **marked}, "events.0")
            kinds |= {name} if marked else set()
    return kinds


def test_log_and_recap_show_forged_events_as_they_stand(hand: Hand) -> None:
    session = played(300).session.fork()
    assert len(forge(session.events)) > 5
    hand.open(session)
    seen: list[str] = []
    for address in ("action:dock-log", "recap:all", "action:dock-dice"):
        hand.window.follow_link(address)
        hand.qtbot.wait(5)
        assert found(seen) == {}, address
    assert any("log" in name.lower() for name in seen)


@pytest.mark.rule("N3.4")
def test_nobody_answers_for_a_side_that_is_not_theirs(hand: Hand) -> None:
    """A press or a gesture that comes in spite of all that is hidden or greyed does nothing."""
    hand.open(new_brienne(options={"orders": "secret"}))
    controller, session = hand.game.controller, hand.session
    assert hand.window.lock.is_closed

    def forge() -> None:
        pending = session.pending
        assert pending is not None
        before = save(session)
        controller.give((Answer(type(pending), session.options[0]),))
        controller.press("end")
        controller.confirm()
        controller.end_segment()
        controller.end_activation()
        controller.undo()
        controller.redo_all()
        hand.game.follower(Advice).card.accepted.emit()
        hand.window.menus["advise"].trigger()
        assert save(session) == before
        assert not hand.game.follower(Advice).card.isVisible()

    forge()  # nobody sits there
    hand.window.handover.ready.emit()
    controller.show.set_paused(True)
    side = controller.viewer.side
    controller.reseat({side: "greedy"})  # the other one is to sit down first
    assert hand.window.lock.is_closed
    forge()
    hand.window.handover.ready.emit()
    hand.until(lambda: controller.is_asking or controller.thinker.is_thinking)
    if not controller.is_asking:
        forge()  # the computer thinks
