"""What formations are told at the start, and the special rules of the battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwar.scenario.checks.case import Case
from hexwar.scenario.checks.pieces import check_known
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import nearest
from hexwar.scenario.schema.scenario import SpecialRuleRecord, StepRecord
from hexwar.scenario.standards import RuleNeeds


def check_orders(case: Case) -> None:
    """Orders are for formations and units that exist, one order each (N12.1)."""
    seen: set[str] = set()
    for i, order in enumerate(case.scenario.orders):
        place: Place = ("orders", i)
        check_known(case, "formations", order.formation, (*place, "formation"))
        if order.formation in seen:
            case.pen.error((*place, "formation"), f"{order.formation} has an order already")
        seen.add(order.formation)
        check_steps(case, order.steps, place)
    check_divisional_orders(case)
    for i, rule in enumerate(case.scenario.special_rules):
        check_steps(case, rule.steps, ("special_rules", i))


def check_divisional_orders(case: Case) -> None:
    """A divisional order is for units of the formation that it names, one order each (N12.13)."""
    seen: set[str] = set()
    for i, order in enumerate(case.scenario.divisional_orders):
        place: Place = ("divisional_orders", i)
        check_known(case, "formations", order.formation, (*place, "formation"))
        check_steps(case, order.steps, place)
        if not order.units:
            case.pen.error((*place, "units"), "the order is for no unit")
        for j, unit in enumerate(order.units):
            if unit in order.units[:j]:
                case.pen.error((*place, "units", j), f"{unit} is listed twice")
            elif unit in seen:
                case.pen.error((*place, "units", j), f"{unit} has a divisional order already")
            seen.add(unit)
            check_known(case, "units", unit, (*place, "units", j))
            owner = case.formation_of.get(unit)
            if owner is not None and owner.id != order.formation:
                sentence = f"{unit} is a unit of {owner.id}, not of {order.formation}"
                case.pen.error((*place, "units", j), sentence)


def check_steps(case: Case, steps: tuple[StepRecord, ...], place: Place) -> None:
    """The steps of an order name formations that exist."""
    for j, step in enumerate(steps):
        if step.target_formation is not None:
            where = (*place, "steps", j, "target_formation")
            check_known(case, "formations", step.target_formation, where)


def check_special_rules(case: Case, known: Mapping[str, RuleNeeds] | None) -> None:
    """Every special rule is listed once, is one of `known`, and has the data that it needs."""
    listed: set[str] = set()
    for i, rule in enumerate(case.scenario.special_rules):
        place: Place = ("special_rules", i, "id")
        if rule.id in listed:
            case.pen.error(place, f"the rule {quoted(rule.id)} is listed twice")
        listed.add(rule.id)
        if known is not None and rule.id not in known:
            hint = nearest(rule.id, sorted(known))
            case.pen.error(place, f"there is no special rule {quoted(rule.id)}{hint}")
        elif known is not None:
            for name in _missing(rule, known[rule.id]):
                sentence = f"the rule {quoted(rule.id)} needs {name}"
                case.pen.error(("special_rules", i), sentence)
        for j, formation in enumerate(rule.formations):
            where: Place = ("special_rules", i, "formations", j)
            check_known(case, "formations", formation, where)
    _check_bearers(case, listed)


def _missing(rule: SpecialRuleRecord, needs: RuleNeeds) -> Iterator[str]:
    """The fields of a special rule that are empty and may not be."""
    if needs.hexes and not rule.hexes:
        yield "`hexes`"
    if needs.steps and not rule.steps:
        yield "`steps`"
    yield from (f"the number `{name}`" for name in needs.numbers if name not in rule.numbers)


def _check_bearers(case: Case, listed: set[str]) -> None:
    for i, formation in enumerate(case.forces.formations):
        for j, leader in enumerate(formation.leaders):
            for k, id_ in enumerate(leader.special):
                if id_ not in listed and id_ not in case.lost:
                    sentence = f"the scenario has no special rule {quoted(id_)}"
                    place: Place = ("formations", i, "leaders", j, "special", k)
                    case.forces_pen.error(place, sentence, id_, sorted(listed))
