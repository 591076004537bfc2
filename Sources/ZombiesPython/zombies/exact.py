"""Exact values of small families and of rounds."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import NamedTuple, Optional


class Optimum(NamedTuple):
    """The win rates of the best players over the levels that a pool plays, each equally likely."""

    #: The number of levels.
    levels: int
    #: The win rate of the best player, who sees and hears what the rules let a player see and hear.
    without_sight: Fraction
    #: The win rate of the best player with sight of the whole level.
    with_sight: Fraction
    #: The win rate of a player who makes each legal move with the same probability.
    random: float
    #: The maximum error of `random`.
    random_error: float

    @staticmethod
    def read(text: str) -> Optimum:
        """Reads the text of zombies_optimum."""
        found = json.loads(text)
        levels = found["levels"]
        return Optimum(
            levels,
            Fraction(found["without_sight"], levels),
            Fraction(found["with_sight"], levels),
            float(found["random"]),
            float(found["random_error"]),
        )


class Oracle(NamedTuple):
    """The best moves of a round, given what its player has seen and heard so far."""

    #: The number of levels that agree with what the player has seen and heard.
    levels: int
    #: For each legal move, the share of these levels that are won with it and the best moves afterwards, without a
    #: limit on moves. Empty if the round is over.
    values: dict[int, Fraction]
    #: The moves with the highest value, in ascending order; none if nothing can be won. Some may lead back and forth.
    best: tuple[int, ...]
    #: One of the best moves: a player who always makes it plays best. None if nothing can be won.
    advice: Optional[int]

    @staticmethod
    def read(text: str) -> Oracle:
        """Reads the text of zombies_oracle."""
        found = json.loads(text)
        levels = found["levels"]
        values = {entry["move"]: Fraction(entry["wins"], max(1, levels)) for entry in found["moves"]}
        return Oracle(levels, values, tuple(found["best"]), found["advice"])
