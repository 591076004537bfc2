"""Exact values: their form, and their numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
import zombies


def test_forms() -> None:
    """The texts of zombies.h become fractions."""
    text = '{"levels": 171, "without_sight": 36, "with_sight": 105, "random": 0.017967308119, "random_error": 1e-12}'
    optimum = zombies.Optimum.read(text)
    assert optimum == (171, Fraction(36, 171), Fraction(105, 171), 0.017967308119, 1e-12)
    oracle = zombies.Oracle.read(
        '{"levels": 12, "moves": [{"move": 0, "wins": 5}, {"move": 2, "wins": 5}], "best": [0, 2], "advice": 2}'
    )
    assert oracle == (12, {0: Fraction(5, 12), 2: Fraction(5, 12)}, (0, 2), 2)


@pytest.mark.parametrize(
    "family,hearing,levels,without,sighted",
    [("classic", 0, 171, 36, 105), ("classic", 2, 171, 79, 105), ("block", 2, 342, 266, 302)],
)
def test_optimum(family: str, hearing: int, levels: int, without: int, sighted: int) -> None:
    optimum = zombies.Pool(family, levels="any", hearing_distance=hearing).optimum()
    assert optimum.levels == levels
    assert optimum.without_sight == Fraction(without, levels)
    assert optimum.with_sight == Fraction(sighted, levels)
    assert 0 < optimum.random < optimum.without_sight and optimum.random_error < 1e-9


@pytest.mark.parametrize("levels,counts", [("any", (171, 105)), ("solvable", (105, 105))])
def test_optimum_of_a_split(levels: str, counts: tuple[int, int]) -> None:
    """The parts have all levels, and who knows the part wins at least as many."""
    whole = zombies.Pool("classic", levels=levels).optimum()
    parts = [zombies.Pool("classic", levels=levels, split=part).optimum() for part in ("train", "test")]
    assert (whole.levels, whole.with_sight * whole.levels) == counts
    assert sum(part.levels for part in parts) == whole.levels
    assert sum(part.with_sight * part.levels for part in parts) == whole.with_sight * whole.levels
    assert sum(part.without_sight * part.levels for part in parts) > whole.without_sight * whole.levels
    assert all(0 < part.random < part.without_sight < 1 for part in parts)


def test_too_large() -> None:
    with pytest.raises(zombies.TooLargeError, match="."):
        zombies.Pool("20x20z9b9").optimum()


def test_oracle_wins_as_often_as_the_optimum() -> None:
    """A player who takes the advice wins the optimal share of all levels."""
    many = zombies.Pool("classic", levels="any", slots=4096)
    codes = sorted({many.level(slot) for slot in range(many.slots)})
    assert len(codes) == 171
    pool = zombies.Pool("classic", levels="any", hearing_distance=2, autoreset="disabled")
    won = 0
    for code in codes:
        pool.play(code)
        while not (pool.terminated[0] or pool.truncated[0]):
            oracle = pool.oracle()
            best = max(oracle.values.values(), default=0)
            assert oracle.best == tuple(move for move, value in oracle.values.items() if value == best > 0)
            assert oracle.advice is None or oracle.advice in oracle.best
            pool.step([oracle.advice if oracle.advice is not None else zombies.legal_moves(pool.masks[0])[0]])
        won += pool.outcomes[0] == zombies.Outcome.WON
    assert Fraction(won, len(codes)) == pool.optimum().without_sight
