"""What if a bridge falls: supply with other spans, and who would be out of it (N16.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.hexes import Hex, Hexside
from hexwar.messages import say
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.rules.supply.lines import side_supply
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Errand, TraceLine
from hexwar.table.spans import Spans

NAMED = 6
"""How many units a sentence names; of the others it gives the number."""

Supposed = frozenset[Hexside]
"""Whole spans that are supposed to fall, and damaged ones that are supposed to be repaired."""


def spans_of(view: GameState, hex_: Hex | None = None) -> tuple[Hexside, ...]:
    """The spans of the map and the pontoon bridges, of one hex if asked, by their hexes."""
    spans = {*view.battle.battlefield.span_at, *view.spans.pontoons}
    return tuple(sorted(span for span in spans if hex_ is None or hex_ in span))


def following(view: GameState, hex_: Hex | None, now: Supposed) -> Supposed:
    """What a key supposes next: the spans of a hex one after another, then none."""
    nothing: Supposed = frozenset()
    spans = () if hex_ is None else spans_of(view, hex_)
    turns = [nothing, *(frozenset({span}) for span in spans)]
    place = turns.index(now) if now in turns else 0
    return turns[(place + 1) % len(turns)]


def supposing(view: GameState, spans: Supposed) -> GameState:
    """The view as it would be if some bridges fell, and some damaged ones were repaired."""
    after, now = view.copy(), view.spans
    printed = spans.intersection(view.battle.battlefield.span_at)
    after.put_spans(Spans(now.damaged ^ printed, now.pontoons - spans))
    return after


def supposed_marks(view: GameState, spans: Supposed) -> TraceLine:
    """The marks of the bridges that are supposed to be otherwise than the view has them."""
    damaged = view.spans.damaged
    fallen, mended = sorted(spans - damaged), sorted(spans & damaged)
    return TraceLine(Errand.SUPPLY, (), fallen=tuple(fallen), mended=tuple(mended))


def why_supposed(view: GameState, after: GameState, spans: Supposed) -> Reason:
    """Who of both sides would be out of supply then, and who in it again."""
    fates = say(" and ").join(_fate(view, span) for span in sorted(spans))
    was, would = both_supplies(view), both_supplies(after)
    lost = [unit for unit, is_in in would.items() if was[unit] and not is_in]
    found = [unit for unit, is_in in would.items() if is_in and not was[unit]]
    parts = [*_part(view, lost, say("out of supply")), *_part(view, found, say("in supply again"))]
    result = say(", and ").join(parts) or say("all supply would stay as it is")
    return Reason(say("If {fates}: {result}.", fates=fates, result=result), "N16.6")


def both_supplies(view: GameState) -> dict[UnitId, bool]:
    """Whether each combat unit on the map is in supply, the first player's first."""
    first, second = view.battle.sides
    return side_supply(view, first) | side_supply(view, second)


def _fate(view: GameState, span: Hexside) -> str:
    verb = say("is repaired") if span in view.spans.damaged else "falls"
    name = view.battle.battlefield.span_name(span)
    return say(
        "the {name} between {a} and {b} {verb}",
        name=name,
        a=span[0],
        b=span[1],
        verb=verb,
    )


def _part(view: GameState, units: Sequence[UnitId], how: str) -> Iterator[str]:
    names = [view.card(unit).name for unit in units]
    if len(names) > NAMED:
        names = [*names[: NAMED - 1], say("{n} more units", n=len(names) - NAMED + 1)]
    if names:
        *before, last = names
        yield (
            say("{before} and {last}", before=", ".join(before), last=last) if before else last
        ) + say(" would be {how}", how=how)
