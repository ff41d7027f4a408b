"""When a battle is fought and who comes when: the turn track and the arrivals as data.

A draft may be wrong anywhere: what does not fit is let be, and nothing of it is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from hexwar.editor.document import Draft, Json
from hexwar.editor.scribe import Path, Pieces, records_of, shown, texts_of
from hexwar.messages import say
from hexwar.scenario.build import MONTHS
from hexwar.scenario.form import Kind
from hexwar.table.battle import TurnKind

MOST_TURNS: Final = 200
"""Turns that a battle may have."""

MONTH_LETTERS: Final = 3

DAWN, DUSK, LATE, LAST = 8, 18, 20, 23
"""Hours: of the first turn by day, of the first by night, of the last one of an evening."""

MEMBERS: Final[Mapping[str, Kind]] = {"units": Kind.UNIT, "formations": Kind.FORMATION}
"""The lists of an arrival with what is in them."""

# -- the turn track


def date_of(scenario: Json) -> datetime | None:
    """The day of the first turn, at midnight; None where the draft names none."""
    told = scenario.get("date")
    try:
        return datetime.strptime(told, "%Y-%m-%d") if isinstance(told, str) else None
    except ValueError:
        return None


def light_of(hour: int) -> TurnKind:
    """What the light of an hour is in the battles that come with hexwar, which are of winter."""
    if hour < DAWN:
        return TurnKind.NIGHT_AM
    return TurnKind.DAY if hour < DUSK else TurnKind.NIGHT_PM


def after(moment: datetime, hours: int, *, sleeps: bool) -> datetime:
    """When the next turn begins.

    Args:
        moment: When the turn before it does.
        hours: From turn to turn.
        sleeps: Whether the night has two long turns, from 20:00 to midnight and on to 8:00.
    """
    if not sleeps:
        return moment + timedelta(hours=hours)
    if moment.hour < DAWN:
        return moment.replace(hour=DAWN)
    if moment.hour + hours <= LATE:
        return moment.replace(hour=moment.hour + hours)
    return moment.replace(hour=0) + timedelta(days=1)


def made_turns(first: datetime, number: int, hours: int = 1, *, sleeps: bool = True) -> list[Json]:
    """The turns of a battle from its first hour on.

    Args:
        first: The day and the hour of the first turn.
        number: How many there are; those behind the two hundredth are not made.
        hours: From turn to turn.
        sleeps: As `after` has it.
    """
    made: list[Json] = []
    moment = first
    for turn in range(1, min(number, MOST_TURNS) + 1):
        month = {} if moment.month == first.month else {"month": moment.month}
        light = str(light_of(moment.hour))
        told = {"day": moment.day, "hour": moment.hour, "kind": light}
        made.append({"turn": turn, **month, **told})
        try:
            moment = after(moment, max(hours, 1), sleeps=sleeps)
        except OverflowError:
            break
    return made


def first_moment(scenario: Json) -> datetime | None:
    """When the first turn begins; None where the draft does not say it."""
    date = date_of(scenario)
    turns = records_of(scenario.get("turns"))
    hour = turns[0].get("hour") if turns else DAWN
    if date is None or not isinstance(hour, int) or not 0 <= hour <= LAST:
        return None
    return date.replace(hour=hour)


def next_turn(scenario: Json) -> Json:
    """One more turn behind the last one."""
    turns = records_of(scenario.get("turns"))
    number = len(turns) + 1
    last = turns[-1] if turns else {}
    date = date_of(scenario)
    month: Any = last.get("month", date.month if date else None)
    day: Any = last.get("day")
    hour: Any = last.get("hour")
    if date is None or not turns:
        return {"turn": number}
    try:
        moment = after(date.replace(month=month, day=day, hour=hour), 1, sleeps=True)
    except (TypeError, ValueError, OverflowError):
        return {"turn": number}
    told = {} if moment.month == date.month else {"month": moment.month}
    light = str(light_of(moment.hour))
    return {"turn": number, **told, "day": moment.day, "hour": moment.hour, "kind": light}


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the turn track as it is shown."""

    number: int
    time: str  # such as 14:00; empty where it is not told
    day: str  # such as 29 January
    letters: str  # the same in a few: 29 Jan
    is_night: bool
    rolls: bool = False  # the weather is rolled for
    sides: tuple[str, ...] = ()  # whose forces come


