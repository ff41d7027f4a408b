"""Which cards the staff plays, on whom, and which dice it throws again (N23).

A card is worth what it changes on this table, its price, and what it could still do on a later
turn. In a fight that is worked out by its dice, with the card in force on a copy of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from types import MappingProxyType
from typing import Any, Final

from hexwar.ai.chapters import deeds
from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, Pile, Window
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player.outlook import FAR, Outlook
from hexwar.systems.nlc.rules.cards.arrival_cards import expected
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie, NeyDie
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.ways import Way, way_of
from hexwar.systems.nlc.rules.cards.windows import (
    ChooseCardTarget,
    PlayWindowCard,
    Subjects,
    plays,
    targets,
)
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.outcomes import play_by_default
from hexwar.systems.nlc.rules.orders.permissions import line_row
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.exchanges import feared_fire, worth_of_assault
from hexwar.systems.nlc.staff.orders import wanted
from hexwar.systems.nlc.staff.rear import Rear
from hexwar.systems.nlc.staff.replies import fight_of_segment, ledger_of
from hexwar.systems.nlc.staff.staffwork import staffwork
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.staff.weighing import Weighed, best_of, told_of
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames, vp_words
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Box, Segment

FADES: Final = 0.7
"""How likely it is that on a turn no better moment comes for a card."""

HOUR: Final = 0.02
"""VP of each SP that comes an hour sooner."""

STAND: Final = 0.06
"""VP of each SP next to the enemy of which no stack has to retreat."""

DIE: Final = 0.3
"""VP of a die that may be thrown again, whichever it will be."""

BLOW: Final = 0.25
"""VP of a pip in a fight, whichever it will be."""

NEAR: Final = 4
"""Hexes from a bridge within which troops are likely to cross it."""

CLOSE: Final = 2
"""Hexes from the enemy within which troops are about to fight."""


# -- the table as a card sees it


@dataclass(frozen=True)
class Scene:
    """What a side looks at when it weighs its cards."""

    outlook: Outlook
    ledger: Ledger

    @property
    def state(self) -> GameState:
        """The table."""
        return self.outlook.state

    @cached_property
    def fighting(self) -> Mapping[FormationId, float]:
        """The SP of each own formation about to fight."""
        found: dict[FormationId, float] = {}
        for unit in self.state.on_map(self.outlook.side):
            card = self.state.card(unit.id)
            if unit.hex is not None and card.is_combat_unit:
                near = self.outlook.enemy_distance(unit.hex) <= CLOSE
                sp = self.outlook.strength(unit.id) if near else 0.0
                found[card.formation] = found.get(card.formation, 0.0) + sp
        return found

    @cached_property
    def pressed(self) -> float:
        """The own SP next to the enemy."""
        friends, pressure = self.outlook.friends, self.outlook.pressure
        return fsum(sp for hex_, sp in friends.items() if hex_ in pressure)

    @cached_property
    def fights(self) -> float:
        """How many fights the turn is likely to bring."""
        return min(4.0, fsum(self.fighting.values()) / 12)

    def idle(self, formation: FormationId) -> float:
        """The SP of a formation that has no enemy near it."""
        units = (u for u in self.state.units_of(formation) if self.state.card(u).is_combat_unit)
        places = ((unit, self.state.units[unit].hex) for unit in units)
        away = self.outlook.enemy_distance
        return fsum(self.outlook.strength(u) for u, h in places if h and away(h) > 2 * CLOSE)


Gain = Callable[[Scene, Subjects], float]
"""What a card changes on a table if it names some subjects, VP."""


def _fights(scene: Scene, named: Subjects) -> float:  # noqa: ARG001
    return BLOW * scene.fights


def _dice(scene: Scene, named: Subjects) -> float:  # noqa: ARG001
    return 3 * DIE * min(1.0, scene.fights)


def _bluecher(scene: Scene, named: Subjects) -> float:
    return _dice(scene, named) + min(2.0, STAND * scene.pressed)


def _gneisenau(scene: Scene, named: Subjects) -> float:
    boxes = ((u, scene.state.units[u].box) for f in named for u in _units(scene, f))
    waiting = fsum(scene.state.card(u).sp for u, box in boxes if box is Box.UAR)
    rests = any(line_row(scene.state, LineId(f)).rests for f in named)
    return _dice(scene, named) + (scene.ledger.sp * waiting / 3 if rests else 0.0)


def _marmont(scene: Scene, named: Subjects) -> float:
    shaken = fsum(scene.outlook.strength(UnitId(u)) for u in named if u in scene.state.units)
    return min(2.0, STAND * scene.pressed) + min(0.4, 0.03 * shaken)


def _emperor(scene: Scene, named: Subjects) -> float:  # noqa: ARG001
    """An action more, and together: what is about to fight is worth as much again."""
    return min(3.0, 0.3 + 0.08 * max(scene.fighting.values(), default=0.0))


def _march(scene: Scene, named: Subjects) -> float:
    return min(1.2, HOUR * 1.5 * scene.idle(FormationId(named[0]))) if named else 0.0


def _order(scene: Scene, named: Subjects) -> float:  # noqa: ARG001
    idle = max((scene.idle(f) for f in scene.fighting), default=0.0)
    return min(0.9, HOUR * idle)


def _decision(scene: Scene, named: Subjects) -> float:
    return 0.75 * _march(scene, named)


def _early(scene: Scene, named: Subjects) -> float:
    of_side = expected(scene.state, scene.outlook.side)
    group = next((g for g in of_side if g.key == named[0]), None)
    if group is None:
        return 0.0
    sp = fsum(map(scene.state.sp, group.units))
    return 1.5 * HOUR * sp * max(0, min(group.turn - scene.state.turn, scene.ledger.turns_left + 1))


def _delay(scene: Scene, named: Subjects) -> float:
    found = (g for g in expected(scene.state, scene.outlook.side) if g.key == named[0])
    return -3 * HOUR * fsum(scene.state.sp(unit) for group in found for unit in group.units)


def _alternates(scene: Scene, named: Subjects) -> float:
    """Troops who come after two hours or so."""
    state, hours = scene.state, max(0, scene.ledger.turns_left - 3)
    own = (g for g in state.battle.alternates if g.key in named or set(g.formations) & set(named))
    units = (u for group in own for u in group.units if state.card(u).is_combat_unit)
    return HOUR * fsum(map(state.sp, units)) * min(hours, 8)


def _route(scene: Scene, named: Subjects) -> float:
    """By a road that leads the group no farther from where its army is."""
    state, side = scene.state, scene.outlook.side
    group = next((g for g in expected(state, side) if g.key == named[0]), None)
    places = list(scene.outlook.friends)
    if group is None or not places:
        return 0.0
    away = [
        fsum(scene.outlook.distance(hex_, place) for place in places) / len(places)
        for hex_ in (group.entry, Hex(named[1]))
    ]
    return max(-3.0, HOUR / 4 * fsum(map(state.sp, group.units)) * (away[0] - away[1]))


def _cavalry(scene: Scene, named: Subjects) -> float:
    """Horse that may not charge, as far as there is somebody whom it could."""
    state, units = scene.state, [UnitId(unit) for unit in named]
    places = [state.units[unit].hex for unit in units]
    friends, distance = scene.outlook.friends, scene.outlook.distance
    near = min((distance(h, f) for h in places if h for f in friends), default=FAR)
    return min(0.9, 0.06 * scene.outlook.sum_of(units)) if near <= 5 else 0.0


def _defence(scene: Scene, named: Subjects) -> float:
    return min(1.2, 0.04 * scene.fighting.get(FormationId(named[0]), 0.0)) if named else 0.0


def _slips(scene: Scene, named: Subjects) -> float:  # noqa: ARG001
    return min(0.3, 0.01 * scene.pressed)


def _span(scene: Scene, named: Subjects) -> float:
    """A bridge that falls where the enemy is stronger, or is whole again where the side is."""
    a, b = (Hex(hex_) for hex_ in named)
    distance = scene.outlook.distance
    own, foes = (
        fsum(sp for h, sp in held.items() if min(distance(h, a), distance(h, b)) <= NEAR)
        for held in (scene.outlook.friends, scene.outlook.enemies)
    )
    falls = (a, b) not in scene.state.spans.damaged
    return max(-0.5, min(0.5, 0.02 * ((foes - own) if falls else (own - foes))))


def _news(scene: Scene, named: Subjects) -> float:
    """An order for nothing where somebody is named, who plays alone; else the enemy's orders."""
    return _march(scene, named) if named else 0.15


