"""`hexwar reach`: where a unit can go, as text and as JSON, and wrong words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwar.app.commands.reach import as_json, as_text, unit_named
from hexwar.app.games import new_game
from hexwar.app.main import main
from hexwar.app.opening import Opened
from hexwar.engine import SeededChance, save
from hexwar.hexes import Hex
from hexwar.kit import Reach
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.state import GameState
from tests.shell.hand import new_brienne, until_activation
from tests.systems.nlc.positions import position, unit

LONG = "\n".join([".  " * 9] * 5)
ROAD = " ".join(f"{column:02}03" for column in range(1, 10))


@pytest.mark.rule("N20.2")
def test_a_running_game_is_shown_as_every_person_who_plays_it_may_see_it() -> None:
    options = {"orders": "secret", "hidden_forces": "on"}
    session = new_game("brienne", SeededChance(1), options)
    assert session.state.pad.lines
    state = session.state
    for side in state.battle.sides:
        at = next(unit for unit in state.on_map(side))
        state.hiding = replace(state.hiding, hidden=state.hiding.hidden | {at.id})
    both = Opened(NLC, session=session).state
    assert {both.units[piece].hex for piece in state.hiding.hidden} == {None}
    assert set(both.hiding.flags.values()) == set(state.battle.sides)
    assert all(line.steps == () for line in both.pad.lines.values())

    session.header["options"]["player.allied"] = "greedy"
    one = Opened(NLC, session=session).state
    assert [one.side_of(piece) for piece in state.hiding.hidden if one.units[piece].hex] == [
        "french"
    ]


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["reach", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> str:
    assert main(["reach", *words]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told(capsys, *words, "--json"))
    return found


BY_ROAD = ("(by", "road)")


def mp(text: str) -> float:
    """Movement points from ``1 1/2``."""
    return sum(0.5 if part == "1/2" else float(part) for part in text.split())


@pytest.mark.rule("N5.4")
def test_the_ends_of_a_unit_are_told_near_ones_first_or_as_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    head, *lines = told(capsys, "brienne", "FR-5C-02").splitlines()
    assert head.startswith("5th Dragoon Division (Briche) (FR-5C-02) in Maizières (1803), 6 MP: ")
    assert head.endswith(f"{len(lines)} hexes within reach.")
    spent = {line[:4]: mp(line[4:].partition("MP")[0]) for line in lines}
    assert lines[0].split() == ["1802", "1/2", "MP", "5", "1/2", "left", "1803", "1802", *BY_ROAD]
    assert lines[1].split() == ["1704", "1", "MP", "5", "left", "1803", "1704"]
    assert [line[:4] for line in lines] == sorted(
        (line[:4] for line in lines), key=lambda hex_: (spent[hex_], hex_)
    )

    found = answer(capsys, "brienne", "briche")
    assert list(found) == ["unit", "hex", "allowance", "ends"]
    assert (found["unit"], found["hex"], found["allowance"]) == ("FR-5C-02", "1803", 6)
    assert found["ends"]["1704"] == {**ended(1, 5, ()), "path": ["1803", "1704"]}
    for hex_, end in found["ends"].items():
        assert (end["path"][0], end["path"][-1]) == ("1803", hex_)
        assert end["mp"] + end["left"] == 6


def found_at(state: GameState, name: str) -> Reach:
    found = NLC.reach(state, unit(name))
    assert found is not None
    return found


def ended(mp: float, left: float, path: tuple[str, ...], *, column: bool = False) -> dict[str, Any]:
    """The end of a march that may go on."""
    return {"mp": mp, "left": left, "path": path, "column": column, "stops": False}


@pytest.mark.rule("N5.3", "N6.5")
def test_by_road_where_that_is_cheaper_and_where_the_unit_must_stop() -> None:
    state = position(LONG, "F1 infantry 5-3 0103", roads=[ROAD], active="FI")
    ends = as_json(found_at(state, "F1"))["ends"]
    assert ends["0903"] == ended(4, 0, tuple(ROAD.split()), column=True)
    assert ends["0203"]["mp"] == 0.5
    assert ends["0102"] == ended(1, 3, ("0103", "0102"))
    text = as_text(state.battle.battlefield, found_at(state, "F1"))
    assert f"0903      4 MP      0 left  {ROAD}  (by road)" in text
    assert "0203    1/2 MP  3 1/2 left  0103 0203  (by road)" in text

    state = position(LONG, "F1 infantry 5-3 0303", "A1 infantry 5-3 0603", active="FI")
    found = found_at(state, "F1")
    assert found.ends[Hex("0503")].stops
    assert not found.ends[Hex("0203")].stops
    assert "(must stop)" in as_text(state.battle.battlefield, found)
    train = found_at(position(LONG, "FT train 0103", roads=[ROAD], active="FI"), "FT")
    assert not any(end.column for end in train.ends.values())
    assert Hex("0903") in train.ends

    state = position(LONG, "F1 infantry 5-3 0303", "F12 infantry 5-3 0303")
    assert unit_named(state.battle, "f1") == "F1"
    assert unit_named(state.battle, "12") == "F12"


def test_a_save_is_read_as_it_stands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.hexwar"
    path.write_text(save(until_activation(new_brienne())))
    saved, set_up = answer(capsys, str(path), "briche"), answer(capsys, "brienne", "briche")
    assert saved["hex"] == set_up["hex"]
    # In the game his corps acts: it has reached Maizières and must go on to probe Brienne (N12.23).
    assert "1604" in saved["ends"]
    assert "1802" in set_up["ends"]
    assert "1802" not in saved["ends"]


@pytest.mark.rule("N5.8")
def test_wrong_words_and_who_is_to_come_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no unit of Brienne is called 'Murat'" in refused(capsys, 2, "brienne", "Murat")
    many = refused(capsys, 2, "brienne", "corps")
    assert "'corps' fits" in many
    assert many.rstrip().endswith("and others")
    assert "Guard Horse" not in many
    assert "austerlitz" in refused(capsys, 1, "austerlitz", "briche")
    due = refused(capsys, 1, "brienne", "FR-2-01")
    assert "is not on the map: it is due on turn" in due
    assert " at " in due
