#!/usr/bin/env python3
"""Kills random games in a terminal at random moments, and starts them again.

    moments.py PROGRAM COUNT [SEED] [NAME=VALUE ...]

A player presses keys and types lines. At a random moment, SIGKILL or SIGHUP ends the game: while it waits for a key,
right after a key, or while a solution is shown. The next game must show the same place, lives, moves and room, and keep
the same progress, settings, days and levels (GAME.md 1.15). A failure prints the keys before it, and a seed; the levels
of rounds differ from run to run.
"""

import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time

from game import KEYS, SQUARES, Failure, Run

# Help, options and the text screen cover a place, and the next game opens without them. So each is left again.
KEYS_OF_PLAYERS = [
    *["Up", "Down", "Left", "Right"] * 6, "Return", "Return", "Return", "Esc", "Space", "Backspace",
    *"iurmxcnegbzf12vy",
]
LINES = [
    "worlds", "worlds", "board", "workshop", "questions", "daily", "original", "rounds", "new", "hint", "undo 2", "restart",
    "up up left left", "left 3", "right", "add Ann", "add Ben", "add edge", "start", "begin", "turn", "end", "reset", "keep",
    "zombie 1 2", "block 2 2", "size 4 4", "lit", "play", "generate 4x4z1 easy", "set tell off", "set memory forget",
    "set symbols letters", "set symbols emoji", "enter", "next", "before", "answer 1", "stop", "take 1", "menu",
    "level S4/5/Z1#2/5/4P+lit", "yesterday",
]


def place(lines):
    """What a screen shows, without the message below the room or the panel."""
    found, is_below = [], False
    for line in lines:
        number, text = line.split("|", 1) if "|" in line[:4] else (99, line)
        is_room = any(square in text for square in SQUARES)
        if re.match(r"\s+\[?[←.]", text) or re.search(r"You continue where you were\.", text):
            is_below = True
            found += [text] if "continue" not in text else []
        elif is_room or not is_below or int(number) > 20 and re.search(r"\[q\] quit|\[\w+\] ", text):
            found.append(text)
    return found


class Game:
    """A game, its folder, and the keys so far."""

    def __init__(self, program, chance, variables):
        self.program, self.chance, self.variables, self.keys = program, chance, variables, []
        self.folder = tempfile.mkdtemp(prefix="zombies-moments-")
        os.makedirs(self.folder + "/data/zombies")
        with open(self.folder + "/data/zombies/progress", "w") as file:
            file.write("zombies-progress 3\nfirst-steps done\nend 37b09ca559c4ca79\n")
        self.run = self.start(self.folder)

    def start(self, folder):
        variables = {
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": folder, "XDG_DATA_HOME": folder + "/data",
            "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin", **self.variables}
        run = Run(self.program, ["play"], variables, folder, 80, 24, set(), None)
        run.settle()
        return run

    def close(self):
        self.run.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def press(self, key):
        self.keys.append(key)
        self.run.press(KEYS.get(key) or key.encode())

    def act(self):
        if self.chance.random() < 0.2:
            self.line(self.chance.choice(LINES))
        elif self.chance.random() < 0.05:
            # Changes a setting.
            for key in ["o", *self.chance.choices(["Down", "Right", "Up"], k=3), "Esc"]:
                self.press(key)
        else:
            self.press(self.chance.choice(KEYS_OF_PLAYERS))

    def line(self, line):
        """Types a line on the text screen."""
        self.press("t")
        # Where the text screen does not open, the letters would be keys, and q would leave the game.
        if not self.run.model.screen.is_hidden:
            self.press(line)
            self.press("Return")
            self.press("Esc")

    def files(self):
        """The kept files. What is in progress is compared by what is shown."""
        folder, found = self.folder + "/data/zombies", {}
        for name in sorted(os.listdir(folder)):
            if not name.endswith((".session", ".lock")):
                with open(os.path.join(folder, name)) as file:
                    found[name] = file.read()
        return found

    def end(self, kind):
        try:
            os.kill(self.run.process, kind)
        except ProcessLookupError:
            raise Failure(f"the game has ended: {self.run.finish()}; after {self.keys[-20:]}") from None
        self.run.finish()
        self.run.kill()

    def moment(self):
        """One moment: its kind, and what was wrong."""
        for _ in range(self.chance.choice([1, 2, 5, 12])):
            self.act()
        kind = self.chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGHUP])
        how = self.chance.choice(["while it waits", "while it waits", "while it waits", "after a key", "while it shows"])
        self.keys.append(f"<{kind.name} {how}>")
        before = place(self.run.model.lines())
        allowed = [before]
        if how == "while it waits":
            files = self.files()
        else:
            # Another game tells what the key does, if it is pressed in time.
            key = self.chance.choice(["Up", "Left", "Right", "Down", "u", "Return"]) if how == "after a key" else "m"
            twin = self.folder + "-twin"
            shutil.copytree(self.folder, twin)
            other = self.start(twin)
            allowed.append(place(other.model.lines()))
            other.press(KEYS.get(key) or key.encode())
            allowed += [place(picture) for picture in other.model.pictures] + [place(other.model.lines())]
            other.kill()
            shutil.rmtree(twin)
            self.run.send(KEYS.get(key) or key.encode())
            time.sleep(self.chance.random() * (0.02 if how == "after a key" else 1))
            files = None
        self.end(kind)
        self.run = self.start(self.folder)
        after, found = place(self.run.model.lines()), []
        # The explanation of a right answer is told once; the next game shows the next question.
        if any("Right: " in line for lines in allowed for line in lines):
            return how, found
        # What was told last may be missing below a panel, but nothing may be there that was not.
        nearest = min(allowed, key=lambda lines: len(set(after) - set(lines)))
        if not set(after) <= set(nearest):
            found += [f"- {line}" for line in nearest if line not in after]
            found += [f"+ {line}" for line in after if line not in nearest]
        if files is not None and files != self.files():
            found.append(f"files: {files} became {self.files()}")
        return how, found


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    variables = dict(word.split("=", 1) for word in sys.argv[3:] if "=" in word)
    seed = int(next((word for word in sys.argv[3:] if "=" not in word), 1))
    failures, player = 0, None
    for number in range(count):
        if player is None or number % 15 == 0:
            if player:
                player.close()
            player = Game(program, random.Random(seed + number // 15), variables)
        how, found = player.moment()
        if found:
            failures += 1
            print(f"FAILED {how} (seed {seed + number // 15}): after {' '.join(player.keys[-40:])}")
            print("\n".join("    " + line for line in found), flush=True)
    player.close()
    print(f"{count} moments, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