def _probe(scene: Scene, named: Subjects) -> float:
    """Attackers who may let an assault be: those whom the enemy outweighs where they stand."""
    places, outlook = {scene.state.units[u].hex for u in _units(scene, named[0])}, scene.outlook
    met = {h: sp for h, sp in outlook.pressure.items() if h in places}
    more = fsum(sp - outlook.friends.get(h, 0.0) for h, sp in met.items())
    return 0.1 + max(0.0, min(0.4, 0.02 * more))


def _fire(scene: Scene, named: Subjects) -> float:
    """A town that costs more MP: those of the enemy's near it, rather than own troops."""
    town, outlook = Hex(named[0]), scene.outlook
    more = outlook.enemies_within(town, NEAR) - outlook.friends_within(town, NEAR)
    return max(-0.5, min(0.5, HOUR / 4 * more))


def _flat(vp: float) -> Gain:
    return lambda scene, named: vp  # noqa: ARG005


def _units(scene: Scene, formation: str) -> Sequence[UnitId]:
    return scene.state.units_of(FormationId(formation))


@dataclass(frozen=True, slots=True)
class Use:
    """What a card is good for."""

    now: Gain
    usual: float  # VP that it gains on a turn that suits it


USES: Final[Mapping[CardId, Use]] = MappingProxyType(
    {
        CardId(id_): Use(now, usual)
        for id_, now, usual in (
            ("emperor-napoleon", _emperor, 2.0),
            ("bluecher", _bluecher, 2.0),
            ("gneisenau", _gneisenau, 1.2),
            ("marshal-ney", _fights, 0.8),
            ("marshal-marmont", _marmont, 1.2),
            ("approach-march", _march, 0.8),
            ("general-advance", _decision, 0.6),
            ("sound-of-guns", _decision, 0.6),
            ("forced-march", _order, 0.6),
            ("turning-movement", _order, 0.4),
            ("spies-bring-news", _news, 0.3),
            ("arrives-early", _early, 1.5),
            ("delay", _delay, 0.0),
            ("alternate-reinforcements", _alternates, 2.0),
            ("other-route", _route, 0.3),
            ("cossacks", _cavalry, 0.4),
            ("untrained-enemy-cavalry", _cavalry, 0.5),
            ("area-defense", _defence, 0.6),
            ("mobile-defense", _slips, 0.2),
            ("infiltration", _slips, 0.1),
            ("probe", _probe, 0.1),
            ("populace", _span, 0.3),
            ("scouts-find-ford", _flat(0.1), 0.2),
            ("fire", _fire, 0.0),
            ("artillery-cover-fire", _flat(0.0), 0.5),
            ("last-push", _flat(0.0), 0.8),
            ("jaws-of-death", _flat(0.0), 0.5),
            ("cavalry-pursuit", _flat(0.0), 0.3),
            ("counter-charge", _flat(0.0), 0.4),
            ("another-chance", _flat(0.0), 1.2),
            ("aide-de-camp", _flat(0.0), 0.5),
        )
    }
)
"""What each card is good for; one that is not named is good for nothing that is known."""


