"""The program round the window: its command line, its settings, and what it does with a fault."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args
from weakref import finalize

import pytest
from PySide6.QtCore import QDate, QSettings, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.app import main, window
from hexwar.app.commands import UserError, show
from hexwar.app.games import load_game as load
from hexwar.app.opening import load_game, open_named
from hexwar.engine import read_file, save
from hexwar.engine.seal import PACKED, LockedError
from hexwar.shell.main_window import MainWindow
from hexwar.shell.notices import Notice
from hexwar.shell.preferences import FORMAT, Pace, Preferences, Settings
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.section.schema import OptionsRecord
from hexwar.table.forces import UnitId
from hexwar.widgets.counters.card import CounterStyle
from tests.shell.hand import brienne, new_brienne
from tests.systems.nlc.cases import each

# -- what is opened


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "game.hexwar"
    path.write_text(save(brienne()), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "content", [None, b"x" * (2 << 20), b"\0" * 100, b"[General]\nlessons=a 9" + b"9" * 5000]
)
def test_settings_that_are_none_do_not_stop_the_window(home: Path, content: bytes | None) -> None:
    Settings().keep(Preferences(theme="dark"))
    (file,) = home.rglob("hexwar.ini")
    file.unlink()
    if content is None:
        os.mkfifo(file)
    else:
        file.write_bytes(content)
    settings = Settings()
    assert settings.preferences() == Preferences()
    assert settings.lessons() == {}
    assert settings.bookmarks("a") == []


def test_a_scenario_is_opened_by_its_id_and_a_save_by_any_name(kept: Path, tmp_path: Path) -> None:
    opened = open_named("brienne")
    assert (opened.scenario, opened.session, opened.state.turn) == ("brienne", None, 0)
    assert opened.state.units[UnitId("FR-5C-01")].hex == "1704"

    other = tmp_path / "other.txt"
    other.write_text(kept.read_text("utf-8"), encoding="utf-8")
    for path in (kept, other):
        opened = open_named(str(path))
        assert (opened.path, opened.state.turn) == (path, 1)
        left = open_named(str(path), leaves_games=True)
        assert (left.path, left.is_unread, left.kit) == (path, True, NLC)


@each("word", "brienen", "", "nowhere/at/all", "a\0b")
def test_a_wrong_name_is_one_sentence(word: str) -> None:
    with pytest.raises(UserError) as error:
        open_named(word)
    assert "\n" not in str(error.value)


@each(
    "opens name words",
    (open_named, "lost.hexwar", r"^there is no file lost\.hexwar$"),
    (open_named, "broken.hexwar", r"broken\.hexwar"),
    (load_game, "broken.hexwar", r"broken\.hexwar"),
    (load_game, "layout", "^layout: layout: "),
    (load_game, "gone", "^gone cannot be read: "),
)
def test_a_missing_or_broken_save_names_its_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    opens: Callable[[Any], object],
    name: str,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for broken in ("broken.hexwar", "layout"):
        Path(broken).write_text("{}")
    with pytest.raises(UserError, match=words):
        opens(name if opens is open_named else Path(name))


def test_a_wrong_name_is_refused_before_qt_is_loaded() -> None:
    code = (
        "import sys\n"
        "from hexwar.app.main import main\n"
        "status = main(['play', 'brienen'])\n"
        "assert status == 1, status\n"
        "assert not any(name.startswith('PySide6') for name in sys.modules)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )

    assert found.returncode == 0, found.stderr
    assert "did you mean" in found.stderr or "there is no scenario" in found.stderr


# -- settings


NO = (False, False, False, False)
"""Results, fans, weather and rushes."""


def test_settings_are_kept_in_the_users_folder(home: Path, kept: Path) -> None:
    liked = Preferences(
        "dark-safe", 1.5, CounterStyle.NATO, 1.2, Pace.SLOW, *NO, frozenset({"die"})
    )
    settings = Settings()
    settings.keep(liked)
    settings.add_recent(kept)
    settings.keep_layout(b"abc", b"def")
    del settings

    again = Settings()
    assert again.preferences() == liked
    assert again.recent() == [kept]
    assert again.layout() == (b"abc", b"def")
    assert list((home / "config").rglob("*.ini"))


def settings_file(**values: object) -> None:
    """Write settings past the program."""
    file = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "hexwar", "hexwar")
    for key, value in values.items():
        file.setValue(key, value)
    file.sync()


def test_missing_and_senseless_settings_and_those_of_another_format_are_the_usual_ones() -> None:
    assert Settings().preferences() == Preferences()
    keys = ("theme", "scale", "counters", "pace", "shows_results")
    settings_file(**dict.fromkeys(keys, "nonsense"))
    assert Settings().preferences() == Preferences(shows_results=False)
    assert Settings().layout() == (b"", b"")
    assert Settings().recent() == []

    Settings().keep(Preferences(theme="dark"))
    settings_file(format=99)
    assert Settings().preferences() == Preferences()


def test_it_is_remembered_which_battles_were_begun_and_when_but_no_senseless_day() -> None:
    today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
    for battle in ("brienne", "first-steps", "a folder/of mine", "brienne"):
        Settings().add_played(battle)
    played = list(Settings().played().items())
    assert played == [(b, today) for b in ("brienne", "a folder/of mine", "first-steps")]

    settings = Settings()
    for number in range(60):
        settings.add_played(f"battle-{number}")
    assert list(settings.played()) == [f"battle-{number}" for number in range(59, 9, -1)]

    days = "2026-02-30 vauchamps\n2026-02-28 brienne\nbrienne\n2026-02-27\n"
    settings_file(format=FORMAT, played=days)
    assert Settings().played() == {"brienne": "2026-02-28"}


def test_it_is_remembered_who_played_last() -> None:
    assert Settings().seated() == {}
    Settings().keep_seated({"french": "person", "allied": "greedy"})
    assert Settings().seated() == {"french": "person", "allied": "greedy"}


def test_recent_files_are_few_and_saves_lie_in_the_users_data(tmp_path: Path, home: Path) -> None:
    settings = Settings()
    paths = [tmp_path / f"{n}.hexwar" for n in range(12)]
    for path in (*paths, paths[-1]):
        path.touch()
        settings.add_recent(path)

    assert settings.recent() == paths[:3:-1]

    assert window.services_of_user().saves == home / "data" / "hexwar" / "saves"
    assert window.services_of_user().cache == home / "cache" / "hexwar" / "maps"


# -- show


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    return tmp_path / "board.png"


def arguments(game: str, output: object, **more: object) -> Namespace:
    usual: dict[str, object] = {"overlays": [], "center": None, "zoom": None, "size": (320, 240)}
    return Namespace(game=game, output=output, **(usual | more))


def test_a_board_is_painted_with_its_overlays(
    qapp: QApplication, picture: Path, kept: Path, tmp_path: Path
) -> None:
    names = ["vp", "zones", "reach:1803"]
    assert show.run(arguments(str(kept), picture, overlays=names, center="1803", zoom=1.0)) == 0

    image = QImage(str(picture))
    assert (image.width(), image.height()) == (320, 240)
    colours = {image.pixel(x, y) for x in range(0, 320, 8) for y in range(0, 240, 8)}
    assert len(colours) > 50

    plain, zones = tmp_path / "plain.png", tmp_path / "zones.png"
    show.run(arguments("brienne", plain))
    show.run(arguments("brienne", zones, overlays=["zones"]))

    assert plain.read_bytes() != zones.read_bytes()


@each(
    "more words",
    ({"overlays": ["supply"]}, "there is no 'supply'"),
    ({"overlays": ["reach:3535"]}, "no unit stands in 3535"),
    ({"center": "9999"}, "9999 is not on the map"),
    ({"output": Path("none") / "board.png"}, "cannot be written"),
    ({"output": Path()}, "cannot be written"),
)
def test_a_wrong_picture_is_one_sentence(
    qapp: QApplication,
    picture: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: dict[str, object],
    words: str,
) -> None:
    monkeypatch.chdir(picture.parent)
    with pytest.raises(UserError, match=words):
        show.run(arguments("brienne", **{"output": picture, **more}))


def test_show_needs_no_screen(tmp_path: Path) -> None:
    output = tmp_path / "board.png"
    found = subprocess.run(
        [sys.executable, "-m", "hexwar", "show", "brienne", "-o", str(output), "--size", "200x150"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert found.returncode == 0, found.stderr
    assert output.stat().st_size > 1_000


# -- the window


@pytest.fixture
def made(qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    hook = sys.excepthook
    shown = window.make_window(window.application())
    qtbot.addWidget(shown)
    yield shown
    shown.close()
    sys.excepthook = hook


def test_a_fault_that_cannot_be_recorded_tells_no_secret_over_the_handover(
    made: MainWindow, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made.show()
    (home / "state").mkdir(exist_ok=True)
    (home / "state" / "hexwar").write_text("no folder")
    window.catch_faults(made, ["play", "brienne"])
    for orders, is_told in ("open", True), ("secret", False):
        made.open_session(new_brienne(options={"orders": orders}), None)
        assert made.lock.is_closed is not is_told
        sys.excepthook(ValueError, ValueError("march of FR-5C"), None)
        QApplication.processEvents()
        notice = made.dialogs.dialog
        assert isinstance(notice, Notice)
        assert "no report could be written" in notice.text.text()
        assert ("march of FR-5C" in notice.text.text()) is is_told
        assert "march of FR-5C" in capsys.readouterr().err


def test_a_fault_is_recorded_with_the_game_and_told(
    made: MainWindow, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made.show()
    window.catch_faults(made, ["play", "brienne"])
    sys.excepthook(ValueError, ValueError("seven"), None)  # without a game
    (first,) = (home / "state" / "hexwar" / "crashes").iterdir()
    assert not (first / "game.hexwar").exists()
    assert "secrets" not in capsys.readouterr().err

    made.open_session(brienne(), None)
    sys.excepthook(ValueError, ValueError("seven"), None)
    bundle = next(
        found for found in (home / "state" / "hexwar" / "crashes").iterdir() if found != first
    )
    assert "seven" in (bundle / "traceback.txt").read_text("utf-8")
    assert load_game(bundle / "game.hexwar").state.turn == 1
    QApplication.processEvents()
    assert isinstance(made.dialogs.dialog, Notice)
    told = capsys.readouterr().err
    assert str(bundle) in told
    assert "holds the whole game with the secrets of both sides" in told

    assert made.game is not None
    made.game.session.seal = PACKED.locked("french", "Desaix", "French")
    known = {first, bundle}
    sys.excepthook(ValueError, ValueError("seven"), None)
    crashes = (home / "state" / "hexwar" / "crashes").iterdir()
    (locked,) = (found for found in crashes if found not in known)
    with pytest.raises(LockedError):
        load(read_file(locked / "game.hexwar"))
    assert not any(b"Desaix" in file.read_bytes() for file in locked.iterdir())

    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not made.isVisible()


def test_the_command_opens_the_window(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[MainWindow] = []
    monkeypatch.setattr(QApplication, "exec", lambda *_: 0)
    monkeypatch.setattr(window, "catch_faults", lambda shown, _: opened.append(shown))

    assert main.main(["play"]) == 0
    choice = ["brienne", "--side", "allied=greedy", "--option", "orders=open"]
    assert main.main(["play", *choice]) == 0
    empty, made = opened
    for shown in opened:
        qtbot.addWidget(shown)
    assert empty.game is None
    assert empty.start.isVisible()
    assert not empty.windowIcon().pixmap(16, 16).isNull()
    qtbot.waitUntil(lambda: made.game is not None, timeout=10_000)
    assert made.isVisible()
    assert made.game is not None
    assert made.game.seats.players == {"french": "person", "allied": "greedy"}
    assert made.game.session.state.battle.options["orders"] == "open"
    for shown in opened:
        shown.close()


@each(
    "words told",
    ("brienne --side allied=nobody", "nobody is no player; there is person, greedy, random"),
    ("brienne --side poles=greedy", "poles is no side here; there are french and allied"),
    ("brienne --side french=greedy --side french=random", "french has two players"),
    ("brienne --side allied", "SIDE=PLAYER is needed, as french=random, not 'allied'"),
    ("brienne --option weather=foo", "weather is rolled or historical, not foo"),
    (
        "brienne --option wind=foo",
        "there is no wind; there are play, weather, arrivals",
    ),
    ("three-battles --option cards=solitaire", "a campaign is not played with one deck"),
    ("three-battles --option weather=historical", "no weather of Champaubert - Montmirail"),
    ("first-steps --option cards=full", "First steps has no decks of cards"),
    ("--side allied=greedy", "--side, --option and --rules are for a scenario that begins"),
)
def test_a_wrong_choice_is_one_sentence(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["play", *words.split()]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_the_options_of_the_command_line_are_those_of_scenarios() -> None:
    fields = OptionsRecord.model_fields
    for name, values in NLC.options.items():
        if name != "orders":  # which the table keeps, not the rules
            stated = get_args(get_args(fields[name].annotation)[0])
            assert set(stated) == set(values), name
    assert set(fields) <= set(NLC.options)


class Circle:
    """Holds itself, as a closed window does."""

    def __init__(self) -> None:
        self.itself = self


def test_dead_circles_end_in_the_thread_of_the_window(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "COLLECT_MS", 10)
    monkeypatch.setattr(gc, "get_threshold", lambda: (100, 0, 0))
    ended: list[threading.Thread] = []
    collector = window.Collector(qapp)
    collector.begin()
    finalize(Circle(), lambda: ended.append(threading.current_thread()))
    made: list[list[int]] = []
    worker = threading.Thread(target=lambda: made.extend([n] for n in range(200_000)))
    worker.start()
    worker.join()
    assert not ended
    qtbot.waitUntil(lambda: bool(ended))
    assert ended == [threading.main_thread()]
    collector.stop()
