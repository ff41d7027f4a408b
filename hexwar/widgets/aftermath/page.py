"""A report as HTML: one page that needs no other file and no script, and prints well.

The same body is set on paper, where pictures have names and the style sheet is the paper's own.
Every name comes from a file and is escaped.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from string import Template

from PySide6.QtCore import QSize

from hexwar import __version__
from hexwar.messages import count, listed, mark, say
from hexwar.resources import assets
from hexwar.table.aftermath import Aftermath, Fight, Happening, Passage, turning_point
from hexwar.table.battle import Battle
from hexwar.table.dice import Tally, Wish, luck_of, tallies
from hexwar.table.forces import Side, UnitId
from hexwar.table.names import turn_words, verdict_words
from hexwar.text import MINUS, Text
from hexwar.widgets.aftermath.charts import Inks, dice_chart, score_chart
from hexwar.widgets.aftermath.picture import Picture
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.fonts import SERIF
from hexwar.widgets.panels.scenario_card import lead_words, par_words
from hexwar.widgets.theme import theme
from hexwar.widgets.words import capital

_CHART, _BARS = QSize(700, 250), QSize(72, 30)  # pixels
_NAMED = 2  # units of a fight in the table; the story names them all
_FARTHEST = 8  # marches that are told
_SLIGHT = 0.05  # SP or pips that are not worth a sign


@dataclass(frozen=True, slots=True)
class Report:
    """What a page is made of."""

    told: Aftermath
    maps: Sequence[Picture] = ()
    viewer: Side | None = None  # for whom alone it is told; None for both sides, or neither
    image: Callable[[str, QSize], str] = field(default=lambda svg, _: svg)
    """How a chart stands in the page, from its SVG."""
    source: Callable[[int], str] = field(default=lambda place: f"map:{place}")
    """Where the picture of a map is, from its place."""


def html_page(told: Aftermath, maps: Sequence[Picture], viewer: Side | None = None) -> str:
    """The whole page, with everything in it."""
    urls = [f"data:image/jpeg;base64,{base64.b64encode(m.jpeg).decode()}" for m in maps]
    report = Report(told, maps, viewer, source=lambda place: urls[place])
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title_of(told))}</title>\n<style>{_style()}</style></head>\n<body><main>\n"
    )
    return head + body(report) + "\n</main></body></html>\n"


def title_of(told: Aftermath) -> str:
    """What the page is called."""
    return say("{battle}: after-action report", battle=told.battle.name)


def body(report: Report) -> str:
    """All chapters of a report, without a frame."""
    parts = (
        *_title(report),
        *_result(report),
        *_story(report),
        *_fights(report),
        *_losses(report),
        *_obedience(report),
        *_dice(report),
        *_cards(report),
        *_marches(report),
        *_foot(report),
    )
    return "\n".join(parts)


# -- small things


def _p(words: str, kind: str = "") -> str:
    return f'<p class="{kind}">{words}</p>' if kind else f"<p>{words}</p>"


def _h2(words: str) -> str:
    return f"<h2>{escape(words)}</h2>"


def _safe(words: Text | str) -> str:
    return escape(words if isinstance(words, str) else words.plain)


def _number(value: float, digits: int = 0) -> str:
    """A number as it is printed.

    >>> _number(-2), _number(1.25, 1)
    ('−2', '1.2')
    """
    return f"{value:.{digits}f}".replace("-", MINUS)


def _signed(value: float) -> str:
    """A number with a sign: `+1.5`; nothing to speak of is 0.

    >>> _signed(1.5), _signed(-0.25), _signed(0.01)
    ('+1.5', '−0.2', '0')
    """
    if abs(value) < _SLIGHT:
        return "0"
    return f"{value:+.1f}".replace("-", MINUS)


def _table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    words: int = 1,
    widths: Sequence[int] = (),
) -> str:
    """A table; the first columns hold words, the others numbers. Cells are HTML, heads plain.

    Widths are in per cent; without them columns take what they need.
    """
    wide = [f' width="{width}%"' for width in widths] or [""] * len(heads)
    top = "".join(
        f'<th class="{"w" if at < words else "n"}"{wide[at]}>{escape(head)}</th>'
        for at, head in enumerate(heads)
    )
    lines = [
        "<tr>"
        + "".join(
            f'<td class="{"w" if at < words else "n"}">{cell}</td>' for at, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    ]
    return (
        f'<table width="100%" cellspacing="0" cellpadding="3"><thead><tr>{top}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def _inks(report: Report) -> Inks:
    sides = inks_of(theme("light"), report.told.battle).sides
    colours = {side: colour.name() for side, colour in sides.items()}
    return Inks("#2a2118", "#75664f", "#d8cbb0", colours)


def _side(report: Report, side: Side | None, *, named: bool = True) -> str:
    """A side by its colour and its name; both sides where there is none."""
    battle = report.told.battle
    if side is None:
        return escape(say("both"))
    colour = _inks(report).sides[side]
    mark_ = f'<span style="color:{colour}">\N{BLACK SQUARE}</span>'
    return f"{mark_} {escape(battle.side_names[side])}" if named else mark_


# -- the title and the result


def _title(report: Report) -> Iterator[str]:
    told = report.told
    battle = told.battle
    yield _p(escape(say("After-action report")), "over")
    yield f"<h1>{escape(battle.name)}</h1>"
    when = turn_words(battle, told.turn) if told.turn else say("before the first turn")
    of = say("{when}, of {n} turns", when=when, n=len(battle.turns))
    yield _p(escape(" \N{MIDDLE DOT} ".join(part for part in (battle.date, of) if part)), "under")
    points = " \N{EN DASH} ".join(
        f"{escape(battle.side_names[s])} {_number(told.points(s))}" for s in battle.sides
    )
    ended = escape(verdict_words(told.battle, told.outcome))
    yield _p(f"<b>{ended}</b><br>{points} {escape(say('VP'))}", "verdict")
    note = _for_whom(report)
    if note:
        yield _p(escape(note), "note")


def _for_whom(report: Report) -> str:
    told, viewer = report.told, report.viewer
    if viewer is not None:
        name = told.battle.side_names[viewer]
        return say("Told as the {side} know it: the enemy's secrets are not in it.", side=name)
    if told.outcome is None and not any(told.readers):
        return say("Told as both sides know it: the secrets of neither are in it.")
    return ""


def _result(report: Report) -> Iterator[str]:
    told = report.told
    battle = told.battle
    yield _h2(say("How it ended") if told.outcome else say("How it stands"))
    outcome = told.outcome
    if outcome is not None and outcome.reason and outcome.reason != "points":
        reason = say("It was over before its time: {reason}.", reason=outcome.reason)
        yield _p(escape(reason))
    par = None if battle.briefing is None else battle.briefing.par
    if par is not None:
        lead = told.points(par.side) - told.points(battle.enemy(par.side))
        names = battle.side_names
        words = say(
            "{par} This game: {lead}.",
            par=par_words(par, names),
            lead=lead_words(par.side, lead, names),
        )
        yield _p(escape(words))
    lost = say(" and ").join(
        say("the {side} {n} SP", side=battle.side_names[s], n=told.lost(s)) for s in battle.sides
    )
    yield _p(escape(say("Lost were: {lost}.", lost=lost)))
    turned = turning_point(told)
    if turned is not None:
        yield _p(f"<b>{escape(say('Turning point.'))}</b> {_safe(turned[1])}")
    if len(told.moments) > 1:
        chart = score_chart(battle, told.vp, _inks(report), _CHART)
        yield f'<div class="figure">{report.image(chart, _CHART)}</div>'
        words = say("Victory points, had the battle ended at the end of each turn.")
        yield _p(escape(words), "caption")
    yield from _points(report)


def _points(report: Report) -> Iterator[str]:
    """Where the points come from."""
    rows = [
        (_side(report, line.side), escape(line.reason), _number(line.points))
        for line in report.told.score
        if line.points
    ]
    if rows:
        yield _table((say("Side"), say("For what"), say("VP")), rows, 2)


# -- the story


def _story(report: Report) -> Iterator[str]:
    yield _h2(say("The story"))
    pictures = {picture.moment.turn: at for at, picture in enumerate(report.maps)}
    if 0 in pictures:
        yield from _map(report, pictures.pop(0))
    for chapter in report.told.chapters:
        if chapter.turn or chapter.passages:
            yield f"<h3>{escape(chapter.title)}</h3>"
        for passage in chapter.passages:
            yield _p(_passage(report, passage), "deed")
        if not chapter.passages:
            yield _p(escape(say("Nothing of note.")), "deed")
        if chapter.turn in pictures:
            yield from _map(report, pictures.pop(chapter.turn))
    for at in pictures.values():
        yield from _map(report, at)


def _passage(report: Report, passage: Passage) -> str:
    words = " ".join(_safe(sentence) for sentence in passage.sentences)
    mark_ = "" if passage.side is None else f"{_side(report, passage.side, named=False)} "
    head = f"<b>{escape(passage.title)}.</b> " if passage.title else ""
    whys = "".join(f"<br><small><i>{escape(why.words)}</i></small>" for why in passage.whys)
    return f"{mark_}{head}{words}{whys}"


def _map(report: Report, at: int) -> Iterator[str]:
    picture = report.maps[at]
    told, turn = report.told, picture.moment.turn
    if turn == 0:
        caption = say("The opening.")
    elif turn == told.turn:
        caption = say("The end.") if told.outcome else say("How the table stands.")
    else:
        caption = say("At the end of {turn}.", turn=turn_words(told.battle, turn))
    size = picture.image.size()
    width = 650
    height = round(size.height() * width / size.width())
    yield (
        f'<div class="figure"><img src="{report.source(at)}" width="{width}" height="{height}" '
        f'alt="{escape(caption)}"></div>'
    )
    yield _p(escape(caption), "caption")


# -- the tables


def _fights(report: Report) -> Iterator[str]:
    told = report.told
    yield _h2(say("The fights"))
    if not told.fights:
        yield _p(escape(say("There was no fighting.")))
        return
    sides = told.battle.sides
    names = told.battle.side_names
    heads = (
        *(say("Turn"), say("Kind"), say("Attackers"), say("Defenders"), say("End")),
        *(names[side] for side in sides),
    )
    widths = (5, 13, 25, 25, 15, 8, 9)
    yield _table(heads, (_fight(report, fight) for fight in told.fights), 5, widths)
    if any(fight.expected is not None for fight in told.fights):
        words = say(
            "SP lost; in brackets what the chances of the combat sheet let expect where both sides"
            " came to fire: every open choice at its default, and without a pursuit."
        )
        yield _p(escape(words), "caption")


def _fight(report: Report, fight: Fight) -> Sequence[str]:
    battle = report.told.battle
    kind = escape(capital(say(fight.kind)))
    who = f"{_side(report, fight.side, named=False)} {_units(battle, fight.attackers)}"
    where = escape(battle.name_of(fight.spot))
    whom = f"{_units(battle, fight.defenders)}, {where}" if fight.defenders else where
    losses = (_loss(fight, side) for side in battle.sides)
    return (str(fight.turn), kind, who, whom, escape(capital(fight.verdict)), *losses)


def _units(battle: Battle, units: Sequence[UnitId]) -> str:
    """The first of some units, and how many more."""
    names = [card.name for unit in units if (card := battle.piece(unit)) is not None]
    more = len(names) - _NAMED
    if more <= 0:
        return escape(listed(names))
    rest = count("{n} more", "{n} more", more)
    return escape(say("{units} and {rest}", units=say(", ").join(names[:_NAMED]), rest=rest))


def _loss(fight: Fight, side: Side) -> str:
    lost = _number(fight.lost.get(side, 0))
    if fight.expected is None:
        return lost
    return f'{lost} <span class="due">({_number(fight.expected.get(side, 0.0), 1)})</span>'


_CAUSES: Mapping[str, str] = {
    "fire": mark("fire"),
    "rout": mark("rout"),
    "zone of control": mark("retreat through a ZOC"),
    "no retreat": mark("no way back"),
    "pursuit": mark("pursuit"),
    "stragglers": mark("straggling"),
}


def _losses(report: Report) -> Iterator[str]:
    told = report.told
    yield _h2(say("The losses"))
    causes = list(dict.fromkeys(cause for toll in told.tolls for cause in toll.causes))
    heads = (
        say("Formation"),
        say("Start"),
        *(capital(say(_CAUSES.get(cause, cause))) for cause in causes),
        *((say("Back"),) if any(toll.back for toll in told.tolls) else ()),
        say("Left"),
    )
    rows = []
    for side in told.battle.sides:
        mine = [toll for toll in told.tolls if toll.side == side]
        for toll in mine:
            cells = [_blank(toll.causes.get(cause, 0)) for cause in causes]
            back = [_blank(toll.back)] if any(t.back for t in told.tolls) else []
            name = f"{_side(report, side, named=False)} {escape(toll.name)}"
            rows.append((name, str(toll.start), *cells, *back, f"<b>{toll.left}</b>"))
        sums = [_blank(sum(toll.causes.get(cause, 0) for toll in mine)) for cause in causes]
        back = [_blank(sum(t.back for t in mine))] if any(t.back for t in told.tolls) else []
        start, left = sum(t.start for t in mine), sum(t.left for t in mine)
        total = (f"<b>{_side(report, side)}</b>", str(start), *sums, *back, f"<b>{left}</b>")
        rows.append(total)
    yield _table(heads, rows)
    yield _p(escape(say("Strength points (SP), by what took them.")), "caption")


def _blank(number: int) -> str:
    return str(number) if number else "\N{MIDDLE DOT}"


def _obedience(report: Report) -> Iterator[str]:
    found = report.told.obedience
    if found is None:
        return
    yield _h2(say("Who obeyed"))
    if not found:
        yield _p(escape(say("No orders are known.")))
        return
    heads = (
        *(say("Formation"), say("Written"), say("Arrived"), say("Obeyed"), say("Put off")),
        *(say("Refused"), say("Own wishes"), say("Done"), say("Bad Moves")),
    )
    rows = [
        (
            f"{_side(report, one.side, named=False)} {escape(one.name)}",
            *map(
                _blank,
                (one.written, one.arrived, one.obeyed, one.delayed, one.refused),
            ),
            *map(_blank, (one.wished, one.decided, one.bad)),
        )
        for one in found
    ]
    yield _table(heads, rows)


# -- the dice


def _dice(report: Report) -> Iterator[str]:
    told = report.told
    yield _h2(say("The dice"))
    found = tallies(told.throws, told.battle.sides)
    if not found:
        yield _p(escape(say("No die was thrown.")))
        return
    sides = told.battle.sides
    own = [tally for tally in found if tally.side is not None]
    kinds = dict.fromkeys((tally.kind, tally.wish, tally.faces) for tally in own)
    by_kind = {(t.kind, t.wish, t.faces, t.side): t for t in own}
    heads = [say("Die for")]
    for side in sides:
        name = told.battle.side_names[side]
        heads += [name, say("Mean"), say("Luck"), say("Faces 1 to 6")]
    rows = (
        (
            escape(capital(say(kind[0]))),
            *(cell for side in sides for cell in _tally(report, by_kind.get((*kind, side)))),
        )
        for kind in kinds
    )
    yield _table(heads, rows)
    shared = [_shared(tally) for tally in found if tally.side is None]
    if shared:
        words = say("Dice of both sides: {dice}.", dice=say("; ").join(shared))
        yield _p(escape(words))
    for words in _luck_words(told, found):
        yield _p(escape(words))


def _tally(report: Report, tally: Tally | None) -> Sequence[str]:
    if tally is None or tally.side is None:
        return (_blank(0), "", "", "")
    inks = _inks(report)
    return (
        str(tally.thrown),
        _number(tally.mean, 2),
        luck_words(tally),
        report.image(dice_chart(tally, inks, inks.sides[tally.side], _BARS), _BARS),
    )


def luck_words(tally: Tally) -> str:
    """The luck of a tally beside what chance alone usually does: `+2.5 ± 3.1`; none for none."""
    if tally.wish is Wish.NEITHER:
        return "\N{EN DASH}"
    return f"{_signed(tally.luck)} \N{PLUS-MINUS SIGN} {_number(tally.swing, 1)}"


def _shared(tally: Tally) -> str:
    words = mark("{kind} {n} thrown, mean {mean}")
    return say(words, kind=say(tally.kind), n=tally.thrown, mean=_number(tally.mean, 2))


def _luck_words(told: Aftermath, found: Sequence[Tally]) -> Iterator[str]:
    """What can honestly be said of luck."""
    names = told.battle.side_names
    yield say(
        "Fair dice show 3.5 on average. Luck counts the pips beyond that in the direction in which"
        " the thrower wants them, be it high or low. What stands behind it is by how much so many"
        " dice usually miss their average, by chance alone. A pip seldom decides anything, so pips"
        " tell less than strength."
    )
    pips = say("; ").join(
        say("{side} {pips}", side=names[s], pips=_signed(luck_of(found, s)))
        for s in told.battle.sides
    )
    yield say("All dice together, in pips: {pips}.", pips=pips)
    yield from luck_in_strength(told)


def luck_in_strength(told: Aftermath) -> Iterator[str]:
    """The luck of both sides in SP, from the exact chances of their combats."""
    known = [fight for fight in told.fights if fight.expected is not None]
    if not known:
        return
    names = told.battle.side_names
    parts = []
    for side in told.battle.sides:
        due, lost = told.fortune(side)
        words = mark("the {side} should have lost {due} SP and lost {lost}")
        parts.append(say(words, side=names[side], due=_number(due, 1), lost=lost))
    yield count(
        "In {n} combat the exact chances are known from before the dice: {sides}.",
        "In {n} combats the exact chances are known from before the dice: {sides}.",
        len(known),
        sides=say("; ").join(parts),
    )
    side = max(told.battle.sides, key=told.luck)
    if told.luck(side) < _SLIGHT:
        yield say("On balance the dice favoured neither side there.")
    else:
        luck = _number(told.luck(side), 1)
        yield say("On balance that is {n} SP in favour of the {side}.", n=luck, side=names[side])


# -- cards, marches, foot


def _cards(report: Report) -> Iterator[str]:
    cards = report.told.cards
    if cards:
        yield _h2(say("The cards"))
        yield _table((say("Turn"), say("What")), (_card(report, c) for c in cards), 2)


def _card(report: Report, card: Happening) -> Sequence[str]:
    side = "" if card.side is None else f"{_side(report, card.side, named=False)} "
    return str(card.turn), f"{side}{_safe(card.words)}"


def _marches(report: Report) -> Iterator[str]:
    marches = report.told.marches[:_FARTHEST]
    if marches:
        yield _h2(say("The longest marches"))
        heads = (say("Unit"), say("Formation"), say("Hexes"), say("Most in a turn"), say("Turn"))
        rows = (
            (
                f"{_side(report, m.side, named=False)} {escape(m.name)}",
                escape(m.formation),
                str(m.hexes),
                str(m.longest),
                str(m.turn),
            )
            for m in marches
        )
        yield _table(heads, rows, 2)


def _foot(_: Report) -> Iterator[str]:
    yield _p(escape(say("Written by hexwar {version}.", version=__version__)), "foot")


# -- the look of the page


def _style() -> str:
    """The style sheet, with the letters that the program brings along."""
    regular, _, bold, *_ = SERIF.styles
    letters = {"regular": _letters(regular), "bold": _letters(bold)}
    text = (assets() / "report" / "page.css").read_text(encoding="utf-8")
    return Template(text).safe_substitute(letters)


def _letters(style: str) -> str:
    path = assets() / "fonts" / f"{SERIF.stem}-{style}.ttf"
    return base64.b64encode(path.read_bytes()).decode() if path.is_file() else ""