# -- in the Card Phase, and whom a card names


def choose_card(question: Desk[ChooseCard, CardId | None]) -> CardId | None:
    """The card that gains most over its price and over what it could still do later.

    Where one must be played, one of no use goes under the deck and costs nothing but itself.
    """
    scene = scene_of(question)
    weighed = [
        Weighed(id_, 0.0 if id_ is None else worth_now(scene, id_), title(id_))
        for id_ in question.options
    ]

    def words(id_: CardId | None) -> str:
        about = told_of(id_, weighed)
        if about is None:
            return say("No card has a use now.")
        told = _card_reason(scene, about)
        return told if None in question.options else say("One must be played. {why}", why=told)

    return best_of(question, weighed, words)


def _card_reason(scene: Scene, id_: CardId) -> str:
    """What a card would gain, its price, and what it may still do later."""
    found = targets(scene.state, scene.outlook.side, id_)
    if not found:
        return say("{card} has no use now, and counts nothing.", card=title(id_))
    best = max(((gain_of(scene, id_, x), price_of(scene, id_, x)) for x in found), key=sum)
    return _account(scene, id_, *best)


def _account(scene: Scene, id_: CardId, gain: float, price: float) -> str:
    """The three sums of a card in words."""
    return say(
        "{card}: {gain:.1f} VP now, {price} for playing it, {later:.1f} VP if it is held.",
        card=title(id_),
        gain=gain,
        price=vp_words(round(price)),
        later=kept(scene, id_),
    )


