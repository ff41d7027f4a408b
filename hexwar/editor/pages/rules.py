"""The page of the rules of a battle: options, cards, special rules, own numbers, and the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from hexwar.editor.document import Draft, Json, Part
from hexwar.editor.entries import (
    Spot,
    settled,
)
from hexwar.editor.forms import (
    Block,
    FieldBlock,
    Framed,
    GroupBlock,
    KeysBlock,
    RecordForm,
    focus,
    others_words,
    tell,
    value_in,
)
from hexwar.editor.pages.briefing import BriefingPage
from hexwar.editor.pages.calendar import CalendarPage
from hexwar.editor.pages.formed import FormPage
from hexwar.editor.pages.victory import VictoryPage
from hexwar.editor.port import SpecialRule
from hexwar.editor.scribe import Path, Scribe, records_of, shown, texts_of
from hexwar.editor.series import tick_sheet
from hexwar.messages import listed, mark, say
from hexwar.scenario.form import Field, fields_of
from hexwar.widgets.panels.parts import column, plain_label, row
from hexwar.widgets.words import literal

PLACE = Qt.ItemDataRole.UserRole
RULE = Qt.ItemDataRole.UserRole + 1

LIST_WIDTH: Final = 340
LIST_HEIGHT: Final = 320
"""Of the list of special rules, pixels at 100 %."""


def bearers_of(forces: Json, rule: str) -> list[str]:
    """The names of the leaders who bear a special rule."""
    return [
        shown(leader.get("name", leader.get("id")))
        for formation in records_of(forces.get("formations"))
        for leader in records_of(formation.get("leaders"))
        if rule in texts_of(leader.get("special"))
    ]


def begun(id_: str, rule: SpecialRule) -> Json:
    """What a scenario says of a special rule at first."""
    made: Json = {"id": id_, "text": say(rule.text)}
    return {**made, "numbers": dict(rule.numbers)} if rule.numbers else made


def data_fields(record: Any, rule: SpecialRule | None, item: Json) -> list[Field]:
    """The fields that a special rule is asked for: what it needs, and what it has."""
    wanted = {"text"}
    if rule is None:
        return [told for told in fields_of(record) if told.name != "id"]
    wanted |= {name for name in ("numbers", "hexes", "steps", "formations") if getattr(rule, name)}
    wanted |= {*rule.others}
    return [f for f in fields_of(record) if f.name in wanted or (f.name in item and f.name != "id")]


class SpecialRulesBlock(Framed):
    """The special rules that the game knows, ticked where the battle has them, with their data."""

    def __init__(self, scribe: Scribe, told: Field, above: Path = (), name: str = "") -> None:
        """List the rules."""
        super().__init__(scribe, told, above, name or told.name)
        self._rules = scribe.editing.special_rules()
        self._is_filling = False
        self._asked: tuple[int, tuple[str, ...]] | None = None
        look = scribe.desk.look
        self.list = QListWidget()
        self.list.setAccessibleName(self.words)
        self.list.setStyleSheet(tick_sheet(look))
        self.list.setFixedSize(look.px(LIST_WIDTH), look.px(LIST_HEIGHT))
        self.list.itemChanged.connect(self._ticked)
        self.list.currentRowChanged.connect(lambda _row: self._show_data())
        self.name_line = plain_label("prompt")
        self.about_line = plain_label("")
        self.bearers = plain_label("quiet")
        self.data: RecordForm | None = None
        self._ground = QWidget()
        parts = (self.name_line, self.about_line, self.bearers, None)
        self._side: QVBoxLayout = column(self._ground, 0, 6, *parts)
        self.inside.addLayout(row(14, (self.list, Qt.AlignmentFlag.AlignTop), (self._ground, 1)))

    # -- the list

    def show_in(self, parent: Any) -> None:
        """Those of the battle first, as the file lists them, then the others."""
        self.judge(parent, list, is_deep=True)
        value = value_in(parent, self.told.name)
        items = value if isinstance(value, list) else []
        names = [item.get("id") if isinstance(item, dict) else None for item in items]
        rows = [
            (self._title(name, item), at, str(name))
            for at, (name, item) in enumerate(zip(names, items, strict=True))
        ]
        rows += [
            (say(rule.title), -1, id_) for id_, rule in self._rules.items() if id_ not in names
        ]
        self._fill(rows)
        self._show_data()

    def _title(self, name: Any, item: Any) -> str:
        rule = self._rules.get(name) if isinstance(name, str) else None
        return shown(item if name is None else name) if rule is None else say(rule.title)

    def _fill(self, rows: Sequence[tuple[str, int, str]]) -> None:
        current = self.list.currentItem()
        kept = None if current is None else current.data(RULE)
        self._is_filling = True
        self.list.clear()
        for title, place, id_ in rows:
            item = QListWidgetItem(title)
            item.setData(PLACE, place)
            item.setData(RULE, id_)
            is_in = Qt.CheckState.Unchecked if place < 0 else Qt.CheckState.Checked
            item.setCheckState(is_in)
            item.setToolTip(literal(title))
            self.list.addItem(item)
        again = next((at for at, line in enumerate(rows) if line[2] == kept), 0)
        self.list.setCurrentRow(again if rows else -1)
        self._is_filling = False

    def _ticked(self, item: QListWidgetItem) -> None:
        if self._is_filling:
            return
        self.list.setCurrentItem(item)
        place, id_ = int(item.data(PLACE)), str(item.data(RULE))
        if place >= 0:
            self.scribe.write((*self.path, place), None, say("take away a special rule"))
            return
        value = self.scribe.value(self.path)
        count = len(value) if isinstance(value, list) else 0
        new = begun(id_, self._rules[id_])
        self.scribe.write((*self.path, count), new, say("add a special rule"))

    # -- the data of the chosen one

    def _show_data(self) -> None:
        item = self.list.currentItem()
        if self._is_filling or item is None:
            self._ground.setVisible(item is not None)
            return
        self._ground.setVisible(True)
        place, id_ = int(item.data(PLACE)), str(item.data(RULE))
        rule = self._rules.get(id_)
        tell(self.name_line, item.text())
        told = self.scribe.value((*self.path, place)) if place >= 0 else None
        tell(self.about_line, say(rule.text) if rule is not None and told is None else "")
        bearers = bearers_of(self.scribe.desk.draft.forces, id_)
        nobody = say("No leader of these forces bears it.")
        tell(self.bearers, say("Borne by {names}.", names=listed(bearers)) if bearers else nobody)
        self._show_form(place, rule, told)

    def _show_form(self, place: int, rule: SpecialRule | None, told: Any) -> None:
        record = self.told.shape.item.record if self.told.shape.item is not None else None
        is_there = isinstance(told, dict) and record is not None
        fields = data_fields(record, rule, told) if is_there else []
        asked = place, tuple(field.name for field in fields)
        if asked != self._asked:
            self._asked = asked
            if self.data is not None:
                self._side.removeWidget(self.data)
                self.data.hide()
                self.data.deleteLater()
            self.data = RecordForm(
                self.scribe, fields, (*self.path, place), self.name, is_whole=False
            )
            self._side.insertWidget(3, self.data)
            settled(self.data, self.scribe.desk.look)
        if self.data is not None:
            self.data.setVisible(bool(fields))
            self.data.show_tree(told)

    def go_to(self, path: Path) -> bool:
        """A rule, and a field of it."""
        for at in range(self.list.count()):
            if path and self.list.item(at).data(PLACE) == path[0]:
                self.list.setCurrentRow(at)
                if self.data is not None and self.data.go_to(path[1:]):
                    return True
        return focus(self.list)


class NumbersBlock(KeysBlock):
    """Own values of numbers of the rules, by their keys, each with what is usual."""

    label_width = 300

    def __init__(self, scribe: Scribe, told: Field, above: Path = (), name: str = "") -> None:
        """Propose the keys that the rules have."""
        self._usual = scribe.editing.numbers()
        super().__init__(scribe, told, above, name or told.name)
        if self.key is not None:
            self.key.setPlaceholderText(
                say("Key of a number, such as {key}", key=next(iter(self._usual), ""))
            )
            completer = QCompleter(list(self._usual), self.key)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.key.setCompleter(completer)

    def spot(self, key: str) -> Spot:
        """The value with the usual one behind it."""
        spot = super().spot(key)
        return Spot(spot.name, spot.words, spot.shape, self._usual.get(key), spot.about)

    def first(self, key: str) -> Any:
        """The usual value, to be changed."""
        return self._usual.get(key, 0)

    def key_words(self, key: str) -> str:
        """The key with what is usual."""
        if key not in self._usual:
            return shown(key)
        return say("{key} (usually {usual})", key=key, usual=shown(self._usual[key]))

    def refusal_of(self, key: str, table: Mapping[str, Any]) -> str:
        """Why the file or the rules refuse it."""
        refusal = super().refusal_of(key, table)
        if refusal or key not in table or not self._usual:
            return refusal
        return self.scribe.editing.number_refusal(key, table[key])


class RulesPage(FormPage):
    """How the battle is played, and all that no other page asks for."""

    title = mark("Rules")
    key = "rules"
    own = ("system", "first_player")
    has_rest = True
    taken = (
        *("format", "kind", "setup"),
        *VictoryPage.own,
        *CalendarPage.own,
        *BriefingPage.own,
    )
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {"scenario": ("*",)}

    def build(self, ground: QWidget) -> None:
        """The forms, and what is kept as it is."""
        super().build(ground)
        self.others = plain_label("quiet")
        layout = ground.layout()
        if layout is not None:
            layout.addWidget(self.others)

    def advice_for(self, draft: Draft) -> str:
        """A battle needs no rules of its own."""
        own = ("options", "cards", "special_rules", "numbers")
        if any(draft.scenario.get(name) for name in own):
            return ""
        return say("All is as usual: enter only what is otherwise in this battle.")

    def block_for(self, told: Field) -> Block | None:
        """Special rules and numbers know what the game has."""
        if told.name == "special_rules" and self.scribe.editing.special_rules():
            return SpecialRulesBlock(self.scribe, told)
        if told.name == "numbers":
            return NumbersBlock(self.scribe, told)
        block = super().block_for(told)
        if told.name == "options" and isinstance(block, GroupBlock):
            for inner in block.form.blocks:
                if isinstance(inner, FieldBlock):
                    inner.tell_about()
        return block

    def show_fields(self, draft: Draft) -> None:
        """The forms, and the fields that nobody knows."""
        super().show_fields(draft)
        tell(self.others, others_words(draft.scenario, self.scribe.record.model_fields))
