"""Who acts before the chits, and who acts together (N4.2, N4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, PieceId, Prompter, Response
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.pad_words import order_line
from hexwar.systems.nlc.rules.turn.actions import (
    Body,
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
    member_refusal,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays


class InitialPrompter(Prompter[ChooseInitialFormation]):
    """A button for each formation that may act first; a click on one of its hexes does the same."""

    def offer(self) -> Offer:
        """The formations with their orders, and nobody."""
        found = [formation for formation in self.options if formation is not None]
        return Offer(
            "Click a formation that is marked, or its button; it acts before any chit is drawn.",
            (*(self._button(formation) for formation in found), self._nobody()),
            Overlays(ready=_hexes(self.view, found)),
            pickable=_pieces(self.view, found),
            decides=True,
        )

    def _button(self, formation: FormationId) -> Button:
        told = order_line(self.view, LineId(formation))
        return Button(
            formation,
            formation_name(self.view, formation),
            f"It acts first. {told}".strip(),
            self.give(formation),
        )

    def _nobody(self) -> Button:
        words = "Every chit stays in its cup"
        return Button("end", "Nobody", words, self.give(None), manner=Manner.END)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The formation of the troops there acts first; several in one hex must be told apart."""
        here = _formations_in(self.view, Side(self.decision.side), hex_)
        able = [formation for formation in here if formation in self.options]
        if len(able) > 1:
            return Refusal("Troops of several formations stand there: press a button.", "N4.22")
        return self.law((able or here)[0]) if here else None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """The formation of the chosen piece acts first."""
        return self.law(_formation_of(self.view, pieces[-1])) if pieces else None


class BodyPrompter(Prompter[ChooseCoordinatedFormations]):
    """Choose formations one after another, by clicks or buttons, then let them act together."""

    def __init__(
        self, view: GameState, decision: ChooseCoordinatedFormations, options: Sequence[Body | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._chosen: Body = ()
        side = Side(decision.side)
        self._able = [f for f in view.battle.formations if member_refusal(view, side, f) is None]

    def offer(self) -> Offer:
        """The formations that may take part, and those who do so far."""
        return Offer(
            self._hint(),
            (*self._go(), *(self._button(f) for f in self._able), self._nobody()),
            Overlays(
                ready=_hexes(self.view, self._able), selection=_hexes(self.view, self._chosen)
            ),
            pickable=_pieces(self.view, self._able),
        )

    def _hint(self) -> str:
        if not self._chosen:
            return "Click the formations that act together; a second click leaves one out again."
        return f"{self._names()} act together; click others, or press Space."

    def _names(self) -> str:
        return ", ".join(self.view.battle.formations[f].name for f in self._chosen)

    def _go(self) -> tuple[Button, ...]:
        if not self._chosen:
            return ()
        words = f"{self._names()} act as one body"
        return (Button("go", "Act together", words, self.law(self._chosen), manner=Manner.MAIN),)

    def _button(self, formation: FormationId) -> Button:
        is_in = formation in self._chosen
        mark = "\N{CHECK MARK} " if is_in else ""
        told = order_line(self.view, LineId(formation))
        verb = "Leave it out again." if is_in else "It takes part."
        piece = next(iter(_pieces_of(self.view, formation)))
        return Button(
            formation,
            f"{mark}{formation_name(self.view, formation)}",
            f"{verb} {told}".strip(),
            picks=(piece,),
        )

    def _nobody(self) -> Button:
        words = "The chit has no effect"
        return Button("end", "Nobody", words, self.give(None), manner=Manner.END)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The formations of the troops there take part, or do no more."""
        here = _formations_in(self.view, Side(self.decision.side), hex_)
        able = [formation for formation in here if formation in self._able]
        if here and not able:
            return self.law((here[0],))
        if len(able) > 1:
            return Refusal("Troops of several formations stand there: press a button.", "N4.32")
        return self._toggle(able[0]) if able else None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """The formation of the chosen piece takes part, or does no more."""
        return self._toggle(_formation_of(self.view, pieces[-1])) if pieces else None

    def _toggle(self, formation: FormationId) -> Response:
        if formation in self._chosen:
            self._chosen = tuple(f for f in self._chosen if f != formation)
            return None
        wanted = (*self._chosen, formation)
        refusal = self.decision.refusal(self.view, wanted)
        if refusal is None:
            self._chosen = wanted
        return refusal

    def back(self) -> bool:
        """Leave out the last formation."""
        was, self._chosen = self._chosen, self._chosen[:-1]
        return bool(was)


def formation_name(view: GameState, formation: FormationId) -> str:
    """A formation with its commander: `V Cavalry Corps (Milhaud)`."""
    card = view.battle.formations[formation]
    leaders = [view.battle.leaders[x].name for x in card.leaders[:1]]
    return f"{card.name} ({leaders[0]})" if leaders else card.name


def _pieces_of(view: GameState, formation: FormationId) -> list[PieceId]:
    """The pieces of a formation on the map, units first."""
    card = view.battle.formations[formation]
    units: list[PieceId] = [unit for unit in card.units if view.units[unit].hex is not None]
    return [*units, *(x for x in card.leaders if view.leaders[x].hex is not None)]


def _pieces(view: GameState, formations: Sequence[FormationId]) -> frozenset[str]:
    return frozenset(piece for f in formations for piece in _pieces_of(view, f))


def _hexes(view: GameState, formations: Sequence[FormationId]) -> frozenset[Hex]:
    """Where the combat units of some formations stand."""
    units = (unit for f in formations for unit in view.units_of(f))
    hexes = (view.units[unit].hex for unit in units if view.card(unit).is_combat_unit)
    return frozenset(hex_ for hex_ in hexes if hex_ is not None)


def _formations_in(view: GameState, side: Side, hex_: Hex) -> list[FormationId]:
    return list(dict.fromkeys(view.formation_of(unit).id for unit in view.units_in(hex_, side)))


def _formation_of(view: GameState, piece: PieceId) -> FormationId:
    if piece in view.leaders:
        return view.battle.leaders[LeaderId(piece)].formation
    return view.formation_of(UnitId(piece)).id
