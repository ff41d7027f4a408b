"""The making of games, and what a save's header may say."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from hexwar import resources
from hexwar.app.games import load_game, new_game
from hexwar.engine import SaveError, SeededChance, Session, save
from hexwar.scenario import library
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.library import named_by_save
from hexwar.scenario.register import Register
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.cases import each

MELEE = Path(__file__).parent.parent / "scenarios"


@pytest.fixture
def melee(tmp_path: Path) -> Path:
    """A copy of the small scenario, which a test may change."""
    shutil.copytree(MELEE / "maps", tmp_path / "maps")
    shutil.copytree(MELEE / "melee", tmp_path / "melee")
    return tmp_path / "melee"


def begun(scenario: Path | str, **options: str) -> Session[GameState]:
    return new_game(str(scenario), SeededChance(1), options)


def changed(scenario: Path, **fields: Any) -> None:
    """Change fields of the scenario."""
    file = scenario / "scenario.json"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | fields), "utf-8")
    battle_with.cache_clear()


def corrected(scenario: Path) -> str:
    """A game of twelve answers; a word of its scenario that no rule reads has changed since."""
    session = begun(scenario)
    for _ in range(12):
        session.answer(session.options[0])
    text = save(session)
    changed(scenario, name="A corrected melee")
    return text


def test_every_scenario_of_the_program_stands_at_its_first_question() -> None:
    session = begun("brienne")
    assert session.pending is not None
    assert (session.state.turn, session.state.battle.id) == (1, "brienne")
    assert session.system is NLC.system

    for folder in sorted(resources.scenarios().glob("*/scenario.json")):
        assert begun(folder.parent.name).pending is not None


def test_its_header_names_the_scenario_by_its_id_or_a_name_without_a_path(melee: Path) -> None:
    session = begun(melee, cups="common")
    battle = session.state.battle
    name = session.header["scenario"]
    assert re.fullmatch(r"melee~[0-9a-f]{8}", name)
    assert session.header == {
        "scenario": name,
        "sha256": battle.sha256,
        "options": {"cups": "common"},
    }
    assert battle.options["cups"] == "common"
    assert NLC.battle_of(session.header) is battle
    assert begun(melee).header["options"] == {}
    assert begun(melee).state.battle.options.get("cups") != "common"


def test_a_game_of_a_relative_path_opens_from_another_folder(
    melee: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(melee.parent)
    session = begun("melee")
    assert session.header == begun(melee).header == begun("melee/scenario.json").header
    battle_with.cache_clear()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert load_game(save(session)).state.battle.sha256 == session.state.battle.sha256
    assert begun("brienne").header["scenario"] == "brienne"


@each(
    "key value sentence",
    ("arrival.alternate_divisor", 0, "the value should lie between 1 and 6, not be 0"),
    ("stacking.units", 2.5, "the value should be a whole number, not 2.5"),
    (
        "orders.attack.charge",
        "foo",
        'the value should be one of no, may, in zone, light or lone, supported, not "foo"',
    ),
    ("movement.clear.infantry", 0, "the value should lie between 0.5 and 100, not be 0"),
    ("nosuch.number", 0, "the rules have no number of this name"),
)
def test_a_number_that_the_rules_refuse_is_told_in_a_sentence(
    melee: Path, key: str, value: object, sentence: str
) -> None:
    changed(melee, numbers={key: value})
    with pytest.raises(ScenarioError) as fault:
        begun(melee)
    assert (fault.value.place, fault.value.sentence) == (f'numbers["{key}"]', sentence)


@pytest.mark.rule("N18.2", "N23.1", "N23.8")
@each(
    "scenario name value sentence",
    ("three-battles", "weather", "historical", "no weather of"),
    ("three-battles", "cards", "solitaire", "a campaign is not played with one deck"),
    ("first-steps", "cards", "full", "First steps has no decks of cards"),
)
def test_a_choice_that_a_battle_does_not_have_is_refused(
    scenario: str, name: str, value: str, sentence: str
) -> None:
    with pytest.raises(ScenarioError) as fault:
        begun(scenario, **{name: value})
    assert fault.value.place == f"options.{name}"
    assert fault.value.sentence.startswith(sentence)


def test_the_options_of_the_players_go_over_those_of_the_scenario() -> None:
    assert battle_with("brienne", (("cups", "common"),)).options["cups"] == "common"
    assert battle_with("brienne", ()) is battle_with("brienne", ())

    header = {k: v for k, v in begun("brienne").header.items() if k != "options"}
    assert NLC.battle_of(header) is battle_with("brienne", ())


@each("scenario", "brienn", "no/such/place", "", "\0")
def test_an_unknown_scenario_is_told_in_a_sentence(scenario: str) -> None:
    with pytest.raises(ScenarioError, match=r"there is no scenario|holds no"):
        begun(scenario)


NO_SCENARIO = "The save names no scenario."
OUTDATED = "The scenario brienne has changed since this game was saved."
GONE = object()
"""Of a key that is missing."""


@each(
    "changes sentence",
    ({"scenario": None}, NO_SCENARIO),
    ({"scenario": 7}, NO_SCENARIO),
    ({"scenario": ["brienne"]}, NO_SCENARIO),
    ({"options": ["cups"]}, NO_SCENARIO),
    ({"options": "common"}, NO_SCENARIO),
    ({"scenario": "brienn"}, "Its scenario cannot be opened: there is no scenario"),
    ({"sha256": "0" * 64}, OUTDATED),
    ({"sha256": None}, OUTDATED),
    ({"sha256": 7}, OUTDATED),
    ({"scenario": GONE}, ""),
    ({"sha256": GONE}, ""),
)
def test_a_header_that_fits_nothing_is_told(changes: dict[str, Any], sentence: str) -> None:
    header = {**begun("brienne").header, **changes}
    with pytest.raises(SaveError) as fault:
        NLC.battle_of({key: value for key, value in header.items() if value is not GONE})
    assert str(fault.value).startswith(sentence)


# -- which scenario a save may name: what is known here, and what lies beside it


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing stands in the register any more, as on another machine."""
    monkeypatch.setattr(library, "REGISTER", Register())
    battle_with.cache_clear()


