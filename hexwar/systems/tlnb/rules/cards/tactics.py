"""Cards in combats: Tactics cards, and those in force that are used once (18.8, T24.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.cards.library import card
from hexwar.cards.readings import Lasting, Moment, numbers, reading
from hexwar.cards.records import CardId, Effect, Pile, Window
from hexwar.engine import Choice, Table, YesNo
from hexwar.ground.sight import has_line_of_sight, state_sight_limit
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.cards import LevelLowered, StoodFast, TacticsCounted
from hexwar.systems.tlnb.rules.cards.effects import (
    AT_BRIDGES,
    INFANTRY,
    MARMONT,
    STAND,
    UNTRAINED_TROOPS,
    effects_of,
    has_infantry,
    is_near_leader,
    is_of,
)
from hexwar.systems.tlnb.rules.cards.naming import suits_turn
from hexwar.systems.tlnb.rules.cards.piles import begin, end_all, is_tactics, show, spend
from hexwar.systems.tlnb.rules.combat.odds import has_combined_arms
from hexwar.systems.tlnb.rules.combat.riding import counter_groups
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, FormationId, LeaderId, Side, UnitId
from hexwar.table.question import Question
from hexwar.table.spans import Crossing, crossing
from hexwar.table.words import unit_list

COUNTER_CHARGE = CardId("counter-charge")
COVER_FIRE = CardId("artillery-cover-fire")
PURSUIT = CardId("cavalry-pursuit")


@dataclass(frozen=True, slots=True)
class Stroke:
    """A card brought into a combat."""

    card: CardId
    effect: int = 0  # the number of the effect in force that is used; 0: it comes from the hand


@dataclass(frozen=True, slots=True)
class PlayTactics(Question[Stroke | None], rule="T24.2"):
    """18.8: whether a side brings a card into a combat."""

    words = mark("{who} may bring a card into the fight for {hex}.")
    kinds = ("play", "pass")
    hex: Hex
    units: tuple[UnitId, ...]  # who attack; of a retreat: who retreat
    moment: Moment
    path: tuple[Hex, ...] = ()  # of a charge

    def options(self, state: TlnbState) -> Sequence[Stroke | None]:
        """None, a card of the hand, or one in force that may be used once."""
        return (None, *strokes(state, self))

    def choices(self, view: TlnbState, options: Sequence[Stroke | None]) -> Sequence[Choice[Any]]:  # noqa: ARG002
        """A button for each, with its text."""
        found: list[Choice[Any]] = []
        for option in options:
            if option is None:
                found.append(Choice("none", say("No card"), "", None))
                continue
            text, title = say(reading(option.card).text), say(card(option.card).title)
            found.append(Choice(f"{option.card}-{option.effect}", title, text, option))
        return found


# -- which cards fit (T24.7, 18.83)


def strokes(state: TlnbState, asked: PlayTactics) -> list[Stroke]:
    """Every card that a side can bring into a combat now."""
    side = Side(asked.side)
    piles = state.cards.piles.get(side)
    if piles is None:
        return []
    hand = dict.fromkeys(piles.of(Pile.HAND))
    played = [Stroke(id_) for id_ in hand if _is_ready(state, side, id_)]
    in_force = (e for e in state.cards.effects if e.side == side and e.left)
    used = [Stroke(e.card, e.number) for e in in_force if _is_there(state, asked, e)]
    timely = [s for s in (*played, *used) if asked.moment in reading(s.card).moments]
    return [s for s in timely if _fits(state, asked, s.card)]


def _is_ready(state: TlnbState, side: Side, id_: CardId) -> bool:
    """Whether a card in hand may be played in this Combat Phase at all."""
    if is_tactics(id_):
        return state.cards.tactics.count(side) < numbers().most_tactics
    return Window.COMBAT in card(id_).windows


def _is_there(state: TlnbState, asked: PlayTactics, effect: Effect) -> bool:
    """Whether the leader whom an effect names is with the attackers."""
    read = reading(effect.card)
    if not read.moments:
        return False
    if not read.names:
        return True
    hexes = {state.units[u].hex for u in asked.units}
    return any(state.leaders[LeaderId(x)].hex in hexes for x in effect.subjects)


def _fits(state: TlnbState, asked: PlayTactics, id_: CardId) -> bool:
    read, side = reading(id_), Side(asked.side)
    if asked.path and (read.lasts is Lasting.PHASE or read.uses or id_ == AT_BRIDGES):
        return False
    is_own = not read.die or side == state.phasing  # the die of an attack
    is_whole = is_own and suits_turn(state, read)
    return is_whole and set(read.combat) <= facts_of(state, asked)


def facts_of(state: TlnbState, asked: PlayTactics) -> frozenset[str]:
    """What holds in a combat for the side that is asked, as readings ask for it."""
    side, attacker = Side(asked.side), state.side_of(asked.units[0])
    enemy = state.battle.enemy(attacker)
    sides = {attacker: asked.units, enemy: state.combat_units_in(asked.hex, enemy)}
    own, other = sides[side], sides[state.battle.enemy(side)]
    arms = [state.card(u).arm for u in own]
    combined = has_combined_arms(state, asked.units, asked.hex)
    theirs = [state.card(u).arm for u in other]
    told = {
        INFANTRY: has_infantry(state, own),
        "artillery": any(arm.is_artillery for arm in arms),
        "artillery near": has_guns_near(state, side, asked.hex),
        "cavalry": any(arm.is_cavalry for arm in arms),
        "heavy cavalry": Arm.HEAVY_CAVALRY in arms,
        "light cavalry only": bool(theirs) and all(a is Arm.LIGHT_CAVALRY for a in theirs),
        "over a bridge": side == attacker and _is_over_bridge(state, asked),
        "combined arms": side == attacker and combined,
        "enemy combined arms": side != attacker and combined,
        "cavalry near": bool(asked.path) and bool(counter_groups(state, side, asked.path)),
    }
    return frozenset(fact for fact, holds in told.items() if holds)


def has_guns_near(state: TlnbState, side: Side, hex_: Hex) -> bool:
    """Whether a side's guns stand next to a hex, in it, or have it in range and sight (card 3)."""
    field = state.battle.battlefield
    far = min(state.numbers.bombardment.range, state_sight_limit(state))
    for record in state.on_map(side):
        if record.hex is None or not state.card(record.id).arm.is_artillery:
            continue
        distance = field.grid.distance(record.hex, hex_)
        if distance <= 1:
            return True
        if distance <= far and has_line_of_sight(field, record.hex, hex_, distance):
            return True
    return False


