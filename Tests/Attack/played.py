"""Games that are killed at random moments, and games on a disk that becomes full.

What must hold. Whatever a game has shown as done is there afterwards: each level that it said to be won is in the
progress, each round is a whole row of the record, and each level that it said to keep is in the list of the
workshop. A killed game leaves nothing that stops the next one, and no file that cannot be read.

On a full disk the game goes on and says once what is not saved. As soon as there is room again, the next change
saves all of it. If there is none until the end, the status is 74, and what was shown before is there.

The disk is a small tmpfs where one can be mounted, filled by a file beside the game's; otherwise, and in every
second case, a limit on the size of files (RLIMIT_FSIZE) that is set and lifted while the game runs.
"""

import os
import re
import resource
import select
import signal
import subprocess
import time

from harness import say_status

LEVELS = 16
CODES = [f"S{number}P" for number in range(1, LEVELS + 1)]
WORLDS = "; world: One\n; unlock: stars 0\n" + "".join(f"{code}\n" for code in CODES)
WORDS = ["play", "--worlds", "worlds", "--record", "r", "--progress", "p", "--players", "Ann"]
SIGNALS = [signal.SIGKILL] * 8 + [signal.SIGTERM, signal.SIGHUP]
HEADER = ("trial,round,policy,level,outcome,moves,path,seconds,first_move_seconds,undos,hints,life,"
          "catching_distance,chase,zombie_speed,hearing_distance")


def lines(random, first, count):
    """What somebody types who wins some levels, and keeps some others in the workshop."""
    typed = []
    for number in range(first, first + count):
        typed += ["worlds", "enter", f"play {number % LEVELS + 1}", f"left {number % LEVELS + 2}", "next"]
        if random.random() < 0.4:
            typed += ["workshop", f"paste {random.choice(CODES)[:-1]}P+lit", f"name Level {number}", "keep"]
    return typed


