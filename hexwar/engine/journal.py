"""A game file that grows with its game: every answer is on the disk before the next is given."""

from __future__ import annotations

import os
from copy import copy
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any

from hexwar.engine.errors import SaveError
from hexwar.engine.files import reason, write_file
from hexwar.engine.gamefile import CLOSED, OVER, Chain, Note
from hexwar.engine.save import Record, difference, opened

MOST_TOLD = 8 << 20
"""Bytes that a file's further lines hold together, unpacked, before it is written whole again.

A file of which more than 32 MiB would have to be unpacked does not open (`gamefile.MOST_BODY`), and
who takes back many answers in a row tells of each of them often.
"""


class Journal:
    """Keeps one game in one file.

    The first `keep` writes the file whole, and what was there before stays beside it with ``.bak``
    added. Each further one appends what has changed since, and waits until the disk has it. Where
    that fails, the file stays as it was and the next `keep` writes what is missing with the rest.
    Where the game's passwords have changed, or its header, the file is written whole; so it is
    where its further lines would tell too much.
    Not for two threads at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: Record[Any] | None = None  # what the file holds; None: it is written anew
        self._note = Note()
        self._chain = Chain(b"")
        self._file: FileIO | None = None
        self._length = 0  # bytes of the file that are good
        self._told = 0  # bytes that its lines after the game hold, unpacked

    def keep(self, record: Record[Any], note: Note) -> None:
        """Bring the file up to a record.

        Raises:
            SaveError: It cannot be written; the file holds what it held.
        """
        if record.marks[-1].state.over:  # a program that is killed here adds nothing that says so
            note = replace(note, end=OVER)
        before = self._kept
        is_same = before is not None and (before.seal, before.header) == (
            record.seal,
            record.header,
        )
        if self._kept is None or not is_same or not self._is_there():
            self._write(record, note)
            return
        body = difference(self._kept, record)
        if self._told + len(body) > MOST_TOLD:
            self._write(record, note)
        elif body:
            self._append(body, note, record)
            self._kept = record

    def close(self) -> None:
        """Say in the file that nothing follows, and let go of it.

        Raises:
            SaveError: It cannot be written; the file is good and not closed.
        """
        try:
            if self._kept is not None and self._is_there():
                is_over = self._kept.marks[-1].state.over
                end = replace(self._note, end=OVER if is_over else CLOSED)
                self._append(b"", end, self._kept)
        finally:
            self.drop()

    def drop(self) -> None:
        """Let go of the file as it is; the next `keep` writes it whole."""
        self._kept = None
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, record: Record[Any], note: Note) -> None:
        self.drop()
        text, chain = opened(record, note)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_file(self.path, text)
            self._file = self.path.open("r+b", buffering=0)
        except OSError as fault:
            raise self._failure(fault) from fault
        self._length, self._told = len(text.encode()), 0
        self._chain, self._kept, self._note = chain, record, note

    def _append(self, body: bytes, note: Note, record: Record[Any]) -> None:
        assert self._file is not None
        chain = copy(self._chain)
        line = chain.line(note, body, record.seal).encode()
        try:
            self._file.seek(self._length)
            _write_all(self._file, line)
            os.fsync(self._file.fileno())
        except OSError as fault:
            self._cut_back(self._file)
            raise self._failure(fault) from fault
        self._length += len(line)
        self._told += len(body)
        self._chain, self._note = chain, note

    def _cut_back(self, file: FileIO) -> None:
        """Take a line away that was not written whole, or write the file whole next time."""
        try:
            os.ftruncate(file.fileno(), self._length)
        except OSError:
            self.drop()

    def _is_there(self) -> bool:
        """Whether the file still lies where it was, as it was left."""
        if self._file is None:
            return False
        try:
            there, here = os.stat(self.path), os.fstat(self._file.fileno())
        except OSError:
            return False
        return os.path.samestat(there, here) and here.st_size == self._length

    def _failure(self, fault: OSError) -> SaveError:
        return SaveError("{path} cannot be written: {why}.", path=self.path, why=reason(fault))


def _write_all(file: FileIO, data: bytes) -> None:
    """Write to a file without a buffer, which may take a part at a time."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