def track_of(scenario: Json, pieces: Pieces) -> list[Space]:
    """The turn track of a draft."""
    date = date_of(scenario)
    weather = scenario.get("weather")
    told = weather.get("turns") if isinstance(weather, dict) else None
    rolled = [turn for turn in told if isinstance(turn, int)] if isinstance(told, list) else []
    coming: dict[int, dict[str, None]] = {}
    for due in dues_of(scenario, pieces):
        if due.turn is not None and due.side:
            coming.setdefault(due.turn, {})[due.side] = None
    turns = records_of(scenario.get("turns"))[:MOST_TURNS]
    return [
        Space(
            place,
            time_words(turn),
            day_words(turn, date),
            day_words(turn, date, letters=MONTH_LETTERS),
            turn.get("kind") in (TurnKind.NIGHT_PM, TurnKind.NIGHT_AM),
            place in rolled,
            tuple(coming.get(place, ())),
        )
        for place, turn in enumerate(turns, start=1)
    ]


def time_words(turn: Json) -> str:
    """The hour of a turn."""
    hour = turn.get("hour")
    return f"{hour:02d}:00" if isinstance(hour, int) and 0 <= hour <= LAST else ""


def day_words(turn: Json, date: datetime | None, letters: int | None = None) -> str:
    """The day of a turn: with its month where that is known, or so many letters of it."""
    day, month = turn.get("day"), turn.get("month", date.month if date else None)
    if not isinstance(day, int) or isinstance(day, bool):
        return ""
    if isinstance(month, int) and 1 <= month <= len(MONTHS):
        return say("{day} {month}", day=shown(day), month=say(MONTHS[month - 1])[:letters])
    return say("day {day}", day=shown(day))


# -- who comes


@dataclass(frozen=True, slots=True)
class Due:
    """A unit or a formation that is to come."""

    turn: int | None  # None: the draft says none that is a number
    place: int  # in the list of arrivals
    list: str  # which of `MEMBERS` it stands in
    id: str
    name: str
    side: str
    entry: str  # the hex where it enters
    note: str


def dues_of(scenario: Json, pieces: Pieces) -> list[Due]:
    """All that are to come, in the order of the file."""
    arrivals = scenario.get("arrivals")
    found: list[Due] = []
    for place, arrival in enumerate(arrivals if isinstance(arrivals, list) else ()):
        if not isinstance(arrival, dict):
            continue
        turn, entry = arrival.get("turn"), arrival.get("entry")
        when = turn if isinstance(turn, int) and not isinstance(turn, bool) else None
        where = entry if isinstance(entry, str) else ""
        note = arrival.get("note")
        for list_, kind in MEMBERS.items():
            for id_ in texts_of(arrival.get(list_)):
                name, side = pieces.apart(kind, id_), pieces.side_of.get(id_, "")
                told = note if isinstance(note, str) else ""
                found.append(Due(when, place, list_, id_, name, side, where, told))
    return found


def postponed(arrivals: Any, moving: Collection[tuple[int, str, str]], turn: int) -> list[Any]:
    """The arrivals with some pieces on another turn; they enter where they did.

    A whole group goes as it is, with its note; a part of one joins those who enter there on that
    turn without a note of their own, or makes a group. Groups that nobody is left in go.

    Args:
        arrivals: The list as it is.
        moving: Who goes: the place of their group, the list and the id.
        turn: The turn on which they come then.
    """
    groups: list[Any] = list(arrivals) if isinstance(arrivals, list) else []
    by_group: dict[int, list[tuple[str, str]]] = {}
    for place, list_, id_ in moving:
        by_group.setdefault(place, []).append((list_, id_))
    made: list[Any] = []
    joining: list[Json] = []
    for place, group in enumerate(groups):
        leaving = by_group.get(place, [])
        if not leaving or not isinstance(group, dict) or group.get("turn") == turn:
            made.append(group)
            continue
        staying = {n: [x for x in texts_of(group.get(n)) if (n, x) not in leaving] for n in MEMBERS}
        if not any(staying.values()):
            made.append({**group, "turn": turn})
            continue
        made.append(_with(group, staying))
        gone = {n: [x for x in texts_of(group.get(n)) if (n, x) in leaving] for n in MEMBERS}
        joining.append(
            _with({k: v for k, v in group.items() if k != "note"} | {"turn": turn}, gone)
        )
    for group in joining:
        _join(made, group)
    return in_order(made)


def _with(group: Json, lists: Mapping[str, Sequence[str]]) -> Json:
    """A group with other members; an empty list is left out."""
    kept = {k: v for k, v in group.items() if k not in lists or lists[k]}
    return {**kept, **{name: list(ids) for name, ids in lists.items() if ids}}


