"""Nothing is lost: drafts are kept by themselves, and files that others change are noticed.

The keeper opens and saves what lies on a desk. What it has to say stands in a banner above the
page; what it offers there can be taken back like any step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QElapsedTimer, QFileSystemWatcher, QLockFile, QObject, QTimer, Signal

from hexwar.editor import autosave, history, portraits
from hexwar.editor.autosave import Kept, Sitting
from hexwar.editor.banner import Banner, Choice
from hexwar.editor.desk import Desk
from hexwar.editor.document import Document, Draft
from hexwar.editor.files import Files, Home, text_at
from hexwar.engine import Refusal, SaveError, fresh_seed
from hexwar.engine.budget import OverBudget
from hexwar.messages import listed, say
from hexwar.scenario.pictures import FOLDER
from hexwar.widgets.worker import Worker

SOON_MS: Final = 2_000
"""A draft is kept when nothing has changed for so long, milliseconds."""

LATEST_MS: Final = 8_000
"""And after so long in any case, while somebody works without a pause."""

_DISK_MS: Final = 300  # that the disk is let come to rest


class Keeper(QObject):
    """Opens, saves and keeps what lies on a desk."""

    saveAsAsked = Signal()
    """Somebody wants to save it elsewhere."""
    saved = Signal()
    """It lies on the disk as it is."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        """Keep what lies on a desk from now on."""
        super().__init__(parent or desk)
        self._desk = desk
        self.banner = Banner(desk.look)
        """What the window shows above its page."""
        self.sitting, told = autosave.sitting_of(desk.state)
        """Where somebody was at work last."""
        self._name = fresh_seed()[:16]  # of a draft without files
        self._claim: QLockFile | None = None
        self._is_second = False  # another window has the same battle open
        self._place: Path | None = None  # where the draft is kept, once it was
        self._is_closed = False
        self._let_be: dict[Path, str | None] = {}  # files of others that are known
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.keep_now)
        self._since = QElapsedTimer()
        self._writer = Worker(self)
        self._writer.finished.connect(self._take_place)
        self._writer.failed.connect(self._fail)
        self._disk = QFileSystemWatcher(self)
        self._rest = QTimer(self, singleShot=True, interval=_DISK_MS)
        self._disk.fileChanged.connect(lambda _: self._rest.start())
        self._disk.directoryChanged.connect(lambda _: self._rest.start())
        self._rest.timeout.connect(self.look_at_disk)
        desk.changed.connect(self._follow)
        desk.opened.connect(self._begin)
        self._begin()
        if told:
            QTimer.singleShot(0, self, lambda: desk.told.emit(told))

    # -- opening and saving

    def open(self, path: Path) -> str:
        """Open a battle by its folder or a file, with its steps; why it cannot be, in a sentence.

        Where a draft of it was kept and not saved, that is offered. An empty sentence is success.
        """
        draft, files, found = Files.read(path)
        if not files.homes:
            why = found[0].sentence if found else say("there is nothing in it")
            return say("{path} cannot be opened: {why}.", path=path, why=why)
        self.leave()
        self._desk.open(history.document_of(draft, self._steps), files)
        if found:
            name, why = Path(found[0].file).name, found[0].sentence
            words = say("Not all of the battle is here. {name}: {why}.", name=name, why=why)
            on = say("Go on"), say("Work with what could be read"), lambda: None
            self.banner.tell(words, (on,))
        self._offer_kept()
        return ""

    def open_new(self, draft: Draft) -> None:
        """Begin with a draft that has no files yet."""
        self.leave()
        self._desk.open(Document(draft), Files())

    def save(self) -> Refusal | None:
        """Save it; why not, if it cannot be. It stays open as it is either way.

        What somebody else has written there since is not written over before the user says so.
        """
        desk = self._desk
        others = [path for path in self._others() if path.exists()]
        if others:
            over = say("Save mine"), say("Write yours over it"), self._save_over
            return Refusal(self._ask_of(others, over), "")
        refusal = portraits.saved_beside(desk.draft.forces, desk.files, desk.state)
        return self._after_save(refusal or desk.files.save(desk.draft), self.save)

    def _save_over(self) -> None:
        self._keep_mine()
        self.save()

    def save_as(self, folder: Path, *, replaces: bool = False) -> Refusal | None:
        """Save it into a folder of its own; why not, if it cannot be.

        Another battle that lies there is replaced where the user has said so.
        """
        desk, before = self._desk, self._places()
        again = partial(self.save_as, folder, replaces=True)
        if not replaces and desk.files.meets_other(folder):
            words = say("Another battle lies in {folder}.", folder=folder)
            replace = say("Replace it"), say("Write yours over it"), again
            self.banner.tell(words, (self._elsewhere(), replace))
            return Refusal(words, "")
        homes, pictures = dict(desk.files.homes), portraits.folders_of(desk.files, desk.state)
        draft, refusal = desk.files.save_as(folder, desk.draft)
        if refusal is None:
            refusal = portraits.carried(draft.forces, pictures, folder / FOLDER)
            refusal = refusal or portraits.taken_along(pictures[:-1], folder)
        if refusal is not None:
            desk.files.homes = homes  # it lies where it lay before
            return self._after_save(refusal, again)
        desk.do(say("Save as {name}", name=folder.name), draft)
        self._writer.wait()
        for place in before:
            autosave.remove(place)
        self._release()
        return self._after_save(None, again)

    def _after_save(self, refusal: Refusal | None, again: Callable[[], object]) -> Refusal | None:
        desk = self._desk
        if refusal is not None:
            once_more = say("Try again"), say("Save it in the same place"), again
            self.banner.tell(refusal.sentence, (once_more, self._elsewhere()))
            return refusal
        desk.document.mark_saved()
        history.keep(desk.document, self._steps)
        self._let_be.clear()
        self.clear()
        self._watch()
        self._note()
        self.banner.hide()
        self.saved.emit()
        return None

    @property
    def _steps(self) -> Path:
        return self._desk.state / "steps"

    def _elsewhere(self) -> Choice:
        return say("Save as …"), say("Save it in another folder"), self.saveAsAsked.emit

    # -- a draft that is not saved

    def keep_now(self) -> None:
        """Keep the draft at once, in a thread; one that says what is saved needs it not."""
        self._soon.stop()
        self._since.invalidate()
        desk = self._desk
        if self._is_closed:
            return
        if not desk.document.is_changed:
            self.clear()
            return
        files, now = Files(desk.files.homes), datetime.now()
        self._writer.run(partial(_keep_in, self._places(), desk.draft, files, now))

    def clear(self) -> None:
        """What was kept of it is not needed any more."""
        self._soon.stop()
        self._since.invalidate()
        self._writer.wait()
        for place in self._places():
            autosave.remove(place)
        self._place = None

    def leave(self) -> None:
        """Leave the document: what is not saved is put where it is still found for a while."""
        desk = self._desk
        if desk.document.is_changed:
            autosave.keep_aside(desk.draft, desk.files, desk.state, datetime.now())
        self.clear()
        self.banner.hide()
        self._release()

    def close(self) -> None:
        """Leave the document and the desk."""
        if self._is_closed:
            return
        self._note()
        self.leave()
        self._is_closed = True
        self._rest.stop()
        for watched in (self._disk.files(), self._disk.directories()):
            if watched:
                self._disk.removePaths(watched)

    def _places(self) -> list[Path]:
        """Where the draft can be kept, the best place first."""
        desk = self._desk
        beside = autosave.place_beside(desk.files)
        apart = autosave.place_in(desk.state, desk.files, self._name)
        places = [place for place in (beside, apart) if place is not None]
        own = autosave.place_in(desk.state, Files(), self._name)
        if self._claim is None:
            self._claim = _claim(apart)
            self._is_second = not self._claim.isLocked()
            if self._is_second:  # another window has it open, and keeps its own there
                self._claim = _claim(own)
        return [own] if self._is_second else places

    def _release(self) -> None:
        """Give back the right to keep a draft there."""
        if self._claim is not None:
            self._claim.unlock()
            self._claim = None

    def _follow(self, *_: object) -> None:
        if self._is_closed:
            return
        if not self._since.isValid():
            self._since.start()
        left = LATEST_MS - self._since.elapsed()
        self._soon.start(int(max(0, min(SOON_MS, left))))

    def _take_place(self, place: Path) -> None:
        is_other = place != self._place
        self._place = place
        if is_other:
            self._note()

    def _fail(self, fault: Exception) -> None:
        if not isinstance(fault, SaveError):
            raise fault
        words = say("What you do is not kept by itself: {why}", why=fault)
        again = say("Try again"), say("Keep it now"), self.keep_now
        self.banner.tell(words, (again, self._elsewhere()))

    # -- one that is found

    def restore(self) -> bool:
        """Open what lay there when the window was there last; whether there is anything."""
        document = Path(self.sitting.document) if self.sitting.document else None
        is_open = document is not None and document.exists() and not self.open(document)
        return (not self.banner.isHidden() or self.offer_nameless()) or is_open

    def offer_nameless(self) -> bool:
        """Offer the last draft of no files, or of files that are not open; whether there is one."""
        for place in autosave.nameless(self._desk.state):
            if place not in self._places() and _is_free(place):
                return self._offer(place, self._show_nameless)
        return False

    def _offer_kept(self) -> None:
        """Offer what was kept of the document that was opened, if it says something else."""
        for place in self._places():
            found = autosave.set_waiting(place, self._desk.state)
            if found.exists() and self._offer(found, self._show_kept):
                return

    def _offer(self, place: Path, show: Callable[[Kept], object]) -> bool:
        """Offer a draft that was kept; whether there is something to decide."""
        try:
            kept = autosave.read(place)
        except SaveError as fault:
            aside = partial(autosave.put_aside, place, self._desk.state)
            tip = say("The file is kept, and not read again")
            self.banner.tell(str(fault), ((say("Put it aside"), tip, aside),))
            return True
        if kept.draft.is_same(self._desk.draft):
            autosave.remove(place)
            return False
        self._ask(kept, show)
        return True

    def _ask(self, kept: Kept, show: Callable[[Kept], object]) -> None:
        """Ask what is to be done with a draft that was found."""
        name = kept.name or say("a battle without a name")
        words = say("{name} was not saved when the program ended, ", name=name)
        words += say("on {time:%d %B, %H:%M}.", time=kept.time)
        if kept.homes and show == self._show_kept and self._is_other(kept):
            words += " " + say("The files have been changed since.")

        def take() -> None:
            show(kept)
            self._settle(kept)

        self.banner.tell(
            words,
            (
                (say("Take up"), say("Work on with what was not saved"), take),
                (say("Look"), say("Look at it first"), partial(self._look, kept, show)),
                (
                    say("Leave it"),
                    say("Work on with what was saved"),
                    partial(autosave.put_aside, kept.place, self._desk.state),
                ),
            ),
        )

    def _is_other(self, kept: Kept) -> bool:
        return kept.base != autosave.base_of(self._desk.files)

    def _look(self, kept: Kept, show: Callable[[Kept], object]) -> None:
        """Show a draft that was found, and ask whether it is kept."""
        desk = self._desk
        document, files, steps = desk.document, desk.files, len(desk.document.done)
        show(kept)

        def back() -> None:
            if desk.document is not document:
                desk.open(document, files)
            while len(document.done) > steps:
                document.undo()
            self._ask(kept, show)

        keep = say("Keep it"), say("Work on with it"), partial(self._settle, kept)
        words = say("This is what was not saved.")
        self.banner.tell(words, (keep, (say("Back"), say("Show what was there before"), back)))

    def _show_kept(self, kept: Kept) -> None:
        self._desk.do(say("Take up what was not saved"), kept.draft)

    def _show_nameless(self, kept: Kept) -> None:
        """Open a draft for itself: nothing of it is saved. One of known files is put over them."""
        desk, first = (
            self._desk,
            kept.homes.get("scenario") or next(iter(kept.homes.values()), None),
        )
        draft, files = Draft(), Files()
        if first is not None and first.exists():
            draft, files, _ = Files.read(first)
        document = Document(draft)
        if not files.homes:
            document.draft = kept.draft
        if desk.document.is_changed:
            autosave.keep_aside(desk.draft, desk.files, desk.state, datetime.now())
        desk.open(document, files)
        if files.homes:
            self._show_kept(kept)

    def _settle(self, kept: Kept) -> None:
        """It is worked on with: what was found goes when it is kept as what is at work."""
        desk = self._desk
        self._writer.wait()
        try:
            self._place = _keep_in(
                self._places(), desk.draft, Files(desk.files.homes), datetime.now()
            )
        except SaveError as fault:
            self._fail(fault)
            return
        if kept.place != self._place:
            autosave.remove(kept.place)
        self._note()

    # -- files that others change

    def look_at_disk(self) -> None:
        """Ask what is to be done where somebody else has changed the files."""
        if self._is_closed:
            return
        self._watch()
        others = self._others()
        if others:
            self._ask_of(others, self._choice_mine())

    def _others(self) -> list[Path]:
        """The files that somebody else has changed or taken away, and nobody has decided about."""
        return [path for path in self._desk.files.elsewhere() if not self._is_known(path)]

    def _ask_of(self, others: Sequence[Path], mine: Choice) -> str:
        """Ask what is to be done about files that others have changed; the question."""
        gone = [path for path in others if not path.exists()]
        changed = [path for path in others if path not in gone]
        told: list[str] = []
        if changed:
            names = listed(sorted(path.name for path in changed))
            told.append(say("Another program has changed {names} on the disk.", names=names))
        if gone:
            names = listed(sorted(path.name for path in gone))
            told.append(say("Another program has taken {names} from the disk.", names=names))
        tip = say("Take what lies on the disk; undo brings yours back")
        reload: tuple[Choice, ...] = ((say("Reload"), tip, self._reload),) if changed else ()
        self.banner.tell(" ".join(told), (*reload, mine, self._elsewhere()))
        return " ".join(told)

    def _is_known(self, path: Path) -> bool:
        """Whether somebody has decided about what another program has written there."""
        return path in self._let_be and self._let_be[path] == _said(path)

    def _reload(self) -> None:
        desk = self._desk
        first = next(iter(desk.files.homes.values())).path
        home = desk.files.homes.get("scenario")
        draft, files, found = Files.read(first if home is None else home.path)
        if found or not files.homes:
            why = str(found[0]) if found else say("there is nothing in it")
            words = say("The files cannot be read: {why}.", why=why)
            self.banner.tell(words, (self._choice_mine(), self._elsewhere()))
            return
        desk.files = files
        desk.do(say("Read the files again"), draft)
        desk.document.saved = desk.draft
        self._watch()

    def _choice_mine(self) -> Choice:
        return (
            say("Keep mine"),
            say("Go on, and write yours over it when you save"),
            self._keep_mine,
        )

    def _keep_mine(self) -> None:
        """What lies on the disk now counts as known: saving writes over it."""
        desk = self._desk
        parts: dict[str, Any] = {}
        for part, home in desk.files.homes.items():
            text = _said(home.path)
            if text == home.text:
                continue
            self._let_be[home.path] = text
            parts[part] = {}
            desk.files.homes[part] = Home(home.path, {}, text or "")
        desk.document.saved = replace(desk.document.saved, **parts)
        self.keep_now()

    def _watch(self) -> None:
        """Watch the files that there are; one that was written anew is another one to the disk."""
        homes = [home.path for home in self._desk.files.homes.values()]
        wanted = {str(p) for p in homes if p.exists()} | {str(p.parent) for p in homes}
        known = {*self._disk.files(), *self._disk.directories()}
        if known - wanted:
            self._disk.removePaths(sorted(known - wanted))
        if wanted - known:
            self._disk.addPaths(sorted(wanted - known))

    # -- where somebody is at work

    def _begin(self) -> None:
        self._soon.stop()
        self._since.invalidate()
        self._let_be.clear()
        self._place = None
        self._release()
        if not self._desk.files.homes:
            self._name = fresh_seed()[:16]
        self._watch()
        if self._desk.files.homes or self._desk.draft != Draft():
            self._note()

    def remember(self, view: dict[str, Any]) -> None:
        """Keep where somebody is at work: the page, where the map stands, the tool, as JSON."""
        if view != self.sitting.view:
            self.sitting = replace(self.sitting, view=view)
            autosave.keep_sitting(self._desk.state, self.sitting)

    def _note(self) -> None:
        homes = self._desk.files.homes
        home = homes.get("scenario") or next(iter(homes.values()), None)
        document = "" if home is None else str(home.path.absolute())
        others = tuple(path for path in self.sitting.opened if path != document)
        opened = (document, *others) if document else others
        place = "" if self._place is None else str(self._place)
        self.sitting = Sitting(document, place, self.sitting.view, opened[: autosave.MOST_OPENED])
        autosave.keep_sitting(self._desk.state, self.sitting)


def _keep_in(places: Sequence[Path], draft: Draft, files: Files, now: datetime) -> Path:
    """Keep a draft in the first place that takes it; which that is.

    Raises:
        SaveError: None does.
    """
    for place in places[:-1]:
        with suppress(SaveError):
            autosave.keep(place, draft, files, now)
            return place
    autosave.keep(places[-1], draft, files, now)
    return places[-1]


def _said(path: Path) -> str | None:
    """What a file says now; None where it is not there or cannot be read."""
    try:
        return text_at(path)
    except (OSError, OverBudget):
        return None


def _claim(place: Path) -> QLockFile:
    """The right to keep a draft in a place, if no other window has it."""
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
    claim = QLockFile(str(place.with_name(f"{place.name.removesuffix(autosave.WAITS)}.lock")))
    claim.setStaleLockTime(0)  # a battle may stay open for days
    claim.tryLock(0)
    return claim


def _is_free(place: Path) -> bool:
    """Whether no window keeps a draft there."""
    claim = _claim(place)
    is_free = claim.isLocked()
    claim.unlock()
    return is_free
