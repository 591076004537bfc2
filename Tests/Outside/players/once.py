#!/usr/bin/env python3
"""A player that goes up and left, and makes one illegal move in its life: once.py BATCH FILE. FILE says that it has."""
import os
import sys

waiting, ready = [], False
for line in sys.stdin:
    words = line.split()
    if words[0] == "see":
        waiting.append((words[1], words[4]))
    elif words[0] == "go" and not ready:
        print(f"name once\nbatch {sys.argv[1]}\nready", flush=True)
        ready = True
    elif words[0] == "go":
        moves = [[number, "U" if "U" in legal else "L"] for number, legal in waiting]
        if moves[0][1] == "L" and not os.path.exists(sys.argv[2]):
            open(sys.argv[2], "w").close()
            moves[0][1] = "U"
        print(*(word for move in moves for word in move), flush=True)
        waiting = []
