"""The map page: the board with tools to its left, and what shows, measures and lies beneath it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from PySide6.QtCore import QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QTabWidget,
    QWidget,
)

from hexwar.editor.board import EditorBoard
from hexwar.editor.desk import Desk, Page
from hexwar.editor.document import Draft, Part, put
from hexwar.editor.sheet import ORDER, lost, resized
from hexwar.editor.tools.ground import WIDEST, LevelTool, TerrainTool
from hexwar.editor.tools.lines import RoadTool, SideTool, SpanTool, WaterTool
from hexwar.editor.tools.names import AreaTool, ExitTool, PickTool, PlaceTool, RecordTool
from hexwar.editor.tools.select import SelectTool
from hexwar.editor.tools.tool import LAYERS, Option, Spot, Tool
from hexwar.hexes import MAX_COLUMNS, MAX_ROWS, Grid, Hex, Low
from hexwar.messages import mark, say
from hexwar.widgets.mapart.canvas import Layer
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    ChoiceBox,
    Panel,
    bare,
    button,
    column,
    label,
    row,
    scrolled,
)
from hexwar.widgets.words import literal

TOOLS: Final[tuple[type[Tool], ...]] = (
    SelectTool,
    TerrainTool,
    LevelTool,
    WaterTool,
    SideTool,
    RoadTool,
    SpanTool,
    PlaceTool,
    AreaTool,
    ExitTool,
)
"""The tools, in the order of their buttons."""

_BESIDE: Final = 284  # pixels at 100 % that the column beside the map is wide
_LONG: Final = 99_999


class ToolPanel(Panel):
    """The choices of the tool in hand, and how it is used."""

    entered = Signal()
    """What was typed is complete: the keyboard is the map's again."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._tool: Tool | None = None
        self._inside = column(self, 0, 6)
        self._parts: dict[str, QWidget] = {}
        self.settle()

    def show_tool(self, tool: Tool) -> None:
        """Show the choices of another tool."""
        self._tool = tool
        while self._inside.count():
            item = self._inside.takeAt(0)
            part = None if item is None else item.widget()
            if part is not None:
                part.hide()
                part.deleteLater()
        self._parts = {}
        ground = QWidget()
        lines: list[Any] = [label("heading", say(tool.title))]
        for option in tool.options:
            part = self._part(option)
            self._parts[option.name] = part
            part.setAccessibleName(say(option.words))
            part.setToolTip(literal(say(option.tip)) if option.tip else "")
            is_alone = option.is_switch
            lines.append(part if is_alone else row(8, label("", say(option.words)), (part, 1)))
        tip = label("quiet", say(tool.tip))
        tip.setWordWrap(True)
        column(ground, 0, 6, *lines, tip)
        self._inside.addWidget(ground)
        self.settle()
        self.refresh()

    def refresh(self) -> None:
        """Show what the tool's choices are now."""
        for option in () if self._tool is None else self._tool.options:
            part, value = self._parts[option.name], getattr(self._tool, option.name)
            with QSignalBlocker(part):
                if isinstance(part, QLineEdit):
                    if part.text() != value:
                        part.setText(str(value))
                elif isinstance(part, QSpinBox):
                    part.setValue(int(value))
                elif isinstance(part, ChoiceBox):
                    part.setCurrentIndex(max(part.findData(value), 0))
                elif isinstance(part, QCheckBox):
                    part.setChecked(bool(value))

    def edit_name(self) -> None:
        """Have the name typed that the tool's record is to have."""
        part = self._parts.get("name")
        if isinstance(part, QLineEdit):
            part.setFocus()
            part.selectAll()

    def _part(self, option: Option) -> QWidget:
        tool, name = self._tool, option.name
        assert tool is not None
        if option.is_switch:
            tick = QCheckBox(say(option.words))
            tick.toggled.connect(partial(tool.set, name))
            return tick
        if option.is_text:
            line = QLineEdit()
            line.setMaxLength(120)
            line.textEdited.connect(partial(tool.set, name))
            line.returnPressed.connect(self.entered)
            return line
        if option.values:
            box = ChoiceBox(self.look, {key: say(words) for key, words in option.values.items()})
            box.currentIndexChanged.connect(lambda _: tool.set(name, box.currentData()))
            return box
        number = QSpinBox()
        number.setRange(option.low, option.high)
        number.valueChanged.connect(partial(tool.set, name))
        return number


