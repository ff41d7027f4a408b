"""tools/reach_of_change.py: where something is named, and which modules import in a circle."""

from __future__ import annotations

from pathlib import Path

from tools.reach_of_change import circles, imports_of, naming, texts_of

SOURCES = {
    "nlc/orders.py": '"""Tells of delay."""\nDELAY = "march"\n',
    "nlc/duties.py": "from house.nlc.orders import DELAY\n\n\ndef is_delayed():\n    return 1\n",
    "words.py": "# delay\ndef told(verb):\n    return {'delay order': 1}\n",
    "table.py": "from house import list_of\n",
    "list_of.py": "def games():\n    from house.nlc import orders\n    import house.table\n",
    "orders.toml": "[delay]\n",
}


def package(folder: Path) -> Path:
    for name, source in SOURCES.items():
        path = folder / "house" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return folder / "house"


def test_a_module_names_things_in_code_and_strings_and_may_close_a_circle(tmp_path: Path) -> None:
    texts = texts_of(package(tmp_path))
    named = ["nlc/duties.py", "nlc/orders.py", "orders.toml", "words.py"]
    assert naming(texts, "delay") == named
    assert naming(texts, "nlc", own_folder=True) == ["list_of.py"]
    assert naming({"a": "FORCED_MARCH", "b": "forced marches"}, "forced-march") == ["a"]
    assert naming({"a": "ChooseEvasion", "b": "ChooseEvasions"}, "ChooseEvasion") == ["a"]

    house = package(tmp_path)
    assert circles(imports_of(house, lazy=False)) == []
    assert circles(imports_of(house, lazy=True)) == [["house.list_of", "house.table"]]
