"""Who plays each side, who sits at the machine, what he may see, and what he may take back (N3.4).

A side is played by a person, or by a computer player by name; the header of the game says by whom.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from hexwar.engine import CHANCE, Barrier, BarrierKind, Decision, Event, Session
from hexwar.engine.decision import words
from hexwar.kit import Player
from hexwar.messages import mark, say
from hexwar.table.battle import Secrecy
from hexwar.table.forces import Side
from hexwar.table.hearsay import Hearsay
from hexwar.table.story import NOBODY
from hexwar.table.unseen import Unseen
from hexwar.widgets.panels.new_game import PERSON

HUMAN = PERSON
"""The name of a person among the players."""

_KEY = "player."

_UNNAMED: Mapping[str, Player] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seats:
    """The player of each side."""

    players: dict[Side, str]

    @classmethod
    def from_header(
        cls, header: Mapping[str, Any], sides: Sequence[Side], known: Collection[str]
    ) -> Seats:
        """The seats that a save's header states.

        A person sits where it says nothing, or names a computer player that is not known here.
        """
        options = header.get("options")
        stated = options if isinstance(options, dict) else {}
        named = {side: str(stated.get(f"{_KEY}{side}", HUMAN)) for side in sides}
        return cls({side: name if name in known else HUMAN for side, name in named.items()})

    def change(self, players: Mapping[Side, str]) -> None:
        """Let others play from now on; all who hold these seats know of it."""
        self.players.update(players)

    def stated(self, header: Mapping[str, Any]) -> dict[str, Any]:
        """A header that states these seats, and all else as before."""
        options = header.get("options")
        before = options if isinstance(options, dict) else {}
        return {**header, "options": {**before, **self.options()}}

    def options(self) -> dict[str, str]:
        """The options by which a header states them."""
        return {f"{_KEY}{side}": player for side, player in self.players.items()}

    def is_human(self, side: str) -> bool:
        """Whether a person plays a side."""
        return self.players.get(Side(side), HUMAN) == HUMAN

    @property
    def humans(self) -> tuple[Side, ...]:
        """The sides that persons play."""
        return tuple(side for side in self.players if self.is_human(side))

    def words(self, names: Mapping[Side, str], known: Mapping[str, Player] = _UNNAMED) -> str:
        """Who plays, in words: `French: person, Coalition: computer (plays to win)`.

        `known`: the computer players, by their ids, for how they are called.
        """
        each = ((names.get(s, s), _who(id_, known)) for s, id_ in self.players.items())
        return ", ".join(f"{side}: {who}" for side, who in each)


def unseated(header: Mapping[str, Any]) -> dict[str, Any]:
    """A header without who plays: the same for a game through all changes of hands."""
    options = header.get("options")
    stated = options if isinstance(options, dict) else {}
    others = {name: value for name, value in stated.items() if not name.startswith(_KEY)}
    return {**header, "options": others}


def _who(id_: str, known: Mapping[str, Player]) -> str:
    if id_ == HUMAN:
        return say("person")
    name = known[id_].called(id_) if id_ in known else id_
    return say("computer ({player})", player=name)


# -- who sits at the machine, and what he may see


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table, and whose secrets he may see."""

    side: Side  # whose place it takes: own and enemy are told from there
    pads: tuple[Side, ...]  # whose secrets may be seen; none while an open question is answered

    @property
    def readers(self) -> tuple[str, ...]:
        """For whom the log is written; see `Story`."""
        return self.pads or (NOBODY,)

    def view(self, state: Any, view: Callable[[Any, Side], Any]) -> Any:
        """The table as he may see it: a copy in which every other side's pad is blank."""
        others = [side for side in state.battle.sides if side not in self.pads]
        seen = state if others else state.copy()
        for side in others:
            seen = view(seen, state.battle.enemy(side))
        return seen

    def can_see(self, event: Event, hearsay: Hearsay) -> bool:
        """Whether he may know of an event, by what is known of each."""
        return any(hearsay.knows(event, reader) for reader in self.readers)


def both_watch(seats: Seats, secrecy: Secrecy) -> bool:
    """Whether two persons sit before the table and see each other act."""
    return len(seats.humans) > 1 and secrecy.lies_open


