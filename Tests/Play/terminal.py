#!/usr/bin/env python3
"""Plays `zombies` in a pseudo-terminal and prints what a terminal shows.

    terminal.py PROGRAM SCRIPT [NAME=VALUE ...]

A script is a list of steps, one a line; lines that are indented are answers, and are not read. The script
is printed again with the answers of this run, so that a script with its answers is a transcript, and a
run is as it was if both are the same. PROGRAM takes the place of the word `zombies`. The variables are
added to the few that the game gets.

    size 80 x 24            before the start: the size of the terminal; later: the terminal is resized
    emoji 1                 before the start: the columns that the terminal gives an emoji (2)
    ignore HUP              before the start: a signal is ignored, as nohup does
    limit 300               before the start: the longest file that the game can write, in bytes, as on a full disk
    file NAME: TEXT         before the start: writes a file; \\n is a newline
    [NAME=VALUE ...] zombies WORDS
                            starts the game; after an end, starts it again
    keys Up w Return        presses keys, one after the other, each when the game has done with the former; Up*9
                            presses one nine times at once
    type TEXT               presses all keys of a text at once, \n for Return
    send KEY                presses a key, and waits for nothing
    paste N TEXT            sends N bytes, the text again and again, \n for Return; with `bracketed` before N, as
                            a paste
    random N SEED [without KEYS]
                            presses N keys at random, in bursts; what was open over the place where that leads to is
                            closed
    until TEXT              waits until the screen has the text
    screen                  shows the screen: the rows that are not empty, and the cursor if it is visible
    pictures                shows each picture since the last step but one that pressed keys, or that changed
    cells 5 x 5             says whether each square of a room stands in its columns, as emoji
    looks                   says which looks (colours and the like) have been used
    signal TERM             sends a signal
    suspended               waits until the game is suspended, and says how the terminal is
    continue                lets it go on in the foreground
    close                   closes the terminal
    ends                    waits for the end, and says how it ended, how the terminal is, and what it shows
    show NAME               shows a file; of a record of rounds, TIME in the place of the seconds
    run WORDS               runs zombies without a terminal, and shows its output
    pipe TEXT | WORDS       runs zombies without a terminal, the text as its input

Nothing here waits for a time that is assumed to be enough: a key has been dealt with when the game has read
it and waits for the next one, which the system tells (Linux). Where it does not tell, the output has to be
still for a while.
"""

import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile

import pyte

from game import KEYS, LIMIT, Failure, Run

COLUMNS_OF = pyte.screens.wcwidth


