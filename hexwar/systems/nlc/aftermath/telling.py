"""The story of a game by turns: what each activation came to, in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwar.cards.events import CardPlayed
from hexwar.cards.setup_facts import UnitReplaced
from hexwar.ground.pontoons import PontoonDeployed, PontoonTakenUp
from hexwar.messages import capital, count, mark, tell
from hexwar.systems.nlc.events.arrivals import (
    AlternateCalled,
    ArrivalChanged,
    ArrivalVaried,
    UnitExited,
)
from hexwar.systems.nlc.events.cards import CardEventRolled, CardRevealed, UnitRedeployed
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
from hexwar.table.names import MapNames
from hexwar.table.telling import Told, ranked_ways
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

VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "assault": mark("{who} assaulted {whom}: {verdict}{losses}."),
        "bombardment": mark("{who} bombarded {whom}: {verdict}{losses}."),
        "charge": mark("{who} charged {whom}: {verdict}{losses}."),
        "reaction charge": mark("{who} set out to meet {whom}: {verdict}{losses}."),
    }
)
_NEAR = 3  # hexes: who ends so near to the strongest has gone with them
_MOST = 3  # groups that went elsewhere and are named; the others are counted


def marches(names: MapNames, told: Sequence[Told]) -> Iterator[Text]:
    """Where the strongest went, who ended near them, and who went elsewhere."""
    moved = (one.event for one in told if isinstance(one.event, UnitMoved))
    ways, ranked = ranked_ways(names, ((event.units, event.path) for event in moved))
    if not ranked:
        return
    distance = names.battle.battlefield.grid.distance
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


def rallied(names: MapNames, told: Sequence[Told]) -> Iterator[Text]:
    """Who rallied."""
    units = [one.event.unit for one in told if isinstance(one.event, UnitRallied)]
    if units:
        yield capital(tell("{who} rallied.", who=names.units(units)))


def commanded(names: MapNames, told: Sequence[Told]) -> dict[int, Text]:
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