class HotSeat:
    """Who sits at the machine. Two persons hand it over before a question that needs a secret.

    Where pieces and cards are secret, most questions do, and whoever is asked sits there alone.
    Where only the order pads are, they are opened one after the other; everything else is
    answered before the eyes of both, with the pads closed, unless a player asks to look at his.
    """

    def __init__(self, seats: Seats, sides: Sequence[Side], secrecy: Secrecy) -> None:
        """Set the seat before the machine; nobody sits there yet if two persons play."""
        self._seats, self._sides = seats, tuple(sides)
        self._is_secret = is_secret = secrecy.has_secrets
        self._is_shared = len(seats.humans) > 1 and is_secret
        self._lies_open = secrecy.lies_open
        self._comes: Side | None = None  # who alone is left of two, and has still to sit down
        self.peeks: Side | None = None
        """Who wants to look at his pad beside a question that both see."""
        self._sees_all = not seats.humans or not is_secret
        first = next((side for side in sides if seats.is_human(side)), self._sides[0])
        self.sitting = None if self._is_shared else first
        """Who sits there; None until somebody has said so."""
        self.viewer = self._viewer(first, knows=not self._is_shared)
        """What is shown now."""

    def renew(self) -> None:
        """Others play from now on. Who looked at a side goes on doing so, and sees no more of it.

        Where nobody plays any more, the last who did looks on with his own eyes.
        """
        humans, at = self._seats.humans, self.viewer.side
        was_shared, self.peeks = self._is_shared, None
        self._is_shared = len(humans) > 1 and self._is_secret
        if humans:
            self._sees_all = not self._is_secret
        if was_shared and self.sitting not in humans:
            self.sitting = None  # who is left is to come to the machine first
            self._comes = next(iter(humans), None)
        elif not was_shared:
            first = None if self._is_shared else next(iter(humans), at)
            self.sitting = at if at in humans else first
        self.viewer = self._viewer(self.sitting or at, knows=self.sitting is not None)

    def may_leave(self, side: Side, pending: Decision[Any] | None) -> bool:
        """Whether the person who plays a side is there to hand it over to another."""
        return not self._is_shared or side == self.sitting or self.has_closed_pads(pending)

    def awaited(self, pending: Decision[Any] | None) -> Side | None:
        """Who must take the seat before a question may be put; None when nobody must."""
        if self._comes is not None and not self._is_shared:
            return self._comes if self._comes != self.sitting else None
        if not self._is_shared or pending is None:
            return None
        if self.is_public(pending):
            return self.peeks if self.peeks != self.sitting else None
        side = self._drawer(pending) or Side(pending.side)
        return None if side in (CHANCE, self.sitting) else side

    def _drawer(self, pending: Decision[Any]) -> Side | None:
        """The person who draws a real card, or whom one of his names: he alone sees it (N23.2)."""
        owner = pending.seen_by()
        return Side(owner) if owner is not None and self._seats.is_human(owner) else None

    def is_public(self, asked: Decision[Any] | type[Decision[Any]]) -> bool:
        """Whether both may watch a question being answered."""
        if isinstance(asked, Decision) and asked.seen_by() is not None:
            return False
        return asked.is_open or (self._lies_open and not asked.is_secret)

    def has_closed_pads(self, pending: Decision[Any] | None) -> bool:
        """Whether both sit before a question, and the pads are closed."""
        is_shared = self._is_shared and self._lies_open and self.peeks is None
        return is_shared and (pending is None or self.is_public(pending))

    def look(self, pending: Decision[Any] | None) -> Viewer:
        """Turn the eyes to a question: to the side asked, if a person plays it.

        A pad is seen only by its owner: while he sits there, and nobody else is asked.
        """
        side = self._side_of(pending)
        if self.has_closed_pads(pending):
            self.sitting = None
        is_there = self.awaited(pending) is None
        knows = is_there and (not self._is_shared or self.sitting == side)
        self.viewer = self._viewer(side, knows=knows)
        return self.viewer

    def is_handed_over(self, asked: type[Decision[Any]], side: str) -> bool:
        """Whether the machine has changed hands since a side answered what needed its pad."""
        if not self._is_shared or self.is_public(asked):
            return False
        # With the pads closed both sit there; who takes the answer back is asked to sit down.
        return side != self.sitting and not (self._lies_open and self.sitting is None)

    def has_asked(
        self, pending: Decision[Any] | None, asked: type[Decision[Any]], side: str
    ) -> bool:
        """Whether the other side has been asked before the eyes of both what an answer led to.

        That it is asked at all can tell of its orders, so the answer stands (N3.4).
        """
        if not self._is_shared or pending is None or not self.is_public(pending):
            return False
        return not self.is_public(asked) and pending.side not in (CHANCE, side)

    def _viewer(self, side: Side, *, knows: bool) -> Viewer:
        if self._sees_all:
            return Viewer(side, self._sides)
        return Viewer(side, (side,) if knows else ())

    def _side_of(self, pending: Decision[Any] | None) -> Side:
        drawer = None if pending is None else self._drawer(pending)
        if drawer is not None:
            return drawer
        if pending is None or pending.side == CHANCE:
            return self.viewer.side
        at = self.viewer.side
        if not self._seats.humans:
            return Side(pending.side) if self._sees_all else at
        if self._seats.is_human(pending.side):
            return Side(pending.side)
        return at if self._seats.is_human(at) else self._seats.humans[0]