class Game:
    """A game by words, which is told one line after the other; each answer is there before the next line."""

    def __init__(self, attack, folder, ending=None):
        self.process = attack.start(WORDS, folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        self.ending, self.text, self.errors = ending, "", b""

    def type(self, typed):
        """Types lines until all are answered or the game has ended; at a moment, it is killed."""
        for line in typed:
            before = len(self.text)
            try:
                self.process.stdin.write(line.encode() + b"\n")
                self.process.stdin.flush()
            except BrokenPipeError:
                break
            while f"\n> {line}\n" not in self.text[max(0, before - 1):]:
                if not self.read():
                    return False
        return True

    def read(self):
        wait = 20 if self.ending is None else max(0, self.ending[0] - time.monotonic())
        if select.select([self.process.stdout], [], [], wait)[0]:
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            # A part of a character comes with its rest.
            self.text += data.decode("utf-8", "replace")
            return bool(data)
        if self.ending is None:
            self.process.kill()
            self.text += "\n(no answer for 20 seconds)\n"
        else:
            self.process.send_signal(self.ending[1])
            self.ending = None
        return True

    def end(self):
        """Ends the input, and waits; returns the status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        while self.read():
            pass
        self.errors = self.process.stderr.read()
        self.process.stdout.close()
        return self.process.wait()


def shown(text):
    """What a game has shown as won, and as kept, in order."""
    won, kept, code, on_bench = [], [], None, None
    for line in text.split("\n"):
        if found := re.match(r"One, level (\d+)", line):
            code = CODES[int(found[1]) - 1]
        elif found := re.match(r"> paste (\S+)$", line):
            on_bench = found[1]
        elif line == "You won!":
            won.append(code)
        elif line.startswith("Saved. ") and on_bench:
            kept.append(on_bench)
    return won, kept


def read(folder, name):
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def judge(attack, folder, won, kept, fall):
    """Looks for what was shown. won is in the order of the rounds, all games of this folder together."""
    progress, record, levels = (read(folder, name) for name in ("p", "r", "p.workshop"))
    for code in won:
        if f"\nlevel {code} open win" not in progress:
            fall("a level that was shown as won is not in the progress", code)
    for code in kept:
        if f"\n{code}\n" not in levels:
            fall("a level that was shown as kept is not in the list", code)
    rows = record.split("\n")
    if record and (rows[0] != HEADER or rows[-1] != ""):
        fall("the record does not consist of whole rows", repr(record[-80:]))
    cells = [row.split(",") for row in rows[1:-1]]
    wrong = [row for number, row in enumerate(cells)
             if len(row) != 16 or row[0] != str(number) or row[2:5:2] != ["Ann", "won"] or len(row[6]) != int(row[5])]
    if wrong:
        fall("a row of the record is not what was played", repr(wrong[0]))
    played = [row[3] for row in cells if len(row) == 16]
    # Of a round that was not shown any more, the row may be there too.
    place = 0
    for code in won:
        if code not in played[place:]:
            fall("a round that was shown as won is not in the record", code)
            break
        place = played.index(code, place) + 1
    result = attack.run(["play", "--progress", "p", "--record", "r"], folder, stdin=b"workshop\nkept\nquit\n")
    if result.status != 0 or b"not saved" in result.out:
        fall(f"the next game ends with {say_status(result.status)}", repr(result.err[-200:]))
    left = sorted(set(os.listdir(folder)) - {"worlds", "p", "r", "p.workshop"})
    if left:
        fall("something is left over", ", ".join(left))


# The cases with a full disk have the numbers below, and those with kills the numbers from here on.
FIRST_KILL = 1000


def run(attack, report):
    seconds = []
    for turn in range(3):
        with attack.scratch({"worlds": WORLDS.encode()}) as folder:
            began = time.monotonic()
            game = Game(attack, folder)
            game.type(lines(attack.random(report.part, "whole"), 0, LEVELS))
            if game.end() != 0:
                report.fall(turn, "a game that nobody disturbs fails", " ".join(WORDS), game.text[-300:])
                return
            seconds.append(time.monotonic() - began)
    for number in range(attack.count(100, 10)):
        if report.wants(number):
            filled(attack, report, number)
    wanted, done, number = attack.count(200, 16), 0, FIRST_KILL
    # A kill may come too late; others take its place.
    while done < wanted and number < FIRST_KILL + 10 * wanted:
        if report.wants(number):
            done += killed(attack, report, number, min(seconds))
        number += 1


def killed(attack, report, number, seconds):
    """A folder in which one to three games are killed, one after the other; returns how many were."""
    random = attack.random(report.part, number)

    def fall(kind, detail=""):
        report.fall(number, f"killed: {kind}", " ".join(WORDS), detail)

    with attack.scratch({"worlds": WORLDS.encode()}) as folder:
        won, kept, kills = [], [], 0
        for _ in range(random.choice([1, 1, 2, 3])):
            number_of_signal = random.choice(SIGNALS)
            game = Game(attack, folder, (time.monotonic() + seconds * random.random(), number_of_signal))
            game.type(lines(random, random.randrange(LEVELS), LEVELS))
            status = game.end()
            if status not in (0, -number_of_signal):
                fall(f"{say_status(status)}", repr(game.errors[-200:]))
            here = shown(game.text)
            won, kept = won + here[0], kept + here[1]
            report.count("games killed" if status else "kills that came too late")
            kills += status != 0
        report.count("levels shown as won", len(won))
        report.count("kept", len(kept))
        judge(attack, folder, won, kept, fall)
        return kills


class Limit:
    """A limit on the size of files, which is set while the game runs."""

    def __init__(self, folder):
        self.folder = folder

    def fill(self, random, game):
        sizes = [len(read(self.folder, name)) for name in ("p", "r", "p.workshop")]
        resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE,
                         (random.choice([0, *sizes, random.randrange(max(sizes) + 100)]), resource.RLIM_INFINITY))

    def free(self, game):
        resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def remove(self):
        pass


class Disk:
    """A small tmpfs over the folder, filled by a file."""

    def __init__(self, folder):
        self.folder, self.ballast = folder, os.path.join(folder, "ballast")
        worlds = read(folder, "worlds")
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "zombies-attack", folder], check=True,
                       stderr=subprocess.DEVNULL)
        with open(os.path.join(folder, "worlds"), "w", encoding="utf-8") as file:
            file.write(worlds)

    def fill(self, random, game):
        with open(self.ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
            # Sometimes some room is left.
            file.truncate(max(0, file.tell() - 4096 * random.choice([0, 0, 1, 2])))

    def free(self, game):
        os.remove(self.ballast)

    def remove(self):
        if os.path.exists(self.ballast):
            os.remove(self.ballast)
        subprocess.run(["umount", "-l", self.folder], check=False)


def filled(attack, report, number):
    """A game whose disk becomes full, and has room again in two of three cases."""
    random = attack.random(report.part, number)

    def fall(kind, detail=""):
        report.fall(number, f"full disk: {kind}", " ".join(WORDS), detail)

    with attack.scratch({"worlds": WORLDS.encode()}) as folder:
        disk = Limit(folder)
        if number % 2 and os.geteuid() == 0:
            try:
                disk = Disk(folder)
            except (OSError, subprocess.CalledProcessError):
                report.note("no tmpfs can be mounted; limits on the size of files took its place")
        report.count("full tmpfs" if isinstance(disk, Disk) else "full by limit")
        try:
            game = Game(attack, folder)
            first, count = random.randrange(LEVELS), random.randrange(1, 6)
            game.type(lines(random, first, count))
            disk.fill(random, game)
            game.type(lines(random, first + count, random.randrange(2, 8)))
            frees = random.random() < 0.67
            if frees:
                disk.free(game)
                game.type(lines(random, first + count, 1))
            status = game.end()
            said = game.text.count(" is not saved: ")
            again = game.text.count(" is saved again.")
            won, kept = shown(game.text if frees else game.text.split(" is not saved: ")[0].rpartition("\n> ")[0])
            report.count("levels shown as won", len(won))
            report.count("said not to be saved", min(1, said))
            if "(no answer" in game.text or not game.text.rstrip().endswith("counted."):
                fall("the game did not go on to its end", repr(game.text[-300:]))
            for what in "Your progress", "The record of rounds", "The list of saved levels":
                # With room for one thing and none for another, it may be said once more.
                if game.text.count(f"{what} is not saved: ") > game.text.count(f"{what} is saved again.") + 1:
                    fall(f"'{what} is not saved' is said again and again")
            if frees and (status != 0 or said != again):
                fall(f"after there was room again, {say_status(status)}", repr(game.errors[-200:]))
            if not frees and said > again and (status != 74 or b"Error: cannot " not in game.errors):
                fall(f"without room to the end, {say_status(status)}", repr(game.errors[-200:]))
            if not frees:
                disk.free(game) if isinstance(disk, Disk) else None
            judge(attack, folder, won, kept, fall)
        finally:
            disk.remove()