def _is_over_bridge(state: TlnbState, asked: PlayTactics) -> bool:
    """Whether heavy cavalry attacks over a whole bridge (card 21)."""
    field = state.battle.battlefield
    heavy = (u for u in asked.units if state.card(u).arm is Arm.HEAVY_CAVALRY)
    hexes = (h for u in heavy if (h := state.units[u].hex) is not None)
    near = [h for h in hexes if asked.hex in field.grid.neighbours[h]]
    return any(crossing(field, state.spans, h, asked.hex) is Crossing.BRIDGE for h in near)


# -- bringing them in (18.8, 18.81)


async def bring_in(
    table: Table[TlnbState], units: tuple[UnitId, ...], hex_: Hex, path: tuple[Hex, ...] = ()
) -> None:
    """18.8: cards before the die of a combat, the phasing side first."""
    for side in (table.state.phasing, table.state.waiting):
        while await offer(table, PlayTactics(side, hex_, units, Moment.BEFORE, path)) is not None:
            pass  # a card that was in force may come besides one of the hand


async def offer(table: Table[TlnbState], asked: PlayTactics) -> CardId | None:
    """A side that has a card for this moment may bring it in: the card, now in force; or None."""
    if not strokes(table.state, asked):
        return None
    stroke = await asked
    if stroke is None:
        return None
    side = Side(asked.side)
    if stroke.effect:
        spend(table, _own(table.state, side, stroke.effect))
    else:
        show(table, side, stroke.card, (asked.hex,))
        if is_tactics(stroke.card):
            table.emit(TacticsCounted(side, asked.hex))
    if stroke.card == UNTRAINED_TROOPS:
        await dishearten(table, side, asked)
    is_whole_phase = reading(stroke.card).lasts is Lasting.PHASE
    begin(table, side, stroke.card, () if is_whole_phase else (asked.hex,))
    return stroke.card


