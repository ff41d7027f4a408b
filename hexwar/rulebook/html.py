"""Turns a page of the rulebook into HTML with an anchor at each rule and a link at each mention.

Raw HTML in the Markdown is shown as text. A link to a rule has the address `rule:N8.31`, a link to
another page `chapter:n08-assault`: the window decides what a click on them does.
"""

from __future__ import annotations

import re
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

_MENTION = re.compile(r"\b[NT]\d{1,2}(?:\.\d{1,3}[a-z]?)?\b")
_PAGE = re.compile(r"([a-z0-9-]{1,50})\.md")
_BADGES = {"*House rule": "house", "*Not yet built": "unbuilt", "Not yet built.": "unbuilt"}
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


def chapter_to_html(markdown: str) -> str:
    """Render one page as HTML without head and body; badges have the class `house` or `unbuilt`."""
    tokens = _PARSER.parse(markdown)
    for before, token in pairwise(tokens):
        if token.type == "inline":
            _dress(before, token)
    rendered: str = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return rendered


def _dress(opening: Token, inline: Token) -> None:
    """Put links, and the anchor or the badge of its block, into one run of text."""
    anchor = _MENTION.match(inline.content) if opening.type == "heading_open" else None
    own = anchor.group() if anchor else ""
    inline.children = _linked(inline.children or [], own)
    if own:
        anchored = Token("html_inline", "", 0, content=f'<a name="{own}"></a>')
        inline.children.insert(0, anchored)
    for start, css in _BADGES.items():
        if opening.type == "paragraph_open" and inline.content.startswith(start):
            opening.attrSet("class", css)


def _linked(children: list[Token], own: str) -> list[Token]:
    """Link the mentions outside of links and code; a heading does not link to itself."""
    depth = 0
    result: list[Token] = []
    for child in children:
        depth += child.nesting if child.type.startswith("link_") else 0
        page = _PAGE.fullmatch(str(child.attrGet("href"))) if child.type == "link_open" else None
        if page:
            child.attrSet("href", f"chapter:{page.group(1)}")
        plain = child.type == "text" and depth == 0
        result += _mentions(child.content, own) if plain else [child]
    return result


def _mentions(text: str, own: str) -> list[Token]:
    tokens: list[Token] = []
    done = 0
    for match in _MENTION.finditer(text):
        if match.group() == own:
            continue
        tokens += [_text(text[done : match.start()]), *_link(match.group())]
        done = match.end()
    return [*tokens, _text(text[done:])]


def _link(rule_id: str) -> list[Token]:
    opening = Token("link_open", "a", 1, attrs={"href": f"rule:{rule_id}"})
    return [opening, _text(rule_id), Token("link_close", "a", -1)]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
