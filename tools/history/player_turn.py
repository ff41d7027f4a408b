"""The section of the player-turn game (T34.2): what its notes say, by today's names (T34.3)."""

from __future__ import annotations

from typing import Final

from hexwar.cards.library import cards, decks
from tools.history import ImportFaultError, Raw, formations_of, leader_id, present, taken
from tools.history.battles import rule_raw

SYSTEM: Final = "tlnb"

DECKS: Final = {
    "coming-storm": "coming-storm",
    "Four Lost Battles, French (24.9)": "four-lost-battles-french",
    "Four Lost Battles, Coalition (24.9)": "four-lost-battles-coalition",
}
"""The decks by what the notes call them (T34.3)."""

BY_TURN: Final = {
    "fair until noon, dust storm from 15:00": {"1": "fair", "4": "fair", "7": "dust storm"},
}
"""Weather as it was that the notes tell in words: by turn."""

KINDS: Final = {"overall": "commander", "wing": "commander"}
"""What a leader of the notes is in this game, if no officer."""


def is_player_turn(oob: Raw) -> bool:
    """Whether the notes are for the player-turn game."""
    return "tlnb" in oob["scenario"] or "victory_tlnb" in oob["scenario"]


def with_section(scenario: Raw, oob: Raw) -> Raw:
    """The raw object of a scenario of this game: without orders, and with its own section."""
    source = oob["scenario"]
    own = source.get("tlnb", {})
    common = {key: value for key, value in scenario.items() if key not in OTHER_GAME}
    common["cards"] = cards_raw(oob)
    common |= present(alternates=alternates_raw(common.get("alternates", []), own))
    section = {
        "ratings": SYSTEM,
        "leaders": leaders_raw(oob),
        **present(
            reach=reach_raw(oob),
            options=options_raw(source),
            weather=weather_raw(source),
            march_orders=own.get("march_orders") or marches_raw(oob),
            not_varied_turns=source.get("not_varied_turns"),
            supply=supply_raw(own.get("supply", {})),
        ),
        "special_rules": rules_raw(oob),
    }
    return common | {"system": SYSTEM, SYSTEM: section}


NATIONS: Final = ("Württemberg", "Saxon", "Bavarian", "Polish", "Italian", "Russian")
"""Nations that the name of a unit tells, the first that it has."""

MIXED: Final = "(French and Italian)"


def with_nations(forces: Raw) -> Raw:
    """Forces whose units have a nation of their own where their name tells one."""
    return forces | {
        "formations": [
            formation
            | present(
                units=[unit | _nation(unit, formation) for unit in formation.get("units", [])]
            )
            for formation in forces["formations"]
        ]
    }


def _nation(unit: Raw, formation: Raw) -> Raw:
    name = unit["name"].replace(MIXED, "")
    told = next((nation for nation in NATIONS if nation in name), "")
    return present(nation=told if told != formation["nation"] else "")


OTHER_GAME: Final = ("orders", "divisional_orders", "special_rules")
"""What only the other game reads."""


def alternates_raw(common: list[Raw], own: Raw) -> list[Raw]:
    """The lists of alternates, each with the turn from which it may be called (T20.10)."""
    told = own.get("alternates", {})
    firsts = {
        (side, row["list"]): row["from_turn"]
        for side, rows in told.items()
        if isinstance(rows, list)
        for row in rows
    }
    return [row | present(from_turn=firsts.get((row["side"], row["list"]))) for row in common]


def leaders_raw(oob: Raw) -> list[Raw]:
    """What each leader is: as the list has it, else as the leader himself (T34.3)."""
    listed = {row["formation"]: row for row in oob["scenario"].get("tlnb", {}).get("leaders", [])}
    rows = []
    for formation in formations_of(oob):
        leader = formation["leader"]
        if leader is None:
            continue
        rating = {KINDS.get(leader["kind"], "officer"): leader["command"].get("rating")}
        row = listed.get(formation["id"], rating)
        ratings = present(**{name: row.get(name) for name in ("commander", "officer")})
        rows += [{"leader": leader_id(formation), **ratings}] if ratings else []
    return rows


def reach_raw(oob: Raw) -> list[Raw]:
    """Whom each commander may name, by his name in the notes (T5.13)."""
    reach = oob["scenario"].get("tlnb", {}).get("commander_reach", {})
    leaders = {f["leader"]["name"]: leader_id(f) for f in formations_of(oob) if f["leader"]}
    return [{"leader": leaders[name], "formations": known} for name, known in reach.items()]


def options_raw(source: Raw) -> Raw:
    """The flags of T25.1 that the notes set."""
    night = {True: "on", False: "off"}.get(source.get("option_night_attack", ""))
    flags = {"charts": source.get("charts"), "night_attack": night}
    return {**present(**flags), **source.get("options", {})}


def weather_raw(source: Raw) -> Raw:
    """The table of the battle, and the weather as it was, by turn."""
    by_turn = source.get("historical_weather_by_turn")
    words = source.get("tlnb", {}).get("weather", {}).get("historical")
    if by_turn is None and words is not None:
        by_turn = BY_TURN[words]
    return present(table=source.get("weather_table"), by_turn=by_turn)


def supply_raw(supply: Raw) -> Raw:
    """How far supply reaches, and trains that several formations share."""
    shared = supply.get("shared_trains")
    return {**supply, **present(shared_trains=[shared] if shared else None)}


def cards_raw(oob: Raw) -> Raw:
    """Decks, mode and bonus cards, removals; a card of a number is that of the side's deck."""
    source = oob["scenario"]
    own = source.get("tlnb", {})
    names = own.get("decks") or source["decks"]
    made = {side: DECKS[name] for side, name in names.items()}
    removals = [*source["card_removals"], *own.get("card_removals", [])]
    return {
        "decks": made,
        "mode_cards": own.get("mode_cards") or source["mode_cards_at_start"],
        "bonus_cards": own.get("bonus_cards_turn2") or source["bonus_cards_turn2"],
        "bonus_turn": 2,
        **present(
            removals=[
                {**taken(row, "side", "count"), "card": card_of(made[row["side"]], row["card"])}
                for row in removals
            ]
        ),
    }


def card_of(deck: str, named: str | int) -> str:
    """The id of a card, of which the notes may have the number only.

    Raises:
        ImportFaultError: the deck has no such card.
    """
    for id_, _ in decks()[deck].cards:
        if named in (id_, cards()[id_].number):
            return id_
    raise ImportFaultError(f"the deck {deck} has no card {named}")


def marches_raw(oob: Raw) -> list[Raw]:
    """Without March Orders in the notes: the first step of forces that come marching (T34.4)."""
    coming = [f for f in formations_of(oob) if any(not u["setup_hex"] for u in f["units"])]
    firsts = [(f, f["start_order"]["steps"][0]) for f in coming if f["start_order"]]
    return [
        {"formation": f["id"], "goal": step["target"], **present(route=step.get("route"))}
        for f, step in firsts
        if step["type"] == "march"
    ]


def rules_raw(oob: Raw) -> list[Raw]:
    """The special rules, of the battle and of its section."""
    rules = oob["special_rules"]
    told = [rule_raw(id_, rule) for id_, rule in rules.items()]
    return told + [dict(rule) for rule in oob["scenario"].get("tlnb", {}).get("special_rules", [])]