class Transcript:
    """Plays a script, and prints it with its answers."""

    def __init__(self, program, folder, variables):
        self.program, self.folder = program, folder
        self.variables = {
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": folder, "XDG_DATA_HOME": folder + "/data",
            "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin", **variables,
        }
        self.size, self.ignored, self.limit, self.run, self.first = (80, 24), set(), None, None, 0

    def say(self, lines):
        for line in lines:
            print("  " + line.replace(self.folder, "FOLDER"))

    def step(self, line):
        verb, _, rest = line.partition(" ")
        run = self.run
        if re.match(r"([A-Z_]+=\S* )*zombies\b", line):
            return self.start(shlex.split(line))
        if verb not in ("size", "emoji", "ignore", "limit", "file", "run", "pipe", "show") and run is None:
            raise Failure("no game has been started")
        if verb in ("keys", "type", "send", "paste", "random"):
            self.first = len(run.model.pictures)
        if verb == "size":
            self.resize(*(int(number) for number in re.findall(r"\d+", rest)))
        elif verb == "emoji":
            pyte.screens.wcwidth = lambda sign: min(COLUMNS_OF(sign), int(rest))
        elif verb == "ignore":
            self.ignored = {signal.Signals["SIG" + name] for name in rest.split()}
        elif verb == "limit":
            self.limit = int(rest)
        elif verb == "file":
            name, _, text = rest.partition(": ")
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text.replace("\\n", "\n"))
        elif verb == "keys":
            for key in rest.split():
                key, _, count = key.partition("*")
                run.press((KEYS.get(key) or key.encode()) * int(count or 1))
        elif verb == "type":
            run.press(rest.replace("\\n", "\r").encode())
        elif verb == "send":
            run.send(KEYS.get(rest) or rest.replace("\\n", "\r").encode())
        elif verb == "paste":
            self.paste(rest.split())
        elif verb == "random":
            words = rest.split()
            self.random(int(words[0]), int(words[1]), "".join(words[3:]))
        elif verb == "until":
            run.wait(lambda: rest in run.model.text(), f"'{rest}'")
        elif verb == "screen":
            self.say(run.model.lines())
        elif verb == "pictures":
            self.pictures()
        elif verb == "cells":
            self.say(run.model.cells(*(int(number) for number in re.findall(r"\d+", rest))))
        elif verb == "looks":
            looks = sorted(look.decode() for look in run.model.looks)
            self.say([" ".join(looks) if looks else "none"])
        elif verb == "signal":
            os.kill(run.process, signal.Signals["SIG" + rest])
        elif verb == "suspended":
            run.wait(run.over, "that the game is suspended")
            answer = run.answer()
            while run.read(0.05):
                pass
            run.suspended = True
            self.say([answer + "; " + run.terminal()])
        elif verb == "continue":
            run.suspended = False
            run.draws(lambda: os.write(run.orders, b"c"))
        elif verb == "close":
            run.close()
        elif verb == "ends":
            ending = run.finish()
            # Of a terminal that is gone, the game may hear in two ways.
            self.say(["the game is gone"] if run.closed else [ending + "; " + run.terminal()])
            self.say([] if run.closed else run.model.lines())
        elif verb == "show":
            with open(os.path.join(self.folder, rest)) as file:
                self.say(re.sub(r",\d+\.\d{3}(?=,)", ",TIME", line) for line in file.read().splitlines())
        elif verb == "run":
            self.pipe("", rest)
        elif verb == "pipe":
            self.pipe(*rest.rsplit(" | ", 1))
        else:
            raise Failure("not a step")

    def start(self, words):
        place = words.index("zombies")
        variables = dict(self.variables)
        for word in words[:place]:
            name, _, value = word.partition("=")
            variables[name] = value
        if self.run:
            self.run.kill()
        self.run = Run(
            self.program, words[place + 1:], variables, self.folder, *self.size, self.ignored, self.limit)
        self.first = 0
        self.run.settle()

    def resize(self, columns, rows):
        self.size = (columns, rows)
        if self.run is None or self.run.ended:
            return

        def act():
            self.run.model.resize(columns, rows)
            self.run.set_size(columns, rows)

        act() if self.run.suspended else self.run.draws(act)

    def paste(self, words):
        bracketed = words[0] == "bracketed"
        count, text = int(words[1 if bracketed else 0]), words[-1].replace("\\n", "\r").encode()
        data = (text * (count // len(text) + 1))[:count]
        if bracketed:
            data = b"\x1b[200~" + data + b"\x1b[201~"
        self.run.press(data)

    def random(self, count, seed, without):
        """Keys of all kinds, also those that leave a page; never one that leaves the game."""
        chance = random.Random(seed)
        keys = list("wasdhjklwasdhjklivurmxnegto? cbfz12") + [
            "\r", "\r", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x7f", "\x1b", "\x0c", "ü", "🙂", "\x1b[5~", "\x1b[",
            "\x1bO", "\x00", "undo\r", "level S4/5/Z1#2/5/4P+lit\r", "board\r", "worlds\r", "\x1b[200~wasd\rq\x1b[201~",
        ]
        keys = [key for key in keys if key not in set(without)]
        sent = 0
        while sent < count and not self.run.over():
            # What is typed ahead of a message is dropped, so that most rounds need short bursts.
            length = min(count - sent, chance.choice([1, 2, 4, 8, 40]))
            self.run.send("".join(chance.choice(keys) for _ in range(length)).encode())
            sent += length
            if chance.random() < 0.01:
                self.run.send(b"\x1b[200~")
            elif chance.random() < 0.1:
                # A solution that is being shown would take its time.
                self.run.send(b"\x1b[201~x\x1b")
                self.run.settle()
        # Behind a paste that was not ended, nothing is a key.
        for key in ["\x1b[201~", "x", "\x1b", "\x1b"]:
            self.run.press(key.encode())
        self.say([f"{sent} keys, and the game goes on" if not self.run.over() else "the game is over"])

    def pictures(self):
        shown = None
        for picture in self.run.model.pictures[self.first:]:
            if picture != shown:
                self.say(picture + ["---"])
            shown = picture

    def pipe(self, text, words):
        done = subprocess.run(
            [self.program] + shlex.split(words), input=text.replace("\\n", "\n").encode(), cwd=self.folder,
            env=self.variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT)
        self.say(done.stdout.decode().splitlines() + [f"exit {done.returncode}"])


def main():
    program, script = os.path.abspath(sys.argv[1]), sys.argv[2]
    variables = dict(word.split("=", 1) for word in sys.argv[3:])
    with open(script) as file:
        steps = [line.rstrip("\n") for line in file if not line.startswith("  ")]
    with tempfile.TemporaryDirectory() as folder:
        transcript = Transcript(program, folder, variables)
        try:
            for line in steps:
                print(line, flush=True)
                if line and not line.startswith("#"):
                    transcript.step(line)
        except Failure as failure:
            print(f"  Failure: {failure}")
            return 1
        finally:
            if transcript.run:
                transcript.run.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
