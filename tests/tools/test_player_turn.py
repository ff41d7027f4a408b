"""What the tools know of the player turn: grounds, checks, habits, contests, throws."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwar.hexes import Hex, hexside
from hexwar.systems.tlnb.events.combat import AttackDeclared, BombardmentDeclared, ChargeBegan
from hexwar.systems.tlnb.state import Blow, Fights, Step, TlnbState
from hexwar.table.forces import UnitId
from tests.boards import MAPS
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, position, units
from tools.trials import balance, bench_games
from tools.trials.arena.games import Fixture, fixtures, kit_of, play, playable
from tools.trials.conduct_player_turn import PlayerTurnClerk
from tools.trials.contract import BrokenContractError
from tools.trials.fuzzing.grounds import grounds, played_by
from tools.trials.fuzzing.play import Table, Task
from tools.trials.player_turn import check_table
from tools.trials.throws import measured, situations

BY_TLNB = (("rules", "tlnb"),)


def test_every_battle_of_the_series_is_a_ground_of_the_player_turn() -> None:
    names = played_by("tlnb", ())
    assert {name.removeprefix("tlnb:") for name in names} == set(MAPS)
    assert {"tlnb:brienne", "eylau"} <= set(names)
    assert played_by("", ("brienne",)) == ("brienne",)


@each("kind", "random", "fighter")
def test_a_whole_game_is_played_and_each_table_looked_at(kind: str, tmp_path: Path) -> None:
    (ground,) = grounds(tmp_path, ("tlnb:first-steps",)).values()
    game = Table(ground, Task(ground.name, 0, "whole", longest=5_000, only=kind)).play()
    assert not game.fault
    assert game.is_over
    assert set(game.by_player) == {kind}


def broken(what: str) -> TlnbState:
    """A table on which something is as it must not be."""
    state = position(OPEN, "F1 infantry 4-3 0304", "A1 infantry 4-3 0404", step=Step.CARDS)
    record = state.units[UnitId("A1")]
    if what == "enemies in one hex":
        state.put_unit(replace(record, hex=Hex("0304")))
    elif what == "in two places":
        state.units[UnitId("A1")] = replace(record, hex=None)
    elif what == "destroyed and whole":
        ruin = frozenset({hexside(Hex("0304"), Hex("0404"))})
        state.put_spans(replace(state.spans, destroyed=ruin))
    elif what == "named twice":
        blow = Blow(units("F1"), Hex("0404"))
        state.fights = Fights(blows=(blow, blow))
    elif what == "a duty of the enemy":
        state.fights = Fights(duty_units=frozenset(units("A1")))
    return state


@each(
    "what",
    *("enemies in one hex", "in two places", "destroyed and whole"),
    *("named twice", "a duty of the enemy"),
)
def test_a_broken_table_is_found(what: str) -> None:
    check_table(broken(""))
    with pytest.raises(BrokenContractError):
        check_table(broken(what))


def test_an_overstacked_hex_is_found() -> None:
    lines = [f"F{n} infantry 4-3 0304" for n in (1, 2, 3)]
    state = position(OPEN, *lines, step=Step.MOVEMENT)
    check_table(state)
    state.step = Step.CARDS
    with pytest.raises(BrokenContractError):
        check_table(state)


def test_habits_are_counted_of_its_events() -> None:
    pieces = "F1 infantry 6-3 0304", "F2 battery 3-3 0304", "F3 heavy 4-4 0303"
    state = position(OPEN, *pieces, "A1 infantry 4-3 0404", "A2 light 3-3 0707")
    clerk = PlayerTurnClerk(state)
    clerk.see(BombardmentDeclared(units("F2"), Hex("0404")))
    clerk.see(ChargeBegan(units("F3"), Hex("0404"), (Hex("0303"),)))
    clerk.see(AttackDeclared(units("F1"), Hex("0404")))
    clerk.see(AttackDeclared(units("F3"), Hex("0404")))
    clerk.end_turn()
    clerk.close()
    found: Any = clerk.found[FRENCH]
    assert (found.assaults, found.assaulting, found.no_infantry, found.charges) == (2, 2, 1, 1)
    assert (found.gun_turns, found.guns_used) == (1, 1)
    assert clerk.found[ALLIED].assaults == 0


def test_an_arena_plays_by_the_rules_that_are_named() -> None:
    assert kit_of("first-steps", BY_TLNB).id == "tlnb"
    assert kit_of("first-steps").id == "nlc"
    assert playable(("brienne", "eylau"), (("rules", "nlc"),)) == ("brienne",)
    assert playable(("brienne", "eylau"), BY_TLNB) == ("brienne", "eylau")
    found = list(fixtures(("first-steps",), "random", "hard", (1,), BY_TLNB))
    assert len(found) == 2
    with pytest.raises(ValueError, match="greedy"):
        list(fixtures(("first-steps",), "random", "greedy", (1,), BY_TLNB))
    sides = ((FRENCH, "random"), (ALLIED, "random"))
    game = play(Fixture("first-steps", "1", sides, BY_TLNB))
    assert game.rules.startswith("tlnb ")
    assert set(game.conduct) == {FRENCH, ALLIED}


def test_its_balance_has_a_table_of_its_own() -> None:
    text = "<!-- balance -->\n\n<!-- end of balance -->\n"
    both = text + text.replace("balance", "balance of tlnb")
    with pytest.raises(ValueError, match="balance of tlnb"):
        balance.put_in(text, [], "balance of tlnb")
    assert balance.put_in(both, [], "balance of tlnb").startswith(text[:18])


def test_the_bench_plays_whole_games_of_it() -> None:
    played = bench_games.play("first-steps", "1", "random", "tlnb")
    assert min(played.present) > 0
    assert played.counts["assaults"] >= played.counts["fires"] >= 0


def test_throws_come_out_as_they_are_told() -> None:
    named = {one.name: one for one in situations()}
    assert len(named) >= 20
    for name in ("even odds in the open", "charge, 4lb5", "bombardment, rev8"):
        found = measured(named[name], 30, "test")
        assert (found.throws, found.wrong) == (30, 0)
        assert len(found.row()) == 6
