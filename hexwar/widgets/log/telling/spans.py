"""Work at bridges and trestles."""

from __future__ import annotations

from hexwar.messages import capital
from hexwar.systems.nlc.events import SpanDamaged, SpanRepaired, SpanRepairFailed
from hexwar.table.fact import Scene
from hexwar.table.reports import points
from hexwar.text import Text, die


def span_damaged(event: SpanDamaged, scene: Scene) -> Text:
    """Duhesme broke down the Pont-Sorelle bridge between 0807 and 0808: 2 MP."""
    unit = capital(scene.names.unit(event.unit))
    return unit + " broke down " + scene.names.span(event.span) + _price(event.halves)


def span_repaired(event: SpanRepaired, scene: Scene) -> Text:
    """Duhesme repaired the Pont-Sorelle bridge between 0807 and 0808: 2 MP."""
    unit = capital(scene.names.unit(event.unit))
    return unit + " repaired " + scene.names.span(event.span) + _price(event.halves)


def span_repair_failed(event: SpanRepairFailed, scene: Scene) -> Text:
    """Duhesme failed to repair the Pont-Sorelle bridge between 0807 and 0808: die 5, 2 MP."""
    unit = capital(scene.names.unit(event.unit))
    work = unit + " failed to repair " + scene.names.span(event.span)
    return work + ": die " + die(event.die) + f", {points(event.halves)} MP."


def _price(halves: int) -> str:
    return f": {points(halves)} MP."
