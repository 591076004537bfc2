#!/usr/bin/env python3
"""A player that misbehaves: hostile.py KIND [BATCH]. It plays the first legal move until its third block."""
import os
import signal
import subprocess
import sys
import time

KIND = sys.argv[1]


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def misbehave(waiting):
    """Does what KIND says instead of answering. `waiting` has the number and the legal moves of each round."""
    number, legal = waiting[0]
    moves = "".join(f"{number} {legal[0]} " for number, legal in waiting)
    if KIND == "silent":
        subprocess.Popen(["setsid", "sleep", "1000"])
        time.sleep(1000)
    elif KIND == "late":
        time.sleep(3)
        say(moves + "\n")
    elif KIND == "garbage":
        say("Zombies? \x00\xff\n")
    elif KIND == "gigabyte":
        block = "x" * (1 << 20)
        for _ in range(1024):
            say(block)
    elif KIND == "illegal":
        say(f"{number} {next(letter for letter in 'UDLR' if letter not in legal)}\n")
    elif KIND == "unknown":
        say("9999999 U\n")
    elif KIND == "twice":
        say(moves + moves + "\n")
    elif KIND == "more":
        say(moves + "\n7 U\n")
    elif KIND.startswith("signal"):
        signal.signal(int(KIND[6:]), signal.SIG_DFL) if KIND != "signal9" else None
        os.kill(os.getpid(), int(KIND[6:]))
        time.sleep(1000)
    elif KIND == "closes":
        os.close(1)
        time.sleep(1000)
    elif KIND == "ends":
        sys.exit(3)
    elif KIND == "errors":
        block = b"x" * (1 << 20)
        for _ in range(1024):
            os.write(2, block)
        say(moves + "\n")
    elif KIND == "child":
        subprocess.Popen(["sleep", "1000"])
        sys.exit(0)
    elif KIND == "daemon":
        subprocess.Popen(["setsid", "sleep", "1000"])
        sys.exit(0)
    elif KIND == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        time.sleep(1000)


def main():
    if KIND == "never":
        time.sleep(1000)
    waiting, blocks = [], 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "see":
            waiting.append((words[1], words[4]))
        elif words[0] == "go" and not blocks:
            say(f"name hostile\nbatch {sys.argv[2] if len(sys.argv) > 2 else 4}\nready\n")
            blocks = 1
        elif words[0] == "go":
            blocks += 1
            if blocks > 3 and KIND != "stays" and not (KIND == "errors" and blocks > 4):
                misbehave(waiting)
            else:
                say("".join(f"{number} {legal[0]}\n" for number, legal in waiting))
            waiting = []
    if KIND == "stays":
        time.sleep(1000)


main()
