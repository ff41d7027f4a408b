"""`hexwar report`: files, readers, and one sentence for what is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwar.app import main

SAVES = Path(__file__).parents[1] / "saves"
FINISHED = str(SAVES / "first-steps-0.2.0-finished.hexwar")
RUNNING = str(SAVES / "first-steps-0.2.0-running.hexwar")


def plain(path: Path) -> str:
    page = re.sub(r"data:[^\"')]*", "", path.read_text())
    return re.sub(r"<[^>]+>", "", page)


def test_a_page_and_a_pdf_of_a_finished_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, paper = tmp_path / "a.html", tmp_path / "a.pdf"
    assert main.main(["report", FINISHED, "--html", str(page), "--pdf", str(paper)]) == 0
    out, err = capsys.readouterr()
    assert out.split() == [str(page), str(paper)]
    assert err == ""
    assert "The story" in plain(page)
    assert paper.read_bytes().startswith(b"%PDF-")


def test_without_a_name_the_page_is_called_after_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.main(["report", RUNNING]) == 0
    page = plain(tmp_path / "first-steps-0.2.0-running-report.html")
    assert "The battle goes on" in page
    assert "the secrets of neither" in page


def test_a_running_game_can_be_told_to_one_side(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    assert main.main(["report", RUNNING, "--side", "french", "--html", str(page)]) == 0
    assert "Told as the French know it" in plain(page)


@pytest.mark.parametrize(
    ("words", "sentence", "status"),
    [
        (["brienne"], "a report tells of a saved game", 1),
        (["no.hexwar"], "there is no file no.hexwar", 1),
        ([__file__], "this is no JSON", 1),
        ([FINISHED, "--side", "english"], "there is no 'english'; there are french, allied", 2),
        ([FINISHED, "--html", "/no/such/folder/a.html"], "there is no folder /no/such/folder", 1),
        ([FINISHED, "--pdf", "/"], "it is a folder", 1),
    ],
)
def test_what_is_wrong_is_one_sentence(
    words: list[str], sentence: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["report", *words]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1