def saved_as(melee: Path, name: str) -> str:
    """The text of a game whose scenario is called so in the save."""
    session = begun(melee)
    session.header = {**session.header, "scenario": name}
    return save(session)


def test_a_game_of_ones_own_scenario_opens_after_a_new_start(
    melee: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "home" / "scenarios.json"
    monkeypatch.setattr(library, "REGISTER", Register(lambda: kept))
    text = save(begun(melee))
    assert str(melee) not in text
    monkeypatch.setattr(library, "REGISTER", Register(lambda: kept))
    assert load_game(text).state.battle.name == "Melee"
    for spoilt in ("[]", "{", '{"a": 1}', "[" * 1000):
        kept.write_text(spoilt)
        monkeypatch.setattr(library, "REGISTER", Register(lambda: kept))
        assert begun("brienne").header["scenario"] == "brienne"
        with pytest.raises(SaveError, match='there is no scenario "melee" here: open it once'):
            load_game(text)
    begun(melee)
    assert load_game(text).notice is None


@each("name", "melee", "melee~00000000", "/battles/melee", r"C:\battles\melee\scenario.json")
def test_a_scenario_beside_the_save_is_found_by_its_bare_name(
    melee: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text = saved_as(melee, name)
    forget(monkeypatch)
    with pytest.raises(SaveError, match="put its folder beside the save"):
        load_game(text)
    session = load_game(text, beside=melee.parent)
    assert session.notice is None
    assert NLC.battle_of(session.header).sha256 == session.state.battle.sha256


@each(
    "name",
    "/dev/zero",
    "/etc/passwd",
    "../secret",
    "..",
    ".",
    "",
    "linked",
    "pipe",
    r"\\\\server\\share\\secret",
    "CON",
    "nul.json",
    "a\0b",
    "x" * 500,
)
def test_a_save_leads_to_no_path_of_its_own(
    melee: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    forget(monkeypatch)
    folder, secret = melee.parent / "saves", melee.parent / "secret"
    folder.mkdir()
    melee.rename(secret)
    (folder / "linked").symlink_to(secret)
    os.mkfifo(folder / "pipe")
    for named in (name, str(secret), f"{folder}/../secret"):
        with pytest.raises(ScenarioError, match=r"^there is no scenario"):
            named_by_save(named, [folder])


# -- saved games


def test_a_saved_game_is_the_same_game_unless_other_dice_are_taken(melee: Path) -> None:
    session = begun(melee)
    session.answer(session.options[0])
    text = save(session)
    twin = load_game(text)
    assert twin.digest() == session.digest()
    assert twin.pending == session.pending
    assert twin.notice is None
    assert twin.chance.seed == session.chance.seed
    assert load_game(text, SeededChance(77)).chance.seed == SeededChance(77).seed


def test_a_game_goes_on_from_its_last_mark_when_its_scenario_was_corrected(melee: Path) -> None:
    text = corrected(melee)
    twin = load_game(text)
    assert twin.state.battle.name == "A corrected melee"
    assert twin.notice is not None
    assert "was corrected since this game was saved" in twin.notice
    assert "melee" in twin.notice
    assert twin.pending is not None
    last = twin.marks[-1]
    assert len(twin.events) >= last.events
    assert twin.floor == last.journal > 0  # nothing before it can be taken back

    again = load_game(save(twin))
    assert again.digest() == twin.digest()
    assert again.notice is None


@each("text", "", "{}", "[]", "no game", '{"system": "chess"}', b"\xff\xfe")
def test_what_is_no_save_is_told_in_a_sentence(text: str | bytes) -> None:
    with pytest.raises(SaveError) as fault:
        load_game(text)
    assert "\n" not in str(fault.value)
