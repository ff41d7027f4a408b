"""``hexwar simulate``: computer players play whole games, and a report is made of them."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hexwar.ai.arena import Match, Result, Tally
from hexwar.ai.minutes import minutes_of, why_of
from hexwar.app.choices import add_option, add_rules, add_side, options_of, players_of
from hexwar.app.commands import UsageError, UserError
from hexwar.app.games import kit_of_scenario
from hexwar.app.waiting import Waiting
from hexwar.engine import Session, System, save
from hexwar.engine.files import write_file
from hexwar.kit import Kit
from hexwar.messages import say
from hexwar.scenario.errors import ScenarioError
from hexwar.table.battle import Battle
from hexwar.table.story import Story


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: what to play, how often, by whom, and what to keep."""
    parser.add_argument("scenario", metavar="SCENARIO", help=say("a scenario by id or path"))
    parser.add_argument(
        "--games",
        type=partial(_whole_number, least=1),
        default=1,
        metavar="N",
        help=say("the number of games to play (1)"),
    )
    parser.add_argument(
        "--seed",
        type=partial(_whole_number, least=0),
        default=0,
        metavar="S",
        help=say("the seed of the first game; each next game adds one (0)"),
    )
    add_side(parser, say("the computer player of a side, as french=random; once a side"))
    add_option(parser)
    add_rules(parser)
    parser.add_argument(
        "--cards",
        metavar="WAY",
        help=say("play with cards in this way, not as the scenario proposes"),
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help=say("print why the players did what they did, with what they weighed"),
    )
    parser.add_argument("--json", action="store_true", help=say("print the report as JSON"))
    parser.add_argument(
        "--save-dir",
        type=Path,
        metavar="DIR",
        help=say("keep a save of every finished game in this folder"),
    )


def _whole_number(word: str, least: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 18 and int(word) >= least):
        raise ArgumentTypeError(
            say("a whole number from {least} on is needed, not {word!r}", least=least, word=word)
        )
    return int(word)


def run(args: Namespace) -> int:
    """Plays the games and prints the report."""
    try:
        kit = kit_of_scenario(args.scenario, args.rules)
        battle = kit.battle(args.scenario)
    except ScenarioError as error:
        raise UserError(str(error)) from error
    players = players_of(args.sides, battle.sides, kit.players, "random")
    options = options_of(args.options, kit, battle) | cards_of(args.cards, kit, battle)
    results: list[Result] = []
    tally = Tally()
    explained: list[tuple[str, list[dict[str, Any]]]] = []
    began = time.perf_counter()
    with Waiting() as waiting:
        for number in range(args.seed, args.seed + args.games):
            played = number - args.seed + 1
            waiting.tell(say("Game {n} of {all}", n=played, all=args.games))
            match = kit.new_match(args.scenario, players, str(number), options)
            match.explains = args.explain
            results.append(match.play())
            tally.add(match.session)
            if args.explain:
                explained.append((match.seed, [*explanations(kit, match.session)]))
            if args.save_dir is not None:
                _keep(match, args.save_dir, battle.id)
    report = report_of(kit.system, battle.id, results, tally, time.perf_counter() - began)
    if args.explain:
        report["reasons"] = dict(explained)
    print(json.dumps(report, ensure_ascii=False, indent=2) if args.json else text_of(report))
    return 0


def explanations(kit: Kit[Any], session: Session[Any]) -> Iterator[dict[str, Any]]:
    """Why each answer was given that has a reason: when, by whom, and what was weighed."""
    names, events = kit.names(session.state.battle), session.events
    story = Story(names, session.state.battle.sides)
    story.follow(events)
    for minute in minutes_of(session, 0, len(events) + 1):
        place = min(minute.events, len(story.entries) - 1)
        why = why_of(minute.reason)
        yield {
            "turn": story.turn_title(story.section_of(place).turn),
            "side": minute.side,
            "what": story.text(place).plain if minute.events < len(events) else "",
            "why": why.sentence,
            "weighed": [list(row) for row in why.weighed],
            "scale": why.scale if why.weighed else "",
            "words": why.words,
        }


def cards_of(way: str | None, kit: Kit[Any], battle: Battle) -> dict[str, str]:
    """The option of the cards that the command line names.

    Raises:
        UsageError: Cards are wanted, and the scenario has none, or is not played in that way.
    """
    if way is None:
        return {}
    known = kit.options.get("cards", ())
    if way not in known:
        raise UsageError(
            "--cards: there is no {way!r}; there are {known}",
            way=way,
            known=", ".join(known) or "none",
        )
    refusal = kit.option_refusal("cards", way, battle)
    if refusal:
        raise UsageError("--cards: {refusal}", refusal=refusal)
    return {"cards": way}


def report_of(
    system: System[Any], scenario: str, results: Sequence[Result], tally: Tally, seconds: float
) -> dict[str, Any]:
    """What is reported: each game, and how often everything occurred."""
    answers = sum(result.answers for result in results)
    return {
        "scenario": scenario,
        "games": [
            {
                "seed": result.seed,
                "winner": result.winner,
                "level": result.level,
                "vp": dict(result.vp),
                "turns": result.turns,
                "answers": result.answers,
            }
            for result in results
        ],
        "answers": answers,
        "answers_per_second": round(answers / seconds, 1) if seconds else None,
        "decisions": {d.__name__: tally.decisions[d.__name__] for d in system.decisions},
        "events": {e.__name__: tally.events[e.__name__] for e in system.events},
        "cells": dict(sorted(tally.cells.items())),
    }


def text_of(report: Mapping[str, Any]) -> str:
    """The report for a person."""
    lines = [say("{scenario}: {n} games", scenario=report["scenario"], n=len(report["games"]))]
    for game in report["games"]:
        vp = ", ".join(f"{side} {points}" for side, points in game["vp"].items())
        winner = game["winner"] or "nobody"
        lines.append(
            say(
                "  seed {seed}: {winner} ({level}), VP {vp}, {turns} turns, {answers} answers",
                seed=game["seed"],
                winner=winner,
                level=game["level"],
                vp=vp,
                turns=game["turns"],
                answers=game["answers"],
            )
        )
    for seed, reasons in report.get("reasons", {}).items():
        lines.append(say("  why, seed {seed}:", seed=seed))
        lines += [
            f"    {one['turn']}, {one['side']}: {one['what']} {one['words']}" for one in reasons
        ]
    lines.append(
        say(
            "{answers} answers, {answers_per_second} a second",
            answers=report["answers"],
            answers_per_second=report["answers_per_second"],
        )
    )
    unused = [n for kind in ("decisions", "events") for n, c in report[kind].items() if not c]
    if unused:
        lines.append(say("never occurred: {unused}", unused=", ".join(unused)))
    return "\n".join(lines)


def _keep(match: Match, folder: Path, scenario: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / f"{scenario}-{match.seed}.hexwar", save(match.session))
    except OSError as error:
        raise UserError(
            "{folder}: the save could not be written: {why}", folder=folder, why=error.strerror
        ) from error
