"""Every text goes through one door, and a catalogue put in there changes them all."""

from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from hexwar import messages
from hexwar.messages import count, joined, listed, say, tell, tell_count
from hexwar.text import die, link
from tests.foundations.texts import bypasses
from tests.systems.nlc.cases import each

FRENCH = {
    "{who} stands in {hex}.": "En {hex} se tient {who}.",
    "{n} hex": "{n} case",
    "{n} hexes": "{n} cases",
    " and ": " et ",
}


class French(NullTranslations):
    def gettext(self, message: str) -> str:
        return FRENCH.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return FRENCH[msgid1] if n < 2 else FRENCH[msgid2]


@pytest.fixture
def _french() -> Iterator[None]:
    messages.install(French())
    yield
    messages.install()


def test_english_is_the_source_and_a_text_keeps_links_and_dice() -> None:
    assert say("{who} stands in {hex}.", who="Ney", hex="0913") == "Ney stands in 0913."
    assert say("Braces {} stay where nothing is to be put in.").startswith("Braces {} stay")
    assert [count("{n} hex", "{n} hexes", n) for n in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]
    assert say("") == ""

    told = tell("{who} rolled {die:+}, {pips}.", who=link("Ney", "leader:1"), die=2, pips=die(4))
    assert told.plain == "Ney rolled +2, 4."
    assert told.links == ("leader:1",)
    assert told.dice == ("4",)
    assert len(told.runs) == 4  # plain words next to one another are one run


@pytest.mark.usefixtures("_french")
def test_a_catalogue_sets_the_arguments_in_its_own_order() -> None:
    assert say("{who} stands in {hex}.", who="Ney", hex="0913") == "En 0913 se tient Ney."
    told = tell("{who} stands in {hex}.", who="Ney", hex=link("0913", "hex:0913"))
    assert told.plain == "En 0913 se tient Ney."
    assert told.links == ("hex:0913",)
    assert count("{n} hex", "{n} hexes", 0) == "0 case"
    assert tell_count("{n} hex", "{n} hexes", 2).plain == "2 cases"
    assert joined(["a", "b", "c"]).plain == listed(["a", "b", "c"]) == "a, b et c"


PACKAGE = Path(messages.__file__).parent


def test_every_text_of_a_player_passes_the_door() -> None:
    wrong = [
        f"{path}:{bypass.node.lineno}: {bypass.words}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for bypass in bypasses(path.read_text("utf-8"))
    ]
    assert wrong == []


@each(
    "source words",
    ('def f(): return f"{who} may move"', ["… may move"]),
    ('"""A module of many words."""\n\nX = "of two words"', ["of two words"]),
    ('Button("end", "End", tip)', ["End"]),
    ('button("End", "main"), label("heading", "End")', ["End", "End"]),
    ('QMenu("Open &recent", window)', ["Open &recent"]),
    ('yield "up a slope", 1', ["up a slope"]),
    ('yield "stream", 1, "N8.5"', ["stream"]),
    ('x = say("is due") if due else "waits"', ["waits"]),
    ("f\"{n} {'is' if n == 1 else 'are'} here\"", ["… … here", "is", "are"]),
    ('X = {1: mark("of two words"), 2: "one"}', ["one"]),
    ('class X(StrEnum):\n  A = mark("of two words")\n  B = "one"', ["one"]),
    ('title = "Rules"', ["Rules"]),
    ('say("{who} goes", who="one")', ["one"]),
    ('" and ".join(names)', [" and "]),
    ('"{} hexes".format(n), "%d hexes" % n', ["{} hexes", "%d hexes"]),
    ('say(f"{n} hexes"), say("{n} hex{more}s", n=n)', ["… hexes", "{n} hex{more}s"]),
    ('pen.error(place, "no {x} here", x=quoted(x))', []),
    ('raise ValueError("no such thing")', []),
    ('raise UserError(f"no such thing: {x}")', ["no such thing: …"]),
    ('label.setText(say("Not yet") + "…" + "xx")', ["xx"]),
    ('if x == "light cavalry": pass', []),
    ('mark("two words"), tell("two words", who=f"{x} and more")', ["… and more"]),
    ('match x:\n  case "two words": table["two words"]', []),
    ('f"<td class=big>{x}</td>"', []),
)
def test_texts_are_found_that_bypass_the_door(source: str, words: list[str]) -> None:
    assert [bypass.words for bypass in bypasses(source)] == words
