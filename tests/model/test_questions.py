"""How questions of every game are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.cards.library import CardQuestion
from hexwar.cards.records import CardId
from hexwar.engine.codec import answer_type
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units

VIEW = position(OPEN, "F1 infantry 5/3-3 0101", "F2 light 3-3 0101", "F8 leader 0101")
F1, F2 = units("F1 F2")


@dataclass(frozen=True, slots=True)
class Bet(CardQuestion[UnitId | None], rule="X1", is_open=True, continues=True):
    """A question with a field of each type that has names."""

    words = mark("{who}: {unit} of {side} ({n}), {units}, {hex}, {path}, {enemy}, {card}, {none}.")
    unit: UnitId
    units: tuple[UnitId, ...]
    hex: Hex
    path: tuple[Hex, ...]
    leader: LeaderId
    formation: FormationId
    enemy: Side
    card: CardId
    none: UnitId | None
    n: int

    def options(self, state: object) -> Sequence[UnitId | None]:
        return [None]


def test_a_question_is_told_by_the_names_of_what_stands_in_its_fields() -> None:
    formation = VIEW.formation_of(F1)
    bet = Bet(
        FRENCH,
        unit=F1,
        units=(F1, F2),
        hex=Hex("0101"),
        path=hexes("0101 0102"),
        leader=LeaderId("F8"),
        formation=formation.id,
        enemy=ALLIED,
        card=CardId("road-column"),
        none=None,
        n=3,
    )
    assert bet.sentence(VIEW) == (
        "The French: F1 of the French (3), F1 and F2, 0101, 0101 and 0102, the Coalition,"
        " Road Column, None."
    )
    assert bet.told(VIEW, "{leader} or {unit}", unit="nobody") == "F8 or nobody"
    assert bet.told(VIEW, "{formation}").startswith(formation.name)


def test_the_head_of_a_question_says_its_traits_and_what_it_is_answered_with() -> None:
    assert (Bet.rule, Bet.is_open, Bet.is_secret, Bet.continues) == ("X1", True, False, True)
    assert not CardQuestion.is_open
    assert answer_type(Bet) == UnitId | None