ORDERING: Final = frozenset(
    map(CardId, ("approach-march", "spies-bring-news", "general-advance", "sound-of-guns"))
)
"""The cards by which a formation gets another order."""


def card_target(question: Desk[ChooseCardTarget, Subjects]) -> Subjects:
    """Whom the card serves best; an order goes to whom the plan wants elsewhere."""
    scene, card = scene_of(question), question.asked.card
    gains = {named: gain_of(scene, card, named) for named in question.options}
    if card in ORDERING and all(gains):
        lacking = {one.line: one.gain for one in wanted(staffwork(question))}
        posts = {x: scene.outlook.sum_of(_units(scene, x[0])) for x in gains}  # left for nothing
        gains = {x: lacking.get(LineId(x[0]), -HOUR * sp) for x, sp in posts.items()}
    weighed = [Weighed(named, gain, _whom(scene, named)) for named, gain in gains.items()]

    def words(named: Subjects) -> str:
        return say("{card} gains {n:.1f} VP there.", card=title(card), n=gains[named])

    return best_of(question, weighed, words)


def _whom(scene: Scene, named: Subjects) -> str:
    """Whom or what a card names, as a player reads it; its id where it has no other name."""
    return NlcNames(scene.state.battle).subjects(named).plain or ", ".join(named) or say("nobody")


def scene_of(desk: Desk[Any, Any]) -> Scene:
    """The table as a side's cards see it."""
    return Scene(desk.outlook, ledger_of(desk))


def title(id_: CardId | None) -> str:
    """A card as it is called."""
    return say("no card") if id_ is None else printed(id_).title


def price_of(scene: Scene, id_: CardId, named: Subjects) -> float:
    """What a card counts for who plays it, VP; most cost."""
    play = plays().get(id_)
    if play is None or play.worth is None:
        return printed(id_).vp
    return play.worth(scene.state, scene.outlook.side, named)


def gain_of(scene: Scene, id_: CardId, named: Subjects) -> float:
    """What a card changes on the table if it names some subjects, VP; 0 for one of no use."""
    use = USES.get(id_)
    return 0.0 if use is None else use.now(scene, named)


def worth_now(scene: Scene, id_: CardId) -> float:
    """What it gains to play a card now rather than later or never, VP."""
    found = targets(scene.state, scene.outlook.side, id_)
    if not found:
        return -0.1 * kept(scene, id_)  # it goes under the deck, and may come again
    gains = [gain_of(scene, id_, named) + price_of(scene, id_, named) for named in found]
    return max(gains) - kept(scene, id_)


