"""Where the scenarios, the pictures and the rulebook are found."""

from __future__ import annotations

from pathlib import Path

from hexwar import resources

CHECKOUT = Path(__file__).parents[2]


def test_a_checkout_has_them_at_its_top_and_a_package_within(tmp_path: Path) -> None:
    assert resources.scenarios() == CHECKOUT / "scenarios"
    assert resources.assets() == CHECKOUT / "assets"
    assert resources.rulebook() == CHECKOUT / "docs" / "rulebook"
    for folder in (resources.scenarios(), resources.assets(), resources.rulebook()):
        assert folder.is_dir()

    package = tmp_path / "hexwar"
    (package / "_data").mkdir(parents=True)

    assert resources.folder("rulebook", "docs/rulebook", package) == package / "_data/rulebook"
