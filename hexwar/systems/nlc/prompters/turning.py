"""Orders that turn at a word of the owner's: a Fall Back begins, a Probe stops (N12.32, N12.23)."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, Prompter
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.command.command import centre_of, units_under
from hexwar.systems.nlc.rules.orders.steps import BeginFallBack, StopProbe
from hexwar.systems.nlc.words import line_name, order_sentence
from hexwar.table.overlays import Overlays


class FallBackPrompter(Prompter[BeginFallBack]):
    """Two buttons: hold on, or begin to fall back."""

    def offer(self) -> Offer:
        """What the order says next, and whose it is."""
        line = self.decision.line
        held = self.view.lines[line]
        name, steps = line_name(self.view.battle, line, held.units), held.steps
        words = order_sentence(self.view.battle, steps[1:]) if steps[1:] else "Fall Back"
        return Offer(
            f"{name} goes on delaying, or begins what its order says next: {words}.",
            (
                Button("stay", "Go on delaying", f"{name} holds on", self.give(value=False)),
                Button("begin", "Begin to fall back", f"{words}.", self.give(value=True)),
            ),
            Overlays(selection=where(self, line)),
        )


class StopPrompter(Prompter[StopProbe]):
    """Two buttons: go on with the Probe, or stop and defend."""

    def offer(self) -> Offer:
        """Whose Probe it is."""
        line = self.decision.line
        name = line_name(self.view.battle, line, self.view.lines[line].units)
        return Offer(
            f"{name} goes on with its Probe, or stops and defends where it is.",
            (
                Button(
                    "stay", "Go on", f"{name} goes on", self.give(value=False), manner=Manner.MAIN
                ),
                Button(
                    "stop", "Stop the Probe", f"{name} defends from now on", self.give(value=True)
                ),
            ),
            Overlays(selection=where(self, line)),
        )


def where(prompter: Prompter[BeginFallBack] | Prompter[StopProbe], line: LineId) -> frozenset[Hex]:
    """Where a line's commander and troops are."""
    view = prompter.view
    hexes = [centre_of(view, line), *(view.units[unit].hex for unit in units_under(view, line))]
    return frozenset(hex_ for hex_ in hexes if hex_ is not None)
