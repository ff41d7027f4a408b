"""The story of a game by turns: what each segment came to, in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwar.cards.events import CardPlayed
from hexwar.messages import count, listed, mark, tell
from hexwar.systems.tlnb.events import cards, combat, command, losses, movement, turn
from hexwar.table.forces import LeaderId
from hexwar.table.names import MapNames
from hexwar.table.telling import Told, ranked_ways
from hexwar.text import Text

NOTABLE: Final = (
    *(CardPlayed, cards.AlternateCalled, cards.ForceChanged, cards.ForceCancelled),
    *(cards.DayProlonged, cards.CommanderPlaced, cards.LeaderRescued, cards.UnitsMustered),
    *(cards.PopulaceHelped, cards.UnitRedeployed, cards.UnitReplaced, cards.FordTried),
    *(combat.GuardGaveWay, command.OfficersNamed, command.MarchOrderGiven),
    *(command.LeaderCaptured, command.LeaderDisplaced, command.LeaderReplaced),
    *(losses.RecoveryRolled, losses.UnitReturned, losses.StepRegained),
    *(movement.ArrivalVaried, movement.UnitExited),
    *(movement.SpanDamaged, movement.SpanRepaired, movement.PositionRolled),
    *(turn.WeatherRolled, turn.DayBegan, turn.HexControlled, turn.GameEnded),
    *(turn.FormationDemoralized, turn.FormationRecovered, turn.SupplyChanged, turn.TrainCaptured),
)
"""Events that are told as the log tells them."""

VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "attack": mark("{who} attacked {whom}: {verdict}{losses}."),
        "bombardment": mark("{who} bombarded {whom}: {verdict}{losses}."),
        "charge": mark("{who} charged {whom}: {verdict}{losses}."),
    }
)
_MOST = 6  # groups that marched and are named; the others are counted


def checks(names: MapNames, told: Sequence[Told]) -> Iterator[Text]:
    """Which officers passed and failed their dice."""
    passed: dict[bool, list[LeaderId]] = {True: [], False: []}
    for one in told:
        if isinstance(one.event, command.OfficerChecked):
            passed[one.event.passed].append(one.event.leader)
    words = {True: mark("{who} acted by himself."), False: mark("{who} did not stir.")}
    many = {True: mark("{who} acted by themselves."), False: mark("{who} did not stir.")}
    for is_in, leaders in passed.items():
        if leaders:
            told_as = (many if len(leaders) > 1 else words)[is_in]
            yield tell(told_as, who=listed(names.battle.leaders[x].name for x in leaders))


def marches(names: MapNames, told: Sequence[Told]) -> Iterator[Text]:
    """Where the strongest went, and how many more."""
    moved = (one.event for one in told if isinstance(one.event, movement.UnitMoved))
    ways, ranked = ranked_ways(names, ((event.units, event.path) for event in moved))
    if not ranked:
        return
    clauses = [
        tell("{who} to {end}", who=names.units(ways[way]), end=names.hex(way[1]))
        for way in ranked[:_MOST]
    ]
    words = tell("Marches: ") + _joined(clauses)
    left = sum(len(ways[way]) for way in ranked[_MOST:])
    if left:
        words += count("; {n} other unit moved too", "; {n} other units moved too", left)
    yield words + "."


def _joined(clauses: Sequence[Text]) -> Text:
    words = clauses[0]
    for clause in clauses[1:]:
        words += tell("; {clause}", clause=clause)
    return words
