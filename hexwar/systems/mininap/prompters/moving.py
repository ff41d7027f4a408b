"""The manoeuvre phases: choose a unit, drag or click where it goes, go (M14 to M20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from hexwar.engine import Manner, Refusal, refuse
from hexwar.messages import mark, say
from hexwar.shell.prompter import (
    Answer,
    Button,
    FightOffer,
    Offer,
    PieceId,
    Response,
)
from hexwar.systems.mininap.battle import Arm, Formation
from hexwar.systems.mininap.prompters.brigade import Train, train_of
from hexwar.systems.mininap.prompters.charging import Charges, drafted
from hexwar.systems.mininap.prompters.common import (
    StandPrompter,
    Word,
    cited,
    gestures,
    is_on,
    name_of,
    point_at,
)
from hexwar.systems.mininap.prompters.drafts import (
    Draft,
    Outcome,
    action_of,
    orders_of,
    outcome_of,
    refusal_of,
    standing_after,
)
from hexwar.systems.mininap.prompters.judging import NEAR, Judged, judged, led, missed, most_judged
from hexwar.systems.mininap.prompters.pictures import (
    ahead_of,
    can_words,
    grips_of,
    told,
    way_marks,
)
from hexwar.systems.mininap.rules.acting import ActWithUnit
from hexwar.systems.mininap.rules.charge import charger_refusal
from hexwar.systems.mininap.rules.manoeuvre import cannot_act
from hexwar.systems.mininap.rules.moving import (
    Action,
    Orders,
    Step,
    StepKind,
    allowance_of,
)
from hexwar.systems.mininap.rules.shapes import changes
from hexwar.systems.mininap.rules.standing import footprint, index
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.systems.mininap.words import block_of
from hexwar.table.forces import Side, UnitId
from hexwar.table.spot import Spot
from hexwar.table.stands import (
    Aim,
    Ghost,
    Grip,
    Handles,
    Hue,
    Marks,
    Ruling,
    Target,
    Wish,
)

_PIVOT: Final = StepKind.PIVOT

ABOUT: Final = Step(_PIVOT, 1800)


class MovePrompter(StandPrompter[ActWithUnit]):
    """Click a unit, then where it goes or whom it charges; or drag it there at once."""

    def __init__(self, view: MiniState, decision: ActWithUnit, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._draft: Draft | None = None
        self._train: tuple[UnitId, ...] = ()  # who goes the same way
        self._at: dict[str, int] = {}  # which of several ways a button gives next
        self._charges = Charges(view)
        self._refusal: Refusal | None = None  # why a wish was not had in full
        self._twin: tuple[Draft, MiniState] | None = None  # the table with the draft made
        self.next: Draft | None = None
        """What the player goes on with when the draft has been gone through with."""
        self._outcome: tuple[Draft, Outcome | None] | None = None  # reckoned last
        self._went: tuple[Draft, tuple[UnitId, ...], Train] | None = None  # likewise

    @cached_property
    def able(self) -> tuple[UnitId, ...]:
        """Who can still act, in the order of rank."""
        side = Side(self.decision.side)
        units = (u.id for u in self.view.in_play(side))
        return tuple(u for u in units if cannot_act(self.view, u) is None)

    # -- what is offered

    def offer(self) -> Offer:
        """The units that can act; of a chosen one where it would go and what else it can do."""
        draft, end = self._draft, self._end()
        if draft is None:
            return Offer(
                self._hint(), (end,), self._table_marks(), self._pickable, is_idle=not self.able
            )
        outcome = self.outcome
        report = outcome if outcome is not None and outcome.charge is not None else None
        return Offer(
            self._hint(),
            (*self._buttons(draft), end),
            self._table_marks().beside(self._draft_marks(draft)),
            self._pickable,
            (draft.unit, *self._train),
            verdict=self._verdict(),
            barred=self._refusal,
            extra=None if report is None else FightOffer(report, (draft.unit,)),
        )

    @cached_property
    def _pickable(self) -> frozenset[str]:
        return frozenset(str(unit.id) for unit in self.view.in_play())

    @property
    def outcome(self) -> Outcome | None:
        """What the draft comes to; None where there is none that is legal."""
        draft = self._draft
        if draft is None or draft.is_empty:
            return None
        if self._outcome is None or self._outcome[0] != draft:
            found = outcome_of(self.view, draft)
            self._outcome = draft, None if isinstance(found, Refusal) else found
        return self._outcome[1]

    def _hint(self) -> str:
        draft = self._draft
        if draft is None:
            if not self.able:
                return say("Nobody can do anything more: end the phase.")
            return say("Drag a unit that is ringed, or click it; who is not moved stays.")
        if draft.is_empty:
            return say("Click where it goes, or an enemy to charge; drag a corner to wheel.")
        return say("Space, or a click on the ghost, goes through with it; Esc takes back.")

    def _end(self) -> Button:
        left = len(self.able)
        tip = say("The other {n} units stay where they are", n=left) if left else ""
        return Button("end", say("End the phase"), tip, self._ended(), manner=Manner.END)

    def _ended(self) -> Response:
        """The end; a move that is thought out is made first, a charge is not to be forgotten."""
        if self._draft is not None and self._draft.target is not None:
            words = mark("{name} has a charge before it: go through with it, or take it back.")
            return refuse("M18.1", words, name=name_of(self.view, self._draft.unit))
        done = self.go() if self._is_ready else None
        made = self.law(None)
        if isinstance(done, tuple) and isinstance(made, tuple):
            return (*done, *made)
        return made

    @property
    def _is_ready(self) -> bool:
        """Whether a move is thought out that is made when the player goes on to something else."""
        return self.outcome is not None and self.outcome.charge is None

    def _verdict(self) -> str:
        draft, outcome = self._draft, self.outcome
        if draft is None:
            return ""
        if outcome is None:
            return can_words(self.view, draft.unit)
        return told(self.view, draft, outcome)

    # -- buttons

    def _buttons(self, draft: Draft) -> Iterator[Button]:
        if not draft.is_empty:
            yield self._go_button(draft)
        if draft.target is not None:
            yield from self._charge_buttons(draft)
            return
        unit, card = self.view.units[draft.unit], self.view.card(draft.unit)
        for formation in Formation:
            is_now = formation is unit.formation and unit.bend is None
            if card.is_single or not card.may_form(formation) or is_now:
                continue
            words = say("Form {formation}", formation=say(formation))
            tip = say("Press again for the next way")
            yield Button(f"form-{formation.name}", words, tip, word=f"{Word.FORM}:{formation.name}")
        if card.arm is Arm.ARTILLERY:
            words = say("Unlimber") if unit.is_limbered else say("Limber up")
            yield Button("limber", words, "", word=Word.LIMBER)
        if not unit.began_in_contact and not draft.kept and self._may_turn(unit):
            yield Button("about", say("Turn about"), say("Face the other way"), word=Word.ABOUT)
        if self._comrades(draft.unit):
            tip = say("The rest of the brigade goes the same way")
            yield Button("brigade", say("With the brigade"), tip, word=Word.BRIGADE)
        if self._refusal is not None and self._refusal.rule == "M14.11":
            tip = say("It is out of the battle, and counts as broken")
            yield Button("leave", say("Leave the table"), tip, word=Word.LEAVE)

    def _charge_buttons(self, draft: Draft) -> Iterator[Button]:
        if len(self._ways_now(draft)) > 1:
            tip = say("Touch the enemy elsewhere")
            yield Button("other", say("Other way"), tip, word=Word.OTHER)

    def _may_turn(self, unit: Unit) -> bool:
        is_gun = self.view.card(unit.id).arm is Arm.ARTILLERY
        return unit.bend is None and not (is_gun and not unit.is_limbered)

    def _go_button(self, draft: Draft) -> Button:
        action = action_of(self.view, draft)
        words = _VERBS.get(action, mark("Go"))
        text = say(words)
        if draft.target is not None:
            text = say("Charge {name}", name=name_of(self.view, draft.target))
        elif self._train:
            text = say("Go ({n} units)", n=len(self.train.orders))
        elif draft.change is not None and not draft.steps:
            text = say("Change formation")
        return Button("go", text, self._verdict(), self.go(), manner=Manner.MAIN)

    def go(self) -> Response:
        """Go through with the draft, and with those who go the same way."""
        draft = self._draft
        if draft is None or draft.is_empty:
            return None
        if self._train:
            kind = type(self.decision)
            return tuple(Answer(kind, orders) for orders in self.train.orders)
        return self.law(orders_of(self.view, draft))

    # -- who goes along

    @property
    def train(self) -> Train:
        """The chosen unit and those who go the same way, as far as they can."""
        draft, others = self._draft, self._train
        assert draft is not None
        if self._went is None or self._went[:2] != (draft, others):
            self._went = draft, others, train_of(self.view, draft, others)
        return self._went[2]

    def _comrades(self, unit: UnitId) -> tuple[UnitId, ...]:
        """Who of the same brigade can act too, its commander among them."""
        card = self.view.card(unit)
        brigades = card.commands if card.is_command else (card.brigade,)
        if not any(brigades):
            return ()
        found = []
        for other in self.able:
            theirs = self.view.card(other)
            if theirs.arm is Arm.ARTILLERY and not self.view.units[other].is_limbered:
                continue  # guns that stand in battery stay there
            own = theirs.commands if theirs.is_command and len(theirs.commands) == 1 else ()
            if other != unit and (theirs.brigade in brigades or set(own) & set(brigades)):
                found.append(other)
        return tuple(found)

    # -- what the player does

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """An own unit is chosen, and others with it; an enemy is charged by who is chosen."""
        known = [UnitId(str(p)) for p in pieces if p in self.view.units]
        if not known:
            return None
        own = [u for u in known if self.view.side_of(u) == self.decision.side]
        if known[-1] not in own:
            return self._aim(known[-1])
        if len(own) > 1:
            able = [u for u in own if u in self.able]
            lead = able[0] if able else own[0]
            if self._draft is None or self._draft.unit != lead:
                self._draft, self._at = Draft(lead), {}
            self._train = tuple(able[1:])
            return None
        return self._choose(own[0])

    def _choose(self, unit: UnitId) -> Response:
        refusal = cannot_act(self.view, unit)
        if refusal is not None:
            return refusal
        if self._draft is None or self._draft.unit != unit:
            if self._is_ready:
                self.next = Draft(unit)
                return self.go()
            self._draft, self._train, self._at = Draft(unit), (), {}
        elif not self._draft.is_empty:
            return self.go()
        self._refusal = None
        return None

    def _aim(self, enemy: UnitId) -> Response:
        """Charge an enemy; once more goes."""
        draft = self._draft
        if draft is None:
            return None
        if draft.target == enemy:
            return self.go()
        made = self._charges.best(draft.unit, enemy)
        if isinstance(made, Refusal):
            self._refusal = made
            return made
        self._draft, self._train, self._refusal = made, (), None
        return None

    def _ways_now(self, draft: Draft) -> list[Orders]:
        return [] if draft.target is None else self._charges.ways(draft.unit, draft.target)

    def click(self, spot: Spot, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The ghost goes; a unit is chosen or charged; the bare table is where it goes.

        The right button takes back what was added last (M32.6).
        """
        if joins:
            self.back()
            return None
        point, draft = point_at(spot), self._draft
        if point is None:
            return None
        outcome = self.outcome
        if draft is not None and outcome is not None and is_on(self.view, outcome.after, point):
            return self.go()
        unit = self.unit_at(spot)
        if unit is not None and not (draft is not None and unit == draft.unit):
            return self.pick((unit,))
        if draft is None:
            return None
        return self._settle(led(self.view, replace(draft, target=None), point))

    def _settle(self, found: Judged) -> Response:
        """Take over what has become of a wish."""
        if found.draft is not None:
            self._draft = found.draft
        self._refusal = found.refusal
        return found.refusal if found.draft is None else None

    def cycle(self, step: int) -> Spot | None:
        """Choose the next unit that can act."""
        now = self._draft.unit if self._draft is not None else None
        if now is not None and self._is_ready:
            return self.spot_of(now)  # it is not left half done
        unit = self.next_of(self.able, now, step)
        if unit is None:
            return None
        self._choose(unit)
        return self.spot_of(unit)

    def back(self) -> bool:
        """Take back what was added last; then the choice of the unit."""
        self._refusal = None
        if self._draft is None:
            return False
        if self._train:
            self._train = ()
            return True
        self._draft = self._draft.back()
        return True

    def held_back(self) -> None:
        """The draft stays as it is."""

    def write(self, word: str) -> Response:
        """A button: a formation, limbering, about, another way, the brigade."""
        kind, _, name = word.partition(":")
        draft = self._draft
        if draft is None:
            return None
        deeds = {
            Word.LIMBER: lambda: self._switch(draft),
            Word.ABOUT: lambda: self._try(draft.by_handle(ABOUT)),
            Word.OTHER: lambda: self._other(draft),
            Word.BRIGADE: lambda: self._gather(draft),
            Word.LEAVE: lambda: self._leave(draft),
        }
        if kind == Word.TURN:
            return self._settle(most_judged(self.view, draft.by_handle(Step(_PIVOT, int(name)))))
        return self._form(draft, Formation[name]) if kind == Word.FORM else deeds[Word(kind)]()

    def _form(self, draft: Draft, formation: Formation) -> Response:
        """The next way to form it that is legal."""
        unit = standing_after(self.view, replace(draft, kept=draft.steps, way=(), change=None))
        ways = [c for c in changes(self.view, unit) if c.formation is formation]
        ways.sort(key=lambda change: (not change.is_second, change.still))
        is_first = self.view.card(draft.unit).arm is Arm.CAVALRY and not draft.steps
        bare = replace(draft, target=None, is_first=is_first)
        made = [replace(bare, change=change) for change in ways]
        legal = [one for one in made if refusal_of(self.view, one) is None]
        if not legal:
            return refusal_of(self.view, made[0]) if made else None
        at = self._at.get(formation.name, -1) + 1 if draft.change is not None else 0
        self._at = {formation.name: at}
        self._draft, self._refusal = legal[at % len(legal)], None
        return None

    def _switch(self, draft: Draft) -> Response:
        """Limber up, or unlimber; once more not."""
        unit = self.view.units[draft.unit]
        made = replace(draft, switches=not draft.switches, turn=0, target=None)
        if not draft.switches and not unit.is_limbered:
            made = replace(made, kept=(), way=())  # what it would have been moved by hand
        return self._try(made)

    def _try(self, draft: Draft) -> Response:
        """Take over a draft if it is legal."""
        refusal = None if draft.is_empty else refusal_of(self.view, draft)
        if refusal is None:
            self._draft, self._refusal = draft, None
        return refusal

    def _other(self, draft: Draft) -> Response:
        ways = self._ways_now(draft)
        at = self._at.get("other", 0) + 1
        self._at["other"] = at
        if ways:
            self._draft = drafted(ways[at % len(ways)])
        return None

    def _gather(self, draft: Draft) -> Response:
        """The brigade goes the same way, or no longer."""
        if draft.target is not None:
            return refuse("M18.5", mark("Each unit charges by itself."))
        self._train = () if self._train else self._comrades(draft.unit)
        return None

    def _leave(self, draft: Draft) -> Response:
        """Straight on over the edge."""
        unit = standing_after(self.view, replace(draft, way=()))
        far = allowance_of(self.view, unit).move
        for share in range(1, 11):
            step = Step(StepKind.FORWARD, round(10 * far * share))
            made = replace(draft, way=(step,), leaves=True)
            if refusal_of(self.view, made) is None:
                self._draft, self._refusal = made, None
                return None
        return refuse("M14.11", mark("The edge is too far."))

    # -- dragging

    def judge(self, wish: Wish) -> Ruling:
        """Where a unit that is dragged would stand."""
        draft = self._wished(wish)
        found = self._judged(draft, wish)
        if found.draft is None:
            return Ruling(None, is_legal=False, reason=cited(found.refusal))
        outcome = outcome_of(self._seen_by(found.draft.unit), found.draft)
        if isinstance(outcome, Refusal):  # the move before it is in the way of a charge
            return Ruling(None, is_legal=False, reason=cited(outcome))
        is_all = found.refusal is None or missed(self.view, found.draft, wish) <= NEAR
        return Ruling(
            block_of(self.view, outcome.after),
            is_all,
            told(self.view, found.draft, outcome),
            "" if is_all else cited(found.refusal),
            way_marks(self.view, found.draft, outcome),
        )

    def _wished(self, wish: Wish) -> Draft:
        """The draft that a wish goes on from: that of the chosen unit, or a new one."""
        draft, unit = self._draft, UnitId(wish.piece)
        if draft is None or draft.unit != unit:
            return Draft(unit)
        return replace(draft, target=None, kept=() if draft.target else draft.kept)

    def _under(self, wish: Wish) -> UnitId | None:
        """The enemy that the pointer is over."""
        for unit in self.view.in_play():
            is_foe = self.view.side_of(unit.id) != self.decision.side
            if is_foe and is_on(self.view, unit, wish.at, 0.2):
                return unit.id
        return None

    def _judged(self, draft: Draft, wish: Wish) -> Judged:
        """What becomes of a wish: over an enemy a charge, or as near to him as may be."""
        enemy = self._under(wish) if wish.grip is Grip.BODY else None
        if enemy is None:
            return judged(self._seen_by(draft.unit), draft, wish)
        made = self._charges.best(draft.unit, enemy)
        if isinstance(made, Draft):
            return Judged(made)
        return Judged(led(self._seen_by(draft.unit), draft, wish.pose.point).draft, made)

    def _seen_by(self, unit: UnitId) -> MiniState:
        """The table as a unit has it: another's move that is thought out is made before its own."""
        draft, outcome = self._draft, self.outcome
        if draft is None or draft.unit == unit or outcome is None or outcome.charge is not None:
            return self.view
        if self._twin is None or self._twin[0] != draft:
            twin = self.view.copy()
            twin.put(replace(outcome.after, is_done=True))
            twin.forget()
            self._twin = draft, twin
        return self._twin[1]

    def let_go(self, wish: Wish) -> Response:
        """It stays a ghost there until it is gone through with."""
        unit = UnitId(wish.piece)
        draft = self._wished(wish)
        refusal = cannot_act(self.view, unit)
        if refusal is not None:
            return refusal
        found = self._judged(draft, wish)
        if (self._draft is None or self._draft.unit != unit) and self._is_ready:
            if found.draft is None:
                return found.refusal
            self.next = found.draft
            return self.go()
        if self._draft is None or self._draft.unit != unit:
            self._draft, self._train, self._at = Draft(unit), (), {}
        return self._settle(found)

    def take_up(self, draft: Draft) -> None:
        """Go on with a draft that was begun before the last answer."""
        if cannot_act(self.view, draft.unit) is None:
            self._draft = draft
            if not draft.is_empty and self.outcome is None:
                self._draft = Draft(draft.unit)

    # -- marks

    def _table_marks(self) -> Marks:
        """Who can act; with nobody chosen each can be dragged at once."""
        ready = frozenset(str(unit) for unit in self.able)
        if self._draft is not None:
            return Marks(ready=ready)
        return Marks(ready=ready, handles=tuple(Handles(str(u)) for u in self.able))

    def _draft_marks(self, draft: Draft) -> Marks:
        outcome = self.outcome
        chosen = frozenset(str(u) for u in (draft.unit, *self._train))
        block = None if outcome is None else block_of(self.view, outcome.after)
        others = tuple(Handles(str(u)) for u in self.able if u != draft.unit)
        handles = (Handles(str(draft.unit), grips_of(self.view, draft), block), *others)
        marks = Marks(selected=chosen, handles=handles)
        if outcome is None or block is None:
            return marks.beside(self._targets(draft)).beside(ahead_of(self.view, draft))
        ghost = Ghost(block, Hue.GOOD, told(self.view, draft, outcome))
        laid = way_marks(self.view, draft, outcome).beside(Marks(ghosts=(ghost,)))
        return marks.beside(laid).beside(self._train_marks())

    def _train_marks(self) -> Marks:
        if not self._train:
            return Marks()
        ghosts = (Ghost(block_of(self.view, unit)) for unit in self.train.after)
        return Marks(ghosts=tuple(ghosts))

    def _targets(self, draft: Draft) -> Marks:
        """Whom the chosen unit can charge."""
        unit = self.view.units[draft.unit]
        if charger_refusal(self.view, unit) is not None:
            return Marks()
        reach = allowance_of(self.view, unit).charge
        found = []
        for near in index(self.view).near(footprint(self.view, unit), reach + 0.5, (unit.id,)):
            if self.view.side_of(near.key) == self.decision.side:
                continue
            if self._charges.ways(unit.id, near.key):
                cm = say("{cm} cm", cm=f"{near.length:.1f}")
                found.append(Target(str(near.key), Aim.CHARGE, text=cm))
        return Marks(targets=tuple(found))


_VERBS = {
    Action.MANOEUVRE: mark("Go"),
    Action.DISENGAGE: mark("Disengage"),
    Action.PROLONG: mark("Move by hand"),
    Action.LIMBER: mark("Limber up"),
    Action.LIMBER_AND_MOVE: mark("Limber up and go"),
    Action.MOVE_AND_UNLIMBER: mark("Unlimber there"),
}


GESTURES = gestures({ActWithUnit: MovePrompter})
