"""The moves of combat as the board shows them: who walks where, and that it can be left out."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.shell.playback import WALK_REST, Playback, first_beat
from hexwar.shell.preferences import Pace
from hexwar.systems.nlc.events import combat
from hexwar.systems.nlc.events.losses import FriendDisplaced, UnitRetreated
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.table.fact import Fact
from hexwar.table.forces import UnitId
from tests.shell.test_parts import Boards, moving
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import hexes

F1 = UnitId("F1")
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