# -- what blocks undo


HANDED_OVER = mark("The machine has been handed over since.")
"""Why an answer cannot be taken back that the player before gave from his order pad."""

UNTOLD = mark("Something has been decided since that cannot be taken back.")
"""What bars undo, to one who may not know what chance was asked for, or what became known."""

OTHER_ASKED = mark("The other side has been asked since.")
"""Why an answer cannot be taken back to which the other side is already asked for its reply."""


def witness_of(session: Session[Any], seats: Seats, readers: Callable[[], Sequence[str]]) -> Unseen:
    """Who tells whether the persons, who may know what `readers` may, have seen an answer."""
    named = session.system.decision_named
    return Unseen(session.state.battle, seats.humans, readers, named)


def barrier_of(
    session: Session[Any], seats: Seats, seat: HotSeat, can_see: Callable[[Event], bool]
) -> Barrier | None:
    """What blocks undo, or None; it is told to one who may know of some events only."""
    found = _barrier_of(session, seats, seat)
    if found is None or _is_told(session, found, can_see):
        return found
    return Barrier(found.kind, say(UNTOLD))


def _is_told(session: Session[Any], barrier: Barrier, can_see: Callable[[Event], bool]) -> bool:
    """Whether one may know what a barrier names: the throw, or what was revealed.

    A throw is known to who may know of all that came of it at once.
    """
    events = session.events
    if barrier.kind is BarrierKind.REVEAL:
        return can_see(next(event for event in reversed(events) if event.reveals))
    if barrier.kind is not BarrierKind.CHANCE:
        return True
    entries = session.journal
    thrown = next(at for at in reversed(range(len(entries))) if entries[at].is_luck)
    first = entries[thrown].events
    later = (entry.events for entry in entries[thrown + 1 :] if entry.events > first)
    came = events[first : next(later, len(events))]
    return bool(came) and all(can_see(event) for event in came)


def _barrier_of(session: Session[Any], seats: Seats, seat: HotSeat) -> Barrier | None:
    given = next((entry for entry in reversed(session.journal) if entry.is_given), None)
    if given is None:
        return session.barrier()
    if not seats.is_human(given.side):
        found = session.barrier()  # he who takes back may have seen nothing of the answer
        return found if found is None else _of_computer(session, seats, found)
    asked = session.system.decision_named(given.asked)
    sentence = ""
    if seat.is_handed_over(asked, given.side):
        sentence = say(HANDED_OVER)
    elif seat.has_asked(session.pending, asked, given.side):
        sentence = say(OTHER_ASKED)
    return Barrier(BarrierKind.SIDE, sentence, given.side) if sentence else session.barrier()


def _of_computer(session: Session[Any], seats: Seats, barrier: Barrier) -> Barrier:
    """A barrier as it is told; of an answer of a computer's it is said what it was about."""
    if barrier.kind is not BarrierKind.SIDE or not barrier.asked or seats.is_human(barrier.about):
        return barrier
    name = session.state.battle.side_names.get(Side(barrier.about), barrier.about)
    what = words(barrier.asked)
    sentence = say("{name} (computer) has answered since: {what}.", name=name, what=what)
    return replace(barrier, sentence=sentence)
