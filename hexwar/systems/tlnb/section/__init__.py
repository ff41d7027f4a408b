"""Its part of scenario files: what a battle of the series needs to be played so (T34)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from hexwar.cards.library import decks
from hexwar.cards.records import CardId
from hexwar.messages import mark, say
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen, nearest
from hexwar.scenario.section import Facts, Section
from hexwar.series.checks import SeriesCase
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.flags import FLAGS
from hexwar.systems.tlnb.numbers import known_keys, number_fault
from hexwar.systems.tlnb.section.build import build
from hexwar.systems.tlnb.section.schema import TlnbScenario
from hexwar.systems.tlnb.section.special import KNOWN
from hexwar.table.battlefield import Battlefield


def check_alone(scenario: TlnbScenario, field: Battlefield | None, pen: Pen) -> None:  # noqa: ARG001
    """Options and numbers are known, with values that the rules allow (T25.1, T31)."""
    for name, value in scenario.tlnb.options.items():
        values = FLAGS.get(name)
        if values is None:
            hint = nearest(name, FLAGS)
            pen.error(("tlnb", "options", name), "the rules have no such option{hint}", hint=hint)
        elif value not in values:
            words = say("the option should be one of {values}", values=", ".join(values))
            pen.error(("tlnb", "options", name), words)
    for key, number in scenario.tlnb.numbers.items():
        place = ("tlnb", "numbers", key)
        if key not in known_keys():
            hint = nearest(key, known_keys())
            pen.error(place, "the rules have no number of this name{hint}", hint=hint)
        elif fault := number_fault(key, number):
            pen.error(place, fault)
    _check_decks(scenario, pen)


def _check_decks(scenario: TlnbScenario, pen: Pen) -> None:
    """Each deck is known, and its removals are in it (T34.7)."""
    cards, own = scenario.own_cards, scenario.tlnb
    at = ("tlnb",) if own.decks is not None else ("cards",)
    for side, deck in cards.decks.items():
        if deck not in decks():
            words = mark("there is no deck {deck}{hint}")
            pen.error((*at, "decks", side), words, deck=quoted(deck), hint=nearest(deck, decks()))
    where = ("tlnb",) if own.removals is not None else ("cards",)
    taken: Counter[tuple[str, str]] = Counter()
    for i, removal in enumerate(cards.removals):
        deck, place = cards.decks.get(removal.side, ""), (*where, "removals", i)
        taken[removal.side, removal.card] += removal.count
        if not deck:
            pen.error((*place, "side"), "{side} has no deck", side=quoted(removal.side))
        elif deck in decks():
            held = dict(decks()[deck].cards).get(CardId(removal.card), 0)
            if taken[removal.side, removal.card] > held:
                words = mark("the deck {deck} has {n} cards {card}, and no more")
                pen.error((*place, "card"), words, deck=deck, n=held, card=removal.card)


def check_together(case: Any, field: Battlefield | None, is_thorough: bool) -> None:  # noqa: ARG001
    """Who is named in the section is in the forces (T34.7)."""
    scenario, forces, pen = case.scenario, case.forces, case.pen
    formations = {f.id: f for f in forces.formations}
    leaders = {x.id: f for f in forces.formations for x in f.leaders}
    for i, record in enumerate(scenario.tlnb.leaders):
        if record.leader not in leaders:
            place = ("tlnb", "leaders", i, "leader")
            pen.error(place, "there is no leader {id}", id=quoted(record.leader))
    for i, record in enumerate(scenario.tlnb.reach):
        if record.leader not in leaders:
            place = ("tlnb", "reach", i, "leader")
            pen.error(place, "there is no leader {id}", id=quoted(record.leader))
            continue
        for j, id_ in enumerate(record.formations):
            known = formations.get(id_)
            if known is None or known.side != leaders[record.leader].side:
                where = ("tlnb", "reach", i, "formations", j)
                pen.error(where, "{id} is no formation of his side", id=quoted(id_))
    _check_special(case)
    for i, order in enumerate(scenario.tlnb.march_orders or ()):
        if order.formation not in formations:
            place = ("tlnb", "march_orders", i, "formation")
            pen.error(place, "there is no formation {id}", id=quoted(order.formation))


def _check_special(case: Any) -> None:
    """Every special rule is listed once, is known, and has the data that it needs (T34.7)."""
    pen, listed = case.pen, set[str]()
    formations = {f.id for f in case.forces.formations}
    for i, rule in enumerate(case.scenario.tlnb.special_rules or ()):
        place = ("tlnb", "special_rules", i)
        if rule.id in listed:
            pen.error((*place, "id"), "the rule {id} is listed twice", id=quoted(rule.id))
        listed.add(rule.id)
        needs = KNOWN.get(rule.id)
        if needs is None:
            words, hint = mark("there is no special rule {id}{hint}"), nearest(rule.id, KNOWN)
            pen.error((*place, "id"), words, id=quoted(rule.id), hint=hint)
            continue
        missing = [say("`{name}`", name=name) for name in needs.lists if not getattr(rule, name)]
        missing += [
            say("the number `{name}`", name=name)
            for name in needs.numbers
            if name not in rule.numbers
        ]
        for name in missing:
            pen.error(place, "the rule {id} needs {name}", id=quoted(rule.id), name=name)
        for j, formation in enumerate(rule.formations):
            if formation not in formations:
                where, words = (*place, "formations", j), mark("there is no formation {id}")
                pen.error(where, words, id=quoted(formation))


def facts(scenario: TlnbScenario) -> Facts:
    """What a list of scenarios shows."""
    recorded = scenario.weather.historical or ""
    own = scenario.tlnb.options
    return Facts(own, recorded, scenario.own_cards.decks, scenario.mini_campaign)


SECTION: Final[Section[TlnbScenario, TlnbBattle]] = Section(
    schema=TlnbScenario,
    case=SeriesCase,
    check_alone=check_alone,
    check_together=check_together,
    build=build,
    facts=facts,
)
