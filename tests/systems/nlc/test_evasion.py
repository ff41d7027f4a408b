"""Out of the way of a charge: evasion and limbering (N10.4-N10.42)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import Evaded
from hexwar.systems.nlc.events.leaders import LeaderMoved
from hexwar.systems.nlc.events.losses import (
    FriendDisplaced,
    MoraleRolled,
    UnitDisrupted,
    UnitEliminated,
)
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import HexControlled
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, escape, evade
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

F1 = "F1 heavy 5-3 0405"
CHARGE = Charge(units("F1"), Hex("0403"), hexes("0405 0404 0403"))
HORSE = "A1 light 5-3 0403"  # its morale is 4
GUNS = "A1 battery 5-2 0403"  # its morale is 3
PROBE = "AI: probe 0707"


def flee(
    state: GameState, dice: Sequence[int] = (), answers: Answers | None = None
) -> Played[bool]:
    """The third step of a charge on 0403."""
    chosen: Answers = {ChooseEvasion: [True]} if dice else {}
    return play(state, lambda table: evade(table, CHARGE), dice, {**chosen, **(answers or {})})


@pytest.mark.rule("N10.41", "N4.51")
def test_cavalry_evades_two_hexes_and_stays_in_order() -> None:
    state = position(OPEN, F1, HORSE, "A2 light 2-3 0403", active="FI", orders=PROBE)
    played = flee(state, [4])
    question = played.questions(ChooseEvasion)[0]
    assert (question.side, question.units, question.limbers) == (ALLIED, units("A1 A2"), False)
    assert [question.kind(x) for x in question.options(state)] == ["stay", "evade"]
    way = played.questions(ChooseRetreatPath)[0]
    assert (way.hexes, way.threats) == (2, hexes("0404"))
    assert played.story == ["MoraleRolled", "Evaded"]
    assert played.of(MoraleRolled)[0].purpose == "evasion"
    assert [q.about() for q, _ in played.asked if q.side == "chance"] == ["die for evading"]
    assert played.result is True
    path = played.of(Evaded)[0].path
    assert (len(path), path[0]) == (3, "0403")
    record = played.state.units[unit("A1")]
    assert (record.hex, record.disrupted) == (path[-1], False)


@pytest.mark.rule("N10.41")
def test_who_fails_is_met_where_he_is() -> None:
    played = flee(position(OPEN, F1, HORSE, active="FI", orders=PROBE), [5])
    assert (played.story, played.result) == (["MoraleRolled"], False)
    assert played.state.units[unit("A1")].hex == "0403"


@pytest.mark.rule("N10.41")
def test_nobody_need_go() -> None:
    played = flee(position(OPEN, F1, HORSE, active="FI", orders=PROBE))
    assert len(played.questions(ChooseEvasion)) == 1
    assert (played.events, played.result) == ([], False)


@pytest.mark.rule("N10.4", "N10.41")
def test_artillery_limbers_and_goes_one_hex() -> None:
    state = position(OPEN, F1, GUNS, active="FI", orders="AI: defend 0403")
    played = flee(state, [3])
    question = played.questions(ChooseEvasion)[0]
    assert (question.units, question.limbers, question.kind(True)) == (units("A1"), True, "limber")
    assert [q.about() for q, _ in played.asked if q.side == "chance"] == ["die for limbering"]
    assert played.result is True
    assert len(played.of(Evaded)[0].path) == 2
    assert not played.of(UnitDisrupted)


@pytest.mark.rule("N10.41", "N16.4")
def test_a_train_in_the_way_of_those_who_go_is_lost() -> None:
    state = position(OPEN, F1, GUNS, "FT train 0402", active="FI", orders="AI: defend 0403")
    played = flee(state, [3], {ChooseRetreatPath: [hexes("0403 0402")]})
    assert played.of(TrainDestroyed) == [TrainDestroyed(unit("FT"), ALLIED)]


@pytest.mark.rule("N10.4")
def test_the_guns_go_and_leave_their_cavalry_at_the_halt() -> None:
    lines = (F1, GUNS, "A2 light 4-4 0403", "A3 horse 3-2 0403")
    played = flee(position(OPEN, *lines, active="FI", orders="AI: defend 0403"), [3])
    assert played.questions(ChooseEvasion)[0].units == units("A1 A3")
    assert played.of(Evaded)[0].units == units("A1 A3")
    assert played.result is False
    assert played.state.units[unit("A2")].hex == "0403"


@pytest.mark.rule("N10.41", "N12.2")
@pytest.mark.parametrize(
    ("orders", "horse", "guns"),
    [
        ("AI: probe 0707", True, True),
        ("AI: delay 0707", True, True),
        ("AI: fall back 0707", True, True),
        ("AI: reserve 0707", True, True),
        ("AI: general retreat 0707", True, True),
        ("AI: attack 0707", False, True),
        ("AI: defend 0707", False, True),
        ("AI: march 0707", False, True),
        ("AI: support AII", False, True),
    ],
)
def test_what_the_order_allows(orders: str, horse: bool, guns: bool) -> None:
    for line, may in ((HORSE, horse), (GUNS, guns)):
        extra = "A9 infantry 1-1 0101 of:AII"
        state = position(OPEN, F1, line, extra, active="FI", orders=orders)
        assert (escape(state, CHARGE) is not None) is may


@pytest.mark.rule("N10.41", "N12.2")
def test_everybody_must_be_allowed_to_go() -> None:
    orders = "AI: probe 0707; AII: defend 0403"
    lines = (F1, HORSE, "A2 light 2-3 0403 of:AII")
    assert flee(position(OPEN, *lines, active="FI", orders=orders)).asked == []


@pytest.mark.rule("N10.4")
def test_with_infantry_nobody_goes() -> None:
    state = position(OPEN, F1, GUNS, "A2 infantry 3-3 0403", active="FI", orders=PROBE)
    assert flee(state).asked == []


@pytest.mark.rule("N10.41", "N11.13")
def test_somewhere_to_go_is_needed() -> None:
    rivers = ["0402-0403", "0403-0503", "0303-0403", "0304-0403", "0403-0504"]
    state = position(OPEN, F1, GUNS, active="FI", orders=PROBE, rivers=rivers)
    assert flee(state).asked == []


@pytest.mark.rule("N10.41", "N11.4")
def test_each_enemy_zone_costs_a_step() -> None:
    # 0402, 0303 and 0503, the ways out, lie in zones
    zones = ("F2 infantry 2-3 0401", "F3 infantry 2-3 0302", "F4 infantry 2-3 0502")
    lines = (F1, GUNS, "A2 battery 3-2 0403", *zones)
    played = flee(position(OPEN, *lines, active="FI", orders="AI: defend 0403"), [3])
    assert [(e.unit, e.cause) for e in played.of(UnitEliminated)] == [("A1", "zone of control")]
    assert played.result is True


@pytest.mark.rule("N11.41", "N10.41")
def test_friends_make_room() -> None:
    friends = tuple(
        f"A{n} infantry 12-3 {hex_}" for n, hex_ in enumerate(("0402", "0303", "0503"), 2)
    )
    lines = (F1, GUNS, *friends)
    played = flee(position(OPEN, *lines, active="FI", orders="AI: defend 0403"), [1, 1])
    assert len(played.of(FriendDisplaced)) == 1
    assert played.result is True


@pytest.mark.rule("N14.52", "N22.2", "N10.41")
def test_leaders_go_along_and_hexes_are_won() -> None:
    lines = (F1, GUNS, "AL leader 0403")
    control = {Hex(hex_): FRENCH for hex_ in ("0402", "0303", "0503")}
    state = position(OPEN, *lines, active="FI", orders="AI: defend 0403", control=control)
    played = flee(state, [3])
    path = played.of(Evaded)[0].path
    assert played.of(LeaderMoved) == [LeaderMoved(LeaderId("AL"), path, free=True)]
    assert played.of(HexControlled) == [HexControlled(path[-1], ALLIED, unit("A1"))]
