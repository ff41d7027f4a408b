"""Previews of combats with cards in force tell what dice do (N23.4), and leak no hand (N23.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.bombardment import Bombardment, bombardment_report
from hexwar.systems.nlc.rules.combat.charge_preview import charge_report
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.pieces import Segment
from tests.systems.nlc.assaults import A1, F1, on, terrain
from tests.systems.nlc.battle_cards import acting
from tests.systems.nlc.charges import of
from tests.systems.nlc.order_hands import holding
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units
from tests.systems.nlc.situations import (
    TARGET,
    AssaultCase,
    BombardmentCase,
    ChargeCase,
    Dice,
    Question,
    Situation,
)

THROWS = 120


@dataclass(frozen=True)
class Card:
    """A card in force in a situation."""

    name: str
    side: Side
    subjects: tuple[str, ...] = ()
    left: int = 0


LAST_PUSH = Card("last-push", FRENCH, left=1)
COVER_FIRE = Card("artillery-cover-fire", ALLIED, left=1)
NEY = Card("marshal-ney", FRENCH)
STEADFAST = Card("bluecher", ALLIED, ("retreats",))
STUBBORN = Card("bluecher", FRENCH, ("retreats",))
AREA = Card("area-defense", ALLIED, ("AI",))
PRESSING = Card("marshal-marmont", FRENCH, ("A1",))

HORSE = "F1 heavy 6-3 0406"

CASES: Mapping[str, tuple[Situation, tuple[Card, ...]]] = {
    "a last push meets covering guns": (
        AssaultCase(("F1 infantry 8-3 0404", A1, "A2 battery 3-3 0403")),
        (LAST_PUSH, COVER_FIRE),
    ),
    "Ney leads an assault": (AssaultCase(("F1 infantry 8-3 0404", A1)), (NEY,)),
    "nobody retreats": (
        AssaultCase(("F1 infantry 12-3 0404", "A1 infantry 6-2 0403")),
        (STEADFAST,),
    ),
    "neither side retreats": (
        AssaultCase(("F1 infantry 12-2 0404", "A1 infantry 9-2 0403"), rows=terrain("t")),
        (STEADFAST, STUBBORN),
    ),
    "a pressed stack behind Area Defense": (
        AssaultCase(("F1 infantry 9-3 0404", A1)),
        (AREA, PRESSING),
    ),
    "Ney and a pressed target": (ChargeCase((HORSE, A1)), (NEY, PRESSING)),
    "chargers meet guns that stay": (ChargeCase((HORSE, "A1 battery 4-3 0403")), (STEADFAST,)),
    "Marmont bombards": (
        BombardmentCase(("F1 battery 6-3 0405", f"{A1} disrupted")),
        (PRESSING, STEADFAST),
    ),
}


def with_cards(state: GameState, cards: tuple[Card, ...]) -> GameState:
    for card in cards:
        acting(state, card.name, *card.subjects, side=card.side, left=card.left)
    return state


def told(case: Situation, cards: tuple[Card, ...]) -> dict[Question, float]:
    """What the preview says of a situation with cards in force."""
    state, attackers = with_cards(case.state(), cards), units(case.named)
    if isinstance(case, BombardmentCase):
        shot = bombardment_report(state, Bombardment(TARGET, attackers))
        return {("end", end): chance for end, chance in shot.outcomes}
    if isinstance(case, AssaultCase):
        report = combat_report(state, on(TARGET, case.named), Hex(case.hit))
    else:
        report = charge_report(state, of(case.named, case.path))
    found: dict[Question, float] = {("end", end): chance for end, chance in report.outcomes}
    for losses in report.losses:
        found |= {(losses.side, sp): chance for sp, chance in losses.chances}
    return found


@pytest.mark.rule("N23.4", "N8.9", "N10.6", "N9.6", "N11.3")
@pytest.mark.parametrize("name", CASES)
def test_a_preview_with_cards_tells_what_happens(name: str) -> None:
    case, cards = CASES[name]
    chances = told(case, cards)
    seen: dict[Question, int] = dict.fromkeys(chances, 0)
    for number in range(THROWS):
        dice = Dice(f"{name} {number}", daring=isinstance(case, AssaultCase))
        for key in case.fought(with_cards(case.state(), cards), dice):
            assert chances.get(key, 0) > 0, f"{key} was not told"
            seen[key] += 1
    for key, chance in chances.items():
        spread = sqrt(chance * (1 - chance) / THROWS)
        assert abs(seen[key] / THROWS - chance) <= 4 * spread + 1e-9, key


@pytest.mark.rule("N23.2")
@pytest.mark.parametrize("side", [FRENCH, ALLIED])
def test_a_hand_changes_nothing_in_the_enemys_preview(side: Side) -> None:
    every = ("another-chance", "artillery-cover-fire", "last-push", "jaws-of-death")
    guns = ("F2 battery 3-3 0404", "A2 battery 3-3 0403")
    plain = holding(position(OPEN, F1, A1, *guns, active="FI"))
    held = holding(position(OPEN, F1, A1, *guns, active="FI"), *every, side=side)
    other = ALLIED if side == FRENCH else FRENCH
    declared = on("0403", "F1")
    assert combat_report(view(held, other), declared, Hex("0404")) == combat_report(
        view(plain, other), declared, Hex("0404")
    )
    report = combat_report(view(held, side), declared, Hex("0404"))
    assert "Nobody plays a card, and no die is thrown again." in report.assumed


@pytest.mark.rule("N23.2")
def test_a_charge_is_previewed_against_a_covered_hand() -> None:
    state = position(OPEN, HORSE, A1, active="FI", segment=Segment.CHARGE)
    holding(state, "counter-charge", "marshal-ney", "bluecher", side=ALLIED)
    way = hexes("0406 0405 0404 0403")
    assert charge_report(view(state, FRENCH), of("F1", way)).outcomes