def _join(groups: list[Any], new: Json) -> None:
    for place, group in enumerate(groups):
        is_fit = isinstance(group, dict) and not group.get("note")
        if is_fit and all(group.get(name) == new.get(name) for name in ("turn", "entry")):
            both = {n: [*texts_of(group.get(n)), *texts_of(new.get(n))] for n in MEMBERS}
            groups[place] = _with(group, both)
            return
    groups.append(new)


def in_order(arrivals: Sequence[Any]) -> list[Any]:
    """Groups by their turns; on a turn they stay as they were, and what has no turn comes last."""

    def turn_of(group: Any) -> int:
        turn = group.get("turn") if isinstance(group, dict) else None
        is_turn = isinstance(turn, int) and not isinstance(turn, bool)
        return turn if isinstance(turn, int) and is_turn else MOST_TURNS + 1

    return sorted(arrivals, key=turn_of)


def joined(arrivals: Any, ids: Collection[tuple[str, str]], turn: int, entry: str) -> list[Any]:
    """The arrivals with pieces that were nowhere yet: their lists and ids."""
    groups: list[Any] = list(arrivals) if isinstance(arrivals, list) else []
    lists = {name: [id_ for list_, id_ in ids if list_ == name] for name in MEMBERS}
    _join(groups, _with({"turn": turn, **({"entry": entry} if entry else {})}, lists))
    return in_order(groups)


def released(arrivals: Any, leaving: Collection[tuple[int, str, str]]) -> list[Any]:
    """The arrivals without some pieces, and without the groups that nobody is left in."""
    made: list[Any] = []
    for place, group in enumerate(arrivals if isinstance(arrivals, list) else ()):
        gone = {(list_, id_) for at, list_, id_ in leaving if at == place}
        if not gone or not isinstance(group, dict):
            made.append(group)
            continue
        staying = {n: [x for x in texts_of(group.get(n)) if (n, x) not in gone] for n in MEMBERS}
        if any(staying.values()):
            made.append(_with(group, staying))
    return made


# -- who has no place, and who has two


def awaited(draft: Draft, pieces: Pieces) -> list[tuple[str, str, str]]:
    """Who is in play, but neither set up nor to come: list of an arrival, id and name."""
    scenario = draft.scenario
    standing = {id_ for _, id_ in set_up(scenario)}
    coming = {due.id for due in dues_of(scenario, pieces)}
    found: list[tuple[str, str, str]] = []
    for formation in records_of(draft.forces.get("formations")):
        if formation.get("presence") not in ("start", "reinforcement"):
            continue
        units, whose = records_of(formation.get("units")), formation.get("id")
        named = [("units", unit.get("id")) for unit in units]
        if not units and whose not in coming:
            leaders = [leader.get("id") for leader in records_of(formation.get("leaders"))]
            is_there = any(isinstance(x, str) and x in standing for x in leaders)
            named = [] if is_there else [("formations", whose)]
        found += [
            (list_, id_, pieces.apart(MEMBERS[list_], id_))
            for list_, id_ in named
            if isinstance(id_, str) and id_ not in standing and id_ not in coming
        ]
    return found


def set_up(scenario: Json) -> Iterator[tuple[str, str]]:
    """Each unit and leader that stands on the map at the start, with its hex."""
    for placement in records_of(scenario.get("setup")):
        hex_ = placement.get("hex")
        for list_ in ("units", "leaders"):
            for id_ in texts_of(placement.get(list_)):
                yield (hex_ if isinstance(hex_, str) else "", id_)


def doubled(scenario: Json, pieces: Pieces) -> list[tuple[Path, str]]:
    """Who is on the map from the start and comes too, or comes twice: the place, and a sentence."""
    standing = {id_: hex_ for hex_, id_ in set_up(scenario)}
    dues = dues_of(scenario, pieces)
    often = Counter(due.id for due in dues)
    found: list[tuple[Path, str]] = []
    told: set[str] = set()
    for due in dues:
        path: Path = ("arrivals", due.place, due.list)
        if due.id in standing:
            where = pieces.place(standing[due.id])
            words = say(
                "{name} stands at {hex} from the start, and comes too.", name=due.name, hex=where
            )
            found.append((path, words))
        elif often[due.id] > 1 and due.id not in told:
            told.add(due.id)
            found.append((path, say("{name} comes {n} times.", name=due.name, n=often[due.id])))
    return found
