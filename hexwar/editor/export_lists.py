"""Lists for the table: the order of battle, and pads on which orders are written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from hexwar.editor.export_files import MM, PAPERS, save_bytes
from hexwar.kit import Coming, Kit
from hexwar.messages import count, mark, say
from hexwar.table.battle import MapBattle
from hexwar.table.forces import FormationCard, LeaderCard, Presence, Side, UnitCard
from hexwar.widgets.fonts import SERIF, font

PAGE: Final = ".html"
"""How the name of a page ends; anything else is a PDF."""

ORDERS: Final = 7
"""Lines for orders on the sheet of a formation."""

_DPI: Final = 96  # of the lines and letters on a page
_EDGE: Final = 15.0  # mm

_STYLE: Final = (
    "<style>body { font-family: serif; color: #1d1710 }"
    " h1 { font-size: 22px } h2 { font-size: 18px } h3 { font-size: 15px; margin-bottom: 2px }"
    " p { margin-top: 2px; margin-bottom: 4px } .quiet { color: #6b5f4a }"
    " td, th { padding: 2px 8px; font-size: 12px; text-align: left }"
    " td.n, th.n { text-align: right } table { border-collapse: collapse }</style>"
)

_PRESENCE: Final = {
    Presence.START: "",
    Presence.REINFORCEMENT: mark("arrives by schedule"),
    Presence.ALTERNATE: mark("by card only"),
    Presence.CAMPAIGN: mark("in a campaign only"),
}


# -- the order of battle


def order_of_battle(battle: MapBattle, kit: Kit[Any]) -> str:
    """The forces of a battle as a page: formations with leaders, units, sums, and arrivals."""
    return _page(battle.name, "".join(_forces(battle, kit)))


def _forces(battle: MapBattle, kit: Kit[Any]) -> Iterator[str]:
    has_estimates = any(card.estimate for card in battle.units.values())
    lines = (battle.date, say("* an estimate") if has_estimates else "")
    told = " \N{MIDDLE DOT} ".join(filter(None, lines))
    yield f"<h1>{escape(battle.name)}</h1><p class='quiet'>{escape(told)}</p>"
    comings = _comings(battle, kit)
    for side in battle.sides:
        theirs = [card for card in battle.units.values() if card.side == side]
        cards = [card for card in theirs if _comes(battle.formation_of[card.id])]
        yield f"<h2>{escape(_name(battle, side))}</h2><p>{escape(_sum(cards))}</p>"
        for formation in battle.formations.values():
            if formation.side == side:
                yield from _formation(battle, formation)
        arrivals = [coming for coming in comings if coming.side == side]
        if arrivals:
            yield _arrivals(battle, arrivals)


def _comes(formation: FormationCard) -> bool:
    """Whether a formation is there, or comes by schedule."""
    return formation.presence in (Presence.START, Presence.REINFORCEMENT)


def _comings(battle: MapBattle, kit: Kit[Any]) -> Sequence[Coming]:
    """What arrives; nothing where the draft has faults, so that its game could not build it."""
    return () if type(battle) is MapBattle else kit.comings(battle)


def _formation(battle: MapBattle, formation: FormationCard) -> Iterator[str]:
    units = [battle.units[unit] for unit in formation.units]
    leaders = [battle.leaders[leader] for leader in formation.leaders]
    presence = say(_PRESENCE[formation.presence]) if _PRESENCE[formation.presence] else ""
    chief = battle.formations.get(formation.assigned_to) if formation.assigned_to else None
    under = "" if chief is None else say("under {name}", name=chief.name)
    remarks = ", ".join(filter(None, (escape(presence), escape(under))))
    told = f" <span class='quiet'>({remarks})</span>" if remarks else ""
    yield f"<h3>{escape(formation.name)}{told}</h3>"
    if leaders:
        yield f"<p>{escape('; '.join(map(_leader, leaders)))}</p>"
    if units:
        heads = (say("Unit"), say("Arm"), say("SP"), say("Initiative"), say("MP"), say("At start"))
        rows = [_unit(battle, unit) for unit in units]
        yield _table(heads, rows, (36, 17, 9, 10, 6, 22), numbers=(2, 3, 4))
        yield f"<p class='quiet'>{escape(_sum(units))}</p>"


def _leader(leader: LeaderCard) -> str:
    about = f", {say('{n} MP', n=leader.movement)}" if leader.movement else ""
    return f"{leader.name} {leader.shown_rating}{about}"


def _unit(battle: MapBattle, unit: UnitCard) -> tuple[str, ...]:
    hex_ = battle.unit_hexes.get(unit.id)
    where = "" if hex_ is None else battle.battlefield.name_of(hex_)
    sp = f"{unit.sp} / {unit.reduced_sp}" if unit.reduced_sp else str(unit.sp)
    fights = unit.arm.fights
    numbers = (sp, str(unit.initiative)) if fights else ("", "")
    name = f"{unit.name} *" if unit.estimate else unit.name
    return (name, say(unit.arm.value), *numbers, str(unit.movement), where)


def _sum(units: Sequence[UnitCard]) -> str:
    """So many units with so many SP, men and guns."""
    sp, men, guns = (sum(getattr(unit, of) for unit in units) for of in ("sp", "men", "guns"))
    told = [count("{n} unit", "{n} units", len(units)), say("{n} SP", n=sp)]
    told += [count("{n} man", "{n} men", men)] if men else []
    told += [count("{n} gun", "{n} guns", guns)] if guns else []
    return ", ".join(told)


def _arrivals(battle: MapBattle, comings: Sequence[Coming]) -> str:
    rows = [
        (str(coming.turn), battle.name_of(coming.spot), ", ".join(coming.names))
        for coming in comings
    ]
    heads = (say("Turn"), say("Enters at"), say("Who"))
    return f"<h3>{escape(say('Arrivals'))}</h3>{_table(heads, rows, (8, 30, 62), numbers=(0,))}"


# -- pads for orders


def order_sheets(battle: MapBattle, sides: Sequence[Side] = ()) -> str:
    """A blank pad of each side: for each formation lines to write orders on, as they are sent."""
    pads = [line for side in sides or battle.sides for line in _pad(battle, side)]
    return _page(battle.name, "".join(pads))


def _pad(battle: MapBattle, side: Side) -> Iterator[str]:
    about = say("Orders of {side}, {date}", side=_name(battle, side), date=battle.date)
    # Nobody shall read the enemy's: each side begins a page.
    is_first = side == battle.sides[0]
    head = "<h1>" if is_first else "<h1 style='page-break-before: always'>"
    yield f"{head}{escape(battle.name)}</h1><p>{escape(about)}</p>"
    heads = (say("Sent"), say("Arrives"), say("From"), say("Order and objective"), say("Begun"))
    for formation in battle.formations.values():
        if formation.side == side and formation.has_chit:
            leaders = [battle.leaders[leader] for leader in formation.leaders]
            who = "; ".join(map(_leader, leaders)) or say("no leader")
            yield f"<h3>{escape(formation.name)}</h3><p class='quiet'>{escape(who)}</p>"
            yield _table(heads, [(_BLANK,) * len(heads)] * ORDERS, (9, 10, 17, 55, 9))


_BLANK: Final = "\N{NO-BREAK SPACE}"


# -- pages


def write_list(path: Path, title: str, html: str, paper: str = "a4") -> None:
    """Write a page as its name says: as HTML, or as a PDF with numbered pages.

    Raises:
        SaveError: It cannot be written.
    """
    is_page = path.suffix.lower() == PAGE
    save_bytes(path, html.encode() if is_page else _pdf(title, html, paper))


def _pdf(title: str, html: str, paper: str) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("hexwar")
    size = QPageSize(QSizeF(*PAPERS[paper]), QPageSize.Unit.Millimeter)
    edges = QMarginsF(_EDGE, _EDGE, _EDGE, _EDGE)
    upright, unit = QPageLayout.Orientation.Portrait, QPageLayout.Unit.Millimeter
    writer.setPageLayout(QPageLayout(size, upright, edges, unit))
    document = QTextDocument()
    letters = font(SERIF, 13)
    letters.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    document.setDefaultFont(letters)
    document.setHtml(html)
    wide, high = ((side - 2 * _EDGE) / MM * _DPI for side in PAPERS[paper])
    document.setPageSize(QSizeF(wide, high))
    _keep_together(document)
    document.print_(writer)
    buffer.close()
    return bytes(data.data())


def _keep_together(document: QTextDocument) -> None:
    """Let what stands under a heading begin on a new page, where it does not end on its own."""
    heads = [block for block in _blocks(document) if block.blockFormat().headingLevel()]
    layout, high = document.documentLayout(), document.pageSize().height()
    for place, head in enumerate(heads):
        top = layout.blockBoundingRect(head).top()
        after = heads[place + 1] if place + 1 < len(heads) else None
        end = layout.blockBoundingRect(after).top() if after else layout.documentSize().height()
        led_by = heads[place - 1] if place else None
        is_led = led_by is not None and led_by.blockFormat().pageBreakPolicy() == _BEFORE
        if int(top // high) != int((end - 1) // high) and end - top < high and not is_led:
            form = QTextBlockFormat(head.blockFormat())
            form.setPageBreakPolicy(_BEFORE)
            QTextCursor(head).setBlockFormat(form)
            # Qt moves less than it should: all is laid out anew.
            document.markContentsDirty(0, document.characterCount())


_BEFORE: Final = QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _page(title: str, body: str) -> str:
    head = f"<meta charset='utf-8'><title>{escape(title)}</title>{_STYLE}"
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"


def _table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[int],
    numbers: Sequence[int] = (),
) -> str:
    """A table: its columns so many hundredths wide, those of numbers to the right."""
    kinds = ["n" if at in numbers else "t" for at in range(len(heads))]
    first = "".join(
        f"<th class='{kind}' width='{wide}%'>{escape(head)}</th>"
        for kind, wide, head in zip(kinds, widths, heads, strict=True)
    )
    rest = "".join(f"<tr>{_cells(row, kinds)}</tr>" for row in rows)
    frame = "<table border='1' cellspacing='0' cellpadding='3' width='100%'>"
    return f"{frame}<tr>{first}</tr>{rest}</table>"


def _cells(row: Sequence[str], kinds: Sequence[str]) -> str:
    told = zip(kinds, row, strict=True)
    return "".join(f"<td class='{kind}'>{escape(cell)}</td>" for kind, cell in told)


def _name(battle: MapBattle, side: Side) -> str:
    return battle.side_names.get(side, side)
