"""What is told of a game of the player turn when it is over, or so far: no Qt, no secret.

The events are walked once, with the table as it was before each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexwar.cards.events import CardPlayed
from hexwar.engine import Event
from hexwar.systems.tlnb.aftermath.counts import Losses, Marches
from hexwar.systems.tlnb.aftermath.dice import throws_of
from hexwar.systems.tlnb.aftermath.fights import Fights
from hexwar.systems.tlnb.aftermath.telling import chapters_of
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.rules.victory.victory import score_lines, totals
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.aftermath import Aftermath, Curve, Happening, Moment
from hexwar.table.dice import Throw
from hexwar.table.names import Names
from hexwar.table.reports import ScoreLine
from hexwar.table.story import Story
from hexwar.table.why import Why

Eyes = Callable[[TlnbState], TlnbState]
"""The table as the readers know it."""


def aftermath(
    table: TlnbState,
    events: Sequence[Event],
    readers: Sequence[str],
    names: Names,
    eyes: Eyes,
    is_wanted: Callable[[], bool] = lambda: True,
    whys: Callable[[int, int], tuple[Why, ...]] = lambda _first, _end: (),
) -> Aftermath | None:
    """A game told to some readers.

    Args:
        table: The table before the first event; it is played on.
        events: All that has happened.
        readers: The sides whose secrets may be told, or an empty name for none.
        names: How everything is called.
        eyes: From a table to what the readers know of it.
        is_wanted: Whether anybody still waits for it; else None.
        whys: Why computer players did what some events tell, as far as the readers may know.
    """
    story = Story(names, readers)
    story.follow(events)
    fights, losses, marches = Fights(), Losses(), Marches()
    throws: list[Throw] = []
    moments: list[Moment] = []
    for at, event in enumerate(events):
        if not is_wanted():
            return None
        if isinstance(event, PlayerTurnBegan) and event.turn != table.turn:
            moments.append(_moment(story, eyes(table)))
        if story.is_told(at):
            throws += throws_of(table, event, at)
            fights.see(table, event, at, lambda: eyes(table))
            losses.see(table, event, fights.kind)
            marches.see(table, event)
        event.happen(table)
    view = eyes(table)
    fights.close(lambda: view)
    moments.append(_moment(story, view))
    return Aftermath(
        battle=table.battle,
        turn=table.turn,
        outcome=table.outcome,
        readers=tuple(readers),
        chapters=chapters_of(story, fights.found, whys),
        moments=tuple(moments),
        vp=_curves(moments),
        score=tuple(
            ScoreLine(one.side, one.vp, one.words, rule=one.rule) for one in score_lines(view)
        ),
        tolls=tuple(losses.tolls(view, names)),
        fights=tuple(fights.found),
        obedience=None,
        throws=tuple(throws),
        cards=_cards(story),
        marches=tuple(marches.longest(names)),
    )


def _moment(story: Story, view: TlnbState) -> Moment:
    return Moment(view.turn, story.turn_title(view.turn), view.copy())


def _curves(moments: Sequence[Moment]) -> tuple[Curve, ...]:
    """What each side would score if the battle ended at each of the moments (T23)."""
    scores = [totals(moment.state) for moment in moments]
    sides = moments[0].state.battle.sides
    return tuple(Curve(side, tuple(score[side] for score in scores)) for side in sides)


def _cards(story: Story) -> tuple[Happening, ...]:
    """The cards that were seen to be played."""
    return tuple(
        Happening(story.section_of(at).turn, entry.event.side, story.text(at))
        for at, entry in enumerate(story.entries)
        if isinstance(entry.event, CardPlayed) and story.is_told(at)
    )
