"""The bench of combats and of games: positions, exact answers, and the tables."""

from __future__ import annotations

import pytest

from hexwar.app.games import battle_with, kit_of_scenario
from hexwar.hexes import Hex
from hexwar.scenario.summaries import scenario_ids
from hexwar.systems.nlc.events.combat import FireResolved, PursuitMade
from hexwar.systems.nlc.events.losses import StepLost
from hexwar.systems.nlc.kit import NLC
from hexwar.table.forces import Side
from tests.systems.nlc.positions import ALLIED, FRENCH, units
from tools.trials import bench, bench_games
from tools.trials.bench_games import Played

ALL = {one.name: one for one in bench.situations()}


def exact(name: str, **numbers: int) -> bench.Measured:
    """A position of which every throw is played."""
    found = bench.measured(ALL[name], 1, 1, {f"bombardment.{k}": v for k, v in numbers.items()})
    assert found.exact
    return found


@pytest.mark.parametrize("name", ALL)
def test_every_position_can_be_played(name: str) -> None:
    found = bench.measured(ALL[name], 1, 1, {})
    assert found["win"] + found["stale"] + found["repulsed"] == pytest.approx(1)
    assert found["hours"] >= 1
    assert found["attackers"] + found["defenders"] <= 40
    assert len(bench.line(found).split("|")) == len(bench.HEAD.split("|"))


def test_few_throws_are_all_played_and_answered_exactly() -> None:
    # 3 SP, column 2-3: a 4 and a 5 are d, a 6 is D; morale 3 + 1 - 1: half of the dice fail
    found = exact("24 guns on 5")
    assert found["left"] == pytest.approx(5)
    assert found["shaken"] / 5 == pytest.approx(3 / 6 * 3 / 6)
    # without that -1 two faces of six fail
    assert exact("24 guns on 5", morale=0)["shaken"] / 5 == pytest.approx(3 / 6 * 2 / 6)
    assert bench.every_throw(ALL["open 1:1"], ALL["open 1:1"].state({}), most=50) is None


def test_dice_follow_from_the_seed_and_numbers_from_their_keys() -> None:
    once, again = (bench.measured(ALL["open 2:1"], 5, 7, {}) for _ in range(2))
    assert (once, once.exact) == (again, False)
    assert bench.overrides(["morale.rout_margin=3", 'cups.default = "two"']) == {
        "morale.rout_margin": 3,
        "cups.default": "two",
    }
    # where morale is 5 for everybody only a 6 fails
    firm = bench.measured(ALL["open 3:1"], 40, 1, {"morale.minimum": 5})
    assert firm["win"] < bench.measured(ALL["open 3:1"], 40, 1, {})["win"]


def test_pieces_are_lines_or_groups_and_the_french_may_be_greener() -> None:
    one = ALL["open 2:1, initiative 2 on 3"]
    assert "F1 infantry 5-2 0506" in one.pieces
    assert "A1 infantry 5-3 0505" in one.pieces
    led = ALL["town of Russians with a leader 3:1"]
    assert [line for line in led.pieces if line.startswith("A9")] == ["A9 leader 0505 rating:3"]


# -- games


def game(winner: Side | None, first: int, second: int, lost: tuple[int, int]) -> Played:
    counts = {"fires": 10, "blank": 4, "guns": 1, "pursuits": 2, "assaults": 3, "charges": 1}
    return Played(winner, (first, second), (20, 50), lost, counts)


def test_a_row_of_games_and_its_par() -> None:
    games = [
        game(FRENCH, 9, 2, (2, 10)),
        game(ALLIED, 1, 4, (4, 5)),
        game(None, 3, 3, (0, 0)),
        game(FRENCH, 8, 4, (2, 5)),
    ]
    assert bench_games.par(games) == 2  # of -3, 0, 4, 7
    assert bench_games.row("brienne", (FRENCH, ALLIED), games) == (
        *("brienne", "4", "10 / 10", "+2 (4)", "2 / 1 / 1", "1"),
        *("3.0", "1.0", "40%", "1.00", "2.00"),
    )
    assert len(bench_games.HEAD) == 11


def test_what_is_counted_of_a_game() -> None:
    fire = FireResolved(FRENCH, units("F1"), Hex("0403"), 5, 2, 1, 0, "-")
    events = [
        fire,
        FireResolved(FRENCH, units("F1"), Hex("0403"), 5, 2, 3, 0, "M"),
        StepLost(units("A1")[0], 2, "bombardment"),
        StepLost(units("A1")[0], 3, "fire"),
        PursuitMade(units("F1"), (Hex("0403"),)),
    ]
    found = bench_games.counts(events)
    assert dict(found) == {"fires": 2, "blank": 1, "guns": 2, "pursuits": 1}


def test_a_game_of_a_computer_player_against_himself() -> None:
    played = bench_games.play("first-steps", "1")
    assert played == bench_games.play("first-steps", "1")
    assert all(lost <= there for lost, there in zip(played.lost, played.present, strict=True))
    assert played.counts["fires"] > 0


@pytest.mark.parametrize("id_", scenario_ids())
def test_each_battle_has_a_par_of_one_of_its_sides_and_three_hints(id_: str) -> None:
    battle = battle_with(id_, ())
    assert battle.briefing is not None
    assert len(battle.briefing.hints) == 3
    par = battle.briefing.par
    if par is None:
        assert kit_of_scenario(id_).id != NLC.id  # the bench plays NLC only
        return
    assert par.side in battle.sides
    assert par.games >= 20
