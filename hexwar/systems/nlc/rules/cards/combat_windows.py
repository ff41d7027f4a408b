"""The moments of a combat at which cards are played, and the die of Marshal Ney.

Rules: N8.35, N23.4, N23.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hexwar.cards.records import CardId, Window
from hexwar.engine import Choice, Manner, Table
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.combat import (
    CaptureCancelled,
    CheckWaived,
    NeyDieChosen,
    PursuitCancelled,
    RetreatCancelled,
)
from hexwar.systems.nlc.events.losses import UnitDisrupted
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.combat_rows import (
    AREA_DEFENSE,
    COVER_FIRE,
    LAST_PUSH,
    MARMONT,
    NEY,
    anchor,
    area_rows,
)
from hexwar.systems.nlc.rules.cards.effects import effect_of, is_in_force, reveal, use
from hexwar.systems.nlc.rules.cards.windows import open_window
from hexwar.systems.nlc.rules.combat.bombardment_fire import aim_refusal
from hexwar.systems.nlc.rules.combat.fight import hex_of, on_map
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.reports import FireReport


def in_turn(state: GameState) -> tuple[Side, Side]:
    """Both sides, the active one first (N4.81); the first player's where nobody acts."""
    acting = state.activation
    first = state.battle.first_player if acting is None else acting.side
    return first, state.battle.enemy(first)


CAVALRY_PURSUIT = CardId("cavalry-pursuit")
COUNTER_CHARGE = CardId("counter-charge")
JAWS = CardId("jaws-of-death")

Units = tuple[UnitId, ...]


def has_cards(state: GameState) -> bool:
    """Whether cards are in play at all, in a hand or in force."""
    return bool(state.cards.piles or state.cards.effects)


async def _ask(
    table: Table[GameState], side: Side, window: Window, about: str, barred: tuple[CardId, ...] = ()
) -> None:
    """One side may play card after card."""
    while await open_window(table, side, window, about, barred) is not None:
        pass


async def before_assault(
    table: Table[GameState], side: Side, target: Hex, units: Units, defenders: Units
) -> None:
    """N8.35 (4): both sides may play cards, the active one first.

    That the defenders hold out behind Area Defense shows then (N23.2).

    Args:
        table: The table.
        side: Who assaults.
        target: The hex that is assaulted.
        units: The attackers.
        defenders: Who hold the target hex.
    """
    if not has_cards(table.state):
        return
    about = say("the assault on {name}", name=table.state.battle.battlefield.name_of(target))
    for one in in_turn(table.state):
        foes = {target} if one == side else {hex_of(table.state, unit) for unit in units}
        barred = () if has_guns_on(table.state, one, foes) else (COVER_FIRE,)
        if one != side:
            barred = (*barred, LAST_PUSH)
        await _ask(table, one, Window.ASSAULT, about, barred)
    if any(area_rows(table.state, side, defenders)):
        reveal(table, table.state.battle.enemy(side), AREA_DEFENSE)


def has_guns_on(state: GameState, side: Side, hexes: Iterable[Hex]) -> bool:
    """Whether a side's artillery stands next to one of some hexes, or has it in range and sight."""
    distance, wanted = state.battle.battlefield.grid.distance, tuple(hexes)
    return any(
        distance(hex_of(state, gun.id), hex_) == 1 or aim_refusal(state, gun.id, hex_) is None
        for gun in state.on_map(side)
        if state.card(gun.id).arm.is_artillery
        for hex_ in wanted
    )


def end_combat(table: Table[GameState]) -> None:
    """18.81: cards for one die of a combat are over with it."""
    for effect in table.state.cards.effects:
        if effect.card in (COVER_FIRE, LAST_PUSH):
            use(table, effect)


async def before_charge(table: Table[GameState], target: Hex) -> None:
    """N10.13 (5): both sides may play cards, the active one first."""
    if not has_cards(table.state):
        return
    about = say("the charge on {name}", name=table.state.battle.battlefield.name_of(target))
    for one in in_turn(table.state):
        await _ask(table, one, Window.CHARGE, about, (COUNTER_CHARGE,))


async def before_bombardment(table: Table[GameState], side: Side, target: Hex) -> None:
    """N23.6: the side whose guns fire may play a card; Marmont's then shows."""
    if not has_cards(table.state):
        return
    about = say("the bombardment of {name}", name=table.state.battle.battlefield.name_of(target))
    await _ask(table, side, Window.BOMBARDMENT, about)
    if is_in_force(table.state, side, MARMONT):
        reveal(table, side, MARMONT)


# -- checks


async def waives_reaction(table: Table[GameState], side: Side, units: Units) -> bool:
    """N10.2: whether a card lets a reaction charge pass its check; its side may play it now."""
    if has_cards(table.state):
        await open_window(table, side, Window.CHARGE, say("your reaction charge"), (NEY,))
    return _waives(table, side, COUNTER_CHARGE, units, "reaction")


async def waives_pursuit(table: Table[GameState], side: Side, units: Units) -> bool:
    """N11.71: whether a card lets a pursuit pass its check; its side may play it now."""
    if has_cards(table.state):
        await open_window(table, side, Window.PURSUIT, say("your pursuit"))
    return _waives(table, side, CAVALRY_PURSUIT, units, "pursuit")


def _waives(table: Table[GameState], side: Side, card: CardId, units: Units, purpose: str) -> bool:
    if not is_in_force(table.state, side, card):
        return False
    table.emit(CheckWaived(card, units, purpose))
    return True