class LayerPanel(Panel):
    """Which layers of the map are seen, how strongly, and which are locked."""

    changed = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._seen: dict[str, QCheckBox] = {}
        self._locked: dict[str, QCheckBox] = {}
        self._strong: dict[str, QSlider] = {}
        grid = QGridLayout()
        for place, words in ((0, say("Seen")), (2, say("Locked"))):
            grid.addWidget(label("quiet", words), 0, place)
        for line, (name, (words, fields)) in enumerate(LAYERS.items(), start=1):
            seen = self._seen[name] = QCheckBox(say(words))
            seen.setChecked(True)
            strong = self._strong[name] = QSlider(Qt.Orientation.Horizontal)
            strong.setRange(0, 100)
            strong.setMinimumWidth(look.px(30))
            strong.setToolTip(literal(say("How strongly it is seen")))
            strong.setValue(100)
            strong.setAccessibleName(say("How strongly {layer} is seen", layer=say(words)))
            grid.addWidget(seen, line, 0)
            grid.addWidget(strong, line, 1)
            seen.toggled.connect(lambda _: self.changed.emit())
            strong.valueChanged.connect(lambda _: self.changed.emit())
            if fields:
                lock = self._locked[name] = QCheckBox()
                lock.setAccessibleName(say("{layer} is locked", layer=say(words)))
                lock.setToolTip(literal(say("No tool changes it while it is locked")))
                grid.addWidget(lock, line, 2, Qt.AlignmentFlag.AlignHCenter)
                lock.toggled.connect(lambda _: self.changed.emit())
        grid.setColumnStretch(1, 1)
        column(self, 6, 8, grid, None)
        self.settle()

    @property
    def shares(self) -> Mapping[Layer, float]:
        """How far each layer is seen, 0 to 1."""
        return {
            Layer(name): self._strong[name].value() / 100 if seen.isChecked() else 0.0
            for name, seen in self._seen.items()
        }

    @property
    def locked(self) -> frozenset[str]:
        """The fields of the map that no tool may change."""
        names = (name for name, lock in self._locked.items() if lock.isChecked())
        return frozenset(field for name in names for field in LAYERS[name][1])


