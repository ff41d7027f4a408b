"""The story of a game by turns: what each activation came to, in a few sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwar.cards.events import CardPlayed
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.messages import capital, count, mark, say, tell
from hexwar.systems.nlc.events.arrivals import (
    AlternateCalled,
    ArrivalChanged,
    ArrivalVaried,
    UnitEntered,
    UnitExited,
)
from hexwar.systems.nlc.events.cards import (
    CardEventRolled,
    CardRevealed,
    UnitRedeployed,
    UnitReplaced,
)
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderDisplaced, LeaderReplaced
from hexwar.systems.nlc.events.losses import (
    FormationDemoralized,
    FormationExhausted,
    FormationRecovered,
    GuardDismayed,
    StepRegained,
    UnitLostForGood,
    UnitRallied,
    UnitReturned,
)
from hexwar.systems.nlc.events.movement import (
    FordSought,
    OverstackCured,
    PontoonDeployed,
    PontoonTakenUp,
    PopulaceActed,
    PositionBuilt,
    SpanDamaged,
    SpanRepaired,
    UnitMoved,
)
from hexwar.systems.nlc.events.orders import (
    ComplianceRolled,
    LocalDecisionRolled,
    LocalDecisionWanted,
    OrderDispatched,
    RetreatAllowed,
    TaskChosen,
)
from hexwar.systems.nlc.events.supply import SupplyChanged, TrainTaken
from hexwar.systems.nlc.events.turn import DayBegan, GameEnded, HexControlled, WeatherRolled
from hexwar.systems.nlc.words import line_words, order_words
from hexwar.table.aftermath import Chapter, Fight, Passage
from hexwar.table.forces import Side, UnitId
from hexwar.table.names import Names
from hexwar.table.story import Section, Story
from hexwar.table.why import Why
from hexwar.text import Text

NOTABLE: Final = (
    *(AlternateCalled, ArrivalChanged, ArrivalVaried, UnitExited),
    *(CardPlayed, CardRevealed, CardEventRolled, UnitRedeployed, UnitReplaced),
    *(LeaderCaptured, LeaderDisplaced, LeaderReplaced),
    *(FormationDemoralized, FormationExhausted, FormationRecovered, GuardDismayed),
    *(StepRegained, UnitLostForGood, UnitReturned, SupplyChanged, TrainTaken),
    *(FordSought, OverstackCured, PontoonDeployed, PontoonTakenUp, PopulaceActed),
    *(PositionBuilt, SpanDamaged, SpanRepaired),
    *(OrderDispatched, RetreatAllowed, TaskChosen),
    *(DayBegan, GameEnded, HexControlled, WeatherRolled),
)
"""Events that are told as the log tells them."""

_VERBS: Mapping[str, str] = MappingProxyType(
    {
        "assault": mark("{who} assaulted {whom}: {verdict}{losses}."),
        "bombardment": mark("{who} bombarded {whom}: {verdict}{losses}."),
        "charge": mark("{who} charged {whom}: {verdict}{losses}."),
        "reaction charge": mark("{who} set out to meet {whom}: {verdict}{losses}."),
    }
)
_NEAR = 3  # hexes: who ends so near to the strongest has gone with them
_MOST = 3  # groups that went elsewhere and are named; the others are counted


@dataclass(frozen=True, slots=True)
class Told:
    """An event that the readers know of, with its place in the story."""

    at: int
    event: Event


def chapters_of(
    story: Story, fights: Sequence[Fight], whys: Callable[[int, int], tuple[Why, ...]]
) -> tuple[Chapter, ...]:
    """The story by turns, as its readers know it; `whys` tells why some events came about."""
    found: dict[int, list[Passage]] = {}
    firsts = [*(section.first for section in story.sections), len(story.entries)]
    for section, end in zip(story.sections, firsts[1:], strict=True):
        places = [at for at in range(section.first, end) if story.is_told(at)]
        told = [Told(at, story.entries[at].event) for at in places]
        mine = [fight for fight in fights if section.first <= fight.event < end]
        passage = replace(_passage(story, section, told, mine), whys=whys(section.first, end))
        found.setdefault(section.turn, [])
        if passage.sentences:
            found[section.turn].append(passage)
    return tuple(
        Chapter(turn, story.turn_title(turn), tuple(passages))
        for turn, passages in found.items()
        if passages or turn
    )


def _passage(
    story: Story, section: Section, told: Sequence[Told], fights: Sequence[Fight]
) -> Passage:
    """A section in sentences: who came and marched, then fights and what else happened."""
    names = story.names
    acts = section.formation is not None and section.side is not None
    first = [
        *_arrivals(names, told),
        *_marches(names, told),
        *_rallied(names, told),
    ]
    later: dict[int, Text] = {fight.event: fight_words(names, fight) for fight in fights}
    for one in told:
        if isinstance(one.event, NOTABLE):
            later[one.at] = story.text(one.at)
    later |= _commanded(names, told)
    sentences = (*first, *(later[at] for at in sorted(later)))
    return Passage(story.title(section).plain, sentences, section.side if acts else None)


# -- marches and arrivals


def _arrivals(names: Names, told: Sequence[Told]) -> Iterator[Text]:
    entered: dict[Hex, list[UnitId]] = defaultdict(list)
    for one in told:
        if isinstance(one.event, UnitEntered):
            entered[one.event.hex].append(one.event.unit)
    for hex_, units in entered.items():
        who = names.units(units)
        yield capital(tell("{who} entered the map in {hex}.", who=who, hex=names.hex(hex_)))


def _marches(names: Names, told: Sequence[Told]) -> Iterator[Text]:
    """Where the strongest went, who ended near them, and who went elsewhere."""
    ways = _ways(told)
    cards, distance = names.battle.units, names.battle.battlefield.grid.distance
    strength = {way: sum(cards[unit].sp for unit in units) for way, units in ways.items()}
    ranked = sorted(ways, key=lambda way: -strength[way])
    if not any(strength.values()):
        return  # that wagons roll need not be told
    main, near, elsewhere = ranked[0], 0, []
    for way in ranked[1:]:
        if distance(main[1], way[1]) <= _NEAR:
            near += len(ways[way])
        else:
            elsewhere.append(way)
    words = tell(
        "{who} marched from {start} to {end}",
        who=names.units(ways[main]),
        start=names.hex(main[0]),
        end=names.hex(main[1]),
    )
    if near:
        words += count(", with {n} other unit near by", ", with {n} other units near by", near)
    for start, end in elsewhere[:_MOST]:
        who = names.units(ways[start, end])
        words += tell("; {who} to {end}", who=who, end=names.hex(end))
    left = sum(len(ways[way]) for way in elsewhere[_MOST:])
    if left:
        words += count("; {n} other unit moved too", "; {n} other units moved too", left)
    yield capital(words + ".")


def _ways(told: Sequence[Told]) -> dict[tuple[Hex, Hex], list[UnitId]]:
    """Who went from which hex to which, over all their moves."""
    starts: dict[UnitId, Hex] = {}
    ends: dict[UnitId, Hex] = {}
    for one in told:
        if isinstance(one.event, UnitMoved):
            for unit in one.event.units:
                starts.setdefault(unit, one.event.path[0])
                ends[unit] = one.event.path[-1]
    ways: dict[tuple[Hex, Hex], list[UnitId]] = defaultdict(list)
    for unit, end in ends.items():
        if starts[unit] != end:
            ways[starts[unit], end].append(unit)
    return ways


def _rallied(names: Names, told: Sequence[Told]) -> Iterator[Text]:
    units = [one.event.unit for one in told if isinstance(one.event, UnitRallied)]
    if units:
        yield capital(tell("{who} rallied.", who=names.units(units)))


# -- fights and orders


def fight_words(names: Names, fight: Fight) -> Text:
    """A combat in one sentence, with what it cost."""
    lost = [(side, sp) for side, sp in fight.lost.items() if sp]
    parts = [say("the {side} lost {n} SP", side=names.side(side), n=sp) for side, sp in lost]
    losses = say("; {losses}", losses=say(" and ").join(parts)) if parts else ""
    words = _VERBS[fight.kind]
    whom = names.hex(fight.hex)
    if fight.defenders:
        whom = tell("{who} in {hex}", who=names.units(fight.defenders), hex=whom)
    told = {"who": names.units(fight.attackers), "whom": whom}
    return capital(tell(words, **told, verdict=fight.verdict, losses=losses))


def _commanded(names: Names, told: Sequence[Told]) -> dict[int, Text]:
    """Who did not obey, or decided for himself, by the place of the event that tells it."""
    found: dict[int, Text] = {}
    wanted: dict[str, LocalDecisionWanted] = {}
    for one in told:
        match one.event:
            case LocalDecisionWanted(line=line):
                wanted[line] = one.event
            case ComplianceRolled(line=line, result="X"):
                words = mark("{line} did not obey, and the order is void.")
                found[one.at] = capital(tell(words, line=line_words(line, names)))
            case ComplianceRolled(line=line, result="D"):
                words = mark("{line} put off obeying.")
                found[one.at] = capital(tell(words, line=line_words(line, names)))
            case LocalDecisionRolled(line=line, result="OK") if line in wanted:
                words = mark("{line} decided for itself: {steps}.")
                steps = order_words(wanted[line].steps, names)
                found[one.at] = capital(tell(words, line=line_words(line, names), steps=steps))
            case LocalDecisionRolled(line=line, result="BM"):
                words = mark("{line} tried to decide for itself, and made a Bad Move.")
                found[one.at] = capital(tell(words, line=line_words(line, names)))
    return found


def side_of_card(event: Event) -> Side | None:
    """Whose card an event is about."""
    side = getattr(event, "side", None)
    return None if side is None else Side(side)