async def calls_off_pursuit(table: Table[GameState], loser: Side, pursuers: Units) -> bool:
    """N11.71: whether those who fled play Artillery Cover Fire, which cancels the pursuit."""
    if not has_cards(table.state):
        return False
    about = say("the pursuit by {names}", names=_names(table.state, pursuers))
    await open_window(table, loser, Window.ENEMY_PURSUIT, about)
    is_off = _used_up(table, loser, COVER_FIRE)
    if is_off:
        table.emit(PursuitCancelled(COVER_FIRE, pursuers))
    return is_off


def _used_up(table: Table[GameState], side: Side, card: CardId) -> bool:
    """Whether a card is in force, which acts now."""
    effect = effect_of(table.state, side, card)
    if effect is not None:
        use(table, effect)
    return effect is not None


# -- retreats


async def stands_fast(table: Table[GameState], side: Side, units: Sequence[UnitId]) -> bool:
    """N11.3: whether a card keeps a stack that has to retreat or rout in its hex, Disrupted.

    Its side may play such a card now. A rout costs no step then (house rule).
    """
    left = on_map(table.state, units) if has_cards(table.state) else ()
    if not left:
        return False
    if anchor(table.state, side) is None:
        about = say("the retreat of {names}", names=_names(table.state, left))
        await open_window(table, side, Window.RETREAT, about, (JAWS,))
    card = anchor(table.state, side)
    if card is None:
        return False
    reveal(table, side, card)
    table.emit(RetreatCancelled(card, left, hex_of(table.state, left[0])))
    for unit in left:
        if not table.state.units[unit].disrupted:
            table.emit(UnitDisrupted(unit))
    return True


async def slips_through(table: Table[GameState], side: Side, units: Units, zones: int) -> bool:
    """N11.4: whether a card lifts what EZOCs cost a retreat; its side may play it now.

    Args:
        table: The table.
        side: Whose stack retreats.
        units: The stack.
        zones: The steps that its best way costs for EZOCs; without any nobody is asked.
    """
    if not zones or not has_cards(table.state):
        return False
    about = say("the retreat of {names} through the enemy", names=_names(table.state, units))
    await open_window(table, side, Window.RETREAT, about, (MARMONT,))
    return _used_up(table, side, JAWS)


# -- captures


async def carries_off(table: Table[GameState], side: Side, leader: LeaderId) -> bool:
    """N14.7: whether an Aide de Camp gets a leader of a side away who is as good as captured."""
    about = say("the capture of {leaders}", leaders=table.state.battle.leaders[leader].name)
    if await open_window(table, side, Window.CAPTURE, about) is None:
        return False
    table.emit(CaptureCancelled(leader))
    return True


def _names(state: GameState, units: Sequence[UnitId]) -> str:
    return say(" and ").join(state.card(unit).name for unit in units)


# -- marshal Ney's card: in each assault and charge his own die is raised or the enemy's lowered


class NeyDie(StrEnum):
    """The die that Marshal Ney bears upon."""

    OWN = mark("own die")
    ENEMY = mark("enemy die")


@dataclass(frozen=True, slots=True)
class ChooseNeyDie(Question[NeyDie], rule="N23.6"):
    """N23.6: which die Marshal Ney's card bears upon in a combat, before both fall."""

    words = mark(
        "{who} must choose what Marshal Ney does at {target}: raise the die of his own side, or"
        " lower the enemy's."
    )
    target: Hex  # that is assaulted or charged

    def options(self, state: GameState) -> Sequence[NeyDie]:  # noqa: ARG002
        """His own, raised; or the enemy's, lowered."""
        return tuple(NeyDie)

    def kind(self, answer: NeyDie) -> str:
        """`raise` or `lower`."""
        return "raise" if answer is NeyDie.OWN else "lower"

    def hint(self, view: GameState) -> str:
        """Where the card acts."""
        return self.told(view, mark("Marshal Ney's card acts in the fight for {target}."))

    def choices(self, view: GameState, options: Sequence[NeyDie]) -> Sequence[Choice[NeyDie]]:  # noqa: ARG002
        """Both dice."""
        own = say("The die of your fire is 1 higher")
        enemy = say("The die of the enemy's fire is 1 lower")
        return (
            Choice(NeyDie.OWN, say("Own die +1"), own, NeyDie.OWN, Manner.MAIN),
            Choice(NeyDie.ENEMY, say("Enemy die −1"), enemy, NeyDie.ENEMY),
        )

    def marks(self, view: GameState) -> Overlays:  # noqa: ARG002
        """The fight."""
        return Overlays(selection=frozenset({self.target}))


async def aim_marshals(
    table: Table[GameState], target: Hex, fires: tuple[FireReport, FireReport]
) -> tuple[Side, ...]:
    """N8.81, N23.6: before the dice of a combat each side with Ney's card says what it is for.

    Args:
        table: The table.
        target: The hex that is assaulted or charged.
        fires: Both sides' fire. Who cannot fire has no die.

    Returns:
        The sides whose die is lowered.
    """
    lowered = []
    firing = {fire.side for fire in fires if fire.column is not None}
    for side in in_turn(table.state) if firing else ():
        if not is_in_force(table.state, side, NEY):
            continue
        reveal(table, side, NEY)
        chosen = NeyDie.OWN if side in firing else NeyDie.ENEMY
        if len(firing) > 1:
            chosen = await ChooseNeyDie(side, target)
        table.emit(NeyDieChosen(side, target, on_enemy=chosen is NeyDie.ENEMY))
        if chosen is NeyDie.ENEMY:
            lowered.append(table.state.battle.enemy(side))
    return tuple(lowered)
