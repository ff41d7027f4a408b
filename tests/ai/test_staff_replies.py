"""What the staff answers when the enemy is upon it, where the numbers leave no doubt."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.assault import ChooseDefenderTarget, RepeatAssault
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.staff.characters import TEMPERS
from hexwar.systems.nlc.staff.player import Staff
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from hexwar.table.pieces import Segment
from tests.ai.asking import staff_answer
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units

TARGET = Hex("0403")
MASS = ("F1 infantry 9-4 0404", "F2 infantry 9-4 0303", "F3 infantry 9-4 0503")


def assaulted(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """FI in its Assault Segment, with 0403 declared; a long game."""
    words: dict[str, Any] = {"length": 8, "assaulted": "0403", **more}
    return position(rows, *lines, active="FI", **words)


# -- the currency


def test_the_ledger_adds_up_losses_spirit_order_and_hexes() -> None:
    lines = ("F1 infantry 6-3 0101", "A1 infantry 6-3 0707")

    def lost(*changed: str, before: tuple[str, ...] = lines, **more: Any) -> float:
        ledger = Ledger(position(OPEN, *before, length=8, **more), FRENCH)
        return round(ledger.worth(position(OPEN, *changed, length=8, **more)), 3)

    assert lost(*lines) == 0
    # 3 SP of 6 at 0.2 each; of 99 SP that break FI 3 count 4.8 * 0.7 * (3/99) ** 1.5 = 0.018;
    # with seven turns to come what is lost costs 1 + 7 * 0.2 times as much
    assert lost("F1 infantry 6-3 0101 reduced", lines[1]) == -1.483
    assert lost(lines[0], "A1 infantry 6-3 0707 reduced") == 1.483
    # where 3 SP break it: 4 VP, and a fifth of that for what it cannot do any more
    broken = {"FI": {"demoralization_sp": 3}}
    assert lost("F1 infantry 6-3 0101 reduced", lines[1], formations=broken) == -12.96
    assert lost("F1 infantry 6-3 0101 disrupted", lines[1]) == -0.36  # 6 SP at 0.06
    town: dict[str, Any] = {"vp_hexes": {Hex("0404"): 3}, "control": {Hex("0404"): ALLIED}}
    state = position(OPEN, *lines, length=8, **town)  # nobody is near it
    assert Ledger(state, FRENCH).worth(state, {Hex("0404"): FRENCH}) == 3  # half of it is kept
    last = position(OPEN, *lines, length=1, **town)
    assert Ledger(last, FRENCH).worth(last, {Hex("0404"): FRENCH}) == pytest.approx(4.8)


def test_a_hex_that_gives_vp_is_half_lost_where_its_holder_leaves_it_to_the_enemy() -> None:
    town: dict[str, Any] = {"vp_hexes": {Hex("0404"): 3}, "control": {Hex("0404"): FRENCH}}

    def left(own: str, foe: str) -> float:
        lines = ("F1 infantry 6-3 0404", f"A1 infantry 6-3 {foe}")
        ledger = Ledger(position(OPEN, *lines, length=1, **town), FRENCH)
        return ledger.worth(position(OPEN, f"F1 infantry 6-3 {own}", lines[1], length=1, **town))

    assert left("0403", "0707") == 0  # nobody of the enemy's is within three hexes
    assert left("0101", "0407") == pytest.approx(-2.4)  # half of 3 VP, lost and his, at 0.8
    assert left("0402", "0407") == pytest.approx(-1.2)  # a friend as strong is as near


def test_a_cautious_staff_minds_its_losses_more() -> None:
    whole = position(OPEN, "F1 infantry 6-3 0101", "A1 infantry 6-3 0707", length=8)
    worn = position(OPEN, "F1 infantry 6-3 0101 reduced", "A1 infantry 6-3 0707", length=8)
    minded = {name: Ledger(whole, FRENCH, temper).worth(worn) for name, temper in TEMPERS.items()}
    assert minded["cautious"] == pytest.approx(1.4 * minded["steady"])
    assert minded["bold"] == pytest.approx(0.75 * minded["steady"])


# -- before an assault (N8.2)


@pytest.mark.parametrize(
    ("lines", "rows", "goes"),
    [
        # 27 SP fire in the last column: every die has M1 at least, morale 1 + 1 - 1 - 1 holds on 1
        (
            (*MASS, "A1 light 2-1 0403"),
            OPEN,
            True,
        ),
        # 2 SP halved by the chateau cannot hurt 9 SP, who hold 5 VP there
        (("F1 infantry 2-2 0404", "A1 light 9-5 0403"), terrain("c"), False),
    ],
)
def test_it_leaves_before_an_assault_where_that_saves_more(
    lines: tuple[str, ...], rows: str, *, goes: bool
) -> None:
    held: dict[str, Any] = {"vp_hexes": {TARGET: 5}, "control": {TARGET: ALLIED}}
    state = assaulted(*lines, rows=rows, **({} if goes else held))
    attackers = units(" ".join(line.split()[0] for line in lines if line[0] == "F"))
    asked = ChooseRetreatBeforeAssault(ALLIED, TARGET, attackers)
    assert len(asked.options(state)) > 1
    assert (staff_answer(state, asked) is not None) is goes


# -- at the dice of an assault (N8.34, N8.6, N8.10)


def test_it_goes_on_where_the_ends_are_for_it() -> None:
    # 18 SP against 2 Disrupted ones; 2 SP against 9 in a chateau
    strong = ("F1 infantry 9-4 0404", "F2 infantry 9-4 0303", "A1 infantry 2-1 0403 disrupted")
    weak = ("F1 infantry 2-2 0404", "F2 infantry 1-1 0303", "A1 infantry 9-5 0403")
    for lines, rows, goes in ((strong, OPEN, True), (weak, terrain("c"), False)):
        state = assaulted(*lines, rows=rows)
        assert staff_answer(state, ConfirmAssault(FRENCH, TARGET, units("F1 F2"))) is goes
        assert staff_answer(state, RepeatAssault(FRENCH, TARGET, units("F1 F2"))) is goes


def test_the_defender_fires_where_a_step_costs_most() -> None:
    # the same fire on 8 SP, who lose 4 by a step and hold on 3 dice, or on 2, who lose 1 on 5
    lines = ("F1 infantry 8-2 0404", "F2 infantry 2-5 0303", "A1 infantry 9-4 0403")
    state = assaulted(*lines)
    asked = ChooseDefenderTarget(ALLIED, TARGET, units("F1 F2"))
    assert set(asked.options(state)) == {"0303", "0404"}
    assert staff_answer(state, asked) == "0404"


def test_a_commander_leads_where_it_tips_the_fire() -> None:
    # 8 SP + 25 % are 10, in the same column; 9 + 25 % are 11, in the next; the hex gives 5 VP
    held: dict[str, Any] = {"vp_hexes": {TARGET: 5}, "control": {TARGET: ALLIED}}
    for strength, leads in ((8, False), (9, True)):
        lines = (f"F1 infantry {strength}-4 0404 assaulted", "A1 infantry 6-3 0403")
        state = assaulted(*lines, "F9 overall 0404 of:FHQ napoleon", **held)
        asked = ChooseLeaderBonus(FRENCH, LeaderId("F9"), Hex("0404"))
        assert staff_answer(state, asked) is leads, strength


# -- charges (N10.2, N10.3, N10.4)


def charged(*lines: str, **more: Any) -> GameState:
    """FI in its Charge Segment, in a long game."""
    return position(OPEN, *lines, active="FI", segment=Segment.CHARGE, length=8, **more)


CHARGE = Charge(units("F1"), Hex("0305"), hexes("0303 0304 0305"))


def test_infantry_forms_square_before_strong_cavalry() -> None:
    # morale 5: a square on 1 to 5, which is hit by 75 % less; caught, they rout if they fail
    state = charged("F1 heavy 9-4 0303", "A1 infantry 6-4 0305")
    assert staff_answer(state, ChooseFormSquare(ALLIED, CHARGE, units("A1")))


def test_guns_alone_get_away() -> None:
    state = charged("F1 heavy 9-4 0303", "A1 horse 3-4 0305", orders="AI: delay 0305")
    asked = ChooseEvasion(ALLIED, CHARGE, units("A1"), limbers=True)
    assert staff_answer(state, asked)


def test_charges_are_met_where_the_chances_are_good() -> None:
    guns, square = "A1 battery 3-3 0305", "A1 infantry 9-5 0305 square"
    for met, target, rides in (
        ("A2 heavy 6-5 0505", guns, True),
        ("A2 light 6-1 0505", square, False),  # nobody breaks the square; 6 SP would be Disrupted
    ):
        state = charged("F1 heavy 6-2 0303", target, met)
        asked = ChooseReactionCharge(ALLIED, Hex("0304"), units("F1"), CHARGE)
        assert len(asked.options(state)) > 1
        assert (staff_answer(state, asked) is not None) is rides, met
    for comer, rides in (("F1 battery 2-3 0304", True), ("F1 infantry 9-5 0304", False)):
        state = charged(comer, "A2 heavy 5-4 0306")
        asked = ChooseReactionCharge(ALLIED, Hex("0304"), units("F1"))
        assert (staff_answer(state, asked) is not None) is rides, comer


def test_a_reply_comes_with_what_was_weighed() -> None:
    state = assaulted("F1 infantry 8-2 0404", "F2 infantry 2-5 0303", "A1 infantry 9-4 0403")
    asked, staff = ChooseDefenderTarget(ALLIED, TARGET, units("F1 F2")), Staff()
    given = staff_answer(state, asked, staff)
    reason = staff.reason(asked, given, state)
    assert reason is not None
    best, other = reason.considered
    assert "0404" in best.what
    assert best.worth > other.worth
