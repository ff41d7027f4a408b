"""What formations are told at the start, and the special rules of the battle."""

from __future__ import annotations

from hexwar.scenario.checks.case import Case
from hexwar.scenario.checks.pieces import check_known
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import nearest
from hexwar.scenario.schema.scenario import StepRecord


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
    """A divisional order is for units of the formation that it names (N12.13)."""
    for i, order in enumerate(case.scenario.divisional_orders):
        place: Place = ("divisional_orders", i)
        check_known(case, "formations", order.formation, (*place, "formation"))
        check_steps(case, order.steps, place)
        for j, unit in enumerate(order.units):
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


def check_special_rules(case: Case, known: frozenset[str] | None) -> None:
    """Every special rule is listed once, and is one that the rules know where `known` is given."""
    listed: set[str] = set()
    for i, rule in enumerate(case.scenario.special_rules):
        place: Place = ("special_rules", i, "id")
        if rule.id in listed:
            case.pen.error(place, f"the rule {quoted(rule.id)} is listed twice")
        listed.add(rule.id)
        if known is not None and rule.id not in known:
            hint = nearest(rule.id, sorted(known))
            case.pen.error(place, f"there is no special rule {quoted(rule.id)}{hint}")
        for j, formation in enumerate(rule.formations):
            where: Place = ("special_rules", i, "formations", j)
            check_known(case, "formations", formation, where)
    _check_bearers(case, listed)


def _check_bearers(case: Case, listed: set[str]) -> None:
    for i, formation in enumerate(case.forces.formations):
        for j, leader in enumerate(formation.leaders):
            for k, id_ in enumerate(leader.special):
                if id_ not in listed and id_ not in case.lost:
                    hint = nearest(id_, sorted(listed))
                    sentence = f"the scenario has no special rule {quoted(id_)}{hint}"
                    place: Place = ("formations", i, "leaders", j, "special", k)
                    case.forces_pen.error(place, sentence)