class SheetPanel(Panel):
    """The sheet: its name, size, scale and where north is."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.look)
        self.desk = desk
        self.name = QLineEdit()
        self.name.setMaxLength(120)
        self.columns, self.rows = _number(1, MAX_COLUMNS), _number(1, MAX_ROWS)
        lows = {"even": say("even columns"), "odd": say("odd columns")}
        self.low = ChoiceBox(self.look, lows)
        self.metres = _number(1, _LONG)
        norths = {side: say(words) for side, words in _NORTHS.items()}
        self.north = ChoiceBox(self.look, norths)
        self.turned = _number(-1, 360)
        self.turned.setSpecialValueText(say("as above"))
        self.loss = label("quiet")
        self.loss.setWordWrap(True)
        self.apply = button(say("Change the sheet"), "main")
        grid = QGridLayout()
        lines = (
            (say("Name"), self.name),
            (say("Columns"), self.columns),
            (say("Rows"), self.rows),
            (say("Half lower"), self.low),
            (say("Metres a hex"), self.metres),
            (say("North"), self.north),
            (say("In degrees"), self.turned),
        )
        for at, (words, part) in enumerate(lines):
            part.setAccessibleName(words)
            grid.addWidget(label("", words), at, 0)
            grid.addWidget(part, at, 1)
        grid.setColumnStretch(1, 1)
        column(self, 10, 8, grid, None)
        self.foot = QWidget()
        column(self.foot, 8, 6, self.loss, self.apply)
        self.name.textEdited.connect(self._name)
        for number in (self.columns, self.rows, self.metres, self.turned):
            number.valueChanged.connect(self._weigh)
        for box in (self.low, self.north):
            box.currentIndexChanged.connect(self._weigh)
        self.apply.clicked.connect(self.change)
        self.settle()

    def show_draft(self, draft: Draft) -> None:
        """Show what a draft tells of its sheet."""
        told = draft.map.get("grid")
        sheet: dict[str, Any] = told if isinstance(told, dict) else {}
        grid, field = self.desk.grid, self.desk.battlefield
        parts = (self.name, self.columns, self.rows, self.low, self.metres, self.north, self.turned)
        blocked = [QSignalBlocker(part) for part in parts]
        name = draft.map.get("name")
        if self.name.text() != name:
            self.name.setText(name if isinstance(name, str) else "")
        self.columns.setValue(grid.columns)
        self.rows.setValue(grid.rows)
        self.low.setCurrentIndex(max(self.low.findData(str(grid.low)), 0))
        self.metres.setValue(field.metres)
        self.north.setCurrentIndex(max(self.north.findData(sheet.get("north", "top")), 0))
        degrees = sheet.get("north_degrees")
        self.turned.setValue(round(degrees) if isinstance(degrees, int | float) else -1)
        for one in blocked:
            one.unblock()
        self._weigh()

    def _wanted(self) -> tuple[Grid, dict[str, Any]]:
        grid = Grid(self.columns.value(), self.rows.value(), Low(self.low.currentData()))
        degrees = self.turned.value()
        fields = {
            "metres": self.metres.value(),
            "north": self.north.currentData(),
            "north_degrees": None if degrees < 0 else float(degrees),
        }
        return grid, fields

    def _weigh(self, *_: object) -> None:
        """Say what a change of the sheet would cost, before it is made."""
        grid, fields = self._wanted()
        is_other = grid != self.desk.grid
        gone = lost(self.desk.draft.map, grid) if is_other else {}
        words = ", ".join(f"{count} {say(_LOST[name])}" for name, count in gone.items())
        self.loss.setText(say("This cuts off: {things}.", things=words) if words else "")
        self.loss.setVisible(bool(words))
        self.apply.setEnabled(is_other or self._differs(fields))

    def _differs(self, fields: dict[str, Any]) -> bool:
        told = self.desk.draft.map.get("grid")
        sheet = told if isinstance(told, dict) else {}
        usual = {"metres": 480, "north": "top", "north_degrees": None}
        kept = sheet.get("north_degrees")
        if isinstance(kept, float) and fields["north_degrees"] == round(kept):
            fields = {**fields, "north_degrees": kept}
        return any(sheet.get(name, usual[name]) != value for name, value in fields.items())

    def change(self) -> None:
        """Make the sheet so."""
        grid, fields = self._wanted()
        map_ = self.desk.draft.map
        if grid != self.desk.grid:
            map_ = resized(map_, grid)
        told = map_.get("grid")
        sheet = {**(told if isinstance(told, dict) else {})}
        if self._differs(fields):
            sheet |= {name: value for name, value in fields.items() if value is not None}
            if fields["north_degrees"] is None:
                sheet.pop("north_degrees", None)
        self.desk.do_map(say("Change the sheet"), {**map_, "grid": sheet})

    def _name(self, text: str) -> None:
        """A battle that bears the name of its map takes the new one too."""
        draft = self.desk.draft
        named = draft.having("map", put(draft.map, {"name": text}, ORDER))
        if draft.scenario.get("name") == draft.map.get("name"):
            named = named.having("scenario", put(draft.scenario, {"name": text}))
        self.desk.do(say("Name the map"), named, stroke="name")


_NORTHS: Final = {
    "top": mark("at the top"),
    "right": mark("at the right"),
    "bottom": mark("at the bottom"),
    "left": mark("at the left"),
}
_LOST: Final = {
    "slopes": mark("slopes"),
    "crests": mark("crests"),
    "fords": mark("fords"),
    "spans": mark("bridges"),
    "places": mark("places"),
    "exits": mark("exits"),
    "rivers": mark("hexsides of water"),
    "roads": mark("hexes of road"),
    "areas": mark("hexes of areas"),
}


def _number(low: int, high: int) -> QSpinBox:
    made = QSpinBox()
    made.setRange(low, high)
    made.setKeyboardTracking(False)
    return made


class MapPage(Page):
    """The map, and all that changes it."""

    title: ClassVar[str] = mark("Map")
    key: ClassVar[str] = "map"
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {"map": ("*",)}

    hovered = Signal(object)
    """The hex under the pointer, or None."""
    boardMade = Signal(object)
    """Another `EditorBoard` shows the map."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tools: dict[str, Tool] = {one.id: one(desk) for one in TOOLS}
        self.tool: Tool = self.tools[TerrainTool.id]
        self.board: EditorBoard | None = None
        self.buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self.choices, self.layers = ToolPanel(desk.look), LayerPanel(desk.look)
        self.sheet = SheetPanel(desk)
        self.tabs = QTabWidget()
        sheet = QWidget()
        column(sheet, 0, 0, (scrolled(self.sheet), 1), self.sheet.foot)
        self.tabs.addTab(scrolled(self.layers), say("Layers"))
        self.tabs.addTab(sheet, say("Sheet"))
        self._place = QWidget()
        bare(self._place)
        self._beside = QWidget()
        column(self._beside, 8, 8, self._bar(), self.choices, (self.tabs, 1))
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self._column = scrolled(self._beside)
        self._column.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        box.addWidget(self._column)
        box.addWidget(self._place, 1)
        self._connect()
        self.settle()
        self.use(self.tool.id)

    def _bar(self) -> QGridLayout:
        grid = QGridLayout()
        for at, tool in enumerate(self.tools.values()):
            made = button(f"{say(tool.title)}  {tool.shortcut}")
            made.setCheckable(True)
            made.setToolTip(literal(f"{say(tool.tip)} ({tool.shortcut})"))
            made.setAccessibleName(say(tool.title))
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            made.clicked.connect(partial(self.use, tool.id))
            self._group.addButton(made)
            self.buttons[tool.id] = made
            grid.addWidget(made, at // 2, at % 2)
        return grid

    def _connect(self) -> None:
        desk = self.desk
        self.layers.changed.connect(self._show_layers)
        self.choices.entered.connect(self._give_keys)
        desk.chosen.connect(self._refresh)
        desk.shown.connect(self._bring)
        for key, words, act in (
            *((t.shortcut, t.title, partial(self.use, t.id)) for t in self.tools.values()),
            ("F", mark("Fill, or the brush again"), self._fill),
            ("[", mark("A smaller brush"), partial(self._resize, -1)),
            ("]", mark("A larger brush"), partial(self._resize, 1)),
            (",", mark("Turn what hangs at the pointer to the left"), partial(self._turn, -1)),
            (".", mark("Turn it to the right"), partial(self._turn, 1)),
            ("M", mark("Mirror it"), self._mirror),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.setWhatsThis(say(words))  # the help lists it
            shortcut.activated.connect(act)

    def dress(self) -> None:
        """The column beside the map keeps its width."""
        self._column.setFixedWidth(self.look.px(_BESIDE))
        self.tabs.setMinimumHeight(self.look.px(150))
        self.tabs.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    # -- what is shown

    def show_draft(self, before: Draft | None, after: Draft) -> None:
        """Show the map of a draft: what differs, or on another sheet all of it."""
        if before is None or self.board is None or not self.board.show_map(after.map):
            self._make_board(is_other=before is None)
        if before is None or before.map is not after.map:
            self.sheet.show_draft(after)
            self._follow_record()
            self._refresh()

    def _make_board(self, *, is_other: bool) -> None:
        old, kept = self.board, None
        if old is not None:
            if not is_other and not old.camera.is_fitted:
                kept = old.camera.zoom, old.camera.centre
            old.close_board()
            old.hide()
            old.deleteLater()
        for tool in self.tools.values():
            tool.finish()
        board = self.board = EditorBoard(self.desk)
        layout = self._place.layout()
        assert layout is not None
        layout.addWidget(board)
        board.hexHovered.connect(self.hovered)
        board.use(self.tool)
        self._show_layers()
        if kept is not None:
            board.camera.zoom_to(kept[0])
            board.camera.centre_on(board.camera.within(kept[1]))
        self.boardMade.emit(board)
        board.show()  # a hidden one would not get the keyboard, which the tools' keys want
        board.setFocus()

    def _refresh(self, *_: object) -> None:
        if self.board is not None:
            self.board.refresh()

    def _follow_record(self) -> None:
        """A record that is in hand may have been changed by a step back."""
        tool = self.tool
        if isinstance(tool, RecordTool) and tool.at is not None and tool.record is None:
            tool.take(None)

    def _show_layers(self) -> None:
        if self.board is not None:
            self.board.board.map.set_shares(self.layers.shares)
            self.board.board.labels.setOpacity(self.layers.shares[Layer.NAMES])
        barred = {tool.id for tool in self.tools.values() if self.layers.locked & {*tool.fields}}
        for id_, made in self.buttons.items():
            made.setEnabled(id_ not in barred)
        if self.tool.id in barred:
            self.use(SelectTool.id)

    def _bring(self, hexes: Sequence[Hex]) -> None:
        if self.board is not None and hexes:
            self.board.centre_on([hex_ for hex_ in hexes if hex_ in self.desk.grid])

    def go_to(self, part: Part, path: Sequence[str | int]) -> bool:
        """Lead to a field of the map: its tool, and the record."""
        if part != "map":
            return False
        field = str(path[0]) if path else ""
        for tool in self.tools.values():
            if isinstance(tool, RecordTool) and tool.field == field and len(path) > 1:
                self.use(tool.id)
                tool.take(path[1] if isinstance(path[1], int) else None)
                return True
        if field in ("grid", "name"):
            self.tabs.setCurrentIndex(1)
        return True

    # -- tools

    def use(self, id_: str) -> None:
        """Take a tool to hand."""
        tool = self.tools[id_]
        if self.layers.locked & {*tool.fields}:
            self.desk.say(say("That layer is locked."))
            return
        self.buttons[id_].setChecked(True)
        self._take(tool)

    def _give_keys(self) -> None:
        if self.board is not None:
            self.board.setFocus()

    def _tool_changed(self) -> None:
        self.choices.refresh()
        tool = self.tool
        is_new = isinstance(tool, RecordTool) and tool.record is not None
        if is_new and tool is self.tool and self.board is not None and self.board.hasFocus():
            named = tool.record if isinstance(tool, RecordTool) else None
            if named is not None and named.get("name") == say("New name"):
                self.choices.edit_name()

    def _fill(self) -> None:
        is_able = self.tool.id in ("terrain", "levels", "area")
        tool = self.tool if is_able else self.tools["terrain"]
        self.use(tool.id)
        tool.set("form", "brush" if getattr(tool, "form", "") == "fill" else "fill")

    def _resize(self, more: int) -> None:
        size = getattr(self.tool, "size", None)
        if isinstance(size, int):
            self.tool.set("size", min(max(size + more, 1), WIDEST))

    def _turn(self, times: int) -> None:
        if isinstance(self.tool, SelectTool):
            self.tool.turn(times)

    def _mirror(self) -> None:
        if isinstance(self.tool, SelectTool):
            self.tool.mirror()

    def pick(self, done: Callable[[Hex | None], None]) -> None:
        """Ask for a hex: the next click gives it, Esc gives None."""
        former = self.tool.id

        def picked(hex_: Hex | None) -> None:
            self._take(self.tools[former])
            done(hex_)

        self._take(PickTool(self.desk, picked))

    def _take(self, tool: Tool) -> None:
        """Put a tool to hand, whatever is locked."""
        self.tool.watchers = [w for w in self.tool.watchers if w != self._tool_changed]
        self.tool = tool
        self.choices.show_tool(tool)
        tool.watchers.append(self._tool_changed)
        if self.board is not None:
            self.board.use(tool)
            self.board.setFocus()
            tool.hover(Spot(0.0, 0.0, None))  # what it shows before the pointer is on the map

    # -- asked by the window's menu

    @property
    def select(self) -> SelectTool:
        """The tool that copies and pastes, in hand from now on."""
        tool = self.tools[SelectTool.id]
        assert isinstance(tool, SelectTool)
        return tool

    def clip(self, what: str) -> None:
        """Copy, cut, paste or delete by the window's keys."""
        if what == "paste":
            self.use(SelectTool.id)
        getattr(self.select, what)()

    @property
    def view(self) -> dict[str, Any]:
        """Where somebody is at work here, as JSON."""
        board = self.board
        if board is None:
            return {"tool": self.tool.id}
        centre = board.camera.centre
        place = [round(centre.x(), 1), round(centre.y(), 1)]
        return {"tool": self.tool.id, "zoom": round(board.camera.zoom, 3), "centre": place}

    def show_view(self, view: Mapping[str, Any]) -> None:
        """Go back to where somebody was at work; what does not fit is let be."""
        tool, zoom, centre = (view.get(name) for name in ("tool", "zoom", "centre"))
        if isinstance(tool, str) and tool in self.tools:
            self.use(tool)
        numbers = [zoom, *(centre if isinstance(centre, list) else ())]
        if self.board is None or len(numbers) != 3:
            return
        if all(isinstance(number, int | float) for number in numbers):
            self.board.camera.zoom_to(float(numbers[0]))
            point = QPointF(float(numbers[1]), float(numbers[2]))
            self.board.camera.centre_on(self.board.camera.within(point))

    def close_board(self) -> None:
        """End what goes on by itself."""
        if self.board is not None:
            self.board.close_board()