def _own(state: TlnbState, side: Side, number: int) -> Effect:
    """An effect of a side by its number."""
    return next(e for e in state.cards.effects if (e.side, e.number) == (side, number))


def call_in(table: Table[TlnbState], side: Side, id_: CardId, hex_: Hex) -> None:
    """A Tactics card without which a combat would not be: it is played with it (card 21)."""
    show(table, side, id_, (hex_,))
    table.emit(TacticsCounted(side, hex_))
    begin(table, side, id_, (hex_,))


def close(table: Table[TlnbState], hex_: Hex) -> None:
    """18.81: what was brought into a combat ends with it."""
    end_all(table, lambda effect: is_of(effect, hex_) and not effect.left)


def close_phase(table: Table[TlnbState]) -> None:
    """What was brought into the whole Combat Phase ends with it (card 23, Powder Wet)."""
    end_all(table, lambda effect: reading(effect.card).lasts is Lasting.PHASE)


# -- Untrained Enemy Troops (24.94)


@dataclass(frozen=True, slots=True)
class NameFormation(Question[FormationId], rule="T24.3"):
    """24.94: which enemy formation of a combat bears less from now on."""

    words = mark("Which enemy formation is demoralized sooner from now on?")
    units: tuple[UnitId, ...]

    def options(self, state: TlnbState) -> Sequence[FormationId]:
        """Those with a level that fight there."""
        found = dict.fromkeys(state.formation_of(u).id for u in self.units)
        return [f for f in found if f in state.battle.levels]

    def choices(self, view: TlnbState, options: Sequence[FormationId]) -> Sequence[Choice[Any]]:
        """A button for each."""
        return [Choice(f, view.battle.formations[f].name, "", f) for f in options]


async def dishearten(table: Table[TlnbState], side: Side, asked: PlayTactics) -> None:
    """24.94: the level of an enemy formation in the combat falls for good (T15.5)."""
    question = NameFormation(side, asked.units)
    if question.options(table.state):
        formation = await question
        table.emit(LevelLowered(formation, reading(UNTRAINED_TROOPS).level))


# -- retreats (24.93, T24.6)


async def cuts_through(table: Table[TlnbState], hex_: Hex, units: tuple[UnitId, ...]) -> bool:
    """24.93: whether a stack that begins to retreat cuts its way through EZOCs by a card."""
    side = table.state.side_of(units[0])
    return await offer(table, PlayTactics(side, hex_, units, Moment.RETREAT)) is not None


def end_through(table: Table[TlnbState], hex_: Hex) -> None:
    """What opened the way of a retreat ends with it."""
    at = Moment.RETREAT
    end_all(table, lambda effect: is_of(effect, hex_) and at in reading(effect.card).moments)


@dataclass(frozen=True, slots=True)
class StandFast(Question[bool], YesNo, rule="T24.6", is_open=True):
    """T24.6: whether a stack near Marmont ignores a retreat."""

    words = mark("By {card} {units} may ignore the retreat. Do they stand fast?")
    default = False
    kinds = ("stand", "retreat")
    labels = (mark("Stand fast"), mark("Retreat"))
    units: tuple[UnitId, ...]

    def sentence(self, view: TlnbState) -> str:
        """It names the card that lets them, and the stack."""
        names = unit_list(view, self.units)
        return self.told(view, self.words, card=say(card(MARMONT).title), units=names)


async def stands_fast(table: Table[TlnbState], units: Sequence[UnitId]) -> bool:
    """T24.6: whether a stack that a Dr result drives back ignores it (card 30, Marmont)."""
    state = table.state
    here = tuple(u for u in units if state.units[u].hex is not None)
    if not here:
        return False
    side = state.side_of(here[0])
    ready = (e for e in effects_of(state, side, MARMONT) if e.subjects == (STAND,))
    effect = next((e for e in ready if is_near_leader(state, e, here)), None)
    if effect is None or not await StandFast(side, here):
        return False
    spend(table, effect)
    table.emit(StoodFast(here, MARMONT))
    return True
