"""Words laid out in lines: quick enough to know the height of ten thousand sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontMetricsF

from hexwar.text import Run, Text

_WORD = re.compile(r"\S+\s*")


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of one run on one line."""

    words: str
    run: Run
    line: int  # from 0
    left: float  # pixels from the left edge of the text
    width: float  # pixels, without the space behind them


@dataclass(frozen=True, slots=True)
class Lines:
    """A text laid out."""

    pieces: tuple[Piece, ...]
    count: int  # of lines, at least 1

    def piece_at(self, x: float, line: int) -> Piece | None:
        """What stands at a place of a line."""
        for piece in self.pieces:
            if piece.line == line and piece.left <= x < piece.left + piece.width:
                return piece
        return None


@dataclass(frozen=True, slots=True)
class _Word:
    """A word with the space behind it."""

    words: str
    run: Run
    ink: float  # pixels, without the space
    whole: float  # pixels, with it
    needs: float  # pixels up to the next space, words of other runs included


Spans = tuple[tuple[float, float], ...]
"""Of each word: what it needs up to the next space, and its width with that space; pixels."""


class Typesetter:
    """Lays texts out in one font; remembers how wide each word is."""

    def __init__(self, letters: QFont, die: float) -> None:
        """Take up the font of all words, and the width of a die with its room, pixels."""
        self.letters = letters
        self._metrics = QFontMetricsF(letters)
        self._die = die
        self._widths: dict[str, float] = {}

    @property
    def line_height(self) -> float:
        """From one line to the next, pixels."""
        return round(self._metrics.height() * 1.08)

    def lay_out(self, text: Text, width: float) -> Lines:
        """Break a text into lines of at most a width, where it has spaces."""
        pieces: list[Piece] = []
        line, left = 0, 0.0
        for word in self._words(text):
            if left and left + word.needs > width:
                line, left = line + 1, 0.0
            pieces.append(Piece(word.words, word.run, line, left, word.ink))
            left += word.whole
        return Lines(tuple(_merged(pieces)), line + 1)

    def spans(self, text: Text) -> Spans:
        """How wide each word of a text is; for `count_lines`, at every width it is asked for."""
        return tuple((word.needs, word.whole) for word in self._words(text))

    def _words(self, text: Text) -> list[_Word]:
        """The words of all runs; what stands without a space behind a word stays with it."""
        words: list[_Word] = []
        needs = 0.0
        for words_, run in reversed(list(_split(text))):
            ink = self._die if run.is_die else self._width(words_.rstrip())
            whole = self._die if run.is_die else self._width(words_)
            is_open = not words_[-1:].isspace()
            needs = ink + (needs if is_open else 0.0)
            words.append(_Word(words_, run, ink, whole, needs))
        words.reverse()
        return words

    def _width(self, word: str) -> float:
        known = self._widths.get(word)
        if known is None:
            known = self._widths[word] = self._metrics.horizontalAdvance(word)
        return known


def count_lines(spans: Spans, width: float) -> int:
    """How many lines words take when they are broken as `Typesetter.lay_out` does."""
    lines, left = 1, 0.0
    for needs, whole in spans:
        if left and left + needs > width:
            lines, left = lines + 1, 0.0
        left += whole
    return lines


def _split(text: Text) -> Iterator[tuple[str, Run]]:
    """Words with the space behind them; a die, and a space before words, count as words."""
    for run in text.runs:
        if run.is_die:
            yield run.text, run
            continue
        head = run.text[: len(run.text) - len(run.text.lstrip())]
        if head:
            yield head, run
        for word in _WORD.findall(run.text):
            yield word, run


def _merged(pieces: list[Piece]) -> Iterator[Piece]:
    """Words of one run side by side become one piece, painted at once."""
    held: Piece | None = None
    for piece in pieces:
        if held is not None and held.run is piece.run and held.line == piece.line:
            reach = piece.left + piece.width - held.left
            held = Piece(held.words + piece.words, held.run, held.line, held.left, reach)
            continue
        if held is not None:
            yield held
        held = piece
    if held is not None:
        yield held