def kept(scene: Scene, id_: CardId) -> float:
    """What a card is worth that is held, VP: nothing where it is put away at the turn's end."""
    held = scene.state.cards.piles[scene.outlook.side].of(Pile.HELD)
    if way_of(scene.state.battle) is not Way.FULL or id_ in held:
        return 0.0
    usual = USES[id_].usual if id_ in USES else 0.0
    return max(0.0, usual + printed(id_).vp) * float(1 - FADES**scene.ledger.turns_left)


# -- at a moment of a fight, of a march, of a capture (N23.6)


def window_card(question: Desk[PlayWindowCard, CardId | None]) -> CardId | None:
    """The card that gains most at this moment over its price and what it could do later."""
    scene, window = scene_of(question), question.asked.window
    weighed: list[Weighed[CardId | None]] = [Weighed(None, 0.0, title(None))]
    for id_ in deeds(question.options):
        gain = _at(scene, window, id_) + price_of(scene, id_, ()) - kept(scene, id_)
        weighed.append(Weighed(id_, gain, title(id_)))

    def words(id_: CardId | None) -> str:
        about = told_of(id_, weighed)
        assert about is not None
        return _account(scene, about, _at(scene, window, about), price_of(scene, about, ()))

    return best_of(question, weighed, words)


def _at(scene: Scene, window: Window, id_: CardId) -> float:
    """What a card changes at a moment, VP."""
    state, side = scene.state, scene.outlook.side
    if window is Window.ASSAULT:
        declared = under_way(state)
        return BLOW if declared is None else _in_force(scene, id_, declared)
    if window is Window.CAPTURE:
        rear = Rear(scene.outlook, scene.ledger)
        exposed = [
            scene.ledger.ransom(card)
            for card in state.leaders_on_map(side)
            if (hex_ := state.leaders[card.id].hex) and not state.combat_units_in(hex_, side)
            if rear.risk(card.id, hex_) > 0
        ]
        return max(exposed, default=scene.ledger.stakes.leader)
    return MOMENTS.get(window, 0.0)


MOMENTS: Final[Mapping[Window, float]] = MappingProxyType(
    {
        Window.CHARGE: 0.4,
        Window.PURSUIT: 0.3,
        Window.ENEMY_PURSUIT: 0.35,
        Window.BOMBARDMENT: 0.15,
        Window.RETREAT: 0.9,
        Window.ORDERS: 0.4,
    }
)
"""What a card that fits a moment changes there as a rule, VP."""


def under_way(state: GameState) -> Assault | None:
    """The assault that is at its dice, or None."""
    acting = state.activation
    if acting is None or acting.segment is not Segment.ASSAULT or not acting.assaulted:
        return None
    return fight_of_segment(state, acting.assaulted[-1])


def _in_force(scene: Scene, id_: CardId, declared: Assault) -> float:
    """What an assault is worth more with a card in force, by all its dice."""
    found = targets(scene.state, scene.outlook.side, id_)
    table = Table(scene.state.copy())
    play_by_default(plays()[id_].act(table, scene.outlook.side, found[0]), table.state)
    _, without = feared_fire(scene.ledger, scene.state, declared)
    _, with_it = feared_fire(scene.ledger, table.state, declared)
    return with_it - without


def ney_die(question: Desk[ChooseNeyDie, NeyDie]) -> NeyDie:
    """The die on which a pip changes most."""
    scene = scene_of(question)
    state, declared = scene.state, under_way(scene.state)
    if declared is None or declared.target != question.asked.target:
        return question.default
    hit_hex, own = feared_fire(scene.ledger, state, declared)
    lowered = (scene.outlook.enemy,)
    enemy = worth_of_assault(scene.ledger, state, declared, hit_hex, lowered=lowered)
    weighed = [
        Weighed(NeyDie.OWN, own, say("own die")),
        Weighed(NeyDie.ENEMY, enemy, say("enemy die")),
    ]
    words = say("A pip on it is worth {n:.1f} VP more.", n=abs(own - enemy))
    return best_of(question, weighed, words)
