"""What was thrown last: the shots or attacks of the phase, a line each, with the dice."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from hexwar.engine import Event
from hexwar.messages import say
from hexwar.shell.controller import Controller
from hexwar.systems.mininap.events import PhaseBegan
from hexwar.table.fact import COMBAT, LOSSES
from hexwar.table.story import Story

MOST = 30


def last_html(controller: Controller) -> str:
    """What the last phase in which anything was fought came to, as the log tells it."""
    events = controller.session.events[: controller.told_of]
    begun = begun_at(events)
    story = Story(controller.kit.names(controller.session.state.battle))
    story.readers = controller.viewer.readers
    story.follow(events)
    topics = (COMBAT, LOSSES)
    places = (n for n in range(begun, len(events)) if story.is_told(n))
    lines = [story.text(n).html for n in places if story.entries[n].topic in topics]
    if not lines:
        return ""
    head = f"<h4>{escape(say('In this phase'))}</h4>"
    return head + "<br>".join(lines[-MOST:])


def begun_at(events: Sequence[Event]) -> int:
    """Where the last phase began."""
    found = (n for n in range(len(events) - 1, -1, -1) if isinstance(events[n], PhaseBegan))
    return next(found, 0)
