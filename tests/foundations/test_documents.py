"""What the documents at the top say of files is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
DOCUMENTS = sorted(path.name for path in CHECKOUT.glob("*.md"))
FILE = re.compile(r"`(?:\./)?((?:hexwar|docs|tests|tools|packaging|scenarios|assets)/[\w./-]+)`")
LINK = re.compile(r"\]\(((?!https?:)[^)#]+)")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_exists(document: str) -> None:
    text = (CHECKOUT / document).read_text(encoding="utf-8")
    named = {*FILE.findall(text), *LINK.findall(text)}

    assert [name for name in sorted(named) if not (CHECKOUT / name).exists()] == []


def test_the_documents_are_there() -> None:
    wanted = {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"}

    assert wanted <= set(DOCUMENTS)
