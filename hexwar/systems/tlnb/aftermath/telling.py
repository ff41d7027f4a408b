"""The story of a game by turns: what each segment came to, in a few sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwar.cards.events import CardPlayed
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.messages import capital, count, listed, mark, say, tell
from hexwar.systems.tlnb.events import cards, combat, command, losses, movement, turn
from hexwar.table.aftermath import Chapter, Fight, Passage
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.names import Names
from hexwar.table.story import Section, Story
from hexwar.table.why import Why
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

_VERBS: Mapping[str, str] = MappingProxyType(
    {
        "attack": mark("{who} attacked {whom}: {verdict}{losses}."),
        "bombardment": mark("{who} bombarded {whom}: {verdict}{losses}."),
        "charge": mark("{who} charged {whom}: {verdict}{losses}."),
    }
)
_MOST = 6  # groups that marched and are named; the others are counted


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
        Chapter(number, story.turn_title(number), tuple(passages))
        for number, passages in found.items()
        if passages or number
    )


def _passage(
    story: Story, section: Section, told: Sequence[Told], fights: Sequence[Fight]
) -> Passage:
    """A segment in sentences: who was in command, came and marched, then fights and the rest."""
    names = story.names
    first = (*_checks(names, told), *_arrivals(names, told), *_marches(names, told))
    later: dict[int, Text] = {fight.event: fight_words(names, fight) for fight in fights}
    for one in told:
        if isinstance(one.event, NOTABLE):
            later[one.at] = story.text(one.at)
    sentences = (*first, *(later[at] for at in sorted(later)))
    return Passage(story.title(section).plain, sentences, section.side)


# -- command, arrivals and marches


def _checks(names: Names, told: Sequence[Told]) -> Iterator[Text]:
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


def _arrivals(names: Names, told: Sequence[Told]) -> Iterator[Text]:
    entered: dict[Hex, list[UnitId]] = defaultdict(list)
    for one in told:
        if isinstance(one.event, movement.UnitEntered):
            entered[one.event.hex].append(one.event.unit)
    for hex_, units in entered.items():
        who = names.units(units)
        yield capital(tell("{who} entered the map in {hex}.", who=who, hex=names.hex(hex_)))


def _marches(names: Names, told: Sequence[Told]) -> Iterator[Text]:
    """Where the strongest went, and how many more."""
    ways = _ways(told)
    units = names.battle.units
    strength = {way: sum(units[unit].sp for unit in us) for way, us in ways.items()}
    ranked = sorted(ways, key=lambda way: -strength[way])
    if not any(strength.values()):
        return  # that wagons roll need not be told
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


def _ways(told: Sequence[Told]) -> dict[tuple[Hex, Hex], list[UnitId]]:
    """Who went from which hex to which, over all their moves."""
    starts: dict[UnitId, Hex] = {}
    ends: dict[UnitId, Hex] = {}
    for one in told:
        if isinstance(one.event, movement.UnitMoved):
            for unit in one.event.units:
                starts.setdefault(unit, one.event.path[0])
                ends[unit] = one.event.path[-1]
    ways: dict[tuple[Hex, Hex], list[UnitId]] = defaultdict(list)
    for unit, end in ends.items():
        if starts[unit] != end:
            ways[starts[unit], end].append(unit)
    return ways


# -- fights


def fight_words(names: Names, fight: Fight) -> Text:
    """A fight in one sentence, with what it cost."""
    lost = [(side, sp) for side, sp in fight.lost.items() if sp]
    parts = [say("the {side} lost {n} SP", side=names.side(side), n=sp) for side, sp in lost]
    losses_ = say("; {losses}", losses=say(" and ").join(parts)) if parts else ""
    whom = names.hex(fight.hex)
    if fight.defenders:
        whom = tell("{who} in {hex}", who=names.units(fight.defenders), hex=whom)
    told = {"who": names.units(fight.attackers), "whom": whom}
    return capital(tell(_VERBS[fight.kind], **told, verdict=fight.verdict, losses=losses_))
