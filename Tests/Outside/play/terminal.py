#!/usr/bin/env python3
"""Plays `zombies` in a pseudo-terminal and prints what a terminal shows.

    terminal.py PROGRAM [--into FOLDER] SCRIPT... [NAME=VALUE ...]

With --into, several scripts are played at once, and each is printed to a file of the folder. A script is a list of steps, one per line. Indented lines are answers, and are ignored. The script is printed with the
answers of this run, which gives a transcript. A run is unchanged if it prints its own transcript. PROGRAM replaces the
word `zombies`. The variables are added to the few that the game gets.

    size 80 x 24            before the start: sets the size of the terminal; later: resizes it
    emoji 1                 before the start: the number of columns of an emoji in the terminal (default: 2)
    ignore HUP              before the start: ignores a signal, as nohup does
    limit 300               before the start: limits the files that the game can write, in bytes, like a full disk
    file NAME: TEXT         before the start: writes a file; \\n is a newline
    [NAME=VALUE ...] zombies ARGUMENTS
                            starts the game, also again after it has ended; with & at the end, in the background
    keys Up w Return        presses keys, each after the game has processed the one before; Up*9 presses a key nine
                            times at once
    type TEXT               presses all keys of a text at once; \\n is Return, \\e is Escape
    send KEY                presses a key without waiting
    paste N TEXT            sends N bytes by repeating the text; \\n is Return. With `bracketed` before N, as a
                            bracketed paste
    random N SEED [without KEYS]
                            presses N random keys, in bursts, and then closes everything that covers the room;
                            thirty times as many with ZOMBIES_LONG=1
    until TEXT              waits until the screen contains the text
    still                   waits until the game has nothing more to do
    screen                  prints the screen: the rows that are not empty, and the cursor if it is visible
    pictures                prints each picture since the last step that pressed keys, without repetitions
    cells 5 x 5             prints whether each square of a room, as emoji, is in its columns
    looks                   prints the texts that have a look (colours etc.)
    signal TERM             sends a signal
    suspended               waits until the game is suspended, and prints the state of the terminal
    continue                continues the game in the foreground
    background              continues the game in the background
    close                   closes the terminal
    ends                    waits for the end; prints how it ended, the state of the terminal, and the screen
    over                    the same without the screen
    gone NAME               waits until the process is gone whose number is in a file
    replays NAME            prints whether `zombies replay` plays the rounds of a record, at least two, to their ends
    show NAME               prints a file; in a record of rounds, with TIME instead of the seconds
    run ARGUMENTS           runs zombies without a terminal, and prints its output
    pipe TEXT | ARGUMENTS   runs zombies without a terminal, with the text as its input

No step waits for a fixed time. A key has been processed when the game has read it and waits for the next key, which
Linux reports. If the system does not report it, the step waits until there is no output for a while.
"""

import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile

import screen
from game import KEYS, LIMIT, Failure, Run



def is_alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


