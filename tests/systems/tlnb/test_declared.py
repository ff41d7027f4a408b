"""Fights that are declared and not yet fought, as the board marks them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.hexes import Hex
from hexwar.systems.tlnb.panels.words import hex_tip, hex_words, markers_of
from hexwar.systems.tlnb.state import Blow, Fights, Ride, Shot, TlnbState
from hexwar.table.overlays import Aim, Overlays, Sites, Target
from hexwar.widgets.board.legend import rows_of
from tests.systems.tlnb.cases import OPEN, position, units

GUNS, HORSE, FOOT = units("F1"), units("F2"), units("F3")
NEAR, FAR, LAST = Hex("0404"), Hex("0604"), Hex("0405")


def table(fights: Fights | None = None) -> TlnbState:
    lines = "F1 battery 3-3 0402", "F2 heavy 6-4 0403", "F3 infantry 5-3 0304"
    enemies = f"A1 infantry 5-3 {NEAR}", f"A2 light 3-4 {FAR}", f"A3 infantry 5-3 {LAST}"
    state = position(OPEN, *lines, *enemies)
    state.fights = fights or Fights(
        shots=(Shot(GUNS, NEAR),),
        rides=(Ride(HORSE, FAR, (Hex("0403"), Hex("0503"))),),
        blows=(Blow(FOOT, LAST),),
    )
    return state


@pytest.mark.rule("T12.9", "T13.12", "T10.12")
def test_what_is_declared_is_marked_until_it_is_fought() -> None:
    assert markers_of(table()).declared == (
        Target(NEAR, Aim.BOMBARD, (Hex("0402"),)),
        Target(FAR, Aim.CHARGE, way=(Hex("0403"), Hex("0503"), FAR)),
        Target(LAST, Aim.ASSAULT, (Hex("0304"),)),
    )
    assert markers_of(table(Fights(bombarded=frozenset({NEAR})))).declared == ()
    gone = table()
    gone.put_unit(replace(gone.units[FOOT[0]], hex=None))
    assert markers_of(gone).declared[-1] == Target(LAST, Aim.ASSAULT)


@pytest.mark.rule("T12.9", "T13.12", "T10.12")
@pytest.mark.parametrize(
    ("hex_", "words"),
    [
        (NEAR, "to be bombarded by F1"),
        (FAR, "to be charged by F2"),
        (LAST, "to be attacked by F3"),
    ],
)
def test_a_hex_tells_what_is_declared_against_it(hex_: Hex, words: str) -> None:
    assert words in hex_tip(table(), hex_)
    assert words in hex_words(table(), hex_)
    assert "to be" not in hex_tip(table(), Hex("0304"))


def test_the_key_explains_the_mark() -> None:
    state = table()
    for declared, words in (
        (markers_of(state).declared, ["Declared, and still to be fought"]),
        ((), []),
    ):
        rows = rows_of(Overlays(), Sites(), state.battle, declared)
        assert [row.words for row in rows] == words
