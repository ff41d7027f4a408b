"""Tables made by lot: as good for the one side as for the other, and the same everywhere."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine.lots import Lots
from hexwar.tabletop.ground import Ground, Piece
from hexwar.tabletop.landscape import Feature, Landscape, Middle, Recipe, Water, landscape

WIDTH, HEIGHT, ZONE = 9_000, 6_000, 2_000

RECIPE = Recipe(
    width=WIDTH,
    height=HEIGHT,
    zone=ZONE,
    margin=200,
    water=Water("stream", 120, 50, ("bridge", "ford"), 250),
    middles=(Middle("village", "block", 450, 1), Middle("hill", "round", 800, 1)),
    features=(
        Feature("hill", "round", (1, 2), (600, 900), is_clear_of_zones=False),
        Feature("wood", "round", (1, 2), (350, 480)),
        Feature("village", "block", (0, 1), (300, 380)),
        Feature("wall", "line", (1,), (300, 400)),
    ),
    road=70,
    names={"wood": ("the oak wood", "the birch wood")},
)


def made(seed: int) -> Landscape:
    return landscape(RECIPE, Lots(str(seed)))


def middle_of(piece: Piece) -> tuple[float, float]:
    xs, ys = [x for x, _ in piece.ring], [y for _, y in piece.ring]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@given(st.integers(0, 10**9))
def test_half_a_turn_takes_each_piece_to_its_twin(seed: int) -> None:
    laid = made(seed)
    pieces = {piece.id: piece for piece in laid.pieces}
    for south, north in laid.twins:
        (x, y), (far_x, far_y) = middle_of(pieces[south]), middle_of(pieces[north])
        assert pieces[south].kind == pieces[north].kind
        assert y < far_y
        assert dist((x, y), (WIDTH - far_x, HEIGHT - far_y)) < 350
    crossings = sorted(middle_of(p)[0] for p in laid.pieces if p.kind in ("bridge", "ford"))
    assert crossings == sorted(WIDTH - x for x in crossings)
    for piece in laid.pieces:
        if piece.kind in ("stream", "road") or piece.id == laid.middle:
            assert {(WIDTH - x, HEIGHT - y) for x, y in piece.ring} == set(piece.ring), piece


@given(st.integers(0, 10**9))
def test_nothing_that_keeps_troops_out_lies_where_they_set_up(seed: int) -> None:
    for piece in made(seed).pieces:
        if piece.kind not in ("hill", "road"):
            ys = [y for _, y in piece.ring]
            assert ZONE <= min(ys) <= max(ys) <= HEIGHT - ZONE, piece


@given(st.integers(0, 10**9))
def test_pieces_keep_apart_and_on_the_table(seed: int) -> None:
    laid = made(seed)
    ground = Ground(WIDTH, HEIGHT, laid.pieces)
    areas = [piece for piece in laid.pieces if piece.kind in ("hill", "wood", "village")]
    assert ground.holds(ground.shape(areas[0]))
    for piece in areas:
        others = {other.id for other in areas} - {piece.id}
        met = {other.id for other in ground.met(ground.shape(piece), {p.kind for p in areas})}
        assert met.isdisjoint(others), (piece, met)
        assert not ground.met(ground.shape(piece), {"stream"})


def test_the_middle_is_a_crossing_where_there_is_a_stream() -> None:
    kinds = set[tuple[bool, str]]()
    for seed in range(40):
        laid = made(seed)
        pieces = {piece.id: piece.kind for piece in laid.pieces}
        kinds.add(("stream" in pieces.values(), pieces[laid.middle]))
    assert kinds == {(True, "bridge"), (False, "village"), (False, "hill")}


def test_crossings_lie_above_the_stream_and_hills_below_all() -> None:
    order = ["bridge", "ford", "wood", "village", "wall", "road", "stream", "hill"]
    for seed in range(10):
        kinds = [piece.kind for piece in made(seed).pieces]
        ranks = [max(order.index(kind) - 5, 0) for kind in kinds]
        assert ranks == sorted(ranks)


def test_the_same_seed_lays_the_same_table() -> None:
    assert made(3) == made(3)
    assert made(3) != made(4)


@pytest.mark.parametrize("count", [1, 2, 6, 7])
def test_lots_are_whole_numbers_below_a_count(count: int) -> None:
    lots = Lots("seven")
    drawn = [lots.below(count) for _ in range(60 * count)]
    assert set(drawn) == set(range(count))


def test_a_weight_of_none_is_never_drawn() -> None:
    lots = Lots("weights")
    drawn = [lots.weighed("abc", (1, 0, 3)) for _ in range(400)]
    assert "b" not in drawn
    assert 60 < drawn.count("a") < 140