class Transcript:
    """Plays a script, and prints it with the answers."""

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
            screen.WIDEST = int(rest)
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
            run.press(rest.replace("\\n", "\r").replace("\\e", "\x1b").encode())
        elif verb == "send":
            run.send(KEYS.get(rest) or rest.replace("\\n", "\r").encode())
        elif verb == "paste":
            self.paste(rest.split())
        elif verb == "random":
            words = rest.split()
            self.random(int(words[0]), int(words[1]), "".join(words[3:]))
        elif verb == "until":
            run.wait(lambda: rest in run.model.text() or run.over(), f"'{rest}'")
            if run.over() and not run.suspended:
                while run.read():
                    pass
                if rest not in run.model.text():
                    raise Failure(f"'{rest}' did not appear before the end; the screen is\n" + run.model.text())
        elif verb == "still":
            run.settle()
        elif verb == "screen":
            self.say(run.model.lines())
        elif verb == "pictures":
            self.pictures()
        elif verb == "cells":
            self.say(run.model.cells(*(int(number) for number in re.findall(r"\d+", rest))))
        elif verb == "looks":
            self.say(run.model.screen.looked() or ["none"])
        elif verb == "signal":
            os.kill(run.process, signal.Signals["SIG" + rest])
        elif verb == "suspended":
            run.wait(run.over, "that the game is suspended")
            answer = run.answer()
            run.mark()
            run.suspended = True
            self.say([answer + "; " + run.terminal()])
        elif verb == "continue":
            run.suspended = False
            run.draws(lambda: os.write(run.orders, b"f"))
        elif verb == "background":
            run.suspended = False
            os.write(run.orders, b"b")
        elif verb == "close":
            run.close()
        elif verb in ("ends", "over"):
            ending = run.finish()
            # After the terminal is closed, the game may end in two different ways.
            self.say(["the game is gone"] if run.closed else [ending + "; " + run.terminal()])
            self.say([] if run.closed or verb == "over" else run.model.lines())
        elif verb == "gone":
            process = int(self.text(rest))
            run.wait(lambda: not is_alive(process), f"the end of process {process}")
            self.say(["it is gone"])
        elif verb == "replays":
            self.replays(self.text(rest).splitlines()[1:])
        elif verb == "show":
            self.say(re.sub(r",\d+\.\d{3}(?=,)", ",TIME", line) for line in self.text(rest).splitlines())
        elif verb == "run":
            self.pipe("", rest)
        elif verb == "pipe":
            self.pipe(*rest.rsplit(" | ", 1))
        else:
            raise Failure("not a step")

    def text(self, name):
        with open(os.path.join(self.folder, name)) as file:
            return file.read()

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
        """Presses keys of all kinds, including those that close a screen, but none that quits the game."""
        chance = random.Random(seed)
        count *= 30 if os.environ.get("ZOMBIES_LONG") == "1" else 1
        keys = list("wasdhjklwasdhjklivurmxnegto? cbfz12") + [
            "\r", "\r", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x7f", "\x1b", "\x0c", "ü", "🙂", "\x1b[5~", "\x1b[",
            "\x1bO", "\x00", "undo\r", "level S4/5/Z1#2/5/4P+lit\r", "board\r", "worlds\r", "\x1b[200~wasd\rq\x1b[201~",
        ]
        keys = [key for key in keys if key not in set(without)]
        sent = 0
        while sent < count and not self.run.over():
            # A message drops keys that were typed ahead, so most bursts are short.
            length = min(count - sent, chance.choice([1, 2, 4, 8, 40]))
            self.run.send("".join(chance.choice(keys) for _ in range(length)).encode())
            sent += length
            if chance.random() < 0.01:
                self.run.send(b"\x1b[200~")
            elif chance.random() < 0.1:
                # Stops a solution that is being shown, because it would take time.
                self.run.send(b"\x1b[201~x\x1b")
                self.run.settle()
        # Escape ends a paste first. Return ends a line, behind which Ctrl-D would not end the game.
        for key in ["\x1b", "x", "\r", "\x1b", "\x1b"]:
            self.run.press(key.encode())
        self.say(["the game goes on" if not self.run.over() else "the game is over"])

    def replays(self, rows):
        if len(rows) < 2:
            raise Failure(f"only {len(rows)} rounds")
        for row in rows[:20]:
            _, _, _, level, outcome, count, path = row.split(",")[:7]
            distance, chase, speed, _ = row.split(",")[-4:]
            rules = ["--catching-distance", distance, "--chase", chase, "--zombie-speed", speed]
            done = subprocess.run(
                [self.program, "replay", level, "--moves", path, *rules], env=self.variables, capture_output=True,
                text=True)
            if done.returncode or f"; {outcome}: " not in done.stdout or len(path) != int(count):
                raise Failure(f"{row}: {done.stdout}{done.stderr}")
        self.say(["each round ends as it was recorded"])

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


def play(program, script, variables):
    """Plays a script and prints it with its answers; returns an exit status."""
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


def play_all(program, scripts, variables, folder):
    """Plays scripts into a folder, six at once, because they mostly wait; returns an exit status."""
    running, failed = set(), 0
    while scripts or running:
        if scripts and len(running) < 6:
            script = scripts.pop(0)
            sys.stdout.flush()
            process = os.fork()
            if process:
                running.add(process)
                continue
            status = 70
            try:
                sys.stdout = open(os.path.join(folder, os.path.basename(script)), "w")
                status = play(program, script, variables)
            finally:
                sys.stdout.flush()
                os._exit(status)
        process, status = os.wait()
        running.discard(process)
        failed |= status
    return 1 if failed else 0


def main():
    program, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    folder = words[1] if words[0] == "--into" else None
    scripts = [word for word in words[2 if folder else 0:] if "=" not in word]
    variables = dict(word.split("=", 1) for word in words if "=" in word)
    if folder:
        return play_all(program, scripts, variables, folder)
    return play(program, scripts[0], variables)


if __name__ == "__main__":
    sys.exit(main())
