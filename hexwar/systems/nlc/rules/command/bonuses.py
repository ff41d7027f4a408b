"""Leaders who lead in person: the bonus of Napoleon and Ney in combat, and its price (N7.5, N7.7).

Napoleon adds to the fire of his side's infantry in his hex, attacking or defending; he then gives
no orders in the next turn. Ney adds to attacking units in his hex; he then checks no compliance in
the next turn (N12.54). Each leads so in one combat a turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Manner, Refusal, Table, YesNo, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import BonusUsed
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.combat.fight import MainArm, main_arm
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays

NAPOLEON_BONUS = "napoleon-infantry-bonus"
"""The special rule of a leader who leads infantry, attacking or defending (N7.5)."""

NEY_BONUS = "ney-attack-bonus"
"""The special rule of a leader who leads attackers (N7.5)."""


@dataclass(frozen=True, slots=True)
class ChooseLeaderBonus(Question[bool], YesNo, rule="N7.7", is_open=True):
    """N7.7: whether a leader leads his troops himself in a combat, before any die."""

    words = mark("{who} may let {leader} lead his troops in {hex} himself, before any die falls.")
    kinds = ("lead", "pass")
    default = False
    leader: LeaderId
    hex: Hex  # whose troops he would lead

    def hint(self, view: GameState) -> str:
        """What it costs him."""
        words = mark("If he leads them, {leader} {price}. Press one of the buttons.")
        return self.told(view, words, price=self._price(view))

    def _price(self, view: GameState) -> str:
        if NAPOLEON_BONUS in view.battle.leaders[self.leader].special:
            return say("gives no orders in the next turn")
        return say("checks no compliance in the next turn")

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Keep the bonus, or use it; what it costs is said."""
        percent, price = numbers_of(view.battle).assault.leader_bonus, self._price(view)
        hold, keep = mark("{leader} holds back"), say("He may lead in a later combat of this turn")
        leads = self.told(view, mark("{leader} leads (+{percent} %)"), percent=percent)
        lead = mark("+{percent} % for the troops that he leads; he {price}")
        return (
            Choice("keep", self.told(view, hold), keep, answer=False, manner=Manner.MAIN),
            Choice("lead", leads, say(lead, percent=percent, price=price), answer=True),
        )

    def marks(self, view: GameState) -> Overlays:  # noqa: ARG002
        """Where he is."""
        return Overlays(selection=frozenset({self.hex}), chosen=frozenset({self.leader}))


# -- whom it helps


def can_lead(state: GameState, leader: LeaderId, unit: UnitId, *, attacking: bool) -> bool:
    """Whether a leader's bonus would help a unit, attacking or defending (N7.5, N7.7).

    It helps units of his side in his hex; whether he has used it this turn is not asked.
    """
    card, hex_ = state.battle.leaders[leader], state.leaders[leader].hex
    if hex_ is None or state.units[unit].hex != hex_ or state.side_of(unit) != card.side:
        return False
    if attacking and NEY_BONUS in card.special:
        return True
    return NAPOLEON_BONUS in card.special and main_arm(state, unit) is MainArm.INFANTRY


def bonus_lines(
    state: GameState,
    leaders: Iterable[LeaderId],
    unit: UnitId,
    percent: int,
    *,
    attacking: bool,
) -> Iterator[tuple[str, int, str]]:
    """What leaders who lead in a combat add to a unit's fire: reason, per cent, rule.

    Args:
        state: The table.
        leaders: Those whose bonus applies in this combat, of both sides.
        unit: Who fires.
        percent: What each adds.
        attacking: Whether the unit is of the attackers.
    """
    for leader in leaders:
        if can_lead(state, leader, unit, attacking=attacking):
            name = state.battle.leaders[leader].name
            yield say("led by {leaders}", leaders=name), percent, "N7.5"


def has_bonus(state: GameState, leader: LeaderId) -> bool:
    """Whether a leader may still lead in a combat this turn (N7.7)."""
    special = state.battle.leaders[leader].special
    is_able = NAPOLEON_BONUS in special or NEY_BONUS in special
    return is_able and state.spirit.inspired.get(leader) != state.turn


# -- the question


async def leader_bonuses(
    table: Table[GameState],
    side: Side,
    hexes: Iterable[Hex],
    units: Collection[UnitId] | None = None,
) -> tuple[LeaderId, ...]:
    """N7.7: the leaders who lead in a combat; the active side is asked first, then the other.

    Args:
        table: The table.
        side: Who attacks.
        hexes: Where the attackers stand, and the target hex.
        units: Who fights; by default all combat units in those hexes.
    """
    acting = table.state.activation
    first = side if acting is None else acting.side
    places, used = tuple(dict.fromkeys(hexes)), []
    for one in (first, table.state.battle.enemy(first)):
        for hex_ in places:
            for leader in _able(table.state, one, hex_, units, attacking=one == side):
                if await ChooseLeaderBonus(one, leader, hex_):
                    table.emit(BonusUsed(leader, hex_))
                    used.append(leader)
    return tuple(used)


def _able(
    state: GameState, side: Side, hex_: Hex, units: Collection[UnitId] | None, *, attacking: bool
) -> list[LeaderId]:
    """The leaders of a side in a hex whose bonus would help somebody there."""
    here = [u for u in state.combat_units_in(hex_, side) if units is None or u in units]
    return [
        leader
        for leader in state.leaders_in(hex_, side)
        if has_bonus(state, leader)
        and any(can_lead(state, leader, unit, attacking=attacking) for unit in here)
    ]


# -- the price


def silence_refusal(state: GameState, leader: LeaderId) -> Refusal | None:
    """Why a leader who led troops in combat last turn gives no orders now, or None (N7.5)."""
    if not _led_last_turn(state, leader, NAPOLEON_BONUS):
        return None
    words = mark("{name} led troops in combat last turn and gives no orders now.")
    return refuse("N7.5", words, name=state.battle.leaders[leader].name)


def deafness_refusal(state: GameState, leader: LeaderId | None) -> Refusal | None:
    """Why a leader who led troops in combat last turn checks no compliance now, or None."""
    if leader is None or not _led_last_turn(state, leader, NEY_BONUS):
        return None
    words = mark("{name} led troops in combat last turn: his order waits.")
    return refuse("N12.54", words, name=state.battle.leaders[leader].name)


def _led_last_turn(state: GameState, leader: LeaderId, special: str) -> bool:
    led = state.spirit.inspired.get(leader)
    return led == state.turn - 1 and special in state.battle.leaders[leader].special
