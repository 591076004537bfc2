"""The rules of the puzzle and what a player sees, written as plainly as possible. Nothing here uses the package."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
UNKNOWN, FLOOR, WALL, BLOCK, ZOMBIE, FLASHLIGHT, SIGNPOST, PLAYER = range(8)
WON, CAUGHT, STUCK, OUT_OF_MOVES, NO_OUTCOME = 0, 1, 2, 3, 255

Place = tuple[int, int]


class Rules(NamedTuple):
    """The rules and the limit on moves."""

    catching_distance: int = 1
    chase: str = "longest"
    zombie_speed: int = 1
    hearing_distance: int = 0
    max_moves: int = 100


def distance(a: Place, b: Place) -> int:
    """The Manhattan distance of two squares."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class Round:
    """A round on a level."""

    def __init__(self, code: str, rules: Rules) -> None:
        self.rules = rules
        text, _, light = code.partition("+")
        things: dict[str, list[Place]] = {letter: [] for letter in "SPZ#F"}
        rows = text.split("/")
        self.columns = 0
        for row, line in enumerate(rows):
            column = 0
            for word in re.findall(r"\d+|[SPZ#F]", line):
                if word.isdigit():
                    column += int(word)
                else:
                    things[word].append((row, column))
                    column += 1
            self.columns = column
        self.rows = len(rows)
        self.signpost, self.player = things["S"][0], things["P"][0]
        self.zombies, self.blocks, self.flashlights = things["Z"], things["#"], things["F"]
        self.moves = 0
        self.is_lit = light == "lit" or self.sees_flashlight()
        self.outcome = NO_OUTCOME
        if self.is_caught():
            self.outcome = CAUGHT
        elif not self.legal_moves():
            self.outcome = STUCK

    def is_inside(self, place: Place) -> bool:
        """Whether a square is in the room."""
        return 0 <= place[0] < self.rows and 0 <= place[1] < self.columns

    def target(self, move: int) -> Place:
        """The square to which a move leads."""
        return self.player[0] + STEPS[move][0], self.player[1] + STEPS[move][1]

    def legal_moves(self) -> list[int]:
        """The legal moves."""
        return [m for m in range(4) if self.is_inside(self.target(m)) and self.target(m) not in self.blocks]

    def is_caught(self) -> bool:
        """Whether a zombie is within the catching distance."""
        return any(distance(zombie, self.player) <= self.rules.catching_distance for zombie in self.zombies)

    def sees_flashlight(self) -> bool:
        """Whether a flashlight is on the player's square or next to it."""
        return any(distance(flashlight, self.player) <= 1 for flashlight in self.flashlights)

    def move(self, move: int) -> None:
        """Makes a move. An illegal one leads nowhere, and counts."""
        if self.outcome != NO_OUTCOME:
            return
        self.moves += 1
        if move in self.legal_moves():
            self.walk(self.target(move))
        if self.outcome == NO_OUTCOME and self.moves >= self.rules.max_moves:
            self.outcome = OUT_OF_MOVES

    def walk(self, target: Place) -> None:
        """Walks to a square: the order of RULES.md."""
        self.player = target
        if target == self.signpost:
            self.outcome = WON
            return
        if self.is_caught():
            self.outcome = CAUGHT
            return
        if self.is_lit:
            self.chase()
            if self.is_caught():
                self.outcome = CAUGHT
                return
        elif self.sees_flashlight():
            self.is_lit = True
        if not self.legal_moves():
            self.outcome = STUCK

    def chase(self) -> None:
        """All zombies make their steps, in reading order."""
        for zombie in sorted(self.zombies):
            place = zombie
            for _ in range(self.rules.zombie_speed):
                step = self.zombie_step(place)
                if step is None:
                    break
                self.zombies[self.zombies.index(place)] = step
                place = step

    def zombie_step(self, place: Place) -> Optional[Place]:
        """The square to which a zombie steps; None if it stays."""
        down, across = self.player[0] - place[0], self.player[1] - place[1]
        vertical = (place[0] + (down > 0) - (down < 0), place[1]) if down else None
        horizontal = (place[0], place[1] + (across > 0) - (across < 0)) if across else None
        is_vertical_first = {"longest": abs(down) >= abs(across), "vertical": True, "horizontal": False}
        steps = [vertical, horizontal] if is_vertical_first[self.rules.chase] else [horizontal, vertical]
        for step in steps:
            if step and step not in self.blocks and step not in self.zombies and step != self.signpost:
                return step
        return None

    def sight(self, rows: int, columns: int) -> list[list[int]]:
        """What the player sees, in a room of the given sides."""
        seen = [[WALL] * columns for _ in range(rows)]
        for row in range(self.rows):
            for column in range(self.columns):
                place = (row, column)
                is_seen = self.is_lit or distance(place, self.player) <= 1
                value = UNKNOWN
                if place == self.player:
                    value = PLAYER
                elif place == self.signpost:
                    value = SIGNPOST
                elif is_seen:
                    value = FLOOR
                    for things, name in ((self.flashlights, FLASHLIGHT), (self.blocks, BLOCK), (self.zombies, ZOMBIE)):
                        if place in things:
                            value = name
                seen[row][column] = value
        return seen

    def heard(self) -> int:
        """The number of zombies heard."""
        if self.is_lit or self.outcome in (WON, CAUGHT) or not self.rules.hearing_distance:
            return 0
        return sum(distance(zombie, self.player) <= self.rules.hearing_distance for zombie in self.zombies)

    def mask(self) -> list[int]:
        """1 for each legal move; all moves if the round is over, because they are ignored then."""
        if self.outcome != NO_OUTCOME:
            return [1, 1, 1, 1]
        return [int(move in self.legal_moves()) for move in range(4)]
