"""Lays out the tables of cards: what is printed on them, their decks, and random events (N23, T24).

They are printed from the files that the cards themselves are read from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from hexwar.cards import readings as storm
from hexwar.cards.library import TABLE_A, TABLE_B, EventRow, card, decks, event_tables
from hexwar.cards.records import Card, CardId
from hexwar.messages import mark, say
from hexwar.rulebook.reading import RulebookError
from hexwar.rulebook.values import Numbers, look_up, markdown_table, own, rows_of, signed, whole

_DASH = "\N{EN DASH}"
_STAR = "\N{BLACK STAR}"

PATRIE = ("patrie-french", "patrie-coalition")
"""The decks of the campaign of 1814."""

SERIES = ("coming-storm", "four-lost-battles-french", "four-lost-battles-coalition")
"""The decks of the player-turn game."""

_SERIES_HEADS = (mark("The Coming Storm"), mark("Lost Battles, French"), mark("Coalition"))


def storm_numbers() -> Numbers:
    """The numbers of the cards of the series and of their procedure: placeholders `storm....`."""
    raw = storm.raw()
    return MappingProxyType(
        {
            "hand": raw["hand"],
            "allowance": {key: _pair(value) for key, value in raw["allowance"].items()},
            "counter_charge": {"die": raw["counter_charge"]["die"]},
            "cards": raw["cards"],
        }
    )


def _pair(allowance: Sequence[int] | None) -> str:
    """MP of foot and of horse."""
    return _DASH if allowance is None else "/".join(map(str, allowance))


def _listed(names: Sequence[str]) -> list[Card]:
    """The cards of some decks, each once, by number."""
    ids = dict.fromkeys(id_ for name in names for id_, _ in decks()[name].cards)
    return sorted(map(card, ids), key=lambda found: found.number)


def _head(printed: Card) -> tuple[str, str, str]:
    title = f"{printed.title} {_STAR}" if printed.is_enduring else printed.title
    return str(printed.number), title, say(printed.kind.value)


def _cards(_: Numbers) -> str:
    """The cards of 1814: what is printed on them but their texts (N23.4)."""
    rows = (
        [*_head(card), signed(card.vp), ", ".join(map(say, card.windows)), _marks(card)]
        for card in _listed(PATRIE)
    )
    return markdown_table(say("No. | Card | Kind | VP | When | Marks"), rows, ":<<:<<")


def _marks(printed: Card) -> str:
    marks = ((say("face down"), printed.is_hidden), (say("supply"), printed.checks_supply))
    return ", ".join(word for word, is_there in marks if is_there)


def _card_texts(_: Numbers) -> str:
    """What the cards of 1814 do (N23.4)."""
    found = _listed(PATRIE)
    return "\n".join(_item(printed, printed.text, printed.condition) for printed in found)


def _item(printed: Card, text: str, condition: str) -> str:
    useless = say(" *Of no use:* {condition}", condition=condition) if condition else ""
    return f"- **{printed.number} {printed.title}.** {text}{useless}"


def _readings(names: Sequence[str], _: Numbers) -> str:
    """The cards of the player-turn game: what is printed on them but their texts (T24.3)."""
    found = _listed(names)
    rows = ([*_head(printed), _pair(printed.allowance), signed(printed.vp)] for printed in found)
    return markdown_table(say("No. | Card | Kind | MP | VP"), rows, ":<<::")


def _reading_texts(names: Sequence[str], _: Numbers) -> str:
    """What the cards of the player-turn game do there (T24.3, T24.6)."""
    found = ((printed, storm.reading(printed.id)) for printed in _listed(names))
    return "\n".join(_item(printed, read.text, read.condition) for printed, read in found)


def _decks(names: Sequence[str], heads: Sequence[str], _: Numbers) -> str:
    """How many of each card some decks have; heads lead to the decks (N23.10, T24.1)."""
    counts = [dict(decks()[name].cards) for name in names]
    rows = [
        [str(printed.number), printed.title, *(_count(deck, printed.id) for deck in counts)]
        for printed in _listed(names)
    ]
    rows.append(["", say("Cards in all"), *(str(sum(deck.values())) for deck in counts)])
    linked = (f"[{say(head)}](deck:{name})" for head, name in zip(heads, names, strict=True))
    head = " | ".join((say("No. | Card"), *linked))
    return markdown_table(head, rows, ":<" + ":" * len(names))


def _count(deck: Mapping[CardId, int], id_: CardId) -> str:
    return str(deck[id_]) if id_ in deck else _DASH


def _events(_: Numbers) -> str:
    """Random events by their two dice (N23.5)."""
    tables = event_tables()
    a, b = tables[TABLE_A], tables[TABLE_B]
    dice = sorted({*a, *b})
    rows = [[str(d66), _event(a.get(d66)), _event(b.get(d66))] for d66 in dice]
    rows.append([say("others"), _event(None), _event(None)])
    return markdown_table(say("Dice | Table A | Table B"), rows, ":<<")


def _event(row: EventRow | None) -> str:
    if row is None:
        return say("no event")
    named = " / ".join(f"{card(id_).number} {card(id_).title}" for id_ in row.cards)
    return f"{named} *" if row.is_reversed else named


def _delays(numbers: Numbers) -> str:
    """By how many turns a force is late, or when an alternate one comes (N23.4, T24.3)."""
    turns = rows_of(look_up("card.delays", numbers), "delays")
    rows = ([str(die), str(whole(late, "delays"))] for die, late in enumerate(turns, start=1))
    return markdown_table(say("Die | Turns"), rows, "::")


def _directions(numbers: Numbers) -> str:
    """Where a scattered stack goes (T24.4)."""
    mine = own(numbers)
    found, chapter = (mine, "card") if "card" in mine else (storm.raw(), "field")
    keys = f"{chapter}.points_between", f"{chapter}.points"
    between, aligned = (rows_of(look_up(key, found), "directions") for key in keys)
    if len(aligned) != len(between):
        raise RulebookError("the table 'directions' has cells missing or to spare.")
    pairs = enumerate(zip(between, aligned, strict=True), start=1)
    rows = ([str(n), str(a), str(b)] for n, (a, b) in pairs)
    head = say("Die | North lies between two hexrows | North lies along a hexrow")
    return markdown_table(head, rows, ":::")


def _counter_charge(_: Numbers) -> str:
    """What a Counter Charge needs, by the ratio of the SP (T24.3)."""
    ratios, stops = storm.numbers().ratios, storm.numbers().stops
    rows = [
        [_ratio(place, least), _dice(1, highest), _dice(highest + 1, 6)]
        for place, (least, highest) in enumerate(zip(ratios, stops, strict=True))
    ]
    head = say("Counter-chargers : chargers | Pr: the charge is stopped | Ae1: it goes on")
    return markdown_table(head, rows, "<::")


def _ratio(place: int, least: float) -> str:
    if place == 0:
        return say("{n} or less", n=f"{storm.numbers().ratios[1]:g}")
    above = say("above {n}", n=f"{least:g}")
    return above if place == 1 else say("{n} or more", n=f"{least:g}")


def _dice(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}{_DASH}{high}"


CARD_TABLES: Mapping[str, Callable[[Numbers], str]] = {
    "cards": _cards,
    "card texts": _card_texts,
    "decks": partial(_decks, PATRIE, [mark("French"), mark("Coalition")]),
    "events": _events,
    "delays": _delays,
    "directions": _directions,
    "readings": partial(_readings, SERIES),
    "reading texts": partial(_reading_texts, SERIES),
    "patrie readings": partial(_readings, PATRIE),
    "patrie texts": partial(_reading_texts, PATRIE),
    "series decks": partial(_decks, SERIES, _SERIES_HEADS),
    "counter charge": _counter_charge,
}
"""By what stands behind `table` in a placeholder."""
