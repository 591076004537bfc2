"""The policy cautious as a player of the line protocol: lines.py BATCH."""

from __future__ import annotations

import sys

import numpy as np
from players import STEPS, Cautious, Place
from zombies import Square

LETTERS = {"Z": Square.ZOMBIE, "#": Square.BLOCK, "F": Square.FLASHLIGHT}


def square(text: str) -> Place:
    """A square, counted from 0."""
    row, column = text.split(",")
    return int(row) - 1, int(column) - 1


class Round:
    """A round, as a player of the package sees it."""

    def __init__(self, words: list[str], hearing: int) -> None:
        self.shape = int(words[0]), int(words[1])
        self.signpost = square(words[2])
        self.player = Cautious(int(words[5]), hearing)
        self.player.begin()

    def answer(self, light: str, own: str, legal: str, heard: str, things: list[str]) -> str:
        """The letter of the next move."""
        room = np.full(self.shape, Square.FLOOR if light == "lit" else Square.UNKNOWN)
        place = square(own)
        for down, across in STEPS.values():
            row, column = place[0] + down, place[1] + across
            if 0 <= row < self.shape[0] and 0 <= column < self.shape[1]:
                room[row, column] = Square.FLOOR
        for thing in things:
            room[square(thing[1:])] = LETTERS[thing[0]]
        room[self.signpost], room[place] = Square.SIGNPOST, Square.PLAYER
        observation = {"room": room, "lit": [light == "lit"], "heard": [0 if heard == "-" else int(heard)]}
        return "UDLR"[self.player.choose(observation, [letter in legal for letter in "UDLR"])]


def main() -> None:
    """Plays until the input ends."""
    hearing, began = 0, False
    rounds: dict[str, Round] = {}
    answers: list[str] = []
    for line in sys.stdin:
        words = line.split()
        if words[:2] == ["rule", "hearing-distance"]:
            hearing = int(words[2])
        elif words[0] == "round":
            rounds[words[1]] = Round(words[2:], hearing)
        elif words[0] == "see":
            answers += [words[1], rounds[words[1]].answer(words[2], words[3], words[4], words[5], words[6:])]
        elif words[0] == "end":
            del rounds[words[1]]
        elif words[0] == "go":
            if began:
                print(*answers, flush=True)
            else:
                print("name cautious", f"batch {sys.argv[1]}", "ready", sep="\n", flush=True)
            answers, began = [], True


if __name__ == "__main__":
    main()
